"""Record: the table of a page of documentation that says what was run, and when."""

import platform
import re
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Final

from namesakes import __version__

if TYPE_CHECKING:
    from tests.fuzz.run import Counts

_BEGIN, _END = "<!-- begin fuzzing -->", "<!-- end fuzzing -->"
_COLUMNS: Final = ("target", "inputs", "seconds", "crashes")


def table(found: Sequence["Counts"]) -> str:
    """What was run, a row for each target and one for all."""
    rows = [(each.target, each.inputs, each.seconds, each.crashes) for each in found]
    total = ("all", *(sum(row[place] for row in rows) for place in (1, 2, 3)))  # type: ignore[misc]
    lines = [f"| {' | '.join(_COLUMNS)} |", "|---|---|---|---|"]
    lines += [
        f"| {name} | {inputs:,} | {seconds:,.0f} | {crashes} |" for name, inputs, seconds, crashes in (*rows, total)
    ]
    engine = " and ".join(sorted({each.engine.capitalize() for each in found}))
    release = f"namesakes {__version__}, Python {platform.python_version()}"
    made = f"`make fuzz` · {engine} · {date.today().isoformat()} · {release}"
    return "\n".join((*lines, "", made))


def record(page: Path, found: Sequence["Counts"]) -> None:
    """Put the table into the page, in the place of the one that is there."""
    text = page.read_text(encoding="utf-8")
    mark = re.compile(f"{re.escape(_BEGIN)}.*?{re.escape(_END)}", re.DOTALL)
    if not mark.search(text):
        raise SystemExit(f"{page}: there is no place for the table; it stands between {_BEGIN} and {_END}.")
    page.write_text(mark.sub(lambda _: f"{_BEGIN}\n{table(found)}\n{_END}", text), encoding="utf-8")
