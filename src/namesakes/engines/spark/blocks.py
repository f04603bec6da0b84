"""Blocks in Spark: every chain gets the block that `Blocking` would give it, without all chains in one place.

The driver sees each distinct name once, with how many chains bear it: what sounds alike and what is a slip is decided
there. A group of names that is too large is divided by itself, as a task, from the names and clues of its chains.
"""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow

from namesakes.identities.blocking.blocking import Blocking
from namesakes.identities.blocking.division import divided
from namesakes.identities.blocking.keys import BlockKey
from namesakes.identities.blocking.table import table_of
from namesakes.pipeline.incremental import AT_A_TIME, packed

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

NAME: Final = ("block_kind", "family", "given")
"""The columns that a chain is blocked by."""
BLOCKS: Final = "document string, chain int, block string"
"""The block of each chain."""
Key = tuple[str, int]
"""A document and the number of a chain in it."""


def chain_table(documents: "DataFrame", kinds: tuple[str, ...]) -> "DataFrame":
    """The chains of documents that have names, a row each."""
    from pyspark.sql import functions as of

    each = documents.where("what = 'read'").select(of.col("id").alias("document"), of.explode("chains").alias("c"))
    return each.select("document", "c.*").where(of.col("named") & of.col("kind").isin(*kinds))


def block_frame(session: "SparkSession", chains: "DataFrame", limit: int) -> "DataFrame":
    """The block of each chain."""
    from pyspark.sql import functions as of

    names = _sounds(chains, limit)
    frame = session.createDataFrame(names)
    table = chains.join(of.broadcast(frame) if len(names) < _FEW else frame, list(NAME))
    small = table.where("fits").select("document", "chain", of.col("sound").cast("string").alias("block"))
    large = table.where("not fits").select("document", "chain", "sound", "root", "given", "clues")
    return small.unionByName(large.groupBy("sound").applyInArrow(_division(limit), BLOCKS))


_FEW: Final = 200_000
"""Names that every machine gets a copy of; more are sent where they are needed."""


def _sounds(chains: "DataFrame", limit: int) -> pyarrow.Table:
    """For each distinct name the groups of its parts, and whether all chains of the group fit into one block."""
    from pyspark.sql import functions as of

    first = of.min(of.struct("document", "chain")).alias("first")
    found = chains.groupBy(*NAME).agg(of.count("*").alias("count"), first).orderBy("first").drop("first").toArrow()
    keys = zip(*(found.column(name).to_pylist() for name in NAME), strict=True)
    counts = found.column("count").to_numpy()
    families, givens = Blocking(limit).phonetic_groups(table_of((BlockKey(*key), ()) for key in keys), counts)
    sizes = np.zeros(int(families.max(initial=-1)) + 2, dtype=np.int64)
    np.add.at(sizes, families + 1, counts)
    fits = (families >= 0) & (sizes[families + 1] <= limit)
    columns = {"sound": families, "root": givens, "fits": fits}
    return pyarrow.table({**{name: found.column(name) for name in NAME}, **columns})


def _division(limit: int) -> Callable[[pyarrow.Table], pyarrow.Table]:
    """What divides the chains of a group that is too large: the work of one task."""

    def division(group: pyarrow.Table) -> pyarrow.Table:
        group = group.sort_by([("document", "ascending"), ("chain", "ascending")])
        sound = group.column("sound")[0].as_py()
        rows = zip(group.column("given").to_pylist(), group.column("clues").to_pylist(), strict=True)
        table = table_of((BlockKey("", "", given), said) for given, said in rows)
        roots = group.column("root").to_numpy().astype(np.int32)
        parts = divided(table, np.arange(len(group), dtype=np.int32), roots, limit, pack=sound >= 0)
        blocks = pyarrow.array([f"{sound}-{part}" for part in parts.tolist()])
        return pyarrow.table({"document": group.column("document"), "chain": group.column("chain"), "block": blocks})

    return division


def task_starts(blocks: "DataFrame") -> list[Key]:
    """The first chain of each pack of blocks whose people a store would write, and so number, together."""
    from pyspark.sql import functions as of

    first = of.min(of.struct("document", "chain")).alias("first")
    table = blocks.groupBy("block").agg(of.count("*").alias("size"), first).orderBy("first").select("size", "first.*")
    firsts: list[Any] = []
    rows = table.toLocalIterator(prefetchPartitions=True)

    def sizes() -> Iterator[int]:
        for size, document, chain in rows:
            firsts.append((document, chain))
            yield size

    starts = []
    dropped = 0
    for begin, end in packed(sizes(), AT_A_TIME):
        starts.append(firsts[begin - dropped])
        del firsts[: end - dropped]
        dropped = end
    return starts
