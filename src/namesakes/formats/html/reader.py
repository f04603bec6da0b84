"""Reading HTML: pages of others as their visible text, pages that we wrote as the documents in them."""

import codecs
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from namesakes.errors import DataError
from namesakes.formats import jsonl
from namesakes.formats.format import Block
from namesakes.formats.html.packing import unpacked
from namesakes.formats.html.text import visible_text
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document

_HEAD = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html[\s>])", re.IGNORECASE | re.DOTALL
)
_ROW = re.compile(r'<script type="(?:application/json|text/plain)" data-namesakes(?:="(packed)?")?>')
_CHARSET = re.compile(
    rb"""^\s*<\?xml[^>]*?encoding\s*=\s*["']([\w.:-]+)|<meta[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE
)
_TEXT_ENCODING = re.compile(r"utf-8|ascii|cp\d+|(?:iso|koi8|gb|big5|shift_jis|euc_|mac|tis|johab|hz).*")
_AS_BROWSERS = {
    "ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030", "gbk": "gb18030",
    "shift_jis": "cp932", "euc_kr": "cp949",
}  # fmt: skip
"""Encodings that browsers read as a larger one, since pages that name them often are in it."""


@dataclass(frozen=True)
class Embedded(Block):
    """A document in a page that we wrote: its one line is a JSONL row, packed or not.

    Parameters
    ----------
    packed : whether the row is packed.
    """

    packed: bool = False


def split(source: TextFile) -> Iterator[Block]:
    """One block for each document in a page that we wrote, else one for the page: its text and its encoding."""
    page, encoding = source.decoded(own_encoding)
    if page.count("\x00") * 20 > len(page):
        raise source.binary()
    place, line = 0, 1
    while (row := _ROW.search(page, place)) is not None:
        end = page.find("</script>", row.end())
        if end < 0:
            break
        line += page.count("\n", place, row.start())
        place = row.start()
        yield Embedded(source, line, [page[row.end() : end]], packed=bool(row[1]))
        line, place = line + page.count("\n", place, end), end
    if not place:
        yield Block(source, 1, [page, encoding])


def own_encoding(data: bytes) -> str | None:
    """The encoding that a page names in its first lines, if it is one; UTF-16 cannot be named without a mark."""
    match = _CHARSET.search(data, 0, 4096)
    try:
        name = codecs.lookup((match[1] or match[2]).decode("ascii")).name if match else ""
    except (LookupError, ValueError):
        return None
    return _AS_BROWSERS.get(name, name) if _TEXT_ENCODING.fullmatch(name) else None


def parse(block: Block) -> Document:
    """The document of one block."""
    if isinstance(block, Embedded):
        return jsonl.parse(_unpacked(block) if block.packed else block)
    page, encoding = block.lines
    try:
        found = visible_text(page, article=not block.source.options.whole_page)
    except DataError as error:
        raise error.at(block.path) from error
    if not found.text:
        raise DataError("there is no text in this page", "Its text may be made by scripts.", path=block.path)
    meta = {"encoding": encoding, **({"title": found.title} if found.title else {}), **found.metadata}
    return Document(id=block.source.path.stem, text=found.text, origin=found.origin, meta=meta)


def several(data: bytes, options: ReadOptions) -> bool:
    """Whether these are documents in a page that we wrote."""
    return b"data-namesakes" in data


def _unpacked(block: Embedded) -> Block:
    """The block of a packed row, with the row as it was."""
    try:
        return Block(block.source, block.line, [json.dumps(unpacked(block.lines[0]))])
    except DataError as error:
        raise error.at(block.path, block.line) from error


def sniff(head: str) -> bool:
    """Whether a file begins like a page."""
    return _HEAD.match(head) is not None
