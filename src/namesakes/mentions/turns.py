"""Turns: who speaks in a conversation, by who is named around a quote and by who speaks before and after.

In a novel a new speaker begins a new paragraph, and two people who talk take turns (He, Barbosa and Kondrak 2013,
Identification of Speakers in Novels; Muzny, Fang, Chang and Jurafsky 2017, A Two-stage Sieve Approach for Quote
Attribution). Here all turns of a text are decided together, by a conditional random field: what is said of each turn
weighs, and so do two and three turns in a row.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from namesakes.arrays import Float64Array, Int64Array
from namesakes.mentions.conversations import TELLER, Conversations
from namesakes.mentions.speakers import Speech
from namesakes.mentions.turn_features import FEATURES, Options, Person, TurnFeatures, TurnSettings
from namesakes.text.document import Document

TURN = "turn"
"""The rule of a speech whose speaker is not named beside it."""

TRANSITIONS = ("same", "same_far", "back", "back_far")
"""The same speaker as in the turn right before, or in one that something stands behind; as in the one before that, with
nothing between the three, or with something."""

WEIGHTS: Mapping[str, float] = {
    "present": 0.17,
    "often": 0.29,
    "last": 0.44,
    "scene": 0.60,
    "even": 0.00,
    "odd": 0.00,
    "run_voice": 0.05,
    "run_other": -0.10,
    "before": 0.70,
    "behind": 1.00,
    "beside_chain": 0.70,
    "beside_gender": 1.00,
    "beside_other": -2.01,
    "ahead": 0.87,
    "ahead_gender": 0.61,
    "called": 1.86,
    "called_far": 0.32,
    "answered": 1.05,
    "calling": -2.05,
    "spoken_of": -1.48,
    "heard_of": 0.08,
    "polite": -1.01,
    "teller": 0.81,
    "nameless": 0.18,
    "he_present": 0.30,
    "he_often": 0.10,
    "he_last": 0.60,
    "he_acting": 0.70,
    "he_chain": 1.00,
    "he_unknown": -1.00,
    "he_nameless": 0.00,
    "same": -2.00,
    "same_far": 0.50,
    "back": 2.50,
    "back_far": 1.00,
}
"""How much each feature and each transition counts. Those of transitions, pronouns (`he_…`), `even` and `odd` are set
by hand; the others are fitted by likelihood to 229 turns of LitBank's training part whose speaker no name tells and in
which *I*, *me* or *my* is in a gold chain with a name, with an L2 penalty of 10 around values that were set by hand."""


def turns(
    document: Document,
    spoken: Sequence[Speech],
    resolved: Mapping[int, int] | None = None,
    settings: TurnSettings | None = None,
) -> list[Speech]:
    """The quotes with their speakers, each by a token that names them where there is one. O(words).

    Who is named beside a quote speaks it. Whom only a pronoun or a word such as "the man" names, and who is not named,
    is looked for among those who are named before, who take part in the conversation, and who are called in it. To
    whom a quote is said is who is called in it, else who speaks right before or behind.

    Parameters
    ----------
    document : with tags, trees and named entities.
    spoken : the quotes with the speakers that are named beside them.
    resolved : tokens of pronouns and nouns with the token of a name that they go back to, where chains are known.
    """
    if not spoken:
        return []
    features = TurnFeatures(Conversations(document, spoken), settings or TurnSettings(), resolved or {})
    return Field(features).speeches()


def teller_names(document: Document, spoken: Sequence[Speech]) -> list[int]:
    """Where somebody is called by whose name the one goes who tells the story: a token for each call; often none.

    That is who is called right before or behind a turn of the teller, and whom nothing is told of outside quotes.

    Parameters
    ----------
    spoken : the quotes with the speakers that are named beside them.
    """
    found = Conversations(document, spoken)
    voices = TurnFeatures(found, TurnSettings(), {}).voices
    told = {place.person for place in found.named}
    calls = defaultdict[int, list[int]](list)
    for number in range(len(voices)):
        after = number + 1 < len(voices) and found.adjacent(number + 1) and voices[number + 1] == TELLER
        before = number > 0 and found.adjacent(number) and voices[number - 1] == TELLER
        for place in found.addressed(number) if (after or before) and voices[number] != TELLER else ():
            if place.person not in told:
                calls[place.person].append(found.head(place))
    most = max(calls.values(), key=len, default=[])
    return most if len(most) > 1 or len(voices) <= _FEW else []


def names_of(document: Document, heads: Int64Array, chains: Int64Array) -> dict[int, int]:
    """Of each head of a mention that is in a chain with names, and is none itself, the first name's head.

    Parameters
    ----------
    heads, chains : the head of each mention of a document and the number of its chain, below 0 for none.
    """
    tags = document.columns["upos"]
    proper = tags.indices[heads] == tags.values.index("PROPN") if "PROPN" in tags.values else np.zeros(len(heads), bool)
    named, first = np.unique(np.where(proper & (chains >= 0), chains, -1), return_index=True)
    names = dict(zip(named.tolist(), heads[first].tolist(), strict=True))
    names.pop(-1, None)
    others = zip(heads[~proper].tolist(), chains[~proper].tolist(), strict=True)
    return {head: names[chain] for head, chain in others if chain in names}


@dataclass(frozen=True)
class Lattice:
    """The options of all turns, and what stands between turns.

    Parameters
    ----------
    people : a number for each of those who may speak a turn.
    near : of each turn whether it follows the one before it with nothing between, and whether both do.
    """

    options: Sequence[Options]
    people: Sequence[Int64Array]
    near: Sequence[tuple[bool, bool]]


class Field:
    """A conditional random field of second order over turns, whose values are those who may speak each."""

    def __init__(self, features: TurnFeatures, weights: Mapping[str, float] = WEIGHTS) -> None:
        self.features, self.found = features, features.found
        self.unary = np.array([weights.get(name, 0.0) for name in FEATURES])
        self.steps = {name: weights.get(name, 0.0) for name in TRANSITIONS}

    def lattice(self) -> Lattice:
        """Who may speak each turn."""
        count = len(self.found.turns)
        options = [self.features.options(number) for number in range(count)]
        numbers: dict[Person, int] = {}
        people = [np.array([numbers.setdefault(each, len(numbers)) for each in own.people] or [-1]) for own in options]
        adjacent = [self.found.adjacent(number) for number in range(count)]
        near = [(own, own and number > 1 and adjacent[number - 1]) for number, own in enumerate(adjacent)]
        return Lattice(options, people, near)

    def chances(self, lattice: Lattice) -> list[Float64Array]:
        """The probability of each option of each turn: forward and backward. O(turns · options³)."""
        pieces = self.pieces(lattice)
        forward = [np.zeros((1, 1))]
        for piece in pieces:
            forward.append(_log_sum(forward[-1][:, :, None] + piece, 0))
        backward, found = np.zeros_like(forward[-1]), []
        for number in range(len(pieces) - 1, -1, -1):
            joint = forward[number + 1] + backward
            joint = np.exp(joint - joint.max())
            found.append(joint.sum(axis=0) / joint.sum())
            backward = _log_sum(pieces[number] + backward[None, :, :], 2)
        return found[::-1]

    def pieces(self, lattice: Lattice) -> list[Float64Array]:
        """What each option of a turn scores, after each option of the turn before and of the one before that."""
        people = [np.array([-2]), np.array([-3]), *lattice.people]
        found = []
        for number, (option, (near, nearer)) in enumerate(zip(lattice.options, lattice.near, strict=True)):
            two, one, own = people[number : number + 3]
            same = (own[None, :] == one[:, None]) * self.steps["same" if near else "same_far"]
            back = (own[None, :] == two[:, None]) * self.steps["back" if nearer else "back_far"]
            scores = option.features @ self.unary if option.people else np.zeros(1)
            found.append(back[:, None, :] + same[None, :, :] + scores)
        return found

    def speeches(self) -> list[Speech]:
        """The quotes with their speakers, and to whom they are said."""
        lattice = self.lattice()
        chances = self.chances(lattice)
        best = [_Voice.of(option, chance) for option, chance in zip(lattice.options, chances, strict=True)]
        found: list[Speech] = []
        for number, (turn, sure) in enumerate(zip(self.found.turns, self.features.sure, strict=True)):
            voice = best[number]
            for quote, own in zip(turn.quotes, sure, strict=True):
                speech = self.found.spoken[quote]
                if own is not None:
                    voice = _Voice(own, speech.speaker, 1.0)
                elif voice.token >= 0 and self.features.may_be(voice.person, speech.speaker):
                    chance = RIGHT * voice.chance
                    speech = replace(speech, speaker=voice.token, rule=speech.rule or TURN, chance=chance)
                found.append(replace(speech, addressee=self.addressee(number, voice, best)))
        return found

    def addressee(self, number: int, voice: "_Voice", best: Sequence["_Voice"]) -> int:
        """The token that names to whom somebody speaks a turn, -1 for nobody known."""
        called = [place for place in self.found.addressed(number) if place.person != voice.person]
        if called:
            return self.found.head(called[0])
        for other, near in ((number - 1, number), (number + 1, number + 1)):
            talking = 0 <= other < len(best) and near < len(best) and self.found.adjacent(near)
            if not talking or best[other].person in (None, voice.person):
                continue
            if best[other].chance * voice.chance >= HEARD:
                return best[other].token
        return -1


_FEW = 30
"""In a text of so many turns one call is enough to know by which name somebody goes."""

RIGHT = 0.9
"""How often a speaker is right who is certain by the field, which is too sure."""

HEARD = 0.7
"""How probable both speakers of two turns must be for the one to speak to the other."""


@dataclass(frozen=True)
class _Voice:
    """Who speaks, the token that names them, and how probable that is."""

    person: Person | None = None
    token: int = -1
    chance: float = 0.0

    @classmethod
    def of(cls, option: Options, chances: Float64Array) -> "_Voice":
        place = int(chances.argmax())
        return cls(option.people[place], option.tokens[place], float(chances[place])) if option.people else cls()


def _log_sum(values: Float64Array, axis: int) -> Float64Array:
    """The logarithm of the sum of exponentials along an axis."""
    top = values.max()
    return np.asarray(np.log(np.exp(values - top).sum(axis=axis) + 1e-300) + top)
