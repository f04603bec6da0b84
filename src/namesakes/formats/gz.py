"""gz: one file packed with gzip, bzip2 or xz, read as what it is; read only."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import BinaryIO, Final

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.members import member_blocks, parse
from namesakes.formats.text_file import TextFile, buffered
from namesakes.formats.unpacking import unpacker

_ENDINGS: Final = (".gz", ".bz2", ".xz")


def split(source: TextFile) -> Iterator[Block]:
    """The blocks of what is packed."""
    name = source.path.name
    inner = PurePath(name).stem if name.lower().endswith(_ENDINGS) else name
    with unpacked(source) as (stream, packed):
        if not packed:
            raise DataError("this is not packed with gzip, bzip2 or xz", path=source.name)
        yield from member_blocks(source, inner, stream, key=name)


@contextmanager
def unpacked(source: TextFile) -> Iterator[tuple[BinaryIO, bool]]:
    """The content of a source, unpacked where it is packed, and whether it is."""
    with source.stream() as stream:
        held = buffered(stream)
        opened = unpacker(held.peek(6))
        if opened is None:
            yield held, False
            return
        with opened(held) as packed:
            yield packed, True


FORMAT = Format(
    name="gz",
    description="gz: one file packed with gzip, bzip2 or xz, read as what it is; read only",
    extensions=(".gz", ".bz2", ".xz"),
    split=split,
    parse=parse,
    container=True,
    streams=True,
)
