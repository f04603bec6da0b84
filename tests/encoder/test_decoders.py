"""Decoders over an encoder's scores, on random scores: against all sequences, all trees, all of both in a corpus."""

from dataclasses import dataclass, field
from itertools import pairwise, product

import numpy as np
import pytest

from namesakes.encoder.examples import Labels
from namesakes.encoder.parts import EncodedParser, EncodedTagger, joined_trees
from namesakes.encoder.readings import LONGEST, Reading
from namesakes.encoder.tagging import MARGIN, MOST, tag_chain, tag_lattice, transition_scores
from namesakes.encoder.trees import TreeSettings, sentence_scores
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.structures.dual_decomposition import agree
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, Forest, ParsingSettings
from namesakes.syntax.consistency.tagger import ConsistentTagger, CorpusLattice, TaggingSettings
from namesakes.syntax.parsing.features import sentences
from namesakes.syntax.parsing.parser import Parser, ParserSettings, rows_of
from namesakes.syntax.parsing.scores import Scored
from namesakes.text.document import Document
from namesakes.text.segment import joined
from tests.oracles import trees as oracle
from tests.syntax.consistency.test_consistency import best_by_enumeration, star_total
from tests.syntax.parsing.test_parser import SMALL, bare, document, grand_score

FINE, COARSE, RELATIONS = ["DT", "NN", "NNS", "VB"], ["DET", "NOUN", "VERB"], ["root", "det", "obj"]
RANDOM_TEXT = "a gribble left\nthey gribbles\nthe old gribble slept"


def known_labels() -> Labels:
    labels = Labels(relations=list(RELATIONS))
    labels.tasks |= {"xpos": list(FINE), "upos": list(COARSE), "names": ["O"]}
    return labels


def random_reading(edges: list[int], seed: int, spread: float = 1.0) -> Reading:
    """A reading of random scores."""
    random, count = np.random.default_rng(seed), edges[-1]

    def normal(*shape: int) -> np.ndarray:
        return (random.normal(size=shape) * spread).astype(np.float32)

    tags = {"xpos": normal(count, len(FINE)), "upos": normal(count, len(COARSE)), "names": normal(count, 1)}
    arcs = [normal(high - low + 1, high - low + 1) for low, high in pairwise(edges) if high > low]
    vectors = normal(count + 1, 3), normal(count, 3), normal(4, len(RELATIONS), 4)
    return Reading(known_labels(), np.array(edges), tags, normal(count, 2), *vectors, arcs)


@dataclass
class Said:
    """An encoder that says of any document what random numbers say of its words."""

    seed: int = 0
    spread: float = 1.0
    labels: Labels = field(default_factory=known_labels)

    def reading(self, made: Document) -> Reading:
        edges = [*made.sentence_starts.tolist(), len(made.starts)] if len(made.starts) else [0]
        return random_reading(edges, self.seed + len(made.starts), self.spread)

    def is_one_piece(self, word: str) -> bool:
        return "gribble" not in word


def text(lines: str) -> Document:
    return Document(id="t", **joined([line.split() for line in lines.split("\n")]))


def tagger(seed: int = 0, transitions: np.ndarray | None = None) -> EncodedTagger:
    return EncodedTagger(Said(seed), transitions)  # type: ignore[arg-type]


def parser(seed: int = 0, settings: TreeSettings | None = None, linear: Parser | None = None) -> EncodedParser:
    return EncodedParser(Said(seed), settings, linear)  # type: ignore[arg-type]


# Tags


def test_labels_that_compete_are_those_near_the_best() -> None:
    reading = random_reading([0, 3, 7], 1, spread=4.0)
    lattice = tag_lattice(tag_chain(FINE, COARSE), reading)
    for word in range(7):
        here = slice(lattice.offsets[word], lattice.offsets[word + 1])
        every = np.add.outer(reading.tags["xpos"][word].astype(float), reading.tags["upos"][word].astype(float)).ravel()
        wanted = [n for n in np.argsort(-every)[:MOST] if every[n] >= every.max() - MARGIN]
        assert sorted(lattice.labels[here].tolist()) == sorted(int(n) for n in wanted)
        np.testing.assert_allclose(lattice.scores[here], every[lattice.labels[here]])
    assert lattice.chain.names[lattice.labels[0]] in {f"{one} {other}" for one in FINE for other in COARSE}


@pytest.mark.parametrize("seed", range(5))
def test_without_transitions_every_word_has_its_own_best_tags(seed: int) -> None:
    made, model = text(RANDOM_TEXT), tagger(seed)
    plain, other = model(made), model.with_tags(made, model.lattice(made).best())
    assert plain.columns["xpos"] == other.columns["xpos"]
    assert plain.columns["upos"] == other.columns["upos"]


