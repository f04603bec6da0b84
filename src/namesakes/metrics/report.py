"""The one reporter: settings in, scores out, as JSON or as tables."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from namesakes.config import read_config
from namesakes.errors import ConfigError
from namesakes.metrics import COREFERENCE, score
from namesakes.metrics.measure import MEASURES, Score, ratio
from namesakes.metrics.result import Result, Scores, conll
from namesakes.metrics.significance import Significance, compare
from namesakes.text.document import Document

if TYPE_CHECKING:
    from rich.table import Table


@dataclass(frozen=True)
class ScoreSettings:
    """The options of `namesakes score`, on its command line or in a configuration file."""

    metrics: tuple[str, ...] = COREFERENCE
    keep_singletons: bool = True
    duplicates: str = "error"
    spans: str = "min"
    seed: int = 0

    def __post_init__(self) -> None:
        if self.duplicates not in ("error", "first"):
            raise ConfigError(f"duplicates: '{self.duplicates}' is neither 'error' nor 'first'.")
        if self.spans not in ("min", "exact"):
            raise ConfigError(f"spans: '{self.spans}' is neither 'min' nor 'exact'.")
        if not self.metrics:
            raise ConfigError(f"metrics: name at least one of {', '.join(sorted(MEASURES))}.")
        if self.seed < 0:
            raise ConfigError(f"seed: {self.seed} is negative; a seed is 0 or more.")
        for name in self.metrics:
            MEASURES[name]

    @classmethod
    def load(cls, path: Path | None, **options: Any) -> "ScoreSettings":
        """The settings of a file, where one is given, changed by the options that are not None."""
        settings = cls() if path is None else read_config(path, cls)
        given = {name: value for name, value in options.items() if value is not None}
        if "metrics" in given:
            given["metrics"] = tuple(name.strip() for name in given["metrics"] if name.strip())
        return replace(settings, **given)


@dataclass(frozen=True)
class Report:
    """The scores of a response and, where another one was given, of that one and the difference."""

    result: Result
    against: Result | None = None
    significance: Mapping[str, Significance] | None = None
    left_out: Sequence[str] = ()

    def to_json(self, *, per_document: bool = False) -> dict[str, Any]:
        """All figures: numerators, denominators, and scores as fractions."""
        found = self.result.to_json(per_document=per_document)
        if self.against is not None and self.significance is not None:
            found["against"] = self.against.to_json(per_document=per_document)
            found["significance"] = {name: each.to_json() for name, each in self.significance.items()}
        if self.left_out:
            found["left_out"] = list(self.left_out)
        return found

    def tables(self, *, per_document: bool = False) -> "Iterator[Table]":
        """The scores as tables for people, in per cent."""
        count = len(self.result.names)
        yield _table(f"{count} document{'s' * (count != 1)}", self.result.scores())
        if self.against is not None:
            yield _table("against", self.against.scores())
        if self.significance is not None:
            yield _significance_table(self.significance)
        for title, groups in (("genre", self.result.by_genre()), ("document", self.result.by_document())):
            if groups and (title == "genre" or per_document):
                yield _group_table(title, groups)


def scored(documents: Mapping[str, Sequence[Document]], settings: ScoreSettings, *, tolerant: bool = False) -> Report:
    """The report on `key` and `response`, and on `against` where it is given; `known` is training data.

    A tolerant report leaves out, and names, documents that not all of the files have: bad ones are missing in some.
    """
    left_out: list[str] = []
    sides = {name: documents[name] for name in ("key", "response", "against") if name in documents}
    if tolerant:
        names = [{document.key for document in side} for side in sides.values()]
        common = set.intersection(*names)
        left_out = sorted(set.union(*names) - common)
        sides = {name: [document for document in side if document.key in common] for name, side in sides.items()}
    known = {word for document in documents.get("known", ()) for word in document.words}
    results = {
        name: score(
            sides["key"],
            sides[name],
            metrics=settings.metrics,
            keep_singletons=settings.keep_singletons,
            first_of_duplicates=settings.duplicates == "first",
            known_words=known,
            minimal=settings.spans == "min",
        )
        for name in sides
        if name != "key"
    }
    if "against" not in results:
        return Report(results["response"], left_out=left_out)
    difference = compare(results["response"], results["against"], seed=settings.seed)
    return Report(results["response"], results["against"], difference, left_out)


def _percent(value: float) -> str:
    return f"{100 * value:.2f}"


def _count(value: float) -> str:
    return f"{value:.0f}" if value == int(value) else f"{value:.2f}"


def _table(title: str, scores: Scores) -> "Table":
    from rich.table import Table

    table = Table(title=title, title_justify="left", box=None, padding=(0, 2, 0, 0))
    table.add_column("")
    for heading in ("recall", "", "precision", "", "F1"):
        table.add_column(heading, justify="right")
    for name, each in scores.items():
        table.add_row(MEASURES[name].title, *_cells(each), f"[bold]{_percent(each.f1)}[/bold]")
    average = conll(scores)
    if average is not None:
        table.add_row("CoNLL", "", "", "", "", f"[bold]{_percent(average)}[/bold]")
    return table


def _cells(score: Score) -> Iterator[str]:
    for numerator, denominator in (score.recall, score.precision):
        yield _percent(ratio(numerator, denominator))
        yield f"[dim]{_count(numerator)} / {_count(denominator)}[/dim]" if denominator != 1 else ""


def _group_table(title: str, groups: Mapping[str, Scores]) -> "Table":
    from rich.markup import escape
    from rich.table import Table

    names = list(next(iter(groups.values())))
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(f"F1 by {title}")
    averaged = all(conll(scores) is not None for scores in groups.values())
    for name in names:
        table.add_column(MEASURES[name].title, justify="right")
    if averaged:
        table.add_column("CoNLL", justify="right")
    for group, scores in groups.items():
        cells = [_percent(score.f1) for score in scores.values()]
        average = conll(scores)
        table.add_row(escape(group), *cells, *([_percent(average)] if averaged and average is not None else []))
    return table


def _significance_table(significance: Mapping[str, Significance]) -> "Table":
    from rich.table import Table

    table = Table(title="difference", title_justify="left", box=None, padding=(0, 2, 0, 0))
    for heading in ("", "F1", "95 % of samples", "bootstrap p", "Wilcoxon p"):
        table.add_column(heading, justify="left" if not heading else "right")
    for name, each in significance.items():
        title = "CoNLL" if name == "conll" else MEASURES[name].title
        span = f"{100 * each.low:+.2f} … {100 * each.high:+.2f}"
        table.add_row(title, f"{100 * each.difference:+.2f}", span, f"{each.bootstrap_p:.3f}", f"{each.wilcoxon_p:.3f}")
    return table
