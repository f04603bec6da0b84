"""Stable integer codes for strings.

A code is a 64-bit hash of the string's UTF-8 bytes: the same on every machine, in every process and in every release,
so that models need no shared dictionary. The empty string, which stands for "nothing here", has code 0.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import accumulate

import numpy as np
from numpy.typing import NDArray

from namesakes.text.kernels import hashing


def codes(strings: Sequence[str]) -> NDArray[np.uint64]:
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
