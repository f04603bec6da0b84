// The people found: those of one name together, what tells them apart, who may be the same.

import { get } from "./api.js";
import { begin, claim, colour } from "./colours.js";
import { $, $$, counted, link, make, name, percent, sure } from "./dom.js";

const PAGE = 20;

export class Found {
  // `preview(id)` is called for the card under the pointer or the focus, with null where it leaves.
  constructor(list, count, preview) {
    this.list = list;
    this.count = count;
    this.preview = preview;
    this.asked = null;
    this.query = null;
    this.person = "";
    this.waiting = 0;
    list.addEventListener("pointerover", (event) => this.near(event.target.closest(".card"), 70));
    list.addEventListener("pointerleave", () => this.near(null, 150));
    list.addEventListener("focusin", (event) => this.near(event.target.closest(".card"), 70));
  }

  near(card, wait) {
    clearTimeout(this.waiting);
    if (card && (card.classList.contains("near") || matchMedia("(max-width: 44rem)").matches)) return;
    this.waiting = setTimeout(() => {
      for (const each of $$(".near", this.list)) each.classList.remove("near");
      if (card) card.classList.add("near");
      this.preview(card ? card.dataset.person : null);
    }, wait);
  }

  async search(query, person, again = false) {
    this.person = person;
    if (query === this.query && !again) return void this.mark();
    this.query = query;
    if (this.asked) this.asked.abort();
    this.asked = new AbortController();
    let found;
    try {
      found = await get("/api/people", { q: query, limit: PAGE }, this.asked.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      this.query = null;
      throw error;
    }
    begin(found.people.map((one) => one.id));
    this.list.replaceChildren();
    this.last = "";
    this.add(found);
    this.count.textContent = found.total ? `${found.total.toLocaleString("en")} ${found.total === 1 ? "person" : "people"}${query.trim() ? "" : ", most written of first"}` : "";
    if (!found.total) this.list.append(this.nobody(query));
    this.mark();
  }

  nobody(query) {
    if (!query.trim()) return make("p", { class: "soft small" }, "There is nobody in this store yet.");
    return make("p", { class: "soft small" }, "Nobody goes by “", name(query.slice(0, 60)), "”. Slips, nicknames and accents were thought of; try fewer letters.");
  }

  add(found) {
    claim(found.people.map((one) => one.id));
    for (const one of found.people) {
      const named = one.name.toLowerCase();
      if (named !== this.last) {
        this.group = make("section", { class: "group" });
        this.list.append(this.group);
        this.last = named;
        this.first = null;
      }
      this.group.append(...this.card(one));
      this.head(one);
    }
    if (found.next) {
      const more = make("button", { class: "more" }, "More");
      more.addEventListener("click", async () => {
        more.disabled = true;
        const query = this.query;
        const next = await get("/api/people", { q: query, limit: PAGE, cursor: found.next });
        more.remove();
        if (query === this.query) this.add(next);
      });
      this.list.append(more);
    }
  }

  // Namesakes have their name above them once; somebody alone has it on the card.
  head(one) {
    const cards = $$(".card", this.group);
    if (cards.length === 2) this.group.prepend(make("h2", {}, name(one.name), make("small")));
    if (cards.length > 1) {
      $("h2 small", this.group).textContent = `${cards.length} people`;
      for (const each of $$(".card .name", this.group)) each.hidden = true;
    }
  }

  card(one) {
    const facts = [make("span", {}, counted(one.documents, "document"))];
    if (one.years) facts.push(make("span", {}, one.years));
    if (one.strength !== null) facts.push(sure(one.strength));
    const card = link(
      { q: this.query, person: one.id },
      { class: `card ${colour(one.id)}`, data: { person: one.id } },
      make("span", { class: "name" }, name(one.name)),
      make("span", { class: "apart" }, make("span", { class: "hidden" }, `${one.name}: `), one.apart),
      make("span", { class: "facts" }, facts),
    );
    const like = one.alike.find((each) => each.likeness >= 0.3);
    if (!like) return [card];
    const same = like.name.toLowerCase() === one.name.toLowerCase();
    const text = same ? `the other ${like.name} (${like.id.split("-").pop()})` : like.name;
    return [card, make("p", { class: "alike" }, "perhaps ", link({ q: this.query, person: like.id }, {}, text), ` ${percent(like.likeness)}`)];
  }

  mark() {
    for (const card of $$(".card", this.list)) {
      if (card.dataset.person === this.person) card.setAttribute("aria-current", "true");
      else card.removeAttribute("aria-current");
      card.href = card.href.replace(/([?&]q=)[^&]*/, `$1${encodeURIComponent(this.query || "")}`);
    }
  }

  // Moves the focus from card to card.
  step(by) {
    const cards = $$(".card", this.list);
    const here = cards.indexOf(document.activeElement);
    const next = cards[Math.max(0, Math.min(cards.length - 1, here + by))];
    if (next) next.focus();
  }

  get firstPerson() {
    const card = $(".card", this.list);
    return card ? card.dataset.person : null;
  }
}
