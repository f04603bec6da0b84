"""Reading TEI: a file, or each text of a corpus, as a document."""

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from namesakes.errors import DataError, ReferenceWarning
from namesakes.formats.format import Block
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.tei.body import Body, MarkedPerson, Speech
from namesakes.formats.tei.header import header_metadata
from namesakes.formats.tei.people import PeopleList
from namesakes.formats.text_file import TextFile
from namesakes.formats.xml_elements import xml_text
from namesakes.formats.xml_tree import Node, xml_tree
from namesakes.text.document import PARTIAL, Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions

_ROOTS: Final = ("TEI", "TEI.2")
_CORPORA: Final = ("teiCorpus", "teiCorpus.2")
_ADVICE: Final = "See whether the file is whole; a validator of TEI says more."
_SHOWN: Final = 3
"""Broken references that a warning names."""


@dataclass(frozen=True)
class TeiBlock(Block):
    """One text of a file, and what it is called where the file has several."""

    node: Node = field(default_factory=lambda: Node("", {}, 0), repr=False)
    people: PeopleList = field(default_factory=PeopleList, repr=False)
    id: str = ""


def split(source: TextFile) -> Iterator[Block]:
    """One block for each text of a file."""
    text = xml_text(source).removeprefix("\ufeff")
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=source.name)
    try:
        root = xml_tree(text, _ADVICE)
    except DataError as error:
        raise error.at(source.name) from error
    people = PeopleList.of(root)
    if root.name not in _CORPORA:
        yield TeiBlock(source, root.line, [], root, people, source.path.stem)
        return
    for number, each in enumerate(root.below(*_ROOTS), start=1):
        name = each.attributes.get("xml:id") or f"{source.path.stem}-{number}"
        yield TeiBlock(source, each.line, [], each, people, name)


def several(data: bytes, options: ReadOptions) -> bool:
    """Whether a file is a corpus of texts."""
    return b"<teiCorpus" in data


def parse(block: Block) -> Document:
    """The document of a text."""
    assert isinstance(block, TeiBlock)
    root = block.node
    if root.name not in _ROOTS:
        found = f"this is no TEI: its root is <{root.name}>"
        raise DataError(found, "Name the format of the file with --from.", path=block.path, line=root.line)
    body = Body(block.people)
    for each in root.all("text"):
        body.read(each)
    body.read_notes()
    text = body.flow.text
    if not text:
        found = "there is no text in the body of this edition"
        raise DataError(found, "It may have pictures of pages alone.", path=block.path, line=root.line)
    meta = header_metadata(root)
    document = Document(id=block.id, text=text, origin=body.flow.origin, meta=meta)
    _warn_of_broken(block, body.people)
    return _with_people(document, body.people, body.speeches)


def _with_people(document: Document, people: list[MarkedPerson], speeches: list[Speech]) -> Document:
    """The document with what its edition marks."""
    people = _distinct(people)
    spans = [(each.range.start, each.range.end) for each in people]
    ranges = [each for each in speeches if each.range]
    if not spans and not ranges:
        return document
    edges = [*(place for span in spans for place in span), *(p for e in ranges for p in (e.range.start, e.range.end))]
    document = segmented(document, edges)
    if ranges:
        document = document.with_columns(speaker=_speakers(document, ranges))
    if not spans:
        return document
    extra: dict[str, Any] = {"tei_ref": [each.said for each in people]} if any(each.said for each in people) else {}
    table = Mentions.build(
        [[token_span(document, *span)] for span in spans],
        [each.chain or None for each in people],
        labels=["PER"] * len(spans),
        extra=extra,
    )
    return document.replace(mention_table=table, meta={**document.meta, PARTIAL: True})


def _distinct(people: list[MarkedPerson]) -> list[MarkedPerson]:
    """The marks in the order of the text, without those of the same words, and of the same person within another."""
    kept: list[MarkedPerson] = []
    around: list[MarkedPerson] = []
    for each in sorted(people, key=lambda one: (one.range.start, -one.range.end)):
        around = [other for other in around if other.range.end >= each.range.end]
        same = any(
            (other.range.start, other.range.end) == (each.range.start, each.range.end)
            or (each.chain and other.chain == each.chain)
            for other in around
        )
        if not same and each.range:
            kept.append(each)
            around.append(each)
    return kept


def _speakers(document: Document, speeches: list[Speech]) -> list[str]:
    """Who says each token; what lies within another speech goes before it."""
    found = [""] * len(document.starts)
    for each in speeches:
        first, end = token_span(document, each.range.start, each.range.end)
        found[first:end] = [each.speaker] * (end - first)
    return found


def _warn_of_broken(block: TeiBlock, people: list[MarkedPerson]) -> None:
    """Say which references lead to nobody."""
    broken = list(dict.fromkeys(each.said for each in people if each.broken))
    if broken:
        shown = ", ".join(broken[:_SHOWN]) + ", …" * (len(broken) > _SHOWN)
        found = f"{block.path}: {len(broken)} references lead to nobody in the file's list of people: {shown}"
        message = f"{found}; what they mark is kept as somebody unknown"
        warnings.warn(message, ReferenceWarning, stacklevel=4)


_ROOT: Final = re.compile(r"<(?:[\w.-]+:)?(?:TEI(?:\.2)?|teiCorpus(?:\.2)?)[\s>]")


def sniff(head: str) -> bool:
    """Whether a file begins like an edition."""
    return head.lstrip().startswith("<") and _ROOT.search(head) is not None
