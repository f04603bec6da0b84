"""Calibration: which decisions are right, and how confidences are held against them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.chains.calibration import Decisions, calibration_error, decisions, fitted_calibration, reliability
from namesakes.chains.links import Links
from namesakes.chains.resolver import Resolver
from namesakes.learning.calibration import Calibration, log_odds
from namesakes.text.document import Document
from namesakes.text.spans import Mentions
from tests.chains.made import made_pairs
from tests.chains.parsed import parsed, resolver

SPANS = [(0, 1), (2, 3), (4, 5), (6, 7), (8, 9)]
"""Ann, Ben, She, him, her."""


def links(antecedents: list[int], clusters: list[int], confidences: list[float]) -> Links:
    """What a resolver could have decided for these mentions."""
    document = parsed().replace(mention_table=Mentions.build([[span] for span in SPANS], [None] * len(SPANS)))
    rows = (np.zeros(0), np.zeros(0, dtype=np.int64))
    numbers = (np.array(values, dtype=np.int32) for values in (antecedents, clusters))
    return Links(document, document, made_pairs(len(SPANS), 0), *rows, *numbers, np.array(confidences))


FOUND = links([0, 0, 0, 1, 1, 3], [0, 1, 2, 1, 1, 1], [0, 0.9, 0.8, 0.7, 0.6, 0.5])
"""She, him and her go back to Ann; Ben is alone."""


def gold(chains: list[str | None]) -> Document:
    return parsed().replace(mention_table=Mentions.build([[span] for span in SPANS], chains))


def test_a_link_is_right_where_the_chain_has_an_earlier_mention_of_the_gold_chain() -> None:
    right = gold(["a", "b", "a", "b", "a"])
    found = decisions(FOUND, right)
    assert found.confidences.tolist() == [0.7, 0.6, 0.5]
    assert found.right.tolist() == [True, False, True]


def test_a_link_of_what_is_in_no_gold_chain_is_wrong() -> None:
    assert decisions(FOUND, gold(["a", "b", "a", None, None])).right.tolist() == [True, False, False]


def test_a_beginning_is_right_where_the_gold_chain_begins() -> None:
    assert decisions(FOUND, gold(["a", "a", "a", None, None]), linked=False).right.tolist() == [True, False]
    assert decisions(FOUND, gold(["a", None, "a", None, None]), linked=False).right.tolist() == [True, True]


def test_mentions_that_others_stand_for_are_left_out() -> None:
    left_out = np.array([False, False, False, True, False, False])
    found = decisions(replace(FOUND, left_out=left_out), gold(["a", "b", "a", "b", "a"]))
    assert found.confidences.tolist() == [0.6, 0.5]


def test_bins_and_the_expected_error() -> None:
    found = Decisions(np.array([0.05, 0.15, 0.15, 1.0]), np.array([False, True, False, True]))
    bins = reliability(found)
    assert [(each.low, each.count, each.observed) for each in bins] == [(0.0, 1, 0.0), (0.1, 2, 0.5), (0.9, 1, 1.0)]
    assert calibration_error(found) == pytest.approx((0.05 + 2 * 0.35 + 0) / 4)
    assert calibration_error(Decisions.joined([])) == 0.0
    assert calibration_error(Decisions.joined([found, found])) == pytest.approx(calibration_error(found))


def test_the_curve_is_the_one_that_made_the_decisions() -> None:
    random = np.random.default_rng(3)
    confidences = random.uniform(0.05, 0.95, size=40_000)
    truth = Calibration(0.6, -0.4)
    found = Decisions(confidences, random.uniform(size=40_000) < truth(log_odds(confidences)))
    fitted = fitted_calibration(found)
    assert fitted is not None
    assert fitted.slope == pytest.approx(truth.slope, abs=0.05)
    assert fitted.offset == pytest.approx(truth.offset, abs=0.05)
    corrected = Decisions(fitted(log_odds(confidences)), found.right)
    assert calibration_error(corrected) < 0.02 < calibration_error(found)


def test_where_all_decisions_are_right_there_is_nothing_to_fit() -> None:
    assert fitted_calibration(Decisions(np.array([0.5, 0.9]), np.array([True, True]))) is None
    assert np.isfinite(log_odds(np.array([0.0, 1.0]))).all()


def test_the_curve_changes_how_sure_links_are_and_nothing_else(tmp_path: Path) -> None:
    document, plain = parsed(3), resolver(seed=5)
    bent = Resolver(plain.settings, plain.model, plain.temperature, Calibration(0.5, -1.0))
    one, other = plain.links(document), bent.links(document)
    assert one.antecedents.tolist() == other.antecedents.tolist()
    linked = one.antecedents > 0
    assert linked.any()
    expected = Calibration(0.5, -1.0)(log_odds(one.confidences[linked]))
    assert other.confidences[linked].tolist() == pytest.approx(expected.tolist())
    assert other.confidences[~linked].tolist() == one.confidences[~linked].tolist()
    bent.save(tmp_path / "model")
    assert Resolver.load(tmp_path / "model").calibration == Calibration(0.5, -1.0)
    plain.save(tmp_path / "plain")
    assert Resolver.load(tmp_path / "plain").calibration is None
