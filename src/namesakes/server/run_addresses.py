"""The addresses of runs: files that are sent, runs over them, how far these are, and their end."""

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any, Final

from fastapi import FastAPI, Path, Query, Request, Response
from starlette.responses import StreamingResponse

from namesakes.server import schemas
from namesakes.server.problems import ProblemError
from namesakes.server.responses import REFUSED, RESPONSES
from namesakes.server.running import Running
from namesakes.server.text_addresses import LINES

MOST_WATCHING: Final = 4
"""Requests at a time that follow runs, so that others have room."""
_AGAIN: Final = 0.1
"""Seconds after which is looked whether a run has gone on."""
_BODY: Final = {"required": True, "content": {"application/octet-stream": {"schema": {"type": "string"}}}}

Number = Annotated[int, Path(ge=1, le=10**9)]
Name = Annotated[str, Query(min_length=1, max_length=1_000)]


def add_runs(app: FastAPI, running: Running) -> None:
    """Give the app the addresses of runs."""

    @app.post(
        "/api/uploads",
        tags=["runs"],
        status_code=201,
        responses=RESPONSES,
        response_model=schemas.Upload,
        openapi_extra={"requestBody": _BODY},
    )
    async def upload(request: Request, name: Name) -> dict[str, Any]:
        """Send a file of any format that `namesakes resolve` reads: its bytes as they are; it waits for a run."""
        running.check_writing()
        found = await running.uploads.take(name, request.stream())
        return {"id": found.id, "name": found.name, "bytes": found.size}

    @app.get("/api/resolve", tags=["runs"], responses=RESPONSES, response_model=schemas.Runs)
    def runs(response: Response) -> dict[str, Any]:
        """The runs that were started here, what the store remembers of all runs, and the folders that may be read."""
        response.headers["cache-control"] = "no-store"
        return running.all()

    @app.post("/api/resolve", tags=["runs"], status_code=202, responses=REFUSED, response_model=schemas.Run)
    def start(new: schemas.NewRun) -> dict[str, Any]:
        """Read texts, files that were sent, or a folder into the store; the answer comes at once, the run goes on."""
        return running.start(new)

    @app.get("/api/resolve/{number}", tags=["runs"], responses=RESPONSES, response_model=schemas.Run)
    def state(number: Number, response: Response) -> dict[str, Any]:
        """How far a run is, or what it did."""
        response.headers["cache-control"] = "no-store"
        return running.state(number)

    @app.post("/api/resolve/{number}/stop", tags=["runs"], responses=RESPONSES, response_model=schemas.Run)
    def stop(number: Number) -> dict[str, Any]:
        """Tell a run to read no more: what was read becomes people, unless that is stopped, too."""
        return running.stop(number)

    watching = 0

    @app.get("/api/resolve/{number}/progress", tags=["runs"], responses=RESPONSES, response_class=StreamingResponse)
    async def progress(number: Number) -> Response:
        """A line of JSON whenever a run has gone on, until it is over."""
        running.state(number)
        if watching >= MOST_WATCHING:
            raise ProblemError(429, "too many requests follow runs", f"Ask GET /api/resolve/{number}", Retry_After="5")

        async def lines() -> AsyncIterator[str]:
            nonlocal watching
            watching += 1
            try:
                before = None
                while before is None or before["running"]:
                    found = running.state(number)
                    if found != before:
                        yield json.dumps(found, ensure_ascii=False) + "\n"
                        before = found
                    await asyncio.sleep(_AGAIN if before["running"] else 0)
            finally:
                watching -= 1

        return StreamingResponse(lines(), media_type=LINES, headers={"cache-control": "no-store"})
