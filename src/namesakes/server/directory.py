"""The directory: everybody in a store by the words of their names, in memory, so that typing finds at once.

A word of a query finds the words that are equal to it, that begin with it, that are nicknames of the same name, and,
where these are few, those that are a slip away. Case and accents do not count, and any script is found by its letters
in a to z, too.
"""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from rapidfuzz.distance import OSA
from rapidfuzz.process import cdist

from namesakes.arrays import BoolArray, Float32Array, Int64Array
from namesakes.names.nicknames import every_name, same_given
from namesakes.names.transliteration import plain_words
from namesakes.store.search import words
from namesakes.store.store import Store

_LAST: Final = "\U0010ffff"
_NICKNAME, _SLIP, _BEGINNING = 0.7, 0.5, 0.75
"""What a word counts that is not equal to that of the query; a beginning counts more, the more of the word it is."""
_WHOLE: Final = 0.3
"""What it adds that the query is the whole name."""
_ENOUGH: Final = 5
"""So many finds are enough, or one of all the words as they are, and no slips are looked for."""
_SHORT, _LONG = 4, 8
"""Letters from which on one slip, and two, are thought of."""
_MOST_WORDS: Final = 8
_MOST_LETTERS: Final = 40
_BITS: Final = 63
"""Of which there is one for each letter of a word."""
_SET: Final = np.array([number.bit_count() for number in range(1 << 16)], dtype=np.uint8)
"""How many bits of a number are set."""


