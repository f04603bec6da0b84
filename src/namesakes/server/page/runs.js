// Runs: files are sent, folders are read, and how far that is stands here until it is over.

import { get, post, postFile, session } from "./api.js";
import { changed, who } from "./correct.js";
import { counted, empty, explain, make, name, toast } from "./dom.js";

const STAGES = { waiting: "Waits for the run before it", beginning: "Beginning", reading: "Reading", identities: "Finding out who is who" };
const when = (time) => make("time", { class: "soft small", datetime: time }, time.replace("T", " ").replace("Z", ""));
let asked = 0; // the last look at the runs; an older one ends

export async function runs(root) {
  document.title = "Runs – Namesakes";
  const [known, listed] = await Promise.all([session(), get("/api/resolve")]);
  const here = make("ol", { class: "runs" });
  const past = make("ol", { class: "past" });
  const note = make("p", { class: "soft small sending", role: "status" });
  const article = make("article", { class: "list" }, make("header", {}, make("h1", {}, "Runs"), make("p", {}, "Documents are read here, on this machine. Their people are there as soon as a run is over.")));
  if (known.read_only) article.append(make("p", { class: "soft" }, "This server only reads: start it without --read-only to add documents."));
  else article.append(adding(listed, note, () => follow(here, past)), note);
  article.append(here, make("h2", {}, "What was read into this store"), past);
  root.replaceChildren(article);
  await follow(here, past, listed);
}

// Where files are dropped or chosen, and folders are named.
function adding(listed, note, begun) {
  const options = how();
  const start = (files) => send(files, listed, options, note).then((any) => any && begun()).catch(explain);
  const chooser = (id, text, more) => {
    const field = make("input", { type: "file", id, multiple: true, class: "hidden", ...more });
    field.addEventListener("change", () => start([...field.files]).finally(() => (field.value = "")));
    return [field, make("label", { for: id, class: "button" }, text)];
  };
  const folder = (called) => make("button", { onclick: () => begin({ folder: called }, options).then(begun).catch(explain) }, "Read the folder ", name(called));
  const box = make("div", { class: "drop" }, make("p", {}, "Drop files here: texts, web pages, PDF and office files, mails, tables, archives."), make("div", { class: "row" }, chooser("files", "Choose files"), chooser("folder-files", "Choose a folder", { webkitdirectory: true }), listed.folders.map(folder)), options.box);
  const over = (event, on) => {
    event.preventDefault();
    box.classList.toggle("over", on);
  };
  box.addEventListener("dragover", (event) => over(event, true));
  box.addEventListener("dragleave", (event) => over(event, false));
  box.addEventListener("drop", (event) => {
    over(event, false);
    start([...event.dataTransfer.files]);
  });
  return box;
}

// How tables and mails are read, where they do not say it themselves.
function how() {
  const field = (id, text) => [make("label", { for: id }, text), make("input", { id, maxlength: 200, autocomplete: "off" })];
  const [texts, ids, dates] = [field("text-columns", "Columns of the texts"), field("id-column", "Column of ids"), field("date-column", "Column of dates")];
  const quoted = make("input", { type: "checkbox", id: "quoted" });
  const box = make("details", { class: "how" }, make("summary", {}, "Tables and mails"), make("div", { class: "fields" }, [texts, ids, dates].map((pair) => make("div", {}, pair))), make("div", { class: "check" }, quoted, make("label", { for: "quoted" }, "Of mails read what they quote, too")));
  const given = () => ({
    text_columns: texts[1].value.split(",").map((each) => each.trim()).filter(Boolean),
    id_column: ids[1].value.trim(),
    date_column: dates[1].value.trim(),
    quoted: quoted.checked,
  });
  return { box, given };
}

async function begin(what, options) {
  return post("/api/resolve", { who: await who(), ...options.given(), ...what });
}

// Sends files one after the other; one that is refused is named, and the others go on.
async function send(files, listed, options, note) {
  const called = (file) => file.webkitRelativePath || file.name;
  const wanted = files.filter((file) => !called(file).split("/").some((part) => part.startsWith(".")));
  if (!wanted.length) return false;
  if (wanted.length > listed.most_files) return void toast(`A run takes ${counted(listed.most_files, "file")}; namesakes resolve takes any number.`, { bad: true });
  const uploads = [];
  const refused = [];
  for (const file of wanted) {
    note.textContent = `Sending ${(uploads.length + refused.length + 1).toLocaleString("en")} of ${counted(wanted.length, "file")}…`;
    if (file.size > listed.most_upload) {
      refused.push(`${called(file)} is too large here`);
      continue;
    }
    try {
      uploads.push((await postFile("/api/uploads", { name: called(file) }, file)).id);
    } catch (error) {
      refused.push(`${called(file)}: ${error.message}`);
      if ([0, 401, 403, 429, 503].includes(error.status)) break;
    }
  }
  note.textContent = refused.length ? `Not sent: ${refused.slice(0, 5).join("; ")}${refused.length > 5 ? ` and ${refused.length - 5} more` : ""}.` : "";
  if (uploads.length) await begin({ uploads }, options);
  return uploads.length > 0;
}

