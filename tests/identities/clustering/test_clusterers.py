"""Every clusterer: golden cases, invariants, constraints, bad input; and each against its formula written out."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.identities.clustering.agglomeration import agglomerate
from namesakes.identities.clustering.clusterer import CLUSTERERS, clusterer
from namesakes.identities.clustering.constraints import NONE, Constraints
from namesakes.identities.clustering.frc import Frc
from namesakes.identities.clustering.fuzzy import Fit, FuzzyClusterer, shares_of
from namesakes.identities.clustering.karc import Karc, gram
from namesakes.identities.clustering.memberships import Memberships, hard, numbered, soft
from namesakes.identities.clustering.validity import choose, grid
from tests.identities.made import block_matrix, constrained, similarities

NAMES = list(CLUSTERERS)
FUZZY = [name for name in NAMES if issubclass(CLUSTERERS[name], FuzzyClusterer)]
SOFT = [name for name in FUZZY if not name.endswith("-hard")]
every = pytest.mark.parametrize("name", NAMES)


def partition(memberships: Memberships) -> set[frozenset[int]]:
    return {frozenset(members.tolist()) for members in memberships.sets()}


def groups_of(labels: NDArray) -> set[frozenset[int]]:
    return {frozenset(np.flatnonzero(labels == label).tolist()) for label in set(labels.tolist())}


@every
@pytest.mark.parametrize("sizes", [[4, 4], [5, 5, 5], [6, 3, 4, 3]])
def test_blocks_of_the_matrix_are_found(name: str, sizes: list[int]) -> None:
    found = clusterer(name).cluster(block_matrix(sizes))
    expected = groups_of(np.repeat(np.arange(len(sizes)), sizes))
    assert groups_of(found.labels) == expected
    assert partition(found) == expected


@pytest.mark.parametrize("norm", ["unit", "exact"])
@pytest.mark.parametrize(("start", "restarts"), [("linked", 0), ("farthest", 0), ("random", 5)])
def test_both_norms_find_the_blocks(norm: str, start: str, restarts: int) -> None:
    found = Karc(norm=norm, start=start, restarts=restarts, gamma=0.2).cluster(block_matrix([7, 5, 3, 6, 4]))
    assert groups_of(found.labels) == groups_of(np.repeat(np.arange(5), [7, 5, 3, 6, 4]))


@every
def test_the_known_names_are_listed(name: str) -> None:
    assert dataclasses.is_dataclass(clusterer(name))
    with pytest.raises(UnknownNameError, match=rf"no clusterer called 'magic'(.|\n)*{name}"):
        clusterer("magic")
    with pytest.raises(UnknownNameError, match="no setting called 'magic'"):
        clusterer(name, {"magic": 1})


@every
@given(similarities())
def test_invariants(name: str, matrix: NDArray) -> None:
    before = matrix.copy()
    one = clusterer(name)
    found, again = one.cluster(matrix), one.cluster(matrix)
    assert np.array_equal(matrix, before, equal_nan=True)
    assert np.array_equal(found.labels, again.labels)
    assert np.array_equal(found.strengths, again.strengths)
    assert len(found) == len(matrix)
    assert sorted({item for members in found.sets() for item in members.tolist()}) == list(range(len(matrix)))
    assert np.all((found.strengths >= -1e-12) & (found.strengths <= 1 + 1e-12))
    if found.shares is not None:
        assert found.shares.sum(axis=1) == pytest.approx(1.0)
        assert np.array_equal(found.labels, found.shares.argmax(axis=1))
        assert found.strengths == pytest.approx(found.shares.max(axis=1))
    else:
        assert sum(map(len, found.sets())) == len(matrix)


@every
@given(constrained())
def test_constraints_always_hold(name: str, case: tuple[NDArray, Constraints]) -> None:
    matrix, constraints = case
    found = clusterer(name).cluster(matrix, constraints)
    for left, right in constraints.must:
        assert found.labels[left] == found.labels[right]
    for left, right in constraints.cannot:
        assert found.labels[left] != found.labels[right]
        assert not any({left, right} <= set(members.tolist()) for members in found.sets())
    if found.shares is not None:
        assert found.shares.sum(axis=1) == pytest.approx(1.0)
        assert np.array_equal(found.labels, found.shares.argmax(axis=1))


@every
def test_constraints_move_whom_they_name(name: str) -> None:
    matrix = block_matrix([5, 5])
    joined = clusterer(name).cluster(matrix, Constraints.of(must=[(0, 9)]))
    assert joined.labels[0] == joined.labels[9]
    parted = clusterer(name).cluster(matrix, Constraints.of(cannot=[(0, 1)]))
    assert parted.labels[0] != parted.labels[1]
    assert len(set(parted.labels[5:])) == 1


@pytest.mark.parametrize("name", ["dbscan", "average-link", "connected"])
@settings(max_examples=50)
@given(st.integers(2, 12), st.integers(0, 10_000))
def test_the_order_of_items_does_not_matter(name: str, count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.random((count, count))
    matrix = (matrix + matrix.T) / 2
    order = random.permutation(count)
    settings = {"neighbours": 1} if name == "dbscan" else {}  # border items of several clusters go to the first one
    plain = clusterer(name, settings).cluster(matrix).labels
    moved = clusterer(name, settings).cluster(matrix[np.ix_(order, order)]).labels
    assert groups_of(plain[order]) == groups_of(moved)


@pytest.mark.parametrize("name", FUZZY)
def test_the_order_of_items_does_not_matter_to_fuzzy_ones(name: str) -> None:
    matrix = block_matrix([6, 4, 5], noise=0.05)
    order = np.random.default_rng(5).permutation(len(matrix))
    plain, moved = clusterer(name).cluster(matrix), clusterer(name).cluster(matrix[np.ix_(order, order)])
    assert groups_of(plain.labels[order]) == groups_of(moved.labels)
    assert plain.strengths[order] == pytest.approx(moved.strengths)


@every
def test_few_items(name: str) -> None:
    one = clusterer(name)
    assert len(one.cluster(np.zeros((0, 0)))) == 0
    assert one.cluster(np.zeros((0, 0))).sets() == []
    assert one.cluster(np.ones((1, 1))).labels.tolist() == [0]
    assert one.cluster(np.array([[1, 0.9], [0.9, 1]])).count == 1
    assert one.cluster(np.array([[1, 0.1], [0.1, 1]])).count == 2


@every
def test_no_evidence_is_the_default_similarity(name: str) -> None:
    matrix = block_matrix([4, 4])
    matrix[:4, 4:] = matrix[4:, :4] = np.nan
    assert groups_of(clusterer(name).cluster(matrix).labels) == groups_of(np.repeat([0, 1], 4))
    nothing = np.full((5, 5), np.nan)
    if name not in FUZZY:
        assert clusterer(name).cluster(nothing).count == 5
        assert clusterer(name, {"unknown": 1.0}).cluster(nothing).count == 1


@every
def test_bad_similarities(name: str) -> None:
    one = clusterer(name)
    with pytest.raises(DataError, match="square"):
        one.cluster(np.ones((2, 3)))
    with pytest.raises(DataError, match="symmetric"):
        one.cluster(np.array([[1, 0.2], [0.4, 1]]))
    with pytest.raises(DataError, match="symmetric"):
        one.cluster(np.array([[1, np.nan], [0.4, 1]]))
    with pytest.raises(DataError, match="between 0 and 1; these between"):
        one.cluster(np.array([[1, 1.4], [1.4, 1]]))


@pytest.mark.parametrize(
    ("name", "setting", "value"),
    [
        ("dbscan", "epsilon", 0.0),
        ("dbscan", "neighbours", 0),
        ("average-link", "threshold", 1.5),
        ("connected", "unknown", -1.0),
        ("karc", "fuzziness", 1.0),
        ("karc", "gamma", 0.0),
        ("karc", "norm", "odd"),
        ("frc", "start", "odd"),
        ("frc", "threshold", 1.0),
        ("frc", "restarts", -1),
    ],
)
def test_bad_settings(name: str, setting: str, value: object) -> None:
    with pytest.raises(ConfigError, match=f"{setting}|{value}"):
        clusterer(name, {setting: value})


def test_noise_is_alone() -> None:
    matrix = block_matrix([4, 1, 3])
    found = clusterer("dbscan", {"neighbours": 3}).cluster(matrix)
    assert groups_of(found.labels) == {frozenset(range(4)), frozenset({4}), frozenset({5, 6, 7})}
    lonely = clusterer("dbscan", {"neighbours": 8}).cluster(matrix)
    assert lonely.count == 8


def test_members_are_ranked() -> None:
    matrix = np.ones((3, 3))
    matrix[0, 1] = matrix[1, 0] = 0.9
    matrix[0, 2] = matrix[2, 0] = 0.6
    matrix[1, 2] = matrix[2, 1] = 0.8
    (members,) = clusterer("connected").cluster(matrix).sets()
    assert members.tolist() == [1, 0, 2]  # means of 0.85, 0.75 and 0.7


def test_soft_sets_have_everybody_above_the_threshold() -> None:
    shares = np.array([[0.6, 0.4, 0.0], [0.1, 0.9, 0.0], [0.35, 0.33, 0.32]])
    found = soft(shares, 0.35)
    assert [members.tolist() for members in found.sets()] == [[0, 2], [1, 0]]  # item 2 by its label alone
    assert found.hardened().labels.tolist() == [0, 1, 0]


@given(st.lists(st.integers(0, 4), min_size=1, max_size=12), st.integers(0, 999))
def test_strengths_of_hard_clusters(labels: list[int], seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.random((len(labels), len(labels)))
    matrix = (matrix + matrix.T) / 2
    found = hard(np.array(labels), matrix)
    for item, label in enumerate(labels):
        others = [other for other, its in enumerate(labels) if its == label and other != item]
        expected = np.mean([matrix[item, other] for other in others]) if others else 1.0
        assert found.strengths[item] == pytest.approx(expected)
    assert numbered(np.array([7, 3, 7, 0])).tolist() == [0, 1, 0, 2]


def plain_karc(kernel: NDArray, centres: list[int], m: float, exact: bool, turns: int) -> tuple[NDArray, list[float]]:
    """KARC's Algorithm 1 letter by letter."""
    count = len(kernel)
    squares = [[2 - 2 * kernel[j, i] for i in centres] for j in range(count)]
    objectives = []
    for _ in range(turns):
        u = np.zeros((count, len(centres)))
        for j in range(count):
            near = [max(d, 1e-15) ** (-1 / (m - 1)) for d in squares[j]]
            u[j] = [each / sum(near) for each in near]
        for j in range(count):
            for i in range(len(centres)):
                total = sum(u[k, i] ** m for k in range(count))
                mixed = sum(u[k, i] ** m * kernel[j, k] for k in range(count)) / total
                norm = sum(u[k, i] ** m * u[n, i] ** m * kernel[k, n] for k in range(count) for n in range(count))
                squares[j][i] = (1 - 2 * mixed + norm / total**2) if exact else 2 - 2 * mixed
        objectives.append(sum(u[j, i] ** m * squares[j][i] for j in range(count) for i in range(len(centres))))
    return u, objectives


