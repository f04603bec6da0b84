"""Files appear when all of them has been written, and what cannot be written is an error or a warning."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from namesakes import Document, read_one, write
from namesakes.errors import DataError, LossWarning
from namesakes.formats import FORMATS
from namesakes.formats.atomic import open_atomic
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions

NAMES = sorted(FORMATS)


def test_nothing_half_written_is_left(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    target.write_text("before")

    def documents() -> "list[Document]":
        yield Document(text="one")  # type: ignore[misc]
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write(documents(), target)
    assert target.read_text() == "before"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("name", [name for name in NAMES if FORMATS[name].write is not None])
def test_half_a_surrogate_pair_cannot_be_written(tmp_path: Path, name: str) -> None:
    table = Mentions.build([[(0, 1)]], ["Pronoun"], labels=["Pronoun"])
    document = Document(id="d", mention_table=table, **joined([["\ud800"]]))
    message = {"gap": "has 1 mentions", "weps": r"U\+D800 cannot be written in XML"}.get(name, "half of a pair")
    with pytest.raises(DataError, match=message):
        write([document], tmp_path / f"out{FORMATS[name].extensions[0]}")
    assert list(tmp_path.iterdir()) == []


def test_losses_are_warnings_in_python(tmp_path: Path) -> None:
    document = Document(id="d", mention_table=Mentions.build([[(0, 1), (2, 3)]], ["x"]), **joined([list("abc")]))
    with pytest.warns(LossWarning, match="1 discontinuous"):
        write([document], tmp_path / "out.conll")


def test_links_stay_links_and_permissions_stay(tmp_path: Path) -> None:
    document = Document(id="d", text="Ann ran.")
    (tmp_path / "real.jsonl").write_text("before")
    (tmp_path / "real.jsonl").chmod(0o600)
    (tmp_path / "link.jsonl").symlink_to("real.jsonl")
    write([document], tmp_path / "link.jsonl")
    assert (tmp_path / "link.jsonl").is_symlink()
    assert read_one(tmp_path / "real.jsonl").text == "Ann ran."
    assert (tmp_path / "real.jsonl").stat().st_mode & 0o777 == 0o600


def test_what_is_no_file_is_written_and_not_replaced(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.jsonl"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write([Document(id="d", text="Ann ran.")], pipe)
        assert b"Ann ran." in os.read(reader, 1000)
    finally:
        os.close(reader)
    assert pipe.is_fifo()


def test_null_characters_are_not_written_where_they_cannot_be_read(tmp_path: Path) -> None:
    document = Document(id="d", text="a\x00b")
    with pytest.raises(DataError, match=r"holds the character U\+0000"):
        write([document], tmp_path / "a.txt")
    write([document], tmp_path / "a.jsonl")
    assert read_one(tmp_path / "a.jsonl") == document


def test_permissions_are_the_usual_ones_and_the_umask_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = os.umask(0o027)
    try:
        monkeypatch.setattr(os, "umask", lambda mask: pytest.fail("the umask is the process's"))
        write([Document(text="Ann ran.")], tmp_path / "new.jsonl")
    finally:
        monkeypatch.undo()
        os.umask(before)
    assert (tmp_path / "new.jsonl").stat().st_mode & 0o777 == 0o640


KILLED = """
import os
from pathlib import Path
from namesakes.formats.atomic import open_atomic

with open_atomic(Path("out.jsonl")) as stream:
    stream.write("half")
    stream.flush()
    os.kill(os.getpid(), 9)
"""


def test_what_a_killed_process_left_is_taken_away(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False)
    (left,) = [path.name for path in tmp_path.iterdir()]
    assert left.endswith(".namesakes-part")
    (tmp_path / ".out.jsonl.original").write_text("another's")
    write([Document(text="Ann ran.")], tmp_path / "other.jsonl")
    assert (tmp_path / left).exists()
    write([Document(text="Ann ran.")], tmp_path / "out.jsonl")
    assert sorted(path.name for path in tmp_path.iterdir()) == [".out.jsonl.original", "other.jsonl", "out.jsonl"]


def test_what_another_is_writing_stays(tmp_path: Path) -> None:
    target = tmp_path / "out.jsonl"
    with open_atomic(target) as slow:
        slow.write("slow")
        with open_atomic(target) as quick:
            quick.write("quick")
        assert target.read_text() == "quick"
    assert target.read_text() == "slow"
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("durable", [False, True])
def test_a_durable_file_is_on_the_disk_before_it_appears(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, durable: bool
) -> None:
    target, synced = tmp_path / "out.txt", list[tuple[bool, int]]()
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append((target.exists(), os.fstat(handle).st_size)))
    with open_atomic(target, durable=durable) as stream:
        stream.write("Ann ran.")
    assert [exists for exists, _ in synced] == ([False, True] if durable else [])  # the file, then its name
    assert synced[:1] == ([(False, 8)] if durable else [])
