"""Casts as tables: a row a character, a row a quote, a row a meeting; CSV and data frames have the same columns."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from namesakes.characters.cast import Cast
from namesakes.characters.character import NOBODY, Character
from namesakes.text.frames import Types, by_column, frame_kind, frame_of, types_of

TABLES: Final[Mapping[str, Types]] = {
    "characters": {
        "document": str, "number": int, "name": str, "gender": str, "evidence": str, "aliases": str, "mentions": int,
        "names": int, "quotes": int, "words": int, "first": int, "first_chapter": int, "last": int,
        "last_chapter": int, "chapters": str, "meets": str,
    },
    "quotes": {
        "document": str, "chapter": int, "start": int, "end": int, "text": str, "words": int, "speaker": str,
        "addressee": str, "sure": float, "label": str,
    },
    "meetings": {"document": str, "one": str, "other": str, "scenes": int, "said": int, "answered": int},
}  # fmt: skip
"""The tables of a cast; numbers of characters and chapters begin with 1."""
_MET: Final = 5
"""So many others whom a character meets are in a row."""


def cast_frame(cast: Cast, table: str, as_: str | None) -> Any:
    """A table of a cast as a data frame; see `Cast.to_frame`."""
    types = types_of(table, TABLES)
    kind = frame_kind(as_)
    return frame_of(by_column(_ROWS[table](cast), types), types, kind)


def character_rows(cast: Cast) -> Iterator[tuple[Any, ...]]:
    """A row for each character, the most important first."""
    for character in cast:
        first, last = character.first, character.last
        yield (
            cast.id,
            character.number + 1,
            character.name,
            character.gender.value or "unknown",
            character.gender.evidence,
            "; ".join(f"{alias.text} {alias.count}" for alias in character.aliases),
            character.mentions,
            character.names,
            character.quotes,
            character.words,
            first.start,
            first.chapter + 1,
            last.start,
            last.chapter + 1,
            " ".join(str(number + 1) for number, count in enumerate(character.chapters) if count),
            "; ".join(_met(cast, character)),
        )


def _met(cast: Cast, character: Character) -> list[str]:
    met = [each for each in cast.met_by(character)[:_MET] if each.scenes]
    return [cast[each.other if each.one == character.number else each.one].name for each in met]


def _quotes(cast: Cast) -> Iterator[tuple[Any, ...]]:
    """In the order of the text; who is not known has no name."""
    names = {NOBODY: None, **{character.number: character.name for character in cast}}
    for each in cast.quotes:
        yield (
            cast.id, each.chapter + 1, each.start, each.end, each.text, each.words, names[each.speaker],
            names[each.addressee], each.sure, each.label,
        )  # fmt: skip


def _meetings(cast: Cast) -> Iterator[tuple[Any, ...]]:
    for each in cast.meetings:
        yield cast.id, cast[each.one].name, cast[each.other].name, each.scenes, each.said, each.answered


_ROWS: Final = {"characters": character_rows, "quotes": _quotes, "meetings": _meetings}
