"""Repetition: what is made of the words of somebody's name is that name again, wherever it stands in a text."""

from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.titles import is_title
from namesakes.names.words import words
from namesakes.syntax.entities.completion import OPENING, own_words
from namesakes.syntax.entities.named_text import NamedText
from namesakes.syntax.entities.particles import PERSON

WHO: Final = frozenset(["who", "whom"])
_REACH: Final = 2500
"""So many tokens on, a word says little of its likes."""
_MISTAGGED: Final = frozenset(["UH", "NN", "NNS", "FW", "VB", "VBP"])
"""Tags that a name at the beginning of a sentence is mistaken for."""
_SHORT: Final = 3
_TIES: Final = frozenset(["&", "-", "–"])
_BEFORE_THINGS: Final = _TIES | {"the", "a", "an", "this"}
"""What stands beside a word that is a part of something, or no name."""


class KnownWords:
    """The words of people's names of several words, and where they stand."""

    def __init__(self, text: NamedText) -> None:
        self.text = text
        self._places = defaultdict[str, list[int]](list)
        self._elsewhere: Counter[str] = Counter()
        for first, end, label in text.rows():
            if label != PERSON:
                self._elsewhere.update([fold(text.words[first])] if end == first + 1 else ())
                continue
            for place in own_words(text, first, end) if end - first > 1 or first in text.sure else ():
                if len(text.words[place]) > 2:
                    self._places[fold(text.words[place])].append(place)

    def near(self, place: int) -> bool:
        """Whether a token is a word of somebody's name nearby, and mostly that where it is a name of something too."""
        key = fold(self.text.words[place])
        places = self._places.get(key)
        if not places or self._elsewhere[key] > len(places):
            return False
        at = bisect_left(places, place)
        return any(abs(places[each] - place) < _REACH for each in (at - 1, at) if 0 <= each < len(places))

    def all_near(self, first: int, end: int) -> bool:
        """Whether a name is made of words of people's names nearby."""
        own = own_words(self.text, first, end)
        return bool(own) and all(map(self.near, own))


def name_again(text: NamedText) -> None:
    """Make names of people of what is made of the words of a name that somebody has nearby. O(tokens)."""
    known = KnownWords(text)
    for first, end, label in list(_unnamed(text)):
        core = text.untitled(first, end)
        if core == end or not known.all_near(core, end):
            continue
        if label and not _may_be_somebody(text, first, end):
            continue
        if end - core > 1 or not _is_part(text, core):
            text.put(core, end)
    for place in _mistagged(text):
        who = text.after(place + 1) == "," and text.after(place + 2) in WHO
        if (who or known.near(place)) and not _is_part(text, place):
            text.put(place, place + 1)


def _may_be_somebody(text: NamedText, first: int, end: int) -> bool:
    """Whether what was found as a place may be somebody: one word, not behind "in" or its like, or before "who"."""
    who = text.after(end) == "," and text.after(end + 1) in WHO
    if _is_titled(text, first, end):
        return True
    return end - first == 1 and (who or text.before(first) not in words("things", "where"))


def _unnamed(text: NamedText) -> Iterator[tuple[int, int, str]]:
    """The runs of proper nouns in no name, or in one of a place."""
    for first, end in text.runs:
        pieces = text.pieces(first, end)
        if len(pieces) == 1 and (pieces[0][2] in ("", "LOC") or _is_titled(text, *pieces[0][:2])):
            yield pieces[0]


def _is_titled(text: NamedText, first: int, end: int) -> bool:
    """Whether what was found as a firm is a title and one word: Canon Ives."""
    return end - first == 2 and text.label(first) == "ORG" and is_title(text.words[first])


def _is_part(text: NamedText, place: int) -> bool:
    """Whether a word is a part of a longer name, or stands behind an article: Airey Fields, the Pike, May 9."""
    behind = "" if place + 1 in text.sentences else text.words[place + 1]
    capitals = text.words[place].isupper() and behind.isupper()
    if behind[:1].isupper() and text.label(place + 1) != PERSON and not capitals:
        return True
    if behind[:1].isdigit() or behind in _TIES:
        return True
    return text.before(place) in _BEFORE_THINGS


def _mistagged(text: NamedText) -> Sequence[int]:
    """The words with a capital that begin a sentence and are in no name, but are no proper nouns by their tag."""
    small, found = frozenset(text.document.word_column.values), []
    for start in text.document.sentence_starts.tolist():
        place = start + (text.words[start] in OPENING and start + 1 not in text.sentences)
        word = text.words[place]
        if text.tags[place] not in _MISTAGGED or text.at(place) is not None:
            continue
        if word[0].isupper() and len(word) > _SHORT and word.lower() not in small:
            found.append(place)
    return found
