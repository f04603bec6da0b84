"""Letters: given names in texts that are all in capitals, as telegrams, or all in small letters, as chats."""

from typing import Final

from namesakes.names.folding import fold
from namesakes.names.people import given_share, surname_share
from namesakes.names.words import words
from namesakes.syntax.entities.named_text import NamedText

_GIVEN: Final = 100
"""The share of a given name from which on it is one without a capital to tell."""
_CLOSED: Final = ("IN", "DT", "PRP", "PRP$", "CC", "TO", "MD", "WP", "WDT", "WRB", "CD")
"""Tags of words that are no names, however they are written."""
_DESCRIBING: Final = ("PRP$", "JJ", "JJR", "JJS", "POS", "CD", "VBG")
_ARTICLES: Final = frozenset(["a", "an", "the", "this", "no"])
_ADDRESS: Final = frozenset(["mr", "mrs", "ms", "miss", "dr"])
_LABEL: Final = 5
_HANDLES: Final = frozenset(["<", "@"])
_CAPITALS, _SMALL = 0.8, 0.03
"""The shares of words in capitals, and with one, that tell such a text."""


def name_in_one_case(text: NamedText) -> None:
    """Make names of the given names of a text without capitals, or of capitals alone. O(tokens)."""
    spelled = text.count(str.isalpha)
    if text.count(_has_capital) <= _SMALL * spelled:
        _name(text, small=True)
    elif text.count(_in_capitals) >= _CAPITALS * spelled:
        _name(text, small=False)


def _has_capital(word: str) -> bool:
    return word.isalpha() and word[0].isupper()


def _in_capitals(word: str) -> bool:
    return word.isalpha() and word.isupper()


def _name(text: NamedText, *, small: bool) -> None:
    for place, word in enumerate(text.words):
        if text.at(place) is not None or text.tags[place] in _CLOSED or text.before(place) in _HANDLES:
            continue
        if small and text.after(place + 1) == ":" and place - text.line(place)[0] < _LABEL:
            continue  # who writes in a chat
        known = _ADDRESS if small else words("before", "surname")
        titled = text.before(place).rstrip(".") in known and word.isalpha()
        if titled or (_is_given(word) and not _is_described(text, place)):
            text.put(place, place + 1 + _has_surname(text, place + 1))


def _is_described(text: NamedText, place: int) -> bool:
    if place == 0 or place in text.sentences:
        return False
    return text.tags[place - 1] in _DESCRIBING or text.before(place) in _ARTICLES


def _has_surname(text: NamedText, place: int) -> bool:
    """Whether the lists have a word behind a given name as a surname, or as another given name."""
    if not text.after(place).isalpha() or text.at(place) is not None or text.tags[place] in _CLOSED:
        return False
    return surname_share(text.words[place]) >= _GIVEN or _is_given(text.words[place])


def _is_given(word: str) -> bool:
    return given_share(word) >= max(_GIVEN, surname_share(word) + 1) and fold(word) not in words("things", "given")
