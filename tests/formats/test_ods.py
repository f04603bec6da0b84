"""ODS: what cells show, what is repeated, several tables, and files that are not what they should be."""

from pathlib import Path

import pytest
from hypothesis import given

from namesakes import read, read_one
from namesakes.errors import DataError
from namesakes.formats import FORMATS, find_format
from namesakes.formats.tables import LONGEST_ROW
from tests.formats.fuzz import mutations, only_data_errors
from tests.formats.made_office import archive
from tests.formats.made_tables import flat, line, spreadsheet, table
from tests.formats.memory import parsed


def texts(content: bytes | str) -> list[tuple[str, str]]:
    return [(each.id, each.text) for each in parsed(content, "ods", name="book.ods")]


def test_a_row_is_a_document() -> None:
    day = '<table:table-cell office:date-value="1921-05-03"><text:p>3.5.21</text:p></table:table-cell>'
    noted = (
        "<table:table-cell><office:annotation><text:p>a remark</text:p></office:annotation><text:p>Ann <text:span>sings"
        '</text:span><text:s text:c="2"/>.</text:p><text:p>Ben<text:tab/>says.</text:p></table:table-cell>'
    )
    first, second = parsed(
        spreadsheet(table(["id", "text", "date", "note"], ["a", noted, day], ["b", "Cy.", "", "x"])), "ods"
    )
    assert (first.id, first.text, dict(first.meta)) == (
        "a", "Ann sings  .\nBen\tsays.", {"date": "1921-05-03", "sheet": "Sheet1"},
    )  # fmt: skip
    assert (second.id, second.text, dict(second.meta)) == ("b", "Cy.", {"note": "x", "sheet": "Sheet1"})


def test_another_library_reads_the_same(tmp_path: Path) -> None:
    calamine = pytest.importorskip("python_calamine")
    rows = table(["text", "a"], ["Ann.", "x"], ["", "y"], ["Ben & Cy.", ""])
    content = spreadsheet(rows, **{"META-INF/manifest.xml": "<manifest/>"})
    (tmp_path / "a.ods").write_bytes(content)
    theirs = calamine.CalamineWorkbook.from_path(tmp_path / "a.ods").get_sheet_by_index(0).to_python()
    ours = [[each.text, each.meta.get("a", "")] for each in only_data_errors(FORMATS["ods"], content)]
    assert ours == [row for row in theirs[1:] if row[0]]


def test_what_is_repeated() -> None:
    twice = '<table:table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:table-cell>'
    gap = '<table:table-cell table:number-columns-repeated="16383"/>'
    covered = "<table:covered-table-cell/>"
    rows = [
        ["text", "a", "b", "c"], line("Ann.", twice, gap),
        line("Ben.", covered, attributes='table:number-rows-repeated="2"'),
        line("", attributes='table:number-rows-repeated="1048000"'), line("Cy."),
    ]  # fmt: skip
    documents = parsed(spreadsheet(table(*rows)), "ods", name="book.ods")
    assert [(each.id, each.text, each.meta.get("a"), each.meta.get("c")) for each in documents] == [
        ("book-2", "Ann.", "x", None), ("book-3", "Ben.", None, None), ("book-4", "Ben.", None, None),
        ("book-1048005", "Cy.", None, None),
    ]  # fmt: skip


def test_what_is_repeated_too_often() -> None:
    wide = '<table:table-cell table:number-columns-repeated="99999999"><text:p>x</text:p></table:table-cell>'
    with pytest.raises(DataError, match="this table has more than 16,384 columns"):
        texts(spreadsheet(table(["text"], line("Ann.", wide))))
    many = line("Ann.", attributes='table:number-rows-repeated="99999999"')
    blocks = FORMATS["ods"].split
    from tests.formats.memory import Memory

    with pytest.raises(DataError, match="a sheet has more than 1,048,576 rows"):
        for _ in blocks(Memory(spreadsheet(table(["text"], many)))):
            pass
    long = f'<table:table-cell table:number-columns-repeated="9000"><text:p>{"x" * 9000}</text:p></table:table-cell>'
    with pytest.raises(DataError, match=f"this row has more than {LONGEST_ROW:,} characters"):
        texts(spreadsheet(table(["text"], line("Ann.", long))))