@pytest.mark.parametrize("seed", range(5))
def test_with_transitions_the_sequence_is_the_best_of_all(seed: int) -> None:
    random = np.random.default_rng(seed)
    transitions = random.normal(size=(len(FINE) + 1, len(FINE) + 1)) * 2
    made = text("a gribble left")
    found = tagger(seed, transitions)(made)
    reading = Said(seed).reading(made)
    fine, coarse = reading.tags["xpos"].astype(float), reading.tags["upos"].astype(float)

    def value(path: tuple[int, ...]) -> float:
        steps = pairwise([len(FINE), *path, len(FINE)])
        return sum(fine[place, tag] for place, tag in enumerate(path)) + sum(transitions[each] for each in steps)

    best = max(product(range(len(FINE)), repeat=3), key=value)
    assert [FINE.index(tag) for tag in found.columns["xpos"]] == list(best)
    assert [COARSE.index(tag) for tag in found.columns["upos"]] == coarse.argmax(axis=1).tolist()


def test_transitions_by_hand() -> None:
    made = text("a cat\na dog runs").with_columns(xpos=["DT", "NN", "DT", "NN", "ODD"])
    found = transition_scores([made], ["DT", "NN"], share=2.0)
    counts = np.array([[1, 3, 1], [1, 1, 2], [3, 1, 1.0]])  # of DT, NN and the edge, one more of each; ODD is unknown
    wanted = 2 * (np.log(counts / counts.sum(axis=1, keepdims=True)) - np.log(counts.sum(axis=0) / counts.sum()))
    np.testing.assert_allclose(found, wanted)
    with pytest.raises(DataError, match="5 by 5 are needed"):
        tag_chain(FINE, COARSE, found)


def best_tags_of_all(corpus: CorpusLattice, types: dict[str, str], settings: TaggingSettings) -> float:
    """The best joint score of tags and stars, over all tags of all words that are in stars."""
    lattice, options = corpus.lattice, corpus.options(types, settings.bonuses)
    star_of = np.repeat(np.arange(len(options.types)), np.diff(options.stars.starts))
    rows = [range(lattice.offsets[token], lattice.offsets[token + 1]) for token in options.tokens.tolist()]
    others = set(range(len(lattice.offsets) - 1)) - set(options.tokens.tolist())
    alone = sum(float(lattice.scores[lattice.offsets[word] : lattice.offsets[word + 1]].max()) for word in others)
    best = -np.inf
    for places in product(*rows):
        total = alone + sum(float(lattice.scores[place]) for place in places)
        for star in range(len(options.types)):
            labels = [int(lattice.labels[place]) for place, own in zip(places, star_of, strict=True) if own == star]
            total += star_total(labels, options.stars.groups, settings.bonuses)
        best = max(best, total)
    return best


@pytest.mark.parametrize(("same", "seed"), [(0.3, 0), (1.0, 1), (4.0, 2)])
def test_consistent_tags_are_the_best_of_all(same: float, seed: int) -> None:
    made, model = text(RANDOM_TEXT), tagger(seed)
    settings = TaggingSettings(same=same, close=same / 2, off=same / 5, rate=same / 4)
    types = ConsistentTagger(model, settings).types([made])
    assert types == {"gribble": "gribble", "gribbles": "gribble"}
    corpus = CorpusLattice.of(model, [made])
    options = corpus.options(types, settings.bonuses)
    agreement = agree(options.stars, options.structures, lambda *of: corpus.decode(options, *of), settings.steps)
    assert not len(agreement.let_go)
    assert agreement.value == pytest.approx(best_tags_of_all(CorpusLattice.of(model, [made]), types, settings))


def test_a_strong_consensus_gives_a_word_one_pair_of_tags() -> None:
    made, model = text(RANDOM_TEXT), tagger(3)
    plain = model(made)
    settings = TaggingSettings(same=20.0, close=0.0, off=0.0, rate=4.0)
    (found,), report = ConsistentTagger(model, settings).corpus([made])
    places = [place for place, word in enumerate(made.words) if "gribble" in word]
    pairs = [
        {(each.columns["xpos"][place], each.columns["upos"][place]) for place in places} for each in (plain, found)
    ]
    assert len(pairs[0]) > 1
    assert len(pairs[1]) == 1
    assert {change.form for change in report.changes} <= {"gribble", "gribbles"}
    assert report.changes[0].after == " ".join(*pairs[1])


# Trees


@pytest.fixture(scope="module", params=[1, 2, 3])
def linear(request: pytest.FixtureRequest) -> Parser:
    return Parser.train([document()], ParserSettings(order=request.param, **SMALL))


LINE = "A/DET/2/det clerk/NOUN/3/nsubj left/VERB/0/root them/PRON/3/obj ./PUNCT/3/punct"


@pytest.mark.parametrize("share", [0.0, 0.7, 5.0])
def test_trees_of_both_models_are_the_best_of_all(linear: Parser, share: float) -> None:
    """The sum over a tree's arcs, siblings and grandparents, by definition, for all projective trees."""
    made = bare(document(LINE))
    rows = rows_of(sentences(made, linear.inventory), 0)
    every = linear.arcs.score(rows, _all_arcs(6), "eisner")
    settings = TreeSettings(share=share, heads=6, margin=1e6)
    for seed in range(5):
        arcs = random_reading([0, 5], seed, spread=3.0).arcs[0]
        scored = sentence_scores(arcs, settings, linear, rows)
        heads, value = scored.tree()
        totals = {
            tree: oracle.score(tree, arcs.astype(float)) + share * linear_score(tree, every) for tree in oracle.trees(5)
        }
        best = max(totals, key=lambda tree: totals[tree])
        assert value == pytest.approx(totals[best])
        assert tuple(heads[1:].tolist()) == best


