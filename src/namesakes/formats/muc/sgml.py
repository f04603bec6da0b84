"""SGML: the text between the tags of a marked-up text, and what the tags mark in it."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from namesakes.errors import DataError

_ATTRIBUTE = re.compile(r"""\s+([\w.:-]+)(?:\s*=\s*(?:"([^"<]*)"|'([^'<]*)'|([^\s"'<>][^\s<>]*)))?""", re.ASCII)
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[a-z][\w.:-]*)"
    r"""(?P<attributes>(?:\s+[\w.:-]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>][^\s<>]*))?)*+)\s*/?>"""
    r"|<[!?][^<>]*>|<(?P<broken>/?[a-z][\w.:-]*)",
    re.ASCII | re.IGNORECASE,
)
_BREAK = re.compile(r"\r?\n")
_REFERENCE = re.compile(r"&(?:(?P<name>amp|lt|gt|quot|apos)|#(?P<code>[0-9]{1,7})|#[xX](?P<hex>[0-9a-fA-F]{1,6}));")
_CHARACTERS = {"amp": "&", "lt": "<", "gt": ">", "quot": '"', "apos": "'"}


@dataclass
class Element:
    """One element: its name in lower case, the place of its tag in the source, its characters in the text."""

    name: str
    attributes: dict[str, str]
    place: int
    start: int
    end: int = -1
    pieces: list[str] = field(default_factory=list)

    @property
    def content(self) -> str:
        """The source inside a hidden element, without tags."""
        return "".join(self.pieces)


@dataclass
class Content:
    """A text without its tags, and its elements in the order of their beginnings.

    Tags may be written in any case. An element that has no end tag ends with the one around it. A `<` that begins no
    tag is text, and so is a reference that means nothing.

    Parameters
    ----------
    source : the text with its tags.
    line : the number of its first line, for messages.
    strict : elements that must be closed, and must not cross others.
    hidden : elements whose content is not text; they have it in `content`.
    blocks : elements after whose tags a line break does not count.
    """

    source: str
    line: int
    strict: frozenset[str]
    hidden: frozenset[str]
    blocks: frozenset[str]
    text: str = ""
    elements: list[Element] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._pieces: list[str] = []
        self._length = 0
        self._unclosed: list[Element] = []
        self._names: Counter[str] = Counter()
        self._hidden: Element | None = None
        self._read()
        self.text = "".join(self._pieces)

    def named(self, *names: str) -> Iterator[Element]:
        """The elements of these names, in order."""
        return (element for element in self.elements if element.name in names)

    def error(self, found: str, advice: str, place: int) -> DataError:
        """An error at a place in the source."""
        return DataError(found, advice, line=self._line(place))

    def _line(self, place: int) -> int:
        return self.line + self.source.count("\n", 0, place)

    def _read(self) -> None:
        place = 0
        for tag in _TAG.finditer(self.source):
            broken = (tag["broken"] or "").lower()
            if broken:
                if broken.removeprefix("/") in self.strict:
                    shown = self.source[tag.start() : tag.start() + 60]
                    raise self.error(f"'{shown}' is not a whole tag", "Check its quotes and its >.", tag.start())
                continue
            self._add(self.source[place : tag.start()])
            name, place = (tag["name"] or "").lower(), tag.end()
            if tag["close"]:
                self._close(name, tag.start())
            elif name:
                self._open(name, tag)
            if name in self.blocks and (line_break := _BREAK.match(self.source, place)):
                place = line_break.end()
        self._add(self.source[place:])
        self._finish()

    def _add(self, raw: str) -> None:
        if self._hidden is not None:
            self._hidden.pieces.append(raw)
        elif raw:
            self._pieces.append(decoded(raw))
            self._length += len(self._pieces[-1])

    def _open(self, name: str, tag: re.Match[str]) -> None:
        found = _ATTRIBUTE.findall(tag["attributes"])
        attributes = {key.lower(): decoded(double or single or bare) for key, double, single, bare in found}
        element = Element(name, attributes, tag.start(), self._length)
        self.elements.append(element)
        self._unclosed.append(element)
        self._names[name] += 1
        if self._hidden is None and name in self.hidden:
            self._hidden = element

    def _close(self, name: str, place: int) -> None:
        if not self._names[name]:
            if name in self.strict:
                tag = name.upper()
                raise self.error(f"</{tag}> closes nothing that is open", f"Take it away, or add <{tag}>.", place)
            return
        while True:
            element = self._unclosed.pop()
            self._names[element.name] -= 1
            element.end = self._length
            if element is self._hidden:
                self._hidden = None
            if element.name == name:
                return
            if element.name in self.strict:
                raise self._unended(element, f"</{name.upper()}> in line {self._line(place)}")

    def _finish(self) -> None:
        for element in reversed(self._unclosed):
            element.end = self._length
            if element.name in self.strict or element is self._hidden:
                raise self._unended(element, "the end, where the file may have been cut short")

    def _unended(self, element: Element, where: str) -> DataError:
        attributes = [f"{key.upper()}={value}" for key, value in element.attributes.items()]
        shown = " ".join([element.name.upper(), *attributes])
        found = f"<{shown[:60]}> begins here and is not closed before {where}"
        advice = f"Add </{element.name.upper()}>, or pass --skip-bad to leave the document out."
        return self.error(found, advice, element.place)


def decoded(raw: str) -> str:
    """The text with character references replaced; those that mean nothing stay as they are."""
    return _REFERENCE.sub(_character, raw) if "&" in raw else raw


def encoded(text: str) -> str:
    """The text with references for the characters that would be markup."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def _character(match: re.Match[str]) -> str:
    if match["name"]:
        return _CHARACTERS[match["name"]]
    code = int(match["code"]) if match["code"] else int(match["hex"], 16)
    usable = 0 < code < 0xD800 or 0xDFFF < code < 0x110000
    return chr(code) if usable else match[0]
