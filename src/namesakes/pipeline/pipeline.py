"""Pipelines: models put together, from a text to its chains, and from documents to people."""

import warnings
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypedDict, Unpack, overload

from namesakes import budget
from namesakes.chains.constraints import Constraints
from namesakes.errors import NamesakesError, SkippedWarning, UnknownNameError, UsageError
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import Item, document_of, rows
from namesakes.mentions.detection import PREDICTED
from namesakes.pipeline.coreference import Coreference, CoreferenceSettings, remark_language
from namesakes.pipeline.coreference import run as run_coreference
from namesakes.pipeline.cost import remark_document
from namesakes.pipeline.definition import Definition, read_definition, write_definition
from namesakes.pipeline.parts import PARTS, Parts, code_of
from namesakes.text.document import Document
from namesakes.text.steps import Steps
from namesakes.workers import Failure

if TYPE_CHECKING:
    from namesakes.pipeline.people import People
    from namesakes.pipeline.profiles import ProfileExtraction
    from namesakes.pipeline.resolve import ResolveSettings
    from namesakes.profiles.profile import Profile
    from namesakes.store.store import Store

DEFAULT: Final = "en"
"""The pipeline that is used where none is named."""


class Options(TypedDict, total=False):
    """What may be asked of chains; what is not given is as the pipeline says.

    `mentions`: "predicted", or "gold" to link a document's own mentions and no others. `singletons`: whether mentions
    that nothing else is linked to are chains too. `min_confidence`: links that are less probable are not made.
    `explain`: whether each mention keeps the reasons of its link, for `Mention.why`. `without`: parts that are switched
    off by name, such as "quotes"; `quotes=False` is the same as naming that one. `max_seconds`: of a processor, that a
    document may take; one that takes longer is left out.
    """

    mentions: str
    singletons: bool
    min_confidence: float
    explain: bool
    without: Collection[str]
    quotes: bool
    max_seconds: float


def load(place: str | Path = DEFAULT) -> "Pipeline":
    """The pipeline of this name, or the one in a folder; `namesakes pipeline list` shows the names.

    Its models are checked now and loaded when they are first used.
    """
    if isinstance(place, str) and not Path(place).is_dir():
        return shipped(place)
    return Pipeline(read_definition(place))


@lru_cache(maxsize=8)
def shipped(name: str) -> "Pipeline":
    """The pipeline of this name that comes with the package, made once; no folder takes its place."""
    return Pipeline(read_definition(name))


