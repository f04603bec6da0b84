"""ACE: entities in an .apf.xml file (the ACE Program Format), the text in the .sgm file beside it.

    <entity ID="AFP_ENG_20030330.0211-E3" TYPE="PER" SUBTYPE="Group" CLASS="USP">
      <entity_mention ID="AFP_ENG_20030330.0211-E3-1" TYPE="NOM" LDCTYPE="NOM">
        <extent><charseq START="134" END="170">Some 2,500 mainly university students</charseq></extent>
        <head><charseq START="163" END="170">students</charseq></head>
      </entity_mention>
    </entity>

Offsets count the characters of the .sgm file without its tags, from 0, and END is the last character. A reference such
as &amp; counts with all its characters, as in the releases; where the spans say what they should only when it counts as
one, it is read so. What every charseq says is compared with the text.

An entity is a chain, called by its ID less the document's, and its TYPE is the label of its mentions. Their other
attributes are kept in `Mentions.extra` as ace_id, ace_type (NAM, NOM, PRO), ace_role and so on, those of entities as
ace_subtype and ace_class; events, relations, times and values are left out. What stands before <BODY> (in older
releases <TEXT>), such as ids and dates, is not text, unless a mention stands there.
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from namesakes.errors import DataError
from namesakes.formats.file_names import id_and_part
from namesakes.formats.format import Block, Format
from namesakes.formats.muc.sgml import decoded
from namesakes.formats.scan import scan
from namesakes.formats.text_file import TextFile
from namesakes.formats.xml_elements import XmlElement, xml_elements, xml_text
from namesakes.text.document import Document
from namesakes.text.segment import segmented, token_span
from namesakes.text.spans import Mentions

ENDING, TEXT_ENDING = ".apf.xml", ".sgm"
PREFIX = "ace_"
"""What the attributes' names begin with in `Mentions.extra`."""

_TAG = re.compile(r"""<[A-Za-z/!?](?:"[^"]*"|[^<>"])*>|<[A-Za-z/!?][^<>]*>""")
_BODY = re.compile(r"<BODY[\s>]", re.IGNORECASE)
_TEXT = re.compile(r"<TEXT[\s>]", re.IGNORECASE)
_REFERENCE = re.compile(r"&(?:[A-Za-z]{1,10}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});")
_WHOLE = re.compile(r"[0-9]{1,9}")
_ADVICE = "Expected <source_file> with a <document>, and in it <entity>, <entity_mention>, <extent> and <charseq>."


@dataclass(frozen=True)
class _Span:
    """The characters of an extent or a head: first, last, the element that says what they are, and its line."""

    first: int
    last: int
    element: XmlElement
    line: int

    @property
    def text(self) -> str:
        """What the characters are."""
        return self.element.text


@dataclass
class _Mention:
    """A mention as it stands in a file."""

    entity: dict[str, str]
    attributes: dict[str, str]
    line: int
    spans: dict[str, _Span] = field(default_factory=dict)

    @property
    def kept(self) -> dict[str, str]:
        """What is kept of it by name: its own attributes, and those of its entity that are not the chain's."""
        others = {key.lower(): value for key, value in self.entity.items() if key not in ("ID", "TYPE")}
        return others | {key.lower(): value for key, value in self.attributes.items()}


@dataclass(frozen=True)
class _Plain:
    """The text of an .sgm file without tags, where its body begins, and each character's place counted as in ACE.

    `places` are where references begin, as they are counted, and `savings` how much is saved up to each.
    """

    text: str
    body: int
    places: Sequence[int]
    savings: Sequence[int]

    def span(self, found: _Span, *, whole: bool) -> tuple[int, int]:
        """The place in the text of a span."""
        return self._at(found.first, whole=whole), self._at(found.last + 1, whole=whole)

    def _at(self, offset: int, *, whole: bool) -> int:
        """The place in the text of an offset, in which references count whole or as one character."""
        number = bisect_right(self.places, offset - 1) if whole else 0
        return offset - self.savings[number]

    def says(self, found: _Span, *, whole: bool) -> bool:
        """Whether the text has the words of a span at its place."""
        start, end = self.span(found, whole=whole)
        return 0 <= start < end <= len(self.text) and _words(self.text[start:end]) == _words(found.text)


