"""Figure 3 of Björkelund & Kuhn (2014): early updates against the baseline, epoch by epoch."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from reproduction.bjorkelund2014.common import ONTOGUM, Learned, Settings, last_scores, results, runs
from reproduction.corpora import corpora_with
from reproduction.environment import WORK
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import grouped
from reproduction.tables import document_scores, mean_and_deviation, p_value

SETTINGS = Settings(epochs=25)
SHOWN = (1, 2, 5, 10)
"""The epochs with a column, beside the last one."""

LEARNERS = {
    "baseline": ("baseline", "local", 20),
    "early (local), k = 20": ("early", "local", 20),
    "early (local), k = 100": ("early", "local", 100),
    "early (non-local), k = 20": ("early", "non-local", 20),
    "early (non-local), k = 100": ("early", "non-local", 100),
}
"""The update, the set of templates and the beam of each."""

Curves = Mapping[str, Sequence[Learned]]


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """The CoNLL score on OntoGUM dev after each epoch, for each learner."""
    found = curves(corpora_with(data, "ontogum"), seed, settings)
    shown = [epoch for epoch in SHOWN if epoch < settings.epochs]
    baseline = document_scores(results(found["baseline"]))
    rows = []
    for name, each in found.items():
        means = [f"{100 * np.mean([one.curve[epoch - 1] for one in each]):.2f}" for epoch in shown]
        p = "" if name == "baseline" else p_value(baseline, document_scores(results(each)))
        rows.append([name, *means, mean_and_deviation(last_scores(each)), p])
    notes = (
        f"CoNLL score by epoch, means over {len(settings.seeds)} orders of the training documents; after the last "
        "epoch with their standard deviation, and the p of Wilcoxon's test over documents (each one's score averaged "
        f"over orders) against the baseline. {settings.drawn} training documents, {settings.epochs} "
        f"epochs, a window of {settings.window} candidates "
        "(the paper: the training set of CoNLL 2012, 50 epochs, all candidates); passive-aggressive steps, "
        "averaged weights; the sets of templates are those of table 1. In the paper the baseline stays ahead of all "
        "early updates up to epoch 50, even of those "
        "with non-local features; the numbers of its figure are of other data, and not in its text. Runs are kept in "
        f"the folder that the variable {WORK} names."
    )
    columns = ["learner", *(f"epoch {epoch}" for epoch in (*shown, settings.epochs)), "p"]
    figure = Figure("CoNLL score by epoch", lambda axes: draw(axes, found))
    return Outcome(columns, rows, f"ontogum/conllu, {settings.drawn} train, dev", notes, figure)


def curves(data: Path, seed: int, settings: Settings) -> Curves:
    """What came of each learner, one run a seed."""
    wanted = [
        run
        for update, features, beam in LEARNERS.values()
        for run in settings.runs(ONTOGUM, update, seed, features, beam=beam)
    ]
    return grouped(LEARNERS, runs(data, wanted, settings.jobs))


def draw(axes: Any, found: Curves) -> None:
    """Draw the learning curves."""
    for name, each in found.items():
        values = 100 * np.mean([one.curve for one in each], axis=0)
        axes.plot(range(1, len(values) + 1), values, label=name, linewidth=1.2)
    label(axes, "epoch", "CoNLL score")


EXPERIMENT = Experiment(
    "Early updates and the baseline (Björkelund & Kuhn 2014, figure 3)",
    "Learning curves of early updates, with and without features of clusters, and of the baseline.",
    run,
)
