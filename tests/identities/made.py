"""Similarities, constraints and profiles for tests."""

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from namesakes.identities.clustering.constraints import Constraints
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Evidence, Fact, Profile

EVIDENCE = Evidence(0, 0, "", "made")


def block_matrix(sizes: list[int], inside: float = 0.9, outside: float = 0.05, noise: float = 0.03) -> NDArray:
    """Similarities that are high within groups of these sizes and low between them, with some noise."""
    labels = np.repeat(np.arange(len(sizes)), sizes)
    random = np.random.default_rng(3)
    matrix = np.where(labels[:, None] == labels[None, :], inside, outside)
    matrix = np.clip(matrix + noise * random.standard_normal(matrix.shape), 0, 1)
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, 1.0)
    return matrix


@st.composite
def similarities(draw: st.DrawFn, least: int = 1, most: int = 9, missing: bool = True) -> NDArray:
    """Any similarities, some of them unknown."""
    count = draw(st.integers(least, most))
    values = st.integers(0, 20).map(lambda value: value / 20)
    cell = st.one_of(values, st.just(float("nan"))) if missing else values
    matrix = np.ones((count, count))
    for row in range(count):
        for column in range(row):
            matrix[row, column] = matrix[column, row] = draw(cell)
    return matrix


@st.composite
def constrained(draw: st.DrawFn) -> tuple[NDArray, Constraints]:
    """Similarities, and constraints that do not contradict each other."""
    matrix = draw(similarities(least=2))
    count = len(matrix)
    pair = st.tuples(st.integers(0, count - 1), st.integers(0, count - 1))
    must = draw(st.lists(pair, max_size=3))
    groups = Constraints.of(must=must).groups(count).labels
    cannot = [each for each in draw(st.lists(pair, max_size=8)) if groups[each[0]] != groups[each[1]]]
    return matrix, Constraints.of(must, cannot)


def profile(
    full: str = "", *facts: tuple[str, str], document: str = "d", kind: str = "person", **more: object
) -> Profile:
    """A profile with this name and these facts."""
    found = tuple(Fact(field, value, EVIDENCE) for field, value in facts)
    return Profile(document, 0, kind=kind, name=split_name(full), facts=found, **more)  # type: ignore[arg-type]
