"""DOCX: the text of a Word document, through python-docx (extra `docx`); read only.

Paragraphs are parted by a blank line, the cells of a row by a tab. Text that was deleted while changes were recorded
is left out, text that was added is there. `meta["title"]` is the title.
"""

import io
import zipfile
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from namesakes.errors import DataError, MissingExtraError
from namesakes.formats.format import Block, Format
from namesakes.formats.plain import split
from namesakes.text.document import Document

if TYPE_CHECKING:
    from docx.document import Document as WordDocument
    from docx.table import Table

_COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""How files of the old Word begin, and those that are encrypted."""
LARGEST = 1 << 28
"""The most bytes that a file may unpack to."""
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_FALLBACK = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
_GONE = {f"{_W}del", f"{_W}moveFrom", f"{_W}pPr", f"{_W}rPr", _FALLBACK}
_SPACES = {f"{_W}tab": "\t", f"{_W}br": "\n", f"{_W}cr": "\n", f"{_W}noBreakHyphen": "-"}


def parse(block: Block) -> Document:
    """The document of a file: the text of its paragraphs and tables."""
    data = block.source.bytes()
    if not data.strip():
        raise DataError("this file is empty", path=block.path)
    if data.startswith(_COMPOUND):
        found = "this is not a DOCX file: it is encrypted, or a DOC file of an older Word"
        raise DataError(found, "Save it as DOCX without a password.", path=block.path)
    _check(data, block.path)
    word = _read(data, block.path)
    text = "\n\n".join(_paragraphs(word)).replace("\x00", "")
    if not text.strip():
        raise DataError("there is no text in this document", path=block.path)
    title = str(word.core_properties.title or "").strip()
    return Document(id=block.source.path.stem, text=text, meta={"title": title} if title else {})


def _check(data: bytes, path: str) -> None:
    """Refuse what is no archive, and what unpacks to more than memory may hold."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            size = sum(entry.file_size for entry in archive.infolist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        raise DataError("this is not a DOCX file, or a damaged one", "Save it anew.", path=path) from error
    if size > LARGEST:
        found = f"this file unpacks to {size >> 20:,} MB, and {LARGEST >> 20} are the most"
        raise DataError(found, "Save its text.", path=path)


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
