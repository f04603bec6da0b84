"""What goes over the API, as its schema describes it."""

from typing import Literal

from pydantic import BaseModel, Field

ID = 1_000
"""Characters of an id, at most."""


class Health(BaseModel):
    """Whether the server is there."""

    status: str
    version: str


class Session(BaseModel):
    """What a page, or a program that writes, must know first."""

    version: str
    store: str = Field(description="The name of the store's file, or its address without a password.")
    token: str = Field(description="What requests that write send in the header X-Namesakes-Token.")
    read_only: bool
    who: str
    people: int
    organizations: int
    documents: int
    most_text: int = Field(description="Characters of a text that is worked on.")


class Alike(BaseModel):
    """Somebody who may be the same person, and how surely."""

    id: str
    name: str
    likeness: float
    document: str = Field(description="The document that speaks of the one and may speak of the other.")


class Person(BaseModel):
    """A person, an organisation or a place, as lists show them."""

    id: str
    name: str
    kind: str
    hidden: bool
    description: str = Field(description="What they do and where, in a few words.")
    apart: str = Field(description="What tells them from those of the same name.")
    names: list[str]
    documents: int
    mentions: int
    strength: float | None = Field(description="How surely the chains belong together; null where there is one.")
    years: str
    alike: list[Alike]


class People(BaseModel):
    """A page of people, those of one name one after the other."""

    people: list[Person]
    total: int
    next: str | None = Field(description="The cursor of the next page; null on the last one.")


class Said(BaseModel):
    """Where a fact was read."""

    document: str
    start: int
    end: int
    sentence: str


class Fact(BaseModel):
    """A value of a field, in how many documents it is stated, and some of the sentences."""

    field: str
    value: str
    relation: str
    documents: int
    said: list[Said]


class Companion(BaseModel):
    """Somebody who occurs in the same documents."""

    id: str
    name: str
    documents: int


class Event(BaseModel):
    """Something that happened to an id."""

    time: str
    what: str
    source: str
    target: str
    why: str
    chains: int = 0


class Card(Person):
    """All about a person but the documents."""

    facts: list[Fact]
    namesakes: list[Person]
    companions: list[Companion]
    history: list[Event]
    version: str = Field(description="Another one once the person has changed; corrections name it in `seen`.")


class Meeting(BaseModel):
    """Two people who are in documents together, and in how many."""

    one: str
    other: str
    documents: int


class Meetings(BaseModel):
    """A graph of people."""

    people: list[Companion]
    links: list[Meeting]


class Occurrence(BaseModel):
    """A document that speaks of a person."""

    document: str
    chain: int
    title: str
    date: str
    dated_by: str
    strength: float
    mentions: int
    sentence: str


class Occurrences(BaseModel):
    """A page of the documents of a person, the oldest first."""

    documents: list[Occurrence]
    total: int
    next: str | None


class FoundDocument(BaseModel):
    """A document, with the line around the first word that was searched for."""

    id: str
    title: str
    line: str


class Documents(BaseModel):
    """A page of documents by id."""

    documents: list[FoundDocument]
    next: str | None


class Candidate(BaseModel):
    """Somebody whom a chain may be of, instead."""

    id: str
    name: str
    likeness: float


class DocumentChain(BaseModel):
    """A chain of a document: who it is, how surely, and where its mentions are (characters, the end exclusive)."""

    chain: int
    name: str
    kind: str
    person: str | None
    called: str
    strength: float | None
    others: list[Candidate]
    mentions: list[tuple[int, int]]


class Document(BaseModel):
    """What there is in a document, but for its text."""

    id: str
    title: str
    date: str
    characters: int
    pieces: list[int] = Field(description="Where each piece of the text begins, and at last where the text ends.")
    chains: list[DocumentChain]


class Text(BaseModel):
    """A piece of a text and the mentions that touch it: start, end and chain; -1 is no chain that is kept."""

    start: int
    end: int
    text: str
    mentions: list[tuple[int, int, int]]


class Shared(BaseModel):
    """What a chain has in common with others, and with how many."""

    term: str
    chains: int


class Amount(BaseModel):
    """What one respect adds to the evidence."""

    about: str
    amount: float
    shared: list[Shared]
    values: list[str]
    known: int


class Comparison(BaseModel):
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


class Explanation(BaseModel):
    """Why documents are of a person, or are not; the least sure first."""

    comparisons: list[Comparison]


