"""The measures against hand-worked cases, a slow reference written from the definitions, and the reference scorer."""

import json
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, score
from namesakes.metrics import COREFERENCE
from namesakes.metrics.overlap import Overlap
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from tests.golden.coreference_cases import CASES, Case

ALPHABET = "abcdefghijklmnopqrstuvwxyz"
Partition = list[frozenset[str]]


def document(entities: str, name: str = "d") -> Document:
    """A document whose tokens are the letters, each a mention of the entity that it is written in."""
    chains = [(letter, str(number)) for number, entity in enumerate(entities.split()) for letter in entity]
    parts = [[(ALPHABET.index(letter), ALPHABET.index(letter) + 1)] for letter, _ in chains]
    return Document(
        id=name, mention_table=Mentions.build(parts, [chain for _, chain in chains]), **joined([[*ALPHABET]])
    )


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_worked_by_hand(case: Case) -> None:
    scores = score([document(case.key)], [document(case.response)]).scores()
    for name, expected in case.expected.items():
        found = scores[name]
        if name == "blanc":
            values = (found.recall[0], found.precision[0], found.f1)
            assert values == pytest.approx(tuple(map(float, expected)), abs=1e-12), name
            assert found.recall[1] == found.precision[1] == 1
        else:
            assert found.recall == pytest.approx(tuple(map(float, expected[0])), abs=1e-12), name
            assert found.precision == pytest.approx(tuple(map(float, expected[1])), abs=1e-12), name


def test_there_are_enough_cases_and_each_names_every_measure() -> None:
    assert len(CASES) >= 20
    assert all(set(case.expected) == set(COREFERENCE) for case in CASES)


# A reference from the definitions: sets, pairs and all alignments, with exact fractions.


def links(partition: Partition) -> set[frozenset[str]]:
    return {frozenset(pair) for entity in partition for pair in combinations(sorted(entity), 2)}


def apart(partition: Partition) -> set[frozenset[str]]:
    everything = sorted(letter for entity in partition for letter in entity)
    return {frozenset(pair) for pair in combinations(everything, 2)} - links(partition)


def muc_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    kept = total = Fraction(0)
    for entity in key:
        found = {index for index, other in enumerate(response) if entity & other}
        twinless = sum(not any(letter in other for other in response) for letter in entity)
        kept += len(entity) - len(found) - twinless
        total += len(entity) - 1
    return kept, total


def b_cubed_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    value = Fraction(0)
    for entity in key:
        for letter in entity:
            other = next((each for each in response if letter in each), frozenset())
            value += Fraction(len(entity & other), len(entity))
    return value, Fraction(sum(map(len, key)))


def alignment(key: Partition, response: Partition, entities: bool) -> Fraction:
    small, large = sorted([key, response], key=len)
    best = Fraction(0)
    for chosen in permutations(range(len(large)), len(small)):
        value = Fraction(0)
        for index, entity in enumerate(small):
            common = len(entity & large[chosen[index]])
            value += Fraction(2 * common, len(entity) + len(large[chosen[index]])) if entities else common
        best = max(best, value)
    return best


def lea_recall(key: Partition, response: Partition) -> tuple[Fraction, Fraction]:
    value = Fraction(0)
    for entity in key:
        if len(entity) == 1:
            value += entity in response
        else:
            mine = links([entity])
            value += len(entity) * Fraction(len(mine & links(response)), len(mine))
    return value, Fraction(sum(map(len, key)))


def pairs(numerator: Fraction | int, key: int, response: int) -> tuple[tuple[float, float], tuple[float, float]]:
    return (float(numerator), float(key)), (float(numerator), float(response))


def reference(key: Partition, response: Partition) -> dict[str, tuple[tuple[float, float], tuple[float, float]]]:
    mentions = [set().union(*partition) for partition in (key, response)]
    found = {
        name: tuple(tuple(map(float, recall(*sides))) for sides in ((key, response), (response, key)))
        for name, recall in (("muc", muc_recall), ("b3", b_cubed_recall), ("lea", lea_recall))
    }
    sizes = len(mentions[0]), len(mentions[1])
    found["mentions"] = pairs(len(mentions[0] & mentions[1]), *sizes)
    found["ceaf_m"] = pairs(alignment(key, response, entities=False), *sizes)
    found["ceaf_e"] = pairs(alignment(key, response, entities=True), len(key), len(response))
    return found  # type: ignore[return-value]


