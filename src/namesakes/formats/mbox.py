"""Mailbox (mbox): its mails, and what is attached to them, each a document; read only.

It is read message by message, and may be larger than memory. A mail is called by its message id. The rest is as in
`eml`.
"""

from collections.abc import Iterator
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.mail.blocks import mail_blocks
from namesakes.formats.mail.mailbox import HEADER, messages
from namesakes.formats.members import lost, parse
from namesakes.formats.text_file import TextFile, buffered

_BEGINNING: Final = 8192


def split(source: TextFile) -> Iterator[Block]:
    """The blocks of all mails and of what is attached to them."""
    with source.stream() as opened:
        stream = buffered(opened)
        if not HEADER.match(stream.peek(_BEGINNING).removeprefix(b"\xef\xbb\xbf")):
            found = "this is no mailbox: it does not begin with a line 'From somebody, at a time', nor with a header"
            raise DataError(found, "Export it anew as mbox.", path=source.name)
        for number, message in enumerate(messages(stream, source.largest), start=1):
            if message.data is None:
                found = f"this mail has {message.size / 1e6:,.0f} MB, and {source.largest / 1e6:,.0f} are the most"
                yield lost(source, DataError(found, "Take out what is attached to it."), line=message.line)
            else:
                yield from mail_blocks(source, message.data, message.line, number)
            if source.unpacking.spent:
                return


FORMAT = Format(
    name="mbox",
    description="Mailbox (mbox): its mails and what is attached to them; read only",
    extensions=(".mbox", ".mbx"),
    split=split,
    parse=parse,
    container=True,
    streams=True,
)