@dataclass(frozen=True)
class Directory:
    """Everybody in a store.

    Parameters
    ----------
    ids, names : of everybody, in one order.
    kinds, hidden : what each is, and whether it is said to be nobody.
    documents, mentions : how many of each speak of whom.
    own : how many words each name has.
    vocabulary : the words of all names, in alphabetical order.
    starts, rows : who has the word i in a name: rows[starts[i]:starts[i + 1]].
    """

    ids: list[str]
    names: list[str]
    kinds: list[str]
    hidden: BoolArray
    documents: Int64Array
    mentions: Int64Array
    own: Int64Array
    vocabulary: list[str]
    starts: Int64Array
    rows: Int64Array

    @classmethod
    def of(cls, store: Store) -> "Directory":
        """The directory of a store."""
        people = list(store.identities.all().values())
        places = {one.id: place for place, one in enumerate(people)}
        counts = np.zeros((2, len(people)), dtype=np.int64)
        held: dict[str, set[int]] = {}
        for place, one in enumerate(people):
            for word in _words_of(one.name):
                held.setdefault(word, set()).add(place)
        rows = store.database.execute(_NAMES)
        seen: set[tuple[int, int]] = set()
        for id, document, name, forms, mentions in rows:
            if id not in places:
                continue
            place = places[id]
            counts[1, place] += mentions
            if (place, document) not in seen:
                seen.add((place, document))
                counts[0, place] += 1
            for form in {name, *forms.split("\n")}:
                if form and not form[0].islower():
                    for word in _words_of(form):
                        held.setdefault(word, set()).add(place)
        vocabulary = sorted(held)
        sizes = [len(held[word]) for word in vocabulary]
        return cls(
            ids=[one.id for one in people],
            names=[one.name for one in people],
            kinds=[one.kind for one in people],
            hidden=np.array([one.hidden for one in people], dtype=np.bool_),
            documents=counts[0],
            mentions=counts[1],
            own=np.array([len(words(one.name)) for one in people], dtype=np.int64),
            vocabulary=vocabulary,
            starts=np.concatenate(([0], np.cumsum(sizes, dtype=np.int64))).astype(np.int64),
            rows=np.array([place for word in vocabulary for place in sorted(held[word])], dtype=np.int64),
        )

    def find(self, query: str = "", *, kinds: Sequence[str] = ("person",), hidden: bool = False) -> list[int]:
        """The places of those who go by a name, or of everybody: the best first, those of one name together."""
        wanted = words(query)[:_MOST_WORDS]
        allowed = self._allowed(tuple(kinds), hidden)
        if not wanted:
            return [] if query.strip() else self._everybody(tuple(kinds), hidden)
        asked = [word[:_MOST_LETTERS] for word in wanted]
        scores = self._scores(asked, allowed, slips=False)
        if np.count_nonzero(scores) < _ENOUGH and scores.max(initial=0.0) < 1.0:
            scores = self._scores(asked, allowed, slips=True)
        found = np.flatnonzero(scores)
        whole = np.minimum(len(asked), self.own[found]) / np.maximum(len(asked), np.maximum(self.own[found], 1))
        rank = np.lexsort(
            (found, -self.mentions[found], -self.documents[found], -(scores[found] + _WHOLE * whole).round(3))
        )
        return self._together(found[rank])

    def _together(self, found: Int64Array) -> list[int]:
        """These places with those of one name one after the other, at the place of the first."""
        _, first, inverse = np.unique(self._named[found], return_index=True, return_inverse=True)
        order: list[int] = found[np.argsort(first[inverse], kind="stable")].tolist()
        return order

    @cached_property
    def _named(self) -> Int64Array:
        """A number for each name, without regard to case."""
        known: dict[str, int] = {}
        return np.array([known.setdefault(name.casefold(), len(known)) for name in self.names], dtype=np.int64)

    def _allowed(self, kinds: tuple[str, ...], hidden: bool) -> BoolArray:
        """Who is of one of these kinds, and not hidden unless these are wanted, too."""
        key = kinds, hidden
        known = self._masks.get(key)
        if known is None:
            of_kind = np.array([kind in kinds for kind in self.kinds], dtype=np.bool_)
            known = self._masks[key] = of_kind if hidden else of_kind & ~self.hidden
        return known

    @cached_property
    def _masks(self) -> dict[tuple[tuple[str, ...], bool], BoolArray]:
        return {}

    def _everybody(self, kinds: tuple[str, ...], hidden: bool) -> list[int]:
        """All who are of one of these kinds, those of whom most is written first."""
        key = kinds, hidden
        if key not in self._orders:
            places = np.flatnonzero(self._allowed(kinds, hidden))
            order = np.lexsort((places, -self.mentions[places], -self.documents[places]))
            self._orders[key] = self._together(places[order])
        return self._orders[key]

    @cached_property
    def _orders(self) -> dict[tuple[tuple[str, ...], bool], list[int]]:
        return {}

    def _scores(self, asked: Sequence[str], allowed: BoolArray, *, slips: bool) -> Float32Array:
        """How well everybody fits the words of a query; 0 where a word fits no name."""
        total = np.zeros(len(self.ids), dtype=np.float32)
        fits = allowed.copy()
        for place, word in enumerate(asked):
            own = self._of_word(word, slips=slips, last=place == len(asked) - 1)
            fits &= own > 0
            total += own
        return np.where(fits, total / len(asked), 0.0).astype(np.float32)

    def _of_word(self, word: str, *, slips: bool, last: bool) -> Float32Array:
        """How well everybody's names fit one word."""
        scores = np.zeros(len(self.ids), dtype=np.float32)
        low, high = bisect_left(self.vocabulary, word), bisect_left(self.vocabulary, word + _LAST)
        if high > low:
            share = [len(word) / len(each) for each in self.vocabulary[low:high]]
            weights = np.array([1.0 if each == 1.0 else _BEGINNING + 0.2 * each for each in share], dtype=np.float32)
            sizes = np.diff(self.starts[low : high + 1])
            np.maximum.at(scores, self.rows[self.starts[low] : self.starts[high]], np.repeat(weights, sizes))
        for other in self._nicknames_of(word):
            self._raise(scores, other, _NICKNAME)
        if slips:
            for other, weight in self._slips_of(word, last=last):
                self._raise(scores, other, weight)
        return scores

    def _raise(self, scores: Float32Array, place: int, weight: float) -> None:
        rows = self.rows[self.starts[place] : self.starts[place + 1]]
        scores[rows] = np.maximum(scores[rows], weight)

    @cached_property
    def _formal(self) -> dict[str, list[int]]:
        """The words of the vocabulary that are forms of each given name."""
        found: dict[str, list[int]] = {}
        for place, word in enumerate(self.vocabulary):
            for name in every_name(word):
                found.setdefault(name, []).append(place)
        return found

    def _nicknames_of(self, word: str) -> list[int]:
        """The words of the vocabulary that may be another form of a given name."""
        near = {place for name in every_name(word) for place in self._formal.get(name, ())}
        return [
            place
            for place in sorted(near)
            if self.vocabulary[place] != word and same_given(word, self.vocabulary[place])
        ]

    def _slips_of(self, word: str, *, last: bool) -> list[tuple[int, float]]:
        """The words that are a slip away, of a long word two; also of the beginning of a word that is being typed."""
        most = 0 if len(word) < _SHORT else 1 if len(word) < _LONG else 2
        if not most or not self.vocabulary:
            return []
        found: dict[int, float] = {}
        places, words = self._of_length(len(word), most)
        for place, away in words.near(word, most):
            found[int(places[place])] = _SLIP - 0.1 * away
        if last and not found:
            starts, words = self._beginnings(len(word))
            for place, away in words.near(word, most):
                for each in range(int(starts[place]), int(starts[place + 1])):
                    found[each] = _SLIP - 0.05 - 0.1 * away
        return list(found.items())

    def _of_length(self, length: int, most: int) -> "tuple[Int64Array, _Words]":
        """The words of the vocabulary that are about as long, and their places."""
        key = length, most
        if key not in self._lengths:
            places = np.flatnonzero(np.abs(self._sizes - length) <= most)
            texts = [self.vocabulary[place] for place in places.tolist()]
            self._lengths[key] = places, _Words(texts, self._letters[places])
        return self._lengths[key]

    def _beginnings(self, length: int) -> "tuple[Int64Array, _Words]":
        """The different beginnings of the words of the vocabulary, and where the words of each begin."""
        key = length, 0
        if key not in self._lengths:
            cut = [word[:length] for word in self.vocabulary]
            changes = [place for place, each in enumerate(cut) if not place or each != cut[place - 1]]
            starts = np.array([*changes, len(cut)], dtype=np.int64)
            self._lengths[key] = starts, _Words.of([cut[place] for place in changes])
        return self._lengths[key]

    @cached_property
    def _lengths(self) -> "dict[tuple[int, int], tuple[Int64Array, _Words]]":
        return {}

    @cached_property
    def _letters(self) -> Int64Array:
        return _Words.of(self.vocabulary).letters

    @cached_property
    def _sizes(self) -> Int64Array:
        return np.array([len(word) for word in self.vocabulary], dtype=np.int64)

    def warm(self) -> "Directory":
        """This directory, with all that is made when it is first asked for."""
        for length in range(_SHORT, 2 * _LONG):
            self.find("x" * length)
        return self


