"""Layout: names that stand where people's do: before a colon, behind "From:" and "Students:", alone under a letter.

In lists and tables surnames come first ("De Wit, Joost"), and what stands among people's names is one of them.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.people import given_share, is_person_noun, surname_share
from namesakes.names.person import is_initial
from namesakes.names.titles import is_title
from namesakes.names.words import words
from namesakes.syntax.entities.completion import is_small, own_words
from namesakes.syntax.entities.named_text import PROPER, NamedText
from namesakes.syntax.entities.particles import PARTICLES, PERSON
from namesakes.syntax.entities.repetition import KnownWords

_LABEL: Final = 6
"""So many tokens a label before a colon may have, the time before it among them."""
_ENDS: Final = frozenset(["|", "(", ";", ":", "-", "–", "—", "\t"])
"""What follows a name in a list."""
_USUAL, _SURE = 60, 100
"""The shares of given names from which on they are known, and known even in capitals."""
_ADDRESS: Final = 4
_CODE: Final = 3
"""So many letters the short name of a country has."""
_BRACKET: Final = 10
"""So many tokens may stand in brackets behind a name of a list."""
_JOINTS: Final = frozenset([",", ";", "and", "&"])
_MARKS: Final = frozenset("0123456789*†‡§¹²³⁴⁵⁶⁷⁸⁹")
_ITEMS: Final = _JOINTS | {":", ">", "/"}


def name_labels(text: NamedText) -> None:
    """Make names of those who speak, before the colon at the beginning of a line. O(tokens)."""
    labels = list(_labels(text))
    known, often = KnownWords(text), Counter(_key(text, *label) for label in labels)
    for first, end in labels:
        core = text.untitled(first, end)
        if core == end or text.at(core) == (core, end, PERSON) or not own_words(text, core, end):
            continue
        titled = core > first and text.words[first][0].isupper()
        if titled or known.all_near(core, end) or (often[_key(text, first, end)] > 1 and _is_known(text, core, end)):
            text.put(core, end)


def _labels(text: NamedText) -> Iterator[tuple[int, int]]:
    """The words with a capital before a colon at the beginning of a line, behind the time where there is one."""
    starts = set(text.line_starts)
    for colon in text.places(":"):
        first = next((place for place in range(colon - 1, max(-1, colon - 1 - _LABEL), -1) if place in starts), -1)
        while 0 <= first < colon and not text.words[first][0].isalpha():
            first += 1
        if 0 <= first < colon and all(_may_be_name(text.words[place]) for place in range(first, colon)):
            yield first, colon


def _may_be_name(word: str) -> bool:
    return word[0].isupper() or word in PARTICLES or word == "-"


def _key(text: NamedText, first: int, end: int) -> str:
    return fold("".join(text.words[first:end]))


def _is_known(text: NamedText, first: int, end: int) -> bool:
    """Whether the lists have a word of a label as somebody's name, and it is none for people in general."""
    own = [text.words[place] for place in own_words(text, first, end)]
    if any(map(_is_noun, own)):
        return False
    return any(given_share(word) or surname_share(word) for word in own)


def role_places(text: NamedText) -> set[int]:
    """The tokens at which the items of lines begin whose label is of people: From, Students, Director. O(tokens)."""
    found: set[int] = set()
    for colon in text.places(":"):
        first, end = text.line(colon)
        if 1 <= colon - first <= _ADDRESS and _is_role(text.words[colon - 1]):
            found.update(place for place in range(colon + 1, end) if text.words[place - 1] in _ITEMS)
    return found


def _is_role(word: str) -> bool:
    key = word.lower()
    return key in words("people", "labels") or is_person_noun(key) or (key.endswith("s") and is_person_noun(key[:-1]))


def name_inverted(text: NamedText) -> None:
    """Make one name of a surname, a comma and given names that are alone in a cell, or begin an item. O(tokens)."""
    commas = text.places(",")
    for comma in commas:
        if _is_capital_first(text, comma):
            text.put(comma - 1, _given_end(text, comma + 1))
    found = [row for comma in commas if (row := _inverted(text, comma)) is not None]
    known = KnownWords(text) if found else None
    for first, end, sure in found:
        if sure or len(found) > 1 or (known is not None and known.near(first)):
            text.put(first, end)


def _is_capital_first(text: NamedText, comma: int) -> bool:
    """Whether a surname in capitals stands before a comma and a given name behind it, wherever it is: LEE, Ann."""
    if not 0 < comma < len(text.words) - 1 or not text.sentences.isdisjoint((comma, comma + 1)):
        return False
    family, given = text.words[comma - 1], text.words[comma + 1]
    if len(family) < 3 or not family.isupper() or not family.isalpha() or given.isupper() or not given.istitle():
        return False
    if comma - 1 not in text.sentences and text.words[comma - 2].isupper():
        return False  # a heading
    if {text.label(comma - 1), text.label(comma + 1)} - {"", PERSON} or _is_noun(family) or is_title(family):
        return False
    known, named = surname_share(family) >= _SURE, text.label(comma + 1) == PERSON
    if is_small(given) or given_share(given) < surname_share(given) or not (known or named):
        return False
    return given_share(given) >= _USUAL or (known and named)


def _given_end(text: NamedText, place: int) -> int:
    """Where the given name at a place ends, with what a hyphen ties to it and initials."""
    end = place + 1
    while end < len(text.words) - 1 and end not in text.sentences:
        if text.words[end] == "-" and text.words[end + 1][0].isupper():
            end += 2
        elif is_initial(text.words[end]):
            end += 1
        else:
            break
    return end


