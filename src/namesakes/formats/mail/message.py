"""Mail: a message as it was sent, taken apart into its header, its text and what is attached to it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import policy
from email.message import Message
from email.parser import BytesFeedParser
from typing import Any, Final

from namesakes.errors import DataError
from namesakes.formats.mail.headers import LONGEST, Headers, charset_text, decoded_words, headers_of

MOST_PARTS: Final = 2000
DEEPEST: Final = 100
"""The most parts that a mail may have, and how deep they may be nested."""
_PIECE: Final = 1 << 16
_MARKS: Final = ("application/pgp-signature", "application/pkcs7-signature", "application/x-pkcs7-signature")
"""Parts that prove who wrote a mail, and have no text."""
_LOCKED: Final = ("multipart/encrypted", "application/pkcs7-mime", "application/x-pkcs7-mime")
_BOUNDARY: Final = re.compile(rb"boundary\s*=", re.IGNORECASE)
_ENDINGS: Final = {
    "message/rfc822": ".eml", "text/plain": ".txt", "text/html": ".html", "application/pdf": ".pdf", "text/csv": ".csv",
    "application/zip": ".zip", "application/rtf": ".rtf", "text/rtf": ".rtf", "application/epub+zip": ".epub",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ".docx",
    "application/vnd.oasis.opendocument.text": ".odt", "application/json": ".json",
}  # fmt: skip


class _Policy(policy.Compat32):
    """The policy that never fails on a header, with headers that are cut at a length."""

    def header_source_parse(self, sourcelines: list[str]) -> tuple[str, str]:
        """The name and the value of a header."""
        name, value = super().header_source_parse(sourcelines)
        return name[:100], value[:LONGEST]


@dataclass(frozen=True)
class Attachment:
    """What is attached to a mail: its name, and its content."""

    name: str
    content: bytes = field(repr=False)


@dataclass(frozen=True)
class Mail:
    """A message.

    Parameters
    ----------
    headers : who wrote it to whom, when, and about what.
    plain, pages : its text, as far as it has one, and else the web pages that it consists of.
    attachments : what is attached to it.
    """

    headers: Headers
    plain: str = field(repr=False)
    pages: tuple[bytes, ...] = field(repr=False)
    attachments: tuple[Attachment, ...] = ()


def mail_of(data: bytes) -> Mail:
    """A message taken apart; a `DataError` where that cannot be done."""
    if len(_BOUNDARY.findall(data)) > MOST_PARTS:
        raise DataError(f"this mail has more than {MOST_PARTS:,} parts inside each other", "Leave it out.")
    try:
        message = _parsed(data)
    except RecursionError as error:
        raise DataError("the parts of this mail are nested too deep", "Leave it out.") from error
    found = _Parts()
    found.read(message, 0)
    plain = "\n\n".join(text for text in found.texts if text.strip())
    return Mail(headers_of(message), plain, tuple(found.pages), tuple(found.attachments))


def _parsed(data: bytes) -> "Message[Any, Any]":
    """The message, fed in pieces: at once it would be held four times over."""
    parser: BytesFeedParser[Any] = BytesFeedParser(policy=_Policy())
    for start in range(0, len(data), _PIECE):
        parser.feed(data[start : start + _PIECE])
    message: Message[Any, Any] = parser.close()
    return message


class _Parts:
    """Gathers the texts, pages and attachments of a message."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.pages: list[bytes] = []
        self.attachments: list[Attachment] = []
        self.count = 0

    def read(self, part: "Message[Any, Any]", depth: int, *, related: bool = False) -> None:
        """Read a part and those in it."""
        self.count += 1
        if depth > DEEPEST or self.count > MOST_PARTS:
            raise DataError("this mail has too many parts, or they are nested too deep", "Leave it out.")
        kind = part.get_content_type()
        inner = part.get_payload()
        if kind in _LOCKED:
            raise DataError("this mail is encrypted", "Save it decrypted.")
        if kind == "message/rfc822":
            self._attach(part, kind, depth)
        elif isinstance(inner, list):
            children = [each for each in inner if isinstance(each, Message)]
            if kind == "multipart/alternative":
                children = [_best(children)] if children else []
            for number, each in enumerate(children):
                self.read(each, depth + 1, related=related or (kind == "multipart/related" and number > 0))
        elif kind not in _MARKS:
            self._leaf(part, kind, related=related)

    def _leaf(self, part: "Message[Any, Any]", kind: str, *, related: bool) -> None:
        """A part without parts: text, a page, or what is attached."""
        attached = (part.get_content_disposition() == "attachment") or bool(_file_name(part))
        data = _payload(part)
        if kind == "text/plain" and not attached:
            self.texts.append(_unwrapped(charset_text(data, _charset(part)), part))
        elif kind in ("text/html", "application/xhtml+xml") and not attached:
            self.pages.append(_as_utf8(data, _charset(part)))
        elif kind == "text/enriched" and not attached:
            self.texts.append(re.sub(r"<[^<>]{1,60}>", "", charset_text(data, _charset(part))))
        elif data.strip() and not (related and kind.startswith("image/")) and kind != "message/delivery-status":
            self._attach_data(part, kind, data)

    def _attach(self, part: "Message[Any, Any]", kind: str, depth: int) -> None:
        """A whole mail that is attached."""
        inner = part.get_payload()
        message = inner[0] if isinstance(inner, list) and inner else inner
        data = message.as_bytes() if isinstance(message, Message) else _payload(part)
        self._attach_data(part, kind, data)

    def _attach_data(self, part: "Message[Any, Any]", kind: str, data: bytes) -> None:
        name = _file_name(part) or f"attachment-{len(self.attachments) + 1}{_ENDINGS.get(kind, '')}"
        if kind == "message/rfc822" and not name.lower().endswith(".eml"):
            name = f"{name}.eml"
        self.attachments.append(Attachment(name, data))


