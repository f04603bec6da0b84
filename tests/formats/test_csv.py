"""CSV and TSV: what stands between cells, quotes, encodings, and rows that are not what they should be."""

import csv as standard
import io
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read
from namesakes.errors import DataError, NoTextError, SkippedWarning
from namesakes.formats import FORMATS, ReadOptions, find_format
from namesakes.formats.csv import delimiter_of, rows
from namesakes.formats.tables import LONGEST_ROW
from tests.formats.fuzz import mutations, only_data_errors
from tests.formats.memory import Memory, parsed

TABLE = 'id,text,place\n1,"Ann sings, Ben says.",York\n2,Cy listens.,"Leeds\nor Hull"\n'


def texts(content: str | bytes, **options: Any) -> list[tuple[str, str]]:
    return [(each.id, each.text) for each in parsed(content, "csv", **options)]


def found(path: Path, content: str | bytes, **options: Any) -> tuple[list[Document], list[str]]:
    """The documents of a file, and what is said of rows that are left out."""
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    left_out: list[DataError] = []
    documents = list(read(path, skipped=left_out, **options))
    return documents, [str(each).removeprefix(str(path)).splitlines()[0] for each in left_out]


def test_a_row_is_a_document() -> None:
    first, second = parsed(TABLE, "csv", name="people.csv")
    assert (first.id, first.text, dict(first.meta)) == ("1", "Ann sings, Ben says.", {"place": "York"})
    assert (second.id, second.text, dict(second.meta)) == ("2", "Cy listens.", {"place": "Leeds\nor Hull"})


def test_rows_without_an_id_are_called_by_their_number() -> None:
    names = [each.id for each in parsed("text\nAnn.\n\nBen.\n", "csv", name="people.csv")]
    assert names == ["people-2", "people-4"]


@pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_stands_between_cells_is_told(mark: str, end: str) -> None:
    lines = [f"id{mark}text", *(f'{number}{mark}"Ann, {number}; or {mark} Ben."' for number in range(5))]
    assert texts(end.join(lines)) == [(f"{number}", f"Ann, {number}; or {mark} Ben.") for number in range(5)]


def test_marks_in_texts_do_not_deceive() -> None:
    many = "id;text\n" + "".join(f"{number};Ann, Ben, Cy, and {number} more\n" for number in range(20))
    assert texts(many)[3] == ("3", "Ann, Ben, Cy, and 3 more")
    single = "text\nAnn, Ben; and Cy\nDi, Ed; and Flo\n"
    assert [text for _, text in texts(single)] == ["Ann, Ben; and Cy", "Di, Ed; and Flo"]


def test_a_line_that_says_it_decides() -> None:
    assert texts("sep=|\nid|text\n1|Ann, Ben\n") == [("1", "Ann, Ben")]
    assert [each.id for each in parsed("sep=;\ntext;x\nAnn.;1\n", "csv", name="a.csv")] == ["a-3"]


def test_a_title_above_the_names_is_passed_over() -> None:
    assert texts("Letters of 1921\n\nid,text\n1,Ann sings.\n2,Ben sings.\n") == [
        ("1", "Ann sings."),
        ("2", "Ben sings."),
    ]


def test_what_stands_between_cells_is_a_tab_in_tsv(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    documents, _ = found(path, "id\ttext\n1\tAnn, Ben\n")
    assert [each.text for each in documents] == ["Ann, Ben"]
    assert find_format(path).name == "tsv"
    path.write_text("ID\tText\tPronoun\tPronoun-offset\n")
    assert find_format(path).name == "gap"


def test_a_table_called_a_text_is_one_unless_asked(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(TABLE)
    assert [each.text for each in read(path)] == [TABLE]
    assert [each.id for each in read(path, format="csv")] == ["1", "2"]
    assert [each.id for each in read(path, options=ReadOptions(format="csv"))] == ["1", "2"]


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("id;text\n1;Zoë sings.\n", "utf-8"),
        ("id;text\n1;Zoë sings.\n", "utf-8-sig"),
        ("id;text\n1;Zoë sings.\n", "utf-16"),
        ("id;text\n1;Zoë aß Äpfel und Käse, während Jürgen über das Wetter schimpfte, müde und böse.\n", "cp1252"),
    ],
)
def test_encodings_are_told_as_of_texts(content: str, encoding: str) -> None:
    assert texts(content.encode(encoding))[0][1].startswith("Zoë")