def _words(text: str) -> list[str]:
    return decoded(text).split()


def split(source: TextFile) -> Iterator[Block]:
    """One block: the file of annotations."""
    yield Block(source, 1, [xml_text(source)])


def parse(block: Block) -> Document:
    """The document of a file of annotations and the text beside it."""
    try:
        found = _Annotations.of(xml_elements(block.lines[0], _ADVICE, doctype=True))
        plain = _plain(block.source)
        whole = _counted_whole(plain, found.mentions)
    except DataError as error:
        raise error.at(block.path, None if error.path else block.line) from error
    spans = [{key: plain.span(each, whole=whole) for key, each in one.spans.items()} for one in found.mentions]
    first = min([plain.body, *(start for one in spans for start, _ in one.values())])
    spans = [{key: (start - first, end - first) for key, (start, end) in one.items()} for one in spans]
    name, part = id_and_part(found.name or block.source.path.name.removesuffix(ENDING))
    document = Document(
        id=name, part=part, text=plain.text[first:], meta={"genre": found.source} if found.source else {}
    )
    document = segmented(document, (place for one in spans for span in one.values() for place in span))
    return document.replace(mention_table=_table(block, document, found.mentions, spans))


class _Annotations:
    """The annotations as they stand in a file: the document's id, where it is from, and its mentions in their order."""

    def __init__(self) -> None:
        self.name: str | None = None
        self.source = ""
        self.mentions: list[_Mention] = []
        self._lines: dict[str, int] = {}
        self._entity: dict[str, str] = {}
        self._inside = ""

    @classmethod
    def of(cls, elements: Iterable[XmlElement]) -> "_Annotations":
        """The annotations of these elements; a `DataError` where they say too little."""
        found = cls()
        for element in elements:
            found.take(element)
        if found.name is None:
            raise DataError("there is no <document> in this file", _ADVICE, line=1)
        for one in found.mentions:
            if "extent" not in one.spans:
                raise DataError(f"the mention {one.attributes['ID'][:60]} has no extent", _ADVICE, line=one.line)
        return found

    def take(self, element: XmlElement) -> None:
        """Take the next element."""
        name, around = element.name, element.around
        if not around and name != "source_file":
            raise DataError(f"<{name[:60]}> stands as the outermost element", _ADVICE, line=element.line)
        if name == "source_file":
            self.source = element.attributes.get("SOURCE", "")
        elif name == "document":
            if self.name is not None:
                raise DataError("a second <document> begins here", "A file holds one.", line=element.line)
            self.name = element.attributes.get("DOCID", "").strip()
        elif name == "entity":
            self._entity = self._named(element)
        elif name == "entity_mention" and around == "entity":
            self.mentions.append(_Mention(self._entity, self._named(element), element.line))
        elif name in ("extent", "head"):
            self._inside = name if around == "entity_mention" and self.mentions else ""
        elif name == "charseq" and self._inside and around == self._inside:
            self.mentions[-1].spans.setdefault(around, _span(element))

    def _named(self, element: XmlElement) -> dict[str, str]:
        name = element.attributes.get("ID", "")
        if not name or name in self._lines:
            known = f"the ID {name[:60]} was given already in line {self._lines[name]}" if name else ""
            found = known or f"this <{element.name}> has no ID"
            raise DataError(found, "Every entity and every mention needs an ID of its own.", line=element.line)
        self._lines[name] = element.line
        return element.attributes


def _span(element: XmlElement) -> _Span:
    first, last = (element.attributes.get(key, "") for key in ("START", "END"))
    if not _WHOLE.fullmatch(first) or not _WHOLE.fullmatch(last):
        advice = 'Expected <charseq START="134" END="170">. Releases before ACE 2004 write offsets otherwise.'
        raise DataError("this <charseq> has no START and END that are numbers", advice, line=element.line)
    return _Span(int(first), int(last), element, element.line)


