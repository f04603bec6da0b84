"""Records: the only reader of documents, whatever they come in: files, folders, texts, rows, tables and `Document`s.

`read` gives the documents of one file or folder of known formats. `records` takes anything that may be resolved, and
leaves out what cannot be read with a reason that says what to do, so that one bad text does not end a run.
"""

import os
import warnings
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, overload

from namesakes.budget import SECONDS
from namesakes.errors import (
    LOG,
    DamagedError,
    DataError,
    DocumentError,
    MemberError,
    MissingExtraError,
    NamesakesError,
    SkippedWarning,
    UsageError,
)
from namesakes.formats.format import FORMATS, Block, Format, endings, find_format
from namesakes.formats.members import PartBlock
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.scan import File, FileId, Skipped, absolute, scan
from namesakes.formats.text_file import TextFile
from namesakes.formats.unpacking import LARGEST
from namesakes.text.document import Document

Item = str | Path | Document | Mapping[str, Any]
"""What may be resolved: a path, a text, a document, or a row with a `text` and perhaps an `id`."""

_PARQUET: Final = ".parquet"
"""The ending of files that are tables with a document a row."""
_FORESEEN: Final = (NamesakesError, Warning)
"""What a reader raises where the input is not what it should be; anything else means that it is damaged."""
_SHOWN: Final = 3
"""How many of the files that were left out of an archive are named in a warning."""
_BATCH: Final = 256
"""Rows of a table that are held at a time."""


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
) -> Iterator[Document]:
    """The documents of a file, of standard input ("-"), or of all files in a folder, one after the other.

    Of a folder, files with the ending of a known format are read, in alphabetical order; see `scan`.

    Parameters
    ----------
    format : the format's name; without it the ending and then the first lines of the file decide.
    encoding : the text's encoding; without it a byte order mark or UTF-8.
    skipped : a list to which the errors of bad documents are added while reading goes on; without it the first bad
        document raises its error, and what cannot be read of an archive or a mailbox is a warning.
    layers : all that the caller needs beyond words and sentences, such as `{"chains"}`; readers are then free to leave
        the rest out, which is quicker.
    options : what is chosen of how files are read, such as all of a web page with its menus.
    """
    wanted = None if layers is None else frozenset(layers)
    make = partial(TextFile, encoding=encoding, tolerant=skipped is not None, layers=wanted, options=options)
    if str(path) == "-" or not Path(path).is_dir():
        yield from _read_file(make(path), format, skipped)
        return
    files = known_files(Path(path), format)
    for error in FORMATS[format].missing(Path(path), files) if format else ():
        if skipped is None:
            raise error
        skipped.append(error)
    for file in files:
        try:
            yield from _read_file(make(file), format, skipped)
        except DataError as error:
            if skipped is None:
                raise
            skipped.append(error)


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


def records(items: Any, *, skipped: list[Skipped] | None = None, limits: Limits | None = None) -> Iterator[Record]:
    """The documents of anything that may be resolved, in the order of the items, as they are asked for.

    Parameters
    ----------
    items : a folder, a file, a text, a row with a `text`, a `Document`, or several of them; a data frame or an Arrow
        table. A string that is no path and has more than one word is a text.
    skipped : gets what is bad, and why, while reading goes on; without it the first bad item raises an error, and what
        cannot be read of an archive is a warning.
    limits : what is too much; without it nothing is.
    """
    seen: set[FileId] = set()
    for number, item in enumerate(rows(items), start=1):
        try:
            path = path_of(item)
            document = None if path is not None else document_of(item, number)
        except UsageError as error:
            _leave_out(Skipped.because(f"item {number}", error), skipped, error)
            continue
        if document is not None:
            yield Record(document.key, document)
        elif path is not None:
            yield from _path_records(absolute(path), skipped, limits, seen)


def _path_records(
    path: Path, skipped: list[Skipped] | None, limits: Limits | None, seen: set[FileId]
) -> Iterator[Record]:
    """The documents of a file, or of all files in a folder."""
    unreadable: list[Skipped] = []
    files = scan([path], skipped=unreadable, seen=seen)
    for each in unreadable:
        _leave_out(each, skipped)
    for file in map(File.at, files):
        left_out, read_any = list[Skipped](), False
        try:
            for record in file_records(file, limits):
                if isinstance(record, Skipped):
                    left_out.append(record)
                    if skipped is not None or not format_of(file.path).container:
                        _leave_out(record, skipped)
                else:
                    read_any = True
                    yield record
        except (NamesakesError, OSError) as error:
            _leave_out(Skipped.because(file.place, error), skipped, error)
        if left_out and skipped is None:  # of what lies in an archive
            if not read_any:
                _leave_out(left_out[0], skipped)
            _warn(file.place, [f"{each.place}: {each.reason}" for each in left_out])


