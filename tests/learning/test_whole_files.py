"""Whole folders: a new one is there with all its files, or the former one is."""

import os
from pathlib import Path

import pytest

from namesakes.errors import ModelError
from namesakes.learning.whole_files import before, partial, whole_folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with files that belong together, and a card."""
    folder = tmp_path / "model"
    folder.mkdir()
    for name in ("a.bin", "old.bin", "README.md"):
        (folder / name).write_text(f"old {name}")
    return folder


def held(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text() for path in folder.iterdir()}


def write(folder: Path, error: type[BaseException] | None = None) -> None:
    with whole_folder(folder, (".bin",)) as made:
        (made / "a.bin").write_text("new a")
        if error is not None:
            raise error
        (made / "b.bin").write_text("new b")


def test_a_folder_is_new_or_as_it_was(folder: Path, tmp_path: Path) -> None:
    whole = held(folder)
    for error in (ZeroDivisionError, KeyboardInterrupt):
        with pytest.raises(error):
            write(folder, error)
        assert held(folder) == whole
    assert list(tmp_path.iterdir()) == [folder]
    write(folder)
    assert held(folder) == {"a.bin": "new a", "b.bin": "new b", "README.md": "old README.md"}
    write(tmp_path / "others" / "new")
    assert held(tmp_path / "others" / "new") == {"a.bin": "new a", "b.bin": "new b"}


@pytest.mark.parametrize("step", [1, 2])
def test_an_error_of_the_disk_says_what_is_unharmed(folder: Path, monkeypatch: pytest.MonkeyPatch, step: int) -> None:
    whole, steps, plain = held(folder), [0], Path.replace

    def full(path: Path, target: Path) -> Path:
        steps[0] += 1
        if steps[0] == step:
            raise OSError(28, "No space left on device")
        return plain(path, target)

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(ModelError, match=r"No space left.*\n.*unharmed"):
        write(folder)
    assert held(folder) == whole
    assert list(folder.parent.iterdir()) == [folder]


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a system that can fork")
@pytest.mark.parametrize("step", [1, 2])
def test_whoever_is_killed_in_the_exchange_leaves_both(
    folder: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    whole, steps, plain = held(folder), [0], Path.replace

    def killed(path: Path, target: Path) -> Path:
        steps[0] += 1
        if steps[0] == step:
            os._exit(9)
        return plain(path, target)

    child = os.fork()
    if child == 0:
        monkeypatch.setattr(Path, "replace", killed)
        write(folder)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    assert held(folder if step == 1 else before(folder)) == whole
    assert held(partial(folder))["b.bin"] == "new b"
    with pytest.raises(ZeroDivisionError):
        write(folder, ZeroDivisionError)
    assert held(folder) == whole
    assert list(folder.parent.iterdir()) == [folder]
