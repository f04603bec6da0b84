"""One bad file or document among many: it alone is left out, with its name, and the rest is as without it."""

import io
import logging
import sys
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import namesakes
from namesakes.errors import DataError, SkippedWarning
from namesakes.formats import FORMATS
from namesakes.formats.format import Block, Format, endings
from namesakes.formats.records import records
from namesakes.formats.scan import Skipped
from namesakes.pipeline.coreference import Coreference
from tests.conftest import Command

BODILESS = b'<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>'
LETTER = "Ann Lee met Bob Stone in Paris. She praised him."


def damaged_docx() -> bytes:
    """A Word document whose archive is whole and of which a part is not: python-docx fails on it late."""
    docx = pytest.importorskip("docx")
    stream = io.BytesIO()
    made = docx.Document()
    made.add_paragraph(LETTER)
    made.save(stream)
    out = io.BytesIO()
    with zipfile.ZipFile(stream) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, BODILESS if name == "word/document.xml" else data)
    return out.getvalue()


def test_a_damaged_docx_is_left_out_of_a_run(tmp_path: Path, namesakes: Command) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.docx").write_bytes(damaged_docx())
    (tmp_path / "in" / "b.txt").write_text(LETTER)
    done = namesakes("resolve", "in", "--json", "--log", "run.log")
    assert done.returncode == 0, done.stderr
    assert '"new": 1' in done.stdout
    assert '"place": "in/a.docx"' in done.stdout
    log = (tmp_path / "run.log").read_text()
    assert "in/a.docx: this cannot be read as docx" in log
    assert "Traceback" in log
    again = namesakes("resolve", "in", "--strict", "--quiet")
    assert again.returncode == 1
    alone = namesakes("resolve", "in/a.docx", "--store", "other.db")
    assert alone.returncode == 1
    assert "in/a.docx" in alone.stdout
    loud = namesakes("coref", "in/a.docx", "in/b.txt")
    assert loud.returncode == 1
    assert "in/a.docx: this cannot be read" in loud.stderr
    quiet = namesakes("coref", "in/a.docx", "in/b.txt", "--skip-bad", "--to", "text")
    assert (quiet.returncode, "Bob Stone" in quiet.stdout) == (0, True)
    assert "left out 1 bad document" in quiet.stderr
    assert namesakes("coref", "in/a.docx", "in/b.txt", "--skip-bad", "--strict").returncode == 1
    assert namesakes("coref", "in/a.docx", "--skip-bad").returncode == 1


@pytest.mark.parametrize("name", sorted(FORMATS))
def test_a_reader_that_fails_leaves_out_that_file_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, name: str
) -> None:
    """Whatever a reader of any format fails with, also where nobody foresaw it."""

    def failing(block: Block) -> Any:
        raise RecursionError("too deep")

    chosen = FORMATS[name]
    ending = endings(name)[0]
    bad = replace(chosen, parse=failing, split=lambda source: iter([Block(source, 1, ["x"])]))

    def find(path: Path, name: str | None = None) -> Format:
        return bad if "bad" in str(path) else FORMATS["plain"]

    monkeypatch.setattr(sys.modules["namesakes.formats.records"], "find_format", find)
    (tmp_path / f"bad{ending}").write_text("x")
    (tmp_path / "good.txt").write_text(LETTER)
    skipped: list[Skipped] = []
    with caplog.at_level(logging.WARNING, logger="namesakes"):
        found = list(records(tmp_path, skipped=skipped))
    assert [record.document.text for record in found] == [LETTER]
    assert len(skipped) == 1
    assert "RecursionError: too deep" in skipped[0].reason
    assert any(record.exc_info for record in caplog.records)
    errors: list[DataError] = []
    assert list(namesakes.read(tmp_path / f"bad{ending}", skipped=errors)) == []
    assert len(errors) == 1
    with pytest.raises(DataError, match="RecursionError"):
        list(namesakes.read(tmp_path / f"bad{ending}"))


def test_a_document_that_fails_is_left_out_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    right = Coreference.__call__

    def failing(self: Coreference, document: namesakes.Document) -> namesakes.Document:
        if "Bob" not in document.text:
            raise ZeroDivisionError("nobody")
        return right(self, document)

    monkeypatch.setattr(Coreference, "__call__", failing)
    skipped: list[Any] = []
    nlp = namesakes.load("en")
    texts = [LETTER, "Nothing at all.", LETTER]
    assert [document.text for document in nlp.pipe(texts, skipped=skipped, jobs=1)] == [LETTER, LETTER]
    assert [each.document for each in skipped] == ["text-2"]
    assert "ZeroDivisionError" in skipped[0].trace
    with pytest.warns(SkippedWarning, match="text-2"):
        list(nlp.pipe(texts, jobs=1))
