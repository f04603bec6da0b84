"""Learning from the corrections of a store, tried: what it would come to is said, and nothing is written."""

from dataclasses import asdict, dataclass, field
from typing import Any

from namesakes.errors import DataError
from namesakes.pipeline.learning import learn
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.resolve import pipeline_of
from namesakes.server.jobs import Job, Jobs, JobState
from namesakes.server.live_store import LiveStore
from namesakes.server.problems import ProblemError
from namesakes.store.store import open_store
from namesakes.view.learn_lines import lesson_lines


@dataclass
class LessonState(JobState):
    """How far learning is, or what it came to.

    Parameters
    ----------
    helps : whether something that was learned is better than before.
    lines : what was learned, in words.
    refused : why there is nothing to learn from.
    """

    helps: bool = False
    lines: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)


class Lessons:
    """Tries what the corrections of a live store teach, once at a time.

    Parameters
    ----------
    live : the store.
    pipeline : other models than those that the store was made with.
    """

    def __init__(self, live: LiveStore, pipeline: Pipeline | None = None) -> None:
        self.live, self._pipeline = live, pipeline
        self.jobs: Jobs[LessonState] = Jobs()

    def state(self) -> dict[str, Any]:
        """How far it is, or what the last one came to."""
        newest = next(iter(self.jobs.all()), None)
        return asdict(LessonState() if newest is None else newest.state)

    def start(self) -> dict[str, Any]:
        """Begin to learn; a 409 where somebody has begun already."""
        job = self.jobs.begin(LessonState(), self._learn)
        if job is None:
            raise ProblemError(409, "learning goes on already", "Wait until it is over: GET /api/lessons")
        return asdict(job.state)

    def _learn(self, job: Job[LessonState]) -> None:
        state = job.state
        try:
            with open_store(self.live.place, create=False, write=False) as store:
                nlp = self._pipeline or pipeline_of(store)
                lesson = learn(store, pipeline=nlp, progress=lambda stage: setattr(state, "stage", stage))
            state.helps, state.lines = lesson.helps, list(lesson_lines(lesson))
        except DataError as error:
            state.refused = [error.found, *error.advice.split("\n")]
