"""Windows over a document's pieces: a core that is taken, and what stands around it, which is only read."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.arrays import AnyArray, Int32Array, Int64Array
from namesakes.errors import UsageError

CORE, CONTEXT = 288, 104
"""How many pieces of a window are taken, and how many it reads on each side."""

LONGEST = CORE + 2 * CONTEXT
"""How many pieces a window has at most, its marks left out: positions end at 512 with them."""

WIDTH = 8
"""What the length of the rows is a multiple of, as kernels of GPUs want it."""


@dataclass(frozen=True)
class Windows:
    """The windows of several documents, padded to one length, and where each word's first piece lies in them.

    Parameters
    ----------
    pieces : a row a window: the beginning mark, the pieces, the end mark, padding.
    lengths : how many places of each row are filled.
    places : for each word of all documents, its first piece's place in the rows laid end to end.
    owners : for each place of the rows the word, of all documents, whose piece stands there; -1 for none.
    """

    pieces: Int64Array
    lengths: Int64Array
    places: Int64Array
    owners: Int64Array


def check_window(core: int, context: int) -> None:
    """Refuse windows that are empty, or longer than an encoder reads."""
    if core < 1 or context < 0 or core + 2 * context > LONGEST:
        raise UsageError(f"a window has {LONGEST} pieces at most, with what it reads on both sides.")


def spans(count: int, core: int = CORE, context: int = CONTEXT) -> list[tuple[int, int, int, int]]:
    """For each window over so many pieces: where it begins and ends, and where its core does."""
    return [
        (max(0, start - context), min(count, start + core + context), start, min(count, start + core))
        for start in range(0, count, core)
    ]


def windows(
    documents: Sequence[tuple[Int32Array, Int32Array]],
    marks: tuple[int, int, int],
    core: int = CORE,
    context: int = CONTEXT,
) -> Windows:
    """The windows of documents, each given by its pieces and the place of each word's first one.

    `marks` are the pieces that begin a window, end it, and fill it up.
    """
    cut = [(number, span) for number, (pieces, _) in enumerate(documents) for span in spans(len(pieces), core, context)]
    width = -(-(max((right - left for _, (left, right, _, _) in cut), default=0) + 2) // WIDTH) * WIDTH
    rows = np.full((len(cut), width), marks[2], dtype=np.int64)
    lengths, owners = np.zeros(len(cut), dtype=np.int64), np.full((len(cut), width), -1, dtype=np.int64)
    offsets = np.cumsum([0, *(len(first) for _, first in documents)])
    places = [np.zeros(len(first), dtype=np.int64) for _, first in documents]
    for row, (number, (left, right, start, end)) in enumerate(cut):
        pieces, first = documents[number]
        length = right - left + 2
        rows[row, 0], rows[row, length - 1] = marks[0], marks[1]
        rows[row, 1 : length - 1] = pieces[left:right]
        lengths[row] = length
        owners[row, 1 : length - 1] = offsets[number] - 1 + np.searchsorted(first, np.arange(left, right), side="right")
        low, high = np.searchsorted(first, (start, end))
        places[number][low:high] = row * width + 1 + first[low:high] - left
    return Windows(rows, lengths, np.concatenate(places) if places else np.zeros(0, dtype=np.int64), owners)


def piece_shapes(owners: Int64Array, shapes: AnyArray) -> Int64Array:
    """The shape of each piece's word, counted from 1; 0 where there is no word."""
    return np.where(owners >= 0, np.append(shapes, 0)[owners].astype(np.int64) + 1, 0)
