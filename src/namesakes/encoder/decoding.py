"""From scores to answers, as plainly as can be: the best antecedent, the best label; what training is measured with.

The pipeline puts the scores under the decoders of other rooms instead.
"""

from collections.abc import Sequence

import numpy as np

from namesakes.arrays import AnyArray, Int64Array


def clusters(starts: AnyArray, ends: AnyArray, chosen: AnyArray, scores: AnyArray) -> Int64Array:
    """Rows of start, end (exclusive) and chain: each candidate joins its best antecedent, if that beats none."""
    best = scores.argmax(axis=1)
    number = np.full(len(starts), -1, dtype=np.int64)
    count = 0
    for place in np.flatnonzero(best).tolist():
        before = int(chosen[place, best[place] - 1])
        if number[before] < 0:
            number[before] = count
            count += 1
        number[place] = number[before]
    kept = np.flatnonzero(number >= 0)
    return np.stack([starts[kept], ends[kept] + 1, number[kept]], axis=1).astype(np.int64)


def named_spans(tags: Sequence[str]) -> set[tuple[int, int, str]]:
    """The spans of BIO tags: start, end (exclusive) and type; an I that continues nothing begins one."""
    found, start, kind = set(), -1, ""
    for place, tag in enumerate([*tags, "O"]):
        mark, _, label = tag.partition("-")
        if start >= 0 and (mark != "I" or label != kind):
            found.add((start, place, kind))
            start = -1
        if mark != "O" and start < 0:
            start, kind = place, label
    return found
