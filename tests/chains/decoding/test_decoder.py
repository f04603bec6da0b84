"""Decoders by name: a new one is used wherever the shipped ones are."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from namesakes.chains.decoding.decoder import DECODERS, Decoder
from namesakes.chains.features.mention_pairs import MentionPairs, mention_pairs
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import examples_of
from namesakes.chains.training.trainer import train
from namesakes.config import Registry
from namesakes.errors import ConfigError, UnknownNameError
from namesakes.mentions.detection import with_mentions
from tests.chains.made import LOCAL_FEATURES, story_document
from tests.chains.parsed import parsed, resolver

WIDTHS: list[int] = []


def all_in_one(model: BeamModel, pairs: MentionPairs, scores: np.ndarray, beam_width: int) -> np.ndarray:
    """Everybody's antecedent is the mention before: one chain, whatever the scores."""
    WIDTHS.append(beam_width)
    return pairs.candidates.starts[1:] - 1


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Registry[Decoder]]:
    monkeypatch.setattr(DECODERS, "_entries", dict(DECODERS._entries))
    DECODERS.register("all-in-one", f"{__name__}:all_in_one")
    yield DECODERS
    WIDTHS.clear()


@pytest.mark.usefixtures("registered")
def test_a_decoder_from_outside_is_used_in_the_resolver_and_in_training() -> None:
    settings = replace(resolver().settings, decoder="all-in-one", beam=7)
    links = Resolver(settings, resolver().model).links(parsed(), without=["quotes"])
    assert links.antecedents.tolist() == [0, *range(links.pairs.count)]
    assert set(links.clusters[1:].tolist()) == {1}
    assert WIDTHS == [7]
    gold = story_document(0)
    documents, settings = [(with_mentions(gold), gold)], ChainSettings(LOCAL_FEATURES, decoder="all-in-one", epochs=2)
    scored, figures = Development.build(documents, settings), []
    train(examples_of(documents, settings), settings, scored, figures.append)
    assert [each["conll"] for each in figures] == [scored(BeamModel(LOCAL_FEATURES))["conll"]] * 2


@pytest.mark.usefixtures("registered")
def test_a_resolver_keeps_the_name_of_its_decoder(tmp_path) -> None:  # type: ignore[no-untyped-def]
    model = Resolver(replace(resolver().settings, decoder="all-in-one"), resolver().model)
    model.save(tmp_path)
    assert len(Resolver.load(tmp_path).resolve(parsed(), without=["shared-heads"]).chains) == 1


def test_unknown_decoders_and_names_given_twice() -> None:
    with pytest.raises(UnknownNameError, match="best-first, closest-first, single-link, spanning-tree"):
        ChainSettings(decoder="viterbi")
    with pytest.raises(ConfigError, match="already one decoder called 'beam'"):
        DECODERS.register("beam", all_in_one)


@pytest.mark.parametrize("name", list(DECODERS))
def test_every_decoder_gives_each_mention_one_of_its_own_rows(name: str) -> None:
    model = resolver(seed=4).model
    pairs = mention_pairs(with_mentions(parsed(2)), model.templates, model.features.bits)
    rows = DECODERS[name](model, pairs, model.scores(pairs), 3)
    assert rows[0] == -1
    np.testing.assert_array_equal(pairs.candidates.owners[rows[1:]], np.arange(1, pairs.count + 1))
