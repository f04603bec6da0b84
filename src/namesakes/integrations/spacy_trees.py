"""Dependency trees with ClearNLP's labels, as spaCy's English models write them, as Universal Dependencies.

ClearNLP (Choi and Palmer, 2012) lets prepositions and copulas govern and chains conjuncts; Universal Dependencies 2
attaches both to the content word, and each conjunct to the first.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Final

CLEAR: Final = frozenset({"dobj", "pobj", "prep", "nsubjpass", "auxpass", "attr", "acomp", "poss", "relcl", "pcomp"})
"""Labels that only ClearNLP has."""

_NAMES: Final = {
    "ROOT": "root", "dobj": "obj", "nsubjpass": "nsubj:pass", "csubjpass": "csubj:pass", "auxpass": "aux:pass",
    "poss": "nmod:poss", "relcl": "acl:relcl", "neg": "advmod", "prt": "compound:prt", "dative": "iobj",
    "npadvmod": "obl:npmod", "quantmod": "advmod", "intj": "discourse", "predet": "det:predet", "preconj": "cc:preconj",
    "meta": "dep", "oprd": "xcomp", "acomp": "xcomp", "attr": "xcomp", "subtok": "goeswith", "nounmod": "nmod",
}  # fmt: skip
_NOMINAL: Final = frozenset({"NOUN", "PROPN", "PRON", "NUM", "DET"})
_OBJECTS: Final = {"pobj": "case", "pcomp": "mark"}
"""What a preposition governs, and what it is itself beside it."""
_PREPOSITIONS: Final = frozenset({"prep", "agent", "dative"})


def is_clear(labels: Sequence[str]) -> bool:
    """Whether a tree has labels that only ClearNLP has."""
    return not CLEAR.isdisjoint(labels)


def universal(
    heads: Sequence[int], labels: Sequence[str], lemmas: Sequence[str], tags: Sequence[str]
) -> tuple[list[int], list[str]]:
    """Heads and labels as Universal Dependencies has them. Linear in tokens, but for chains of conjuncts.

    Parameters
    ----------
    heads : the place of each token's head, -1 for roots.
    labels : ClearNLP's.
    lemmas, tags : of the tokens; the tags are universal.
    """
    tree = _Tree([*heads], [*labels], lemmas, tags)
    tree.lower_copulas()
    tree.lower_prepositions()
    tree.flatten_conjuncts()
    return tree.heads, [_NAMES.get(label, label) for label in tree.labels]


class _Tree:
    """A forest that is changed in place."""

    def __init__(self, heads: list[int], labels: list[str], lemmas: Sequence[str], tags: Sequence[str]) -> None:
        self.heads, self.labels, self.lemmas, self.tags = heads, labels, lemmas, tags

    def children(self) -> dict[int, list[int]]:
        """The children of each token, in the order of the text."""
        found: dict[int, list[int]] = defaultdict(list)
        for place, head in enumerate(self.heads):
            found[head].append(place)
        return found

    def lower_copulas(self) -> None:
        """`is` below what somebody or something is; with `there`, what there is becomes the subject."""
        below = self.children()
        for verb, children in below.items():
            said = [place for place in children if self.labels[place] in ("attr", "acomp")]
            if verb < 0 or not said or self.lemmas[verb].lower() not in ("be", "'s", "'re", "'m"):
                continue
            if any(self.labels[place] == "expl" for place in children):
                self.labels[said[0]] = "nsubj"
                continue
            top = said[0]
            self.heads[top], self.labels[top] = self.heads[verb], self.labels[verb]
            for place in children:
                if place != top:
                    self.heads[place] = top
            self.heads[verb], self.labels[verb] = top, "cop"

    def lower_prepositions(self) -> None:
        """Prepositions below what they govern, which takes their place; those of several words from the last one on."""
        below = self.children()
        for preposition in reversed(range(len(self.heads))):
            if self.labels[preposition] not in _PREPOSITIONS:
                continue
            objects = [place for place in below[preposition] if self.labels[place] in _OBJECTS]
            inner = [place for place in below[preposition] if self.labels[place] in ("case", "mark")]
            if not objects:
                governed = next((self.heads[place] for place in inner if self.heads[place] != preposition), None)
                if self.labels[preposition] == "prep" and governed is None:
                    self.labels[preposition] = "advmod"
                continue
            top = objects[0]
            role = "case" if self.labels[top] == "pobj" else "mark"
            self.labels[top] = self._role(self.heads[preposition], role)
            self.heads[top] = self.heads[preposition]
            below[self.heads[top]].append(top)
            for place in below[preposition]:
                if place != top and self.heads[place] == preposition:
                    self.heads[place] = top
                    below[top].append(place)
            self.heads[preposition], self.labels[preposition] = top, role

    def _role(self, head: int, role: str) -> str:
        """What a phrase with a preposition is to its head."""
        if head >= 0 and self.labels[head] in _PREPOSITIONS:
            return "pobj"  # `out of the house`: the next one takes it on
        nominal = head >= 0 and self.tags[head] in _NOMINAL
        if role == "mark":
            return "acl" if nominal else "advcl"
        return "nmod" if nominal else "obl"

    def flatten_conjuncts(self) -> None:
        """Each conjunct below the first, each conjunction below the conjunct that follows it."""
        for place, label in enumerate(self.labels):
            if label == "conj":
                seen = {place}
                while (head := self.heads[place]) >= 0 and self.labels[head] == "conj" and head not in seen:
                    if self.heads[head] < 0:
                        break  # a root, whatever its label says
                    seen.add(head)
                    self.heads[place] = self.heads[head]
        below = self.children()
        for place, label in enumerate(self.labels):
            head = self.heads[place]
            if label == "cc" and head >= 0:
                first = self.heads[head] if self.labels[head] == "conj" else head
                later = [one for one in below[first] if self.labels[one] == "conj" and one > place]
                if later:
                    self.heads[place] = later[0]
