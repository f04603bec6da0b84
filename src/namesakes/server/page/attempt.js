// Try it: a text of one's own, its chains and people at once. Nothing of it is kept.

import { get, post, session } from "./api.js";
import { begin, colour } from "./colours.js";
import { $$, counted, explain, make, name, percent } from "./dom.js";
import { marked, places } from "./marks.js";
import { current, light } from "./text_view.js";

const EXAMPLE =
  "Gary Wilber was named chief executive of the bank on Monday. He succeeds his father, Philip Wilber, who founded it in 1958 and remains chairman. “Gary knows every branch,” said Susan Lee, an analyst at Harbour Securities. She expects him to sell the Ohio offices.";

export async function attempt(root) {
  document.title = "Try it – Namesakes";
  const [{ most_text: most }, { pipelines }] = await Promise.all([session(), get("/api/pipelines")]);
  const field = make("textarea", { id: "own-text", dir: "auto", spellcheck: "false" });
  field.value = sessionStorage.getItem("namesakes-try") || EXAMPLE;
  const choice = make("select", { id: "pipeline" }, pipelines.map((one) => make("option", { value: one.own ? "" : one.name }, `${one.name}: ${one.description}`)));
  if (!pipelines.some((one) => one.own)) choice.prepend(make("option", { value: "" }, "that of this store"));
  choice.value = sessionStorage.getItem("namesakes-pipeline") || "";
  if (choice.selectedIndex < 0) choice.value = "";
  choice.addEventListener("change", () => {
    sessionStorage.setItem("namesakes-pipeline", choice.value);
    run();
  });
  const go = make("button", { class: "main" }, "Who is who? ", make("kbd", {}, "Ctrl ⏎"));
  const said = make("span", { class: "soft small", role: "status" });
  const result = make("div", {});
  const run = async () => {
    const text = field.value;
    if (!text.trim()) return void (said.textContent = "Write something first.");
    if ([...text].length > most) return void (said.textContent = `A text may have ${most.toLocaleString("en")} characters here.`);
    sessionStorage.setItem("namesakes-try", text);
    go.disabled = true;
    said.textContent = "Reading…";
    try {
      const found = await post("/api/coref", choice.value ? { text, pipeline: choice.value } : { text });
      said.textContent = `${counted(found.chains.length, "chain")}, ${counted(found.people.filter((one) => one.kind === "person").length, "person").replace("persons", "people")}`;
      result.replaceChildren(shown(found));
    } catch (error) {
      said.textContent = "";
      explain(error);
    } finally {
      go.disabled = false;
    }
  };
  go.addEventListener("click", run);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) run();
  });
  root.replaceChildren(
    make(
      "article",
      { class: "try" },
      make("header", {}, make("h1", {}, "Try a text"), make("p", { class: "soft" }, "It is read here, on this machine, and not kept.")),
      make("label", { for: "own-text", class: "hidden" }, "Text"),
      field,
      make("div", { class: "row" }, go, make("label", { for: "pipeline", class: "soft small" }, "Read by"), choice, said),
      result,
    ),
  );
  await run();
}

function shown(found) {
  const people = new Map(found.people.map((one) => [one.chain, one]));
  const several = found.chains.filter((chain) => chain.mentions.length > 1 || people.has(chain.chain));
  const ids = several.map((chain) => `text-${chain.chain}`);
  begin([...several].sort((one, other) => other.mentions.length - one.mentions.length).map((chain) => `text-${chain.chain}`));
  const byNumber = new Map(found.chains.map((chain) => [chain.chain, chain]));
  const look = (number) => {
    const chain = byNumber.get(number);
    if (!chain) return null;
    return { colour: ids.includes(`text-${number}`) ? colour(`text-${number}`) : "", title: chain.name };
  };
  const text = make("div", { class: "text", dir: "auto" }, marked(found.text, 0, places(found.chains), look));
  let lit = null;
  const pin = (number) => {
    lit = lit === number ? null : number;
    light(text, lit);
    for (const button of $$("[data-legend]", view)) button.setAttribute("aria-pressed", String(button.dataset.legend === String(lit)));
  };
  const rows = several
    .sort((one, other) => other.mentions.length - one.mentions.length)
    .map((chain) => {
      const one = people.get(chain.chain);
      const facts = one ? [...new Set(one.facts.map((fact) => (fact.relation ? `${fact.value} (${fact.relation})` : fact.value)))].slice(0, 4).join(", ") : "";
      const sure = chain.confidence === null ? "" : ` · ${percent(chain.confidence)} sure`;
      return make(
        "li",
        { class: colour(`text-${chain.chain}`) },
        make("button", { "aria-pressed": "false", data: { legend: chain.chain }, onclick: () => pin(chain.chain) }, make("span", { class: "name" }, name(chain.name)), make("span", { class: "count" }, `${chain.mentions.length}${sure}`)),
        facts ? make("p", { class: "small soft facts" }, facts) : null,
      );
    });
  const view = make("div", { class: "reader" }, text, make("aside", { class: "margin shown", "aria-label": "Who is who" }, make("nav", { class: "legend", "aria-label": "Chains" }, make("h3", {}, "Who is who"), make("ol", {}, rows))));
  text.addEventListener("pointerover", (event) => {
    const element = event.target.closest(".m");
    if (lit === null) light(text, element ? element.dataset.chain : null);
  });
  text.addEventListener("pointerleave", () => light(text, lit));
  text.addEventListener("click", (event) => {
    const element = event.target.closest(".m");
    if (!element) return;
    lit = null;
    pin(Number(element.dataset.chain));
    current(text, element);
  });
  return view;
}
