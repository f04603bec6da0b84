"""Long documents: what is decided a stretch of mentions at a time is what is decided at once."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains import resolver as module
from namesakes.chains.features.candidates import CandidateSearch, candidates, rows_of
from namesakes.chains.features.pair_blocks import PairBlocks, numbered_anew
from namesakes.chains.links import Links, chained
from namesakes.chains.long_documents import parts
from namesakes.chains.models.referential import ReferentialFilter
from namesakes.chains.resolver import Resolver
from namesakes.explain.links import explained
from namesakes.mentions.attributes import COLUMNS, Attributes
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from tests.chains.made import LOCAL_FEATURES, made_attributes, made_pairs
from tests.chains.parsed import parsed, resolver

SEEDS, SIZES = st.integers(0, 9999), st.integers(1, 9)
PEOPLE = ("Mr. Harold Fenwick", "Lucy Ames", "Dr. Oduya", "Mrs. Fenwick", "Tom Barrow", "Captain Reyes")
SCENES = (
    '{0} came in from the garden. He was cold, and he said so. "I have lost my key," said {1}, and she sat down.',
    "{1} had never liked the house. Her brother, the lawyer, had bought it for her. {0} laughed at him.",
    'The lawyer met {0} at the station of Marlow. "You are late," he said. "I am," said {0}. They took the train.',
)


@cache
def story() -> Document:
    """A text of our own of some two hundred mentions, parsed."""
    count = len(PEOPLE)
    scenes = [
        SCENES[number % len(SCENES)].format(PEOPLE[number % count], PEOPLE[(3 * number + 1) % count])
        for number in range(24)
    ]
    return Syntax.shipped().steps()(Document(id="story", text="\n\n".join(scenes)))


@pytest.fixture(params=(7, 40))
def by_stretches(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """Documents of more than a few mentions are long ones."""
    monkeypatch.setattr(module, "BLOCK", request.param)
    return int(request.param)


def at_once(monkeypatch: pytest.MonkeyPatch, model: Resolver, document: Document, **options: object) -> Links:
    """What is decided where no document is long."""
    with monkeypatch.context() as patch:
        patch.setattr(module, "BLOCK", 1 << 30)
        return model.links(document, **options)  # type: ignore[arg-type]


def assert_same(found: Links, expected: Links) -> None:
    """Everything that is decided for the mentions is the same, to the last bit."""
    assert found.stretches is not None
    assert expected.stretches is None
    for name in ("antecedents", "clusters", "confidences", "margins", "left_out", "certainties", "constrained"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist(), name
    assert found.pairs.attributes.codes.tolist() == expected.pairs.attributes.codes.tolist()
    assert chained(found) == chained(expected)


@pytest.mark.parametrize("least", [0.0, 0.6])
@pytest.mark.parametrize("name", ["en-chains", "en-chains-fiction"])
def test_the_shipped_models_decide_the_same(
    by_stretches: int, monkeypatch: pytest.MonkeyPatch, name: str, least: float
) -> None:
    model = Resolver.shipped(name)
    expected = at_once(monkeypatch, model, story(), min_confidence=least)
    assert expected.pairs.count > 150
    found = model.links(story(), min_confidence=least)
    assert_same(found, expected)
    assert len(found.scores) < len(expected.scores) / 2


def test_reasons_are_the_same(by_stretches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Resolver.shipped()
    expected = at_once(monkeypatch, model, story())
    assert explained(model, model.links(story())) == explained(model, expected)


def test_a_stretch_has_all_rows_again(by_stretches: int, monkeypatch: pytest.MonkeyPatch) -> None:
    model = Resolver.shipped()
    expected = at_once(monkeypatch, model, story())
    found = list(parts(model.links(story())))
    assert len(found) == -(-expected.pairs.count // by_stretches)
    assert np.concatenate([part.scores for part, *_ in found]).tolist() == expected.scores.tolist()
    assert np.concatenate([part.probabilities for part, *_ in found]).tolist() == expected.probabilities.tolist()
    taken = [part.pairs.candidates.antecedents[part.rows[part.rows >= 0]].tolist() for part, *_ in found]
    assert sum(taken, []) == expected.pairs.candidates.antecedents[expected.rows[1:]].tolist()


@pytest.mark.parametrize("window", [0, 3])
def test_any_weights_and_windows_decide_the_same(
    by_stretches: int, monkeypatch: pytest.MonkeyPatch, window: int
) -> None:
    for seed in range(4):
        plain = resolver(seed=seed, window=window)
        plain = Resolver(replace(plain.settings, entities=True), plain.model)
        weights = np.random.default_rng(seed).normal(size=1 << 10).astype(np.float32)
        strict = ReferentialFilter(weights, 0.0, 0.7)
        for model in (plain, Resolver(plain.settings, plain.model, 2.0, referential=strict, pruning_margin=1.0)):
            assert_same(model.links(parsed(8)), at_once(monkeypatch, model, parsed(8)))


def test_other_decoders_look_at_all_at_once(by_stretches: int) -> None:
    assert resolver("beam").links(parsed(8)).stretches is None
    assert not resolver().settings.entities
    assert resolver().links(parsed(8)).stretches is None


# The parts.


@given(SEEDS, st.integers(1, 30), st.integers(0, 6), SIZES, st.booleans())
def test_candidates_of_stretches_are_those_of_all(seed: int, count: int, window: int, size: int, some: bool) -> None:
    known, random = made_attributes(count, seed), np.random.default_rng(seed)
    for name in ("content", "lemma", "name_first", "name_last", "group", "speaker"):
        known.codes[1:, COLUMNS.index(name)] = random.integers(0, count, size=count)
    kept = random.random(count + 1) < 0.7 if some else None
    if kept is not None:
        kept[0] = True
    whole, search = candidates(known, window, kept), CandidateSearch(known, window, kept)
    for first in range(1, count + 1, size):
        end = min(first + size, count + 1)
        found = search.of(first, end)
        inside = slice(whole.starts[first], whole.starts[end])
        assert found.antecedents.tolist() == whole.antecedents[inside].tolist()
        assert found.owners.tolist() == whole.owners[inside].tolist()


@given(SEEDS, st.integers(1, 12))
def test_rows_of_antecedents(seed: int, count: int) -> None:
    rows = candidates(made_attributes(count, seed), 2)
    mentions = np.arange(1, count + 1)
    wanted = np.random.default_rng(seed).integers(0, mentions).astype(np.int32)
    for mention, antecedent, row in zip(mentions, wanted, rows_of(rows, mentions, wanted), strict=True):
        own = rows.antecedents[rows.starts[mention] : rows.starts[mention + 1]].tolist()
        assert row == (rows.starts[mention] + own.index(antecedent) if antecedent in own else -1)


@given(SEEDS, st.integers(2, 12), st.data())
def test_pairs_numbered_anew_have_the_same_words_and_hashes(seed: int, count: int, data: st.DataObject) -> None:
    features = replace(LOCAL_FEATURES, window=2)
    made = made_pairs(count, seed, features)
    first = data.draw(st.integers(1, count))
    end = data.draw(st.integers(first + 1, count + 1))
    blocks = PairBlocks(made.attributes, made.hashes.templates, features.bits, features.window, None, end - first)
    pairs = blocks.pairs(first, end)
    near = numbered_anew(pairs, first, end)
    lower = end - near.count - 1
    assert near.count <= made.count
    for mention, row, other in zip(
        pairs.candidates.owners, pairs.candidates.antecedents, near.candidates.antecedents, strict=True
    ):
        assert near.hashes.later[mention - lower].tolist() == made.hashes.later[mention].tolist()
        assert near.hashes.alone[mention - lower].tolist() == made.hashes.alone[mention].tolist()
        assert near.hashes.earlier[other].tolist() == made.hashes.earlier[row].tolist()
        assert words(near.attributes, int(other)) == words(made.attributes, int(row))


def words(known: Attributes, mention: int) -> tuple[list[int], list[int]]:
    """The words and modifiers of a mention."""
    content = known.words[known.word_offsets[mention] : known.word_offsets[mention + 1]]
    modifiers = known.modifiers[known.modifier_offsets[mention] : known.modifier_offsets[mention + 1]]
    return content.tolist(), modifiers.tolist()
