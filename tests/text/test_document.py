"""Document: views, safety, validation, pickling, Arrow and records."""

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from namesakes import Document, Strings, from_arrow, to_arrow
from namesakes.errors import DocumentError
from namesakes.text.record import from_record, to_record
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans
from tests.strategies import documents


@pytest.fixture
def wilber() -> Document:
    words = [["Gary", "Wilber", "was", "named", "CEO", "."], ["He", "succeeds", "his", "father", "."]]
    return Document(
        id="a",
        mention_table=Mentions.build(
            [[(6, 7)], [(0, 2)], [(8, 9)], [(8, 10)]], ["1", "1", "1", None], heads=[6, 1, 8, 9]
        ),
        entity_table=Spans.build([(0, 2, "PERSON")]),
        columns={"xpos": Strings("NNP NNP VBD VBN NN . PRP VBZ PRP$ NN .".split())},
        heads=[1, 3, 3, -1, 3, 3, 7, -1, 9, 7, 7],
        paragraph_starts=[0, 6],
        **joined(words),
    )


def test_views(wilber: Document) -> None:
    assert [chain.name for chain in wilber.chains] == ["Gary Wilber"]
    assert [mention.text for mention in wilber.chains[0]] == ["Gary Wilber", "He", "his"]
    assert [mention.text for mention in wilber.mentions] == ["Gary Wilber", "He", "his father", "his"]
    assert wilber.mentions[2].chain is None
    assert wilber.mentions[-1].chain == wilber.chains[0]
    assert [sentence.text for sentence in wilber.sentences] == [
        "Gary Wilber was named CEO .",
        "He succeeds his father .",
    ]
    assert [paragraph.text for paragraph in wilber.paragraphs] == [sentence.text for sentence in wilber.sentences]
    assert wilber.entities[0].label == "PERSON"
    assert wilber.tokens[0].head == wilber.tokens[1]
    assert wilber.tokens[3].head is None
    assert wilber.tokens[6].xpos == "PRP"
    assert wilber.tokens[6].lemma == ""
    assert wilber.mentions[0].head is not None
    assert wilber.mentions[0].head.text == "Wilber"
    assert wilber.sentence_ids.tolist() == [0] * 6 + [1] * 5
    assert wilber.text[wilber.mentions[0].start : wilber.mentions[0].end] == "Gary Wilber"
    with pytest.raises(IndexError):
        wilber.tokens[99]


@pytest.mark.parametrize(
    ("spans", "name"),
    [
        ([(0, 1), (0, 2), (3, 4)], "Gary Wilber"),
        ([(0, 7), (0, 1)], "Gary Wilber"),
        ([(0, 7)], "Gary Wilber"),
        ([(6, 7), (8, 9)], "He"),
    ],
)
def test_what_chains_are_called(wilber: Document, spans: list[tuple[int, int]], name: str) -> None:
    table = Mentions.build([[span] for span in spans], ["x"] * len(spans))
    assert wilber.replace(mention_table=table).chains[0].name == name


def test_nothing_can_be_changed(wilber: Document) -> None:
    for change in (
        lambda: wilber.starts.__setitem__(0, 5),
        lambda: wilber.columns.__setitem__("xpos", Strings()),
        lambda: wilber.meta.update(genre="news"),
        lambda: setattr(wilber, "text", ""),
    ):
        with pytest.raises((ValueError, TypeError, AttributeError)):
            change()


def test_arrays_of_the_caller_are_copied() -> None:
    starts = np.array([0, 2], dtype=np.int32)
    document = Document(text="a b", starts=starts, ends=[1, 3])
    starts[0] = 1
    assert document.words == ("a", "b")


def test_a_view_of_an_array_that_can_be_written_is_copied() -> None:
    starts = np.array([0, 2], dtype=np.int32)
    view = starts.view()
    view.flags.writeable = False
    document = Document(text="a b", starts=view, ends=[1, 3])
    starts[0] = 1
    assert document.words == ("a", "b")


def test_documents_and_views_can_be_put_into_sets(wilber: Document) -> None:
    assert len({wilber, wilber.replace(heads=None), wilber.replace(id="b")}) == 3
    assert wilber.mentions[0] in {wilber.mentions[0]}
    assert Document(text="a", starts=[0], ends=[1], columns={"lemma": ["a"]}).columns["lemma"].codes.shape == (1,)


def test_replace_shares_what_stays(wilber: Document) -> None:
    other = wilber.replace(id="b")
    assert other.id == "b"
    assert wilber.id == "a"
    assert other.starts is wilber.starts
    tagged = wilber.with_columns(lemma=["x"] * 11, xpos=None)
    assert set(tagged.columns) == {"lemma"}
    assert set(wilber.columns) == {"xpos"}


