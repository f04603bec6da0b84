"""Table 1 of Haponchyk & Moschitti (2017): how well a linear regressor stands for a measure."""

from dataclasses import replace
from pathlib import Path

from namesakes.chains.losses.regressor import fit
from namesakes.metrics.measure import MEASURES as KNOWN
from reproduction.corpora import corpora_with
from reproduction.environment import WORK
from reproduction.haponchyk2017.samples import MEASURES, SAMPLES, SampleSettings, rated_samples
from reproduction.outcome import Experiment, Outcome

PAPER = {"S1 → S2": ("2.650", "99.68"), "S2 → S1": ("2.483", "99.70")}


def run(data: Path | None, seed: int, settings: SampleSettings = SAMPLES) -> Outcome:
    """Mean squared error and squared correlation of the regressor on trees of documents that it has not seen."""
    both, rows = rated_samples(corpora_with(data, "ontogum"), seed, settings), []
    for measure in MEASURES:
        title = "CoNLL (MELA)" if measure == "conll" else KNOWN[measure].title
        for number, direction in enumerate(PAPER):
            taught, other = both[number][measure], both[1 - number][measure]
            error, correlation = fit(taught, replace(settings.regressor, measure=measure)).errors(other)
            paper = PAPER[direction] if measure == "conll" else ("", "")
            rows.append([title, direction, f"{len(other):,}", f"{error:.2f}", f"{correlation:.2f}", *paper])
    notes = (
        f"Two samples of {settings.documents} training documents of OntoGUM (the paper: 100 documents of CoNLL 2012 "
        "each, 6,011 "
        "and 5,496 examples) that share none. The trees are the worst ones of a latent structured perceptron with the "
        f"loss of arcs, run on each document by itself for {settings.regressor.rounds} rounds, or until its worst tree "
        "is right. "
        "Scores are per cent, chains of one mention are left out, missed mentions count. Goals for the CoNLL score: a "
        "mean squared error (MSE) of at most 3, a squared correlation (SCC) of at least 99 %. The same nine features "
        f"are made of MUC, B³ and a shortcut for CEAF-e; the other measures they have to guess. {WORK} names the "
        "folder where the trees are kept."
    )
    columns = ["measure", "train → test", "examples", "MSE", "SCC (%)", "paper: MSE", "paper: SCC (%)"]
    return Outcome(columns, rows, "ontogum/conllu, train", notes)


EXPERIMENT = Experiment(
    "A regressor for a measure (Haponchyk & Moschitti 2017, table 1)",
    "How near a linear regressor on nine features comes to the exact score of a document, in both directions.",
    run,
)
