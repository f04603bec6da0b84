"""Figure 3 of Rush et al. (2012): what each round of dual decomposition costs."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from namesakes.syntax.consistency.changes import Report
from namesakes.syntax.consistency.consistency import RUSH_2012
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.parsing.self_training import without_trees
from reproduction.figures import Figure, label
from reproduction.outcome import Experiment, Outcome
from reproduction.rush2012.common import PAPERS_PARSER, SETTINGS, Settings

DRAWN = ("en", "de", "ja")
SIZE = 200
"""How many training sentences there are."""
PAPERS = RUSH_2012.parser
STARTS = {
    "u = 0": PAPERS,
    "warm": replace(PAPERS, warm=True),
    "warm, own steps": replace(PAPERS, rate=ParsingSettings().rate, warm=True, adaptive=True),
}
"""How multipliers begin and move: as the paper's; at what the first consensus promises too much; and, the default, with
steps of their own besides."""
ROUNDS = (1, 2, 5, 10, 20, 50, 100, 200)


def run(data: Path | None, seed: int, settings: Settings = SETTINGS, size: int = SIZE) -> Outcome:
    """The per cent of sentences that are decoded again in a round, and the cost of the whole."""
    reports = {
        (language, start): _report(data, language, seed, settings, size, rule)
        for start, rule in STARTS.items()
        for language in DRAWN
    }
    rows = []
    for (language, start), report in reports.items():
        shares = [f"{_share(report, number):.2f}" for number in ROUNDS]
        found = [str(report.rounds), f"{report.cost:.2f}", str(report.let_go)]
        rows.append([language, start, *shares, *found])
    rows.append(["paper", "u = 0", "about 1 % of the time", *["–"] * (len(ROUNDS) - 1), "≤ 200", "1.71", "0.6 %"])
    columns = ["", "start", *(f"round {number}" for number in ROUNDS), "rounds", "cost", "let go"]
    notes = (
        f"Per cent of the sentences that are decoded again in a round after the plain one, {size} training sentences, "
        "a parser with the paper's features, contexts of fine tags, the default bonuses; cost is the processor's "
        "time of all in plain decodings. *u = 0* is the paper's: multipliers begin at 0, and all have the step of "
        "Koo et al. (2010). *warm*: they begin at what the first consensus promises too much. *Own steps*, with it "
        "the default outside these tables: the step of each grows while it moves one way. The optimum is the same. "
        "Shares of sentences are drawn and not times, which no machine repeats."
    )
    figure = Figure("Sentences decoded again, by round", lambda axes: draw(axes, reports), (6.0, 3.2))
    return Outcome(columns, rows, "treebanks en_wsj_nltk, de_gsd, ja_gsd", notes, figure)


def _report(
    data: Path | None, language: str, seed: int, settings: Settings, size: int, rule: ParsingSettings
) -> Report:
    train, test = settings.lightly_supervised(data, language, size, seed)
    parser = settings.trained(PAPERS_PARSER, train, seed)
    model = ConsistentParser(parser, Contexts.learn([train], rule.least, fine=rule.fine), rule)
    return model.corpus([without_trees(test)])[1]


def _share(report: Report, number: int) -> float:
    """The per cent of sentences decoded in a round; the plain one is round 0."""
    counts = report.round_decoded
    return 100 * counts[number] / report.sentences if number < len(counts) else 0.0


def draw(axes: Any, reports: Mapping[tuple[str, str], Report]) -> None:
    """Draw the shares of sentences that are decoded again, round by round: a colour a language, a style a start."""
    colours = dict(zip(DRAWN, ("tab:blue", "tab:orange", "tab:green"), strict=True))
    styles = dict(zip(STARTS, ("--", ":", "-"), strict=True))
    for (language, start), report in reports.items():
        rounds = range(1, min(report.rounds, 200))
        line = {"label": f"{language}, {start}", "color": colours[language], "linewidth": 1.2}
        axes.plot(rounds, [_share(report, number) for number in rounds], linestyle=styles[start], **line)
    axes.set_yscale("symlog", linthresh=1)
    label(axes, "round", "sentences decoded again, %", fontsize=6)


EXPERIMENT = Experiment(
    "Consistency: what rounds cost (Rush et al. 2012, figure 3)",
    "How many sentences lazy decoding has to decode again, round by round.",
    run,
)
