"""How well people are found, as tables and lines for a terminal."""

from collections.abc import Iterator
from typing import Final

from rich.table import Table

from namesakes.metrics.measure import f_measure, ratio
from namesakes.metrics.people import Pairs, PeopleCounts
from namesakes.pipeline.people_errors import CAUSES
from namesakes.pipeline.people_evaluation import OURS, PeopleEvaluation

_TITLES: Final = {
    OURS: "namesakes",
    "full_name": "equal full names",
    "full_name_and_short": "and short names",
    "all_in_one": "all in one",
}
_WIDTH: Final = 22
"""Of the first column, so that the tables stand under each other."""


def people_tables(found: PeopleEvaluation) -> Iterator[Table]:
    """People exactly right, and pairs of names across and within documents: a row for each way to tell people."""
    columns: tuple[str, ...] = ("all", "%", "hard", "%", "others", "%")
    yield _table("people right", columns, {way: _people(each) for way, each in found.counts.items()})
    columns = ("right", "wrong", "missed", "P", "R", "F1")
    for title, name in (("pairs across documents", "across"), ("pairs within documents", "within")):
        rows = {way: _pairs(getattr(counts, name)) for way, counts in found.counts.items()}
        yield _table(title, columns, rows)


def people_lines(found: PeopleEvaluation) -> Iterator[str]:
    """Pronouns, certainty, sizes, and what is at fault where people are not right."""
    given = found.pronouns
    pronouns = given.right + given.wrong + given.nobody
    share = f"{given.right} of {pronouns} right ({100 * ratio(given.right, pronouns):.1f} %)"
    yield f"pronouns: {share}, {given.wrong} wrong, {given.nobody} given to nobody"
    yield f"certainty of memberships: off by {100 * found.certainty.error:.1f} points"
    counted = {"folder": found.folders, "document": found.documents, "name": found.names}
    sizes = ", ".join(f"{number:,} {what}{'s' * (number != 1)}" for what, number in counted.items())
    yield f"{sizes}, {found.not_found:,} not found"
    if found.errors:
        causes = [f"{number} {CAUSES[cause]}" for cause, number in found.causes.items() if number]
        yield f"of {len(found.errors)} people who are not right " + ", ".join(causes)


def _table(title: str, columns: tuple[str, ...], rows: dict[str, tuple[str, ...]]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    table.add_column(title, min_width=_WIDTH, no_wrap=True)
    for column in columns:
        table.add_column(column, justify="right", no_wrap=True)
    for way, cells in rows.items():
        table.add_row(_TITLES.get(way, way), *cells)
    return table


def _people(counts: PeopleCounts) -> tuple[str, ...]:
    others, right = counts.people - counts.hard, counts.right - counts.hard_right
    shares = ((counts.right, counts.people), (counts.hard_right, counts.hard), (right, others))
    return tuple(cell for share in shares for cell in (f"{share[0]} of {share[1]}", f"{100 * ratio(*share):.1f}"))


def _pairs(pairs: Pairs) -> tuple[str, ...]:
    scores = (pairs.precision, pairs.recall, f_measure(pairs.recall, pairs.precision))
    return (*map(str, (pairs.right, pairs.wrong, pairs.missed)), *(f"{100 * score:.1f}" for score in scores))
