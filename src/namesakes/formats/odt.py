"""ODT: the text of a document of OpenOffice or LibreOffice; read only.

Paragraphs, headings and items are parted by a blank line, the cells of a row by a tab. Footnotes come after the text,
each a paragraph. What was deleted while changes were recorded, comments, tables of contents and macros are left out.
`meta["title"]` is the title, `meta["author"]` who wrote it, `meta["created"]` when the file was made.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.flow import CELL, PARAGRAPH, SPACE, Flow
from namesakes.formats.format import Block, Format
from namesakes.formats.plain import split
from namesakes.formats.xml_tree import End, Node, Text, xml_events
from namesakes.formats.zip_parts import ZipParts
from namesakes.text.document import Document

_LEFT_OUT: Final = frozenset({
    "tracked-changes", "annotation", "table-of-content", "illustration-index", "table-index", "object-index",
    "user-index", "alphabetical-index", "bibliography", "forms", "scripts", "automatic-styles", "styles",
    "font-face-decls", "settings", "master-styles", "sequence-decls", "variable-decls", "user-field-decls", "shapes",
    "event-listeners", "note-citation", "ruby-text", "hidden-text", "meta",
})  # fmt: skip
"""Elements whose text is not the document's."""
_PARAGRAPHS: Final = frozenset({"p", "h", "list-item", "section", "title"})
_TABLES: Final = frozenset({"table-row", "table"})
_CELLS: Final = frozenset({"table-cell", "covered-table-cell"})
_ASIDE: Final = frozenset({"note", "text-box"})
"""What stands in a paragraph and is read after the text."""
_LONGEST_SPACE: Final = 1000
Chunks = Callable[[], Iterator[bytes]]


def parse(block: Block) -> Document:
    """The document of a file: its paragraphs, tables and notes."""
    data = block.source.bytes()
    if data.lstrip()[:5] == b"<?xml":  # all of it in one file, without an archive
        return _document(block, lambda: iter([data]), lambda: iter([data]))
    parts = ZipParts.of(data, "an ODT file", block.path)
    if "META-INF/manifest.xml" in parts and b"encryption-data" in parts.read("META-INF/manifest.xml"):
        raise DataError("this ODT file is encrypted", "Save it without a password.", path=block.path)
    said = (lambda: parts.chunks("meta.xml")) if "meta.xml" in parts else (lambda: iter([b"<meta/>"]))
    return _document(block, lambda: parts.chunks("content.xml"), said)


def _document(block: Block, content: Chunks, said: Chunks) -> Document:
    reader = _Reader()
    try:
        reader.read(xml_events(content()))
        meta = _metadata(xml_events(said()))
    except DataError as error:
        error.line = None  # a line of a part of an archive, which nobody sees
        raise error.at(block.path) from error
    if not reader.flow.size:
        raise DataError("there is no text in this document", path=block.path)
    return Document(id=block.source.path.stem, text=reader.flow.text, meta=meta)


@dataclass
class _Reader:
    """Puts the text together as it comes; notes wait for the end."""

    flow: Flow = field(default_factory=Flow)
    aside: list[Flow] = field(default_factory=list)
    notes: list[Flow] = field(default_factory=list)
    hidden: int = 0
    in_text: int = 0
    in_cell: int = 0

    def read(self, events: Iterable[Node | Text | End]) -> None:
        """Write all that there is, then the notes."""
        for event in events:
            if isinstance(event, Text):
                if not self.hidden and self.in_text:
                    self._target.write(event.data)
            elif isinstance(event, Node):
                self._begin(event)
            else:
                self._end(event.name)
        for note in self.notes:
            self.flow.pause(PARAGRAPH)
            self.flow.keep(note.text)

    @property
    def _target(self) -> Flow:
        return self.aside[-1] if self.aside else self.flow

    def _begin(self, node: Node) -> None:
        name = node.name
        if self.hidden or name in _LEFT_OUT:
            self.hidden += 1
            return
        self.in_text += name in ("p", "h")
        if name in _ASIDE:
            self.aside.append(Flow())
        elif name in _CELLS:
            self.in_cell += 1
            self._target.pause(CELL)
        elif name in _TABLES or name in _PARAGRAPHS:
            self._break(name)
        elif name == "s":
            count = node.attributes.get("c", "1")
            self._target.keep(" " * min(int(count) if count.isdecimal() else 1, _LONGEST_SPACE))
        elif name == "tab":
            self._target.keep("\t")
        elif name == "line-break":
            self._target.keep("\n")

    def _end(self, name: str) -> None:
        if self.hidden:
            self.hidden -= 1
            return
        self.in_text -= name in ("p", "h")
        if name in _ASIDE:
            note = self.aside.pop()
            self.notes += [note] if note.size else []
        elif name in _CELLS:
            self.in_cell -= 1
        elif name in _TABLES or name in _PARAGRAPHS:
            self._break(name)

    def _break(self, name: str) -> None:
        """A paragraph begins or ends; in a cell its words stay together."""
        self._target.pause(SPACE if self.in_cell and name in _PARAGRAPHS and not self.aside else PARAGRAPH)


def _metadata(events: Iterator[Node | Text | End]) -> dict[str, str]:
    """What the file says of itself."""
    names = {"title": "title", "initial-creator": "author", "creator": "author", "creation-date": "created"}
    found: dict[str, str] = {}
    current, inside = "", False
    for event in events:
        if isinstance(event, Node):
            inside = inside or event.name == "meta"
            current = names.get(event.name, "") if inside else ""
        elif isinstance(event, End):
            if event.name == "meta":
                break
            current = ""
        elif current:
            found[current] = found.get(current, "") + event.data
    said = {key: " ".join(value.split()) for key, value in found.items()}
    if "created" in said:
        said["created"] = said["created"][:10]
    return {key: value for key, value in said.items() if value}


def sniff(head: str) -> bool:
    """Whether a file begins like one of OpenOffice."""
    return head.startswith("PK\x03\x04") and "application/vnd.oasis.opendocument.text" in head


FORMAT = Format(
    name="odt",
    description="ODT: the text of a document of OpenOffice; read only",
    extensions=(".odt", ".ott", ".fodt"),
    split=split,
    parse=parse,
    sniff=sniff,
    one_document=True,
)
