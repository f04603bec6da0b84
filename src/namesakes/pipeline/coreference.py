"""Coreference from end to end: a text goes in, a document with chains, confidences and reasons comes out."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from namesakes.chains.constraints import Constraints
from namesakes.chains.decoding.quoted import QuotingResolver
from namesakes.chains.resolver import MENTIONS, Resolver, chained
from namesakes.errors import DataError, LanguageWarning, UnknownNameError, UsageError
from namesakes.explain.links import explained
from namesakes.syntax.english import english
from namesakes.syntax.parsing.parser import Parser
from namesakes.text.document import Document
from namesakes.text.language import is_english
from namesakes.text.segment import PROVISIONAL, cut, token_span
from namesakes.text.spans import Mentions
from namesakes.text.steps import Step, Steps
from namesakes.workers import Failure


@dataclass(frozen=True)
class CoreferenceSettings:
    """What is wanted of chains.

    Parameters
    ----------
    mentions : "found", or "given" to put the mentions that documents come with into chains, and no others.
    singletons : whether mentions that nothing else is linked to are chains too.
    min_confidence : links that are less probable are not made.
    explain : whether each mention keeps the reasons of its link, for `Mention.why`.
    quotes : whether *I* between quotation marks is linked to the one who is said to speak.
    """

    mentions: str = "found"
    singletons: bool = False
    min_confidence: float = 0.0
    explain: bool = False
    quotes: bool = True

    def __post_init__(self) -> None:
        if self.mentions not in MENTIONS:
            raise UnknownNameError("source of mentions", self.mentions, MENTIONS)
        if not 0.0 <= self.min_confidence <= 1.0:
            raise UsageError(f"a confidence lies between 0 and 1, not at {self.min_confidence}.")


@dataclass(frozen=True)
class Coreference:
    """The whole way from a text to its chains, as one step of a pipeline.

    What a document has already is kept: tokens with sentences, tags, lemmas, trees and names are found only where it
    has none.

    Parameters
    ----------
    settings : what is wanted.
    constraints : by the id of the document; under None those of every document.
    resolver : the model; the shipped one without it.
    report : gets a line before each part of the work, for those who wait.
    """

    settings: CoreferenceSettings = field(default_factory=CoreferenceSettings)
    constraints: Mapping[str | None, Constraints] = field(default_factory=dict)
    resolver: Resolver | None = None
    report: Callable[[str], None] | None = None

    def __call__(self, document: Document) -> Document:
        """The document with its chains."""
        parsed, steps = document, self.steps(document)
        for number, step in enumerate(steps, start=1):
            if self.report is None:
                parsed = step(parsed)
                continue
            title = _TITLES.get(type(step).__name__, "chains")
            line = f"{document.key}: {title} ({number} of {len(steps)})"
            self.report(line)
            parsed = step.parse(parsed, progress=self._told(line)) if isinstance(step, Parser) else step(parsed)
        return parsed

    def _told(self, line: str) -> Callable[[int, int], None]:
        """What reports from time to time how many of many sentences are done: trees take most of the time."""

        def told(done: int, count: int) -> None:
            if self.report is not None and done and done % _OFTEN == 0:
                self.report(f"{line}, {done:,} of {count:,} sentences")

        return told

    def steps(self, document: Document) -> list[Step]:
        """What is still to be done for a document, part by part."""
        given = self.of(document)
        marks = None if self.settings.mentions == "found" else _marks(document)
        found = [*_syntax(document, _boundaries(marks, given))]
        if marks is not None:
            found.append(_Marked(marks))
        return [*found, self.link]

    def of(self, document: Document) -> Constraints:
        """The constraints on a document."""
        groups = [self.constraints[name].groups for name in (document.id, None) if name in self.constraints]
        return Constraints.of_groups(group for each in groups for group in each)

    def link(self, document: Document) -> Document:
        """The parsed document with its chains."""
        settings = self.settings
        resolver = self.resolver or Resolver.shipped()
        if settings.quotes:
            resolver = QuotingResolver(resolver)
        links = resolver.links(
            document,
            mentions=settings.mentions,
            min_confidence=settings.min_confidence,
            constraints=self.of(document),
        )
        if settings.explain:
            found = explained(resolver, links, singletons=settings.singletons)
        else:
            found = chained(links, singletons=settings.singletons)
        return found.with_columns(speaker=document.columns.get("speaker"))


def coref(
    text: str | Document,
    *,
    mentions: str = "found",
    singletons: bool = False,
    min_confidence: float = 0.0,
    constraints: Constraints | None = None,
    explain: bool = True,
    quotes: bool = True,
    resolver: Resolver | None = None,
) -> Document:
    """The document of an English text with its chains.

    Parameters
    ----------
    text : a text, or a document; what that has of tokens, tags, trees and names is kept.
    mentions : "found", or "given" to put a document's own mentions into chains, and no others.
    singletons : whether mentions that nothing else is linked to are chains too.
    min_confidence : links that are less probable are not made.
    constraints : mentions that must be linked, or must not be.
    explain : whether each mention keeps the reasons of its link, for `Mention.why`.
    quotes : whether *I* between quotation marks is linked to the one who is said to speak.
    resolver : another model than the shipped one.
    """
    if not isinstance(text, str | Document):
        raise UsageError(f"a text or a Document was expected, not a {type(text).__name__}.")
    document = Document(id="text", text=text) if isinstance(text, str) else text
    settings = CoreferenceSettings(mentions, singletons, min_confidence, explain, quotes)
    found = Coreference(settings, {} if constraints is None else {None: constraints}, resolver)(document)
    remark_language(found)
    return found


def run(
    documents: Iterable[Document],
    coreference: Coreference,
    *,
    jobs: int = 1,
    failures: list[Failure] | None = None,
) -> Iterator[Document]:
    """The documents with their chains, in their order, as they come; warnings say what is odd.

    Parameters
    ----------
    jobs : processes to run in; the outcome is the same for any number.
    failures : a list to which documents that could not be processed are added while the others go on.
    """
    seen: list[str] = []
    watched = _watched(documents, coreference.constraints, seen)
    alone = jobs <= 1 and failures is None
    found = map(coreference, watched) if alone else Steps([coreference]).run(watched, jobs=jobs, failures=failures)
    for document in found:
        remark_language(document)
        yield document
    for name in sorted(name for name in coreference.constraints if name is not None and name not in seen):
        warnings.warn(f"there is no document '{name}', which constraints are about", stacklevel=2)


def _watched(
    documents: Iterable[Document], constraints: Mapping[str | None, Constraints], seen: list[str]
) -> Iterator[Document]:
    """The documents; an error where constraints do not say which of several they are about."""
    for number, document in enumerate(documents):
        if number and None in constraints:
            group = constraints[None].groups[0]
            raise group.error("these constraints do not say which document they are about", 'Add its "doc_id".')
        if constraints:
            seen.append(document.id)
        yield document


def remark_language(document: Document) -> None:
    """Warn where a document is probably not in English."""
    if is_english(document.words) is False:
        message = f"document {document.key} is probably not in English; the models know English only"
        warnings.warn(message, LanguageWarning, stacklevel=2)


def _syntax(document: Document, boundaries: list[int]) -> list[Step]:
    """The steps that give a document the layers which it lacks; tokens that are found are cut at the boundaries."""
    tokenized = len(document.sentence_starts) > 0 and not document.meta.get(PROVISIONAL)
    tokenizer, tagger, lemmatizer, parser, names = english().steps
    if not tokenized:
        return [tokenizer, _Cut(tuple(boundaries)), tagger, lemmatizer, parser, names]
    columns = document.columns
    tagged = "upos" in columns and "xpos" in columns
    lacking = [
        (not tagged, tagger),
        (not tagged or "lemma" not in columns, lemmatizer),
        (not tagged or document.heads is None or "label" not in columns, parser),
        (document.entity_table is None, names),
    ]
    return [step for wanted, step in lacking if wanted]


_TITLES = {
    "Tokenizer": "words and sentences",
    "_Cut": "words and sentences",
    "Tagger": "tags",
    "Lemmatizer": "lemmas",
    "Parser": "trees",
    "NameFinder": "names",
    "_Marked": "mentions",
}
"""What the parts of the work are called."""

_OFTEN = 500
"""After how many sentences it is said again how far the trees are."""

Marks = tuple[tuple[tuple[int, int], ...], ...]


@dataclass(frozen=True)
class _Cut:
    """Cuts tokens where mentions that people gave begin and end."""

    boundaries: tuple[int, ...]

    def __call__(self, document: Document) -> Document:
        return cut(document, self.boundaries)


@dataclass(frozen=True)
class _Marked:
    """Puts mentions, given by their characters, on a document's tokens."""

    marks: Marks

    def __call__(self, document: Document) -> Document:
        parts = [[token_span(document, *span) for span in spans] for spans in self.marks]
        return document.replace(mention_table=Mentions.build(parts, [None] * len(parts)))


def _marks(document: Document) -> Marks:
    """The characters of the mentions that a document comes with."""
    if document.mention_table is None:
        advice = "Give them with the text, for example as JSONL, or let them be found."
        raise DataError(f"document {document.key} has no mentions", advice)
    spans = (tuple((part.start, part.end) for part in mention.parts) for mention in document.mentions)
    return tuple(spans)


def _boundaries(marks: Marks | None, constraints: Constraints) -> list[int]:
    inside = [place for mark in marks or () for span in mark for place in span]
    return sorted({*inside, *constraints.boundaries})
