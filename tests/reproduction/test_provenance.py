"""What an experiment read and how long it took: files of the corpora alone, whichever process read them."""

import re
import time
from functools import partial
from pathlib import Path

import pytest

from reproduction.provenance import recorded
from reproduction.runs import Cells, in_processes, kept


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Corpora of three files."""
    folder = tmp_path / "corpora"
    (folder / "ours").mkdir(parents=True)
    for number in range(3):
        (folder / "ours" / f"{number}.txt").write_text(str(number))
    (tmp_path / "elsewhere.txt").write_text("no")
    return folder


def length(data: Path, number: int) -> int:
    """How many letters a file has."""
    return len((data / "ours" / f"{number}.txt").read_text())


def test_files_that_are_read_are_noted(data: Path, tmp_path: Path) -> None:
    with recorded(data) as record:
        length(data, 0)
        length(data, 2)
        (tmp_path / "elsewhere.txt").read_text()
    length(data, 1)
    assert sorted(Path(name).name for name in record.files) == ["0.txt", "2.txt"]
    assert re.fullmatch(r"2 files [0-9a-f]{12} · [\d,]+ s", record.words())
    before = record.digest()
    (data / "ours" / "1.txt").write_text("other")
    assert record.digest() == before
    (data / "ours" / "2.txt").write_text("other")
    assert record.digest() != before


@pytest.mark.parametrize("jobs", [1, 2])
def test_files_of_other_processes_count(data: Path, jobs: int) -> None:
    with recorded(data) as record:
        assert in_processes(partial(length, data), [0, 1], jobs) == [1, 1]
    assert len(record.files) == 2


def test_the_hash_is_the_same_wherever_the_corpora_are(data: Path, tmp_path: Path) -> None:
    found = []
    for folder in (data, tmp_path / "moved"):
        if not folder.exists():
            data.rename(folder)
        with recorded(folder) as record:
            length(folder, 1)
        found.append(record.digest())
    assert found[0] == found[1]


def busy() -> dict[str, int]:
    """Something that takes a moment of a processor."""
    until = time.process_time() + 0.15
    while time.process_time() < until:
        pass
    return {"a": 1}


def test_the_time_of_runs_that_were_kept_counts(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    for _ in range(2):
        with recorded(None) as record:
            assert kept(path, busy, lambda value: value, lambda value: value) == {"a": 1}
        assert record.spent + record.kept >= 0.1
    assert record.spent < record.kept
    path.write_text('{"a": 2}')  # as runs were kept before
    assert kept(path, busy, lambda value: value, lambda value: value) == {"a": 2}
    for _ in range(2):
        with recorded(None) as record:
            assert Cells("table", 0, (), tmp_path).get("cell", busy) == {"a": 1}
        assert record.spent + record.kept >= 0.1


def test_without_corpora_there_is_the_time_alone() -> None:
    with recorded(None) as record:
        pass
    assert record.words() == "0 s"
