"""Links: what was decided for the mentions of one document, and the document with its chains."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from namesakes.arrays import BoolArray, Float64Array, IndexArray, Int32Array, Int64Array
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.text.document import Document
from namesakes.text.reasons import CERTAINTY, CONFIDENCE, MARGIN
from namesakes.text.spans import Mentions, integers
from namesakes.text.strings import Strings

if TYPE_CHECKING:
    from namesakes.chains.long_documents import Stretches


@dataclass(frozen=True)
class Links:
    """The antecedents of a document's mentions; mention 0 is the root.

    Parameters
    ----------
    source : the document as it was given.
    document : the same with all mentions that were scored.
    pairs, scores : what the decisions rest on, row by row.
    rows : the row that each mention took; -1 for the root.
    antecedents, clusters : the antecedent of each mention (0 for none), and the first mention of its chain.
    confidences : how probable it is that a mention belongs to the chain it was put in, or begins one.
    margins : by how much the score of what was taken is ahead of the best outside the mention's chain.
    probabilities : of each row, under the constraints.
    constrained : whether constraints left a mention no choice.
    left_out : mentions that another one with the same head stands for.
    certainties : how sure the chain of each mention is; empty where the model has not learned it.
    moved : mentions that went elsewhere after decoding; empty for none.
    stretches : what makes all rows of a long document again, of which `pairs` has a few; None where it has all.
    """

    source: Document
    document: Document
    pairs: MentionPairs
    scores: Float64Array
    rows: Int64Array
    antecedents: Int32Array
    clusters: Int32Array
    confidences: Float64Array
    margins: Float64Array = field(default_factory=lambda: np.zeros(0))
    probabilities: Float64Array = field(default_factory=lambda: np.zeros(0))
    constrained: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    left_out: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    certainties: Float64Array = field(default_factory=lambda: np.zeros(0))
    moved: BoolArray = field(default_factory=lambda: np.zeros(0, dtype=np.bool_))
    stretches: "Stretches | None" = None


def chained(links: Links, *, singletons: bool = False) -> Document:
    """The document as it was given, with the chains of these links; mentions in none are left out."""
    mentions, clusters = links.document.mention_table, links.clusters[1:]
    assert mentions is not None
    kept = kept_mentions(links, singletons=singletons)
    ids, numbers = np.unique(clusters[kept], return_inverse=True)
    told = {CONFIDENCE: links.confidences, CERTAINTY: links.certainties, MARGIN: links.margins}
    return links.source.replace(
        mention_table=Mentions(
            offsets=integers(np.arange(len(kept) + 1)),
            starts=integers(mentions.first[kept]),
            ends=integers(mentions.end[kept]),
            chains=integers(numbers),
            chain_ids=tuple(map(str, range(1, len(ids) + 1))),
            heads=None if mentions.heads is None else integers(mentions.heads[kept]),
            extra={
                name: Strings([f"{value:.3f}" for value in values[1:][kept].tolist()])
                for name, values in told.items()
                if len(values)
            },
        )
    )


def kept_mentions(links: Links, *, singletons: bool = False) -> IndexArray:
    """The mentions of the document that are in chains (or could be alone in one), by their place in its table."""
    clusters = links.clusters[1:]
    stays = ~links.left_out[1:] if len(links.left_out) else np.ones(len(clusters), dtype=np.bool_)
    sizes = np.bincount(clusters[stays], minlength=len(clusters) + 1)
    return np.flatnonzero(stays & ((sizes[clusters] > 1) | singletons))


def antecedents_of(pairs: MentionPairs, rows: Int64Array) -> Int32Array:
    """The antecedents that rows stand for; 0 for none."""
    antecedents = np.zeros(pairs.count + 1, dtype=np.int32)
    antecedents[1:] = pairs.candidates.antecedents[rows[1:]]
    return antecedents


def margins(
    pairs: MentionPairs,
    scores: Float64Array,
    rows: Int64Array,
    clusters: Int32Array,
    first: int = 1,
    end: int | None = None,
) -> Float64Array:
    """By how much the score of each mention's row is ahead of the best that leads elsewhere; 0 where none does.

    Of the mentions from `first` to before `end`; others have no rows.
    """
    found, here = np.zeros(pairs.count + 1), slice(first, pairs.count + 1 if end is None else end)
    if not pairs.count:
        return found
    owners, candidates = pairs.candidates.owners, pairs.candidates.antecedents
    taken = np.zeros(len(scores), dtype=np.bool_)
    taken[rows[here]] = True
    elsewhere = ~taken & ((candidates == 0) | (clusters[candidates] != clusters[owners]))
    best = np.maximum.reduceat(np.where(elsewhere, scores, -np.inf), pairs.candidates.starts[here])
    with np.errstate(invalid="ignore"):
        found[here] = np.where(np.isfinite(best), scores[rows[here]] - best, 0.0)
    return found


def confidences(
    pairs: MentionPairs, probabilities: Float64Array, clusters: Int32Array, antecedents: Int32Array
) -> Float64Array:
    """The probability of all rows of the chain that a mention was put in; of the root where it begins one."""
    owners, candidates = pairs.candidates.owners, pairs.candidates.antecedents
    linked = antecedents[owners] > 0
    same = np.where(linked, (clusters[candidates] == clusters[owners]) & (candidates > 0), candidates == 0)
    total = np.bincount(owners, weights=np.where(same, probabilities, 0.0), minlength=pairs.count + 1)
    return np.minimum(total, 1.0)
