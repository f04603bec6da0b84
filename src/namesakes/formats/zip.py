"""ZIP: the documents of the files in an archive, each read by its kind; read only.

Files are read one after the other, in the order of the archive, and never all at once. What systems put beside files,
what is locked with a password and what cannot be read is left out, and said. How much may be unpacked says `unpacking`.
"""

import io
import zipfile
from collections.abc import Iterator
from typing import BinaryIO, Final

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.members import is_hidden, lost, member_blocks, member_name, parse
from namesakes.formats.text_file import TextFile
from namesakes.formats.unpacking import FREE

_LOCKED: Final = 1
_UTF8: Final = 0x800


def split(source: TextFile) -> Iterator[Block]:
    """The blocks of all files in the archive."""
    with seekable(source) as stream:
        try:
            archive = zipfile.ZipFile(stream)
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError) as error:
            found = f"this is not a ZIP archive, or one that is cut off or damaged ({error})"
            raise DataError(found, "Copy it anew.", path=source.name) from error
        for entry in archive.filelist:
            name = member_name(_decoded(entry))
            if entry.is_dir() or is_hidden(name):
                continue
            yield from _entry(source, archive, entry, name)
            if source.unpacking.spent:
                return


def _entry(source: TextFile, archive: zipfile.ZipFile, entry: zipfile.ZipInfo, name: str) -> Iterator[Block]:
    """The blocks of one file."""
    if entry.flag_bits & _LOCKED:
        yield lost(source, DataError("it is locked with a password", "Unpack it with the password."), name)
        return
    try:
        stream = archive.open(entry)
    except Exception as error:  # damaged archives lead to errors of every kind
        yield lost(source, DataError(f"it is damaged ({error})", "Copy the archive anew."), name)
        return
    with stream:
        yield from member_blocks(source, name, stream)


def _decoded(entry: zipfile.ZipInfo) -> str:
    """What a file is called. Names that do not say that they are UTF-8 often are all the same."""
    if entry.flag_bits & _UTF8:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def seekable(source: TextFile) -> BinaryIO:
    """The content of a source that one can go back in; standard input is held in memory."""
    stream = source.stream()
    if stream.seekable():
        return stream
    with stream:
        data = stream.read(FREE + 1)
    if len(data) > FREE:
        found = f"this has more than {FREE >> 20:,} MB, and comes from a place that can be read only once"
        raise DataError(found, "Save it as a file first.", path=source.name)
    return io.BytesIO(data)


def sniff(head: str) -> bool:
    """Whether a file begins like an archive."""
    return head.startswith(("PK\x03\x04", "PK\x05\x06"))


FORMAT = Format(
    name="zip",
    description="ZIP: the documents of all files in an archive; read only",
    extensions=(".zip",),
    split=split,
    parse=parse,
    sniff=sniff,
    container=True,
)
