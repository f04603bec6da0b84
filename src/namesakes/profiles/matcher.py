"""The matcher: walks the paths of the patterns through dependency trees."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from namesakes.profiles.classes import Classes
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.patterns import Branch, Fork, Node, Pattern

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

    def __init__(self, parsed: ParsedDocument, classes: Classes) -> None:
        self.parsed, self.classes = parsed, classes
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
            labels = self.parsed.labels
            for child in self.parsed.children[token]:
                if labels[child] in branch.down:
                    self._follow(branch.down[labels[child]], child, child, value, relation, found)

    def _follow(self, fork: Fork, source: int, first: int, value: int, relation: int, found: list[Match]) -> None:
        """Go along an arc to its word and to those joined to it; the source is the word whose preposition counts."""
        parsed, below = self.parsed, self._below(first)
        joined = self._joined(first) if "conj" in below else ()
        for edge in fork.edges if joined else fork.open_to(parsed.lemmas[first], parsed.lower[first]):
            node = edge.node
            if edge.cases and self._case(source) not in edge.cases:
                continue
            if node.child and node.child not in below and not joined:
                continue
            for target in (first, *joined):
                if edge.to_date and target not in self.parsed.above_dates:
                    continue
                if self._is(node, target, first) and not self._denied(target):
                    new_value = target if "V" in node.marks else value
                    new_relation = target if "R" in node.marks else relation
                    self._walk(edge.branch, target, new_value, new_relation, found)

    def _upward(self, token: int) -> Iterator[tuple[str, int, int]]:
        """The arcs to the heads of a word: its own, that of the first of a coordination, those of relative clauses."""
        parsed = self.parsed
        label, source, head = parsed.labels[token], token, parsed.heads[token]
        if label == "conj" and head >= 0:
            source = head
            label, head = parsed.labels[source], parsed.heads[source]
        if head >= 0:
            yield label, source, head
            if label in _SUBJECTS:
                yield from self._sharing(source, head)
        for child in parsed.children[token]:
            if parsed.labels[child] == "acl:relcl":
                for inner in parsed.children[child]:
                    if parsed.labels[inner] in _SUBJECTS and parsed.lemmas[inner] in _RELATIVES:
                        yield parsed.labels[inner], inner, child
                        yield from self._sharing(inner, child)

    def _sharing(self, source: int, verb: int) -> Iterator[tuple[str, int, int]]:
        """The other verbs that have the subject of a verb: those joined to it, its infinitives and participles."""
        parsed = self.parsed
        unreal = parsed.lemmas[verb] in _UNREAL
        for child in parsed.children[verb]:
            label = parsed.labels[child]
            if label not in _SHARED or (unreal and label == "xcomp"):
                continue
            labels = {parsed.labels[inner] for inner in parsed.children[child]}
            if not labels & _SUBJECTS:
                passive = "aux:pass" in labels or (label == "advcl" and parsed.lower[child] in ("born", "raised"))
                yield ("nsubj:pass" if passive else "nsubj"), source, child
                if label == "xcomp":
                    yield from self._sharing(source, child)

    def _joined(self, token: int) -> list[int]:
        """The nouns joined to a word by `and`."""
        parsed = self.parsed
        return [
            child
            for child in parsed.children[token]
            if parsed.labels[child] == "conj" and parsed.tags[child] in _NOMINAL
        ]

    def _is(self, node: Node, token: int, first: int) -> bool:
        """Whether a word is what a node asks for; dependents may be those of the first word that it is joined to."""
        parsed = self.parsed
        if node.lemmas and parsed.lemmas[token] not in node.lemmas and parsed.lower[token] not in node.lemmas:
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
            labels = self.parsed.labels
            found = self._labels[token] = {labels[child] for child in self.parsed.children[token]}
        return found

    def _denied(self, token: int) -> bool:
        """Whether a word is said not to be so, or only maybe."""
        parsed = self.parsed
        for child in parsed.children[token]:
            word = parsed.lower[child]
            if word in _NOT or (word in _MAYBE and parsed.labels[child] == "aux"):
                return True
        return False

    def _case(self, token: int) -> str:
        """The preposition of a word."""
        parsed = self.parsed
        for child in parsed.children[token]:
            if parsed.labels[child] == "case":
                return parsed.lower[child]
        return ""
