"""Resolve: documents go in, people come out, and a store keeps both.

First what is new or has changed is read, some documents at a time, and what is gone is taken out; then the chains
become people where something has changed. Each step is one transaction. Whoever is stopped at any moment goes on from
there, and the outcome is the same: it depends on the documents, the corrections, the models and the settings alone.
"""

import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, fields, replace
from itertools import islice
from pathlib import Path
from typing import Any, Final

from namesakes import __version__
from namesakes.errors import ConfigError, NamesakesError, UnknownNameError
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import Item, Limits, rows
from namesakes.formats.scan import LINKS, File
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.engine import ENGINES, Engine
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.linking import BlockLinker
from namesakes.pipeline.parts import code_of
from namesakes.pipeline.people import People
from namesakes.pipeline.pipeline import DEFAULT, Pipeline, load
from namesakes.pipeline.reading import DocumentReader, failed
from namesakes.pipeline.report import Progress, Report
from namesakes.profiles.profile import KINDS
from namesakes.store.bindings import bind
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from namesakes.workers import Failure

_STATE: Final = "state"


@dataclass(frozen=True)
class ResolveSettings:
    """How documents become people.

    Parameters
    ----------
    language : of the documents; the pipeline must be for it.
    kinds : who is looked for: "person", "organization", "place".
    batch : how many documents are written at a time: what is lost at most when a run is killed.
    limits : what is too much for one document.
    identities : how chains become people; without it as the pipeline says.
    links : which links in folders are followed: "inside" those that lead into what was named, "all", or "none".
    caution : between 0, which merges most, and 1, which splits most; without it as `identities` or the pipeline says.
    reading : how files are read beyond what they say of themselves.
    """

    language: str = "en"
    kinds: tuple[str, ...] = ("person", "organization")
    batch: int = 32
    limits: Limits = field(default_factory=Limits)
    identities: LinkingSettings | None = None
    caution: float | None = None
    links: str = "inside"
    reading: ReadOptions = field(default_factory=ReadOptions)

    def __post_init__(self) -> None:
        for kind in self.kinds:
            if kind not in KINDS:
                raise UnknownNameError("kind of profile", kind, KINDS)
        if self.links not in LINKS:
            raise UnknownNameError("way with links", self.links, LINKS)
        if self.batch < 1 or not self.kinds:
            raise ConfigError("batch is at least 1, and there is at least one kind.")

    def linking(self, pipeline: Pipeline) -> LinkingSettings:
        """How chains become people with this pipeline."""
        found = self.identities or pipeline.definition.identities
        return found if self.caution is None else replace(found, caution=self.caution)


def resolve(
    items: Any,
    *,
    pipeline: str | Path | Pipeline | None = None,
    store: str | Path | Store = MEMORY,
    settings: ResolveSettings | None = None,
    reading: ReadOptions | None = None,
    jobs: int | None = None,
) -> People:
    """The people in documents.

    Parameters
    ----------
    items : a folder, a file, a text, a row with a `text`, a `Document`, or several of them; a data frame or an Arrow
        table. A string that is no path and has more than one word is a text.
    pipeline : its name, its folder, or the pipeline; without it the one that the store was made with.
    store : where people are kept; without it nowhere, until `People.save`.
    settings : how documents become people.
    reading : how files, tables and rows are read, instead of what the settings say of it.
    jobs : processes to run in; the outcome is the same for any number. None: as many as there are cores, once there is
        work enough.
    """
    if reading is not None:
        settings = replace(settings or ResolveSettings(), reading=reading)
    kept = store if isinstance(store, Store) else open_store(store)
    try:
        nlp = load(pipeline) if isinstance(pipeline, str | Path) else pipeline
        report = resolve_into(kept, list(rows(items)), settings, pipeline=nlp, jobs=jobs)
    except BaseException:
        if kept is not store:
            kept.close()
        raise
    return People(kept, report.skipped)


