"""tar: the documents of the files in an archive, packed or not (gzip, bzip2, xz), each read by its kind; read only.

The archive is read once from its beginning to its end, and nothing is ever unpacked to disk: links, devices and the
like are left out, and a name leads nowhere. What cannot be read is left out, and said.
"""

import tarfile
from collections.abc import Iterator
from typing import Any, ClassVar, Final, Self

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.gz import unpacked
from namesakes.formats.members import is_hidden, lost, member_blocks, member_name, parse
from namesakes.formats.text_file import TextFile
from namesakes.formats.unpacking import counted

_LARGEST_HEADER: Final = 1 << 20
"""Bytes of a header that goes on in blocks of its own."""
_HEADERS: Final = (
    tarfile.XHDTYPE,
    tarfile.XGLTYPE,
    tarfile.SOLARIS_XHDTYPE,
    tarfile.GNUTYPE_LONGNAME,
    tarfile.GNUTYPE_LONGLINK,
)
_KINDS: Final = {
    tarfile.SYMTYPE: "a link", tarfile.LNKTYPE: "a link", tarfile.FIFOTYPE: "a pipe",
    tarfile.CHRTYPE: "a device", tarfile.BLKTYPE: "a device",
}  # fmt: skip
_DAMAGED: Final = "Copy the archive anew."


class _Header(tarfile.TarInfo):
    """A header that says when it is damaged, where `tarfile` takes it for the end, and that is never too large."""

    damage: ClassVar[list[str]] = []

    @classmethod
    def frombuf(cls, buf: bytes | bytearray, encoding: str, errors: str) -> Self:
        """The header of a block."""
        try:
            made = super().frombuf(buf, encoding, errors)
        except (tarfile.EOFHeaderError, tarfile.EmptyHeaderError):  # type: ignore[attr-defined]
            raise
        except tarfile.HeaderError as error:
            cls.damage.append(str(error))
            raise
        if made.type in _HEADERS and made.size > _LARGEST_HEADER:
            cls.damage.append(f"a header of {made.size >> 20:,} MB")
            raise tarfile.InvalidHeaderError(cls.damage[-1])  # type: ignore[attr-defined]
        return made


def split(source: TextFile) -> Iterator[Block]:
    """The blocks of all files in the archive."""
    damage: list[str] = []
    header = type("_OwnHeader", (_Header,), {"damage": damage})
    with unpacked(source) as (stream, _):
        try:
            counting = counted(stream, source.unpacking)
            archive = tarfile.open(  # noqa: SIM115  # it has nothing to close
                fileobj=counting, mode="r|", tarinfo=header, errors="surrogateescape"
            )
        except Exception as error:  # damaged archives lead to errors of every kind
            found = f"this is not a tar archive, or a damaged one ({error})"
            raise DataError(found, _DAMAGED, path=source.name) from error
        yield from _entries(source, archive, damage)


def _entries(source: TextFile, archive: tarfile.TarFile, damage: list[str]) -> Iterator[Block]:
    number = 0
    while True:
        try:
            entry = archive.next()
        except Exception as error:  # the same, and what comes after it cannot be found
            yield lost(source, error if isinstance(error, DataError) else _cut(number, error))
            return
        if entry is None:
            break
        number += 1
        archive.members = []  # type: ignore[attr-defined]  # which would grow with the archive
        yield from _entry(source, archive, entry)
        if source.unpacking.spent:
            return
    if damage:
        yield lost(source, _cut(number, damage[-1]))


def _cut(number: int, cause: object) -> DataError:
    found = f"this archive is cut off or damaged after {number:,} file{'s' * (number != 1)} ({cause})"
    return DataError(found, _DAMAGED)


def _entry(source: TextFile, archive: tarfile.TarFile, entry: tarfile.TarInfo) -> Iterator[Block]:
    """The blocks of one file."""
    name = member_name(entry.name)
    if entry.isdir() or is_hidden(name):
        return
    if not entry.isreg() or entry.issparse():
        what = "a file with holes" if entry.issparse() else _KINDS.get(entry.type, "no file")
        yield lost(source, DataError(f"it is {what}, which is not followed"), name)
        return
    content: Any = archive.extractfile(entry)
    yield from member_blocks(source, name, content)


FORMAT = Format(
    name="tar",
    description="tar: the documents of all files in an archive, packed or not; read only",
    extensions=(".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"),
    split=split,
    parse=parse,
    container=True,
    streams=True,
)
