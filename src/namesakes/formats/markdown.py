"""Markdown: the text that a reader sees, without the marks, and the place of every character in the file.

`Document.origin` gives for each character of the text its offset in the file, as decoded and without a byte order mark.
Marks of headings, lists, quotations, emphasis, links and tables go, with the addresses of links, pictures, comments,
and the front matter, of which the title is kept as `meta["title"]`. Code stays as it is. Headings, items and rows of
tables are paragraphs of their own, so that no sentence runs from one into the next. Written, it is plain text.
"""

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DataError
from namesakes.formats import plain
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.spans import integers

_FRONT = re.compile(r"---[ \t]*\r?\n(?P<head>.{0,100000}?)\r?\n(?:---|\.\.\.)[ \t]*(?:\r?\n|$)", re.DOTALL)
_TITLE = re.compile(r"^title[ \t]*:[ \t]*(?P<title>.+?)[ \t]*$", re.MULTILINE | re.IGNORECASE)
_FENCE = re.compile(r" {0,3}(?P<mark>`{3,}|~{3,})")
_QUOTE = re.compile(r"(?: {0,3}> ?)+")
_HEADING = re.compile(r" {0,3}#{1,6}(?=\s|$)[ \t]*")
_HEADING_END = re.compile(r"[ \t]+#+[ \t]*$")
_ITEM = re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]+(?:\[[ xX]\][ \t]+)?|$)")
_RULE = re.compile(r" {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,}|=+[ \t]*)$")
_DEFINITION = re.compile(r" {0,3}\[[^\]\n]{1,200}\]:[ \t]*\S+.*$")
_COLUMNS = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$")
_CELL = re.compile(r"[ \t]*(?<!\\)\|[ \t]*")
_ADDRESS = r"\((?:[^()\\\n]|\\.|\([^()\n]*\)){0,2000}\)|\[[^\[\]\n]{0,200}\]"
_INLINE = re.compile(
    rf"""
      \\(?P<escaped>[!-/:-@\[-`{{-~])
    | (?P<ticks>`+)(?P<code>[^`].{{0,2000}}?|[^`])(?P=ticks)(?!`)
    | !\[[^\[\]]{{0,2000}}\](?:{_ADDRESS})
    | \[\^[^\]\n]{{1,100}}\]:?
    | \[(?P<link>(?:[^\[\]]|\[[^\[\]]*\]){{1,2000}}?)\](?:{_ADDRESS})
    | <(?P<address>(?:https?|ftp|mailto):[^<>\s]+|[\w.+-]+@[\w.-]+)>
    | <!--[^<]{{0,2000}}?-->
    | (?P<break><br\s*/?>)
    | </?[A-Za-z][^<>]{{0,2000}}>
    | (?P<reference>&(?:\#\d{{1,7}}|\#[xX][0-9a-fA-F]{{1,6}}|[A-Za-z]\w{{1,30}});)
    | (?P<stars>\*{{1,3}}|~~)(?=\S)(?P<strong>.{{1,500}}?)(?<=\S)(?P=stars)
    | (?<!\w)(?P<lines>_{{1,3}})(?=\S)(?P<slanted>.{{1,500}}?)(?<=\S)(?P=lines)(?!\w)
    | (?:\\|[ ]{{2,}})(?=\r?\n|$)
    """,
    re.VERBOSE | re.DOTALL,
)
_NESTED = 8
"""How deep emphasis and links are looked into."""


@dataclass
class Written:
    """A text that is put together from pieces of another one, with the place of each character in it."""

    texts: list[str] = field(default_factory=list)
    places: list[Int32Array] = field(default_factory=list)

    def copy(self, text: str, start: int, end: int) -> None:
        """Add what stands there in the other text."""
        if start < end:
            self.texts.append(text[start:end])
            self.places.append(integers(np.arange(start, end)))

    def insert(self, text: str, place: int) -> None:
        """Add something else for what stands at that place."""
        self.texts.append(text)
        self.places.append(integers(np.full(len(text), place)))

    @property
    def origin(self) -> Int32Array:
        """The places of all characters."""
        return integers(np.concatenate(self.places) if self.places else ())


@dataclass(frozen=True)
class _Line:
    """What is left of a line without the marks of blocks: where it lies, whether it is code, and begins a paragraph."""

    start: int
    end: int
    code: bool = False
    begins: bool = False


def visible_text(text: str) -> tuple[str, Int32Array]:
    """The text that is shown of a Markdown file, and the place of each character and of the end in the file."""
    front = _FRONT.match(text)
    lines = list(_lines(text, front.end() if front else 0))
    written, prose = Written(), [0, 0]

    def flush() -> None:
        _inline(text, prose[0], prose[1], written, 0)

    for line in lines:
        joins = not line.code and not line.begins and prose[1] > prose[0]
        if joins and not text[prose[1] : line.start].strip(" \t\r\n"):
            prose[1] = line.end
            continue
        flush()
        if line.start >= line.end:
            prose[:] = [line.start, line.start]
            written.insert("\n", line.start)
            continue
        written.insert("\n\n" if line.begins else "\n", line.start)
        prose[:] = [line.start, line.start if line.code else line.end]
        if line.code:
            written.copy(text, line.start, line.end)
    flush()
    return _tidied("".join(written.texts), written.origin, len(text))


