"""A profile as a table for a terminal."""

from collections.abc import Iterable, Iterator, Mapping

from rich.markup import escape
from rich.table import Table

from namesakes.profiles.profile import FIELDS, Profile

_SHOWN = 8
"""Names, words and phrases of a kind that are shown."""


def profile_table(profile: Profile) -> Table:
    """The profile as rows of a field and its values."""
    name = " ".join(filter(None, (profile.name.honorific, profile.name.full))) or next(iter(profile.forms), "")
    mentions = f"{profile.mentions} mention{'s' * (profile.mentions != 1)}"
    details = ", ".join(filter(None, (profile.gender, mentions)))
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 0), title_justify="left")
    table.title = f"[bold]{escape(name)}[/bold]  {escape(profile.document)}, {details}"
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for field, values in _rows(profile):
        table.add_row(f"  {field}", escape(values))
    return table


def _rows(profile: Profile) -> Iterator[tuple[str, str]]:
    """The fields that have values, and these in one line."""
    if len(profile.forms) > 1:
        yield "called", _counted(profile.forms)
    for field in FIELDS:
        values = [_value(fact.value, fact.relation) for fact in profile.facts if fact.field == field]
        if values:
            yield field, ", ".join(dict.fromkeys(values))
    for field, others in (
        ("people", profile.people),
        ("organizations", profile.organizations),
        ("places", profile.places),
        ("words", profile.context),
    ):
        if others:
            yield field, _counted(others)
    if profile.summary:
        yield "summary", " … ".join(profile.summary)


def _value(value: str, relation: str) -> str:
    return f"{value} ({relation})" if relation else value


def _counted(counts: Mapping[str, int]) -> str:
    return ", ".join(_first(f"{name} {count}" if count > 1 else name for name, count in counts.items()))


def _first(names: Iterable[str]) -> list[str]:
    listed = list(names)
    return listed[:_SHOWN] + ["…"] * (len(listed) > _SHOWN)
