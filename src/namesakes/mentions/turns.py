"""Turns: who speaks in a conversation, by who is named around a quote and by who speaks before and after.

In a novel a new speaker begins a new paragraph, and two people who talk take turns (He, Barbosa and Kondrak 2013,
Identification of Speakers in Novels; Muzny, Fang, Chang and Jurafsky 2017, A Two-stage Sieve Approach for Quote
Attribution). Here all turns of a text are decided together: what is said of each weighs, and so do two turns in a row.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from namesakes.mentions.conversations import GENERIC, PRONOUNS, TELLER, Conversations
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

TURN = "turn"
"""The rule of a speech whose speaker is not named beside it."""

Person = int | str
"""The number of somebody in the cast, or the word for somebody without a name."""
Pair = tuple[Person | None, Person | None]


@dataclass(frozen=True)
class TurnSettings:
    """What counts how much; tuned on seven novels of the Project Dialogism Novel Corpus.

    Parameters
    ----------
    names, tokens : so many names before a turn are looked at, and after so many tokens one counts less by e.
    turns, decay : so many turns before and behind, and after so many one counts less by e.
    spoke, speaks, heard : what a speaker before, a speaker behind, and somebody who is called count beside a name.
    present, often : the weight of the logarithm of all that, and of how often somebody is named at all.
    beside, ahead, acting : of who does something in the paragraph, in the one before, and before a pronoun.
    called, calling : of who was called in the turn before; against who is called in this one.
    same, back : against who spoke right before; for who spoke the turn before that.
    back_far : the same, where something stands between the turns.
    most : how many people are weighed for a turn.
    """

    names: int = 60
    tokens: float = 150.0
    turns: int = 7
    decay: float = 3.0
    spoke: float = 1.0
    speaks: float = 1.0
    heard: float = 1.0
    present: float = 0.3
    often: float = 0.1
    beside: float = 3.0
    ahead: float = 1.5
    acting: float = 3.0
    called: float = 3.0
    calling: float = 2.0
    same: float = 3.0
    back: float = 2.5
    back_far: float = 0.5
    most: int = 6


def turns(document: Document, spoken: Sequence[Speech], settings: TurnSettings | None = None) -> list[Speech]:
    """The quotes with their speakers, each by a token that names them where there is one. O(words).

    Who is named beside a quote speaks it. Whom only a pronoun or a word such as "the man" names, and who is not named,
    is looked for among those who are named before, who take part in the conversation, and who are called in it.

    Parameters
    ----------
    document : with tags, trees, named entities and paragraphs; without paragraphs nothing changes.
    spoken : the quotes with the speakers that are named beside them.
    """
    if not len(document.paragraph_starts) or not spoken:
        return list(spoken)
    return _Attribution(Conversations(document, spoken), settings or TurnSettings()).speeches()


@dataclass(frozen=True)
class _Option:
    """Somebody who may speak: how much speaks for it, and the token that names them."""

    score: float
    token: int


Options = dict[Person, _Option]


class _Attribution:
    """Weighs who speaks each turn, and takes the best for all of them together."""

    def __init__(self, found: Conversations, settings: TurnSettings) -> None:
        self.found, self.settings = found, settings
        self.words = found.words
        self.sure = [[self.named(found.spoken[quote].speaker) for quote in turn.quotes] for turn in found.turns]
        self.voices = [next((person for person in turn if person is not None), None) for turn in self.sure]

    def named(self, token: int) -> Person | None:
        """Who is named by a token: somebody of the cast, who tells the story, or a noun for people; else nobody."""
        if token < 0:
            return None
        place, word = self.found.cast.at.get(token), self.words[token].lower()
        if place is not None:
            return place.person
        is_noun = token in self.found.human and word not in GENERIC
        return word if word == TELLER or is_noun else None

    def speeches(self) -> list[Speech]:
        """The quotes with their speakers."""
        options = [self.options(number) for number in range(len(self.found.turns))]
        found: list[Speech] = []
        for turn, sure, option, person in zip(self.found.turns, self.sure, options, self.best(options), strict=True):
            token = option[person].token if person is not None else -1
            for quote, own in zip(turn.quotes, sure, strict=True):
                speech = self.found.spoken[quote]
                if own is not None:
                    token = speech.speaker
                else:
                    speech = replace(speech, speaker=token, rule=speech.rule or TURN) if token >= 0 else speech
                found.append(speech)
        return found

    def options(self, number: int) -> Options:
        """Who may speak a turn."""
        voice, turn = self.voices[number], self.found.turns[number]
        if voice is not None:
            place = self.sure[number].index(voice)
            return {voice: _Option(0.0, self.found.spoken[turn.quotes[place]].speaker)}
        presence, tokens = self.present(number)
        scores = {person: self._weight(person, value) for person, value in presence.items()}
        said = next((each for each in self._tokens(number) if each >= 0), -1)
        gender = self.gender(said)
        if gender:
            scores = self.of_gender(number, gender, said, scores, tokens)
        else:
            self.add_actors(number, scores, tokens)
        self.add_calls(number, scores)
        best = sorted(scores, key=lambda person: (-scores[person], str(person)))[: self.settings.most]
        return {person: _Option(scores[person], tokens[person]) for person in best}

    def _tokens(self, number: int) -> list[int]:
        return [self.found.spoken[quote].speaker for quote in self.found.turns[number].quotes]

    def _weight(self, person: Person, presence: float) -> float:
        count = self.found.cast.counts[person] if isinstance(person, int) else 1
        return self.settings.present * log(presence + 0.01) + self.settings.often * log(count)

    def present(self, number: int) -> tuple[dict[Person, float], dict[Person, int]]:
        """How present people are at a turn, and the token that names each: by names, speakers and calls around it."""
        found, own, before = self.found, self.settings, self.found.first(number)
        presence, tokens = defaultdict[Person, float](float), dict[Person, int]()
        end = bisect_left(found.named_firsts, before)
        for place in found.named[max(0, end - own.names) : end]:
            presence[place.person] += (1 + found.acts(place)) * exp((place.first - before) / own.tokens)
            tokens[place.person] = found.head(place)
        for other in range(max(0, number - own.turns), min(len(found.turns), number + own.turns + 1)):
            voice = self.voices[other]
            if voice is not None:
                weight = own.spoke if other < number else own.speaks
                presence[voice] += weight * exp(-abs(number - other) / own.decay)
                tokens.setdefault(voice, next(each for each in self._tokens(other) if self.named(each) == voice))
        for other in (number - 2, number - 1, number + 1):
            for place in found.addressed(other) if 0 <= other < len(found.turns) else ():
                presence[place.person] += own.heard
                tokens.setdefault(place.person, found.head(place))
        return dict(presence), tokens

    def gender(self, token: int) -> str:
        """The gender that the words for a speaker have, where they are no more than a pronoun."""
        word = self.words[token].lower() if token >= 0 else ""
        return PRONOUNS.get(word) or GENERIC.get(word, "")

    def fits(self, person: Person, gender: str) -> bool:
        """Whether somebody may have a gender."""
        if isinstance(person, int):
            return self.found.cast.genders[person] in ("", gender)
        return GENERIC.get(person, PRONOUNS.get(person)) == gender

    def of_gender(
        self, number: int, gender: str, said: int, scores: Mapping[Person, float], tokens: dict[Person, int]
    ) -> dict[Person, float]:
        """The scores of those of a gender, more for the last one who did something since the turn before."""
        found = self.found
        fitting = {person: score for person, score in scores.items() if self.fits(person, gender)}
        start = bisect_left(found.named_firsts, found.end(number - 1))
        end = bisect_left(found.named_firsts, found.first(number))
        acting = [place for place in found.named[start:end] if place.person in fitting and found.acts(place)]
        if acting:
            fitting[acting[-1].person] += self.settings.acting
        word = self.words[said].lower()
        if word in GENERIC or not fitting:
            fitting.setdefault(word, 0.0)
            tokens.setdefault(word, said)
        return fitting

    def add_actors(self, number: int, scores: dict[Person, float], tokens: dict[Person, int]) -> None:
        """Add what speaks for those who do something in the paragraph or before it."""
        for weight, token in (
            (self.settings.beside, self.found.beside(number)),
            (self.settings.ahead, self.found.ahead(number)),
        ):
            gender = self.gender(token)
            person = self.named(token)
            if person is not None:
                scores[person] = scores.get(person, 0.0) + weight
                tokens.setdefault(person, token)
            for each in scores if gender else ():
                scores[each] += 0.7 * weight * self.fits(each, gender)

    def add_calls(self, number: int, scores: dict[Person, float]) -> None:
        """Add what speaks for who was called right before, and against who is called now."""
        called = self.found.addressed(number - 1) if self.found.adjacent(number) else []
        weights = [(place, self.settings.called) for place in called]
        weights += [(place, -self.settings.calling) for place in self.found.addressed(number)]
        for place, weight in weights:
            if place.person in scores:
                scores[place.person] += weight

    def best(self, options: Sequence[Options]) -> list[Person | None]:
        """Who speaks each turn, so that the sum of scores is greatest: Viterbi over two turns. O(turns)."""
        states: dict[Pair, float] = {(None, None): 0.0}
        backs: list[dict[Pair, Pair]] = []
        for number, option in enumerate(options):
            near = self.found.adjacent(number)
            nearer = near and number > 1 and self.found.adjacent(number - 1)
            again = self.settings.back if nearer else self.settings.back_far
            new: dict[Pair, float] = {}
            back: dict[Pair, Pair] = {}
            for (two, one), total in states.items():
                for person in option or (None,):
                    score = total + (option[person].score if person is not None else 0.0)
                    if person is not None:
                        score += again * (person == two) - self.settings.same * (near and person == one)
                    if score > new.get((one, person), float("-inf")):
                        new[one, person], back[one, person] = score, (two, one)
            states = new
            backs.append(back)
        pair = max(states, key=lambda each: states[each])
        found = []
        for back in reversed(backs):
            found.append(pair[1])
            pair = back[pair]
        return found[::-1]
