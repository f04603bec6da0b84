"""Resolve: documents go in, people come out, and a store keeps both.

First what is new or has changed is read, some documents at a time, and what is gone is taken out; then the chains
become people where something has changed. Each step is one transaction. Whoever is stopped at any moment goes on from
there, and the outcome is the same: it depends on the documents, the corrections, the models and the settings alone.
"""

import hashlib
import json
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field
from functools import cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import Any, Final

from namesakes import __version__
from namesakes.errors import ConfigError, UnknownNameError, UsageError
from namesakes.formats.records import Item, rows
from namesakes.identities.linker import Linker, LinkingSettings
from namesakes.identities.model import MODEL, IdentityModel
from namesakes.pipeline.documents import Documents
from namesakes.pipeline.engine import ENGINES, Engine
from namesakes.pipeline.incremental import Identification
from namesakes.pipeline.opening import Limits
from namesakes.pipeline.people import People
from namesakes.pipeline.reading import Reading, failed
from namesakes.pipeline.report import Progress, Report
from namesakes.profiles.profile import KINDS
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from namesakes.workers import Failure

LANGUAGES: Final = ("en",)

_STATE: Final = "state"
_OF_IDENTITIES: Final = (MODEL, "en-occupations")
_OF_NEITHER: Final = ("en-consistency",)
"""Models that only identities depend on, and those that nothing here depends on."""


@dataclass(frozen=True)
class ResolveSettings:
    """How documents become people.

    Parameters
    ----------
    language : of the documents.
    kinds : who is looked for: "person", "organization", "place".
    batch : how many documents are written at a time: what is lost at most when a run is killed.
    seed : goes into the record of the run; nothing here draws at random.
    limits : what is too much for one document.
    identities : how chains become people.
    """

    language: str = "en"
    kinds: tuple[str, ...] = ("person", "organization")
    batch: int = 32
    seed: int = 0
    limits: Limits = field(default_factory=Limits)
    identities: LinkingSettings = field(default_factory=LinkingSettings)

    def __post_init__(self) -> None:
        if self.language not in LANGUAGES:
            known = ", ".join(LANGUAGES)
            raise UsageError(f"there are models for English (en) only, not for '{self.language}'.\nKnown: {known}.")
        for kind in self.kinds:
            if kind not in KINDS:
                raise UnknownNameError("kind of profile", kind, KINDS)
        if self.batch < 1 or not self.kinds:
            raise ConfigError("batch is at least 1, and there is at least one kind.")


def resolve(
    items: Any,
    *,
    store: str | Path | Store = MEMORY,
    settings: ResolveSettings | None = None,
    jobs: int = 1,
) -> People:
    """The people in documents.

    Parameters
    ----------
    items : a folder, a file, a text, a row with a `text`, a `Document`, or several of them; a data frame or an Arrow
        table. A string that is no path and has more than one word is a text.
    store : where people are kept; without it nowhere, until `People.save`.
    settings : how documents become people.
    jobs : processes to run in; the outcome is the same for any number.
    """
    kept = store if isinstance(store, Store) else open_store(store)
    try:
        report = resolve_into(kept, list(rows(items)), settings, jobs=jobs)
    except BaseException:
        if kept is not store:
            kept.close()
        raise
    return People(kept, report.skipped)


def resolve_into(
    store: Store,
    items: Iterable[Item],
    settings: ResolveSettings | None = None,
    *,
    jobs: int = 1,
    engine: Engine | None = None,
    told: Callable[[Progress], None] = lambda progress: None,
    wait: float = 0.0,
) -> Report:
    """Resolve documents into a store; what was done.

    Parameters
    ----------
    items : paths, texts, rows and documents.
    settings : how documents become people.
    jobs : processes to run in; the outcome is the same for any number.
    engine : where the work is done instead; the outcome is the same.
    told : is told how far it is.
    wait : how many seconds to wait for another process that works on the store.
    """
    with store.lock(wait):
        return _Run(store, list(items), settings or ResolveSettings(), engine or ENGINES["local"](jobs), told).run()


