"""Of several mentions with the same head one stays, and their chains are joined."""

import numpy as np

from namesakes import Document
from namesakes.chains.decoding.shared_heads import one_mention_a_head
from namesakes.text.spans import Mentions, integers
from namesakes.text.strings import Strings

WORDS = "the defender Mark Johnson said he won".split()


def document(spans: list[tuple[int, int, int]], labels: dict[int, tuple[int, str]]) -> Document:
    """A sentence with mentions (first, end, head) and a few arcs (token: head, label)."""
    starts = np.cumsum([0, *(len(word) + 1 for word in WORDS)])[:-1]
    heads, names = [4] * len(WORDS), ["dep"] * len(WORDS)
    heads[4], names[4] = -1, "root"
    for token, (head, label) in labels.items():
        heads[token], names[token] = head, label
    count = len(spans)
    mentions = Mentions(
        offsets=integers(np.arange(count + 1)),
        starts=integers([first for first, _, _ in spans]),
        ends=integers([end for _, end, _ in spans]),
        chains=integers([-1] * count),
        heads=integers([head for _, _, head in spans]),
    )
    return Document(
        text=" ".join(WORDS),
        starts=starts,
        ends=[start + len(word) for start, word in zip(starts, WORDS, strict=True)],
        sentence_starts=[0],
        columns={"label": Strings(names)},
        heads=heads,
        mention_table=mentions,
    )


SPANS = [(0, 4, 1), (2, 4, 3), (5, 6, 5)]
"""the defender Mark Johnson, Mark Johnson, he"""


def test_chains_of_an_apposition_are_joined_and_the_short_mention_stays() -> None:
    seen = document([*SPANS, (6, 7, 6)], {3: (1, "appos")})
    clusters, left_out = one_mention_a_head(np.array([0, 1, 2, 1, 2], dtype=np.int32), seen, None)
    assert clusters.tolist() == [0, 1, 1, 1, 1]
    assert left_out.tolist() == [False, True, False, False, False]


def test_other_relations_keep_them_apart() -> None:
    seen = document(SPANS, {3: (1, "nmod")})
    clusters, left_out = one_mention_a_head(np.array([0, 1, 2, 1], dtype=np.int32), seen, None)
    assert clusters.tolist() == [0, 1, 2, 1]
    assert not left_out.any()


def test_of_mentions_in_no_chain_the_longest_stays_and_a_coordination_is_another_thing() -> None:
    seen = document([(0, 4, 1), (0, 2, 1), (5, 6, 5)], {})
    clusters = np.array([0, 1, 2, 3], dtype=np.int32)
    assert one_mention_a_head(clusters, seen, None)[1].tolist() == [False, False, True, False]
    phrases = Strings(["coordination", "definite", "pronoun"])
    assert not one_mention_a_head(clusters, seen, phrases)[1].any()
