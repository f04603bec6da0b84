"""What looks like a mention and is none: numbers of chapters, pieces and lists of names, datelines, labels."""

import re
from collections.abc import Sequence

import numpy as np

from namesakes.arrays import BoolArray
from namesakes.mentions.nobody import nobody
from namesakes.syntax.phrases.constituents import Kind, NounPhrases
from namesakes.text.document import Document
from namesakes.text.spans import integers

_ROMAN = re.compile(r"(?=[IVXLC])C{0,3}(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})")
_NUMBERED = """
act acts article book canto chapter class figure grade letter level no number part phase scene section stage stave table
title type vol volume war
"""
_NUMBERED_NOUNS = frozenset(_NUMBERED.split())
"""Nouns with a number behind them."""
_STOPS = frozenset([".", ")", ":"])
_JOINTS = frozenset([",", "and", "or", "&", "'s", "’s", "of", "/", "|"])
"""Words that a name in one piece does not have."""
_BREAKS = frozenset([":", ";"])
_POSSESSIVES = frozenset(["'s", "’s", "'", "’"])
_DASHES = frozenset(["-", "--", "—", "–"])
_DATELINE = 14
"""How many tokens the place and date before a report may have."""


def mentions_kept(document: Document, phrases: NounPhrases) -> BoolArray:
    """Which noun phrases are mentions."""
    kept = np.ones(len(phrases), dtype=np.bool_)
    kept &= ~_numerals(document, phrases)
    kept &= ~_pieces(document, phrases)
    kept &= ~_overlong(document, phrases)
    return kept & ~_datelines(document, phrases)


def clipped(document: Document, phrases: NounPhrases) -> NounPhrases:
    """The phrases without the words at their edges that name nobody: Ann Lee, of "From: Ann Lee <ann@x.example>".

    One that is nothing else, or has such a word in the middle, is left out, and so is one that is there already.
    """
    silent = nobody(document)
    before = np.append(0, np.cumsum(silent))
    rows = np.flatnonzero(before[phrases.end] > before[phrases.first])
    if not len(rows):
        return phrases
    kept = np.ones(len(phrases), dtype=np.bool_)
    first, end = phrases.first.copy(), phrases.end.copy()
    spans = set(zip(first.tolist(), end.tolist(), strict=True))

    def bare(place: int) -> bool:
        return bool(silent[place]) or not any(map(str.isalnum, document.words[place]))

    for row in rows.tolist():
        spans.discard((int(first[row]), int(end[row])))
        while first[row] < end[row] and bare(int(first[row])):
            first[row] += 1
        while first[row] < end[row] and bare(int(end[row]) - 1):
            end[row] -= 1
        span = int(first[row]), int(end[row])
        whole = before[span[1]] == before[span[0]] and span[0] <= phrases.head[row] < span[1]
        kept[row] = whole and span not in spans
        spans.add(span)
    order = np.lexsort((-end, first))
    found = NounPhrases(*(integers(column[order]) for column in (first, end, phrases.head, phrases.kind)))
    return found.select(kept[order])


def _numerals(document: Document, phrases: NounPhrases) -> BoolArray:
    """Which phrases are a roman number: behind "Chapter", alone in a line, or at the head of a list's item.

    *I* is one of them only there, and in "World War I"; elsewhere it is a pronoun.
    """
    words = document.words
    single = np.flatnonzero(phrases.end - phrases.first == 1)
    found = np.zeros(len(phrases), dtype=np.bool_)
    sentences = {*document.sentence_starts.tolist(), len(words)}
    for row, place in zip(single.tolist(), phrases.first[single].tolist(), strict=True):
        if words[place][0] in "IVXLC" and _ROMAN.fullmatch(words[place]):
            found[row] = _is_number(document, place, sentences)
    return found