def _best(choices: list["Message[Any, Any]"]) -> "Message[Any, Any]":
    """Of several forms of one text the plain one that says something, else the richest, which is the last."""
    for each in choices:
        if each.get_content_type() == "text/plain" and not each.is_multipart() and _payload(each).strip():
            return each
    return choices[-1]


def _payload(part: "Message[Any, Any]") -> bytes:
    """The content of a part as bytes."""
    try:
        found = part.get_payload(decode=True)
    except (ValueError, LookupError, AssertionError):  # content that is not encoded as it says
        found = None
    if isinstance(found, bytes):
        return found
    inner = part.get_payload()
    return inner.encode("utf-8", "surrogateescape") if isinstance(inner, str) else b""


def _charset(part: "Message[Any, Any]") -> str | None:
    found = part.get_param("charset")
    text = found[2] if isinstance(found, tuple) else found
    return text.strip("\"' ")[:60] if isinstance(text, str) and text.strip("\"' ") else None


def _as_utf8(data: bytes, charset: str | None) -> bytes:
    """A page in UTF-8 where the mail says what it is in; else as it is, with what it says of itself."""
    return data if charset is None else b"\xef\xbb\xbf" + charset_text(data, charset).encode("utf-8", "replace")


def _file_name(part: "Message[Any, Any]") -> str:
    """What a part is called, its encoded words decoded."""
    try:
        name = part.get_filename() or ""
    except (ValueError, LookupError, TypeError):
        return ""
    return " ".join(decoded_words(name[:1000]).split())


def _unwrapped(text: str, part: "Message[Any, Any]") -> str:
    """The text with LF, its lines joined where they were only wrapped, as the mail says (format=flowed, RFC 3676)."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "")
    if str(part.get_param("format") or "").lower() != "flowed":
        return text
    glue = str(part.get_param("delsp") or "").lower() == "yes"
    return "\n".join(_flowing(text.split("\n"), glue=glue))


def _flowing(lines: list[str], *, glue: bool) -> Iterator[str]:
    """The lines, those that end with a space joined with what follows them at the same depth of quotes."""
    held, depth = "", -1
    for line in lines:
        marks = len(line) - len(line.lstrip(">"))
        body = line[marks:].removeprefix(" ")
        soft = body.endswith(" ") and body != "-- "
        if depth >= 0 and (depth != marks or body == "-- "):
            yield f"{'>' * depth}{' ' * (depth > 0)}{held}"
            held = ""
        held, depth = held + (body[:-1] if glue and soft else body), marks
        if not soft:
            yield f"{'>' * depth}{' ' * (depth > 0)}{held}"
            held, depth = "", -1
    if depth >= 0:
        yield f"{'>' * depth}{' ' * (depth > 0)}{held}"