def test_an_encoding_that_is_declared(tmp_path: Path) -> None:
    assert texts("id,text\n1,Łódź\n".encode("cp1250"), encoding="cp1250") == [("1", "Łódź")]
    with pytest.raises(DataError, match="this is not valid utf-16"):
        texts(b"id,text\n1,a", encoding="utf-16")


def test_a_row_with_bytes_that_do_not_fit_is_left_out_by_itself(tmp_path: Path) -> None:
    content = "id,text\n1,Zoë\n2,Äpfel\n3,N\u00fcr\n4,Ann\n".encode().replace("Äpfel".encode(), b"\xc4pfel")
    documents, left_out = found(tmp_path / "a.csv", content)
    assert [each.id for each in documents] == ["1", "3", "4"]
    assert left_out == [":3: byte 0xc4 is not valid UTF-8"]


def test_rows_without_a_text_are_left_out_counted_and_named(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    content = 'id,text\n1,Ann.\n2,\n3,"  "\n4\n5,Ben.\n,,\n'
    documents, left_out = found(path, content)
    assert [each.id for each in documents] == ["1", "5"]
    assert left_out == [f":{row}: there is no text in the column text" for row in (3, 4, 5)]
    with pytest.warns(SkippedWarning, match=r"a\.csv: 3 left out: .*a\.csv:3: there is no text in the column text …"):
        assert [each.id for each in read(path)] == ["1", "5"]
    noted: list[DataError] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert len(list(read(path, left_out=noted))) == 2
    assert all(isinstance(each, NoTextError) for each in noted)
    assert len(noted) == 3


@pytest.mark.parametrize(
    ("content", "good", "bad"),
    [
        ('id,text\n1,"Ann sings.\n2,Ben.\n3,Cy.\n', ["2", "3"], [2]),  # to the end of the file
        ('id,text\n1,"Ann sings.\n2,"Ben."\n3,Cy.\n', ["2", "3"], [2]),  # to the next quote
        ('id,text\n1,Ann.\n2,"Ben.', ["1"], [3]),
        ('id,text\n1,"Ann" sings.\n2,Ben.\n', ["1", "2"], []),  # read as it can be
        ('id,text\n1,"the 6" board"\n2,Ben.\n', ["1", "2"], []),
        ('id,text\n1,A "good" song\n2,Ben.\n', ["1", "2"], []),
    ],
)
def test_quotes_that_never_close_spoil_one_row(tmp_path: Path, content: str, good: list[str], bad: list[int]) -> None:
    documents, left_out = found(tmp_path / "a.csv", content)
    assert [each.id for each in documents] == good
    assert left_out == [f":{row}: a quote opens in this row and is not closed as it should be" for row in bad]


def test_rows_with_more_cells_than_columns_are_left_out(tmp_path: Path) -> None:
    documents, left_out = found(tmp_path / "a.csv", "id,text\n1,Ann.\n2,Ben, and Cy\n3,Di.,,\n4,Ed.\n5,Flo.\n")
    assert [each.id for each in documents] == ["1", "3", "4", "5"]
    assert left_out == [":3: this row has 3 cells, and there are 2 columns"]


def test_nul_bytes(tmp_path: Path) -> None:
    documents, left_out = found(tmp_path / "a.csv", "id,text\n1,Ann.\n2,B\x00n.\n3,Cy.\n")
    assert [each.id for each in documents] == ["1", "3"]
    assert left_out == [":3: there is a NUL character in this row, which no text has"]
    with pytest.raises(DataError, match="this is a binary file, not text"):
        texts("id\x00,text\n1,Ann.\n")
    with pytest.raises(DataError, match="this is a binary file, not text"):
        texts("id,text\n1,Ann.\n".encode("utf-16-le"))


def test_formulas_are_text() -> None:
    assert texts('id,text\n1,"=SUM(A1:A2)"\n') == [("1", "=SUM(A1:A2)")]


def test_a_cell_of_a_million_characters() -> None:
    assert texts(f"id,text\n1,{'Ann ' * 250_000}\n2,Ben.\n")[0][1] == "Ann " * 250_000


def test_a_row_that_is_too_long_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.formats import csv

    monkeypatch.setattr(csv, "LONGEST_ROW", 1000)
    long, quoted = "x" * 5000, '"' + "x\n" * 5000 + '"'
    documents, left_out = found(tmp_path / "a.csv", f"id,text\n1,{long}\n2,Ben.\n3,Cy.\n4,{long}")
    assert [each.id for each in documents] == ["2", "3"]
    assert left_out == [f":{row}: this row has more than {LONGEST_ROW:,} characters" for row in (2, 5)]
    documents, left_out = found(tmp_path / "a.csv", f"id,text\n1,{quoted}\n2,Ben.\n")
    assert documents[-1].id == "2"


def test_the_limit_of_others_for_cells_is_only_raised() -> None:
    before = standard.field_size_limit()
    try:
        standard.field_size_limit(LONGEST_ROW * 2)
        texts(TABLE)
        assert standard.field_size_limit() == LONGEST_ROW * 2
    finally:
        standard.field_size_limit(max(before, LONGEST_ROW))


@pytest.mark.parametrize("content", ["", "\n\n", " \n \n", "\ufeff"])
def test_empty_files(content: str) -> None:
    with pytest.raises(DataError, match="there is no row in it"):
        texts(content)


def test_a_table_of_names_alone(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no document in this file; it was read as csv"):
        found(tmp_path / "a.csv", "id,text\n")


def test_columns_that_are_not_there(tmp_path: Path) -> None:
    _, left_out = found(tmp_path / "a.csv", "a,b\n1,2\n")
    assert left_out == [": none of the columns is plainly called text"]


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        buffer = io.BytesIO(TABLE.encode())

    monkeypatch.setattr("sys.stdin", Stream)
    assert [each.id for each in read("-", format="csv")] == ["1", "2"]


cells = st.text(st.characters(exclude_characters="\x00\r", exclude_categories=["Cs"]), max_size=12)


@given(st.lists(st.lists(cells, min_size=3, max_size=3), min_size=1, max_size=8), st.sampled_from(",;\t|"))
def test_what_the_standard_module_writes_is_read(table: list[list[str]], mark: str) -> None:
    stream = io.StringIO()
    writer = standard.writer(stream, delimiter=mark, lineterminator="\n")
    writer.writerows([["id", "text", "note"], *table])
    lines = io.StringIO(stream.getvalue(), newline="")
    found = [list(row.cells) for row in rows(iter(lines.readline, ""), mark, Memory(""))]
    assert found[1:] == table


@given(st.lists(st.text('ab,;"\n', max_size=12), max_size=6))
def test_every_row_is_read_or_named(lines: list[str]) -> None:
    """However quotes stand, the numbers of rows go up by one, and what has no quote is read as it is."""
    content = "id,text\n" + "".join(f"{line}\n" for line in lines) + "z,last\n"
    stream = io.StringIO(content, newline="")
    found = list(rows(iter(stream.readline, ""), ",", Memory("")))
    assert [row.number for row in found] == list(range(1, len(found) + 1))
    if '"' not in content:
        assert found[-1].cells == ["z", "last"]


@given(mutations(TABLE))
def test_nothing_but_our_errors(text: str) -> None:
    only_data_errors(FORMATS["csv"], text)
    only_data_errors(FORMATS["tsv"], text.replace(",", "\t"))


def test_a_delimiter_for_nothing() -> None:
    assert delimiter_of([], ReadOptions()) == ","


def test_bad_rows_end_nothing_without_an_option(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text('id,text\n1,Ann.\n2,"Ben.\n3,Cy.\n')
    (tmp_path / "b.csv").write_text("id,text\n4,Di.\n")
    with pytest.warns(SkippedWarning, match=r"a\.csv:3: a quote opens in this row"):
        assert [each.id for each in read(tmp_path / "a.csv")] == ["1", "3"]
    with pytest.warns(SkippedWarning, match="1 left out"):
        assert [each.id for each in read(tmp_path)] == ["1", "3", "4"]
