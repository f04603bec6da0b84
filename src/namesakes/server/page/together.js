// Who occurs with whom: a graph, and the same as a list.

import { get } from "./api.js";
import { begin, colour } from "./colours.js";
import { address, counted, empty, link, make, name } from "./dom.js";

const STEPS = 320;
const SPACE = "http://www.w3.org/2000/svg";

function draw(kind, attributes, ...children) {
  const element = document.createElementNS(SPACE, kind);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Places of people: all push each other away, those who meet pull, more the more often (Fruchterman and Reingold, 1991).
export function layout(people, links, [WIDE, HIGH]) {
  const count = people.length;
  const number = new Map(people.map((one, place) => [one.id, place]));
  const x = people.map((_, place) => WIDE / 2 + (WIDE / 3) * Math.cos(2.399963 * place) * Math.sqrt((place + 1) / count));
  const y = people.map((_, place) => HIGH / 2 + (HIGH / 3) * Math.sin(2.399963 * place) * Math.sqrt((place + 1) / count));
  const near = 0.62 * Math.sqrt((WIDE * HIGH) / Math.max(count, 6));
  const most = Math.max(1, ...links.map((each) => each.documents));
  for (let step = 0; step < STEPS; step += 1) {
    const heat = 60 * (1 - step / STEPS) ** 2 + 0.5;
    const [dx, dy] = [new Float64Array(count), new Float64Array(count)];
    for (let one = 0; one < count; one += 1) {
      for (let other = one + 1; other < count; other += 1) {
        const [a, b] = [x[one] - x[other] || 0.1 * (one - other), y[one] - y[other] || 0.1];
        const away = a * a + b * b;
        if (away > 9 * near * near) continue;
        const push = (near * near) / Math.max(away, 25);
        dx[one] += a * push;
        dy[one] += b * push;
        dx[other] -= a * push;
        dy[other] -= b * push;
      }
      dx[one] += (WIDE / 2 - x[one]) * 0.16;
      dy[one] += (HIGH / 2 - y[one]) * 0.26;
    }
    for (const each of links) {
      const [one, other] = [number.get(each.one), number.get(each.other)];
      if (one === undefined || other === undefined) continue;
      const [a, b] = [x[one] - x[other], y[one] - y[other]];
      const pull = (Math.hypot(a, b) / near) * (0.35 + 0.65 * Math.sqrt(each.documents / most));
      dx[one] -= a * pull;
      dy[one] -= b * pull;
      dx[other] += a * pull;
      dy[other] += b * pull;
    }
    for (let one = 0; one < count; one += 1) {
      const length = Math.hypot(dx[one], dy[one]) || 1;
      x[one] = Math.min(WIDE - 70, Math.max(70, x[one] + (dx[one] / length) * Math.min(length, heat)));
      y[one] = Math.min(HIGH - 44, Math.max(24, y[one] + (dy[one] / length) * Math.min(length, heat)));
    }
  }
  return people.map((one, place) => ({ ...one, x: x[place], y: y[place] }));
}

function graph(found, person) {
  const size = innerWidth < 720 ? [460, 640] : [1000, 600];
  const placed = layout(found.people, found.links, size);
  const byId = new Map(placed.map((one) => [one.id, one]));
  const most = Math.max(1, ...found.links.map((each) => each.documents));
  const largest = Math.max(8, ...placed.map((one) => one.documents));
  const lines = found.links
    .filter((each) => byId.has(each.one) && byId.has(each.other))
    .map((each) => {
      const [one, other] = [byId.get(each.one), byId.get(each.other)];
      const line = draw("line", { x1: one.x, y1: one.y, x2: other.x, y2: other.y, "stroke-width": 1 + 5 * Math.sqrt(each.documents / most) });
      line.dataset.ends = `${each.one}\n${each.other}`;
      return line;
    });
  const nodes = placed.map((one) => {
    const radius = 4 + 8 * Math.sqrt(one.documents / largest);
    const label = one.name.length > 26 ? `${one.name.slice(0, 25)}…` : one.name;
    const text = draw("text", { x: one.x, y: one.y + radius + 13, direction: "auto" }, label);
    const node = draw("a", { href: address({ person: one.id }), "data-go": "", class: `node ${colour(one.id)}${one.id === person ? " own" : ""}`, "aria-label": `${one.name}, ${counted(one.documents, "document")}` }, draw("circle", { cx: one.x, cy: one.y, r: radius }), text);
    node.dataset.id = one.id;
    return node;
  });
  const svg = draw("svg", { viewBox: `0 0 ${size.join(" ")}`, class: "graph", role: "group", "aria-label": "Who is in documents with whom" }, draw("g", { class: "lines" }, ...lines), draw("g", {}, ...nodes));
  const light = (id) => {
    svg.classList.toggle("lit", id !== null);
    const beside = new Set([id]);
    for (const line of lines) {
      const ends = line.dataset.ends.split("\n");
      const on = ends.includes(id);
      line.classList.toggle("on", on);
      if (on) ends.forEach((each) => beside.add(each));
    }
    for (const node of nodes) node.classList.toggle("on", beside.has(node.dataset.id));
  };
  const of = (event) => event.target.closest("[data-id]")?.dataset.id ?? null;
  svg.addEventListener("pointerover", (event) => light(of(event)));
  svg.addEventListener("pointerleave", () => light(null));
  svg.addEventListener("focusin", (event) => light(of(event)));
  svg.addEventListener("focusout", () => light(null));
  return svg;
}

export async function together(root, person = "") {
  document.title = "Together – Namesakes";
  const people = make("input", { type: "range", min: 10, max: 100, step: 5, value: 40, id: "most" });
  const least = make("input", { type: "range", min: 1, max: 10, value: 1, id: "least" });
  const said = make("p", { class: "soft small", role: "status" });
  const place = make("div", {});
  let asked = 0;
  const show = async () => {
    const number = ++asked;
    const found = await get("/api/together", { person, limit: people.value, least: least.value });
    if (number !== asked) return;
    said.textContent = `${counted(found.people.length, "person").replace("persons", "people")}, ${counted(found.links.length, "pair")} in at least ${counted(Number(least.value), "document")} together`;
    if (found.people.length < 2) return void place.replaceChildren(empty("Nobody is with anybody", "No two of them are in so many documents together."));
    begin(found.people.map((one) => one.id));
    const names = new Map(found.people.map((one) => [one.id, one.name]));
    const rows = found.links.slice(0, 30).map((each) => make("li", {}, link({ person: each.one }, {}, name(names.get(each.one))), " and ", link({ person: each.other }, {}, name(names.get(each.other))), make("span", { class: "soft" }, ` ${counted(each.documents, "document")}`)));
    place.replaceChildren(graph(found, person), make("details", {}, make("summary", { class: "soft small" }, "As a list"), make("ol", { class: "pairs" }, rows)));
  };
  const quiet = () =>
    show().catch((error) => {
      said.textContent = error.message;
    });
  people.addEventListener("input", quiet);
  least.addEventListener("input", quiet);
  const title = person ? ["Around ", link({ person }, {}, person)] : "Who is in documents with whom";
  root.replaceChildren(
    make("article", { class: "together" }, make("header", {}, make("h1", {}, title), said, make("div", { class: "row" }, make("label", { for: "most" }, "People"), people, make("label", { for: "least" }, "Documents together"), least)), place),
  );
  await show();
}
