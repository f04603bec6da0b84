"""TextFile: a file or standard input as decoded text, in chunks, lines or whole."""

import codecs
import io
import sys
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path
from shutil import copyfileobj
from tempfile import SpooledTemporaryFile
from typing import Any, BinaryIO, TypeAlias

from namesakes.errors import DataError, UsageError
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.unpacking import LARGEST, Unpacking

CHUNK = 1 << 20
IN_MEMORY = 1 << 26
"""The most bytes that are kept in memory where a file is copied; what is larger goes to the disk."""
_DECLARE = "Declare the encoding with --encoding, for example latin-1."
Data: TypeAlias = bytes  # in the class below `bytes` is a method
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LIKELY = (
    "cp1252", "gb18030", "cp932", "euc_kr", "big5", "euc_jp", "cp1251", "koi8_r", "cp1250", "iso8859_2",
    "cp1253", "cp1254", "cp1255", "cp1256", "cp1257", "cp1258", "cp874",
)  # fmt: skip
"""The encodings that a text which is not UTF-8 may be in; of two that fit equally well, the first."""


class TextFile:
    """Where a reader gets its text from.

    Without a declared encoding a byte order mark decides, and else it is UTF-8; bytes that do not fit are a
    `DataError` with the line. `decoded` is for plain text and pages, where a guess is better than a refusal.

    Parameters
    ----------
    path : a file, or "-" for standard input.
    encoding : the encoding, where the user knows it.
    tolerant : bytes that do not fit are kept as lone surrogates, so that only their document is bad; see `check`.
    layers : all that is wanted beyond words and sentences, where a reader may leave the rest out; None for everything.
    options : what the user chose of how files are read.
    largest : the most bytes that a file inside it may have, where that one is a document.
    """

    def __init__(
        self,
        path: str | Path,
        encoding: str | None = None,
        *,
        tolerant: bool = False,
        layers: frozenset[str] | None = None,
        options: ReadOptions | None = None,
        largest: int = LARGEST,
    ) -> None:
        self.options = options or ReadOptions()
        encoding = self.options.encoding if encoding is None else encoding
        self.name = "standard input" if str(path) == "-" else str(path)
        self.path = Path(path)
        self.encoding = encoding
        self.tolerant = tolerant
        self.layers = layers
        self.largest = largest
        self.depth = 0
        if encoding is not None:
            try:
                "a".encode(encoding)
            except (LookupError, ValueError) as error:  # unknown, not of text, or no name at all
                advice = "Try utf-8, latin-1, windows-1252 or utf-16."
                raise UsageError(f"there is no text encoding called '{encoding}'.\n{advice}") from error
        self._standard_input = str(path) == "-"

    def stream(self) -> BinaryIO:
        """The content, undecoded, from its beginning; standard input goes on where it is."""
        return self._open()

    @cached_property
    def unpacking(self) -> Unpacking:
        """Counts what is unpacked of the file, and of those inside it."""
        try:
            return Unpacking(self.path.stat().st_size)
        except (OSError, ValueError):  # standard input, whose size nobody knows
            return Unpacking(0)

    def bytes(self) -> bytes:
        """The whole content, undecoded."""
        with self._open() as stream:
            return stream.read()

    def seekable(self) -> BinaryIO:
        """The content, undecoded, as a stream in which one can go back; a copy where the file itself is none."""
        stream = self._open()
        if not self._standard_input and stream.seekable():
            return stream
        copy: BinaryIO = SpooledTemporaryFile(max_size=IN_MEMORY)  # type: ignore[assignment]  # noqa: SIM115
        with stream:
            copyfileobj(stream, copy, CHUNK)
        copy.seek(0)
        return copy

    def chunks(self) -> Iterator[str]:
        """The decoded text in pieces, line breaks untouched."""
        with self._open() as stream:
            data = stream.read(CHUNK)
            encoding = self.encoding or bom_encoding(data) or "utf-8"
            decoder = codecs.getincrementaldecoder(encoding)("surrogateescape" if self.tolerant else "strict")
            line, offset = 1, 0
            while data:
                try:
                    text = decoder.decode(data)
                except UnicodeError as error:
                    raise self.undecodable(error, line) from error
                if offset == 0 and "\x00" in text:
                    raise self.binary()
                if offset == 0 and self.encoding is not None:
                    text = text.removeprefix("\ufeff")  # a mark that the declared encoding leaves in the text
                yield text
                line, offset = line + text.count("\n"), offset + len(data)
                data = stream.read(CHUNK)
            try:
                yield decoder.decode(b"", final=True)
            except UnicodeError as error:
                raise self.undecodable(error, line) from error

    def pieces(self) -> Iterator[str]:
        """The text in pieces of whole lines, with LF for CRLF. Memory: one chunk and the longest line."""
        pending: list[str] = []
        for chunk in self.chunks():
            cut = chunk.rfind("\n") + 1
            pending.append(chunk[:cut])
            if cut:
                yield "".join(pending).replace("\r\n", "\n")
                pending = []
            pending.append(chunk[cut:])
        last = "".join(pending)
        if last:
            yield last.removesuffix("\r")

    def lines(self) -> Iterator[str]:
        """The lines without their line breaks, which may be LF or CRLF."""
        for piece in self.pieces():
            yield from piece.removesuffix("\n").split("\n")

    def text(self) -> str:
        """The whole text, line breaks untouched."""
        return "".join(self.chunks())

    def decoded(self, own: Callable[[Data], str | None] = lambda data: None) -> tuple[str, str]:
        """The whole text without its byte order mark, and the encoding that it was in.

        The encoding is the one declared, else the byte order mark's, else the one that the file itself names (`own`),
        else UTF-8, else the likeliest by its bytes. Where a file names one that does not quite fit, the bytes that do
        not are replaced, as browsers do.
        """
        data = self.bytes()
        certain = self.encoding or bom_encoding(data)
        try:
            encoding, errors = (certain, "strict") if certain else self._probable(data, own(data))
            text = data.decode(encoding, errors)
        except UnicodeError as error:
            raise self.undecodable(error, 1) from error
        return text.removeprefix("\ufeff"), encoding

    def _probable(self, data: Data, own: str | None) -> tuple[str, str]:
        """The encoding of a text that has no mark and no declaration, and what to do with bytes that do not fit."""
        for encoding in (own, "utf-8"):
            if encoding is not None and _fits(data, encoding):
                return encoding, "strict"
        if own is not None:
            return own, "replace"
        found = None if b"\x00" in data else likeliest_encoding(data)
        if found is None:
            raise self.binary()
        return found, "strict"

    def head(self, size: int = 4096) -> str:
        """The first characters, however they decode, to recognise a format by."""
        with self._open() as stream:
            data = stream.read(size)
        return data.decode(self.encoding or bom_encoding(data) or "utf-8", errors="replace")

    def check(self, text: str, line: int) -> None:
        """Refuse a piece of a tolerant source's text, beginning at that line, with bytes that did not fit."""
        try:
            text.encode()
        except UnicodeEncodeError as error:
            line += text.count("\n", 0, error.start)
            code = ord(text[error.start])
            what = f"byte 0x{code - 0xDC00:02x}" if 0xDC80 <= code <= 0xDCFF else f"U+{code:04X}"
            raise DataError(
                f"{what} is not valid {self.encoding or 'UTF-8'}", _DECLARE, path=self.name, line=line
            ) from error

    def binary(self) -> DataError:
        """The error for a file that holds no text."""
        advice = "If it is text, declare its encoding with --encoding (for example utf-16)."
        return DataError("this is a binary file, not text", advice, path=self.name)

    def undecodable(self, error: UnicodeError, line: int = 1) -> DataError:
        """The error for bytes that do not fit the encoding; `line` is the one that the decoded piece began at."""
        if isinstance(error, UnicodeDecodeError) and b"\x00" in error.object:
            return self.binary()
        if not isinstance(error, UnicodeDecodeError) or error.start >= len(error.object):
            # idna and punycode do not say where, or say that it is after the end
            return DataError(f"this is not valid {self.encoding}: {error}", _DECLARE, path=self.name)
        line += error.object[: error.start].count(b"\n")
        found = f"byte 0x{error.object[error.start]:02x} is not valid {error.encoding.upper()}"
        return DataError(found, _DECLARE, path=self.name, line=line)

    def _open(self) -> BinaryIO:
        if self._standard_input:
            return sys.stdin.buffer
        try:
            return self.path.open("rb")
        except OSError as error:
            raise DataError(f"this file cannot be read: {error.strerror}", path=self.name) from error


def buffered(stream: Any) -> io.BufferedReader:
    """The stream as one whose next bytes can be looked at before they are read."""
    return stream if isinstance(stream, io.BufferedReader) else io.BufferedReader(stream)


def bom_encoding(data: bytes) -> str | None:
    """The encoding that a byte order mark at the beginning declares."""
    return next((encoding for mark, encoding in _BOMS if data.startswith(mark)), None)


def likeliest_encoding(data: bytes) -> str | None:
    """The encoding that the bytes look most like, or None where they look like no text.

    The measures are charset-normalizer's: the least mess, then the most coherence with a language's letters. Its own
    order of equals is by the alphabet, which reads French as cp1250; ours is by how common the encodings are.
    """
    from charset_normalizer import from_bytes

    ranked = [
        (match.chaos, -match.coherence, _LIKELY.index(encoding))
        for match in from_bytes(data, cp_isolation=list(_LIKELY))
        for encoding in match.could_be_from_charset
        if encoding in _LIKELY
    ]
    return _LIKELY[min(ranked)[2]] if ranked else None


def _fits(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeError:
        return False
    return True
