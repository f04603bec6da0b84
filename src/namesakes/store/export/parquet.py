"""Parquet: the tables of CSV with types, for data frames and databases."""

from itertools import islice
from pathlib import Path
from typing import Final

from namesakes.errors import DataError, MissingExtraError, UsageError
from namesakes.formats.atomic import replacing
from namesakes.store.export.export import Export, ExportOptions
from namesakes.store.export.tables import TABLES, rows
from namesakes.store.store import Store
from namesakes.text.frames import arrow_schema

_AT_A_TIME: Final = 5_000


class ParquetExport(Export):
    """A table as Parquet."""

    summary = "the same tables with types, for data frames"
    unit = "rows"

    def write(self, store: Store, path: str, options: ExportOptions) -> int:
        """Write the rows; the file appears under its name only when all of it has been written."""
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError as error:
            raise MissingExtraError("Parquet", "arrow") from error
        if path == "-":
            raise UsageError("Parquet does not go to standard output; name a file with --output.")
        schema = arrow_schema(TABLES[options.table])
        target = Path(path)
        count, rest = 0, rows(store, options.table)
        try:
            with (
                replacing(target, durable=options.durable) as temporary,
                parquet.ParquetWriter(temporary, schema) as writer,
            ):
                while part := list(islice(rest, _AT_A_TIME)):
                    writer.write_table(pyarrow.Table.from_arrays([*map(list, zip(*part, strict=True))], schema=schema))
                    count += len(part)
        except OSError as error:
            raise DataError(f"this file cannot be written: {error.strerror or error}", path=path) from error
        return count


EXPORT = ParquetExport()
