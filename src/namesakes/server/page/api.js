// Asking the server. Nothing else is ever asked.

export class Problem extends Error {
  constructor(status, title, detail) {
    super(title);
    this.status = status;
    this.detail = detail || "";
  }
}

let token = takeToken();
let known = null;

function takeToken() {
  const given = new URLSearchParams(location.hash.slice(1)).get("token");
  if (given) {
    sessionStorage.setItem("namesakes-token", given);
    history.replaceState(null, "", location.pathname + location.search);
  }
  return given || sessionStorage.getItem("namesakes-token") || "";
}

export function setToken(given) {
  token = given.trim();
  sessionStorage.setItem("namesakes-token", token);
}

async function ask(path, options) {
  const headers = { ...(options.headers || {}), ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  let answer;
  try {
    answer = await fetch(path, { ...options, headers });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem(0, "The server does not answer.", "Start it again with: namesakes serve");
  }
  if (answer.ok) return answer.json();
  let said = {};
  try {
    said = await answer.json();
  } catch {
    // a proxy in between may say anything
  }
  throw new Problem(answer.status, said.title || `The server answers ${answer.status}.`, said.detail);
}

export function get(path, parameters = {}, signal = undefined) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== undefined && value !== null && value !== "") query.append(name, value);
  }
  const text = query.toString();
  return ask(text ? `${path}?${text}` : path, { signal });
}

// What this run of the server is; asked again where it was started anew.
export async function session(again = false) {
  if (known === null || again) known = await get("/api/session");
  return known;
}

export const post = (path, body) => write(path, JSON.stringify(body), "application/json");

export const postFile = (path, parameters, file) => write(`${path}?${new URLSearchParams(parameters)}`, file, "application/octet-stream");

async function write(path, body, kind) {
  const send = async () => ask(path, { method: "POST", body, headers: { "Content-Type": kind, "X-Namesakes-Token": (await session()).token } });
  try {
    return await send();
  } catch (error) {
    if (error.status !== 403 || !error.message.includes("another run")) throw error;
    await session(true);
    return send();
  }
}

export const at = (path, id) => `${path}/${encodeURIComponent(id)}`;
