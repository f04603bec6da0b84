"""A server over a store, in a thread, and clients that ask it over loopback."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
import uvicorn

from namesakes.client import Client
from namesakes.server.app import create_app
from namesakes.server.live_store import LiveStore
from namesakes.server.settings import ServerSettings
from tests.server.conftest import filled, place

__all__ = ["filled", "place"]

Start = Callable[..., str]


@pytest.fixture
def start(place: Path) -> Iterator[Start]:
    """Starts servers over the store, which end with the test; each call gives an address."""
    running: list[tuple[uvicorn.Server, Thread]] = []

    def make(port: int = 0, **settings: object) -> str:
        listening = socket.create_server(("127.0.0.1", port))
        wanted = ServerSettings(port=listening.getsockname()[1], who="ann", **settings)  # type: ignore[arg-type]
        app = create_app(LiveStore(str(place), read_only=wanted.read_only), wanted)
        server = uvicorn.Server(uvicorn.Config(app, http="h11", ws="none", lifespan="on", log_config=None))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        running.append((server, thread))
        until = time.monotonic() + 10
        while not server.started and time.monotonic() < until:
            time.sleep(0.005)
        return wanted.address.rstrip("/")

    def stop() -> None:
        while running:
            server, thread = running.pop()
            server.should_exit = True
            thread.join(15)

    make.stop = stop  # type: ignore[attr-defined]
    yield make
    stop()


@pytest.fixture
def client(start: Start) -> Client:
    return Client(start())
