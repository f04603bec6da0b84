"""Cells of tables: per cent, means with standard deviations, and significance."""

from collections.abc import Iterable, Sequence

import numpy as np
from scipy.stats import binomtest

from namesakes.arrays import Float64Array
from namesakes.metrics.result import Result
from namesakes.metrics.significance import wilcoxon


def percent(*shares: float) -> list[str]:
    """Shares in per cent."""
    return [f"{100 * share:.2f}" for share in shares]


def mean_and_deviation(values: Float64Array) -> str:
    """The mean and, of several, the standard deviation."""
    deviation = f" ± {values.std(ddof=1):.2f}" if len(values) > 1 else ""
    return f"{values.mean():.2f}{deviation}"


def mean_f1s(results: Sequence[Result], metrics: Iterable[str]) -> list[float]:
    """The F1 of each measure, averaged over results."""
    scores = [result.scores() for result in results]
    return [float(np.mean([each[name].f1 for each in scores])) for name in metrics]


def document_scores(results: Sequence[Result], measure: str = "conll") -> Float64Array:
    """The F1 of each document, averaged over results."""
    return np.asarray(np.mean([each.f1s(measure) for each in results], axis=0))


def p_value(one: Float64Array, other: Float64Array) -> str:
    """The p of Wilcoxon's signed-rank test of paired scores."""
    return f"{wilcoxon(one, other):.3f}"


def sign_test(gained: int, lost: int) -> float:
    """The two-sided p of a sign test, where one system alone is right so often, and the other one so often."""
    return float(binomtest(gained, gained + lost).pvalue) if gained + lost else 1.0


def star(p: float) -> str:
    """A star where a difference is significant."""
    return "*" if p <= 0.05 else ""