class Pipeline:
    """Models put together. Call it with a text, and it gives back a document with chains.

    A pipeline is not changed once it is made, and may be used from any number of threads, and of processes, to which it
    travels as the names of its models.

    Parameters
    ----------
    definition : which models, and their settings.
    """

    def __init__(self, definition: Definition) -> None:
        self.definition = definition
        self.parts: Parts = definition.parts()

    def __repr__(self) -> str:
        return f"Pipeline({self.name!r}, {self.parts!r})"

    @property
    def name(self) -> str:
        """The name of a shipped pipeline, or the path of its folder."""
        return self.definition.name

    @property
    def source(self) -> str:
        """What `load` finds it by from any folder: the name of a shipped pipeline, or the whole path of its folder."""
        return str(Path(self.name).absolute()) if Path(self.name).is_dir() else self.name

    @property
    def language(self) -> str:
        """The language that its models are for."""
        return self.definition.language

    def __call__(self, text: Item, *, constraints: Constraints | None = None, **options: Unpack[Options]) -> Document:
        """The document of a text with its chains.

        Parameters
        ----------
        text : a text, a row with a `text`, or a document; what that has of tokens, tags, trees and names is kept.
        constraints : mentions that must be linked, or must not be.
        options : see `Options`.
        """
        if not isinstance(text, str | Document | Mapping):
            raise UsageError(f"a text, a row or a Document was expected, not a {type(text).__name__}.")
        document = Document(id="text", text=text) if isinstance(text, str) else document_of(text, 1)
        given: dict[str | None, Constraints] = {} if constraints is None else {None: constraints}
        options.setdefault("explain", True)
        remark_document(document)
        found = self.coreference(given, **options)(document)
        remark_language(found)
        return found

    def pipe(
        self,
        items: Iterable[Item],
        *,
        jobs: int | None = None,
        skipped: list[Failure] | None = None,
        constraints: Mapping[str | None, Constraints] | None = None,
        reading: ReadOptions | None = None,
        **options: Unpack[Options],
    ) -> Iterator[Document]:
        """The documents of many texts with their chains, in the order of the texts, as they come.

        Parameters
        ----------
        items : texts, rows with a `text`, documents; a data frame or an Arrow table.
        jobs : processes to run in; the outcome is the same for any number. None: as many as there are cores, once there
            is work enough.
        skipped : a list to which texts that could not be processed are added, with the reason; without it they are
            left out with a warning each.
        constraints : by the id of the document.
        reading : which columns of rows have the text, the id and the date, where they are not plainly called so.
        options : see `Options`.
        """
        failures: list[Failure] = []
        documents = _documents(items, failures, reading)
        options.setdefault("explain", True)
        coreference = self.coreference(constraints or {}, **options)
        for document in run_coreference(documents, coreference, jobs=jobs, failures=failures):
            _remark(failures, skipped)
            yield document
        _remark(failures, skipped)

    def resolve(
        self,
        items: Any,
        *,
        store: "str | Path | Store" = ":memory:",
        settings: "ResolveSettings | None" = None,
        reading: ReadOptions | None = None,
        jobs: int | None = None,
    ) -> "People":
        """The people in documents.

        Parameters
        ----------
        items : a folder, a file, a text, a row with a `text`, a `Document`, or several of them; a data frame or an
            Arrow table. A string that is no path and has more than one word is a text.
        store : where people are kept; without it nowhere, until `People.save`.
        settings : how documents become people.
        reading : how files, tables and rows are read, instead of what the settings say of it.
        jobs : processes to run in; the outcome is the same for any number. None: as many as there are cores, once there
            is work enough.
        """
        from namesakes.pipeline.resolve import resolve

        return resolve(items, pipeline=self, store=store, settings=settings, reading=reading, jobs=jobs)

    def profiles(self, text: str | Document, *, kinds: Sequence[str] = ("person",)) -> "list[Profile]":
        """The profiles of the people in a text, or of its organisations and places.

        Parameters
        ----------
        text : a text, or a document; what that has of tokens, tags, trees, names and chains is kept.
        kinds : which profiles are wanted: "person", "organization", "place".
        """
        document = Document(id="text", text=text) if isinstance(text, str) else text
        remark_document(document)
        chained, found = self.extraction(tuple(kinds))(document)
        if document.mention_table is None:
            remark_language(chained)
        return found

    def coreference(
        self, constraints: Mapping[str | None, Constraints] | None = None, **options: Unpack[Options]
    ) -> Coreference:
        """What finds the chains of one document.

        Parameters
        ----------
        constraints : by the id of the document; under None those of every document.
        options : see `Options`.
        """
        for name in options:
            if name not in Options.__annotations__:
                raise UnknownNameError("option", name, Options.__annotations__)
        own = self.definition.chains
        without = tuple(options.get("without", own.without))
        settings = CoreferenceSettings(
            without=without if options.get("quotes", True) else (*without, "quotes"),
            singletons=options.get("singletons", own.singletons),
            min_confidence=options.get("min_confidence", own.min_confidence),
            mentions=options.get("mentions", PREDICTED),
            explain=options.get("explain", False),
            max_seconds=options.get("max_seconds", budget.SECONDS),
        )
        return Coreference(self.parts, settings, constraints or {})

    def extraction(
        self, kinds: tuple[str, ...] = ("person",), *, max_seconds: float = budget.SECONDS
    ) -> "ProfileExtraction":
        """What finds the profiles of one document, which may take so many seconds of a processor."""
        from namesakes.pipeline.profiles import ProfileExtraction

        return ProfileExtraction(self.coreference(singletons=True, max_seconds=max_seconds), kinds)

    def syntax(
        self,
        *,
        tokenized: bool = False,
        tagged: bool = False,
        consistency: bool = False,
        support: Iterable[Document] = (),
    ) -> Steps:
        """Tokens, sentences, tags, lemmas, trees and names.

        Parameters
        ----------
        tokenized, tagged : whether documents keep their tokens and sentences, and their tags with them.
        consistency : whether tags of unknown words and trees are to agree across all documents of a run.
        support : with consistency, other texts, whose sentences help to tag the unknown words; they are given words
            where they have none.
        """
        steps = self.parts.syntax.steps(tokenized=tokenized, tagged=tagged)
        if not consistency:
            return steps
        cut = self.parts.syntax.tokenizer
        return self.parts.consistency.pipeline(
            steps, [each if len(each.sentence_starts) else cut(each) for each in support]
        )

    def with_(self, **changes: Any) -> "Pipeline":
        """The same pipeline with other parts or settings.

        Parameters
        ----------
        changes : by part the name of a shipped model, a folder, or a model, such as `chains="my-model"`; `without` for
            parts of chains that are switched off; `name`, `description`.
        """
        definition = self.definition
        for name, value in changes.items():
            if name in PARTS:
                definition = definition.with_model(name, _source(value))
            elif name == "without":
                definition = replace(definition, chains=replace(definition.chains, without=tuple(value)))
            elif name in ("name", "description"):
                definition = replace(definition, **{name: value})
            else:
                raise UnknownNameError("part", name, [*PARTS, "without", "name", "description"])
        return Pipeline(definition)

    def save(self, folder: str | Path) -> Path:
        """Write `pipeline.toml` into a folder, from where `load` and every command can use it."""
        return write_definition(Path(folder), replace(self.definition, name=str(folder)))

    @cached_property
    def reading_code(self) -> str:
        """A fingerprint of all that decides how a document is read, beside its content."""
        chains = self.definition.chains
        settings = {"without": sorted(chains.without), "min_confidence": chains.min_confidence}
        return code_of({"models": self.parts.hashes("reading"), "chains": settings})

    @cached_property
    def identities_code(self) -> str:
        """A fingerprint of all that decides how people are found, beside documents and corrections."""
        return code_of({"models": self.parts.hashes("identities")})

    def __getstate__(self) -> dict[str, Any]:
        return {"definition": self.definition, "parts": self.parts}


