// One person: who, what, where, when; the documents with their sentences; who else is there.

import { at, get, session } from "./api.js";
import { colour } from "./colours.js";
import { actions } from "./correct.js";
import { $$, counted, empty, file, link, make, name, percent, sure } from "./dom.js";
import { marked, places } from "./marks.js";
import { Note } from "./note.js";
import { current, light, look, words } from "./text_view.js";

const WHOLE = 1200; // characters of a text that is shown as a whole
const AROUND = 420;

const FIELDS = {
  title: "title", occupation: "occupation", employer: "works for", member: "member of", owner: "owns", education: "education",
  family: "family", born: "born in", lives: "lives in", works: "works in", from: "comes from", nationality: "nationality",
  religion: "religion", ethnicity: "ethnicity", birth: "born", death: "died", age: "age", date: "when", email: "e-mail",
  url: "web", phone: "telephone", location: "lies in",
};

export class PersonView {
  constructor(root) {
    this.root = root;
    this.number = 0;
    this.note = null;
    this.heads = new Map();
  }

  async show(id, { preview = false } = {}) {
    const number = ++this.number;
    let card;
    let listed;
    try {
      [card, listed] = await Promise.all([get(at("/api/people", id)), get(`${at("/api/people", id)}/documents`)]);
    } catch (error) {
      if (number === this.number) this.root.replaceChildren(empty(error.status === 404 ? "Nobody of this name is here" : error.message, error.detail));
      return null;
    }
    if (number !== this.number) return null;
    this.card = card;
    const view = make("article", { class: `person ${colour(id)}`, "aria-labelledby": "person-name" });
    const beside = make("div", { class: "beside" });
    const documents = make("section", { "aria-label": "Documents" });
    view.append(await this.header(card, preview), documents, beside);
    this.note = new Note(beside, () => this.quiet());
    beside.append(...this.beside(card, listed.documents));
    this.fill(documents, id, listed, number);
    view.addEventListener("click", (event) => this.clicked(event));
    view.addEventListener("pointerover", (event) => this.over(event));
    if (number !== this.number) return null;
    this.root.replaceChildren(view);
    if (!preview) document.title = `${card.name} – Namesakes`;
    return card;
  }

  async header(card, preview) {
    const facts = [make("span", {}, card.id), make("span", {}, counted(card.documents, "document")), make("span", {}, counted(card.mentions, "mention"))];
    if (card.years) facts.push(make("span", {}, card.years));
    if (card.strength !== null) facts.push(sure(card.strength));
    const others = card.names.filter((each) => each !== card.name);
    if (others.length) facts.push(make("span", {}, "also ", others.slice(0, 6).map((each, place) => [place ? ", " : "", name(each)]).flat()));
    if (card.hidden) facts.push(make("span", {}, "said to be nobody"));
    const title = make("h1", { id: "person-name" }, make("span", { class: "dot" }), name(card.name));
    const readOnly = (await session()).read_only;
    return make(
      "header",
      {},
      make("button", { class: "back plain", onclick: () => history.back() }, "← Back"),
      title,
      make("p", { class: "what" }, card.description || card.apart),
      make("p", { class: "facts" }, facts),
      preview || readOnly ? null : actions(card),
    );
  }

