"""One page, complete in itself, that shows documents with the mentions of each chain in its colour.

The page asks for nothing from anywhere: style and script are in it, and its own policy forbids the rest. Without the
script it can be read, and its lists of chains lead into the text; the script lights up a chain under the pointer, the
focus or the Enter key, and beside the text shows its mentions and why each belongs to it. Every document is also in the
page as a JSONL row, from which it is read back, and which holds the reasons.
"""

import json
from collections.abc import Iterable, Iterator
from html import escape
from typing import TextIO

from namesakes.formats.html.assets import asset, head
from namesakes.formats.html.long_text import is_long, marks, part_of, parts, row_of
from namesakes.formats.html.mentions import marked_text
from namesakes.formats.html.packing import packed
from namesakes.formats.html.trees import sentences
from namesakes.formats.jsonl import to_row
from namesakes.text.document import Document
from namesakes.text.views import Chain

_ROOM = "namesakes.formats.html"
COLOURS = 12
_LISTED = 100
"""So many chains of a long text are listed; the others are once they are asked for."""
_TREES_HINT = "An arrow goes from a head to what depends on it. Point at a word to see its lemma and morphology."
_HINT = (
    "Point at a mention to see its chain; click it, or press Enter on it, to see why. "
    "Then n and p go through the chain, and Escape ends it."
)


def write(documents: Iterable[Document], stream: TextIO) -> None:
    """Write one page for all the documents."""
    stream.writelines(page(list(documents)))


def page(documents: list[Document]) -> Iterator[str]:
    """The parts of a page that shows the documents."""
    title = heading(documents[0]) if len(documents) == 1 else f"{len(documents)} documents"
    script = asset(_ROOM, "page.js") + (asset(_ROOM, "long.js") if any(map(is_long, documents)) else "")
    yield from head(title, asset(_ROOM, "page.css"), script)
    if len(documents) != 1:
        yield from _contents(documents)
    yield "<main>\n"
    for number, document in enumerate(documents):
        yield from _article(document, f"d{number}")
    hint = _TREES_HINT if all(document.mention_table is None for document in documents) else _HINT
    yield f"</main>\n<footer><p>{hint}</p></footer>\n"
    for document in documents:
        yield f"{embedded(document)}\n"
    yield f"<script>{script}</script>\n</body>\n</html>\n"


def heading(document: Document) -> str:
    """What a document is called on a page: its title, else its name."""
    return " ".join(str(document.meta.get("title") or document.key or "Untitled").split())


