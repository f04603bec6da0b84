"""The guard at the door: which requests come in, how large and how many, and how long they may take."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from secrets import compare_digest, token_urlsafe
from typing import Any, Final
from urllib.parse import urlsplit

from namesakes.server.metrics import Metrics
from namesakes.server.problems import PROBLEM, ProblemError
from namesakes.server.settings import ServerSettings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LOG: Final = logging.getLogger("namesakes.server")
API: Final = "/api/"
UPLOADS: Final = ("/api/uploads", "/api/resolve", "/api/coref/batch", "/api/parse/batch")
"""Where files, or many texts, may come at once."""
OPEN: Final = ("/api/health", "/api/ready")
"""What anybody who reaches the server may ask: whether it is there."""
READING: Final = ("GET", "HEAD")
PROOF: Final = "x-namesakes-token"
"""The header with which a page of ours proves that it is one; other sites cannot read what it must say."""
_LONGEST_ADDRESS: Final = 16_000

HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'; "
        "require-trusted-types-for 'script'; trusted-types 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
"""What every answer says."""


class Guard:
    """An ASGI app around another one, which only gets requests that are in order, and whose answers come in time.

    Parameters
    ----------
    app : what answers.
    settings : who may ask, and how much.
    """

    def __init__(self, app: App, settings: ServerSettings) -> None:
        self.app, self.settings = app, settings
        self.proof = token_urlsafe()
        """What requests that write must have in the header `PROOF`; another one for each server."""
        self.active = 0
        self.metrics = Metrics()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer, begin = _Answer(send), time.monotonic()
        try:
            self._check(scope)
            if scope["path"] in OPEN:
                await self.app(scope, receive, answer)
                return
            await self._bounded(scope, _Body(receive, self._most(scope), answer), answer)
        except ProblemError as problem:
            await answer.refuse(problem)
        finally:
            self.metrics.count(answer.status, time.monotonic() - begin)

    def _check(self, scope: Scope) -> None:
        """Refuse what is not in order by its headers."""
        headers = _headers(scope["headers"])
        if not self.settings.knows_host(headers.get("host", "")):
            raise ProblemError(
                421, "this server is not called so", "Ask it by its address, or name it with --allow-host."
            )
        if len(scope.get("raw_path") or b"") + len(scope.get("query_string") or b"") > _LONGEST_ADDRESS:
            raise ProblemError(414, "this address is too long", "Search for less.")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length) > self._most(scope):
            raise _too_large(self._most(scope))
        if not scope["path"].startswith(API) or scope["path"] in OPEN:
            return
        if self.settings.token and not _same(headers.get("authorization", ""), f"Bearer {self.settings.token}"):
            raise ProblemError(
                401, "this server wants a token", "Send it: Authorization: Bearer TOKEN", WWW_Authenticate="Bearer"
            )
        if scope["method"] not in READING:
            self._check_writing(headers)

    def _most(self, scope: Scope) -> int:
        """How many bytes the body of a request may have."""
        return self.settings.most_upload if scope["path"] in UPLOADS else self.settings.most_bytes

    def _check_writing(self, headers: dict[str, str]) -> None:
        """Refuse what another site makes a browser send."""
        if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            raise ProblemError(403, "another site sent this", "Use the page of this server.")
        origin = headers.get("origin")
        if origin is not None and urlsplit(origin).netloc.lower() != headers.get("host", "").lower():
            raise ProblemError(403, "another site sent this", f"The request says that it comes from {origin[:100]}.")
        if not _same(headers.get(PROOF, ""), self.proof):
            raise ProblemError(
                403,
                "this page is of another run of the server",
                f"Load it again; a program gets the header {PROOF} from /api/session.",
            )

    async def _bounded(self, scope: Scope, body: "_Body", answer: "_Answer") -> None:
        """Let the app answer, as long as there is room, and no longer than it may take."""
        if self.active >= self.settings.at_once:
            raise ProblemError(429, "too many requests at once", "Come back in a moment.", Retry_After="1")
        self.active += 1
        task = asyncio.ensure_future(self.app(scope, body, answer))
        task.add_done_callback(self._ended)
        try:
            await asyncio.wait({task}, timeout=self.settings.seconds)
            if answer.begun:  # one that comes line by line ends by itself
                await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()
            raise
        if task.done():
            self._check_answered(task.exception(), answer)
            return
        late = (
            (504, "this takes too long")
            if body.ended or scope["method"] in READING
            else (408, "the request did not come to its end")
        )
        await answer.refuse(ProblemError(*late, "Ask for less, or ask the command."))

    def _check_answered(self, error: BaseException | None, answer: "_Answer") -> None:
        """Refuse what could not be answered; an error that was answered has been logged, too."""
        if isinstance(error, ProblemError):
            raise error
        if error is not None and not answer.begun:
            LOG.error("a request failed", exc_info=error)
            raise ProblemError(500, "something went wrong here", "The log of the server says more.") from error

    def _ended(self, task: "asyncio.Future[None]") -> None:
        """Make room again: only when the work is over, whatever was answered."""
        self.active -= 1
        if not task.cancelled():
            task.exception()  # it is known, so that nobody remarks that it was never asked for


class _Body:
    """The body of a request, which is refused once it is too long."""

    def __init__(self, receive: Receive, most: int, answer: "_Answer") -> None:
        self.receive, self.most, self.answer = receive, most, answer
        self.read, self.ended = 0, False

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] == "http.request":
            self.read += len(message.get("body", b""))
            self.ended = not message.get("more_body", False)
            if self.read > self.most:
                problem = _too_large(self.most)
                await self.answer.refuse(problem)
                raise problem
        return message


class _Answer:
    """The answer to a request, with the headers that every one has; what comes after a refusal is dropped."""

    def __init__(self, send: Send) -> None:
        self.send, self.begun, self.refused = send, False, False
        self.status = 500

    async def __call__(self, message: Message) -> None:
        if self.refused:
            return
        if message["type"] == "http.response.start":
            self.begun, self.status = True, int(message["status"])
            own = {name.decode("latin-1").lower() for name, _ in message.get("headers", ())}
            added = [(name.encode(), value.encode()) for name, value in HEADERS.items() if name.lower() not in own]
            message["headers"] = [*message.get("headers", ()), *added]
            if b"cache-control" not in {name.lower() for name, _ in message["headers"]}:
                message["headers"].append((b"cache-control", b"private, no-cache"))
        await self.send(message)

    async def refuse(self, problem: ProblemError) -> None:
        """Answer with a problem, unless an answer has begun."""
        if self.begun or self.refused:
            self.refused = True
            return
        headers = {"content-type": PROBLEM, "cache-control": "no-store", **problem.headers}
        content = problem.content
        headers["content-length"] = str(len(content))
        pairs = [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers.items()]
        await self({"type": "http.response.start", "status": problem.status, "headers": pairs})
        await self({"type": "http.response.body", "body": content})
        self.refused = True


def _headers(pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
    """The headers by name; of several of one name the last, but a second `Host` makes both wrong."""
    found: dict[str, str] = {}
    for raw, value in pairs:
        name = raw.decode("latin-1").lower()
        found[name] = "" if name == "host" and name in found else value.decode("latin-1")
    return found


def _same(one: str, other: str) -> bool:
    return compare_digest(one.encode(), other.encode())


def _too_large(most: int) -> ProblemError:
    return ProblemError(413, "this is too large", f"A request may have {most:,} bytes.")
