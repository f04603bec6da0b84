"""Records: the only reader of documents, whatever they come in: files, folders, texts, rows, tables and `Document`s.

`read` gives the documents of one file or folder of known formats. `records` takes anything that may be resolved, and
leaves out what cannot be read with a reason that says what to do, so that one bad text does not end a run.
"""

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from typing import Any, Final, overload

from namesakes.budget import SECONDS
from namesakes.errors import (
    LOG,
    DamagedError,
    DataError,
    DocumentError,
    MemberError,
    NamesakesError,
    NoTextError,
    SkippedWarning,
    UsageError,
)
from namesakes.formats.columns import Columns
from namesakes.formats.format import FORMATS, Block, Format, endings, find_format
from namesakes.formats.members import PartBlock
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.scan import File, FileId, Skipped, SkippedRow, absolute, scan
from namesakes.formats.text_file import TextFile
from namesakes.formats.unpacking import LARGEST
from namesakes.text.document import Document

Item = str | Path | Document | Mapping[str, Any]
"""What may be resolved: a path, a text, a document, or a row with a `text`, or columns that options name."""

_FORESEEN: Final = (NamesakesError, Warning)
"""What a reader raises where the input is not what it should be; anything else means that it is damaged."""
STANDARD_INPUT: Final = Path("-")
"""What stands for standard input among paths."""
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".tif", ".tiff", ".gif", ".webp", ".bmp", ".heic", ".jp2")
"""Endings of files that are refused, and named, where folders are read."""
_SHOWN: Final = 3
"""How many of the files that were left out of an archive are named in a warning."""


@dataclass(frozen=True)
class Limits:
    """What is too much for one document.

    Parameters
    ----------
    megabytes : the largest file that is read, where a file is a document.
    characters : the longest text.
    seconds : of a processor, that a document may take.
    """

    megabytes: float = 100.0
    characters: int = 5_000_000
    seconds: float = SECONDS


@dataclass(frozen=True)
class Record:
    """A document as it was read.

    Parameters
    ----------
    id : what a store calls it, which no other document has that was read with it: the path of its file from here, with
        `#` and its own id where a file holds several; for a document that came without a file its own id.
    document : with the id that it has in its file.
    path : the file that it was read from; nothing for one that came without a file.
    """

    id: str
    document: Document = field(repr=False)
    path: str = ""


def read(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    skipped: list[DataError] | None = None,
    layers: Collection[str] | None = None,
    options: ReadOptions | None = None,
    left_out: list[DataError] | None = None,
) -> Iterator[Document]:
    """The documents of a file, of standard input ("-"), or of all files in a folder, one after the other.

    Of a folder, files with the ending of a known format are read, in alphabetical order; see `scan`. Rows of a table
    that have no text, or are bad, never end the reading, nor do texts, pages, office files and tables in a folder that
    cannot be read, as long as another one can.

    Parameters
    ----------
    format : the format's name; without it the ending and then the first lines of the file decide.
    encoding : the text's encoding; without it a byte order mark or UTF-8.
    skipped : a list to which the errors of bad documents are added while reading goes on; without it the first bad
        document raises its error, and what cannot be read of an archive or a mailbox is a warning.
    layers : all that the caller needs beyond words and sentences, such as `{"chains"}`; readers are then free to leave
        the rest out, which is quicker.
    options : what is chosen of how files are read, such as all of a web page with its menus.
    left_out : a list to which the errors of such rows and files are added; without it `skipped`, and without that a
        warning says how many there were, and which was the first.
    """
    wanted = None if layers is None else frozenset(layers)
    options = options or ReadOptions()
    make = partial(TextFile, encoding=encoding, tolerant=skipped is not None, layers=wanted, options=options)
    notes = left_out if left_out is not None else skipped if skipped is not None else list[DataError]()
    name = format or options.format or None
    if str(path) == "-" or not Path(path).is_dir():
        yield from _read_file(make(path), find_format(path, name), skipped, notes)
    else:
        yield from _read_folder(Path(path), make, name, skipped, notes, certain=notes is skipped or notes is left_out)
    if notes and notes is not skipped and notes is not left_out:
        first = Skipped.because(notes[0].place, notes[0])
        message = f"{path}: {len(notes)} left out: {first.place}: {first.reason}"
        warnings.warn(f"{message} …" if len(notes) > 1 else message, SkippedWarning, stacklevel=2)


