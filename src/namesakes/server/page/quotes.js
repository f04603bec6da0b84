// Who says what in a document: a quiet list in the margin, of the quotes whose speakers the text names.

import { at, get, session } from "./api.js";
import { colour } from "./colours.js";
import { make, name } from "./dom.js";

const MOST = 40;

// Fills `box` for a document, which may be too long to be read again here; `go` brings a quote into view.
export async function spoken(box, head, words, go) {
  const known = await session();
  if (head.characters > known.most_text || !head.chains.length) return;
  let quotes;
  try {
    ({ quotes } = await get(at("/api/quotes", head.id)));
  } catch {
    return; // a margin note that is missing is missed by nobody
  }
  if (!quotes.length) return;
  const rows = quotes.slice(0, MOST).map((one) =>
    make(
      "li",
      { class: one.person ? colour(one.person) : "faint" },
      make("button", { onclick: () => go(one) }, make("span", { class: "name" }, name(one.speaker)), make("q", { dir: "auto" }, first(words(one.start, one.end)))),
    ),
  );
  const more = quotes.length - rows.length;
  box.append(make("h3", {}, "Who says what"), make("ol", {}, rows), more > 0 ? make("p", { class: "soft small" }, `and ${more.toLocaleString("en")} more`) : "");
  box.hidden = false;
}

// The first words of a quote, without its marks.
function first(text) {
  const plain = text.replace(/\s+/g, " ").replace(/^[\s"“”„«»‘’'-]+|[\s"“”„«»‘’']+$/g, "");
  return plain.length > 48 ? `${plain.slice(0, 46).trimEnd()}…` : plain;
}
