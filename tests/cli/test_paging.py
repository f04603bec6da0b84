"""Lists that are longer than the screen go through a pager; rates are those of the stage at hand."""

import os
import subprocess
import sys
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from threading import Thread

import pytest

from namesakes.cli.progress import rate
from namesakes.store.store import open_store
from tests.store.made import document, key, write_people

pty = pytest.importorskip("pty", reason="there are no terminals of this kind here")
Run = Callable[..., str]


@pytest.fixture
def terminal(tmp_path: Path) -> Run:
    """Runs the command on a terminal of 100 columns; what the terminal got."""
    with open_store(tmp_path / "people.db") as store:
        names = {f"Ann Lee {letter}": [key(letter)] for letter in "abcdefghijklmnop"}
        store.documents.write([document(chains[0].document, name) for name, chains in names.items()])
        write_people(store, names)

    def run(*arguments: str, lines: int = 20, columns: int = 100, **variables: str) -> str:
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
        own = {"LINES": str(lines), "COLUMNS": str(columns), "TERM": "xterm-256color"}
        environment = {name: value for name, value in os.environ.items() if name not in ("PAGER", "NAMESAKES_PAGER")}
        command = [str(Path(sys.executable).with_name("namesakes")), *arguments]
        streams = {"stdin": follower, "stdout": follower, "stderr": follower}
        subprocess.run(command, cwd=tmp_path, env={**environment, **own, **variables}, check=False, **streams)
        os.close(follower)
        reader.join()
        os.close(leader)
        return b"".join(seen).decode()

    return run


MARK = "sed 's/^/paged: /'"


def test_a_long_list_is_paged_in_its_colours(terminal: Run) -> None:
    shown = terminal("people", NAMESAKES_PAGER=MARK)
    assert shown.startswith("paged: \x1b[1mAnn Lee a\x1b[0m")
    assert shown.count("paged: ") == 32


def test_a_short_list_is_not(terminal: Run) -> None:
    assert "paged" not in terminal("people", lines=40, NAMESAKES_PAGER=MARK)
    assert "paged" not in terminal("people", "--most", "3", NAMESAKES_PAGER=MARK)


def test_lines_that_are_broken_count_as_several(terminal: Run) -> None:
    assert "paged" in terminal("people", lines=40, columns=60, NAMESAKES_PAGER=MARK)


@pytest.mark.parametrize("arguments", [("people", "--no-pager"), ("--no-pager", "people")])
def test_nobody_wants_a_pager(terminal: Run, arguments: tuple[str, ...]) -> None:
    assert "paged" not in terminal(*arguments, NAMESAKES_PAGER=MARK)


def test_which_pager(terminal: Run) -> None:
    assert "paged" in terminal("people", PAGER=MARK)
    assert "paged" not in terminal("people", PAGER=MARK, NAMESAKES_PAGER="cat")
    assert "paged" not in terminal("people", PAGER="")
    assert "paged" not in terminal("people", PAGER=MARK, TERM="dumb")


def test_somebody_has_read_enough(terminal: Run) -> None:
    shown = terminal("people", PAGER="head -1")
    assert "Traceback" not in shown
    assert len(shown.splitlines()) == 1


def test_an_error_comes_after_the_list(terminal: Run) -> None:
    assert "there is nobody called" in terminal("show", "zoe", PAGER=MARK)
    assert "paged" not in terminal("show", "zoe", PAGER=MARK)


def test_nothing_stands_before_an_error(terminal: Run) -> None:
    shown = terminal("parse", "none.txt", TERM="dumb")
    assert shown.startswith("namesakes: none.txt: ")
    assert terminal("coref", "none.txt", TERM="dumb").startswith("namesakes: none.txt: ")
    assert terminal("coref", "none.txt").rpartition("\x1b[2K")[2].startswith("namesakes: none.txt: ")


def test_rates_are_those_of_the_stage() -> None:
    assert rate("reading", 12.345) == "12.3 documents/s"
    assert rate("identities", 1234.5) == "1,234 blocks/s"
    assert rate("documents", 7) == "7.0/s"
    assert rate("reading", None) == rate("reading", 0) == ""


def test_a_new_stage_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    import rich.console
    import rich.progress

    from namesakes.cli import progress
    from namesakes.pipeline.report import Progress

    monkeypatch.setattr(progress, "shows_progress", lambda quiet: True)
    times = iter(range(10_000))
    quiet = rich.console.Console(file=StringIO(), get_time=lambda: float(next(times)))
    monkeypatch.setattr(progress, "console", lambda *, stderr: quiet)
    bars: list[rich.progress.Progress] = []
    entered = rich.progress.Progress.__enter__
    monkeypatch.setattr(rich.progress.Progress, "__enter__", lambda self: (bars.append(self), entered(self))[1])
    with progress.resolving(quiet=False) as show:
        for done in range(100, 2000, 100):
            show(Progress("reading", done, 2000, done))
        fast = bars[0].tasks[0].speed
        for done in range(6):
            show(Progress("identities", done, 5, 2000))
        slow = bars[0].tasks[0].speed
    assert fast is not None
    assert slow is not None
    assert fast > 10 * slow
