"""The experiment on files in files, small; and that a mailbox is read in memory that does not grow with it."""

import random
import tracemalloc
from pathlib import Path

from namesakes import read
from reproduction.ours import files_in_files


def test_it_runs_small() -> None:
    outcome = files_in_files.run(None, 0, megabytes=2, texts=120)
    assert [row[0] for row in outcome.rows] == ["mailbox", "folder of texts", "ZIP", "tar.gz"]
    assert [row[2] for row in outcome.rows[1:]] == ["120", "120", "120"]
    assert all(len(row) == len(outcome.columns) for row in outcome.rows)


def test_memory_does_not_grow_with_a_mailbox(tmp_path: Path) -> None:
    path = tmp_path / "box.mbox"
    peaks = []
    for megabytes in (3, 12):
        files_in_files.write_mailbox(path, megabytes, random.Random(1))
        tracemalloc.start()
        count = sum(1 for _ in read(path, skipped=[]))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert count > 300
    assert peaks[1] < 1.5 * peaks[0]
    assert peaks[1] < 12_000_000
