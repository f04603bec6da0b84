"""The matcher: walks the paths of the patterns through dependency trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from namesakes.profiles.classes import Classes
from namesakes.profiles.patterns import Branch, Fork, Node, Pattern
from namesakes.profiles.reading import Reading

_SUBJECTS: Final = frozenset({"nsubj", "nsubj:pass", "nsubj:outer", "csubj"})
_SHARED: Final = frozenset({"conj", "xcomp", "advcl"})
_NOT: Final = frozenset({"not", "n't", "n’t", "never"})
_MAYBE: Final = frozenset({"may", "might", "could", "should", "must"})
_UNREAL: Final = frozenset(
    {"want", "hope", "plan", "try", "refuse", "decline", "fail", "wish", "intend", "offer", "threaten", "expect"}
)
_NOMINAL: Final = frozenset({"NOUN", "PROPN", "ADJ", "NUM"})
_RELATIVES: Final = frozenset({"who", "that", "which"})


@dataclass(frozen=True, slots=True)
class Match:
    """A pattern that was found, the word of its value, and the word that gives the relation (-1 for none)."""

    pattern: Pattern
    value: int
    relation: int


class Matcher:
    """Matches the patterns in one document.

    From each word the arcs that go on are looked up by their labels, so that the cost grows with the arcs of a
    mention and not with the number of patterns.
    """

    def __init__(self, reading: Reading, classes: Classes) -> None:
        self.reading, self.classes = reading, classes
        self._labels: dict[int, set[str]] = {}

    def matches(self, starts: Sequence[tuple[Node, Branch]], token: int) -> list[Match]:
        """All matches of paths that begin at a word."""
        found: list[Match] = []
        describing = self.classes.may_describe(token)
        for node, branch in starts:
            if not (describing or not node.of_class or node.of_class in self.classes.of_any_word):
                continue
            if self._is(node, token, token):
                value = token if "V" in node.marks else -1
                relation = token if "R" in node.marks else -1
                self._walk(branch, token, value, relation, found)
        return found

    def _walk(self, branch: Branch, token: int, value: int, relation: int, found: list[Match]) -> None:
        """Add the matches of the paths that go on from a word."""
        for pattern in branch.ends:
            found.append(Match(pattern, value, relation))
        if branch.up:
            for label, source, head in self._upward(token):
                if label in branch.up:
                    self._follow(branch.up[label], source, head, value, relation, found)
        if branch.down:
            labels = self.reading.labels
            for child in self.reading.children[token]:
                if labels[child] in branch.down:
                    self._follow(branch.down[labels[child]], child, child, value, relation, found)

    def _follow(self, fork: Fork, source: int, first: int, value: int, relation: int, found: list[Match]) -> None:
        """Go along an arc to its word and to those joined to it; the source is the word whose preposition counts."""
        reading, below = self.reading, self._below(first)
        joined = self._joined(first) if "conj" in below else ()
        for edge in fork.edges if joined else fork.open_to(reading.lemmas[first], reading.lower[first]):
            node = edge.node
            if edge.cases and self._case(source) not in edge.cases:
                continue
            if node.child and node.child not in below and not joined:
                continue
            for target in (first, *joined):
                if edge.to_date and target not in self.reading.above_dates:
                    continue
                if self._is(node, target, first) and not self._denied(target):
                    new_value = target if "V" in node.marks else value
                    new_relation = target if "R" in node.marks else relation
                    self._walk(edge.branch, target, new_value, new_relation, found)

    def _upward(self, token: int) -> Iterator[tuple[str, int, int]]:
        """The arcs to the heads of a word: its own, that of the first of a coordination, those of relative clauses."""
        reading = self.reading
        label, source, head = reading.labels[token], token, reading.heads[token]
        if label == "conj" and head >= 0:
            source = head
            label, head = reading.labels[source], reading.heads[source]
        if head >= 0:
            yield label, source, head
            if label in _SUBJECTS:
                yield from self._sharing(source, head)
        for child in reading.children[token]:
            if reading.labels[child] == "acl:relcl":
                for inner in reading.children[child]:
                    if reading.labels[inner] in _SUBJECTS and reading.lemmas[inner] in _RELATIVES:
                        yield reading.labels[inner], inner, child
                        yield from self._sharing(inner, child)

    def _sharing(self, source: int, verb: int) -> Iterator[tuple[str, int, int]]:
        """The other verbs that have the subject of a verb: those joined to it, its infinitives and participles."""
        reading = self.reading
        unreal = reading.lemmas[verb] in _UNREAL
        for child in reading.children[verb]:
            label = reading.labels[child]
            if label not in _SHARED or (unreal and label == "xcomp"):
                continue
            labels = {reading.labels[inner] for inner in reading.children[child]}
            if not labels & _SUBJECTS:
                passive = "aux:pass" in labels or (label == "advcl" and reading.lower[child] in ("born", "raised"))
                yield ("nsubj:pass" if passive else "nsubj"), source, child
                if label == "xcomp":
                    yield from self._sharing(source, child)

    def _joined(self, token: int) -> list[int]:
        """The nouns joined to a word by `and`."""
        reading = self.reading
        return [
            child
            for child in reading.children[token]
            if reading.labels[child] == "conj" and reading.tags[child] in _NOMINAL
        ]

    def _is(self, node: Node, token: int, first: int) -> bool:
        """Whether a word is what a node asks for; dependents may be those of the first word that it is joined to."""
        reading = self.reading
        if node.lemmas and reading.lemmas[token] not in node.lemmas and reading.lower[token] not in node.lemmas:
            return False
        if node.child and node.child not in self._below(token) and node.child not in self._below(first):
            return False
        if node.no_child and (node.no_child in self._below(token) or node.no_child in self._below(first)):
            return False
        return not node.of_class or self.classes.test(node.of_class, token)

    def _below(self, token: int) -> set[str]:
        """The labels of the dependents of a word."""
        found = self._labels.get(token)
        if found is None:
            labels = self.reading.labels
            found = self._labels[token] = {labels[child] for child in self.reading.children[token]}
        return found

    def _denied(self, token: int) -> bool:
        """Whether a word is said not to be so, or only maybe."""
        reading = self.reading
        for child in reading.children[token]:
            word = reading.lower[child]
            if word in _NOT or (word in _MAYBE and reading.labels[child] == "aux"):
                return True
        return False

    def _case(self, token: int) -> str:
        """The preposition of a word."""
        reading = self.reading
        for child in reading.children[token]:
            if reading.labels[child] == "case":
                return reading.lower[child]
        return ""
