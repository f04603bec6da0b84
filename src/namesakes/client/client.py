"""A client of the API: a method for each address, and what it answers as plain dictionaries with types."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, cast

from namesakes.client import answers
from namesakes.client.connection import Connection, quoted
from namesakes.errors import DataError, UnreachableError

Kind = Literal["person", "organization", "place"]
What = Literal["same", "different", "rename", "not-a-person"]
OfMentions = Literal["is", "nobody", "two", "split", "join"]
Place = tuple[str, int, int]
"""A mention: the id of its document, and its characters, the end exclusive."""
Text = str | Mapping[str, Any]
"""A text, or a row with a `text` and perhaps an `id`."""

_TOGETHER: Final = 50
"""Texts that are sent in one request, at most."""
_BYTES: Final = 8_000_000


class Client:
    """Asks a server of Namesakes, as `namesakes serve` starts one.

    Where the server refuses, its words are those of a `ServerError`; where nobody answers, of an `UnreachableError`.

    Parameters
    ----------
    address : of the server.
    token : what the server wants of everybody, where it listens beyond its own machine.
    timeout : seconds to wait for an answer, or for its next piece.
    """

    def __init__(
        self, address: str = "http://127.0.0.1:8000", token: str | None = None, *, timeout: float = 60.0
    ) -> None:
        self._connection = Connection(address, token, timeout)
        self._get, self._post = self._connection.get, self._connection.post

    def __repr__(self) -> str:
        return f"Client({self._connection.address!r})"

    def health(self) -> answers.Health:
        """Whether the server is there."""
        return cast(answers.Health, self._get("/api/health"))

    def ready(self) -> answers.Health:
        """Whether its store can be asked; a `ServerError` where it cannot."""
        return cast(answers.Health, self._get("/api/ready"))

    def metrics(self) -> str:
        """How many requests there were, how they ended and how long they took, for Prometheus."""
        return self._connection.get_text("/api/metrics")

    def session(self) -> answers.Session:
        """What stands in the store, and what the server allows."""
        return cast(answers.Session, self._get("/api/session"))

    def people(
        self, q: str = "", *, kind: Sequence[Kind] = ("person",), hidden: bool = False, page: int = 20
    ) -> Iterator[answers.Person]:
        """The people who go by a name, or everybody; the next page is asked for when one comes to it.

        Parameters
        ----------
        q : what one types: a name or its beginning, with slips, without accents, by a nickname.
        kind : people, organisations, places.
        hidden : whether those who were said to be nobody are listed too.
        page : people to a request.
        """
        return self._pages("/api/people", "people", q=q, kind=list(kind), hidden=hidden, limit=page)

    def person(self, id: str) -> answers.Card:
        """Who somebody is: facts with their sentences, namesakes, companions, who may be the same."""
        return cast(answers.Card, self._get(f"/api/people/{quoted(id)}"))

    def documents_of(self, person: str, *, page: int = 20) -> Iterator[answers.Occurrence]:
        """The documents that speak of a person, the oldest first."""
        return self._pages(f"/api/people/{quoted(person)}/documents", "documents", limit=page)

    def together(self, person: str = "", *, limit: int = 50, least: int = 1) -> answers.Meetings:
        """Who is in documents with whom: of those most written of, or around one person."""
        return cast(answers.Meetings, self._get("/api/together", person=person, limit=limit, least=least))

    def documents(self, q: str = "", *, page: int = 20) -> Iterator[answers.FoundDocument]:
        """The documents in which all words stand, or all of them."""
        return self._pages("/api/documents", "documents", q=q, limit=page)

    def document(self, id: str) -> answers.Document:
        """What there is in a document: its chains, who they are, and where their mentions are."""
        return cast(answers.Document, self._get(f"/api/documents/{quoted(id)}"))

    def text(self, document: str, start: int = 0, end: int | None = None) -> answers.Text:
        """A piece of a text with the mentions that touch it, by characters."""
        return cast(answers.Text, self._get(f"/api/texts/{quoted(document)}", start=start, end=end))

    def quotes(self, document: str) -> list[answers.SpokenQuote]:
        """Who says what in a document, where it names who."""
        return cast(list[answers.SpokenQuote], self._get(f"/api/quotes/{quoted(document)}")["quotes"])

    def why(self, person: str, document: str | None = None) -> list[answers.Comparison]:
        """Why a document is of a person, or is not; without a document the least sure ones."""
        found = self._get("/api/explain", person=person, document=document)
        return cast(list[answers.Comparison], found["comparisons"])

    def why_link(self, document: str, start: int, end: int) -> answers.Link:
        """Why a word goes back to an earlier one."""
        return cast(answers.Link, self._get("/api/explain/link", document=document, start=start, end=end))

    def review(self, *, limit: int = 20) -> list[answers.Doubt]:
        """The least certain decisions first, with what the texts say of both sides."""
        return cast(list[answers.Doubt], self._get("/api/review", limit=limit)["doubts"])

    def corrections(self) -> list[answers.Correction]:
        """What was said about people, by whom and when, the newest first."""
        return cast(list[answers.Correction], self._get("/api/corrections")["corrections"])

    def correct(
        self,
        what: What,
        person: str,
        other: str = "",
        *,
        value: str = "",
        who: str = "",
        seen: Mapping[str, str] | None = None,
        rehearse: bool = False,
    ) -> answers.Outcome:
        """Say that two are one, that they are not, what somebody is called, or that it is nobody.

        Parameters
        ----------
        what : "same", "different", "rename" or "not-a-person".
        person, other : ids; the other of "different" may be a document.
        value : of "rename" the new name.
        who : in whose name; without it in the server's.
        seen : the `version` of people as they were looked at, by id; where one has changed, it is refused.
        rehearse : only say what it would do.
        """
        said = {"what": what, "person": person, "other": other, "value": value, "who": who, "rehearse": rehearse}
        return cast(answers.Outcome, self._post("/api/corrections", {**said, "seen": dict(seen or {})}))

    def correct_mentions(
        self,
        what: OfMentions,
        *mentions: Place,
        person: str = "",
        people: Sequence[str] = (),
        who: str = "",
        rehearse: bool = False,
    ) -> answers.Outcome:
        """Say who a mention is, that it is nobody or two people, or that chains of a document are one or several.

        Parameters
        ----------
        what : "is", "nobody", "two", "split" or "join".
        mentions : document, start and end of each: one of is, nobody and two; two of join; of split all that are
            somebody else.
        person : of "is" whose it is.
        people : of "two" who they are, by their ids, where that is known.
        who : in whose name; without it in the server's.
        rehearse : only say what it would do.
        """
        places = [{"document": document, "start": start, "end": end} for document, start, end in mentions]
        said = {"what": what, "mentions": places, "person": person, "people": list(people), "who": who}
        return cast(answers.Outcome, self._post("/api/corrections", {**said, "rehearse": rehearse}))

    def lesson(self) -> answers.Lesson:
        """What the corrections teach, as it was last tried there, or how far that is."""
        return cast(answers.Lesson, self._get("/api/lessons"))

    def learn(self) -> answers.Lesson:
        """Try what the corrections teach; the answer comes at once, `lesson` says how far it is; nothing is written."""
        return cast(answers.Lesson, self._post("/api/lessons", {}))

    def undo(self, correction: int, *, rehearse: bool = False) -> answers.Outcome:
        """Take back the correction of this number."""
        return cast(answers.Outcome, self._post(f"/api/corrections/{correction:d}/undo", {"rehearse": rehearse}))

    def pipelines(self) -> list[answers.PipelineChoice]:
        """The pipelines that texts can be read with, by their names."""
        return cast(list[answers.PipelineChoice], self._get("/api/pipelines")["pipelines"])

    def coref(self, text: str, *, pipeline: str | None = None) -> answers.TextRead:
        """The chains of a text, and what it says of its people; the server does not keep it."""
        return cast(answers.TextRead, self._post("/api/coref", {"text": text, "pipeline": pipeline}))

    def parse(self, text: str, *, pipeline: str | None = None) -> answers.TextParsed:
        """The sentences of a text with tokens, tags and trees, and the names in it; the server does not keep it."""
        return cast(answers.TextParsed, self._post("/api/parse", {"text": text, "pipeline": pipeline}))

    def coref_many(self, texts: Iterable[Text]) -> Iterator[answers.LineRead]:
        """The chains of many texts in their order, as they come; one that was refused has a `problem` instead."""
        return cast(Iterator[answers.LineRead], self._lines("/api/coref/batch", texts))

    def parse_many(self, texts: Iterable[Text]) -> Iterator[answers.LineParsed]:
        """The sentences of many texts in their order, as they come; one that was refused has a `problem` instead."""
        return cast(Iterator[answers.LineParsed], self._lines("/api/parse/batch", texts))

    def upload(self, file: str | Path, name: str = "") -> answers.Upload:
        """Send a file, of any format that `resolve` reads; it waits for a run.

        Parameters
        ----------
        name : what its documents are called after `added/`; without it the file's own name.
        """
        path = Path(file)
        return cast(answers.Upload, self._connection.post_file("/api/uploads", path, name=name or path.name))

    def resolve(
        self,
        *files: str | Path,
        documents: Mapping[str, str] | None = None,
        folder: str = "",
        who: str = "",
        reading: Mapping[str, Any] | None = None,
    ) -> answers.Run:
        """Read files, texts or a folder into the store; the answer comes at once, and `follow` says how far it is.

        Parameters
        ----------
        files : paths here, of files that are sent.
        documents : texts by id.
        folder : the name of one that the server may read, as `runs` lists it.
        who : in whose name; without it in the server's.
        reading : how files are read: `text_columns`, `id_column`, `date_column`, `quoted`.
        """
        sent = [self.upload(file)["id"] for file in files]
        rows = [{"id": id, "text": text} for id, text in (documents or {}).items()]
        asked = {"documents": rows, "uploads": sent, "folder": folder, "who": who, **(reading or {})}
        return cast(answers.Run, self._post("/api/resolve", asked))

    def runs(self) -> answers.Runs:
        """The runs that were started there, what the store remembers of all, and the folders that may be read."""
        return cast(answers.Runs, self._get("/api/resolve"))

    def run(self, number: int) -> answers.Run:
        """How far a run is, or what it did."""
        return cast(answers.Run, self._get(f"/api/resolve/{number:d}"))

    def follow(self, number: int) -> Iterator[answers.Run]:
        """How far a run is, again whenever it has gone on, until it is over."""
        return cast(Iterator[answers.Run], self._connection.get_lines(f"/api/resolve/{number:d}/progress"))

    def stop(self, number: int) -> answers.Run:
        """Tell a run to read no more; said twice, not to find out who is who either."""
        return cast(answers.Run, self._post(f"/api/resolve/{number:d}/stop", {}))

    def _pages(self, path: str, name: str, **query: object) -> Iterator[Any]:
        """What is on all pages of a list, each asked for when it is come to."""
        cursor: str | None = ""
        while cursor is not None:
            page = self._get(path, **query, cursor=cursor or None)
            yield from page[name]
            cursor = page["next"]

    def _lines(self, path: str, texts: Iterable[Text]) -> Iterator[Any]:
        """An answer for each text; they are sent some at a time."""
        for group in _groups(texts):
            answered = 0
            for answer in self._connection.post_lines(path, b"".join(group)):
                answered += 1
                yield answer
            if answered != len(group):
                raise UnreachableError(self._connection.address, f"it answered {answered} of {len(group)} texts")


def _groups(texts: Iterable[Text]) -> Iterator[list[bytes]]:
    """The lines that are sent together: not too many, and not too much."""
    group: list[bytes] = []
    size = 0
    for text in texts:
        line = json.dumps(_row(text)).encode() + b"\n"
        if group and (len(group) == _TOGETHER or size + len(line) > _BYTES):
            yield group
            group, size = [], 0
        group.append(line)
        size += len(line)
    if group:
        yield group


def _row(text: Text) -> dict[str, Any]:
    """A text as a line of a request has it."""
    row = {"text": text} if isinstance(text, str) else {name: text[name] for name in ("id", "text") if name in text}
    if not isinstance(row.get("text"), str):
        raise DataError("this is no text, and no row that has one", 'Give a text, or {"id": …, "text": …}.')
    return row
