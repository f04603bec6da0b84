"""Named entities: labels, training, valid sequences, models that come back."""

from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.arrays import Float64Array, Int32Array
from namesakes.errors import DataError, ModelError, UsageError
from namesakes.learning.linear_chain import LinearChain
from namesakes.syntax.entities.corpora import corpus_documents, entity_documents, halves, mapped
from namesakes.syntax.entities.features import BLOCK, blocks
from namesakes.syntax.entities.kernels import crf
from namesakes.syntax.entities.labels import entity_spans, gold_labels, label_names, possible_pairs, possible_scores
from namesakes.syntax.entities.likeness import Likeness, learned_likeness
from namesakes.syntax.entities.name_finder import CORPUS, EntitySettings, NameFinder
from namesakes.syntax.tagging.features import SurfaceTokens
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.syntax.tagging.word_forms import folded
from namesakes.text.segment import joined
from namesakes.text.spans import Spans
from namesakes.text.word_vectors import WordVectors

SENTENCES = """
Anna/B-PER Berg/I-PER lives/O in/O Oslo/B-LOC ./O
The/O Acme/B-ORG Company/I-ORG was/O founded/O by/O Peter/B-PER Holm/I-PER ./O
In/O New/B-LOC York/I-LOC Anna/B-PER works/O for/O Acme/B-ORG ./O
She/O went/O to/O Paris/B-LOC with/O Peter/B-PER ./O
Oslo/B-LOC Berlin/B-LOC and/O Paris/B-LOC are/O large/O ./O
Nobody/O knows/O the/O company/O ./O
""".strip()

QUICK = EntitySettings(bits=14, rounds=20, rate=0.1, least=1, untagged=0)


def plain(*sentences: str) -> Document:
    return Document(id="plain", **joined([sentence.split() for sentence in sentences]))


def corpus(text: str = SENTENCES) -> Document:
    """A document with one sentence a line, each token written word/label."""
    rows = [[token.rsplit("/", 1) for token in line.split()] for line in text.splitlines()]
    document = Document(id="toy", **joined([[word for word, _ in row] for row in rows]))
    found: list[tuple[int, int, str]] = []
    for place, (_, label) in enumerate(token for row in rows for token in row):
        if label.startswith("B-"):
            found.append((place, place + 1, label[2:]))
        elif label.startswith("I-"):
            found[-1] = (found[-1][0], place + 1, label[2:])
    return document.replace(entity_table=Spans.build(found))


@pytest.fixture(scope="module")
def finder() -> NameFinder:
    return NameFinder.train([corpus()], QUICK)


def names(document: Document) -> list[tuple[str, str]]:
    return [
        (" ".join(document.words[entity.token_start : entity.token_end]), entity.label) for entity in document.entities
    ]


def test_the_training_data_is_learned(finder: NameFinder) -> None:
    assert finder.types == ("LOC", "ORG", "PER")
    assert finder(corpus().replace(entity_table=None)).entity_table == corpus().entity_table


def test_labels_and_spans_are_one_another(finder: NameFinder) -> None:
    document, labels = corpus(), label_names(finder.types)
    part = SurfaceTokens.of(document)
    assert entity_spans(part, gold_labels(document, part, labels), labels) == document.entity_table


def test_entities_that_nest_or_leave_their_sentence_have_labels_too() -> None:
    document = plain("The University of Oslo", "Anna").replace(
        entity_table=Spans.build([(1, 5, "ORG"), (3, 4, "LOC"), (4, 5, "PER")])
    )
    labels = label_names(["LOC", "ORG", "PER"])
    found = gold_labels(document, SurfaceTokens.of(document), labels)
    assert [labels[label] for label in found] == ["O", "B-ORG", "I-ORG", "E-ORG", "S-ORG"]


LABELS = label_names(["LOC", "PER"])


def sequences(length: int) -> list[tuple[int, ...]]:
    """All valid sequences of labels, by trying all."""
    possible, edge = possible_pairs(LABELS), len(LABELS)
    return [
        path
        for path in product(range(edge), repeat=length)
        if all(possible[pair] for pair in pairwise((edge, *path, edge)))
    ]


def test_which_labels_follow_each_other() -> None:
    named = {" ".join(LABELS[label] for label in path) for path in sequences(2)}
    assert len(named) == 11
    assert {"O O", "S-LOC O", "B-PER E-PER", "S-PER S-LOC"} <= named
    assert not {"B-PER O", "O E-PER", "B-PER E-LOC", "B-PER I-PER"} & named


def random_chain(seed: int, length: int) -> tuple[LinearChain, Float64Array]:
    random = np.random.default_rng(seed)
    chain = LinearChain(LABELS, [()], 4, order=1)
    chain.pairs = possible_scores(LABELS) + random.normal(size=chain.pairs.shape)
    return chain, random.normal(0, 2, (length, len(LABELS)))


def candidates(scores: Float64Array) -> tuple[Int32Array, Int32Array, Float64Array]:
    """Offsets, labels and scores of tokens that may take every label, from one row of scores a token."""
    count, width = scores.shape
    offsets = np.arange(0, scores.size + 1, width, dtype=np.int32)
    return offsets, np.tile(np.arange(width, dtype=np.int32), count), scores.ravel()


