"""Pair measures: how many decisions about pairs are right, before and after clustering, and MUC of the chains."""

from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Int32Array
from namesakes.chains.pairwise.blocks import PairRows
from namesakes.structures.components import components


@dataclass(frozen=True)
class PairCounts:
    """Pairs counted against the gold chains, and the links of MUC (Vilain et al. 1995); counts of documents add up.

    Parameters
    ----------
    right, found, gold, pairs : coreferent pairs that were found, those found at all, those there are, and all pairs.
    recalled, recallable, precise, precisable : the numerators and denominators of MUC.
    """

    right: int = 0
    found: int = 0
    gold: int = 0
    pairs: int = 0
    recalled: int = 0
    recallable: int = 0
    precise: int = 0
    precisable: int = 0

    def __add__(self, other: "PairCounts") -> "PairCounts":
        return PairCounts(*(getattr(self, name) + getattr(other, name) for name in self.__dataclass_fields__))

    @property
    def error(self) -> float:
        """The share of pairs that were decided wrongly."""
        return (self.found + self.gold - 2 * self.right) / max(self.pairs, 1)

    @property
    def precision(self) -> float:
        """The share of the pairs found that are coreferent."""
        return self.right / max(self.found, 1)

    @property
    def recall(self) -> float:
        """The share of the coreferent pairs that were found."""
        return self.right / max(self.gold, 1)

    @property
    def f1(self) -> float:
        """2 · right / (found + gold)."""
        return 2 * self.right / max(self.found + self.gold, 1)

    @property
    def muc_recall(self) -> float:
        """The share of the gold chains' links that were found."""
        return self.recalled / max(self.recallable, 1)

    @property
    def muc_precision(self) -> float:
        """The share of the found chains' links that are right."""
        return self.precise / max(self.precisable, 1)

    @property
    def muc(self) -> float:
        """The F1 of MUC."""
        both = self.muc_recall + self.muc_precision
        return 2 * self.muc_recall * self.muc_precision / both if both else 0.0


def gold_pairs(rows: PairRows, chains: Int32Array) -> BoolArray:
    """Which pairs are in one gold chain."""
    own = chains[rows.mentions]
    return np.asarray((own == chains[rows.candidates]) & (own >= 0))


def clustered(rows: PairRows, decisions: BoolArray, count: int) -> Int32Array:
    """The chain of each mention, by transitive closure of the pairs taken for coreferent; the root first."""
    return components(count + 1, rows.mentions[decisions], rows.candidates[decisions])


def count_pairs(
    rows: PairRows, chains: Int32Array, decisions: BoolArray, clusters: Int32Array | None = None
) -> PairCounts:
    """The counts of decisions about the pairs of one document.

    Parameters
    ----------
    chains : the gold chain of each mention, -1 for none; the root first.
    clusters : the chain that each mention was put in, for MUC over these mentions; none before clustering.
    """
    gold = gold_pairs(rows, chains)
    pairs = (int((gold & decisions).sum()), int(decisions.sum()), int(gold.sum()), len(rows))
    if clusters is None:
        return PairCounts(*pairs)
    return PairCounts(*pairs, *_links(chains[1:], clusters[1:]), *_links(clusters[1:], chains[1:]))


def _links(key: Int32Array, response: Int32Array) -> tuple[int, int]:
    """The links of the key's chains that the response has, and all of them: Σ (|K| − parts of K), Σ (|K| − 1)."""
    inside = key >= 0
    key, response = key[inside], response[inside]
    alone = response < 0  # each mention in no chain is a part of its own
    parts = len(np.unique(np.stack([key, response], axis=1)[~alone], axis=0)) + int(alone.sum())
    return len(key) - parts, len(key) - len(np.unique(key))
