"""Learning from the corrections of a store, tried: what it would come to is said, and nothing is written."""

import logging
from dataclasses import asdict, dataclass, field
from threading import Lock, Thread
from typing import Any, Final

from namesakes.errors import DataError, NamesakesError
from namesakes.pipeline.learning import learn
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import pipeline_of
from namesakes.server.live_store import LiveStore
from namesakes.server.problems import ProblemError
from namesakes.store.log import now
from namesakes.store.store import open_store
from namesakes.view.learn_lines import lesson_lines

LOG: Final = logging.getLogger("namesakes.server")


@dataclass
class LessonState:
    """How far learning is, or what it came to.

    Parameters
    ----------
    running : whether it goes on.
    stage : what it looks at.
    begun, ended : when; empty where that is still to come.
    helps : whether something that was learned is better than before.
    lines : what was learned, in words.
    refused : why there is nothing to learn from.
    problem : what ended it, where it did not come to its end.
    """

    running: bool = False
    stage: str = ""
    begun: str = ""
    ended: str = ""
    helps: bool = False
    lines: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    problem: str = ""


class Lessons:
    """Tries what the corrections of a live store teach, once at a time.

    Parameters
    ----------
    live : the store.
    pipeline : other models than those that the store was made with.
    """

    def __init__(self, live: LiveStore, pipeline: Pipeline | None = None) -> None:
        self.live, self._pipeline = live, pipeline
        self._lock = Lock()
        self._state = LessonState()

    def state(self) -> dict[str, Any]:
        """How far it is, or what the last one came to."""
        return asdict(self._state)

    def start(self) -> dict[str, Any]:
        """Begin to learn; a 409 where somebody has begun already."""
        with self._lock:
            if self._state.running:
                raise ProblemError(409, "learning goes on already", "Wait until it is over: GET /api/lessons")
            self._state = LessonState(running=True, stage="beginning", begun=now())
        Thread(target=self._learn, args=(self._state,), daemon=True).start()
        return self.state()

    def _learn(self, state: LessonState) -> None:
        """Learn; whatever happens, the state says it."""
        try:
            with open_store(self.live.place, create=False, write=False) as store:
                nlp = self._pipeline or pipeline_of(store)
                lesson = learn(store, pipeline=nlp, progress=lambda stage: setattr(state, "stage", stage))
            state.helps, state.lines = lesson.helps, list(lesson_lines(lesson))
        except DataError as error:
            state.refused = [error.found, *error.advice.split("\n")]
        except NamesakesError as error:
            state.problem = str(error)
        except Exception as error:
            LOG.error("learning failed", exc_info=error)
            state.problem = "something went wrong here; the log of the server says more"
        finally:
            state.ended, state.running = now(), False
