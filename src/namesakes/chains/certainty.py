"""Certainty of chains: the share of a chain's mentions that is expected to belong together."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, Int32Array, Int64Array
from namesakes.chains.calibration import Decisions
from namesakes.chains.features.mention_pairs import gold_chains
from namesakes.chains.links import Links, kept_mentions
from namesakes.learning.calibration import log_odds
from namesakes.text.document import Document

FEATURES = ("mean link", "weakest link", "size")
"""What a chain's certainty is made of: the log odds of the mean and the least confidence of its links, log mentions."""
_LEAST, _PENALTY, _CORPUS = 1e-3, 1.0, 500.0
"""Confidences nearer to 0 or 1 count as this; the penalty of the weights, and what the chains of a fit weigh."""


@dataclass(frozen=True)
class ChainCertainty:
    """A logistic curve over what links say of their chain: 1 / (1 + e^−(weights · features + offset)).

    The mean of its links is too sure of a chain: a wrong link is one wrong decision, but it may put half of the
    chain's mentions where they do not belong.
    """

    weights: tuple[float, ...]
    offset: float

    def __call__(self, links: Links) -> Float64Array:
        """For each mention of the links the certainty of its chain; of one alone, how sure it is that it begins one.

        Mentions that constraints put where they are count as right.
        """
        found, kept = links.confidences.copy(), kept_mentions(links) + 1
        if not len(kept):
            return found
        features, chains = chain_features(links, kept)
        sure = 1.0 / (1.0 + np.exp(-(features @ np.array(self.weights) + self.offset)))
        given = np.bincount(chains, weights=links.constrained[kept]) if len(links.constrained) else np.zeros(len(sure))
        share = given / np.bincount(chains)
        found[kept] = (share + (1.0 - share) * sure)[chains]
        return found

    @classmethod
    def fitted(cls, links: Sequence[tuple[Links, Document]]) -> "ChainCertainty | None":
        """The curve under which the chains of documents turn out as they do; none where there are none.

        The likelihood of the share of each chain's mentions that are in its most frequent gold chain, a chain of n
        mentions counting √n; weights are drawn to 0 a little, in units of their features' spread.
        """
        rows, shares, sizes = [], [], []
        for found, gold in links:
            kept = kept_mentions(found) + 1
            if not len(kept):
                continue
            features, chains = chain_features(found, kept)
            assert found.document.mention_table is not None
            assert gold.mention_table is not None
            right = in_majority(chains, gold_chains(found.document.mention_table, gold.mention_table)[kept])
            rows.append(features)
            sizes.append(np.bincount(chains))
            shares.append(np.bincount(chains, weights=right) / sizes[-1])
        if not rows:
            return None
        return cls._fitted(np.concatenate(rows), np.concatenate(shares), np.sqrt(np.concatenate(sizes)))

    @classmethod
    def _fitted(cls, features: Float64Array, shares: Float64Array, weights: Float64Array) -> "ChainCertainty":
        from scipy.optimize import minimize

        middle, spread = features.mean(axis=0), np.maximum(features.std(axis=0), _LEAST)
        columns = np.column_stack([(features - middle) / spread, np.ones(len(features))])
        weights, drawn = weights * (_CORPUS / weights.sum()), np.append(np.full(len(middle), _PENALTY), 0.0)

        def loss(line: Float64Array) -> tuple[float, Float64Array]:
            reach = columns @ line
            cost = float((weights * (np.logaddexp(0, reach) - shares * reach)).sum() + (drawn * line**2).sum() / 2)
            return cost, columns.T @ (weights * (1.0 / (1.0 + np.exp(-reach)) - shares)) + drawn * line

        found = minimize(loss, np.zeros(columns.shape[1]), jac=True, method="L-BFGS-B").x
        line = found[:-1] / spread
        return cls(tuple(round(float(each), 4) for each in line), round(float(found[-1] - line @ middle), 4))


def chain_features(links: Links, kept: Int64Array) -> tuple[Float64Array, Int64Array]:
    """The features of the chains that these mentions are in, one row each, and which row each mention belongs to."""
    _, chains = np.unique(links.clusters[kept], return_inverse=True)
    sizes, sure = np.bincount(chains), links.confidences[kept]
    linked = links.antecedents[kept] > 0
    linked |= (np.bincount(chains, weights=linked) == 0)[chains]  # what it was linked by is left out
    counts = np.bincount(chains, weights=linked)
    mean = np.bincount(chains, weights=np.where(linked, sure, 0.0)) / counts
    least = np.ones(len(sizes))
    np.minimum.at(least, chains[linked], sure[linked])
    kept_odds = [log_odds(np.clip(each, _LEAST, 1.0 - _LEAST)) for each in (mean, least)]
    return np.column_stack([*kept_odds, np.log(sizes)]), chains


def in_majority(chains: Int64Array, gold: Int32Array) -> BoolArray:
    """Whether each mention is in the gold chain that most mentions of its chain are in; gold chain -1 is none."""
    known = np.flatnonzero(gold >= 0)
    right = np.zeros(len(chains), dtype=np.bool_)
    if not len(known):
        return right
    pairs, number, counts = np.unique(
        np.stack([chains[known], gold[known]], axis=1), axis=0, return_inverse=True, return_counts=True
    )
    order = np.lexsort((np.arange(len(pairs)), -counts, pairs[:, 0]))
    first = order[np.unique(pairs[order, 0], return_index=True)[1]]
    right[known] = np.isin(number.ravel(), first)
    return right


def chain_decisions(found: Document, gold: Document) -> Decisions:
    """The mentions of found chains: how sure their chains are, and whether each is in its chain's gold majority."""
    mentions, right_ones = found.mention_table, gold.mention_table
    assert mentions is not None
    assert right_ones is not None
    inside = np.append(mentions.sizes > 1, False)[mentions.chains]  # the last one is for mentions in no chain
    sure = [chain.confidence if size > 1 else None for chain, size in zip(found.chains, mentions.sizes, strict=True)]
    chains = mentions.chains[inside].astype(np.int64)
    known = np.array([value is not None for value in sure], dtype=np.bool_)[chains]
    values = np.array([value or 0.0 for value in sure])[chains]
    right = in_majority(chains, gold_chains(mentions, right_ones)[1:][inside])
    return Decisions(values[known], right[known])
