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
from namesakes.names.phrases import Phrase, find_phrase, phrases
from namesakes.names.words import words as listed

Span = tuple[int, int]
_POSSESSIVE: Final = frozenset({"his", "her", "their", "my", "our", "your", "whose"})
_SUBJECTS: Final = frozenset({"i", "he", "she", "they", "who"})
_CLITICS: Final = frozenset({"'s", "’s", "'", "’"})
_WEDDINGS: Final = frozenset({"married", "wed", "marries"})
CALLED: Final = ("called", "named")
"""What stands before the name of somebody who was not named before."""
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
    one, other : the first and the end token of each; a pronoun may stand for the first. Of kin, `other` is what the
        kin word says of `one`: in "his son Tom", `one` is "his". Nothing where the sentence does not say whom: in
        "another Tom Smith" `one` is Tom Smith, and the other one was named before.
    """

    kind: EvidenceKind
    words: str
    one: Span | None
    other: Span | None

    @property
    def same_person(self) -> bool:
        """Whether the two names are said to be one person's."""
        return self.kind not in (EvidenceKind.KIN, EvidenceKind.UNRELATED)


def name_evidence(tokens: Sequence[str], names: Sequence[Span] | None = None) -> list[NameEvidence]:
    """What a sentence says about names in it, in the order of the words that say so. O(words).

    Parameters
    ----------
    names : where the names are; runs of words with a capital by default.
    """
    low = [token.casefold() for token in tokens]
    if _triggers().isdisjoint(low):
        return []
    runs = _runs(tokens) if names is None else list(names)
    found: list[NameEvidence] = []
    for place, word in enumerate(low):
        if word in _kin():
            found.extend(_kin_of(tokens, low, runs, place))
    found.extend(_said(low, runs))
    return found


@cache
def _kin() -> frozenset[str]:
    return listed("kin")


@cache
def _triggers() -> frozenset[str]:
    return _kin() | {phrase.rarest for phrase in phrases()}


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


# Kin.


def _kin_of(tokens: Sequence[str], low: Sequence[str], runs: Sequence[Span], place: int) -> Iterator[NameEvidence]:
    """What a kin word at a place says."""
    after = _called(low, place + 1)
    named = _described(low, runs, after)
    owner, first = _owner(low, runs, place)
    said = " ".join(tokens[first:place]) + " " * (first < place) + tokens[place]
    if low[after - 1] in CALLED:
        said += f" is {low[after - 1]}"
    if owner is not None:
        one_word = owner[1] - owner[0] == 1
        if named is not None and (low[place + 1] != "," or one_word or _closes(low, named[1])):
            yield NameEvidence(EvidenceKind.KIN, said, owner, named)
        elif (before := _before(low, runs, owner[0])) is not None and low[owner[0] - 1] == ",":
            yield NameEvidence(EvidenceKind.KIN, said, owner, before)
    elif low[place + 1 : place + 2] == ["of"]:
        of = _after(low, runs, place + 2, strict=True) or next((run for run in runs if run[0] == place + 3), None)
        one = _before(low, runs, place)
        if of is not None and one is not None:
            yield NameEvidence(EvidenceKind.KIN, tokens[place], of, one)


def _closes(low: Sequence[str], place: int) -> bool:
    """Whether what stands at a place ends an apposition."""
    return place >= len(low) or low[place] in (",", ".", ")", ";", "and", "who", "whose")


def _called(low: Sequence[str], place: int) -> int:
    """Where the name of kin begins: behind a comma, or behind "is called"."""
    end = place
    if low[place : place + 1] == [","]:
        close = next((at for at in range(place + 1, min(place + 1 + _NEAR, len(low))) if low[at] == ","), place)
        if close == place or low[close + 1 : close + 2] not in (["is"], ["was"]):
            return place + 1 + (low[place + 1 : place + 2] == ["also"])  # his grandson, also John Lee
        end = close + 1  # their son, my father, was called Tom
    begin = end
    while end < len(low) and end - begin < _NEAR and low[end] in listed("evidence", "called"):
        end += 1
    return end if end > begin and low[end - 1] in CALLED else begin


def _described(low: Sequence[str], runs: Sequence[Span], place: int) -> Span | None:
    """The name at a place, or behind what it is called by: the Reverend, the architect."""
    named = next((run for run in runs if run[0] == place), None)
    if named is None and low[place : place + 1] == ["the"] and low[place - 1 : place] == [","]:
        return next((run for run in runs if place < run[0] <= place + 3 and _plain(low[place + 1 : run[0]])), None)
    return named


def _plain(low: Sequence[str]) -> bool:
    """Whether words are words, and none of them one that begins another phrase."""
    return all(word.replace("-", "").isalpha() and word not in listed("evidence", "no_names") for word in low)


