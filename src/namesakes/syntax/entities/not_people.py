"""What is taken for a person and is none: firms and ships that bear a name, trades in small letters, datelines."""

from typing import Final

from namesakes.names.people import is_person_noun
from namesakes.names.words import words
from namesakes.syntax.entities.named_text import NamedText, Row
from namesakes.syntax.entities.particles import PERSON

_AND: Final = frozenset(["&", "and"])
_DASHES: Final = frozenset(["-", "--", "—", "–"])
_DATELINE: Final = 7
"""How many tokens the place and the date before a report may have."""
_ADDRESS: Final = frozenset(["mr", "mrs", "miss", "ms", "mme", "mlle"])
_VERBS: Final = ("VBD", "VBZ", "VBP", "MD")


def take_away(text: NamedText) -> None:
    """Give what is no person's name its type, or none. O(names)."""
    things = {text.words[first:end] for first, end in _things(text)}
    paragraphs = {0, *text.document.paragraph_starts.tolist()}
    for row in text.rows():
        first, end, label = row
        if label == "LOC" and text.words[first].lower().rstrip(".") in _ADDRESS:
            _address(text, row)
        if label != PERSON:
            continue
        if text.after(end) in _AND and text.after(end + 1) in words("things", "partners"):
            text.put(first, end + 2, "ORG")
        elif end - first == 1 and _is_trade(text, first):
            text.take(row)
        elif text.before(first) in words("things", "bearers"):
            if end >= len(text.words) or text.tags[end] not in _VERBS:
                text.take(row)
        elif text.before(first) == "the" and text.words[first:end] in things:
            text.take(row)
        elif first in paragraphs and _is_dateline(text, row):
            text.put(first, end, "LOC")


def _is_trade(text: NamedText, place: int) -> bool:
    """Whether a word is a trade in small letters, or several people before a colon: baker; Executors:."""
    word = text.words[place]
    if word.islower():
        return is_person_noun(word)
    return text.after(place + 1) == ":" and word.endswith("s") and is_person_noun(word[:-1])


def _things(text: NamedText) -> list[tuple[int, int]]:
    """The names behind nouns for ships and works: the barque Matilda."""
    known = words("things", "bearers")
    return [(first, end) for first, end in text.runs if text.before(first) in known]


def _is_dateline(text: NamedText, row: Row) -> bool:
    """Whether a name in capitals is the place before a report: MADDOX, June 3 —."""
    first, end, _ = row
    if not all(word.isupper() for word in text.words[first:end]):
        return False
    line = text.words[end : end + _DATELINE]
    dash = next((place for place, word in enumerate(line) if word in _DASHES), -1)
    return dash == 0 or (dash > 0 and line[0] in (",", "("))


def _address(text: NamedText, row: Row) -> None:
    """Make a name of what follows "Miss" at the beginning of a place: MISS C FENWICK, THORNBURY HALL."""
    first, end, _ = row
    core = stop = first + 1
    while stop < end and len(text.words[stop].rstrip(".")) == 1:
        stop += 1
    stop += 1
    if stop <= end:
        text.take(row)
        text.put(core, stop)
