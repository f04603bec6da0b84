"""`namesakes review` on a terminal, as somebody uses it: keys in, answers in the store, and on from there."""

import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from namesakes.store.records import Membership
from namesakes.store.store import open_store
from tests.store.made import document, key, write_people

pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")
pytestmark = pytest.mark.slow
PROMPT = b" quit"
WAIT = 60.0


class Terminal:
    """The command on a terminal of its own, of so many columns."""

    def __init__(self, folder: Path, columns: int, *arguments: str) -> None:
        self.leader, follower = pty.openpty()
        size = {"COLUMNS": str(columns), "LINES": "50", "TERM": "xterm-256color"}
        command = [str(Path(sys.executable).with_name("namesakes")), "review", "--who", "ann", *arguments]
        self.process = subprocess.Popen(
            command, cwd=folder, stdin=follower, stdout=follower, stderr=follower, env={**os.environ, **size}
        )
        os.close(follower)
        self.seen = b""

    def until(self, wanted: bytes, times: int = 1) -> str:
        """What is shown until this was shown so often."""
        end = time.monotonic() + WAIT
        while self.seen.count(wanted) < times and time.monotonic() < end:
            if select.select([self.leader], [], [], 0.1)[0]:
                try:
                    self.seen += os.read(self.leader, 1 << 16)
                except OSError:  # on Linux, the end
                    break
        assert self.seen.count(wanted) >= times, self.seen.decode()
        return self.seen.decode()

    def press(self, keys: bytes) -> None:
        os.write(self.leader, keys)

    def close(self) -> int:
        """The exit status, at the end."""
        status = self.process.wait(WAIT)
        os.close(self.leader)
        return status


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with open_store(tmp_path / "people.db") as store:
        store.documents.write([document(id, "Ann Lee") for id in "abcd"])
        one, two, three = write_people(
            store, {"Ann Lee": [key("a")], "A. Lee": [key("b"), key("c")], "Lee": [key("d")]}
        )
        maybe = [Membership(key("a"), one, 0.6), Membership(key("a"), two, 0.49, 1)]
        store.write_identities([], [*maybe, Membership(key("d"), three, 0.6), Membership(key("d"), two, 0.47, 1)])
    return tmp_path


def said(folder: Path) -> list[tuple[str, tuple[str, ...], str]]:
    with open_store(folder / "people.db", write=False) as store:
        return [(one.what, one.names, one.who) for one in store.corrections.all()]


@pytest.fixture
def terminals(folder: Path) -> Iterator[Callable[..., Terminal]]:
    """Starts reviews on terminals; what still runs at the end is ended."""
    started: list[Terminal] = []

    def start(columns: int, *arguments: str) -> Terminal:
        started.append(Terminal(folder, columns, *arguments))
        return started[-1]

    yield start
    for each in started:
        if each.process.poll() is None:
            each.process.kill()
            each.process.wait()


def test_answers_are_kept_and_the_next_review_goes_on(folder: Path, terminals: Callable[..., Terminal]) -> None:
    terminal = terminals(120)
    shown = terminal.until(PROMPT)
    assert "the same as A. Lee (a-lee-1)?" in shown
    assert "\x1b[1;33mAnn Lee" in shown
    terminal.press(b"w")
    terminal.until(PROMPT, 2)
    terminal.press(b"d")
    terminal.until(PROMPT, 3)
    assert said(folder) == [("different", ("ann-lee-1", "a-lee-1"), "ann")]  # while it still runs
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.close() == 130

    again = terminals(60)
    shown = again.until(PROMPT)
    assert "Is Ann Lee in d the same as" in shown
    again.press(b"k")
    again.until(PROMPT, 2)
    again.press(b"u")
    shown = again.until(PROMPT, 3)
    assert "taken back: 2 unsure" in shown
    again.press(b"s")
    again.until(b"quit", 4)
    again.press(b"q")
    assert "1 answer kept: 1 the same." in again.until(b"to undo.")
    assert again.close() == 0
    assert said(folder)[1:] == [("same", ("lee-1", "a-lee-1"), "ann")]


def test_a_list_on_demand(terminals: Callable[..., Terminal]) -> None:
    terminal = terminals(80, "--list")
    assert "namesakes correct same ann-lee-1 a-lee-1" in terminal.until(b"correct different lee-1 a-lee-1")
    assert terminal.close() == 0
