"""RTF: the text of a file of rich text; read only.

Paragraphs are parted by a blank line, the cells of a row by a tab. Footnotes come after the text, each a paragraph.
Left out are running heads, pictures and other objects, comments, hidden and deleted text, the numbers of lists, and
whatever a reader that does not know it is told to pass over. `meta["title"]`, `meta["author"]` and `meta["created"]`
are the file's.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from namesakes.errors import DataError
from namesakes.formats.flow import CELL, PARAGRAPH, Flow
from namesakes.formats.format import Block, Format
from namesakes.formats.plain import split
from namesakes.text.document import Document

DEEPEST: Final = 2000
"""The most groups that may lie in each other."""
_TOKEN: Final = re.compile(
    r"\\(?:(?P<word>[a-zA-Z]{1,32})(?P<number>-?\d{1,9})?[ ]?|'(?P<byte>[0-9a-fA-F]{2})|(?P<sign>[^a-zA-Z]))"
    r"|(?P<brace>[{}])|(?P<break>[\r\n\x00]+)|(?P<text>[^\\{}\r\n\x00]+)|(?P<stray>\\)",
    re.DOTALL,
)
_LEFT_OUT: Final = frozenset({
    "colortbl", "stylesheet", "pict", "object", "header", "headerl", "headerr", "headerf", "footer", "footerl",
    "footerr", "footerf", "annotation", "fldinst", "listtext", "pntext", "pntxta", "pntxtb", "nonshppict", "themedata",
    "datastore", "listtable", "listoverridetable", "rsidtbl", "generator", "xmlnstbl", "latentstyles", "filetbl",
    "revtbl", "template", "private", "xe", "tc", "rxe", "bkmkstart", "bkmkend", "atnid", "atnauthor", "atndate",
    "comment", "operator", "keywords", "subject", "company", "manager", "category", "doccomm", "hlinkbase", "printim",
    "buptim", "revtim", "objdata", "falt", "ftnsep", "ftnsepc", "ftncn", "aftnsep", "aftnsepc", "aftncn", "datafield",
    "formfield", "mmath", "sp",
})  # fmt: skip
"""Groups whose text is not the document's."""
_KNOWN: Final = frozenset({"shptxt", "footnote", "fldrslt", "shpinst", "info", "fonttbl", "title", "author", "creatim"})
"""Groups that are read although readers that do not know them may pass over them."""
_BREAKS: Final = {
    "par": PARAGRAPH, "sect": PARAGRAPH, "page": PARAGRAPH, "column": PARAGRAPH, "row": PARAGRAPH, "nestrow": PARAGRAPH,
    "cell": CELL, "nestcell": CELL,
}  # fmt: skip
_CHARACTERS: Final = {
    "tab": "\t", "line": "\n", "lbr": "\n", "emdash": "—", "endash": "–", "lquote": "‘", "rquote": "’", "ldblquote":
    "“", "rdblquote": "”", "bullet": "•", "emspace": "\u2003", "enspace": "\u2002", "qmspace": "\u2005", "~": "\u00a0",
    "_": "\u2011", "\\": "\\", "{": "{", "}": "}",
}  # fmt: skip
_CHARSETS: Final = {
    0: "cp1252", 77: "mac_roman", 128: "cp932", 129: "cp949", 130: "johab", 134: "gb18030", 136: "cp950", 161:
    "cp1253", 162: "cp1254", 163: "cp1258", 177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 222: "cp874",
    238: "cp1250",
}  # fmt: skip
_PAGES: Final = {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}


@dataclass(frozen=True)
class _State:
    """What holds within a group: whether it is text, which encoding, where it goes; what to pass over."""

    left_out: bool = False
    hidden: bool = False
    skipped: int = 1
    encoding: str = ""
    target: str = "text"
    passed: bool = False


