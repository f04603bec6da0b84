"""Topics: what two profiles are about, by the mean of word vectors, so that different words on one matter meet."""

from collections.abc import Sequence
from functools import cache
from typing import ClassVar

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms import terms
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TRUST, TermMatrix, no_evidence, similarities
from namesakes.profiles.profile import Profile
from namesakes.text.word_cache import WordCache
from namesakes.text.word_vectors import WordVectors

_USUAL = 14
"""The bands of frequency, from the top, whose words make the mean of English."""


class Topics(Specialist):
    """The cosine of the means of the word vectors, weighted by TF-IDF; opposite directions count as 0."""

    name: ClassVar[str] = "topics"
    about: ClassVar[str] = "what the document is about"

    def __init__(self, statistics: Statistics | None = None, trust: float = TRUST) -> None:
        self.statistics, self.trust = statistics or Statistics(), trust

    read = staticmethod(terms.document_words)

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """(1 + cosine) / 2 of all pairs, after what all texts share is taken away.

        That is the mean of the block, smoothed by the mean of all English words, as the weights of words are.
        """
        bags = TermMatrix.of_profiles(profiles, self.read)
        rows = _rows().of(bags.terms)
        vectors = WordVectors.shipped().vectors[rows].astype(np.float32) / np.float32(127)
        vectors[rows < 0] = 0
        means = bags.weighted(bags.information(self.statistics, "words", self.trust)).weighted_sums(vectors)
        lengths = np.linalg.norm(means, axis=1)
        known = lengths > 1e-6
        if not known.any():
            return no_evidence(len(profiles))
        shared = means[known].sum(axis=0) + self.trust * _english_mean() * lengths[known].mean()
        means = means - shared / (known.sum() + self.trust)
        means /= np.maximum(np.linalg.norm(means, axis=1), 1e-6)[:, None]
        return similarities((1 + means @ means.T) / 2, known)


class ContextTopics(Topics):
    """What the words near the name are about."""

    name: ClassVar[str] = "context-topics"
    about: ClassVar[str] = "what the words near the name are about"

    read = staticmethod(terms.context)


@cache
def _rows() -> WordCache:
    """The rows of words in the table of vectors; -1 where they have none."""
    table = WordVectors.shipped()
    return WordCache(lambda words: table.rows(table.codes(words)))


@cache
def _english_mean() -> Float32Array:
    """The mean direction of usual English words."""
    table = WordVectors.shipped()
    usual = table.vectors[table.frequency[table.members] <= _USUAL].astype(np.float32)
    mean: Float32Array = usual.mean(axis=0)
    return mean / np.linalg.norm(mean)
