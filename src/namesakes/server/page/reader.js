// A document with its people in colour; a long one is drawn as one scrolls.

import { at, get } from "./api.js";
import { colour } from "./colours.js";
import { $, $$, counted, empty, file, folder, link, make, name } from "./dom.js";
import { marked, places } from "./marks.js";
import { Note } from "./note.js";
import { spoken } from "./quotes.js";
import { current, light, look, words } from "./text_view.js";

const LISTED = 60;

export class Reader {
  constructor(root) {
    this.root = root;
    this.number = 0;
  }

  async show(id, { person = "", place = null } = {}) {
    const number = ++this.number;
    let head;
    try {
      head = await get(at("/api/documents", id));
    } catch (error) {
      if (number === this.number) this.root.replaceChildren(empty(error.status === 404 ? "There is no such document" : error.message, error.detail));
      return;
    }
    if (number !== this.number) return;
    const before = this.id === id && this.note && this.note.place && this.root.contains(this.text) ? this.note.place.start : null;
    this.head = head;
    this.id = id;
    this.look = look(head.chains, person ? [person] : []);
    this.all = places(head.chains);
    this.lit = null;
    this.at = null;
    const text = make("div", { class: "text", dir: "auto" });
    const margin = make("aside", { class: "margin", "aria-label": "Who is who" });
    this.note = new Note(margin, () => this.pin(null));
    const quotes = make("section", { class: "legend quotes", hidden: true, "aria-label": "Who says what" });
    margin.append(this.legend(), quotes);
    this.text = text;
    this.parts(text);
    const view = make("article", { class: "reader", "aria-labelledby": "document-title" }, this.header(person), text, margin);
    view.addEventListener("click", (event) => this.clicked(event));
    text.addEventListener("pointerover", (event) => this.over(event));
    text.addEventListener("pointerleave", () => light(this.text, this.lit));
    this.root.replaceChildren(view);
    document.title = `${file(id)} – Namesakes`;
    this.speakers(quotes);
    const own = person ? head.chains.find((chain) => chain.person === person) : undefined;
    if (before !== null) {
      const element = await this.go(before); // somebody has corrected something: what was looked at is shown again
      if (element && number === this.number) this.choose(element);
    } else if (place !== null) await this.go(place);
    else if (own && own.mentions.length) {
      this.pin(own.chain);
      this.at = -1;
      this.steps = own;
    }
  }

  header(person) {
    const { head } = this;
    const people = head.chains.filter((chain) => chain.kind === "person").length;
    const facts = [counted(people, "person").replace("persons", "people"), counted(head.characters, "character")];
    if (head.date) facts.unshift(head.date);
    if (folder(head.id)) facts.unshift(folder(head.id));
    return make(
      "header",
      {},
      make("p", { class: "crumbs" }, person ? link({ person }, {}, "← ", name(this.named(person))) : link({ view: "documents" }, {}, "← Documents")),
      make("h1", { id: "document-title" }, name(file(head.id))),
      make("p", { class: "facts" }, facts.join(" · ")),
    );
  }

  named(person) {
    const chain = this.head.chains.find((each) => each.person === person);
    return chain ? chain.called : person;
  }

  legend() {
    const chains = [...this.head.chains].sort((one, other) => other.mentions.length - one.mentions.length);
    const people = chains.filter((chain) => chain.kind === "person" && chain.person);
    const others = chains.filter((chain) => !(chain.kind === "person" && chain.person));
    const row = (chain, kind) =>
      make(
        "li",
        { class: kind },
        make("button", { "aria-pressed": "false", data: { legend: chain.chain }, title: chain.called }, make("span", { class: "name" }, name(chain.called)), make("span", { class: "count" }, chain.mentions.length.toLocaleString("en"))),
      );
    const list = make("ol", {}, people.slice(0, LISTED).map((chain) => row(chain, colour(chain.person))));
    const more = people.slice(LISTED);
    const rest = more.length ? make("details", {}, make("summary", { class: "small soft" }, `${more.length.toLocaleString("en")} more`), make("ol", {}, more.map((chain) => row(chain, colour(chain.person))))) : null;
    return make(
      "nav",
      { class: "legend", "aria-label": "Who is in this document" },
      people.length ? [make("h3", {}, "People here"), list, rest] : make("p", { class: "soft" }, "Nobody was found in this text."),
      others.length ? [make("h3", {}, "Also named"), make("ol", {}, others.slice(0, 20).map((chain) => row(chain, "faint")))] : null,
      make("p", { class: "keys" }, make("kbd", {}, "n"), " ", make("kbd", {}, "p"), " next and previous mention · ", make("kbd", {}, "w"), " why"),
    );
  }

  parts(text) {
    const { pieces } = this.head;
    const perLine = 68;
    this.pieces = pieces.slice(0, -1).map((start, number) => {
      const end = pieces[number + 1];
      const part = make("div", { class: "part", vars: { "--tall": `${Math.max(4, ((end - start) / perLine) * 2.2).toFixed(0)}rem` } });
      text.append(part);
      return { start, end, part, drawn: null };
    });
    this.near = new IntersectionObserver((entries) => {
      for (const entry of entries) if (entry.isIntersecting) this.draw(this.pieces.find((piece) => piece.part === entry.target));
    }, { rootMargin: "120% 0px" });
    for (const piece of this.pieces) this.near.observe(piece.part);
  }

