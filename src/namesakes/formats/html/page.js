"use strict";
// Lights up the chain of a mention: under the pointer, at the focus, or for good after a click or Enter, which also
// opens a panel with the chain's mentions and the reasons that the document keeps for each.
let release = () => {}; // lets go of the chain that is pinned, in whichever document
const rows = document.querySelectorAll("script[data-namesakes]");
const percent = (share) => `${Math.round(100 * share)} %`;

// A new element with a class, a text and children.
function make(name, className, text, ...children) {
  const element = document.createElement(name);
  if (className) element.className = className;
  if (text) element.textContent = text;
  element.append(...children);
  return element;
}

function button(text, act, className) {
  const element = make("button", className, text);
  element.type = "button";
  element.addEventListener("click", act);
  return element;
}

// Why a mention with these words is where it is: what it goes back to, what came second, and what spoke for each. `find`
// gives what leads to the mention that an option means, or null.
function reasons(why, words, find) {
  const parts = [make("h3", "", `Why “${words}” is here`)];
  parts.push(option(why.chosen, "begins the chain", why.confidence, find));
  if (why.given) parts.push(make("p", "facts", "A constraint says so."));
  parts.push(...weights(why.chosen));
  if (why.runner_up) {
    const second = make("details");
    second.append(make("summary", "", "What came second"), option(why.runner_up, "a chain of its own", undefined, find));
    second.append(...weights(why.runner_up));
    parts.push(make("h3"), second);
  }
  return parts;
}

function option(row, fallback, share, find) {
  const act = row.start < 0 ? null : find(row);
  const words = row.start < 0 ? fallback : `goes back to “${row.text.replace(/\s+/g, " ")}”`;
  const called = act === null ? make("span", "", words) : button(words, act);
  return make("div", "option", "", called, make("span", "percent", percent(share === undefined ? row.probability : share)));
}

function weights(row) {
  const most = Math.max(...row.reasons.map((reason) => Math.abs(reason.weight)), 1e-9);
  return row.reasons.map((reason) => {
    const bar = make("span", "bar", "", make("i"));
    bar.firstChild.style.setProperty("--share", `${(100 * Math.abs(reason.weight)) / most}%`);
    const weight = `${reason.weight < 0 ? "−" : "+"}${Math.abs(reason.weight).toFixed(2)}`;
    const line = make("div", reason.weight < 0 ? "reason against" : "reason", "", bar, make("span", "weight", weight));
    line.append(make("span", "", reason.words));
    line.title = reason.template;
    return line;
  });
}

