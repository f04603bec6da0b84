"""Reading PDF: the pages as grids of characters, and those that cannot be laid out as their text comes."""

import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final

from namesakes.errors import DataError, MissingExtraError
from namesakes.formats.format import Block
from namesakes.formats.pdf.columns import in_order
from namesakes.formats.pdf.paragraphs import paragraphs
from namesakes.formats.pdf.running_heads import without_running_heads
from namesakes.text.document import Document

if TYPE_CHECKING:
    from pypdf import PageObject, PdfReader

_PARTED: Final = re.compile(r"(?<=[^\W\d_])[-\u2010\u00ad][ \t]*\n[ \t]*(?=[a-zà-ÿ])")
_OPEN: Final = re.compile(r"[^\W\d_][-\u2010\u00ad]$")
_ENDED: Final = re.compile(r"""[.!?:;]["'”’)\]]*\s*$""")
_LETTERS: Final = re.compile(r"\w")
_WHOLE: Final = 0.9
"""The share of the letters of a page that its layout must have; it leaves out what stands askew."""
_LONGEST: Final = 300
_NOTHING: Final = re.compile(r"\(?(?:anonymous|unspecified|unknown|untitled)\)?", re.IGNORECASE)
"""What programs write where nobody said anything."""


def parse(block: Block) -> Document:
    """The document of a file: the text of all its pages."""
    data = block.source.bytes()
    if b"%PDF-" not in data[:1024]:
        found = "this file is empty" if not data.strip() else "this is not a PDF: it does not begin with %PDF-"
        raise DataError(found, path=block.path)
    with _quiet():
        pages, said = _read(data, block.path)
    laid = without_running_heads([page.split("\n") for page in pages])
    text, starts = join_pages([page_text(lines) for lines in laid])
    if not text.strip():
        raise DataError("there is no text in it, only pictures of pages", "Run OCR first.", path=block.path)
    return Document(id=block.source.path.stem, text=text, meta={"pages": starts, **said})


def _read(data: bytes, path: str) -> tuple[list[str], dict[str, str]]:
    """The grids of the pages, and what the file says of itself."""
    try:
        from pypdf import PdfReader
        from pypdf.errors import DependencyError, FileNotDecryptedError
    except ImportError as error:
        raise MissingExtraError(f"reading PDF ({path})", "pdf") from error
    locked = DataError("this PDF is encrypted", "Save a copy without the password.", path=path)
    try:
        reader = PdfReader(io.BytesIO(data))
        if reader.is_encrypted and not reader.decrypt(""):
            raise locked
        return [_grid(page) for page in reader.pages], _metadata(reader)
    except DataError:
        raise
    except (DependencyError, FileNotDecryptedError) as error:
        raise locked from error
    except Exception as error:  # broken files lead to errors of every kind, and none of them is ours
        found = f"this PDF is damaged ({type(error).__name__}: {str(error)[:200]})"
        raise DataError(found, "Open it and save it anew, or save its text.", path=path) from error


def _grid(page: "PageObject") -> str:
    """A page laid out in characters as it is in print; as its text comes where that loses some of it."""
    plain = page.extract_text()
    try:
        laid = page.extract_text(extraction_mode="layout")
    except Exception:  # what cannot be laid out is still text
        return _clean(plain)
    whole = len(_LETTERS.findall(laid)) >= _WHOLE * len(_LETTERS.findall(plain))
    return _clean(laid if whole else plain)


def _clean(text: str) -> str:
    """The text without what is no character."""
    return text.replace("\x00", "").replace("\r\n", "\n").replace("\r", "\n").encode("utf-8", "replace").decode()


def _metadata(reader: "PdfReader") -> dict[str, str]:
    """What the file says of itself: `title`, `author`, and when it was `created`."""
    said: Any = reader.metadata
    if not said:
        return {}
    found = {"title": str(said.title or "").strip(), "author": str(said.author or "").strip()}
    try:
        found["created"] = said.creation_date.date().isoformat() if said.creation_date else ""
    except (ValueError, AttributeError, TypeError):  # a date that is none
        found["created"] = ""
    return {key: value[:_LONGEST] for key, value in found.items() if value and not _NOTHING.fullmatch(value)}


def page_text(lines: list[str]) -> str:
    """The text of a page, with a blank line between paragraphs; a paragraph may go on in the next column."""
    text = ""
    for block in in_order(lines):
        found = paragraphs(block)
        text += _between(text) if found and text else ""
        text += "\n\n".join(found)
    return text


def _between(text: str) -> str:
    """What stands between two columns, or two pages: a line break where a sentence runs on."""
    return "\n\n" if _ENDED.search(text[-20:]) or "\t" in text[text.rfind("\n") + 1 :] else "\n"


def join_pages(pages: list[str]) -> tuple[str, list[int]]:
    """The text of all pages, and where each one begins; words that a line's end has parted are whole."""
    text, starts = "", []
    for page in pages:
        shown = _PARTED.sub("", page.strip())
        if text and shown and _OPEN.search(text) and shown[0].islower():
            text = text[:-1]
        elif text and shown:
            text += _between(text)
        starts.append(len(text))
        text += shown
    return text, starts


@contextmanager
def _quiet() -> Iterator[None]:
    """Keeps remarks on the form of a file to itself, of which there may be thousands."""
    log = logging.getLogger("pypdf")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        log.setLevel(level)


def sniff(head: str) -> bool:
    """Whether a file begins like a PDF."""
    return head.startswith("%PDF-")
