"""Titles: the part of a run of words that is an office, such as `Secretary of State` in `To Secretary of State`."""

import re
from functools import cache
from typing import Final

from namesakes.profiles.names import is_honorific, plain
from namesakes.profiles.words import words

_WORD: Final = re.compile(r"\S+")
_MOST: Final = 4
"""The words that an office in the list may have."""

Cut = tuple[int, int]


def office_at_end(text: str) -> Cut | None:
    """The characters of the office that a text ends with, modifiers and `of …` included; None where it ends with none.

    "When Deputy Foreign Minister" has "Deputy Foreign Minister".
    """
    found = list(_WORD.finditer(text))
    tokens = [plain(match[0]) for match in found]
    for start in range(len(tokens)):
        end = _office(tokens, start)
        if end and (end == len(tokens) or (tokens[end] == "of" and end + 1 < len(tokens) <= end + 3)):
            break
    else:
        return None
    if len(tokens) == 1 and tokens[0] in words("honorifics") and tokens[0] not in words("modifiers", "before_name"):
        return None
    while start and tokens[start - 1] in words("modifiers", "part"):
        start -= 1
    return found[start].start(), found[-1].end()


def office_in(text: str, *, lines: bool = True) -> Cut | None:
    """The characters of the office in a text; None where there is none.

    What stands before a last `From the` or `to the` is cut off.

    Parameters
    ----------
    lines : whether lines after the office that begin anew are cut off, too.
    """
    found = list(_WORD.finditer(text))
    tokens = [plain(match[0]) for match in found]
    offices = [place for place in range(len(tokens)) if _office(tokens, place)]
    if not offices:
        return None
    first, end = 0, len(tokens)
    for place in range(1, len(tokens)):
        before = tokens[place - 1]
        anew = tokens[place] == "the" and before in ("from", "to", "by", "and", "with") and place < offices[-1]
        if anew and (before != "to" or not any(first <= office < place for office in offices)):
            first = place + 1
    while first < len(tokens) - 1 and tokens[first] in ("the", "a", "from", "to", "memorandum", "letter", "telegram"):
        first += 1
    for place in range(first + 1, len(tokens)):
        newline = "\n" in text[found[place - 1].end() : found[place].start()]
        before, begun = tokens[place - 1], any(office < place for office in offices)
        going_on = {before, tokens[place]} & words("modifiers", "connectors") or before in words("modifiers", "part")
        if lines and newline and begun and (is_honorific(tokens[place]) or not going_on):
            end = place
            break
    while end > first and tokens[end - 1] in words("modifiers", "connectors"):
        end -= 1
    if not any(first <= office < end for office in offices):
        return None
    return found[first].start(), found[end - 1].end()


def office_line(text: str) -> Cut | None:
    """The characters of a line that is an office and nothing else; None where it is not."""
    tokens = plain(text).split()
    start = 0
    while start < len(tokens) - 1 and tokens[start] in words("modifiers", "part") and not _office(tokens, start):
        start += 1
    end = _office(tokens, start)
    if not end or (end < len(tokens) and tokens[end] not in words("modifiers", "connectors")):
        return None
    return 0, len(text)


def _office(tokens: list[str], start: int) -> int:
    """The place after the office that begins at a word; 0 where none does."""
    if start == len(tokens) or tokens[start].partition(" ")[0] not in _beginnings():
        return 0
    lengths = range(min(_MOST, len(tokens) - start), 0, -1)
    return next((start + size for size in lengths if " ".join(tokens[start : start + size]) in _known()), 0)


@cache
def _known() -> frozenset[str]:
    known = words("offices") | words("modifiers", "before_name") | {"adviser", "advisor", "official", "officer"}
    return frozenset(map(plain, known))


@cache
def _beginnings() -> frozenset[str]:
    """The first words of the offices."""
    return frozenset(office.split()[0] for office in _known())
