"""The tables of a store as data frames."""

from collections.abc import Sequence
from typing import Any

from namesakes.errors import UnknownNameError
from namesakes.pipeline.people_charts import chains_of
from namesakes.store.export.people_columns import Choice
from namesakes.store.export.tables import TABLES, columns
from namesakes.store.person_summary import people_named
from namesakes.store.store import Store
from namesakes.text.frames import Columns, Types, frame_kind, frame_of, types_of

PAIRS = "pairs"


def store_frame(
    store: Store,
    table: str,
    as_: str | None,
    name: str | None,
    kinds: Sequence[str] | None,
    wanted: Sequence[str] | None,
) -> Any:
    """A table as a data frame; see `People.to_frame`."""
    kind = frame_kind(as_)
    if table == PAIRS:
        found, types = _pairs(store, name)
    else:
        types = types_of(table, {**TABLES, PAIRS: {}})
        _check(wanted, types)
        every = ("person", "organization", "place") if kinds is None else kinds
        ids = None if name is None else [one.identity.id for one in people_named(store, name, every)]
        found = columns(store, table, Choice(kinds, ids), wanted)
    _check(wanted, types)
    return frame_of(found, types if wanted is None else {each: types[each] for each in wanted}, kind)


def _check(wanted: Sequence[str] | None, types: Types) -> None:
    """An error where a column is wanted that there is none of."""
    for name in wanted or ():
        if name not in types:
            raise UnknownNameError("column", name, types)


def _pairs(store: Store, name: str | None) -> tuple[Columns, Types]:
    from namesakes.pipeline.pair_table import pair_table
    from namesakes.pipeline.resolve import pipeline_of
    from namesakes.pipeline.why import explainer_of

    explainer = explainer_of(store, pipeline_of(store))
    return pair_table(explainer, None if name is None else chains_of(store, name))
