"""What another model says of mentions and pairs, as classes: against a plain loop, and learned from."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.features.candidates import candidates
from namesakes.chains.features.comparisons import COMPARISONS, add_matches, compare
from namesakes.chains.features.mention_pairs import Hashes, MentionPairs
from namesakes.chains.features.opinions import EDGES, GAPS, UNSEEN, Opinions, PairScores
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.models.trees import clusters_of
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.examples import Example
from namesakes.chains.training.trainer import train
from namesakes.mentions.attributes import COLUMNS
from tests.chains.made import ALONE, CLUSTERS, PAIRS, made_attributes, made_chains

Said = dict[tuple[int, int], float]


def made_opinions(count: int, seed: int, share: float = 0.6) -> tuple[Opinions, Said]:
    """Opinions about some pairs of so many mentions, and the same as a dictionary."""
    random = np.random.default_rng([seed, 2])
    said = {
        (later, earlier): round(float(random.normal(0, 5)), 1) + 0.04  # on no edge
        for later in range(1, count + 1)
        for earlier in range(1, later)
        if random.random() < share
    }
    order = random.permutation(len(said))
    rows = np.array([*said], dtype=np.int64).reshape(-1, 2)[order]
    values = np.array([*said.values()], dtype=np.float32)[order]
    return Opinions(PairScores.of(rows[:, 0], rows[:, 1], values, count), random.normal(0, 3, count + 1)), said


def class_of(score: float | None) -> int:
    """The class of a score, counted edge by edge."""
    return UNSEEN if score is None else UNSEEN + 1 + sum(score >= edge for edge in EDGES)


@given(st.integers(1, 12), st.integers(0, 999), st.integers(0, 4))
def test_classes_against_a_plain_loop(count: int, seed: int, window: int) -> None:
    known, (opinions, said) = made_attributes(count, seed), made_opinions(count, seed)
    rows = candidates(known, window)
    found = np.zeros((len(rows.antecedents), len(COMPARISONS)), dtype=np.uint8)
    opinions.put(known, rows, found)
    for later in range(1, count + 1):
        places = range(int(rows.starts[later]), int(rows.starts[later + 1]))
        here = {row: said.get((later, int(rows.antecedents[row]))) for row in places if rows.antecedents[row]}
        best = max((score for score in here.values() if score is not None), default=None)
        assert known.codes[later, COLUMNS.index("said_best")] == class_of(best)
        assert known.codes[later, COLUMNS.index("said")] == class_of(float(opinions.mentions[later]))
        for row in places:
            told = tuple(found[row, COMPARISONS.index(name)] for name in ("said", "said_gap"))
            score = here.get(row)
            if not rows.antecedents[row]:
                assert told == (0, 0)
            elif score is None or best is None:
                assert told == (UNSEEN, UNSEEN)
            else:
                below = np.float32(best).astype(float) - np.float32(score).astype(float)
                assert told == (class_of(score), 2 + sum(below >= gap for gap in GAPS) + (below > 0))


def test_stretches_say_the_same_as_all_at_once() -> None:
    known, (opinions, _) = made_attributes(9, 5), made_opinions(9, 5)
    whole = candidates(known, 0)
    at_once = np.zeros((len(whole.antecedents), len(COMPARISONS)), dtype=np.uint8)
    opinions.put(known, whole, at_once)
    codes = known.codes.copy()
    known.codes[:, [COLUMNS.index(name) for name in ("said", "said_best")]] = 0
    starts = np.where(np.arange(len(whole.starts)) <= 4, 0, whole.starts - whole.starts[4])
    low, high = int(whole.starts[4]), int(whole.starts[8])
    part = replace(whole, starts=np.minimum(starts, high - low), antecedents=whole.antecedents[low:high])
    found = np.zeros((high - low, len(COMPARISONS)), dtype=np.uint8)
    opinions.put(known, part, found, 4, 8)
    assert (found == at_once[low:high]).all()
    assert (known.codes[4:8] == codes[4:8]).all()


def test_nothing_said_of_no_mentions() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    opinions = Opinions(PairScores.of(nothing, nothing, nothing.astype(np.float32), 0), np.zeros(1))
    known = made_attributes(0, 1)
    opinions.put(known, candidates(known), np.zeros((0, len(COMPARISONS)), dtype=np.uint8))
    assert opinions.pairs.scores(nothing, nothing.astype(np.int32), -1.0).shape == (0,)


def taught(count: int, seed: int, features: FeatureSettings, *, wrong: float = 0.0) -> Example:
    """Mentions with gold chains that nothing but the opinions tells of; so many of these are wrong."""
    known, chains = made_attributes(count, seed), made_chains(count, seed)
    random = np.random.default_rng([seed, 3])
    later, earlier = np.tril_indices(count, -1)
    same = (chains[later + 1] == chains[earlier + 1]) & (chains[later + 1] >= 0)
    same ^= random.random(len(same)) < wrong
    values = np.where(same, 6.0, -6.0).astype(np.float32)
    opinions = Opinions(PairScores.of(later + 1, earlier + 1, values, count), np.zeros(count + 1))
    rows = candidates(known, features.window)
    comparisons = compare(known, rows)
    add_matches(known, rows, comparisons)
    opinions.put(known, rows, comparisons)
    templates = BeamModel(features).templates
    pairs = MentionPairs(known, rows, comparisons, Hashes(templates, features.bits, known.codes))
    return Example.build(pairs, chains, Costs())


def right_links(model: BeamModel, settings: ChainSettings, examples: list[Example]) -> float:
    """The share of mentions whose chain has no others and all of its own among those before it."""
    found = []
    for each in examples:
        scores = model.scores(each.pairs)
        antecedents = Resolver(settings, model).antecedents(each.pairs, scores)[1]
        clusters = clusters_of(antecedents)
        for mention in range(1, each.pairs.count + 1):
            before = np.arange(1, mention)
            gold = (each.chains[before] == each.chains[mention]) & (each.chains[mention] >= 0)
            found.append(bool(((clusters[before] == clusters[mention]) == gold).all()))
    return float(np.mean(found))


@pytest.mark.parametrize(
    ("decoder", "update", "clusters"), [("best-first", "baseline", ()), ("beam", "delayed-laso", CLUSTERS)]
)
def test_learners_find_out_what_an_opinion_is_worth(decoder: str, update: str, clusters: tuple[str, ...]) -> None:
    scores = {}
    for encoder in (True, False):
        features = FeatureSettings(pairs=PAIRS, alone=ALONE, clusters=clusters, bits=14, encoder=encoder)
        settings = ChainSettings(features, update, decoder=decoder, beam=4, epochs=4, entities=False)
        model = train([taught(12, seed, features) for seed in range(12)], settings)
        scores[encoder] = right_links(model, settings, [taught(12, seed, features) for seed in range(50, 56)])
    assert scores[True] > 0.98
    assert scores[False] < 0.8
