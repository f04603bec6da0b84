"""Tables and folders of any size, made up: a row is a text that tells of people, with an id and a date."""

import csv
import json
import zipfile
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import IO, Final

import numpy as np

from reproduction.synthetic.names import made_families, made_givens

HEAD: Final = ("id", "text", "date")
_SENTENCES: Final = (
    "{} of Leeds met {} in May.", "{} wrote to {} that the mill was sold.", "Nobody told {} what {} had said.",
    "{} and {} were seen at the station.", "It was {} who lent {} the money.",
)  # fmt: skip
_MAIN: Final = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATED: Final = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_OFFICE: Final = "urn:oasis:names:tc:opendocument:xmlns"
_POOL: Final = 1_000
"""Texts that are different in more than a number."""


def rows(size: int, seed: int = 0) -> Iterator[tuple[str, str, str]]:
    """Rows whose texts have so many bytes together, about ten thousand each, no two the same."""
    random = np.random.default_rng(seed)
    givens, families = made_givens(60), made_families(2_000)

    def somebody() -> str:
        return f"{givens[random.integers(60)]} {families[random.integers(2_000)]}"

    def text() -> str:
        chosen = random.integers(len(_SENTENCES), size=250).tolist()
        return " ".join(_SENTENCES[place].format(somebody(), somebody()) for place in chosen)

    pool = [text() for _ in range(min(_POOL, size // 10_000 + 1))]
    done = number = 0
    while done < size:
        number += 1
        said = f"Letter {number}. {pool[number % len(pool)]}"
        done += len(said)
        yield f"r{number}", said, f"19{number % 90 + 10}-05-03"


def write_csv(path: Path, size: int, seed: int = 0) -> None:
    """A table of commas and quotes."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.writer(stream, quoting=csv.QUOTE_ALL)
        writer.writerow(HEAD)
        writer.writerows(rows(size, seed))


def write_xlsx(path: Path, size: int, seed: int = 0, *, shared: bool = False) -> None:
    """A workbook of one sheet, whose texts stand in the cells, or (as Excel has it) in the part that cells share."""
    parts = ("sheet", "sharedStrings")
    related = "".join(f'<Relationship Id="{name}" Type="{_RELATED}/{name}" Target="{name}.xml"/>' for name in parts)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        sheets = '<sheets><sheet name="One" r:id="sheet"/></sheets>'
        archive.writestr("xl/workbook.xml", f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATED}">{sheets}</workbook>')
        archive.writestr("xl/_rels/workbook.xml.rels", f"<Relationships>{related}</Relationships>")
        count = 0
        if shared:
            with archive.open("xl/sharedStrings.xml", "w", force_zip64=True) as stream:
                _say(stream, f'<sst xmlns="{_MAIN}">')
                for _, text, _ in rows(size, seed):
                    _say(stream, f"<si><t>{text}</t></si>")
                    count += 1
                _say(stream, "</sst>")
        cells = _shared_rows(count) if shared else _inline_rows(size, seed)
        with archive.open("xl/sheet.xml", "w", force_zip64=True) as stream:
            head = "".join(f'<c t="str"><v>{name}</v></c>' for name in HEAD)
            _say(stream, f'<worksheet xmlns="{_MAIN}"><sheetData><row r="1">{head}</row>')
            for number, each in enumerate(cells, start=2):
                _say(stream, f'<row r="{number}">{each}</row>')
            _say(stream, "</sheetData></worksheet>")


def _inline_rows(size: int, seed: int) -> Iterator[str]:
    for row in rows(size, seed):
        yield "".join(f'<c t="inlineStr"><is><t>{cell}</t></is></c>' for cell in row)


def _shared_rows(count: int) -> Iterator[str]:
    for number in range(count):
        yield f'<c t="str"><v>r{number + 1}</v></c><c t="s"><v>{number}</v></c>'


def write_ods(path: Path, size: int, seed: int = 0) -> None:
    """A table of OpenOffice."""
    names = "".join(f' xmlns:{name}="{_OFFICE}:{name}:1.0"' for name in ("office", "text", "table"))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        with archive.open("content.xml", "w", force_zip64=True) as stream:
            _say(stream, f"<office:document-content{names}><office:body><office:spreadsheet><table:table>")
            for row in chain([HEAD], rows(size, seed)):
                _say(stream, _ods_row(row))
            _say(stream, "</table:table></office:spreadsheet></office:body></office:document-content>")


def _ods_row(row: tuple[str, ...]) -> str:
    cells = "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row)
    return f"<table:table-row>{cells}</table:table-row>"


def write_parquet(path: Path, size: int, seed: int = 0) -> None:
    """A table of Parquet, in groups of 10,000 rows."""
    import pyarrow
    from pyarrow.parquet import ParquetWriter

    schema = pyarrow.schema([(name, pyarrow.string()) for name in HEAD])
    group: list[tuple[str, str, str]] = []
    with ParquetWriter(path, schema) as writer:

        def write() -> None:
            columns = [list(column) for column in zip(*group, strict=True)]
            writer.write_table(pyarrow.table(columns, schema=schema))
            group.clear()

        for row in rows(size, seed):
            group.append(row)
            if len(group) == 10_000:
                write()
        if group:
            write()


def _say(stream: IO[bytes], text: str) -> None:
    stream.write(text.encode())


def write_folder(folder: Path, count: int, seed: int = 0) -> None:
    """A folder of so many files of a text each, in folders of a hundred: texts, Markdown, rows of JSON, and tables."""
    made: dict[str, Callable[[tuple[str, str, str]], str]] = {
        ".txt": lambda row: row[1], "": lambda row: row[1], ".md": lambda row: f"# {row[0]}\n\n{row[1]}\n",
        ".jsonl": lambda row: json.dumps(dict(zip(HEAD, row, strict=True))) + "\n",
        ".json": lambda row: json.dumps([dict(zip(HEAD, row, strict=True))]),
        ".csv": lambda row: f"{','.join(HEAD)}\n{','.join(row)}\n",
        ".tsv": lambda row: "\t".join(HEAD) + "\n" + "\t".join(row) + "\n",
    }  # fmt: skip
    endings = list(made)
    for number, row in zip(range(count), rows(1 << 40, seed), strict=False):
        ending = endings[number % len(endings)]
        place = folder / f"{number // 100:04}" / f"{number:06}{ending}"
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(made[ending](row), encoding="utf-8")
