// The page: what the address says is what is shown.

import { attempt } from "./attempt.js";
import { get, session, setToken } from "./api.js";
import { choose, dialog, undo } from "./correct.js";
import { $, $$, address, empty, link, make } from "./dom.js";
import { documents, log } from "./lists.js";
import { PersonView } from "./person.js";
import { Reader } from "./reader.js";
import { Review } from "./review.js";
import { Found } from "./search.js";
import { runs } from "./runs.js";
import { together } from "./together.js";

const main = $("#main");
const columns = $("#columns");
const field = $("#query");
const person = new PersonView(main);
const reader = new Reader(main);
const review = new Review(main);
const found = new Found($("#list"), $("#count"), preview);

let state = {};
let shown = null; // what takes the keys: the person, the document, the review
let previewed = null;
let wanted = 0;

function read() {
  const query = new URLSearchParams(location.search);
  const one = (name) => query.get(name) || "";
  return { view: one("view"), q: one("q"), person: one("person"), document: one("document"), at: one("at") };
}

export function go(next, replace = false) {
  const to = address(next);
  if (to !== location.pathname + location.search) history[replace ? "replaceState" : "pushState"](null, "", to);
  return show();
}

async function show() {
  const number = ++wanted;
  const before = state;
  state = read();
  const view = state.document ? "document" : state.view || "people";
  for (const each of $$("[data-view]")) {
    if (each.dataset.view === (view === "document" ? "documents" : view)) each.setAttribute("aria-current", "page");
    else each.removeAttribute("aria-current");
  }
  const here = $("[data-view][aria-current]");
  if (here) here.parentNode.scrollLeft = here.offsetLeft - here.parentNode.offsetLeft - 40;
  columns.classList.toggle("wide", view !== "people");
  columns.classList.toggle("open", view !== "people" || Boolean(state.person));
  if (document.activeElement !== field) field.value = state.q;
  try {
    $("#banner").hidden = true;
    if (view === "people") await people(number, before);
    else {
      previewed = null;
      shown = { document: reader, review }[view] || null;
      if (view === "document") await reader.show(state.document, { person: state.person, place: state.at ? Number(state.at) : null });
      else if (view === "review") await review.show();
      else if (view === "together") await together(main, state.person);
      else if (view === "log") await log(main);
      else if (view === "documents") await documents(main, state.q);
      else if (view === "runs") await runs(main);
      else if (view === "try") await attempt(main);
      else main.replaceChildren(empty("There is nothing here", "Begin with a name."));
    }
  } catch (error) {
    failed(error);
  }
}

async function people(number, before) {
  shown = person;
  const known = await session();
  if (!known.documents) {
    return void main.replaceChildren(empty("Nobody is here yet", known.read_only ? "Fill the store with documents, and load this page again." : ["Add documents ", link({ view: "runs" }, {}, "here"), ", or fill the store and load this page again."], `namesakes resolve FOLDER --store ${known.store}`));
  }
  await found.search(state.q, state.person);
  if (number !== wanted) return;
  if (state.person) {
    if (previewed !== state.person || before.person !== state.person) {
      previewed = state.person;
      await person.show(state.person);
    }
    return;
  }
  document.title = state.q ? `${state.q} – Namesakes` : "Namesakes";
  const first = found.firstPerson;
  if (first === null) {
    previewed = null;
    person.number += 1;
    main.replaceChildren(empty("Nobody goes by that name", ["Try fewer letters, or ", link({ view: "documents", q: state.q }, {}, "look for the words in the documents"), "."]));
  } else if (before.q !== state.q || previewed === null || before.person || before.view || before.document) preview(first);
}

// Shows the person under the pointer, and the chosen one again when it has left.
function preview(id) {
  if ((state.view || state.document) && state.view !== "people") return;
  const next = id || state.person;
  if (!next || next === previewed) return;
  previewed = next;
  person.show(next, { preview: next !== state.person }).catch(failed);
}

function failed(error) {
  if (error.status === 401) return void askToken();
  const banner = $("#banner");
  banner.replaceChildren(`${error.message} ${error.detail || ""}`, make("button", { onclick: again }, "Try again"));
  banner.hidden = false;
}

function again() {
  found.query = null;
  previewed = null;
  return show();
}

function askToken() {
  dialog("This server wants a token", (close) => {
    const given = make("input", { id: "token", type: "password", autocomplete: "current-password" });
    const send = make("button", { class: "main" }, "Go on");
    send.addEventListener("click", () => {
      setToken(given.value);
      close(null);
      again();
    });
    return [make("p", { class: "soft" }, "Whoever started it has it."), make("label", { for: "token" }, "Token"), given, make("div", { class: "row" }, send)];
  });
}

function help() {
  const keys = [["/", "search"], ["↓ ↑", "through the people found"], ["n p", "next and previous mention"], ["w", "why, once a word is chosen"], ["c", "say that it is wrong"], ["s", "the same as…"], ["d", "not the same as…"], ["u", "undo the last correction"], ["Esc", "close"], ["?", "this help"]];
  dialog("Keys", (close) => [make("dl", {}, keys.map(([key, text]) => [make("dt", {}, key.split(" ").map((each) => [make("kbd", {}, each), " "]).flat()), make("dd", {}, text)]).flat()), make("div", { class: "row" }, make("button", { class: "main", onclick: () => close(null) }, "Close"))]);
}

let typing = 0;
field.addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => go({ q: field.value.trim() ? field.value : "" }, !state.view && !state.document && !state.person), 40);
});
$("#search").addEventListener("submit", (event) => {
  event.preventDefault();
  const first = found.firstPerson;
  if (first) go({ q: field.value, person: first });
});

document.addEventListener("click", (event) => {
  const to = event.target.closest("a[data-go]");
  if (!to || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  history.pushState(null, "", to.getAttribute("href"));
  const focus = !to.closest("#list");
  show().then(() => {
    if (focus) {
      main.focus({ preventScroll: true });
      if (!state.at) scrollTo(0, 0);
    }
  });
});
addEventListener("popstate", show);
addEventListener("people-changed", () => {
  if (state.view === "review" || state.view === "runs") return;
  session(true).then(again, again);
});

document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "p" && shown === reader) {
    event.preventDefault();
    return void reader.whole().then(() => print());
  }
  if (event.ctrlKey || event.metaKey || event.altKey || $("#dialog").open) return;
  const inField = event.target.matches("input, textarea, select");
  if (event.key === "Escape" && inField) event.target.blur();
  if (inField && !(event.target === field && ["ArrowDown", "ArrowUp"].includes(event.key))) return;
  const { key } = event;
  let taken = true;
  if (key === "/") field.select();
  else if (key === "?") help();
  else if (["ArrowDown", "ArrowUp"].includes(key) && (event.target === field || event.target.closest("#list"))) found.step(key === "ArrowDown" ? 1 : -1);
  else if (key === "Enter" && event.target.matches(".m")) event.target.click();
  else if (shown && shown.key && shown.key(key)) taken = true;
  else if (key === "u") undo();
  else if ((key === "s" || key === "d") && shown === person && person.card && state.person) choose(person.card, key === "s" ? "same" : "different");
  else taken = false;
  if (taken) event.preventDefault();
});

// Once in a while, and when one comes back to the page: whether the people have changed.
let last = null;
async function look() {
  if (document.hidden) return;
  try {
    const known = await get("/api/session");
    const now = [known.people, known.documents, known.token].join();
    if (last !== null && now !== last) {
      await session(true);
      again();
    }
    last = now;
  } catch {
    // what is asked next says so
  }
}
addEventListener("focus", look);

show().then(look);