@st.composite
def partitions(draw: st.DrawFn) -> tuple[str, str]:
    """Two partitions of overlapping sets of mentions, as the golden cases write them."""
    written = []
    for _ in range(2):
        letters = draw(st.sets(st.sampled_from(ALPHABET[:9]), max_size=9))
        groups: dict[int, str] = {}
        for letter in sorted(letters):
            number = draw(st.integers(0, 4))
            groups[number] = groups.get(number, "") + letter
        written.append(" ".join(groups.values()))
    return written[0], written[1]


@given(st.lists(partitions(), min_size=1, max_size=3))
def test_against_the_definitions_summed_over_documents(corpus: list[tuple[str, str]]) -> None:
    key = [document(one, f"d{number}") for number, (one, _) in enumerate(corpus)]
    response = [document(other, f"d{number}") for number, (_, other) in enumerate(corpus)]
    result = score(key, response)
    each = [reference([*map(frozenset, one.split())], [*map(frozenset, other.split())]) for one, other in corpus]
    for name in each[0]:
        for side, found in enumerate((result.scores()[name].recall, result.scores()[name].precision)):
            assert found[0] == pytest.approx(sum(item[name][side][0] for item in each), abs=1e-9), name
            assert found[1] == sum(item[name][side][1] for item in each), name


@given(partitions())
def test_blanc_counts_are_those_of_sets_of_links(both: tuple[str, str]) -> None:
    key, response = ([*map(frozenset, side.split())] for side in both)
    counts = score([document(both[0])], [document(both[1])]).counts["blanc"][0].tolist()
    assert counts == [
        len(links(key) & links(response)), len(links(key)), len(links(response)),
        len(apart(key) & apart(response)), len(apart(key)), len(apart(response)),
    ]  # fmt: skip


@given(partitions())
def test_swapping_the_sides_swaps_recall_and_precision(both: tuple[str, str]) -> None:
    one, other = document(both[0]), document(both[1])
    forth, back = score([one], [other]).scores(), score([other], [one]).scores()
    for name in COREFERENCE:
        if name != "blanc":  # whose special cases look at the key alone
            assert forth[name].recall == pytest.approx(back[name].precision), name
            assert 0 <= forth[name].f1 <= 1


@given(partitions())
def test_the_key_itself_scores_one(both: tuple[str, str]) -> None:
    scores = score([document(both[0])], [document(both[0])]).scores()
    for name in ("b3", "ceaf_m", "ceaf_e", "lea", "mentions"):
        assert scores[name].f1 == pytest.approx(1.0 if both[0] else 0.0), name


def test_labels_are_compared_like_chains() -> None:
    overlap = Overlap.of_labels(list("xxxyy"), list("ppqqq"))
    assert sorted(overlap.cells.counts.tolist()) == [1, 2, 2]


@pytest.mark.corpus
def test_the_reference_scorers_own_numbers(corpora: Path) -> None:
    folder = corpora / "scorer-cases"
    names = {"muc": "muc", "bcub": "b3", "ceafm": "ceaf_m", "ceafe": "ceaf_e", "blanc": "blanc"}
    cases = json.loads((folder / "expected.json").read_text())
    assert len(cases) == 160
    for case in cases:
        key, response = read(folder / f"{case['case']}.key"), read(folder / f"{case['case']}.response")
        scores = score(key, response).to_json()["metrics"]
        for theirs, ours in names.items():
            expected, found = case["expected"][theirs], scores[ours]
            assert found["recall"] == pytest.approx(expected["recall"], abs=1e-9), (case["case"], ours)
            assert found["precision"] == pytest.approx(expected["precision"], abs=1e-9), (case["case"], ours)
            # The reference prints percentages cut, not rounded, at two digits.
            assert -1e-7 <= 100 * found["f1"] - expected["percent"][2] < 0.01 + 1e-7, (case["case"], ours)
