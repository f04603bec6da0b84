"""Whether one response is better than another by more than chance: Wilcoxon's test and the paired bootstrap."""

from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.config import generator
from namesakes.errors import AlignmentError
from namesakes.metrics.measure import MEASURES
from namesakes.metrics.result import CONLL, Result

SAMPLES, BATCH = 1000, 50


@dataclass(frozen=True)
class Significance:
    """How far apart two responses are in one measure, and how likely that is by chance.

    Attributes
    ----------
    difference : the first response's micro-averaged F1 minus the second's.
    low, high : the middle 95 % of that difference over bootstrap samples of documents.
    bootstrap_p : how often a sample strays from the difference by as much as the difference itself (two-sided).
    wilcoxon_p : the signed-rank test over the documents' own F1s (two-sided).
    """

    difference: float
    low: float
    high: float
    bootstrap_p: float
    wilcoxon_p: float

    def to_json(self) -> dict[str, Any]:
        """The figures by name."""
        return asdict(self)


def compare(one: Result, other: Result, *, samples: int = SAMPLES, seed: int = 0) -> dict[str, Significance]:
    """The significance of the difference in each measure that both results have, and in the CoNLL score.

    The bootstrap draws documents with replacement, the same ones for both responses, and averages the drawn counts
    (Berg-Kirkpatrick et al. 2012); the draws follow from the seed alone.
    """
    if one.names != other.names:
        raise AlignmentError("the two results are of other documents; score both against the same key")
    names = [name for name in one.counts if name in other.counts]
    sampled = _sampled(one, other, names, samples, seed)
    exact = {name: _f1s(one, name)[0] - _f1s(other, name)[0] for name in names}
    if all(name in names for name in CONLL):
        names.append("conll")
        sampled["conll"] = np.mean([sampled[name] for name in CONLL], axis=0)
        exact["conll"] = float(np.mean([exact[name] for name in CONLL]))
    return {
        name: _significance(float(exact[name]), sampled[name], wilcoxon(one.f1s(name), other.f1s(name)))
        for name in names
    }


def _sampled(one: Result, other: Result, names: list[str], samples: int, seed: int) -> dict[str, Float64Array]:
    """The difference in each measure, sample by sample. Samples are drawn a few at a time, for memory's sake."""
    random, count = generator(seed, "paired bootstrap"), len(one.names)
    found: dict[str, list[Float64Array]] = {name: [] for name in names}
    for first in range(0, samples, BATCH):
        size = min(BATCH, samples - first)
        draws = random.multinomial(count, np.full(count, 1.0 / count), size=size)
        for name in names:
            found[name].append(_f1s(one, name, draws) - _f1s(other, name, draws))
    return {name: np.concatenate(batches) for name, batches in found.items()}


def wilcoxon(one: Float64Array, other: Float64Array) -> float:
    """The two-sided p-value of Wilcoxon's signed-rank test; 1 where no document differs."""
    from scipy.stats import wilcoxon as signed_rank

    differences = one - other
    differences = differences[differences != 0]
    if not len(differences):
        return 1.0
    return float(signed_rank(differences, method="exact" if len(differences) <= 25 else "asymptotic").pvalue)


def _f1s(result: Result, name: str, draws: Int64Array | None = None) -> Float64Array:
    """The micro-averaged F1 of each draw of documents, or of all documents as they are."""
    finish, counts = MEASURES[name].finish, result.counts[name]
    weights = np.ones((1, len(counts))) if draws is None else draws.astype(np.float64)
    return np.array([finish(total).f1 for total in weights @ counts])


def _significance(difference: float, sampled: Float64Array, wilcoxon_p: float) -> Significance:
    low, high = np.quantile(sampled, [0.025, 0.975])
    strayed = int(np.sum(np.abs(sampled - difference) >= abs(difference) - 1e-12))
    return Significance(difference, float(low), float(high), (strayed + 1) / (len(sampled) + 1), wilcoxon_p)
