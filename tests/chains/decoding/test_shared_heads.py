"""Of several mentions with the same head one stays, and their chains are joined."""

import numpy as np

from namesakes import Document
from namesakes.chains.decoding.entities import FACTS
from namesakes.chains.decoding.joining import Joining
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


def one_mention(clusters: list[int], seen: Document, phrases: Strings | None = None) -> tuple[list[int], list[bool]]:
    """The chains and what is left out of them, where nothing is known that keeps chains apart."""
    before = np.array(clusters, dtype=np.int32)
    joining = Joining(before, np.zeros((len(clusters), len(FACTS)), dtype=np.uint64))
    left_out = one_mention_a_head(joining, before, seen, phrases)
    return joining.clusters().tolist(), left_out.tolist()


def test_chains_of_an_apposition_are_joined_and_the_short_mention_stays() -> None:
    seen = document([*SPANS, (6, 7, 6)], {3: (1, "appos")})
    clusters, left_out = one_mention([0, 1, 2, 1, 2], seen)
    assert clusters == [0, 1, 1, 1, 1]
    assert left_out == [False, True, False, False, False]


def test_other_relations_keep_them_apart() -> None:
    seen = document(SPANS, {3: (1, "nmod")})
    clusters, left_out = one_mention([0, 1, 2, 1], seen)
    assert clusters == [0, 1, 2, 1]
    assert not any(left_out)


def test_of_mentions_in_no_chain_the_longest_stays_and_a_coordination_is_another_thing() -> None:
    seen = document([(0, 4, 1), (0, 2, 1), (5, 6, 5)], {})
    assert one_mention([0, 1, 2, 3], seen)[1] == [False, False, True, False]
    phrases = Strings(["coordination", "definite", "pronoun"])
    assert not any(one_mention([0, 1, 2, 3], seen, phrases)[1])


def test_what_contradicts_is_not_joined_though_one_mention_stays() -> None:
    seen = document([*SPANS, (6, 7, 6)], {3: (1, "appos")})
    clusters = np.array([0, 1, 2, 1, 2], dtype=np.int32)
    facts = np.zeros((5, len(FACTS)), dtype=np.uint64)
    facts[3, FACTS.index("gender")], facts[4, FACTS.index("gender")] = 1, 2
    joining = Joining(clusters, facts)
    assert one_mention_a_head(joining, clusters, seen, None).tolist() == [False, True, False, False, False]
    assert joining.clusters().tolist() == clusters.tolist()


def test_several_people_behind_a_noun_are_not_it() -> None:
    seen = document([(0, 4, 1), (2, 3, 2), (5, 6, 5)], {2: (1, "appos"), 3: (2, "conj")})
    assert one_mention([0, 1, 2, 1], seen) == ([0, 1, 2, 1], [False] * 4)


def test_what_follows_a_colon_is_no_apposition() -> None:
    seen = document([(0, 3, 0), (2, 3, 2), (5, 6, 5)], {2: (0, "appos")})
    words = ["host", ":", *WORDS[2:]]
    starts = np.cumsum([0, *(len(word) + 1 for word in words)])[:-1]
    ends = [start + len(word) for start, word in zip(starts, words, strict=True)]
    colon = seen.replace(text=" ".join(words), starts=integers(starts), ends=integers(ends))
    assert one_mention([0, 1, 2, 1], seen)[1] == [False, False, True, False]
    assert one_mention([0, 1, 2, 1], colon)[1] == [False] * 4
