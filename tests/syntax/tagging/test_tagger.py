"""The tagger: exact decoding, training, penalties, models that come back."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import numpy as np
import pytest

from namesakes import Document
from namesakes.errors import ConfigError, DataError, UsageError
from namesakes.learning.linear_chain import leads
from namesakes.learning.linear_chain_training import LinearChainSettings
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.tagger import Tagger, TaggerSettings
from namesakes.syntax.tagging.window_network import Inputs, NetworkSettings, WindowNetwork, window_places
from namesakes.syntax.tagging.window_training import TaggedInputs, Trainer
from namesakes.text.segment import joined
from namesakes.text.strings import Strings

SENTENCES = """
The/DT/DET dog/NN/NOUN barks/VBZ/VERB ././PUNCT
The/DT/DET old/JJ/ADJ dog/NN/NOUN walks/VBZ/VERB ././PUNCT
A/DT/DET cat/NN/NOUN sees/VBZ/VERB the/DT/DET dog/NN/NOUN ././PUNCT
Anna/NNP/PROPN walked/VBD/VERB to/IN/ADP the/DT/DET house/NN/NOUN ././PUNCT
Peter/NNP/PROPN wants/VBZ/VERB to/TO/PART walk/VB/VERB ././PUNCT
The/DT/DET walk/NN/NOUN was/VBD/AUX long/JJ/ADJ ././PUNCT
Dogs/NNS/NOUN walk/VBP/VERB to/IN/ADP houses/NNS/NOUN ././PUNCT
A/DT/DET young/JJ/ADJ cat/NN/NOUN wants/VBZ/VERB to/TO/PART see/VB/VERB Paris/NNP/PROPN ././PUNCT
""".strip()

QUICK = TaggerSettings(chain=LinearChainSettings(bits=14, rounds=12), universal=LinearChainSettings(bits=12, rounds=8))


def corpus(text: str = SENTENCES) -> Document:
    """A document with one sentence a line, each token written word/xpos/upos."""
    rows = [[token.rsplit("/", 2) for token in line.split()] for line in text.splitlines()]
    flat = [token for row in rows for token in row]
    document = Document(id="toy", **joined([[token[0] for token in row] for row in rows]))
    return document.with_columns(xpos=[token[1] for token in flat], upos=[token[2] for token in flat])


def plain(*sentences: str) -> Document:
    return Document(id="plain", **joined([sentence.split() for sentence in sentences]))


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.train([corpus()], QUICK)


def test_the_training_data_is_learned(tagger: Tagger) -> None:
    found = tagger(corpus().with_columns(xpos=None, upos=None))
    assert found.columns["xpos"] == corpus().columns["xpos"]
    assert found.columns["upos"] == corpus().columns["upos"]


@pytest.mark.parametrize("update", ["perceptron", "passive-aggressive"])
def test_every_update_learns(update: str) -> None:
    chain = LinearChainSettings(bits=14, rounds=15, update=update, margin=0.5, aggressiveness=0.1)
    tagger = Tagger.train([corpus()], TaggerSettings(chain=chain))
    assert tagger(corpus()).columns["xpos"] == corpus().columns["xpos"]


def test_no_other_tags_score_better(tagger: Tagger) -> None:
    document = plain("The cat walks to Rome", "Old walk", "See")
    lattice = tagger.lattice(document)
    pairs, triples, edge = tagger.chain.pairs, tagger.chain.triples, len(tagger.tags)
    found = []
    for first, last in zip(lattice.edges[:-1], lattice.edges[1:], strict=True):
        choices = [
            list(zip(lattice.labels[begin:end].tolist(), lattice.scores[begin:end].tolist(), strict=True))
            for begin, end in zip(lattice.offsets[first:last], lattice.offsets[first + 1 : last + 1], strict=True)
        ]
        best = -np.inf
        for path in product(*choices):
            labels = [edge, edge, *(label for label, _ in path), edge]
            total = sum(score for _, score in path)
            total += sum(pairs[labels[place : place + 2][0], labels[place + 1]] for place in range(1, len(labels) - 1))
            total += sum(triples[tuple(labels[place : place + 3])] for place in range(len(labels) - 2))
            if total > best:
                best, winner = total, [label for label, _ in path]
        found += winner
    assert [tagger.tags[label] for label in found] == list(tagger(document).columns["xpos"])


def test_penalties_move_decisions(tagger: Tagger) -> None:
    document = plain("The dog sees Bertha .")
    before = tagger(document).columns["xpos"]
    nothing = np.zeros((5, len(tagger.tags)))
    assert tagger.tag(document, nothing).columns["xpos"] == before
    against = nothing.copy()
    against[3, tagger.tags.index(before[3])] = -1e6
    after = tagger.tag(document, against).columns["xpos"]
    assert after[3] != before[3]
    towards = nothing.copy()
    towards[3, tagger.tags.index(after[3])] = 1e6
    assert tagger.tag(document, towards).columns["xpos"][3] == after[3]


def test_penalties_of_another_shape_are_refused(tagger: Tagger) -> None:
    with pytest.raises(UsageError, match="tokens, tags"):
        tagger.tag(plain("The dog"), np.zeros((1, 2)))


def test_unknown_words_take_open_tags(tagger: Tagger) -> None:
    closed = {".", "DT", "TO"}
    found = tagger(plain("Zyx qwertz-7 of 12 ÄÖ 😀 !")).columns["xpos"]
    assert not closed & set(found)


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, tagger: Tagger) -> None:
    tagger.save(tmp_path / "one")
    Tagger.train([corpus()], QUICK).save(tmp_path / "two")
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_saved_tagger_tags_alike(tmp_path: Path, tagger: Tagger) -> None:
    tagger.save(tmp_path)
    loaded = Tagger.load(tmp_path)
    documents = [corpus(), plain("Bertha wants to bark", "The walk was young .")]
    assert [loaded(document).columns for document in documents] == [tagger(document).columns for document in documents]
    loaded.save(tmp_path / "again")
    assert Tagger.load(tmp_path / "again")(documents[1]).columns == loaded(documents[1]).columns


def test_a_document_without_sentences_is_one(tagger: Tagger) -> None:
    document = plain("The dog walks to the house .")
    whole = document.replace(sentence_starts=())
    assert tagger(whole).columns["xpos"] == tagger(document).columns["xpos"]


def test_empty_documents(tagger: Tagger) -> None:
    found = tagger(Document(id="empty"))
    assert {name: len(rows) for name, rows in found.columns.items()} == {"xpos": 0, "upos": 0}


def test_empty_nodes_are_not_seen(tagger: Tagger) -> None:
    document = plain("The dog", "walks to")
    node = plain("The was dog", "walks to").replace(empty_nodes=(0, 1, 0, 0, 0))
    tagged = tagger(node).columns["xpos"]
    assert tagged[1] == ""
    assert [tagged[0], *tagged[2:]] == list(tagger(document).columns["xpos"])


def test_universal_tags_alone_can_be_learned() -> None:
    tagger = Tagger.train([corpus().with_columns(xpos=None)], QUICK)
    found = tagger(plain("The dog walks")).columns
    assert tagger.column == "upos"
    assert list(found["upos"]) == ["DET", "NOUN", "VERB"]
    assert "xpos" not in found


def test_development_documents_choose_the_round() -> None:
    lines: list[str] = []
    Tagger.train([corpus()], QUICK, dev=[corpus()], report=lines.append)
    assert 1 <= len(lines) < QUICK.chain.rounds
    assert "on development data" in lines[0]


def test_untagged_training_data_is_refused() -> None:
    with pytest.raises(DataError, match="plain has no upos"):
        Tagger.train([plain("The dog")])
    with pytest.raises(DataError, match="no tokens"):
        Tagger.train([])


NETWORK = replace(
    QUICK, network=NetworkSettings(bits=10, width=12, hidden=16, rounds=30, batch=4, rate=0.01, doubt=9.0)
)


@pytest.fixture(scope="module")
def neural() -> Tagger:
    """A tagger with a window network."""
    return Tagger.train([corpus()], NETWORK)


def test_the_network_learns_the_tags_by_itself(neural: Tagger) -> None:
    network, part = neural.network, SurfaceTokens.of(corpus())
    assert network is not None
    tokens = neural.tokens(part)
    scores = network.scores(network.inputs(part.words, tokens.columns, part.edges), np.arange(len(part.words)))
    guess = Strings([neural.tags[label] for label in scores.argmax(axis=1)])
    wrong = [one for one, other in zip(guess, corpus().columns["xpos"], strict=True) if one != other]
    assert len(wrong) <= 2
    some = np.array([4, 1])
    found = network.scores(network.inputs(part.words, tokens.columns, part.edges), some)
    np.testing.assert_allclose(found, scores[some], rtol=1e-4, atol=1e-5)


def test_the_network_is_asked_where_the_chain_doubts(neural: Tagger) -> None:
    document = plain("The dog sees Zyx .", "Zyx barks to Bertha")
    part = SurfaceTokens.of(document)
    tokens = neural.tokens(part)
    own, network = neural.chain.scores(tokens), neural.network
    assert network is not None
    added = neural.part_lattice(part, tokens).scores
    doubtful = leads(tokens.offsets, own) < network.settings.doubt
    alone = neural.chain.lattice(tokens).scores
    assert len(alone) == len(added)
    changed = np.add.reduceat(np.abs(alone - added), neural.chain.lattice(tokens).offsets[:-1]) > 0
    assert doubtful.any()
    assert changed.tolist() == doubtful.tolist()


def test_a_network_sees_only_its_own_sentence() -> None:
    places = window_places(np.array([0, 2, 5]), 5)
    assert places[1].tolist() == [5, 5, 0, 1, 5, 5, 5]
    assert places[3].tolist() == [5, 5, 2, 3, 4, 5, 5]


def test_gradients_of_the_network_are_right() -> None:
    """One step of the trainer, with Adam in the way of nothing, against differences of the loss."""
    settings = NetworkSettings(bits=6, width=4, hidden=5, rounds=1, batch=9, dropout=0.0)
    random = np.random.default_rng(1)
    rows = random.integers(0, 64, (7, 3)).astype(np.uint32)
    inputs = Inputs(rows, np.array([0, 1, 2, 3, 40000, 5, 6]), np.array([0, 3, 7], dtype=np.int32))
    gold = np.array([0, 1, 2, 0, 1, 2, 1], dtype=np.int32)
    network = WindowNetwork(settings, 3, np.random.default_rng(2))

    def loss() -> float:
        network.__dict__.pop("_made", None)
        scores = network.scores(inputs, np.arange(7)).astype(np.float64)
        chosen = scores[np.arange(7), gold]
        return float((np.log(np.exp(scores).sum(axis=1)) - chosen).mean())

    trainer = Trainer(network, [TaggedInputs(inputs, gold, np.zeros(7))], random)
    found: dict[str, np.ndarray] = {}
    for name, state in trainer.states.items():

        def keep(gradient: np.ndarray, rate: float, rows: object = slice(None), name: str = name) -> None:
            whole = np.zeros_like(network.weights[name])
            whole[rows] = gradient  # type: ignore[call-overload]
            found[name] = whole

        state.change = keep  # type: ignore[method-assign, assignment]
    trainer.round()
    for name, array in network.weights.items():
        for place in [tuple(random.integers(0, size) for size in array.shape) for _ in range(8)]:
            before, step = array[place], 1e-2
            array[place] = before + step
            above = loss()
            array[place] = before - step
            below = loss()
            array[place] = before
            assert found[name][place] == pytest.approx((above - below) / (2 * step), abs=3e-3)


def test_a_saved_network_tags_alike(tmp_path: Path, neural: Tagger) -> None:
    neural.save(tmp_path / "one")
    loaded = Tagger.load(tmp_path / "one")
    document = plain("Bertha wants to bark", "The walk was young .")
    assert loaded(document).columns == neural(document).columns
    Tagger.train([corpus()], NETWORK).save(tmp_path / "two")
    assert (tmp_path / "one/arrays.npz").read_bytes() == (tmp_path / "two/arrays.npz").read_bytes()
    assert neural(Document(id="empty")).columns["xpos"] == Strings()


def test_unknown_updates_are_refused() -> None:
    with pytest.raises(ConfigError, match="Known: perceptron, passive-aggressive"):
        LinearChainSettings(update="magic")


def test_the_shipped_tagger_knows_english() -> None:
    found = Tagger.shipped()(plain("Mary Smith works at the university .", "She has two children ."))
    assert list(found.columns["xpos"]) == "NNP NNP VBZ IN DT NN . PRP VBZ CD NNS .".split()
    assert list(found.columns["upos"][-5:]) == "PRON VERB NUM NOUN PUNCT".split()
