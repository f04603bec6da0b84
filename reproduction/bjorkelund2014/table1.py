"""Table 1 of Björkelund & Kuhn (2014): local features against those of clusters too."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from namesakes.metrics.significance import wilcoxon
from reproduction.bjorkelund2014.common import LITBANK, ONTOGUM, Learned, Run, learner, mean_f1s, runs
from reproduction.kept_runs import METRICS, SEEDS, WORK
from reproduction.outcome import Experiment, Outcome, needs_data

EPOCHS, BEAM, WINDOW = 10, 20, 60
CORPORA = {"OntoGUM": ONTOGUM, "LitBank": LITBANK}
LEARNERS = (("baseline", False), ("delayed-laso", True))

PAPER = {
    "Arabic": (("47.33", "42.51", "49.71", "46.49", "45.44"), ("49.31", "43.52", "50.96", "47.18", "46.67")),
    "Chinese": (("65.84", "57.94", "62.23", "57.05", "60.27"), ("66.40", "57.99", "62.37", "57.12", "60.50")),
    "English": (("69.95", "58.70", "62.91", "56.03", "61.56"), ("70.74", "60.03", "65.01", "56.80", "62.52")),
}


def run(data: Path | None, seed: int) -> Outcome:
    """F1 by measure on the development documents of each corpus, with both sets of features."""
    for corpus in CORPORA.values():
        needs_data(data, corpus.train.split("/")[0])
    assert data is not None
    wanted = [
        Run(corpus, learner(update, clusters=clusters, beam=BEAM, epochs=EPOCHS, window=WINDOW, seed=seed + number))
        for corpus in CORPORA.values()
        for update, clusters in LEARNERS
        for number in SEEDS
    ]
    found, size = runs(data, wanted), len(SEEDS)
    groups = [found[place : place + size] for place in range(0, len(found), size)]
    rows = []
    for place, name in enumerate(CORPORA):
        local, more = groups[2 * place], groups[2 * place + 1]
        chance = wilcoxon(mean_f1s(local), mean_f1s(more))
        rows += [[f"{name}, local", *_cells(local), ""], [f"{name}, non-local", *_cells(more), f"{chance:.3f}"]]
    for language, (one, other) in PAPER.items():
        rows += [[f"paper, {language}, local", *one, ""], [f"paper, {language}, non-local", *other, ""]]
    notes = (
        "The paper's rows are of other data: the development sets of CoNLL 2012. Ours are means over "
        f"{len(SEEDS)} orders of all training documents: local features with the baseline, non-local ones with delayed "
        f"LaSO and a beam of {BEAM}; {EPOCHS} epochs (the paper: 25), a window of {WINDOW} candidates. OntoGUM with "
        "gold trees, LitBank with predicted syntax and without singletons. p is Wilcoxon's over documents, of CoNLL "
        "scores averaged over orders. NARC is left out, since its files have no trees and there is no Norwegian parser "
        f"here. Runs are kept in the folder that the variable {WORK} names."
    )
    columns = ["", "MUC", "B³", "CEAF-m", "CEAF-e", "CoNLL", "p"]
    return Outcome(columns, rows, "ontogum/conllu and litbank, train and dev", notes)


def _cells(found: Sequence[Learned]) -> list[str]:
    """The mean F1 of each measure, and of the CoNLL score."""
    scores = [each.result.scores() for each in found]
    means = [float(np.mean([each[name].f1 for each in scores])) for name in METRICS]
    average = float(np.mean([each.result.conll or 0.0 for each in found]))
    return [f"{100 * value:.2f}" for value in (*means, average)]


EXPERIMENT = Experiment(
    "Local and non-local features (Björkelund & Kuhn 2014, table 1)",
    "What features of the clusters built so far add to those of pairs of mentions.",
    run,
)
