"""Examples of single pronouns: documents that say of one pronoun whose it is, and of nothing else (GAP).

Webster et al. (2018) mark a pronoun and two names in each text, and which of the names it means, if any. Of all its
candidates only those are kept of which that tells something: the name that is meant, right wherever it stands; the
other one, other names, and whatever is of another gender, wrong. All other mentions have the root alone: nothing is
learned from them.
"""

from dataclasses import replace

import numpy as np

from namesakes.arrays import BoolArray, Int32Array
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.pronoun_evaluation import LABELS, gap_mentions, heads_of_name, tokens_at
from namesakes.chains.training.examples import Example
from namesakes.mentions.attributes import NAME
from namesakes.text.document import Document

_PRONOUN, _ONE, _OTHER = LABELS


def is_partial(document: Document) -> bool:
    """Whether a document has chains for one pronoun and two names alone."""
    return document.mention_table is not None and {each.label for each in document.mentions} == set(LABELS)


def pronoun_example(pairs: MentionPairs, document: Document, gold: Document) -> Example | None:
    """What the pronoun of a document teaches; None where it is no mention, or nothing right or wrong is left."""
    marked = gap_mentions(gold)
    words = tokens_at(document, marked[_PRONOUN][0])
    mention = _mention(document, words)
    if not mention:
        return None
    chain = marked[_PRONOUN][1]
    names = {label: _mentions_of(pairs, document, tokens_at(document, marked[label][0])) for label in (_ONE, _OTHER)}
    meant = next((label for label in names if marked[label][1] == chain), "")
    rows = slice(*pairs.candidates.starts[mention : mention + 2].tolist())
    candidates = pairs.candidates.antecedents[rows]
    right, wrong = _judged(pairs, mention, candidates, names, meant)
    if not right.any() or not wrong.any():
        return None
    kept = pairs.candidates.antecedents == 0
    kept[rows] = right | wrong
    judged = np.ones(len(kept), dtype=np.uint8)
    judged[rows] = right
    left = pairs.only(kept)
    known = Example.unlabelled(left)
    right_rows = judged[kept]
    return replace(known, right=right_rows, costs=np.where(right_rows > 0, 0.0, 1.0))


def _mention(document: Document, words: range) -> int:
    """The number of the mention with these words, 0 for none."""
    table = document.mention_table
    assert table is not None
    found = np.flatnonzero((table.first == words.start) & (table.end == words.stop))
    return int(found[0]) + 1 if len(found) else 0


def _mentions_of(pairs: MentionPairs, document: Document, words: range) -> BoolArray:
    """Which mentions are of somebody's name: those with its head, and the same name elsewhere."""
    table, known = document.mention_table, pairs.attributes
    assert table is not None
    assert table.heads is not None
    found = np.zeros(pairs.count + 1, dtype=np.bool_)
    if not len(words):
        return found
    found[1:] = np.isin(table.heads, sorted(heads_of_name(document, words)))
    groups = np.unique(known.column("group")[found & (known.column("kind") == NAME)])
    return np.asarray(found | (np.isin(known.column("group"), groups[groups > 0]) & (known.column("kind") == NAME)))


def _judged(
    pairs: MentionPairs, mention: int, candidates: Int32Array, names: dict[str, BoolArray], meant: str
) -> tuple[BoolArray, BoolArray]:
    """Which candidates are right and which wrong; of the rest nothing is known."""
    known = pairs.attributes
    gender = known.column("gender")
    clash = (gender[candidates] > 0) & (gender[mention] > 0) & (gender[candidates] != gender[mention])
    if not meant:
        wrong = names[_ONE][candidates] | names[_OTHER][candidates]
        return ~wrong & ~clash & (candidates > 0), wrong
    right = names[meant][candidates]
    named = (known.column("kind")[candidates] == NAME) | (candidates == 0)
    return right, (named | clash | names[_OTHER if meant == _ONE else _ONE][candidates]) & ~right
