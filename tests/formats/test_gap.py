"""GAP: pronouns and names in rows."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document
from namesakes.errors import DataError, LossWarning
from namesakes.formats import FORMATS
from namesakes.formats.gap import HEADER, LABELS
from namesakes.text.spans import Mentions
from tests.formats.memory import parsed, reads_or_refuses, written
from tests.strategies import documents, sentences_of_words

TEXT = "Ann Holm rang Dr Cole-Ash before she left."
URL = "https://example.org/Ann_Holm"


def rows(*cells: list[str], header: tuple[str, ...] = HEADER) -> str:
    return "".join("\t".join(row) + "\n" for row in (header, *cells))


def row(a: str = "TRUE", b: str = "FALSE") -> list[str]:
    return ["x-1", TEXT, "she", "33", "Ann Holm", "0", a, "Cole-Ash", "17", b, URL]


def changed(column: str, value: str) -> list[str]:
    cells = row()
    cells[HEADER.index(column)] = value
    return cells


def test_a_row_is_a_document() -> None:
    (document,) = parsed(rows(row()), "gap")
    assert (document.id, document.text, document.meta["url"]) == ("x-1", TEXT, URL)
    assert [(mention.label, mention.text) for mention in document.mentions] == [
        ("A", "Ann Holm"),
        ("B", "Cole-Ash"),
        ("Pronoun", "she"),
    ]


@pytest.mark.parametrize(
    ("a", "b", "chains"),
    [
        ("TRUE", "FALSE", [["Ann Holm", "she"], ["Cole-Ash"]]),
        ("FALSE", "TRUE", [["Ann Holm"], ["Cole-Ash", "she"]]),
        ("False", "false", [["Ann Holm"], ["Cole-Ash"], ["she"]]),
        ("TRUE", "TRUE", [["Ann Holm", "Cole-Ash", "she"]]),
    ],
)
def test_the_pronoun_joins_the_names_it_stands_for(a: str, b: str, chains: list[list[str]]) -> None:
    (document,) = parsed(rows(row(a, b)), "gap")
    assert [[mention.text for mention in chain] for chain in document.chains] == chains
    assert written([document], "gap") == rows(row(a.upper(), b.upper()))


def test_without_the_coref_columns_there_are_no_chains() -> None:
    header = tuple(name for name in HEADER if not name.endswith("coref"))
    cells = [cell for name, cell in zip(HEADER, row(), strict=True) if name in header]
    (document,) = parsed(rows(cells, header=header), "gap")
    assert len(document.mentions) == 3
    assert not document.chains
    assert written([document], "gap") == rows(cells, header=header)


def test_columns_may_stand_in_any_order_and_others_are_kept() -> None:
    header = (*reversed(HEADER), "Note")
    (document,) = parsed(rows([*reversed(row()), "seen"], header=header), "gap")
    assert document.replace(meta={}) == parsed(rows(row()), "gap")[0].replace(meta={})
    assert document.meta["Note"] == "seen"


def test_mentions_may_overlap_and_coincide_and_lie_inside_a_word() -> None:
    cells = ["1", "Annabel's sister", "Annabel", "0", "Annabel", "0", "TRUE", "Anna", "0", "FALSE", ""]
    (document,) = parsed(rows(cells), "gap")
    assert [mention.text for mention in document.mentions] == ["Annabel", "Annabel", "Anna"]
    assert written([document], "gap") == rows(cells)
    assert parsed(written([document], "gap"), "gap") == [document]


def test_lines_may_end_in_crlf_and_begin_with_a_mark() -> None:
    content = ("\ufeff" + rows(row())).replace("\n", "\r\n")
    assert parsed(content, "gap") == parsed(rows(row()), "gap")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("Gary\tO\n", r"memory:1: the first line does not name the column ID, Text, Pronoun, .*\nExpected, .* ID Text"),
        (rows(header=tuple(name for name in HEADER if name != "B-coref")), "does not name the column B-coref"),
        (rows(header=(*HEADER, "URL")), "names the column URL twice"),
        (rows(row()[:-1]), r"memory:2: this row has 10 columns and the first line 11"),
        (rows(row(), changed("A-offset", "1")), r"memory:3: A is 'Ann Holm', and the text at 1 reads 'nn Holm '"),
        (rows(changed("B-offset", "400")), r"B is 'Cole-Ash', and the text at 400 reads ''"),
        (rows(changed("B-offset", "-1")), r"B-offset reads '-1'\nExpected a number"),
        (rows(changed("B-offset", "²")), r"B-offset reads '²'"),
        (rows(changed("B-offset", "9" * 50)), r"B-offset reads '9999"),
        (rows(changed("Pronoun", "")), r"Pronoun is ''"),
        (rows(changed("A-coref", "maybe")), r"memory:2: A-coref reads 'maybe'\nExpected TRUE or FALSE"),
    ],
)
def test_what_is_wrong_is_named(content: str, message: str) -> None:
    with pytest.raises(DataError, match=message):
        parsed(content, "gap")


def test_a_document_of_another_shape_cannot_be_written() -> None:
    with pytest.raises(DataError, match=r"document a has 0 mentions\nA GAP row has three mentions"):
        written([Document(id="a", text="Ann")], "gap")
    (document,) = parsed(rows(row()), "gap")
    table = Mentions.build([[(0, 1)], [(1, 2)], [(2, 3)]], ["0", "0", "1"], labels=["A", "A", ""])
    with pytest.raises(DataError, match=r"document x-1 has 3 mentions \(A, A, no label\)"):
        written([document.replace(mention_table=table)], "gap")
    gap = Mentions.build([[(0, 1), (3, 4)], [(1, 2)], [(2, 3)]], ["0", "0", "1"], labels=LABELS)
    with pytest.raises(DataError, match="without gaps"):
        written([document.replace(mention_table=gap)], "gap")


def test_documents_with_and_without_chains_do_not_go_into_one_file() -> None:
    (one,) = parsed(rows(row()), "gap")
    header = tuple(name for name in HEADER if not name.endswith("coref"))
    (other,) = parsed(
        rows([cell for name, cell in zip(HEADER, row(), strict=True) if name in header], header=header), "gap"
    )
    with pytest.raises(DataError, match="some have chains and some have none, as x-1"):
        written([one, other], "gap")


def test_tabs_and_line_breaks_become_spaces_and_no_offset_changes() -> None:
    (document,) = parsed(rows(row()), "gap")
    broken = document.replace(text=TEXT.replace(" ", "\n", 1))
    with pytest.warns(LossWarning, match="x-1: tabs and line breaks were written as spaces"):
        assert written([broken], "gap") == rows(row())


def test_no_documents_make_a_header() -> None:
    assert written([], "gap") == rows()
    assert parsed(rows(), "gap") == []


@st.composite
def examples(draw: st.DrawFn) -> Document:
    """A row with random words, names and pronoun."""
    text = " ".join(word for sentence in draw(sentences_of_words()) for word in sentence)
    spans = []
    for _ in LABELS:
        start = draw(st.integers(0, len(text) - 1))
        spans.append((start, draw(st.integers(start + 1, len(text)))))
    stripped = [(start, text[start:end].strip() or text[0]) for start, end in spans]
    cells = ["id", text]
    for label, (start, name) in zip(LABELS, stripped, strict=True):
        start = text.index(name, start if text[start : start + len(name)] == name else 0)
        cells += [name, str(start), *([draw(st.sampled_from(["TRUE", "FALSE"]))] if label != "Pronoun" else [])]
    return parsed(rows([*cells, draw(st.sampled_from(["", URL]))]), "gap")[0]


@given(st.lists(examples(), max_size=3))
def test_what_is_written_is_read_back(found: list[Document]) -> None:
    assert parsed(written(found, "gap"), "gap") == found


@given(documents())
def test_any_other_document_is_refused(document: Document) -> None:
    with pytest.raises(DataError, match="A GAP row has three mentions"):
        written([document], "gap")


@given(
    st.text(st.characters(codec="utf-8"))
    | st.binary()
    | st.text(alphabet="\t\n09AXTRUE").map(lambda end: rows(row()) + end)
)
def test_any_content_is_read_or_refused(content: str | bytes) -> None:
    list(reads_or_refuses(content, "gap"))


@given(st.integers(0, 400), st.integers(0, 30), st.text(st.characters(codec="utf-8"), max_size=4))
def test_a_damaged_file_is_read_or_refused(place: int, length: int, put: str) -> None:
    content = rows(row(), row("FALSE", "TRUE"))
    list(reads_or_refuses(content[:place] + put + content[place + length :], "gap"))


def test_it_is_recognised() -> None:
    assert FORMATS["gap"].sniff(rows(row()))
    assert not FORMATS["gap"].sniff("ID,Text,Pronoun")


@pytest.mark.corpus
def test_the_corpus_is_written_as_it_was(corpora: Path) -> None:
    files = sorted((corpora / "gap").glob("*.tsv"))
    assert files
    for path in files:
        content = path.read_bytes()
        assert written(parsed(content, "gap"), "gap").encode() == content
