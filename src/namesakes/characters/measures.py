"""Measures: how well a cast agrees with the key of a novel; counts that add up over novels."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from namesakes.metrics.measure import f_measure, ratio

WAYS = ("cast", "forms", "each")
"""Ways to make characters of names: ours, the rule over the forms of names, and every form its own character."""

SPEAKERS = ("cast", "own", "nearest", "frequent")
"""Ways to say who speaks: ours, where any part of somebody counts; ours, where only the one character counts that is
matched with the speaker; the nearest name before the quote; and the most frequent name nearby."""

GENDERS = ("cast", "names", "male")
"""Ways to say of what gender somebody is: ours, by titles and given names alone, and always male."""

Ratios = tuple[float, float, float, float]


@dataclass(frozen=True)
class CastCounts:
    """What was counted in a novel, or in several.

    Parameters
    ----------
    aliases, purity : B³ and purity of the names as a list, each name once, by way.
    counts : characters (`gold`, and by way `found` and `listed`), names of matched characters (`aliases`, and those
        that are `right`), genders (`gendered`, and by way `right` and `wrong`), quotes (`quotes`, and by way `right`
        and `told`), and `words`.
    sure : the sum of how sure our speakers are, of those quotes whose speaker the key knows.
    """

    aliases: Mapping[str, Ratios]
    purity: Mapping[str, Ratios]
    counts: Counter[str] = field(default_factory=Counter)
    sure: float = 0.0
    seconds: float = 0.0

    def __add__(self, other: "CastCounts") -> "CastCounts":
        return CastCounts(
            {way: _sum(self.aliases[way], other.aliases[way]) for way in WAYS},
            {way: _sum(self.purity[way], other.purity[way]) for way in WAYS},
            self.counts + other.counts,
            self.sure + other.sure,
            self.seconds + other.seconds,
        )

    def to_json(self) -> dict[str, Any]:
        """The measures, as fractions."""
        counts = self.counts
        return {
            "characters": {"gold": counts["gold"], **{way: self._characters(way) for way in WAYS}},
            "aliases": {way: self._aliases(way) for way in WAYS},
            "gender": {
                "characters": counts["gendered"],
                **{
                    way: {
                        "right": ratio(counts[f"gender {way} right"], counts["gendered"]),
                        "wrong": ratio(counts[f"gender {way} wrong"], counts["gendered"]),
                    }
                    for way in GENDERS
                },
            },
            "speakers": {
                "quotes": counts["quotes"],
                **{way: ratio(counts[f"speaker {way} right"], counts["quotes"]) for way in SPEAKERS},
                "told": ratio(counts["speaker cast told"], counts["quotes"]),
                "sure": ratio(self.sure, counts["speaker cast told"]),
                "right_of_told": ratio(counts["speaker cast right"], counts["speaker cast told"]),
            },
            "words": counts["words"],
            "seconds": self.seconds,
        }

    def _characters(self, way: str) -> dict[str, float]:
        found = self.counts[f"found {way}"]
        recall, precision = ratio(found, self.counts["gold"]), ratio(found, self.counts[f"listed {way}"])
        return {"recall": recall, "precision": precision, "f1": f_measure(recall, precision)}

    def _aliases(self, way: str) -> dict[str, float]:
        scores = self.aliases[way]
        recall, precision = ratio(*scores[:2]), ratio(*scores[2:])
        right = ratio(self.counts[f"aliases {way} right"], self.counts[f"aliases {way}"])
        purity = ratio(*self.purity[way][2:])
        return {
            "recall": recall,
            "precision": precision,
            "f1": f_measure(recall, precision),
            "purity": purity,
            "right": right,
        }


def _sum(one: Ratios, other: Ratios) -> Ratios:
    return one[0] + other[0], one[1] + other[1], one[2] + other[2], one[3] + other[3]


def finished(by_novel: Mapping[str, CastCounts]) -> dict[str, Any]:
    """The measures of each novel, those of all together, and the means over novels of what is compared."""
    total = CastCounts(dict.fromkeys(WAYS, (0.0, 0.0, 0.0, 0.0)), dict.fromkeys(WAYS, (0.0, 0.0, 0.0, 0.0)))
    for counts in by_novel.values():
        total += counts
    each = {name: counts.to_json() for name, counts in by_novel.items()}
    return {**total.to_json(), "means": _means(list(each.values())), "novels": each}


def _means(each: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The means over novels of all shares."""
    first = each[0] if each else {}
    found: dict[str, Any] = {}
    for name, value in first.items():
        inner = [one[name] for one in each]
        if isinstance(value, dict):
            found[name] = _means(inner)
        elif isinstance(value, float):
            found[name] = ratio(sum(inner), len(inner))
    return found