def _lines(text: str, place: int) -> Iterator[_Line]:
    """The lines without the marks of blocks; lines that only are marks are empty."""
    hidden = dict(_comments(text, place))
    fence, table, before = "", False, False
    while place < len(text):
        end = text.find("\n", place)
        end = len(text) if end < 0 else end
        if place in hidden:
            place = hidden[place]
            continue
        start, stop = place, end - text[place:end].endswith("\r")
        mark = _FENCE.match(text, start, stop)
        if mark and (not fence or mark["mark"].startswith(fence)):
            fence, before = ("" if fence else mark["mark"]), False
            yield _Line(start, start)
        elif fence:
            yield _Line(start, stop, code=True)
        else:
            following = text[end + 1 : (text.find("\n", end + 1) + 1 or len(text) + 1) - 1]
            opens = "|" in text[start:stop] and "|" in following and _COLUMNS.match(following.rstrip("\r")) is not None
            table = opens or (table and "|" in text[start:stop])
            if table:
                yield from _cells(text, start, stop)
                before = False
            else:
                line = _prose(text, start, stop, after_text=before)
                before = line.start < line.end
                yield line
        place = end + 1


def _comments(text: str, place: int) -> Iterator[tuple[int, int]]:
    """Where comments begin and end."""
    while (start := text.find("<!--", place)) >= 0 and (end := text.find("-->", start + 4)) >= 0:
        place = end + 3
        yield start, place


def _prose(text: str, start: int, stop: int, *, after_text: bool) -> _Line:
    """A line of a paragraph, a heading or a list."""
    quote = _QUOTE.match(text, start, stop)
    start = quote.end() if quote else start
    if _RULE.match(text, start, stop) or (not after_text and _DEFINITION.match(text, start, stop)):
        return _Line(start, start)
    heading = _HEADING.match(text, start, stop)
    if heading:
        tail = _HEADING_END.search(text, heading.end(), stop)
        return _Line(heading.end(), tail.start() if tail else stop, begins=True)
    item = _ITEM.match(text, start, stop)
    if item:
        return _Line(item.end(), stop, begins=True)
    while start < stop and text[start] in " \t":
        start += 1
    return _Line(start, stop)


def _cells(text: str, start: int, stop: int) -> Iterator[_Line]:
    """The cells of a row of a table, each one a paragraph; nothing of the row that parts the head from the rest."""
    if _COLUMNS.match(text, start, stop):
        return
    for cell in _CELL.finditer(text, start, stop):
        if start < cell.start():
            yield _Line(start, cell.start(), begins=True)
        start = cell.end()
    if start < stop:
        yield _Line(start, stop, begins=True)


def _inline(text: str, start: int, end: int, written: Written, depth: int) -> None:
    """Write what is shown of the text between two places."""
    while start < end:
        mark = _INLINE.search(text, start, end)
        if mark is None:
            break
        written.copy(text, start, mark.start())
        inner = next((name for name in ("link", "strong", "slanted") if mark[name] is not None), None)
        if inner is not None and depth < _NESTED:
            _inline(text, *mark.span(inner), written, depth + 1)
        elif mark["reference"] is not None:
            written.insert(html.unescape(mark["reference"]), mark.start())
        elif mark["break"] is not None:
            written.insert("\n", mark.start())
        else:
            kept = inner or next((name for name in ("escaped", "code", "address") if mark[name] is not None), None)
            if kept is not None:
                written.copy(text, *mark.span(kept))
        start = mark.end()
    written.copy(text, start, end)


_BLANK = re.compile(r"[ \t\r]*\n(?:[ \t\r]*\n){2,}|\A\s+|\s+\Z")


def _tidied(text: str, origin: Int32Array, end: int) -> tuple[str, Int32Array]:
    """The text without white space around it and without more than one blank line at a time."""
    written = Written()
    place = 0
    for blank in _BLANK.finditer(text):
        written.copy(text, place, blank.start())
        if blank.start() > 0 and blank.end() < len(text):
            written.copy(text, blank.end() - 1, blank.end())
            written.insert("\n", blank.end() - 1)
        place = blank.end()
    written.copy(text, place, len(text))
    return "".join(written.texts), integers([*origin[written.origin].tolist(), end])


def parse(block: Block) -> Document:
    """The document of a file: its name without the ending, and the text that it shows."""
    source, encoding = block.source.decoded()
    if "\x00" in source:
        raise block.source.binary()
    text, origin = visible_text(source)
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=block.path)
    front = _FRONT.match(source)
    title = _TITLE.search(front["head"]) if front else None
    meta = {"encoding": encoding, **({"title": title["title"].strip("\"'")} if title else {})}
    return Document(id=block.source.path.stem, text=text, origin=origin, meta=meta)


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file."""
    yield Block(source, 1, [])


FORMAT = Format(
    name="markdown",
    description="Markdown: the text that is shown; written as plain text",
    extensions=(".md", ".markdown"),
    split=split,
    parse=parse,
    write=plain.write,
    carries=frozenset({"text"}),
    one_document=True,
)
