"""Table 1 of Björkelund & Kuhn (2014): local features against those of clusters too."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np

from reproduction.bjorkelund2014.common import LITBANK, ONTOGUM, Corpus, Learned, Settings, results, runs
from reproduction.corpora import corpora_with
from reproduction.environment import WORK
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import METRICS, grouped
from reproduction.tables import document_scores, mean_f1s, p_value, percent

SETTINGS = Settings()
CORPORA = {"OntoGUM": ONTOGUM, "LitBank": LITBANK}
LEARNERS = {
    "local": ("baseline", "local"),
    "non-local": ("delayed-laso", "non-local"),
    "usual, local": ("baseline", "usual"),
    "usual, non-local": ("delayed-laso", "usual-clusters"),
}

PAPER = {
    "Arabic": (("47.33", "42.51", "49.71", "46.49", "45.44"), ("49.31", "43.52", "50.96", "47.18", "46.67")),
    "Chinese": (("65.84", "57.94", "62.23", "57.05", "60.27"), ("66.40", "57.99", "62.37", "57.12", "60.50")),
    "English": (("69.95", "58.70", "62.91", "56.03", "61.56"), ("70.74", "60.03", "65.01", "56.80", "62.52")),
}


def run(
    data: Path | None, seed: int, settings: Settings = SETTINGS, corpora: Mapping[str, Corpus] = CORPORA
) -> Outcome:
    """F1 by measure on the development documents of each corpus, with both sets of features."""
    folder = corpora_with(data, *(corpus.train.split("/")[0] for corpus in corpora.values()))
    keys = [(name, features) for name in corpora for features in LEARNERS]
    wanted = []
    for name, features in keys:
        update, clusters = LEARNERS[features]
        wanted += settings.runs(corpora[name], update, seed, clusters=clusters)
    found = grouped(keys, runs(folder, wanted, settings.jobs))
    rows = []
    for name in corpora:
        local, more = found[name, "local"], found[name, "non-local"]
        p = p_value(document_scores(results(local)), document_scores(results(more)))
        rows += [[f"{name}, local", *_cells(local), ""], [f"{name}, non-local", *_cells(more), p]]
    for language, (one, other) in PAPER.items():
        rows += [[f"paper, {language}, local", *one, ""], [f"paper, {language}, non-local", *other, ""]]
    notes = (
        "The paper's rows are of other data: the development sets of CoNLL 2012. Ours are means over "
        f"{len(settings.seeds)} orders of all training documents: local features with the baseline, non-local ones "
        f"with delayed LaSO and a beam of {settings.beam}; {settings.epochs} epochs (the paper: 25), a window of "
        f"{settings.window} candidates. OntoGUM with "
        "gold trees, LitBank with predicted syntax and without singletons. p is Wilcoxon's over documents, of CoNLL "
        "scores averaged over orders. NARC is left out, since its files have no trees and there is no Norwegian parser "
        f"here. Runs are kept in the folder that the variable {WORK} names."
    )
    columns = ["", "MUC", "B³", "CEAF-m", "CEAF-e", "CoNLL", "p"]
    return Outcome(columns, rows, "ontogum/conllu and litbank, train and dev", notes)


def _cells(found: Sequence[Learned]) -> list[str]:
    """The mean F1 of each measure, and of the CoNLL score."""
    conll = float(np.mean([each.result.conll or 0.0 for each in found]))
    return percent(*mean_f1s(results(found), METRICS), conll)


EXPERIMENT = Experiment(
    "Local and non-local features (Björkelund & Kuhn 2014, table 1)",
    "What features of the clusters built so far add to those of pairs of mentions.",
    run,
)
