"""XML as a tree, and as what comes one after the other, without anything that a small file could grow by.

Entities that a file declares are refused, nothing outside the file is ever looked for, and nesting has a limit. What
XHTML and old editions call characters by (`&nbsp;`, `&mdash;`) is known without a declaration where the file names a
type of document. Every piece of text has its place in the file, so that what is found in the text is found there too.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.entities import html5
from typing import Final
from xml.parsers import expat

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.errors import DataError

DEEPEST: Final = 256
"""The most elements that may lie in each other."""
_CHUNK: Final = 1 << 16
_XML: Final = "http://www.w3.org/XML/1998/namespace"


@dataclass(slots=True)
class Text:
    """A piece of text: what it says, and where it begins and ends in the file, in characters."""

    data: str
    start: int
    end: int


@dataclass(slots=True)
class Node:
    """An element: its name and its attributes without namespaces (but `xml:id`), its line, and what is in it."""

    name: str
    attributes: dict[str, str]
    line: int
    children: list["Node | Text"] = field(default_factory=list)

    def find(self, *path: str) -> "Node | None":
        """The first element down this path of names, or None."""
        return next(self.all(*path), None)

    def all(self, *path: str) -> Iterator["Node"]:
        """The elements down this path of names, each a child of the one before."""
        if not path:
            yield self
            return
        for child in self.children:
            if isinstance(child, Node) and child.name == path[0]:
                yield from child.all(*path[1:])

    def below(self, *names: str) -> Iterator["Node"]:
        """The elements with one of these names, or all, at any depth, in the order of the file."""
        stack = list(reversed(self.children))
        while stack:
            child = stack.pop()
            if isinstance(child, Node):
                if not names or child.name in names:
                    yield child
                stack.extend(reversed(child.children))

    def words(self) -> str:
        """All text in it, with single spaces."""
        pieces, stack = [], list(reversed(self.children))
        while stack:
            child = stack.pop()
            if isinstance(child, Text):
                pieces.append(child.data)
            else:
                stack.extend(reversed(child.children))
        return " ".join("".join(pieces).split())


@dataclass(slots=True)
class End:
    """The end of an element of this name."""

    name: str


def xml_tree(text: str, advice: str = "") -> Node:
    """The root of the tree of a file; a `DataError` with the line where it is not well-formed, or not safe.

    Parameters
    ----------
    text : the whole file.
    advice : what to do with a file that is not well-formed.
    """
    data = text.encode("utf-8", "replace")
    top = Node("", {}, 0)
    stack = [top]
    for event in xml_events([data], advice):
        if isinstance(event, Node):
            stack[-1].children.append(event)
            stack.append(event)
        elif isinstance(event, End):
            stack.pop()
        else:
            stack[-1].children.append(event)
    root = next(child for child in top.children if isinstance(child, Node))
    if not data.isascii():
        _count_characters(root, data)
    return root


def xml_events(chunks: "list[bytes] | Iterator[bytes]", advice: str = "") -> Iterator[Node | Text | End]:
    """The elements as they begin, their texts and their ends, in order; places are those of bytes."""
    reader = _Reader()
    try:
        for chunk in chunks:
            for start in range(0, len(chunk), _CHUNK):
                reader.parser.Parse(chunk[start : start + _CHUNK], False)
                yield from reader.taken()
        reader.parser.Parse(b"", True)
    except expat.ExpatError as error:
        found = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
        raise DataError(found, advice or "Correct it, or save it anew.", line=error.lineno) from error
    yield from reader.taken()


class _Reader:
    """An expat parser that collects what comes, and refuses what is not safe."""

    def __init__(self) -> None:
        self.parser = parser = expat.ParserCreate("utf-8", namespace_separator=" ")
        self.events: list[Node | Text | End] = []
        self.depth = 0
        self.doctype = False
        parser.SetParamEntityParsing(expat.XML_PARAM_ENTITY_PARSING_NEVER)
        parser.StartElementHandler, parser.EndElementHandler = self._start, self._end
        parser.CharacterDataHandler = self._text
        parser.EntityDeclHandler = self._entity
        parser.SkippedEntityHandler = self._skipped
        parser.UseForeignDTD(True)  # so that names of characters that nobody declared come here

    def taken(self) -> list[Node | Text | End]:
        """What has come since the last time."""
        found, self.events = self.events, []
        return found

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > DEEPEST:
            found = f"elements lie in each other more than {DEEPEST} deep"
            raise DataError(found, "No text is nested like this; see what made the file.", line=self._line)
        self.events.append(Node(_local(name), {_local(key): each for key, each in attributes.items()}, self._line))

    def _end(self, name: str) -> None:
        self.depth -= 1
        self.events.append(End(_local(name)))

    def _text(self, data: str) -> None:
        place = self.parser.CurrentByteIndex
        self.events.append(Text(data, place, place + len(data.encode("utf-8", "surrogatepass"))))

    def _entity(self, *declaration: object) -> None:
        found = "this file declares an entity, with which a small file can grow without end or reach for others"
        raise DataError(found, "Take the declaration away, and write out what it stands for.", line=self._line)

    def _skipped(self, name: str, is_parameter: bool) -> None:
        known = None if is_parameter else html5.get(f"{name};")
        if known is None:
            found = f"&{name[:60]}; is an entity that this file does not have"
            raise DataError(found, "Write the character itself, or its number.", line=self._line)
        place = self.parser.CurrentByteIndex
        self.events.append(Text(known, place, place + len(name) + 2))

    @property
    def _line(self) -> int:
        return self.parser.CurrentLineNumber


def _local(name: str) -> str:
    """A name without its namespace; that of XML itself is `xml:`."""
    space, _, local = name.rpartition(" ")
    return f"xml:{local}" if space == _XML else local


def _count_characters(root: Node, data: bytes) -> None:
    """Turn the places of texts from bytes into characters. O(bytes)."""
    letters: Int64Array = np.cumsum((np.frombuffer(data, dtype=np.uint8) & 0xC0) != 0x80, dtype=np.int64)
    stack: list[Node] = [root]
    while stack:
        for child in stack.pop().children:
            if isinstance(child, Node):
                stack.append(child)
            else:
                child.start = int(letters[child.start]) - 1
                child.end = int(letters[child.end - 1]) if child.end > 0 else 0
