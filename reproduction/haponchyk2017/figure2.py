"""Figure 2 of Haponchyk & Moschitti (2017): how many trees a learned loss needs."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.chains.losses.regressor import Rated, fit
from namesakes.config import generator
from reproduction.corpora import corpora_with
from reproduction.figures import Figure, label
from reproduction.haponchyk2017.samples import SAMPLES, SampleSettings, rated_samples
from reproduction.outcome import Experiment, Outcome

SIZES = (10, 30, 100, 300, 1000, 2000)
ORDERS = 5

Curve = Mapping[int, tuple[float, float]]


def run(data: Path | None, seed: int, settings: SampleSettings = SAMPLES, sizes: Sequence[int] = SIZES) -> Outcome:
    """Mean squared error and squared correlation by the number of trees learned from."""
    one, other = (each["conll"] for each in rated_samples(corpora_with(data, "ontogum"), seed, settings))
    curve = {size: mean_errors(one, other, size, seed, settings) for size in (*sizes, len(one)) if size <= len(one)}
    rows = [[f"{size:,}", f"{error:.2f}", f"{correlation:.2f}"] for size, (error, correlation) in curve.items()]
    notes = (
        f"Trees of {settings.documents} training documents of OntoGUM, in {ORDERS} random orders, the means; measured "
        "on those of "
        f"{settings.documents} others. The paper's curves, on CoNLL 2012, reach an MSE of about 2.3 and an SCC of "
        "about 99.8 with 1,000 examples."
    )
    figure = Figure("Error by number of trees", lambda axes: draw(axes, curve))
    return Outcome(["trees", "MSE", "SCC (%)"], rows, "ontogum/conllu, train", notes, figure)


def mean_errors(learned: Rated, other: Rated, size: int, seed: int, settings: SampleSettings) -> tuple[float, float]:
    """The mean errors on other trees of what was learned from so many, over random orders."""
    errors = [fit(_first(learned, size, seed, number), settings.regressor).errors(other) for number in range(ORDERS)]
    error, correlation = np.mean(errors, axis=0).tolist()
    return error, correlation


def _first(rated: Rated, size: int, seed: int, number: int) -> Rated:
    """So many trees, drawn at random."""
    kept = generator(seed, "figure 2", str(number)).permutation(len(rated))[:size]
    return Rated(rated.features[kept], rated.scores[kept], rated.documents[kept])


def draw(axes: Any, curve: Curve) -> None:
    """Draw both learning curves."""
    errors, correlations = zip(*curve.values(), strict=True)
    lines = {"MSE": errors, "100 − SCC (%)": [100 - squared for squared in correlations]}
    for name, values in lines.items():
        axes.semilogx(list(curve), values, label=name, marker="o", markersize=3)
    label(axes, "trees learned from")


EXPERIMENT = Experiment(
    "Learning curves of the regressor (Haponchyk & Moschitti 2017, figure 2)",
    "How the error of a learned loss falls with the number of trees that it is learned from.",
    run,
)