def resolve_into(
    store: Store,
    items: Iterable[Item | File],
    settings: ResolveSettings | None = None,
    *,
    pipeline: Pipeline | None = None,
    jobs: int | None = 1,
    engine: Engine | None = None,
    progress: Callable[[Progress], None] = lambda progress: None,
    wait: float = 0.0,
    who: str = "",
    stop: Callable[[], bool] = lambda: False,
) -> Report:
    """Resolve documents into a store; what was done.

    Parameters
    ----------
    items : paths, texts, rows and documents; a `File` is a file that is called otherwise than its path.
    settings : how documents become people.
    pipeline : the models; without it those that the store was made with.
    jobs : processes to run in; the outcome is the same for any number.
    engine : where the work is done instead; the outcome is the same.
    progress : is called with how far the run is.
    wait : how many seconds to wait for another process that works on the store.
    who : in whose name, for the record.
    stop : is asked after each document of the local engine whether to read no more; what was read becomes people.
    """
    settings, nlp = settings or ResolveSettings(), pipeline or pipeline_of(store)
    check_language(settings, nlp)
    with store.lock(wait):
        return _Run(store, list(items), settings, nlp, engine or ENGINES["local"](jobs), progress, who, stop).run()


def check_language(settings: ResolveSettings, pipeline: Pipeline) -> None:
    """Refuse documents of a language that the pipeline is not for."""
    if settings.language != pipeline.language:
        raise ConfigError(
            f"the pipeline '{pipeline.name}' is for '{pipeline.language}', not for '{settings.language}'.\n"
            "Name a pipeline for that language with --pipeline."
        )


def pipeline_of(store: Store) -> Pipeline:
    """The pipeline that a store was made with; the usual one for a store that is new."""
    source = made_with(store).get("source", DEFAULT)
    try:
        return load(source)
    except NamesakesError as error:
        raise ConfigError(
            f"this store was made with the pipeline '{source}', which cannot be loaded.\n{error}\n"
            "Name another one with --pipeline."
        ) from error


def made_with(store: Store) -> dict[str, Any]:
    """What the last run of a store noted of its pipeline; nothing for a store that is new, or of an older release."""
    run = store.runs.last()
    found = run.manifest.get("pipeline") if run else None
    return found if isinstance(found, dict) else {}


def linking_of(store: Store) -> LinkingSettings | None:
    """How the last run of a store made people of chains; None where it does not say."""
    run = store.runs.last()
    settings = run.manifest.get("settings") if run else None
    found = settings.get("identities") if isinstance(settings, dict) else None
    known = {item.name for item in fields(LinkingSettings)}
    return LinkingSettings(**{key: found[key] for key in found if key in known}) if isinstance(found, dict) else None


