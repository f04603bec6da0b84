"""PDF: the text of the pages, through pypdf (extra `pdf`); read only.

Pages are parted by a blank line, or by a line break where a sentence runs on; words that a line's end had parted are
put together again. `meta["pages"]` has the place at which each page begins, `meta["title"]` the title.
"""

import io
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from namesakes.errors import DataError, MissingExtraError
from namesakes.formats.format import Block, Format
from namesakes.formats.plain import split
from namesakes.text.document import Document

_PARTED = re.compile(r"(?<=[^\W\d_])-[ \t]*\n[ \t]*(?=[a-zà-ÿ])")
_ENDED = re.compile(r"""[.!?:;]["'”’)\]]*\s*$""")


def parse(block: Block) -> Document:
    """The document of a file: the text of all its pages."""
    data = block.source.bytes()
    if b"%PDF-" not in data[:1024]:
        found = "this file is empty" if not data.strip() else "this is not a PDF: it does not begin with %PDF-"
        raise DataError(found, path=block.path)
    with _quiet():
        pages, title = _read(data, block.path)
    text, starts = join_pages(pages)
    if not text.strip():
        raise DataError("there is no text in it, only pictures of pages", "Run OCR first.", path=block.path)
    meta = {"pages": starts, **({"title": title} if title else {})}
    return Document(id=block.source.path.stem, text=text, meta=meta)


def _read(data: bytes, path: str) -> tuple[list[str], str]:
    """The texts of the pages, and the title."""
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
        title: Any = reader.metadata.title if reader.metadata else ""
        return [page.extract_text() for page in reader.pages], str(title or "").strip()
    except DataError:
        raise
    except (DependencyError, FileNotDecryptedError) as error:
        raise locked from error
    except Exception as error:  # broken files lead to errors of every kind, and none of them is ours
        found = f"this PDF is damaged ({type(error).__name__}: {str(error)[:200]})"
        raise DataError(found, "Open it and save it anew, or save its text.", path=path) from error


def join_pages(pages: list[str]) -> tuple[str, list[int]]:
    """The text of all pages, and where each one begins."""
    text, starts = "", []
    for page in pages:
        shown = _PARTED.sub("", page.replace("\x00", "").encode("utf-8", "replace").decode()).strip()
        text += "" if not text or not shown else "\n\n" if _ENDED.search(text[-20:]) else "\n"
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


FORMAT = Format(
    name="pdf",
    description="PDF: the text of the pages; read only",
    extensions=(".pdf",),
    split=split,
    parse=parse,
    sniff=sniff,
    one_document=True,
)
