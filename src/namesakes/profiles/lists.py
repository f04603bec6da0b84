"""Lists of people: names that a line such as `Authors: …` gives one after the other."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from namesakes.profiles.names import is_honorific, is_initial, split_name
from namesakes.profiles.patterns import ListPattern

_ITEM: Final = re.compile(r"(?:(?!\s+(?:and|&)\s)[^,;<>()\[\]|·])+")
_LONGEST: Final = 5
"""The words that a name in a list may have."""


def listed_people(text: str, lists: Sequence[ListPattern]) -> Iterator[tuple[int, int, bool]]:
    """The characters of each name in a list of people, and whether the list is sure."""
    starts = list_line_starts(text)
    for each in lists:
        for found in find_lists(text, each.before, starts):
            start = found.start("list")
            for item in _ITEM.finditer(found["list"]):
                name = item[0].strip(" .\t\r").removeprefix("and ").removeprefix("& ").strip()
                begin = start + found["list"].index(name, item.start()) if name else -1
                if name and _may_be_name(name):
                    yield begin, begin + len(name), each.sure


def find_lists(text: str, expression: re.Pattern[str], starts: Sequence[int]) -> Iterator[re.Match[str]]:
    """The lists of people in a text, each of which begins at one of these places."""
    end = 0
    for start in starts:
        found = expression.match(text, start) if start >= end else None
        if found is not None:
            yield found
            end = found.end()


def list_line_starts(text: str) -> list[int]:
    """Where the lines begin in which a list may, since a colon comes after some of their words."""
    found: set[int] = set()
    colon = text.find(":")
    while colon >= 0:
        found.add(text.rfind("\n", 0, len(text[:colon].rstrip())) + 1)
        colon = text.find(":", colon + 1)
    return sorted(found)


def _may_be_name(text: str) -> bool:
    """Whether some words may be a person's name: a few, with capitals, with no digits, and no office alone."""
    words = text.split()
    if not 1 <= len(words) <= _LONGEST or any(map(str.isdigit, text)) or "@" in text:
        return False
    if not (words[0][:1].isupper() and words[-1][:1].isupper()) or all(map(is_honorific, words)):
        return False
    name = split_name(text)
    if len(words) == 1:
        return len(text) > 2 and not text.isupper()
    return bool(name.family) and not is_honorific(name.family) and not is_initial(name.family)