_NAMES: Final = """SELECT m.identity, m.document, c.name, c.forms, c.mentions FROM memberships AS m
    JOIN chains AS c ON c.document = m.document AND c.chain = m.chain WHERE m.rank = 0"""


@dataclass(frozen=True)
class _Words:
    """Words among which those are looked for that are a slip away.

    Parameters
    ----------
    texts : the words.
    letters : which letters each has, a bit for each; a slip changes two of them at most.
    """

    texts: list[str]
    letters: Int64Array

    @classmethod
    def of(cls, texts: list[str]) -> "_Words":
        """These words, with their letters."""
        return cls(texts, np.array([_letters(text) for text in texts], dtype=np.int64))

    def near(self, word: str, most: int) -> Iterator[tuple[int, float]]:
        """The places of the words that are so many slips away at most, and how many; few have letters for it."""
        others = _SET[(self.letters ^ _letters(word)).view(np.uint16)].reshape(-1, 4).sum(axis=1, dtype=np.uint8)
        may = np.flatnonzero(others <= 2 * most)
        if not len(may):
            return
        away = cdist(
            [word],
            [self.texts[place] for place in may.tolist()],
            scorer=OSA.distance,
            score_cutoff=most,
            dtype=np.uint8,
        )[0]
        for place in np.flatnonzero(away <= most).tolist():
            yield int(may[place]), float(away[place])


def _letters(word: str) -> int:
    """Which letters a word has, as bits; several letters may share one."""
    found = 0
    for letter in set(word):
        found |= 1 << (ord(letter) % _BITS)
    return found


@lru_cache(maxsize=1 << 16)
def _words_of(name: str) -> tuple[str, ...]:
    """The words by which a name is found."""
    found: Iterable[str] = words(name)
    return tuple(dict.fromkeys((*found, *(() if name.isascii() else plain_words(name)))))
