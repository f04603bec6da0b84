"""Table 3 of Haponchyk & Moschitti (2017): three losses, measure by measure."""

from pathlib import Path

import numpy as np

from namesakes.metrics.result import CONLL
from reproduction.haponchyk2017.common import ABOUT, ENGLISH, TITLES, compared, conll, told_losses, tuned_losses
from reproduction.haponchyk2017.table2 import SELECTED
from reproduction.outcome import Experiment, Outcome, needs_data

PAPER: dict[tuple[str, int], tuple[str, ...]] = {
    ("edge", 0): ("72.66", "59.94", "56.54", "63.05"),
    ("tree-edges", 0): ("72.18", "59.31", "55.82", "62.76"),
    ("learned", 0): ("72.34", "60.36", "57.40", "63.37"),
    ("whole", 0): (),
    ("edge", SELECTED): ("71.95", "59.03", "55.59", "62.19"),
    ("tree-edges", SELECTED): ("72.35", "59.54", "56.38", "62.44"),
    ("learned", SELECTED): ("72.09", "60.11", "57.07", "63.09"),
    ("whole", SELECTED): (),
}


def run(data: Path | None, seed: int) -> Outcome:
    """The F1 of each measure of the CoNLL score, with each loss."""
    needs_data(data, "ontogum")
    assert data is not None
    losses = tuned_losses(data, ENGLISH)
    found, rows = compared(data, ENGLISH, losses, (SELECTED, 0), seed), []
    for (name, most), paper in PAPER.items():
        each = found[most, name]
        scores = [one.best.scores() for one in each]
        means = [100 * float(np.mean([one[measure].f1 for one in scores])) for measure in CONLL]
        cells = [f"{value:.2f}" for value in (*means, conll(each))]
        rows.append([TITLES[name], f"{most:,}" if most else "all", *cells, " / ".join(paper)])
    notes = f"{ABOUT}The paper's figures are of other data, with one million features selected. {told_losses(losses)}"
    columns = ["loss", "features", "MUC", "B³", "CEAF-e", "CoNLL", "paper: MUC / B³ / CEAF-e / MELA"]
    return Outcome(columns, rows, "ontogum/conllu, train and dev", notes)


EXPERIMENT = Experiment(
    "Three losses by measure (Haponchyk & Moschitti 2017, table 3)",
    "Which of the measures that make the CoNLL score a loss helps.",
    run,
)
