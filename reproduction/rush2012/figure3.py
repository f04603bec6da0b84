"""Figure 3 of Rush et al. (2012): what each round of dual decomposition costs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from namesakes.syntax.consistency.changes import Report
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome
from reproduction.rush2012.common import CONSISTENCY, PAPERS_PARSER, SETTINGS, WARM, Settings, without_trees

DRAWN = ("en", "de", "ja")
SIZE = 200
"""How many training sentences there are."""
ROUNDS = (1, 2, 5, 10, 20, 50, 100, 200)


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, size: int = SIZE) -> Outcome:
    """The per cent of sentences that are decoded again in a round, and the cost of the whole."""
    reports = {language: _report(data, language, seed, settings, size) for language in DRAWN}
    rows = []
    for language, report in reports.items():
        shares = [f"{_share(report, number):.2f}" for number in ROUNDS]
        rows.append([language, *shares, str(report.rounds), f"{report.cost:.2f}", str(report.let_go)])
    rows.append(["paper", "about 1 % of the time", *["–"] * (len(ROUNDS) - 1), "≤ 200", "1.71", "0.6 %"])
    columns = ["", *(f"round {number}" for number in ROUNDS), "rounds", "cost", "let go"]
    notes = (
        f"Per cent of the sentences that are decoded again in a round after the plain one, {size} training sentences, "
        "a parser with the paper's features; cost is the time of all in plain decodings. Shares of sentences are drawn "
        f"and not times, which no machine repeats. {WARM}"
    )
    figure = Figure("Sentences decoded again, by round", lambda axes: draw(axes, reports), (6.0, 3.2))
    return Outcome(columns, rows, "treebanks en_wsj_nltk, de_gsd, ja_gsd", notes, figure)


def _report(data: Path | None, language: str, seed: int, settings: Settings, size: int) -> Report:
    train, test = settings.lightly_supervised(data, language, size, seed)
    parser = settings.trained(PAPERS_PARSER, train, seed)
    model = ConsistentParser(parser, Contexts.learn([train], CONSISTENCY.least), CONSISTENCY)
    return model.corpus([without_trees(test)])[1]


def _share(report: Report, number: int) -> float:
    """The per cent of sentences decoded in a round; the plain one is round 0."""
    counts = report.round_decoded
    return 100 * counts[number] / report.sentences if number < len(counts) else 0.0


def draw(axes: Any, reports: Mapping[str, Report]) -> None:
    """Draw the shares of sentences that are decoded again, round by round."""
    for language, report in reports.items():
        rounds = range(1, min(report.rounds, 200))
        axes.plot(rounds, [_share(report, number) for number in rounds], label=language, linewidth=1.2)
    axes.set_yscale("symlog", linthresh=1)
    label(axes, "round", "sentences decoded again, %", fontsize=None)


EXPERIMENT = Experiment(
    "Consistency: what rounds cost (Rush et al. 2012, figure 3)",
    "How many sentences lazy decoding has to decode again, round by round.",
    run,
)
