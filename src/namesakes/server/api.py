"""The addresses under `/api`: what each one takes and answers, made of what is in the other files of this room."""

import json
from contextlib import suppress
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from fastapi import Depends, FastAPI, Query, Request, Response
from starlette.responses import PlainTextResponse

from namesakes import __version__
from namesakes.errors import NamesakesError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.server import correcting, people, schemas, texts
from namesakes.server.directory import Directory
from namesakes.server.explaining import Explaining
from namesakes.server.guard import Guard
from namesakes.server.lessons import Lessons
from namesakes.server.live_store import LiveStore, View
from namesakes.server.metrics import KIND
from namesakes.server.problems import NotChangedError
from namesakes.server.reading import Reading
from namesakes.server.responses import REFUSED, RESPONSES
from namesakes.server.run_addresses import add_runs
from namesakes.server.running import Running
from namesakes.server.settings import ServerSettings
from namesakes.server.summaries import Summaries
from namesakes.server.text_addresses import add_texts

_MOST_QUERY: Final = 300

Limit = Annotated[int, Query(ge=1, le=100)]
Cursor = Annotated[str, Query(max_length=4_000)]
Id = Annotated[str, Query(min_length=1, max_length=schemas.ID)]
Words = Annotated[str, Query(max_length=20_000)]
Kind = Literal["person", "organization", "place"]


class Asked:
    """What a request asks of the store.

    Parameters
    ----------
    live : the store.
    request, response : what was asked, and the headers of the answer.
    """

    def __init__(self, live: LiveStore, request: Request, response: Response) -> None:
        self._live, self._request, self.response = live, request, response

    @cached_property
    def view(self) -> View:
        """The store as it is now; where the browser has this answer already, nothing is done again."""
        found = self._live.view()
        tag = self._live.tag(found)
        if tag in (each.strip() for each in self._request.headers.get("if-none-match", "").split(",")):
            raise NotChangedError
        self.response.headers["etag"] = tag
        return found


