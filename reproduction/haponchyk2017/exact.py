"""The true measure instead of a regressor, on documents that are short enough for it."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from namesakes.chains.losses import LossSettings
from namesakes.metrics.result import CONLL
from reproduction.corpora import corpora_with
from reproduction.haponchyk2017.common import SETTINGS, LossRun, Settings, learner, runs
from reproduction.haponchyk2017.documents import SHORT
from reproduction.outcome import Experiment, Outcome
from reproduction.runs import grouped
from reproduction.tables import mean_f1s, percent

ROWS = {
    "edge": ("edge", "conll"),
    "tree-edges": ("tree-edges", "conll"),
    "learned, for the CoNLL score": ("learned", "conll"),
    "exact, the CoNLL score": ("exact", "conll"),
    "exact, LEA": ("exact", "lea"),
}


def run(data: Path | None, seed: int, settings: Settings = SETTINGS) -> Outcome:
    """Scores of models that learned from short documents with a regressor and with the measures themselves."""
    folder, corpus = corpora_with(data, "ontogum"), settings.corpus(SHORT)
    wanted = [
        LossRun(
            corpus,
            replace(
                learner(corpus, epochs=settings.epochs, seed=seed + number),
                loss=loss,
                augmentation=LossSettings(measure=measure),
            ),
        )
        for loss, measure in ROWS.values()
        for number in settings.seeds
    ]
    rows = []
    for title, found in grouped(ROWS, runs(folder, wanted, settings.jobs)).items():
        means = mean_f1s([each.best for each in found], CONLL)
        rows.append([title, *percent(*means, float(np.mean(means)))])
    notes = (
        f"{settings.training} training documents cut after their first {settings.mentions} found mentions, up to "
        f"{settings.epochs} epochs, the best one chosen on held-out documents; scored are whole development documents, "
        f"means over {len(settings.seeds)} orders. Strength 1000 throughout. The same search runs with the regressor "
        "in the compiled kernel, and with "
        "the measure itself worked out anew for every cluster that is tried. The paper has no such figures: its "
        "authors call the direct use of MELA too expensive."
    )
    return Outcome(["loss", "MUC", "B³", "CEAF-e", "CoNLL"], rows, "ontogum/conllu, train and dev", notes)


EXPERIMENT = Experiment(
    "The exact measure as a loss (after Haponchyk & Moschitti 2017)",
    "Whether a regressor loses anything against the measure that it stands for, where that can be afforded.",
    run,
)
