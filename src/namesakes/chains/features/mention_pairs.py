"""Mention pairs: a document's mentions and their candidate antecedents made ready for scoring, and the gold chains."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TypeVar

import numpy as np

from namesakes.arrays import BoolArray, ByteArray, Int32Array, Int64Array, UInt32Array, UInt64Array
from namesakes.chains.features.candidates import Candidates, candidates
from namesakes.chains.features.comparisons import add_matches, compare
from namesakes.chains.features.factors import CLASSES
from namesakes.chains.features.opinions import Opinions
from namesakes.chains.features.templates import Templates
from namesakes.mentions.attributes import Attributes, attributes
from namesakes.text.document import Document
from namesakes.text.spans import Mentions

AnyHashes = TypeVar("AnyHashes", UInt64Array, UInt32Array)


@dataclass(frozen=True)
class Hashes:
    """The hashes of feature templates, one row a mention, made when they are first looked at; see `Templates`.

    Parameters
    ----------
    templates, bits : of the features, and of their places among the weights.
    codes : of the mentions' attributes.
    first : mentions before this one are candidates only: their rows of `later` and `alone` are 0.
    """

    templates: Templates
    bits: int
    codes: UInt64Array
    first: int = 0

    @cached_property
    def earlier(self) -> UInt64Array:
        """What depends on the candidate."""
        return self.templates.earlier(self.codes)

    @cached_property
    def later(self) -> UInt64Array:
        """What depends on the mention."""
        return _behind(self.templates.later(self.codes[self.first :]), self.first)

    @cached_property
    def alone(self) -> UInt32Array:
        """The places of the features of mentions that begin a chain."""
        return _behind(self.templates.places(self.codes[self.first :], self.bits), self.first)


def _behind(rows: AnyHashes, first: int) -> AnyHashes:
    """The rows behind so many of zeros, which take no memory until somebody looks at them."""
    if not first:
        return rows
    found = np.zeros((first + len(rows), rows.shape[1]), dtype=rows.dtype)
    found[first:] = rows
    return found


@dataclass(frozen=True)
class MentionPairs:
    """The mentions of one document and their candidate antecedents, ready for scoring; mention 0 is the root.

    Parameters
    ----------
    attributes : of the mentions.
    candidates, comparisons : of each mention, row by row.
    hashes : of the feature templates.
    """

    attributes: Attributes
    candidates: Candidates
    comparisons: ByteArray
    hashes: Hashes

    @property
    def count(self) -> int:
        """The number of mentions, without the root."""
        return self.attributes.count

    def only(self, kept: BoolArray) -> "MentionPairs":
        """The same with these rows of candidates alone; those of roots are to be among them."""
        rows, sizes = np.flatnonzero(kept), np.bincount(self.candidates.owners[kept], minlength=self.count + 1)
        starts = np.concatenate(([0], np.cumsum(sizes)))
        left = Candidates(starts, self.candidates.antecedents[rows])
        return replace(self, candidates=left, comparisons=np.ascontiguousarray(self.comparisons[rows]))

    @cached_property
    def groups(self) -> Int32Array:
        """The group of each mention: those of one group agree in kind and class."""
        found = np.zeros(self.count + 1, dtype=np.int64)
        for name in CLASSES:
            values, numbers = np.unique(self.attributes.column(name), return_inverse=True)
            found = found * len(values) + numbers
        return np.unique(found, return_inverse=True)[1].astype(np.int32)

    @cached_property
    def sizes(self) -> Int64Array:
        """The number of values that each comparison may have here."""
        return np.asarray(self.comparisons.max(axis=0, initial=0), dtype=np.int64) + 1


def mention_pairs(
    document: Document,
    templates: Templates,
    bits: int,
    window: int = 0,
    kept: Callable[[Attributes], BoolArray] | None = None,
    opinions: Opinions | None = None,
) -> MentionPairs:
    """The document's mentions, which have heads, made ready for scoring.

    Parameters
    ----------
    kept : says which mentions take part; see `candidates`.
    opinions : what another model says of them.
    """
    known = attributes(document)
    rows = candidates(known, window, None if kept is None else kept(known))
    comparisons = compare(known, rows)
    add_matches(known, rows, comparisons)
    if opinions is not None:
        opinions.put(known, rows, comparisons)
    return MentionPairs(known, rows, comparisons, Hashes(templates, bits, known.codes))


def gold_chains(mentions: Mentions, gold: Mentions) -> Int32Array:
    """The gold chain of each mention with the same span as a gold one, -1 for the others; the root (-1) first."""
    spans = _chains_of_spans(gold)
    found = [spans.get(span, -1) for span in zip(mentions.first.tolist(), mentions.end.tolist(), strict=True)]
    return np.array([-1, *found], dtype=np.int32)


def gold_sizes(gold: Mentions) -> Int64Array:
    """How many mentions each gold chain has, of those with the same span the first alone."""
    chains = np.array([chain for chain in _chains_of_spans(gold).values() if chain >= 0], dtype=np.int64)
    return np.bincount(chains, minlength=len(gold.chain_ids))


def _chains_of_spans(gold: Mentions) -> dict[tuple[int, int], int]:
    """The chain of each gold span; of the same span twice the first, as in scoring."""
    spans: dict[tuple[int, int], int] = {}
    for first, last, chain in zip(gold.first.tolist(), gold.end.tolist(), gold.chains.tolist(), strict=True):
        spans.setdefault((first, last), chain)
    return spans


def correct_rows(candidates: Candidates, chains: Int32Array) -> ByteArray:
    """Which rows are right: earlier mentions of the same chain; the root where there is none."""
    owner = candidates.owners
    right = (chains[candidates.antecedents] == chains[owner]) & (chains[owner] >= 0) & (candidates.antecedents > 0)
    roots = candidates.starts[1:-1]
    if len(roots):
        right[roots] = ~np.logical_or.reduceat(right, roots)
    return np.asarray(right, dtype=np.uint8)
