"""Table 3 of Haponchyk & Moschitti (2017): three losses, measure by measure."""

from pathlib import Path

from namesakes.metrics.result import CONLL
from reproduction.corpora import corpora_with
from reproduction.haponchyk2017.common import (
    SETTINGS,
    TITLES,
    Settings,
    Table,
    conll,
    counted,
)
from reproduction.haponchyk2017.documents import ENGLISH
from reproduction.haponchyk2017.table2 import SELECTED
from reproduction.outcome import Experiment, Outcome
from reproduction.tables import mean_f1s, percent

PAPER = {
    "edge": ("72.66 / 59.94 / 56.54 / 63.05", "71.95 / 59.03 / 55.59 / 62.19"),
    "tree-edges": ("72.18 / 59.31 / 55.82 / 62.76", "72.35 / 59.54 / 56.38 / 62.44"),
    "learned": ("72.34 / 60.36 / 57.40 / 63.37", "72.09 / 60.11 / 57.07 / 63.09"),
    "whole": ("", ""),
}
"""With all features and with selected ones."""


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, selected: int = SELECTED) -> Outcome:
    """The F1 of each measure of the CoNLL score, with each loss."""
    folder, corpus = corpora_with(data, "ontogum"), settings.corpus(ENGLISH)
    table, rows = Table.of(folder, corpus, (selected, 0), seed, settings), []
    for place, most in enumerate((0, selected)):
        for name, paper in PAPER.items():
            each = table.found[most, name]
            cells = [*percent(*mean_f1s([one.result for one in each], CONLL)), f"{conll(each):.2f}"]
            rows.append([TITLES[name], counted(most), *cells, paper[place]])
    notes = (
        f"{settings.about(folder, corpus)}The paper's figures are of other data, with one million features selected. "
        f"{table.about}"
    )
    columns = ["loss", "features", "MUC", "B³", "CEAF-e", "CoNLL", "paper: MUC / B³ / CEAF-e / MELA"]
    return Outcome(columns, rows, "ontogum/conllu, train and dev", notes)


EXPERIMENT = Experiment(
    "Three losses by measure (Haponchyk & Moschitti 2017, table 3)",
    "Which of the measures that make the CoNLL score a loss helps.",
    run,
)
