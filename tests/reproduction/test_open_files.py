"""The experiment on opening files: what it makes is read, and tables of some megabytes stream."""

from pathlib import Path

import pytest

from namesakes import read
from namesakes.formats.records import records
from reproduction.ours import open_files
from reproduction.ours.open_files import TABLES, opened_folder, opened_table
from reproduction.synthetic.tables import rows, write_folder, write_ods, write_parquet

KINDS = [*(each[1:] for each in TABLES), ("a.ods", write_ods), ("a.parquet", write_parquet)]


@pytest.mark.parametrize(("name", "write"), KINDS, ids=[name for name, _ in KINDS])
def test_tables_have_the_texts_that_they_were_made_of(tmp_path: Path, name: str, write: object) -> None:
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    assert callable(write)
    write(tmp_path / name, 200_000, 3)
    found = [(each.id, each.text) for each in read(tmp_path / name)]
    assert found == [row[:2] for row in rows(200_000, 3)]


def test_folders_have_as_many_documents_as_files(tmp_path: Path) -> None:
    write_folder(tmp_path, 150)
    found = list(records(tmp_path))
    assert sorted(each.document.text.split("\n")[-2 if each.path.endswith(".md") else -1] for each in found)
    assert len(found) == 150
    assert opened_folder(tmp_path, True).documents == opened_folder(tmp_path, False).documents == 150


@pytest.mark.slow
@pytest.mark.parametrize(("name", "write"), KINDS, ids=[name for name, _ in KINDS])
def test_memory_does_not_grow_with_a_table(tmp_path: Path, name: str, write: object) -> None:
    """What a table of 24 MB takes beyond one of 3 MB is less than the difference, where it is kept in memory at all."""
    if name.endswith(".parquet"):
        pytest.importorskip("pyarrow")
    assert callable(write)
    small, large = tmp_path / f"small-{name}", tmp_path / f"large-{name}"
    write(small, 3_000_000, 0)
    write(large, 24_000_000, 0)
    first, second = (open_files._alone(opened_table, path) for path in (small, large))
    assert second.documents > 5 * first.documents
    kept = {"b.xlsx": 50, "a.parquet": 120}.get(name, 10)  # shared texts are in memory up to a size; Parquet has groups
    assert second.megabytes - first.megabytes < kept


def test_a_run_has_a_row_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(open_files, "_alone", lambda work, *given: work(*given))
    outcome = open_files.run(None, 0, files=20, size=200_000)
    assert [row[0] for row in outcome.rows] == [
        "20 mixed files",
        "20 the same again, unchanged",
        *(t[0] for t in TABLES),
    ]
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