def _read_folder(
    folder: Path,
    make: Callable[[Path], TextFile],
    name: str | None,
    skipped: list[DataError] | None,
    notes: list[DataError],
    *,
    certain: bool,
) -> Iterator[Document]:
    """The documents of all files in a folder; `certain` says whether somebody looks at the notes."""
    files = known_files(folder, name, () if name else _PICTURES)
    for error in FORMATS[name].missing(folder, files) if name else ():
        if skipped is None:
            raise error
        skipped.append(error)
    empty = True
    for file in files:
        one = True
        try:
            form = find_format(file, name)
            one = form.one_document or form.rows
            for document in _read_file(make(file), form, skipped, notes):
                empty = False
                yield document
        except DataError as error:
            if not one and skipped is None:
                raise
            (notes if one or skipped is None else skipped).append(error)
    if empty and notes and not certain:
        raise notes[0]


def read_one(
    path: str | Path,
    *,
    format: str | None = None,
    encoding: str | None = None,
    options: ReadOptions | None = None,
) -> Document:
    """The only document of a file."""
    documents = list(read(path, format=format, encoding=encoding, options=options))
    if len(documents) != 1:
        raise DataError(f"one document was expected here and there are {len(documents)}; use read()", path=path)
    return documents[0]


def records(
    items: Any,
    *,
    skipped: list[Skipped] | None = None,
    limits: Limits | None = None,
    options: ReadOptions | None = None,
) -> Iterator[Record]:
    """The documents of anything that may be resolved, in the order of the items, as they are asked for.

    Parameters
    ----------
    items : a folder, a file, a text, a row with a `text`, a `Document`, or several of them; a data frame or an Arrow
        table. A string that is no path and has more than one word is a text.
    skipped : gets what is bad, and why, while reading goes on; without it the first bad item raises an error, and what
        cannot be read of an archive is a warning.
    limits : what is too much; without it nothing is.
    options : what is chosen of how files, tables and rows are read.
    """
    seen: set[FileId] = set()
    options = options or ReadOptions()
    for number, item in enumerate(rows(items), start=1):
        try:
            path = path_of(item)
            document = None if path is not None else document_of(item, number, options)
        except (UsageError, DataError) as error:
            _leave_out(Skipped.because(f"item {number}", error), skipped, error)
            continue
        if document is not None:
            yield Record(document.key, document)
        elif path == STANDARD_INPUT:
            errors: list[DataError] = []
            yield from (Record(each.key, each) for each in standard_input(options, errors))
            for bad in errors:
                _leave_out(Skipped.because(bad.place, bad), skipped, bad)
        elif path is not None:
            yield from _path_records(absolute(path), skipped, limits, seen, options)


def _path_records(
    path: Path, skipped: list[Skipped] | None, limits: Limits | None, seen: set[FileId], options: ReadOptions
) -> Iterator[Record]:
    """The documents of a file, or of all files in a folder."""
    unreadable: list[Skipped] = []
    files = scan([path], skipped=unreadable, seen=seen)
    for each in unreadable:
        _leave_out(each, skipped)
    for file in map(File.at, files):
        left_out, read_any = list[Skipped](), False
        try:
            for record in file_records(file, limits, options=options):
                if isinstance(record, Skipped):
                    if skipped is None and format_of(file.path, options.format).container:
                        left_out.append(record)
                    else:
                        _leave_out(record, skipped)
                else:
                    read_any = True
                    yield record
        except (NamesakesError, OSError) as error:
            _leave_out(Skipped.because(file.place, error), skipped, error)
        if left_out:  # of what lies in an archive
            if not read_any:
                _leave_out(left_out[0], skipped)
            _warn(file.place, [f"{each.place}: {each.reason}" for each in left_out])


def _leave_out(bad: Skipped, skipped: list[Skipped] | None, error: Exception | None = None) -> None:
    """Note what is bad, or raise its error where nobody takes notes; a row without text is worth a warning."""
    if skipped is None and isinstance(bad, SkippedRow):
        warnings.warn(f"{bad.place}: {bad.reason}", SkippedWarning, stacklevel=4)
    elif skipped is None:
        raise error or DataError(bad.reason, path=bad.place)
    else:
        skipped.append(bad)


def file_records(
    file: File,
    limits: Limits | None = None,
    unchanged: Callable[[str, bytes], bool] = lambda id, data: False,
    options: ReadOptions | None = None,
) -> Iterator[Record | Skipped]:
    """The documents of a file of any format; for a bad one among others why it is left out.

    A file that is bad as a whole raises its error. `unchanged` is given the id and the content of a file that is one
    document, and of such a file in an archive, and says whether it need not be read; `options` is what was chosen of
    how files are read.
    """
    options = options or ReadOptions()
    form = format_of(file.path, options.format)
    size = file.path.stat().st_size
    if form.one_document and limits is not None and size > limits.megabytes * 1e6:
        found = f"it has {size / 1e6:,.0f} MB, and {limits.megabytes:,.0f} are the most"
        raise DataError(found, "Divide it, or raise the limit with --max-size.")
    one = False
    if form.one_document:
        data = file.path.read_bytes()
        one = not form.several(data, options)
        if one and unchanged(file.id, data):
            return
    largest = LARGEST if limits is None else int(limits.megabytes * 1e6)
    source = TextFile(file.path, tolerant=True, options=options, largest=largest)
    if form.container:
        yield from _part_records(source, file, form, unchanged)
    else:
        yield from _document_records(source, file, form, one)


