"""Reading MUC SGML: tags become mentions, their links chains."""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import DataError
from namesakes.formats.file_names import id_and_part
from namesakes.formats.format import Block
from namesakes.formats.mention_spans import linked_groups
from namesakes.formats.muc.minimum import last_word
from namesakes.formats.muc.sgml import Content, Element, decoded
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions, integers

PREFIX = "muc_"
"""What the attributes' names begin with in `Mentions.extra`."""

_BEGIN = re.compile(r"<doc(?=[\s>])", re.IGNORECASE)
_EDGE = re.compile(r"(?P<end></doc\s*>)|<doc(?=[\s>])", re.IGNORECASE)
_HEADERS = frozenset({"docno", "docid"})
_BLOCKS = _HEADERS | {"doc", "text", "txt"}
_OUTSIDE = "Every text stands inside <DOC> … </DOC>."


def split(source: TextFile) -> Iterator[Block]:
    """One block for each <DOC> … </DOC>, or one for a file that has none.

    A <DOC> before the end of the one before it begins a block, too, so that only the unfinished one is bad.
    """
    pending, line, done, searched, found, inside = "", 1, 0, 0, False, False
    for chunk in source.chunks():
        pending, start = pending + chunk, 0
        for match in _EDGE.finditer(pending, searched):
            begins, done = match["end"] is None, match.end()
            if not begins or inside:
                cut = match.start() if begins else match.end()
                yield _block(source, line, pending[start:cut])
                line += pending.count("\n", start, cut)
                start, found = cut, True
            inside = begins
        pending, done = pending[start:], max(done - start, 0)
        tag = pending.rfind("<", done)  # which may go on in the next chunk
        searched = tag if tag >= 0 else len(pending)
    last = _block(source, line, pending)
    if found and not _BEGIN.search(pending):
        if _visible(pending):
            text = last.lines[0][:60].rstrip()
            raise DataError(f"'{text}' stands after the last </DOC>", _OUTSIDE, path=source.name, line=last.line)
    elif pending.strip():
        yield last


def _block(source: TextFile, line: int, text: str) -> Block:
    blank = len(text) - len(text.lstrip())
    return Block(source, line + text.count("\n", 0, blank), [text[blank:]])


def parse(block: Block) -> Document:
    """The document of one block."""
    try:
        return _document(_content(block), block)
    except DataError as error:
        raise error.at(block.path, block.line) from error


def _content(block: Block) -> Content:
    raw, line = block.lines[0], block.line
    begin = _BEGIN.search(raw)
    if begin is not None:
        if _visible(raw[: begin.start()]):
            raise DataError("text stands before <DOC>", _OUTSIDE)
        raw, line = raw[begin.start() :], line + raw.count("\n", 0, begin.start())
    content = Content(raw, line, strict=frozenset({"coref", "doc"}), hidden=_HEADERS, blocks=_BLOCKS)
    for second in list(content.named("doc"))[1:]:
        raise content.error("a second <DOC> begins before </DOC>", "The first one's end is missing.", second.place)
    return content


def _visible(raw: str) -> str:
    """What is left of a text without its tags and the white space around it."""
    return re.sub(r"<[^<>]*>", "", raw).strip()


def _document(content: Content, block: Block) -> Document:
    headers = {item.name: decoded(item.content.strip()) for item in content.named(*_HEADERS)}
    stem = block.source.path.stem
    fallback = stem if block.line == 1 else f"{stem}-{block.line}"
    name, part = id_and_part(headers.get("docno") or headers.get("docid") or fallback)
    meta = {"docid": headers["docid"]} if headers.get("docno") and headers.get("docid") else {}
    document = Document(id=name, part=part, text=content.text, meta=meta)
    marks = content.named("coref", "s", "p")
    document = segmented(document, {place for mark in marks for place in (mark.start, mark.end)})
    changes: dict[str, Any] = {}
    sentences, paragraphs = _edges(content, "s"), _edges(content, "p")
    if paragraphs:
        changes["paragraph_starts"] = _firsts(document, paragraphs)
    if sentences or paragraphs:
        lines = [] if sentences else document.starts[document.sentence_starts].tolist()
        changes["sentence_starts"] = _firsts(document, [*sentences, *paragraphs, *lines])
    return document.replace(mention_table=_mentions(content, document), **changes)


def _edges(content: Content, name: str) -> list[int]:
    return [place for element in content.named(name) for place in (element.start, element.end)]


def _firsts(document: Document, places: list[int]) -> Int32Array:
    """The first token after each place, and the first of all."""
    firsts = np.unique(np.searchsorted(document.starts, [0, *places], side="left"))
    return integers(firsts[firsts < len(document.starts)])


def _mentions(content: Content, document: Document) -> Mentions:
    corefs = list(content.named("coref"))
    rows = _rows(content, corefs)
    links, parts, heads = [], [], []
    for row, coref in enumerate(corefs):
        reference = coref.attributes.get("ref")
        if reference is not None and reference not in rows:
            found = f"this COREF refers to {reference}, and no COREF of this document has that ID"
            raise content.error(found, "Check its REF.", coref.place)
        links += [] if reference is None else [(row, rows[reference])]
        try:
            parts.append([token_span(document, coref.start, coref.end)])
        except DataError as error:
            raise content.error("this COREF holds no word of the text", "Take it away.", coref.place) from error
        words = coref.attributes.get("min", "")
        place = last_word(document.text[coref.start : coref.end], words) if words else -1
        heads.append(-1 if place < 0 else int(np.searchsorted(document.ends, coref.start + place, side="right")))
    names = list(rows)
    return Mentions.build(
        parts,
        [names[root] for root in linked_groups(len(rows), links)],
        heads=heads if max(heads, default=-1) >= 0 else None,
        extra=_extra(corefs),
    )


def _rows(content: Content, corefs: list[Element]) -> dict[str, int]:
    """The row of each COREF by its ID."""
    rows: dict[str, int] = {}
    for row, coref in enumerate(corefs):
        name = coref.attributes.get("id")
        if name is None or name in rows:
            found = "this COREF has no ID" if name is None else f"the ID {name} was given to another COREF already"
            raise content.error(found, 'Every COREF needs an ID of its own: <COREF ID="1">.', coref.place)
        rows[name] = row
    return rows


def _extra(corefs: list[Element]) -> dict[str, list[str]]:
    known = dict.fromkeys(key for coref in corefs for key in coref.attributes if key != "ref")
    columns = {key: [coref.attributes.get(key, "") for coref in corefs] for key in known}
    if "type" in columns:
        columns["type"] = ["" if value.upper() == "IDENT" else value for value in columns["type"]]
    return {f"{PREFIX}{key}": column for key, column in columns.items() if key == "id" or any(column)}


def sniff(head: str) -> bool:
    """Whether a file begins with a <DOC>, or has a COREF among its first lines."""
    return _BEGIN.match(head.lstrip()) is not None or re.search(r"<coref\s", head, re.IGNORECASE) is not None
