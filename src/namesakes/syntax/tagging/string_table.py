"""Tables of strings as arrays, for models: rows of fields, without pickle and without padding."""

from collections.abc import Iterable

import numpy as np

from namesakes.arrays import ByteArray

Row = tuple[str, ...]


def packed_rows(rows: Iterable[Row]) -> ByteArray:
    """The rows as UTF-8 bytes, one a line, with tabs between the fields; a row that holds either itself is left out."""
    kept = [row for row in rows if not any("\t" in field or "\n" in field for field in row)]
    text = "\n".join("\t".join(row) for row in kept)
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), dtype=np.uint8)


def unpacked_rows(data: ByteArray) -> list[Row]:
    """The rows that `packed_rows` was given."""
    text = data.tobytes().decode("utf-8", "surrogatepass")
    return [tuple(line.split("\t")) for line in text.split("\n")] if text else []