  draw(piece) {
    if (piece.drawn === null) {
      this.near.unobserve(piece.part);
      piece.drawn = get(at("/api/texts", this.id), { start: piece.start, end: piece.end }).then(
        (found) => {
          piece.part.replaceChildren(marked(found.text, piece.start, this.within(piece), this.look));
          piece.part.classList.add("drawn");
          if (this.lit !== null) light(this.text, this.lit);
          return found.text;
        },
        (error) => {
          piece.drawn = null;
          piece.part.replaceChildren(make("p", { class: "soft small" }, `${error.message} `, make("button", { class: "link", onclick: () => this.draw(piece) }, "Try again")));
        },
      );
    }
    return piece.drawn;
  }

  // Who says what, once the words are there.
  async speakers(box) {
    const { head } = this;
    if (this.pieces.length > 8) return;
    const found = await Promise.all(this.pieces.map((piece) => this.draw(piece)));
    if (head !== this.head || found.some((each) => each === undefined)) return;
    const letters = [...found.join("")];
    const go = ({ start, chain }) => {
      this.pin(chain);
      this.go(start);
    };
    await spoken(box, head, (start, end) => letters.slice(start, end).join(""), go);
  }

  // Draws all of a text, however long: before it is printed.
  whole() {
    return Promise.all((this.pieces || []).map((piece) => this.draw(piece)));
  }

  within({ start, end }) {
    return this.all.filter(([from, to]) => from < end && to > start);
  }

  // Draws the piece of a character and brings the mention there into view.
  async go(place, chain = null) {
    const piece = this.pieces.find((each) => each.start <= place && place < each.end) || this.pieces[this.pieces.length - 1];
    if (!piece) return null;
    await this.draw(piece);
    const own = $$(chain === null ? ".m" : `.m[data-chain="${chain}"]`, piece.part);
    const element = own.find((each) => Number(each.dataset.start) <= place && place < Number(each.dataset.end)) || null;
    (element || piece.part).scrollIntoView({ block: "center" });
    return element;
  }

  chain(number) {
    return this.head.chains.find((each) => String(each.chain) === String(number));
  }

  pin(number) {
    this.lit = number === null ? null : String(number);
    light(this.text, this.lit);
    if (number === null) current(this.text, null);
    for (const button of $$("[data-legend]", this.root)) button.setAttribute("aria-pressed", String(button.dataset.legend === this.lit));
  }

  clicked(event) {
    const listed = event.target.closest("[data-legend]");
    if (listed) {
      const chain = this.chain(listed.dataset.legend);
      this.steps = chain;
      this.at = -1;
      this.pin(chain.chain);
      return void this.step(1);
    }
    const element = event.target.closest(".text .m");
    if (element && this.note.step === "join") this.join(element);
    else if (element) this.choose(element);
    else if (event.target.closest(".text")) this.note.close();
  }

  choose(element) {
    const chain = this.chain(element.dataset.chain);
    const [start, end] = [Number(element.dataset.start), Number(element.dataset.end)];
    this.steps = chain;
    this.at = chain.mentions.findIndex(([from, to]) => from === start && to === end);
    this.pin(chain.chain);
    current(this.text, element);
    this.note.ask({ document: this.id, chain, chains: this.head.chains, start, end, text: words(element) });
  }

  // The mention that is chosen is said to be the same as that of the note, which stays.
  join(element) {
    const [start, end] = [Number(element.dataset.start), Number(element.dataset.end)];
    this.note.ask({ document: this.id, chain: this.chain(element.dataset.chain), chains: this.head.chains, start, end, text: words(element) });
  }

  over(event) {
    const element = event.target.closest(".m");
    if (this.lit === null) light(this.text, element ? element.dataset.chain : null);
  }

  async step(by) {
    const chain = this.steps || this.head.chains.find((each) => each.person) || this.head.chains[0];
    if (!chain || !chain.mentions.length) return;
    this.steps = chain;
    const count = chain.mentions.length;
    const from = this.at === null || this.at === undefined ? (by > 0 ? -1 : 0) : this.at;
    this.at = (from + by + count) % count;
    const [start, end] = chain.mentions[this.at];
    await this.go(start, chain.chain);
    const element = $(`.m[data-chain="${chain.chain}"][data-start="${start}"][data-end="${end}"]`, this.text);
    if (!element) return;
    this.pin(chain.chain);
    current(this.text, element);
    element.focus({ preventScroll: true });
    if (this.note.step !== "join") this.note.place = null;
    this.note.ask({ document: this.id, chain, chains: this.head.chains, start, end, text: words(element) });
  }

  key(key) {
    if (key === "Escape" && this.note && this.note.open) this.note.close();
    else if (key === "w" && this.note && this.note.open) this.note.why();
    else if (key === "c" && this.note && this.note.open) this.note.correct();
    else if (key === "n" || key === "p") this.step(key === "n" ? 1 : -1);
    else return false;
    return true;
  }
}
