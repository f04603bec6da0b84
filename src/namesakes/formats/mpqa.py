"""MPQA: who the sources of opinions are (agents), in the folders of a release, the texts in another one of these.

    docs/20010927/23.18.15-25073
    man_anns/20010927/23.18.15-25073/gateman.mpqa.lre.2.0
    man_anns/20010927/23.18.15-25073/gatesentences.mpqa.2.0

An annotation is a line of five fields with a tab between them: an id, the first byte and the one after the last, the
kind of value, the kind of annotation, and attributes.

    58    730,740    string    GATE_agent    nested-source="w,chinarep"
    59    812,826    string    GATE_agent    nested-source="w,chinarep,mfa" id="mfa"

A GATE_agent is a mention. Who it is says its `id`, which its first descriptive mention has, and else the last name of
`nested-source`, the list of sources from the writer (w) on: that is source coreference (Stoyanov and Cardie 2006). An
agent that says neither is a mention outside any chain. The two agents without text, w and implicit, are none, and the
same agent marked twice is one mention. Other annotations are checked for their form and left out.

Attributes are kept in `Mentions.extra` as mpqa_line, mpqa_id, mpqa_nested-source and so on. The sentences are those of
gatesentences, where it is there. A document is called parent/leaf, as in the release's lists.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from namesakes.errors import DataError
from namesakes.formats.file_names import id_and_part
from namesakes.formats.format import Block, Format
from namesakes.formats.scan import scan
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions, integers

EXTENSIONS = (".mpqa.lre.2.0", ".mpqa.lre.1.2", ".mpqa.lre.3.0")
PREFIX = "mpqa_"
"""What the attributes' names begin with in `Mentions.extra`."""

_ANNOTATIONS, _TEXTS = "man_anns", "docs"
_SENTENCES = ("gatesentences.mpqa.2.0", "gatesentences.mpqa.1.2")
_AGENT, _SENTENCE = "GATE_agent", "GATE_sentence"
_SPAN = re.compile(r"([0-9]{1,9}),([0-9]{1,9})")
_ATTRIBUTE = re.compile(r'([\w-]+)\s*=\s*"([^"]*)"')
_LAYOUT = "Expected the folders of the release: docs/PARENT/LEAF and man_anns/PARENT/LEAF/gateman.mpqa.lre.2.0."


@dataclass(frozen=True, eq=False)
class _Annotation:
    """One line: its id, its bytes, its kind, its attributes and its number."""

    name: str
    start: int
    end: int
    kind: str
    attributes: dict[str, str]
    line: int

    @property
    def source(self) -> str | None:
        """Who an agent is; None where it does not say."""
        nested = self.attributes.get("nested-source", "").rpartition(",")[2].strip()
        return self.attributes.get("id", "").strip() or nested or None


@dataclass(frozen=True)
class _Text:
    """A text and where each of its bytes is in it; `places` is None where bytes and characters are the same."""

    text: str
    size: int
    places: np.ndarray[tuple[int], np.dtype[np.int64]] | None

    def span(self, one: _Annotation) -> tuple[int, int]:
        """The characters of an annotation; a `DataError` where its bytes are not those of characters."""
        if not one.start <= one.end <= self.size:
            found = f"bytes {one.start} to {one.end} do not lie in the text of {self.size} bytes"
            raise DataError(found, "Offsets count bytes from 0 and are end-exclusive.", line=one.line)
        if self.places is None:
            return one.start, one.end
        start, end = int(self.places[one.start]), int(self.places[one.end])
        if start < 0 or end < 0:
            found = f"bytes {one.start} to {one.end} begin or end inside a character"
            raise DataError(found, "The text may have another encoding; declare it with --encoding.", line=one.line)
        return start, end


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file of annotations."""
    yield Block(source, 1, list(source.lines()))


def parse(block: Block) -> Document:
    """The document of a file of annotations and the text of the same name."""
    try:
        annotations = list(_annotations(block.lines))
        key, path = _place(block.source.path)
        text = _text(path, block.source)
        spans = {one: text.span(one) for one in annotations if one.kind == _AGENT and one.end > one.start}
    except DataError as error:
        raise error.at(block.path, None if error.path else block.line) from error
    edges = _sentences(block.source, text)
    name, part = id_and_part(key)
    document = segmented(
        Document(id=name, part=part, text=text.text), {*edges, *(i for each in spans.values() for i in each)}
    )
    if edges:
        firsts = np.unique(np.searchsorted(document.starts, [0, *edges], side="left"))
        document = document.replace(sentence_starts=integers(firsts[firsts < len(document.starts)]))
    return document.replace(mention_table=_mentions(block, document, spans))


def _annotations(lines: Sequence[str]) -> Iterator[_Annotation]:
    """The annotations of all lines that are no comments."""
    seen: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        if line.startswith("#") or not line.strip():
            continue
        fields = line.split("\t")
        span = _SPAN.fullmatch(fields[1].strip()) if len(fields) >= 4 else None
        if span is None:
            advice = "Expected id, first and last byte, string, kind and attributes, with a tab between them."
            raise DataError(f"'{line[:60]}' is not an annotation", advice, line=number)
        name = fields[0].strip()
        if name in seen:
            advice = "Every annotation of a file needs an id of its own."
            raise DataError(f"the id {name[:60]} was given already in line {seen[name]}", advice, line=number)
        seen[name] = number
        attributes = dict(_ATTRIBUTE.findall("\t".join(fields[4:])))
        yield _Annotation(name, int(span[1]), int(span[2]), fields[3].strip(), attributes, number)


def _place(path: Path) -> tuple[str, Path]:
    """The document's key, and where its text is, for a file of annotations in the folders of a release."""
    folders = path.absolute().parent.parts
    if _ANNOTATIONS not in folders or folders[-1] == _ANNOTATIONS:
        raise DataError(f"this file does not lie in a folder {_ANNOTATIONS}", _LAYOUT, path=path)
    root = len(folders) - 1 - folders[::-1].index(_ANNOTATIONS)
    inside = folders[root + 1 :]
    return "/".join(inside), Path(*folders[:root], _TEXTS, *inside)