def _inverted(text: NamedText, comma: int) -> tuple[int, int, bool] | None:
    """The tokens of a name around a comma, and whether the lists have the given name or it is one already."""
    first, end = comma - 1, comma + 1
    while first > 0 and first not in text.sentences and comma - first <= _ADDRESS + 1:
        first -= 1
    while end < len(text.words) and end not in text.sentences and _goes_on(text, end) and end - comma < _ADDRESS:
        if end > comma + 1 and _is_code(text, end):
            break
        end += 1
    if first not in text.sentences or end < comma + 2 or not _ends(text, end):
        return None
    while first < comma and not text.words[first][0].isalpha():  # the number of an item
        first += 1
    if not 1 <= comma - first < _ADDRESS:
        return None
    places = [place for place in range(first, end) if place != comma]
    if not all(map(_may_be_name, map(text.words.__getitem__, places))):
        return None
    given = text.words[comma + 1]
    if not all(_is_proper(text, place) or (place > comma and given_share(given) >= _SURE) for place in places):
        return None
    labels = set(map(text.label, places))
    if "ORG" in labels or any(_is_noun(text.words[place]) for place in places):
        return None
    if "LOC" in labels and (text.label(comma - 1) != PERSON or end - comma > 2):
        return None
    share = given_share(given)
    if is_small(given) or is_title(given) or is_title(text.words[first]) or (given.isupper() and share < _SURE):
        return None
    if share < _USUAL and comma - first > 1 and given_share(text.words[first]):
        return None  # Ann Lee, Oslo
    family = text.words[comma - 1]
    return (
        first,
        end,
        "LOC" not in labels and share >= _USUAL and given_share(family) < max(_USUAL, surname_share(family)),
    )


def _is_noun(word: str) -> bool:
    return is_person_noun(word) or word.lower() in words("things", "words")


def _is_proper(text: NamedText, place: int) -> bool:
    return text.tags[place] in PROPER or text.label(place) == PERSON or is_small(text.words[place])


def _goes_on(text: NamedText, place: int) -> bool:
    word = text.words[place]
    return (word[0].isupper() and word[0].isalpha()) or word in PARTICLES


def _is_code(text: NamedText, place: int) -> bool:
    """Whether a word is the short name of a country or a club behind a name that is not in capitals: Lee, Ann NZL."""
    word, before = text.words[place], text.words[place - 1]
    return 1 < len(word) <= _CODE and word.isalpha() and word.isupper() and len(before) > 2 and not before.isupper()


def _ends(text: NamedText, end: int) -> bool:
    """Whether a name in a list ends: with its cell, line or sentence, or before a bracket or a number."""
    if end >= len(text.words) or end in text.sentences or text.line(end)[0] == end:
        return True
    return (
        text.words[end] in _ENDS
        or _is_code(text, end)
        or text.words[end][0].isdigit()
        or (text.words[end] == "." and end + 1 in text.sentences)
    )


def is_among_people(text: NamedText, first: int, end: int) -> bool:
    """Whether a name stands in a list between the names of people, or beside one with a bracket as its own."""
    stop = _behind_bracket(text, end)
    bracket = stop > end
    before, after = first - 1, stop
    left = right = opened = closed = False
    if before > 0 and first not in text.sentences and text.words[before] in _JOINTS:
        place = before - 1
        opened = text.words[place] == ")" or text.words[place][0] in _MARKS
        while text.words[before - 1] == ")" and place > 0 and before - place < _BRACKET and text.words[place] != "(":
            place -= 1
        left = text.label(place - opened) == PERSON
    while after < len(text.words) and after - stop < 2 and after not in text.sentences and text.words[after] in _JOINTS:
        after += 1
    if after > stop and after not in text.sentences and text.label(after) == PERSON:
        row = text.at(after)
        assert row is not None
        right, closed = True, _behind_bracket(text, row[1]) > row[1]
    return (left and right) or (bracket and ((left and opened) or (right and closed)))


def _behind_bracket(text: NamedText, place: int) -> int:
    """The place behind a bracket that opens here, or a number or sign as authors have; the same where none does."""
    if text.after(place)[:1] in _MARKS:
        return place + 1
    if text.after(place) == "(":
        for each in range(place + 1, min(place + _BRACKET, len(text.words))):
            if text.words[each] == ")":
                return each + 1
    return place


def name_signatures(text: NamedText) -> None:
    """Make names of what stands alone in a line: under a line that ends with a comma, or before one. O(lines)."""
    lines = [*pairwise(text.line_starts), (text.line_starts[-1], len(text.words))]
    for number, (first, end) in enumerate(lines):
        if end - first > _ADDRESS:
            continue
        called = text.words[end - 1] == "," and end - first > 1
        under = number > 0 and text.words[first - 1] == "," and first - lines[number - 1][0] <= _ADDRESS
        stop = end - called
        if (called or under) and all(_is_plain(text, place) for place in range(first, stop)):
            text.put(first, stop)


def _is_plain(text: NamedText, place: int) -> bool:
    """Whether a word alone in a line may be of a name: a capital and small letters, no noun, and nothing yet."""
    word = text.words[place]
    if text.at(place) is not None or text.tags[place] != "NNP" or not word[0].isupper():
        return False
    return not _is_noun(word) and not is_title(word)
