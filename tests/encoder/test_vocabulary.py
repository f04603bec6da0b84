"""Vocabularies: which pieces stay, and that what stays is cut as before."""

import json
from pathlib import Path

import numpy as np
import pytest

from namesakes.encoder.export.vocabulary import european, kept_pieces, prune_file, pruned, times_used
from namesakes.errors import ModelError
from tests.encoder.made import tokenizer_file


def test_pieces_of_european_scripts_and_signs_stay() -> None:
    assert all(map(european, ("ann", "##s", "é", "ß", "λ", "ж", "##7", "€", "—", "[CLS]", "№")))
    assert not any(map(european, ("中", "##ع", "अ", "[unused12]", "あ")))


def test_the_rest_is_numbered_anew_in_order(tmp_path: Path) -> None:
    tokenizer = json.loads(tokenizer_file(tmp_path, "ann 中 lee [unused3] ##s").read_text(encoding="utf-8"))
    tokenizer["added_tokens"] = [{"id": 2, "content": "[CLS]"}]
    kept = kept_pieces(tokenizer)
    assert kept.tolist() == [0, 1, 2, 3, 4, 6, 8]
    made = pruned(tokenizer, kept)
    assert made["model"]["vocab"] == {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "ann": 4, "lee": 5, "##s": 6}
    assert made["added_tokens"] == [{"id": 2, "content": "[CLS]"}]


def test_of_many_pieces_letters_stay_and_those_that_are_used_most(tmp_path: Path) -> None:
    tokenizer = json.loads(tokenizer_file(tmp_path, "ann lee bob a ##e 中").read_text(encoding="utf-8"))
    tokenizer["added_tokens"] = [{"id": number} for number in range(4)]
    pieces = tokenizer["model"]["vocab"]
    used = np.zeros(len(pieces), dtype=np.int64)
    used[[pieces["lee"], pieces["bob"], pieces["中"]]] = 1, 2, 3

    def kept(most: int) -> set[str]:
        found = set(kept_pieces(tokenizer, used, most).tolist())
        return {piece for piece, number in pieces.items() if number in found and not piece.startswith("[")}

    everything = len(kept_pieces(tokenizer))
    assert kept(everything - 1) == {"lee", "bob", "a", "##e"}
    assert kept(everything - 2) == {"bob", "a", "##e"}
    assert kept(1) == {"a", "##e"}  # every word can still be made of them
    assert kept(0) == kept(100) == {"ann", "lee", "bob", "a", "##e"}


def test_pieces_are_counted() -> None:
    assert times_used([np.array([3, 1, 3]), np.array([1])], 5).tolist() == [0, 2, 0, 2, 0]


@pytest.mark.parametrize("text", ["no JSON", "{}", '{"model": {"type": "BPE", "vocab": {}}, "added_tokens": []}'])
def test_other_files_are_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "tokenizer.json").write_text(text, encoding="utf-8")
    with pytest.raises(ModelError, match="vocabulary can be cut"):
        prune_file(tmp_path / "tokenizer.json", tmp_path / "other.json")
    assert not (tmp_path / "other.json").exists()
