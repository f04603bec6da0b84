"""Surroundings: the words, phrases and others around a subject."""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import NDArray

from namesakes.profiles.names import plain
from namesakes.profiles.reading import Reading
from namesakes.profiles.subjects import Subject
from namesakes.profiles.words import words

NEAR: Final = 50
"""Words before and after a mention that are its context, as far as the sentences beside its own go."""

BESIDE: Final = 12
"""Words between a mention and a name that stands beside it, as in a list of those present."""

_CONTENT: Final = frozenset({"NOUN", "VERB", "ADJ", "PROPN"})
_LONGEST_PHRASE: Final = 5
_NOUNS: Final = frozenset({"NOUN", "PROPN"})
_PHRASE_WORDS: Final = frozenset({"NOUN", "ADJ", "PROPN", "NUM"})


class Surroundings:
    """What stands around the subjects of one document."""

    def __init__(self, reading: Reading, subjects: Iterable[Subject]) -> None:
        self.reading = reading
        self.others: dict[str, list[tuple[str, str, int, int]]] = {"person": [], "organization": [], "place": []}
        for subject in subjects:
            if subject.full and subject.kind in self.others:
                row = (subject.full, plain(subject.full), len(subject.spots), subject.chain)
                self.others[subject.kind].append(row)

    @cached_property
    def _content(self) -> NDArray[np.bool_]:
        """Whether each token carries content."""
        reading, empty = self.reading, words("empty")
        wanted = (
            tag in _CONTENT and lemma not in empty and len(lemma.strip(".")) > 1 and any(map(str.isalpha, lemma))
            for tag, lemma in zip(reading.tags, reading.lemmas, strict=True)
        )
        return np.fromiter(wanted, dtype=np.bool_, count=reading.count)

    @cached_property
    def words(self) -> dict[str, int]:
        """The lemmas of the document that carry content, with their counts."""
        lemmas = self.reading.lemmas
        return _counted(lemmas[token] for token in np.flatnonzero(self._content).tolist())

    @cached_property
    def _phrases(self) -> list[tuple[int, int, str]]:
        """The noun phrases of two to five words: their first and last word, and the words in small letters.

        They are runs of adjectives, numbers and nouns that end in a noun; of longer ones the last five words.
        """
        reading, found = self.reading, []
        first = -1
        for token, tag in enumerate((*reading.tags, "")):
            if tag in _PHRASE_WORDS:
                first = token if first < 0 else first
                continue
            last = token - 1
            if 0 <= first < last and reading.tags[last] in _NOUNS:
                start = max(first, last - _LONGEST_PHRASE + 1)
                found.append((start, last, " ".join(reading.lower[start:token])))
            first = -1
        return found

    @cached_property
    def _proper(self) -> list[tuple[int, int, str]]:
        """The runs of capitalised words, at the start of a sentence if tagged as names: first, after the last, text."""
        reading, found = self.reading, []
        begins = set(reading.sentence_edges)
        first = -1
        for token in range(reading.count + 1):
            inside = (
                token < reading.count
                and reading.words[token][:1].isupper()
                and (token not in begins or reading.tags[token] == "PROPN")
                and not (first >= 0 and token in begins)
            )
            if inside:
                first = token if first < 0 else first
                continue
            if first >= 0:
                found.append((first, token, " ".join(reading.words[first:token])))
            first = -1
        return found

    def proper(self, subject: Subject) -> dict[str, int]:
        """All names of the document as they stand there, with their counts, but for those of the subject."""
        own = {token for spot in subject.spots if spot.name is not None for token in range(*spot.name)}
        return _counted(name for first, last, name in self._proper if own.isdisjoint(range(first, last)))

    def beside(self, subject: Subject) -> dict[str, int]:
        """The names within `BESIDE` words of the subject's own names, with their counts."""
        spots = [spot.name for spot in subject.spots if spot.name is not None]
        own = {token for spot in spots for token in range(*spot)}
        found = (
            name
            for first, last, name in self._proper
            if own.isdisjoint(range(first, last))
            and any(first - end <= BESIDE and start - last <= BESIDE for start, end in spots)
        )
        return _counted(found)

    def near(self, subject: Subject) -> NDArray[np.bool_]:
        """Whether each token is near a mention of a subject: within `NEAR` words, and a sentence at most away."""
        reading, edges = self.reading, self.reading.sentence_edges
        found = np.zeros(reading.count, dtype=np.bool_)
        for spot in subject.spots:
            sentence = reading.sentence_of[spot.head]
            low = max(edges[max(sentence - 1, 0)], spot.first - NEAR)
            high = min(edges[min(sentence + 2, len(edges) - 1)], spot.last + NEAR)
            found[low:high] = True
        return found

    def context(self, subject: Subject, near: NDArray[np.bool_]) -> dict[str, int]:
        """The lemmas near a subject that carry content, with their counts; its own names are left out."""
        wanted = near & self._content
        for spot in subject.spots:
            if spot.name is not None:
                wanted[spot.name[0] : spot.name[1]] = False
        lemmas = self.reading.lemmas
        return _counted(lemmas[token] for token in np.flatnonzero(wanted).tolist())

    def phrases(self, subject: Subject, near: NDArray[np.bool_]) -> dict[str, int]:
        """The noun phrases near a subject, with their counts; those that end in its own name are left out."""
        flags = near.tolist()
        own = {spot.name[1] - 1 for spot in subject.spots if spot.name is not None}
        return _counted(phrase for start, head, phrase in self._phrases if flags[start] and head not in own)

    def occurring(self, subject: Subject, kind: str, own: frozenset[str]) -> dict[str, int]:
        """The names of the others of a kind, with the number of their mentions.

        Parameters
        ----------
        own : what the subject itself is called, as `plain` gives it: that is no other.
        """
        found: Counter[str] = Counter()
        for name, key, count, chain in self.others[kind]:
            if chain not in subject.chains and key not in own:
                found[name] += count
        return _ordered(found)


def _counted(items: Iterable[str]) -> dict[str, int]:
    return _ordered(Counter(items))


def _ordered(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts, most frequent first."""
    return dict(sorted(counts.items(), key=lambda item: -item[1]))
