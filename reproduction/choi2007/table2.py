"""Table 2 of Choi & Cardie (2007): biased potentials with local training."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from namesakes.chains.pairwise.biased_potentials import BiasSettings
from reproduction.choi2007.common import (
    BIASES,
    CORPORA,
    DATA,
    FACTORS,
    LOCAL,
    LOST,
    STRUCTURED_B,
    Round,
    runs,
)
from reproduction.corpora import corpora_with
from reproduction.environment import WORK
from reproduction.outcome import Experiment, Outcome
from reproduction.tables import percent

COLUMNS = ["corpus", "training", "P", "R", "F1", "P after", "R after", "F1 after", "MUC P", "MUC R", "MUC F1"]
WEIGHTED = {f"weights, β = {factor}": BiasSettings("all", factor, "weights") for factor in FACTORS}
PAPER = [["paper, both", "BASIC-P1, BASIC-Pa", "falls", "rises", "", "", "", "", "falls", "rises", ""]]


def run(data: Path | None, seed: int, corpora: Sequence[str] = tuple(CORPORA)) -> Outcome:
    """Precision, recall and F1 of pairs before clustering, and MUC after it, with each bias on each corpus."""
    folder = corpora_with(data)
    rows = []
    for name in corpora:
        wanted = {"BASE": STRUCTURED_B}
        wanted |= {title: replace(STRUCTURED_B, bias=bias) for title, bias in BIASES.items()}
        wanted |= {title: replace(LOCAL, bias=bias) for title, bias in WEIGHTED.items()}
        found = runs(folder, name, list(wanted.values()))
        rows += [[name, title, *_cells(rounds[0])] for title, rounds in zip(wanted, found, strict=True)]
    notes = (
        "P1 biases the closest coreferent pair of each mention, Pa all coreferent pairs; weights counts all coreferent "
        "pairs β times, the older way to the same end, which is not in the paper. P, R and F1 are those of coreferent "
        "pairs before and after single-link clustering; MUC is that of the chains, with all gold mentions. Otherwise "
        f"as table 1, with a prior of variance 1: these are first rounds. {LOST} Goal: bias raises recall. "
        f"With `{WORK}` set to a folder, runs are kept there, and table 3 goes on from them."
    )
    return Outcome(COLUMNS, rows + PAPER, DATA, notes)


def _cells(found: Round) -> list[str]:
    before, after = found.totals
    pairs = [value for each in (before, after) for value in (each.precision, each.recall, each.f1)]
    return percent(*pairs, after.muc_precision, after.muc_recall, after.muc)


EXPERIMENT = Experiment(
    "Choi & Cardie (2007), Table 2: biased potentials",
    "Whether recall rises where coreferent pairs count for more in training.",
    run,
)
