"""The encoder that is committed says what it said when it was made: its answers exactly, its scores nearly."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from namesakes.encoder import inference
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.readings import Reading
from tests.encoder.golden import EXPECTED, answers, golden_document, plain_session, scores


@pytest.fixture(scope="module")
def expected(tiny: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((tiny / EXPECTED).read_text(encoding="utf-8"))
    return found


def compare(found: Reading, expected: dict[str, Any], within: float) -> None:
    assert answers(found) == expected["answers"]
    for name, values in scores(found).items():
        np.testing.assert_allclose(values, expected["scores"][name], atol=within, err_msg=name)


def test_it_says_what_it_said(tiny: Path, expected: dict[str, Any]) -> None:
    compare(EncoderModel.load(tiny).reading(golden_document()), expected, 0.05)
    assert max(expected["answers"]["antecedents"]) >= 0
    assert len(set(expected["answers"]["relations"])) > 3


def test_sums_in_another_order_change_no_answer(
    tiny: Path, expected: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without the runtime's rewriting of graphs last digits differ, as they do on another processor."""
    usual = EncoderModel.load(tiny).reading(golden_document())
    monkeypatch.setattr(inference, "session", plain_session)
    other = EncoderModel.load(tiny).reading(golden_document())
    assert (usual.states != other.states).any()
    compare(other, expected, 0.05)
