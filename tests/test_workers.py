"""Workers: processes that share the work, what they are told, and how they end."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from namesakes.workers import stay_in_one_thread, workers

VARIABLE = "OPENBLAS_NUM_THREADS"
told: list[str] = []


def tell(word: str) -> None:
    told.append(word)


def heard() -> tuple[list[str], str | None]:
    return told, os.environ.get(VARIABLE)


def test_workers_begin_as_they_are_told_and_stay_in_one_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with workers(1, tell, ("hello",)) as pool:
        assert pool.submit(heard).result() == (["hello"], "1")
    assert told == []
    assert VARIABLE not in os.environ


def test_a_number_of_threads_that_the_user_has_set_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "3")
    added = stay_in_one_thread()
    for name in added:
        monkeypatch.delenv(name)
    assert VARIABLE not in added
    with workers(1) as pool:
        assert pool.submit(heard).result()[1] == "3"
    assert os.environ[VARIABLE] == "3"


def test_an_error_leaves_the_environment_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(ZeroDivisionError), workers(1):
        raise ZeroDivisionError
    assert VARIABLE not in os.environ


PROGRAM = """
import os, signal
from namesakes.workers import workers

if __name__ == "__main__":
    with workers(1) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
def test_workers_end_when_their_process_is_killed(tmp_path: Path) -> None:
    program = tmp_path / "killed.py"
    program.write_text(PROGRAM)
    started = subprocess.Popen([sys.executable, str(program)], stdout=subprocess.PIPE, text=True)
    output, _ = started.communicate(timeout=60)  # returns when nobody holds the pipe: the worker is gone too
    assert int(output) > 0
    assert started.returncode < 0
