"""Words in pieces, by a tokenizer's file."""

from pathlib import Path

import pytest

from namesakes.encoder.pieces import LONGEST, Pieces
from namesakes.errors import ModelError
from tests.encoder.made import tokenizer_file

pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")


def test_words_become_pieces(tmp_path: Path) -> None:
    pieces = Pieces(tokenizer_file(tmp_path))
    assert pieces.marks == (2, 3, 0)
    found, first = pieces(["Ann", "unknowns", "qqq", "Oslo"])
    assert found.tolist() == [4, 15, 16, 14, 1, 9]
    assert first.tolist() == [0, 1, 4, 5]
    assert pieces(["Ann"])[1].tolist() == [0]
    assert len(pieces([])[0]) == 0


def test_a_word_that_is_nothing_is_unknown_and_a_long_one_is_cut(tmp_path: Path) -> None:
    pieces = Pieces(tokenizer_file(tmp_path))
    assert pieces(["", "\u200b"])[0].tolist() == [1, 1]
    found, first = pieces(["." * 100_000, "ann"])
    assert first.tolist() == [0, LONGEST]
    assert len(found) == LONGEST + 1


def test_other_files_are_refused(tmp_path: Path) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text("{")
    with pytest.raises(ModelError, match="not a tokenizer"):
        Pieces(broken)
    with pytest.raises(ModelError, match="not a tokenizer"):
        Pieces(tmp_path / "nowhere.json")
    path = tokenizer_file(tmp_path)
    path.write_text(path.read_text().replace("[CLS]", "[XXX]"))
    with pytest.raises(ModelError, match="no marks"):
        Pieces(path)
