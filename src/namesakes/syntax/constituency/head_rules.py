"""Head rules: which child of a phrase is its head, by a table of labels.

A line of a table is a label and the steps of its search, separated by semicolons:

    NP  right NN|NNS|NNP ; left NP ; right $|ADJP|PRN

Each step says from which side the children are looked at, and for what. Labels joined by a bar are looked for at once,
so that the first child with any of them is the head; labels apart are looked for one after the other. Where no step
finds anything, the first child from the side of the first step is the head, punctuation aside. This is the form of the
tables of Magerman (1995) and Collins (1999, appendix A).
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, Final

Step = tuple[bool, tuple[frozenset[str], ...]]
"""Whether a search begins on the left, and the sets of labels that it looks for one after the other."""

_FUNCTION = re.compile(r"(?<=[^-=|])[-=|].*$")
_CONJUNCTIONS: Final = frozenset({"CC", "CONJP", "CONJ"})
_DEFAULT: Final[tuple[Step, ...]] = ((True, ()),)


def base(label: str) -> str:
    """The label without its functions and numbers: NP of NP-SBJ-1; -LRB- stays."""
    return label if label.startswith("-") else _FUNCTION.sub("", label)


def functions(label: str) -> frozenset[str]:
    """The functions of a label: SBJ of NP-SBJ-1."""
    return frozenset() if label.startswith("-") else frozenset(re.split(r"[-=|]", label)[1:])


@dataclass(frozen=True)
class HeadRules:
    """A table of head rules.

    Parameters
    ----------
    steps : the search of each label.
    skipped : labels of tokens that are no heads where there is anything else: punctuation.
    possessive : a label that is the head wherever it stands last in a noun phrase; "" for none (Collins: POS).
    coordinated : whether the member before a conjunction is the head instead of the one behind it (Collins).
    aliases : what tags made of parts are called in the table, by patterns in their order.
    """

    steps: Mapping[str, tuple[Step, ...]]
    skipped: Collection[str] = field(default_factory=frozenset)
    possessive: str = ""
    coordinated: bool = False
    aliases: tuple[tuple[re.Pattern[str], str], ...] = ()

    @classmethod
    def read(cls, table: str, skipped: Collection[str], **more: Any) -> "HeadRules":
        """The rules of a table as text, see above; with them the other parameters."""
        steps = {}
        for line in filter(None, map(str.strip, table.splitlines())):
            label, _, rest = line.partition(" ")
            steps[label] = tuple(_step(part.split()) for part in rest.split(";"))
        return cls(steps, frozenset(skipped), **more)

    def changed(self, table: str) -> "HeadRules":
        """The same rules, but for the labels of this table; the head of a noun phrase is never its possessive mark."""
        other = HeadRules.read(table, self.skipped)
        return replace(self, steps={**self.steps, **other.steps}, possessive="")

    def head(self, label: str, children: Sequence[str]) -> int:
        """The place of the head among the labels of a phrase's children, of which there is at least one."""
        names = [_named(child, self.aliases) for child in children]
        if self.possessive and base(label) == "NP" and names[-1] == self.possessive:
            return len(names) - 1
        found = self._searched(base(label), names)
        return self._before_conjunction(names, found) if self.coordinated else found

    def _searched(self, label: str, names: Sequence[str]) -> int:
        steps = self.steps.get(label, _DEFAULT)
        for from_left, wanted in steps:
            places = range(len(names)) if from_left else range(len(names) - 1, -1, -1)
            for labels in wanted:
                for place in places:
                    if names[place] in labels:
                        return place
        places = range(len(names)) if steps[0][0] else range(len(names) - 1, -1, -1)
        return next((place for place in places if names[place] not in self.skipped), places[0])

    def _before_conjunction(self, names: Sequence[str], head: int) -> int:
        """The member before the conjunction that stands before the head, where there is one."""
        places = [place for place in range(head) if names[place] not in self.skipped]
        if len(places) > 1 and names[places[-1]] in _CONJUNCTIONS:
            return places[-2]
        return head


@cache
def _named(label: str, aliases: tuple[tuple[re.Pattern[str], str], ...]) -> str:
    """What a label is called in the table."""
    return next((name for pattern, name in aliases if pattern.search(label)), base(label))


def _step(words: Sequence[str]) -> Step:
    side, *labels = words
    assert side in ("left", "right"), f"a step begins with left or right, not with {side}"
    return side == "left", tuple(
        frozenset(label.split("|")) if len(label) > 1 else frozenset([label]) for label in labels
    )
