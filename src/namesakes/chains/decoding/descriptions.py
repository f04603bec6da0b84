"""Descriptions: "the architect" is the one whom the text called so beside a name, "the Bank" the bank named before.

Only a description that decoding linked to nothing before it is joined, and only where one alone may be meant.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from namesakes.arrays import IndexArray
from namesakes.chains.decoding.entities import FACTS, mention_facts
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.links import Links
from namesakes.mentions.attributes import NAME, NOMINAL, PLACES
from namesakes.mentions.named import THING
from namesakes.mentions.pronouns import ANIMATE, PLURAL
from namesakes.mentions.roles import Roles, is_of_people
from namesakes.names import parse
from namesakes.names.organisations import compare_organisations
from namesakes.names.relation import Relation
from namesakes.names.words import words as listed

REACH = 30
"""The sentences over which a description goes back."""
_LONGEST = 8
"""The words of a name of an organisation."""
_AROUND = 8
"""The words beside a name in which its roles stand."""


def with_descriptions(links: Links) -> Links:
    """The links with definite descriptions joined to the names that the text gave them."""
    described = _Described(links)
    if not len(described.rows):
        return links
    found = sorted((*described.people(), *described.organisations()))
    if not found:
        return links
    joining = Joining(links.clusters, described.facts)
    for mention, name in found:
        joining.join(name, mention)
    return replace(links, clusters=joining.clusters())


class _Described:
    """The definite descriptions of a document that go back to nothing, and what they may mean."""

    def __init__(self, links: Links) -> None:
        self.links, self.known = links, links.pairs.attributes
        self.words = links.document.words
        self.kept = ~links.left_out if len(links.left_out) else np.ones(len(links.clusters), dtype=np.bool_)
        place = {name: self.known.places[:, PLACES.index(name)] for name in PLACES}
        self.first, self.end, self.head, self.sentence = (place[n] for n in ("first", "end", "head", "sentence"))
        self.name_first, self.name_end = place["name_first"], place["name_end"]
        self.facts = mention_facts(self.known)
        self.rows = self._definite()

    def _definite(self) -> IndexArray:
        """The mentions "the X" of one noun, in chains that begin with such a noun and name nobody."""
        known, clusters = self.known, self.links.clusters
        heads, name = known.column("head"), self.facts[:, FACTS.index("name")] > 0
        named = np.bincount(clusters, weights=name, minlength=len(clusters)) > 0
        rows = np.flatnonzero(
            self.kept
            & (self.end - self.first == 2)
            & np.isin(known.column("kind"), (NOMINAL, NAME))
            & (known.column("number") != PLURAL)
            & (heads == heads[clusters])
            & ~named[clusters]
        )
        return np.array([row for row in rows.tolist() if self.words[self.first[row]].lower() == "the"], dtype=np.intp)

    def _word(self, row: int) -> str:
        return str(self.words[self.head[row]]).lower()

    def people(self) -> Iterator[tuple[int, int]]:
        """Each description of a role, and the last mention before it of the only person who has that role."""
        bearer = self.facts[:, FACTS.index("name")]
        named = np.flatnonzero((bearer > 0) & (self.name_end > self.name_first) & self.kept)
        wanted = {self._word(row) for row in self.rows.tolist()}
        near = [row for row in named.tolist() if not wanted.isdisjoint(self._around(row))]
        spans = [(int(self.name_first[row]), int(self.name_end[row])) for row in near]
        names = [parse(" ".join(self.words[first:end])) for first, end in spans]
        having = defaultdict[str, set[int]](set)
        read = Roles(self.links.document)
        for row, span, name in zip(near, spans, names, strict=True):
            for word in read.role(span, name).words & wanted:
                having[word].add(int(bearer[row]))
        animate = self.known.column("animacy") == ANIMATE
        for row in self.rows.tolist():
            if not animate[row] and not is_of_people(self._word(row)):
                continue
            people = having.get(self._word(row), set())
            before = named[(named < row) & np.isin(bearer[named], list(people))]
            if len(people) == 1 and len(before) and self._reaches(int(before[-1]), row):
                yield row, int(before[-1])

    def _around(self, row: int) -> set[str]:
        first, end = int(self.name_first[row]), int(self.name_end[row])
        return {word.lower().rstrip(".") for word in self.words[max(first - _AROUND, 0) : end + _AROUND]}

    def organisations(self) -> Iterator[tuple[int, int]]:
        """Each word for what an organisation is, and the nearest name before it that has that word."""
        kinds = listed("organisations", "kinds")
        wanted = [row for row in self.rows.tolist() if self._word(row) in kinds]
        if not wanted:
            return
        size = self.end - self.first
        thing = (self.known.column("group_kind") == THING) & (size > 1) & (size <= _LONGEST) & self.kept
        named = np.flatnonzero(thing & (self.known.column("kind") == NAME))
        texts = {row: " ".join(self.words[self.first[row] : self.end[row]]) for row in named.tolist()}
        for row in wanted:
            before = [each for each in named.tolist() if each < row and self.end[each] <= self.first[row]]
            fitting = [each for each in before if self._is_short(self._word(row), texts[each])]
            if fitting and self._reaches(fitting[-1], row):
                yield row, fitting[-1]

    def _is_short(self, word: str, name: str) -> bool:
        """Whether a word is what an organisation is called for short: the bank, for First Bank of Leeds."""
        last, _, _ = name.lower().partition(" of ")
        if not last.endswith(word):
            return False
        return compare_organisations(word, name).relation is Relation.SHORT_FORM

    def _reaches(self, before: int, row: int) -> bool:
        return bool(self.sentence[row] - self.sentence[before] <= REACH)