def _source(value: Any) -> Any:
    """A model as a user names it: an existing folder, or a shipped one, or the model itself."""
    if isinstance(value, str) and Path(value).is_dir():
        return Path(value).absolute()
    return value.absolute() if isinstance(value, Path) else value


One = str | Document | Mapping[str, Any]
"""A text, a document, or a row with a `text`."""


@overload
def coref(  # type: ignore[overload-overlap]  # a text is a sequence of texts, too, and is not taken for one
    text: One,
    *,
    pipeline: "str | Path | Pipeline" = DEFAULT,
    constraints: Constraints | None = None,
    resolver: Any = None,
    **options: Unpack[Options],
) -> Document: ...
@overload
def coref(
    text: Iterable[One],
    *,
    pipeline: "str | Path | Pipeline" = DEFAULT,
    constraints: Mapping[str | None, Constraints] | None = None,
    resolver: Any = None,
    jobs: int | None = None,
    **options: Unpack[Options],
) -> list[Document]: ...
def coref(
    text: Any,
    *,
    pipeline: "str | Path | Pipeline" = DEFAULT,
    constraints: Any = None,
    resolver: Any = None,
    jobs: int | None = None,
    **options: Unpack[Options],
) -> Document | list[Document]:
    """The document of an English text with its chains; of a list of texts, the list of their documents.

    Parameters
    ----------
    text : a text, a row with a `text`, or a document; what that has of tokens, tags, trees and names is kept. Or a list
        of them.
    pipeline : the name of a pipeline, its folder, or the pipeline.
    constraints : mentions that must be linked, or must not be; for a list, by the id of the document.
    resolver : another model of chains than the pipeline's.
    jobs : for a list: processes to run in; the outcome is the same for any number.
    options : see `Options`; reasons are kept unless `explain` is False.
    """
    nlp = pipeline if isinstance(pipeline, Pipeline) else load(pipeline)
    nlp = nlp if resolver is None else nlp.with_(chains=resolver)
    if isinstance(text, str | Document | Mapping):
        return nlp(text, constraints=constraints, **options)
    if not isinstance(text, Iterable):
        raise UsageError(f"a text or a Document was expected, or a list of them, not a {type(text).__name__}.")
    return list(nlp.pipe(text, jobs=jobs, constraints=constraints, **options))


def _documents(items: Iterable[Item], failures: list[Failure], reading: ReadOptions | None) -> Iterator[Document]:
    """The documents of texts, rows and documents; of what is none of them it is said why."""
    for number, item in enumerate(items if isinstance(items, Iterator) else rows(items), start=1):
        try:
            yield document_of(item, number, reading)
        except NamesakesError as error:
            failures.append(Failure(f"text-{number}", str(error)))


def _remark(failures: list[Failure], skipped: list[Failure] | None) -> None:
    """Hand failures on to who asked for them, or warn of each."""
    for failure in failures if skipped is None else ():
        warnings.warn(f"{failure.document} was skipped: {failure.error}", SkippedWarning, stacklevel=3)
    if skipped is not None:
        skipped.extend(failures)
    failures.clear()
