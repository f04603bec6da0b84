"""Tags of an encoder under the linear chain: pairs of fine and coarse tags, which compete at each word.

A label is both tags of a word, so that they are chosen together: what a sentence, or a whole corpus, decides for one of
them holds for the other.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.encoder.readings import Reading
from namesakes.errors import DataError
from namesakes.learning.linear_chain import Lattice, LinearChain
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.text.document import Document

MOST, MARGIN = 12, 10.0
"""How many labels of a word compete at most, and how much less than the best one they may score (logarithms to e)."""
_ROWS = 1024


def tag_chain(fine: Sequence[str], coarse: Sequence[str], transitions: Float64Array | None = None) -> LinearChain:
    """The chain whose labels are the pairs of tags.

    `transitions` are scores of neighbouring fine tags, the edges of a sentence last; without them words stand alone.
    """
    found = LinearChain([f"{one} {other}" for one in fine for other in coarse], [], 0, order=1)
    if transitions is not None:
        if transitions.shape != (len(fine) + 1, len(fine) + 1):
            wanted = f"{len(fine) + 1} by {len(fine) + 1}"
            raise DataError(f"the transitions are {transitions.shape[0]} rows, and {wanted} are needed")
        rows = np.append(np.repeat(np.arange(len(fine)), len(coarse)), -1)
        found.pairs = transitions[np.ix_(rows, rows)].astype(np.float64)
    return found


def tag_lattice(labels: LinearChain, reading: Reading) -> Lattice:
    """The labels of each word that are near its best one, with the encoder's scores."""
    fine, coarse = reading.tags["xpos"], reading.tags["upos"]
    counts, numbers, values = [np.zeros(1, np.int64)], [np.zeros(0, np.int64)], [np.zeros(0)]
    for low in range(0, len(fine), _ROWS):
        some = fine[low : low + _ROWS].astype(np.float64), coarse[low : low + _ROWS].astype(np.float64)
        scores = (some[0][:, :, None] + some[1][:, None, :]).reshape(len(some[0]), -1)
        least = scores.max(axis=1) - MARGIN
        if scores.shape[1] > MOST:
            least = np.maximum(least, np.partition(scores, -MOST, axis=1)[:, -MOST])
        rows, found = np.nonzero(scores >= least[:, None])
        counts.append(np.bincount(rows, minlength=len(scores)))
        numbers.append(found)
        values.append(scores[rows, found])
    offsets = np.cumsum(np.concatenate(counts)).astype(np.int32)
    edges = reading.edges.astype(np.int32)
    return Lattice(labels, edges, offsets, np.concatenate(numbers).astype(np.int32), np.concatenate(values))


def transition_scores(documents: Iterable[Document], tags: Sequence[str], share: float = 1.0) -> Float64Array:
    """Scores of neighbouring fine tags, learned by counting: how much more often two are neighbours than by chance.

    The score of b after a is log p(b | a) − log p(b), both with one occurrence more of every tag, times a share: the
    network's own scores know how frequent b is. The edges of a sentence are the last row and column.
    """
    numbers = {tag: number for number, tag in enumerate(tags)}
    counts = np.ones((len(tags) + 1, len(tags) + 1))
    seen: Counter[tuple[int, int]] = Counter()
    for document in documents:
        part = SurfaceTokens.of(document)
        column = [numbers.get(tag) for tag in part.column(document, "xpos")]
        for first, end in pairwise(part.edges.tolist()):
            row = [len(tags), *column[first:end], len(tags)]
            seen.update((one, two) for one, two in pairwise(row) if one is not None and two is not None)
    for (one, two), count in seen.items():
        counts[one, two] += count
    counts[-1, -1] = 1.0
    after = counts / counts.sum(axis=1, keepdims=True)
    alone = counts.sum(axis=0) / counts.sum()
    return np.asarray(share * (np.log(after) - np.log(alone)))
