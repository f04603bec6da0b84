"""What the API answers, as types: dictionaries with these keys. A test holds them to the server's schema."""

from typing import Literal, TypedDict


class Health(TypedDict):
    """Whether the server is there."""

    status: str
    version: str


class Session(TypedDict):
    """What a page, or a program that writes, must know first."""

    version: str
    store: str
    token: str
    read_only: bool
    who: str
    people: int
    organizations: int
    documents: int
    most_text: int


class Alike(TypedDict):
    """Somebody who may be the same person, and how surely."""

    id: str
    name: str
    likeness: float
    document: str


class Person(TypedDict):
    """A person, an organisation or a place, as lists show them."""

    id: str
    name: str
    kind: str
    hidden: bool
    description: str
    apart: str
    names: list[str]
    documents: int
    mentions: int
    strength: float | None
    years: str
    alike: list[Alike]


class People(TypedDict):
    """A page of people, those of one name one after the other."""

    people: list[Person]
    total: int
    next: str | None


class Said(TypedDict):
    """Where a fact was read."""

    document: str
    start: int
    end: int
    sentence: str


class Fact(TypedDict):
    """A value of a field, in how many documents it is stated, and some of the sentences."""

    field: str
    value: str
    relation: str
    documents: int
    said: list[Said]


class Companion(TypedDict):
    """Somebody who occurs in the same documents."""

    id: str
    name: str
    documents: int


class Event(TypedDict):
    """Something that happened to an id."""

    time: str
    what: str
    source: str
    target: str
    why: str
    chains: int


class Card(Person):
    """All about a person but the documents."""

    facts: list[Fact]
    namesakes: list[Person]
    companions: list[Companion]
    history: list[Event]
    version: str


class Meeting(TypedDict):
    """Two people who are in documents together, and in how many."""

    one: str
    other: str
    documents: int


class Meetings(TypedDict):
    """A graph of people."""

    people: list[Companion]
    links: list[Meeting]


class Occurrence(TypedDict):
    """A document that speaks of a person."""

    document: str
    chain: int
    title: str
    date: str
    dated_by: str
    strength: float
    mentions: int
    sentence: str


class Occurrences(TypedDict):
    """A page of the documents of a person, the oldest first."""

    documents: list[Occurrence]
    total: int
    next: str | None


class FoundDocument(TypedDict):
    """A document, with the line around the first word that was searched for."""

    id: str
    title: str
    line: str


class Documents(TypedDict):
    """A page of documents by id."""

    documents: list[FoundDocument]
    next: str | None


class Candidate(TypedDict):
    """Somebody whom a chain may be of, instead."""

    id: str
    name: str
    likeness: float


class DocumentChain(TypedDict):
    """A chain of a document: who it is, how surely, and where its mentions are (characters, the end exclusive)."""

    chain: int
    name: str
    kind: str
    person: str | None
    called: str
    strength: float | None
    others: list[Candidate]
    mentions: list[list[int]]


class Document(TypedDict):
    """What there is in a document, but for its text."""

    id: str
    title: str
    date: str
    characters: int
    pieces: list[int]
    chains: list[DocumentChain]


class Text(TypedDict):
    """A piece of a text and the mentions that touch it: start, end and chain; -1 is no chain that is kept."""

    start: int
    end: int
    text: str
    mentions: list[list[int]]


class Shared(TypedDict):
    """What a chain has in common with others, and with how many."""

    term: str
    chains: int


class Amount(TypedDict):
    """What one respect adds to the evidence."""

    about: str
    amount: float
    shared: list[Shared]
    values: list[str]
    known: int


class Comparison(TypedDict):
    """Why a chain is in a person, or is not."""

    document: str
    chain: int
    person: str
    name: str
    within: bool
    strength: float
    others: int
    odds: float
    threshold: float
    exact: bool
    apart: str
    amounts: list[Amount]
    unknown: list[str]
    sentences: list[str]
    head: str
    lines: list[str]


class Explanation(TypedDict):
    """Why documents are of a person, or are not; the least sure first."""

    comparisons: list[Comparison]


class LinkReason(TypedDict):
    """Something that speaks for a link, or against it."""

    words: str
    weight: float


class LinkOption(TypedDict):
    """An earlier mention that a word may go back to; no text where it may begin a chain."""

    text: str
    start: int
    end: int
    probability: float
    reasons: list[LinkReason]


class Link(TypedDict):
    """Why a word goes back to an earlier one."""

    text: str
    start: int
    end: int
    confidence: float
    given: bool
    chosen: LinkOption
    runner_up: LinkOption | None
    told: list[str]


class SmallFact(TypedDict):
    """A value of a field."""

    field: str
    value: str
    relation: str


class Context(TypedDict):
    """What a text says of somebody."""

    document: str
    chain: int
    name: str
    sentences: list[str]
    facts: list[SmallFact]


