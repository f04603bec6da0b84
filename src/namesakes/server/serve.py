"""Serving: the socket, the server and its end."""

import logging
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import Final

import uvicorn

from namesakes.errors import UsageError
from namesakes.pipeline.pipeline import Pipeline
from namesakes.server.app import create_app
from namesakes.server.guard import LOG, App
from namesakes.server.live_store import LiveStore
from namesakes.server.settings import ServerSettings
from namesakes.server.slow_headers import protocol_with

_WAITING: Final = 128
"""Connections that wait to be taken."""
_CONNECTIONS: Final = 512


def serve(
    place: str,
    settings: ServerSettings,
    *,
    pipeline: Pipeline | None = None,
    ready: Callable[[ServerSettings], None] = lambda settings: None,
) -> None:
    """Serve a store until the process is told to stop (SIGINT, SIGTERM); requests that have begun are answered first.

    Parameters
    ----------
    place : of the store.
    settings : where to listen, who may ask, and how much.
    pipeline : other models than those that the store was made with.
    ready : is called with the settings, and the port that was free, once requests are taken.
    """
    live = LiveStore(place, read_only=settings.read_only)
    try:
        with _listening(settings) as (taken, settled), _logging():
            app = create_app(live, settled, pipeline)
            _Server(config_of(app, settled), lambda: ready(settled)).run(sockets=[taken])
    finally:
        live.close()


def config_of(app: App, settings: ServerSettings) -> uvicorn.Config:
    """How uvicorn serves the app: HTTP/1.1 alone, no more than is needed, and no patience with slow headers."""
    return uvicorn.Config(
        app,
        http=protocol_with(settings.header_seconds),
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=_CONNECTIONS,
        timeout_keep_alive=10,
        timeout_graceful_shutdown=int(settings.drain) or None,
    )


class _Server(uvicorn.Server):
    """A server that says when it is there, and ends as it should where it is told to."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to take requests."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let signals end the server while it runs; a second one does not wait for requests."""

        def stop(number: int, frame: FrameType | None) -> None:
            self.handle_exit(number, frame)

        before = {each: signal.signal(each, stop) for each in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for each, handler in before.items():
                signal.signal(each, handler)


@contextmanager
def _logging() -> Iterator[None]:
    """Lets what goes wrong be seen on the error stream."""
    handler = logging.StreamHandler()
    handler.setLevel(logging.WARNING)
    handler.setFormatter(logging.Formatter("namesakes: %(message)s"))
    LOG.addHandler(handler)
    try:
        yield
    finally:
        LOG.removeHandler(handler)


@contextmanager
def _listening(settings: ServerSettings) -> Iterator[tuple[socket.socket, ServerSettings]]:
    """A socket at the address, and the settings with its port; a `UsageError` where it cannot be had."""
    try:
        found = socket.getaddrinfo(settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        taken = socket.socket(family, kind, protocol)
    except OSError as error:
        raise UsageError(f"{settings.host}: this is no address of this machine ({error.strerror}).") from error
    with taken:
        try:
            taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            taken.bind(address)
            taken.listen(_WAITING)
        except OSError as error:
            raise UsageError(
                f"{settings.host}:{settings.port}: nothing can listen here ({error.strerror}).\n"
                "Name another port with --port, or 0 for any that is free."
            ) from error
        yield taken, replace(settings, port=taken.getsockname()[1])