def test_discontinuous_overlapping_and_equal_mentions() -> None:
    table = Mentions.build([[(3, 4), (0, 1)], [(0, 3)], [(2, 5)], [(0, 3)]], ["x", "y", "x", "z"])
    document = Document(mention_table=table, **joined([list("abcde")]))
    assert [mention.text for mention in document.mentions] == ["a … d", "a b c", "a b c", "c d e"]
    assert table.chain_ids == ("x", "y", "z")
    assert table.parts(0) == ((0, 1), (3, 4))


def test_singletons_can_be_dropped() -> None:
    table = Mentions.build([[(0, 1)], [(1, 2)], [(2, 3)], [(3, 4)]], ["x", "y", None, "x"], labels=list("abcd"))
    kept = table.without_singletons()
    assert kept.chain_ids == ("x",)
    assert kept.first.tolist() == [0, 3]
    assert kept.labels is not None
    assert kept.labels.rows == ("a", "d")
    assert kept.without_singletons() is kept


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"starts": [0], "ends": [1, 2]}, "1 token starts but 2"),
        ({"starts": [0], "ends": [9]}, "outside the text"),
        ({"starts": [2, 0], "ends": [3, 1]}, "order"),
        ({"columns": {"xpos": Strings(["NN"])}}, "1 rows for 2"),
        ({"sentence_starts": [1]}, "sentences do not divide"),
        ({"paragraph_starts": [0, 0]}, "paragraphs do not divide"),
        ({"heads": [0, 2]}, "head lies outside"),
        ({"heads": [0]}, "head lies outside"),
        ({"entity_table": Spans.build([(1, 3, "PER")])}, "past the last"),
        ({"mention_table": Mentions.build([[(1, 3)]], ["x"])}, "past the last"),
        ({"origin": [0]}, "origin"),
        ({"empty_nodes": [0]}, "empty_nodes has 1 rows"),
        ({"mention_table": Mentions.build([[(0, 1)]], ["x"], heads=[2])}, "head goes past"),
    ],
)
def test_arrays_that_do_not_fit(fields: dict[str, Any], message: str) -> None:
    with pytest.raises(DocumentError, match=message):
        Document(**{"text": "a b", "starts": [0, 2], "ends": [1, 3], **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"offsets": [0, 1], "starts": [1], "ends": [1], "chains": [0], "chain_ids": ["x"]},
        {"offsets": [0, 0], "starts": [], "ends": [], "chains": [0], "chain_ids": ["x"]},
        {"offsets": [0, 1], "starts": [0], "ends": [1], "chains": [1], "chain_ids": ["x"]},
        {"offsets": [0, 1], "starts": [0], "ends": [1], "chains": [0], "chain_ids": ["x"], "heads": [1, 2]},
    ],
)
def test_mentions_that_do_not_fit(fields: dict[str, Any]) -> None:
    with pytest.raises(DocumentError):
        Mentions(**fields)


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_pickle_arrow_and_record_lose_nothing(document: Document) -> None:
    document.words, document.word_codes, document.sentence_ids  # noqa: B018 - cached values must not get in the way
    copy = pickle.loads(pickle.dumps(document))
    assert copy == document
    assert not copy.starts.flags.writeable
    assert from_record(to_record(document)) == document
    assert list(from_arrow(to_arrow([document, document]))) == [document, document]


def test_pickles_are_small(wilber: Document) -> None:
    plain = len(pickle.dumps(wilber))
    wilber.words, wilber.word_codes, wilber.sentence_ids  # noqa: B018
    assert len(pickle.dumps(wilber)) == plain


def test_tables_of_other_makers_are_refused() -> None:
    with pytest.raises(DocumentError, match="not made by to_arrow"):
        list(from_arrow(to_arrow([]).drop_columns(["text"])))
    with pytest.raises(DocumentError, match="not a document"):
        from_record({"id": 3})


def test_strings_are_a_column() -> None:
    column = Strings(["b", "a", "b"])
    assert column.values == ("b", "a")
    assert column.indices.tolist() == [0, 1, 0]
    assert column.codes[0] == column.codes[2] != column.codes[1]
    assert column == Strings.from_indices(["a", "b"], np.array([1, 0, 1], dtype=np.int32))
    assert column[1:] == ("a", "b")
    assert "rows" in repr(column)
    with pytest.raises(DocumentError, match="outside"):
        Strings.from_indices(["a"], np.array([1], dtype=np.int32))


@pytest.mark.parametrize(
    ("name", "meta", "genre"),
    [("nw/wsj/00/x", {}, "nw"), ("GUM_news_a", {}, "news"), ("x", {"genre": "novel"}, "novel"), ("a/b", {}, None)],
)
def test_genres(name: str, meta: dict[str, str], genre: str | None) -> None:
    assert Document(id=name, meta=meta).genre == genre


def test_repr_and_key(wilber: Document) -> None:
    assert repr(wilber) == "Document('a', 52 characters, 11 tokens, 2 sentences, 1 chains)"
    assert wilber.replace(part=2).key == "a; part 002"