def _owner(low: Sequence[str], runs: Sequence[Span], place: int) -> tuple[Span | None, int]:
    """Whose kin it is, a possessive pronoun or a name, and where the words about the kin begin."""
    for start in range(place, max(place - _NEAR, 0), -1):
        word = low[start - 1]
        if word in _POSSESSIVE:
            return (start - 1, start), start
        if word in _CLITICS or word.endswith(("'s", "’s")):
            end = start - 1 if word in _CLITICS else start
            return next((run for run in runs if run[0] < end <= run[1]), None), start
        if word in ("a", "an") and start - 1:  # leaves a son
            return _first(low, runs, start - 1), start
        if not word.replace("-", "").isalpha():
            break
    return None, place


# Phrases.


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


def _said(low: Sequence[str], runs: Sequence[Span]) -> Iterator[NameEvidence]:
    """What phrases such as "also known as" and "no relation" say."""
    place = 0
    while place < len(low):
        match = find_phrase(low, place)
        if match is None:
            place += 1
            continue
        phrase, end = match
        found = _of_phrase(low, runs, phrase, place, end)
        if found is None or found.one == found.other:
            place += 1
            continue
        yield found
        place = end


def _of_phrase(low: Sequence[str], runs: Sequence[Span], phrase: Phrase, place: int, end: int) -> NameEvidence | None:
    """What a phrase from a place to an end says."""
    kind, said, pronoun = EvidenceKind(phrase.kind), " ".join(low[place:end]), _pronoun(low, phrase, place, end)
    if phrase.calls_before:
        earlier = _before(low, runs, place)
        return NameEvidence(kind, said, pronoun, earlier) if earlier and pronoun else None
    near = phrase.names_after or phrase.needs_name or low[end - 1] in ("born", "née", "nee", "né")
    after = _after(low, runs, end, strict=near)
    if phrase.names_after:
        return NameEvidence(kind, said, after, None) if after else None
    before = _before(low, runs, place) or _subject(low, runs, place)
    if kind == EvidenceKind.UNRELATED:
        one = before or pronoun
        if (one is None and after is None) or (phrase.needs_name and (after is None or _is_owner(low, after))):
            return None
        if after is None and one is not None:
            after = next((run for run in reversed(runs) if run[1] <= one[0]), None)
        return NameEvidence(kind, said, one, after)
    one = pronoun or (_first(low, runs, place) if low[place - 1 : place] == ["and"] else before)
    return NameEvidence(kind, said, one, after) if one and after and not _is_owner(low, after) else None


def _is_owner(low: Sequence[str], name: Span) -> bool:
    """Whether something of a name's bearer is spoken of: Tom Smith's."""
    return low[name[1] - 1].endswith(("'s", "’s")) or low[name[1] : name[1] + 1] in (["'s"], ["’s"])


def _after(low: Sequence[str], runs: Sequence[Span], end: int, *, strict: bool) -> Span | None:
    """The name behind a phrase, with a small word or a few that describe it between: to, the cook.

    Parameters
    ----------
    strict : whether there is no comma or preposition between.
    """
    small = frozenset({"("}) if strict else listed("evidence", "behind") | {","}
    skip = end + (low[end : end + 1] != [] and low[end] in small)
    found = next((run for run in runs if run[0] in (end, skip)), None)
    if found is None and low[skip : skip + 1] and low[skip] in listed("evidence", "articles"):
        found = next((run for run in runs if skip < run[0] <= skip + _NEAR + 1), None)
        comma = found is not None and not strict and low[found[0] - 1] == ","
        if found is not None and not _plain(low[skip + 1 : found[0] - comma]):
            return None
    return found


def _pronoun(low: Sequence[str], phrase: Phrase, place: int, end: int) -> Span | None:
    """The pronoun in a phrase (know her as), or before it, which says of whom it is."""
    inside = phrase.pronoun(low, place, end)
    if inside >= 0:
        return inside, inside + 1
    if place and low[place - 1] in _SUBJECTS | _POSSESSIVE:
        return place - 1, place
    return None


def _first(low: Sequence[str], runs: Sequence[Span], place: int) -> Span | None:
    """The first name or pronoun of a sentence that may be a subject: hers, in "She married Tom and wrote as"."""
    pronoun = next(((at, at + 1) for at in range(place) if low[at] in _SUBJECTS), None)
    name = next((run for run in runs if run[1] <= place and low[run[0] - 1] not in _WEDDINGS), None)
    return min((each for each in (pronoun, name) if each is not None), default=None)


def _subject(low: Sequence[str], runs: Sequence[Span], place: int) -> Span | None:
    """The last name before a place, with words between but no other name, comma or full stop."""
    found = next((run for run in reversed(runs) if run[1] <= place), None)
    between = low[found[1] : place] if found else []
    return found if found and len(between) <= 2 * _NEAR and not {".", ";", ","} & set(between[1:]) else None
