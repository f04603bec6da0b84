"""CSV: a table of people, of their memberships, or of facts.

A spreadsheet takes a cell that begins with =, +, -, @, a tab or a return for a formula, and runs it. Such texts get an
apostrophe before them, which makes them texts there; `exact` takes it away again.
"""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any, Final

from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.export.tables import TABLES, rows
from namesakes.store.store import Store

_FORMULA: Final = re.compile("'*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20]")
"""What a formula begins with, in its wide forms too, after any apostrophes, so that one more can be taken away."""


class CsvExport(TextExport):
    """A table as CSV; a value with a line break in it is quoted."""

    summary = "a table of people, of their memberships in documents, or of facts"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The column names, then the rows."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="\r\n")  # what ends lines is quoted in a value
        for row in (TABLES[options.table], *rows(store, options.table)):
            writer.writerow([_cell(value, raw=options.raw) for value in row])
            yield buffer.getvalue().removesuffix("\r\n")
            buffer.seek(0)
            buffer.truncate()


def _cell(value: Any, *, raw: bool) -> Any:
    if isinstance(value, float):
        return f"{value:.4f}"
    return value if raw or not isinstance(value, str) else harmless(value)


def harmless(text: str) -> str:
    """The text of a cell, with an apostrophe before it where a spreadsheet would take it for a formula."""
    return f"'{text}" if _FORMULA.match(text) else text


def exact(cell: str) -> str:
    """The text that `harmless` made a cell of."""
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


EXPORT = CsvExport()
