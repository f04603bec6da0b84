"""Table 1 of Choi & Cardie (2007): local against structured local training, before and after clustering."""

from collections.abc import Sequence
from pathlib import Path

from reproduction.choi2007.common import (
    CORPORA,
    DATA,
    LOST,
    STRUCTURED_A,
    STRUCTURED_B,
    Round,
    chosen,
    runs,
)
from reproduction.corpora import corpora_with
from reproduction.environment import WORK
from reproduction.outcome import Experiment, Outcome
from reproduction.tables import p_value, percent

COLUMNS = ["corpus", "training", "e % before", "P", "R", "F1", "e % after", "P", "R", "F1", "MUC F1", "p (e)"]
PAPER = [
    ["paper, one data set", "SLT", "", "", "", "", "3.5 % less than BASE", "", "", "", "", "significant"],
    ["paper, the other", "SLT", "", "", "", "", "at most 1 % less than BASE", "", "", "", "", ""],
    ["paper, MUC6", "BASE", "", "", "", "", "", "", "", "57.7", "66.4", ""],
    ["paper, MPQA", "BASE", "", "", "", "", "", "", "", "65.1", "", ""],
]


def run(data: Path | None, seed: int, corpora: Sequence[str] = tuple(CORPORA)) -> Outcome:
    """Pairwise error, precision, recall and F1 before and after single-link clustering on each corpus."""
    folder = corpora_with(data)
    rows = []
    for name in corpora:
        one, other = runs(folder, name, [STRUCTURED_A, STRUCTURED_B])
        base = one[0]
        rows.append([name, "BASE", *_cells(base), ""])
        for title, rounds in (("SLT, E-step A", one), ("SLT, E-step B", other)):
            best = chosen(rounds, "error")
            number = rounds.index(best) + 1
            rows.append([name, f"{title}, round {number}", *_cells(best), p_value(best.errors(), base.errors())])
    notes = (
        "e %: pairs decided wrongly, in per cent, before and after clustering; P, R and F1 are those of coreferent "
        "pairs. Templates after Ng & Cardie (2002), no window, Gaussian prior of variance 1, L-BFGS to 200 iterations, "
        "5 rounds; the round is the one with the least error on the training documents after clustering, of those "
        f"after the first. p (e): Wilcoxon's test of the documents' errors after clustering against BASE. {LOST} Goal: "
        f"SLT lowers the error after clustering. With `{WORK}` set to a folder, runs are kept there and not run again."
    )
    return Outcome(COLUMNS, rows + PAPER, DATA, notes)


def _cells(found: Round) -> list[str]:
    before, after = found.totals
    pairs = ((each.error, each.precision, each.recall, each.f1) for each in (before, after))
    return percent(*(value for four in pairs for value in four), after.muc)


EXPERIMENT = Experiment(
    "Choi & Cardie (2007), Table 1: structured local training",
    "Whether pairs that clustering puts right by itself are better not learned as coreferent.",
    run,
)
