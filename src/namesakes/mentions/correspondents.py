"""Correspondents: who writes the letters and mails of a text, and to whom; *he* and *she* in them are neither."""

from collections.abc import Sequence
from typing import Final

from namesakes.mentions.cast import Cast, cast_of
from namesakes.mentions.letters import LETTER
from namesakes.mentions.speakers import Speech
from namesakes.text.document import Document

COLUMNS: Final = ("speaker", "addressee", "correspondent")
"""The columns that say who writes each token, to whom, and which of them a token of a name names."""


def with_correspondents(document: Document, written: Sequence[Speech]) -> Document:
    """The document with the columns `COLUMNS`, by its letters and mails; without these it is the same.

    Somebody has one name throughout, that of the cast: Tom Hale in the header, Tom in the greeting and in the letter
    that he answers. A reader whom nobody names is "the reader of" whoever writes. What is written to several names
    no addressee, since one of them may be told of to the others. What stands between quotation marks keeps
    its speaker.

    Parameters
    ----------
    written : the letters and mails, with who writes them and to whom; other speeches are left alone.
    """
    written = [each for each in written if each.rule == LETTER]
    if not written:
        return document
    names, count = _Names(cast_of(document), document.words), len(document.starts)
    known = document.columns.get("speaker")
    speakers = [""] * count if known is None else list(known.rows)
    addressees = [""] * count
    writers = [names(each.speaker) for each in written]
    for each, writer in zip(written, writers, strict=True):
        reader = names(each.addressee, writer) if each.addressee >= 0 else f"the reader of {writer}"
        for token in range(each.quote.first, each.quote.end):
            if not speakers[token]:
                speakers[token], addressees[token] = writer, "" if each.company or reader == writer else reader
    return document.with_columns(speaker=speakers, addressee=addressees, correspondent=names.correspondents())


class _Names:
    """Gives everybody one name: the fullest that the text has, with a number where several have the same."""

    def __init__(self, cast: Cast, words: Sequence[str]) -> None:
        self.cast, self.words = cast, words
        self.known: dict[int, str] = {}
        self.described: dict[int, str] = {}

    def __call__(self, token: int, writer: str = "") -> str:
        """The name of whom a token names; somebody without one, such as a *Sir*, is the writer's."""
        person = self.cast.person_at(token)
        if person < 0:
            return self.described.setdefault(token, f"{writer}: {self.words[token]}" if writer else self.words[token])
        if person not in self.known:
            name = self.cast.groups[person].names[0].text
            same = sum(other == name or other.startswith(f"{name} (") for other in self.known.values())
            self.known[person] = f"{name} ({same + 1})" if same else name
        return self.known[person]

    def correspondents(self) -> list[str]:
        """For each token that names somebody who writes or is written to, that one's name."""
        found = [self.described.get(token, "") for token in range(len(self.words))]
        for place in self.cast.places:
            if place.person in self.known:
                found[place.first : place.end] = [self.known[place.person]] * (place.end - place.first)
        return found