def _is_number(document: Document, place: int, sentences: set[int]) -> bool:
    words, start = document.words, int(document.starts[place])
    if place and place not in sentences:
        before = words[place - 1]
        return before.lower() in _NUMBERED_NOUNS and (before[0].isupper() or place + 1 in sentences)
    gap = document.text[int(document.ends[place - 1]) if place else 0 : start]
    if place and "\n" not in gap:
        return False
    return place + 1 in sentences or words[place + 1] in _STOPS


def _pieces(document: Document, phrases: NounPhrases) -> BoolArray:
    """Which phrases are a piece of somebody's name, or the "Lake" of "Lake Victoria"."""
    found = np.zeros(len(phrases), dtype=np.bool_)
    table, words = document.entity_table, document.words
    if table is None or not len(table):
        return found
    around = np.searchsorted(table.starts, phrases.first, side="right") - 1
    inside = (around >= 0) & (phrases.end <= table.ends[np.maximum(around, 0)])
    inside &= phrases.end - phrases.first < (table.ends - table.starts)[np.maximum(around, 0)]
    for row in np.flatnonzero(inside).tolist():
        name = int(around[row])
        start, end = int(table.starts[name]), int(table.ends[name])
        kind, joints = table.labels[name], _JOINTS.intersection(words[start:end])
        if not joints or (kind != "PER" and joints <= _POSSESSIVES):  # the Lynde's of Lynde's Hollow
            found[row] = kind in ("PER", "ORG") or (kind == "LOC" and phrases.first[row] == start)
    return found


def _overlong(document: Document, phrases: NounPhrases) -> BoolArray:
    """Which phrases are somebody's name and more than belongs to it: a result, what follows a colon, the next name."""
    found = np.zeros(len(phrases), dtype=np.bool_)
    table = document.entity_table
    if table is None or not len(table):
        return found
    name = np.searchsorted(table.starts, phrases.head, side="right") - 1
    ends = table.ends[np.maximum(name, 0)]
    longer = (name >= 0) & (phrases.head < ends) & (ends < phrases.end) & (phrases.kind != int(Kind.COORDINATION))
    people = {start for start, kind in zip(table.starts.tolist(), table.labels, strict=True) if kind == "PER"}
    for row in np.flatnonzero(longer).tolist():
        if int(table.starts[name[row]]) in people:
            found[row] = _goes_too_far(document.words, int(ends[row]), int(phrases.end[row]), people)
    return found


def _goes_too_far(words: Sequence[str], first: int, end: int, people: set[int]) -> bool:
    """Whether what stands behind a name is only numbers, goes over a colon, or begins with another name.

    Parameters
    ----------
    first, end : the tokens of the phrase behind the name.
    people : where people's names begin.
    """
    rest = words[first:end]
    if not _BREAKS.isdisjoint(rest) or not any(character.isalpha() for word in rest for character in word):
        return True
    if rest[0] == "(" and ")" in rest:  # Ann Lee (chair), Bo Orr
        first += rest.index(")") + 1
    if first + 1 >= end or words[first] != "," or first + 1 not in people:
        return False
    return not any(word in _POSSESSIVES for word in words[first + 1 : end])


def _datelines(document: Document, phrases: NounPhrases) -> BoolArray:
    """Which phrases are more than a part of what stands before a report: "LONDON, May 3 (Reuters) —"."""
    found = np.zeros(len(phrases), dtype=np.bool_)
    words, edges = document.words, {0, *document.paragraph_starts.tolist()} if len(document.starts) else set()
    ends = {}
    for edge in edges:
        if len(words[edge]) > 2 and words[edge].isupper() and words[edge].isalpha():
            line = words[edge : edge + _DATELINE]
            dash = next((place for place, word in enumerate(line) if word in _DASHES), -1)
            if dash > 0 and ("," in line[:dash] or "(" in line[:dash]):
                ends[edge] = edge + dash
    for row in np.flatnonzero(np.isin(phrases.first, list(ends))).tolist() if ends else ():
        first, end = int(phrases.first[row]), int(phrases.end[row])
        found[row] = end <= ends[first] and not {",", "("}.isdisjoint(words[first:end])
    return found
