"""Lattices of tags: what a tagger must be able to do for its scores to be decoded again."""

from typing import Protocol, runtime_checkable

from namesakes.arrays import Int32Array
from namesakes.learning.linear_chain import Lattice, LinearChain
from namesakes.text.document import Document


@runtime_checkable
class TagScorer(Protocol):
    """A tagger whose scores can be decoded again: the linear one, or an encoder."""

    def __call__(self, document: Document) -> Document:
        """The document with its tags."""
        ...

    @property
    def chain(self) -> LinearChain:
        """The chain whose labels the tags are."""
        ...

    def lattice(self, document: Document) -> Lattice:
        """The tags that compete at each token that is in the text, with their scores."""
        ...

    def with_tags(self, document: Document, chosen: Int32Array) -> Document:
        """The document with these labels of the chain as its tags."""
        ...

    def knows(self, word: str) -> bool:
        """Whether the training data had the word."""
        ...
