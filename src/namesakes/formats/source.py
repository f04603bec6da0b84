"""Source: a file or standard input as decoded text, in chunks, lines or whole."""

import codecs
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from namesakes.errors import DataError

CHUNK = 1 << 20
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)


class Source:
    """Where a reader gets its text from.

    Without a declared encoding a byte order mark decides, and else it is UTF-8; bytes that do not fit are a
    `DataError` with the line. `detect` is for plain text, where a guess is better than a refusal.

    Parameters
    ----------
    path : a file, or "-" for standard input.
    encoding : the encoding, where the user knows it.
    """

    def __init__(self, path: str | Path, encoding: str | None = None) -> None:
        self.name = "standard input" if str(path) == "-" else str(path)
        self.path = Path(path)
        self.encoding = encoding
        if encoding is not None:
            try:
                codecs.lookup(encoding)
            except LookupError as error:
                advice = "Try utf-8, latin-1, windows-1252 or utf-16."
                raise DataError(f"there is no encoding called '{encoding}'", advice, path=self.name) from error
        self._standard_input = str(path) == "-"

    def bytes(self) -> bytes:
        """The whole content, undecoded."""
        with self._open() as stream:
            return stream.read()

    def chunks(self) -> Iterator[str]:
        """The decoded text in pieces, line breaks untouched."""
        with self._open() as stream:
            data = stream.read(CHUNK)
            decoder = codecs.getincrementaldecoder(self.encoding or byte_order(data) or "utf-8")()
            line, offset = 1, 0
            while data:
                try:
                    text = decoder.decode(data)
                except UnicodeDecodeError as error:
                    raise self._undecodable(error, line) from error
                if offset == 0 and "\x00" in text:
                    raise self.binary()
                yield text
                line, offset = line + text.count("\n"), offset + len(data)
                data = stream.read(CHUNK)
            try:
                yield decoder.decode(b"", final=True)
            except UnicodeDecodeError as error:
                raise self._undecodable(error, line) from error

    def lines(self) -> Iterator[str]:
        """The lines without their line breaks, which may be LF or CRLF. Memory: one chunk and the longest line."""
        pending: list[str] = []
        for chunk in self.chunks():
            first, *others = chunk.replace("\r\n", "\n").split("\n")
            pending.append(first)
            if others:
                yield "".join(pending).removesuffix("\r")
                yield from others[:-1]
                pending = [others[-1]]
        last = "".join(pending)
        if last:
            yield last.removesuffix("\r")

    def text(self) -> str:
        """The whole text, line breaks untouched."""
        return "".join(self.chunks())

    def head(self, size: int = 4096) -> str:
        """The first characters, however they decode, to recognise a format by."""
        with self._open() as stream:
            data = stream.read(size)
        return data.decode(self.encoding or byte_order(data) or "utf-8", errors="replace")

    def binary(self) -> DataError:
        """The error for a file that holds no text."""
        advice = "If it is text, declare its encoding with --encoding (for example utf-16)."
        return DataError("this is a binary file, not text", advice, path=self.name)

    def _undecodable(self, error: UnicodeDecodeError, line: int) -> DataError:
        line += error.object[: error.start].count(b"\n")
        found = f"byte 0x{error.object[error.start]:02x} is not valid {error.encoding.upper()}"
        return DataError(found, "Declare the encoding with --encoding, for example latin-1.", path=self.name, line=line)

    def _open(self) -> BinaryIO:
        if self._standard_input:
            return sys.stdin.buffer
        try:
            return self.path.open("rb")
        except OSError as error:
            raise DataError(f"this file cannot be read: {error.strerror}", path=self.name) from error


def byte_order(data: bytes) -> str | None:
    """The encoding that a byte order mark at the beginning declares."""
    return next((encoding for mark, encoding in _BOMS if data.startswith(mark)), None)
