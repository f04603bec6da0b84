"""The text that a browser would show of a page, and the place of each of its characters in the page.

White space runs together except in `<pre>`; blocks are parted by a line break, paragraphs and headings by a blank line,
cells of a table by a tab. What HTML's own style sheet hides (scripts, styles, templates, `hidden`) is left out.
"""

import re
from collections.abc import Container, Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from namesakes.arrays import BoolArray, Int32Array, Int64Array
from namesakes.errors import DataError
from namesakes.formats.html.article import outside_article
from namesakes.formats.html.metadata import page_metadata
from namesakes.formats.html.offsets import source_offsets
from namesakes.text.spans import integers


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


PARAGRAPHS = _names(
    "address article aside blockquote details dialog fieldset figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr "
    "listing main nav p plaintext pre search section xmp"
)
LINES = _names(
    "body caption center dd dir div dl dt figcaption legend li menu ol optgroup option summary table tbody tfoot thead "
    "tr ul"
)
CELLS = frozenset({"td", "th"})
HIDDEN = _names(
    "area audio base basefont canvas datalist defs desc iframe link meta metadata noembed noframes noscript param rp "
    "script select style template textarea title video"
)
VERBATIM = frozenset({"xmp", "plaintext"})
PREFORMATTED = frozenset({"pre", "listing"}) | VERBATIM

# Surrogates never come out of a decoded page, so they can stand for breaks, and for white space that must stay.
_PARAGRAPH, _LINE, _BREAK, _CELL = "\ud800", "\ud801", "\ud802", "\ud803"
_KEPT = {ord(space): 0xD810 + place for place, space in enumerate(" \t\n\r\f")}
_RESTORED = {stand_in: space for space, stand_in in _KEPT.items()}
_SPACE = r" \t\n\r\f\ud800-\ud803"
_RUN = re.compile(rf"[{_SPACE[1:]}][{_SPACE}]*| [{_SPACE}]+")
_EDGES = " \t\n\r\f\ud800\ud801\ud802\ud803"
_PROLOG = re.compile(r"\s*<\?xml[^>]*>", re.IGNORECASE)
_NOT_SHOWN = re.compile(r"display\s*:\s*none", re.IGNORECASE)


@dataclass(frozen=True)
class VisibleText:
    """The visible text of a page, the place of each character and of the end in it, its title, and its metadata."""

    text: str
    origin: Int32Array
    title: str
    metadata: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class _Piece:
    """A text node, or a break, as they follow each other in the tree. `start` is a place in the page, if known."""

    data: str
    start: int | None
    is_break: bool = False
    preformatted: bool = False
    verbatim: bool = False


def visible_text(page: str, *, article: bool = False) -> VisibleText:
    """What is visible of a page, or of its article alone. O(characters)."""
    title: list[str] = []
    root = _parsed(page)
    metadata = page_metadata(root)
    pieces = list(text_pieces(root, title, outside_article(root) if article else frozenset()))
    text, starts, ends = _flow(page, pieces)
    first, end = len(text) - len(text.lstrip(_EDGES)), len(text.rstrip(_EDGES))
    if first >= end:
        return VisibleText("", integers([0]), " ".join("".join(title).split()), metadata)
    text, kept = _collapsed(text[first:end])
    origin = np.append(starts[first:end][kept], ends[end - 1])
    return VisibleText(text.translate(_RESTORED), integers(origin), " ".join("".join(title).split()), metadata)


def _parsed(page: str) -> Any:
    """The root of the page's tree. An XML declaration is blanked out: with places the parser takes it for text."""
    from justhtml import JustHTML

    page = _PROLOG.sub(lambda prolog: " " * len(prolog[0]), page, count=1) if _PROLOG.match(page) else page
    try:
        return JustHTML(page, track_node_locations=True, sanitize=False).root
    except Exception as error:  # whatever a parser that is not ours trips over must not end a run over many files
        raise DataError(f"this page cannot be parsed ({type(error).__name__}: {error})") from error


