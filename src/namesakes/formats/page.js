"use strict";
// Lights up the chain of a mention: under the pointer, at the focus, or for good after a click or Enter.
let release = () => {}; // lets go of the chain that is pinned, in whichever document
for (const article of document.querySelectorAll("article")) {
  const text = article.querySelector(".text");
  const byChain = new Map();
  for (const element of article.querySelectorAll("[data-chain]")) {
    const chain = element.dataset.chain;
    if (!byChain.has(chain)) byChain.set(chain, []);
    byChain.get(chain).push(element);
  }
  let shown = null;
  let pinned = null;

  function show(chain) {
    if (chain === shown) return;
    for (const element of byChain.get(shown) || []) element.classList.remove("on");
    for (const element of byChain.get(chain) || []) element.classList.add("on");
    text.classList.toggle("lit", chain !== null);
    shown = chain;
  }

  const unpin = () => pin(null);
  function pin(chain) {
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
  }

  // The chain at an event's place, null where there is none.
  const chainAt = (event) => {
    const element = event.target.closest("[data-chain]");
    return element === null ? null : element.dataset.chain;
  };

  // Focus the mention of the pinned chain that is this many steps away.
  function step(by) {
    const mentions = byChain.get(pinned).filter((element) => element.tabIndex === 0 && element.closest(".text"));
    const here = mentions.indexOf(document.activeElement);
    const next = here < 0 ? (by > 0 ? 0 : mentions.length - 1) : (here + by + mentions.length) % mentions.length;
    mentions[next].focus();
  }

  article.addEventListener("pointerover", (event) => show(chainAt(event) ?? pinned));
  article.addEventListener("pointerleave", () => show(pinned));
  article.addEventListener("focusin", (event) => show(chainAt(event) ?? pinned));
  article.addEventListener("focusout", () => show(pinned));
  article.addEventListener("click", (event) => {
    const chain = chainAt(event);
    if (chain === null && !event.target.closest(".text")) return;
    const again = chain === pinned && !event.target.closest("a");
    pin(again ? null : chain);
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
}
