"""What `namesakes resolve` did and who it found, in one screen."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from namesakes.formats.scan import Skipped, SkippedRow
from namesakes.pipeline.report import Report
from namesakes.pipeline.summary import Summary
from namesakes.store.person_summary import PersonSummary
from namesakes.store.records import Membership
from namesakes.view.people_lines import people_lines
from namesakes.view.wording import Heading, counted, one_line

_SHOWN = 5
"""Files that are named for one reason."""

_LONGEST = 56
"""Characters that say who somebody is."""

_KINDS = {
    "person": ("person", "people"),
    "organization": ("organisation", "organisations"),
    "place": ("place", "places"),
}


def resolve_lines(
    report: Report, summary: Summary, others: Mapping[str, Sequence[Membership]], store: str
) -> Iterator[str]:
    """The lines of the screen.

    Parameters
    ----------
    others : for each id of somebody in one document only the identities that they might be instead.
    store : where people are kept.
    """
    if report.other_pipeline:
        yield one_line(f"{report.other_pipeline[0].upper()}{report.other_pipeline[1:]}.")
    yield _head(report, summary, store)
    counts = kind_counts(summary.counts)
    shares = "1 name is" if summary.shared_names == 1 else f"{summary.shared_names:,} names are"
    yield " · ".join([*counts, *([f"{shares} shared by several people"] if summary.shared_names else [])])
    if report.full_names >= 0 and summary.counts.get("person"):
        (people,) = kind_counts({"person": report.full_names})
        yield f"Equal names alone would make it {people}."
    if summary.most:
        yield ""
        yield Heading("Mentioned most")
        yield from _most(summary.most)
    if summary.shared:
        yield ""
        yield from people_lines((one for bearers in summary.shared for one in bearers), others)
    more = summary.shared_names - len(summary.shared)
    if more:
        yield f"… and {counted(more, 'more name')}: namesakes people{_option(store)}"
    yield from remarks(report)
    yield from _next(summary, store)


def kind_counts(counts: Mapping[str, int]) -> list[str]:
    """How many there are of each kind: `17 people`, `4 organisations`."""
    numbers = [(kind, counts.get(kind, 0)) for kind in _KINDS if kind == "person" or kind in counts]
    return [f"{number:,} {_KINDS[kind][number != 1]}" for kind, number in numbers]


def _head(report: Report, summary: Summary, store: str) -> str:
    """What was read, and in which time."""
    head = [counted(report.read, "document"), counted(report.words, "word")]
    if not report.read:
        head = [f"{counted(summary.documents, 'document')} in {one_line(store)}"]
    more = {"changed": report.changed, "known already": report.unchanged if report.read else 0}
    more["removed"] = report.removed
    aside = ", ".join(f"{number:,} {what}" for what, number in more.items() if number)
    return " · ".join([*head, f"{sum(report.seconds.values()):.1f} s"]) + (f" ({aside})" if aside else "")


def nothing_lines(report: Report, store: str) -> Iterator[str]:
    """The lines where nothing was to be done."""
    number = report.unchanged
    documents = "the document is" if number == 1 else f"all {number:,} documents are"
    known = f"Nothing to do: {documents} in {one_line(store)}, and nothing has changed."
    yield known if number else "There was nothing to read."
    yield from remarks(report)


def _most(people: Sequence[PersonSummary]) -> Iterator[str]:
    """People in columns; who they are is cut where it is long."""
    return people_columns(
        (one.identity.id, one.identity.name, one.description, one.mentions, len(one.documents)) for one in people
    )


def people_columns(people: Iterable[tuple[str, str, str, int, int]]) -> Iterator[str]:
    """Ids, names, descriptions, and numbers of mentions and documents, in columns."""
    rows = []
    for id, name, description, mentions, documents in people:
        text = one_line(", ".join(filter(None, (name, description))))
        text = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"
        rows.append((id, text, counted(mentions, "mention"), counted(documents, "document")))
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        yield "  " + "  ".join(f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


def remarks(report: Report) -> Iterator[str]:
    """What was left out and why, and what may be wrong with what was not."""
    if report.skipped:
        yield ""
        rows = sum(isinstance(each, SkippedRow) for each in report.skipped)
        counts = ((len(report.skipped) - rows, "file"), (rows, "row"))
        yield f"Skipped {' and '.join(counted(number, what) for number, what in counts if number)}:"
        yield from skipped_lines(report.skipped)
    if report.asleep:
        numbers = ", ".join(map(str, sorted(report.asleep)))
        yield ""
        asleep = counted(len(report.asleep), "correction")
        yield f"Asleep, since their mentions are not found any more: {asleep} ({numbers})"
        yield "See them with: namesakes correct list"
    if report.foreign:
        names = ", ".join(report.foreign[:_SHOWN]) + (" …" if len(report.foreign) > _SHOWN else "")
        count = "1 document is" if len(report.foreign) == 1 else f"{len(report.foreign):,} documents are"
        yield ""
        yield one_line(f"{count} probably not in English, so what is found there may be wrong: {names}")


def skipped_lines(skipped: Sequence[Skipped]) -> Iterator[str]:
    """One line for each reason, with the files."""
    reasons: dict[str, list[str]] = {}
    for each in skipped:
        reasons.setdefault(each.reason, []).append(each.place)
    for reason, places in sorted(reasons.items(), key=lambda item: (-len(item[1]), item[1])):
        more = f" and {len(places) - _SHOWN:,} more" if len(places) > _SHOWN else ""
        yield f"  {', '.join(map(one_line, places[:_SHOWN]))}{more} ({one_line(reason)})"


def _next(summary: Summary, store: str) -> Iterator[str]:
    """What to call next."""
    if not summary.most:
        return
    one = next(iter(summary.shared), summary.most)[0].identity
    option = _option(store)
    yield ""
    yield f"Next:  namesakes show {one.id}{option}    namesakes why {one.id}{option}    namesakes review{option}"


def _option(store: str) -> str:
    """The option that names the store to other commands, where it is not the default one."""
    return "" if Path(store) == Path("people.db") else f" --store {one_line(store)}"
