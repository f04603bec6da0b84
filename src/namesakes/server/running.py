"""Runs that are started here: files, texts and folders are read into the store while the server goes on."""

import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import Item, Limits
from namesakes.formats.scan import File
from namesakes.pipeline.pipeline import Pipeline
from namesakes.pipeline.report import Progress, Report
from namesakes.pipeline.resolve import ResolveSettings, linking_of, pipeline_of, resolve_into
from namesakes.profiles.profile import KINDS
from namesakes.server.jobs import Job, Jobs, JobState, StoppedError
from namesakes.server.live_store import WAIT, LiveStore
from namesakes.server.problems import ProblemError
from namesakes.server.schemas import NewRun
from namesakes.server.settings import ServerSettings
from namesakes.server.uploads import Upload, Uploads
from namesakes.store.store import Store, open_store
from namesakes.text.document import Document

_TOLD: Final = 200
"""What was skipped, of which the reasons are told."""
_TEXTS: Final = ("dict", "str", "Document")
"""What the record of a run calls what came without a file."""
_LOGGED: Final = 20
_ROOM: Final = 4
"""Runs that may wait for the one that goes on."""


@dataclass
class RunState(JobState):
    """How far a run is, or what it did.

    Parameters
    ----------
    number : of the run, by which it is asked for.
    what : what it was given, in words.
    who : in whose name.
    done, total : how many of how many things of its stage are done.
    read : how many documents were read that are new or have changed.
    new, changed, unchanged, removed : numbers of documents, once it is over.
    skipped, left_out : what was left out, and why, the first ones; and how many that are in all.
    stopped : whether it was stopped before all was read.
    """

    number: int = 0
    what: str = ""
    who: str = ""
    done: int = 0
    total: int = 0
    read: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: list[dict[str, str]] = field(default_factory=list)
    left_out: int = 0
    stopped: bool = False


class Running:
    """Starts runs over a live store, which go on one after the other.

    Parameters
    ----------
    live : the store.
    settings : which folders may be read, how much at once, and how long.
    pipeline : other models than those that the store was made with.
    """

    def __init__(self, live: LiveStore, settings: ServerSettings, pipeline: Pipeline | None = None) -> None:
        self.live, self.settings, self._pipeline = live, settings, pipeline
        self.uploads = Uploads(settings)
        self.jobs: Jobs[RunState] = Jobs(_ROOM)

    def start(self, new: NewRun) -> dict[str, Any]:
        """Begin a run; a 429 where too many wait already."""
        self.check_writing()
        folder = self._folder(new.folder)
        if len(new.documents) + len(new.uploads) > self.settings.most_files:
            raise ProblemError(413, "these are too many files", f"A run takes {self.settings.most_files:,} at most.")
        if not (new.documents or new.uploads or folder):
            raise ProblemError(422, "nothing is given", "Name documents, uploads or a folder.")
        self.live.view()
        uploads = self.uploads.claim(new.uploads)
        try:
            texts = [Document(id=each.id.strip(), text=each.text) for each in new.documents]
            _check_names([*(each.id for each in texts), *(each.file.id for each in uploads)])
            items: list[Item | File] = [*texts, *(() if folder is None else (folder,))]
            reading = ReadOptions(
                text_columns=tuple(new.text_columns),
                id_column=new.id_column,
                date_column=new.date_column,
                quoted=new.quoted,
            )
            who = new.who.strip() or self.settings.who
            state = RunState(what=_what(len(texts), uploads, new.folder), who=who)
            job = self.jobs.begin(state, lambda job: self._run(job, items, uploads, reading))
            if job is None:
                raise ProblemError(
                    429, "too many runs wait", "Come back when one is over: GET /api/resolve", Retry_After="30"
                )
        except BaseException:
            self.uploads.give_back(uploads)
            raise
        state.number = job.number
        return asdict(state)

    def all(self) -> dict[str, Any]:
        """The runs that were started here, what the store remembers of all, and what may be read."""
        return {
            "runs": [self._told(job) for job in self.jobs.all()],
            "log": log(self.live.view().store),
            "folders": list(self.settings.folders),
            "most_upload": self.settings.most_upload,
            "most_files": self.settings.most_files,
        }

    def state(self, number: int) -> dict[str, Any]:
        """How far a run is, or what it did."""
        return self._told(self._job(number))

    def stop(self, number: int) -> dict[str, Any]:
        """Tell a run to read no more; said again, not to find out who is who either."""
        self.check_writing()
        job = self._job(number)
        if job.state.running:
            job.stops += 1
            job.state.stopped = True
        return self._told(job)

    def check_writing(self) -> None:
        """A 403 where the server only reads."""
        if self.live.read_only:
            raise ProblemError(403, "this server only reads", "Start it without --read-only to add documents.")

    def close(self, seconds: float) -> None:
        """Stop what goes on, and remove what waits."""
        self.jobs.close(seconds)
        self.uploads.close()

    def _told(self, job: Job[RunState]) -> dict[str, Any]:
        job.state.number = job.number
        return asdict(job.state)

    def _job(self, number: int) -> Job[RunState]:
        job = self.jobs.get(number)
        if job is None:
            raise ProblemError(404, "there is no run of this number", "List them: GET /api/resolve")
        return job

    def _folder(self, name: str) -> Path | None:
        """The folder of that name among those that the server may read; its path is no part of a request."""
        if not name:
            return None
        if name not in self.settings.folders:
            advice = f"Known: {', '.join(self.settings.folders)}." if self.settings.folders else ""
            raise ProblemError(
                404, "there is no folder of this name", advice or "Start the server with --folder FOLDER."
            )
        return self.settings.folders[name]

    def _run(self, job: Job[RunState], items: list[Item | File], uploads: list[Upload], reading: ReadOptions) -> None:
        """Read what was given."""
        watch = _Watch(job, self.settings.run_seconds)
        if job.stops:  # while it waited
            self.uploads.forget(uploads)
            return
        with self.uploads.of(uploads) as files, open_store(self.live.place, create=False) as store:
            settings = settings_of(store, reading, self.settings)
            report = resolve_into(
                store,
                [*files, *items],
                settings,
                pipeline=self._pipeline or pipeline_of(store),
                progress=watch.progress,
                wait=WAIT,
                who=job.state.who,
                stop=watch.stops,
            )
        _report(job.state, report)
        if watch.late:
            job.state.problem = (
                f"it took more than {self.settings.run_seconds:,g} seconds and was stopped; what was read is kept. "
                "Start it again to go on, or run: namesakes resolve"
            )


