"""DOCX: the text of a Word document, through python-docx (extra `docx`); read only.

Paragraphs are parted by a blank line, the cells of a row by a tab. Text that was deleted while changes were recorded
is left out, text that was added is there. `meta["title"]` is the title.
"""

import io
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from namesakes.errors import DataError, MissingExtraError
from namesakes.formats.format import Block, Format
from namesakes.formats.plain import split
from namesakes.formats.zip_parts import LARGEST, ZipParts
from namesakes.text.document import Document

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.table import Table

_TEMPLATE = "python-docx"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_GONE = {f"{_W}del", f"{_W}moveFrom", f"{_W}pPr", f"{_W}rPr", _FALLBACK}
_SPACES = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}


def parse(block: Block) -> Document:
    """The document of a file: the text of its paragraphs and tables."""
    data = block.source.bytes()
    ZipParts.of(data, "a DOCX file", block.path, LARGEST)
    word = _read(data, block.path)
    text = "\n\n".join(_paragraphs(word)).replace("\x00", "")
    if not text.strip():
        raise DataError("there is no text in this document", path=block.path)
    return Document(id=block.source.path.stem, text=text, meta=_metadata(word))


def _metadata(word: "WordDocument") -> dict[str, str]:
    """What the file says of itself: `title`, `author`, and when it was `created`."""
    said, found = word.core_properties, dict[str, str]()
    try:
        found = {"title": str(said.title or "").strip(), "author": str(said.author or "").strip()}
        found["created"] = "" if said.created is None else said.created.date().isoformat()
    except (ValueError, TypeError, AttributeError):  # dates that are none
        pass
    if found.get("author") == _TEMPLATE:
        found = {"title": found["title"]}  # what python-docx's own template says
    return {key: value for key, value in found.items() if value}


def _read(data: bytes, path: str) -> "WordDocument":
    try:
        import docx
    except ImportError as error:
        raise MissingExtraError(f"reading DOCX ({path})", "docx") from error
    try:
        return docx.Document(io.BytesIO(data))
    except Exception as error:  # broken files lead to errors of every kind, and none of them is ours
        found = f"this DOCX file is damaged ({type(error).__name__}: {str(error)[:200]})"
        raise DataError(found, "Open it and save it anew.", path=path) from error


def _paragraphs(document: "WordDocument") -> Iterator[str]:
    """The paragraphs that have text, and each table as one."""
    from docx.table import Table

    for item in document.iter_inner_content():
        text = _table(item) if isinstance(item, Table) else "".join(_pieces(item._p))
        if text.strip():
            yield text.strip()


def _table(table: "Table") -> str:
    """The rows, a line each; a cell that spans several columns is one cell."""
    rows = []
    for row in table._tbl.tr_lst:
        cells = (" ".join("".join(_pieces(inner)) for inner in cell.iter(f"{_W}p")) for cell in row.tc_lst)
        rows.append("\t".join(cell.strip() for cell in cells))
    return "\n\n".join(row for row in rows if row.strip())


def _pieces(element: Any) -> Iterator[str]:
    """The text of an element as Word shows it."""
    for child in element:
        if child.tag in _GONE:
            continue
        if child.tag == f"{_W}t":
            yield child.text or ""
        elif child.tag in _SPACES:
            yield _SPACES[child.tag]
        else:
            yield from _pieces(child)


def sniff(head: str) -> bool:
    """Whether a file begins like an archive of Word."""
    return head.startswith("PK\x03\x04") and ("word/" in head or "[Content_Types].xml" in head)


FORMAT = Format(
    name="docx",
    description="DOCX: the text of a Word document; read only",
    extensions=(".docx",),
    split=split,
    parse=parse,
    sniff=sniff,
    one_document=True,
)
