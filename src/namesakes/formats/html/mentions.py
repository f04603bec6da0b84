"""A document's text as HTML, its mentions marked up as spans that nest.

Mentions may cross, and HTML elements may not: where one ends inside another, the other is ended too and begun again.
A discontinuous mention is marked part by part. Only the first piece of a mention can be focused and linked to.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise

from namesakes.text.document import Document
from namesakes.text.reasons import WHY

DEEPEST = 5
"""The deepest nesting that is shown; what lies deeper looks like this."""


@dataclass
class Mark:
    """A part of a mention: the characters `start` to `end`, which are none for a word that is not in the text."""

    start: int
    end: int
    mention: int
    is_first: bool
    height: int = 0
    is_open: bool = False


def marked_text(document: Document, name: str, names: Sequence[str], colours: Sequence[str]) -> Iterator[str]:
    """The pieces of the text with its marks.

    Parameters
    ----------
    name : the prefix of the elements' ids.
    names, colours : what each chain is called, and the class that gives it its colour.
    """
    marks = _marks(document)
    tags = _Tags(document, name, names, colours)
    turns = speaker_turns(document)
    beginning: dict[int, list[Mark]] = {}
    for mark in marks:
        beginning.setdefault(mark.start, []).append(mark)
    places = {0, len(document.text), *turns, *beginning, *(mark.end for mark in marks)}
    edges = sorted(places)
    unclosed: list[Mark] = []
    for place, following in pairwise([*edges, len(document.text)]):
        yield from _closed(unclosed, place, tags)
        if place in turns:
            yield f'<span class="speaker">{escape(turns[place])}</span>'
        for mark in beginning.get(place, ()):
            yield tags.opening(mark)
            if mark.end > place:
                unclosed.append(mark)
            else:
                yield "</span>"
        yield escape(document.text[place:following], quote=False)
    yield "</span>" * len(unclosed)


def _marks(document: Document) -> list[Mark]:
    """The marks in the order in which they open: the earlier first, and of two the longer."""
    marks = []
    for mention in document.mentions:
        for number, part in enumerate(mention.parts):
            marks.append(Mark(part.start, part.end, mention.place, number == 0))
    marks.sort(key=lambda mark: (mark.start, mark.end != mark.start, -mark.end))
    around: list[Mark] = []
    for mark in marks:
        around = [other for other in around if other.end > mark.start]
        for depth, other in enumerate(reversed(around), start=1):
            other.height = max(other.height, depth)
        around.append(mark)
    return marks


def speaker_turns(document: Document) -> dict[int, str]:
    """Where somebody begins to speak, and who it is."""
    speakers = document.columns.get("speaker")
    if speakers is None:
        return {}
    before = ["", *speakers.rows[:-1]]
    turns = zip(document.starts.tolist(), before, speakers.rows, strict=True)
    return {start: speaker for start, previous, speaker in turns if speaker and speaker != previous}


def _closed(unclosed: list[Mark], place: int, tags: "_Tags") -> Iterator[str]:
    """Close the marks that end here; those within which others go on are begun again."""
    ending = next((depth for depth, mark in enumerate(unclosed) if mark.end <= place), len(unclosed))
    above = unclosed[ending:]
    del unclosed[ending:]
    yield "</span>" * len(above)
    for mark in above:
        if mark.end > place:
            unclosed.append(mark)
            yield tags.opening(mark)


class _Tags:
    """The opening tags of a document's mentions."""

    def __init__(self, document: Document, name: str, names: Sequence[str], colours: Sequence[str]) -> None:
        self.name, self.names, self.colours = name, names, colours
        table = document.mention_table
        self.chains = [] if table is None else table.chains.tolist()
        self.explained = table is not None and WHY in table.extra
        self.sizes = Counter(self.chains)
        seen: Counter[int] = Counter()
        self.order = []
        for chain in self.chains:
            seen[chain] += 1
            self.order.append(seen[chain])

    def opening(self, mark: Mark) -> str:
        """The tag that begins or takes up a mark."""
        chain = self.chains[mark.mention]
        classes = ["m", self.colours[chain] if chain >= 0 else "loose"]
        classes += [f"h{min(mark.height, DEEPEST)}"] if mark.height else []
        classes += ["empty"] if mark.start == mark.end else []
        place = f' data-chain="{chain}"' if chain >= 0 else ""
        focus = "" if mark.is_open or not mark.is_first else self._focus(mark, chain)
        mark.is_open = True
        return f'<span class="{" ".join(classes)}"{place}{focus}>'

    def _focus(self, mark: Mark, chain: int) -> str:
        """What lets a mention be linked to and, where it has a chain, be chosen."""
        found = f' id="{self.name}m{mark.mention}"'
        if chain < 0:
            return found
        called = self.names[chain]
        shortened = called if len(called) <= 60 else called[:59].rstrip() + "…"
        title = f"{shortened} · {self.order[mark.mention]} of {self.sizes[chain]}"
        start = f' data-start="{mark.start}"' if self.explained else ""  # what reasons name mentions by
        return f'{found}{start} tabindex="0" role="button" title="{escape(title)}"'
