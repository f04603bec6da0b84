"""Named entities: labels, training, valid sequences, models that come back."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError, UsageError
from namesakes.syntax.chain_training import ChainSettings
from namesakes.syntax.entities import EntitySettings, NameFinder
from namesakes.syntax.entity_data import entity_documents, halves, mapped
from namesakes.syntax.entity_features import BLOCK, blocks
from namesakes.syntax.entity_labels import entity_spans, gold_labels, label_names
from namesakes.syntax.tag_features import Part
from namesakes.syntax.tagger import Tagger
from namesakes.syntax.word_clusters import Clusters
from namesakes.syntax.word_forms import folded
from namesakes.text.segment import joined
from namesakes.text.spans import Spans

SENTENCES = """
Anna/B-PER Berg/I-PER lives/O in/O Oslo/B-LOC ./O
The/O Acme/B-ORG Company/I-ORG was/O founded/O by/O Peter/B-PER Holm/I-PER ./O
In/O New/B-LOC York/I-LOC Anna/B-PER works/O for/O Acme/B-ORG ./O
She/O went/O to/O Paris/B-LOC with/O Peter/B-PER ./O
Oslo/B-LOC Berlin/B-LOC and/O Paris/B-LOC are/O large/O ./O
Nobody/O knows/O the/O company/O ./O
""".strip()

QUICK = EntitySettings(chain=ChainSettings(bits=14, rounds=15), untagged=0)


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
    return [(" ".join(document.words[entity.first : entity.last]), entity.label) for entity in document.entities]


def test_the_training_data_is_learned(finder: NameFinder) -> None:
    assert finder.types == ("LOC", "ORG", "PER")
    assert finder(corpus().replace(entity_table=None)).entity_table == corpus().entity_table


def test_labels_and_spans_are_one_another(finder: NameFinder) -> None:
    document, labels = corpus(), label_names(finder.types)
    part = Part.of(document)
    assert entity_spans(part, gold_labels(document, part, labels), labels) == document.entity_table


def test_entities_that_nest_or_leave_their_sentence_have_labels_too() -> None:
    document = plain("The University of Oslo", "Anna").replace(
        entity_table=Spans.build([(1, 5, "ORG"), (3, 4, "LOC"), (4, 5, "PER")])
    )
    labels = label_names(["LOC", "ORG", "PER"])
    found = gold_labels(document, Part.of(document), labels)
    assert [labels[label] for label in found] == ["O", "B-ORG", "I-ORG", "I-ORG", "B-ORG"]


@given(seed=st.integers(0, 10**6), words=st.lists(st.sampled_from("Anna York of the . Zyx NATO x".split()), max_size=9))
def test_no_sequence_of_labels_is_invalid(seed: int, words: list[str]) -> None:
    finder = NameFinder.train([corpus()], EntitySettings(chain=ChainSettings(bits=10, rounds=1)))
    random = np.random.default_rng(seed)
    finder.chain.weights = random.normal(0, 5, len(finder.chain.weights)).astype(np.float32)
    document = plain(" ".join(words), "York York") if words else plain("York York")
    lattice = finder.chain.lattice(finder.tokens(document, Part.of(document)))
    for sentence in range(len(lattice.edges) - 1):
        before = "O"
        for label in lattice.best_of(sentence):
            name = finder.chain.names[label]
            assert not name.startswith("I-") or before in (f"B-{name[2:]}", name)
            before = name


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


def test_clusters_hold_words_of_the_same_neighbours(tmp_path: Path) -> None:
    sentences = [["the", animal, "sleeps", "."] for animal in ("dog", "cat", "cow")]
    sentences += [["in", city, "it", "rains"] for city in ("Oslo", "Rome", "Bonn")]
    clusters = Clusters.build(sentences * 5, count=8)
    numbers = clusters.of(folded(["dog", "cat", "cow", "Oslo", "Rome", "Bonn", "unheard"])).tolist()
    assert numbers[6] == 0
    assert not set(numbers[:3]) & set(numbers[3:6])
    assert Clusters.build(sentences * 5, count=8).numbers.tolist() == clusters.numbers.tolist()
    assert len(Clusters.build(sentences, count=99).words) == 0
    finder = NameFinder.train([corpus()], QUICK, clusters)
    finder.save(tmp_path)
    assert NameFinder.load(tmp_path).clusters.words.tolist() == clusters.words.tolist()


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
