"""Mentions that do not come back are left alone: the filter, and candidates without them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.chains.features.candidates import candidates
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.models.referential import ReferentialFilter, ReferentialSettings
from namesakes.chains.resolver import Resolver
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.examples import Example
from namesakes.mentions.attributes import COLUMNS
from tests.chains.made import made_attributes, made_pairs
from tests.chains.parsed import parsed, resolver

LEMMA = COLUMNS.index("lemma")


def rows_of(found: MentionPairs | object, mention: int) -> list[int]:
    return found.antecedents[found.starts[mention] : found.starts[mention + 1]].tolist()  # type: ignore[attr-defined]


@pytest.mark.parametrize("window", [0, 5, 12])
def test_mentions_that_are_left_alone_have_the_root_and_are_nobodys_candidates(window: int) -> None:
    known = made_attributes(40, 3)
    kept = np.random.default_rng(4).random(41) < 0.6
    kept[0] = True
    found = candidates(known, window, kept)
    alone = replace(known, codes=known.codes[kept])
    expected, places = candidates(alone, window), np.flatnonzero(kept).tolist()
    assert rows_of(found, 0) == []
    for mention in range(1, 41):
        if kept[mention]:
            assert rows_of(found, mention) == [places[row] for row in rows_of(expected, places.index(mention))]
        else:
            assert rows_of(found, mention) == [0]


def test_all_are_kept_where_none_is_left_out() -> None:
    known = made_attributes(20, 1)
    one, other = candidates(known, 4), candidates(known, 4, np.ones(21, dtype=np.bool_))
    assert one.antecedents.tolist() == other.antecedents.tolist()
    assert one.starts.tolist() == other.starts.tolist()


def example(seed: int) -> Example:
    """Mentions of which those with an odd lemma are in chains."""
    pairs = made_pairs(60, seed)
    chains = np.where(pairs.attributes.codes[:, LEMMA] % 2 == 1, 0, -1).astype(np.int32)
    chains[0] = -1
    return Example.build(pairs, chains, Costs())


def test_the_filter_learns_which_mentions_come_back() -> None:
    found = ReferentialFilter.fitted([example(seed) for seed in range(20)], ReferentialSettings(0.5, strength=1.0))
    known = made_attributes(60, 99)
    odd = known.codes[1:, LEMMA] % 2 == 1
    probable = found.probabilities(known)[1:]
    assert ((probable > 0.5) == odd).mean() > 0.95
    assert found.kept(known)[0]
    assert (found.kept(known)[1:] == (probable >= 0.5)).all()


def test_where_all_mentions_are_in_chains_all_are_as_probable() -> None:
    made = example(1)
    all_in = replace(made, chains=np.zeros_like(made.chains))
    found = ReferentialFilter.fitted([all_in], ReferentialSettings(0.2))
    assert set(found.probabilities(made_attributes(5, 1)).tolist()) == {0.5}


def test_a_resolver_leaves_them_alone_unless_they_are_given(tmp_path: Path) -> None:
    plain, document = resolver(seed=5), parsed(3)
    weights = np.random.default_rng(2).normal(size=1 << 10).astype(np.float32)
    strict = Resolver(plain.settings, plain.model, referential=ReferentialFilter(weights, 0.0, 0.7))
    links = strict.links(document)
    dropped = ~strict.referential.kept(links.pairs.attributes) if strict.referential else np.zeros(0)
    assert dropped.any()
    assert not dropped.all()
    assert not links.antecedents[dropped].any()
    assert not np.isin(links.antecedents, np.flatnonzero(dropped)).any()
    given = document.replace(mention_table=links.document.mention_table)
    assert strict.resolve(given, mentions="gold") == plain.resolve(given, mentions="gold")
    strict.save(tmp_path)
    again = Resolver.load(tmp_path).referential
    assert again is not None
    assert again.threshold == 0.7
    assert again.weights == pytest.approx(weights, abs=float(np.abs(weights).max()) / 100)
