"""The app: the API and the page behind their guard, and what is answered where something is wrong."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from threading import Thread

import anyio.to_thread
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from namesakes import __version__
from namesakes.errors import NamesakesError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.server.api import Api
from namesakes.server.explaining import Explaining
from namesakes.server.guard import LOG, Guard
from namesakes.server.lessons import Lessons
from namesakes.server.live_store import LiveStore
from namesakes.server.page_files import page_files
from namesakes.server.problems import PROBLEM, NotChangedError, ProblemError, problem_of
from namesakes.server.running import Running
from namesakes.server.settings import ServerSettings
from namesakes.store.check import damage_behind


def create_app(live: LiveStore, settings: ServerSettings, pipeline: Pipeline | None = None) -> Guard:
    """The app over a store, behind its guard.

    Parameters
    ----------
    live : the store.
    settings : who may ask, and how much.
    pipeline : other models than those that the store was made with.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        anyio.to_thread.current_default_thread_limiter().total_tokens = settings.at_once + 2
        Thread(target=api.warm, daemon=True).start()
        yield
        await run_in_threadpool(running.close, settings.drain / 2)
        live.close()

    app = FastAPI(
        title="Namesakes",
        summary="Who is who in your documents: people, their documents, why, and corrections.",
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
        license_info={"name": "Apache License 2.0"},
        redirect_slashes=False,
    )
    guard = Guard(app, settings)
    explaining = Explaining(live, settings.most_text, settings.seconds * 0.8, pipeline)
    running = Running(live, settings, pipeline)
    api = Api(live, settings, guard, explaining, running, Lessons(live, pipeline))
    api.add_to(app)
    _add_page(app)
    _add_problems(app, live)
    return guard


def _add_page(app: FastAPI) -> None:
    """The page and its files, which are in memory."""

    def answer(name: str, request: Request) -> Response:
        found = page_files().get(name)
        if found is None:
            raise ProblemError(404, "there is nothing at this address", "The page is at /")
        headers = {"etag": found.tag, "cache-control": "no-cache"}
        if request.headers.get("if-none-match") == found.tag:
            return Response(status_code=304, headers=headers)
        return Response(found.content, media_type=found.kind, headers=headers)

    @app.get("/", include_in_schema=False)
    async def page(request: Request) -> Response:
        return answer("index.html", request)

    @app.get("/page/{name}", include_in_schema=False)
    async def file(name: str, request: Request) -> Response:
        return answer(name, request)


def _add_problems(app: FastAPI, live: LiveStore) -> None:
    """What is answered where something is wrong."""

    def answer(problem: ProblemError) -> Response:
        return Response(problem.content, problem.status, headers=problem.headers, media_type=PROBLEM)

    @app.exception_handler(ProblemError)
    async def ours(request: Request, error: Exception) -> Response:
        return answer(problem_of(error))

    @app.exception_handler(NotChangedError)
    async def not_changed(request: Request, error: Exception) -> Response:
        return Response(status_code=304, headers={"etag": request.headers["if-none-match"]})

    @app.exception_handler(NamesakesError)
    def known(request: Request, error: Exception) -> Response:
        return answer(problem_of(error))

    @app.exception_handler(RequestValidationError)
    async def wrong(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        said = [
            f"{'.'.join(map(str, each['loc'][1:])) or 'the request'}: {each['msg']}"[:200] for each in error.errors()
        ]
        return answer(ProblemError(422, "this request cannot be understood", "; ".join(said[:5])))

    @app.exception_handler(HTTPException)
    async def http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if error.status_code == 400:  # of the framework: bytes that are no text
            return answer(ProblemError(422, "this request cannot be understood", "Its body is no JSON in UTF-8."))
        titles = {404: "there is nothing at this address", 405: "this address is not asked so"}
        return answer(ProblemError(error.status_code, titles.get(error.status_code, str(error.detail)[:200])))

    @app.exception_handler(Exception)
    def failed(request: Request, error: Exception) -> Response:
        LOG.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
        damaged = damage_behind(live.view().store, error)
        return answer(problem_of(damaged or error))