class LinkReason(BaseModel):
    """Something that speaks for a link, or against it."""

    words: str
    weight: float


class LinkOption(BaseModel):
    """An earlier mention that a word may go back to; no text where it may begin a chain."""

    text: str
    start: int
    end: int
    probability: float
    reasons: list[LinkReason]


class Link(BaseModel):
    """Why a word goes back to an earlier one."""

    text: str
    start: int
    end: int
    confidence: float
    given: bool
    chosen: LinkOption
    runner_up: LinkOption | None
    told: list[str]


class SmallFact(BaseModel):
    """A value of a field."""

    field: str
    value: str
    relation: str = ""


class Context(BaseModel):
    """What a text says of somebody."""

    document: str
    chain: int
    name: str
    sentences: list[str]
    facts: list[SmallFact]


class Doubt(BaseModel):
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


class Review(BaseModel):
    """The least certain decisions first."""

    doubts: list[Doubt]


class SaidOf(BaseModel):
    """A mention of a correction: `mention` itself, one `with` which it is, or one of the `rest` that it leaves."""

    role: Literal["mention", "with", "rest"]
    document: str
    start: int
    end: int
    text: str


class Correction(BaseModel):
    """What somebody said about people, or about mentions."""

    id: int
    what: str
    names: list[str]
    value: str
    who: str
    time: str
    undone: str = Field(description="When it was taken back; empty where it holds.")
    mentions: list[SaidOf] = Field(description="What it is about; of many the first.")
    count: int = Field(description="How many mentions it is about.")
    asleep: str = Field(description="Why it changes nothing now; empty where it does.")


class Corrections(BaseModel):
    """The log, the newest first."""

    corrections: list[Correction]


class MentionPlace(BaseModel):
    """A mention by its characters, and what the one who corrects it saw there."""

    document: str = Field(min_length=1, max_length=ID)
    start: int = Field(ge=0, le=10**9)
    end: int = Field(ge=0, le=10**9)
    text: str = Field(default="", max_length=10_000, description="Its words; where they are others now, it is refused.")
    person: str | None = Field(
        default=None, max_length=ID, description="Whose it was, or empty; where that has changed, it is refused."
    )


class NewCorrection(BaseModel):
    """What somebody says about people, or about mentions of a document."""

    what: Literal["same", "different", "rename", "not-a-person", "is", "nobody", "two", "split", "join"]
    person: str = Field(default="", max_length=ID, description="Of all about people, and of `is`.")
    mentions: list[MentionPlace] = Field(
        default_factory=list,
        max_length=500,
        description="Of is, nobody and two one; of join two; of split those that are somebody else.",
    )
    people: list[str] = Field(
        default_factory=list, max_length=8, description="Of two those who are meant, where that is known."
    )
    other: str = Field(default="", max_length=ID, description="The other person; of different also a document.")
    value: str = Field(default="", max_length=200, description="Of rename the new name.")
    who: str = Field(default="", max_length=200)
    seen: dict[str, str] = Field(
        default_factory=dict, max_length=8, description="The `version` of people as they were looked at, by id."
    )
    rehearse: bool = Field(default=False, description="Only say what it would do.")


class Undo(BaseModel):
    """Whether taking back is only tried."""

    rehearse: bool = False


class PersonAfter(BaseModel):
    """A person after a correction."""

    id: str
    name: str
    documents: int
    chains: int
    hidden: bool


class MentionAfter(BaseModel):
    """A mention that is somebody else after a correction; nothing where it is in no chain."""

    start: int
    end: int
    text: str
    before: str
    after: str
    before_person: str
    after_person: str


class Outcome(BaseModel):
    """What a correction has done, or would do."""

    done: bool
    correction: Correction
    events: list[Event]
    people: list[PersonAfter]
    gone: list[str]
    mentions: list[MentionAfter] = Field(description="Of the document, where mentions were corrected; the first ones.")
    moved: int = Field(description="How many mentions that is in all.")


class TextToRead(BaseModel):
    """A text whose people are to be found."""

    text: str = Field(min_length=1)
    pipeline: str | None = Field(default=None, max_length=60, description="A shipped one; else that of the store.")


class TextChain(BaseModel):
    """The mentions of one person or thing."""

    chain: int
    name: str
    confidence: float | None
    mentions: list[tuple[int, int]]


class TextPerson(BaseModel):
    """What a text says of somebody."""

    chain: int
    name: str
    kind: str
    gender: str
    facts: list[SmallFact]
    summary: list[str]


