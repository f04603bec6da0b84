"""Surroundings: the words, phrases and others around a subject."""

from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from operator import itemgetter
from typing import Final

import numpy as np

from namesakes.arrays import IndexArray
from namesakes.profiles.names import plain
from namesakes.profiles.parsed_document import ParsedDocument
from namesakes.profiles.subjects import Subject
from namesakes.profiles.words import words
from namesakes.syntax.phrases.rules import flags

NEAR: Final = 50
"""Words before and after a mention that are its context, as far as the sentences beside its own go."""

BESIDE: Final = 12
"""Words between a mention and a name that stands beside it, as in a list of those present."""

NAMES, WORDS = 250_000, 2_000_000
"""All profiles of a document together hold so many names of others of a kind, and words of the document."""

FEWEST: Final = 100
"""However many people a document has, each profile holds so many names and words: the most frequent ones."""

_CONTENT: Final = frozenset({"NOUN", "VERB", "ADJ", "PROPN"})
_LONGEST_PHRASE: Final = 5
_CALENDAR: Final = """
monday tuesday wednesday thursday friday saturday sunday january february april june july september october november
december
"""
_NO_NAMES: Final = frozenset({"i", *_CALENDAR.split()})
"""Words that are capitalised wherever they stand, and name nobody; March, May and August may."""
_NOUNS: Final = frozenset({"NOUN", "PROPN"})
_PHRASE_WORDS: Final = frozenset({"NOUN", "ADJ", "PROPN", "NUM"})


