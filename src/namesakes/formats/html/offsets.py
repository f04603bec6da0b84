"""The place in a page's source of each character of a text node.

The parser says where a node begins. From there the source is followed beside the text: character references, line
breaks that were normalised, dropped null characters, and tags that the parser ignored within the text. Where the text
no longer follows the source (it was moved out of a table), the rest stays at the last place that is known.
"""

import re
from html import unescape

import numpy as np

from namesakes.arrays import Int64Array

_REFERENCE = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[a-zA-Z][a-zA-Z0-9]{0,31};?)")
_SPECIAL = re.compile(r"[&\r\0<]")
_NULLS = re.compile(r"[\r\0]")
_LINE_BREAK = re.compile(r"\r\n|\r|\n")
_LINE_BREAKS = re.compile(r"[\r\n]+")
_VALUE = r"""(?>"[^"]*+(?:"|\Z)|'[^']*+(?:'|\Z)|[^\s"'>][^\s>]*+)"""
_TAG = re.compile(rf"</?[a-zA-Z][^\s/>]*+(?>[\s/]++|[^\s/>][^\s/>=]*+(?:\s*+=\s*+{_VALUE}?+)?+)*+>")
_END_TAG = re.compile(r"</[a-zA-Z][^\s/>]*\s*>")
_TAG_NAME = re.compile(r"</?[a-zA-Z]")
_MARKUP = re.compile(r"[<&]")
_CDATA = "<![CDATA["
_BESIDE = re.compile(r"]]>|\s+")
"""What may stand in the source between characters of a text: the end of a CDATA section, white space of a table."""


def source_offsets(page: str, data: str, start: int, limit: int, verbatim: bool = False) -> tuple[str, Int64Array]:
    """The text that is shown of a node, and the offset in the page of each of its characters and of its end.

    Parameters
    ----------
    start, limit : where the node begins, and where the next one does.
    verbatim : whether the source is taken as it is, without references and tags.
    """
    start += _dropped_break(page, data, start)
    if page.startswith(data, start) and start + len(data) <= limit and not _MARKUP.search(data):
        return data, np.arange(start, start + len(data) + 1)
    walk = _Walk(page, data, start, max(start, limit), verbatim)
    walk.run()
    if walk.shown.all():
        return data, walk.offsets
    kept = [character for character, shown in zip(data, walk.shown.tolist(), strict=True) if shown]
    return "".join(kept), np.append(walk.offsets[:-1][walk.shown], walk.offsets[-1])


def _dropped_break(page: str, data: str, start: int) -> int:
    """The size of the line break that the parser dropped here, as it does after `<pre>`."""
    leading = _LINE_BREAKS.match(page, start)
    breaks = _LINE_BREAK.findall(leading[0]) if leading else []
    return len(breaks[0]) if len(breaks) > len(data) - len(data.lstrip("\n")) else 0


