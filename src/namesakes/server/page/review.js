// Review: the least certain decisions first, two contexts side by side, one key an answer.

import { at, get, session } from "./api.js";
import { colour, begin } from "./colours.js";
import { apply, told, undo } from "./correct.js";
import { counted, empty, explain, file, link, make, name, percent } from "./dom.js";
import { marked, places } from "./marks.js";
import { look, light } from "./text_view.js";

const AROUND = 260;
const MOST = 50;

export class Review {
  constructor(root) {
    this.root = root;
  }

  // Answers that change nothing are kept in this browser, by the store.
  get place() {
    return `namesakes-review-${this.store}`;
  }

  kept() {
    return new Set(JSON.parse(localStorage.getItem(this.place) || "[]"));
  }

  keep(doubt) {
    localStorage.setItem(this.place, JSON.stringify([...this.kept(), key(doubt)].slice(-2000)));
  }

  forget(doubt) {
    localStorage.setItem(this.place, JSON.stringify([...this.kept()].filter((each) => each !== key(doubt))));
  }

  async show() {
    this.answered = this.answered || 0;
    document.title = "Review – Namesakes";
    if (!this.current) this.root.replaceChildren(make("p", { class: "waiting" }, "Looking for what is least certain"));
    let found;
    try {
      const known = await session();
      this.store = known.store;
      this.readOnly = known.read_only;
      found = (await get("/api/review", { limit: MOST })).doubts;
    } catch (error) {
      return void this.root.replaceChildren(empty(error.message, error.detail));
    }
    const kept = this.kept();
    this.doubts = found.filter((each) => !kept.has(key(each)));
    this.next();
  }

  next() {
    this.current = this.doubts[0] || null;
    if (!this.current) {
      const text = this.answered ? `${counted(this.answered, "decision")} checked. What you said holds in every later run.` : "No decision is in doubt.";
      return void this.root.replaceChildren(empty("Nothing is left to check", text));
    }
    this.draw(this.current);
  }

  draw(doubt) {
    const { here, there } = doubt;
    begin([doubt.person, doubt.other || doubt.person]);
    const total = this.answered + this.doubts.length;
    const question = doubt.question === "same" ? ["Is this the same ", name(here.name || doubt.name), " as that ", name(doubt.other_name), "?"] : ["Is this ", name(here.name || doubt.name), " the same as there?"];
    const sides = make("div", { class: "sides" }, this.side(here, doubt.person, doubt.strength), there ? this.side(there, doubt.other || doubt.person, doubt.likeness || doubt.strength) : null);
    this.root.replaceChildren(
      make(
        "article",
        { class: "review", "aria-labelledby": "question" },
        make("div", { class: "progress" }, make("span", {}, `${this.answered + 1} of ${total}${this.doubts.length >= MOST ? " or more" : ""}`), make("i", { vars: { "--share": `${(100 * this.answered) / total}%` } })),
        make("h1", { id: "question", tabindex: "-1" }, question),
        make("p", { class: "soft" }, doubt.question === "same" ? `${percent(doubt.likeness)} that they are one.` : `${percent(doubt.strength)} sure that they are one, as it is now.`),
        sides,
        this.readOnly ? make("p", { class: "soft" }, "This server only reads: start it without --read-only to answer.") : this.answers(),
      ),
    );
  }

  side(context, person, share) {
    const text = make("div", { class: "text waiting", dir: "auto" }, context.sentences[0] || "");
    const tags = context.facts.map((fact) => make("span", { class: "tag" }, fact.value));
    this.fill(text, context, person);
    return make(
      "section",
      { class: `side ${colour(person)}`, "aria-label": context.name },
      make("h2", {}, link({ person }, {}, name(context.name || person)), make("span", { class: "soft small" }, ` ${person}`)),
      make("p", { class: "soft small" }, link({ document: context.document, person }, {}, file(context.document))),
      text,
      tags.length ? make("div", { class: "tags" }, tags) : null,
    );
  }

  async fill(text, context, person) {
    try {
      const head = await get(at("/api/documents", context.document));
      const chain = head.chains.find((each) => each.chain === context.chain);
      const first = chain && chain.mentions.length ? chain.mentions[0][0] : 0;
      const start = Math.max(0, first - AROUND / 2);
      const part = await get(at("/api/texts", context.document), { start, end: Math.min(head.characters, first + AROUND * 1.5) });
      const cut = start > 0 ? part.text.search(/\s/) + 1 : 0;
      const stop = part.end < head.characters ? Math.max(part.text.lastIndexOf(" "), cut) : part.text.length;
      const shown = part.text.slice(cut, stop);
      text.replaceChildren(start > 0 ? "… " : "", marked(shown, start + [...part.text.slice(0, cut)].length, places(head.chains), look(head.chains, [person])), part.end < head.characters ? " …" : "");
      light(text, context.chain);
    } catch (error) {
      text.append(make("p", { class: "soft small" }, error.message));
    }
    text.classList.remove("waiting");
  }

  answers() {
    const button = (text, letter, act) => make("button", { onclick: act }, text, make("kbd", {}, letter));
    return make(
      "div",
      { class: "answers" },
      button("The same", "s", () => this.answer("s")),
      button("Different", "d", () => this.answer("d")),
      button("I do not know", "k", () => this.answer("k")),
      button("Undo", "u", () => this.answer("u")),
    );
  }

  async answer(letter) {
    if (this.busy) return;
    const doubt = this.current;
    if (letter === "u") return void this.back();
    if (!doubt) return;
    if (this.readOnly && letter !== "k") return;
    const keeps = letter === "k" || (letter === "s" && doubt.question === "belongs");
    this.busy = true;
    try {
      let number = null;
      if (keeps) this.keep(doubt);
      else {
        const other = doubt.question === "belongs" ? doubt.document : doubt.other;
        const done = await apply({ what: letter === "s" ? "same" : "different", person: doubt.person, other });
        number = done.correction.id;
        told(done);
      }
      this.done = [...(this.done || []), { doubt, number }];
      this.answered += 1;
      this.doubts.shift();
      if (number !== null) await this.show();
      else this.next();
    } catch (error) {
      explain(error);
    } finally {
      this.busy = false;
    }
  }

  async back() {
    const before = (this.done || []).pop();
    if (!before) return void undo();
    this.answered -= 1;
    if (before.number === null) {
      this.forget(before.doubt);
      this.doubts.unshift(before.doubt);
      return void this.next();
    }
    await undo(before.number);
    await this.show();
  }

  key(letter) {
    if (!["s", "d", "k", "u"].includes(letter)) return false;
    this.answer(letter);
    return true;
  }
}

const key = (doubt) => [doubt.document, doubt.chain, doubt.person, doubt.other].join("\n");

