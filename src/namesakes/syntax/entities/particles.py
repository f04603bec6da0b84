"""Particles: small words inside people's names ("Vincent van der Berg"), by which a name is put together again."""

import re
from collections.abc import Iterator, Sequence

from namesakes.text.document import Document
from namesakes.text.spans import Spans

_SMALL = """
van von vom zum zur ter ten der den de du des la le di da del della dos das al el bin ibn ben ould ap ab ferch bint
binti
"""
PARTICLES = frozenset(_SMALL.split())
PERSON = "PER"
_DOUBLE = frozenset(
    [("van", "der"), ("van", "den"), ("van", "de"), ("von", "der"), ("von", "dem"), ("de", "la"), ("de", "los")]
)
"""Pairs that nothing but a name has between capitals."""
_APOSTROPHES = frozenset("'’")
_CAPITAL = re.compile(r"(?:[dl]['’])?[^\W\d_a-z]")


def with_particles(document: Document, table: Spans) -> Spans:
    """The named entities, where a person's name goes on over particles to the capital behind them. O(tokens).

    A name is put together where a person is on one side at least, or the particles are a pair as *van der*, and nothing
    else is named on the other.
    """
    rows = list(zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True))
    joined = list(_joined(document, rows))
    if not joined:
        return table
    kept = [row for row in rows if not any(start < row[1] and row[0] < end for start, end, _ in joined)]
    return Spans.build(sorted([*kept, *joined]))


def _joined(document: Document, rows: Sequence[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The names that are put together, from left to right; none crosses another."""
    words, done = document.words, 0
    around = {place: row for row in rows for place in range(row[0], row[1])}
    sentences = {*document.sentence_starts.tolist(), len(words)}
    for first, end in _runs(words):
        if first == 0 or end in sentences or not sentences.isdisjoint(range(first, end)) or first - 1 < done:
            continue
        left, right = around.get(first - 1, (first - 1, first, "")), around.get(end, (end, end + 1, ""))
        if left is right or not (words[first - 1][:1].isupper() and _CAPITAL.match(words[end])):
            continue
        kinds = {left[2], right[2]} - {""}
        if kinds == {PERSON} or (not kinds and words[first : first + 2] in _DOUBLE):
            done = right[1]
            yield left[0], done, PERSON


def _runs(words: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Where particles stand, up to three in a row; none, but a place, before one with an apostrophe ("d'Arc")."""
    place = 0
    while place < len(words):
        end = place
        while end < len(words) and end - place < 3 and words[end] in PARTICLES:
            end += 1
        if end > place or (words[place][1:2] in _APOSTROPHES and _CAPITAL.match(words[place])):
            yield place, end
        place = max(end, place + 1)
