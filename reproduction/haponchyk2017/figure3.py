"""Figure 3 of Haponchyk & Moschitti (2017): the CoNLL score by epoch, for each loss and number of features."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np

from reproduction.figures import figure
from reproduction.haponchyk2017.common import (
    ABOUT,
    ENGLISH,
    EPOCHS,
    SIMPLE,
    TITLES,
    Found,
    chance,
    compared,
    conll,
    lead,
    told_losses,
    tuned_losses,
)
from reproduction.outcome import Experiment, Outcome, needs_data

SIZES = (10_000, 100_000, 0)
STYLES = (":", "--", "-")
SHOWN = (1, 2, 4)
PICTURE = Path("docs/haponchyk2017-figure3.svg")


def run(data: Path | None, seed: int) -> Outcome:
    """The CoNLL score of the held-out documents by epoch, and of the scored ones after the best."""
    needs_data(data, "ontogum")
    assert data is not None
    losses = tuned_losses(data, ENGLISH)
    found = compared(data, ENGLISH, losses, SIZES, seed)
    steady = compared(data, ENGLISH, losses, SIZES[:1], seed, "passive-aggressive")
    rows = [row for most in SIZES for row in _rows(found, most, f"{most:,}" if most else "all")]
    rows += _rows(steady, SIZES[0], f"{SIZES[0]:,}, passive-aggressive")
    if PICTURE.parent.is_dir():
        draw(found, PICTURE)
    notes = (
        f"{ABOUT}Features are those with the largest weights of a logistic classifier of right and wrong pairs. The "
        "curves are of the held-out documents. The paper's show the learned loss ahead of the others the more, the "
        "fewer features there are, and faster; they are of other data, and their numbers are not in its text. The lead "
        "is that of the scored documents over the better simple loss (goal: 1.0 with 100,000 features or fewer), with "
        "Wilcoxon's p. C and r are chosen with all features and kept, as in the paper. Fewer features make smaller "
        "scores, beside which the same C is stronger; the last rows are of passive-aggressive steps, which do not "
        "depend on C, so that nothing of a lead there comes from its choice. "
        f"{told_losses(losses)}\n\n![CoNLL score by epoch]({PICTURE.name})"
    )
    epochs = [f"epoch {epoch}" for epoch in (*(each for each in SHOWN if each < EPOCHS), EPOCHS)]
    return Outcome(["features", "loss", *epochs, "scored", "lead", "p"], rows, "ontogum/conllu, train and dev", notes)


def _rows(found: Mapping[tuple[int, str], Sequence[Found]], most: int, title: str) -> Iterator[list[str]]:
    """A row for each loss with so many features."""
    of_loss = {name: found[most, name] for name in TITLES}
    for name, loss in TITLES.items():
        means = curve(of_loss[name])
        ahead = ["", ""] if name in SIMPLE else [lead(of_loss, name), chance(of_loss, name)]
        cells = [f"{means[epoch - 1]:.2f}" for epoch in (*(each for each in SHOWN if each < EPOCHS), EPOCHS)]
        yield [title, loss, *cells, f"{conll(of_loss[name]):.2f}", *ahead]


def curve(found: Sequence[Found]) -> list[float]:
    """The mean CoNLL score of the held-out documents after each epoch, in per cent."""
    means: list[float] = (100 * np.mean([one.tuned for one in found], axis=0)).tolist()
    return means


def draw(found: Mapping[tuple[int, str], Sequence[Found]], path: Path) -> None:
    """Draw the curves into an SVG file: a colour for each loss, a line style for each number of features."""
    styles = dict(zip(SIZES, STYLES, strict=True))
    colours = dict(zip(TITLES, ("tab:blue", "tab:orange", "tab:green", "tab:red"), strict=True))
    with figure(path, (6.0, 4.2)) as axes:
        for (most, name), each in found.items():
            values = curve(each)
            label = f"{name}, {most:,}" if most else f"{name}, all"
            axes.plot(
                range(1, len(values) + 1),
                values,
                label=label,
                color=colours[name],
                linestyle=styles[most],
                linewidth=1.2,
            )
        axes.set_xlabel("epoch")
        axes.set_ylabel("CoNLL score")
        axes.legend(frameon=False, fontsize=6, ncols=2)


EXPERIMENT = Experiment(
    "Losses with few features (Haponchyk & Moschitti 2017, figure 3)",
    "Learning curves of three losses where a classifier leaves fewer and fewer features.",
    run,
)
