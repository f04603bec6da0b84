"""Jobs: work that goes on after its answer, one after the other, with how far each is and what became of it."""

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count, islice
from threading import Lock, Thread
from typing import Final, Generic, TypeVar

from namesakes.errors import NamesakesError
from namesakes.store.log import now

LOG: Final = logging.getLogger("namesakes.server")
KEPT: Final = 50
"""Jobs that are over, of which is told what became of them."""


@dataclass
class JobState:
    """How far a job is, or what became of it.

    Parameters
    ----------
    running : whether it goes on, or waits for those before it.
    stage : what it does.
    begun, ended : when; empty where that is still to come.
    problem : what ended it, where it did not come to its end.
    """

    running: bool = False
    stage: str = ""
    begun: str = ""
    ended: str = ""
    problem: str = ""


State = TypeVar("State", bound=JobState)


class StoppedError(Exception):
    """A job ends because it was told to."""


@dataclass(eq=False)
class Job(Generic[State]):
    """A job: its number, its state, how often it was told to stop, and whether all ends with it."""

    number: int
    state: State
    work: "Callable[[Job[State]], None]" = field(repr=False)
    stops: int = 0
    ending: bool = False


class Jobs(Generic[State]):
    """Does one job at a time, in the order in which they came.

    Parameters
    ----------
    room : how many may wait for the one that goes on.
    """

    def __init__(self, room: int = 0) -> None:
        self.room = room
        self._lock = Lock()
        self._numbers = count(1)
        self._known: dict[int, Job[State]] = {}
        self._waiting: deque[Job[State]] = deque()
        self._thread: Thread | None = None
        self._closed = False

    def begin(self, state: State, work: Callable[[Job[State]], None]) -> Job[State] | None:
        """Let a job begin as soon as those before it are over; None where there is no room for it."""
        with self._lock:
            going_on = sum(each.state.running for each in self._known.values())
            if self._closed or going_on > self.room:
                return None
            job = Job(next(self._numbers), state, work)
            state.running, state.stage, state.begun = True, "waiting" if going_on else "beginning", now()
            self._known[job.number] = job
            self._forget()
            self._waiting.append(job)
            if self._thread is None:
                self._thread = Thread(target=self._work_off, daemon=True)
                self._thread.start()
        return job

    def get(self, number: int) -> Job[State] | None:
        """The job of this number, if it is known still."""
        return self._known.get(number)

    def all(self) -> list[Job[State]]:
        """The jobs that are known, the newest first."""
        with self._lock:
            return sorted(self._known.values(), key=lambda job: -job.number)

    def close(self, seconds: float) -> None:
        """Let all jobs stop, wait so long for it, and begin none any more."""
        with self._lock:
            self._closed = True
            thread = self._thread
            for job in self._known.values():
                job.stops += 1
                job.ending = True
        if thread is not None:
            thread.join(seconds)

    def _forget(self) -> None:
        """Forget the oldest of those that are over, where there are too many."""
        over = [number for number, job in self._known.items() if not job.state.running]
        for number in list(islice(over, max(0, len(self._known) - KEPT))):
            del self._known[number]

    def _work_off(self) -> None:
        """Do what waits until nothing does."""
        while True:
            with self._lock:
                if not self._waiting:
                    self._thread = None
                    return
                job = self._waiting.popleft()
            _do(job)


def _do(job: Job[State]) -> None:
    """Do a job; whatever happens, its state says it."""
    state = job.state
    try:
        state.stage = "beginning"
        job.work(job)
    except StoppedError:
        pass
    except NamesakesError as error:
        state.problem = str(error)
    except Exception as error:
        LOG.error("what goes on after its answer has failed", exc_info=error)
        state.problem = "something went wrong here; the log of the server says more"
    finally:
        state.ended, state.running = now(), False
