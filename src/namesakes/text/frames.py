"""Data frames: tables of names, numbers and texts as pandas, Polars or Arrow, whichever is installed.

`to_frame` makes them of documents; a store and a cast make their own by `frame_of`.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

from namesakes.errors import MissingExtraError, UnknownNameError, UsageError
from namesakes.resources import install_command
from namesakes.text.document import Document
from namesakes.text.views import Mention

Types = Mapping[str, type]
"""The columns of a table, and of which type each one is: int, float or str."""
Columns = Mapping[str, Sequence[Any]]
"""The values of each column; None where there is none, in columns of numbers with a point and of texts."""

FRAMES: Final[Mapping[str, str]] = {"pandas": "pandas", "polars": "polars", "arrow": "pyarrow"}
"""The kinds of frames by their names, in the order in which they are looked for, and the modules that make them."""

TABLES: Final[Mapping[str, Types]] = {
    "mentions": {
        "document": str, "part": int, "chain": str, "name": str, "mention": int, "start": int, "end": int, "text": str,
        "head": str, "label": str, "sentence": int, "confidence": float,
    },
    "chains": {
        "document": str, "part": int, "chain": str, "name": str, "mentions": int, "start": int, "end": int,
        "confidence": float,
    },
}  # fmt: skip
"""The tables of documents: a row a mention, and a row a chain."""


def to_frame(documents: Document | Iterable[Document], table: str = "mentions", as_: str | None = None) -> Any:
    """The mentions or the chains of documents as a data frame.

    Parameters
    ----------
    documents : one, or any number of them.
    table : one of `TABLES`: "mentions" or "chains".
    as_ : "pandas", "polars" or "arrow"; None for the first of them that is installed.
    """
    types = types_of(table, TABLES)
    kind = frame_kind(as_)
    rows = _MAKERS[table]
    given = [documents] if isinstance(documents, Document) else documents
    return frame_of(by_column((row for document in given for row in rows(document)), types), types, kind)


def types_of(table: str, known: Mapping[str, Types]) -> Types:
    """The columns of a table; an error that lists the tables there are where it is none of them."""
    if table not in known:
        raise UnknownNameError("table", table, known)
    return known[table]


def frame_kind(as_: str | None) -> str:
    """The kind of frame that is meant, which is installed; an error that says what to install where none is."""
    if as_ is not None and as_ not in FRAMES:
        raise UnknownNameError("kind of data frame", as_, FRAMES)
    found = [name for name, module in FRAMES.items() if as_ in (None, name) and find_spec(module) is not None]
    if found:
        return found[0]
    if as_ is not None:
        raise MissingExtraError(f"A data frame as {as_}", as_)
    *most, last = map(install_command, FRAMES)
    raise UsageError(
        "a data frame needs pandas, Polars or Arrow, and none of them is installed.\n"
        f"Install one with: {', '.join(most)} or {last}"
    )


def by_column(rows: Iterable[Sequence[Any]], types: Types) -> Columns:
    """The columns of rows, which have a value for each column."""
    columns = list(zip(*rows, strict=True)) or [()] * len(types)
    return dict(zip(types, columns, strict=True))


def frame_of(columns: Columns, types: Types, as_: str | None = None) -> Any:
    """The columns as a data frame."""
    kind = frame_kind(as_)
    return {"pandas": _pandas, "polars": _polars, "arrow": _arrow}[kind](columns, types)


def _pandas(columns: Columns, types: Types) -> Any:
    import numpy as np
    import pandas

    kinds = {int: np.int64, float: np.float64, str: object}
    return pandas.DataFrame({name: np.array(columns[name], dtype=kinds[kind]) for name, kind in types.items()})


def _polars(columns: Columns, types: Types) -> Any:
    import polars

    kinds = {int: polars.Int64, float: polars.Float64, str: polars.String}
    made = [polars.Series(name, columns[name], dtype=kinds[kind]) for name, kind in types.items()]
    return polars.DataFrame(made)


def _arrow(columns: Columns, types: Types) -> Any:
    import pyarrow

    schema = arrow_schema(types)
    made = [pyarrow.array(columns[field.name], field.type) for field in schema]
    return pyarrow.Table.from_arrays(made, schema=schema)


def arrow_schema(types: Types) -> Any:
    """The columns as a schema of Arrow, which is installed."""
    import pyarrow

    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    return pyarrow.schema([(name, kinds[kind]) for name, kind in types.items()])


def _mentions(document: Document) -> Iterator[tuple[Any, ...]]:
    """A row for each mention: its chain, its characters and its text; nothing of the chain where it is in none."""
    table = document.mention_table
    if table is None:
        return
    names = {place: chain.name for place, chain in enumerate(document.chains)}
    sentences = document.sentence_ids.tolist()
    for place, mention in enumerate(document.mentions):
        chain = int(table.chains[place])
        yield (
            document.id, document.part, table.chain_ids[chain] if chain >= 0 else None, names.get(chain), place,
            mention.start, mention.end, mention.text, _head(mention), mention.label,
            sentences[int(table.first[place])], mention.confidence,
        )  # fmt: skip


def _head(mention: Mention) -> str:
    head = mention.head
    return "" if head is None else head.text


def _chains(document: Document) -> Iterator[tuple[Any, ...]]:
    """A row for each chain: its name, how many mentions it has, and from where to where."""
    for chain in document.chains:
        mentions = list(chain)
        if mentions:
            end = max(each.end for each in mentions)
            yield (
                document.id, document.part, chain.id, chain.name, len(mentions), mentions[0].start, end,
                chain.confidence,
            )  # fmt: skip


_MAKERS: Final = {"mentions": _mentions, "chains": _chains}