@pytest.mark.parametrize("norm", ["unit", "exact"])
@pytest.mark.parametrize("seed", range(3))
def test_karc_is_its_formula(norm: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.random((7, 7))
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, 1.0)
    one = Karc(norm=norm, gamma=0.4, iterations=4, tolerance=0.0, start="farthest")
    relation = one.relation(matrix, NONE.groups(7))
    kernel = np.exp([[-0.4 * ((a - b) ** 2).sum() for b in matrix] for a in matrix])
    assert gram(matrix, np.ones(7), 0.4) == pytest.approx(kernel)
    fit = one.fit(relation, 3)
    shares, objectives = plain_karc(kernel, relation.farthest(3).tolist(), 1.6, norm == "exact", 4)
    assert fit.shares == pytest.approx(shares, abs=1e-9)
    assert list(fit.objectives) == pytest.approx(objectives)


@pytest.mark.parametrize("norm", ["unit", "exact"])
@pytest.mark.parametrize("seed", range(4))
def test_the_index_of_xie_and_beni_is_its_formula(norm: str, seed: int) -> None:
    """In the space that the kernel induces, whose vectors are the rows of V·√Λ of K = V·Λ·Vᵀ."""
    random = np.random.default_rng(seed)
    matrix = random.random((8, 8))
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, 1.0)
    m, gamma = 1.5, 0.3
    one = Karc(norm=norm, gamma=gamma, fuzziness=m, iterations=1, start="random", seed=seed)
    relation = one.relation(matrix, NONE.groups(8))
    fit = one.fit(relation, 3)
    values, vectors = np.linalg.eigh(gram(matrix, np.ones(8), gamma))
    items = vectors * np.sqrt(np.maximum(values, 0.0))
    shares = one.first_shares(relation, 3)
    centres = np.array([(shares[:, i] ** m) @ items / (shares[:, i] ** m).sum() for i in range(3)])

    def square(one: NDArray, other: NDArray) -> float:
        """‖a − b‖², or what it would be if prototypes had the norm 1."""
        return float(((one - other) ** 2).sum() if norm == "exact" else 2.0 - 2.0 * one @ other)

    variation = sum(shares[j, i] ** m * square(items[j], centres[i]) for j in range(8) for i in range(3))
    separation = min(square(centres[i], centres[j]) for i in range(3) for j in range(3) if i != j)
    assert fit.separation == pytest.approx(separation)
    assert fit.index == pytest.approx(variation / (8 * separation))


