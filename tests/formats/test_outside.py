"""A format that is registered from outside the package is found by its ending, its first lines and its name."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TextIO

import pytest
from click.testing import CliRunner

from namesakes import Document, read, write
from namesakes.cli.convert import command as convert
from namesakes.cli.coref import command as coref
from namesakes.config import Registry
from namesakes.formats import FORMATS, Block, Format, TextFile, find_format, records
from namesakes.pipeline.resolve import resolve_into
from namesakes.store.store import open_store

HEAD = "@notes\n"


def split(source: TextFile) -> Iterator[Block]:
    """One block for each line after the first."""
    for number, line in enumerate(source.lines(), start=1):
        if number > 1:
            yield Block(source, number, [line])


def parse(block: Block) -> Document:
    """The document of a line."""
    return Document(id=str(block.line), text=block.lines[0])


def write_notes(documents: Iterable[Document], stream: TextIO) -> None:
    """Write a line a document."""
    stream.write(HEAD)
    stream.writelines(f"{document.text}\n" for document in documents)


NOTES = Format(
    name="notes",
    description="notes: a document a line",
    extensions=(".notes", ".notes.txt"),
    split=split,
    parse=parse,
    write=write_notes,
    sniff=lambda head: head.startswith(HEAD),
    carries=frozenset({"text"}),
)


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of notes with three endings, and the format in the registry for as long as the test runs."""
    monkeypatch.setattr(FORMATS, "_entries", dict(FORMATS._entries))
    FORMATS.register("notes", NOTES)
    monkeypatch.chdir(tmp_path)
    Path("news").mkdir()
    for name in ("a.notes", "b.notes.txt", "c.scribble"):
        Path("news", name).write_text(f"{HEAD}Ann Moore sings.\nBen Carter sings.\n")
    return tmp_path


def test_by_ending_first_lines_and_name() -> None:
    for name in ("a.notes", "b.notes.txt", "c.scribble"):
        assert find_format(Path("news", name)) is NOTES
    assert find_format("new.notes", writing=True) is NOTES
    assert find_format("anything", "notes") is NOTES


def test_read_and_write() -> None:
    assert [document.id for document in read("news/c.scribble")] == ["2", "3"]
    assert [document.id for document in read("news")] == ["2", "3", "2", "3"]
    assert [document.id for document in read("news", format="notes")] == ["2", "3", "2", "3"]
    assert write(read("news/a.notes"), "again.notes") == 2
    assert Path("again.notes").read_text() == Path("news/a.notes").read_text()


def test_records_and_resolve() -> None:
    ids = [f"news/{name}#{number}" for name in ("a.notes", "b.notes.txt", "c.scribble") for number in (2, 3)]
    assert [record.id for record in records("news")] == ids
    with open_store(":memory:") as store:
        report = resolve_into(store, [Path("news")])
        assert report.skipped == []
        assert list(store.documents.states()) == ids


def test_a_file_that_is_one_document_is_called_by_its_path() -> None:
    FORMATS.register("whole", Format("whole", "", (".whole",), split, parse, one_document=True))
    Path("news/d.whole").write_text("@\nCy Young sings.\n")
    assert [record.id for record in records(Path("news/d.whole"))] == ["news/d.whole"]


def test_the_command() -> None:
    for arguments in (["news/a.notes", "new.jsonl"], ["news/c.scribble", "new.notes"], ["news", "x", "--to", "notes"]):
        done = CliRunner().invoke(convert, arguments, catch_exceptions=False)
        assert (done.exit_code, "documents written to" in done.output) == (0, True)
    assert Path("new.notes").read_text() == Path("news/c.scribble").read_text()
    arguments = ["news/a.notes", "--to", "jsonl", "--out", "chains.jsonl", "--quiet"]
    assert CliRunner().invoke(coref, arguments, catch_exceptions=False).exit_code == 0
    assert [document.text for document in read("chains.jsonl")] == ["Ann Moore sings.", "Ben Carter sings."]


def test_a_path_to_import_is_enough() -> None:
    registry: Registry[Format] = Registry("format")
    registry.register("notes", "tests.formats.test_outside:NOTES")
    assert registry["notes"].extensions == (".notes", ".notes.txt")
