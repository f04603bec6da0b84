"""Dual decomposition: stars against enumeration, and certified answers against brute force."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namesakes.errors import ConfigError
from namesakes.structures.dual_decomposition import (
    NULL,
    Agreement,
    Bonuses,
    Decode,
    Labels,
    Stars,
    Steps,
    agree,
    objective,
)

GROUPS = np.array([0, 0, 1, 2], dtype=np.int32)


def bonus(label: int, consensus: int, bonuses: Bonuses) -> float:
    """θ of the paper's section 4."""
    if consensus == NULL:
        return bonuses.off
    if label == consensus:
        return bonuses.same
    return bonuses.close if GROUPS[label] == GROUPS[consensus] else 0.0


def random_stars(random: np.random.Generator, members: list[int], bonuses: Bonuses) -> Stars:
    """Stars of so many members each, with some of four classes to choose from."""
    options = [
        np.sort(random.choice(len(GROUPS), size=random.integers(1, len(GROUPS) + 1), replace=False))
        for _ in range(sum(members))
    ]
    observed = [random.choice(len(GROUPS), size=random.integers(0, 3), replace=False) for _ in members]
    return Stars(
        starts=np.cumsum([0, *members], dtype=np.int32),
        offsets=np.cumsum([0, *map(len, options)], dtype=np.int32),
        classes=np.concatenate([np.zeros(0, int), *options]).astype(np.int32),
        groups=GROUPS,
        observed_starts=np.cumsum([0, *map(len, observed)], dtype=np.int32),
        observed=np.concatenate([np.zeros(0, int), *observed]).astype(np.int32),
        counts=random.integers(1, 4, size=sum(map(len, observed))).astype(np.float64),
        bonuses=bonuses,
    )


def observed_score(stars: Stars, star: int, consensus: int) -> float:
    rows = range(stars.observed_starts[star], stars.observed_starts[star + 1])
    return sum(stars.counts[row] * bonus(int(stars.observed[row]), consensus, stars.bonuses) for row in rows)


def star_score(stars: Stars, star: int, places: list[int], scores: np.ndarray, consensus: int) -> float:
    """The score of a star whose members have these labels."""
    labels = sum(scores[place] + bonus(int(stars.classes[place]), consensus, stars.bonuses) for place in places)
    return float(labels + observed_score(stars, star, consensus))


def best_star(stars: Stars, star: int, scores: np.ndarray) -> float:
    """The best score of a star, by enumeration of labels and consensus."""
    members = range(stars.starts[star], stars.starts[star + 1])
    options = [range(stars.offsets[member], stars.offsets[member + 1]) for member in members]
    return max(
        star_score(stars, star, list(places), scores, consensus)
        for places in product(*options)
        for consensus in (NULL, *range(len(GROUPS)))
    )


falling = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0, 2.0]), min_size=3, max_size=3).map(
    lambda values: Bonuses(*sorted(values, reverse=True))
)


