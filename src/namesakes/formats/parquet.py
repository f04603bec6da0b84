"""Parquet: a row a document, through pyarrow (extra `arrow`); read only.

Rows come in batches, so that memory is that of a group of rows as they lie in the file. They count from 1, since a
table of Parquet has no row of names.
"""

from collections.abc import Iterator
from typing import Final

from namesakes.errors import DataError, MissingExtraError
from namesakes.formats.format import Block, Format
from namesakes.formats.tables import Row, parse, split_table
from namesakes.formats.text_file import TextFile

_BATCH: Final = 64
"""Rows that are held at a time."""


def split(source: TextFile) -> Iterator[Block]:
    """One block a row."""
    with source.seekable() as stream:
        if not stream.read(1):
            raise DataError("this file is empty", path=source.name)
        stream.seek(0)
        yield from split_table(source, rows(stream, source.name), dense=True)


def rows(stream: object, path: str) -> Iterator[Row]:
    """The names of the columns as row 0, then the rows as they come."""
    try:
        from pyarrow import ArrowException, PythonFile
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise MissingExtraError("Parquet", "arrow") from error
    try:
        with ParquetFile(PythonFile(stream, mode="r"), pre_buffer=False) as file:
            if not file.metadata.num_rows:
                raise DataError("there is no row in it", path=path)
            yield Row(0, list(file.schema_arrow.names))
            number = 0
            for batch in file.iter_batches(_BATCH):
                columns = [column.to_pylist() for column in batch.columns]
                for cells in zip(*columns, strict=True):
                    number += 1
                    yield Row(number, cells)
    except (ArrowException, OSError) as error:
        raise DataError("this Parquet file is damaged", "Write it anew.", path=path) from error


FORMAT = Format(
    name="parquet",
    description="Parquet: a row a document; read only",
    extensions=(".parquet",),
    split=split,
    parse=parse,
    rows=True,
)