def text_pieces(root: Any, title: list[str], left_out: Container[int] = ()) -> Iterator[_Piece]:
    """The visible texts and the breaks of a tree, in order, without elements that are left out, by their `id`.

    Pages nest too deep for recursion.
    """
    stack: list[tuple[Any, str]] = [(root, "")]
    while stack:
        node, kind = stack.pop()
        if isinstance(node, _Piece):
            yield node
            continue
        name = node.name
        if id(node) in left_out:
            continue
        if name == "#text":
            yield _Piece(node.data or "", node.origin_offset, False, bool(kind), kind == "verbatim")
            continue
        if name == "title" and not title:
            title.append("".join(child.data or "" for child in node.children if child.name == "#text"))
        if node.children is None or _hidden(node):
            continue
        mark = _mark(name)
        if mark:
            yield _Piece(mark, node.origin_offset, is_break=True)
            stack.append((_Piece("" if mark in (_BREAK, _CELL) else mark, None, is_break=True), ""))
        inner = _kind(node, kind)
        stack.extend((child, inner) for child in reversed(node.children))


def _kind(node: Any, kind: str) -> str:
    """How the text in an element is taken: "" with white space run together, "preformatted", or "verbatim"."""
    if node.name not in PREFORMATTED or kind == "verbatim":
        return kind
    return "verbatim" if node.name in VERBATIM and node.namespace in (None, "html") else "preformatted"


def _mark(name: str) -> str:
    """The break that stands before and after an element."""
    if name in PARAGRAPHS:
        return _PARAGRAPH * 2
    return _LINE if name in LINES else _CELL if name in CELLS else _BREAK if name == "br" else ""


def _hidden(node: Any) -> bool:
    attributes = node.attrs or {}
    return (
        node.name in HIDDEN
        or "hidden" in attributes
        or (node.name == "dialog" and "open" not in attributes)
        or bool(_NOT_SHOWN.search(attributes.get("style") or ""))
    )


def _flow(page: str, pieces: list[_Piece]) -> tuple[str, Int64Array, Int64Array]:
    """The pieces as one string, with the place in the page where each character begins and where it ends."""
    texts: list[str] = [""]
    starts: list[Int64Array] = [np.zeros(0, dtype=np.int64)]
    ends: list[Int64Array] = [np.zeros(0, dtype=np.int64)]
    last = 0
    for piece, limit in zip(pieces, _limits(page, pieces), strict=True):
        if piece.is_break:
            place = last if piece.start is None else min(max(piece.start, last), limit)
            data, offsets = piece.data, np.full(len(piece.data) + 1, place, dtype=np.int64)
        else:
            start = last if piece.start is None else piece.start
            data, offsets = source_offsets(page, piece.data, start, limit, piece.verbatim)
        last = int(offsets[-1])
        texts.append(data.translate(_KEPT) if piece.preformatted else data)
        starts.append(offsets[:-1])
        ends.append(offsets[1:])
    return "".join(texts), np.concatenate(starts), np.concatenate(ends)


def _limits(page: str, pieces: list[_Piece]) -> list[int]:
    """For each piece, how far in the page its characters may go: to the next text that stands later in the page."""
    limits = []
    following = len(page)
    for piece in reversed(pieces):
        limits.append(following if piece.start is None or following > piece.start else len(page))
        if not piece.is_break and piece.start is not None:
            following = piece.start
    return limits[::-1]


def _collapsed(text: str) -> tuple[str, BoolArray]:
    """The text with each run of white space and breaks as what is shown of it, and which characters stayed."""
    kept = np.ones(len(text), dtype=np.bool_)
    parts: list[str] = []
    place = 0
    for run in _RUN.finditer(text):
        seen = _seen(run[0])
        kept[run.start() + len(seen) : run.end()] = False
        parts += (text[place : run.start()], seen)
        place = run.end()
    return "".join([*parts, text[place:]]), kept


def _seen(run: str) -> str:
    """What is seen of a run of white space and breaks; never longer than the run."""
    breaks = run.count(_BREAK)
    least = 2 if _PARAGRAPH in run else 1 if _LINE in run else 0
    return "\n" * max(breaks, least) or ("\t" if _CELL in run else " ")
