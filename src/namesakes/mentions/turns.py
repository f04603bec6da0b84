"""Turns: who speaks in a conversation, by who is named around a quote and by who spoke before.

In a novel a new speaker begins a new paragraph, and two people who talk take turns (He, Barbosa and Kondrak 2013,
Identification of Speakers in Novels; Muzny, Fang, Chang and Jurafsky 2017, A Two-stage Sieve Approach for Quote
Attribution).
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np

from namesakes.mentions.cast import Cast, NamedPlace
from namesakes.mentions.quotes import quoted
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

_SUBJECTS = frozenset(["nsubj", "nsubj:pass"])
_PRONOUNS = {"he": "male", "she": "female"}
_GENERIC = {
    **dict.fromkeys(
        ["man", "gentleman", "boy", "fellow", "lad", "husband", "father", "brother", "son", "uncle"], "male"
    ),
    **dict.fromkeys(["woman", "lady", "girl", "wife", "mother", "sister", "daughter", "aunt"], "female"),
}
"""Nouns that say no more than a pronoun where somebody's name is known."""
_FAR, _NAMES_BACK = 8, 60
"""So many turns, and so many names, back somebody may still be whom a pronoun means."""

_MARKS = frozenset(
    [",", ".", "!", "?", ";", "--", "—", "...", '"', "“", "”", "``", "''", "'", "‘", "’", "my", "dear", "Oh", "oh"]
)
"""What stands around the name of somebody who is called."""

_TOKENS, _TURNS, _SPOKE, _OFTEN = 300.0, 3.0, 2.0, 0.5
"""Tokens and turns after which somebody is less present by e; what a turn counts; and how much frequency does."""

TELLER = "I"

Person = int | str
"""The number of somebody in the cast, *I* for who tells the story, or the noun for somebody without a name."""


@dataclass(frozen=True)
class Voice:
    """Somebody who speaks: who it is, and the token that names them."""

    person: Person
    token: int


@dataclass
class Turn:
    """The quotes of a paragraph, by their numbers, the first and the last paragraph, and who speaks."""

    quotes: list[int]
    paragraph: int
    last_paragraph: int
    voice: Voice | None = None
    rule: str = ""


def turns(document: Document, spoken: Sequence[Speech]) -> list[Speech]:
    """The quotes with their speakers, each by a token that names them where there is one. O(words).

    A speaker whom only a pronoun names is looked for among those who are named before or take part in the conversation.
    Where nobody is named beside a quote, these rules are tried:

    - paragraph: the quotes of a paragraph have one speaker;
    - beat: who does something in the same paragraph: “…” Emma closed the door;
    - lead: who does something at the end of the paragraph before it;
    - turn: two who speak in turns;
    - other: who spoke before and is not the one who spoke last.

    Parameters
    ----------
    document : with tags, trees and named entities.
    spoken : the quotes with the speakers that are named beside them.
    """
    if not len(document.paragraph_starts):
        return list(spoken)
    return _Conversations(document, spoken).speeches()


