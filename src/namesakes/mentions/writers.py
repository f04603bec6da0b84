"""Writers: who says *I* where nothing is between quotation marks: in letters, mails, transcripts, wills and diaries."""

import re
from collections.abc import Iterator, Sequence

import numpy as np

from namesakes.mentions.letters import letters
from namesakes.mentions.lines import Line, lines, name_in
from namesakes.mentions.quotes import Quote
from namesakes.mentions.speakers import Speech
from namesakes.mentions.transcripts import transcript
from namesakes.text.document import Document

NAMED = "named"
"""The rule of a text whose writer says who they are."""

_TITLE = re.compile(
    r"(?:By|(?:From\s+)?(?:The\s+)?(?:[Dd]iary|[Jj]ournal|[Ll]og|[Nn]otebook|[Mm]emoirs?)\s+of)\s+(?P<who>.{2,40}?)\.?"
)
_HEADINGS, _NAME = 5, 5
_I_AM = re.compile(
    r"\b(?:I,\s+(?P<apposed>(?:[^\W\d_][\w.'’-]*\s?){1,6}),|[Mm]y\s+name\s+is\s+(?P<named>(?:[^\W\d_][\w.'’-]*\s?){1,5}))"
)


def writers(document: Document) -> list[Speech]:
    """The stretches of a text, outside of quotes, that somebody says in the first person, with who that is.

    These are the turns of a transcript, letters and mails, or the whole of a text whose writer says who they are: in a
    line such as "By Ann Lee" or "Diary of Ann Lee", by "I, Ann Lee," or by "my name is Ann Lee". Nothing for others.
    """
    found = lines(document)
    return transcript(document, found) or letters(document, found) or list(_named(document, found))


def _named(document: Document, found: Sequence[Line]) -> Iterator[Speech]:
    """The whole text, where its writer says who they are and nobody else does."""
    tokens = [*_in_titles(document, found), *_in_text(document)]
    last = {document.words[token].lower() for token in tokens}
    if tokens and len(last) == 1 and len(document.starts):
        yield Speech(Quote(0, len(document.starts)), tokens[0], NAMED)


def _in_titles(document: Document, found: Sequence[Line]) -> Iterator[int]:
    for line in found[:_HEADINGS]:
        match = _TITLE.fullmatch(line.text)
        who = match["who"].split(",")[0] if match else ""
        if match and 0 < len(who.split()) <= _NAME and who[0].isupper() and " and " not in who:
            yield name_in(document, line, match.start("who"), match.start("who") + len(who))


def _in_text(document: Document) -> Iterator[int]:
    tags = document.columns["upos"].rows
    for match in _I_AM.finditer(document.text):
        start, end = match.span("apposed" if match["apposed"] else "named")
        first = int(np.searchsorted(document.ends, start, side="right"))
        last = int(np.searchsorted(document.starts, end, side="left"))
        while last > first and tags[last - 1] != "PROPN":
            last -= 1
        if first < last and tags[first] == "PROPN":
            whole = Line(first, last, start, document.text[start : int(document.ends[last - 1])])
            yield name_in(document, whole, 0, len(whole.text))
