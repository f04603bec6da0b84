// Making elements: text is always text.

export function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "class") element.className = value;
    else if (key === "onclick") element.addEventListener("click", value);
    else if (key === "vars") for (const [each, to] of Object.entries(value)) element.style.setProperty(each, to);
    else if (key === "data") Object.assign(element.dataset, value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat().filter((each) => each !== null && each !== undefined && each !== false));
  return element;
}

export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
export const counted = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
export const percent = (share) => `${Math.round(100 * share)} %`;
export const name = (text) => make("bdi", {}, text || "nameless");
export const file = (id) => id.split("/").pop() || id;
export const folder = (id) => id.slice(0, id.length - file(id).length);

export function link(state, attributes, ...children) {
  return make("a", { href: address(state), "data-go": true, ...attributes }, ...children);
}

export function address(state) {
  const query = new URLSearchParams();
  for (const key of ["view", "q", "person", "document", "at"]) if (state[key]) query.set(key, state[key]);
  const text = query.toString();
  return text ? `/?${text}` : "/";
}

export function sure(share) {
  return make(
    "span",
    { class: "sure", title: "How surely all that is told here belongs to one" },
    make("i", { vars: { "--share": percent(share).replace(" ", "") } }),
    `${percent(share)} sure`,
  );
}

export function empty(title, text, code) {
  return make("div", { class: "empty" }, make("h1", {}, title), make("p", {}, text), code ? make("code", {}, code) : null);
}

let ending = 0;
export function toast(text, { bad = false, action = null, key = "" } = {}) {
  const box = $("#toasts");
  const line = make("div", { class: bad ? "toast bad" : "toast" }, make("span", {}, text));
  if (action) {
    line.append(
      make("button", { onclick: () => { line.remove(); action.run(); } }, action.name, key ? " " : "", key ? make("kbd", {}, key) : null),
    );
  }
  box.replaceChildren(line);
  clearTimeout(ending);
  ending = setTimeout(() => line.remove(), bad || action ? 9000 : 4000);
}

export function explain(error) {
  const said = /[.!?…]$/.test(error.message) ? error.message : `${error.message}.`;
  toast(error.detail ? `${said} ${error.detail}` : said, { bad: true });
}
