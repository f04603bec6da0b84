"""Rules of where to cut a text into tokens, which come before the learned decisions: never here, surely there."""

import re
from collections.abc import Iterator
from itertools import chain

import numpy as np

from namesakes.arrays import ByteArray
from namesakes.names.order import is_syllables, surnames_of
from namesakes.syntax.tokenization.sentence_rules import initials

SURE, RULED_OUT = 1, 2
"""Verdicts on the place before a character, beside 0 for one that is still open."""

# No pattern may take more than linear time: runs are possessive (++), and a match begins only where its run does.
_URL = r"(?:https?://|ftp://|www\.)[^\s<>\"“”]*[^\s<>\"“”.,;:!?'’)\]}*|]"
_EMAIL = r"(?<![\w.+-])[\w.+-]++@[\w-]++(?:\.[\w-]++)++"
_NUMBER = r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\w)|(?<![\w.,:/-])\d++[.:]\d++(?![\w:]|[.,]\d)"
_DOMAIN = r"(?<![\w@.-])(?:[\w-]++\.)+(?:com|org|net|edu|gov|info|co\.uk|ac\.uk)(?![\w@])(?:/[^\s<>\"]*[\w/])?"
_FILE = r"(?<![\w.-])\w[\w-]*+\.(?:pdf|docx?|xlsx?|pptx?|txt|csv|html?|jpe?g|png|gif|zip|exe|mp[34]|py|js)(?![\w.]\w)"
_NAME = r"(?<!\w)[ODdLl]['’][A-ZÀ-ÖØ-Þ][^\W\d_]+"
_INITIALS = r"(?<!\w)[A-Z]\.-[A-Z]\."
_HANDLE = r"(?<![\w@#&])[@#][^\W\d_]\w*"
_EMOJI = (
    "[\U0001f1e6-\U0001f1ff]{2}|[0-9#*]\ufe0f?\u20e3"
    "|[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff](?:[\ufe0f\U0001f3fb-\U0001f3ff]|[\U000e0020-\U000e007f]|"
    "\u200d[\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff])*"
)
NEVER_CUT = re.compile(f"{_URL}|{_EMAIL}|{_DOMAIN}|{_FILE}|{_NUMBER}|{_NAME}|{_INITIALS}|{_HANDLE}")
_SIGN = re.compile(r"[@#]|://|www\.|\.\w|\.-[A-Z]|[,:]\d|['’][A-ZÀ-ÖØ-Þ]")
"""What every match of `NEVER_CUT` has in it; few runs of a text between white space do."""
_WHOLE = re.compile(r"(?<!\w)[Ww]on(?!\w|['’]t)")
"""The past of *win*, which looks like the beginning of *won't*."""
_HYPHENED = re.compile(r"(?<![\w-])[A-Z][a-z]{1,6}-[a-z]{2,6}(?![^\W\d_]|-)")
"""What a given name of two syllables looks like: Min-jun, Geun-hye."""
_BEFORE, _BEHIND = re.compile(r"\b([A-Z][a-z]+|[A-Z]+) \Z"), re.compile(r" ([A-Z][a-z]+|[A-Z]+)\b")
_LONGEST = 12
_SINGLE = re.compile(f"{_EMOJI}|[\u3001-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff20\uff3b-\uff3e]")


def verdicts(text: str) -> ByteArray:
    """The verdict on the place before each character. O(characters).

    Cuts are ruled out inside addresses, numbers, handles, initials and emoji, and sure at the edges of emoji and of
    wide punctuation.
    """
    found = np.zeros(len(text), dtype=np.uint8)
    for first, end in _suspects(text):
        for match in NEVER_CUT.finditer(text, first, end):
            found[match.start() + 1 : match.end()] = RULED_OUT
    for match in chain(_WHOLE.finditer(text), initials(text), _two_syllables(text)):
        found[match.start() + 1 : match.end()] = RULED_OUT
    if text.isascii():
        return found
    for match in _SINGLE.finditer(text):
        start, end = match.span()
        if found[start] != RULED_OUT:
            found[start], found[end : end + 1] = SURE, SURE
            found[start + 1 : end] = RULED_OUT
    return found


def _two_syllables(text: str) -> Iterator[re.Match[str]]:
    """Each given name of two syllables that a surname of China or Korea stands beside, here or elsewhere."""
    found = [match for match in _HYPHENED.finditer(text) if is_syllables(match[0])] if "-" in text else []
    named = {match[0] for match in found if _beside_surname(text, match)}
    return (match for match in found if match[0] in named)


def _beside_surname(text: str, match: re.Match[str]) -> bool:
    before = _BEFORE.search(text[max(0, match.start() - _LONGEST) : match.start()])
    behind = _BEHIND.match(text, match.end(), match.end() + _LONGEST)
    beside = [each[1].lower() for each in (before, behind) if each is not None]
    return any(word in surnames_of(culture) for word in beside for culture in ("korean", "chinese"))


def _suspects(text: str) -> Iterator[tuple[int, int]]:
    """The runs between white space that may have something in them that is never cut. O(characters)."""
    end = 0
    while sign := _SIGN.search(text, end):
        first = sign.start()
        while first > end and not text[first - 1].isspace():
            first -= 1
        space = _SPACE.search(text, sign.end())
        end = len(text) if space is None else space.start()
        yield first, end


_SPACE = re.compile(r"\s")
