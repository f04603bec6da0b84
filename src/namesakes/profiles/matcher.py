"""The matcher: walks the paths of the patterns through dependency trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from namesakes.profiles.classes import Classes
from namesakes.profiles.patterns import Branch, Edge, Node, Pattern
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

    def matches(self, starts: Sequence[tuple[Node, Branch]], token: int) -> Iterator[Match]:
        """All matches of paths that begin at a word."""
        for node, branch in starts:
            if self._is(node, token, token):
                value = token if "V" in node.marks else -1
                relation = token if "R" in node.marks else -1
                yield from self._walk(branch, token, value, relation)

    def _walk(self, branch: Branch, token: int, value: int, relation: int) -> Iterator[Match]:
        for pattern in branch.ends:
            yield Match(pattern, value, relation)
        for edge, first, target in self._arcs(branch, token):
            node = edge.node
            if self._is(node, target, first) and not self._denied(target):
                found = target if "V" in node.marks else value
                told = target if "R" in node.marks else relation
                yield from self._walk(edge.branch, target, found, told)

    def _arcs(self, branch: Branch, token: int) -> Iterator[tuple[Edge, int, int]]:
        """The arcs of a word that a path can go on with, the words where they lead, and those joined to them."""
        reading = self.reading
        if branch.up:
            for label, source, head in self._upward(token):
                for edge in branch.up.get(label, ()):
                    if not edge.cases or self._case(source) in edge.cases:
                        for target in self._joined(head):
                            yield edge, head, target
        if branch.down:
            for child in reading.children[token]:
                for edge in branch.down.get(reading.labels[child], ()):
                    if not edge.cases or self._case(child) in edge.cases:
                        for target in self._joined(child):
                            yield edge, child, target

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

    def _joined(self, token: int) -> Iterator[int]:
        """A word and the nouns joined to it by `and`."""
        reading = self.reading
        yield token
        for child in reading.children[token]:
            if reading.labels[child] == "conj" and reading.tags[child] in _NOMINAL:
                yield child

    def _is(self, node: Node, token: int, first: int) -> bool:
        """Whether a word is what a node asks for; dependents may be those of the first word that it is joined to."""
        reading = self.reading
        if node.lemmas and reading.lemmas[token] not in node.lemmas and reading.lower[token] not in node.lemmas:
            return False
        if node.of_class and not self.classes.test(node.of_class, token):
            return False
        if node.child or node.no_child:
            labels = {reading.labels[child] for each in {token, first} for child in reading.children[each]}
            return node.child in labels if node.child else node.no_child not in labels
        return True

    def _denied(self, token: int) -> bool:
        """Whether a word is said not to be so, or only maybe."""
        reading = self.reading
        return any(
            reading.lower[child] in _NOT or (reading.labels[child] == "aux" and reading.lower[child] in _MAYBE)
            for child in reading.children[token]
        )

    def _case(self, token: int) -> str:
        """The preposition of a word."""
        reading = self.reading
        return next((reading.lower[child] for child in reading.children[token] if reading.labels[child] == "case"), "")
