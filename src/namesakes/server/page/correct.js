// Corrections: what one would do is shown before it is done, and each can be taken back.

import { at, get, post, session } from "./api.js";
import { $, counted, explain, file, make, name, toast } from "./dom.js";

let last = null; // the number of the correction that `u` takes back

export function changed() {
  window.dispatchEvent(new CustomEvent("people-changed"));
}

export async function undo(number = last) {
  if (number === null) return void toast("There is nothing to take back here; see Corrections.");
  try {
    const done = await post(`/api/corrections/${number}/undo`, {});
    if (number === last) last = null;
    toast(`Taken back: ${sentence(done.correction)}`);
    changed();
  } catch (error) {
    explain(error);
  }
}

export function sentence(one) {
  const [first, second] = one.names;
  if (one.what === "same") return `${first} and ${second} are the same`;
  if (one.what === "different") return `${first} and ${second && second.includes("/") ? file(second) : second} are different`;
  if (one.what === "rename") return `${first} is called ${one.value}`;
  if (one.what === "unsure") return `whether ${first} and ${second} are one is not known`;
  if (one.what === "not-a-person") return `${first} is nobody`;
  return ofMentions(one);
}

const short = (text) => (text.length > 60 ? `${text.slice(0, 57)}…` : text);

function ofMentions(one) {
  const of = (role) => one.mentions.filter((each) => each.role === role).map((each) => `“${short(each.text)}”`);
  const own = of("mention");
  const where = one.mentions.length ? ` in ${file(one.mentions[0].document)}` : "";
  const more = one.count > 1 ? ` and ${counted(one.count - 1, "more mention")}` : "";
  if (one.what === "is") return `${own[0]}${where} is ${one.value || one.names[0]}`;
  if (one.what === "nobody") return `${own[0]}${where} is nobody`;
  if (one.what === "two") return `${own[0]}${where} is ${one.names.length > 2 ? "several" : "two"} people${one.names.length ? `: ${one.names.join(" and ")}` : ""}`;
  if (one.what === "join") return `${own[0]} and ${of("with")[0]}${where} are one`;
  return `${own[0]}${more}${where} ${one.count > 1 ? "are" : "is"} somebody else${of("rest").length ? ` than ${of("rest")[0]}` : ""}`;
}

export async function apply(body) {
  const done = await post("/api/corrections", { who: await who(), ...body });
  last = done.correction.id;
  return done;
}

export async function who() {
  return localStorage.getItem("namesakes-who") || (await session()).who;
}

export function told(done) {
  toast(`Recorded: ${sentence(done.correction)}.`, { action: { name: "Undo", run: () => undo(done.correction.id) }, key: "u" });
}

function effects(tried) {
  const lines = tried.people.map((one) =>
    make("li", {}, make("strong", {}, one.id), one.hidden ? " is hidden" : [" is ", name(one.name), `, in ${counted(one.documents, "document")}`]),
  );
  for (const id of tried.gone) lines.push(make("li", {}, make("strong", {}, id), " is no more"));
  return make("div", { class: "effects" }, tried.moved ? moves(tried) : null, make("p", { class: "soft small" }, "Afterwards"), make("ul", {}, lines));
}

// The mentions that would be somebody else: who each is now, and who it would be.
function moves(tried) {
  const whom = (called, id, other) => (called ? [name(called), id && called === other ? make("span", { class: "soft" }, ` ${id}`) : null] : ["nobody"]);
  const rows = tried.mentions.map((one) =>
    make("li", {}, make("q", { dir: "auto" }, short(one.text)), " ", make("span", { class: "soft" }, "is now"), " ", whom(one.before, one.before_person, one.after), make("span", { class: "soft" }, ", then "), whom(one.after, one.after_person, one.before)),
  );
  const more = tried.moved - rows.length;
  return [make("p", { class: "soft small" }, `In this document ${counted(tried.moved, "mention")} would change`), make("ul", { class: "moves" }, rows, more > 0 ? make("li", { class: "soft" }, `and ${more.toLocaleString("en")} more`) : null)];
}

// Shows what a correction would do, and does it where that is wanted.
export async function propose(title, body, about = []) {
  let tried;
  const wait = setTimeout(() => toast("Looking at what would change…"), 400); // a long text is read again for it
  try {
    tried = await post("/api/corrections", { ...body, rehearse: true });
  } catch (error) {
    explain(error);
    return null;
  } finally {
    clearTimeout(wait);
  }
  return dialog(title, (close) => {
    const by = make("input", { id: "who", value: "", maxlength: 200, autocomplete: "name" });
    who().then((known) => (by.value = known));
    const go = make("button", { class: "main" }, "Record it");
    go.addEventListener("click", async () => {
      go.disabled = true;
      localStorage.setItem("namesakes-who", by.value.trim());
      try {
        const done = await apply(body);
        close(done);
        told(done);
        changed();
      } catch (error) {
        go.disabled = false;
        explain(error);
      }
    });
    const both = about.map((one) => make("li", {}, name(one.name), make("span", { class: "soft" }, one.apart ? `, ${one.apart}` : "")));
    return [both.length ? make("ul", {}, both) : null, effects(tried), make("label", { for: "who" }, "Who says so"), by, make("div", { class: "row" }, make("button", { onclick: () => close(null) }, "Cancel"), go)];
  });
}

export function dialog(title, fill) {
  const box = $("#dialog");
  return new Promise((resolve) => {
    const close = (value) => {
      box.close();
      resolve(value);
    };
    box.replaceChildren(make("h2", { id: "dialog-title" }, title), ...fill(close).filter(Boolean));
    box.oncancel = () => resolve(null);
    box.showModal();
    const main = $("button.main", box);
    if (main) main.focus();
  });
}

