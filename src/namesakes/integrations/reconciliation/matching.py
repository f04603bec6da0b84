"""Matching: the people of a store beside the entries of a table, by the specialists that tell namesakes apart.

People and entries whose names sound alike are one block. The chains of a person are one there, as the store has them;
each entry is compared with all of them, and how surely it is the same person is what the model has learned of chains
that it had not seen. A person and an entry are matched where each is the other's best, and it is more likely than not.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.explain.memberships import BlockExplanation
from namesakes.identities.blocking.keys import block_key
from namesakes.identities.linker import Linker
from namesakes.integrations.reconciliation.authority import Entry
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import linking_of
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Profile
from namesakes.store.records import Identity
from namesakes.store.store import Store
from namesakes.view.wording import one_line

CHAINS: Final = 30
"""So many chains of a person are compared, the surest first."""
LEAST: Final = 0.5
"""A match is at least so probable, unless another number is wanted."""
OTHERS: Final = 3
"""So many other entries are named."""


@dataclass(frozen=True)
class Match:
    """A person of the store, and the entry that is the same one.

    Parameters
    ----------
    person, name : the id and the name in the store.
    entry : the id of the entry; nothing where none is probable enough.
    certainty : how surely; of no entry, how surely the nearest one would be.
    others : other entries that may be meant, with how surely they are, the likeliest first.
    why : what speaks for the entry, or for the nearest one, and what against.
    """

    person: str
    name: str
    entry: str
    certainty: float
    others: tuple[tuple[str, float], ...] = ()
    why: tuple[str, ...] = field(default=(), compare=False)

    def to_json(self) -> dict[str, Any]:
        """The match as plain data."""
        others = [{"entry": id, "certainty": round(certainty, 4)} for id, certainty in self.others]
        found = {"person": self.person, "name": self.name, "entry": self.entry or None}
        return {**found, "certainty": round(self.certainty, 4), "others": others, "why": list(self.why)}


def matches(store: Store, entries: Sequence[Entry], linker: Linker, *, least: float = LEAST) -> Iterator[Match]:
    """The people of a store who share a name with an entry, in the order of their ids, each with its match.

    Parameters
    ----------
    least : how probable a match must be.
    """
    found: dict[str, Match] = {}
    for people, known in _blocks(store, entries):
        for match in _Block(store, people, known, linker).matches(least):
            found[match.person] = max(match, found.get(match.person, match), key=lambda one: one.certainty)
    for id in sorted(found):
        yield found[id]


def _blocks(store: Store, entries: Sequence[Entry]) -> Iterator[tuple[list[Identity], list[Entry]]]:
    """People and entries that share the sound of a family name, or of a given name where there is no more."""
    known: dict[str, list[Entry]] = defaultdict(list)
    for entry in entries:
        for key in {key for name in entry.profile.forms for key in _keys(name)}:
            known[key].append(entry)
    people: dict[str, list[Identity]] = defaultdict(list)
    for identity in store.identities.all(hidden=False).values():
        if identity.kind == "person":
            for key in _keys(identity.name):
                if key in known:
                    people[key].append(identity)
    for key in sorted(people):
        yield people[key], known[key]


def _keys(name: str) -> set[str]:
    key = block_key(Profile("", 0, name=split_name(name), forms={name: 1}))
    return {part.split(" ")[0] for part in key.family.split("/") if part} or {key.given}


def linker_of(store: Store, pipeline: Pipeline) -> Linker:
    """What compares the people of a store, with the settings of its last run."""
    settings = linking_of(store) or pipeline.definition.identities
    return Linker(pipeline.parts["identities"].model, settings)


class _Block:
    """People and entries that are compared."""

    def __init__(self, store: Store, people: Sequence[Identity], entries: Sequence[Entry], linker: Linker) -> None:
        self.people, self.entries = people, entries
        profiles: list[Profile] = []
        labels: list[int] = []
        for number, identity in enumerate(people):
            members = store.memberships.of_identity(identity.id)[:CHAINS]
            for _, profile in store.chains.profiles(keys=[one.chain for one in members]):
                profiles.append(profile)
                labels.append(number)
        self.first = len(profiles)
        profiles += [entry.profile for entry in entries]
        labels += range(len(people), len(people) + len(entries))
        linked = linker.linked(profiles).relabelled(np.array(labels))
        self.explanation, self.rows = BlockExplanation(linker, linked), linked.rows
        self.scores = self._scores(np.array(labels), linked.apart)

    def _scores(self, labels: Any, apart: Any) -> Float64Array:
        """How surely each person is each entry: people × entries, 0 where names contradict each other."""
        found = np.zeros((len(self.people), len(self.entries)))
        for column in range(len(self.entries)):
            row = int(self.rows[self.first + column])
            found[:, column] = np.nan_to_num(self.explanation.nearness[row][: len(self.people)])
            for number in range(len(self.people)):
                inside = self.rows[: self.first][labels[: self.first] == number]
                if not len(inside) or apart[row, inside].mean() > LEAST:
                    found[number, column] = 0.0
        return found

    def matches(self, least: float) -> Iterator[Match]:
        """Each person with its entry."""
        if not self.scores.size:
            return
        for number, identity in enumerate(self.people):
            ranked = np.argsort(-self.scores[number], kind="stable").tolist()
            best = ranked[0]
            score = float(self.scores[number, best])
            mutual = number == int(np.argmax(self.scores[:, best]))
            taken = mutual and score >= least
            likely = [place for place in ranked[1 if taken else 0 :] if self.scores[number, place] > 0][:OTHERS]
            others = tuple((self.entries[place].id, float(self.scores[number, place])) for place in likely)
            why = tuple(self._why(best, number)) if score else ()
            yield Match(identity.id, identity.name, self.entries[best].id if taken else "", score, others, why)

    def _why(self, entry: int, person: int) -> Iterator[str]:
        row = int(self.rows[self.first + entry])
        for line in self.explanation.explain(row, person).lines():
            yield one_line(line)