def _leave_out(bad: Skipped, skipped: list[Skipped] | None, error: Exception | None = None) -> None:
    """Note what is bad, or raise its error where nobody takes notes."""
    if skipped is None:
        raise error or DataError(bad.reason, path=bad.place)
    skipped.append(bad)


def file_records(
    file: File,
    limits: Limits | None = None,
    unchanged: Callable[[str, bytes], bool] = lambda id, data: False,
    options: ReadOptions | None = None,
) -> Iterator[Record | Skipped]:
    """The documents of a file of any format or of a Parquet table; for a bad one among others why it is left out.

    A file that is bad as a whole raises its error. `unchanged` is given the id and the content of a file that is one
    document, and of such a file in an archive, and says whether it need not be read; `options` is what was chosen of
    how files are read.
    """
    if file.path.suffix.lower() == _PARQUET:
        try:
            yield from _table_records(file)
        except (*_FORESEEN, OSError):
            raise
        except Exception as error:  # a damaged table leads to errors of every kind
            raise DamagedError.of(error, "Parquet") from error
        return
    form = format_of(file.path)
    size = file.path.stat().st_size
    if form.one_document and limits is not None and size > limits.megabytes * 1e6:
        found = f"it has {size / 1e6:,.0f} MB, and {limits.megabytes:,.0f} are the most"
        raise DataError(found, "Divide it, or raise the limit with --max-size.")
    one = False
    if form.one_document:
        data = file.path.read_bytes()
        one = not form.several(data, options or ReadOptions())
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
            id = file.id if one else _unused(f"{file.id}#{each.key}", used)
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


def _table_records(file: File) -> Iterator[Record | Skipped]:
    number, used = 0, set[str]()
    for number, row in enumerate(_parquet_rows(file.path), start=1):
        try:
            document = row_document(row, number)
        except UsageError as error:
            yield Skipped.because(f"{file.place}:{number}", error)
        else:
            yield Record(_unused(f"{file.id}#{document.key}", used), document, file.printable)
    if not number:
        raise DataError("there is no row in it")


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


def _read_file(source: TextFile, name: str | None, skipped: list[DataError] | None) -> Iterator[Document]:
    form = find_format(source.path, name)
    empty, read_any, left_out = True, False, list[MemberError]()
    for each in parsed(source, form):
        empty = False
        if isinstance(each, Document):
            read_any = True
            yield each
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


def known_files(folder: Path, name: str | None = None) -> list[Path]:
    """The files of a folder whose endings are those of a format; a `DataError` where there are none."""
    known = tuple(ending for each in ([name] if name else FORMATS) for ending in endings(each))
    files = scan([folder], endings=known)
    if not files:
        advice = f"Files are recognised by their endings: {' '.join(sorted(known))}."
        raise DataError("there is no file of a known format in this folder", advice, path=folder)
    return files


def format_of(path: Path) -> Format:
    """The format of a file; files without an ending are texts."""
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
    try:
        there = os.path.lexists(item)
    except ValueError:  # a NUL within
        there = False
    if not there and not any(map(str.isspace, item.strip())):
        raise UsageError(f"{item}: there is no such file or folder.")
    return Path(item) if there else None


def document_of(item: Item, number: int) -> Document:
    """The document of a text, a row or a document; `number` names one that has no id."""
    if isinstance(item, Document):
        return item if item.id else item.replace(id=f"text-{number}")
    if isinstance(item, str):
        return Document(id=f"text-{number}", text=item)
    if not isinstance(item, Mapping):
        raise UsageError(f"a path, a text, a row or a Document was expected, not a {type(item).__name__}.")
    return row_document(item, number)


def row_document(row: Mapping[str, Any], number: int) -> Document:
    """The document of a row that has a `text`, and perhaps an `id`."""
    if not isinstance(row.get("text"), str):
        known = ", ".join(map(str, row)) or "none"
        raise UsageError(f"row {number} has no 'text'; its columns are {known}.\nName the column of the texts 'text'.")
    name = next((str(row[key]) for key in ("id", "doc_id") if row.get(key) is not None), f"text-{number}")
    return Document(id=name, text=row["text"])


def _parquet_rows(path: Path) -> Iterator[Mapping[str, Any]]:
    """The rows of a Parquet file as they come, never all of them in memory."""
    try:
        from pyarrow import ArrowException
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("Parquet", "arrow") from error
    try:
        with ParquetFile(path) as file:
            for batch in file.iter_batches(_BATCH):
                yield from batch.to_pylist()
    except ArrowException as error:
        raise DataError("this Parquet file is damaged", "Write it anew.") from error


def _unused(name: str, used: set[str]) -> str:
    """The name, with a number where another document of the file has it."""
    number, found = 1, name
    while found in used:
        number += 1
        found = f"{name}~{number}"
    used.add(found)
    return found
