"""Lines: the lines of a text as it was written, by their tokens; letters, mails and transcripts are told by them."""

from dataclasses import dataclass

import numpy as np

from namesakes.text.document import Document


@dataclass(frozen=True)
class Line:
    """A line that is not empty: its tokens from `first` to before `end`, where its text begins, and the text.

    The tokens are those of the marks before it too.

    Parameters
    ----------
    depth : how many marks of quoted mail (>) stand before it.
    """

    first: int
    end: int
    start: int
    text: str
    depth: int = 0

    @property
    def words(self) -> list[str]:
        """What stands between spaces."""
        return self.text.split()


def lines(document: Document) -> list[Line]:
    """The lines of a document that are not empty, without the space and the marks of quoted mail before them."""
    found, start = [], 0
    starts, ends = (edges.astype(np.int64) for edges in (document.starts, document.ends))
    # as integers of another size each look-up would copy them whole
    for text in document.text.splitlines(keepends=True):
        bare = text.lstrip(" \t>|").rstrip()
        if bare:
            begin = start + text.index(bare)
            first = int(np.searchsorted(ends, start, side="right"))
            end = int(np.searchsorted(starts, begin + len(bare), side="left"))
            if first < end:
                depth = text[: len(text) - len(text.lstrip(" \t>|"))].count(">")
                found.append(Line(first, end, begin, bare, depth))
        start += len(text)
    return found


def name_in(document: Document, line: Line, begin: int, end: int) -> int:
    """The token that stands for the name in these characters of a line; -1 where there is none.

    That is the one whose head in the tree is no other of them, else the first.
    """
    place = line.start + begin
    first = int(np.searchsorted(document.ends, place, side="right"))
    last = int(np.searchsorted(document.starts, line.start + end, side="left"))
    tokens = [token for token in range(first, last) if document.words[token][:1].isalnum()]
    if not tokens:
        return -1
    heads = document.heads
    tops = [token for token in tokens if heads is None or int(heads[token]) not in tokens]
    return tops[0] if tops else tokens[0]
