"""Linear chains: batches, candidates, decoding by scores, training and files, at both orders."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.learning import linear_chain
from namesakes.learning.linear_chain import LinearChain, Tokens, joined_tokens, leads, pruned
from namesakes.learning.linear_chain_training import Example, LinearChainSettings, LinearChainTrainer

NAMES = ("a", "b", "c")
TEMPLATES = [(), ((0, 0),), ((0, -1), (0, 0))]


@given(st.lists(st.integers(1, 12), max_size=30), st.integers(1, 20))
def test_batches_cover_all_sentences_and_are_not_too_long(sizes: list[int], most: int) -> None:
    edges = np.cumsum([0, *sizes], dtype=np.int32)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(linear_chain, "BATCH", most)
        found = list(linear_chain.sentence_batches(edges))
    assert [place for pair in found for place in range(*pair)] == list(range(len(sizes)))
    assert all(last == first for (_, last), (first, _) in pairwise(found))
    assert all(sum(sizes[first:last]) <= most or last == first + 1 for first, last in found)


def tokens(codes: Sequence[int], edges: Sequence[int], candidates: Sequence[Sequence[int]] | None = None) -> Tokens:
    """Tokens with one column, and all labels as candidates where none are given."""
    rows = candidates or [range(len(NAMES))] * len(codes)
    return Tokens(
        np.array(codes, dtype=np.uint32)[:, None],
        np.array(edges, dtype=np.int32),
        np.cumsum([0, *map(len, rows)], dtype=np.int32),
        np.array([label for row in rows for label in row], dtype=np.int32),
    )


def random_chain(order: int, seed: int) -> LinearChain:
    random = np.random.default_rng(seed)
    chain = LinearChain(NAMES, TEMPLATES, 5, order=order)
    chain.weights[:] = random.normal(size=len(chain.weights))
    chain.pairs[:], chain.triples[:] = random.normal(size=chain.pairs.shape), random.normal(size=chain.triples.shape)
    return chain


def test_scores_are_sums_of_weights_and_choices_without_an_alternative_cost_nothing() -> None:
    chain = random_chain(2, 1)
    seen = tokens([7, 8, 9], [0, 2, 3], [[0, 1, 2], [0, 2], [1]])
    bases = chain.bases(seen)
    wanted = [
        float(chain.weights[bases[token] + label].sum(dtype=float)) if token < 2 else 0.0
        for token, label in ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 1))
    ]
    assert chain.scores(seen).tolist() == pytest.approx(wanted)
    assert bases.max() < 1 << 5


@given(st.integers(1, 2), st.integers(0, 999))
def test_parts_and_wholes_are_decoded_alike(order: int, seed: int) -> None:
    chain = random_chain(order, seed)
    seen = tokens([1, 2, 1, 3, 2, 2], [0, 2, 3, 6])
    lattice = chain.lattice(seen)
    whole = lattice.best().tolist()
    parts = [seen.between(first, first + 1) for first in range(3)]
    assert [label for part in parts for label in chain.lattice(part).best().tolist()] == whole
    assert [label for sentence in range(3) for label in lattice.best_of(sentence)[0].tolist()] == whole
    again = joined_tokens(parts)
    for one, other in ((again.columns, seen.columns), (again.edges, seen.edges), (again.offsets, seen.offsets)):
        assert one.tolist() == other.tolist()
    assert chain.lattice(again).best().tolist() == whole


@given(st.integers(0, 999))
def test_penalties_rule_labels_out(seed: int) -> None:
    lattice = random_chain(1, seed).lattice(tokens([1, 2, 3], [0, 3]))
    best = lattice.best()
    penalties = np.zeros((3, 3))
    penalties[1, best[1]] = -1e6
    assert lattice.best(penalties)[1] != best[1]


def test_pruning_keeps_the_best_and_the_gold_label() -> None:
    seen = tokens([1, 2], [0, 2])
    scores = np.array([3.0, 1.0, 2.0, 0.0, 5.0, 4.0])
    offsets, labels, kept = pruned(seen.offsets, seen.labels, scores, np.array([-1, 0], dtype=np.int32), 2)
    assert offsets.tolist() == [0, 2, 5]
    assert labels.tolist() == [0, 2, 0, 1, 2]
    assert kept.tolist() == [3.0, 2.0, 0.0, 5.0, 4.0]
    assert leads(seen.offsets, scores).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("update", ["perceptron", "passive-aggressive"])
@pytest.mark.parametrize("order", [1, 2])
def test_what_is_taught_is_learned_and_comes_back_from_a_file(order: int, update: str) -> None:
    seen = tokens([1, 2, 1, 3, 2, 2, 1, 1], [0, 2, 5, 8])
    gold = np.array([0, 1, 0, 2, 1, 1, 2, 0], dtype=np.int32)
    chain = LinearChain(NAMES, TEMPLATES, 8, order=order)
    settings = LinearChainSettings(update=update, aggressiveness=1.0)
    trainer = LinearChainTrainer(chain, [Example(seen, gold)], settings, 1)
    shares = [trainer.round() for _ in range(30)]
    trained = trainer.averaged()
    assert shares[0] < shares[-1] == 1.0
    assert trained.lattice(seen).best().tolist() == gold.tolist()
    again = LinearChain(NAMES, TEMPLATES, 8, order=order)
    again.fill(trained.arrays())
    assert ("triples" in trained.arrays()) == (order == 2)
    assert again.lattice(seen).best().tolist() == gold.tolist()
    assert again.arrays().keys() == trained.arrays().keys()
    for name, array in trained.arrays().items():
        np.testing.assert_allclose(again.arrays()[name], array, rtol=1e-6)
