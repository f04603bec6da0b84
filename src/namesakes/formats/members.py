"""Members: files inside a file, each read by its kind as if it lay on the disk.

An archive, a packed file, a mail with attachments and a web archive cut themselves into members; each is read by the
format that its name and its content tell, and its documents are the outer file's documents. Nothing is written to disk.
What cannot be read of one member is that member's alone.

Ids of such documents begin with the name of the outermost file: `letters.zip/1912/a.txt`, and where a member holds
several documents `letters.zip/1912/all.jsonl#7`.
"""

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from traceback import format_exception
from typing import Any, BinaryIO, Final

from namesakes.errors import DamagedError, DataError, MemberError, NamesakesError, UsageError
from namesakes.formats.format import FORMATS, Block, Format, find_format
from namesakes.formats.text_file import TextFile
from namesakes.formats.unpacking import DEPTH, counted
from namesakes.text.document import Document

_COMPANIONS: Final = frozenset({"brat", "ace", "mpqa"})
"""Formats whose texts lie in files of their own."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_DRIVE: Final = re.compile(r"[A-Za-z]:(?=/)")
_LONGEST_NAME: Final = 300


class MemberFile(TextFile):
    """A file inside another: in memory where it is not larger than documents may be, else unpacked piece by piece.

    Parameters
    ----------
    outer : the file that it is in.
    name : what it is called there, such as `1912/a.txt`.
    content : its bytes, or the stream that unpacks them, which is read once.
    encoding : the text's, where that is known.
    """

    def __init__(self, outer: TextFile, name: str, content: bytes | Any, encoding: str | None = None) -> None:
        place = f"{outer.name}/{name}" if name else outer.name
        super().__init__(place, encoding, tolerant=outer.tolerant, layers=outer.layers, options=outer.options)
        self.largest, self.depth, self.unpacking = outer.largest, outer.depth + 1, outer.unpacking
        self._content, self._rest = b"", None
        if isinstance(content, bytes):
            self.unpacking.count(len(content))
            self._content = content
        else:
            stream = counted(content, self.unpacking)
            self._content = stream.read(self.largest + 1)
            self._rest = stream if len(self._content) > self.largest else None

    @property
    def is_large(self) -> bool:
        """Whether it is larger than documents may be."""
        return self._rest is not None

    @property
    def has_content(self) -> bool:
        """Whether there is any byte in it."""
        return bool(self._content)

    def _open(self) -> BinaryIO:
        if self._rest is None:
            return io.BytesIO(self._content)
        return io.BufferedReader(_Spliced(self._content, self._rest))

    def bytes(self) -> bytes:
        """The whole content; a `DataError` where it is larger than documents may be."""
        if self.is_large:
            raise self.too_large()
        return self._content

    def too_large(self) -> DataError:
        """The error for a file that is larger than documents may be."""
        found = f"it has more than {self.largest / 1e6:,.0f} MB"
        return DataError(found, "Divide it, or raise the limit with --max-size.", path=self.name)


class _Spliced(io.RawIOBase):
    """What was read of a stream, as often as one likes, and then the rest of it, once."""

    def __init__(self, begin: bytes, rest: BinaryIO) -> None:
        self._begin, self._rest = io.BytesIO(begin), rest

    def readable(self) -> bool:
        """It is read only."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read from the beginning, then from the rest."""
        data = self._begin.read(len(buffer)) or self._rest.read(len(buffer))
        buffer[: len(data)] = data
        return len(data)


@dataclass(frozen=True)
class PartBlock(Block):
    """A document of a file that holds others.

    Parameters
    ----------
    key : the document's id, or what it begins with; it begins with the file's own name.
    """

    key: str

    @property
    def content(self) -> bytes | None:
        """What the document depends on beside its id; None where that is only known once it has been read."""
        return None

    def document(self) -> Document:
        """The document; a `MemberError` where it cannot be read."""
        raise NotImplementedError


@dataclass(frozen=True)
class MemberBlock(PartBlock):
    """A document of a member.

    Parameters
    ----------
    form : the member's format.
    inner : the document's block in the member; none for a member that is one document and is not yet looked at.
    meta : what the outer file knows of it.
    """

    form: Format
    inner: Block | None = None
    meta: dict[str, Any] = field(default_factory=dict)

    @property
    def content(self) -> bytes | None:
        """The member, where it is one document."""
        return self.source.bytes() if self.inner is None else None

    def document(self) -> Document:
        """The document of the member, called by its name in the outer file."""
        try:
            block = next(self.form.split(self.source), None) if self.inner is None else self.inner
            if block is None:
                raise DataError(f"there is no document in it; it was read as {self.form.name}")
            if self.inner is None:  # what `records` looks at of other blocks
                self.source.check("\n".join(block.lines), block.line)
            found = self.form.parse(block)
        except Exception as error:  # damaged input leads to errors of every kind, and they are this member's alone
            raise lost(self.source, error, line=self.line if self.inner else None).error from None
        id = self.key if self.inner is None else f"{self.key}#{found.id}"
        return found.replace(id=id, meta={**self.meta, **found.meta})


