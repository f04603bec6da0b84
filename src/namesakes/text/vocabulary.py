"""Stable integer codes for strings.

A code is a 64-bit hash of the string's UTF-8 bytes: the same on every machine, in every process and in every release,
so that models need no shared dictionary. The empty string, which stands for "nothing here", has code 0.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate
from unicodedata import normalize

import numpy as np

from namesakes.arrays import BoolArray, UInt32Array, UInt64Array
from namesakes.text.kernels import hashing

_LONG_RUN = re.compile(r"(.)\1\1+")
_DIGIT = re.compile(r"\d")


def codes(strings: Sequence[str]) -> UInt64Array:
    """The codes of the strings, one each. O(bytes)."""
    encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
    offsets = np.fromiter(accumulate(map(len, encoded), initial=0), dtype=np.int64, count=len(encoded) + 1)
    result = np.empty(len(encoded), dtype=np.uint64)
    hashing.hash_strings(b"".join(encoded), offsets, result)
    return result


@lru_cache(maxsize=65536)
def code(string: str) -> int:
    """The code of one string."""
    return int(codes([string])[0])


def among(found: UInt64Array, few: UInt64Array) -> BoolArray:
    """Which codes are among a few. O(codes · few), which for few is quicker than any search."""
    result = np.zeros(found.shape, dtype=np.bool_)
    for each in few:
        result |= found == each
    return result


def folded(strings: Sequence[str]) -> UInt32Array:
    """The strings' codes, folded into 32 bits; the empty string has code 0."""
    return folded_codes(codes(strings))


def folded_codes(found: UInt64Array) -> UInt32Array:
    """The codes, folded into 32 bits."""
    return (found ^ (found >> np.uint64(32))).astype(np.uint32)


@lru_cache(maxsize=65536)
def normal_form(word: str) -> str:
    """The word composed (NFC), in lower case, each digit as 0 and no character more than three times in a row."""
    lower = word.lower()
    if lower.isascii():
        if lower.isalpha() and len(lower) < 4:
            return lower
    else:
        lower = normalize("NFC", lower)
    return _LONG_RUN.sub(r"\1\1\1", _DIGIT.sub("0", lower))