def test_prototypes_coincide_where_they_are_taken_to_have_norm_one() -> None:
    """That adds to all distances from a prototype how spread it is, 1 − ‖w‖²: with a large m all are alike."""

    def apart(norm: str, m: float) -> float:
        """How much the memberships of an item differ at most: 0 where all prototypes are one."""
        one = Karc(norm=norm, gamma=0.0005, fuzziness=m, clusters=4, start="random")
        shares = one.shares(block_matrix([6, 6, 6, 6], noise=0.05), NONE.groups(24))
        return float(np.ptp(shares, axis=1).max())

    assert apart("unit", 2.5) < 1e-3
    assert apart("exact", 2.5) > 0.5
    assert apart("unit", 1.3) > 0.5
    assert apart("exact", 1.3) > 0.5


@pytest.mark.parametrize("seed", range(3))
def test_frc_is_its_formula(seed: int) -> None:
    random = np.random.default_rng(seed)
    matrix = random.uniform(0.3, 0.7, (6, 6))
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, 1.0)
    m, one = 1.6, Frc(iterations=3, tolerance=0.0, start="farthest")
    relation = one.relation(matrix, NONE.groups(6))
    fit = one.fit(relation, 2)
    r, a = 1 - matrix, (1 - matrix)[:, relation.farthest(2)]
    for _ in range(3):
        near = np.maximum(a, 1e-15) ** (-1 / (m - 1))
        u = near / near.sum(axis=1, keepdims=True)
        powers = u**m
        a = np.empty_like(u)
        for j in range(6):
            for i in range(2):
                total = powers[:, i].sum()
                spread = sum(powers[k, i] * powers[n, i] * r[k, n] for k in range(6) for n in range(6))
                a[j, i] = m * (powers[:, i] @ r[j]) / total - m * spread / (2 * total**2)
    assert np.all(a > 0)
    assert fit.shares == pytest.approx(u, abs=1e-9)
    assert fit.objective == pytest.approx((powers * a / m).sum())


