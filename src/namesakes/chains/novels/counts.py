"""Counts: what is counted in one novel, and what sums of it say."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

from namesakes.metrics.measure import f_measure, ratio

WAYS = ("chains", "heads", "cast", "name_forms", "each_form", "all_in_one")
"""Ways to put names together: our chains; the same, where a name that is only the head of a mention has its chain too;
the cast of the text (`mentions.cast`); the rule over the forms of names; every form alone; and all names in one."""

OUTCOMES = ("right", "wrong", "none")
TYPES = ("explicit", "anaphoric", "implicit")

Ratios = tuple[float, float, float, float]
"""Recall above and below the line, precision above and below the line."""


@dataclass(frozen=True)
class NovelCounts:
    """What was counted in a novel, or in several.

    Parameters
    ----------
    b3 : of the names, by way of putting them together.
    names : occurrences of names; `leading` those of the character who has most.
    chains, mentions : chains of two mentions and more, and what is in them; `people` in chains of people alone.
    largest : mentions of the largest chain.
    two_names, he_and_she : chains with two full names that differ, and with pronouns of both genders.
    quotes : how many by type and outcome.
    by_cast : quotes whose speaker is right if people are told apart by the cast of the text, not by chains.
    said_i, right_i : *I*, *me* and *my* in quotes, and those whose chain is the character who speaks.
    left_out : quotes of groups and of those whom nobody can know.
    memory : the most bytes that were in use; the sum has the largest.
    """

    b3: Mapping[str, Ratios]
    names: int = 0
    leading: int = 0
    chains: int = 0
    mentions: int = 0
    people: int = 0
    largest: int = 0
    two_names: int = 0
    he_and_she: int = 0
    quotes: Counter[tuple[str, str]] = field(default_factory=Counter)
    by_cast: int = 0
    said_i: int = 0
    right_i: int = 0
    left_out: int = 0
    words: int = 0
    seconds: float = 0.0
    memory: int = 0

    def __add__(self, other: "NovelCounts") -> "NovelCounts":
        summed = {each.name: getattr(self, each.name) for each in fields(self)}
        for name in summed.keys() - {"b3", "memory"}:
            summed[name] += getattr(other, name)
        summed["b3"] = {way: _sum(self.b3[way], other.b3[way]) for way in self.b3}
        return NovelCounts(**{**summed, "memory": max(self.memory, other.memory)})

    def to_json(self) -> dict[str, Any]:
        """The measures, as fractions."""
        return {
            "names": {"occurrences": self.names, **{way: _scores(self.b3[way]) for way in WAYS}},
            "chains": {
                "chains": self.chains,
                "mentions": self.mentions,
                "two_full_names": self.two_names,
                "he_and_she": self.he_and_she,
                "largest_share": ratio(self.largest, self.mentions),
                "largest_share_of_people": ratio(self.largest, self.people),
                "leading_character_share": ratio(self.leading, self.names),
            },
            "speakers": {
                **self._outcomes(None),
                **{each: self._outcomes(each) for each in TYPES},
                "right_by_cast": ratio(self.by_cast, self.quotes.total()),
                "first_person": {"words": self.said_i, "right": ratio(self.right_i, self.said_i)},
                "left_out": self.left_out,
            },
            "words": self.words,
            "seconds": self.seconds,
            "words_per_second": ratio(self.words, self.seconds),
            "peak_memory": self.memory,
        }

    def _outcomes(self, wanted: str | None) -> dict[str, float]:
        counts = {
            outcome: sum(
                number for (kind, end), number in self.quotes.items() if end == outcome and wanted in (None, kind)
            )
            for outcome in OUTCOMES
        }
        total = sum(counts.values())
        return {"quotes": total, **{outcome: ratio(number, total) for outcome, number in counts.items()}}


def _sum(one: Ratios, other: Ratios) -> Ratios:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def _scores(counts: Ratios) -> dict[str, float]:
    recall, precision = ratio(*counts[:2]), ratio(*counts[2:])
    return {"precision": precision, "recall": recall, "f1": f_measure(recall, precision)}


def finished(by_novel: Mapping[str, NovelCounts]) -> dict[str, Any]:
    """The measures of all novels together, of each alone, and the means over novels of the F1 of names."""
    each = {name: counts.to_json() for name, counts in by_novel.items()}
    found = _total(list(by_novel.values())).to_json()
    for way in WAYS:
        values = [own["names"][way]["f1"] for own in each.values()]
        found["names"][way]["mean_f1"] = ratio(sum(values), len(values))
    right = [own["speakers"]["right"] for own in each.values()]
    found["speakers"]["mean_right"] = ratio(sum(right), len(right))
    return {**found, "novels": each}


def _total(counts: Sequence[NovelCounts]) -> NovelCounts:
    total = NovelCounts(dict.fromkeys(WAYS, (0.0, 0.0, 0.0, 0.0)))
    for each in counts:
        total += each
    return total
