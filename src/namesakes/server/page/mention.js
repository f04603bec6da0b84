// Corrections of one mention, from the note beside it: who it is, that it is nobody, where a chain is two or two are one.

import { pick, pickSeveral, propose } from "./correct.js";
import { make, name, toast } from "./dom.js";

const MOST = 500; // mentions that are said of at once
const MOST_PEOPLE = 8; // that a mention is said to be

const saw = ({ document, start, end, text, chain }) => ({ document, start, end, text: text || "", person: chain.person || "" });
const quoted = (place) => (place.text ? make("q", { dir: "auto" }, place.text.length > 60 ? `${place.text.slice(0, 57)}…` : place.text) : "this mention");

// What can be said of the mention at a place, as buttons; `join` begins the choice of another one.
export function sayings(place, join) {
  const { chain } = place;
  const here = chain.mentions.findIndex(([start, end]) => start === place.start && end === place.end);
  const after = here < 0 ? 0 : chain.mentions.length - 1 - here;
  const several = chain.mentions.length > 1;
  const say = (title, what, mentions = [saw(place)], more = {}) => propose(title, { what, mentions, ...more });
  const rows = [
    ["This mention is…", () => whom(place)],
    ["This mention is nobody", () => say(["Is ", quoted(place), " nobody?"], "nobody")],
    ["This mention is two people…", () => severally(place)],
    several ? ["Only this mention is somebody else", () => say(["Is ", quoted(place), " somebody else than the other mentions?"], "split")] : null,
    several && here > 0 && after > 0 ? ["This and what follows is somebody else", () => rest(place, here, say)] : null,
    ["The same as another mention…", join],
  ];
  const list = make("ul", { class: "sayings" }, rows.filter(Boolean).map(([text, act]) => make("li", {}, make("button", { class: "link", onclick: act }, text))));
  return make("details", { class: "wrong" }, make("summary", {}, "Is this wrong?"), list);
}

function rest(place, here, say) {
  const following = place.chain.mentions.slice(here);
  if (following.length > MOST) return void toast(`More than ${MOST} mentions follow: say it of one that comes later.`, { bad: true });
  const mentions = following.map(([start, end]) => ({ document: place.document, start, end, person: place.chain.person || "" }));
  return say(["Are ", quoted(place), ` and the ${following.length - 1} after it somebody else?`], "split", mentions);
}

// Who may be meant: those whom the chain may be of, and those of the document.
function near(place) {
  const others = place.chain.others.map((one) => ({ id: one.id, name: one.name }));
  const here = place.chains.filter((one) => one.person && one.kind === "person").map((one) => ({ id: one.person, name: one.called }));
  return new Map([...others, ...here].map((one) => [one.id, one]));
}

async function severally(place) {
  const chosen = await pickSeveral(["Who are ", quoted(place), "?"], [...near(place).values()].slice(0, 30), MOST_PEOPLE);
  if (!chosen) return null;
  const whom = chosen.flatMap((one, number) => [number ? (number < chosen.length - 1 ? ", " : " and ") : "", name(one.name)]);
  return propose(["Is ", quoted(place), chosen.length ? " " : " two people", ...whom, "?"], { what: "two", mentions: [saw(place)], people: chosen.map((one) => one.id) }, chosen.filter((one) => one.apart));
}

async function whom(place) {
  const listed = near(place);
  listed.delete(place.chain.person);
  const chosen = await pick(["Who is ", quoted(place), "?"], [...listed.values()].slice(0, 30), place.chain.person);
  if (!chosen) return null;
  return propose(["Is ", quoted(place), " ", name(chosen.name), "?"], { what: "is", person: chosen.id, mentions: [saw(place)] }, chosen.apart ? [chosen] : []);
}

// Whether two mentions of a document may be said to be one, and saying so.
export function joined(place, other) {
  if (other.document !== place.document) return void toast("Choose a mention in the same document.", { bad: true });
  if (other.chain.chain === place.chain.chain) return void toast("These two are one already.", { bad: true });
  return propose(["Are ", quoted(place), " and ", other.text ? quoted(other) : name(other.chain.called), " one?"], { what: "join", mentions: [saw(place), saw(other)] });
}