class _Conversations:
    """The turns of a document."""

    def __init__(self, document: Document, spoken: Sequence[Speech]) -> None:
        self.spoken, self.words = spoken, document.words
        self.tags, self.labels = document.columns["upos"].rows, document.columns["label"].rows
        self.inside = quoted(document, [each.quote for each in spoken])
        self.edges, self.sentences = document.paragraph_starts, np.append(document.sentence_starts, len(self.words))
        named = [each.speaker for each in spoken if each.speaker >= 0 and self.tags[each.speaker] != "PRON"]
        self.cast = Cast(document, [token for token in named if self.words[token][:1].isupper()])
        self.names = [place for place in self.cast.places if self.inside[place.first] < 0]
        self.firsts = [place.first for place in self.names]
        self.heard = [place for place in self.cast.places if self.inside[place.first] >= 0]
        self.heard_firsts = [place.first for place in self.heard]
        self.turns = list(self._turns())

    def _turns(self) -> Iterator[Turn]:
        """The quotes by paragraphs; what goes on with the quote before belongs to its turn."""
        turn: Turn | None = None
        for number, speech in enumerate(self.spoken):
            paragraph = int(np.searchsorted(self.edges, speech.quote.first, side="right")) - 1
            if turn is not None and (turn.last_paragraph == paragraph or speech.quote.continues):
                turn.quotes.append(number)
                turn.last_paragraph = paragraph
            else:
                if turn is not None:
                    yield turn
                turn = Turn([number], paragraph, paragraph)
        if turn is not None:
            yield turn

    def speeches(self) -> list[Speech]:
        """The quotes with their speakers."""
        found = list(self.spoken)
        for number, turn in enumerate(self.turns):
            self.named(number, found)
            for rule, search in (
                ("beat", self.beat),
                ("addressed", self.answering),
                ("turn", self.before_last),
                ("lead", self.lead),
            ):
                if turn.voice is None:
                    turn.voice, turn.rule = search(number), rule
        for number, turn in reversed(list(enumerate(self.turns))):
            if turn.voice is None:
                turn.voice, turn.rule = self.after_next(number), "turn"
        for number, turn in enumerate(self.turns):
            for rule, search in (("turn", self.before_last), ("addressed", self.answering), ("other", self.other)):
                if turn.voice is None:
                    turn.voice, turn.rule = search(number), rule
            voice = turn.voice
            for quote in turn.quotes if voice is not None else ():
                if voice is not None and found[quote].speaker < 0:
                    found[quote] = replace(found[quote], speaker=voice.token, rule=turn.rule)
        return found

    def named(self, number: int, found: list[Speech]) -> None:
        """Say who the speakers are that are named beside the quotes of a turn; others have the last one of these."""
        turn = self.turns[number]
        for quote in turn.quotes:
            speech = self.spoken[quote]
            voice = self.voice(speech.speaker, number, speech.quote.first) if speech.speaker >= 0 else None
            if voice is not None:
                found[quote] = replace(speech, speaker=voice.token)
                turn.voice, turn.rule = voice, "paragraph"
            elif turn.voice is not None:
                found[quote] = replace(speech, speaker=turn.voice.token, rule="paragraph")

    def voice(self, token: int, number: int, before: int) -> Voice | None:
        """Who is meant by a token that names the speaker of a turn."""
        place, word = self.cast.at.get(token), self.words[token].lower()
        if place is not None:
            return Voice(place.person, token)
        if word == "i":
            return Voice(TELLER, token)
        gender = _PRONOUNS.get(word) or (_GENERIC.get(word) if self.tags[token] == "NOUN" else None)
        if gender is not None:
            meant = self.meant(gender, number, before)
            return meant or Voice(word, token)
        return Voice(word, token)

    def meant(self, gender: str, number: int, before: int) -> Voice | None:
        """Whom a pronoun of a gender means: who acts since the turn before, who took part in it, who was named last."""
        barred = self.last_speaker(number)
        since = self.spoken[self.turns[number - 1].quotes[-1]].quote.end if number else 0
        acting = self.last_name(
            gender, before, lambda place: place.first >= since and self.acts(place.first, place.end)
        )
        if acting is not None:
            return acting
        return self.salient(gender, number, before, barred)

    def salient(self, gender: str, number: int, before: int, barred: Person | None) -> Voice | None:
        """Who of a gender is most present: by names and turns, the nearer the more, and by how often there are any."""
        scores, tokens = defaultdict[Person, float](float), dict[Person, int]()
        end = bisect_left(self.firsts, before)
        for place in self.names[max(0, end - _NAMES_BACK) : end]:
            weight = 2.0 if self.acts(place.first, place.end) else 1.0
            scores[place.person] += weight * exp((place.first - before) / _TOKENS)
            tokens[place.person] = self.head(place.first, place.end)
        for step, turn in enumerate(reversed(self.turns[max(0, number - _FAR) : number])):
            if turn.voice is not None:
                scores[turn.voice.person] += _SPOKE * exp(-step / _TURNS)
                tokens.setdefault(turn.voice.person, turn.voice.token)
        fitting = [each for each in scores if each != barred and self.fits(each, gender)]
        best = max(fitting, key=lambda each: scores[each] * self.share(each), default=None)
        return None if best is None else Voice(best, tokens[best])

    def share(self, person: Person) -> float:
        return float(self.cast.counts[person]) ** _OFTEN if isinstance(person, int) else 1.0

    def last_name(self, gender: str, before: int, wanted: Callable[..., bool]) -> Voice | None:
        """The last name outside quotes before a token that is wanted and may have a gender."""
        end = bisect_left(self.firsts, before)
        for place in reversed(self.names[max(0, end - _NAMES_BACK) : end]):
            if self.fits(place.person, gender) and wanted(place):
                return Voice(place.person, self.head(place.first, place.end))
        return None

    def head(self, first: int, end: int) -> int:
        """The token of a name that stands for it in the tree: the one that is a subject, else the last."""
        return next((place for place in range(first, end) if self.labels[place] in _SUBJECTS), end - 1)

    def acts(self, first: int, end: int) -> bool:
        return any(self.labels[place] in _SUBJECTS for place in range(first, end))

    def fits(self, person: Person, gender: str) -> bool:
        """Whether somebody may have a gender."""
        if isinstance(person, int):
            return self.cast.genders[person] in ("", gender)
        return _PRONOUNS.get(person, _GENERIC.get(person, "")) == gender

    def adjacent(self, number: int) -> bool:
        """Whether a turn follows the one before it with nothing between them, so that another one speaks."""
        turn = self.turns[number]
        opens = self.spoken[turn.quotes[0]].quote.first == int(self.edges[turn.paragraph])
        return number > 0 and opens and turn.paragraph - self.turns[number - 1].last_paragraph == 1

    def last_speaker(self, number: int) -> Person | None:
        """Who speaks in the turn right before, and so not in this one."""
        before = self.turns[number - 1].voice if self.adjacent(number) else None
        return None if before is None else before.person

    def barred(self, number: int) -> set[Person | None]:
        """Who does not speak in a turn: who spoke right before, and whom it calls."""
        return {self.last_speaker(number), *(place.person for place in self.addressed(number))}

    def beat(self, number: int) -> Voice | None:
        """Who does something in the paragraph, before the first quote or behind the last."""
        turn = self.turns[number]
        first, end = self.spoken[turn.quotes[0]].quote.first, self.spoken[turn.quotes[-1]].quote.end
        start = int(self.edges[turn.paragraph])
        last = turn.last_paragraph + 1
        stop = int(self.edges[last]) if last < len(self.edges) else len(self.words)
        if first > start:
            return self.actor(number, *self.sentence(first - 1, start, stop))
        return self.actor(number, *self.sentence(end, start, stop)) if end < stop else None

    def lead(self, number: int) -> Voice | None:
        """Who does something at the end of the paragraph before, where nobody speaks."""
        turn = self.turns[number]
        last = self.turns[number - 1].last_paragraph if number else -1
        if turn.paragraph == 0 or last >= turn.paragraph - 1:
            return None
        end = int(self.edges[turn.paragraph])
        return self.actor(number, *self.sentence(end - 1, int(self.edges[turn.paragraph - 1]), end))

    def sentence(self, place: int, start: int, stop: int) -> tuple[int, int]:
        """The sentence that a token is in, within these places."""
        number = int(np.searchsorted(self.sentences, place, side="right"))
        return max(int(self.sentences[number - 1]), start), min(int(self.sentences[number]), stop)

    def actor(self, number: int, low: int, high: int) -> Voice | None:
        """The first subject outside quotes that is somebody."""
        for place in range(low, high):
            if self.labels[place] in _SUBJECTS and self.inside[place] < 0:
                word = self.words[place].lower()
                if place in self.cast.at or word in _PRONOUNS or word == "i" or word in _GENERIC:
                    return self.voice(place, number, place)
        return None

    def before_last(self, number: int) -> Voice | None:
        """Who spoke the turn before last, in a conversation without a paragraph between."""
        if number < 2 or not (self.adjacent(number) and self.adjacent(number - 1)):
            return None
        voice = self.turns[number - 2].voice
        return voice if voice is not None and voice.person not in self.barred(number) else None

    def addressed(self, number: int) -> list[NamedPlace]:
        """The names in the quotes of a turn that call somebody: between marks, or where the tree says so."""
        found = []
        for quote in (self.spoken[each].quote for each in self.turns[number].quotes):
            for place in self.heard[bisect_left(self.heard_firsts, quote.first) :]:
                if place.first >= quote.end:
                    break
                before, behind = (
                    self.words[place.first - 1],
                    self.words[place.end] if place.end < len(self.words) else "",
                )
                if before in _MARKS and behind in _MARKS:
                    found.append(place)
        return found

    def answering(self, number: int) -> Voice | None:
        """Who was called by name in the turn right before."""
        if not self.adjacent(number):
            return None
        barred = self.barred(number)
        called = [place for place in self.addressed(number - 1) if place.person not in barred]
        return Voice(called[-1].person, self.head(called[-1].first, called[-1].end)) if called else None

    def after_next(self, number: int) -> Voice | None:
        """Who speaks the turn after next."""
        if number + 2 >= len(self.turns) or not (self.adjacent(number + 1) and self.adjacent(number + 2)):
            return None
        voice, following = self.turns[number + 2].voice, self.turns[number + 1].voice
        if voice is None or (following is not None and following.person == voice.person):
            return None
        return voice if voice.person not in self.barred(number) else None

    def other(self, number: int) -> Voice | None:
        """Who spoke before, and is not the one who spoke last."""
        barred = self.barred(number)
        for turn in reversed(self.turns[max(0, number - _FAR) : number]):
            if turn.voice is not None and turn.voice.person not in barred:
                return turn.voice
        return None