def embedded(document: Document) -> str:
    """The element that holds the document as a JSONL row, which cannot end it; that of a long one is packed."""
    if is_long(document):
        return f'<script type="text/plain" data-namesakes="packed">{packed(row_of(document))}</script>'
    row = json.dumps(to_row(document), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" data-namesakes>{row}</script>'


def _contents(documents: list[Document]) -> Iterator[str]:
    yield f'<nav class="documents" aria-label="Documents">\n<h1>{counted(len(documents), "document")}</h1>\n<ol>\n'
    for number, document in enumerate(documents):
        facts = _facts(document) if document.mention_table is None else counted(len(document.chains), "chain")
        yield f'<li><a href="#d{number}">{escape(heading(document))}</a> <span class="count">{facts}</span></li>\n'
    yield "</ol>\n</nav>\n"


def _article(document: Document, name: str) -> Iterator[str]:
    """One document: its title, what there is in it, its chains and its text."""
    chains = list(document.chains)
    names = [" ".join(chain.name.split()) for chain in chains]
    colours = _colours([len(chain) for chain in chains])
    kind = ' class="long"' if is_long(document) else ""
    yield f'<article{kind} id="{name}" aria-labelledby="{name}-title">\n<header>\n'
    yield f'<h1 id="{name}-title">{escape(heading(document))}</h1>\n'
    yield f'<p class="facts">{_facts(document)}</p>\n</header>\n'
    if document.mention_table is None and (document.heads is not None or document.entities):
        yield from ('<div class="syntax">\n', *sentences(document), "</div>\n</article>\n")
        return
    if is_long(document):
        yield from _long(document, name, names, colours)
        return
    if chains:
        yield '<div class="side">\n<section class="panel" aria-live="polite" hidden></section>\n'
        yield from (*_legend(name, chains, names, colours), "</div>\n")
    yield '<div class="text" dir="auto">'
    yield from marked_text(document, name, names, colours)
    yield "</div>\n</article>\n"


def _long(document: Document, name: str, names: list[str], colours: list[str]) -> Iterator[str]:
    """A long text: its largest chains, the text in parts, and what the script marks in them."""
    chains, begins = document.chains, part_of(document)
    order = _by_size([len(chain) for chain in chains])
    yield '<div class="side">\n<section class="panel" aria-live="polite" hidden></section>\n'
    yield '<nav class="chains" aria-label="Chains">\n<ol>\n'
    for chain in order[:_LISTED]:
        place = f"{name}s{begins[chain]}"
        yield _item(place, chains[chain], names[chain], len(chains[chain]), colours[chain])
    yield "</ol>\n"
    if len(order) > _LISTED:
        yield f'<details class="rest" hidden><summary>{len(order) - _LISTED:,} more</summary>\n<ol></ol>\n</details>\n'
    yield '</nav>\n</div>\n<div class="text" dir="auto">'
    yield from parts(document, name)
    yield f'</div>\n<script type="application/json" data-marks>{marks(document, names)}</script>\n</article>\n'


def _facts(document: Document) -> str:
    words = sum(any(map(str.isalnum, word)) for word in document.words)
    facts = [counted(words, "word")] if len(document.starts) else [counted(len(document.text), "character")]
    if document.mention_table is None and (document.heads is not None or document.entities):
        facts += [counted(len(document.sentences), "sentence"), counted(len(document.entities), "name")]
    if document.mention_table is not None:
        facts += [counted(len(document.mentions), "mention"), counted(len(document.chains), "chain")]
    return " · ".join(facts)


def _colours(sizes: list[int]) -> list[str]:
    """The class of each chain: those of several mentions take the colours in turn, the largest first."""
    ranks = {chain: rank for rank, chain in enumerate(_by_size(sizes))}
    return [f"c{ranks[chain] % COLOURS}" if size > 1 else "once" for chain, size in enumerate(sizes)]


def _by_size(sizes: list[int]) -> list[int]:
    """The chains with the most mentions first."""
    return sorted(range(len(sizes)), key=lambda chain: -sizes[chain])


def _legend(name: str, chains: list[Chain], names: list[str], colours: list[str]) -> Iterator[str]:
    """The chains with the most mentions first; those of one mention are folded away."""
    sizes = [len(chain) for chain in chains]
    order = _by_size(sizes)
    items = {
        chain: _item(f"{name}m{chains[chain][0].place}", chains[chain], names[chain], sizes[chain], colours[chain])
        for chain in order
    }
    several = [chain for chain in order if sizes[chain] > 1]
    yield '<nav class="chains" aria-label="Chains">\n'
    if several:
        yield f"<ol>\n{''.join(items[chain] for chain in several)}</ol>\n"
    if len(several) < len(order):
        once = f"{len(order) - len(several):,} mentioned once"
        yield f"<details{'' if several else ' open'}><summary>{once}</summary>\n<ol>\n"
        yield f"{''.join(items[chain] for chain in order if sizes[chain] == 1)}</ol>\n</details>\n"
    yield "</nav>\n"


def _item(place: str, chain: Chain, called: str, size: int, colour: str) -> str:
    confidence = chain.confidence
    sure = "" if confidence is None else f' title="{confidence:.0%} sure"'
    return (
        f'<li><a class="{colour}" href="#{place}" data-chain="{chain.place}" title="{escape(called)}">'
        f'<bdi class="name">{escape(called)}</bdi> <span class="count"{sure}>{size:,}</span></a></li>\n'
    )


def counted(count: int, noun: str) -> str:
    """A count in words: 1 chain, 2 chains."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