def _text(path: Path, source: TextFile) -> _Text:
    if not path.is_file():
        where = "/".join(path.parts[-3:])
        raise DataError(f"there is no text {where} for these annotations", _LAYOUT, path=source.name)
    file = TextFile(path, source.encoding)
    data = file.bytes()
    encoding = source.encoding or "utf-8"
    try:
        text = data.decode(encoding)
    except UnicodeError as error:
        raise file.undecodable(error) from error
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=path)
    if len(text) == len(data):
        return _Text(text, len(data), None)
    places = np.full(len(data) + 1, -1, dtype=np.int64)
    sizes = np.fromiter((len(each.encode(encoding)) for each in text), dtype=np.int64, count=len(text))
    starts = np.concatenate([[0], np.cumsum(sizes)])
    if int(starts[-1]) != len(data):
        raise DataError(f"{encoding} is no encoding in which bytes can be counted", "Declare another one.", path=path)
    places[starts] = np.arange(len(text) + 1)
    return _Text(text, len(data), places)


def _sentences(source: TextFile, text: _Text) -> list[int]:
    """Where sentences begin and end, by the file beside the annotations; nothing where there is none."""
    for name in _SENTENCES:
        path = source.path.with_name(name)
        if path.is_file():
            try:
                found = _annotations(list(TextFile(path, source.encoding).lines()))
                return [place for one in found if one.kind == _SENTENCE for place in text.span(one)]
            except DataError as error:
                raise error.at(path) from error
    return []


def _mentions(block: Block, document: Document, spans: dict[_Annotation, tuple[int, int]]) -> Mentions:
    rows: dict[tuple[tuple[int, int], str | None], _Annotation] = {}
    for one, span in spans.items():
        try:
            rows.setdefault((token_span(document, *span), one.source), one)
        except DataError as error:
            raise error.at(block.path, one.line) from error
    known = dict.fromkeys(key for one in rows.values() for key in one.attributes)
    extra = {f"{PREFIX}{key}": [one.attributes.get(key, "") for one in rows.values()] for key in known}
    return Mentions.build(
        [[span] for span, _ in rows],
        [source for _, source in rows],
        extra={f"{PREFIX}line": [one.name for one in rows.values()], **extra},
    )


def missing(folder: Path, files: Sequence[Path]) -> Iterator[DataError]:
    """An error for each text of the release that has no annotations."""
    places = [_place(file) for file in files]
    annotated = {text for _, text in places}
    roots = {text.parents[key.count("/")] for key, text in places}
    for root in sorted(root for root in roots if root.is_dir()):
        for text in scan([root]):
            if text.absolute() not in annotated:
                where = "/".join((_ANNOTATIONS, *text.relative_to(root).parts))
                advice = f"{_LAYOUT} Pass --skip-bad to leave the text out."
                yield DataError(f"there are no annotations of this text in {where}", advice, path=text)


def sniff(head: str) -> bool:
    """Whether a file has an annotation of MPQA among its first lines."""
    return re.search(r"(?m)^[^\t\n]+\t[0-9]+,[0-9]+\t[^\t\n]*\tGATE_", head) is not None


FORMAT = Format(
    name="mpqa",
    description="MPQA: agents and their nested sources, in the folders docs and man_anns of a release",
    extensions=EXTENSIONS,
    split=split,
    parse=parse,
    missing=missing,
    sniff=sniff,
)
