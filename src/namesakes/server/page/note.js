// The note in the margin: a click on a word asks who that is, the next one why.

import { card, compared, explanation, linked, linkOf } from "./why.js";
import { colour } from "./colours.js";
import { session } from "./api.js";
import { counted, link, make, name, percent } from "./dom.js";
import { joined, sayings } from "./mention.js";

export class Note {
  // `host` is where the note stands; `closed` is called when it is closed.
  constructor(host, closed = () => {}) {
    this.host = host;
    this.closed = closed;
    this.place = null;
    this.asked = 0;
    this.box = make("section", { class: "note", hidden: true, "aria-live": "polite", "aria-label": "Who, and why" });
    host.prepend(this.box);
  }

  get open() {
    return !this.box.hidden;
  }

  // place: { document, chain, chains, start, end, text }; chain is one of the document, chains are all of it.
  ask(place) {
    if (this.step === "join" && this.open) return void joined(this.place, place);
    const again = this.place && this.place.document === place.document && this.place.start === place.start && this.place.end === place.end && this.place.chain.chain === place.chain.chain;
    this.place = place;
    if (again && this.step === "who") this.why();
    else this.who();
  }

  close() {
    if (this.box.hidden) return;
    this.box.hidden = true;
    this.place = null;
    this.step = null;
    this.closed();
  }

  begin(step, title) {
    this.step = step;
    this.asked += 1;
    const shut = make("button", { class: "plain close", "aria-label": "Close", onclick: () => this.close() }, "×");
    this.box.className = `note ${colour(this.place.chain.person)}`;
    this.box.replaceChildren(shut, make("h2", {}, title));
    this.box.hidden = false;
    this.box.scrollTop = 0;
    return this.asked;
  }

  async who() {
    const { chain } = this.place;
    const asked = this.begin("who", name(chain.called));
    const here = chain.mentions.findIndex(([start, end]) => start === this.place.start && end === this.place.end);
    const facts = [here < 0 ? counted(chain.mentions.length, "mention") : `${(here + 1).toLocaleString("en")} of ${counted(chain.mentions.length, "mention")} here`];
    if (chain.strength !== null) facts.push(`${percent(chain.strength)} sure`);
    const told = make("p", { class: "waiting" });
    this.box.append(told, make("p", { class: "soft" }, facts.join(" · ")));
    if (chain.others.length) {
      const instead = chain.others.map((other, place) => [place ? ", " : "", link({ person: other.id }, {}, name(other.name)), ` ${percent(other.likeness)}`]);
      this.box.append(make("p", { class: "soft" }, "Perhaps instead ", instead.flat(), "."));
    }
    const row = make("div", { class: "row" });
    row.append(make("button", { class: "main", onclick: () => this.why() }, "Why? ", make("kbd", {}, "w")));
    if (chain.person && new URLSearchParams(location.search).get("person") !== chain.person) row.append(link({ person: chain.person }, { class: "button" }, "All about this person"));
    this.box.append(row);
    this.correctable(asked);
    if (!chain.person) return void told.remove();
    try {
      const found = await card(chain.person);
      if (asked !== this.asked) return;
      told.className = "said";
      told.textContent = found.apart || found.description;
      const same = found.namesakes.length;
      if (same) told.after(make("p", { class: "soft" }, `One of ${same + 1} called ${found.name}.`));
    } catch (error) {
      told.className = "soft";
      told.textContent = error.message;
    }
  }

  async correctable(asked) {
    const known = await session();
    if (asked !== this.asked || known.read_only) return;
    this.box.append(sayings(this.place, () => this.join()));
  }

  // Opens what can be said, for the keyboard.
  async correct() {
    if (this.step !== "who") await this.who();
    const list = this.box.querySelector("details.wrong");
    if (!list) return;
    list.open = true;
    list.querySelector("button").focus();
  }

  // The next mention that is chosen, in the text or in the list, is said to be the same as this one.
  join() {
    const { place } = this;
    this.begin("join", ["Who is the same as ", place.text ? make("q", { dir: "auto" }, place.text) : name(place.chain.called), "?"]);
    this.box.append(make("p", { class: "soft" }, "Click another mention in the text, or choose here."));
    const row = (chain) => make("li", {}, make("button", { class: "link", onclick: () => joined(place, { document: place.document, chain, start: chain.mentions[0][0], end: chain.mentions[0][1] }) }, name(chain.called)));
    const others = place.chains.filter((chain) => chain.chain !== place.chain.chain && chain.mentions.length);
    others.sort((one, other) => (other.kind === "person") - (one.kind === "person") || one.mentions[0][0] - other.mentions[0][0]);
    const list = make("ul", { class: "sayings listed" }, others.slice(0, 60).map(row));
    this.box.append(list, make("div", { class: "row" }, make("button", { onclick: () => this.who() }, "Cancel")));
    const first = list.querySelector("button");
    if (first) first.focus();
  }

  async why() {
    const { chain, document, start, end } = this.place;
    const asked = this.begin("why", ["Why ", name(chain.called), "?"]);
    const wait = make("p", { class: "waiting" }, "Looking at the evidence");
    this.box.append(wait);
    const [link, people] = await Promise.allSettled([
      linkOf(document, start, end),
      chain.person ? explanation(chain.person, document) : Promise.resolve({ comparisons: [] }),
    ]);
    if (asked !== this.asked) return;
    wait.remove();
    if (link.status === "fulfilled") this.box.append(linked(link.value));
    if (people.status === "fulfilled") {
      const own = people.value.comparisons.filter((each) => each.chain === chain.chain);
      const names = new Map(chain.others.map((other) => [other.id, other.name]));
      for (const each of own) this.box.append(compared(each, each.person === chain.person ? chain.called : names.get(each.person)));
      const sentences = own.length ? own[0].sentences : [];
      if (sentences.length) {
        this.box.append(make("h3", {}, "What the text says"), ...sentences.map((each) => make("p", { class: "quote", dir: "auto" }, each)));
      }
      if (!own.length && chain.person) this.box.append(make("p", { class: "soft" }, "Nobody else bears the name: there is nothing to compare."));
    } else {
      this.box.append(make("p", { class: "soft" }, `${people.reason.message} ${people.reason.detail || ""}`));
    }
    if (link.status === "rejected" && people.status === "rejected") return;
    this.box.append(make("div", { class: "row" }, make("button", { onclick: () => this.who() }, "Who?")));
  }
}
