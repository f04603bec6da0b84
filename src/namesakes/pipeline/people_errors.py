"""What went wrong with people who are not found exactly: which of their names, where, and in which step."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from namesakes.metrics.people import right_people
from namesakes.pipeline.marked_answers import Answer

_SHOWN: Final = 4
"""How many names of a kind a line shows."""
CAUSES: Final[Mapping[str, str]] = {
    "not_found": "have a name that was not found",
    "chain_merged": "share a chain with somebody else",
    "chain_split": "are several in a document",
    "linked": "have a chain linked with somebody else's",
    "not_linked": "are several across documents",
}
"""The steps that may be at fault, and what is said of the people whom they touch."""


@dataclass(frozen=True)
class PersonError:
    """A person who is not found exactly.

    Parameters
    ----------
    folder, person : who, and where.
    causes : those of `CAUSES` that touch the person.
    words : what happened, in words, with files and lines.
    """

    folder: str
    person: str
    causes: tuple[str, ...]
    words: str

    def __str__(self) -> str:
        return f"{self.folder}: {self.words}"


def person_errors(folder: str, names: Sequence[Answer], hard: set[str]) -> Iterator[PersonError]:
    """What happened to each person who is not right.

    Parameters
    ----------
    names : what was said of the names of the folder.
    hard : those who have namesakes or several names.
    """
    gold = [each.mark.person for each in names]
    right = right_people(gold, [each.identity or None for each in names])
    for person in dict.fromkeys(gold):
        if person not in right:
            words = f"{person}{' (hard)' if person in hard else ''}; {'; '.join(_happened(person, names))}"
            yield PersonError(folder, person, tuple(_causes(person, names)), words)


def _happened(person: str, names: Sequence[Answer]) -> Iterator[str]:
    """What was not found, in how many they are, and who is with them."""
    parts = defaultdict[str, list[Answer]](list)
    for each in names:
        if each.mark.person == person:
            parts[each.identity].append(each)
    lost = parts.pop("", [])
    if lost:
        yield f"not found: {_listed(lost)}"
    if len(parts) > 1:
        yield "split: " + " | ".join(map(_listed, parts.values()))
    for identity, together in parts.items():
        others = [each for each in names if each.identity == identity and each.mark.person != person]
        if others:
            whom = ", ".join(dict.fromkeys(each.mark.person for each in others))
            yield f"merged with {whom}: {_listed(together)} and {_listed(others)}"


def _causes(person: str, names: Sequence[Answer]) -> Iterator[str]:
    """The steps that are at fault."""
    own = [each for each in names if each.mark.person == person]
    found = [each for each in own if each.identity]
    if len(found) < len(own):
        yield "not_found"
    identities, chains = {each.identity for each in found}, set(map(_chain, found))
    strange = [each for each in names if each.mark.person != person and each.identity in identities]
    if any(_chain(each) in chains for each in strange):
        yield "chain_merged"
    by_text = defaultdict[Path, set[str]](set)
    for each in found:
        by_text[each.text.path].add(each.identity)
    if any(len(several) > 1 for several in by_text.values()):
        yield "chain_split"
    if any(_chain(each) not in chains for each in strange):
        yield "linked"
    if len(identities) > 1 and not set.intersection(*by_text.values()):
        yield "not_linked"


def _chain(answer: Answer) -> tuple[Path, int]:
    return answer.text.path, answer.chain


def _listed(names: Sequence[Answer]) -> str:
    """Names with their places; of many the first."""
    shown = [f"'{each.words}' {each.place}" for each in names[:_SHOWN]]
    return ", ".join(shown) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
