"""The text of CoNLL-U: rebuilt from words and the white space that MISC speaks of, and written to MISC again.

Units of the text are the words and, in place of their words, the multi-word tokens. White space that cannot be had from
SpaceAfter=No is SpacesAfter, SpacesBefore (before the first unit) and SpacesInToken, escaped as UDPipe does it.
"""

import re
from collections.abc import Sequence
from itertools import chain

from namesakes.formats.conllu.comments import clean

_ESCAPE = re.compile(r"[\\|\s]")
_ESCAPED = re.compile(r"\\(?:u([0-9A-Fa-f]{4})|(.))")
_ESCAPES = {" ": "\\s", "\t": "\\t", "\r": "\\r", "\n": "\\n", "|": "\\p", "\\": "\\\\"}
_CHARACTERS = {code[1]: character for character, code in _ESCAPES.items()}
_SPACE, _AFTER, _WITHIN, _BEFORE = "SpaceAfter", "SpacesAfter", "SpacesInToken", "SpacesBefore"


def escape(text: str) -> str:
    """The text as an attribute's value."""
    return _ESCAPE.sub(lambda match: _ESCAPES.get(match[0]) or f"\\u{ord(match[0]):04X}", text)


def unescape(value: str) -> str:
    """The text of an attribute's value."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)) if match[1] else _character(match[2]), value)


def _character(code: str) -> str:
    return _CHARACTERS.get(code, f"\\{code}")


def separators(bounds: Sequence[tuple[int, int]], paragraphs: set[int]) -> list[str]:
    """What stands after each unit unless MISC says otherwise.

    One space, also between sentences, as in running text; a blank line between paragraphs, as plain text has it; and
    nothing at the end. `bounds` are the units of each sentence and `paragraphs` the sentences that begin one.
    """
    found = [" "] * (bounds[-1][1] if bounds else 0)
    after = ""
    for number in reversed(range(len(bounds))):
        first, end = bounds[number]
        if end > first:
            found[end - 1] = after
            after = " "
        if number in paragraphs and after:
            after = "\n\n"
    return found


class Surface:
    """The units of a document while it is read: their forms, and what stands between them.

    Parameters
    ----------
    forms : the form of each unit.
    bounds, paragraphs : as for `separators`.
    """

    def __init__(self, forms: list[str], bounds: Sequence[tuple[int, int]], paragraphs: set[int]) -> None:
        self.forms, self.gaps, self.before = forms, separators(bounds, paragraphs), ""
        self.names: dict[int, str] = {}
        self.multiword_misc: list[str] = []
        self._exact: set[int] = set()

    def take(self, unit: int, misc: Sequence[str]) -> list[str]:
        """The attributes that stay in MISC when what the text can say is taken out."""
        kept: list[str] = []
        for attribute in misc:
            key, _, value = attribute.partition("=")
            # Where the text has to have a break it cannot say SpaceAfter=No, which stays therefore.
            if attribute == "SpaceAfter=No" and self.gaps[unit] == " ":
                self.gaps[unit] = ""
            elif attribute.startswith("Spaces") and key in (_AFTER, _WITHIN, _BEFORE)[: 3 if unit == 0 else 2]:
                self._set(key, unescape(value), unit)
            else:
                kept.append(attribute)
        return kept

    def _set(self, key: str, text: str, unit: int) -> None:
        self._exact.add(unit)
        if key == _AFTER:
            self.gaps[unit] = text
        elif key == _BEFORE:
            self.before = text
        else:
            if (clean(text) or "_") != self.forms[unit]:
                self.names[unit] = self.forms[unit]
            self.forms[unit] = text

    def compare(self, first: int, end: int, text: str) -> None:
        """Take the white space between the units of a sentence from its text, where all of them stand there in order.

        Where some do not, or where MISC gives the white space exactly, MISC is right.
        """
        pieces = list(chain.from_iterable(zip(self.forms[first:end], self.gaps[first:end], strict=True)))
        if "".join(pieces[:-1]) == text or not self._exact.isdisjoint(range(first, end)):
            return
        gaps: list[str] = []
        at = 0
        for form in self.forms[first:end]:
            start = at
            while text[start : start + 1].isspace():
                start += 1
            if not text.startswith(form, start):
                return
            gaps.append(text[at:start])
            at = start + len(form)
        if at == len(text):
            self.gaps[first : end - 1] = gaps[1:]


def attributes(
    text: str, spans: Sequence[tuple[int, int]], forms: Sequence[str], gaps: Sequence[str]
) -> list[list[str]]:
    """For each unit the attributes that tell its white space.

    Parameters
    ----------
    spans, forms : the units' characters in the text, and what their lines show as forms.
    gaps : what a reader takes to stand after each unit.
    """
    found: list[list[str]] = []
    following = [start for start, _ in spans[1:]] + [len(text)] * bool(spans)
    for (start, end), form, usual, then in zip(spans, forms, gaps, following, strict=True):
        added: list[str] = []
        gap = text[end:then]
        if gap != usual:
            added.append("SpaceAfter=No" if not gap and usual == " " else f"{_AFTER}={escape(gap)}")
        if text[start:end] != form:
            added.append(f"{_WITHIN}={escape(text[start:end])}")
        found.append(added)
    if spans and spans[0][0] > 0:
        found[0].append(f"{_BEFORE}={escape(text[: spans[0][0]])}")
    return found


def merged(misc: str, added: Sequence[str]) -> str:
    """The MISC column with attributes put in where the alphabet has them, which is how treebanks order it."""
    if not added:
        return misc or "_"
    kept = misc.split("|") if misc else []
    for attribute in added:
        key = attribute.partition("=")[0].lower()
        places = (place for place, other in enumerate(kept) if other.partition("=")[0].lower() > key)
        kept.insert(next(places, len(kept)), attribute)
    return "|".join(kept)
