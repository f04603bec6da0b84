"""A smaller vocabulary: pieces that no text in a European script has are taken out of a tokenizer and its encoder."""

import json
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Int64Array
from namesakes.errors import ModelError

SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""The scripts whose letters are kept, as Unicode's names of characters begin."""


def european(piece: str) -> bool:
    """Whether a piece may stand in a text in the Latin, Greek or Cyrillic script; signs of no script may."""
    if piece.startswith("[unused"):
        return False
    return all(not letter.isalpha() or unicodedata.name(letter, "").startswith(SCRIPTS) for letter in piece)


def kept_pieces(tokenizer: Mapping[str, Any]) -> Int64Array:
    """The numbers of the pieces that stay: the marks, and those of European scripts, in their order."""
    marks = {each["id"] for each in tokenizer["added_tokens"]} | {_model(tokenizer)["vocab"][_unknown(tokenizer)]}
    pieces: Mapping[str, int] = _model(tokenizer)["vocab"]
    return np.array(sorted(marks | {number for piece, number in pieces.items() if european(piece)}), dtype=np.int64)


def pruned(tokenizer: Mapping[str, Any], kept: Int64Array) -> dict[str, Any]:
    """The description of a tokenizer with these pieces only, numbered from 0 on in their order."""
    number = {old: new for new, old in enumerate(kept.tolist())}
    model = {**_model(tokenizer), "vocab": _numbered(_model(tokenizer)["vocab"], number)}
    marks = [{**each, "id": number[each["id"]]} for each in tokenizer["added_tokens"]]
    return {**tokenizer, "model": model, "added_tokens": marks, "post_processor": None}


def prune_file(source: Path, target: Path) -> Int64Array:
    """Write a tokenizer without the other pieces; the numbers, there, of those that it has now come back."""
    try:
        tokenizer = json.loads(source.read_text(encoding="utf-8"))
        kept = kept_pieces(tokenizer)
        made = pruned(tokenizer, kept)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ModelError(f"{source}: no tokenizer of word pieces whose vocabulary can be cut ({error!r})") from error
    target.write_text(json.dumps(made, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    return kept


def _model(tokenizer: Mapping[str, Any]) -> Mapping[str, Any]:
    model: Mapping[str, Any] = tokenizer["model"]
    if model.get("type", "WordPiece") != "WordPiece":
        raise ValueError(f"its pieces are of the kind {model['type']}")
    return model


def _unknown(tokenizer: Mapping[str, Any]) -> str:
    return str(_model(tokenizer)["unk_token"])


def _numbered(pieces: Mapping[str, int], number: Mapping[int, int]) -> dict[str, int]:
    return {piece: number[old] for piece, old in pieces.items() if old in number}