def _document_records(source: TextFile, file: File, form: Format, one: bool) -> Iterator[Record | Skipped]:
    empty, used = True, set[str]()
    for each in parsed(source, form):
        empty = False
        if isinstance(each, Document):
            name = each.key.removeprefix(f"{source.path.stem}-") if form.rows else each.key
            id = file.id if one else _unused(f"{file.id}#{name}", used)
            yield Record(id, each, file.printable)
        elif one:
            raise each
        else:
            yield Skipped.because(file.place if each.line is None else f"{file.place}:{each.line}", each)
    if empty:
        raise DataError(f"there is no document in it; it was read as {form.name}")


def _part_records(
    source: TextFile, file: File, form: Format, unchanged: Callable[[str, bytes], bool]
) -> Iterator[Record | Skipped]:
    """The documents of a file that holds others; their ids begin with its id as they do with its name."""
    parts, empty = _Parts(file, unchanged), True
    for each in parsed(source, form, parts.wants):
        empty = False
        if isinstance(each, Document):
            yield Record(parts.id or parts.called(each.key), each, file.printable)
        elif each is not None:
            inside = str(each.path).removeprefix(source.name) if str(each.path).startswith(source.name) else ""
            line = "" if each.line is None else f":{each.line}"
            yield Skipped.because(f"{file.place}{inside}{line}", each)
    if empty:
        raise DataError(f"there is no document in it; it was read as {form.name}")


@dataclass
class _Parts:
    """Calls the documents of a file that holds others, and says which of them are wanted.

    Parameters
    ----------
    unchanged : is given the id and the content of a document, and says whether it need not be read.
    id : that of the document that was asked for last, where it is known before the document is read.
    """

    file: File
    unchanged: Callable[[str, bytes], bool]
    id: str = ""
    used: set[str] = field(default_factory=set)

    def wants(self, block: Block) -> bool:
        """Whether a document is new, as far as that is known before it is read."""
        content = block.content if isinstance(block, PartBlock) else None
        self.id = self.called(block.key) if isinstance(block, PartBlock) and content is not None else ""
        return content is None or not self.unchanged(self.id, content)

    def called(self, key: str) -> str:
        """The id of a document, given the one that it has in its file."""
        return _unused(f"{self.file.id}{key.removeprefix(self.file.path.name)}", self.used)


@overload
def parsed(source: TextFile, form: Format) -> Iterator[Document | DataError]: ...


@overload
def parsed(
    source: TextFile, form: Format, wanted: Callable[[Block], bool]
) -> Iterator[Document | DataError | None]: ...


def parsed(
    source: TextFile, form: Format, wanted: Callable[[Block], bool] = lambda block: True
) -> Iterator[Document | DataError | None]:
    """The documents of a file in their order; for a bad one its error, and those after it come all the same.

    For one that is not wanted there is None.
    """
    blocks = form.split(source)
    while True:
        try:
            block = next(blocks, None)
            if block is None:
                return
            document = _parse(form, block) if wanted(block) else None
        except MemberError as error:
            yield error.with_traceback(None)  # which would keep the member alive
        except DataError as error:
            yield error
        except _FORESEEN:
            raise
        except Exception as error:  # damaged input leads to errors of every kind, also in libraries that read it
            yield DamagedError.of(error, form.name)
        else:
            yield document


def _parse(form: Format, block: Block) -> Document:
    if block.source.tolerant:
        block.source.check("\n".join(block.lines), block.line)
    try:
        return form.parse(block)
    except DocumentError as error:
        raise error.at(block.path, block.line) from error


