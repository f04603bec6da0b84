"""Chains are joined where nothing that is known of them contradicts."""

from dataclasses import replace
from itertools import combinations
from random import Random

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.decoding.entities import FACTS
from namesakes.chains.decoding.joining import Joining
from namesakes.chains.decoding.named_chains import with_equal_names
from namesakes.chains.links import Links
from namesakes.chains.resolver import Resolver
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document

GENDER, SPOKEN = FACTS.index("gender"), FACTS.index("says_i")


def joining(clusters: list[int], genders: list[int]) -> Joining:
    facts = np.zeros((len(clusters), len(FACTS)), dtype=np.uint64)
    facts[:, GENDER] = genders
    return Joining(np.array(clusters, dtype=np.int32), facts)


def test_what_contradicts_is_refused() -> None:
    chains = joining([0, 1, 2, 1, 4], [0, 1, 2, 0, 0])
    assert not chains.join(3, 2)
    assert chains.clusters().tolist() == [0, 1, 2, 1, 4]
    assert chains.join(4, 2)
    assert not chains.join(4, 3), "the chain of 4 is hers by now"
    assert chains.join(2, 4), "they are one already"
    assert chains.clusters().tolist() == [0, 1, 2, 1, 2]
    assert chains.members == {0: [0], 1: [1, 3], 2: [2, 4]}


def test_who_speaks_is_no_contradiction_here() -> None:
    """Speakers are names in texts that say who speaks, and one person may be written in two ways."""
    facts = np.zeros((3, len(FACTS)), dtype=np.uint64)
    facts[1:, SPOKEN] = 5, 6
    assert Joining(np.arange(3, dtype=np.int32), facts).join(1, 2)


def test_nobody_is_whom_they_speak_of() -> None:
    facts = np.zeros((3, len(FACTS)), dtype=np.uint64)
    facts[1, SPOKEN], facts[2, FACTS.index("says_you")] = 5, 5
    assert not Joining(np.arange(3, dtype=np.int32), facts).join(1, 2)
    facts[2, FACTS.index("says_you")] = 6
    assert Joining(np.arange(3, dtype=np.int32), facts).join(1, 2)


def test_all_are_joined_to_the_first_as_far_as_that_goes() -> None:
    chains = joining([0, 1, 2, 3, 4], [0, 0, 1, 2, 1])
    chains.join_all([1, 2, 3, 4])
    assert chains.clusters().tolist() == [0, 1, 1, 3, 1]
    chains.join_all([])
    chains.join_all([3])
    assert chains.clusters().tolist() == [0, 1, 1, 3, 1]


@given(st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=9), st.randoms(use_true_random=False))
def test_the_order_does_not_matter_where_nothing_contradicts(joins: list[tuple[int, int]], random: Random) -> None:
    found = []
    for _ in range(2):
        chains = joining(list(range(8)), [0, 1, 1, 0, 1, 0, 0, 1])
        assert all(chains.join(*pair) for pair in joins)
        found.append(chains.clusters().tolist())
        random.shuffle(joins)
    assert found[0] == found[1]


@given(
    st.lists(st.integers(0, 2), min_size=8, max_size=8),
    st.lists(st.tuples(st.integers(1, 7), st.integers(1, 7)), max_size=12),
)
def test_no_order_joins_what_contradicts(genders: list[int], joins: list[tuple[int, int]]) -> None:
    chains = joining(list(range(8)), genders)
    for one, other in joins:
        assert chains.join(one, other) == (chains.chain(one) == chains.chain(other))
    found = chains.clusters()
    for one, other in combinations(range(1, 8), 2):
        assert found[one] != found[other] or {genders[one], genders[other]} != {1, 2}
    assert all(found[each] == min(np.flatnonzero(found == found[each])) for each in range(8)), "named by their first"


TEXT = "Nora Kemp met Dr. Paul Fenn. Nora laughed. Fenn did not. Kemp waved at Paul Fenn."


def split(links: Links) -> Links:
    """The links with every mention by itself."""
    return replace(links, clusters=np.arange(len(links.clusters), dtype=np.int32))


def test_forms_of_one_name_are_one_chain() -> None:
    document = Syntax.shipped().steps()(Document(id="text", text=TEXT))
    links = split(Resolver.shipped().links(document, without=["names"]))
    found = with_equal_names(links)
    chains: dict[int, list[str]] = {}
    for number, mention in enumerate(links.document.mentions, start=1):
        if found.left_out.size == 0 or not found.left_out[number]:
            chains.setdefault(int(found.clusters[number]), []).append(mention.text)
    assert ["Nora Kemp", "Nora", "Kemp"] in chains.values()
    (fenn,) = (names for names in chains.values() if "Fenn" in names)
    assert fenn[-2:] == ["Fenn", "Paul Fenn"]
    assert with_equal_names(found).clusters.tolist() == found.clusters.tolist()
