"""Evidence: what a sentence says about two names in it, as kin, other names, or people who only share one.

`His son Tom Smith` and `Tom Smith (no relation)` tell of two people, `Mark Twain, born Samuel Clemens` of one with two
names. Words alone are looked at, not syntax; sentences without one of the words that tell cost one look-up a word.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.words import words as listed

Span = tuple[int, int]
_POSSESSIVE: Final = frozenset({"his", "her", "their", "my", "our", "your", "whose"})
_CLITICS: Final = frozenset({"'s", "’s", "'", "’"})
_NEAR: Final = 4
"""The words that may stand between a possessive and a kin word, or between a name and what is said of it."""


class EvidenceKind(StrEnum):
    """What is said of two names: KIN and UNRELATED mean two people, the others one with two names."""

    KIN = "kin"
    UNRELATED = "unrelated"
    ALIAS = "alias"
    FORMER = "former"
    MAIDEN = "maiden"


@dataclass(frozen=True, slots=True)
class NameEvidence:
    """What a sentence says of two of its spans.

    Parameters
    ----------
    kind : what is said.
    words : the words that say so: "younger brother", "also known as".
    one, other : the first and the end token of each; a possessive pronoun may stand for the first. Of kin, `other` is
        what the kin word says of `one`: in "his son Tom", `one` is "his". Nothing where the sentence does not say whom.
    """

    kind: EvidenceKind
    words: str
    one: Span | None
    other: Span | None

    @property
    def same_person(self) -> bool:
        """Whether the two names are said to be one person's."""
        return self.kind not in (EvidenceKind.KIN, EvidenceKind.UNRELATED)


def name_evidence(tokens: Sequence[str]) -> list[NameEvidence]:
    """What a sentence says about names in it, in the order of the words that say so. O(words)."""
    low = [token.casefold() for token in tokens]
    if _triggers().isdisjoint(low):
        return []
    runs = _runs(tokens)
    found: list[NameEvidence] = []
    for place, word in enumerate(low):
        if word in _kin():
            found.extend(_kin_of(tokens, low, runs, place))
    found.extend(_phrases(low, runs))
    return found


@cache
def _kin() -> frozenset[str]:
    return listed("kin")


@cache
def _patterns() -> tuple[tuple[EvidenceKind, tuple[str, ...]], ...]:
    """The phrases that tell, in words, those of most words first."""
    found = [
        (EvidenceKind(kind), tuple(phrase.split()))
        for kind in ("alias", "former", "maiden", "unrelated")
        for phrase in sorted(listed("evidence", kind))
    ]
    return tuple(sorted(found, key=lambda row: (-len(row[1]), row[1])))


@cache
def _triggers() -> frozenset[str]:
    return _kin() | {phrase[-1] for _, phrase in _patterns()}


def _runs(tokens: Sequence[str]) -> list[Span]:
    """The runs of capitalised words that may be names, with particles inside them."""
    particles, no_names = listed("particles", "words") - {"of"}, listed("evidence", "no_names")
    capital = [token[:1].isupper() and token.casefold() not in no_names for token in tokens]
    found: list[Span] = []
    place = 0
    while place < len(tokens):
        end = place
        while end < len(tokens) and (capital[end] or (end > place and fold(tokens[end]) in particles)):
            end += 1
        while end > place and not capital[end - 1]:
            end -= 1
        if end > place:
            found.append((place, end))
        place = max(end, place + 1)
    return found


def _kin_of(tokens: Sequence[str], low: Sequence[str], runs: Sequence[Span], place: int) -> Iterator[NameEvidence]:
    """What a kin word at a place says."""
    after = place + 1 + (low[place + 1 : place + 2] == [","])
    named = next((run for run in runs if run[0] == after), None)
    owner, first = _owner(low, runs, place)
    said = " ".join(tokens[first:place]) + " " * (first < place) + tokens[place]
    if owner is not None:
        if named is not None and (after == place + 1 or owner[1] - owner[0] == 1):
            yield NameEvidence(EvidenceKind.KIN, said, owner, named)
        elif (before := _before(low, runs, owner[0])) is not None and low[owner[0] - 1] == ",":
            yield NameEvidence(EvidenceKind.KIN, said, owner, before)
    elif low[place + 1 : place + 2] == ["of"]:
        of = next((run for run in runs if run[0] in (place + 2, place + 3)), None)
        one = _before(low, runs, place)
        if of is not None and one is not None:
            yield NameEvidence(EvidenceKind.KIN, tokens[place], of, one)


def _owner(low: Sequence[str], runs: Sequence[Span], place: int) -> tuple[Span | None, int]:
    """Whose kin it is, a possessive pronoun or a name, and where the words about the kin begin."""
    for start in range(place, max(place - _NEAR, 0), -1):
        word = low[start - 1]
        if word in _POSSESSIVE:
            return (start - 1, start), start
        if word in _CLITICS or word.endswith(("'s", "’s")):
            end = start - 1 if word in _CLITICS else start
            return next((run for run in runs if run[0] < end <= run[1]), None), start
        if not word.replace("-", "").isalpha():
            break
    return None, place


def _before(low: Sequence[str], runs: Sequence[Span], place: int) -> Span | None:
    """The last name before a place, where nothing but small words stands between."""
    found = next((run for run in reversed(runs) if run[1] <= place), None)
    if (
        found is None
        or place - found[1] > _NEAR
        or not all(word == "," or word in listed("evidence", "between") for word in low[found[1] : place])
    ):
        return None
    return found


def _phrases(low: Sequence[str], runs: Sequence[Span]) -> Iterator[NameEvidence]:
    """What phrases such as "also known as" and "no relation" say."""
    place = 0
    while place < len(low):
        match = next((row for row in _patterns() if tuple(low[place : place + len(row[1])]) == row[1]), None)
        if match is None:
            place += 1
            continue
        kind, phrase = match
        end = place + len(phrase)
        skip = end + (low[end : end + 1] in (["to"], ["of"], ["as"], [","], [":"]))
        after = next((run for run in runs if run[0] in (end, skip)), None)
        before = _before(low, runs, place) or _subject(low, runs, place)
        if kind == EvidenceKind.UNRELATED:
            other = after or next((run for run in reversed(runs) if before and run[1] <= before[0]), None)
            if before is not None:
                yield NameEvidence(kind, " ".join(phrase), before, other)
        elif before is not None and after is not None:
            yield NameEvidence(kind, " ".join(phrase), before, after)
        place = end


def _subject(low: Sequence[str], runs: Sequence[Span], place: int) -> Span | None:
    """The last name before a place, with words between but no other name, comma or full stop."""
    found = next((run for run in reversed(runs) if run[1] <= place), None)
    between = low[found[1] : place] if found else []
    return found if found and len(between) <= 2 * _NEAR and not {".", ";", ","} & set(between[1:]) else None
