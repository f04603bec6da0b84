"""JSONL: the rows that others write, the rows that we write, and rows that are wrong."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError
from namesakes.formats import FORMATS, Block, TextFile
from namesakes.text.segment import PROVISIONAL
from tests.formats.fuzz import mutations, only_data_errors
from tests.strategies import documents


def row_file(tmp_path: Path, *rows: Any) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text(
        "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows) + "\n", encoding="utf-8"
    )
    return path


def test_text_with_character_clusters(tmp_path: Path) -> None:
    text = "Gary Wilber said he agreed."
    document = read_one(
        row_file(tmp_path, {"doc_id": "a", "text": text, "clusters": [[[0, 11], [17, 19]]], "year": 1999})
    )
    assert [[mention.text for mention in chain] for chain in document.chains] == [["Gary Wilber", "he"]]
    assert document.text == text
    assert document.meta == {"year": 1999, PROVISIONAL: True}


@pytest.mark.parametrize("key", ["doc_id", "doc_key", "id"])
def test_words_with_token_clusters(tmp_path: Path, key: str) -> None:
    sentences = [["Gary", "Wilber", "left", "."], ["He", "ran"]]
    row = {key: "a", "sentences": sentences, "clusters": [[[0, 2], [4, 5]]], "speakers": [["x"] * 4, ["-", None]]}
    document = read_one(row_file(tmp_path, row))
    assert document.id == "a"
    assert [[mention.text for mention in chain] for chain in document.chains] == [["Gary Wilber", "He"]]
    assert len(document.sentences) == 2
    assert document.columns["speaker"].rows == ("x", "x", "x", "x", "", "")
    flat = {"tokens": sum(sentences, []), "clusters": [[[0, 2], [4, 5]]]}
    assert read_one(row_file(tmp_path, flat)).id == "rows-1"


def test_words_are_found_in_the_text(tmp_path: Path) -> None:
    row = {"text": "Gary  Wilber\nleft.", "tokens": ["Gary", "Wilber", "left", "."], "clusters": [[[0, 2]]]}
    document = read_one(row_file(tmp_path, row))
    assert document.mentions[0].text == "Gary  Wilber"
    assert document.tokens[3].start == 17


def test_rows_without_clusters_have_no_chains(tmp_path: Path) -> None:
    assert read_one(row_file(tmp_path, {"text": "a"})).mention_table is None
    assert len(read_one(row_file(tmp_path, {"text": "a", "clusters": []})).chains) == 0


def test_discontinuous_mentions(tmp_path: Path) -> None:
    document = read_one(row_file(tmp_path, {"tokens": list("abcd"), "clusters": [[[[0, 1], [2, 3]], [3, 4]]]}))
    assert [mention.text for mention in document.mentions] == ["a … c", "d"]


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_nothing_is_lost(document: Document) -> None:
    stream = StringIO()
    write([document], stream, format="jsonl")
    line = stream.getvalue()
    assert line.count("\n") == 1
    assert FORMATS["jsonl"].parse(Block(TextFile("-"), 1, [line])) == document


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ("{", "this line is not JSON"),
        ("[1]", "a JSON list, not an object"),
        ({}, "this row has no text; its keys are none"),
        ({"text": 3}, "'text' is a int"),
        ({"tokens": "abc"}, "not lists of strings"),
        ({"tokens": [1]}, "not lists of strings"),
        ({"tokens": ["a"], "clusters": [[[0, 2]]]}, r"the span \[0, 2\] does not fit 1 tokens"),
        ({"tokens": ["a"], "clusters": [[[0, 0]]]}, "end-exclusive"),
        ({"tokens": ["a"], "clusters": [[["x", 1]]]}, "is not a span"),
        ({"tokens": ["a"], "clusters": [[0, 1]]}, "does not make a document"),
        ({"tokens": ["a"], "clusters": 3}, "does not make a document"),
        ({"text": "abc", "clusters": [[[1, 9]]]}, "cover no token"),
        ({"text": "abc", "tokens": ["abd"]}, "'abd' does not stand in the text"),
        ({"text": "abc", "tokens": ["abc"], "offsets": []}, "0 offsets for 1 words"),
        ({"tokens": ["a"], "clusters": [[[0, 1]]], "cluster_ids": ["x", "y"]}, "2 cluster_ids for 1 clusters"),
        ({"tokens": ["a"], "heads": [4]}, "head lies outside"),
        ("[" * 100_000, "not JSON"),
    ],
)
def test_wrong_rows_name_their_line(tmp_path: Path, row: Any, message: str) -> None:
    path = row_file(tmp_path, {"text": "fine"}, row)
    with pytest.raises(DataError, match=message) as caught:
        list(read(path))
    assert str(caught.value).startswith(f"{path}:2:")
    skipped: list[DataError] = []
    assert len(list(read(path, skipped=skipped))) == len(skipped) == 1


GOOD = json.dumps(
    {"doc_id": "a", "sentences": [["Ann", "ran"], ["She", "won"]], "clusters": [[[0, 1], [2, 3]]],
     "heads": [1, -1, 3, -1],
     "columns": {"xpos": ["NNP", "VBD", "PRP", "VBD"]}, "entities": [[0, 1, "PER"]], "mention_labels": ["x", "y"]}
)  # fmt: skip


@given(mutations(GOOD))
def test_nothing_but_our_errors(text: str) -> None:
    only_data_errors(FORMATS["jsonl"], text)
