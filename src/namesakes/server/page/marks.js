// A piece of a text with its mentions. Offsets count characters as the API does; strings here count UTF-16 units.

import { make } from "./dom.js";

const ASTRAL = /[\ud800-\udbff]/;

function units(text) {
  if (!ASTRAL.test(text)) return (place) => place;
  const places = [0];
  for (const letter of text) places.push(places[places.length - 1] + letter.length);
  return (place) => places[Math.min(place, places.length - 1)];
}

export const length = (text) => (ASTRAL.test(text) ? [...text].length : text.length);

// Mentions are [start, end, chain] of the document; `look(chain)` gives { colour, title } or null.
// Those that cross are ended and begun again, since elements cannot cross.
export function marked(text, start, mentions, look) {
  const unit = units(text);
  const end = start + length(text);
  const marks = mentions
    .filter(([from, to, chain]) => from < end && to > start && look(chain) !== null)
    .map(([from, to, chain]) => ({ from, to, chain, start: Math.max(from, start), end: Math.min(to, end), height: 0 }))
    .sort((one, other) => one.start - other.start || other.end - one.end);
  let around = [];
  for (const mark of marks) {
    around = around.filter((other) => other.end > mark.start);
    [...around].reverse().forEach((other, depth) => (other.height = Math.max(other.height, depth + 1)));
    around.push(mark);
  }
  const edges = [...new Set([start, end, ...marks.flatMap((mark) => [mark.start, mark.end])])].sort((a, b) => a - b);
  const root = document.createDocumentFragment();
  let open = [];
  let next = 0;
  const here = () => (open.length ? open[open.length - 1].element : root);
  const put = (mark) => {
    const element = span(mark, look(mark.chain));
    here().append(element);
    open.push({ mark, element });
  };
  edges.forEach((place, number) => {
    const first = open.findIndex(({ mark }) => mark.end <= place);
    if (first >= 0) {
      const above = open.slice(first).filter(({ mark }) => mark.end > place);
      open = open.slice(0, first);
      above.forEach(({ mark }) => put(mark));
    }
    for (; next < marks.length && marks[next].start === place; next += 1) put(marks[next]);
    if (number + 1 < edges.length) here().append(text.slice(unit(place - start), unit(edges[number + 1] - start)));
  });
  return root;
}

function span(mark, { colour, title }) {
  const height = mark.height ? ` h${Math.min(mark.height, 4)}` : "";
  return make("span", {
    class: `m ${colour || "faint"}${height}`,
    title,
    tabindex: "-1",
    data: { chain: mark.chain, start: mark.from, end: mark.to },
  });
}

export function places(chains) {
  return chains
    .flatMap((chain) => chain.mentions.map(([start, end]) => [start, end, chain.chain]))
    .sort((one, other) => one[0] - other[0] || other[1] - one[1]);
}
