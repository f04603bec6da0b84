"""Runs that the page starts: texts are read into the store, one run at a time, while the server goes on."""

import logging
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from threading import Lock, Thread
from typing import Any, Final

from namesakes.errors import NamesakesError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.report import Progress, Report
from namesakes.pipeline.resolve import ResolveSettings, linking_of, pipeline_of, resolve_into
from namesakes.profiles.profile import KINDS
from namesakes.server.live_store import WAIT, LiveStore
from namesakes.server.problems import ProblemError
from namesakes.store.log import now
from namesakes.store.store import Store, open_store
from namesakes.text.document import Document

LOG: Final = logging.getLogger("namesakes.server")
_TOLD: Final = 100
"""Texts that were skipped, of which the reasons are told."""


@dataclass
class RunState:
    """How far a run is, or what it did.

    Parameters
    ----------
    running : whether it goes on.
    stage, done, total : what it does, and how many of how many things are done.
    given : how many texts it was given.
    begun, ended : when; empty where that is still to come.
    new, changed, unchanged : numbers of documents, once it is over.
    skipped : what was left out, and why.
    problem : what ended it, where it did not come to its end.
    """

    running: bool = False
    stage: str = ""
    done: int = 0
    total: int = 0
    given: int = 0
    begun: str = ""
    ended: str = ""
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    skipped: list[dict[str, str]] = field(default_factory=list)
    problem: str = ""


class Running:
    """Starts runs over a live store.

    Parameters
    ----------
    live : the store.
    pipeline : other models than those that the store was made with.
    """

    def __init__(self, live: LiveStore, pipeline: Pipeline | None = None) -> None:
        self.live, self._pipeline = live, pipeline
        self._lock = Lock()
        self._state = RunState()

    def state(self) -> dict[str, Any]:
        """How far the run is, or what the last one did."""
        return asdict(self._state)

    def start(self, texts: Sequence[dict[str, str]]) -> dict[str, Any]:
        """Begin to read these texts into the store; a 409 where another run goes on."""
        if self.live.read_only:
            raise ProblemError(403, "this server only reads", "Start it without --read-only to add documents.")
        with self._lock:
            if self._state.running:
                raise ProblemError(409, "a run is going on", "Wait until it is over: GET /api/runs")
            self._state = RunState(running=True, stage="beginning", given=len(texts), total=len(texts), begun=now())
        Thread(target=self._run, args=(list(texts),), daemon=True).start()
        return self.state()

    def _run(self, texts: list[dict[str, str]]) -> None:
        """Read the texts; whatever happens, the state says it."""
        state = self._state
        try:
            with open_store(self.live.place, create=False) as store:
                nlp = self._pipeline or pipeline_of(store)
                settings, rows = settings_of(store), [_document(each) for each in texts]
                report = resolve_into(store, rows, settings, pipeline=nlp, progress=self._progress, wait=WAIT)
            self._report(report, [each["id"] for each in texts])
        except NamesakesError as error:
            state.problem = str(error)
        except Exception as error:
            LOG.error("a run failed", exc_info=error)
            state.problem = "something went wrong here; the log of the server says more"
        finally:
            state.ended, state.running = now(), False

    def _progress(self, progress: Progress) -> None:
        self._state.stage, self._state.done, self._state.total = progress.stage, progress.done, progress.total

    def _report(self, report: Report, ids: list[str]) -> None:
        """What came of it; a text that was no document is called by its id, not by its row."""
        state = self._state
        rows = {f"row {number}": id for number, id in enumerate(ids, start=1)}
        called = {place: id for place, id in rows.items() if place not in ids}
        state.new, state.changed, state.unchanged = report.new, report.changed, report.unchanged
        state.skipped = [
            {"place": called.get(each.place, each.place), "reason": each.reason} for each in report.skipped[:_TOLD]
        ]


def settings_of(store: Store) -> ResolveSettings:
    """The settings of the last run of a store, so that what it did is not done again."""
    run = store.runs.last()
    said = run.manifest.get("settings", {}) if run else {}
    kinds = tuple(kind for kind in said.get("kinds", ()) if kind in KINDS) or ResolveSettings().kinds
    return ResolveSettings(kinds=kinds, identities=linking_of(store))


def _document(text: dict[str, str]) -> Document:
    return Document(id=text["id"].strip(), text=text["text"])
