"""Anchors: mentions that are remembered by their words and by those around them, and found again in a changed text.

In the text that an anchor was made on its characters hold. In any other one it is where its words stand between the
same words as before; where those before or after it have changed, those on the other side are enough if they stood
there once, and still do. A mention that cannot be told from another one is not found: its correction sleeps.
"""

import hashlib
import re
from collections.abc import Iterator
from typing import Final

from namesakes.store.records import Anchor, Span

AROUND: Final = 32
"""Characters on each side of a mention that it is known by, blanks counted as one."""
_WINDOW: Final = 400
"""Characters in which so many are looked for."""
_BEFORE, _AFTER = "<", ">"


def anchor(document: str, text: str, span: Span, role: str = "mention") -> Anchor:
    """What is remembered of the mention at these characters of a text."""
    exact, (prefix, suffix) = _plain(text[slice(*span)]), _around(text, span)
    places = [_around(text, other) for other in occurrences(text, exact)]
    alone = [_BEFORE] * (sum(before == prefix for before, _ in places) == 1)
    alone += [_AFTER] * (sum(after == suffix for _, after in places) == 1)
    return Anchor(role, document, *span, exact, prefix, suffix, "".join(alone), code(text))


def found(anchor: Anchor, text: str) -> Span | None:
    """Where the mention is in a text; None where it is not there, or cannot be told from another one."""
    if code(text) == anchor.text:
        return anchor.start, anchor.end
    spans = list(occurrences(text, anchor.exact))
    around = [_around(text, span) for span in spans]
    between = [place for place, each in enumerate(around) if each == (anchor.prefix, anchor.suffix)]
    if between:
        return spans[between[0]] if len(between) == 1 else None
    beside: set[int] = set()
    for side, mark, wanted in ((0, _BEFORE, anchor.prefix), (1, _AFTER, anchor.suffix)):
        there = [place for place, each in enumerate(around) if each[side] == wanted]
        if mark in anchor.alone and len(wanted) == AROUND and there:
            beside.update(there)
    return spans[beside.pop()] if len(beside) == 1 else None


def occurrences(text: str, exact: str) -> Iterator[Span]:
    """Where these words stand in a text as whole words, whatever blanks are between them."""
    words = exact.split()
    if not words:
        return
    begins = r"(?<!\w)" if re.match(r"\w", exact) else ""
    ends = r"(?!\w)" if re.search(r"\w\Z", exact) else ""
    for match in re.finditer(begins + r"\s+".join(map(re.escape, words)) + ends, text):
        yield match.span()


def code(text: str) -> str:
    """A code of a text, which another text has not."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _around(text: str, span: Span) -> tuple[str, str]:
    """The words before and after a span; less than `AROUND` characters only at the ends of the text."""
    before, after = text[max(span[0] - _WINDOW, 0) : span[0]], text[span[1] : span[1] + _WINDOW]
    return _plain(f"{before}|")[:-1][-AROUND:], _plain(f"|{after}")[1:][:AROUND]


def _plain(text: str) -> str:
    return " ".join(text.split())
