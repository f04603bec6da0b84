"""Roles: what the text says of a name's bearer right where the name stands: the pilot Ann Lee; Ann Lee, 41, a pilot.

Words and tags alone are looked at, since trees of appositions are often wrong. O(1) a name.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

import numpy as np

from namesakes.names import PersonName
from namesakes.names.folding import plain
from namesakes.names.titles import is_title
from namesakes.names.words import words as listed
from namesakes.text.document import Document
from namesakes.text.word_vectors import WordVectors

_NOUNS: Final = frozenset(["NOUN", "NN", "NNS"])
_PROPER: Final = frozenset(["PROPN", "NNP", "NNPS"])
_ADJECTIVES: Final = frozenset(["ADJ", "JJ"])
_INSIDE: Final = frozenset(["NOUN", "ADJ", "PROPN", "NN", "NNS", "JJ", "NNP", "NUM", "CD", "VBG", "VBN"])
_ARTICLES: Final = {"a": "a", "an": "a", "the": "the", "our": "the", "its": "the", "their": "the"}
_COPULAS: Final = frozenset(["is", "was", "became", "remains"])
_GENERATIONS: Final = {
    **dict.fromkeys(["elder", "older", "senior", "old"], 1),
    **dict.fromkeys(["younger", "junior", "young", "little"], 2),
}
AGES: Final = frozenset(_GENERATIONS)
"""Words that tell the old from the young of one name."""
_YEAR: Final = re.compile(r"(1[0-9]{3}|20[0-9]{2})")
_BORN: Final = frozenset(["(", "b.", "born", "b"])
CIVIL: Final = frozenset(["mr", "mrs", "ms", "miss", "master", "mx"])
"""Titles that say nothing of what somebody is."""
_UNLIKE: Final = 0.45
"""Occupations less alike than this are hardly one person's: plumber and bishop, not lawyer and politician."""
_LONGEST: Final = 6
"""The words of a description that are looked at."""


@dataclass(frozen=True)
class Role:
    """What is said of a name's bearer where the name stands.

    Parameters
    ----------
    words : the nouns that say what he or she is, in small letters, the last word of each phrase.
    new : those that introduce: with an indefinite article, or bare behind a comma.
    age, born : where they stand there; 0 where they do not.
    generation : 1 for the elder, 2 for the younger, 0 where nothing says so.
    origin : the words of the place or house behind *of* or *from* or in brackets: of Dublin, (Kenya).
    """

    words: frozenset[str] = field(default_factory=frozenset)
    new: frozenset[str] = field(default_factory=frozenset)
    age: int = 0
    born: int = 0
    generation: int = 0
    origin: frozenset[str] = field(default_factory=frozenset)

    def contradicts(self, other: "Role") -> str:
        """Why two roles are of two people, in words; nothing where they need not be."""
        if self.generation and other.generation and self.generation != other.generation:
            return "the elder and the younger"
        if self.age and other.age and abs(self.age - other.age) > 1:
            return f"aged {self.age} and {other.age}"
        if self.born and other.born and self.born != other.born:
            return f"born {self.born} and {other.born}"
        if self.origin and other.origin and self.origin.isdisjoint(other.origin):
            return f"of {' '.join(sorted(self.origin))} and of {' '.join(sorted(other.origin))}"
        if self.new and other.new and self.words.isdisjoint(other.words):
            return f"a {min(self.new)} and a {min(other.new)}"
        known = self.words and other.words and all(map(is_of_people, self.words | other.words))
        if known and _nearest(self.words, other.words) < _UNLIKE:
            return f"{min(self.words)} and {min(other.words)}"
        return ""


_PEOPLE: Final = frozenset(
    ["teacher", "lawyer", "actor", "farmer", "officer", "nurse", "singer", "carpenter", "director", "writer"]
)
_TIMES: Final = frozenset(["day", "time", "year", "night", "morning", "week", "month", "hour", "house", "company"])
_LIKE: Final = 0.5
"""A noun is of people where it is so similar to one of these."""


def is_of_people(word: str) -> bool:
    """Whether a noun is probably a word for people."""
    return word in _PEOPLE or (word not in _TIMES and _LIKE <= _nearest(frozenset([word]), _PEOPLE) < 1.0)


@lru_cache(maxsize=1 << 12)
def _nearest(some: frozenset[str], others: frozenset[str]) -> float:
    """How alike the two most similar words are; 1 where one of them is not known."""
    vectors = WordVectors.shipped()
    mine, theirs = (vectors.rows(vectors.codes(sorted(words))) for words in (some, others))
    if (mine < 0).any() or (theirs < 0).any() or some & others:
        return 1.0
    pairs = np.repeat(mine, len(theirs)), np.tile(theirs, len(mine))
    return float(vectors.similarity(*pairs).max())


class Roles:
    """Reads what a document says of the bearers of names right where they stand."""

    def __init__(self, document: Document) -> None:
        column = document.columns.get("upos", document.columns.get("xpos"))
        self._words = document.words
        self._tags = [""] * len(document.words) if column is None else column.rows
        self._starts = set(document.sentence_starts.tolist())

    def role(self, span: tuple[int, int], name: PersonName) -> Role:
        """The role at the place of a name, with the titles that belong to it."""
        found = _Site(self._words, self._tags, self._starts, *span).role()
        titles = {plain(title) for title in name.honorifics} - CIVIL
        return replace(found, words=found.words | titles) if titles else found


