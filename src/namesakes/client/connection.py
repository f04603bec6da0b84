"""Requests over HTTP: headers, time limits, and the server's sentence where it refuses."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from email.message import Message
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from typing import IO, Any, Final, cast
from urllib.error import HTTPError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, OpenerDirector, ProxyHandler, Request, build_opener

from namesakes.errors import ConfigError, DataError, ServerError, UnreachableError

JSON: Final = "application/json"
LINES: Final = "application/x-ndjson"
BYTES: Final = "application/octet-stream"
PROOF: Final = "X-Namesakes-Token"
"""The header of requests which write; each run of a server has its own."""
_LOOPBACK: Final = ("localhost", "127.0.0.1", "::1")
_SAID: Final = 100_000
"""Bytes of a refusal that are read."""


class _NoRedirects(HTTPRedirectHandler):
    """A server of ours sends nobody elsewhere, and a token is not for others."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: Message, newurl: str
    ) -> Request | None:
        return None


class Connection:
    """Asks a server.

    Parameters
    ----------
    address : of the server, such as `http://127.0.0.1:8000`.
    token : what the server wants of everybody, where it does.
    timeout : seconds to wait for an answer, or for its next piece.
    """

    def __init__(self, address: str, token: str | None, timeout: float) -> None:
        self.address, self.timeout = _checked(address), timeout
        self._headers = {"Accept": f"{JSON}, {LINES}, text/plain"}
        if token:
            if not token.isascii() or not token.isprintable():
                raise ConfigError("this token has characters that no token has.\nGive the one the server was given.")
            self._headers["Authorization"] = f"Bearer {token}"
        self._proof = ""
        self._opener = _opener(self.address)

    def get(self, path: str, **query: object) -> Any:
        """The answer to a question; what is None is not asked."""
        with self._opened(_request_path(path, query)) as answer:
            return json.load(answer)

    def get_text(self, path: str) -> str:
        """An answer that is plain text."""
        with self._opened(path) as answer:
            return answer.read().decode("utf-8")

    def get_lines(self, path: str) -> Iterator[Any]:
        """The lines of an answer as they come."""
        with self._opened(path) as answer:
            for line in answer:
                yield json.loads(line)

    def post(self, path: str, body: object) -> Any:
        """The answer to a request that writes or works."""
        with self._proven(path, json.dumps(body).encode(), JSON) as answer:
            return json.load(answer)

    def post_lines(self, path: str, lines: bytes) -> Iterator[Any]:
        """The lines of an answer as they come."""
        with self._proven(path, lines, LINES) as answer:
            for line in answer:
                yield json.loads(line)

    def post_file(self, path: str, file: Path, **query: object) -> Any:
        """The answer to a file that is sent; a `DataError` where it cannot be read."""
        try:
            body = file.read_bytes()
        except OSError as error:
            raise DataError(f"this file cannot be read: {error.strerror}", path=file) from error
        with self._proven(_request_path(path, query), body, BYTES) as answer:
            return json.load(answer)

    @contextmanager
    def _proven(self, path: str, body: bytes, kind: str) -> Iterator[HTTPResponse]:
        """The answer to a request with the header of this run of the server; where it began anew, with the new one."""
        before = self._proof
        self._proof = before or self._session_token()
        try:
            answer = self._open(path, body, kind)
        except ServerError as error:
            if error.status != 403 or not before:
                raise
            self._proof = self._session_token()
            if self._proof == before:
                raise
            answer = self._open(path, body, kind)
        with answer, _as_ours(self.address):
            yield answer

    def _session_token(self) -> str:
        return str(self.get("/api/session")["token"])

    @contextmanager
    def _opened(self, path: str) -> Iterator[HTTPResponse]:
        with self._open(path) as answer, _as_ours(self.address):
            yield answer

    def _open(self, path: str, body: bytes | None = None, kind: str = "") -> HTTPResponse:
        headers = self._headers if body is None else {**self._headers, "Content-Type": kind, PROOF: self._proof}
        with _as_ours(self.address):
            request = Request(f"{self.address}{path}", body, headers)
            return cast(HTTPResponse, self._opener.open(request, timeout=self.timeout))


@contextmanager
def _as_ours(address: str) -> Iterator[None]:
    """What goes wrong with a connection, as an error of ours."""
    try:
        yield
    except HTTPError as error:
        with error:
            raise _refusal(error) from error
    except TimeoutError as error:
        raise UnreachableError(address, "it did not answer in time") from error
    except (OSError, HTTPException) as error:
        raise UnreachableError(address, str(getattr(error, "reason", error)) or type(error).__name__) from error
    except ValueError as error:  # an answer that is no JSON
        raise UnreachableError(address, "what answers there is not a server of Namesakes") from error


def _refusal(error: HTTPError) -> ServerError:
    """What the server says of a request that it refuses."""
    try:
        said = json.loads(error.read(_SAID))
    except (OSError, HTTPException, ValueError, RecursionError):
        said = None
    said = said if isinstance(said, dict) else {}
    later = error.headers.get("Retry-After") or ""
    return ServerError(
        error.code,
        str(said.get("title") or error.reason),
        str(said.get("detail") or ""),
        retry_after=float(later) if later.isdecimal() else None,
    )


def _checked(address: str) -> str:
    """An address without the stroke at its end; it must be one of the web."""
    parts = urlsplit(address)
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment:
        raise ConfigError(f"this is no address of a server: {address!r}\nIt is like http://127.0.0.1:8000")
    return address.rstrip("/")


def _opener(address: str) -> OpenerDirector:
    """What opens addresses; texts for this machine go through no proxy."""
    alone = [ProxyHandler({})] if urlsplit(address).hostname in _LOOPBACK else []
    return build_opener(_NoRedirects, *alone)


def _request_path(path: str, query: Mapping[str, object]) -> str:
    """A path with its query."""
    given = {
        name: str(value).lower() if isinstance(value, bool) else value
        for name, value in query.items()
        if value is not None
    }
    return f"{path}?{urlencode(given, doseq=True, errors='surrogatepass')}" if given else path


def quoted(id: str) -> str:
    """An id as a piece of a path."""
    return quote(id, safe="", errors="surrogatepass")