@dataclass
class _Watch:
    """Looks on while a run goes on: says how far it is, and when it is to end."""

    job: Job[RunState]
    seconds: float
    late: bool = False
    _begun: float = field(default_factory=time.monotonic)
    _before: int = -1

    def stops(self) -> bool:
        """Whether no more is to be read."""
        self.late = self.late or time.monotonic() - self._begun > self.seconds
        return self.late or self.job.stops > 0

    def progress(self, progress: Progress) -> None:
        """Note how far it is; what was told to stop while people are found ends at once."""
        state = self.job.state
        if progress.stage != "reading":
            self._before = self.job.stops if self._before < 0 else self._before
            if self.job.stops > self._before:
                raise StoppedError
        if self.job.ending:
            raise StoppedError
        state.stage, state.done, state.total = progress.stage, progress.done, progress.total
        state.read = progress.documents


def _report(state: RunState, report: Report) -> None:
    """What came of it; a text that was no document is called by its id, not by its row."""
    state.new, state.changed, state.unchanged = report.new, report.changed, report.unchanged
    state.removed, state.read, state.stopped = report.removed, report.read, report.stopped
    state.left_out = len(report.skipped)
    state.skipped = [{"place": each.place, "reason": each.reason} for each in report.skipped[:_TOLD]]


def settings_of(store: Store, reading: ReadOptions, own: ServerSettings) -> ResolveSettings:
    """The settings of the last run of a store, so that what it did is not done again, with the limits of the server."""
    run = store.runs.last()
    said = run.manifest.get("settings", {}) if run else {}
    kinds = tuple(kind for kind in said.get("kinds", ()) if kind in KINDS) or ResolveSettings().kinds
    limits = Limits(seconds=min(own.run_seconds, Limits().seconds))
    return ResolveSettings(kinds=kinds, identities=linking_of(store), reading=reading, limits=limits)


def log(store: Store) -> list[dict[str, Any]]:
    """What the store remembers of runs, wherever they were started, the newest first."""
    rows = []
    for run in reversed(store.runs.all()[-_LOGGED:]):
        said = run.manifest
        given, counts = [str(each) for each in said.get("items", ())], said.get("documents", {})
        rows.append(
            {
                "number": run.id,
                "time": run.time,
                "what": _listed(given),
                "who": str(said.get("who", "")),
                "finished": bool(said.get("finished")),
                **{name: int(counts.get(name, 0)) for name in ("new", "changed", "removed")},
            }
        )
    return rows


def _listed(given: list[str]) -> str:
    """The first of some names, of paths the last piece, and how many more there are; texts are counted alone."""
    texts = sum(each in _TEXTS for each in given)
    given = [each for each in given if each not in _TEXTS]
    if not given:
        return f"{texts:,} text{'s' * (texts > 1)}" if texts else ""
    shown = [each.replace("\\", "/").rstrip("/").rpartition("/")[2] or each for each in given[:3]]
    return ", ".join(shown) + (f" and {len(given) - 3:,} more" if len(given) > 3 else "")


def _what(texts: int, uploads: list[Upload], folder: str) -> str:
    """What a run was given, in words."""
    parts = [f"the folder {folder}"] if folder else []
    parts += [_listed([each.name for each in uploads])] if uploads else []
    parts += [f"{texts:,} text{'s' * (texts > 1)}"] if texts else []
    return " and ".join(parts)


def _check_names(names: list[str]) -> None:
    """A 422 where two things are called the same."""
    twice = next((name for name, count in Counter(names).items() if count > 1), None)
    if twice is not None:
        raise ProblemError(422, "two things are called the same", f"Give each a name of its own: {twice[:100]}")
