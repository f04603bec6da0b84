"""Characters as numbers: what kind each is, and how it is folded before it is hashed."""

import unicodedata

import numpy as np

from namesakes.arrays import ByteArray, UInt32Array

SPACE, LOWER, UPPER, LETTER, DIGIT, MARK, SYMBOL, PUNCTUATION = range(1, 9)
"""The kinds of characters. `LETTER` has no case; `MARK` belongs to the character before it."""

_SIZE = 0x110000
_KINDS = np.zeros(_SIZE, dtype=np.uint8)
_FOLDED = np.zeros(_SIZE, dtype=np.uint32)
_BY_CATEGORY = {"Lu": UPPER, "Lt": UPPER, "Ll": LOWER, "Lm": LETTER, "Lo": LETTER}
_BY_CATEGORY |= dict.fromkeys(("Nd", "Nl", "No"), DIGIT)
_BY_CATEGORY |= dict.fromkeys(("Mn", "Mc", "Me", "Cf", "Cs"), MARK)
_BY_CATEGORY |= dict.fromkeys(("Sm", "Sc", "Sk", "So", "Co", "Cn", "Cc"), SYMBOL)
_ALIKE = {"’": "'", "‘": "'", "`": "'", "´": "'", "“": '"', "”": '"', "–": "-", "‐": "-", "‑": "-"}
_ALIKE |= {"。": ".", "！": "!", "？": "?", "，": ",", "、": ",", "；": ";", "：": ":"}


def characters(text: str) -> tuple[UInt32Array, ByteArray, UInt32Array]:
    """The code points of a text, the kind of each, and each folded. O(characters).

    Folding takes case away, makes every digit 0, and gives quotes and hyphens their plain form.
    """
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    kinds = _KINDS[codes]
    if not kinds.all():
        for code in np.unique(codes[kinds == 0]).tolist():
            _KINDS[code], _FOLDED[code] = _kind(chr(code)), _fold(chr(code))
        kinds = _KINDS[codes]
    return codes, kinds, _FOLDED[codes]


def _kind(character: str) -> int:
    if character.isspace():
        return SPACE
    return _BY_CATEGORY.get(unicodedata.category(character), PUNCTUATION)


def _fold(character: str) -> int:
    if _kind(character) == DIGIT:
        return ord("0")
    folded = _ALIKE.get(character, character.lower())
    return ord(folded) if len(folded) == 1 else ord(character)
