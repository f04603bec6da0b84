"""Figure 3 of Björkelund & Kuhn (2014): early updates against the baseline, epoch by epoch."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np

from namesakes.metrics.significance import wilcoxon
from reproduction.bjorkelund2014.common import (
    ONTOGUM,
    Learned,
    Run,
    last_scores,
    learner,
    mean_and_spread,
    mean_f1s,
    runs,
)
from reproduction.figures import figure
from reproduction.kept_runs import SEEDS, WORK
from reproduction.outcome import Experiment, Outcome, needs_data

DOCUMENTS, EPOCHS = 48, 12
SHOWN = (1, 2, 5, 8, 12)
PICTURE = Path("docs/bjorkelund2014-figure3.svg")

LEARNERS = {
    "baseline": ("baseline", False, 20),
    "early (local), k = 20": ("early", False, 20),
    "early (local), k = 100": ("early", False, 100),
    "early (non-local), k = 20": ("early", True, 20),
    "early (non-local), k = 100": ("early", True, 100),
}


def run(data: Path | None, seed: int) -> Outcome:
    """The CoNLL score on OntoGUM dev after each epoch, for each learner."""
    needs_data(data, "ontogum")
    assert data is not None
    found = curves(data, seed)
    rows = []
    for name, each in found.items():
        means = [f"{100 * np.mean([one.curve[epoch - 1] for one in each]):.2f}" for epoch in SHOWN[:-1]]
        chance = "" if name == "baseline" else f"{wilcoxon(mean_f1s(found['baseline']), mean_f1s(each)):.3f}"
        rows.append([name, *means, mean_and_spread(last_scores(each)), chance])
    if PICTURE.parent.is_dir():
        draw(found, PICTURE)
    notes = (
        f"CoNLL score by epoch, means over {len(SEEDS)} orders of the training documents; after the last epoch with "
        "their standard deviation, and the p of Wilcoxon's test over documents (each one's score averaged over orders) "
        f"against the baseline. {DOCUMENTS} of the 177 training documents, {EPOCHS} epochs, a window of 60 candidates "
        "(the paper: the training set of CoNLL 2012, 50 epochs, all candidates); passive-aggressive steps, "
        "averaged weights. In the paper the baseline stays ahead of all early updates up to epoch 50, even of those "
        "with non-local features; the numbers of its figure are of other data, and not in its text. Runs are kept in "
        f"the folder that the variable {WORK} names.\n\n"
        f"![CoNLL score by epoch]({PICTURE.name})"
    )
    columns = ["learner", *(f"epoch {epoch}" for epoch in SHOWN), "p"]
    return Outcome(columns, rows, f"ontogum/conllu, {DOCUMENTS} train, dev", notes)


def curves(data: Path, seed: int) -> Mapping[str, Sequence[Learned]]:
    """What came of each learner, one run a seed."""
    corpus = replace(ONTOGUM, documents=DOCUMENTS)
    wanted = [
        Run(corpus, learner(update, clusters=clusters, beam=beam, epochs=EPOCHS, seed=seed + number))
        for update, clusters, beam in LEARNERS.values()
        for number in SEEDS
    ]
    found = runs(data, wanted)
    size = len(SEEDS)
    return {name: found[place * size : (place + 1) * size] for place, name in enumerate(LEARNERS)}


def draw(found: Mapping[str, Sequence[Learned]], path: Path) -> None:
    """Draw the curves into an SVG file."""
    with figure(path) as axes:
        for name, each in found.items():
            values = 100 * np.mean([one.curve for one in each], axis=0)
            axes.plot(range(1, len(values) + 1), values, label=name, linewidth=1.2)
        axes.set_xlabel("epoch")
        axes.set_ylabel("CoNLL score")
        axes.legend(frameon=False, fontsize=8)


EXPERIMENT = Experiment(
    "Early updates and the baseline (Björkelund & Kuhn 2014, figure 3)",
    "Learning curves of early updates, with and without features of clusters, and of the baseline.",
    run,
)
