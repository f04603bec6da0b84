"""XLSX: what cells show, several sheets, and workbooks that are not what they should be."""

import io
import zipfile
from datetime import date, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one
from namesakes.errors import DataError
from namesakes.formats import FORMATS, find_format
from namesakes.formats.tables import LONGEST_ROW
from namesakes.formats.xlsx.numbers import shown_number
from namesakes.formats.xlsx.rows import column_of, unescaped
from tests.formats.fuzz import mutations, only_data_errors
from tests.formats.made_office import archive
from tests.formats.made_tables import inline, workbook, xlsx
from tests.formats.memory import parsed

HEAD = inline(["id", "text"])
COMPOUND = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")


def texts(content: bytes) -> list[tuple[str, str]]:
    return [(each.id, each.text) for each in parsed(content, "xlsx", name="book.xlsx")]


def found(path: Path, content: bytes) -> tuple[list[Document], list[str]]:
    """The documents of a file, and what is said of rows that are left out."""
    path.write_bytes(content)
    left_out: list[DataError] = []
    documents = list(read(path, skipped=left_out))
    return documents, [str(each).removeprefix(str(path)).splitlines()[0] for each in left_out]


def test_a_row_is_a_document() -> None:
    rows: list[list[Any]] = [
        ["id", "text", "date", "pages", "share", "seen", None, "kept"],
        ["a", "Ann sings.\nBen says.", date(1921, 5, 3), 3, 0.1, datetime(1921, 5, 3, 14, 30), None, True],
        [2, "Cy listens."],
    ]
    first, second = parsed(workbook({"Letters": rows}), "xlsx")
    assert (first.id, first.text) == ("a", "Ann sings.\nBen says.")
    expected = {
        "date": "1921-05-03",
        "pages": "3",
        "share": "0.1",
        "seen": "1921-05-03T14:30:00",
        "kept": "TRUE",
        "sheet": "Letters",
    }
    assert dict(first.meta) == expected
    assert (second.id, second.text, dict(second.meta)) == ("2", "Cy listens.", {"sheet": "Letters"})


def test_several_sheets_are_read_where_they_have_texts() -> None:
    content = workbook(
        {
            "Codes": [["code", "meaning"], ["x", "nothing"]],
            "1921": [["text"], ["Ann."], [None], ["Ben."]],
            "1922": [["text"], ["Cy."]],
        }
    )
    documents = parsed(content, "xlsx", name="book.xlsx")
    assert [(each.id, each.meta["sheet"]) for each in documents] == [
        ("book-1921-2", "1921"), ("book-1921-4", "1921"), ("book-1922-2", "1922"),
    ]  # fmt: skip
    with pytest.raises(DataError, match="none of the columns is plainly called text"):
        texts(workbook({"Codes": [["code", "meaning"]]}))


def test_hidden_sheets_are_left_out_and_the_first_is_called_by_rows_alone() -> None:
    more = [("Old", "hidden", inline(["text"], ["Old."])), ("Two", "", inline(["text"], ["Cy."]))]
    assert texts(xlsx(inline(["text"], ["Ann."]), sheets=more)) == [("book-2", "Ann."), ("book-Two-2", "Cy.")]


def test_the_value_of_a_formula_is_shown_else_the_formula() -> None:
    rows = (
        '<row><c t="str"><f>A1&amp;B1</f><v>Ann sings.</v></c><c><f>1+2</f><v>3</v></c></row>'
        '<row><c t="str"><f>HYPERLINK("http://a.org")</f></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c></row>'
        '<row><c t="str"><v>Ben.</v></c><c t="str"><f>""</f><v></v></c></row>'
    )
    documents = parsed(xlsx(inline(["text", "n"]) + rows), "xlsx", name="b.xlsx")
    assert [(each.text, each.meta.get("n")) for each in documents] == [
        ("Ann sings.", "3"), ('=HYPERLINK("http://a.org")', None), ("Ben.", None),
    ]  # fmt: skip