def total(chain: LinearChain, scores: Float64Array, path: tuple[int, ...]) -> float:
    edge = len(LABELS)
    own = sum(float(scores[place, label]) for place, label in enumerate(path))
    return own + sum(float(chain.pairs[pair]) for pair in pairwise((edge, *path, edge)))


@given(seed=st.integers(0, 10**6), length=st.integers(1, 4))
def test_the_best_sequence_is_the_best_of_all_valid_ones(seed: int, length: int) -> None:
    chain, scores = random_chain(seed, length)
    found, value = chain.decode_one(*candidates(scores))
    assert tuple(found.tolist()) == max(sequences(length), key=lambda path: total(chain, scores, path))
    assert value == pytest.approx(total(chain, scores, tuple(found.tolist())))


@given(seed=st.integers(0, 10**6), length=st.integers(1, 4))
def test_marginals_are_those_of_all_sequences(seed: int, length: int) -> None:
    chain, scores = random_chain(seed, length)
    every = sequences(length)
    powers = np.exp([total(chain, scores, path) for path in every])
    wanted, wanted_pairs = np.zeros_like(scores), np.zeros_like(chain.pairs)
    for path, share in zip(every, powers / powers.sum(), strict=True):
        wanted[range(length), path] += share
        for pair in pairwise((len(LABELS), *path, len(LABELS))):
            wanted_pairs[pair] += share
    found, expected, room = np.empty_like(scores), np.zeros_like(chain.pairs), np.empty((2, *scores.shape))
    crf.find_marginals(scores, np.exp(chain.pairs), room[0], room[1], found, expected)
    np.testing.assert_allclose(found, wanted, atol=1e-9)
    np.testing.assert_allclose(expected, wanted_pairs, atol=1e-9)


@given(words=st.lists(st.sampled_from("Anna York of the . Zyx NATO x".split()), max_size=9), seed=st.integers(0, 99))
def test_no_sequence_of_labels_is_invalid(finder: NameFinder, words: list[str], seed: int) -> None:
    chain = LinearChain(finder.chain.names, [()], 4, order=1)
    chain.pairs = possible_scores(chain.names)
    part = SurfaceTokens.of(plain(" ".join(words), "York York") if words else plain("York York"))
    scores = np.random.default_rng(seed).normal(0, 5, (len(part.places), len(chain.names)))
    labels, _ = chain.decode(part.edges, *candidates(scores))
    possible, edge = possible_pairs(chain.names), len(chain.names)
    for first, last in pairwise(part.edges.tolist()):
        assert all(possible[pair] for pair in pairwise((edge, *labels[first:last].tolist(), edge)))


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path, finder: NameFinder) -> None:
    finder.save(tmp_path / "one")
    NameFinder.train([corpus()], QUICK).save(tmp_path / "two")
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_a_saved_finder_finds_alike(tmp_path: Path, finder: NameFinder) -> None:
    finder.save(tmp_path)
    loaded = NameFinder.load(tmp_path)
    for document in (corpus(), plain("Peter Berg left New Acme .", "York York")):
        assert loaded(document).entity_table == finder(document).entity_table
    assert loaded.settings == finder.settings


PLACES = "paris london berlin madrid rome vienna moscow tokyo chicago boston dublin prague".split()
OTHERS = "table walked green quickly because number seven window water bread under when".split()


def test_words_near_names_are_like_names() -> None:
    codes = folded(PLACES + OTHERS)
    kinds = np.array([1] * len(PLACES) + [0] * len(OTHERS))
    likeness, honest = learned_likeness(codes, kinds, 1, None, seed=1)
    city, chair, unknown = likeness.of(folded(["athens", "chair", "xqzzyq"]))[:, 0].tolist()
    assert city > chair > unknown == 0
    again = learned_likeness(codes, kinds, 1, None, seed=1)
    assert (again[0].levels == likeness.levels).all()
    assert (again[1].levels == honest.levels).all()


def test_no_word_is_like_a_name_by_its_own_label() -> None:
    odd = "window"
    codes = folded([*PLACES, *OTHERS])
    kinds = np.array([1] * len(PLACES) + [int(word == odd) for word in OTHERS])
    likeness, honest = learned_likeness(codes, kinds, 1, None, seed=1)
    assert honest.of(folded([odd]))[0, 0] < likeness.of(folded([odd]))[0, 0]
    assert (learned_likeness(codes[:2], kinds[:2], 1, None, seed=1)[0].levels == 0).all()


def test_vectors_may_be_given() -> None:
    table = WordVectors.shipped()
    random = np.random.default_rng(0)
    vectors = random.normal(size=(len(PLACES + OTHERS), 5)).astype(np.float32)
    vectors[: len(PLACES), 0] += 5
    kinds = np.array([1] * len(PLACES) + [0] * len(OTHERS))
    likeness, _ = learned_likeness(folded(PLACES + OTHERS), kinds, 1, (PLACES + OTHERS, vectors), seed=0)
    assert likeness.levels.any(axis=1).sum() == len(PLACES + OTHERS)
    assert likeness.of(folded(PLACES)).mean() > likeness.of(folded(OTHERS)).mean() + 1
    assert likeness.levels.shape == (len(table), 1)


