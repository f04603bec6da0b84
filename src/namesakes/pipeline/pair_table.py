"""The table of pairs: how similar each two chains that were compared are, and what each specialist adds to that."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from namesakes.pipeline.why import ExplainedBlock, Explainer
from namesakes.store.records import ChainKey
from namesakes.text.frames import Columns, Types

PAIRS: Final[Types] = {
    "document": str, "chain": int, "person": str, "called": str,
    "other_document": str, "other_chain": int, "other_person": str, "other_called": str,
    "same": int, "apart": int, "similarity": float,
}  # fmt: skip
"""The columns of every table of pairs; after them stands what each specialist, and whatever else counts, adds."""


def pair_table(explainer: Explainer, chains: Iterable[ChainKey] | None = None) -> tuple[Columns, Types]:
    """The pairs of the blocks that these chains are in, or of all, by columns, and of which type these are.

    The amounts are log-odds, and empty where there was nothing to compare. Of copies of a text only one is compared.
    """
    columns: dict[str, list[Any]] = {name: [] for name in PAIRS}
    count = 0
    for block in explainer.blocks(chains):
        found = _block(block)
        more = len(found["chain"])
        for name in dict.fromkeys((*columns, *found)):
            columns.setdefault(name, [None] * count).extend(found.get(name, [None] * more))
        count += more
    return columns, {name: PAIRS.get(name, float) for name in columns}


def _block(block: ExplainedBlock) -> dict[str, list[Any]]:
    """The columns of one block; none where it is not people who are compared, or only one."""
    keys, explanation, people = block
    linked = explanation.linked
    parts = explanation.parts() if len(linked.profiles) > 1 else None
    one, other = np.triu_indices(len(linked.profiles) if parts is not None else 0, 1)
    ids, labels = {label: id for id, label in people.items()}, linked.placement.labels
    found: dict[str, list[Any]] = {}
    for side, places in (("", one), ("other_", other)):
        chosen = [keys[place] for place in linked.kept[places].tolist()]
        found[f"{side}document"] = [key.document for key in chosen]
        found[f"{side}chain"] = [key.chain for key in chosen]
        found[f"{side}person"] = [ids[label] for label in labels[places].tolist()]
        found[f"{side}called"] = [linked.profiles[place].name.full for place in places.tolist()]
    found["same"] = (labels[one] == labels[other]).astype(np.int64).tolist()
    found["apart"] = linked.apart[one, other].astype(np.int64).tolist()
    found["similarity"] = linked.similarities[one, other].tolist()
    for name, amounts in (parts or {}).items():
        found[name] = [None if np.isnan(each) else each for each in amounts.tolist()]
    return found