document.querySelectorAll("article").forEach((article, number) => {
  if (article.classList.contains("long")) return; // long.js draws it
  const text = article.querySelector(".text");
  const panel = article.querySelector(".panel");
  const byChain = new Map();
  for (const element of article.querySelectorAll("[data-chain]")) {
    const chain = element.dataset.chain;
    if (!byChain.has(chain)) byChain.set(chain, []);
    byChain.get(chain).push(element);
  }
  let shown = null;
  let pinned = null;
  let chosen = null;

  function show(chain) {
    if (chain === shown) return;
    for (const element of byChain.get(shown) || []) element.classList.remove("on");
    for (const element of byChain.get(chain) || []) element.classList.add("on");
    text.classList.toggle("lit", chain !== null);
    shown = chain;
  }

  const unpin = () => pin(null);
  function pin(chain, mention) {
    if (chain !== null && release !== unpin) {
      release();
      release = unpin;
    }
    for (const element of byChain.get(pinned) || []) element.removeAttribute("aria-pressed");
    pinned = chain;
    for (const element of byChain.get(pinned) || []) {
      if (element.getAttribute("role") === "button") element.setAttribute("aria-pressed", "true");
    }
    show(chain);
    describe(chain === null ? null : mention || members(chain)[0]);
  }

  // The chain at an event's place, null where there is none.
  const chainAt = (event) => {
    const element = event.target.closest("[data-chain]");
    return element === null ? null : element.dataset.chain;
  };

  // The mentions of a chain that can be chosen, in the order of the document.
  const place = (element) => Number(element.id.slice(element.id.indexOf("m") + 1));
  const members = (chain) => {
    const found = byChain.get(chain).filter((element) => element.tabIndex === 0 && element.closest(".text"));
    return found.sort((one, other) => place(one) - place(other));
  };

  // Focus the mention of the pinned chain that is this many steps away.
  function step(by) {
    const mentions = members(pinned);
    const here = mentions.indexOf(document.activeElement);
    const next = here < 0 ? (by > 0 ? 0 : mentions.length - 1) : (here + by + mentions.length) % mentions.length;
    go(mentions[next]);
  }

  function go(mention) {
    mention.focus();
    mention.scrollIntoView({ block: "nearest" });
    describe(mention);
  }

  // What the document's row keeps of its mentions, chain by chain in the order of the chains.
  let kept = null;
  function told(mention) {
    if (kept === null) {
      const row = JSON.parse(rows[number].textContent);
      const before = [];
      let count = 0;
      for (const cluster of row.clusters || []) {
        before.push(count);
        count += cluster.length;
      }
      kept = { before, extra: row.mention_extra || {} };
    }
    const chain = mention.dataset.chain;
    const at = kept.before[Number(chain)] + members(chain).indexOf(mention);
    const value = (name) => (kept.extra[name] ? kept.extra[name][at] : "");
    return { confidence: value("confidence"), why: value("why") ? JSON.parse(value("why")) : null };
  }

  // The words before and after a mention, up to so many characters.
  function around(mention, size) {
    const range = document.createRange();
    range.setStart(text, 0);
    range.setEndBefore(mention);
    const before = range.toString().slice(-size).replace(/\s+/g, " ");
    range.setStartAfter(mention);
    range.setEndAfter(text.lastChild);
    return [before, range.toString().slice(0, size).replace(/\s+/g, " ")];
  }

  // Fill the panel with a mention and its chain; null closes it.
  function describe(mention) {
    if (chosen !== null) chosen.removeAttribute("aria-current");
    chosen = mention;
    if (panel === null) return;
    panel.hidden = mention === null;
    panel.replaceChildren();
    if (mention === null) return;
    mention.setAttribute("aria-current", "true");
    const chain = mention.dataset.chain;
    const mentions = members(chain);
    const name = article.querySelector(`.chains [data-chain="${chain}"]`);
    panel.className = `panel ${[...name.classList].find((each) => /^c\d+$/.test(each)) || ""}`;
    const close = button("×", unpin, "close");
    close.setAttribute("aria-label", "Close");
    const count = mentions.length === 1 ? "1 mention" : `${mentions.length} mentions`;
    panel.append(close, make("h2", "", name.title), make("p", "facts", count), list(mentions, mention));
    const { confidence, why } = told(mention);
    if (confidence !== "" && why === null) panel.append(make("p", "facts", `${percent(confidence)} sure`));
    if (why !== null) panel.append(...reasons(why, mention.textContent.replace(/\s+/g, " "), leading));
    const current = panel.querySelector("[aria-current]");
    current.parentNode.scrollTop = current.offsetTop - current.parentNode.offsetTop - 40;
  }

  function list(mentions, mention) {
    const here = mentions.indexOf(mention);
    const first = Math.max(0, Math.min(here - 30, mentions.length - 60)); // of a long chain, those nearby
    const box = make("div", "members");
    for (const each of mentions.slice(first, first + 60)) {
      const [before, after] = around(each, 24);
      const words = each.textContent.replace(/\s+/g, " ");
      const item = button("", () => go(each));
      item.append(before ? `…${before}` : "", make("b", "", words), after ? `${after}…` : "");
      if (each === mention) item.setAttribute("aria-current", "true");
      box.append(item);
    }
    return box;
  }

  // The mention of these characters, if it is on the page.
  function at(row) {
    const starting = [...text.querySelectorAll(`.m[data-start="${row.start}"]`)];
    return starting.find((each) => [...each.textContent].length === row.end - row.start) || null;
  }

  // What leads to the mention of an option.
  function leading(row) {
    const target = at(row);
    return target === null ? null : () => {
      pin(target.dataset.chain, target);
      go(target);
    };
  }

  article.addEventListener("pointerover", (event) => show(chainAt(event) ?? pinned));
  article.addEventListener("pointerleave", () => show(pinned));
  article.addEventListener("focusin", (event) => {
    show(chainAt(event) ?? pinned);
    if (pinned !== null && event.target.classList.contains("m") && event.target.dataset.chain === pinned) {
      if (event.target !== chosen) describe(event.target);
    }
  });
  article.addEventListener("focusout", () => show(pinned));
  article.addEventListener("click", (event) => {
    if (event.target.closest(".panel") || !event.target.isConnected) return;
    const chain = chainAt(event);
    if (chain === null && !event.target.closest(".text")) return;
    const element = event.target.closest(".m");
    const mention = element !== null && element.tabIndex === 0 ? element : null;
    const again = chain === pinned && !event.target.closest("a") && (mention === null || mention === chosen);
    pin(again ? null : chain, mention);
  });
  article.addEventListener("keydown", (event) => {
    if ((event.key === "Enter" || event.key === " ") && event.target.classList.contains("m")) {
      event.preventDefault();
      event.target.click();
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") pin(null);
    if (pinned !== null && (event.key === "n" || event.key === "p")) step(event.key === "n" ? 1 : -1);
  });
});
