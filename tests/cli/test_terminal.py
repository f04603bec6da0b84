"""Nothing from a document, a name or a path steers a terminal: every reading command, on a real one."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import pytest

from namesakes.store.records import Event
from namesakes.store.store import open_store
from tests.store.made import document, fact, key, write_people

pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")

STEER = "\x1b]0;pwned\x07\x1b[2J\x9b31m\u202e"
NAME = f"Mark {STEER}Johnson"
TEXT = f"# News of {STEER} the day\n\n{NAME}, a linguist, spoke. He{STEER} laughed.\n"
OURS = re.compile(rb"\x1b\[[0-9;]*m|\x1b\[\?25[hl]|\x1b\[[12][AK]|\r\n|\r(?=\x1b)")
"""What tables and progress lines of ours may send."""

Terminal = Callable[..., tuple[str, str]]


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Runs the command with a terminal as its error stream and, unless told, its output; what both got."""

    def run(*arguments: str, piped: bool = False) -> tuple[str, str]:
        leader, follower = pty.openpty()
        seen: list[bytes] = []

        def read() -> None:
            try:
                while got := os.read(leader, 1 << 16):
                    seen.append(got)
            except OSError:  # on Linux, the end
                pass

        reader = Thread(target=read)
        reader.start()
        command = [str(Path(sys.executable).with_name("namesakes")), *arguments]
        output = subprocess.PIPE if piped else follower
        done = subprocess.run(
            command, cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=output, stderr=follower, check=False
        )
        os.close(follower)
        reader.join()
        os.close(leader)
        shown = b"".join(seen)
        assert not [each for each in (b"\x1b[2J", b"pwned\x07", b"\x1b[31m") if each in shown]
        left = OURS.sub(b"", shown).decode()
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e]", left), left
        return left, (done.stdout or b"").decode()

    return run


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A store in whose every text there is something that steers terminals."""
    facts = (fact("occupation", f"lin{STEER}guist", f"{NAME}, a linguist."), fact("employer", f"Brown{STEER}"))
    with open_store(tmp_path / "people.db") as store:
        ids = [f"a{STEER}.txt", f"b{STEER}.txt", "c.txt"]
        store.documents.write([document(id, NAME, facts=facts, summary=(NAME,)) for id in ids])
        write_people(store, [(NAME, [key(ids[0]), key(ids[1])]), (NAME, [key(ids[2])])])
        identity = next(iter(store.identities.all()))
        store.events.add([Event("rename", identity, why=f"because {STEER}")])
    return tmp_path


def _person(folder: Path) -> str:
    with open_store(folder / "people.db") as store:
        return next(iter(store.identities.all()))


@pytest.mark.parametrize("command", ["people", "show", "why", "review", "history"])
@pytest.mark.parametrize("more", [(), ("--json",)], ids=["lines", "json"])
def test_a_store(terminal: Terminal, hostile: Path, command: str, more: tuple[str, ...]) -> None:
    named = [_person(hostile)] if command in ("show", "why") else []
    shown, _ = terminal(command, *named, *more)
    assert "\\u001b" in shown
    assert "\\u202e" in shown


@pytest.mark.parametrize("format", ["csv", "jsonl"])
def test_an_export_is_exact_in_a_pipe_and_clean_on_a_terminal(terminal: Terminal, hostile: Path, format: str) -> None:
    terminal("export", "--to", format)
    _, piped = terminal("export", "--to", format, piped=True)
    if format == "csv":
        assert NAME in piped


def test_a_document_of_a_store(terminal: Terminal, hostile: Path) -> None:
    shown, _ = terminal("show", f"a{STEER}.txt")
    assert shown.startswith("a\\u001b]0;pwned\\u0007")


@pytest.mark.parametrize("kind", ["summary", "text", "jsonl"])
def test_a_text_and_its_path(terminal: Terminal, tmp_path: Path, kind: str) -> None:
    path = tmp_path / f"le{STEER}tter.txt"
    path.write_text(TEXT)
    shown, _ = terminal("coref", path.name, "--to", kind)
    assert "\\u001b" in shown


def test_profiles(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / f"le{STEER}tter.txt").write_text(TEXT)
    shown, _ = terminal("profile", f"le{STEER}tter.txt")
    assert "\\u001b" in shown


def test_a_run_with_its_progress(terminal: Terminal, tmp_path: Path) -> None:
    folder = tmp_path / f"docs{STEER}"
    folder.mkdir()
    (folder / f"a{STEER}.md").write_text(TEXT)
    (folder / f"bad{STEER}.docx").write_text("no DOCX")
    shown, _ = terminal("resolve", folder.name, "--store", f"s{STEER}.db")
    assert "bad\\u001b]0;pwned" in shown


@pytest.mark.parametrize(
    "arguments",
    [
        ("coref", f"none{STEER}.txt"),
        ("resolve", f"none{STEER}"),
        ("people", "--store", f"none{STEER}.db"),
        ("convert", f"none{STEER}.txt", "a.jsonl"),
        ("coref", "--to", f"x{STEER}", "a.txt"),
        (f"no-command{STEER}",),
        ("people", f"--no-option{STEER}"),
        ("export", "--to", f"x{STEER}"),
    ],
)
def test_errors(terminal: Terminal, arguments: tuple[str, ...]) -> None:
    shown, _ = terminal(*arguments)
    assert "\\u001b]0;pwned\\u0007" in shown or repr(STEER)[1:-1] in shown


def test_output_goes_where_it_is_sent_while_progress_is_shown(terminal: Terminal, tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Mary Smith met John Brown. She liked him.\n")
    shown, piped = terminal("coref", "letter.txt", "--to", "text", piped=True)
    assert piped == "Mary Smith met John Brown. Mary Smith liked John Brown.\n"
    assert "Mary" not in shown
