"""Completion: names of people with what belongs to them and was left out, and without what does not.

Given names before a name, "Jr." and "the Elder" behind it, a nickname in quotation marks within it; but neither "née"
nor what was written behind "P. S.".
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.order import is_syllables, surnames_of
from namesakes.names.people import given_share, is_person_noun, surname_share
from namesakes.names.person import is_initial
from namesakes.names.titles import is_peer, is_title
from namesakes.names.words import words
from namesakes.syntax.entities.named_text import FIRMS, LONGEST, PROPER, NamedText, Row
from namesakes.syntax.entities.particles import PERSON

OPENING, CLOSING = frozenset(['"', "“", "``", "‘", "'"]), frozenset(['"', "”", "''", "’", "'"])
_USUAL: Final = 60
"""The share of a given name from which on it is one before a name."""
_AGAINST: Final = frozenset(["v.", "vs.", "v", "vs"])
_BETWEEN: Final = _AGAINST | {"née", "nee", "né"}
"""What stands between two names: of two people, or of one before and after marriage."""
_CROWN: Final = frozenset(["rex", "regina", "r.", "r", "state", "people", "crown"])
_GENERATIONS: Final = frozenset(["jr", "sr", "jnr", "snr", "ii", "iii", "iv"])
_EPITHETS: Final = frozenset(["elder", "younger"])
_GIVEN_TAGS: Final = frozenset(["NN", "NNP", "NNPS", "UH", "JJ", "FW"])


def cut(text: NamedText) -> None:
    """Cut names where one ends and another begins: at "née", behind "P. S." and behind the legal form of a firm."""
    for row in text.rows():
        first, end, label = row
        core = text.untitled(first, end) if label == PERSON else first
        if label == PERSON and end - first > 2 and text.words[first : first + 2] == ("P.", "S."):
            text.take(row)
            text.put(first + 2, end)
        elif label == PERSON and end - first > 1 and fold(text.words[first]) in words("greetings"):
            text.take(row)
            text.put(first + 1, end)
        elif core == end and label == PERSON:
            if text.after(end) in ("and", "&") and is_title(text.after(end + 1)):
                text.take(row)  # Mr. and Mrs. Lee
        elif core > first and not is_title(text.words[core - 1]):
            text.take(row)  # Boatswain Kalle
            text.put(core, end)
        elif label in (PERSON, "ORG") and end - first > 2:
            _cut_within(text, row)


def _cut_within(text: NamedText, row: Row) -> None:
    first, end, label = row
    for place in range(first + 1, end - 1):
        word = text.words[place].lower()
        if label == PERSON and word == "of" and _comes_from(text, first, place):
            text.take(row)
            text.put(first, place)
            return
        if label == PERSON and (word in _BETWEEN or (word == "," and _are_two(text, first, place, end))):
            text.take(row)
            if word not in _AGAINST or text.words[first].lower() not in _CROWN:
                text.put(first, place)
            text.put(place + 1, end)
            return
        if label == "ORG" and word.rstrip(".") in FIRMS:
            text.take(row)
            text.put(first, place + 1, label)
            return


def _comes_from(text: NamedText, first: int, of: int) -> bool:
    """Whether "of" and a place stand behind a whole name: Mr Twomey of Mallow; but not Joan of Arc."""
    core = text.untitled(first, of)
    if core > first:
        return core < of and not is_peer(text.words[core - 1])
    return of - core > 1 and not is_title(text.words[of - 1])


def _are_two(text: NamedText, first: int, comma: int, end: int) -> bool:
    """Whether a comma stands between two names, not between a surname and given names, nor before "Jr."."""
    behind = text.words[comma + 1]
    return comma - first > 1 and (end - comma > 2 or is_initial(behind)) and fold(behind) not in words("suffixes")


def extend(text: NamedText) -> None:
    """Let names begin with the given names before them, and make one of those that an initial or a hyphen parts."""
    for one, other in pairwise(text.people()):
        if _are_one(text, one, other):
            row = text.at(one[0])
            assert row is not None
            text.put(row[0], other[1])
    for first, end, _ in text.people():
        low = first
        while _is_given(text, low - 1, end) and end - low < LONGEST:
            low -= 1
        if low < first:
            text.put(low, end)


def _are_one(text: NamedText, one: Row, other: Row) -> bool:
    """Whether two names are pieces of one: Ravindra, V., Kulkarni; Ulla, -, Maj Lindgren."""
    between = text.words[one[1] : other[0]]
    if not 1 <= len(between) <= 2 or any(place in text.sentences for place in range(one[1], other[0] + 1)):
        return False
    if all(is_initial(word) and word.endswith(".") for word in between):
        return other[1] - other[0] == 1
    if not _is_tied(text, one[1]) or other[0] != one[1] + 1:
        return False
    given = text.words[one[0]]
    return max(one[1] - one[0], other[1] - other[0]) > 1 or given_share(given) >= max(_USUAL, surname_share(given))


def _is_tied(text: NamedText, place: int) -> bool:
    """Whether a token is a hyphen with words on both sides of it, within a sentence."""
    if not 0 < place < len(text.words) - 1 or text.words[place] != "-":
        return False
    starts, ends = text.document.starts, text.document.ends
    tied = starts[place] == ends[place - 1] and starts[place + 1] == ends[place]
    return bool(tied) and text.sentences.isdisjoint((place, place + 1))


def tie(text: NamedText) -> None:
    """Let names have both sides of a hyphen: Jean-Guy, where Jean was found; St-Onge, where Onge was. O(names)."""
    for first, end, _ in text.people():
        low, high = first, end
        while _is_tied(text, high) and _is_side(text, high + 1):
            high += 2
            while high not in text.sentences and text.at(high) is None and _is_name(text, high):
                high += 1  # Jean-Guy Thibodeau
        while _is_tied(text, low - 1) and _is_side(text, low - 2):
            low -= 2
        if (low, high) != (first, end) and high - low <= LONGEST:
            text.put(low, high)
    for one, other in pairwise(text.people()):
        if text.words[one[1] : other[0]] == ("-",) and _are_one(text, one, other):
            text.put(one[0], other[1])


def _is_side(text: NamedText, place: int) -> bool:
    """Whether a word beside a hyphen is a name, and nothing was found of it."""
    word = text.words[place]
    if text.at(place) is not None or not word[0].isupper() or word.isupper():
        return False
    return fold(word) in ("st", "ste") or max(given_share(word), surname_share(word)) > 0


def _is_given(text: NamedText, place: int, end: int) -> bool:
    """Whether a word before a name is a given name of it: known as one, and neither a title nor a noun."""
    if place < 0 or place + 1 in text.sentences or text.at(place) is not None or text.tags[place] not in _GIVEN_TAGS:
        return False
    word = text.words[place]
    if not word[0].isupper() or word.isupper() != text.words[place + 1].isupper() or is_title(word):
        return False
    if "-" in word and is_syllables(word):
        return end == place + 2 and fold(text.words[place + 1]) in surnames_of("korean") | surnames_of("chinese")
    dated = place > 0 and text.words[place - 1][0].isdigit() and word == "May"
    if dated or is_person_noun(word) or word.lower() in words("things", "words"):
        return False
    return given_share(word) >= max(_USUAL, surname_share(word) - _USUAL + 1)


def go_on(text: NamedText) -> None:
    """Let names go on over what stands behind them: "Jr.", ", Sr.", "III", "the Elder"."""
    for first, end, _ in text.people():
        stop = end + _behind(text, end)
        others = [row for place in range(end, stop) if (row := text.at(place)) is not None]
        if stop > end and all(row[2] == PERSON and row[1] <= stop for row in others):
            text.put(first, stop)


def _behind(text: NamedText, end: int) -> int:
    """How many tokens behind a name belong to it."""
    comma = text.after(end) == ","
    word = text.after(end + comma)
    if word.rstrip(".") in _GENERATIONS and (not comma or word.endswith(".") or text.words[end + 1].isupper()):
        return comma + 1
    if comma or word != "the" or text.after(end + 1) not in _EPITHETS:
        return 0
    return 2 if text.words[end + 1][0].isupper() or not text.after(end + 2)[:1].isalpha() else 0


def with_nicknames(text: NamedText) -> None:
    """Make one name of a given name, a word or two in quotation marks, and a surname; and of quoted initials and it."""
    marks = text.places(*OPENING, *CLOSING)
    starts, ends = text.document.starts, text.document.ends
    for one, other in pairwise(marks):
        tied = starts[one + 1] == ends[one] and starts[other] == ends[other - 1]
        if tied and 1 < other - one < 4 and text.words[one] in OPENING and text.words[other] in CLOSING:
            _with_nickname(text, one, other)


def _with_nickname(text: NamedText, one: int, other: int) -> None:
    low, high = one - 1, other + 1
    if high >= len(text.words) or any(place in text.sentences for place in range(one + 1, high + 1)):
        return
    row = text.at(other)
    if row is not None and row[2] == PERSON and row[0] == one + 1 and is_initial(text.words[one + 1]):
        text.put(one, row[1])  # "G. Q." Chen
        return
    if one in text.sentences or one == 0 or not all(_is_name(text, place) for place in (low, one + 1, high)):
        return
    rows = [row for row in (text.at(low), text.at(high)) if row is not None]
    if all(row[2] == PERSON for row in rows):
        text.put(min([low, *(row[0] for row in rows)]), max([high + 1, *(row[1] for row in rows)]))


def _is_name(text: NamedText, place: int) -> bool:
    word = text.words[place]
    if text.tags[place] not in PROPER or not word[0].isupper() or is_title(word):
        return False
    return word.lower() not in words("organisations", "kinds")


def is_small(word: str) -> bool:
    """Whether a word in a name is an initial, a particle or a number, which many have."""
    return (
        is_initial(word) or word.lower() in words("particles", "words") or fold(word) in words("suffixes", "generation")
    )


def own_words(text: NamedText, first: int, end: int) -> Sequence[int]:
    """The places of the words of a name that few others have."""
    return [
        place
        for place in range(first, end)
        if text.words[place][0].isalpha() and not is_small(text.words[place]) and not is_title(text.words[place])
    ]