def test_names_are_found_as_the_first_corpus_has_them() -> None:
    other = corpus(SENTENCES.replace("Oslo/B-LOC", "Oslo/B-ORG"))
    for first, second, label in ((corpus(), other, "LOC"), (other, corpus(), "ORG")):
        documents = [first.replace(meta={CORPUS: "one"}), second.replace(meta={CORPUS: "two"})]
        found = NameFinder.train(documents * 2, QUICK)
        assert ("Oslo", label) in names(found(plain("Anna Berg lives in Oslo .")))


def test_a_model_of_another_table_of_words_is_refused(tmp_path: Path, finder: NameFinder) -> None:
    few = Likeness(finder.likeness.levels[:9])
    NameFinder(finder.settings, finder.types, "", finder.lexicon, few, finder.chain).save(tmp_path)
    with pytest.raises(ModelError, match="another table of words"):
        NameFinder.load(tmp_path)


def test_empty_documents(finder: NameFinder) -> None:
    found = finder(Document(id="empty"))
    assert found.entity_table is not None
    assert len(found.entity_table) == 0


def test_empty_nodes_are_not_seen(finder: NameFinder) -> None:
    node = plain("Anna Berg was lives in Oslo .").replace(empty_nodes=(0, 0, 1, 0, 0, 0, 0))
    assert names(finder(node)) == [("Anna Berg", "PER"), ("Oslo", "LOC")]


def test_documents_are_seen_in_blocks_of_sentences() -> None:
    edges = np.arange(0, 3 * (2 * BLOCK + 1) + 1, 3, dtype=np.int32)
    assert blocks(edges) == [(0, 3 * BLOCK), (3 * BLOCK, 6 * BLOCK), (6 * BLOCK, 6 * BLOCK + 3)]


def test_types_are_mapped() -> None:
    document = plain("a b c d e f").replace(
        entity_table=Spans.build(
            [(0, 1, "person"), (1, 2, "corporation"), (2, 3, "GPE"), (3, 4, "MISC"), (4, 5, "group"), (5, 6, "product")]
        )
    )
    assert names(mapped(document)) == [("a", "PER"), ("b", "ORG"), ("c", "LOC"), ("e", "ORG")]


def test_the_end_of_a_document_is_held_out() -> None:
    learned, kept = halves(corpus(), share=0.5)
    assert names(learned) + names(kept) == names(corpus())
    assert len(learned.sentences) == len(kept.sentences) == 3


GUM_NAMES = "the\tB-place\nAlps\tI-place\nrose\tO\n\nAnna\tB-person\nslept\tO\n\n"
GUM_TREES = """\
# newdoc id = GUM_news_alps
# sent_id = GUM_news_alps-1
1\tthe\t_\t_\t_\t_\t2\tdet\t_\t_
2\tAlps\t_\t_\t_\t_\t3\tnsubj\t_\t_
3\trose\t_\t_\t_\t_\t0\troot\t_\t_

# newdoc id = GUM_fiction_sleep
# sent_id = GUM_fiction_sleep-1
1\tAnna\t_\t_\t_\t_\t2\tnsubj\t_\t_
2\tslept\t_\t_\t_\t_\t0\troot\t_\t_

"""


def test_non_commercial_genres_are_left_out(tmp_path: Path) -> None:
    for folder in ("ner/gum_named", "treebanks/en_gum"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "ner/gum_named/train.bio").write_text(GUM_NAMES)
    with pytest.raises(DataError, match="genres"):
        corpus_documents(tmp_path, "gum_named")
    (tmp_path / "treebanks/en_gum/train.conllu").write_text(GUM_TREES)
    (document,) = corpus_documents(tmp_path, "gum_named")
    assert list(document.words) == ["the", "Alps", "rose"]
    assert names(document) == [("Alps", "LOC")]
    assert document.meta[CORPUS] == "gum_named"
    (tmp_path / "ner/gum_named/train.bio").write_text(GUM_NAMES * 2)
    with pytest.raises(DataError, match="same sentences"):
        corpus_documents(tmp_path, "gum_named")


def test_missing_data_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="plain has no named entities"):
        NameFinder.train([plain("The dog")])
    with pytest.raises(DataError, match="no named entities"):
        NameFinder.train([])
    with pytest.raises(UsageError, match="--data"):
        entity_documents(None)
    with pytest.raises(DataError, match="not there"):
        entity_documents(tmp_path)


@pytest.mark.parametrize("tagged", [True, False])
def test_the_shipped_model_knows_names(tagged: bool) -> None:
    document = plain("Yesterday John Smith flew from London to New York .", "The dog slept in the garden .")
    found = NameFinder.shipped()(Tagger.shipped()(document) if tagged else document)
    assert names(found) == [("John Smith", "PER"), ("London", "LOC"), ("New York", "LOC")]
