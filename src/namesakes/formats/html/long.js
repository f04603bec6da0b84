// A long text: marks a part of it when it comes into view, and knows its mentions from data, not from elements.
document.querySelectorAll("article.long").forEach((article) => {
  const name = article.id;
  const text = article.querySelector(".text");
  const panel = article.querySelector(".panel");
  const data = JSON.parse(article.querySelector("script[data-marks]").textContent);
  const places = (steps) => {
    let place = 0;
    return steps.map((step) => (place += step));
  };
  const starts = places(data.starts);
  const codes = data.codes.length ? places(data.codes) : starts;
  const owner = (mark) => (data.mentions.length ? data.mentions[mark] : mark);

  // The mentions of each chain, where each has its first mark, and its rank among those of its chain.
  const members = data.names.map(() => []);
  const first = new Int32Array(data.chains.length).fill(-1);
  const rank = new Int32Array(data.chains.length);
  starts.forEach((_, mark) => {
    if (first[owner(mark)] < 0) first[owner(mark)] = mark;
  });
  data.chains.forEach((chain, mention) => {
    if (chain >= 0) rank[mention] = members[chain].push(mention) - 1;
  });
  const order = members.map((_, chain) => chain).sort((one, other) => members[other].length - members[one].length);
  const colours = [];
  order.forEach((chain, place) => {
    colours[chain] = members[chain].length > 1 ? `c${place % 12}` : "once";
  });
  const before = places([0, ...members.map((each) => each.length)]);

  // The parts of the text, what they said before they were marked, and where they begin.
  const parts = [...article.querySelectorAll(".part")];
  const texts = parts.map((part) => part.textContent);
  const whole = texts.join("");
  const begins = places([0, ...texts.map((each) => each.length)]);
  const drawn = new Set();
  const partOf = (place) => {
    let low = 0;
    let high = parts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (begins[middle] <= place) low = middle;
      else high = middle;
    }
    return low;
  };
  const words = (mention) => {
    const mark = first[mention];
    return whole.slice(starts[mark], starts[mark] + data.lengths[mark]).replace(/\s+/g, " ");
  };
  const lower = (place) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (starts[middle] < place) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  let shown = null;
  let pinned = null;
  let chosen = -1;

  // Marks a part; mentions that cross are ended and begun again, since elements cannot cross.
  function draw(number) {
    if (drawn.has(number)) return;
    drawn.add(number);
    const [start, end] = [begins[number], begins[number + 1]];
    const marks = [];
    for (let mark = lower(start); mark < starts.length && starts[mark] < end; mark += 1) {
      marks.push({ mark, start: starts[mark], end: Math.min(end, starts[mark] + data.lengths[mark]), height: 0 });
    }
    let around = [];
    for (const mark of marks) {
      around = around.filter((other) => other.end > mark.start);
      [...around].reverse().forEach((other, depth) => (other.height = Math.max(other.height, depth + 1)));
      around.push(mark);
    }
    const speakers = new Map(data.speakers.filter(([place]) => place >= start && place < end));
    const edges = [...new Set([start, end, ...marks.flatMap((mark) => [mark.start, mark.end]), ...speakers.keys()])];
    edges.sort((one, other) => one - other);
    const root = document.createDocumentFragment();
    let open = [];
    let next = 0;
    const put = (mark) => {
      const element = span(mark);
      (open.length ? open[open.length - 1].element : root).append(element);
      open.push({ mark, element });
    };
    edges.forEach((place, at) => {
      const ending = open.findIndex(({ mark }) => mark.end <= place);
      if (ending >= 0) {
        const above = open.slice(ending).filter(({ mark }) => mark.end > place);
        open = open.slice(0, ending);
        above.forEach(({ mark }) => put(mark));
      }
      const here = () => (open.length ? open[open.length - 1].element : root);
      if (speakers.has(place)) here().append(make("span", "speaker", speakers.get(place)));
      for (; next < marks.length && marks[next].start === place; next += 1) {
        put(marks[next]);
        if (marks[next].end === place) open.pop();
      }
      if (at + 1 < edges.length) here().append(whole.slice(place, edges[at + 1]));
    });
    parts[number].replaceChildren(root);
  }

  function span(mark) {
    const mention = owner(mark.mark);
    const chain = data.chains[mention];
    const element = make("span", `m ${chain < 0 ? "loose" : colours[chain]}`);
    if (mark.height) element.classList.add(`h${Math.min(mark.height, 5)}`);
    if (mark.start === mark.end) element.classList.add("empty");
    if (chain >= 0) {
      element.dataset.chain = chain;
      element.classList.toggle("on", String(chain) === shown);
    }
    if (mark.seen || first[mention] !== mark.mark) return element;
    mark.seen = true;
    element.id = `${name}m${mention}`;
    element.dataset.mention = mention;
    if (chain >= 0) {
      element.tabIndex = 0;
      element.setAttribute("role", "button");
      element.title = `${short(data.names[chain])} · ${rank[mention] + 1} of ${members[chain].length}`;
    }
    return element;
  }
  const short = (called) => (called.length > 60 ? `${called.slice(0, 59).trimEnd()}…` : called);

  const near = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (entry.isIntersecting) {
          draw(parts.indexOf(entry.target));
          near.unobserve(entry.target);
        }
      }
    },
    { rootMargin: "100% 0px" },
  );
  parts.forEach((part) => near.observe(part));

  const byChain = (chain) => article.querySelectorAll(`[data-chain="${chain}"]`);
  function show(chain) {
    if (chain === shown) return;
    if (shown !== null) byChain(shown).forEach((element) => element.classList.remove("on"));
    if (chain !== null) byChain(chain).forEach((element) => element.classList.add("on"));
    text.classList.toggle("lit", chain !== null);
    shown = chain;
  }

  const unpin = () => pin(null);
  function pin(chain, mention) {
    if (chain !== null && release !== unpin) {
      release();
      release = unpin;
    }
    pinned = chain;
    show(chain);
    describe(chain === null ? -1 : mention === undefined ? members[Number(chain)][0] : mention);
  }

  // The element of a mention, drawn where it is not yet.
  function elementOf(mention) {
    draw(partOf(starts[first[mention]]));
    return document.getElementById(`${name}m${mention}`);
  }

  function go(mention) {
    const element = elementOf(mention);
    if (element === null) return;
    element.scrollIntoView({ block: "center" });
    element.focus({ preventScroll: true });
    describe(mention);
  }

  function step(by) {
    const mentions = members[Number(pinned)];
    const here = mentions.indexOf(chosen);
    go(mentions[here < 0 ? 0 : (here + by + mentions.length) % mentions.length]);
  }

  // The packed row, unpacked when it is first asked for; null where the browser cannot.
  let row = null;
  function unpacked() {
    if (row !== null) return row;
    const number = [...document.querySelectorAll("article")].indexOf(article);
    const letters = atob(rows[number].textContent);
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    if (typeof DecompressionStream === "undefined") return (row = Promise.resolve(null));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    row = new Response(stream).json().catch(() => null);
    return row;
  }

  // Why a mention is where it is, from the numbers of its reasons.
  function why(found, mention) {
    const kept = found && found.mention_extra && found.mention_extra.why;
    if (!kept || !found.packed.includes("reasons")) return null;
    const told = kept[1][before[data.chains[mention]] + rank[mention]];
    if (typeof told === "string") return told ? JSON.parse(told) : null;
    const [confidence, given, , , chosenRow, second] = told;
    const option = (each) => ({
      start: each[0],
      text: at(each[0], each[1]) < 0 ? "…" : words(at(each[0], each[1])),
      end: each[1],
      probability: each[3],
      reasons: each[4].map((number) => {
        const [template, said, weight] = kept[0][number];
        return { template, words: said, weight };
      }),
    });
    return { confidence, given, chosen: option(chosenRow), runner_up: second ? option(second) : null };
  }

  // The mention that begins at a place of the document and is as long; -1 for none.
  let beginning = null;
  function at(start, end) {
    if (beginning === null) {
      beginning = new Map();
      codes.forEach((code, mark) => {
        if (first[owner(mark)] === mark) beginning.set(code, [...(beginning.get(code) || []), mark]);
      });
    }
    const marks = beginning.get(start) || [];
    const length = (mark) => [...whole.substr(starts[mark], data.lengths[mark]).replace(/\n/g, data.codes.length ? "\r\n" : "\n")].length;
    const found = marks.find((mark) => length(mark) === end - start) ?? marks[0];
    return found === undefined ? -1 : owner(found);
  }

  function leading(option) {
    const mention = at(option.start, option.end);
    if (mention < 0) return null;
    return () => {
      pin(String(data.chains[mention]), mention);
      go(mention);
    };
  }

  // Fill the panel with a mention and its chain; -1 closes it.
  function describe(mention) {
    text.querySelectorAll("[aria-current]").forEach((element) => element.removeAttribute("aria-current"));
    chosen = mention;
    panel.hidden = mention < 0;
    panel.replaceChildren();
    if (mention < 0) return;
    const element = document.getElementById(`${name}m${mention}`);
    if (element !== null) element.setAttribute("aria-current", "true");
    const chain = data.chains[mention];
    const mentions = members[chain];
    panel.className = `panel ${colours[chain]}`;
    const close = button("×", unpin, "close");
    close.setAttribute("aria-label", "Close");
    const count = mentions.length === 1 ? "1 mention" : `${mentions.length.toLocaleString("en")} mentions`;
    panel.append(close, make("h2", "", data.names[chain]), make("p", "facts", count), list(mentions, mention));
    const current = panel.querySelector("[aria-current]");
    current.parentNode.scrollTop = current.offsetTop - current.parentNode.offsetTop - 40;
    unpacked().then((found) => {
      if (chosen !== mention || panel.querySelector("h3")) return;
      const told = why(found, mention);
      const sure = data.sure.length ? data.sure[mention] : -1;
      if (told !== null) panel.append(...reasons(told, words(mention), leading));
      else if (sure >= 0) panel.append(make("p", "facts", `${sure} % sure`));
    });
  }

  function list(mentions, mention) {
    const here = rank[mention];
    const from = Math.max(0, Math.min(here - 30, mentions.length - 60)); // of a long chain, those nearby
    const box = make("div", "members");
    for (const each of mentions.slice(from, from + 60)) {
      const [start, end] = [starts[first[each]], starts[first[each]] + data.lengths[first[each]]];
      const left = whole.slice(Math.max(0, start - 24), start).replace(/\s+/g, " ");
      const right = whole.slice(end, end + 24).replace(/\s+/g, " ");
      const item = button("", () => go(each));
      item.append(left ? `…${left}` : "", make("b", "", words(each)), right ? `${right}…` : "");
      if (each === mention) item.setAttribute("aria-current", "true");
      box.append(item);
    }
    return box;
  }

  // The chains that are not listed yet, once they are asked for.
  const rest = article.querySelector(".chains .rest");
  if (rest !== null) {
    rest.hidden = false;
    rest.addEventListener("toggle", () => {
      const box = rest.querySelector("ol");
      const listed = article.querySelectorAll(".chains > ol > li").length;
      for (const chain of box.childElementCount ? [] : order.slice(listed)) {
        const link = make("a", colours[chain], "", make("bdi", "name", data.names[chain]));
        link.append(" ", make("span", "count", members[chain].length.toLocaleString("en")));
        link.href = `#${parts[partOf(starts[first[members[chain][0]]])].id}`;
        link.dataset.chain = chain;
        link.title = data.names[chain];
        box.append(make("li", "", "", link));
      }
    });
  }

  const chainAt = (event) => event.target.closest("[data-chain]")?.dataset.chain ?? null;
  const mentionAt = (event) => event.target.closest("[data-mention]")?.dataset.mention;
  article.addEventListener("pointerover", (event) => show(chainAt(event) ?? pinned));
  article.addEventListener("pointerleave", () => show(pinned));
  article.addEventListener("focusin", (event) => {
    show(chainAt(event) ?? pinned);
    const mention = mentionAt(event);
    if (pinned !== null && mention !== undefined && event.target.dataset.chain === pinned && Number(mention) !== chosen) {
      describe(Number(mention));
    }
  });
  article.addEventListener("focusout", () => show(pinned));
  article.addEventListener("click", (event) => {
    if (event.target.closest(".panel") || !event.target.isConnected) return;
    const chain = chainAt(event);
    if (event.target.closest(".chains") && chain !== null) {
      event.preventDefault();
      pin(chain);
      go(members[Number(chain)][0]);
      return;
    }
    if (chain === null && !event.target.closest(".text")) return;
    const own = chain === null ? undefined : mentionAt(event);
    const mention = own === undefined ? undefined : Number(own);
    pin(chain === pinned && (mention === undefined || mention === chosen) ? null : chain, mention);
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
