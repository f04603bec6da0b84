"""E-mail: a mail, and what is attached to it, each a document; read only.

The text begins with the header (*From*, *To*, *CC*, *Date*, *Subject*), by which readers know who *I* and *you* are.
What the mail quotes or forwards is left out unless the option `quoted` is given; see `mail.replies`.
"""

from collections.abc import Iterator
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.mail.blocks import mail_blocks
from namesakes.formats.mail.mailbox import HEADER
from namesakes.formats.members import parse
from namesakes.formats.text_file import TextFile

_BEGINNING: Final = 8192


def split(source: TextFile) -> Iterator[Block]:
    """The blocks of the mail and of what is attached to it."""
    with source.stream() as stream:
        data = stream.read(source.largest + 1)
    if len(data) > source.largest:
        found = f"this mail has more than {source.largest / 1e6:,.0f} MB"
        raise DataError(found, "Take out what is attached to it.", path=source.name)
    if not data.removeprefix(b"\xef\xbb\xbf").strip():
        raise DataError("this file is empty", path=source.name)
    if b"\x00" in data[:_BEGINNING] and not HEADER.match(data):
        raise source.binary()
    yield from mail_blocks(source, _inside(data.removeprefix(b"\xef\xbb\xbf")))


def _inside(data: bytes) -> bytes:
    """The mail in a file of Apple Mail, which begins with its length and ends with notes on it."""
    length, _, rest = data[:40].partition(b"\n")
    if length.strip().isdigit() and b":" in rest:
        begin = len(length) + 1
        return data[begin : begin + int(length)]
    return data


FORMAT = Format(
    name="eml",
    description="E-mail: a mail and what is attached to it; read only",
    extensions=(".eml", ".emlx"),
    split=split,
    parse=parse,
    container=True,
)
