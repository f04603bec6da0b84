"""People: whom each mention of a text means. Names decide who is who, and chains give them their pronouns."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from namesakes.arrays import Int32Array
from namesakes.chains.pronoun_evaluation import FEMININE, MASCULINE
from namesakes.characters.wishes import Wishes
from namesakes.mentions import conversations
from namesakes.mentions.conversations import Conversations
from namesakes.mentions.detection import heads_of
from namesakes.mentions.quotes import quoted
from namesakes.mentions.speakers import Speech, speeches
from namesakes.mentions.turns import names_of, turns
from namesakes.names.people import is_person_noun
from namesakes.text.document import Document

_TELLS = frozenset(["i", "me", "my", "mine", "myself"])
_TOLD, _OFTEN = 3, 0.002
"""So often, and for such a share of the words of a text, somebody says *I* outside quotes who tells it."""
_CALLED, _TOLD_OF = 3, 0.25
"""So often somebody is called in quotes, and with at most this share of all names told of, who may tell the text."""
_REACH = 500
"""So many tokens a pronoun may be away from a name of the one whom it means."""
_NOMINAL = frozenset(["NOUN", "ADJ", "PROPN"])


@dataclass
class Somebody:
    """Whom a text speaks of.

    Parameters
    ----------
    forms : the names, or where there is none the descriptions, and how often each stands in the text.
    places : the first token of each mention, in order; `named` those of names.
    pronouns : how often *he* and *she* in any form stand for this one.
    """

    forms: Counter[str] = field(default_factory=Counter)
    places: list[int] = field(default_factory=list)
    named: list[int] = field(default_factory=list)
    pronouns: Counter[str] = field(default_factory=Counter)
    narrates: bool = False


class People:
    """The people of a document that has syntax and chains. O(mentions).

    Each place with a person's name is who the names say. Of the other mentions of a chain each goes with the name of
    the chain before it, else the next one behind, where one stands near; so a chain that has several people's names
    never puts them together, and one with a name on one page alone is nobody's on all others.
    A chain without a name is somebody where a noun in it means a person, or where it is the *I* who tells the text.

    Parameters
    ----------
    document : with tags, trees, named entities and chains, those of one mention too.
    wishes : who is the same and who is not, where a user says so.
    """

    def __init__(self, document: Document, wishes: Wishes | None = None) -> None:
        table = document.mention_table
        assert table is not None
        self.document, self.words = document, document.words
        self.tags = document.columns["upos"].rows
        self.first, self.chains = table.first.tolist(), table.chains.tolist()
        heads = heads_of(document, table.first, table.end) if table.heads is None else table.heads
        self.heads: list[int] = np.where(heads < 0, table.end - 1, heads).tolist()
        self.plain = plain = speeches(document)
        resolved = names_of(document, np.array(self.heads, dtype=np.int64), table.chains.astype(np.int64))
        self.spoken: list[Speech] = turns(document, plain, resolved)
        self.cast = conversations.cast_of(document, self.spoken)
        self.inside: Int32Array = quoted(document, [each.quote for each in self.spoken])
        forms = [self.form(place.first, place.end) for place in self.cast.places]
        people = [place.person for place in self.cast.places]
        self.numbers = people if wishes is None else wishes.kept(forms, people, self.cast.groups)
        self.all: list[Somebody] = [Somebody() for _ in range(max(self.numbers, default=-1) + 1)]
        self.at: dict[int, int] = {}
        for place, form, number in zip(self.cast.places, forms, self.numbers, strict=True):
            self.all[number].forms[form] += 1
            self.all[number].named.append(place.first)
            self.at.update(dict.fromkeys(range(place.first, place.end), number))
        self.of_mention = [-1] * len(self.first)
        self._chained()
        self.by_head, self.renamed = self._by_head(), dict[int, int]()
        self._counted()

    def form(self, first: int, end: int) -> str:
        """A name as it stands in the text, on one line; what is longer than any name is cut."""
        found = self.document.namer.text(first, end)
        return found if len(found) <= _LETTERS else found[: _LETTERS - 1].rstrip() + "…"

    def meant(self, token: int) -> int:
        """Whom a token means: by its name, else by its chain; -1 for nobody."""
        found = -1 if token < 0 else self.at.get(token, self.by_head.get(token, -1))
        return self.renamed.get(found, found)

    def _by_head(self) -> dict[int, int]:
        """Whom each token means that is the head of a mention."""
        pairs = zip(reversed(self.heads), reversed(self.of_mention), strict=True)
        return {head: number for head, number in pairs if number >= 0}

    def _chained(self) -> None:
        """Find whom each mention means."""
        members = defaultdict[int, list[int]](list)
        for mention, chain in enumerate(self.chains):
            if chain >= 0:
                members[chain].append(mention)
        for chain in members.values():
            known = [
                (place, self.at[self.heads[mention]]) for place, mention in enumerate(chain) if self._named(mention)
            ]
            if known:
                self._join(chain, known)
            elif self._is_somebody(chain):
                self.all.append(self._described(chain))
                for mention in chain:
                    self.of_mention[mention] = len(self.all) - 1

    def _named(self, mention: int) -> bool:
        return self.heads[mention] in self.at

    def _join(self, chain: Sequence[int], known: Sequence[tuple[int, int]]) -> None:
        """Give the mentions of a chain to those whose names it has, but for those that are far from their names."""
        places = [place for place, _ in known]
        for place, mention in enumerate(chain):
            number = known[max(0, bisect_right(places, place) - 1)][1]
            if self._is_near(self.heads[mention], number):
                self.of_mention[mention] = number

    def _is_near(self, token: int, number: int) -> bool:
        """Whether a name of somebody stands near a token: pronouns pages away are hardly theirs."""
        named = self.all[number].named
        place = bisect_right(named, token)
        return any(abs(token - each) <= _REACH for each in named[max(0, place - 1) : place + 1])

    def _is_somebody(self, chain: Sequence[int]) -> bool:
        """Whether a chain without a name is one person: it has *he* or *she* and a noun, or tells the text."""
        said = [self.words[self.heads[mention]].lower() for mention in chain]
        if any(word in ("it", "its", "they", "them", "their") for word in said):
            return False
        if sum(self._tells(mention) for mention in chain) >= _TOLD:
            return True
        nouns = [self.heads[mention] for mention in chain if self.tags[self.heads[mention]] == "NOUN"]
        plural = "xpos" in self.document.columns and any(
            self.document.columns["xpos"].rows[noun] == "NNS" for noun in nouns
        )
        gendered = any(word in MASCULINE or word in FEMININE for word in said)
        return bool(nouns) and not plural and (gendered or is_person_noun(self.words[nouns[0]]))

    def _tells(self, mention: int) -> bool:
        """Whether a mention is an *I* outside quotes."""
        return self.words[self.heads[mention]].lower() in _TELLS and self.inside[self.heads[mention]] < 0

    def _described(self, chain: Sequence[int]) -> Somebody:
        """Somebody without a name."""
        found = Somebody()
        for mention in chain:
            head = self.heads[mention]
            if self.tags[head] in _NOMINAL and head - self.first[mention] < _LONGEST:
                found.forms[self.form(self.first[mention], head + 1)] += 1
        return found

    def _counted(self) -> None:
        """Count the mentions of everybody: each place of a name, and all mentions of other words."""
        told = Counter[int]()
        for mention, number in enumerate(self.of_mention):
            head = self.heads[mention]
            if number >= 0 and head not in self.at:
                somebody, word = self.all[number], self.words[head].lower()
                somebody.places.append(self.first[mention])
                somebody.pronouns["he"] += word in MASCULINE
                somebody.pronouns["she"] += word in FEMININE
                told[number] += self._tells(mention)
        for somebody in self.all:
            somebody.places = sorted({*somebody.places, *somebody.named})
        most = max(told, key=lambda number: (told[number], -number), default=-1)
        if most >= 0 and told[most] >= max(_TOLD, _OFTEN * len(self.words)):
            self.all[most].narrates = True
            if not self.all[most].named:
                self._name_narrator(most)

    def _name_narrator(self, narrator: int) -> None:
        """Give who tells the text the name by which others call them in quotes beside theirs, where there is one."""
        number = self._called_narrator(narrator)
        if number < 0:
            return
        one, other = self.all[narrator], self.all[number]
        self.all[number] = Somebody(
            other.forms, sorted({*one.places, *other.places}), other.named, one.pronouns + other.pronouns, narrates=True
        )
        self.all[narrator], self.renamed[narrator] = Somebody(), number

    def _called_narrator(self, narrator: int) -> int:
        """Who is called in quotes before and behind those of who tells the text, and named nearly nowhere else."""
        found = Conversations(self.document, self.plain)
        voices = [self._voice(turn.quotes) for turn in found.turns]
        calls = Counter[int]()
        for number, voice in enumerate(voices):
            beside = [voices[other] for other in (number - 1, number + 1) if 0 <= other < len(voices)]
            if voice != narrator and narrator in beside:
                calls.update({self.at.get(place.first, -1) for place in found.addressed(number)})
        del calls[-1]
        for number, count in calls.most_common(1):
            named = self.all[number].named
            outside = sum(self.inside[place] < 0 for place in named)
            if count >= _CALLED and outside <= _TOLD_OF * len(named):
                return number
        return -1

    def _voice(self, quotes: Sequence[int]) -> int:
        """Who speaks a turn."""
        return next((who for each in quotes if (who := self.meant(self.spoken[each].speaker)) >= 0), -1)

    def outside(self) -> Iterator[tuple[int, int]]:
        """The first token of each mention outside quotes, and whom it means."""
        for number, somebody in enumerate(self.all):
            for place in somebody.places:
                if self.inside[place] < 0:
                    yield place, number


_LETTERS = 80
"""The characters of a name that are kept."""
_LONGEST = 6
"""So many words a description may have before its noun."""