class TextRead(BaseModel):
    """The chains of a text and its people."""

    text: str
    chains: list[TextChain]
    people: list[TextPerson]


class ParsedToken(BaseModel):
    """A word with its tags and its place in the tree of its sentence; what is not known is empty."""

    id: int = Field(description="Its number in the text, from 0.")
    text: str
    start: int
    end: int
    lemma: str
    upos: str
    xpos: str
    label: str
    head: int | None = Field(description="The id of the word above it; null at a root.")
    features: dict[str, str]


class ParsedSentence(BaseModel):
    """A sentence and its words."""

    start: int
    end: int
    tokens: list[ParsedToken]


class Entity(BaseModel):
    """A name in a text."""

    text: str
    label: str
    start: int
    end: int


class TextParsed(BaseModel):
    """The sentences of a text, and the names in it."""

    text: str
    sentences: list[ParsedSentence]
    entities: list[Entity]


class GivenText(BaseModel):
    """A text that is read into the store; one of the same id takes the place of the one before."""

    id: str = Field(min_length=1, max_length=300)
    text: str


class NewRun(BaseModel):
    """What is read into the store: texts, files that were sent, and a folder that the server may read."""

    documents: list[GivenText] = Field(default_factory=list)
    uploads: list[str] = Field(default_factory=list, description="The ids of files that were sent.")
    folder: str = Field(default="", max_length=200, description="The name of a folder, as GET /api/resolve lists it.")
    who: str = Field(default="", max_length=200)
    text_columns: list[str] = Field(
        default_factory=list, max_length=20, description="Of tables, the columns of the texts; else those called so."
    )
    id_column: str = Field(default="", max_length=200)
    date_column: str = Field(default="", max_length=200)
    quoted: bool = Field(default=False, description="Of mails read what they quote, too.")


class Upload(BaseModel):
    """A file that was sent, and waits for a run."""

    id: str
    name: str
    bytes: int


class Skipped(BaseModel):
    """Something that was left out, and why."""

    place: str
    reason: str


class Run(BaseModel):
    """How far a run is, or what it did."""

    number: int
    running: bool = Field(description="Whether it goes on, or waits for those before it.")
    stage: str
    done: int
    total: int
    read: int = Field(description="Documents that were read as new, or changed.")
    what: str = Field(description="What it was given.")
    who: str
    begun: str
    ended: str
    new: int
    changed: int
    unchanged: int
    removed: int
    skipped: list[Skipped] = Field(description="What was left out, the first ones.")
    left_out: int = Field(description="How much that is in all.")
    stopped: bool = Field(description="Whether it was stopped before all was read.")
    problem: str = Field(description="What ended it, where it did not come to its end.")


class LoggedRun(BaseModel):
    """A run that the store remembers, wherever it was started."""

    number: int
    time: str
    what: str
    who: str
    finished: bool
    new: int
    changed: int
    removed: int


class Runs(BaseModel):
    """Runs, the newest first, and what may be read."""

    runs: list[Run] = Field(description="Those that this server was asked for.")
    log: list[LoggedRun] = Field(description="What the store remembers, the last ones.")
    folders: list[str] = Field(description="The names of folders that the server may read.")
    most_upload: int = Field(description="Bytes of a file.")
    most_files: int = Field(description="Files of a run.")


class Lesson(BaseModel):
    """What corrections teach, or how far learning is; nothing of it is written."""

    running: bool
    stage: str
    begun: str
    ended: str
    helps: bool = Field(description="Whether something that was learned is better than before.")
    lines: list[str]
    refused: list[str] = Field(description="Why there is nothing to learn from.")
    problem: str = Field(description="What ended it, where it did not come to its end.")


class PipelineChoice(BaseModel):
    """A pipeline that texts can be read with."""

    name: str
    description: str
    own: bool = Field(description="Whether it is the one that is used where none is named.")


class Pipelines(BaseModel):
    """The pipelines that come with the library."""

    pipelines: list[PipelineChoice]


class SpokenQuote(BaseModel):
    """A quote of a document, and who says it; its chain and person are of whom the words beside it name."""

    start: int
    end: int
    speaker: str = Field(description="What the speaker is called.")
    chain: int
    person: str | None


class SpokenQuotes(BaseModel):
    """The quotes of a document whose speakers it names."""

    quotes: list[SpokenQuote]


class Problem(BaseModel):
    """What is wrong (RFC 9457)."""

    title: str
    status: int
    detail: str