class Surroundings:
    """What stands around the subjects of one document.

    What is said of all others in every profile grows with the square of the people, as in a list of thousands. There
    each profile holds the most frequent names and words alone, so many that profiles grow with the document. Up to 500
    people with 500 names nothing is left out.
    """

    def __init__(self, parsed: ParsedDocument, subjects: Iterable[Subject]) -> None:
        self.parsed = parsed
        known = list(subjects)
        self._most_names, self._most_words = (max(FEWEST, most // max(len(known), 1)) for most in (NAMES, WORDS))
        self.others: dict[str, list[tuple[str, str, int, int]]] = {"person": [], "organization": [], "place": []}
        for subject in known:
            if subject.full and subject.kind in self.others:
                row = (subject.full, plain(subject.full), len(subject.mentions), subject.chain)
                self.others[subject.kind].append(row)
        for kind, rows in self.others.items():
            if len(rows) > self._most_names:
                mentions = np.array([-count for _, _, count, _ in rows])
                kept = np.sort(np.argsort(mentions, kind="stable")[: self._most_names])
                self.others[kind] = [rows[place] for place in kept.tolist()]

    @cached_property
    def _content(self) -> tuple[IndexArray, list[str]]:
        """The tokens that carry content, and their lemmas."""
        if not self.parsed.count:
            return np.zeros(0, dtype=np.intp), []
        columns, lemmas = self.parsed.document.columns, self.parsed.lemmas
        found = np.flatnonzero(flags(columns["upos"], _CONTENT.__contains__) & flags(columns["lemma"], _has_content))
        return found, [lemmas[token] for token in found.tolist()]

    @cached_property
    def words(self) -> dict[str, int]:
        """The lemmas of the document that carry content, with their counts."""
        return _most(ordered(Counter(self._content[1])), self._most_words)

    @cached_property
    def _content_at(self) -> IndexArray:
        """Of each token its place among those that carry content, -1 for others."""
        return _places(self._content[0], self.parsed.count)

    @cached_property
    def _phrases(self) -> tuple[IndexArray, dict[int, int], list[str]]:
        """The noun phrases of two to five words: their places by their first and their last words, and their texts.

        They are runs of adjectives, numbers and nouns that end in a noun; of longer ones the last five words. The texts
        are in small letters.
        """
        parsed, starts, places, texts = self.parsed, list[int](), dict[int, int](), list[str]()
        inside = flags(parsed.document.columns["upos"], _PHRASE_WORDS.__contains__) if parsed.count else ()
        edges = np.flatnonzero(np.diff(inside, prepend=False, append=False)).tolist()
        for first, end in zip(edges[::2], edges[1::2], strict=True):
            if end - first > 1 and parsed.tags[end - 1] in _NOUNS:
                starts.append(max(first, end - _LONGEST_PHRASE))
                places[end - 1] = len(texts)
                texts.append(" ".join(parsed.lower[starts[-1] : end]))
        return _places(np.array(starts, dtype=np.intp), parsed.count), places, texts

    @cached_property
    def _proper(self) -> tuple[list[int], list[int], list[str]]:
        """The runs of capitalised words, at the start of a sentence if tagged as names: first, after the last, text."""
        parsed, begins = self.parsed, set(self.parsed.sentence_edges)
        firsts, ends = list[int](), [-1]
        for token in np.flatnonzero(flags(parsed.document.word_column, _is_capitalised)).tolist():
            if token in begins and (token == ends[-1] or parsed.tags[token] != "PROPN"):
                continue
            if parsed.lower[token] in _NO_NAMES:
                continue
            if token == ends[-1]:
                ends[-1] = token + 1
            else:
                firsts.append(token)
                ends.append(token + 1)
        del ends[0]
        texts = [" ".join(parsed.words[first:end]) for first, end in zip(firsts, ends, strict=True)]
        return firsts, ends, texts

    @cached_property
    def _run_at(self) -> dict[int, int]:
        """The place of the run of capitalised words that a token is in."""
        runs = enumerate(zip(*self._proper[:2], strict=True))
        return {token: place for place, run in runs for token in range(*run)}

    def own(self, subject: Subject) -> set[int]:
        """The places of the runs of capitalised words that have a word of the subject's names."""
        names = (mention.name for mention in subject.mentions if mention.name is not None)
        return {self._run_at[token] for name in names for token in range(*name) if token in self._run_at}

    def proper(self, own: set[int]) -> dict[str, int]:
        """All names of the document as they stand there, with their counts, but for a subject's own ones."""
        names = self._proper[2]
        mine = Counter([names[place] for place in own])
        if len(self._named) > self._most_names:
            if self._most_named.keys().isdisjoint(mine):
                return self._most_named
            left = {name: count - mine[name] for name, count in self._most_named.items()}
            return ordered({name: count for name, count in left.items() if count > 0})
        if all(self._named[name] == count for name, count in mine.items()):
            found = self._named.copy()
            for name in mine:
                del found[name]
            return found
        return ordered(Counter([name for place, name in enumerate(names) if place not in own]))

    @cached_property
    def _named(self) -> dict[str, int]:
        """All names of the document as they stand there, with their counts."""
        return ordered(Counter(self._proper[2]))

    @cached_property
    def _most_named(self) -> dict[str, int]:
        """The most frequent of these names."""
        return _most(self._named, self._most_names)

    def beside(self, subject: Subject, own: set[int]) -> dict[str, int]:
        """The names within `BESIDE` words of the subject's own names, with their counts."""
        firsts, ends, names = self._proper
        places: set[int] = set()
        for mention in subject.mentions:
            if mention.name is not None:
                start, end = mention.name
                places.update(range(bisect_left(ends, start - BESIDE), bisect_right(firsts, end + BESIDE)))
        return ordered(Counter([names[place] for place in sorted(places - own)]))

    def near(self, subject: Subject) -> IndexArray:
        """The tokens near a mention of a subject: within `NEAR` words, and a sentence at most away. O(tokens there)."""
        parsed, edges, ranges = self.parsed, self.parsed.sentence_edges, [np.zeros(0, dtype=np.intp)]
        for mention in subject.mentions:
            sentence = parsed.sentence_of[mention.head]
            low = max(edges[max(sentence - 1, 0)], mention.start - NEAR)
            high = min(edges[min(sentence + 2, len(edges) - 1)], mention.end + NEAR)
            ranges.append(np.arange(low, high))
        return np.unique(np.concatenate(ranges))

    def context(self, subject: Subject, near: IndexArray) -> dict[str, int]:
        """The lemmas near a subject that carry content, with their counts; its own names are left out."""
        names = (mention.name for mention in subject.mentions if mention.name is not None)
        own = {token for name in names for token in range(*name)}
        (tokens, lemmas), places = self._content, self._content_at[near]
        found = places[places >= 0]
        return ordered(Counter([lemmas[place] for place in found.tolist() if int(tokens[place]) not in own]))

    def phrases(self, subject: Subject, near: IndexArray) -> dict[str, int]:
        """The noun phrases near a subject, with their counts; those that end in its own name are left out."""
        starts, ends, texts = self._phrases
        ended = (mention.name[1] - 1 for mention in subject.mentions if mention.name is not None)
        own, places = {ends[token] for token in ended if token in ends}, starts[near]
        return ordered(Counter([texts[place] for place in places[places >= 0].tolist() if place not in own]))

    def occurring(self, subject: Subject, kind: str, own: frozenset[str]) -> dict[str, int]:
        """The names of the others of a kind, with the number of their mentions.

        Parameters
        ----------
        own : what the subject itself is called, as `plain` gives it: that is no other.
        """
        everybody = self._everybody[kind]
        mine = {place for key in own for place in everybody.by_key.get(key, ())}
        mine.update(place for chain in subject.chains for place in everybody.by_chain.get(chain, ()))
        if not mine:
            return everybody.names
        rows = self.others[kind]
        called = _added([rows[place] for place in sorted(mine)])
        if all(everybody.names[name] == count for name, count in called.items()):
            return {name: count for name, count in everybody.names.items() if name not in called}
        return _added([row for place, row in enumerate(rows) if place not in mine])

    @cached_property
    def _everybody(self) -> dict[str, "_Everybody"]:
        """All others of each kind."""
        return {kind: _Everybody.of(rows) for kind, rows in self.others.items()}


@dataclass(frozen=True)
class _Everybody:
    """The others of a kind: their names with their mentions, and their rows by what they are called, and by chain."""

    names: dict[str, int]
    by_key: dict[str, list[int]]
    by_chain: dict[int, list[int]]

    @classmethod
    def of(cls, rows: Sequence[tuple[str, str, int, int]]) -> "_Everybody":
        by_key, by_chain = defaultdict[str, list[int]](list), defaultdict[int, list[int]](list)
        for place, (_, key, _, chain) in enumerate(rows):
            by_key[key].append(place)
            by_chain[chain].append(place)
        return cls(_added(rows), dict(by_key), dict(by_chain))


def _places(tokens: IndexArray, count: int) -> IndexArray:
    """Of each of so many tokens its place in an array, -1 for those that are not in it."""
    found = np.full(count, -1, dtype=np.intp)
    found[tokens] = np.arange(len(tokens))
    return found


def _most(counts: dict[str, int], most: int) -> dict[str, int]:
    """The first of the counts, in their order, which is that of `ordered`."""
    return counts if len(counts) <= most else dict(islice(counts.items(), most))


def _added(rows: Iterable[tuple[str, str, int, int]]) -> dict[str, int]:
    """The names of some others with the number of their mentions."""
    found: dict[str, int] = {}
    for name, _, count, _ in rows:
        found[name] = found.get(name, 0) + count
    return ordered(found)


def _is_capitalised(word: str) -> bool:
    return word[:1].isupper()


def _has_content(lemma: str) -> bool:
    """Whether a lemma is no empty word, and has letters and more than one character beside full stops."""
    lemma = lemma.lower()
    if lemma in words("empty"):
        return False
    return len(lemma) > 1 if lemma.isalpha() else len(lemma.strip(".")) > 1 and any(map(str.isalpha, lemma))


def ordered(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts, all of which are at least 1, most frequent first."""
    several = [item for item in counts.items() if item[1] > 1]
    several.sort(key=itemgetter(1), reverse=True)
    found = dict(several)
    found.update(counts)  # what is there keeps its place, and the rest comes after it
    return found