class Doubt(TypedDict):
    """A decision that might have been another one, with what both sides say."""

    document: str
    chain: int
    person: str
    strength: float
    other: str
    likeness: float
    margin: float
    question: Literal["belongs", "same"]
    name: str
    other_name: str
    here: Context
    there: Context | None


class Review(TypedDict):
    """The least certain decisions first."""

    doubts: list[Doubt]


class SaidOf(TypedDict):
    """A mention of a correction: `mention` itself, one `with` which it is, or one of the `rest` that it leaves."""

    role: Literal["mention", "with", "rest"]
    document: str
    start: int
    end: int
    text: str


class Correction(TypedDict):
    """What somebody said about people, or about mentions."""

    id: int
    what: str
    names: list[str]
    value: str
    who: str
    time: str
    undone: str
    mentions: list[SaidOf]
    count: int
    asleep: str


class Corrections(TypedDict):
    """The log, the newest first."""

    corrections: list[Correction]


class PersonAfter(TypedDict):
    """A person after a correction."""

    id: str
    name: str
    documents: int
    chains: int
    hidden: bool


class MentionAfter(TypedDict):
    """A mention that is somebody else after a correction; nothing where it is in no chain."""

    start: int
    end: int
    text: str
    before: str
    after: str
    before_person: str
    after_person: str


class Outcome(TypedDict):
    """What a correction has done, or would do."""

    done: bool
    correction: Correction
    events: list[Event]
    people: list[PersonAfter]
    gone: list[str]
    mentions: list[MentionAfter]
    moved: int


class Lesson(TypedDict):
    """What corrections teach, or how far learning is; nothing of it is written."""

    running: bool
    stage: str
    begun: str
    ended: str
    helps: bool
    lines: list[str]
    refused: list[str]
    problem: str


class PipelineChoice(TypedDict):
    """A pipeline that texts can be read with."""

    name: str
    description: str
    own: bool


class Pipelines(TypedDict):
    """The pipelines that come with the library."""

    pipelines: list[PipelineChoice]


class SpokenQuote(TypedDict):
    """A quote of a document, and who says it; its chain and person are of whom the words beside it name."""

    start: int
    end: int
    speaker: str
    chain: int
    person: str | None


class SpokenQuotes(TypedDict):
    """The quotes of a document whose speakers it names."""

    quotes: list[SpokenQuote]


class TextChain(TypedDict):
    """The mentions of one person or thing."""

    chain: int
    name: str
    confidence: float | None
    mentions: list[list[int]]


class TextPerson(TypedDict):
    """What a text says of somebody."""

    chain: int
    name: str
    kind: str
    gender: str
    facts: list[SmallFact]
    summary: list[str]


class TextRead(TypedDict):
    """The chains of a text and its people."""

    text: str
    chains: list[TextChain]
    people: list[TextPerson]


class ParsedToken(TypedDict):
    """A word with its tags and its place in the tree of its sentence; what is not known is empty."""

    id: int
    text: str
    start: int
    end: int
    lemma: str
    upos: str
    xpos: str
    label: str
    head: int | None
    features: dict[str, str]


class ParsedSentence(TypedDict):
    """A sentence and its words."""

    start: int
    end: int
    tokens: list[ParsedToken]


class Entity(TypedDict):
    """A name in a text."""

    text: str
    label: str
    start: int
    end: int


class TextParsed(TypedDict):
    """The sentences of a text, and the names in it."""

    text: str
    sentences: list[ParsedSentence]
    entities: list[Entity]


class Upload(TypedDict):
    """A file that was sent, and waits for a run."""

    id: str
    name: str
    bytes: int


class Skipped(TypedDict):
    """Something that was left out, and why."""

    place: str
    reason: str


class Run(TypedDict):
    """How far a run is, or what it did."""

    number: int
    running: bool
    stage: str
    done: int
    total: int
    read: int
    what: str
    who: str
    begun: str
    ended: str
    new: int
    changed: int
    unchanged: int
    removed: int
    skipped: list[Skipped]
    left_out: int
    stopped: bool
    problem: str


class LoggedRun(TypedDict):
    """A run that the store remembers, wherever it was started."""

    number: int
    time: str
    what: str
    who: str
    finished: bool
    new: int
    changed: int
    removed: int


class Runs(TypedDict):
    """Runs, the newest first, and what may be read."""

    runs: list[Run]
    log: list[LoggedRun]
    folders: list[str]
    most_upload: int
    most_files: int


class Problem(TypedDict):
    """What is wrong (RFC 9457)."""

    title: str
    status: int
    detail: str


class LineRead(TypedDict, total=False):
    """The answer to one of many texts: its chains and people, or what is wrong with it; and its `id`."""

    id: str
    text: str
    chains: list[TextChain]
    people: list[TextPerson]
    problem: Problem


class LineParsed(TypedDict, total=False):
    """The answer to one of many texts: its sentences and names, or what is wrong with it; and its `id`."""

    id: str
    text: str
    sentences: list[ParsedSentence]
    entities: list[Entity]
    problem: Problem