@dataclass
class _Reader:
    """Reads the source, which is one byte a character."""

    source: str
    encoding: str = "cp1252"
    flow: Flow = field(default_factory=Flow)
    notes: list[Flow] = field(default_factory=list)
    said: dict[str, str] = field(default_factory=dict)
    created: dict[str, int] = field(default_factory=dict)
    fonts: dict[int, str] = field(default_factory=dict)
    state: _State = field(default_factory=_State)
    around: list[_State] = field(default_factory=list)
    waiting: bytearray = field(default_factory=bytearray)
    to_skip: int = 0
    font: int = 0
    high: str = ""

    def read(self) -> None:
        """Read all of it; groups that are open at the end are closed there."""
        place = 0
        while (token := _TOKEN.match(self.source, place)) is not None:
            place = token.end()
            kind = token.lastgroup if token.lastgroup != "number" else "word"
            if kind == "text":
                self._text(token["text"])
            elif kind == "byte":
                self._bytes(bytes([int(token["byte"], 16)]))
            elif kind == "brace":
                self._group(token["brace"])
            elif kind == "word":
                number = None if token["number"] is None else int(token["number"])
                if token["word"] == "bin":
                    place += min(max(number or 0, 0), len(self.source) - place)
                elif token["word"] == "u":
                    self._code(number or 0)
                else:
                    self._word(token["word"], number)
            elif kind == "sign":
                self._sign(token["sign"])
        self._flush()
        for note in self.notes:
            self.flow.pause(PARAGRAPH)
            self.flow.keep(note.text)

    def _text(self, text: str) -> None:
        if self.to_skip:
            gone = min(self.to_skip, len(text))
            self.to_skip -= gone
            text = text[gone:]
        if text.isascii() and not self.waiting:
            self._write(text)
        elif text:
            self.waiting += text.encode("latin-1")
            if text[-1].isascii():
                self._flush()

    def _bytes(self, data: bytes) -> None:
        if self.to_skip:
            self.to_skip -= 1
        else:
            self.waiting += data

    def _code(self, number: int) -> None:
        """A character by its number; those after it that stand for it where numbers are not known are passed over."""
        self._flush()
        code = number + 65536 if number < 0 else number
        self.to_skip = self.state.skipped
        if 0xD800 <= code < 0xDC00:
            self.high = chr(code)
        elif 0xDC00 <= code < 0xE000:
            pair = (self.high + chr(code)).encode("utf-16-le", "surrogatepass")
            self._write(pair.decode("utf-16-le", "replace") if self.high else "\ufffd")
            self.high = ""
        elif 0 < code < 0x110000:
            self._write(chr(code))

    def _flush(self) -> None:
        """Write the bytes that were waiting for those that belong to them."""
        if self.waiting:
            data, self.waiting = bytes(self.waiting), bytearray()
            self._write(data.decode(self.state.encoding or self.encoding, "replace"))

    def _write(self, text: str) -> None:
        state = self.state
        if state.left_out or state.hidden or not text:
            return
        if state.target == "text":
            self.flow.keep(text)
        elif state.target == "footnote":
            self.notes[-1].keep(text)
        elif state.target in ("title", "author"):
            self.said[state.target] = self.said.get(state.target, "") + text

    def _group(self, brace: str) -> None:
        self._flush()
        self.to_skip = 0
        if brace == "{":
            if len(self.around) >= DEEPEST:
                found = f"groups lie in each other more than {DEEPEST} deep"
                raise DataError(found, "No text is nested like this; save it anew.", line=self.source.count("\n") + 1)
            self.around.append(self.state)
            self.state = replace(self.state, passed=False)
        elif self.around:
            if self.state.target == "shptxt":
                self.flow.pause(PARAGRAPH)
            self.state = self.around.pop()

    def _sign(self, sign: str) -> None:
        if sign == "*":
            self.state = replace(self.state, passed=True)
        elif self.to_skip:
            self.to_skip -= 1
        elif sign in _CHARACTERS:
            self._flush()
            self._write(_CHARACTERS[sign])
        elif sign in "\r\n":
            self._break(PARAGRAPH)

    def _break(self, kind: int) -> None:
        self._flush()
        if not (self.state.left_out or self.state.hidden):
            if self.state.target == "text":
                self.flow.pause(kind)
            elif self.state.target == "footnote":
                self.notes[-1].pause(kind)

    def _word(self, word: str, number: int | None) -> None:
        """One command."""
        self._flush()
        self.to_skip = 0
        state = self.state
        if word in _LEFT_OUT or (state.passed and word not in _KNOWN):
            self.state = replace(state, left_out=True, passed=False)
        elif word in _KNOWN:
            self._begin(word)
        elif word in _BREAKS:
            self._break(_BREAKS[word])
        elif word in _CHARACTERS:
            self._write(_CHARACTERS[word])
        elif word == "uc":
            self.state = replace(state, skipped=min(max(number or 0, 0), 8))
        elif word in ("v", "deleted"):
            self.state = replace(state, hidden=number != 0)
        elif word == "plain":
            self.state = replace(state, hidden=False)
        elif word in ("yr", "mo", "dy") and state.target == "creatim":
            self.created[word] = number or 0
        else:
            self._encode(word, number)

    def _begin(self, word: str) -> None:
        """What a group of its own is for."""
        if word == "footnote":
            self.notes.append(Flow())
        elif word == "shptxt":
            self._break(PARAGRAPH)
        target = {"fldrslt": self.state.target, "shpinst": self.state.target, "shptxt": "text"}.get(word, word)
        self.state = replace(self.state, target=target, passed=False)

    def _encode(self, word: str, number: int | None) -> None:
        """What says in which encoding bytes are."""
        if word == "ansicpg" and number and number != 65001:
            self.encoding = _known(f"cp{number}") or self.encoding
        elif word == "ansicpg" and number == 65001:
            self.encoding = "utf-8"
        elif word in _PAGES:
            self.encoding = _PAGES[word]
        elif word == "f" and number is not None:
            self.font = number
            if self.state.target != "fonttbl":
                self.state = replace(self.state, encoding=self.fonts.get(number, ""))
        elif word == "fcharset" and self.state.target == "fonttbl" and number:
            self.fonts[self.font] = _known(_CHARSETS.get(number, ""))