def test_shared_and_rich_texts_without_their_phonetics() -> None:
    strings = (
        "<si><t>id</t></si><si><t>text</t></si>"
        '<si><r><t xml:space="preserve">Ann </t></r><r><rPr><b/></rPr><t>sings.</t></r>'
        '<rPh sb="0" eb="1"><t>x</t></rPh></si>'
        "<si><t>Zoë_x000D_\nsays</t></si>"
    )
    cells = ((0, 1), (2, 3), (3, 2))
    rows = "".join(f'<row><c t="s"><v>{a}</v></c><c t="s"><v>{b}</v></c></row>' for a, b in cells)
    assert texts(xlsx(rows, strings=strings)) == [("Ann sings.", "Zoë\r\nsays"), ("Zoë\r\nsays", "Ann sings.")]
    for wrong in ("4", "-1", "x", "99999999999"):
        rows = f'{HEAD}<row><c t="inlineStr"><is><t>1</t></is></c><c t="s"><v>{wrong}</v></c></row>'
        with pytest.raises(DataError, match=f"a cell shows the text number '{wrong}', which is not there"):
            texts(xlsx(rows, strings=strings))


def test_places_of_cells_and_rows() -> None:
    """Empty cells and rows are not in the file; merged ones have their text in the first."""
    rows = (
        '<row r="2"><c r="B2" t="str"><v>text</v></c><c r="D2" t="str"><v>who</v></c></row>'
        '<row r="7"><c r="D7" t="str"><v>Ann</v></c><c r="B7" t="str"><v>Sings.</v></c></row>'
        '<row r="9"><c r="B9" t="str"><v>Says.</v></c></row>'
    )
    documents = parsed(xlsx(rows), "xlsx", name="book.xlsx")
    assert [(each.id, each.text, dict(each.meta)) for each in documents] == [
        ("book-7", "Sings.", {"who": "Ann", "sheet": "One"}), ("book-9", "Says.", {"sheet": "One"}),
    ]  # fmt: skip


def test_names_with_prefixes_are_read_too() -> None:
    content = archive(
        {
            "[Content_Types].xml": "<Types/>",
            "xl/workbook.xml": '<x:workbook xmlns:x="m" xmlns:r="r"><x:sheets><x:sheet name="A" r:id="a"/></x:sheets>'
            "</x:workbook>",
            "xl/_rels/workbook.xml.rels": '<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/>'
            "</Relationships>",
            "xl/s.xml": '<x:worksheet xmlns:x="m"><x:row><x:c t="str"><x:v>text</x:v></x:c></x:row>'
            '<x:row><x:c t="str"><x:v>Ann.</x:v></x:c></x:row></x:worksheet>',
        }
    )
    assert [text for _, text in texts(content)] == ["Ann."]


@pytest.mark.parametrize(
    ("value", "shown"),
    [("1921", "1921"), ("-7", "-7"), ("3.1400000000000001", "3.14"), ("1E+20", "1e+20"), ("0.1", "0.1"), ("x", "x")],
)
def test_numbers(value: str, shown: str) -> None:
    assert shown_number(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"),
    [("1", "1900-01-01"), ("59", "1900-02-28"), ("61", "1900-03-01"), ("7794", "1921-05-03"), ("0.5", "12:00:00"),
     ("7794.25", "1921-05-03T06:00:00"), ("2958465", "9999-12-31"), ("2958466", "2958466"), ("-1", "-1"),
     ("nan", "nan")],
)  # fmt: skip
def test_dates(value: str, shown: str) -> None:
    assert shown_number(value, is_date=True) == shown


def test_dates_from_1904_and_styles() -> None:
    styles = (
        '<numFmts><numFmt numFmtId="164" formatCode="[$-409]d/m/yyyy;@"/><numFmt numFmtId="165" formatCode="0 &quot;'
        'days&quot;"/><numFmt numFmtId="166" formatCode="[h]:mm"/><numFmt numFmtId="167" formatCode="[Red]0.0"/>'
        '</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf/><xf numFmtId="14"/>'
        '<xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/></cellXfs>'
    )
    cells = "".join(f'<c s="{style}"><v>10</v></c>' for style in (*range(6), 99, "x"))
    rows = inline(["text", *"abcdefgh"]) + f'<row><c t="str"><v>Ann.</v></c>{cells}</row>'
    (document,) = parsed(xlsx(rows, styles=styles), "xlsx")
    assert list(document.meta.values())[:-1] == ["10", "1900-01-10", "1900-01-10", "10", "1900-01-10", "10", "10", "10"]
    (document,) = parsed(xlsx(rows, styles=styles, head='<workbookPr date1904="1"/>'), "xlsx")
    assert document.meta["b"] == "1904-01-11"


def test_columns_by_their_letters() -> None:
    assert [column_of(letters) for letters in ("A", "Z", "AA", "xfd")] == [0, 25, 26, 16_383]
    with pytest.raises(DataError, match="'A0B' is no column"):
        column_of("A0B")