def test_negative_distances_share_by_the_kuhn_tucker_conditions() -> None:
    shares = shares_of(np.array([[-0.01, 0.5], [0.01, -0.5], [0.2, 0.2], [0.0, 0.3], [-0.2, -0.2]]), 2.0)
    expected = [[1, 0], [1, 0], [0.5, 0.5], [1, 0], [0.5, 0.5]]
    assert shares == pytest.approx(np.array(expected))


@given(similarities(least=3), st.integers(2, 4), st.floats(1.1, 3.0), st.floats(0.01, 2.0))
def test_the_objective_never_rises_with_the_exact_norm(matrix: NDArray, count: int, m: float, gamma: float) -> None:
    one = Karc(norm="exact", fuzziness=m, gamma=gamma, iterations=30, tolerance=0.0, start="random")
    full = np.nan_to_num(matrix)
    fit = one.fit(one.relation(full, NONE.groups(len(full))), min(count, len(full)))
    assert np.all(np.diff(fit.objectives) <= 1e-9 * max(1.0, fit.objectives[0]))


@pytest.mark.parametrize("name", SOFT)
def test_must_links_are_weights(name: str) -> None:
    """An item that must-links make of three equal items weighs as much as the three."""
    matrix = block_matrix([5, 5], noise=0.0)
    together = clusterer(name, {"clusters": 2}).cluster(matrix, Constraints.of(must=[(0, 1), (1, 2)]))
    apart = clusterer(name, {"clusters": 2}).cluster(matrix)
    assert together.shares is not None
    assert groups_of(together.labels) == groups_of(apart.labels)


