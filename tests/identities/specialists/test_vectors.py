"""Vectors of the texts around people, against a reference of a few lines."""

import math

import numpy as np

from namesakes.identities.specialists.vectors import ContextVectors
from namesakes.profiles.profile import Profile
from namesakes.profiles.vectors import encoded


def reference(rows: list[list[float]]) -> list[list[float]]:
    """The cosines of all pairs, pair by pair; below 0 they are 0."""
    return [
        [max(0.0, sum(map(math.prod, zip(a, b, strict=True))) / math.hypot(*a) / math.hypot(*b)) for b in rows]
        for a in rows
    ]


def test_cosines_are_those_of_the_reference_and_one_without_a_vector_sleeps() -> None:
    rows = [[127.0, *map(float, row)] for row in np.random.default_rng(3).integers(-127, 128, (6, 5))]
    vectors = [encoded(np.array(row, dtype=np.float32)) for row in rows]
    profiles = [Profile(f"d{place}", 0, vector=vector) for place, vector in enumerate(["", *vectors])]
    found = ContextVectors().compare(profiles)
    np.testing.assert_allclose(found[1:, 1:], reference(rows), atol=1e-5)
    assert np.isnan(found[0]).all()
    assert ContextVectors().similarity(profiles[0], profiles[1]) is None
