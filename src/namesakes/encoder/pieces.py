"""Word pieces: what `tokenizers` makes of words, each cut after its eighth piece."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.errors import ModelError, UsageError
from namesakes.resources import install_command

LONGEST = 8
"""How many pieces of a word are read."""
_LETTERS = 64
"""How many characters of a word are looked at: no more can fill eight pieces of a usual word."""
_MOST = 200_000
"""Where more words are remembered, all are forgotten."""
_MARKS = (("<s>", "</s>", "<pad>"), ("[CLS]", "[SEP]", "[PAD]"))


class Pieces:
    """A tokenizer of words into pieces.

    Parameters
    ----------
    path : a file `tokenizer.json`.
    """

    def __init__(self, path: Path) -> None:
        try:
            from tokenizers import Tokenizer
        except ImportError:
            raise UsageError(
                "the package 'tokenizers', which cuts words into pieces, is not installed.\n"
                f"Install it with: {install_command('accurate')}"
            ) from None
        try:
            self._tokenizer: Any = Tokenizer.from_file(str(path))
        except Exception as error:
            raise ModelError(f"{path}: not a tokenizer that can be read ({error})") from None
        self._tokenizer.no_padding()
        self._tokenizer.no_truncation()
        self.marks = self._find_marks(path)
        self.unknown = next(
            (found for word in ("[UNK]", "<unk>") if (found := self._tokenizer.token_to_id(word)) is not None), 0
        )
        self._known: dict[str, list[int]] = {}

    def _find_marks(self, path: Path) -> tuple[int, int, int]:
        """The pieces that begin a window, end it, and fill it up."""
        for words in _MARKS:
            begin, end, fill = (self._tokenizer.token_to_id(word) for word in words)
            if begin is not None and end is not None and fill is not None:
                return begin, end, fill
        raise ModelError(f"{path}: the tokenizer has no marks for the beginning and end of a text")

    @property
    def size(self) -> int:
        """The number of pieces there are."""
        return int(self._tokenizer.get_vocab_size())

    @property
    def vocabulary(self) -> dict[str, int]:
        """The number of each piece."""
        found: dict[str, int] = self._tokenizer.get_vocab()
        return found

    def of_text(self, text: str, most: int) -> list[int]:
        """The first pieces of a text that is not yet cut into words, so many at most."""
        found: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids[:most]
        return found

    def __call__(self, words: Sequence[str]) -> tuple[Int32Array, Int32Array]:
        """The pieces of words, and for each word the place of its first one."""
        if len(self._known) > _MOST:
            self._known = {}  # another one: other threads may still read this one
        known = self._known
        new = sorted({word for word in words if word not in known})
        for start in range(0, len(new), 4096):
            part = new[start : start + 4096]
            cut = [word[:_LETTERS] for word in part]
            for word, found in zip(part, self._tokenizer.encode_batch(cut, add_special_tokens=False), strict=True):
                known[word] = found.ids[:LONGEST] or [self.unknown]
        rows = [known[word] for word in words]
        first = np.zeros(len(rows), dtype=np.int32)
        np.cumsum([len(row) for row in rows[:-1]], out=first[1:]) if len(rows) > 1 else None
        return np.array([piece for row in rows for piece in row], dtype=np.int32), first