class _Site:
    """Where a name stands."""

    def __init__(self, words: Sequence[str], tags: Sequence[str], starts: set[int], first: int, end: int) -> None:
        near = range(max(first - 2 * _LONGEST, 0), min(end + 3 * _LONGEST, len(words)))
        self.low = {place: words[place].lower() for place in near}
        self.tags, self.starts, self.first, self.end = tags, starts, first, end

    def role(self) -> Role:
        age, born = self._numbers()
        found = [each for each in (*self._before(), *self._behind()) if each[1] not in listed("kin")]
        new = frozenset(word for article, word in found if article == "a")
        words = frozenset(word for _, word in found)
        return Role(words, new, age, born, self._generation(), self._origin())

    def _origin(self) -> frozenset[str]:
        """The words with a capital behind *of*, *from* or a bracket that follows the name."""
        opened = self._word(self.end) == "("
        if not opened and self._word(self.end) not in ("of", "from"):
            return frozenset()
        end = self.end + 1
        while self._word(end) and self.tags[end] in _PROPER and end - self.end < _LONGEST:
            end += 1
        if opened and self._word(end) != ")":
            return frozenset()
        return frozenset(self._word(place) for place in range(self.end + 1, end))

    def _generation(self) -> int:
        """Whether the elder or the younger one stands there: the elder Hill, old Mr. Hill, Hill the younger."""
        place = self.first
        while (
            place
            and place not in self.starts
            and is_title(self.low.get(place - 1, ""))
            and self.low.get(place - 1, "") not in AGES
        ):
            place -= 1
        before = self.low.get(place - 1, "") if place and place not in self.starts else ""
        if self._word(self.end) in ("senior", "junior", "sr.", "jr.", "snr", "jnr", "sr", "jr"):
            return 1 if self._word(self.end).startswith("s") else 2
        return _GENERATIONS.get(before, 0) or (
            _GENERATIONS.get(self._word(self.end + 1), 0) if self._word(self.end) == "the" else 0
        )

    def _before(self) -> Iterator[tuple[str, str]]:
        """The article and the noun before the name: the fire officer, our finance director and a comma."""
        place = self.first
        while place and place not in self.starts and self._is_title(place - 1):
            place -= 1
            yield "", self.low.get(place, "").rstrip(".")
        if place and place not in self.starts and self.low.get(place - 1, "") == "the":
            place -= 1
        comma = place > 0 and place not in self.starts and self.low.get(place - 1, "") == ","
        place -= comma
        last = place - 1
        while place and place not in self.starts and self.tags[place - 1] in _INSIDE and last - place < _LONGEST:
            place -= 1
        if place > last or self.tags[last] not in _NOUNS:
            return
        article = self.low.get(place - 1, "") if place and place not in self.starts else ""
        if article in _ARTICLES or not comma:
            yield _ARTICLES.get(article, ""), self.low.get(last, "")

    def _is_title(self, place: int) -> bool:
        """Whether a word is a title, not a noun for what somebody is: Officer Lee, but the fire officer Lee."""
        return is_title(self.low.get(place, "")) and self.tags[place] not in _NOUNS

    def _behind(self) -> Iterator[tuple[str, str]]:
        """The article and the noun behind the name: a plumber from Leeds; (chair); is a producer; the elder."""
        place = self.end
        if self._word(place) == "," and self._word(place + 1) in _COPULAS:
            place += 2
        elif self._word(place) in (",", "(", ";", "|", "-", "–") or self._word(place) in _COPULAS:
            place += 1
        elif self._word(place) not in ("the",):
            return
        if self._word(place).isdigit() and self._word(place + 1) == ",":
            place += 2
        article = _ARTICLES.get(self._word(place), "")
        place += bool(article)
        end = place
        while self._word(end) and self.tags[end] in _INSIDE and end - place < _LONGEST:
            if end > place and self.tags[end - 1] in _NOUNS and self.tags[end] in _ADJECTIVES:
                break  # the surveyor last night
            end += 1
        owned = self._word(end) in ("'s", "’s", "'", "’")
        closed = self._word(end) in (",", ")", ";", "|", ".", "", ":") or (article and not owned)
        if end > place and closed and self.tags[end - 1] in _NOUNS:
            bare = self._word(self.end) == "," and not article and self._word(end) in (",", ";", ".", "")
            yield "a" if bare else article, self.low.get(end - 1, "")

    def _numbers(self) -> tuple[int, int]:
        """The age and the year of birth behind the name."""
        age = self._word(self.end + 1) if self._word(self.end) == "," else ""
        if age == "aged" or self._word(self.end) == "aged":
            age = self._word(self.end + 1 + (age == "aged"))
            return (int(age), 0) if age.isdigit() else (0, 0)
        for place in range(self.end, self.end + _LONGEST):
            found = _YEAR.match(self._word(place))
            if found and (self._word(place - 1) in _BORN or self._word(place - 1) in ("in", "c.", "c")):
                return (0, int(found.group(1))) if self._opened(place) else (0, 0)
        old = age.isdigit() and 1 < len(age) <= 2 and self._word(self.end + 2) in (",", ";", ".", "", ")")
        return int(age) if old else 0, 0

    def _opened(self, place: int) -> bool:
        """Whether a word that tells of a birth stands between the name and a place."""
        return any(self._word(each) in _BORN for each in range(self.end, place))

    def _word(self, place: int) -> str:
        """The word at a place of the sentence, nothing behind its end."""
        if place not in self.low or any(each in self.starts for each in range(self.end, place + 1)):
            return ""
        return self.low.get(place, "")
