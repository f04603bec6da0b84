"""Examples: conversion, masks, files."""

from pathlib import Path

import numpy as np

from namesakes.encoder.batches import collate
from namesakes.encoder.conversion import FOREIGN, joined_sentences, segments, without_singletons
from namesakes.encoder.examples import ABSENT, NO_HEAD, TASKS, load_examples, save_examples
from tests.encoder.made import CHAINS, MARKS, converter, document, example


def test_a_document_becomes_numbers(tmp_path: Path) -> None:
    make = converter()
    made = make.example(document(tmp_path), "first")
    assert len(made) == 12
    assert made.sentences.tolist() == [0, 8]
    assert made.heads is not None
    assert made.heads.tolist() == [3, 0, 3, -1, 3, 6, 3, 3, 9, -1, 9, 9]
    assert [make.labels.tasks["xpos"][tag] for tag in made.tags["xpos"]][:4] == ["NNP", "NNP", "RB", "VBD"]
    assert make.labels.tasks["feats"][made.tags["feats"][2]] == "None"
    assert "names" not in made.tags
    assert made.chains is None


def test_labels_that_training_has_not_seen_are_foreign(tmp_path: Path) -> None:
    make = converter()
    make.numbers(["NNP"], make.labels.tasks["xpos"], growing=True)
    made = make.example(document(tmp_path), "first", growing=False)
    assert set(made.tags["xpos"].tolist()) == {0, FOREIGN}
    assert make.labels.corpora == []


def test_parts_keep_what_lies_in_them(tmp_path: Path) -> None:
    first, second = segments(example(tmp_path), 5)
    assert (len(first), len(second)) == (8, 4)
    assert second.heads is not None
    assert second.heads.tolist() == [1, -1, 1, 1]
    assert second.first[0] == 0
    assert first.chains is not None
    assert len(first.chains) == 0  # cut chains are single mentions, and singletons are no chains
    assert first.entities is not None
    assert len(first.entities) == 3
    assert segments(example(tmp_path), 100)[0].id == "made_news_first"


def test_singletons_go() -> None:
    rows = np.array([(0, 1, 0), (2, 3, 1), (4, 5, 0)], dtype=np.int32)
    assert without_singletons(rows).tolist() == [[0, 1, 0], [4, 5, 0]]


def test_names_by_sentences(tmp_path: Path) -> None:
    found = joined_sentences(document(tmp_path), [(0, 2, "PER"), (8, 9, "PER")])
    assert found["She", "liked", "him", "."] == [(0, 1, "PER")]


def test_files_give_back_the_same(tmp_path: Path) -> None:
    make = converter()
    whole = example(tmp_path, make)
    bare, _ = make.words(document(tmp_path), "second")
    save_examples(tmp_path / "some.npz", [whole, bare], make.labels)
    (again, other), labels = load_examples(tmp_path / "some.npz")
    assert labels == make.labels
    assert other.chains is None
    assert other.tags == {}
    assert again.id == whole.id
    for name in ("pieces", "first", "heads", "relations", "chains", "entities", "pairs", "sentences"):
        np.testing.assert_array_equal(getattr(again, name), getattr(whole, name))
    for task in TASKS:
        np.testing.assert_array_equal(again.tags[task], whole.tags[task])


def test_masks_of_a_batch(tmp_path: Path) -> None:
    make = converter()
    whole = example(tmp_path, make)
    bare, _ = make.words(document(tmp_path), "second")
    batch = collate([whole, bare], MARKS, make.labels.corpus_numbers())
    arrays = batch.arrays
    assert batch.documents == [(0, 12), (12, 24)]
    assert batch.chained == batch.scored == [0]
    assert (arrays["xpos"][12:] == ABSENT).all()
    assert (arrays["heads"][12:] == NO_HEAD).all()
    assert arrays["tree_rows"].shape == (2, 8)
    assert arrays["tree_rows"][1].tolist() == [8, 9, 10, 11, -1, -1, -1, -1]
    everything = collate([whole, bare], MARKS, make.labels.corpus_numbers(), everything=True).arrays
    assert everything["tree_rows"].shape == (4, 8)
    assert set(everything["chain"][everything["span_starts"] >= 12].tolist()) == {-2}


def test_spans_and_their_labels(tmp_path: Path) -> None:
    make = converter()
    arrays = collate([example(tmp_path, make)], MARKS, make.labels.corpus_numbers()).arrays
    spans = list(zip(arrays["span_starts"].tolist(), arrays["span_ends"].tolist(), strict=True))
    assert len(spans) == 8 * 9 // 2 + 4 * 5 // 2
    assert spans == sorted(spans)
    chains = {span: chain for span, chain in zip(spans, arrays["chain"].tolist(), strict=True) if chain >= 0}
    assert chains == {(start, end - 1): chain for start, end, chain in CHAINS.tolist()}
    entities = dict(zip(spans, arrays["entity"].tolist(), strict=True))
    assert (entities[0, 1], entities[6, 6], entities[0, 0]) == (1, 2, 0)


def test_codes_of_equal_spans_are_equal(tmp_path: Path) -> None:
    made, _ = converter().words(document(tmp_path), "first")
    made.words = np.array([5, 6, 1, 5, 6, 2, 9, 5, 6, 1, 1, 3], dtype=np.int32)
    made.empty = np.array([0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0], dtype=np.int8)
    arrays = collate([made], MARKS, {"first": 0}).arrays

    def code(start: int, end: int, prefix: str = "") -> int:
        with np.errstate(over="ignore"):
            hashes = arrays[f"{prefix}hashes"]
            return int((hashes[end] - hashes[start]) * arrays[f"{prefix}scales"][start])

    assert code(0, 2) == code(3, 5) == code(7, 9) != code(1, 3)
    assert code(6, 9) != code(7, 9)
    assert code(6, 9, "core_") == code(7, 9, "core_") == code(0, 2, "core_")
