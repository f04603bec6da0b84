"""Workers: processes that share the work, what they are told, and how they end."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from threading import Barrier, Thread

import numpy  # noqa: F401 - loads its BLAS
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

from namesakes.errors import DataError
from namesakes.workers import Failure, WorkerError, limit_blas_threads, mapped, one_blas_thread, usual_jobs, workers

VARIABLE = "OPENBLAS_NUM_THREADS"
told: list[str] = []


def tell(word: str) -> None:
    told.append(word)


def heard() -> tuple[list[str], str | None]:
    return told, os.environ.get(VARIABLE)


@pytest.mark.parametrize(("gigabytes", "jobs"), [(0.1, 1), (0.9, 1), (1.7, 2), (100.0, 8)])
def test_no_more_processes_than_memory_has_room_for(
    monkeypatch: pytest.MonkeyPatch, gigabytes: float, jobs: int
) -> None:
    monkeypatch.setattr("namesakes.resources.cores", lambda: 8)
    monkeypatch.setattr("namesakes.resources.free_memory", lambda: gigabytes * 1e9)
    assert usual_jobs() == jobs


def test_workers_begin_as_they_are_told_and_use_one_blas_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with workers(1, tell, ("hello",)) as pool:
        assert pool.submit(heard).result() == (["hello"], "1")
    assert told == []
    assert VARIABLE not in os.environ


def test_a_number_of_threads_that_the_user_has_set_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "3")
    added = limit_blas_threads()
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


def halved(number: int) -> int:
    if number % 2:
        raise DataError(f"{number} is odd")
    return number // 2 if number else 1 // number


@pytest.mark.parametrize("jobs", [1, 2])
def test_outcomes_come_in_order_and_failures_among_them(jobs: int) -> None:
    found = list(mapped(halved, iter([2, 3, 4, 0, 6]), jobs=jobs, batch=2, name="number {}".format))
    assert found == [
        1,
        Failure("number 3", "3 is odd"),
        2,
        Failure("number 0", "ZeroDivisionError: integer division or modulo by zero"),
        3,
    ]


def test_items_are_taken_as_they_are_needed() -> None:
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(0, 200, 2):
            taken.append(number)
            yield number

    outcomes = mapped(halved, items(), jobs=2, batch=3)
    next(outcomes)
    assert len(taken) == 2 * 2 * 3 + 3  # two batches a process, and one more for the one that is done
    outcomes.close()


def blas_threads() -> list[int]:
    return [each["num_threads"] for each in threadpool_info() if each["user_api"] == "blas"]


def test_a_block_has_one_blas_thread_and_leaves_the_number_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
        monkeypatch.delenv(name, raising=False)
    with threadpool_limits(limits=2, user_api="blas"):
        before = blas_threads()
        assert before
        assert set(before) == {2}
        entered, leave = Barrier(2), Barrier(2)

        def other() -> None:
            with one_blas_thread():
                entered.wait()
                leave.wait()

        thread = Thread(target=other)
        with one_blas_thread():
            thread.start()
            entered.wait()
            assert set(blas_threads()) == {1}
        assert set(blas_threads()) == {1}  # the other thread is still at work
        leave.wait()
        thread.join()
        assert blas_threads() == before
        monkeypatch.setenv("OPENBLAS_NUM_THREADS", "2")
        with one_blas_thread():
            assert blas_threads() == before


def deadly(number: int) -> int:
    """Twice the number; the process is killed by 7 always, and by 11 where it is not alone with it."""
    if number == 7 or (number == 11 and not FIRST.exists()):
        FIRST.touch()
        os._exit(9)
    return 2 * number


FIRST = Path(os.environ.get("DEADLY_FLAG", "/nonexistent/flag"))


def test_what_kills_its_process_is_left_out_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flag = tmp_path / "flag"
    flag.touch()
    monkeypatch.setenv("DEADLY_FLAG", str(flag))
    found = list(mapped(deadly, range(40), jobs=2, batch=3))
    assert found[:7] + found[8:] == [2 * number for number in range(40) if number != 7]
    assert isinstance(found[7], Failure)
    assert (found[7].document, "was ended twice" in found[7].error) == ("7", True)
    with pytest.raises(WorkerError, match="7: the process that worked on it was ended twice"):
        list(mapped(deadly, range(9), jobs=2, batch=3, raising=True))


def test_what_is_lost_when_a_process_is_killed_is_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEADLY_FLAG", str(tmp_path / "flag"))
    found = list(mapped(deadly, [number for number in range(40) if number != 7], jobs=2, batch=3))
    assert found == [2 * number for number in range(40) if number != 7]
    assert (tmp_path / "flag").exists()


def dying() -> None:
    os._exit(9)


def test_a_process_that_is_ended_is_said_in_a_sentence() -> None:
    with pytest.raises(WorkerError, match="a process that did a part of the work was ended"), workers(1) as pool:
        pool.submit(dying).result()
