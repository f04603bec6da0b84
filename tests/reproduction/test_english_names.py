"""The table of names: the corpora that are there, the peer where it is installed, goals beside ours."""

from pathlib import Path

import pytest

from namesakes.errors import DataError
from reproduction.ours import english_names

TEXT = "John\tB-PER\nSmith\tI-PER\nflew\tO\nto\tO\nLondon\tB-LOC\n.\tO\n\n"


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    for name, split in (("uner_en_ewt", "test"), ("wikigold", "all")):
        (tmp_path / "ner" / name).mkdir(parents=True)
        (tmp_path / "ner" / name / f"{split}.bio").write_text(TEXT * 10)
    return tmp_path


def test_ours_without_the_peer(corpora: Path) -> None:
    outcome = english_names.run(corpora, 0, peer_model="no_such_model")
    assert [(row[0], row[1]) for row in outcome.rows] == [
        (title, system)
        for title in ("UNER-EWT test", "wikigold, the last tenth")
        for system in ("namesakes", "spaCy small, when the goals were set")
    ]
    assert outcome.rows[0][2:] == ["1.000", "1.000", "1.000", "1.000", "1.000", "", "0.78"]
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_the_peer_is_measured_where_it_is_installed(corpora: Path) -> None:
    pytest.importorskip(english_names.MODEL)
    systems = [row[1] for row in english_names.run(corpora, 0).rows]
    assert systems.count("spaCy small") == 2


def test_the_corpora_are_needed(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="not there"):
        english_names.run(tmp_path, 0)