@given(similarities(least=2, missing=False), st.floats(0.1, 0.95))
def test_agglomeration_joins_like_connected_components(matrix: NDArray, threshold: float) -> None:
    labels = agglomerate(matrix, NONE.groups(len(matrix)), threshold, closest=1.0)
    assert groups_of(labels) == groups_of(clusterer("connected", {"threshold": threshold}).cluster(matrix).labels)


@settings(max_examples=50)
@given(st.integers(2, 25), st.integers(0, 10_000), st.floats(0.2, 0.9))
def test_agglomeration_is_average_link(count: int, seed: int, threshold: float) -> None:
    random = np.random.default_rng(seed)  # no two similarities are equal, so that SciPy breaks no ties otherwise
    matrix = random.random((count, count))
    matrix = (matrix + matrix.T) / 2
    np.fill_diagonal(matrix, 1.0)
    ours = agglomerate(matrix, NONE.groups(count), threshold)
    assert groups_of(ours) == groups_of(clusterer("average-link", {"threshold": threshold}).cluster(matrix).labels)


def test_the_first_minimum() -> None:
    fits = [
        Fit(np.ones((1, count)), [index], 1.0) for count, index in enumerate([5.0, 3.0, 4.0, 2.0, 6.0, 7.0], start=2)
    ]
    assert choose(iter(fits)) == (fits[1], True)
    assert choose(iter(fits), patience=2) == (fits[3], True)
    assert choose(iter(fits[:2])) == (fits[1], False)
    assert choose(iter([])) == (None, False)
    assert list(grid(1)) == []
    assert list(grid(5)) == [2, 3, 4, 5]
    counts = list(grid(500))
    assert counts[:23] == list(range(2, 25))
    assert counts == sorted(set(counts))
    assert len(counts) < 60


def test_one_cluster_where_more_are_no_better() -> None:
    alike = block_matrix([8], inside=0.9)
    assert clusterer("karc").cluster(alike).count == 1
    assert clusterer("karc", {"clusters": 1}).cluster(alike).count == 1
    halves = block_matrix([4, 4])
    assert clusterer("karc").cluster(halves).count == 2
    assert clusterer("karc", {"advantage": 1e-9}).cluster(halves).count == 1  # J_2 would have to be far below J_1
    assert clusterer("karc").cluster(np.eye(6)).count >= 5


def test_restarts_never_make_it_worse() -> None:
    random = np.random.default_rng(1)
    matrix = random.random((30, 30))
    matrix = (matrix + matrix.T) / 2
    relation = Karc().relation(matrix, NONE.groups(30))
    fits = [Karc(restarts=restarts, start="random").fit(relation, 5).objective for restarts in (0, 3, 6)]
    assert fits == sorted(fits, reverse=True)
    assert Karc(start="random", seed=1).fit(relation, 5).shares is not None


def test_the_linked_start_is_average_link() -> None:
    from scipy.cluster.hierarchy import fcluster, linkage
    from scipy.spatial.distance import squareform

    matrix = block_matrix([6, 4, 5, 2], noise=0.05)
    relation = Frc().relation(matrix, NONE.groups(len(matrix)))
    tree = linkage(squareform(1 - matrix, checks=False), "average")
    for count in (1, 2, 5, 17):
        assert groups_of(relation.linked(count)) == groups_of(fcluster(tree, count, criterion="maxclust"))
    first = Frc().first_shares(relation, 4)
    assert first.sum(axis=1).tolist() == [1.0] * 17
    assert groups_of(first.argmax(axis=1)) == groups_of(np.repeat(np.arange(4), [6, 4, 5, 2]))