def test_characters_that_xml_cannot_hold() -> None:
    assert unescaped("a_x000A_b_x005F_x_xD800__x0000_") == "a\nb_x_xD800__x0000_"


cells = st.one_of(
    st.text(st.characters(min_codepoint=32, exclude_categories=["Cs", "Cc"]), min_size=1, max_size=8).filter(
        lambda text: text.strip() and not text.startswith("=") and "_x" not in text and max(text) < "\ufffe"
    ),
    st.integers(-(10**9), 10**9),
    st.booleans(),
    st.dates(date(1901, 1, 1)),
)


@given(st.lists(st.lists(cells, min_size=4, max_size=4), min_size=1, max_size=6))
def test_it_is_read_as_another_library_reads_it(rows: list[list[Any]]) -> None:
    """python-calamine reads the same of what openpyxl writes."""
    calamine = pytest.importorskip("python_calamine")
    content = workbook({"One": [["text", "a", "b", "c", "d"], *(["T", *row] for row in rows)]})
    theirs = calamine.CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()[1:]
    ours = [list(each.meta.values())[:-1] for each in parsed(content, "xlsx")]
    assert ours == [[_shown(cell) for cell in row[1:]] for row in theirs]


def _shown(cell: Any) -> str:
    if isinstance(cell, bool):
        return str(cell).upper()
    return f"{cell:.0f}" if isinstance(cell, float) else cell.isoformat() if isinstance(cell, date) else str(cell)


def test_it_is_told_by_content(tmp_path: Path) -> None:
    for name in ("a.docx", "a.txt", "a"):
        (tmp_path / name).write_bytes(workbook({"One": [["text"], ["Ann."]]}))
        assert find_format(tmp_path / name).name == "xlsx"
        assert read_one(tmp_path / name).text == "Ann."


def test_rows_without_a_text(tmp_path: Path) -> None:
    rows = inline(["id", "text"], ["1", "Ann."], ["2", ""], ["3", " "], ["4", "Ben."])
    documents, left_out = found(tmp_path / "a.xlsx", xlsx(rows))
    assert [each.id for each in documents] == ["1", "4"]
    assert left_out == [":3: there is no text in the column text", ":4: there is no text in the column text"]


def test_a_cell_of_a_million_characters() -> None:
    long = "Ann " * 250_000
    assert texts(xlsx(inline(["id", "text"], ["1", long]))) == [("1", long)]
    shared = f"<si><t>{long}</t></si>"
    assert texts(xlsx(f'{HEAD}<row><c><v>1</v></c><c t="s"><v>0</v></c></row>', strings=shared)) == [("1", long)]


def test_rows_that_are_too_long_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.formats.xlsx import reader, rows
    from namesakes.formats.xlsx import strings as shared

    for module in (reader, rows, shared):
        monkeypatch.setattr(module, "LONGEST_ROW", 1000)
    long = "x" * 600
    twice = '<c t="s"><v>0</v></c>' * 2
    made = inline(["id", "text"], ["1", long, long], ["2", "Ben."])
    made += f'<row>{twice}</row><row><c t="s"><v>1</v></c></row>' + inline(["4", "Cy."])
    strings = f"<si><t>{long}</t></si><si><t>{long * 2}</t></si>"
    documents, left_out = found(tmp_path / "a.xlsx", xlsx(made, strings=strings))
    assert [each.id for each in documents] == ["2", "4"]
    assert left_out == [f":{row}: this row has more than {LONGEST_ROW:,} characters" for row in (2, 4, 5)]


