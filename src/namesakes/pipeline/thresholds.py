"""How many people there would be, and how many pairs of chains would be joined, at each caution."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

import numpy as np

from namesakes.errors import UsageError
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import Constraints
from namesakes.pipeline.engine import Block
from namesakes.pipeline.why import Explainer
from namesakes.store.records import ChainKey

CAUTIONS: Final = tuple(place / 20 for place in range(21))
"""The cautions that are tried."""


@dataclass(frozen=True)
class Threshold:
    """What comes out at one caution.

    Parameters
    ----------
    caution, threshold : how cautious, and the similarity from which on chains are joined then.
    people : how many there are.
    joined : how many pairs of chains are one person.
    chosen : whether it is the caution of the store.
    """

    caution: float
    threshold: float
    people: int
    joined: int
    chosen: bool = False


@dataclass(frozen=True)
class Thresholds:
    """What comes out at every caution; `name` is whose it is, and nothing for a whole store."""

    rows: tuple[Threshold, ...]
    chains: int
    name: str = ""

    def to_json(self) -> dict[str, Any]:
        """The same as plain data."""
        return asdict(self)


def thresholds(
    explainer: Explainer,
    chains: Iterable[ChainKey] | None = None,
    name: str = "",
    cautions: Sequence[float] = CAUTIONS,
) -> Thresholds:
    """The people of the blocks that these chains are in, or of all, at each caution.

    Similarities are found once: another caution is another place where merging ends. Corrections hold at all.
    """
    settings = explainer.linker.settings
    tried = sorted({*cautions, settings.caution})
    places = [_threshold(explainer.linker.model.clusterer, caution) for caution in tried]
    counts, total = np.zeros((len(tried), 2), dtype=np.int64), 0
    for keys, block in explainer.work.blocks(chains):
        if any(profile.kind == "person" for profile in block[0]):
            counts += _counts(explainer, block, places)
            total += len(keys)
    found = [
        Threshold(caution, place, people, joined, caution == settings.caution)
        for caution, place, (people, joined) in zip(tried, places, counts.tolist(), strict=True)
    ]
    return Thresholds(tuple(found), total, name)


def _threshold(clusterer: Clusterer, caution: float) -> float:
    """Where merging ends at a caution; an error where the clusterer has no such place."""
    if not clusterer.cut:
        raise UsageError("caution changes nothing here: the clusterer of this pipeline has no threshold to move.")
    return round(float(getattr(clusterer.cautious(caution), "threshold")), 6)  # noqa: B009


def _counts(explainer: Explainer, block: Block, places: Sequence[float]) -> Any:
    """How many people a block has at each threshold, and how many pairs are joined."""
    profiles, must, cannot = block
    if len(profiles) == 1:
        return np.tile((1, 0), (len(places), 1))
    linked = explainer.linker.linked(profiles, must, cannot)
    inner = linked.rows[np.array(must, dtype=np.int64).reshape(-1, 2)]
    constraints = Constraints(inner, np.argwhere(np.triu(linked.apart, 1)))
    found = explainer.linker.model.clusterer.cluster_at(places, linked.similarities, constraints)
    sizes = [np.bincount(np.unique(each.labels[linked.rows], return_inverse=True)[1]) for each in found]
    return np.array([(len(each), int((each * (each - 1) // 2).sum())) for each in sizes])
