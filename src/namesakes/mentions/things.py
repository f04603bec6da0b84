"""Things: which names of organisations and places in a text are of one thing, before anything is linked.

Equal names are of one thing, whatever article, legal form or possessive ending they have. An organisation may also be
called by its first words or its initials (Lockheed, the GAO), where one alone of the text fits; places are called by
their whole names.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from functools import cache
from typing import Final

from namesakes.names.organisations import OrganisationName, initials, parse_organisation
from namesakes.names.words import countries
from namesakes.text.document import Document

ORGANISATION: Final = "ORG"
PLACE: Final = "LOC"
_SHORTEST: Final = 2
"""How many of the last words of a longer name must be left for it to be called by them: the Air Force."""


class Things:
    """The organisations and places that a text names.

    Parameters
    ----------
    document : with named entities.

    Attributes
    ----------
    at : the number of the thing that a token names, from 1, where one is known.
    count : how many there are.
    """

    def __init__(self, document: Document) -> None:
        self.at: dict[int, int] = {}
        self.count = 0
        table, words = document.entity_table, document.words
        if table is None:
            return
        forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
        spans = []
        for first, end, kind in zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True):
            if kind in (ORGANISATION, PLACE):
                name = " ".join(words[first:end])
                forms[name][kind] += 1
                spans.append((first, end, name))
        kinds = [max(ORGANISATION, PLACE, key=counts.__getitem__) for counts in forms.values()]
        numbers = dict(zip(forms, group_things(list(forms), kinds), strict=True))
        self.count = max(numbers.values(), default=0)
        self.at = {token: numbers[name] for first, end, name in spans for token in range(first, end)}


def group_things(names: Sequence[str], kinds: Sequence[str]) -> list[int]:
    """The number of the thing that each of these different names is of, from 1; 0 for a word for what a thing is.

    A name that may be short for several longer ones is that of something else.
    O(names · words²).

    Parameters
    ----------
    names : as the text has them.
    kinds : whether each was found as an organisation or as a place.
    """
    parsed = [parse_organisation(name) for name in names]
    groups: dict[str, int] = {}
    longer: defaultdict[str, set[int]] = defaultdict(set)
    found, count = [0] * len(names), 0
    for place in sorted(range(len(names)), key=lambda each: _rank(parsed[each])):
        name = parsed[place]
        if name.generic or not name.content:
            continue
        key = _key(name)
        if key not in groups:
            fitting = longer[key] if kinds[place] == ORGANISATION or name.acronym else set()
            count += len(fitting) != 1
            groups[key] = min(fitting) if len(fitting) == 1 else count
        found[place] = groups[key]
        for form in _short_forms(name, kinds[place]):
            longer[form].add(groups[key])
    return found


def _rank(name: OrganisationName) -> tuple[int, bool, int, str]:
    """What says most comes first: many words, and words rather than letters."""
    return -len(name.content), bool(name.acronym), -len(name.written), name.text


def _key(name: OrganisationName) -> str:
    """The letters by which equal names meet."""
    return _letters((name.acronym,) if name.acronym else name.content)


@cache
def _letters(words: tuple[str, ...]) -> str:
    """Words as one, countries by their usual names: the U.S. Congress is the United States Congress."""
    usual = countries()
    return usual.get("".join(words)) or "".join(usual.get(word, word) for word in words)


def _short_forms(name: OrganisationName, kind: str) -> set[str]:
    """The keys of the names that a longer one may be called by."""
    found, words = initials(name), name.content
    if kind == ORGANISATION:
        found |= {_letters(words[:size]) for size in range(1, len(words))}
        found |= {_letters(words[start:]) for start in range(1, len(words) - _SHORTEST + 1)}
    return found.difference(countries().values())
