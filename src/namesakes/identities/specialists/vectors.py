"""Vectors: what the texts around two people say, by an encoder of sentences."""

from collections.abc import Sequence
from typing import ClassVar

from namesakes.arrays import Float32Array
from namesakes.identities.specialists.rule import Rule
from namesakes.identities.terms.term_matrix import no_evidence, similarities
from namesakes.profiles.profile import Profile
from namesakes.profiles.vectors import decoded


class ContextVectors(Rule):
    """The cosine of the vectors of two profiles; below 0 it is 0. It sleeps where a profile has none."""

    name: ClassVar[str] = "context-vectors"
    about: ClassVar[str] = "what the texts around the name say"

    def compare(self, profiles: Sequence[Profile]) -> Float32Array:
        """The cosines of all pairs. O(N² · numbers of a vector)."""
        vectors, known = decoded([profile.vector for profile in profiles])
        if not known.any():
            return no_evidence(len(profiles))
        return similarities(vectors @ vectors.T, known)