def _plain(source: TextFile) -> _Plain:
    """The text of the .sgm file beside the annotations."""
    path = source.path.with_name(source.path.name.removesuffix(ENDING) + TEXT_ENDING)
    if not path.is_file():
        advice = "ACE keeps the text in an .sgm file of the same name; put it into the same folder."
        raise DataError(f"there is no {path.name} beside this file", advice, path=source.name)
    raw = TextFile(path, source.encoding).text()
    begin = _BODY.search(raw) or _TEXT.search(raw)
    body = 0 if begin is None else len(decoded(_TAG.sub("", raw[: begin.start()])))
    counted = _TAG.sub("", raw)
    text = decoded(counted)
    if not text.strip():
        raise DataError("this file is empty: there is no text in it", path=path)
    places, savings = [], [0]
    for match in _REFERENCE.finditer(counted):
        saved = len(match[0]) - len(decoded(match[0]))
        if saved:
            places.append(match.start())
            savings.append(savings[-1] + saved)
    return _Plain(text, body, places, savings)


def _counted_whole(plain: _Plain, mentions: Iterable[_Mention]) -> bool:
    """Whether references count with all their characters; a `DataError` where the spans are right in neither way."""
    spans = [span for one in mentions for span in one.spans.values()]
    for whole in (True, False):
        if all(plain.says(span, whole=whole) for span in spans):
            return whole
    wrong = next(span for span in spans if not plain.says(span, whole=True))
    start, end = plain.span(wrong, whole=True)
    where = f"characters {wrong.first} to {wrong.last}"
    if not 0 <= start < end <= len(plain.text):
        length = len(plain.text) + plain.savings[-1]
        found = f"{where} do not lie in the text of {length} characters without its tags"
        raise DataError(
            found, "Offsets count from 0, tags do not count, and END is the last character.", line=wrong.line
        )
    found = f"the charseq says '{wrong.text.strip()[:60]}' and the text has '{plain.text[start:end][:60]}' at {where}"
    raise DataError(found, "The .sgm file may be another version, or have other line ends.", line=wrong.line)


def _table(
    block: Block, document: Document, mentions: Sequence[_Mention], spans: Sequence[Mapping[str, tuple[int, int]]]
) -> Mentions:
    parts, heads = [], []
    for one, found in zip(mentions, spans, strict=True):
        try:
            parts.append([token_span(document, *found["extent"])])
            heads.append(token_span(document, *found["head"])[1] - 1 if "head" in found else -1)
        except DataError as error:
            raise error.at(block.path, one.line) from error
    known = dict.fromkeys(key for one in mentions for key in one.kept)
    return Mentions.build(
        parts,
        [_short(one.entity["ID"], document) for one in mentions],
        heads=heads if max(heads, default=-1) >= 0 else None,
        labels=[one.entity.get("TYPE", "") for one in mentions],
        extra={f"{PREFIX}{key}": [one.kept.get(key, "") for one in mentions] for key in known},
    )


def _short(name: str, document: Document) -> str:
    """The ID of an entity without that of its document, which begins it in the releases."""
    return name.removeprefix(f"{document.id}-") or name


def missing(folder: Path, files: Sequence[Path]) -> Iterator[DataError]:
    """An error for each text in a folder that has no annotations beside it."""
    there = {str(file).lower() for file in files}
    for text in scan([folder], endings=(TEXT_ENDING,)):
        name = text.name[: -len(TEXT_ENDING)] + ENDING
        if str(text.with_name(name)).lower() not in there:
            advice = "Put the annotations beside it, or pass --skip-bad to leave the text out."
            yield DataError(f"there is no {name} beside this text", advice, path=text)


def sniff(head: str) -> bool:
    """Whether a file begins with a source file of ACE."""
    return re.match(r"\s*(?:<\?[^<>]*>\s*)?(?:<!DOCTYPE\s[^<>\[]*>\s*)?<source_file[\s>]", head) is not None


FORMAT = Format(
    name="ace",
    description="ACE: entities as XML (APF) in an .apf.xml file, the text in the .sgm file beside it",
    extensions=(ENDING,),
    split=split,
    parse=parse,
    missing=missing,
    sniff=sniff,
)
