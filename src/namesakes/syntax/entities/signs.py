"""Signs: what the words in a name and beside it say of whether it is a person's.

What a model has learned of names is mostly of the places that its texts came from. Whoever is called a geologist, a
cousin or Prof., whose name goes on with "who", or is made as names of China and Korea are, is somebody all the same.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from namesakes.names.folding import fold
from namesakes.names.gender import title_gender
from namesakes.names.order import is_syllables, order, surnames_of
from namesakes.names.people import given_share, is_person_noun, surname_share
from namesakes.names.person import is_initial
from namesakes.names.titles import is_kin, is_title, is_weak
from namesakes.names.words import shortened, words
from namesakes.syntax.entities.named_text import NamedText
from namesakes.syntax.entities.particles import PARTICLES, PERSON
from namesakes.syntax.entities.repetition import WHO

_PEOPLE: Final = frozenset(["him", "her", "me"])
_OWN: Final = frozenset(["my", "his", "her"])
_GREETINGS: Final = frozenset(["love", "greetings", "regards", "wishes", "kisses", "hugs", "thanks"])
_ALIASES: Final = frozenset(["alias", "aka", "a.k.a.", "née", "nee", "né", "nicknamed"])
_NEAR: Final = 8
"""So many tokens before an alias somebody is named."""
_LISTED: Final = frozenset([",", "and", "&", ";"])
_STOPS: Final = frozenset([",", ".", ";", ")", "!", "?", ":"])
_DETERMINED: Final = ("PRP$", "POS", "DT", "JJ", "HYPH")
_WEAK_TITLES: Final = frozenset(["chief", "nurse", "agent", "elder"])
_NO_TITLES: Final = frozenset(["st", "ste", "saint", "santa", "san", "general", "major", "don", "u", "miss"])
"""Titles that places, firms and songs begin with too."""
_OFFICES: Final = frozenset(["la", "le", "les"])
"""What stands between Monsieur and an office."""
_TIES: Final = frozenset(["&", "-"])
_LETTERS: Final = 4
"""So many letters an abbreviation may have."""
_THINGS: Final = (("organisations", "kinds"), ("organisations", "legal"), ("things", "words"))
_GIVEN, _FAMILY = 100, 100
"""The shares of given names and surnames from which on two words are a person's name."""


