"""Headers of a mail: who wrote it, to whom, when, and about what.

They are decoded one by one, each cut at a length: the parsers of the standard library's newer policies fail on headers
that real mails have, and take time with the square of a header's length.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parsedate_to_datetime
from typing import Any, Final

from namesakes.formats.text_file import likeliest_encoding

LONGEST: Final = 20_000
"""Characters of a header that are looked at."""
_MOST: Final = 200
"""The most addressees that are kept."""
_SHOWN: Final = 12
"""The most addressees of one kind that the text of a mail names."""
_SWAPPED: Final = re.compile(
    r"(?P<last>[^\W\d_][\w'’ .-]{0,30}),\s*(?P<first>[^\W\d_][\w'’ .-]{0,30}?)(?:\s*[(\[][^)\]]*[)\]])?"
)
_ANSWERED: Final = re.compile(r"(?:(?:re|fwd?|aw|wg|sv|vs|antw|tr|rv|res|enc)\s*(?:\[\d+\])?\s*:\s*)+", re.IGNORECASE)
"""What programs put before the subject of what is answered or forwarded."""
_IN_ID: Final = re.compile(r"<\s*([^<>\s]{1,250})\s*>")
_QUOTES: Final = re.compile(r'\\?"')
_ADDRESS: Final = re.compile(r"[^\s<>()\",;:@]{1,80}@[^\s<>()\",;:@]{1,120}")


@dataclass(frozen=True)
class Address:
    """Somebody who writes or gets a mail: the name, as far as it says one, and the address."""

    name: str
    address: str

    def __str__(self) -> str:
        return f"{self.name} <{self.address}>" if self.name and self.address else self.name or self.address


@dataclass(frozen=True)
class Headers:
    """What the header of a mail says.

    Parameters
    ----------
    sender : who wrote it.
    to, cc : who gets it.
    subject : what it is about.
    sent : when it was written, as ISO 8601 writes it, or in its own words where these are no date.
    id : its message id, without brackets.
    answers : that of the mail that it answers.
    """

    sender: Address | None = None
    to: tuple[Address, ...] = ()
    cc: tuple[Address, ...] = ()
    subject: str = ""
    sent: str = ""
    id: str = ""
    answers: str = ""

    @property
    def block(self) -> str:
        """The header as the text of the document begins with it, from which readers know who *I* and *you* are.

        Each addressee has a line, since in one they would be read as one; the first of them is *you*. The date is left
        to `meta`: here it would be the date of something that these people do.
        """
        fields = [("From", self.sender), *zip(("To", *["Also to"] * _SHOWN), self.to[:_SHOWN], strict=False)]
        fields += [("Copy to", each) for each in self.cc[:_SHOWN]]
        answered = _ANSWERED.match(self.subject)
        subject = self.subject[answered.end() :] if answered else self.subject
        lines = [*((name, str(each or "")) for name, each in fields), ("Subject", subject)]
        return "\n".join(f"{name}: {value}" for name, value in lines if value)

    @property
    def meta(self) -> dict[str, Any]:
        """The same for `Document.meta`."""
        said: dict[str, Any] = {
            "title": self.subject[:300],
            "from": str(self.sender or ""),
            "to": [str(each) for each in self.to],
            "cc": [str(each) for each in self.cc],
            "date": self.sent,
            "message_id": self.id,
            "in_reply_to": self.answers,
        }
        return {key: value for key, value in said.items() if value}


def headers_of(message: "Message[Any, Any]") -> Headers:
    """What the header of a mail says; nothing for what it does not say, or not so that one could tell."""
    senders = _addresses(message, "From") or _addresses(message, "Sender")
    return Headers(
        senders[0] if senders else None,
        _addresses(message, "To"),
        _addresses(message, "Cc"),
        decoded(message, "Subject"),
        _sent(decoded(message, "Date")),
        _id(message, "Message-ID"),
        _id(message, "In-Reply-To"),
    )


def decoded(message: "Message[Any, Any]", name: str) -> str:
    """A header in one line, its encoded words decoded."""
    return " ".join(decoded_words(_raw(message, name)).split())


def _raw(message: "Message[Any, Any]", name: str) -> str:
    """The first header of a name, as it stands there."""
    wanted = name.lower()
    found = next((value for key, value in message.raw_items() if key.lower() == wanted), "")
    return str(found)[:LONGEST]


def decoded_words(raw: str) -> str:
    """The words of a header as they are meant to be shown."""
    raw = re.sub(r"\r?\n(?=[ \t])|[\r\n]", "", raw)
    try:
        parts = decode_header(raw) if "=?" in raw else [(raw, None)]
    except (HeaderParseError, ValueError, LookupError):
        parts = [(raw, None)]
    text = "".join(_text(part, charset) for part, charset in parts)
    return "".join(letter if letter.isprintable() else " " for letter in text)


def _text(part: str | bytes, charset: str | None) -> str:
    """A piece of a header, whatever it is in."""
    if isinstance(part, str):
        if part.isascii():
            return part
        part = part.encode("utf-8", "surrogateescape")  # bytes that stand there as they are
    return charset_text(part, charset)


def charset_text(data: bytes, charset: str | None) -> str:
    """Bytes as text: UTF-8 where they are, else as they say, else as they look, whatever they say."""
    try:
        return data.decode("utf-8")  # many mails say that this is something else
    except UnicodeDecodeError:
        pass
    for encoding in (charset, likeliest_encoding(data[:100_000]) if charset is None or _is_utf8(charset) else None):
        try:
            if encoding:
                return data.decode(_WIDER.get(encoding.lower(), encoding), "strict")
        except (LookupError, ValueError):
            continue
    return data.decode("cp1252", "replace")


_WIDER: Final = {
    "iso-8859-1": "cp1252",
    "latin-1": "cp1252",
    "us-ascii": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
}
"""Encodings that are named where a larger one is meant."""


def _is_utf8(charset: str) -> bool:
    return charset.lower().replace("_", "-") in ("utf-8", "utf8", "us-ascii", "ascii", "unknown-8bit", "default")


def _addresses(message: "Message[Any, Any]", name: str) -> tuple[Address, ...]:
    """The people of a header. Names are decoded after they have been told apart: they may have commas."""
    raw = re.sub(r"\s+", " ", _raw(message, name))
    found = list(dict.fromkeys(_people(raw)))
    return tuple(found[:_MOST])


def _people(raw: str) -> Iterator[Address]:
    for piece in _pieces(raw):
        found = _ADDRESS.search(piece)
        said = piece[: found.start()] if found else piece
        if found and not said.strip(" <"):
            said = piece[found.end() :].strip(" >").strip("()")  # ann@example.org (Ann Lee)
        name = " ".join(_QUOTES.sub(" ", decoded_words(said)).split()).rpartition(":")[2].strip("'‘’<>; ")
        address = found[0].strip(".") if found else ""
        if name.lower() == address.lower() or _ADDRESS.fullmatch(name):
            name, address = "", address or name
        swapped = _SWAPPED.fullmatch(name)
        name = f"{swapped['first']} {swapped['last']}" if swapped else name[:100]
        if any(map(str.isalnum, name)) or address:
            yield Address(name, address)


def _pieces(raw: str) -> Iterator[str]:
    """The stretches between commas that part people, not those in quotation marks or brackets. O(characters)."""
    start, quoted, depth = 0, False, 0
    for place, letter in enumerate(raw):
        if letter == '"' and (place == 0 or raw[place - 1] != "\\"):
            quoted = not quoted
        elif not quoted and letter in "(<":
            depth += 1
        elif not quoted and letter in ")>":
            depth = max(0, depth - 1)
        elif not quoted and not depth and letter in ",;":
            before, rest = raw[start:place], raw[place + 1 :]
            if letter == "," and "@" not in before and _is_half_a_name(before, rest):
                continue
            if before.strip():
                yield before.strip()
            start = place + 1
    if raw[start:].strip():
        yield raw[start:].strip()


def _is_half_a_name(before: str, rest: str) -> bool:
    """Whether a comma stands between the two halves of a name, as in Lee, Ann <ann@example.org>."""
    next_one = re.match(r"[^,;<]*<", rest)
    return next_one is not None and "@" not in next_one[0] and ":" not in before and bool(before.strip())


def _sent(said: str) -> str:
    """When a mail was written, as ISO 8601 writes it; the words themselves where they are no date."""
    try:
        return parsedate_to_datetime(said).isoformat()
    except (TypeError, ValueError, IndexError, OverflowError, AttributeError):
        return said[:100]


def _id(message: "Message[Any, Any]", name: str) -> str:
    found = _IN_ID.search(_raw(message, name))
    return found[1] if found else ""
