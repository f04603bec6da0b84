"""Character: somebody in a text, with all the names the text has for them, and what they say."""

from dataclasses import dataclass, field
from typing import Any

NOBODY = -1
"""The number of a speaker whom nothing tells."""


@dataclass(frozen=True)
class Alias:
    """One of the names of somebody, as the text writes it, and how often it stands there."""

    text: str
    count: int


@dataclass(frozen=True)
class Gender:
    """A gender, "male", "female" or nothing where it is not known, and what says so.

    Parameters
    ----------
    titles : how often each title with a gender stands before one of the names.
    pronouns : how often *he* and *she*, in any form, stand for this one.
    names : the given names that have this gender.
    """

    value: str = ""
    titles: dict[str, int] = field(default_factory=dict)
    pronouns: dict[str, int] = field(default_factory=dict)
    names: tuple[str, ...] = ()

    @property
    def evidence(self) -> str:
        """What says so, in words: `Mr. 12 times; he 120 times, she 3 times`; nothing where nothing says anything."""
        counted = [f"{title} {_times(count)}" for title, count in self.titles.items()]
        said = ", ".join(f"{word} {_times(count)}" for word, count in self.pronouns.items() if count)
        named = f"the name {', '.join(self.names)}" if self.names else ""
        return "; ".join(filter(None, (", ".join(counted), said, named)))

    def to_json(self) -> dict[str, Any]:
        """The gender and its evidence; "unknown" where it is not known."""
        evidence = {"titles": self.titles, "pronouns": self.pronouns, "names": list(self.names)}
        return {"value": self.value or "unknown", "evidence": {name: each for name, each in evidence.items() if each}}


@dataclass(frozen=True)
class Appearance:
    """A place where somebody is spoken of: the first character, the number of the chapter, and the sentence."""

    start: int
    chapter: int
    sentence: str


@dataclass(frozen=True)
class Quote:
    """Words between quotation marks.

    Parameters
    ----------
    start, end, text : the characters, marks included, and what they are.
    words : how many there are.
    speaker, addressee : the numbers of characters, `NOBODY` where that is not known.
    sure : how probable the speaker is; 0 where there is none.
    label : the words that say who speaks, as the text has them; often none.
    chapter : the number of the chapter.
    """

    start: int
    end: int
    text: str
    words: int
    speaker: int = NOBODY
    addressee: int = NOBODY
    sure: float = 0.0
    label: str = ""
    chapter: int = 0


@dataclass(frozen=True)
class Character:
    """Somebody in a text.

    Parameters
    ----------
    number : the place in the cast.
    name : the fullest name that is usual, else a description, such as *the miller*.
    aliases : all names, the most frequent first; of somebody without a name the descriptions.
    named : whether there is a name.
    narrator : whether this one tells the story in the first person.
    mentions : how often the text speaks of this one, by names, pronouns and descriptions; `names` by names alone.
    chapters : how many of the mentions stand in each chapter.
    quotes, words : how much is said, in quotes and in words.
    """

    number: int
    name: str
    aliases: tuple[Alias, ...]
    gender: Gender
    first: Appearance
    last: Appearance
    mentions: int
    names: int
    chapters: tuple[int, ...]
    quotes: int = 0
    words: int = 0
    named: bool = True
    narrator: bool = False

    def __repr__(self) -> str:
        return f"Character({self.name!r}, {self.mentions} mentions, {self.quotes} quotes)"

    def to_json(self) -> dict[str, Any]:
        """Everything but the quotes, which the cast has."""
        return {
            "name": self.name,
            "named": self.named,
            "narrator": self.narrator,
            "aliases": [vars(alias) for alias in self.aliases],
            "gender": self.gender.to_json(),
            "mentions": self.mentions,
            "names": self.names,
            "first": vars(self.first),
            "last": vars(self.last),
            "chapters": {str(number): count for number, count in enumerate(self.chapters) if count},
            "quotes": self.quotes,
            "words": self.words,
        }


def _times(count: int) -> str:
    return "once" if count == 1 else "twice" if count == 2 else f"{count:,} times"