def _known(encoding: str) -> str:
    """The encoding, or nothing where there is none of this name."""
    try:
        b"".decode(encoding or "-")
    except LookupError:
        return ""
    return encoding


def parse(block: Block) -> Document:
    """The document of a file: its paragraphs, tables and notes."""
    data = block.source.bytes()
    if not data.strip():
        raise DataError("this file is empty", path=block.path)
    if not data.lstrip().startswith(b"{\\rtf"):
        raise DataError("this is not RTF: it does not begin with {\\rtf", path=block.path)
    reader = _Reader(data.decode("latin-1"))
    try:
        reader.read()
    except DataError as error:
        raise error.at(block.path) from error
    text = reader.flow.text
    if not text.strip():
        raise DataError("there is no text in this document", path=block.path)
    return Document(id=block.source.path.stem, text=text, meta=dict(_metadata(reader)))


def _metadata(reader: _Reader) -> Iterator[tuple[str, str]]:
    """What the file says of itself."""
    for name in ("title", "author"):
        words = " ".join(reader.said.get(name, "").split())
        if words:
            yield name, words[:300]
    year, month, day = (reader.created.get(part, 0) for part in ("yr", "mo", "dy"))
    if 1000 <= year <= 9999 and 1 <= month <= 12 and 1 <= day <= 31:
        yield "created", f"{year}-{month:02d}-{day:02d}"


def sniff(head: str) -> bool:
    """Whether a file begins like rich text."""
    return head.startswith("{\\rtf")


FORMAT = Format(
    name="rtf",
    description="RTF: the text of a file of rich text; read only",
    extensions=(".rtf",),
    split=split,
    parse=parse,
    sniff=sniff,
    one_document=True,
)
