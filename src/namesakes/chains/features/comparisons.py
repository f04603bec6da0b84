"""Comparisons: how each mention stands to each of its candidates, as small classes."""

import numpy as np
from numpy.typing import NDArray

from namesakes.arrays import ByteArray, UInt64Array
from namesakes.chains.features.candidates import Candidates
from namesakes.chains.features.kernels import comparisons as kernel
from namesakes.mentions.attributes import COLUMNS, PLACES, Attributes
from namesakes.text.word_vectors import WordVectors

COMPARISONS = (
    "sentences",  # the distance in sentences
    "mentions",  # in mentions
    "same_string",
    "same_content",
    "same_head",  # the same lemma, the same word
    "words",  # how the sets of content words lie to each other
    "modifiers",  # those of the modifiers
    "numbers",  # agreement: not known, yes, no
    "genders",
    "animacies",
    "persons",
    "entities",
    "speakers",
    "names",  # how the first and last words of names agree; 8 for an acronym and what it stands for
    "nesting",
    "same_role",
    "clauses",  # the same governor, clause, sentence
    "predicate",  # one is said of the other: apposition, copula
    "similarity",  # of the head words' vectors
    "clash",  # number, gender, animacy or person clash, or one lies in the other
    "rank",  # how many compatible candidates are nearer
    "rank_role",  # how many of them in the same role
    "rank_head",  # how many with the same head or words
    "quotes",
    "same_class",
    "said",  # what another model says of the two, in classes
    "said_gap",  # how far below the best candidate that is
)
"""The columns of comparisons; templates name them. The last two are filled where there are `Opinions`."""

_USED = (
    "kind string content head lemma role governor number gender animacy person entity speaker name_first name_last "
    "quoted class letters initials"
)
_COLUMNS = np.array([COLUMNS.index(name) for name in _USED.split()], dtype=np.int32)
assert PLACES[:10] == (
    "first",
    "end",
    "head",
    "sentence",
    "governor",
    "clause",
    "modifier_of",
    "vector",
    "name_first",
    "name_end",
)


def head_vectors(known: Attributes) -> NDArray[np.int8]:
    """The vector of each mention's head word; zeros where nothing is known of it."""
    rows = known.places[:, PLACES.index("vector")]
    table = WordVectors.shipped().vectors
    return np.where(rows[:, None] >= 0, table[np.maximum(rows, 0)], 0).astype(np.int8)


def compare(known: Attributes, candidates: Candidates, vectors: NDArray[np.int8] | None = None) -> ByteArray:
    """One row of `COMPARISONS` for each candidate of each mention.

    Parameters
    ----------
    vectors : the `head_vectors`, where they are made already.
    """
    vectors = head_vectors(known) if vectors is None else vectors
    found = np.zeros((len(candidates.antecedents), len(COMPARISONS)), dtype=np.uint8)
    lists = (known.word_offsets, known.words, known.modifier_offsets, known.modifiers)
    kernel.compare(
        known.codes, known.places, *lists, vectors, _COLUMNS, candidates.starts, candidates.antecedents, found
    )
    return found


def add_matches(
    known: Attributes, candidates: Candidates, found: ByteArray, first: int = 1, end: int | None = None
) -> None:
    """Fill the columns of the attributes that say how well a mention's candidates match it: is it new at all?

    Of the mentions from `first` to before `end`; others have no candidates.
    """
    roots = candidates.starts[first : known.count + 1 if end is None else end]
    if not len(roots):
        return

    def best(values: NDArray[np.generic]) -> UInt64Array:
        return np.maximum.reduceat(values, roots).astype(np.uint64)

    column = {name: found[:, place] for place, name in enumerate(COMPARISONS)}
    fits = (column["clash"] == 0) & (candidates.antecedents > 0)
    same_head = (column["same_head"] > 0) & fits
    match = column["same_content"] * 2 + (column["words"] >= 3)
    near = np.where(same_head, 9 - column["sentences"], 0)
    names = np.where(column["names"] == 5, 0, column["names"])
    filled = {
        "match": best(np.where(fits, match, 0)) * 3 + best(np.where(fits, column["same_head"], 0)),
        "match_distance": best(near),
        "likeness": best(np.where(same_head, 0, column["similarity"])),
        "name_match": best(np.where(names > 0, 9 - names, 0)),
    }
    for name, values in filled.items():
        known.codes[first:end, COLUMNS.index(name)] = values
