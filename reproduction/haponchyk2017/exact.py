"""The true measure instead of a regressor, on documents that are short enough for it."""

from pathlib import Path

import numpy as np

from namesakes.chains.losses import LossSettings
from namesakes.metrics.result import CONLL
from reproduction.corpora import corpora_with
from reproduction.haponchyk2017.common import SETTINGS, Settings, Table, conll, tuned_and_epoch
from reproduction.haponchyk2017.documents import SHORT
from reproduction.outcome import Experiment, Outcome
from reproduction.tables import mean_f1s, percent

ROWS = {
    "edge": LossSettings(),
    "tree-edges": LossSettings(),
    "learned, for the CoNLL score": LossSettings(),
    "exact, the CoNLL score": LossSettings(measure="conll"),
    "exact, LEA": LossSettings(measure="lea"),
}


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """Scores of models that learned from short documents with a regressor and with the measures themselves."""
    folder, corpus = corpora_with(data, "ontogum"), settings.corpus(SHORT)
    table, rows = Table.of(folder, corpus, (0,), seed, settings, ROWS), []
    for (_, title), found in table.found.items():
        means = mean_f1s([each.result for each in found], CONLL)
        tuned, epoch = tuned_and_epoch(found)
        cells = [f"{tuned:.2f}", f"{epoch:.1f}", *percent(*means), f"{conll(found):.2f}"]
        rows.append([title, *cells, f"{np.mean([each.seconds / len(each.tuned) for each in found]):.2f}"])
    notes = (
        f"Training documents are cut after their first {settings.mentions} found mentions; those that are held out "
        "and those that are scored are whole. The same search runs with the regressor in the compiled kernel, and "
        "with the measure itself worked out anew for every cluster that is tried; seconds an epoch include scoring. "
        "The paper has no such figures: its authors call the direct use of MELA too expensive. "
        f"{settings.about(folder, corpus)}{table.about}"
    )
    columns = ["loss", "tuned", "epoch", "MUC", "B³", "CEAF-e", "CoNLL", "s/epoch"]
    return Outcome(columns, rows, "ontogum/conllu, train and dev", notes)


EXPERIMENT = Experiment(
    "The exact measure as a loss (after Haponchyk & Moschitti 2017)",
    "Whether a regressor loses anything against the measure that it stands for, where that can be afforded.",
    run,
)
