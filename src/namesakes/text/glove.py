"""Reading GloVe vectors (Pennington, Socher & Manning 2014): a text file, or an array with an index beside it."""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile
from zipfile import Path as ZipPath

import numpy as np

from namesakes.arrays import Float32Array
from namesakes.errors import DataError, MissingExtraError

Vectors = tuple[list[str], Float32Array]
"""Words, most frequent first, and one row of numbers each."""

_ADVICE = "Give a text file of vectors, or a folder or wheel that holds one *_emb.npy and one *_index.parquet."


def read_glove(path: Path) -> Vectors:
    """The words, most frequent first, and their vectors.

    A file with the ending `.txt` has a line a word, the word and then its numbers, as Stanford publishes them; a
    folder or wheel holds the numbers as `*_emb.npy` and the words as the first column of `*_index.parquet`.
    """
    if not path.exists():
        raise DataError("there is no such file or folder", _ADVICE, path=path)
    words, vectors = _from_text(path) if path.suffix == ".txt" else _from_arrays(path)
    if vectors.ndim != 2 or len(words) != len(vectors):
        raise DataError(f"{len(words)} words and vectors of shape {vectors.shape} do not belong together", path=path)
    return words, vectors


def _from_text(path: Path) -> Vectors:
    words: list[str] = []
    rows: list[Float32Array] = []
    with path.open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, start=1):
            word, _, numbers = line.rstrip("\n").partition(" ")
            try:
                rows.append(np.array(numbers.split(" "), dtype=np.float32))
            except ValueError as error:
                raise DataError(f"not a word and its numbers ({error})", _ADVICE, path=path, line=number) from error
            if len(rows[-1]) != len(rows[0]):
                found = f"{len(rows[-1])} numbers, and {len(rows[0])} in the first line"
                raise DataError(found, _ADVICE, path=path, line=number)
            words.append(word)
    return words, np.array(rows, dtype=np.float32)


def _from_arrays(path: Path) -> Vectors:
    try:
        root: Any = path if path.is_dir() else ZipPath(path)
    except (BadZipFile, OSError) as error:
        raise DataError("this is neither a folder, a wheel nor a text file", _ADVICE, path=path) from error
    inside = _below(root)
    array, index = (_only(path, inside, ending) for ending in ("_emb.npy", "_index.parquet"))
    try:
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtraError("reading the index of vectors", "arrow") from error
    words = parquet.read_table(BytesIO(index.read_bytes())).column(0).to_pylist()
    return words, np.load(BytesIO(array.read_bytes()), allow_pickle=False)


def _below(folder: Any) -> list[Any]:
    """The files in a folder, however deep, in the order of their names."""
    found = []
    for entry in sorted(folder.iterdir(), key=lambda item: str(item.name)):
        found += _below(entry) if entry.is_dir() else [entry]
    return found


def _only(path: Path, files: Sequence[Any], ending: str) -> Any:
    found = [file for file in files if file.name.endswith(ending)]
    if len(found) != 1:
        raise DataError(f"{len(found)} files end in {ending}", _ADVICE, path=path)
    return found[0]
