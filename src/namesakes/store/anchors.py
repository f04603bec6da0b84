"""Anchors: mentions that are remembered by their words and by those around them, and found again in a changed text.

In the text that an anchor was made on its characters hold. In any other one it is where its words stand between the
same words as before; where those before or after it have changed, those on the other side are enough. Either way they
must have stood there once, and still do so: a mention that cannot be told from another one is not found, and its
correction sleeps.
"""

import hashlib
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Final

from namesakes.store.records import Anchor, Span

AROUND: Final = 32
"""Characters on each side of a mention that it is known by, blanks counted as one."""
_WINDOW: Final = 400
"""Characters in which so many are looked for."""
_SIDES: Final = ("<", ">", "=")
_BEFORE, _AFTER, _BOTH = _SIDES
_ENOUGH: Final = {_BEFORE: 24, _AFTER: 24, _BOTH: 16}
"""So many characters around a mention are needed to tell it from others, on one side or on both together."""


def anchor(document: str, text: str, span: Span, role: str = "mention") -> Anchor:
    """What is remembered of the mention at these characters of a text."""
    exact, (prefix, suffix) = _plain(text[slice(*span)]), _around(text, span)
    made = Anchor(role, document, *span, exact, prefix, suffix, text=code(text))
    alone = "".join(side for side in _SIDES if len(_places(made, text, side)) == 1)
    return replace(made, alone=alone)


def found(anchor: Anchor, text: str) -> Span | None:
    """Where the mention is in a text; None where it is not there, or cannot be told from another one."""
    if code(text) == anchor.text:
        return anchor.start, anchor.end
    between = _places(anchor, text, _BOTH)
    if between:
        return between[0] if len(between) == 1 and _BOTH in anchor.alone else None
    beside = [_places(anchor, text, side) for side in (_BEFORE, _AFTER) if side in anchor.alone]
    places = {span for spans in beside for span in spans}
    return places.pop() if len(places) == 1 else None


def _places(anchor: Anchor, text: str, side: str) -> list[Span]:
    """Where the words of an anchor stand beside the same words, on one side or on both."""
    known = {_BEFORE: len(anchor.prefix), _AFTER: len(anchor.suffix)}
    known[_BOTH] = sum(known.values())
    if known[side] < _ENOUGH[side]:
        return []
    spans = []
    for span in occurrences(text, anchor.exact):
        before, after = _around(text, span)
        first = side == _AFTER or before == anchor.prefix or _goes_on(anchor.prefix, before.endswith)
        last = side == _BEFORE or after == anchor.suffix or _goes_on(anchor.suffix, after.startswith)
        if first and last:
            spans.append(span)
    return spans


def _goes_on(words: str, meets: Callable[[str], bool]) -> bool:
    """Whether words that stood at an end of the text are still there, where it does not end any more."""
    return len(words) < AROUND and meets(words)


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
