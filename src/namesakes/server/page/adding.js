// Adding documents: files are read here, sent as texts, and how far the run is is asked until it is over.

import { get, post } from "./api.js";
import { changed } from "./correct.js";
import { counted, explain, make, name } from "./dom.js";

const MOST = 30_000_000; // characters at once
const KINDS = ".txt,.text,.md,.markdown,text/plain";
const STAGES = { beginning: "Beginning", reading: "Reading", removing: "Reading", identities: "Finding out who is who" };

export function adding() {
  const field = make("input", { type: "file", id: "files", multiple: true, accept: KINDS, class: "hidden" });
  const label = make("label", { for: "files", class: "button" }, "Add documents");
  const said = make("div", { class: "run soft small", role: "status" });
  const box = make("div", { class: "adding" }, field, label, said);
  field.addEventListener("change", () => send([...field.files], said).catch(explain).finally(() => (field.value = "")));
  box.addEventListener("dragover", (event) => event.preventDefault());
  box.addEventListener("drop", (event) => {
    event.preventDefault();
    send([...event.dataTransfer.files], said).catch(explain);
  });
  get("/api/runs").then((run) => run.running && follow(said), () => {});
  return box;
}

async function send(files, said) {
  const texts = files.filter((file) => /\.(txt|text|md|markdown)$/i.test(file.name) || file.type === "text/plain");
  const others = files.length - texts.length;
  if (!texts.length) return void (said.textContent = "Only plain text is read here; namesakes resolve reads many other kinds of files.");
  if (texts.reduce((sum, file) => sum + file.size, 0) > MOST) return void (said.textContent = "That is too much at once; namesakes resolve takes any number of files.");
  const documents = await Promise.all(texts.map(async (file) => ({ id: `added/${file.name}`, text: await file.text() })));
  await post("/api/runs", { documents });
  await follow(said, others);
}

async function follow(said, others = 0) {
  const bar = make("progress", { max: 1, "aria-label": "How far the run is" });
  const words = make("span", {});
  said.replaceChildren(bar, " ", words);
  for (;;) {
    const run = await get("/api/runs");
    words.textContent = `${STAGES[run.stage] || run.stage}…`;
    if (run.total) bar.value = run.done / run.total;
    if (!run.running) return void over(said, run, others);
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

function over(said, run, others) {
  if (run.problem) return void said.replaceChildren(make("span", {}, run.problem));
  const parts = [counted(run.new, "new document")];
  if (run.changed) parts.push(`${run.changed} changed`);
  if (run.unchanged) parts.push(`${run.unchanged} as before`);
  if (others) parts.push(`${others} of other kinds left out`);
  said.replaceChildren(make("span", {}, `${parts.join(", ")}.`));
  if (run.skipped.length) said.append(make("ul", {}, run.skipped.map((each) => make("li", {}, name(each.place), `: ${each.reason}`))));
  changed();
}
