"""Links: spans and what is said of their pairs, with no more in memory than what a span can go back to."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from namesakes.arrays import AnyArray, Float32Array, Int64Array
from namesakes.encoder.examples import Example
from namesakes.encoder.pairing import BLOCK, REACH, WIDTHS, PairFacts, Spans, WordFacts, bucket, nearest
from namesakes.encoder.readings import SpanReading

CHUNK = 1024
"""How many spans are brought to their vectors at once."""
_KEPT = ("vectors", "coarse", "anaphor", "antecedent")

Found = dict[str, Float32Array]


class SpanLinker:
    """Scores the pairs of spans of documents.

    Parameters
    ----------
    sessions : what runs the graphs `spans` and `pairs`.
    tables : the tables beside them.
    corpus, corpora : whose conventions are followed, and how many there are.
    """

    def __init__(
        self, sessions: Mapping[str, Any], tables: Mapping[str, Float32Array], corpus: int, corpora: int
    ) -> None:
        self._sessions, self._tables, self._corpus, self._corpora = sessions, tables, corpus, corpora
        self._names = [each.name for each in sessions["spans"].get_outputs()]

    def __call__(self, example: Example, states: Float32Array, attention: Float32Array, spans: Spans) -> SpanReading:
        """What is said of spans, and of their pairs."""
        starts, ends, scores = spans
        if not len(starts):
            return SpanReading.nothing()
        facts = PairFacts(WordFacts.of(example), starts, ends, self._corpus, self._corpora)
        kept: Found = {}
        types, blocks = [], []
        for low in range(0, len(starts), CHUNK):
            high = min(low + CHUNK, len(starts))
            found = self._vectors(states, attention, starts[low:high], ends[low:high])
            types.append(found["types"].argmax(axis=1))
            first = max(0, low - REACH)
            kept = {name: _joined(kept.get(name), found[name], low - first) for name in _KEPT}
            blocks += [
                self._linked((each, min(each + BLOCK, high)), first, kept, scores[0], facts)
                for each in range(low, high, BLOCK)
            ]
        chosen, linked = _padded([block[0] for block in blocks], 0), _padded([block[1] for block in blocks], -np.inf)
        return SpanReading(starts, ends + 1, scores[0], scores[1], np.concatenate(types), chosen, linked)

    def _vectors(self, states: Float32Array, attention: Float32Array, starts: Int64Array, ends: Int64Array) -> Found:
        """The vectors of spans: of their first and last words, all of their words by attention, and their widths."""
        weights = np.exp(attention - attention.max(initial=0.0)).astype(np.float64)
        seen = np.stack(
            [
                weights[start : end + 1] @ states[start : end + 1] / weights[start : end + 1].sum()
                for start, end in zip(starts.tolist(), ends.tolist(), strict=True)
            ]
        )
        widths = self._tables["antecedents.widths.weight"][bucket(ends - starts, WIDTHS)]
        given = np.concatenate([states[starts], states[ends], seen, widths], axis=1).astype(np.float32)
        return dict(zip(self._names, self._sessions["spans"].run(None, {"spans": given}), strict=True))

    def _linked(
        self, block: tuple[int, int], first: int, found: Found, mention: Float32Array, facts: PairFacts
    ) -> tuple[Int64Array, Float32Array]:
        """For a block of spans the antecedents that are looked at, and their scores; `found` begins at `first`."""
        vectors, own = found["vectors"], mention[first : block[1]]
        near, scores = nearest(found["coarse"], vectors, own, block[0] - first, block[1] - first)
        there = np.isfinite(scores)
        later = np.repeat(np.arange(block[0] - first, block[1] - first), there.sum(axis=1))
        earlier, said = near[there], np.tanh(own / 4)
        if len(later):
            features, alike, kind = facts(later + first, earlier + first)
            given = {
                "product": vectors[later] * vectors[earlier],
                "sum": found["anaphor"][later] + found["antecedent"][earlier],
                "features": features,
                "alike": alike,
                "known": np.stack([said[later], said[earlier]], axis=1),
                "kind": kind,
            }
            scores[there] += self._sessions["pairs"].run(None, given)[0]
        return near + first, scores


def _joined(before: Float32Array | None, found: Float32Array, reach: int) -> Float32Array:
    """The last rows of before, as far as anything reaches back, and the new ones."""
    return found if before is None else np.concatenate([before[len(before) - reach :], found])


def _padded(rows: Sequence[AnyArray], value: float) -> Any:
    """Tables of several widths as one."""
    width = max(each.shape[1] for each in rows)
    return np.concatenate([np.pad(each, ((0, 0), (0, width - each.shape[1])), constant_values=value) for each in rows])