class _Walk:
    """The source and the text side by side: character `at` of the text stands at `place` in the page."""

    def __init__(self, page: str, data: str, start: int, limit: int, verbatim: bool) -> None:
        self.page, self.data, self.limit = page, data, min(limit, len(page))
        self.place, self.at = min(start, self.limit), 0
        self.verbatim, self.special = verbatim, _NULLS if verbatim else _SPECIAL
        self.markup_end = self.literal_end = 0
        if page.startswith(_CDATA, max(0, start - len(_CDATA))) and start:
            self._begin_literal()
        self.offsets = np.zeros(len(data) + 1, dtype=np.int64)
        self.shown = np.ones(len(data), dtype=np.bool_)

    def run(self) -> None:
        """Follow the source to the end of the text, or to where they part."""
        while self.at < len(self.data) and self.place < self.limit and self._plain():
            if self.at < len(self.data):
                self._step()
        self.offsets[self.at :] = self.place

    def _plain(self) -> bool:
        """Take what stands as it is, up to the next special character; false where it is not what the text says."""
        limit = self.markup_end if self._inside_markup() else self.limit
        special = self.special.search(self.page, self.place, limit)
        stop = special.start() if special else limit
        size = min(stop - self.place, len(self.data) - self.at)
        if self.page[self.place : self.place + size] == self.data[self.at : self.at + size]:
            self._take(size, size)
            return True
        return self._unequal(size)

    def _inside_markup(self) -> bool:
        """Whether this place is in markup that the parser took for text, which is followed and not shown."""
        return self.place < self.markup_end

    def _unequal(self, size: int) -> bool:
        """Take the characters that do agree."""
        pairs = zip(self.page[self.place : self.place + size], self.data[self.at : self.at + size], strict=False)
        agree = next((count for count, (one, other) in enumerate(pairs) if one != other), size)
        self._take(agree, agree)
        beside = _BESIDE.match(self.page, self.place, self.limit)
        return beside is not None and self._skip(beside.end())

    def _take(self, width: int, size: int) -> None:
        """Place the next `size` characters of the text on the next `width` of the source."""
        places = np.arange(self.place, self.place + size) if size == width else self.place
        self.offsets[self.at : self.at + size] = places
        self.shown[self.at : self.at + size] = not self._inside_markup()
        self.at, self.place = self.at + size, self.place + width

    def _skip(self, place: int) -> bool:
        self.place = min(max(place, self.place), self.limit)
        return True

    def _step(self) -> None:
        """Take one special character of the source, where there is one."""
        match = self.special.match(self.page, self.place, self.limit)
        character = match[0] if match else ""
        if character in ("&", "<") and self.place < self.literal_end:
            self._take(1, 1)
        elif character == "&":
            self._reference()
        elif character == "<" and self._inside_markup():
            self._take(1, 1)
        elif character == "<":
            self._tag()
        elif character == "\r":
            width = 2 if self.page.startswith("\r\n", self.place) else 1
            self._take(width, int(self.data[self.at] == "\n"))
        elif character == "\0":
            self._take(1, int(self.data[self.at] == "\ufffd"))

    def _reference(self) -> None:
        """Place what a character reference stands for on the reference; what follows one without `;` on itself."""
        match = _REFERENCE.match(self.page, self.place, self.limit)
        if match is None:
            self._take(1, 1)
            return
        source = match[0]
        decoded = unescape(source)
        if decoded == source or not decoded or not self.data.startswith(decoded, self.at):
            self._take(1 if self.data[self.at] == "&" else len(source), 1)
            return
        rest = _common_end(source, decoded) if len(decoded) > 1 else 0
        self._take(len(source) - rest, len(decoded) - rest)
        self._take(rest, rest)

    def _tag(self) -> None:
        """Go over a tag that the parser ignored, or leave out markup that it took for text."""
        page, place = self.page, self.place
        if not _TAG_NAME.match(page, place) and page[place + 1 : place + 2] not in ("/", "!", "?"):
            self._take(1, 1)
        elif page.startswith(_CDATA, place) and not self.data.startswith(_CDATA, self.at):
            self._skip(place + len(_CDATA))
            self._begin_literal()
        elif self.data[self.at] == "<" and not self._is_tag():
            self.markup_end = self._markup_end()
        else:
            self._skip(self._markup_end())

    def _begin_literal(self) -> None:
        """From here to the end of the CDATA section nothing is markup."""
        end = self.page.find("]]>", self.place, self.limit)
        self.literal_end = self.limit if end < 0 else end

    def _is_tag(self) -> bool:
        """Whether a tag is here that the parser never takes for text: a whole one, an end tag without attributes."""
        pattern = _END_TAG if self.page.startswith("</", self.place) else _TAG
        return pattern.match(self.page, self.place, self.limit) is not None

    def _markup_end(self) -> int:
        """Where the markup at this place ends, which is the limit where nothing closes it."""
        if _TAG_NAME.match(self.page, self.place):
            match = _TAG.match(self.page, self.place, self.limit)
            return match.end() if match else self.limit
        end = self.page.find(">", self.place, self.limit)
        return end + 1 if end >= 0 and not self.page.startswith("<!--", self.place) else self.limit


def _common_end(one: str, other: str) -> int:
    """How many characters two strings end with alike."""
    pairs = zip(reversed(one), reversed(other), strict=False)
    return next((count for count, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))
