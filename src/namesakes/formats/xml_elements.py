"""XML elements: the elements of a file in the order of their tags, without anything that a small file could grow by.

Nothing outside the file is ever loaded, and no entity but those that XML itself knows (&amp; &lt; &gt; &quot; &apos;
and numbers) is replaced: a declaration of entities is an error, and so is a reference to one that is not known.
"""

import re
from dataclasses import dataclass, field
from xml.parsers import expat

from namesakes.errors import DataError
from namesakes.formats.text_file import TextFile, bom_encoding

_DECLARED = re.compile(rb"""\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]+)["']""")
_DECLARATION = re.compile(r"<!\s*(DOCTYPE|ENTITY)", re.IGNORECASE)
_REFERENCE = re.compile(r"<!\[CDATA\[.*?\]\]>|<!--.*?-->|&([^\s<>&;#][^\s<>&;]*);", re.DOTALL)
_KNOWN = ("amp", "lt", "gt", "quot", "apos")
_GROWS = "with which a small file can grow without end"


@dataclass(frozen=True)
class XmlElement:
    """One element: its name in lower case, that of the element around it, its line, attributes and pieces of text."""

    name: str
    around: str
    line: int
    attributes: dict[str, str]
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """What stands directly in the element."""
        return "".join(self.pieces)


def xml_text(source: TextFile) -> str:
    """The file's text, in the encoding that the user, a byte order mark, or the XML declaration says."""
    data = source.bytes()
    declared = _DECLARED.match(data)
    encoding = source.encoding or bom_encoding(data) or (declared[1].decode() if declared else "utf-8")
    try:
        return data.decode(encoding)
    except LookupError as error:
        found = f"there is no encoding of text called '{encoding}'"
        raise DataError(found, "Declare the encoding with --encoding.", path=source.name, line=1) from error
    except UnicodeError as error:
        raise source.undecodable(error) from error


def xml_elements(text: str, advice: str, *, doctype: bool = False) -> list[XmlElement]:
    """The elements in the order of their tags; a `DataError` with the line where the text is not what it should be.

    Parameters
    ----------
    advice : what is expected, for messages.
    doctype : whether the file may name a type of document (<!DOCTYPE … SYSTEM "….dtd">), which is never read.
    """
    declaration = _DECLARATION.search(text)
    if declaration is not None and (not doctype or declaration[1].upper() == "ENTITY"):
        raise _refused(declaration[1].upper(), text.count("\n", 0, declaration.start()) + 1)
    reader = _Reader()
    try:
        reader.parser.Parse(text.removeprefix("\ufeff"), True)
    except expat.ExpatError as error:
        found = f"this is not well-formed XML: {expat.ErrorString(error.code)}"
        raise DataError(found, advice, line=error.lineno) from error
    except UnicodeError as error:
        raise DataError(f"this is not well-formed XML: {error}", advice) from error
    if declaration is not None:
        _check_references(text)
    return reader.elements


def _check_references(text: str) -> None:
    """Refuse what a DTD that is not read may have meant: expat would leave it out without a word."""
    for match in _REFERENCE.finditer(text):
        if match[1] and match[1] not in _KNOWN:
            found = f"&{match[1][:60]}; is an entity that this file does not have"
            line = text.count("\n", 0, match.start()) + 1
            raise DataError(found, "Write the character itself, or its number.", line=line)


def _refused(kind: str, line: int) -> DataError:
    found = f"this file has a <!{kind} declaration, {_GROWS}"
    return DataError(
        found, "Take it away; an answer file needs none." if kind == "DOCTYPE" else "Take it away.", line=line
    )


class _Reader:
    """An expat parser that collects elements."""

    def __init__(self) -> None:
        self.parser = expat.ParserCreate()
        self.elements: list[XmlElement] = []
        self._open: list[XmlElement] = []
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda name: self._open.pop()
        self.parser.CharacterDataHandler = self._characters
        self.parser.StartDoctypeDeclHandler = self._doctype

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        around = self._open[-1].name if self._open else ""
        self._open.append(XmlElement(name.lower(), around, self.parser.CurrentLineNumber, attributes))
        self.elements.append(self._open[-1])

    def _characters(self, data: str) -> None:
        self._open[-1].pieces.append(data)

    def _doctype(self, name: str, system: str | None, public: str | None, internal: bool) -> None:
        if internal:
            raise _refused("DOCTYPE … [", self.parser.CurrentLineNumber)
