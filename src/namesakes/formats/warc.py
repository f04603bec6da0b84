"""WARC: the pages and texts of a web archive (ISO 28500), packed or not; read only.

A record is a header with its length, and so many bytes: a page as a server sent it, or (`resource`, `conversion`) as it
is. What is neither a page nor a text, and answers that are no success, are counted.

A reader of our own, because a record whose length is wrong shall be lost alone: it goes on where the next one begins.
`warcio` ends there, and knows no bounds; what it would save is some hundred lines.
"""

import re
import zlib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, Final

from namesakes.errors import DataError
from namesakes.formats.format import Block, Format
from namesakes.formats.gz import unpacked
from namesakes.formats.members import lost, member_blocks, member_name, parse
from namesakes.formats.text_file import TextFile
from namesakes.formats.unpacking import counted

_LARGEST_HEADER: Final = 1 << 16
_VERSION: Final = re.compile(rb"WARC/\d\.\d+[ \t]*\r?\n")
_NEXT: Final = re.compile(rb"(?<=\n)WARC/\d\.\d[ \t]*\r?\nWARC-", re.IGNORECASE)
"""How a record begins within what was taken for another one."""
_TOO_LONG: Final = "a record is shorter than it says, and is left out"
_FIELD: Final = re.compile(rb"([!-9;-~]+)[ \t]*:[ \t]*([^\r\n]*)")
_STATUS: Final = re.compile(rb"HTTP/\d(?:\.\d)?[ \t]+(\d{3})[^\n]{0,200}\n")
_FORMATS: Final = {"text/html": "html", "application/xhtml+xml": "html", "text/plain": "plain"}
_CHARSET: Final = re.compile(r"charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_KEPT: Final = frozenset({"response", "resource", "conversion"})
_CHUNK: Final = 1 << 16
_DAMAGED: Final = "Download the archive anew."


@dataclass(frozen=True)
class Record:
    """A record: its header, and its content; none for one that is too large."""

    fields: dict[str, str]
    content: bytes | None = field(repr=False)

    @property
    def uri(self) -> str:
        """What the record is of."""
        return self.fields.get("warc-target-uri", "").strip("<>")


def split(source: TextFile) -> Iterator[Block]:
    """The blocks of all pages and texts."""
    others: Counter[str] = Counter()
    with unpacked(source) as (stream, _), counted(stream, source.unpacking) as counting:
        if not counting.peek(16).lstrip().startswith(b"WARC/"):  # type: ignore[attr-defined]
            raise DataError("this is no web archive: it does not begin with WARC/1", _DAMAGED, path=source.name)
        found = records(counting, source.largest)
        while True:
            try:
                record = next(found, None)
            except Exception as error:  # damaged archives lead to errors of every kind
                yield lost(source, error)
                break
            if record is None:
                break
            if isinstance(record, DataError):
                yield lost(source, record)
            elif record.fields.get("warc-type", "").lower() in _KEPT:
                yield from _blocks(source, record, others)
            if source.unpacking.spent:
                break
    if others:
        kinds = ", ".join(f"{kind} {number:,}" for kind, number in others.most_common(5))
        number = sum(others.values())
        yield lost(source, DataError(f"{number:,} of its records are no pages or texts ({kinds})"))


def _blocks(source: TextFile, record: Record, others: Counter[str]) -> Iterator[Block]:
    """The document of a record, or nothing, which is counted."""
    if record.content is None:
        others["too large"] += 1
        return
    kind, content = record.fields.get("content-type", ""), record.content
    if kind.lower().startswith("application/http"):
        try:
            status, kind, content = _answer(content, source.largest)
        except (ValueError, zlib.error) as error:
            yield lost(source, DataError(f"the answer is damaged ({error})"), member_name(record.uri))
            return
        if not status.startswith("2"):
            others[f"status {status}"] += 1
            return
    name = _FORMATS.get(kind.partition(";")[0].strip().lower())
    if name is None or not content.strip():
        others[kind.partition(";")[0].strip()[:60] or "nothing" if name is None else "empty"] += 1
        return
    key = f"{source.path.name}#{record.uri or record.fields.get('warc-record-id', '').strip('<>')}"
    date = record.fields.get("warc-date", "")
    meta = {"uri": record.uri, **({"created": date[:10], "crawled": date} if date else {})}
    encoding = _encoding(kind, content)
    yield from member_blocks(
        source, member_name(record.uri), content, key=key[:500], format=name, encoding=encoding, meta=meta
    )


def records(stream: BinaryIO, largest: int) -> Iterator[Record | DataError]:
    """The records of an archive, one after the other; for one whose length is wrong what is to be said of it."""
    held = _Held(stream)
    is_lost = False
    while line := held.readline():
        if not _VERSION.fullmatch(line):
            if line.strip() and not is_lost:
                is_lost = True
                yield DataError("a record does not end where it says; the rest of it is left out", _DAMAGED)
            continue
        is_lost = False
        fields = _fields(held)
        length = fields.get("content-length", "")
        if not length.isdigit() or len(length) > 15:
            yield DataError(f"a record has no length, or a wrong one ('{length[:20]}')", _DAMAGED)
            is_lost = True
        elif int(length) > largest:
            yield Record(fields, None) if held.skip(int(length)) else DataError(_TOO_LONG, _DAMAGED)
        else:
            content = held.read(int(length))
            after = held.read(4)
            held.unread(after)
            wrong = len(content) < int(length) or (after.strip() and not after.startswith(b"WARC"))
            begun = _NEXT.search(content) if wrong else None
            if begun is not None:
                held.unread(content[begun.start() :])
            if begun is not None or len(content) < int(length):
                yield DataError(_TOO_LONG, _DAMAGED)
            else:
                yield Record(fields, content)


class _Held:
    """A stream to which one can give back what was read too much."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream, self._back = stream, b""

    def unread(self, data: bytes) -> None:
        """Give back what was read last."""
        self._back = data + self._back

    def read(self, size: int) -> bytes:
        """So many bytes, or what there is."""
        begin, self._back = self._back[:size], self._back[size:]
        return begin + self._stream.read(size - len(begin)) if len(begin) < size else begin

    def readline(self) -> bytes:
        """A line, or a piece of one that is too long."""
        if not self._back:
            return self._stream.readline(_CHUNK)
        end = self._back.find(b"\n") + 1
        if end:
            return self.read(end)
        begin, self._back = self._back, b""
        return begin + self._stream.readline(_CHUNK)

    def skip(self, size: int) -> bool:
        """Pass over so many bytes, at most up to the next record; whether there were so many."""
        tail = b""
        while size > 0:
            data = self.read(min(size, _CHUNK))
            if not data:
                return False
            size -= len(data)
            begun = _NEXT.search(tail + data)
            if begun is not None:
                self.unread((tail + data)[begun.start() :])
                return False
            tail = data[-100:]
        return True


def _fields(stream: _Held) -> dict[str, str]:
    """The header of a record, names in small letters."""
    found: dict[str, str] = {}
    size = 0
    while size < _LARGEST_HEADER and (line := stream.readline()).strip():
        size += len(line)
        match = _FIELD.match(line)
        if match:
            found[match[1].decode("ascii").lower()] = match[2].decode("utf-8", "replace").strip()
    return found


def _answer(data: bytes, largest: int) -> tuple[str, str, bytes]:
    """The status of a server's answer, what it says its content is, and the content."""
    status = _STATUS.match(data)
    if status is None:
        raise ValueError("it does not begin with a status")
    head, body = _parted(data)
    fields = {match[1].decode("ascii").lower(): match[2].decode("utf-8", "replace") for match in _FIELD.finditer(head)}
    if "chunked" in fields.get("transfer-encoding", "").lower():
        body = _unchunked(body)
    packed = fields.get("content-encoding", "").strip().lower()
    if packed in ("gzip", "x-gzip", "deflate"):
        body = _inflated(body, largest)
    elif packed not in ("", "identity"):
        return status[1].decode(), f"packed with {packed}", body
    return status[1].decode(), fields.get("content-type", "text/html"), body


def _parted(data: bytes) -> tuple[bytes, bytes]:
    """The header of an answer, and its content."""
    found = re.search(rb"\r?\n\r?\n", data[: 2 * _LARGEST_HEADER])
    return (data, b"") if found is None else (data[: found.start()], data[found.end() :])


def _unchunked(data: bytes) -> bytes:
    """Content that was sent in pieces; as it is where it has been put together already."""
    pieces, place = list[bytes](), 0
    while match := re.compile(rb"\s*([0-9A-Fa-f]{1,8})[^\r\n]{0,100}\r?\n").match(data, place):
        size = int(match[1], 16)
        if not size:
            return b"".join(pieces)
        pieces.append(data[match.end() : match.end() + size])
        place = match.end() + size
    return b"".join(pieces) if pieces else data


def _inflated(data: bytes, largest: int) -> bytes:
    """Content that was sent packed; as it is where it has been unpacked already."""
    if data.startswith(b"\x1f\x8b"):
        unpacking = zlib.decompressobj(31)
    elif data[:1] and data[0] & 15 == 8 and int.from_bytes(data[:2], "big") % 31 == 0:
        unpacking = zlib.decompressobj()
    elif data.lstrip()[:1] == b"<":
        return data
    else:
        unpacking = zlib.decompressobj(-15)
    found = unpacking.decompress(data, largest + 1)
    if len(found) > largest:
        raise ValueError(f"it unpacks to more than {largest / 1e6:,.0f} MB")
    return found


def _encoding(kind: str, content: bytes) -> str | None:
    """The encoding that the server names, where the content is in it and is not UTF-8."""
    named = _CHARSET.search(kind)
    if named is None:
        return None
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        try:
            content.decode(named[1])
        except (LookupError, ValueError):
            return None
        return named[1]
    return None


FORMAT = Format(
    name="warc",
    description="WARC: the pages and texts of a web archive; read only",
    extensions=(".warc", ".warc.gz"),
    split=split,
    parse=parse,
    container=True,
    streams=True,
)
