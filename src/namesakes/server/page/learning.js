// Learning from corrections, tried: what it would come to is shown; nothing is written from here.

import { get, post } from "./api.js";
import { explain, make } from "./dom.js";

const STAGES = { beginning: "Beginning", identities: "Looking at the people who were corrected", chains: "Looking at the mentions that were corrected", "what would change": "Looking at what would change" };

export function learning() {
  const said = make("div", { class: "lesson", role: "status" });
  const go = make("button", {}, "What do they teach?");
  const follow = async () => {
    go.disabled = true;
    try {
      for (;;) {
        const state = await get("/api/lessons");
        if (!state.running) return void said.replaceChildren(...told(state));
        said.replaceChildren(make("p", { class: "waiting soft small" }, STAGES[state.stage] || state.stage));
        await new Promise((resolve) => setTimeout(resolve, 400));
      }
    } finally {
      go.disabled = false;
    }
  };
  go.addEventListener("click", () => post("/api/lessons", {}).then(follow).catch(explain));
  get("/api/lessons").then((state) => (state.running || state.ended) && follow(), () => {});
  return make("div", { class: "learning" }, go, make("span", { class: "soft small" }, "Tries to learn from the corrections. Nothing is written."), said);
}

function told(state) {
  if (state.problem) return [make("p", {}, state.problem)];
  if (state.refused.length) {
    const [first, ...rest] = state.refused;
    return [make("p", {}, `${first[0].toUpperCase()}${first.slice(1)}.`), ...rest.map((line) => make("p", { class: "soft small" }, line))];
  }
  const next = state.helps ? ["It helps. To keep it: ", make("code", {}, "namesakes learn --into FOLDER")] : ["It does not surely help; nothing would be learned."];
  return [make("pre", { tabindex: "0", "aria-label": "What the corrections teach" }, state.lines.join("\n")), make("p", { class: "soft small" }, next)];
}