  fill(box, id, listed, number) {
    const near = new IntersectionObserver((entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          near.unobserve(entry.target);
          this.draw(entry.target, entry.target.found, id);
        }
      }
    }, { rootMargin: "300px 0px" });
    const add = (page) => {
      for (const found of page.documents) {
        if ($$(".occurrence", box).some((each) => each.found.document === found.document)) continue;
        const item = this.occurrence(found, id, page.total);
        box.append(item);
        near.observe(item);
      }
      if (page.next) {
        const more = make("button", { class: "more" }, `${(page.total - $$(".occurrence", box).length).toLocaleString("en")} more`);
        more.addEventListener("click", async () => {
          more.remove();
          const next = await get(`${at("/api/people", id)}/documents`, { cursor: page.next });
          if (number === this.number) add(next);
        });
        box.append(more);
      }
    };
    add(listed);
  }

  occurrence(found, id, total) {
    const head = make(
      "header",
      {},
      link({ document: found.document, person: id }, { title: found.document }, name(file(found.document))),
      found.date ? make("time", { title: found.dated_by }, found.date) : null,
      make("span", { class: "mentions" }, counted(found.mentions, "mention")),
      total > 1 ? make("span", {}, `${percent(found.strength)} sure`) : null,
    );
    const item = make("article", { class: "occurrence" }, head, make("div", { class: "text waiting", dir: "auto" }, found.sentence));
    item.found = found;
    return item;
  }

  async draw(item, found, id) {
    const text = item.querySelector(".text");
    try {
      const head = await get(at("/api/documents", found.document));
      const all = head.chains.filter((chain) => chain.person === id);
      const own = all.find((chain) => chain.mentions.length) || head.chains.find((chain) => chain.chain === found.chain);
      let [start, end] = [0, head.characters];
      if (head.characters > WHOLE) {
        const first = Math.min(...all.flatMap((chain) => chain.mentions.slice(0, 1).map(([place]) => place)), own && own.mentions.length ? own.mentions[0][0] : 0);
        start = Math.max(0, first - 160);
        end = Math.min(head.characters, first + AROUND);
      }
      const part = await get(at("/api/texts", found.document), { start, end });
      let shown = part.text;
      let from = start;
      if (start > 0) {
        const cut = shown.search(/\s/) + 1;
        shown = shown.slice(cut);
        from += [...part.text.slice(0, cut)].length;
      }
      if (end < head.characters) shown = shown.slice(0, Math.max(shown.lastIndexOf(" "), 1));
      this.heads.set(found.document, head);
      text.classList.remove("waiting");
      text.replaceChildren(
        start > 0 ? make("span", { class: "gap" }, "… ") : "",
        marked(shown, from, places(head.chains), look(head.chains, [id])),
        end < head.characters ? make("span", { class: "gap" }, " …") : "",
      );
      text.dataset.document = found.document;
      text.dataset.chains = all.map((chain) => chain.chain).join(" ");
      item.querySelector(".mentions").textContent = counted(all.reduce((sum, chain) => sum + chain.mentions.length, 0), "mention");
      light(text, text.dataset.chains);
    } catch (error) {
      text.classList.remove("waiting");
      text.append(make("p", { class: "soft small" }, error.message));
    }
  }

  beside(card, documents) {
    const parts = [];
    if (card.facts.length) parts.push(make("section", {}, this.facts(card)));
    const dated = documents.filter((each) => /^\d{4}/.test(each.date));
    if (dated.length > 1) parts.push(this.timeline(card, dated));
    const apart = new Map(card.namesakes.map((each) => [each.id, each.apart]));
    if (card.alike.length) {
      parts.push(make("section", {}, make("h3", {}, "Perhaps the same"), make("ul", {}, card.alike.map((each) => make("li", {}, link({ person: each.id }, {}, apart.has(each.id) ? apart.get(each.id) : name(each.name)), make("span", { class: "count" }, percent(each.likeness)))))));
    }
    const like = new Set(card.alike.map((each) => each.id));
    const others = card.namesakes.filter((each) => !like.has(each.id));
    if (others.length) {
      parts.push(make("section", {}, make("h3", {}, `Others called ${card.name}`), make("ul", {}, others.map((each) => make("li", {}, link({ person: each.id }, {}, each.apart), make("span", { class: "count" }, counted(each.documents, "document")))))));
    }
    if (card.companions.length) {
      parts.push(make("section", {}, make("h3", {}, "In the same documents ", link({ view: "together", person: card.id }, { class: "small" }, "as a graph")), make("ul", {}, card.companions.map((each) => make("li", {}, link({ person: each.id }, {}, name(each.name)), make("span", { class: "count" }, each.documents))))));
    }
    if (card.history.length) {
      parts.push(make("section", {}, make("h3", {}, "What happened"), make("ul", {}, card.history.slice(-5).reverse().map((each) => make("li", {}, make("span", {}, each.what === "merge" ? `${each.source} was merged into ${each.target}` : each.what === "split" ? `${each.target} was split from ${each.source}` : `${each.what}: ${each.why}`), make("span", { class: "count" }, each.time.slice(0, 10)))))));
    }
    return parts;
  }

  facts(card) {
    const byField = new Map();
    for (const fact of card.facts) byField.set(fact.field, [...(byField.get(fact.field) || []), fact]);
    const rows = [];
    for (const [field, values] of byField) {
      const cell = make("dd");
      values.forEach((fact, place) => {
        if (place) cell.append(", ");
        const shown = fact.relation ? `${fact.value} (${fact.relation})` : fact.value;
        const button = make("button", { class: "value", "aria-expanded": "false", title: `stated in ${counted(fact.documents, "document")}` }, shown);
        button.addEventListener("click", () => this.tell(button, fact, cell));
        cell.append(button);
      });
      rows.push(make("div", {}, make("dt", {}, FIELDS[field] || field), cell));
    }
    return make("dl", {}, rows);
  }

  tell(button, fact, cell) {
    const open = button.getAttribute("aria-expanded") === "true";
    for (const each of $$(".quote", cell)) each.remove();
    for (const each of $$("[aria-expanded]", cell)) each.setAttribute("aria-expanded", "false");
    if (open) return;
    button.setAttribute("aria-expanded", "true");
    for (const one of fact.said) {
      cell.append(make("p", { class: "quote", dir: "auto" }, one.sentence, " ", link({ document: one.document, at: one.start }, { class: "small" }, file(one.document))));
    }
  }

  timeline(card, dated) {
    const time = (date) => Date.parse(date.length === 4 ? `${date}-07-01` : date.length === 7 ? `${date}-15` : date);
    const times = dated.map((each) => time(each.date)).filter((each) => !Number.isNaN(each));
    const [low, high] = [Math.min(...times), Math.max(...times)];
    const dots = dated.map((each) => {
      const share = (97 * (time(each.date) - low)) / (high - low || 1);
      return link({ document: each.document, person: card.id }, { vars: { "--at": `${share.toFixed(1)}%` }, title: `${each.date} · ${file(each.document)}`, "aria-label": `${each.date}: ${file(each.document)}` });
    });
    return make("section", {}, make("h3", {}, "When"), make("div", { class: "timeline" }, make("span", {}, dated[0].date), dots, make("span", {}, dated[dated.length - 1].date)));
  }

  clicked(event) {
    const element = event.target.closest(".m");
    const text = event.target.closest(".text");
    if (!element || !text || !this.heads.has(text.dataset.document)) return;
    const { chains } = this.heads.get(text.dataset.document);
    const chain = chains.find((each) => String(each.chain) === element.dataset.chain);
    const joining = this.note.step === "join";
    if (!joining) current(this.root, element);
    this.note.ask({ document: text.dataset.document, chain, chains, start: Number(element.dataset.start), end: Number(element.dataset.end), text: words(element) });
    if (joining) return;
    light(text, chain.person === this.card.id ? text.dataset.chains : chain.chain);
  }

  over(event) {
    const text = event.target.closest(".text");
    if (!text || !text.dataset.document || this.note.open) return;
    const element = event.target.closest(".m");
    light(text, element ? element.dataset.chain : text.dataset.chains);
  }

  quiet() {
    current(this.root, null);
    for (const text of $$(".text[data-chains]", this.root)) light(text, text.dataset.chains);
  }

  key(key) {
    if (key === "Escape" && this.note && this.note.open) this.note.close();
    else if (key === "w" && this.note && this.note.open) this.note.why();
    else if (key === "c" && this.note && this.note.open) this.note.correct();
    else if (key === "n" || key === "p") return this.step(key === "n" ? 1 : -1);
    else return false;
    return true;
  }

  // From mention to mention of this person, through all documents that are shown.
  step(by) {
    const own = $$(".text[data-document]", this.root).flatMap((text) => $$(".m", text).filter((each) => text.dataset.chains.split(" ").includes(each.dataset.chain)));
    if (!own.length) return true;
    const here = own.findIndex((each) => each.hasAttribute("aria-current"));
    const next = own[(here + by + own.length) % own.length];
    next.scrollIntoView({ block: "center" });
    next.focus({ preventScroll: true });
    next.click();
    return true;
  }
}