class _Run:
    """One run over documents."""

    def __init__(
        self,
        store: Store,
        items: list[Item | File],
        settings: ResolveSettings,
        pipeline: Pipeline,
        engine: Engine,
        progress: Callable[[Progress], None],
        who: str,
        stop: Callable[[], bool],
    ) -> None:
        self.store, self.settings, self.engine, self.progress = store, settings, engine, progress
        self.pipeline, self.linking = pipeline, settings.linking(pipeline)
        self.report = Report()
        self.items, self.who = items, who
        self.number: int | None = None
        known = store.documents.states()
        place = Path(store.database.place)
        code = reading_code(settings, pipeline)
        self.documents = Changes(items, known, code, settings.limits, place, settings.links, settings.reading, stop)
        self.report.other_pipeline = self._other() if known else ""

    def run(self) -> Report:
        """Read, take out, find out who is who."""
        self._timed("reading", self._read)
        self._timed("removing", self._remove)
        if self.report.read or self.report.removed or self._state() != self._settled():
            self._begin()
            self._timed("identities", self._identify)
            self.store.runs.write(self._manifest(finished=True), self.number)
        self.report.skipped = self.documents.skipped
        left_out = {each.place for each in self.report.skipped}
        self.report.unchanged = len(self.documents.seen - left_out) - self.report.read
        return self.report

    def _timed(self, stage: str, work: Callable[[], None]) -> None:
        start = time.perf_counter()
        work()
        self.report.seconds[stage] = time.perf_counter() - start

    def _begin(self) -> None:
        """Record the run, as soon as there is something to do."""
        if self.number is None:
            self.number = self.store.runs.write(self._manifest(finished=False))

    def _read(self) -> None:
        """Read what is new or has changed, and write it, some documents at a time."""
        self._pass()
        failures: list[Failure] = []
        extraction = self.pipeline.extraction(self.settings.kinds, max_seconds=self.settings.limits.seconds)
        told = self.store.corrections.of_mentions()
        reader = DocumentReader(extraction, told)
        results = self.engine.read(self.documents, reader, failures, self._pass)
        while batch := list(islice(results, self.settings.batch)):
            self._begin()
            with self.store.transaction():
                self.store.documents.write([result.stored for result in batch])
                for each in (result.stored for result in batch if result.stored.id in told):
                    self.report.asleep += bind(self.store, each, told[each.id])
            for result in batch:
                self.report.words += result.words
                if result.foreign:
                    self.report.foreign.append(result.stored.id)
                self._count(result.stored.id, 1)
            self._pass()
        for failure in failures:
            self.documents.skipped.append(failed(failure))

    def _pass(self) -> None:
        """Tell how far the reading is."""
        self.progress(Progress("reading", self.documents.done, len(self.documents), self.report.read))

    def _count(self, id: str, number: int) -> None:
        if id in self.documents.known:
            self.report.changed += number
        else:
            self.report.new += number

    def _remove(self) -> None:
        self.report.stopped = self.documents.stopped
        gone = [] if self.report.stopped else self.documents.gone()
        if gone:
            self._begin()
            self.store.documents.remove(gone)
            self.report.removed = len(gone)

    def _identify(self) -> None:
        work = IncrementalLinking(
            self.store,
            BlockLinker(self.pipeline.parts["identities"], self.linking),
            self.settings.kinds,
            identities_code(self.linking, self.pipeline),
            lambda done, total: self.progress(Progress("identities", done, total, self.report.read)),
        )
        self.report.blocks = work.run(self.engine)
        self.report.chains, self.report.full_names = len(work.chains), work.chains.full_names

    def _state(self) -> str:
        """What the people in the store depend on, and which of their blocks are settled."""
        documents = [(id, state.hash) for id, state in self.store.documents.states().items()]
        corrections = [each.to_json() for each in self.store.corrections.all() if each.what != "unsure"]
        return code_of(
            [identities_code(self.linking, self.pipeline), documents, corrections, sorted(self.store.blocks.all())]
        )

    def _settled(self) -> str | None:
        """The state in which the last run left the store."""
        run = self.store.runs.last()
        return str(run.manifest.get(_STATE)) if run else None

    def _manifest(self, *, finished: bool) -> dict[str, Any]:
        """What there is to know of the run to repeat it."""
        given = [_called(item) for item in self.items]
        nlp = self.pipeline
        return {
            "namesakes": __version__,
            "python": platform.python_version(),
            "pipeline": {"name": nlp.name, "source": nlp.source, **_codes(nlp)},
            "models": {**nlp.parts.hashes("reading"), **nlp.parts.hashes("identities")},
            "settings": {**asdict(self.settings), "identities": asdict(self.linking)},
            "threshold": nlp.parts.identities.decides_at,
            "items": given[:100],
            **({"who": self.who} if self.who else {}),
            "finished": finished,
            "documents": {name: getattr(self.report, name) for name in ("new", "changed", "removed")},
            **({_STATE: self._state()} if finished else {}),
        }

    def _other(self) -> str:
        """What there is to say where the store was made with another pipeline than this one."""
        before, codes = made_with(self.store), _codes(self.pipeline)
        changed = [what for what, code in codes.items() if before and before.get(what) != code]
        if not changed:
            return ""
        again = "its documents are read again" if "reading" in changed else "its people are found again"
        name = str(before.get("name"))
        if name == self.pipeline.name:
            return f"the models of the pipeline '{name}' have changed since this store was made: {again}"
        return f"this store was made with the pipeline '{name}' and this one is '{self.pipeline.name}': {again}"


def _called(item: Item | File) -> str:
    """What a record of a run calls one of the things that it was given."""
    if isinstance(item, File):
        return item.place
    return str(item) if isinstance(item, Path) else type(item).__name__


def _codes(pipeline: Pipeline) -> dict[str, str]:
    return {"reading": pipeline.reading_code, "identities": pipeline.identities_code}


def reading_code(settings: ResolveSettings, pipeline: Pipeline) -> str:
    """What decides how a document is read, beside its content."""
    options = {name: value for name, value in asdict(settings.reading).items() if value}
    told = {"reading": options} if options else {}
    return code_of({"pipeline": pipeline.reading_code, "version": __version__, "kinds": settings.kinds, **told})


def identities_code(linking: LinkingSettings, pipeline: Pipeline) -> str:
    """What identities depend on beside documents and corrections."""
    return code_of({"pipeline": pipeline.identities_code, "version": __version__, "settings": asdict(linking)})
