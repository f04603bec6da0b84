"""Runs that are kept: what experiments that train for a long time share, so that one that was stopped goes on."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from namesakes.metrics.result import Result
from namesakes.text.document import Document

WORK = "NAMESAKES_WORK"
"""The environment variable that names the folder where runs are kept."""

SEEDS = (1, 2, 3)
"""The orders of training documents that are tried."""

METRICS = ("muc", "b3", "ceaf_m", "ceaf_e")
Pair = tuple[Document, Document]
"""A document with its mentions, and the same with its gold chains."""


def as_json(result: Result) -> dict[str, Any]:
    """The counts of a result as JSON's types, and `restored` the way back."""
    counts = {name: rows.tolist() for name, rows in result.counts.items()}
    return {"names": result.names, "genres": result.genres, "counts": counts}


def restored(told: Mapping[str, Any]) -> Result:
    """The result that `as_json` told."""
    counts = {name: np.array(rows) for name, rows in told["counts"].items()}
    return Result(told["names"], told["genres"], counts)
