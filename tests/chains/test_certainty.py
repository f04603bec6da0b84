"""Certainty of chains: what it is made of, how it is fitted, and where it is shown."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.chains.calibration import Decisions, calibration_error
from namesakes.chains.certainty import FEATURES, ChainCertainty, chain_decisions, chain_features, in_majority
from namesakes.chains.links import Links, chained
from namesakes.chains.resolver import Resolver
from namesakes.formats import read, write
from namesakes.text.document import Document
from namesakes.text.reasons import CERTAINTY
from namesakes.text.spans import Mentions
from tests.chains.parsed import parsed, resolver
from tests.chains.test_calibration import FOUND, SPANS, gold

SURE = ChainCertainty((1.0, 0.0, 0.0), 0.0)
"""A chain is as sure as its links are on average."""


def test_features_of_chains() -> None:
    features, chains = chain_features(FOUND, np.array([1, 3, 4, 5]))
    assert chains.tolist() == [0, 0, 0, 0]
    assert features.shape == (1, len(FEATURES))
    assert features[0].tolist() == pytest.approx([np.log(0.6 / 0.4), 0.0, np.log(4)])


def test_a_chain_has_one_certainty_and_a_mention_alone_its_own() -> None:
    assert SURE(FOUND)[1:].tolist() == pytest.approx([0.6, 0.8, 0.6, 0.6, 0.6])
    given = replace(FOUND, constrained=np.array([False, False, False, True, True, False]))
    assert SURE(given)[1] == pytest.approx(0.5 + 0.5 * 0.6)
    nothing = replace(FOUND, clusters=np.arange(6, dtype=np.int32), antecedents=np.zeros(6, dtype=np.int32))
    assert SURE(nothing).tolist() == FOUND.confidences.tolist()


def test_the_majority() -> None:
    chains, right = np.array([0, 0, 0, 1, 1, 2]), np.array([5, 5, 7, -1, 3, -1], dtype=np.int32)
    assert in_majority(chains, right).tolist() == [True, True, False, False, True, False]
    tied = in_majority(np.array([0, 0]), np.array([4, 2], dtype=np.int32))
    assert tied.sum() == 1
    assert not in_majority(np.array([0, 0]), np.array([-1, -1], dtype=np.int32)).any()


def test_the_curve_is_the_one_that_made_the_chains() -> None:
    """Chains of two whose one link is right with a probability that is not its confidence."""
    random = np.random.default_rng(5)
    truth = ChainCertainty((0.5, 0.0, 0.0), 0.4)
    made = [_pair(float(sure), random, truth) for sure in random.uniform(0.05, 0.95, 2000)]
    fitted = ChainCertainty.fitted(made)
    assert fitted is not None
    for sure in (0.2, 0.5, 0.9):
        links = _pair(sure, random, truth)[0]
        assert fitted(links)[1] == pytest.approx(truth(links)[1], abs=0.06)
    assert ChainCertainty.fitted([]) is None


def _pair(sure: float, random: np.random.Generator, truth: ChainCertainty) -> tuple[Links, Document]:
    links = replace(
        FOUND,
        antecedents=np.array([0, 0, 0, 1, 0, 0], dtype=np.int32),
        clusters=np.array([0, 1, 2, 1, 4, 5], dtype=np.int32),
        confidences=np.array([0, 0.9, 0.9, sure, 0.9, 0.9]),
    )
    right = random.uniform() < truth(links)[1]
    return links, gold(["a", "b", "a", "b", "b"] if right else [None, "b", None, "b", "b"])


def test_what_is_measured_is_each_mention_of_a_chain() -> None:
    document = chained(replace(FOUND, certainties=SURE(FOUND)))
    found = chain_decisions(document, gold(["a", "b", "a", "b", None]))
    assert found.confidences.tolist() == pytest.approx([0.6] * 4)
    assert found.right.tolist() == [True, True, False, False]
    assert calibration_error(found) == pytest.approx(0.1)
    alone = chained(FOUND, singletons=True)
    assert len(chain_decisions(alone, gold(["a", "b", "a", "b", None]))) == 4
    table = Mentions.build([[span] for span in SPANS], [None] * len(SPANS))
    assert len(chain_decisions(parsed().replace(mention_table=table), gold(["a"] * 5))) == 0
    assert calibration_error(Decisions.joined([])) == 0.0


def test_it_is_shown_kept_and_saved(tmp_path: Path) -> None:
    plain, document = resolver(seed=5), parsed(3)
    plain.certainty = ChainCertainty((0.3, 0.1, -0.2), 0.5)
    plain.save(tmp_path / "model")
    again = Resolver.load(tmp_path / "model")
    assert again.certainty == plain.certainty
    found = plain.resolve(document)
    assert found.mention_table is not None
    assert CERTAINTY in found.mention_table.extra
    for chain in found.chains:
        assert {mention.certainty for mention in chain} == {chain.confidence}
    write([found], tmp_path / "found.json")
    (back,) = read(tmp_path / "found.json")
    assert [chain.confidence for chain in back.chains] == [chain.confidence for chain in found.chains]
    plain.certainty = None
    told = plain.resolve(document)
    assert [list(map(str, chain)) for chain in told.chains] == [list(map(str, chain)) for chain in found.chains]
    links = [mention.confidence for mention in told.chains[0]][1:]
    assert told.chains[0].confidence == pytest.approx(np.mean([value for value in links if value is not None]))
