"""A smaller vocabulary: pieces that texts of European scripts do not have, or seldom, are taken out of an encoder."""

import json
import unicodedata
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Int64Array
from namesakes.errors import ModelError

SCRIPTS = ("LATIN", "GREEK", "CYRILLIC")
"""The scripts whose letters are kept, as Unicode's names of characters begin."""


def european(piece: str) -> bool:
    """Whether a piece may stand in a text in the Latin, Greek or Cyrillic script; signs of no script may."""
    if piece.startswith("[unused"):
        return False
    return all(not letter.isalpha() or unicodedata.name(letter, "").startswith(SCRIPTS) for letter in piece)


def kept_pieces(tokenizer: Mapping[str, Any], used: Int64Array | None = None, most: int = 0) -> Int64Array:
    """The numbers of the pieces that stay, in their order: the marks, and those of European scripts.

    Parameters
    ----------
    tokenizer : its description.
    used : how often each piece occurs in texts.
    most : how many stay at most, 0 for all: signs and single letters, of which every word can be made, then those
        that occur most.
    """
    pieces: Mapping[str, int] = _model(tokenizer)["vocab"]
    marks = {each["id"] for each in tokenizer["added_tokens"]} | {pieces[_unknown(tokenizer)]}
    fine = {number: piece for piece, number in pieces.items() if number not in marks and european(piece)}
    if most and used is not None:
        always = {number for number, piece in fine.items() if len(piece.removeprefix("##")) == 1}
        others = sorted(set(fine) - always, key=lambda number: (-used[number], number))
        fine = dict.fromkeys([*always, *others[: max(0, most - len(marks | always))]], "")
    return np.array(sorted(marks | set(fine)), dtype=np.int64)


def times_used(texts: Iterable[AnyArray], size: int) -> Int64Array:
    """How often each of so many pieces occurs in texts, given by their pieces."""
    found = np.zeros(size, dtype=np.int64)
    for each in texts:
        found += np.bincount(each, minlength=size)
    return found


def pruned(tokenizer: Mapping[str, Any], kept: Int64Array) -> dict[str, Any]:
    """The description of a tokenizer with these pieces only, numbered from 0 on in their order."""
    number = {old: new for new, old in enumerate(kept.tolist())}
    model = {**_model(tokenizer), "vocab": _numbered(_model(tokenizer)["vocab"], number)}
    marks = [{**each, "id": number[each["id"]]} for each in tokenizer["added_tokens"]]
    return {**tokenizer, "model": model, "added_tokens": marks, "post_processor": None}


def prune_file(source: Path, target: Path, used: Int64Array | None = None, most: int = 0) -> Int64Array:
    """Write a tokenizer without the other pieces; the numbers, there, of those that it has now come back."""
    try:
        tokenizer = json.loads(source.read_text(encoding="utf-8"))
        kept = kept_pieces(tokenizer, used, most)
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
