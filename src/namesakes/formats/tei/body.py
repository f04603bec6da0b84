"""The body of an edition: its text as it is read, whom it marks and who speaks."""

from dataclasses import dataclass, field
from typing import Final

from namesakes.formats.flow import CELL, LINE, PARAGRAPH, SPACE, Flow, Range
from namesakes.formats.tei.people import PeopleList
from namesakes.formats.xml_tree import Node, Text


def _names(words: str) -> frozenset[str]:
    return frozenset(words.split())


_PARAGRAPHS: Final = _names(
    "ab argument bibl body byline castItem castList closer dateline desc div div1 div2 div3 div4 div5 div6 div7 "
    "docTitle epigraph figure floatingText group head item label lg list listBibl note opener p postscript quote row "
    "salute signed sp speaker stage table text titlePart trailer u"
)
_INLINE: Final = _names("p ab head item cell l seg said quote note")
"""Elements in which a quotation or a stage direction is a part of the sentence."""
_MIXED: Final = _names("bibl desc label list note quote stage castList")
_LINES: Final = _names("l addrLine lb")
_LEFT_OUT: Final = _names(
    "addSpan anchor cb certainty damageSpan del delSpan figDesc front fw gap graphic back index interp interpGrp link "
    "linkGrp milestone noteGrp pb ptr respons space spanGrp sourceDoc standOff surplus teiHeader facsimile metamark gb"
)
_PREFERRED: Final = {"choice": ("corr", "expan", "reg", "unclear", "seg", "abbr", "sic", "orig"), "app": ("lem", "rdg")}
"""Which of several forms of the same words is read."""
_SPOKEN: Final = _names("said q sp u quote")
_SILENT: Final = _names("speaker stage")
_PEOPLE: Final = _names("persName rs name")
_HYPHENS: Final = "-¬\u2010\u00ad⸗="


@dataclass(frozen=True)
class MarkedPerson:
    """Words that an edition marks as a person: the chain that they belong to, if it says so, and how it says it."""

    range: Range
    chain: str = ""
    said: str = ""
    broken: bool = False


@dataclass(frozen=True)
class Speech:
    """Words that somebody says; nothing for a direction within them."""

    range: Range
    speaker: str


@dataclass
class Body:
    """Reads the text of an edition.

    Parameters
    ----------
    listed : the people that the edition lists.
    """

    listed: PeopleList
    flow: Flow = field(default_factory=Flow)
    people: list[MarkedPerson] = field(default_factory=list)
    speeches: list[Speech] = field(default_factory=list)
    notes: list[Node] = field(default_factory=list)

    def read(self, node: Node, around: str = "") -> None:
        """Write an element; nesting has a limit already."""
        name = node.name
        if name in _PREFERRED:
            self._read_one(node, _PREFERRED[name], around)
        elif name == "note":
            self.notes.append(node)
        elif name == "lb":
            self._break_line(node)
        elif name == "space":
            self.flow.pause(SPACE)
        elif name not in _LEFT_OUT:
            self._read_marked(node, around)

    def read_notes(self) -> None:
        """Write the notes, each a paragraph; those within notes come after them."""
        while self.notes:
            waiting, self.notes = self.notes, []
            for note in waiting:
                self.flow.pause(PARAGRAPH)
                self._read_children(note)
        self.flow.pause(PARAGRAPH)

    def _read_one(self, node: Node, names: tuple[str, ...], around: str) -> None:
        """Write the best of several forms of the same words."""
        children = [child for child in node.children if isinstance(child, Node)]
        found = next((child for name in names for child in children if child.name == name), None)
        found = found or next(iter(children), None)
        if found is not None:
            self.read(found, around)

    def _break_line(self, node: Node) -> None:
        """A line of the original ends, perhaps within a word."""
        if node.attributes.get("break") == "no":
            self.flow.join(_HYPHENS)
        else:
            self.flow.pause(LINE)

    def _read_marked(self, node: Node, around: str) -> None:
        """Write an element with its edges, and note whom it marks and who speaks."""
        name = node.name
        edge = _edge(name, around)
        self.flow.pause(edge)
        who = node.attributes.get("who", "") if name in _SPOKEN else ""
        person = name in _PEOPLE and self.listed.is_person(node)
        range = self.flow.begin() if person or who or name in _SILENT else None
        place = len(self.speeches)
        self._read_children(node)
        if range is not None:
            self.flow.finish(range)
            if person and range:
                found = self.listed.reference(node)
                self.people.append(MarkedPerson(range, found.chain, found.said, found.broken))
            elif who or name in _SILENT:
                self.speeches.insert(place, Speech(range, self.listed.speaker(who)))
        self.flow.pause(0 if name == "w" else edge)

    def _read_children(self, node: Node) -> None:
        for child in node.children:
            if isinstance(child, Text):
                self.flow.write(child.data, child.start, child.end)
            else:
                self.read(child, node.name)


def _edge(name: str, around: str) -> int:
    """What stands before and after an element."""
    if name in _MIXED and around in _INLINE:
        return LINE if name == "list" else SPACE if name in ("stage", "note") else 0
    if name in _PARAGRAPHS:
        return SPACE if around == "cell" else PARAGRAPH
    return LINE if name in _LINES else CELL if name == "cell" else SPACE if name == "w" else 0
