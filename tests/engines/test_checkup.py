"""A checkup finds what is missing and what is broken, and says what to do."""

import shutil
import tempfile
from collections import namedtuple
from pathlib import Path

import pytest

import namesakes
from namesakes import resources
from namesakes.engines import checkup
from namesakes.engines.checkup import Finding, as_json, is_well
from namesakes.store.store import open_store
from namesakes.view.checkup_lines import checkup_lines


def test_here_nothing_is_broken(tmp_path: Path) -> None:
    with open_store(tmp_path / "people.db"):
        pass
    found = {one.what: one for one in checkup.checkup(str(tmp_path / "people.db"))}
    assert is_well(list(found.values()))
    assert found["models"].found.startswith("15 intact") or "intact" in found["models"].found
    assert {f"extra {extra}" for extra in resources.EXTRAS} <= set(found)
    assert "0 documents" in found["store"].found
    assert as_json(list(found.values()))["well"] is True


def test_every_extra_says_what_it_is_for() -> None:
    assert set(resources.EXTRAS) <= set(checkup.USES)


def test_models_that_are_not_as_shipped(tmp_path: Path) -> None:
    shipped = Path(namesakes.__file__).parent / "models" / "en-names"
    folder = tmp_path / "model"
    shutil.copytree(shipped, folder)
    assert checkup.damage_of(folder) == ""
    data = bytearray((folder / "arrays.npz").read_bytes())
    data[len(data) // 2] ^= 1
    (folder / "arrays.npz").write_bytes(data)
    assert checkup.damage_of(folder) == "arrays.npz is not the file that was shipped"
    (folder / "arrays.npz").unlink()
    assert "cannot be read" in checkup.damage_of(folder)
    (folder / "model.json").write_text("{")
    assert "model.json" in checkup.damage_of(folder)


def test_a_store_that_cannot_be_read(tmp_path: Path) -> None:
    gone = checkup.reachable(str(tmp_path / "none.db"))
    assert (gone.state, gone.advice[:14]) == ("broken", "Make one with:")
    (tmp_path / "text.db").write_text("this is no database, and it is long enough to be told from one" * 9)
    assert checkup.reachable(str(tmp_path / "text.db")).state == "broken"
    assert checkup.reachable("nonsense://host/people").state == "broken"


def test_an_extra_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup, "find_spec", lambda name: None if name == "pandas" else object())
    found = checkup.extra_of("spark")
    assert (found.state, found.found) == ("absent", "resolve --engine spark: without pandas")
    assert "[spark]" in found.advice
    assert checkup.extra_of("pdf").state == "ok"


def test_kernels_without_a_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "kernels", lambda: {"one": True, "two": False})
    monkeypatch.setattr(shutil, "which", lambda name: None)
    interpreted, compiler = checkup.kernels()
    assert (interpreted.state, interpreted.found) == ("slow", "1 of 2 are interpreted, which is slow")
    assert "Install a C compiler" in interpreted.advice
    assert compiler.state == "absent"


def test_no_room_and_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    usage = namedtuple("usage", "total used free")
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: usage(1, 1, 1000))
    assert checkup.temporary().state == "slow"

    def refused() -> None:
        raise OSError("read-only")

    monkeypatch.setattr(tempfile, "TemporaryFile", refused)
    assert checkup.temporary().state == "broken"


def test_the_terminal_and_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checkup.locale, "getpreferredencoding", lambda change: "ANSI_X3.4-1968")
    assert checkup.terminal().state == "slow"
    monkeypatch.setattr(resources, "free_memory", lambda: 1e8)
    assert checkup.threads().state == "slow"


def test_no_java(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert checkup.java().state == "absent"
    program = tmp_path / "bin" / "java"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n")
    program.chmod(0o755)
    assert checkup.java().found == "Java 11 is too old"


def test_lines() -> None:
    found = [Finding("kernels", "ok", "2 compiled"), Finding("store", "broken", "gone", "Make one.")]
    assert [str(line) for line in checkup_lines(found)] == [
        "ok      kernels  2 compiled",
        "BROKEN  store    gone",
        "                 Make one.",
        "",
        "1 broken: do what stands below each.",
    ]
    assert list(checkup_lines(found[:1]))[-1] == "Nothing is broken."
