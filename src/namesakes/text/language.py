"""Language: whether a text is probably English, by its words alone."""

from collections import Counter
from collections.abc import Sequence

import numpy as np

from namesakes.text.word_vectors import WordVectors

FEWEST = 20
"""The words that it takes to say anything."""
COMMON, COMMON_BAND = 0.2, 7
"""The share that the 127 most frequent words of English have at least in a running text; it mostly is above 0.4."""
KNOWN = 0.95
"""The share of words that the shipped table has at least in an English text, even if it is a list of names."""


def is_english(words: Sequence[str]) -> bool | None:
    """Whether these are probably words of an English text; None where they are too few to tell.

    A text is taken for another language when the most frequent words of English are rare in it and many of its words
    are not in the table of English words. Lists and headlines lack the former, texts of a trade the latter.
    """
    counts = Counter(filter(str.isalpha, words))
    total = counts.total()
    if total < FEWEST:
        return None
    table = WordVectors.shipped()
    bands, times = table.bands(table.codes(list(counts))), np.array(list(counts.values()))
    common, known = times[(bands > 0) & (bands <= COMMON_BAND)].sum(), times[bands > 0].sum()
    return bool(common / total >= COMMON or known / total >= KNOWN)
