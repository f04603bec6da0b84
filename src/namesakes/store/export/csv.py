"""CSV: a table of people, of their memberships, or of facts."""

import csv
import io
from collections.abc import Iterator

from namesakes.store.export.export import ExportOptions, TextExport
from namesakes.store.export.tables import COLUMNS, rows
from namesakes.store.store import Store


class CsvExport(TextExport):
    """A table as CSV; a value with a line break in it is quoted."""

    summary = "a table of people, of their memberships in documents, or of facts"

    def lines(self, store: Store, options: ExportOptions) -> Iterator[str]:
        """The column names, then the rows."""
        buffer = io.StringIO()
        writer = csv.writer(buffer, lineterminator="")
        for row in (COLUMNS[options.table], *rows(store, options.table)):
            writer.writerow([f"{value:.4f}" if isinstance(value, float) else value for value in row])
            yield buffer.getvalue()
            buffer.seek(0)
            buffer.truncate()


EXPORT = CsvExport()
