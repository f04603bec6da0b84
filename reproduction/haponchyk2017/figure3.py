"""Figure 3 of Haponchyk & Moschitti (2017): the CoNLL score by epoch, for each loss and number of features."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from reproduction.corpora import corpora_with
from reproduction.figures import Figure, label
from reproduction.haponchyk2017.common import (
    SETTINGS,
    TITLES,
    Settings,
    Table,
    conll,
    counted,
    lead,
    tuned_and_epoch,
)
from reproduction.haponchyk2017.documents import ENGLISH
from reproduction.haponchyk2017.learning import Found
from reproduction.outcome import Experiment, Outcome

SIZES = (10_000, 100_000, 0)
STYLES = (":", "--", "-")
SHOWN = (1, 2, 5, 10)
"""The epochs with a column."""
COLOURS = ("tab:blue", "tab:orange", "tab:green", "tab:red")

Curves = Mapping[tuple[int, str], Sequence[Found]]


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, sizes: Sequence[int] = SIZES) -> Outcome:
    """The CoNLL score of the held-out documents by epoch, and of the scored ones after the best."""
    folder, corpus = corpora_with(data, "ontogum"), settings.corpus(ENGLISH)
    table = Table.of(folder, corpus, sizes, seed, settings)
    epochs = [epoch for epoch in SHOWN if epoch <= settings.epochs]
    rows = [row for most in sizes for row in _rows(table.found, most, epochs)]
    notes = (
        f"{settings.about(folder, corpus)}Features are those with the largest weights of a logistic classifier of "
        "right and wrong pairs. The curves are of the held-out documents, a run that has ended staying where it "
        "ended. The paper's show the learned loss ahead of the others the more, the fewer features there are, and "
        "faster; they are of other data, and their numbers are not in its text. The lead is that of the scored "
        "documents over the better simple loss (goal: 1.0 with 100,000 features or fewer), with Wilcoxon's p. The "
        "paper has one choice for all numbers of features (C = 1000 for every loss, r = 1 and 0.1). Here each number "
        "has its own: fewer features make smaller scores, beside which the same C is stronger, so that a C that is "
        f"kept favours the loss that bears it best. {table.about}"
    )
    columns = ["features", "loss", *(f"epoch {epoch}" for epoch in epochs), "tuned", "epoch", "scored", "lead", "p"]
    figure = Figure("CoNLL score by epoch", lambda axes: draw(axes, table.found, sizes), (6.0, 4.2))
    return Outcome(columns, rows, "ontogum/conllu, train and dev", notes, figure)


def _rows(found: Curves, most: int, epochs: Sequence[int]) -> Iterator[list[str]]:
    """A row for each loss with so many features."""
    of_loss = {name: found[most, name] for name in TITLES}
    for name, loss in TITLES.items():
        means = curve(of_loss[name])
        cells = [f"{means[min(epoch, len(means)) - 1]:.2f}" for epoch in epochs]
        tuned, epoch = tuned_and_epoch(of_loss[name])
        shown = [f"{tuned:.2f}", f"{epoch:.1f}", f"{conll(of_loss[name]):.2f}"]
        yield [counted(most), loss, *cells, *shown, *lead(of_loss, name)]


def curve(found: Sequence[Found]) -> list[float]:
    """The mean CoNLL score of the held-out documents after each epoch, in per cent; who has ended stays there."""
    longest = max(len(one.tuned) for one in found)
    padded = [[*one.tuned, *[one.tuned[-1]] * (longest - len(one.tuned))] for one in found]
    means: list[float] = (100 * np.mean(padded, axis=0)).tolist()
    return means


def draw(axes: Any, found: Curves, sizes: Sequence[int]) -> None:
    """Draw the learning curves: a colour for each loss, a line style for each number of features."""
    styles, colours = dict(zip(sizes, STYLES, strict=False)), dict(zip(TITLES, COLOURS, strict=True))
    for (most, name), each in found.items():
        values = curve(each)
        line = {"label": f"{name}, {most:,}" if most else f"{name}, all", "color": colours[name], "linewidth": 1.2}
        axes.plot(range(1, len(values) + 1), values, linestyle=styles[most], **line)
    label(axes, "epoch", "CoNLL score", fontsize=6, ncols=2)


EXPERIMENT = Experiment(
    "Losses with few features (Haponchyk & Moschitti 2017, figure 3)",
    "Learning curves of three losses where a classifier leaves fewer and fewer features.",
    run,
)
