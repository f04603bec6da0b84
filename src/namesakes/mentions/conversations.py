"""Conversations: the quotes of a text as turns, and what stands around each: who acts, who is called."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.mentions import cast
from namesakes.mentions.cast import Cast, NamedPlace
from namesakes.mentions.gender import gender_classes
from namesakes.mentions.gender_features import NOMINAL
from namesakes.mentions.pronouns import INANIMATE
from namesakes.mentions.quotes import quoted
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

PRONOUNS = {"he": "male", "she": "female"}
_MEN = ["man", "gentleman", "boy", "fellow", "lad", "husband", "father", "brother", "son", "uncle"]
_WOMEN = ["woman", "lady", "girl", "wife", "mother", "sister", "daughter", "aunt"]
GENERIC = {**dict.fromkeys(_MEN, "male"), **dict.fromkeys(_WOMEN, "female")}
"""Nouns that say no more than a pronoun where somebody's name is known."""
TELLER = "i"

_SUBJECTS = frozenset(["nsubj", "nsubj:pass"])
_MARKS = frozenset([",", ".", "!", "?", ";", "--", "—", "...", '"', "“", "”", "``", "''", "'", "‘", "’"])
_CALLING = _MARKS | {"my", "dear", "Oh", "oh"}
"""What stands before and behind the name of somebody who is called."""


@dataclass(frozen=True)
class Turn:
    """The quotes of a paragraph, by their numbers; those that go on with one belong to its turn."""

    quotes: tuple[int, ...]
    paragraph: int
    last_paragraph: int


