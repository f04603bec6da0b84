// Lists: the documents, and the log of corrections.

import { get, session } from "./api.js";
import { sentence, undo } from "./correct.js";
import { $, counted, empty, file, folder, link, make, name } from "./dom.js";
import { learning } from "./learning.js";

export async function documents(root, query = "") {
  document.title = "Documents – Namesakes";
  const known = await session();
  const field = make("input", { type: "search", "aria-label": "Words in documents", placeholder: "Words in documents", maxlength: 300 });
  field.value = query;
  const list = make("ul");
  const more = make("button", { class: "more", hidden: true }, "More");
  let asked = 0;
  let next = null;
  const fill = async (cursor) => {
    const number = ++asked;
    const found = await get("/api/documents", { q: field.value, cursor, limit: 50 });
    if (number !== asked) return;
    const rows = found.documents.map((one) => make("li", {}, link({ document: one.id }, {}, name(file(one.id))), make("span", { class: "soft small" }, ` ${folder(one.id)}`), make("p", { class: "line", dir: "auto" }, one.line || one.title)));
    if (cursor) list.append(...rows);
    else list.replaceChildren(...(rows.length ? rows : [make("li", { class: "soft" }, field.value ? "No document has all these words." : "There are no documents yet.")]));
    next = found.next;
    more.hidden = next === null;
  };
  field.addEventListener("input", () => fill(""));
  more.addEventListener("click", () => fill(next));
  root.replaceChildren(make("article", { class: "list" }, make("header", {}, make("h1", {}, counted(known.documents, "document")), make("p", {}, known.store), known.read_only ? null : link({ view: "runs" }, { class: "button" }, "Add documents")), field, list, more));
  await fill("");
}

export async function log(root) {
  document.title = "Corrections – Namesakes";
  const [{ corrections }, known] = await Promise.all([get("/api/corrections"), session()]);
  if (!corrections.length) {
    return void root.replaceChildren(empty("Nothing was corrected yet", "What you say about people stands here, with who said it and when. It holds in every later run, and can be taken back."));
  }
  const row = (one) =>
    make(
      "li",
      { class: one.undone ? "undone" : "" },
      make("time", { class: "soft small", datetime: one.time }, one.time.replace("T", " ").replace("Z", "")),
      make("span", {}, make("span", { class: "said", dir: "auto" }, sentence(one)), make("span", { class: "soft small" }, ` ${one.who ? `said ${one.who}` : ""}${one.undone ? `, taken back ${one.undone.slice(0, 10)}` : ""}${one.asleep ? `; ${one.asleep}` : ""}`), one.mentions.length && !one.asleep ? [" ", link({ document: one.mentions[0].document, at: String(one.mentions[0].start) }, { class: "small" }, "see it")] : null),
      one.undone || known.read_only ? make("span") : make("button", { onclick: () => undo(one.id) }, "Take back"),
    );
  root.replaceChildren(make("article", { class: "list log" }, make("header", {}, make("h1", {}, "Corrections"), make("p", {}, "The newest first."), learning()), make("ol", {}, corrections.map(row))));
  $("h1", root).focus?.();
}
