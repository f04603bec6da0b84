"""People who are found exactly, pairs of their names, and whether certainty is earned; all of it as counts that add up.

Items are names in documents. Gold says whose each one is; the response gives each one a label, None where it was not
found. A person is right where all names have one label and nobody else's name has it.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Final

from namesakes.metrics.measure import f_measure, ratio

BINS: Final = 10
"""How many bins of certainty there are."""


@dataclass(frozen=True)
class Pairs:
    """Pairs of names: together in both, together in the response alone, together in gold alone."""

    right: int = 0
    wrong: int = 0
    missed: int = 0

    def __add__(self, other: "Pairs") -> "Pairs":
        return Pairs(self.right + other.right, self.wrong + other.wrong, self.missed + other.missed)

    @property
    def precision(self) -> float:
        """The pairs that are right, of those that are together in the response; 1 where there are none."""
        return ratio(self.right, self.right + self.wrong) if self.right + self.wrong else 1.0

    @property
    def recall(self) -> float:
        """The pairs that are right, of those that are together in gold; 1 where there are none."""
        return ratio(self.right, self.right + self.missed) if self.right + self.missed else 1.0

    def to_json(self) -> dict[str, Any]:
        """The counts and what follows from them."""
        scores = {"precision": self.precision, "recall": self.recall, "f1": f_measure(self.recall, self.precision)}
        return {"right": self.right, "wrong": self.wrong, "missed": self.missed, **scores}


@dataclass(frozen=True)
class PeopleCounts:
    """How well people are found; counts of several folders are added.

    Parameters
    ----------
    people, right : how many there are, and how many are exactly right.
    hard, hard_right : the same of those who have namesakes or several names.
    across, within : pairs of names in two documents, and in one.
    """

    people: int = 0
    right: int = 0
    hard: int = 0
    hard_right: int = 0
    across: Pairs = Pairs()
    within: Pairs = Pairs()

    def __add__(self, other: "PeopleCounts") -> "PeopleCounts":
        return PeopleCounts(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def to_json(self) -> dict[str, Any]:
        """The counts and what follows from them."""
        numbers = {name: getattr(self, name) for name in ("people", "right", "hard", "hard_right")}
        exact = {"accuracy": ratio(self.right, self.people), "hard_accuracy": ratio(self.hard_right, self.hard)}
        return {**numbers, **exact, "across": self.across.to_json(), "within": self.within.to_json()}


def count_people(
    gold: Sequence[str], labels: Sequence[Hashable | None], documents: Sequence[Hashable], hard: Collection[str] = ()
) -> PeopleCounts:
    """The counts of names in one folder. O(names).

    Parameters
    ----------
    gold : whose each name is.
    labels : what the response says of it; None where it was not found.
    documents : where each name stands.
    hard : those who have namesakes or several names.
    """
    people, right = set(gold), right_people(gold, labels)
    found = [(number,) if label is None else label for number, label in enumerate(labels)]
    inside = _pairs(
        [(document, person) for document, person in zip(documents, gold, strict=True)],
        [(document, label) for document, label in zip(documents, found, strict=True)],
    )
    whole = _pairs(gold, found)
    across = Pairs(whole.right - inside.right, whole.wrong - inside.wrong, whole.missed - inside.missed)
    return PeopleCounts(len(people), len(right), len(people & set(hard)), len(right & set(hard)), across, inside)


def right_people(gold: Sequence[str], labels: Sequence[Hashable | None]) -> set[str]:
    """Those whose names all have one label that nobody else's name has."""
    labels_of, people_of = defaultdict[str, set[Hashable | None]](set), defaultdict[Hashable | None, set[str]](set)
    for person, label in zip(gold, labels, strict=True):
        labels_of[person].add(label)
        people_of[label].add(person)
    return {
        person
        for person, given in labels_of.items()
        if len(given) == 1 and None not in given and people_of[next(iter(given))] == {person}
    }


def owners(gold: Sequence[str], labels: Sequence[Hashable | None]) -> dict[Hashable, str]:
    """For each label whom most of its names mean; of equals the one who is named first."""
    counts = defaultdict[Hashable, Counter[str]](Counter)
    for person, label in zip(gold, labels, strict=True):
        if label is not None:
            counts[label][person] += 1
    return {label: counter.most_common(1)[0][0] for label, counter in counts.items()}


@dataclass(frozen=True)
class Certainty:
    """How sure answers were and how many were right, by bins of certainty; several are added.

    Parameters
    ----------
    bins : for each of ten bins of the same width how many answers it has, the sum of their certainties, and how many
        of them are right.
    """

    bins: tuple[tuple[int, float, int], ...] = ((0, 0.0, 0),) * BINS

    def __add__(self, other: "Certainty") -> "Certainty":
        joined = zip(self.bins, other.bins, strict=True)
        return Certainty(tuple((a + d, b + e, c + f) for (a, b, c), (d, e, f) in joined))

    @classmethod
    def of(cls, answers: Iterable[tuple[float, bool]]) -> "Certainty":
        """The bins of answers, each with its certainty and whether it is right."""
        bins = [(0, 0.0, 0)] * BINS
        for certainty, right in answers:
            place = min(int(certainty * BINS), BINS - 1)
            count, total, good = bins[place]
            bins[place] = (count + 1, total + certainty, good + right)
        return cls(tuple(bins))

    @property
    def error(self) -> float:
        """The expected calibration error (Naeini et al. 2015): Σ n_b / n · |right_b − certainty_b| over the bins."""
        answers = sum(count for count, _, _ in self.bins)
        return ratio(sum(abs(right - total) for _, total, right in self.bins), answers)

    def to_json(self) -> dict[str, Any]:
        """The error, and for each bin that has answers how many, their mean certainty and the share that is right."""
        shown = [
            {"answers": count, "certainty": total / count, "right": right / count}
            for count, total, right in self.bins
            if count
        ]
        return {"expected_error": self.error, "bins": shown}


def _pairs(gold: Sequence[Hashable], found: Sequence[Hashable]) -> Pairs:
    both = _together(list(zip(gold, found, strict=True)))
    return Pairs(both, _together(found) - both, _together(gold) - both)


def _together(labels: Sequence[Hashable]) -> int:
    return sum(count * (count - 1) // 2 for count in Counter(labels).values())