def _read_file(
    source: TextFile, form: Format, skipped: list[DataError] | None, notes: list[DataError]
) -> Iterator[Document]:
    empty, read_any, left_out = True, False, list[MemberError]()
    for each in parsed(source, form):
        empty = False
        if isinstance(each, Document):
            read_any = True
            yield each
        elif isinstance(each, NoTextError) or (form.rows and each.line is not None):
            notes.append(each.at(source.name))
        elif skipped is not None:
            skipped.append(each.at(source.name))
        elif isinstance(each, MemberError):
            LOG.warning("%s", each, exc_info=each)
            left_out.append(each)
        else:
            raise each.at(source.name)
    if left_out and not read_any:
        raise left_out[0]
    if left_out:
        _warn(source.name, [str(each).splitlines()[0] for each in left_out])
    if empty:
        raise DataError(f"there is no document in this file; it was read as {form.name}", path=source.name)


def _warn(name: str, left_out: Sequence[str]) -> None:
    """Say what was left out of an archive that was read all the same."""
    shown = "\n".join(f"  {each}" for each in left_out[:_SHOWN])
    more = f"\n  … and {len(left_out) - _SHOWN:,} more" if len(left_out) > _SHOWN else ""
    warnings.warn(f"{name}: left out {len(left_out):,} of what is in it:\n{shown}{more}", SkippedWarning, stacklevel=4)


def known_files(folder: Path, name: str | None = None, more: tuple[str, ...] = ()) -> list[Path]:
    """The files of a folder whose endings are those of a format, or some more; a `DataError` where there are none."""
    known = tuple(ending for each in ([name] if name else FORMATS) for ending in endings(each))
    files = scan([folder], endings=(*known, *more))
    if not files:
        advice = f"Files are recognised by their endings: {' '.join(sorted(known))}."
        raise DataError("there is no file of a known format in this folder", advice, path=folder)
    return files


def format_of(path: Path, name: str = "") -> Format:
    """The format of that name, else that of a file; files without an ending are texts."""
    if name:
        return FORMATS[name]
    try:
        return find_format(path)
    except UsageError as error:
        if not path.suffix:
            return FORMATS["plain"]
        raise UsageError(f"files that end in {path.suffix} are not read") from error


def rows(table: Any) -> Iterable[Any]:
    """The rows of an Arrow table or a data frame, the items of a list, or the thing itself as the only item."""
    if hasattr(table, "to_pylist"):  # Arrow
        return list(table.to_pylist())
    if hasattr(table, "to_dicts"):  # Polars
        return list(table.to_dicts())
    if hasattr(table, "to_dict") and hasattr(table, "columns"):  # pandas
        return list(table.to_dict("records"))
    if isinstance(table, str | Path | Document | Mapping):
        return [table]
    items: Iterable[Any] = table
    return iter(items)


def path_of(item: Item) -> Path | None:
    """The path that is meant; None for a text, a document or a row."""
    if isinstance(item, Path):
        return item
    if not isinstance(item, str):
        return None
    if item == str(STANDARD_INPUT):
        return STANDARD_INPUT
    try:
        there = os.path.lexists(item)
    except ValueError:  # a NUL within
        there = False
    if not there and not any(map(str.isspace, item.strip())):
        raise UsageError(f"{item}: there is no such file or folder.")
    return Path(item) if there else None


def document_of(item: Item, number: int, options: ReadOptions | None = None) -> Document:
    """The document of a text, a row or a document; `number` names one that has no id."""
    if isinstance(item, Document):
        return item if item.id else item.replace(id=f"text-{number}")
    if isinstance(item, str):
        return Document(id=f"text-{number}", text=item)
    if not isinstance(item, Mapping):
        raise UsageError(f"a path, a text, a row or a Document was expected, not a {type(item).__name__}.")
    try:
        columns = _columns_of(tuple(item), options or ReadOptions())
        return columns.document(list(item.values()), f"text-{number}")
    except DataError as error:
        raise error.at(f"row {number}") from None


def check_columns(items: Iterable[Any], options: ReadOptions) -> None:
    """Refuse names of columns that no row among the items has."""
    rows = [item for item in items if isinstance(item, Mapping)]
    if rows and (options.text_columns or options.id_column or options.date_column):
        Columns.of(dict.fromkeys(key for row in rows for key in row), options)


@lru_cache(maxsize=64)
def _columns_of(names: tuple[Any, ...], options: ReadOptions) -> Columns:
    return Columns.of(names, options, sparse=True)


def standard_input(options: ReadOptions, skipped: list[DataError]) -> Iterator[Document]:
    """The documents that come over standard input, as plain text unless a format is named; each by an id of its own."""
    used = set[str]()
    for each in read(STANDARD_INPUT, format=options.format or "plain", options=options, skipped=skipped):
        id = f"stdin{each.id[1:]}" if each.id.startswith("-") else each.id
        yield each.replace(id=_unused(id, used))


def _unused(name: str, used: set[str]) -> str:
    """The name, with a number where another document of the file has it."""
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}~{number}"
    used.add(found)
    return found