// What can be said about a person, as buttons.
export function actions(card) {
  const seen = { [card.id]: card.version };
  const same = make("button", { onclick: () => choose(card, "same") }, "Same as… ", make("kbd", {}, "s"));
  const different = make("button", { onclick: () => choose(card, "different") }, "Not the same as… ", make("kbd", {}, "d"));
  const called = make("button", { onclick: () => rename(card) }, "Rename");
  const nobody = make("button", { onclick: () => propose(["Is ", name(card.name), " nobody?"], { what: "not-a-person", person: card.id, seen }) }, "Not a person");
  return make("div", { class: "actions" }, same, different, called, card.hidden ? null : nobody);
}

export function rename(card) {
  return dialog(["What is ", name(card.name), " called?"], (close) => {
    const field = make("input", { id: "new-name", value: card.name, maxlength: 200 });
    const go = make("button", { class: "main" }, "Go on");
    go.addEventListener("click", () => {
      close(null);
      propose(["Call ", name(card.name), " “", name(field.value), "”?"], { what: "rename", person: card.id, value: field.value, seen: { [card.id]: card.version } });
    });
    return [make("label", { for: "new-name" }, "Name"), field, make("div", { class: "row" }, make("button", { onclick: () => close(null) }, "Cancel"), go)];
  });
}

// Chooses the other one: those who may be the same first, then the namesakes; of different also the documents.
export async function choose(card, what) {
  const seen = { [card.id]: card.version };
  const listed = new Map();
  const apart = new Map(card.namesakes.map((one) => [one.id, one.apart]));
  for (const one of [...card.alike, ...card.namesakes]) if (!listed.has(one.id)) listed.set(one.id, { ...one, apart: apart.get(one.id) });
  const documents = what === "different" ? (await get(`${at("/api/people", card.id)}/documents`, { limit: 50 })).documents : [];
  const texts = documents.length > 1 ? { title: "Or whoever is meant in", rows: documents.map((one) => ({ id: one.document, name: file(one.document) })) } : null;
  const chosen = await pick(what === "same" ? ["Who else is ", name(card.name), "?"] : ["Who is not ", name(card.name), "?"], [...listed.values()], card.id, texts);
  if (!chosen) return null;
  return propose(what === "same" ? "Are these two one?" : "Are these two people?", { what, person: card.id, other: chosen.id, seen }, [card, chosen]);
}

// Chooses those who are meant together, among those listed or found by name; nobody, where that is not known.
export function pickSeveral(title, listed, most) {
  return dialog(title, (close) => {
    const chosen = new Map();
    const go = make("button", { class: "main" });
    const said = make("ul", { class: "chosen", "aria-label": "Chosen" });
    const list = make("ul", { class: "listed" });
    const field = make("input", { type: "search", id: "other", placeholder: "Another name…", "aria-label": "Another name", maxlength: 200 });
    const row = (one) => make("li", {}, make("button", { class: "link", "aria-pressed": String(chosen.has(one.id)), data: { id: one.id }, onclick: () => toggle(one) }, name(one.name), " ", make("span", { class: "soft" }, one.apart || one.id)));
    const toggle = (one) => {
      if (!chosen.delete(one.id) && chosen.size < most) chosen.set(one.id, one);
      for (const each of list.querySelectorAll("button")) each.setAttribute("aria-pressed", String(chosen.has(each.dataset.id)));
      told();
    };
    const told = () => {
      said.replaceChildren(...[...chosen.values()].map((one) => make("li", {}, make("button", { class: "tag", "aria-label": `Without ${one.name}`, onclick: () => toggle(one) }, name(one.name), make("span", { class: "soft" }, ` ${one.id} ×`)))));
      go.textContent = chosen.size ? "Go on" : "I do not know who";
      go.disabled = chosen.size === 1;
    };
    field.addEventListener("input", async () => {
      const typed = field.value;
      const found = typed.trim() ? (await get("/api/people", { q: typed, limit: 8 })).people : listed;
      if (typed === field.value) list.replaceChildren(...found.map(row));
    });
    list.append(...listed.map(row));
    go.addEventListener("click", () => close([...chosen.values()]));
    told();
    return [said, field, list, make("div", { class: "row" }, make("button", { onclick: () => close(null) }, "Cancel"), go)];
  });
}

// Chooses one of those listed, or of those found by name; `without` is nobody to choose.
export function pick(title, listed, without = null, more = null) {
  return dialog(title, (close) => {
    const person = (one) => make("li", {}, make("button", { class: "link", onclick: () => close(one) }, name(one.name), " ", make("span", { class: "soft" }, one.apart || one.id)));
    const list = make("ul", { class: "listed" }, listed.map(person));
    const field = make("input", { type: "search", id: "other", placeholder: "Another name…", "aria-label": "Another name", maxlength: 200 });
    field.addEventListener("input", async () => {
      const typed = field.value;
      const found = typed.trim() ? (await get("/api/people", { q: typed, limit: 8 })).people : listed;
      if (typed === field.value) list.replaceChildren(...found.filter((one) => one.id !== without).map(person));
    });
    const rest = more ? [make("p", { class: "soft small" }, more.title), make("ul", {}, more.rows.map((one) => make("li", {}, make("button", { class: "link", onclick: () => close(one) }, name(one.name)))))] : [];
    return [field, list, ...rest, make("div", { class: "row" }, make("button", { onclick: () => close(null) }, "Cancel"))];
  });
}
