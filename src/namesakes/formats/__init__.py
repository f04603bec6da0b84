"""Reading and writing documents: one file a format, found by its name, by a file's ending, or by its first lines."""

import sys
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TextIO

from namesakes.config import Registry
from namesakes.errors import DataError, DocumentError, UsageError
from namesakes.formats.atomic import half_a_pair, open_atomic
from namesakes.formats.format import Block, Format
from namesakes.formats.text_file import TextFile
from namesakes.text.document import Document

ENDINGS = {
    "plain": (".txt", ".text"),
    "jsonl": (".jsonl", ".ndjson"),
    "json": (".json",),
    "conll2012": (".conll", "_conll", ".conll2012"),
    "conllu": (".conllu", ".conllup"),
    "brat": (".ann",),
    "muc": (".sgm", ".sgml", ".muc"),
    "weps": (".clust.xml", ".xml"),
    "gap": (".tsv",),
    "bio": (".bio", ".iob", ".iob2", ".bioes"),
    "html": (".html", ".htm", ".xhtml"),
    "markdown": (".md", ".markdown"),
    "pdf": (".pdf",),
    "docx": (".docx",),
}
"""The formats, each in the module of its name, and their `extensions`, told without importing the modules."""

FORMATS: Registry[Format] = Registry("format")
for _name in ENDINGS:
    FORMATS.register(_name, f"namesakes.formats.{_name}:FORMAT")

__all__ = ["FORMATS", "Block", "Format", "TextFile", "find_format", "read", "read_one", "write"]


def read(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    skipped: list[DataError] | None = None,
    layers: Collection[str] | None = None,
) -> Iterator[Document]:
    """The documents of a file, of standard input ("-"), or of all files in a folder, one after the other.

    Parameters
    ----------
    format : the format's name; without it the ending and then the first lines of the file decide.
    encoding : the text's encoding; without it a byte order mark or UTF-8.
    skipped : a list to which the errors of bad documents are added while reading goes on; without it the first bad
        document raises its error.
    layers : all that the caller needs beyond words and sentences, such as `{"chains"}`; readers are then free to leave
        the rest out, which is quicker.
    """
    wanted = None if layers is None else frozenset(layers)
    make = partial(TextFile, encoding=encoding, tolerant=skipped is not None, layers=wanted)
    if str(path) != "-" and Path(path).is_dir():
        yield from _read_folder(Path(path), format, make, skipped)
    else:
        yield from _read_file(make(path), format, skipped)


def read_one(path: str | Path, *, format: str | None = None, encoding: str | None = None) -> Document:
    """The only document of a file."""
    documents = list(read(path, format=format, encoding=encoding))
    if len(documents) != 1:
        raise DataError(f"one document was expected here and there are {len(documents)}; use read()", path=path)
    return documents[0]


def write(documents: Iterable[Document], path: str | Path | TextIO, *, format: str | None = None) -> int:
    """Write the documents to a file, to standard output ("-") or to an open text stream; returns how many there were.

    A file appears under its name only when all of it has been written.
    """
    chosen = find_format(path, format, writing=True) if isinstance(path, str | Path) else FORMATS[format or "jsonl"]
    counted = _Counted(documents, chosen)
    if not isinstance(path, str | Path):
        _writer(chosen)(counted, path)
        return counted.count
    if chosen.save is not None:
        chosen.save(counted, Path(path))
    elif str(path) == "-":
        try:
            _writer(chosen)(counted, sys.stdout)
        except UnicodeEncodeError as error:
            raise half_a_pair(error) from error
    else:
        with open_atomic(Path(path)) as stream:
            _writer(chosen)(counted, stream)
    return counted.count


def find_format(path: str | Path, name: str | None = None, *, writing: bool = False) -> Format:
    """The format of that name, else the one that the file's ending or, when reading, its first lines belong to."""
    if name is not None:
        return FORMATS[name]
    file = Path(path).name.lower()
    matches = [(len(ending), each) for each in FORMATS for ending in endings(each) if file.endswith(ending)]
    if matches:
        return FORMATS[max(matches)[1]]
    if not writing and str(path) != "-":
        head = TextFile(path).head().lstrip("\ufeff")
        for each in FORMATS:
            if FORMATS[each].sniff(head):
                return FORMATS[each]
    option = "--to" if writing else "--from"
    able = [each for each in sorted(FORMATS) if not writing or FORMATS[each].write or FORMATS[each].save]
    raise UsageError(f"{path}: the format cannot be told from this name.\nName it with {option}: {', '.join(able)}.")


def endings(name: str) -> tuple[str, ...]:
    """The endings of a format's files."""
    return ENDINGS[name] if name in ENDINGS else FORMATS[name].extensions


def _read_file(source: TextFile, name: str | None, skipped: list[DataError] | None) -> Iterator[Document]:
    chosen = find_format(source.path, name)
    found = 0
    blocks = chosen.split(source)
    while True:
        try:
            block = next(blocks, None)
            if block is None:
                break
            found += 1
            document = _parse(chosen, block)
        except DataError as error:
            found += 1
            error.at(source.name)
            if skipped is None:
                raise
            skipped.append(error)
        else:
            yield document
    if not found:
        raise DataError(f"there is no document in this file; it was read as {chosen.name}", path=source.name)


def _parse(chosen: Format, block: Block) -> Document:
    if block.source.tolerant:
        block.source.check("\n".join(block.lines), block.line)
    try:
        return chosen.parse(block)
    except DocumentError as error:
        raise error.at(block.path, block.line) from error


def _read_folder(
    folder: Path, name: str | None, make: Callable[[Path], TextFile], skipped: list[DataError] | None
) -> Iterator[Document]:
    known = tuple(ending for each in ([name] if name else FORMATS) for ending in endings(each))
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name.lower().endswith(known))
    annotated = {path.with_suffix(".txt") for path in files if path.suffix.lower() == ".ann"}
    files = [path for path in files if path not in annotated]
    if not files:
        advice = f"Files are recognised by their endings: {' '.join(sorted(known))}."
        raise DataError("there is no file of a known format in this folder", advice, path=folder)
    for path in files:
        try:
            yield from _read_file(make(path), name, skipped)
        except DataError as error:
            if skipped is None:
                raise
            skipped.append(error)


def _writer(chosen: Format) -> Callable[[Iterable[Document], TextIO], None]:
    if chosen.write is None:
        able = [name for name in FORMATS if FORMATS[name].write is not None]
        raise UsageError(f"{chosen.name} cannot be written to a stream; choose one of {', '.join(able)}.")
    return chosen.write


class _Counted:
    """Documents on their way to a writer: how many have gone through, and none that would make a file binary."""

    def __init__(self, documents: Iterable[Document], chosen: Format) -> None:
        self._documents, self._chosen, self.count = documents, chosen, 0

    def __iter__(self) -> Iterator[Document]:
        for document in self._documents:
            if "\x00" in document.text and "everything" not in self._chosen.carries:
                found = f"document {document.key} holds the character U+0000, which {self._chosen.name} cannot"
                raise DataError(found, "Write jsonl, or take it out of the text.")
            self.count += 1
            yield document
