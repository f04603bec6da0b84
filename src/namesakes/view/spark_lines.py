"""What Spark wrote and who it found, in one screen."""

from collections.abc import Iterator

from namesakes.engines.spark.tables import Tables
from namesakes.view.resolve_table import kind_counts, people_columns, skipped_lines
from namesakes.view.wording import Heading, counted, one_line


def tables_lines(tables: Tables) -> Iterator[str]:
    """The lines of the screen."""
    counts = tables.counts
    if not tables.done:
        documents = counted(counts["documents"], "document")
        yield f"Nothing to do: the people of {documents} are in {one_line(tables.folder)}, and nothing has changed."
    else:
        head = [counted(counts[f"{what}s"], what) for what in ("document", "word", "chain")]
        yield " · ".join([*head, f"{sum(tables.done.values()):.1f} s"])
        yield " · ".join([*kind_counts(counts), f"in {one_line(tables.folder)}"])
    if tables.most:
        yield ""
        yield Heading("Mentioned most")
        yield from people_columns(tables.most)
    if tables.skipped:
        yield ""
        yield f"Skipped {counted(counts['skipped'], 'file')}:"
        yield from skipped_lines(tables.skipped)
        if counts["skipped"] > len(tables.skipped):
            yield f"  … and more, in {one_line(tables.folder)}/skipped"
