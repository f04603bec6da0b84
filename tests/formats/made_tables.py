"""Workbooks for tests: XLSX by its parts and through openpyxl, ODS by its content."""

import io
from collections.abc import Iterable, Sequence
from typing import Any
from xml.sax.saxutils import escape

from tests.formats.made_office import OFFICE, archive

_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"


def workbook(sheets: dict[str, Sequence[Sequence[Any]]]) -> bytes:
    """An XLSX as openpyxl writes it."""
    import openpyxl

    made = openpyxl.Workbook()
    made.remove(made.active)
    for name, rows in sheets.items():
        sheet = made.create_sheet(name)
        for row in rows:
            sheet.append(row)
    stream = io.BytesIO()
    made.save(stream)
    return stream.getvalue()


def xlsx(
    rows: str, *, strings: str = "", styles: str = "", head: str = "", sheets: Iterable[tuple[str, str, str]] = ()
) -> bytes:
    """An XLSX of these rows in XML; `sheets` has the names, states and rows of more."""
    every = [("One", "", rows), *sheets]
    listed = "".join(
        f'<sheet name="{name}" sheetId="{n}" r:id="s{n}"{f" state={chr(34)}{state}{chr(34)}" if state else ""}/>'
        for n, (name, state, _) in enumerate(every, 1)
    )
    related = "".join(
        f'<Relationship Id="s{n}" Type="{_RELATIONS}/worksheet" Target="worksheets/sheet{n}.xml"/>'
        for n in range(1, len(every) + 1)
    )
    related += f'<Relationship Id="a" Type="{_RELATIONS}/sharedStrings" Target="/xl/sharedStrings.xml"/>'
    related += f'<Relationship Id="b" Type="{_RELATIONS}/styles" Target="styles.xml"/>'
    root = f'<Relationship Id="w" Type="{_RELATIONS}/officeDocument" Target="xl/workbook.xml"/>'
    parts = {
        "[Content_Types].xml": "<Types/>",
        "_rels/.rels": f'<Relationships xmlns="{_PACKAGE}">{root}</Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATIONS}">{head}<sheets>{listed}</sheets>'
        "</workbook>",
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{_PACKAGE}">{related}</Relationships>',
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{strings}</sst>',
        "xl/styles.xml": f'<styleSheet xmlns="{_MAIN}">{styles}</styleSheet>',
    }
    for n, (_, _, content) in enumerate(every, 1):
        body = content if content.startswith("<!") else ""
        sheet = f'<worksheet xmlns="{_MAIN}"><sheetData>{"" if body else content}</sheetData></worksheet>'
        parts[f"xl/worksheets/sheet{n}.xml"] = body or sheet
    return archive(parts)


def inline(*rows: Sequence[str]) -> str:
    """Rows of texts that stand in their cells."""
    return "".join(
        "<row>" + "".join(f'<c t="inlineStr"><is><t>{escape(cell)}</t></is></c>' for cell in row) + "</row>"
        for row in rows
    )


def spreadsheet(*tables: str, styles: str = "", **parts: str) -> bytes:
    """An ODS with these tables, in XML."""
    return archive(
        {
            "mimetype": "application/vnd.oasis.opendocument.spreadsheet",
            "content.xml": flat(*tables, styles=styles),
            **parts,
        }
    )


def flat(*tables: str, styles: str = "") -> str:
    """The content of an ODS, which is a file by itself, too."""
    names = "".join(f' xmlns:{name}="{OFFICE}:{name}:1.0"' for name in ("office", "text", "table", "style"))
    return (
        f"<?xml version='1.0'?><office:document{names}><office:automatic-styles>{styles}</office:automatic-styles>"
        f"<office:body><office:spreadsheet>{''.join(tables)}</office:spreadsheet></office:body></office:document>"
    )


def table(*rows: Sequence[str] | str, name: str = "Sheet1", style: str = "") -> str:
    """A table of rows of cells; a row may be XML itself."""
    made = "".join(row if isinstance(row, str) else line(*row) for row in rows)
    return f'<table:table table:name="{name}" table:style-name="{style}">{made}</table:table>'


def line(*cells: str, attributes: str = "") -> str:
    """A row of texts; what begins with < is XML itself."""
    made = "".join(
        cell
        if cell.startswith("<")
        else f'<table:table-cell office:value-type="string"><text:p>{escape(cell)}</text:p></table:table-cell>'
        if cell
        else "<table:table-cell/>"
        for cell in cells
    )
    return f"<table:table-row {attributes}>{made}</table:table-row>"
