"""Forests: the scored sentences of a document, whose best trees can be found again and again under other penalties."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from namesakes.arrays import Int32Array
from namesakes.syntax.parsing.features import Sentences
from namesakes.syntax.parsing.scores import Scored
from namesakes.text.document import Document


@dataclass(frozen=True)
class ScoredTrees:
    """The scored sentences of one document, each with its best tree.

    Parameters
    ----------
    seen : where the sentences and their words are.
    scored : the scores of each sentence, None for one that is too long to be decoded again.
    plain : the best tree of each sentence alone (-1 for the root itself), and its score.
    finish : gives the document heads and relations by trees, one a sentence.
    """

    seen: Sentences
    scored: list[Scored | None]
    plain: list[tuple[Int32Array, float]]
    finish: Callable[[Document, Sequence[Int32Array]], Document]


@runtime_checkable
class TreeScorer(Protocol):
    """A parser whose scores can be decoded again: the linear one, or an encoder."""

    def __call__(self, document: Document) -> Document:
        """The document with heads and relations."""
        ...

    def scored_trees(self, document: Document) -> ScoredTrees:
        """The scored sentences of a document."""
        ...
