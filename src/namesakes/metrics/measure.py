"""Measure: a named way to count agreement document by document, and to turn summed counts into a score."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from namesakes.arrays import Float64Array
from namesakes.config import Registry
from namesakes.metrics.comparison import Comparison
from namesakes.metrics.overlap import Overlap


@dataclass(frozen=True)
class Score:
    """Recall and precision as numerator and denominator, and the F1 (or the average that stands for it)."""

    recall: tuple[float, float]
    precision: tuple[float, float]
    f1: float

    def to_json(self) -> dict[str, Any]:
        """The score as the command prints it: numerators, denominators and a fraction between 0 and 1."""
        return {"recall": list(self.recall), "precision": list(self.precision), "f1": self.f1}


def ratio(numerator: float, denominator: float) -> float:
    """The fraction, or 0 where there is nothing to divide by."""
    return numerator / denominator if denominator else 0.0


def f_measure(recall: float, precision: float, alpha: float = 0.5) -> float:
    """1 / (α/precision + (1 − α)/recall); F1 for α = 0.5."""
    if recall <= 0 or precision <= 0:
        return 0.0
    return 1.0 / (alpha / precision + (1.0 - alpha) / recall)


def from_ratios(total: Float64Array) -> Score:
    """The score of the columns (recall numerator, denominator, precision numerator, denominator)."""
    recall, precision = (float(total[0]), float(total[1])), (float(total[2]), float(total[3]))
    return Score(recall, precision, f_measure(ratio(*recall), ratio(*precision)))


@dataclass(frozen=True)
class Measure:
    """A measure: how it counts, how it finishes, and what to call it in a table.

    Parameters
    ----------
    counts : one row of counts for each document of a comparison.
    finish : the score of a row, or of a sum of rows: what makes micro averages.
    layers : what it needs of the documents beyond words; None for anything that a format has.
    """

    name: str
    title: str
    counts: Callable[[Comparison], Float64Array]
    finish: Callable[[Float64Array], Score] = from_ratios
    layers: frozenset[str] | None = None


MEASURES: Registry[Measure] = Registry("metric", "namesakes.metrics")


def measure(
    name: str, title: str, finish: Callable[[Float64Array], Score] = from_ratios
) -> Callable[[Callable[[Comparison], Float64Array]], Callable[[Comparison], Float64Array]]:
    """A decorator that registers a function which counts over a comparison."""

    def decorate(counts: Callable[[Comparison], Float64Array]) -> Callable[[Comparison], Float64Array]:
        MEASURES.register(name, Measure(name, title, counts, finish))
        return counts

    return decorate


def chain_measure(
    name: str, title: str, finish: Callable[[Float64Array], Score] = from_ratios
) -> Callable[[Callable[[Overlap], Float64Array]], Callable[[Overlap], Float64Array]]:
    """A decorator that registers a function which counts over the overlap of the chains."""

    def decorate(counts: Callable[[Overlap], Float64Array]) -> Callable[[Overlap], Float64Array]:
        over_chains = Measure(name, title, lambda comparison: counts(comparison.overlap), finish, frozenset({"chains"}))
        MEASURES.register(name, over_chains)
        return counts

    return decorate


def needed_layers(names: Iterable[str]) -> frozenset[str] | None:
    """What the measures of these names need of the documents; None where one of them may need anything."""
    layers = [MEASURES[name].layers for name in names]
    known = [each for each in layers if each is not None]
    return frozenset().union(*known) if len(known) == len(layers) else None
