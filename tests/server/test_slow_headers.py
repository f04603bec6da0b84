"""Headers that come slowly, or not at all, over a socket: the connection is cut off, and all others go on."""

import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest

from namesakes.server.app import create_app
from namesakes.server.live_store import LiveStore
from namesakes.server.serve import config_of
from namesakes.server.settings import ServerSettings

SECONDS = 0.4
ASK = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
Connect = Callable[[], socket.socket]


@pytest.fixture
def connect(place: Path) -> Iterator[Connect]:
    """Opens connections with a server as `namesakes serve` sets it up, whose patience is short."""
    import uvicorn

    listening = socket.create_server(("127.0.0.1", 0))
    settings = ServerSettings(port=listening.getsockname()[1], header_seconds=SECONDS)
    server = uvicorn.Server(config_of(create_app(LiveStore(str(place)), settings), settings))
    thread = Thread(target=server.run, kwargs={"sockets": [listening]})
    thread.start()
    until = time.monotonic() + 10
    while not server.started and time.monotonic() < until:
        time.sleep(0.005)
    opened: list[socket.socket] = []

    def make() -> socket.socket:
        opened.append(socket.create_connection(("127.0.0.1", settings.port), timeout=10))
        return opened[-1]

    yield make
    for each in opened:
        each.close()
    server.should_exit = True
    thread.join(15)


def rest(connection: socket.socket) -> bytes:
    """All that comes until the other side has closed."""
    found = b""
    while piece := connection.recv(4096):
        found += piece
    return found


def answer(connection: socket.socket) -> bytes:
    """One answer of the server."""
    found = b""
    while not found.endswith(b"}"):
        piece = connection.recv(4096)
        assert piece, found
        found += piece
    return found


@pytest.mark.parametrize("begun", [b"", b"GET /api/health HTTP/1.1\r\n", ASK[:-2], b"G"])
def test_headers_that_do_not_come_are_not_waited_for(connect: Connect, begun: bytes) -> None:
    slow = connect()
    slow.sendall(begun)
    said = rest(slow)
    assert said.startswith(b"HTTP/1.1 408 ") == bool(begun)
    if begun:
        assert b"application/problem+json" in said
        assert b"did not come to their end" in said
    quick = connect()
    quick.sendall(ASK)
    assert answer(quick).startswith(b"HTTP/1.1 200 ")


def test_a_byte_now_and_then_wins_no_time(connect: Connect) -> None:
    slow = connect()
    begin = time.monotonic()
    try:
        for byte in ASK[:-2] + b"X-Slow: " + b"a" * 10_000:
            slow.sendall(bytes([byte]))
            time.sleep(SECONDS / 20)
    except OSError:
        pass  # it was cut off while it was sending
    assert time.monotonic() - begin < 20 * SECONDS


def test_the_second_request_of_a_connection_has_its_own_time(connect: Connect) -> None:
    connection = connect()
    for _ in range(3):
        connection.sendall(ASK)
        assert answer(connection).startswith(b"HTTP/1.1 200 ")
        time.sleep(SECONDS * 0.75)
    connection.sendall(ASK + ASK[:20])
    assert answer(connection).startswith(b"HTTP/1.1 200 ")
    assert rest(connection).startswith(b"HTTP/1.1 408 ")


def test_headers_in_pieces_and_an_answer_that_takes_long_are_in_order(connect: Connect) -> None:
    connection = connect()
    connection.sendall(ASK[:30])
    time.sleep(SECONDS / 4)
    connection.sendall(ASK[30:])
    assert answer(connection).startswith(b"HTTP/1.1 200 ")
    body = b'{"text": "Ann Lee met Bo Hart."}'
    connection.sendall(
        b"POST /api/coref HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n" % len(body)
    )
    time.sleep(SECONDS * 2)  # the headers are there: the body has the time of requests
    connection.sendall(body)
    assert connection.recv(4096).startswith(b"HTTP/1.1 403 ")
