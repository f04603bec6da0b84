"""Occurrences: where the names of a novel's characters stand in its text, and in which chains."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from namesakes.formats.pdnc import NARRATOR, Novel
from namesakes.text.document import Document

_NOT_NAMES = frozenset(["the", "a", "an", "my", "his", "her", "our", "your", "their", "one"])
_TITLE = re.compile(r"(Mr|Mrs|Ms|Dr|St|Mme|Mlle|Messrs|Col|Capt|Gen|Rev|Prof|Hon|Lieut|Sgt)\.?")
_POSSESSIVE = frozenset(["'s", "’s", "'", "’", "'S", "’S"])
_NARRATES = frozenset(["I", "me", "my", "myself", "My", "Me"])


@dataclass(frozen=True)
class Occurrence:
    """A name in the text: its characters, how it is written, and whose it is, by the number of the character."""

    start: int
    end: int
    alias: str
    character: int


def occurrences(novel: Novel) -> list[Occurrence]:
    """Every occurrence of a name that one character alone bears, in the order of the text.

    Names are capitalised and do not begin with *the*, *a*, *my*, *his*, *her*. At each place the longest name wins, be
    it one that several bear, which then does not count; so no two occurrences overlap. O(text · aliases).
    """
    bearers = _bearers(novel, names=True)
    return list(_matches(novel.text, bearers, 0))


def descriptions(novel: Novel) -> list[Occurrence]:
    """Every occurrence, in any case, of what one character alone is called with *the*: "the croupier"."""
    return list(_matches(novel.text, _bearers(novel, names=False), re.IGNORECASE))


def narrator(novel: Novel) -> int:
    """The number of the character who tells the story in the first person, or -1."""
    return next((number for number, each in enumerate(novel.characters) if NARRATOR in each.aliases), -1)


def narrations(novel: Novel, document: Document) -> Iterator[tuple[int, int]]:
    """The token of each *I* outside the quotes, with the number of the character who tells the story."""
    teller = narrator(novel)
    if teller < 0:
        return
    spoken = np.zeros(len(document.starts), dtype=np.bool_)
    for quote in novel.quotes:
        for span in quote.spans:
            tokens = tokens_of(document, *span)
            spoken[tokens.start : tokens.stop] = True
    words = document.words
    for place in np.flatnonzero(~spoken).tolist():
        if words[place] in _NARRATES:
            yield place, teller


def _bearers(novel: Novel, *, names: bool) -> dict[str, set[int]]:
    """Who bears each alias: names, or what begins with *the*; dots after titles left out."""
    found: dict[str, set[int]] = {}
    for number, character in enumerate(novel.characters):
        for alias in character.aliases if character.is_somebody else ():
            words = alias.split()
            first = words[0].lower() if words else ""
            wanted = first not in _NOT_NAMES and alias[:1].isupper() if names else first == "the" and len(words) > 1
            if wanted:
                form = " ".join(map(_bare, words))
                found.setdefault(form if names else form.lower(), set()).add(number)
    return found


def _bare(word: str) -> str:
    title = _TITLE.fullmatch(word)
    return title[1] if title else word


def _matches(text: str, bearers: dict[str, set[int]], flags: int) -> Iterator[Occurrence]:
    if not bearers:
        return
    forms = sorted(bearers, key=lambda form: (-len(form), form))
    pattern = "|".join(r"\s+".join(_word(word) for word in form.split()) for form in forms)
    for match in re.finditer(rf"(?<!\w)(?<!\w-)(?:{pattern})(?!\w|-\w)", text, flags):
        form = " ".join(map(_bare, match[0].split()))
        owners = bearers[form.lower() if flags else form]
        if len(owners) == 1:
            yield Occurrence(match.start(), match.end(), form, next(iter(owners)))


def _word(word: str) -> str:
    return re.escape(word) + (r"\.?" if _TITLE.fullmatch(word) else "")


def tokens_of(document: Document, start: int, end: int) -> range:
    """The tokens that have a character in common with a stretch of the text."""
    first = int(np.searchsorted(document.ends, start, side="right"))
    return range(first, max(first, int(np.searchsorted(document.starts, end, side="left"))))


def mentions_of(document: Document, found: Sequence[Occurrence]) -> list[int]:
    """The mention that ends with each occurrence, by its place in the table; -1 where none does.

    That is the shortest that has the whole name, else the longest that ends there; the *'s* behind a name may belong to
    the mention.
    """
    table = document.mention_table
    if table is None:
        return [-1] * len(found)
    by_end: dict[int, list[tuple[int, int]]] = {}
    for place, (first, end) in enumerate(zip(table.first.tolist(), table.end.tolist(), strict=True)):
        by_end.setdefault(end, []).append((first, place))
    words = document.words
    chosen = []
    for each in found:
        tokens = tokens_of(document, each.start, each.end)
        ends = [tokens.stop]
        if tokens.stop < len(words) and words[tokens.stop] in _POSSESSIVE:
            ends.append(tokens.stop + 1)
        options = [option for end in ends for option in by_end.get(end, ()) if option[0] < tokens.stop]
        whole = [option for option in options if option[0] <= tokens.start]
        best = max(whole) if whole else min(options) if options else (0, -1)
        chosen.append(best[1])
    return chosen