@given(st.integers(0, 10_000), falling, st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_the_best_labels_of_stars_are_those_of_enumeration(seed: int, bonuses: Bonuses, members: list[int]) -> None:
    random = np.random.default_rng(seed)
    stars = random_stars(random, members, bonuses)
    scores = random.normal(size=len(stars.classes)).round(1)
    answer = Labels.none(stars)
    active = np.ones(stars.members, dtype=np.uint8)
    stars.best(answer, scores, np.full(stars.members, -1, np.int32), np.arange(len(stars), dtype=np.int32), active)
    for star in range(len(stars)):
        places = answer.chosen[stars.starts[star] : stars.starts[star + 1]].tolist()
        found = star_score(stars, star, places, scores, int(answer.consensus[star]))
        assert answer.values[star] == pytest.approx(found)
        assert found == pytest.approx(best_star(stars, star, scores))


def test_members_that_do_not_count_are_left_out() -> None:
    random = np.random.default_rng(5)
    stars = random_stars(random, [4], Bonuses(1.0, 0.5, 0.2))
    scores = random.normal(size=len(stars.classes))
    answer = Labels.none(stars)
    stars.best(answer, scores, np.full(4, -1, np.int32), np.array([0], np.int32), np.array([0, 1, 1, 0], np.uint8))
    assert answer.chosen.tolist().count(-1) == 2


def test_ties_go_to_what_the_structure_prefers() -> None:
    stars = Stars(
        starts=np.array([0, 1], np.int32),
        offsets=np.array([0, 4], np.int32),
        classes=np.arange(4, dtype=np.int32),
        groups=GROUPS,
        observed_starts=np.zeros(2, np.int32),
        observed=np.zeros(0, np.int32),
        counts=np.zeros(0),
        bonuses=Bonuses(0.5, 0.5, 0.5),
    )
    answer = Labels.none(stars)
    for preferred in (0, 1):  # the consensus is class 0, and both are of its group
        stars.best(answer, np.zeros(4), np.array([preferred], np.int32), np.array([0], np.int32), np.ones(1, np.uint8))
        assert answer.chosen.tolist() == [preferred]


class Tables:
    """Structures that are tables: a score for each combination of their members' labels."""

    def __init__(self, stars: Stars, structures: np.ndarray, random: np.random.Generator) -> None:
        self.stars, self.structures, self.scores = stars, structures, {}
        for structure in np.unique(structures).tolist():
            members = np.flatnonzero(structures == structure)
            options = [range(stars.offsets[member], stars.offsets[member + 1]) for member in members]
            self.scores[structure] = {places: float(random.normal()) for places in product(*options)}

    def decode(self, structure: int, multipliers: np.ndarray) -> tuple[np.ndarray, float]:
        table = self.scores[structure]
        best = max(table, key=lambda places: table[places] - multipliers[list(places)].sum())
        return np.array(best, dtype=np.int32), table[best] - float(multipliers[list(best)].sum())

    def total(self, choices: tuple[tuple[int, ...], ...], let_go: tuple[int, ...] = ()) -> float:
        """The joint objective: the structures, and each star with its best consensus."""
        chosen = {}
        total = 0.0
        for (structure, table), places in zip(self.scores.items(), choices, strict=True):
            total += table[places]
            members = np.flatnonzero(self.structures == structure).tolist()
            if structure not in let_go:
                chosen |= dict(zip(members, places, strict=True))
        for star in range(len(self.stars)):
            members = [m for m in range(self.stars.starts[star], self.stars.starts[star + 1]) if m in chosen]
            places = [chosen[member] for member in members]
            nothing = np.zeros(len(self.stars.classes))
            total += max(star_score(self.stars, star, places, nothing, each) for each in (NULL, *range(len(GROUPS))))
        return total


def problem(seed: int) -> tuple[Stars, np.ndarray, Tables]:
    random = np.random.default_rng(seed)
    stars = random_stars(random, [2, 3], Bonuses(0.8, 0.5, 0.3))
    structures = random.integers(0, 3, size=5).astype(np.int32)
    return stars, structures, Tables(stars, structures, random)


def solved(
    seed: int, rounds: int = 200, *, warm: bool = True, adaptive: bool = True
) -> tuple[Stars, np.ndarray, Tables, Agreement]:
    stars, structures, tables = problem(seed)
    steps = Steps(rounds, 0.3, warm=warm, adaptive=adaptive)
    return stars, structures, tables, agree(stars, structures, tables.decode, steps)


@given(st.integers(0, 10_000), st.booleans(), st.booleans())
@settings(deadline=None)
def test_certified_answers_are_those_of_brute_force(seed: int, warm: bool, adaptive: bool) -> None:
    _, _, tables, answer = solved(seed, warm=warm, adaptive=adaptive)
    let_go = tuple(answer.let_go.tolist())
    best = max(tables.total(choices, let_go) for choices in product(*tables.scores.values()))
    assert answer.value == pytest.approx(best)
    members = [np.flatnonzero(tables.structures == structure) for structure in tables.scores]
    choices = tuple(tuple(answer.chosen[each].tolist()) for each in members)
    assert tables.total(choices, let_go) == pytest.approx(best)


@given(st.integers(0, 10_000))
@settings(deadline=None)
def test_structures_that_no_star_ties_to_one_let_go_are_exact_in_the_whole_problem(seed: int) -> None:
    _, structures, tables, answer = solved(seed, rounds=2)
    best = max(product(*tables.scores.values()), key=tables.total)
    exact = [number for number, structure in enumerate(tables.scores) if answer.exact[structure]]
    members = [np.flatnonzero(structures == structure) for structure in tables.scores]
    mixed = list(best)
    for number in exact:
        mixed[number] = tuple(answer.chosen[members[number]].tolist())
    assert tables.total(tuple(mixed)) == pytest.approx(tables.total(best))


@given(st.integers(0, 10_000))
@settings(deadline=None)
def test_the_dual_is_never_below_the_objective(seed: int) -> None:
    stars, structures, tables, answer = solved(seed)
    best = max(map(tables.total, product(*tables.scores.values())))
    whole = answer.rounds if not len(answer.let_go) else answer.rounds[:200]
    assert all(each.dual >= best - 1e-9 for each in whole)
    assert objective(stars, tables.decode, answer, structures) == pytest.approx(answer.value)


def test_without_a_warm_start_multipliers_begin_at_zero() -> None:
    stars, structures, tables = problem(11)
    seen: list[np.ndarray] = []

    def decode(structure: int, multipliers: np.ndarray) -> tuple[np.ndarray, float]:
        seen.append(multipliers.copy())
        return tables.decode(structure, multipliers)

    agree(stars, structures, decode, Steps(2, 0.3, warm=False, adaptive=False))
    count = len(tables.scores)
    assert not np.array(seen[:count]).any()
    assert set(np.abs(seen[count]).tolist()) <= {0.0, 0.3, 0.6}  # after one step of figure 2


@given(st.integers(0, 10_000))
@settings(deadline=None)
def test_structures_may_be_decoded_together(seed: int) -> None:
    stars, structures, tables = problem(seed)

    def many(which: np.ndarray, multipliers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        places, values = zip(*(tables.decode(each, multipliers) for each in which.tolist()), strict=True)
        return np.concatenate(places).astype(np.int32), np.array(values)

    one = agree(stars, structures, tables.decode, Steps(200, 0.3))
    together = agree(stars, structures, tables.decode, Steps(200, 0.3), many)
    assert together.chosen.tolist() == one.chosen.tolist()
    assert together.let_go.tolist() == one.let_go.tolist()
    assert [each.dual for each in together.rounds] == pytest.approx([each.dual for each in one.rounds])


def test_all_agree_at_once_where_agreement_is_worth_nothing() -> None:
    stars, structures, tables = problem(3)
    free = Stars(**{**vars(stars), "bonuses": Bonuses(0.0, 0.0, 0.0)})
    answer = agree(free, structures, tables.decode)
    assert [len(answer.rounds), len(answer.let_go)] == [1, 0]
    assert answer.exact.all()


def test_only_structures_that_disagree_are_decoded_again() -> None:
    stars, structures, tables = problem(11)
    decoded: list[int] = []

    def decode(structure: int, multipliers: np.ndarray) -> tuple[np.ndarray, float]:
        decoded.append(structure)
        return tables.decode(structure, multipliers)

    answer = agree(stars, structures, decode, Steps(200, 0.3))
    assert len(answer.rounds) > 1
    assert len(decoded) == sum(each.decoded for each in answer.rounds)
    assert len(decoded) < len(answer.rounds) * len(tables.scores)


def test_a_majority_moves_a_weak_decision_and_not_a_strong_one() -> None:
    stars = Stars(
        starts=np.array([0, 3], np.int32),
        offsets=np.array([0, 2, 4, 6], np.int32),
        classes=np.array([0, 2, 0, 2, 0, 2], np.int32),
        groups=GROUPS,
        observed_starts=np.zeros(2, np.int32),
        observed=np.zeros(0, np.int32),
        counts=np.zeros(0),
        bonuses=Bonuses(1.0, 0.0, 0.0),
    )

    def decoder(margin: float) -> Decode:
        own = np.array([5.0, 0.0, 5.0, 0.0, 0.0, margin])

        def decode(structure: int, multipliers: np.ndarray) -> tuple[np.ndarray, float]:
            scores = (own - multipliers)[2 * structure : 2 * structure + 2]
            return np.array([2 * structure + int(scores.argmax())], np.int32), float(scores.max())

        return decode

    structures = np.arange(3, dtype=np.int32)
    assert agree(stars, structures, decoder(0.5)).chosen.tolist() == [0, 2, 4]
    assert agree(stars, structures, decoder(1.5)).chosen.tolist() == [0, 2, 5]


@pytest.mark.parametrize("values", [(0.1, 0.2, 0.0), (0.3, 0.1, 0.2), (0.3, 0.2, -0.1)])
def test_bonuses_must_fall(values: tuple[float, float, float]) -> None:
    with pytest.raises(ConfigError, match="must fall"):
        Bonuses(*values)


def test_steps_must_be_possible() -> None:
    with pytest.raises(ConfigError, match="rate above 0"):
        Steps(200, 0.0)