def linear_score(tree: tuple[int, ...], every: Scored) -> float:
    siblings = None
    if every.parts is not None:
        siblings = np.full((len(every.arcs),) * 3, -1e9)
        siblings[tuple(every.parts.T)] = every.siblings
    return oracle.score(tree, every.arcs, siblings) + grand_score(tree, every)


def _all_arcs(size: int) -> np.ndarray:
    kept = np.ones((size, size), dtype=np.uint8)
    np.fill_diagonal(kept, 0)
    kept[:, 0] = 0
    return kept


def test_pruning_leaves_the_best_tree_and_few_arcs() -> None:
    for seed in range(5):
        arcs = random_reading([0, 6], seed, spread=3.0).arcs[0]
        scored = sentence_scores(arcs, TreeSettings(heads=2, margin=4.0))
        best = max(oracle.trees(6), key=lambda tree: oracle.score(tree, arcs.astype(float)))
        assert tuple(scored.tree()[0][1:].tolist()) == best
        assert ((scored.arcs > -1e299).sum(axis=0)[1:] <= 2).all()


def test_spanning_trees_are_the_best_of_all_trees() -> None:
    crossing = 0
    for seed in range(8):
        arcs = random_reading([0, 5], seed, spread=3.0).arcs[0]
        heads, value = sentence_scores(arcs, TreeSettings(decoder="spanning-tree")).tree()
        totals = {tree: oracle.score(tree, arcs.astype(float)) for tree in oracle.trees(5, projective=False)}
        assert value == pytest.approx(max(totals.values()), abs=1e-4)
        assert totals[tuple(heads[1:].tolist())] == pytest.approx(value, abs=1e-4)
        crossing += not oracle.is_projective(tuple(heads[1:].tolist()))
    assert crossing > 0


@pytest.mark.parametrize("same", [0.3, 3.0])
def test_consistent_trees_are_the_best_of_all(same: float) -> None:
    made = document("A/DET/2/det clerk/NOUN/3/nsubj left/VERB/0/root\nThe/DET/2/det dog/NOUN/3/nsubj ran/VERB/0/root")
    settings = ParsingSettings(same=same, close=same / 2, off=same / 5, rate=same / 4)
    model, contexts = parser(5, TreeSettings(margin=1e6)), Contexts.learn([document()])
    forest = Forest.of(model, contexts, [bare(made)])
    options, agreement = forest.agree(settings)
    assert len(options.words) > 2
    assert not len(agreement.let_go)
    fresh = Forest.of(model, contexts, [bare(made)])
    assert agreement.value == pytest.approx(best_by_enumeration(fresh, settings))


def test_without_bonuses_trees_are_those_of_the_sentences(linear: Parser) -> None:
    made = bare(document())
    for settings in (TreeSettings(), TreeSettings(share=0.5), TreeSettings(decoder="spanning-tree")):
        model = parser(2, settings, linear)
        plain = model(made)
        (found,), report = ConsistentParser(model, Contexts.learn([document()]), ParsingSettings(0.0, 0.0, 0.0)).corpus(
            [made]
        )
        assert plain.heads is not None
        assert found.heads is not None
        assert found.heads.tolist() == plain.heads.tolist()
        assert found.columns["label"] == plain.columns["label"]
        assert report.changes == ()


def test_long_sentences_and_none_at_all() -> None:
    """A sentence of several pieces has the tree that its reading has, and is in no star."""
    words = LONGEST + 10
    made = Document(id="long", **joined([["word"] * words, ["a", "b"]]))
    whole = random_reading([0, words, words + 2], 1)
    arcs = [np.ones((LONGEST + 1, LONGEST + 1), np.float32), np.ones((11, 11), np.float32), whole.arcs[1]]
    reading = Reading(**{**whole.__dict__, "arcs": arcs})
    model = parser()
    model.encoder.reading = lambda document: reading  # type: ignore[method-assign]
    found = model.scored_trees(made)
    assert [scored is None for scored in found.scored] == [True, False]
    assert joined_trees([tree for tree, _ in found.plain]).tolist() == reading.heads.tolist()
    assert parser().scored_trees(Document(id="none", text="")).plain == []


def test_settings_that_make_no_sense_are_refused() -> None:
    for wrong in ({"share": -1.0}, {"heads": 0}, {"margin": 0.0}, {"share": 1.0, "decoder": "spanning-tree"}):
        with pytest.raises(ConfigError):
            TreeSettings(**wrong)  # type: ignore[arg-type]
    with pytest.raises(UnknownNameError, match="eisner"):
        TreeSettings(decoder="eisenr")
