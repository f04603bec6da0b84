// What texts with mentions have in common: colours of their people, clicks, and steps from mention to mention.

import { claim, colour } from "./colours.js";
import { $$ } from "./dom.js";
import { length } from "./marks.js";

// How the mentions of each chain look: people have colours, all else a dotted line; `only` lets one person stand out.
export function look(chains, first = []) {
  const people = chains.filter((chain) => chain.kind === "person" && chain.person);
  const order = [...people].sort((one, other) => other.mentions.length - one.mentions.length);
  claim([...first, ...order.map((chain) => chain.person)]);
  const byNumber = new Map(chains.map((chain) => [chain.chain, chain]));
  return (number) => {
    const chain = byNumber.get(number);
    if (chain === undefined) return null;
    return { colour: chain.kind === "person" && chain.person ? colour(chain.person) : "", title: chain.called };
  };
}

// Lights up the mentions of a chain, of several ("1 5"), or of none.
export function light(root, chains) {
  const lit = new Set(chains === null || chains === undefined ? [] : String(chains).split(" "));
  root.classList.toggle("lit", lit.size > 0);
  for (const element of $$(".m", root)) element.classList.toggle("on", lit.has(element.dataset.chain));
}

export function current(root, element) {
  for (const each of $$(".m[aria-current]", root)) each.removeAttribute("aria-current");
  if (!element) return;
  for (const each of $$(`.m[data-chain="${element.dataset.chain}"][data-start="${element.dataset.start}"][data-end="${element.dataset.end}"]`, root)) {
    each.setAttribute("aria-current", "true");
  }
}

// The words of a mention; nothing where not all of them are shown.
export function words(element) {
  const { chain, start, end } = element.dataset;
  const parts = $$(`.m[data-chain="${chain}"][data-start="${start}"][data-end="${end}"]`, element.closest(".text") || document);
  const text = parts.map((each) => each.textContent).join("");
  return length(text) === Number(end) - Number(start) ? text : "";
}
