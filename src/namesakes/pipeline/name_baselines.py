"""Who is who by the names alone: simple answers that ours are held against, and which people are hard to tell."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from namesakes.profiles.names import plain, split_name


@dataclass(frozen=True)
class Name:
    """A name in a document, and whose it is."""

    words: str
    person: str
    document: str


@lru_cache(maxsize=1 << 14)
def form(words: str) -> str:
    """A name as it is compared: given names first, without titles, in small letters, without marks."""
    parts = split_name(words)
    kept = plain(" ".join(filter(None, (parts.given, parts.middle, parts.family, parts.suffix))))
    return kept or plain(words)


def full_name(names: Sequence[Name]) -> list[Hashable]:
    """Equal full names are one person in all documents; any other form is a person of its own in its document."""
    return [_label(name) for name in names]


def full_name_and_short(names: Sequence[Name]) -> list[Hashable]:
    """Like `full_name`, and a name of one word joins the only full name of its document that has this word."""
    full = defaultdict[tuple[str, str], set[str]](set)
    for name in names:
        words = form(name.words).split()
        for word in words if len(words) > 1 else ():
            full[name.document, word].add(" ".join(words))
    labels: list[Hashable] = []
    for name in names:
        bearers = full.get((name.document, form(name.words)), set())
        labels.append(next(iter(bearers)) if len(bearers) == 1 else _label(name))
    return labels


def all_in_one(names: Sequence[Name]) -> list[Hashable]:
    """Everybody is one person."""
    return [""] * len(names)


BASELINES: Final[Mapping[str, Callable[[Sequence[Name]], list[Hashable]]]] = {
    "full_name": full_name,
    "full_name_and_short": full_name_and_short,
    "all_in_one": all_in_one,
}
"""The simple answers by name."""


def hard_people(names: Sequence[Name]) -> set[str]:
    """Those whose form of name, or last name, somebody else has too, or whose forms are not short forms of one name."""
    forms = defaultdict[str, set[str]](set)
    for name in names:
        forms[name.person].add(form(name.words))
    bearers = defaultdict[str, set[str]](set)
    for person, own in forms.items():
        for each in own:
            bearers[each].add(person)
            bearers[f"last {_last(each)}"].add(person)
    shared = {person for group in bearers.values() if len(group) > 1 for person in group}
    return shared | {person for person, own in forms.items() if not _one_name(own)}


def _label(name: Name) -> Hashable:
    shown = form(name.words)
    return shown if " " in shown else (name.document, shown)


def _last(shown: str) -> str:
    """The last name of a form of at least two words; the form itself where it has one."""
    return plain(split_name(shown).family) or shown


def _one_name(forms: set[str]) -> bool:
    """Whether all forms are words of the longest of them."""
    longest = max(forms, key=lambda each: (len(each.split()), each)).split()
    return all(set(each.split()) <= set(longest) for each in forms)
