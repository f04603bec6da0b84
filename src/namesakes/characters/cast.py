"""Cast: the characters of one text, their quotes, and who meets whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

from namesakes.characters.chapters import Chapter
from namesakes.characters.character import NOBODY, Character, Quote
from namesakes.errors import UnknownNameError
from namesakes.text.shown import DISPLAYS


@dataclass(frozen=True)
class Meeting:
    """Two characters, by their numbers, the more important one first.

    Parameters
    ----------
    scenes : how many scenes both are in: paragraphs, and conversations in one piece.
    said, answered : quotes that the one says to the other, and the other to the one, where it is told to whom.
    """

    one: int
    other: int
    scenes: int
    said: int = 0
    answered: int = 0


@dataclass(frozen=True, repr=False)
class Cast(Sequence[Character]):
    """The characters of a text, the most important first.

    Parameters
    ----------
    id : what the document is called.
    characters : by how often the text speaks of them.
    quotes : all of them in the order of the text, those too of which nothing tells who speaks.
    meetings : the pairs of characters who meet, the most frequent first.
    chapters : the parts of the text.
    words : how long the text is.
    left_out : how many were left out who are spoken of too seldom.
    """

    id: str
    characters: tuple[Character, ...]
    quotes: tuple[Quote, ...]
    meetings: tuple[Meeting, ...]
    chapters: tuple[Chapter, ...]
    words: int
    left_out: int = 0

    def __repr__(self) -> str:
        return f"Cast({self.id!r}, {len(self)} characters, {len(self.quotes)} quotes)"

    def __len__(self) -> int:
        return len(self.characters)

    def __iter__(self) -> Iterator[Character]:
        return iter(self.characters)

    @overload
    def __getitem__(self, place: int | str) -> Character: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Character, ...]: ...
    def __getitem__(self, place: int | str | slice) -> Character | tuple[Character, ...]:
        if not isinstance(place, str):
            return self.characters[place]
        found = [each for each in self if place in (each.name, *(alias.text for alias in each.aliases))]
        if not found:
            raise UnknownNameError("character", place, [each.name for each in self])
        return found[0]

    def said_by(self, character: Character) -> list[Quote]:
        """The quotes of a character, in the order of the text."""
        return [quote for quote in self.quotes if quote.speaker == character.number]

    def met_by(self, character: Character) -> list[Meeting]:
        """The meetings of a character, the most frequent first."""
        return [meeting for meeting in self.meetings if character.number in (meeting.one, meeting.other)]

    def to_frame(self, table: str = "characters", as_: str | None = None) -> Any:
        """A table of the cast as a data frame.

        Parameters
        ----------
        table : "characters", "quotes" or "meetings".
        as_ : "pandas", "polars" or "arrow"; None for the first of them that is installed.
        """
        from namesakes.characters.frames import cast_frame

        return cast_frame(self, table, as_)

    def _repr_html_(self) -> str:
        return DISPLAYS["cast"](self)

    def to_json(self) -> dict[str, Any]:
        """Everything; characters are named by their place."""
        return {
            "id": self.id,
            "words": self.words,
            "left_out": self.left_out,
            "chapters": [vars(chapter) for chapter in self.chapters],
            "characters": [character.to_json() for character in self],
            "quotes": [_quote(quote) for quote in self.quotes],
            "meetings": [vars(meeting) for meeting in self.meetings],
        }


def _quote(quote: Quote) -> dict[str, Any]:
    told = {name: None if vars(quote)[name] == NOBODY else vars(quote)[name] for name in ("speaker", "addressee")}
    return {**vars(quote), **told, "sure": round(quote.sure, 4)}