@dataclass(frozen=True)
class Candidate:
    """Proper nouns side by side that may be somebody's name.

    Parameters
    ----------
    text : where they stand.
    first, core, end : the first token, the first behind titles, and the one after the last.
    label : what they were found as; nothing where they were found as no name.
    """

    text: NamedText
    first: int
    core: int
    end: int
    label: str

    @cached_property
    def own(self) -> Sequence[str]:
        """The words without titles."""
        return self.text.words[self.core : self.end]

    @property
    def is_thing(self) -> bool:
        """Whether it has a word of firms, places or days in it, names several, or describes something."""
        text, behind = self.text, self.text.after(self.end)
        own = [word.lower() for word in self.own]
        if (is_title(own[-1]) and surname_share(own[-1]) < _FAMILY) or any("." in word[1:-1] for word in own):
            return True  # Chief Operating Officer; ann.example
        if len(own) == 1 and len(own[0]) <= _LETTERS and self.own[0].isupper():
            return True  # the letters of an office
        if text.tags[self.end - 1] == "NNPS" or behind in _TIES or text.before(self.core) in words("things", "bearers"):
            return True
        if behind[:1].isdigit() and text.after(self.end + 1) not in _LISTED:
            return True
        if text.before(self.core) == "the" and behind and text.tags[self.end] in ("NN", "NNS"):
            return True  # the John Murray archive
        return any(not words(*table).isdisjoint(own) for table in _THINGS)

    @property
    def is_somebody(self) -> bool:
        """Whether something says that it is a person's name."""
        beside = self._titled() or self._described() or self._has_who() or self._called()
        return beside or self._is_eastern() or self._has_initials() or self._is_listed()

    def _titled(self) -> bool:
        """Whether a title stands before it: Inspector Stoev, Prof. Chen Guoqiang."""
        if self.core == self.first or self.label == "ORG" or self.own[0] in _OFFICES:
            return False
        title = self.text.words[self.core - 1]
        key = title.lower().rstrip(".")
        if self.label:
            return title_gender(title) != "" and key not in words("peerage")
        if is_weak(title):
            return len(self.own) > 1 and key in _WEAK_TITLES
        return key not in _NO_TITLES

    def _described(self) -> bool:
        """Whether a noun for a person stands right before it: the geologist Li Na, my cousin Fraser, Uncle Jan."""
        text, core = self.text, self.core
        if core > self.first or core in text.sentences:
            return False
        noun, tag = text.words[core - 1], text.tags[core - 1]
        if noun == ",":
            return self._apposed()
        if tag == "NNS" and noun.endswith("s"):
            return not self.label and is_person_noun(noun[:-1]) and text.after(self.end) in _LISTED
        if tag not in ("NN", "NNP") or not is_person_noun(noun):
            return False
        return not self.label or (self.label == "LOC" and is_kin(noun))

    def _apposed(self) -> bool:
        """Whether it stands between commas behind somebody: his wife, Efua, taught me."""
        text, noun = self.text, self.core - 2
        if self.label == "ORG" or text.after(self.end) not in _STOPS or not text.before(self.core, 3):
            return False
        return text.tags[noun] == "NN" and is_person_noun(text.words[noun]) and text.tags[noun - 1] in _DETERMINED

    def _has_who(self) -> bool:
        """Whether it goes on with "who": Hoa Tran, who runs the bakery; but not the Frenchman, who."""
        text, core = self.text, self.core
        comma = text.after(self.end) == ","
        behind, several = text.after(self.end + comma), len(self.own) > 1
        if not (behind in WHO or (behind == "whose" and several)):
            return False
        if text.before(core) in (",", *words("things", "where")):
            return False
        if not several and core not in text.sentences and text.tags[core - 1] in ("DT", "JJ", "VBN", "VBG"):
            return False
        return not self.label or (self.label == "LOC" and comma and several)

    def _called(self) -> bool:
        """Whether somebody is said to be called so, or greeted: call him Emeka, her name is Crystal, love to Ngozi."""
        text, core = self.text, self.core
        before, two = text.before(core), text.before(core, 2)
        if self.label == "ORG" or not before:
            return False
        if before in ("is", "was") and two == "name":
            return not _OWN.isdisjoint((text.before(core, 3), text.before(core, 4)))
        if before == "to" and two in _GREETINGS:
            return True
        if not self.label and (before in _ALIASES or (before == "as" and two == "known")):
            return any(text.label(place) == PERSON for place in range(max(0, core - _NEAR), core))
        if before in ("called", "named"):
            return is_person_noun(two) or (two == "," and text.label(core - 3) == PERSON)
        return before in _PEOPLE and two in ("call", "calls", "called")

    def _is_eastern(self) -> bool:
        """Whether it is a name of China or Korea: Chen Guoqiang, Park Min-jun, Min-jun Park."""
        own = self.own
        if not 2 <= len(own) <= 3 or any(word.isupper() for word in own[1:]):
            return False
        hyphen = next((place for place, word in enumerate(own) if "-" in word), -1)
        if hyphen >= 0 and len(own) == 2:
            return is_syllables(own[hyphen]) and fold(own[1 - hyphen]) in surnames_of("korean") | surnames_of("chinese")
        return not self.label and fold(own[0]) in words("first", "common") and order(list(own)).family_first

    def _has_initials(self) -> bool:
        """Whether it is initials and a surname: H. Pike, Eliz. Cole; of what was found as a place, a usual surname."""
        own, count = self.own, 0
        while count < len(own) and own[count].endswith(".") and _is_short(own[count]):
            count += 1
        rest = [word for word in own[count:] if word not in PARTICLES and fold(word) not in words("suffixes")]
        if not count or not 1 <= len(rest) <= 2 or not all(len(word) > 2 and not word.isupper() for word in rest):
            return False
        if self.label == "ORG" or (self.label and own[0] in ("N.", "S.", "E.", "W.")):
            return False
        return not self.label or surname_share(rest[-1]) >= _FAMILY

    def _is_listed(self) -> bool:
        """Whether it is a given name and a surname that the lists have."""
        own = self.own
        if self.label or not 2 <= len(own) <= 4:
            return False
        return given_share(own[0]) >= _GIVEN and surname_share(own[-1]) >= _FAMILY


def _is_short(word: str) -> bool:
    return is_initial(word) or fold(word) in shortened()
