"""Turn features: what speaks for and against each of those who may speak a turn of a conversation."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import exp, log

import numpy as np

from namesakes.arrays import Float64Array
from namesakes.mentions.conversations import GENERIC, PRONOUNS, TELLER, Conversations

Person = int | str
"""The number of somebody in the cast, or the word for somebody without a name."""

FEATURES = (
    "present",  # the logarithm of how present somebody is: by names, speakers and calls around
    "often",  # that of how often somebody is named in the text
    "last",  # is named last before the turn
    "scene",  # is named in the paragraph that the run of turns follows
    "even",  # speaks an even number of turns away, with nothing between
    "odd",  # speaks an odd number of turns away
    "run_voice",  # speaks some turn of the run
    "run_other",  # does not, where two others do
    "before",  # does something in the paragraph before the quotes
    "behind",  # does so behind them
    "beside_chain",  # is whom the pronoun that does something there goes back to
    "beside_gender",  # has the gender of the pronoun that does something there
    "beside_other",  # somebody else does
    "ahead",  # does something at the end of the paragraph before, where nobody speaks
    "ahead_gender",
    "called",  # is called in the turn right before
    "called_far",  # is called in the turn before, something stands between
    "answered",  # is called in the turn right behind
    "calling",  # is called in this turn, which others do
    "spoken_of",  # is named in this turn, and not called
    "heard_of",  # is named in the turn before, and not called
    "polite",  # is not of the gender of a word such as *sir* in the turn right before
    "teller",  # tells the story
    "nameless",  # is known by a noun alone
    "he_present",  # where a pronoun or a word such as *the man* names the speaker: as above
    "he_often",
    "he_last",
    "he_acting",  # was the last of this gender who did something since the turn before
    "he_chain",  # is whom the pronoun goes back to by the chains
    "he_unknown",  # is of no known gender
    "he_nameless",
)
"""What is known of somebody at a turn; a row of numbers each."""
_AT = {name: place for place, name in enumerate(FEATURES)}

_POLITE = {
    **dict.fromkeys(["sir", "monsieur", "señor", "signor", "sahib"], "male"),
    **dict.fromkeys(["ma'am", "ma’am", "madam", "madame", "mademoiselle", "signora", "señora", "m'm"], "female"),
}


@dataclass(frozen=True)
class TurnSettings:
    """How far is looked around a turn.

    Parameters
    ----------
    names, tokens : so many names before a turn are looked at, and after so many tokens one counts less by e.
    turns, decay : so many turns before and behind, and after so many one counts less by e.
    most : how many people are weighed for a turn.
    """

    names: int = 60
    tokens: float = 150.0
    turns: int = 12
    decay: float = 3.0
    most: int = 10


@dataclass(frozen=True)
class Options:
    """Those who may speak a turn, the token that names each, and a row of `FEATURES` each."""

    people: Sequence[Person]
    tokens: Sequence[int]
    features: Float64Array


class TurnFeatures:
    """Says of each turn who may speak it.

    Parameters
    ----------
    found : the turns and what stands around them.
    resolved : tokens of pronouns and nouns with the token of a name that they go back to, where chains are known.
    """

    def __init__(self, found: Conversations, settings: TurnSettings, resolved: Mapping[int, int]) -> None:
        self.found, self.settings, self.resolved, self.words = found, settings, resolved, found.words
        self.sure = [[self.named(found.spoken[quote].speaker) for quote in turn.quotes] for turn in found.turns]
        self.voices = [next((person for person in turn if person is not None), None) for turn in self.sure]
        outside = np.cumsum(np.append(0, found.inside < 0))
        self.told: list[int] = outside.tolist()
        self.runs = np.cumsum([not found.adjacent(number) for number in range(len(found.turns))]).tolist()
        self.run_start: dict[int, int] = {}
        self.run_voices: dict[int, list[tuple[int, Person]]] = defaultdict(list)
        for number, run in enumerate(self.runs):
            self.run_start.setdefault(run, number)
            voice = self.voices[number]
            if voice is not None:
                self.run_voices[run].append((number, voice))

    def named(self, token: int) -> Person | None:
        """Who is named by a token: somebody of the cast, who tells the story, or a noun for people; else nobody."""
        if token < 0:
            return None
        place, word = self.found.cast.at.get(token), self.words[token].lower()
        if place is not None:
            return place.person
        is_noun = token in self.found.human and word not in GENERIC
        return word if word == TELLER or is_noun else None

    def gender(self, token: int) -> str:
        """The gender that the words for a speaker have, where they are no more than a pronoun."""
        word = self.words[token].lower() if token >= 0 else ""
        return PRONOUNS.get(word) or GENERIC.get(word, "")

    def gender_of(self, person: Person) -> str:
        """The gender of somebody, empty where it is not known."""
        if isinstance(person, int):
            return self.found.cast.genders[person]
        return GENERIC.get(person, PRONOUNS.get(person, ""))

    def may_be(self, person: Person | None, token: int) -> bool:
        """Whether a pronoun or a word such as *the man* may mean somebody; no token may be anybody."""
        gender = self.gender(token)
        return not gender or person is None or self.gender_of(person) in ("", gender)

    def options(self, number: int) -> Options:
        """Who may speak a turn."""
        own, turn = self.voices[number], self.found.turns[number]
        if own is not None:
            token = self.found.spoken[turn.quotes[self.sure[number].index(own)]].speaker
            return Options([own], [token], np.zeros((1, len(FEATURES))))
        presence, tokens = self.present(number)
        said = next((each for each in self._tokens(number) if each >= 0), -1)
        gender = self.gender(said)
        self._add_actors(number, presence, tokens)
        if gender:
            presence = {each: value for each, value in presence.items() if self.gender_of(each) in ("", gender)}
            word = self.words[said].lower()
            if word in GENERIC or not presence:
                presence.setdefault(word, 0.0)
                tokens.setdefault(word, said)
        people = sorted(presence, key=lambda each: (-presence[each], str(each)))[: self.settings.most]
        features = np.zeros((len(people), len(FEATURES)))
        self._fill(number, said if gender else -1, people, presence, features)
        return Options(people, [tokens[each] for each in people], features)

    def _tokens(self, number: int) -> list[int]:
        return [self.found.spoken[quote].speaker for quote in self.found.turns[number].quotes]

    def present(self, number: int) -> tuple[dict[Person, float], dict[Person, int]]:
        """How present people are at a turn, and the token that names each: by names, speakers and calls around it."""
        found, own, before = self.found, self.settings, self.found.first(number)
        presence, tokens = defaultdict[Person, float](float), dict[Person, int]()
        end = bisect_left(found.named_firsts, before)
        for place in found.named[max(0, end - own.names) : end]:
            presence[place.person] += (1 + found.acts(place)) * exp(
                (self.told[place.first] - self.told[before]) / own.tokens
            )
            tokens[place.person] = found.head(place)
        for other in range(max(0, number - own.turns), min(len(found.turns), number + own.turns + 1)):
            voice = self.voices[other] if other != number else None
            if voice is not None:
                presence[voice] += exp(-abs(number - other) / own.decay)
                if voice not in tokens:
                    tokens[voice] = self._token_of(other, voice)
        for other in (number - 2, number - 1, number + 1):
            for place in found.addressed(other) if 0 <= other < len(found.turns) else ():
                presence[place.person] += 1.0
                tokens.setdefault(place.person, found.head(place))
        return {each: value for each, value in presence.items() if tokens[each] >= 0}, tokens

    def _token_of(self, number: int, voice: Person) -> int:
        """The token that names who speaks a turn, -1 where it is not named there."""
        return next((each for each in self._tokens(number) if self.named(each) == voice), -1)

    def _add_actors(self, number: int, presence: dict[Person, float], tokens: dict[Person, int]) -> None:
        for token in (self.found.beside(number)[0], self.found.ahead(number)):
            person = self.named(token)
            if person is not None:
                presence.setdefault(person, 0.0)
                tokens.setdefault(person, token)

    def _fill(
        self, number: int, said: int, people: Sequence[Person], presence: Mapping[Person, float], rows: Float64Array
    ) -> None:
        """Fill the features of those who may speak a turn; `said` is the pronoun that names the speaker, or -1."""
        prefix = "he_" if said >= 0 else ""
        counts = [self.found.cast.counts[each] if isinstance(each, int) else 1 for each in people]
        rows[:, _AT[prefix + "present"]] = [log(presence[each] + 0.01) for each in people]
        rows[:, _AT[prefix + "often"]] = np.log(counts)
        rows[:, _AT[prefix + "nameless"]] = [isinstance(each, str) and each != TELLER for each in people]
        end = bisect_left(self.found.named_firsts, self.found.first(number))
        last = self.found.named[end - 1].person if end else None
        self._mark(rows, people, prefix + "last", [last])
        self._fill_run(number, people, rows)
        if said >= 0:
            self._fill_pronoun(number, said, people, rows)
        else:
            self._mark(rows, people, "teller", [TELLER])
            self._fill_actors(number, people, rows)
        self._fill_calls(number, people, rows)

    @staticmethod
    def _mark(rows: Float64Array, people: Sequence[Person], name: str, who: Iterable[Person | None]) -> None:
        """Count a feature for these people."""
        for each in who:
            if each in people:
                rows[people.index(each), _AT[name]] = 1.0

    def _fill_run(self, number: int, people: Sequence[Person], rows: Float64Array) -> None:
        found, run = self.found, self.runs[number]
        voices = self.run_voices.get(run, ())
        for other, voice in voices:
            if voice in people:
                name = "odd" if (number - other) % 2 else "even"
                row = people.index(voice)
                rows[row, _AT[name]] = max(rows[row, _AT[name]], exp(-abs(number - other) / 5.0))
                rows[row, _AT["run_voice"]] = 1.0
        distinct = {voice for _, voice in voices}
        if len(distinct) > 1:
            rows[:, _AT["run_other"]] = [each not in distinct for each in people]
        start = found.first(self.run_start[run])
        paragraph = found.turns[self.run_start[run]].paragraph
        begin = int(found.edges[max(0, paragraph - 1)])
        here = found.named[bisect_left(found.named_firsts, begin) : bisect_left(found.named_firsts, start)]
        self._mark(rows, people, "scene", {place.person for place in here})

    def _fill_pronoun(self, number: int, said: int, people: Sequence[Person], rows: Float64Array) -> None:
        found = self.found
        start = bisect_left(found.named_firsts, found.end(number - 1))
        end = bisect_left(found.named_firsts, found.first(number))
        acting = [place.person for place in found.named[start:end] if place.person in people and found.acts(place)]
        self._mark(rows, people, "he_acting", acting[-1:])
        rows[:, _AT["he_unknown"]] = [not self.gender_of(each) for each in people]
        self._mark(rows, people, "he_chain", [self.named(self.resolved.get(said, -1))])

    def _fill_actors(self, number: int, people: Sequence[Person], rows: Float64Array) -> None:
        token, behind = self.found.beside(number)
        for name, at in (("behind" if behind else "before", token), ("ahead", self.found.ahead(number))):
            gender, person = self.gender(at), self.named(at)
            self._mark(rows, people, name, [person])
            if name != "ahead" and at in self.resolved:
                person = self.named(self.resolved[at])
                self._mark(rows, people, "beside_chain", [person])
            kind = "ahead_gender" if name == "ahead" else "beside_gender"
            if gender:
                rows[:, _AT[kind]] = [self.gender_of(each) == gender for each in people]
            if at >= 0 and name != "ahead":
                fits = [each == person or (gender and self.gender_of(each) in ("", gender)) for each in people]
                rows[:, _AT["beside_other"]] = [not each for each in fits]

    def _fill_calls(self, number: int, people: Sequence[Person], rows: Float64Array) -> None:
        found, near = self.found, self.found.adjacent(number)
        if number:
            called = [place.person for place in found.addressed(number - 1)]
            self._mark(rows, people, "called" if near else "called_far", called)
            self._mark(rows, people, "heard_of", set(found.spoken_of(number - 1)) - set(called))
        if number + 1 < len(found.turns) and found.adjacent(number + 1):
            self._mark(rows, people, "answered", [place.person for place in found.addressed(number + 1)])
        called = [place.person for place in found.addressed(number)]
        self._mark(rows, people, "calling", called)
        self._mark(rows, people, "spoken_of", set(found.spoken_of(number)) - set(called))
        genders = {_POLITE[word] for word in found.said(number - 1) if word in _POLITE} if number and near else set()
        if len(genders) == 1:
            gender = next(iter(genders))
            rows[:, _AT["polite"]] = [self.gender_of(each) not in ("", gender) for each in people]
