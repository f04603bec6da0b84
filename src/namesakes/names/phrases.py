"""Phrases that tell of two names, and where they stand in a sentence.

A phrase of `words.toml` is words, of which `him`, `he` and `his` stand for any such pronoun and `~` for up to three
words.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from namesakes.names.words import words as listed

KINDS: Final = ("alias", "former", "maiden", "unrelated", "another", "denied", "different", "called")
"""The entries of `[phrases]`; the last four are special cases of `unrelated` and of `alias`."""

_PRONOUNS: Final = frozenset({"him", "her", "them", "me", "us"})
_SUBJECTS: Final = frozenset({"he", "she", "they", "i"})
_POSSESSIVES: Final = frozenset({"his", "her", "their", "my"})
_CLASSES: Final = {"him": _PRONOUNS, "he": _SUBJECTS, "his": _POSSESSIVES}
_COMMON: Final = frozenset(
    {"as", "is", "a", "an", "the", "not", "name", "to", "of", "with", "who", "was", "same", "by"}
)
_GAP: Final = 3


@dataclass(frozen=True, slots=True)
class Phrase:
    """A phrase that tells.

    Parameters
    ----------
    entry : what it tells; one of `KINDS`.
    words : its words, `~` for some others and `him`, `he` or `his` for any such pronoun.
    """

    entry: str
    words: tuple[str, ...]

    @property
    def kind(self) -> str:
        """The kind of evidence."""
        unrelated = dict.fromkeys(("another", "denied", "different"), "unrelated")
        return {**unrelated, "called": "alias"}.get(self.entry, self.entry)

    @property
    def names_after(self) -> bool:
        """Whether it speaks of the name behind it alone, whose bearer is not the one who was named before."""
        return self.entry in ("another", "denied")

    @property
    def needs_name(self) -> bool:
        """Whether it tells nothing where no name follows: is not Tom Smith."""
        return self.entry == "different"

    @property
    def calls_before(self) -> bool:
        """Whether it says that somebody else's name is the one before it: Ann, as everybody called her."""
        return self.entry == "called"

    @property
    def rarest(self) -> str:
        """A word of it by which sentences that may have it are found."""
        plain = [word for word in self.words if word != "~" and word not in _CLASSES and word not in _COMMON]
        return max(plain, key=len) if plain else max(self.words, key=len)

    def end(self, low: Sequence[str], place: int) -> int:
        """Where the phrase ends that begins at a place of a sentence in small letters; -1 where it does not."""
        return _end(self.words, low, place)

    def pronoun(self, low: Sequence[str], place: int, end: int) -> int:
        """Where its own pronoun stands, -1 where it has none."""
        known = next((words for word, words in _CLASSES.items() if word in self.words), frozenset[str]())
        return next((at for at in range(end - 1, place - 1, -1) if low[at] in known), -1)


def _end(words: tuple[str, ...], low: Sequence[str], place: int) -> int:
    for number, word in enumerate(words):
        if word == "~":
            ends = (_end(words[number + 1 :], low, place + more) for more in range(_GAP + 1))
            inside = (end for more, end in enumerate(ends) if end >= 0 and _bare(low[place : place + more]))
            return next(inside, -1)
        if place >= len(low) or low[place] not in _CLASSES.get(word, (word,)):
            return -1
        place += 1
    return place


def _bare(low: Sequence[str]) -> bool:
    """Whether there are words alone, without punctuation."""
    return all(word.replace("-", "").isalpha() for word in low)


@cache
def phrases() -> tuple[Phrase, ...]:
    """All phrases, those of most words first."""
    found = [Phrase(kind, tuple(text.split())) for kind in KINDS for text in sorted(listed("phrases", kind))]
    return tuple(sorted(found, key=lambda phrase: (-len(phrase.words), phrase.words)))


@cache
def _by_first() -> dict[str, tuple[Phrase, ...]]:
    found: dict[str, list[Phrase]] = {}
    for phrase in phrases():
        for first in sorted(_CLASSES.get(phrase.words[0], (phrase.words[0],))):
            found.setdefault(first, []).append(phrase)
    return {first: tuple(rows) for first, rows in found.items()}


def find_phrase(low: Sequence[str], place: int) -> tuple[Phrase, int] | None:
    """The longest phrase that begins at a place, and its end."""
    for phrase in _by_first().get(low[place], ()):
        end = phrase.end(low, place)
        if end >= 0:
            return phrase, end
    return None