class Conversations:
    """The turns of a document that has tags, trees and named entities.

    Parameters
    ----------
    spoken : the quotes with the speakers that are named beside them.
    """

    def __init__(self, document: Document, spoken: Sequence[Speech]) -> None:
        self.document, self.spoken, self.words = document, spoken, document.words
        self.tags, self.labels = document.columns["upos"].rows, document.columns["label"].rows
        self.sentences = np.append(document.sentence_starts, len(self.words))
        self.edges = document.paragraph_starts if len(document.paragraph_starts) > 1 else breaks(document, spoken)
        self.inside = quoted(document, [each.quote for each in spoken])
        self.cast = cast_of(document, spoken)
        outside = [self.inside[place.first] < 0 for place in self.cast.places]
        self.named = [place for place, out in zip(self.cast.places, outside, strict=True) if out]
        self.named_firsts = [place.first for place in self.named]
        self._heard = [place for place, out in zip(self.cast.places, outside, strict=True) if not out]
        self._heard_firsts = [place.first for place in self._heard]
        self.human = self._human([each.speaker for each in spoken if each.speaker >= 0])
        self.turns = list(self._turns())

    def _human(self, speakers: Sequence[int]) -> set[int]:
        """Which of the speakers are nouns that may mean people."""
        nouns = [token for token in speakers if self.tags[token] != "PRON" and token not in self.cast.at]
        places, kinds = np.array(nouns, dtype=np.int32), np.full(len(nouns), NOMINAL, dtype=np.uint8)
        if not nouns:
            return set()
        animacy = gender_classes(self.document, places, places + 1, places, kinds).animacy
        return {token for token, kind in zip(nouns, animacy.tolist(), strict=True) if kind != INANIMATE}

    def _turns(self) -> Iterator[Turn]:
        quotes: list[int] = []
        first = last = -1
        for number, speech in enumerate(self.spoken):
            paragraph = int(np.searchsorted(self.edges, speech.quote.first, side="right")) - 1
            if quotes and paragraph != last and not speech.quote.continues:
                yield Turn(tuple(quotes), first, last)
                quotes = []
            first, last = (first if quotes else paragraph), paragraph
            quotes.append(number)
        if quotes:
            yield Turn(tuple(quotes), first, last)

    def first(self, number: int) -> int:
        """The first token of a turn's first quote."""
        return self.spoken[self.turns[number].quotes[0]].quote.first

    def end(self, number: int) -> int:
        """The token behind a turn's last quote; 0 for the one before the first."""
        return self.spoken[self.turns[number].quotes[-1]].quote.end if number >= 0 else 0

    def adjacent(self, number: int) -> bool:
        """Whether a turn follows the one before it with nothing between them, so that another one speaks."""
        turn = self.turns[number]
        opens = self.first(number) == int(self.edges[turn.paragraph])
        return number > 0 and opens and turn.paragraph - self.turns[number - 1].last_paragraph == 1

    def addressed(self, number: int) -> list[NamedPlace]:
        """The names in the quotes of a turn by which somebody is called: they stand between marks."""
        found = []
        for quote in (self.spoken[each].quote for each in self.turns[number].quotes):
            start, end = (bisect_left(self._heard_firsts, place) for place in (quote.first, quote.end))
            for place in self._heard[start:end]:
                behind = self.words[place.end] if place.end < len(self.words) else "."
                if self.words[place.first - 1] in _CALLING and behind in _MARKS:
                    found.append(place)
        return found

    def spoken_of(self, number: int) -> list[int]:
        """The people whose names stand in the quotes of a turn."""
        found = []
        for quote in (self.spoken[each].quote for each in self.turns[number].quotes):
            start, end = (bisect_left(self._heard_firsts, place) for place in (quote.first, quote.end))
            found += [place.person for place in self._heard[start:end]]
        return found

    def said(self, number: int) -> list[str]:
        """The words of the quotes of a turn, in small letters."""
        spans = (self.spoken[each].quote for each in self.turns[number].quotes)
        return [word.lower() for quote in spans for word in self.words[quote.first : quote.end]]

    def beside(self, number: int) -> tuple[int, bool]:
        """Who does something in the paragraph of a turn, before its quotes or else behind them; -1 for nobody.

        The second says whether it is behind them.
        """
        turn, first, end = self.turns[number], self.first(number), self.end(number)
        start, stop = int(self.edges[turn.paragraph]), self._paragraph_end(turn.last_paragraph)
        if first > start:
            return self._actor(first - 1, start, stop), False
        return (self._actor(end, start, stop) if end < stop else -1), True

    def ahead(self, number: int) -> int:
        """Who does something at the end of the paragraph before a turn, where nobody speaks; -1 for nobody."""
        turn = self.turns[number]
        last = self.turns[number - 1].last_paragraph if number else -1
        if turn.paragraph == 0 or last >= turn.paragraph - 1:
            return -1
        end = int(self.edges[turn.paragraph])
        return self._actor(end - 1, int(self.edges[turn.paragraph - 1]), end)

    def _paragraph_end(self, paragraph: int) -> int:
        return int(self.edges[paragraph + 1]) if paragraph + 1 < len(self.edges) else len(self.words)

    def _actor(self, place: int, start: int, stop: int) -> int:
        """The first subject outside quotes that is somebody, in the sentence of a token, within these places."""
        number = int(np.searchsorted(self.sentences, place, side="right"))
        for token in range(max(int(self.sentences[number - 1]), start), min(int(self.sentences[number]), stop)):
            if self.labels[token] in _SUBJECTS and self.inside[token] < 0:
                word = self.words[token].lower()
                if token in self.cast.at or word in PRONOUNS or word in GENERIC or word == TELLER:
                    return token
        return -1

    def acts(self, place: NamedPlace) -> bool:
        """Whether a name is a subject."""
        return any(self.labels[token] in _SUBJECTS for token in range(place.first, place.end))

    def head(self, place: NamedPlace) -> int:
        """The token of a name that stands for it: the one that is a subject, else the last."""
        tokens = range(place.first, place.end)
        return next((token for token in tokens if self.labels[token] in _SUBJECTS), place.end - 1)


def breaks(document: Document, spoken: Sequence[Speech]) -> Int32Array:
    """Where paragraphs may begin in a text that has none: where quotes meet, and around sentences between quotes."""
    sentences, found = document.sentence_starts, {0}
    for last, new in pairwise(spoken):
        before, after = last.quote, new.quote
        if before.end >= after.first:
            found.add(after.first)
            continue
        start, end = np.searchsorted(sentences, [before.end, after.first], side="left").tolist()
        if end == len(sentences) or int(sentences[end]) != after.first:
            continue
        if start < end:
            found.update((int(sentences[start]), after.first))
        elif last.speaker >= 0 and new.rule in ("after", "before"):
            found.add(after.first)
    return np.array(sorted(found), dtype=np.int32)


def cast_of(document: Document, spoken: Sequence[Speech]) -> Cast:
    """The people whom a text names, those too who are known to be people only because they speak."""
    tags, words = document.columns["upos"].rows, document.words
    named = [each.speaker for each in spoken if each.speaker >= 0 and tags[each.speaker] != "PRON"]
    more, known = [token for token in named if words[token][:1].isupper()], cast.cast_of(document)
    return known if all(token in known.at for token in more) else Cast(document, more)