def test_more_than_there_may_be(monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.formats.xlsx import reader

    with pytest.raises(DataError, match="a sheet has more than 1,048,576 rows"):
        texts(xlsx('<row r="99999999"><c t="str"><v>text</v></c></row>'))
    with pytest.raises(DataError, match="this table has more than 16,384 columns"):
        texts(xlsx('<row><c r="XFE1" t="str"><v>text</v></c></row>'))
    monkeypatch.setattr(reader, "MOST_CHARACTERS", 10_000)
    shared = f"<si><t>{'Ann ' * 500}</t></si>"
    rows = HEAD + '<row><c><v>1</v></c><c t="s"><v>0</v></c></row>' * 10
    with pytest.raises(DataError, match="this table has more than 10,000 characters"):
        texts(xlsx(rows, strings=shared))


BOMB = (
    '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]><worksheet><row><c t="str"><v>&b;</v></c></row></worksheet>'
)
REACH = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet><row><c><v>&a;</v></c></row></worksheet>'


@pytest.mark.parametrize("sheet", [BOMB, REACH])
def test_declarations_are_refused(sheet: str) -> None:
    with pytest.raises(DataError, match="this file declares a type of document"):
        texts(xlsx(sheet))


def test_deep_and_endless_tags_are_refused() -> None:
    with pytest.raises(DataError, match="elements lie in each other more than 256 deep"):
        texts(xlsx("<a>" * 300 + "</a>" * 300))
    with pytest.raises(DataError, match="a tag in it has more than 16,777,216 bytes"):
        texts(xlsx(f'<row a="{" " * 20_000_000}">'))


def test_a_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    from namesakes.formats import zip_parts

    monkeypatch.setattr(zip_parts, "STREAMED", 1 << 20)
    content = xlsx(HEAD + "<row></row>" * 1_000_000)
    assert len(content) * 200 < 11_000_000
    with pytest.raises(DataError, match=r"this file unpacks to \d+ MB, and \d+ are the most"):
        texts(content)


def test_a_password_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.xlsx").write_bytes(COMPOUND)
    with pytest.raises(
        DataError, match="an Office file that is encrypted with a password, which cannot be read\nSave it"
    ):
        list(read(tmp_path / "a.xlsx"))
    with pytest.raises(DataError, match="this is not an XLSX table: it is encrypted"):
        texts(COMPOUND)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "this file is empty"),
        (b"id,text\n1,Ann\n", "this is not an XLSX table, or a damaged one"),
        (workbook({"One": [["text"], ["Ann."]]})[:400], "this is not an XLSX table, or a damaged one"),
        (archive({"a": "b"}), "this is an XLSX table that is damaged (it has no workbook)"),
        (archive({"xl/workbook.xml": "<workbook/>"}), "this is an XLSX table that is damaged (it has no sheet)"),
        (xlsx("<row><c>"), "its XML is damaged (mismatched tag)"),
        (xlsx(""), "there is no row in it"),
    ],
)  # fmt: skip
def test_damaged_files(content: bytes, said: str) -> None:
    with pytest.raises(DataError) as caught:
        texts(content)
    assert str(caught.value).startswith(f"book.xlsx: {said}")


def test_what_comes_before_the_damage_is_read(tmp_path: Path) -> None:
    documents, left_out = found(
        tmp_path / "a.xlsx", xlsx(inline(["text"], *([f"Ann {n}."] for n in range(5000))) + "</x>")
    )
    assert len(documents) > 1000
    assert left_out == [": its XML is damaged (mismatched tag)"]


def test_a_binary_workbook_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.xlsb").write_bytes(archive({"[Content_Types].xml": "<Types/>", "xl/workbook.bin": "x"}))
    with pytest.raises(DataError, match="this is an XLSB table, which cannot be read\nSave it as XLSX or CSV"):
        list(read(tmp_path / "a.xlsb"))


@given(
    mutations(
        HEAD + inline(["1", "Ann."]) + '<row r="3"><c r="B3" t="s" s="1"><f>A1</f><v>0</v></c></row>', ["<row>", "<c>"]
    )
)
def test_nothing_but_our_errors(sheet: str) -> None:
    only_data_errors(FORMATS["xlsx"], xlsx(sheet.encode("utf-8", "replace").decode(), strings="<si><t>x</t></si>"))


@given(st.integers(0, 3000), st.integers(0, 255))
def test_bytes_that_are_wrong(place: int, byte: int) -> None:
    data = bytearray(workbook({"One": [["text"], ["Ann."]]}))
    data[place % len(data)] = byte
    only_data_errors(FORMATS["xlsx"], bytes(data))


def test_the_stream_is_one_of_any_kind() -> None:
    """Bytes in memory, as of a file inside an archive, are read as a file is."""
    content = xlsx(HEAD + inline(["1", "Ann."]))
    with zipfile.ZipFile(io.BytesIO(archive({"in.xlsx": content}))) as outer:
        assert texts(outer.read("in.xlsx")) == [("1", "Ann.")]


def test_a_damaged_sheet_is_named_though_another_one_is_whole(tmp_path: Path) -> None:
    content = xlsx("<row><c", sheets=[("Two", "", inline(["text"], ["Ann."]))])
    _, left_out = found(tmp_path / "a.xlsx", content)
    assert left_out == [": its XML is damaged (not well-formed (invalid token))"]
