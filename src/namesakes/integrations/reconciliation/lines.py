"""Lines: matches as people read them, and as a table."""

import csv
import io
from collections.abc import Iterable, Iterator, Mapping

from namesakes.integrations.reconciliation.matching import Match
from namesakes.store.export.csv import harmless
from namesakes.view.wording import one_line

_WIDEST = 70
"""So many characters of what the table says of an entry are shown."""


_LEAST = 0.05
"""Entries that are less probable are not named."""


def match_lines(found: Iterable[Match], about: Mapping[str, str], *, why: bool = False) -> Iterator[str]:
    """Each person with the entry that is the same one, or those that may be meant.

    Parameters
    ----------
    about : what the table says of each entry.
    why : whether to say what speaks for it and against it.
    """
    count = matched = 0
    for match in found:
        count, matched = count + 1, matched + bool(match.entry)
        if not match.entry and match.certainty < _LEAST:
            continue
        entry = f"{one_line(match.entry)}  {match.certainty:.0%} sure" if match.entry else "nobody of the table"
        yield f"{one_line(match.person)}  {one_line(match.name)}: {entry}"
        if match.entry:
            yield f"    {_short(about[match.entry])}"
        for id, certainty in match.others:
            if certainty >= _LEAST:
                yield f"    {'or' if match.entry else 'perhaps'} {one_line(id)}, {certainty:.0%}: {_short(about[id])}"
        yield from (f"    {line}" for line in (match.why if why else ()))
    yield f"{matched} of {count} people who share a name with somebody in the table are matched"


def _short(text: str) -> str:
    line = one_line(text)
    return line if len(line) <= _WIDEST else f"{line[: _WIDEST - 1].rstrip()}…"


def csv_lines(found: Iterable[Match]) -> Iterator[str]:
    """A table: person, name, entry, certainty; no cell is a formula."""
    yield "person,name,entry,certainty"
    for match in found:
        stream = io.StringIO()
        cells = (match.person, match.name, match.entry, f"{match.certainty:.4f}")
        csv.writer(stream, lineterminator="").writerow(map(harmless, cells))
        yield stream.getvalue()