@dataclass(frozen=True)
class LostBlock(Block):
    """A member, or another part of a file, that cannot be read, and why."""

    error: MemberError


def parse(block: Block) -> Document:
    """The document of a part of a file."""
    if isinstance(block, LostBlock):
        raise block.error
    assert isinstance(block, PartBlock)
    return block.document()


def lost(source: TextFile, error: Exception, name: str = "", line: int | None = None) -> LostBlock:
    """The block of what cannot be read of a file, called by its name in it.

    The error keeps nothing of the member alive: there may be many of them. What nobody foresaw is told in a note.
    """
    known = error if isinstance(error, NamesakesError | OSError) else DamagedError.of(error)
    place = f"{source.name}/{name}" if name else source.name
    if isinstance(known, DataError):
        made = MemberError(known.found, known.advice, path=known.path or place, line=known.line or line)
    else:
        found, _, advice = (str(known) or type(known).__name__).partition("\n")
        made = MemberError(found.rstrip("."), advice, path=place, line=line)
    if isinstance(known, DamagedError):
        made.add_note("".join(format_exception(error)).rstrip())
    return LostBlock(source, line or 1, [], made)


def member_blocks(
    outer: TextFile,
    name: str,
    content: bytes | Any,
    *,
    key: str = "",
    format: str | None = None,
    encoding: str | None = None,
    meta: dict[str, Any] | None = None,
) -> Iterator[Block]:
    """The blocks of a member, whatever it is; one that says why where it cannot be read.

    Parameters
    ----------
    name : what it is called, as `member_name` gives it.
    content : its bytes, or a stream of them.
    key : what the ids of its documents begin with; without it the outer file's name and its own.
    format : the format, where that is known.
    encoding : the text's, where that is known.
    meta : what the outer file knows of its documents.
    """
    key = key or f"{outer.path.name}/{name}"
    try:
        outer.unpacking.count_member()
        if outer.depth >= DEPTH:
            raise DataError(f"more than {DEPTH} files lie inside each other here", "Unpack some of them first.")
        member = MemberFile(outer, name, content, encoding)
        form = FORMATS[format] if format else format_of_member(member)
        if member.is_large and not form.streams:
            raise member.too_large()
        if form.one_document and not form.several(member.bytes(), member.options):
            yield MemberBlock(member, 1, [], key, form, None, meta or {})
            return
        for inner in form.split(member):
            yield _outside(inner, member, key, form, meta or {})
    except Exception as error:  # damaged input leads to errors of every kind, and they are this member's alone
        yield lost(outer, error, name)


def _outside(inner: Block, member: MemberFile, key: str, form: Format, meta: dict[str, Any]) -> Block:
    """A block of a member as one of the outer file."""
    if isinstance(inner, PartBlock):
        return replace(inner, key=f"{key}{inner.key.removeprefix(member.path.name)}")
    if isinstance(inner, LostBlock):
        return inner
    return MemberBlock(inner.source, inner.line, inner.lines, key, form, inner, meta)


def format_of_member(member: MemberFile) -> Format:
    """The format that a member is read as; a file without an ending is a text."""
    if not member.has_content:
        raise DataError("this file is empty: there is no text in it")
    try:
        form = find_format(member.path, source=member)
    except UsageError as error:
        if member.path.suffix:
            raise DataError(f"files that end in {member.path.suffix} are not read") from error
        form = FORMATS["plain"]
    if form.name in _COMPANIONS:
        raise DataError("its text is another file, which is not looked for in here", "Unpack it first.")
    return form


def member_name(name: str) -> str:
    """What a member is called, given what the outer file calls it: a path that leads nowhere else.

    What would lead out of the file is left away, characters that are not shown are written as `\\x1b`.
    """
    data = name.replace("\\", "/").encode("utf-8", "surrogateescape" if _escaped(name) else "replace")
    name = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", data.decode("utf-8", "backslashreplace"))
    parts = [part for part in _DRIVE.sub("", name).split("/") if part not in ("", ".", "..")]
    whole = "/".join(parts) or "unnamed"
    return whole if len(whole) <= _LONGEST_NAME else f"…{whole[1 - _LONGEST_NAME :]}"


def _escaped(name: str) -> bool:
    """Whether all that is no character of a name stands for a byte."""
    return all(not "\ud800" <= letter <= "\udfff" or "\udc80" <= letter <= "\udcff" for letter in name)


def is_hidden(name: str) -> bool:
    """Whether a member is what systems put beside files, which folders do not show either."""
    parts = name.split("/")
    return (
        any(part.startswith(".") for part in parts) or "__MACOSX" in parts or parts[-1] in ("Thumbs.db", "desktop.ini")
    )
