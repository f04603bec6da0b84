"""Exclamations: what is cried out begins with a capital like a name, and names nobody: Hallo!, Ho, there!, by Jove."""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Final

import numpy as np

from namesakes.names.words import words as listed
from namesakes.text.document import Document

_BEFORE: Final = frozenset({"“", '"', "``", "‘", "'", ",", "!", "—", "--", "..."})
_BEHIND: Final = frozenset({"!", ",", "?", "”", '"', "''", "’", "—", "--", "…", "..."})
_PROPER: Final = frozenset({"PROPN", "NNP", "NNPS"})


def exclamations(document: Document) -> Iterator[tuple[int, int]]:
    """The tokens of what is cried out, from the first to before the end. O(words).

    A word that people are called too, such as *Ho* and *Bravo*, is cried out where an exclamation mark stands behind
    it, or a comma and such a word as *there* (*Ho, there*); another one wherever it begins what is said and no name
    follows. None is where somebody in the text has it in a longer name.
    """
    column = document.columns.get("upos", document.columns.get("xpos"))
    tags: Sequence[str] = [""] * len(document.words) if column is None else column.rows
    words, starts = document.words, {*document.sentence_starts.tolist(), len(document.words)}
    alone, names, cries = (listed("exclamations", each) for each in ("words", "names", "behind"))
    bearing: frozenset[str] | None = None
    for token in places_of(document, alone | names | _phrases().keys()):
        word = words[token].lower()
        for phrase in _phrases().get(word, ()):
            end = token + len(phrase)
            if tuple(each.lower() for each in words[token:end]) == phrase and _is_cried(
                words, tags, starts, token, end
            ):
                yield token, end
        if (word not in alone and word not in names) or not words[token][:1].isupper():
            continue
        behind = token + 1
        mark = "" if behind in starts else words[behind]
        opens = token in starts or words[token - 1] in _BEFORE or words[token - 1].lower() in alone
        after = words[behind + 1].lower() if mark == "," and behind + 1 < len(words) else ""
        called = mark == "!" or after in cries or after in alone or after in names
        free = not mark or mark in _BEHIND or tags[behind] not in _PROPER
        if not opens or not (called or (word in alone and free)):
            continue
        bearing = _parts_of_names(document) if bearing is None else bearing
        if words[token] not in bearing:
            yield token, behind


def _is_cried(words: Sequence[str], tags: Sequence[str], starts: Collection[int], first: int, end: int) -> bool:
    """Whether a phrase is cried out: "By George!", and not "written by George" or "the good Lord Ashley"."""
    if end not in starts and tags[end] in _PROPER:
        return False
    apart = first not in starts and words[first - 1] in _BEFORE and (end in starts or words[end] in _BEHIND | {"."})
    return words[first][:1].isupper() or apart or words[first].lower() in ("thank", "for")


def places_of(document: Document, wanted: Collection[str]) -> list[int]:
    """The tokens that are one of these words, in whatever letters. O(different words)."""
    column = document.word_column
    known = [number for number, word in enumerate(column.values) if word.lower() in wanted]
    return np.flatnonzero(np.isin(column.indices, known)).tolist() if known else []


@cache
def _phrases() -> dict[str, tuple[tuple[str, ...], ...]]:
    """The phrases that are cried out, by their first words."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for text in sorted(listed("exclamations", "phrases")):
        words = tuple(text.replace("'", " '").split())
        found.setdefault(words[0], []).append(words)
    return {first: tuple(rows) for first, rows in found.items()}


def _parts_of_names(document: Document) -> frozenset[str]:
    """The words of people's names of several words: who is called Ho Minh may be called Ho."""
    table = document.entity_table
    if table is None:
        return frozenset()
    spans = zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True)
    people = [(first, end) for first, end, label in spans if label == "PER" and end - first > 1]
    return frozenset(word for first, end in people for word in document.words[first:end])