class Api:
    """The addresses under `/api`."""

    def __init__(
        self,
        live: LiveStore,
        settings: ServerSettings,
        guard: Guard,
        explaining: Explaining,
        running: Running,
        lessons: Lessons,
    ) -> None:
        self.live, self.settings, self.guard = live, settings, guard
        self.explaining, self.running, self.lessons = explaining, running, lessons
        self.reading = Reading(explaining.pipeline, settings)

    def add_to(self, app: FastAPI) -> None:
        """Give the app its addresses."""
        self._add_state(app)
        self._add_people(app)
        self._add_documents(app)
        self._add_explanations(app)
        self._add_corrections(app)
        add_texts(app, self.live, self.reading, self.models)
        add_runs(app, self.running)

    def warm(self) -> None:
        """Read the names before anybody asks for them; whatever is wrong, the first request says."""
        with suppress(NamesakesError):
            self.directory(self.live.view())

    async def asked(self, request: Request, response: Response) -> "Asked":
        """What is asked of the store, which is looked at where the answer is made: one change of threads."""
        return Asked(self.live, request, response)

    def models(self) -> Pipeline:
        """The models that documents are read again with."""
        return self.explaining.pipeline(self.live.view())

    def directory(self, view: View, response: Response | None = None) -> Directory:
        """Everybody by name; an answer of names as they were is not to be kept."""
        found, new = self.live.latest("directory", view, lambda store: Directory.of(store).warm())
        if not new and response is not None:
            del response.headers["etag"]
            response.headers["cache-control"] = "no-store"
        return found

    def _add_state(self, app: FastAPI) -> None:
        @app.get("/api/health", tags=["server"])
        async def health() -> schemas.Health:
            """Whether the server is there."""
            return schemas.Health(status="ok", version=__version__)

        @app.get("/api/ready", tags=["server"], responses={503: RESPONSES[503]})
        def ready() -> schemas.Health:
            """Whether the store can be asked."""
            self.directory(self.live.view())
            return schemas.Health(status="ready", version=__version__)

        @app.get("/api/metrics", tags=["server"], response_class=PlainTextResponse)
        async def metrics() -> Response:
            """How many requests there were, how they ended and how long they took, for Prometheus."""
            return Response(self.guard.metrics.text(self.guard.active), media_type=KIND)

        @app.get("/api/session", tags=["server"], responses=RESPONSES)
        def session() -> schemas.Session:
            """What a page, or a program that writes, must know first."""
            view = self.live.view()
            directory = self.directory(view)
            place = view.store.database.place
            return schemas.Session(
                version=__version__,
                store=place if "://" in place else place.replace("\\", "/").rpartition("/")[2],
                token=self.guard.proof,
                read_only=self.settings.read_only,
                who=self.settings.who,
                people=directory.kinds.count("person"),
                organizations=directory.kinds.count("organization"),
                documents=self.live.kept("documents", view, lambda store: store.documents.count()),
                most_text=self.settings.most_text,
            )

    def _add_people(self, app: FastAPI) -> None:
        fresh = Depends(self.asked)

        @app.get("/api/people", tags=["people"], responses=RESPONSES, response_model=schemas.People)
        def find(
            response: Response,
            asked: Asked = fresh,
            q: Words = "",
            kind: Annotated[list[Kind], Query()] = ["person"],  # noqa: B006
            hidden: bool = False,
            limit: Limit = 20,
            cursor: Cursor = "",
        ) -> Response:
            """The people who go by a name, as one types it: with slips, without accents, by nicknames."""
            found = people.find_people(
                self.live.kept("summaries", asked.view, Summaries),
                self.directory(asked.view, response),
                q[:_MOST_QUERY],
                kinds=kind,
                hidden=hidden,
                limit=limit,
                cursor=cursor,
            )
            return _unchecked(found, response)

        @app.get("/api/people/{id}", tags=["people"], responses=RESPONSES, response_model=schemas.Card)
        def card(id: str, asked: Asked = fresh) -> dict[str, Any]:
            """Who somebody is: facts with their sentences, namesakes, companions, who may be the same."""
            return people.card(asked.view.store, id)

        @app.get("/api/people/{id}/documents", tags=["people"], responses=RESPONSES, response_model=schemas.Occurrences)
        def occurrences(id: str, asked: Asked = fresh, limit: Limit = 20, cursor: Cursor = "") -> dict[str, Any]:
            """The documents of somebody in the order in which they were written, each with a sentence."""
            return people.occurrences(asked.view.store, id, limit=limit, cursor=cursor)

        @app.get("/api/together", tags=["people"], responses=RESPONSES, response_model=schemas.Meetings)
        def together(
            response: Response,
            asked: Asked = fresh,
            person: Annotated[str, Query(max_length=schemas.ID)] = "",
            limit: Annotated[int, Query(ge=2, le=200)] = 50,
            least: Annotated[int, Query(ge=1, le=10_000)] = 1,
        ) -> dict[str, Any]:
            """Who is in documents with whom: of those most written of, or of those around one person."""
            summaries = self.live.kept("summaries", asked.view, Summaries)
            return people.meetings(summaries, self.directory(asked.view, response), person, limit=limit, least=least)

    def _add_documents(self, app: FastAPI) -> None:
        fresh = Depends(self.asked)

        @app.get("/api/documents", tags=["documents"], responses=RESPONSES, response_model=schemas.Documents)
        def find(asked: Asked = fresh, q: Words = "", limit: Limit = 20, cursor: Cursor = "") -> dict[str, Any]:
            """The documents in which all words stand, by id; all of them where no word is given."""
            return texts.find_documents(asked.view.store, q[:_MOST_QUERY], limit=limit, after=cursor)

        @app.get("/api/documents/{id:path}", tags=["documents"], responses=RESPONSES, response_model=schemas.Document)
        def head(id: str, asked: Asked = fresh) -> dict[str, Any]:
            """What there is in a document: its chains with the people they are."""
            return texts.head(asked.view.store, id)

        @app.get("/api/texts/{id:path}", tags=["documents"], responses=RESPONSES, response_model=schemas.Text)
        def text(
            id: str,
            asked: Asked = fresh,
            start: Annotated[int, Query(ge=0, le=10**9)] = 0,
            end: Annotated[int | None, Query(ge=0, le=10**9)] = None,
        ) -> dict[str, Any]:
            """A piece of a text with the mentions that touch it, by characters."""
            return texts.part(asked.view.store, id, start, start + texts.MOST if end is None else end)

        @app.get("/api/quotes/{id:path}", tags=["documents"], responses=RESPONSES, response_model=schemas.SpokenQuotes)
        def quotes(id: str, asked: Asked = fresh) -> dict[str, Any]:
            """Who says what in a document, where it names who: found anew in its text."""
            return {"quotes": self.explaining.quotes(asked.view, id)}

    def _add_explanations(self, app: FastAPI) -> None:
        fresh = Depends(self.asked)

        @app.get("/api/explain", tags=["why"], responses=RESPONSES, response_model=schemas.Explanation)
        def explain(
            person: Id, asked: Asked = fresh, document: Annotated[str | None, Query(max_length=schemas.ID)] = None
        ) -> dict[str, Any]:
            """Why a document is of a person, or is not; without a document those that are least sure."""
            return {"comparisons": self.explaining.memberships(asked.view, person, document)}

        @app.get("/api/explain/link", tags=["why"], responses=RESPONSES, response_model=schemas.Link)
        def link(
            document: Id,
            start: Annotated[int, Query(ge=0, le=10**9)],
            end: Annotated[int, Query(ge=0, le=10**9)],
            asked: Asked = fresh,
        ) -> dict[str, Any]:
            """Why a word goes back to an earlier one: found anew in the text of its document."""
            return self.explaining.link(asked.view, document, start, end)

        @app.get("/api/review", tags=["why"], responses=RESPONSES, response_model=schemas.Review)
        def review(asked: Asked = fresh, limit: Limit = 20) -> dict[str, Any]:
            """The least certain decisions first, each with what the texts say of both sides."""
            return {"doubts": self.explaining.review(asked.view, limit)}

    def _add_corrections(self, app: FastAPI) -> None:
        fresh = Depends(self.asked)

        @app.get("/api/corrections", tags=["corrections"], responses=RESPONSES, response_model=schemas.Corrections)
        def log(asked: Asked = fresh) -> dict[str, Any]:
            """What was said about people, with who and when, the newest first."""
            return {"corrections": correcting.log(asked.view.store)}

        @app.post("/api/corrections", tags=["corrections"], responses=REFUSED, response_model=schemas.Outcome)
        def make(new: schemas.NewCorrection) -> dict[str, Any]:
            """Say who is the same, who is not, what somebody is called, and whom mentions of a document mean."""
            return correcting.make(self.live, new, new.who.strip() or self.settings.who, self.models)

        @app.post(
            "/api/corrections/{number}/undo", tags=["corrections"], responses=REFUSED, response_model=schemas.Outcome
        )
        def undo(number: int, how: schemas.Undo | None = None) -> dict[str, Any]:
            """Take a correction back."""
            return correcting.take_back(self.live, number, self.models, rehearse=how is not None and how.rehearse)

        @app.get("/api/lessons", tags=["corrections"], responses=RESPONSES, response_model=schemas.Lesson)
        def lesson(response: Response) -> dict[str, Any]:
            """What the corrections teach, as it was last tried here, or how far that is."""
            response.headers["cache-control"] = "no-store"
            return self.lessons.state()

        @app.post(
            "/api/lessons", tags=["corrections"], status_code=202, responses=REFUSED, response_model=schemas.Lesson
        )
        def learn() -> dict[str, Any]:
            """Try what the corrections teach; the answer comes at once, and nothing is written."""
            self.live.view()
            return self.lessons.start()


def _unchecked(found: dict[str, Any], response: Response) -> Response:
    """An answer that is not held to its model once more, which takes a quarter of the time; a test holds it to that."""
    content = json.dumps(found, ensure_ascii=False, separators=(",", ":"))
    return Response(content, media_type="application/json", headers=dict(response.headers))
