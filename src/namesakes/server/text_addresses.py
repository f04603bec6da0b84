"""The addresses of texts that are read and not kept."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Any, Final

from fastapi import FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool
from starlette.responses import StreamingResponse

from namesakes.pipeline.definition import read_definition, shipped_pipelines
from namesakes.pipeline.pipeline import Pipeline
from namesakes.server import schemas
from namesakes.server.live_store import LiveStore
from namesakes.server.problems import ProblemError
from namesakes.server.reading import Read, Reading
from namesakes.server.responses import RESPONSES

LINES: Final = "application/x-ndjson"
MOST_LINES: Final = 1_000
"""Texts of one request, at most."""


def add_texts(app: FastAPI, live: LiveStore, reading: Reading, models: Callable[[], Pipeline]) -> None:
    """Give the app the addresses of texts."""

    @app.get("/api/pipelines", tags=["texts"], responses=RESPONSES, response_model=schemas.Pipelines)
    def pipelines() -> dict[str, Any]:
        """The pipelines that a text can be read with, by their names."""
        own = models().definition.name
        found = [read_definition(name) for name in shipped_pipelines()]
        rows = [{"name": each.name, "description": each.description, "own": each.name == own} for each in found]
        return {"pipelines": rows}

    @app.post("/api/coref", tags=["texts"], responses=RESPONSES, response_model=schemas.TextRead)
    def coref(given: schemas.TextToRead) -> dict[str, Any]:
        """The chains of a text, and what it says of its people; nothing is kept."""
        return reading.coref(given.text, given.pipeline, live.view())

    @app.post("/api/parse", tags=["texts"], responses=RESPONSES, response_model=schemas.TextParsed)
    def parse(given: schemas.TextToRead) -> dict[str, Any]:
        """The sentences of a text with tokens, tags and trees, and the names in it; nothing is kept."""
        return reading.parse(given.text, given.pipeline, live.view())

    @app.post("/api/coref/batch", tags=["texts"], responses=RESPONSES, response_class=StreamingResponse)
    async def coref_batch(request: Request) -> Response:
        """The chains of many texts: a line with `text` and perhaps `id` for each; answers come a line each."""
        return await _lines(request, reading.coref)

    @app.post("/api/parse/batch", tags=["texts"], responses=RESPONSES, response_class=StreamingResponse)
    async def parse_batch(request: Request) -> Response:
        """The sentences of many texts: a line with `text` and perhaps `id` for each; answers come a line each."""
        return await _lines(request, reading.parse)

    async def _lines(request: Request, read: Read) -> Response:
        """A line of JSON for each line of a request, as they come."""
        lines = [line for line in (await request.body()).decode("utf-8", "replace").split("\n") if line.strip()]
        if len(lines) > MOST_LINES:
            raise ProblemError(413, "these are too many texts", f"A request may have {MOST_LINES:,} lines.")
        view = await run_in_threadpool(live.view)

        async def answers() -> AsyncIterator[str]:
            for line in lines:
                found = await run_in_threadpool(reading.line, read, line, view)
                yield json.dumps(found, ensure_ascii=False) + "\n"

        return StreamingResponse(answers(), media_type=LINES)
