"""EPUB: the chapters of an e-book in the order in which they are read; read only.

All chapters are one document, parted by blank lines, and `meta["chapters"]` has the place at which each begins; with
`--chapters` each is a document of its own. What a book has for finding one's way, and what is not in the order of
reading, is left out. `meta` has `title`, `author`, `language`, and in `created` the date of this book, as far as it
says them.
"""

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.html.text import visible_text
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.text_file import TextFile
from namesakes.formats.xml_tree import Node, xml_tree
from namesakes.formats.zip_parts import ZipParts
from namesakes.text.document import Document

_CONTAINER: Final = "META-INF/container.xml"
_ENCRYPTION: Final = "META-INF/encryption.xml"
_FONTS: Final = ("http://www.idpf.org/2008/embedding", "http://ns.adobe.com/pdf/enc#RC")
"""Ways to hide fonts, which hide no text."""
_PAGES: Final = ("application/xhtml+xml", "text/html", "application/x-dtbook+xml")
_MOST: Final = 20_000
"""The most chapters that a book may have."""
_GAP: Final = "\n\n"


@dataclass(frozen=True)
class Chapter:
    """The text of a chapter, and what its page calls it."""

    text: str
    title: str = ""


@dataclass(frozen=True)
class EpubBlock(Block):
    """A book, or one chapter of it: its chapters, and what the book says of itself."""

    chapters: tuple[Chapter, ...] = field(default=(), repr=False)
    meta: dict[str, Any] = field(default_factory=dict)
    number: int = 0


def split(source: TextFile) -> Iterator[Block]:
    """One block for the book, or with the option `chapters` one for each chapter that has text."""
    parts = ZipParts.of(source.bytes(), "an EPUB e-book", source.name)
    _check_encryption(parts)
    place = _package_place(parts)
    package = _tree(parts, place)
    chapters = tuple(each for each in _chapters(parts, package, posixpath.dirname(place)) if each.text)
    if not chapters:
        raise DataError("there is no text in this book, only pictures of pages", "Run OCR first.", path=source.name)
    meta = _metadata(package)
    if not source.options.chapters:
        yield EpubBlock(source, 1, [], chapters, meta)
        return
    for number, each in enumerate(chapters, start=1):
        yield EpubBlock(source, 1, [], (each,), meta, number)


def several(data: bytes, options: ReadOptions) -> bool:
    """Whether chapters are documents."""
    return options.chapters


def parse(block: Block) -> Document:
    """The document of a book or of a chapter."""
    assert isinstance(block, EpubBlock)
    stem, texts, starts, size = block.source.path.stem, list[str](), list[int](), 0
    for each in block.chapters:
        starts.append(size)
        texts.append(each.text)
        size += len(each.text) + len(_GAP)
    meta = dict(block.meta)
    if block.number:
        title = block.chapters[0].title
        meta |= {"chapter": block.number, **({"book": meta["title"]} if "title" in meta else {})}
        meta |= {"title": title} if title else {}
        return Document(id=f"{stem}-{block.number:02d}", text=texts[0], meta=meta)
    return Document(id=stem, text=_GAP.join(texts), meta={**meta, "chapters": starts})


def _check_encryption(parts: ZipParts) -> None:
    """Refuse a book whose text is locked."""
    if _ENCRYPTION not in parts:
        return
    methods = [each.attributes.get("Algorithm", "") for each in _tree(parts, _ENCRYPTION).below("EncryptionMethod")]
    if any(method not in _FONTS for method in methods):
        raise DataError("this book is locked (DRM)", "Ask its publisher for a copy without a lock.", path=parts.path)


def _package_place(parts: ZipParts) -> str:
    """Where the list of all that is in the book stands."""
    root = next(_tree(parts, _CONTAINER).below("rootfile"), None)
    place = "" if root is None else root.attributes.get("full-path", "")
    if not place or place not in parts:
        raise parts.damaged("it has no list of its chapters")
    return place


def _tree(parts: ZipParts, name: str) -> Node:
    """The tree of a part."""
    try:
        return xml_tree(parts.read(name).decode("utf-8-sig", "replace"))
    except DataError as error:
        if error.path is not None:
            raise
        raise DataError(f"{name} in this book: {error.found}", error.advice, path=parts.path) from error


def _chapters(parts: ZipParts, package: Node, folder: str) -> Iterator[Chapter]:
    """The chapters in the order in which they are read."""
    items = {each.attributes.get("id", ""): each.attributes for each in package.all("manifest", "item")}
    order = list(package.all("spine", "itemref"))
    if len(order) > _MOST:
        raise DataError(f"this book has {len(order):,} chapters, and {_MOST:,} are the most", path=parts.path)
    for each in order:
        item = items.get(each.attributes.get("idref", ""))
        if item is None or each.attributes.get("linear") == "no" or "nav" in item.get("properties", "").split():
            continue
        if item.get("media-type", _PAGES[0]) in _PAGES:
            yield _chapter(parts, posixpath.normpath(posixpath.join(folder, unquote(item.get("href", "")))))


def _chapter(parts: ZipParts, name: str) -> Chapter:
    """One chapter."""
    page = parts.read(name).decode("utf-8-sig", "replace").replace("\x00", "")
    try:
        found = visible_text(page)
    except DataError as error:
        raise error.at(parts.path) from error
    return Chapter(found.text, found.title)


def _metadata(package: Node) -> dict[str, Any]:
    """What the book says of itself."""
    names = {"title": "title", "creator": "author", "date": "created", "language": "language"}
    found: dict[str, list[str]] = {}
    for each in (node for part in package.all("metadata") for node in part.below(*names)):
        words = each.words()
        if words and not (each.name == "date" and each.attributes.get("event", "publication") != "publication"):
            found.setdefault(names[each.name], []).append(words)
    authors = "; ".join(dict.fromkeys(found.get("author", ())))
    said = {key: values[0] for key, values in found.items()} | ({"author": authors} if authors else {})
    if "created" in said:
        said["created"] = said["created"].partition("T")[0]
    return {key: value[:300] for key, value in said.items()}


FORMAT = Format(
    name="epub",
    description="EPUB: the chapters of an e-book; read only",
    extensions=(".epub",),
    split=split,
    parse=parse,
    one_document=True,
    several=several,
)
