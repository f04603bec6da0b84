"""BIO: named entities a token a line, in all the tag schemes."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, Strings
from namesakes.errors import DataError, LossWarning
from namesakes.formats import FORMATS
from namesakes.text.segment import joined
from namesakes.text.spans import Spans
from tests.formats.memory import parsed, reads_or_refuses, written
from tests.strategies import documents, labels, sentences_of_words

SMALL = "Ann\tB-PER\nHolm\tI-PER\nleft\tO\nParis\tB-LOC\n\nBen\tB-PER\nstayed\tO\n\n"


def entities(document: Document) -> list[tuple[str, str]]:
    return [(entity.text, entity.label) for entity in document.entities]


def tagged(*tags: str) -> list[tuple[int, int, str]]:
    (document,) = parsed("".join(f"w{tag and ' ' + tag}\n" for tag in tags), "bio")
    table = document.entity_table
    assert table is not None
    return list(zip(table.starts.tolist(), table.ends.tolist(), table.labels, strict=True))


def test_a_file_without_marks_is_one_document() -> None:
    (document,) = parsed(SMALL, "bio", name="corpus/dev.bio")
    assert document.id == "dev"
    assert document.text == "Ann Holm left Paris\nBen stayed"
    assert [sentence.text for sentence in document.sentences] == ["Ann Holm left Paris", "Ben stayed"]
    assert entities(document) == [("Ann Holm", "PER"), ("Paris", "LOC"), ("Ben", "PER")]
    assert written([document], "bio") == "# newdoc id = dev\n" + SMALL


@pytest.mark.parametrize(
    ("tags", "expected"),
    [
        ("B-X I-X O B-X", [(0, 2, "X"), (3, 4, "X")]),
        ("B-X B-X I-X", [(0, 1, "X"), (1, 3, "X")]),
        ("I-X I-X O I-X", [(0, 2, "X"), (3, 4, "X")]),
        ("I-X I-Y", [(0, 1, "X"), (1, 2, "Y")]),
        ("I-X B-X I-X", [(0, 1, "X"), (1, 3, "X")]),
        ("B-X I-X E-X S-Y O", [(0, 3, "X"), (3, 4, "Y")]),
        ("B-X L-X U-Y U-Y", [(0, 2, "X"), (2, 3, "Y"), (3, 4, "Y")]),
        ("S-X I-X", [(0, 1, "X"), (1, 2, "X")]),
        ("E-X E-X", [(0, 1, "X"), (1, 2, "X")]),
        ("B-X E-X I-X", [(0, 2, "X"), (2, 3, "X")]),
        ("B I O B", [(0, 2, ""), (3, 4, "")]),
        ("B-creative-work I-creative-work", [(0, 2, "creative-work")]),
        ("O O", []),
    ],
)
def test_tag_schemes(tags: str, expected: list[tuple[int, int, str]]) -> None:
    assert tagged(*tags.split()) == expected


def test_an_entity_ends_with_its_sentence() -> None:
    (document,) = parsed("Ann B-PER\n\nHolm I-PER\n", "bio")
    assert entities(document) == [("Ann", "PER"), ("Holm", "PER")]


def test_conll_2003() -> None:
    content = (
        "-DOCSTART- -X- -X- O\n\nAnn NNP B-NP B-PER\nleft VBD B-VP O\n\n"
        "-DOCSTART- (947testa) -X- O\n\nParis NNP I-NP I-LOC\n"
    )
    first, second = parsed(content, "bio", name="eng.bio")
    assert (first.id, second.id) == ("eng-1", "947testa")
    assert first.columns["xpos"].rows == ("NNP", "VBD")
    assert first.columns["chunk"].rows == ("B-NP", "B-VP")
    assert entities(second) == [("Paris", "LOC")]
    assert parsed(written([first, second], "bio"), "bio") == [first, second]


def test_columns_that_say_nothing_are_left_out_and_later_ones_have_numbers() -> None:
    (document,) = parsed("# id 7f3 domain=en\nAnn\t_\t_\tx\tB-PER\nleft\t_\t_\t_\tO\n", "bio")
    assert document.id == "7f3 domain=en"
    assert {name: column.rows for name, column in document.columns.items()} == {"column4": ("x", "")}
    assert parsed(written([document], "bio"), "bio") == [document]


def test_marks_begin_documents_and_comments_do_not() -> None:
    content = "# made by hand\n# newdoc id = a\n# text = Ann\nAnn O\n# newdoc id = b; part 002\n# newdoc\nBen O\n"
    first, second, third = parsed(content, "bio")
    assert [(document.id, document.part, document.text) for document in (first, second, third)] == [
        ("a", 0, "Ann"),
        ("b", 2, ""),
        ("memory-6", 0, "Ben"),
    ]


def test_a_number_sign_is_a_word() -> None:
    (document,) = parsed("#\tO\n#metoo\tB-EVENT\n# 1\tO\n", "bio")
    assert document.words == ("#", "#metoo", "# 1")
    (document,) = parsed("# O\n#metoo B-EVENT\n# a comment, not a word\n", "bio")
    assert document.words == ("#", "#metoo")
    (document,) = parsed("Ann NNP B-NP O\n# NN I-NP O\n# a comment of words\n", "bio")
    assert document.words == ("Ann", "#")


def test_words_may_hold_spaces_where_there_are_tabs() -> None:
    (document,) = parsed("New York\tB-LOC\n", "bio")
    assert entities(document) == [("New York", "LOC")]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Ann\tB-PER\nHolm\tPER\n", r"memory:2: the tag reads 'PER'\nExpected O, B-X or I-X"),
        ("Ann B-\n", "memory:1: the tag reads 'B-'"),
        ("Ann\tO\t\n", "memory:1: the tag reads ''"),
        ("Ann\n", r"memory:1: this line has no tag: 'Ann'\nExpected a word and a tag"),
        ("\n\n\tO\n", "memory:3: this line has no word: 'O'"),
        ("Ann NNP O\nBen O\n", r"memory:2: this line has 2 columns, and those before it 3\nA line may have been cut"),
    ],
)
def test_what_is_wrong_is_named(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parsed(content, "bio")


def test_a_bad_document_does_not_take_the_others_with_it() -> None:
    content = "# newdoc id = a\nAnn B-PER\n\n# newdoc id = b\nBen x\n\n# newdoc id = c\nCleo B-PER\n"
    assert [document.id for document in reads_or_refuses(content, "bio")] == ["a", "c"]


@pytest.mark.parametrize("content", ["", "\n\n", "# only a comment\n\n"])
def test_a_file_without_tokens_has_no_document(content: str) -> None:
    assert parsed(content, "bio") == []


def test_the_outermost_entities_are_written() -> None:
    fields = joined([["University", "of", "York", "Ann"], ["Ben"]])
    table = Spans.build([(2, 3, "LOC"), (0, 3, "ORG"), (2, 4, "X"), (3, 5, "Y"), (4, 4, "Z"), (4, 5, "")])
    document = Document(id="a", entity_table=table, **fields)
    with pytest.warns(LossWarning, match="a: 4 entities that nest, cross or leave their sentence were left out"):
        content = written([document], "bio")
    assert content == "# newdoc id = a\nUniversity\tB-ORG\nof\tI-ORG\nYork\tI-ORG\nAnn\tO\n\nBen\tB\n\n"


def test_what_would_break_a_line_is_written_as_a_space() -> None:
    document = Document(
        id="a\tb",
        text="a\tb",
        starts=[0, 1],
        ends=[1, 2],
        columns={"xpos": Strings(["", "X\nY"])},
        entity_table=Spans(),
    )
    assert written([document], "bio") == "# newdoc id = a b\na\t_\tO\n_\tX Y\tO\n\n"


def test_a_document_without_tokens_is_given_some() -> None:
    (document,) = parsed(written([Document(id="a", text="Ann left.\nBen stayed.")], "bio"), "bio")
    assert document.text == "Ann left .\nBen stayed ."
    assert document.entity_table == Spans()


@st.composite
def with_entities(draw: st.DrawFn) -> Document:
    """A document with entities that neither nest nor leave their sentence."""
    fields = joined(draw(sentences_of_words()))
    count = len(fields["starts"])
    columns = {"xpos": Strings(draw(st.lists(labels, min_size=count, max_size=count)))} if draw(st.booleans()) else {}
    edges = sorted({0, count, *fields["sentence_starts"].tolist(), *draw(st.sets(st.integers(0, count)))})
    spans = [(a, b, draw(labels)) for a, b in pairwise(edges) if draw(st.booleans())]
    name, part = draw(st.sampled_from(["a", "bn/abc 1", "GUM_news_x"])), draw(st.integers(0, 3))
    return Document(id=name, part=part, columns=columns, entity_table=Spans.build(spans), **fields)


@given(st.lists(with_entities(), max_size=3))
def test_what_is_written_is_read_back(found: list[Document]) -> None:
    assert parsed(written(found, "bio"), "bio") == found


@given(documents())
def test_words_sentences_and_names_of_any_document_survive(document: Document) -> None:
    (again,) = parsed(written([document], "bio"), "bio")
    assert (again.words, again.key, again.columns["xpos"]) == (document.words, document.key, document.columns["xpos"])
    assert again.sentence_starts.tolist() == document.sentence_starts.tolist()
    assert entities(again) == entities(document)


@given(st.text(st.characters(codec="utf-8")) | st.binary() | st.text(alphabet="\t\n #OBI-X"))
def test_any_content_is_read_or_refused(content: str | bytes) -> None:
    for document in reads_or_refuses(content, "bio"):
        assert document.entity_table is not None


@given(st.integers(0, len(SMALL)), st.integers(0, 9), st.text(alphabet="\t\n #OBIESLU-X", max_size=4))
def test_a_damaged_file_is_read_or_refused(place: int, length: int, put: str) -> None:
    list(reads_or_refuses(SMALL[:place] + put + SMALL[place + length :], "bio"))


def test_it_is_recognised() -> None:
    sniff = FORMATS["bio"].sniff
    assert sniff(SMALL)
    assert sniff("-DOCSTART- -X- -X- O\n\nAnn NNP B-NP B-PER\nleft VBD B-VP O\n\n")
    assert not sniff("I said O\nAnn left\nBen stayed\n")
    assert not sniff("#begin document (a); part 000\n")
    assert not sniff("")


@pytest.mark.corpus
def test_the_corpora_are_written_as_they_were(corpora: Path) -> None:
    files = sorted((corpora / "ner").glob("*/dev.bio"))
    assert files
    for path in files:
        content = path.read_text(encoding="utf-8")
        (document,) = parsed(content, "bio")
        assert written([document], "bio").partition("\n")[2] == content