// Shows the runs, and looks again as long as one goes on and the view is there.
async function follow(here, past, known = null) {
  const number = ++asked;
  const going = new Set();
  for (let listed = known; number === asked && here.isConnected; listed = null) {
    const { runs: found, log } = listed || (await get("/api/resolve"));
    if (number !== asked) return;
    show(here, found);
    past.replaceChildren(...(log.length ? log.map(logged) : [make("li", {}, empty("Nothing was read yet", "Drop a file above, or run namesakes resolve FOLDER."))]));
    const over = found.filter((run) => !run.running && going.has(run.number));
    for (const run of found) if (run.running) going.add(run.number);
      else going.delete(run.number);
    if (over.length) session(true).then(changed, explain);
    if (!going.size) return;
    await new Promise((resolve) => setTimeout(resolve, 400));
  }
}

// Rows that are there stay what they are, so that the focus stays on their buttons.
function show(here, found) {
  const rows = new Map([...here.children].map((row) => [row.dataset.said, row]));
  here.replaceChildren(...found.map((run) => rows.get(JSON.stringify(run)) || line(run, [...rows.values()].find((row) => row.dataset.number === String(run.number)))));
}

function line(run, before) {
  const row = before && before.classList.contains("going") && run.running ? before : make("li", { class: run.running ? "going" : "" });
  row.dataset.said = JSON.stringify(run);
  row.dataset.number = run.number;
  if (row === before) {
    update(row, run);
    return row;
  }
  const head = [when(run.begun), make("strong", { dir: "auto" }, run.what), make("span", { class: "soft small" }, run.who ? ` ${run.who}` : "")];
  if (!run.running) {
    row.append(make("div", { class: "head" }, head), make("p", {}, outcome(run)), skipped(run));
    return row;
  }
  const stop = make("button", { class: "stop" }, "Stop");
  stop.addEventListener("click", () => post(`/api/resolve/${run.number}/stop`, {}).then(() => (stop.textContent = "Stop at once"), explain));
  row.append(make("div", { class: "head" }, head, stop), make("progress", { max: 1, "aria-label": "How far the run is" }), make("p", { class: "soft small" }));
  update(row, run);
  return row;
}

function update(row, run) {
  const bar = row.querySelector("progress");
  if (run.total) bar.value = run.done / run.total;
  const read = run.read ? `, ${counted(run.read, "document")} read` : "";
  const far = run.total ? ` ${run.done.toLocaleString("en")} of ${run.total.toLocaleString("en")}` : "";
  row.querySelector("p").textContent = `${run.stopped ? "Stopping" : STAGES[run.stage] || run.stage}${far}${read}…`;
}

function outcome(run) {
  if (run.problem) return run.problem;
  const parts = [counted(run.new, "new document")];
  if (run.changed) parts.push(`${run.changed} changed`);
  if (run.unchanged) parts.push(`${run.unchanged} as before`);
  if (run.removed) parts.push(`${run.removed} gone`);
  if (run.left_out) parts.push(`${run.left_out} left out`);
  return `${run.stopped ? "Stopped: " : ""}${parts.join(", ")}.`;
}

function skipped(run) {
  if (!run.skipped.length) return null;
  const more = run.left_out - run.skipped.length;
  const rows = run.skipped.map((each) => make("li", {}, name(each.place), make("span", { class: "soft" }, `: ${each.reason}`)));
  return make("details", { class: "skipped", open: run.left_out <= 5 }, make("summary", {}, "What was left out, and why"), make("ul", {}, rows, more > 0 ? make("li", { class: "soft" }, `and ${more.toLocaleString("en")} more`) : null));
}

function logged(run) {
  const counts = [run.new && `${run.new.toLocaleString("en")} new`, run.changed && `${run.changed.toLocaleString("en")} changed`, run.removed && `${run.removed.toLocaleString("en")} gone`].filter(Boolean);
  return make("li", {}, when(run.time), make("span", { dir: "auto" }, run.what || "people found again"), make("span", { class: "soft small" }, [run.who, counts.join(", "), run.finished ? "" : "not finished"].filter(Boolean).join(" · ")));
}
