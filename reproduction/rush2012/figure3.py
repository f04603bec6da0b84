"""Figure 3 of Rush et al. (2012): what each round of dual decomposition costs."""

from pathlib import Path

from namesakes.errors import DataError
from namesakes.syntax.consistency.changes import Report
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser
from namesakes.syntax.parsing.parser import Parser
from reproduction.outcome import Experiment, Outcome
from reproduction.rush2012.common import CONSISTENCY, lightly_supervised, parser_of

DRAWN = ("en", "de", "ja")
SIZE = 200
ROUNDS = (1, 2, 5, 10, 20, 50, 100, 200)
PICTURE = Path("docs/rush2012-figure3.svg")


def run(data: Path | None, seed: int) -> Outcome:
    """The per cent of sentences that are decoded again in a round, and the cost of the whole."""
    reports = {language: _report(data, language, seed) for language in DRAWN}
    rows = []
    for language, report in reports.items():
        shares = [f"{_share(report, number):.2f}" for number in ROUNDS]
        rows.append([language, *shares, str(report.rounds), f"{report.cost:.2f}", str(report.let_go)])
    rows.append(["paper", "about 1 % of the time", *["–"] * (len(ROUNDS) - 1), "≤ 200", "1.71", "0.6 %"])
    if PICTURE.parent.is_dir():
        draw(reports, PICTURE)
    columns = ["", *(f"round {number}" for number in ROUNDS), "rounds", "cost", "let go"]
    notes = (
        f"Per cent of the sentences that are decoded again in a round after the plain one, {SIZE} training sentences, "
        "a parser with the paper's features; cost is the time of all in plain decodings. Shares of sentences are drawn "
        f"and not times, which no machine repeats: ![Sentences decoded again, by round]({PICTURE.name})"
    )
    return Outcome(columns, rows, "treebanks en_wsj_nltk, de_gsd, ja_gsd", notes)


def _report(data: Path | None, language: str, seed: int) -> Report:
    train, test = lightly_supervised(data, language, SIZE, seed)
    parser = Parser.train([train], parser_of("paper's", seed))
    model = ConsistentParser(parser, Contexts.learn([train], CONSISTENCY.least), CONSISTENCY)
    return model.corpus([test.with_columns(label=None).replace(heads=None)])[1]


def _share(report: Report, number: int) -> float:
    """The per cent of sentences decoded in a round; the plain one is round 0."""
    counts = report.round_decoded
    return 100 * counts[number] / report.sentences if number < len(counts) else 0.0


def draw(reports: dict[str, Report], path: Path) -> None:
    """Draw the shares of sentences that are decoded again, round by round, into an SVG file."""
    try:
        import matplotlib
    except ImportError as error:
        raise DataError(
            "figures are drawn by Matplotlib, which is not installed", "pip install 'namesakes[plots]'"
        ) from error
    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "namesakes"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.2))
    for language, report in reports.items():
        last = min(report.rounds, 200)
        axes.plot(range(1, last), [_share(report, number) for number in range(1, last)], label=language, linewidth=1.2)
    axes.set_xlabel("round")
    axes.set_ylabel("sentences decoded again, %")
    axes.set_yscale("symlog", linthresh=1)
    axes.legend(frameon=False)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None, "Creator": None})
    pyplot.close(figure)


EXPERIMENT = Experiment(
    "Consistency: what rounds cost (Rush et al. 2012, figure 3)",
    "How many sentences lazy decoding has to decode again, round by round.",
    run,
)