class _Run:
    """One run over documents."""

    def __init__(
        self,
        store: Store,
        items: list[Item],
        settings: ResolveSettings,
        engine: Engine,
        told: Callable[[Progress], None],
    ) -> None:
        self.store, self.settings, self.engine, self.told = store, settings, engine, told
        self.report = Report()
        self.items = items
        self.number: int | None = None
        known = store.documents.states()
        place = Path(store.database.place)
        self.documents = Documents(items, known, reading_code(settings), settings.limits, place)

    def run(self) -> Report:
        """Read, take out, find out who is who."""
        self._timed("reading", self._read)
        self._timed("removing", self._remove)
        if self.report.read or self.report.removed or self._state() != self._settled():
            self._begin()
            self._timed("identities", self._identify)
            self.store.runs.write(self._manifest(finished=True), self.number)
        self.report.unchanged = len(self.documents.seen) - self.report.read
        self.report.skipped = self.documents.skipped
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
        results = self.engine.read(self.documents, Reading(self.settings.kinds), failures, self._pass)
        while batch := list(islice(results, self.settings.batch)):
            self._begin()
            self.store.documents.write([result.stored for result in batch])
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
        self.told(Progress("reading", self.documents.done, len(self.documents), self.report.read))

    def _count(self, id: str, number: int) -> None:
        if id in self.documents.known:
            self.report.changed += number
        else:
            self.report.new += number

    def _remove(self) -> None:
        gone = self.documents.gone()
        if gone:
            self._begin()
            self.store.documents.remove(gone)
            self.report.removed = len(gone)

    def _identify(self) -> None:
        work = Identification(
            self.store,
            Linker.shipped(self.settings.identities),
            self.settings.kinds,
            identities_code(self.settings),
            lambda done, total: self.told(Progress("identities", done, total, self.report.read)),
        )
        self.report.blocks = work.run(self.engine)
        self.report.chains = len(work.keys)

    def _state(self) -> str:
        """What the people in the store depend on, and which of their blocks are settled."""
        documents = [(id, state.hash) for id, state in self.store.documents.states().items()]
        corrections = [asdict(each) for each in self.store.corrections.all()]
        return code_of([identities_code(self.settings), documents, corrections, sorted(self.store.blocks.all())])

    def _settled(self) -> str | None:
        """The state in which the last run left the store."""
        runs = self.store.runs.all()
        return str(runs[-1].manifest.get(_STATE)) if runs else None

    def _manifest(self, *, finished: bool) -> dict[str, Any]:
        """What there is to know of the run to repeat it."""
        given = [str(item) if isinstance(item, Path) else type(item).__name__ for item in self.items]
        return {
            "namesakes": __version__,
            "python": platform.python_version(),
            "models": {**model_hashes(identities=False), **model_hashes(identities=True)},
            "settings": asdict(self.settings),
            "seed": self.settings.seed,
            "threshold": getattr(IdentityModel.shipped().clusterer, "threshold", None),
            "items": given[:100],
            "finished": finished,
            "documents": {name: getattr(self.report, name) for name in ("new", "changed", "removed")},
            **({_STATE: self._state()} if finished else {}),
        }


def reading_code(settings: ResolveSettings) -> str:
    """What decides how a document is read, beside its content."""
    return code_of({"models": model_hashes(identities=False), "version": __version__, "kinds": settings.kinds})


def identities_code(settings: ResolveSettings) -> str:
    """What identities depend on beside documents and corrections."""
    return code_of(
        {"models": model_hashes(identities=True), "version": __version__, "settings": asdict(settings.identities)}
    )


@cache
def model_hashes(identities: bool) -> dict[str, str]:
    """The hash of each shipped model that identities are found with, or that documents are read with."""
    folder = files("namesakes") / "models"
    found = {}
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        description = entry / "model.json"
        wanted = entry.name not in _OF_NEITHER and (entry.name in _OF_IDENTITIES) == identities
        if wanted and description.is_file():
            found[entry.name] = hashlib.sha256(description.read_bytes()).hexdigest()
    return found


def code_of(value: Any) -> str:
    """A short code of a plain value, another one for any other value."""
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=16).hexdigest()
