"""JSON: the layout, the way back, and what is refused."""

import json
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given

from namesakes import Document, read, read_one, write
from namesakes.errors import DataError
from namesakes.formats import FORMATS, ReadOptions
from namesakes.formats.json import to_object
from namesakes.text.spans import Spans
from tests.formats.fuzz import mutations, only_data_errors
from tests.strategies import documents

DOCUMENT = Document(
    id="a",
    text="Ann didn't.  Run!",
    starts=[0, 4, 7, 10, 13, 16],
    ends=[3, 7, 10, 11, 16, 17],
    sentence_starts=[0, 4],
    columns={
        "lemma": ["Ann", "do", "not", ".", "run", "!"],
        "upos": ["PROPN", "AUX", "PART", "PUNCT", "VERB", "PUNCT"],
        "xpos": ["NNP", "VBD", "RB", ".", "VB", "."],
        "feats": ["Number=Sing", "Mood=Ind|Tense=Past", "", "", "odd", ""],
        "label": ["nsubj", "root", "advmod", "punct", "root", "punct"],
    },
    heads=[1, -1, 1, 1, -1, -2],
    entity_table=Spans.build([(0, 1, "PER")]),
)


def written(*found: Document) -> str:
    stream = StringIO()
    write(found, stream, format="json")
    return stream.getvalue()


def test_the_layout() -> None:
    (row,) = json.loads(written(DOCUMENT))
    assert row == to_object(DOCUMENT)
    assert list(row) == ["id", "text", "sentences", "entities"]
    assert [(sentence["start"], sentence["end"]) for sentence in row["sentences"]] == [(0, 11), (13, 17)]
    assert row["sentences"][0]["tokens"][:2] == [
        {
            "id": 0, "text": "Ann", "start": 0, "end": 3, "lemma": "Ann", "upos": "PROPN", "xpos": "NNP",
            "feats": {"Number": "Sing"}, "head": 1, "label": "nsubj",
        },
        {
            "id": 1, "text": "did", "start": 4, "end": 7, "lemma": "do", "upos": "AUX", "xpos": "VBD",
            "feats": {"Mood": "Ind", "Tense": "Past"}, "head": None, "label": "root",
        },
    ]  # fmt: skip
    assert "head" not in row["sentences"][1]["tokens"][1]
    assert row["entities"] == [{"text": "Ann", "label": "PER", "start": 0, "end": 3, "tokens": [0, 1]}]


def test_there_and_back(tmp_path: Path) -> None:
    second = Document(id="b", part=2, text="no words here", meta={"genre": "news"})
    write([DOCUMENT, second], tmp_path / "two.json")
    assert list(read(tmp_path / "two.json")) == [DOCUMENT, second]


def test_no_documents_are_an_empty_array() -> None:
    assert json.loads(written()) == []


def test_one_object_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_text(
        json.dumps({"text": "Ann ran.", "tokens": [{"text": "Ann", "start": 0, "end": 3}]})
    )
    document = read_one(tmp_path / "one.json")
    assert (document.id, document.words, len(document.sentences)) == ("one-1", ("Ann",), 0)


def test_lines_of_json_and_rows_are_read_too(tmp_path: Path) -> None:
    lines = (
        '{"doc_id": "a", "tokens": ["Ann"], "clusters": [[[0, 1]]]}\n\n{"body": "Ben.", "uuid": 7, "place": "York"}\n'
    )
    (tmp_path / "lines.json").write_text(lines)
    first, second = read(tmp_path / "lines.json")
    assert (first.id, first.words, len(first.chains)) == ("a", ("Ann",), 1)
    assert (second.id, second.text, dict(second.meta)) == ("7", "Ben.", {"place": "York"})
    rows = '[{"tale": "Ann.", "when": "3 May 1921"},\n {"tale": ""},\n {"tale": "Cy.", "n": [1]}]'
    (tmp_path / "rows.json").write_text(rows)
    options, left_out = ReadOptions(text_columns=("tale",), date_column="when"), list[DataError]()
    found = list(read(tmp_path / "rows.json", options=options, left_out=left_out))
    assert [(each.id, each.text, dict(each.meta)) for each in found] == [
        ("rows-1", "Ann.", {"date": "3 May 1921"}), ("rows-3", "Cy.", {"n": [1]}),
    ]  # fmt: skip
    assert [str(error) for error in left_out] == [f"{tmp_path / 'rows.json'}:2: there is no text in the column tale"]


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_what_it_carries_comes_back(document: Document) -> None:
    (found,) = only_data_errors(FORMATS["json"], written(document))
    columns = {name: rows for name, rows in document.columns.items() if any(rows)}
    heads = document.heads if document.heads is not None and bool((document.heads > -2).any()) else None
    expected = document.replace(columns=columns, heads=heads, constituents=None, paragraph_starts=[], empty_nodes=None)
    assert found == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[3]", ":1: this is not an object with a text"),
        ('[{"text": "a"},\n{"id": "b"}]', ":2: this row has no text; its keys are id"),
        ('[{"text": "a"},\n{"text": "b", "tokens": [{"text": "b"}]}]', ":2: this object does not make a document"),
        ('[{"text": "a", "tokens": [{"text": "a", "start": 0, "end": 9}]}]', ":1: a token lies outside the text"),
        ('[{"text": "a"}\n{"text": "b"}]', ':1: \'{"text": "\' stands after a document'),
        ('[{"text": "a"}', ":1: the file ends early"),
        ('[{"text": "a"},\n oh]', ":2: this is not JSON"),
        ("[" * 100_000, "this is not JSON"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "bad.json").write_text(text)
    with pytest.raises(DataError) as caught:
        list(read(tmp_path / "bad.json"))
    assert message in str(caught.value)


@given(mutations(written(DOCUMENT)))
def test_nothing_but_our_errors(text: str) -> None:
    only_data_errors(FORMATS["json"], text)


def test_it_is_told_by_its_first_lines() -> None:
    assert FORMATS["json"].sniff(written(DOCUMENT))
    assert not FORMATS["json"].sniff('{"text": "a"}')
