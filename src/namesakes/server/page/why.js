// Why: the evidence one step after the other, in sentences.

import { at, get } from "./api.js";
import { counted, link, make, name, percent } from "./dom.js";
import { colour } from "./colours.js";

const STEPS = 8; // what adds less than these is told together
const REACH = 6; // what a similarity of 1 comes to where evidence does not add up exactly

export function explanation(person, document) {
  return get("/api/explain", { person, document });
}

export function linkOf(document, start, end) {
  return get("/api/explain/link", { document, start, end });
}

function said(one, others) {
  const shared = one.shared.map(({ term, chains }) => (chains === others ? term : `${term} (in ${chains})`)).join(", ");
  const detail = shared || one.values.filter(Boolean).join(" / ");
  return detail ? `${one.about}: ${detail}` : one.about;
}

const signed = (number) => `${number < 0 ? "−" : "+"}${Math.abs(number).toFixed(1)}`;

// Each amount begins where the one before ended; the dotted line is where chains become one person.
export function waterfall(comparison) {
  const ranked = [...comparison.amounts].sort((one, other) => Math.abs(other.amount) - Math.abs(one.amount));
  const large = ranked.slice(0, STEPS).filter((each) => Math.abs(each.amount) >= 0.05);
  const small = ranked.filter((each) => !large.includes(each));
  const shown = [...large].sort((one, other) => other.amount - one.amount);
  const rest = small.reduce((sum, each) => sum + each.amount, 0);
  const unit = comparison.exact ? (number) => signed(number) : (number) => `${number < 0 ? "−" : "+"}${Math.abs(number / (2 * REACH)).toFixed(2)}`;
  let sum = 0;
  const steps = shown.map((each) => {
    const from = sum;
    sum += each.amount;
    return { words: said(each, comparison.others), amount: each.amount, from, to: sum };
  });
  if (Math.abs(rest) >= 0.05) {
    steps.push({ words: `${counted(small.length, "smaller thing")}`, amount: rest, from: sum, to: sum + rest });
    sum += rest;
  }
  const ends = steps.flatMap((step) => [step.from, step.to]).concat(0, comparison.odds, comparison.threshold);
  const [low, high] = [Math.min(...ends), Math.max(...ends)];
  const place = (value) => `${((100 * (value - low)) / (high - low || 1)).toFixed(2)}%`;
  const wide = (one, other) => `${((100 * Math.abs(other - one)) / (high - low || 1)).toFixed(2)}%`;
  const track = (from, to) =>
    make(
      "div",
      { class: "track", vars: { "--from": place(Math.min(from, to)), "--width": wide(from, to), "--line-at": place(comparison.threshold) } },
      make("b"),
      make("i"),
    );
  const rows = steps.map((step) =>
    make(
      "div",
      { class: `step ${step.amount < 0 ? "against" : "for"}`, role: "listitem" },
      make("span", { class: "words" }, step.words),
      make("span", { class: "number" }, unit(step.amount)),
      track(step.from, step.to),
    ),
  );
  rows.push(
    make(
      "div",
      { class: "step sum", role: "listitem" },
      make("span", { class: "words" }, comparison.odds >= comparison.threshold ? "Together: enough for one person" : "Together: not enough for one person"),
      make("span", { class: "number" }, unit(comparison.odds)),
      track(0, comparison.odds),
    ),
  );
  return make("div", { class: "waterfall", role: "list" }, rows);
}

export function compared(comparison, called = "") {
  const head = make(
    "h3",
    {},
    comparison.within ? "Why " : "Why not ",
    link({ person: comparison.person }, {}, called || comparison.person),
    comparison.within ? ` — ${percent(comparison.strength)} sure` : ` — ${percent(comparison.strength)} that it belongs there`,
  );
  const parts = [head];
  if (comparison.apart) parts.push(make("p", {}, `Kept apart: ${comparison.apart}.`));
  if (!comparison.others) parts.push(make("p", { class: "soft" }, "Nobody that it was compared with is near enough."));
  else if (!comparison.amounts.length) parts.push(make("p", { class: "soft" }, `There is nothing to compare them by: ${comparison.unknown.join(", ")}.`));
  else {
    const chains = comparison.others === 1 ? "one other text" : `${comparison.others} other texts`;
    parts.push(make("p", { class: "soft" }, `Beside ${chains} of that person; the dotted line is where two become one.`));
    parts.push(waterfall(comparison));
    if (comparison.unknown.length) parts.push(make("p", { class: "soft small" }, `Not known: ${comparison.unknown.join(", ")}.`));
  }
  return make("section", { class: colour(comparison.person) }, parts);
}

export function linked(why) {
  const option = why.chosen;
  const fresh = option.start < 0;
  const parts = [
    make("h3", {}, fresh ? "The first word for them here" : "Which word it goes back to"),
    make(
      "p",
      {},
      "“", name(why.text), fresh ? "” goes back to nobody who was named before" : "” goes back to “",
      fresh ? null : name(option.text), fresh ? "" : "”", `, ${percent(why.confidence)} sure.`,
    ),
  ];
  for (const told of why.told) parts.push(make("p", { class: "soft" }, told));
  if (why.runner_up && why.runner_up.start >= 0 && why.runner_up.probability >= 0.005) {
    parts.push(make("p", { class: "soft small" }, "Second came “", name(why.runner_up.text), `”, ${percent(why.runner_up.probability)}.`));
  }
  const reasons = option.reasons.filter((each) => Math.abs(each.weight) >= 0.05).slice(0, 4);
  if (reasons.length) {
    parts.push(
      make("details", {}, make("summary", {}, "What the model looked at"), make("ul", { class: "small" }, reasons.map((each) => make("li", { class: `step ${each.weight < 0 ? "against" : "for"}` }, make("span", { class: "words soft" }, each.words), make("span", { class: "number" }, signed(each.weight)))))),
    );
  }
  return make("section", {}, parts);
}

export const card = (id) => get(at("/api/people", id));
