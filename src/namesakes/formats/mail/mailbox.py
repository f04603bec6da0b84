"""A mailbox cut into messages, one after the other: mbox, in all its dialects.

A message begins with a line *From somebody, at a time*, which a header follows. `>From ` in a text stands for `From `.
`mailbox.mbox` of the standard library reads the whole file before it gives the first message, and keeps the places of
all; this reads some hundred kilobytes at a time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

_CHUNK: Final = 1 << 18
_LONGEST_LINE: Final = 1000
"""Bytes that the line between two messages, and the beginning of what follows it, may have."""
_BETWEEN: Final = re.compile(
    rb"From (?=[^\n]{0,200}\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)\b[^\n]{0,40}\d\d:\d\d)[^\n]{1,300}\n"
    rb"(?=(?:>From [^\n]{0,300}\n)?[!-9;-~]{1,76}[ \t]?:)"
)
HEADER: Final = re.compile(rb"\s*(?:From [^\r\n]{0,300}[\r\n]+)?[!-9;-~]{1,76}[ \t]?:")
"""How a mail begins."""
_ESCAPED: Final = re.compile(rb"^>(>*From )", re.MULTILINE)


@dataclass(frozen=True)
class Message:
    """A message of a mailbox: the line that it begins at, and its bytes; none for one that is too large."""

    line: int
    data: bytes | None = field(repr=False)
    size: int = 0


def messages(stream: BinaryIO, largest: int) -> Iterator[Message]:
    """The messages of a mailbox. Memory: the longest of them, at most `largest`."""
    held = bytearray()
    first, here, size = 1, 1, 0  # the line where the message begins, that where `held` does, bytes that are gone
    begun = False
    for chunk in _chunks(stream):
        start = max(0, len(held) - 2 * _LONGEST_LINE)
        held += chunk
        safe = len(held) - (_LONGEST_LINE if chunk else 0)
        while (found := _between(held, start)) is not None and found.end() <= safe:
            here += held.count(b"\n", 0, found.start())
            made = _made(first, held, found.start(), size, largest)
            wanted = begun or made.data is None or made.data.strip()
            first, here, size, begun, start, end = here, here + 1, 0, True, 0, found.end()
            del found, held[:end]
            if wanted:
                yield made
            del made
            safe = len(held) - (_LONGEST_LINE if chunk else 0)
        if len(held) > largest + _CHUNK:  # what is too large is not kept
            cut = len(held) - 2 * _LONGEST_LINE
            size, here = size + cut, here + held.count(b"\n", 0, cut)
            del held[:cut]
    made = _made(first, held, len(held), size, largest)
    del held
    if begun or made.data is None or made.data.strip():
        yield made


def _between(held: bytearray, start: int) -> re.Match[bytes] | None:
    """The next line between two messages from a place on."""
    found = _BETWEEN.match(held) if start == 0 else None
    while found is None:
        start = held.find(b"\nFrom ", start) + 1
        if not start:
            return None
        found = _BETWEEN.match(held, start)
    return found


def _made(line: int, held: bytearray, end: int, gone: int, largest: int) -> Message:
    """The message that ends there, `gone` bytes of which have been thrown away."""
    if gone + end > largest:
        return Message(line, None, gone + end)
    with memoryview(held) as view:
        data = bytes(view[:end])
    return Message(line, _ESCAPED.sub(rb"\1", data) if b">From " in data else data, end)


def _chunks(stream: BinaryIO) -> Iterator[bytes]:
    """The content in pieces with LF at the ends of lines; an empty one at the end."""
    chunk = stream.read(_CHUNK)
    bare = b"\n" not in chunk and b"\r" in chunk  # an old Macintosh
    pending = b""
    while chunk:
        chunk = pending + chunk
        pending = b"\r" if chunk.endswith(b"\r") and not bare else b""
        chunk = chunk[: len(chunk) - len(pending)]
        yield chunk.replace(b"\r", b"\n") if bare else chunk.replace(b"\r\n", b"\n")
        chunk = stream.read(_CHUNK)
    yield pending
    if pending:
        yield b""
