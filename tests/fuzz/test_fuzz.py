"""The bounded part of fuzzing: all seeds and all former crashes, and the same few hundred mutations every time."""

import subprocess
import sys
from pathlib import Path
from random import Random
from zlib import crc32

import pytest

from namesakes.errors import DataError
from tests.fuzz import guard, run
from tests.fuzz.guard import CrashError, guarded
from tests.fuzz.mutation import LONGEST, mutated
from tests.fuzz.record import record
from tests.fuzz.run import Counts
from tests.fuzz.targets import CRASHES, ROOT, TARGETS, Target

INPUTS = 120
"""Mutations of a target with a share of 1."""


@pytest.mark.parametrize("name", TARGETS)
def test_seeds_are_taken(name: str) -> None:
    target = TARGETS[name]
    made = target.made()
    assert made
    for data in made:
        if name in ("config", "model"):  # a seed is a right one of one kind, and refused as the others
            guarded(target.call, data)
        else:
            target.call(data)


@pytest.mark.parametrize("name", TARGETS)
def test_whatever_is_read_gives_a_right_result_or_an_error_of_ours(name: str) -> None:
    target, random = TARGETS[name], Random(crc32(name.encode()))
    for _ in range(round(INPUTS * target.share)):
        data = mutated(random, target.seeds, target.words)
        try:
            guarded(target.call, data)
        except CrashError as error:
            pytest.fail(f"{name}: {error}\nInput: {data[:300]!r}")


CRASHED = [(target.name, path) for target in TARGETS.values() for path in target.crashes]


@pytest.mark.parametrize(("name", "path"), CRASHED, ids=[f"{name}-{path.name}" for name, path in CRASHED])
def test_what_was_a_crash_is_none_any_more(name: str, path: Path) -> None:
    guarded(TARGETS[name].call, path.read_bytes())


def test_every_folder_of_crashes_belongs_to_a_target_and_is_small() -> None:
    assert {path.name for path in CRASHES.iterdir() if path.is_dir()} <= set(TARGETS)
    assert all(path.stat().st_size <= LONGEST for path in CRASHES.rglob("*") if path.is_file())


def test_mutations_are_the_same_for_the_same_seed() -> None:
    seeds = [b"Ann Lee met Bob 12 times.", b""]
    first, second = ([mutated(Random(number), seeds) for number in range(200)] for _ in range(2))
    assert first == second
    assert len(set(first)) > 100
    assert all(len(mutated(Random(number), [b"x" * LONGEST])) <= LONGEST for number in range(50))


def test_what_inputs_may_not_do(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(data: bytes) -> None:
        raise DataError("no")

    def broken(data: bytes) -> None:
        raise KeyError(data)

    def endless(data: bytes) -> None:
        while True:
            pass

    held: list[bytes] = []
    guarded(refused, b"")
    with pytest.raises(CrashError, match="KeyError"):
        guarded(broken, b"")
    monkeypatch.setattr(guard, "SECONDS", 0.05)
    with pytest.raises(CrashError, match=r"more than 0\.05 seconds"):
        guarded(endless, b"")
    monkeypatch.setattr(guard, "SECONDS", 10.0)
    monkeypatch.setattr(guard, "_most", iter((0, 2 << 30, 2 << 30)).__next__)
    with pytest.raises(CrashError, match="it takes 2,048 MB"):
        guarded(held.append, b"")


def test_a_run_keeps_what_is_a_crash_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> None:
        if b"e" in data:
            raise KeyError(data)

    monkeypatch.setitem(TARGETS, "made-up", Target("made-up", broken, lambda: [b"Ann Lee"]))
    monkeypatch.setattr("tests.fuzz.targets.CRASHES", tmp_path)
    monkeypatch.setattr(run, "atheris", None)
    kept = run.Kept("made-up", 40, 60.0)
    run._drawn(kept, 0)
    assert kept.counts.inputs == 40
    assert kept.counts.crashes == 1
    (path,) = (tmp_path / "made-up").iterdir()
    assert b"e" in path.read_bytes()


def test_the_command_runs_what_is_asked_for_and_records_it(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Before.\n\n<!-- begin fuzzing -->\nold\n<!-- end fuzzing -->\n\nAfter.\n", encoding="utf-8")
    command = [sys.executable, "-m", "tests.fuzz.run", "config", "plain", "--inputs", "20", "--record", str(page)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=False, text=True)
    assert done.returncode == 0, done.stderr
    assert "20 inputs, 0 crashes" in done.stdout
    text = page.read_text(encoding="utf-8")
    assert "| config | 10 |" in text
    assert "| all | 20 |" in text
    assert (text.startswith("Before."), text.endswith("After.\n"), "old" in text) == (True, True, False)


def test_a_page_without_a_place_for_the_table_is_left_as_it_is(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("Nothing.", encoding="utf-8")
    with pytest.raises(SystemExit, match="no place for the table"):
        record(page, [Counts("plain", "atheris", 1, 1.0, 0)])
    assert page.read_text(encoding="utf-8") == "Nothing."
