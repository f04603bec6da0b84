"""Figure 2 of Haponchyk & Moschitti (2017): how many trees a learned loss needs."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from namesakes.chains.losses.regressor import Rated, fit
from namesakes.config import generator
from reproduction.figures import figure
from reproduction.haponchyk2017.samples import SAMPLE, SETTINGS, samples
from reproduction.outcome import Experiment, Outcome, needs_data

SIZES = (10, 30, 100, 300, 1000, 2000)
ORDERS = 5
PICTURE = Path("docs/haponchyk2017-figure2.svg")

Curve = Mapping[int, tuple[float, float]]


def run(data: Path | None, seed: int) -> Outcome:
    """Mean squared error and squared correlation by the number of trees learned from."""
    needs_data(data, "ontogum")
    assert data is not None
    both = samples(data, seed)
    curve = learning_curve(both[0]["conll"], both[1]["conll"], seed)
    if PICTURE.parent.is_dir():
        draw(curve, PICTURE)
    rows = [[f"{size:,}", f"{error:.2f}", f"{correlation:.2f}"] for size, (error, correlation) in curve.items()]
    notes = (
        f"Trees of {SAMPLE} training documents of OntoGUM, in {ORDERS} random orders, the means; measured on those of "
        f"{SAMPLE} others. The paper's curves, on CoNLL 2012, reach an MSE of about 2.3 and an SCC of "
        "about 99.8 with 1,000 examples."
        f"\n\n![Error by number of trees]({PICTURE.name})"
    )
    return Outcome(["trees", "MSE", "SCC (%)"], rows, "ontogum/conllu, train", notes)


def learning_curve(taught: Rated, other: Rated, seed: int) -> Curve:
    """The mean errors on other trees, by how many are learned from."""
    found = {}
    for size in (*(each for each in SIZES if each < len(taught)), len(taught)):
        errors: Sequence[tuple[float, float]] = [
            fit(_first(taught, size, seed, number), SETTINGS).errors(other) for number in range(ORDERS)
        ]
        error, correlation = np.mean(errors, axis=0).tolist()
        found[size] = (error, correlation)
    return found


def _first(rated: Rated, size: int, seed: int, number: int) -> Rated:
    """So many trees, drawn at random."""
    kept = generator(seed, "figure 2", str(number)).permutation(len(rated))[:size]
    return Rated(rated.features[kept], rated.scores[kept], rated.documents[kept])


def draw(curve: Curve, path: Path) -> None:
    """Draw both curves into an SVG file."""
    with figure(path) as axes:
        sizes = list(curve)
        axes.semilogx(sizes, [error for error, _ in curve.values()], label="MSE", marker="o", markersize=3)
        axes.semilogx(
            sizes, [100 - squared for _, squared in curve.values()], label="100 − SCC (%)", marker="o", markersize=3
        )
        axes.set_xlabel("trees learned from")
        axes.legend(frameon=False, fontsize=8)


EXPERIMENT = Experiment(
    "Learning curves of the regressor (Haponchyk & Moschitti 2017, figure 2)",
    "How the error of a learned loss falls with the number of trees that it is learned from.",
    run,
)