def test_several_tables_and_hidden_ones() -> None:
    hidden = (
        '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
        '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
    )
    tables = (
        table(["text"], ["Ann."], name="One", style="ta1"), table(["text"], ["Old."], name="Old", style="ta2"),
        table(["code"], ["x"], *(["y"] for _ in range(3000)), name="Codes"), table(["text"], ["Cy."], name="Two"),
    )  # fmt: skip
    assert texts(spreadsheet(*tables, styles=hidden)) == [("book-2", "Ann."), ("book-Two-2", "Cy.")]


def test_as_one_file_of_xml(tmp_path: Path) -> None:
    (tmp_path / "a.fods").write_text(flat(table(["text"], ["Ann."])))
    assert find_format(tmp_path / "a.fods").name == "ods"
    assert read_one(tmp_path / "a.fods").text == "Ann."


def test_it_is_told_by_content(tmp_path: Path) -> None:
    for name in ("a.xlsx", "a.txt"):
        (tmp_path / name).write_bytes(spreadsheet(table(["text"], ["Ann."])))
        assert read_one(tmp_path / name).text == "Ann."


def test_a_cell_of_a_million_characters() -> None:
    assert texts(spreadsheet(table(["text"], ["Ann " * 250_000]))) == [("book-2", "Ann " * 250_000)]


def test_a_password_is_told() -> None:
    manifest = '<manifest:manifest xmlns:manifest="m"><manifest:encryption-data/></manifest:manifest>'
    with pytest.raises(DataError, match="this ODS file is encrypted\nSave it without a password"):
        texts(spreadsheet(**{"META-INF/manifest.xml": manifest}))


def test_a_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.formats import zip_parts

    monkeypatch.setattr(zip_parts, "STREAMED", 1 << 20)
    with pytest.raises(DataError, match=r"this file unpacks to \d+ MB, and \d+ are the most"):
        texts(spreadsheet(table(["text"], "<table:table-row/>" * 1_000_000)))


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this file is empty"),
        (b"id,text\n1,Ann\n", "this is not an ODS table, or a damaged one"),
        (archive({"a": "b"}), "this is an ODS table that is damaged (it has no part content.xml)"),
        (spreadsheet("<table:table>"), "its XML is damaged (mismatched tag)"),
        (spreadsheet(), "there is no table in it"),
        (spreadsheet(table(["a", "b"])), "none of the columns is plainly called text"),
        ("<?xml version='1.0'?><!DOCTYPE x [<!ENTITY a 'ha'>]><x>&a;</x>", "this file declares a type of document"),
        ("<?xml version='1.0'?><!DOCTYPE x SYSTEM 'file:///etc/passwd'><x/>", "this file declares a type of document"),
    ],
)  # fmt: skip
def test_what_is_refused(content: bytes | str, said: str) -> None:
    with pytest.raises(DataError) as caught:
        texts(content)
    assert str(caught.value).startswith(f"book.ods: {said}")


@given(mutations(flat(table(["text", "a"], ["Ann.", "x"], ["Ben."])), ["<table:table>", "</table:table-row>"]))
def test_nothing_but_our_errors(text: str) -> None:
    only_data_errors(FORMATS["ods"], text)


def test_in_a_folder_a_damaged_one_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "a.ods").write_bytes(b"PK\x03\x04half")
    (tmp_path / "b.ods").write_bytes(spreadsheet(table(["text"], ["Ann."])))
    left_out: list[DataError] = []
    assert [each.text for each in read(tmp_path, left_out=left_out)] == ["Ann."]
    assert [error.path for error in left_out] == [str(tmp_path / "a.ods")]
