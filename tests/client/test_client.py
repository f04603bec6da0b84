"""The client against a server on loopback: every address, what goes wrong, and types that are those of the schema."""

import json
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from inspect import getmembers, isclass
from pathlib import Path
from threading import Thread
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from urllib.request import urlopen

import pytest
from pydantic import BaseModel

from namesakes.client import Client, ServerError, UnreachableError, answers
from namesakes.errors import ConfigError, DataError
from namesakes.server import schemas
from tests.client.conftest import Start
from tests.conftest import CHECKOUT
from tests.server.conftest import TEXTS

TEXT = "Ann Lee, a nurse, met Bo Hart. She smiled at him."
SHE = TEXTS["lee.txt"].index("She")
TOKEN = "a-token-of-tests-only"
GIVEN = {"MentionPlace", "NewCorrection", "Undo", "TextToRead", "GivenText", "NewRun"}
"""What is sent and never answered."""
NOT_ASKED: set[tuple[str, str]] = set()
"""Addresses that the client need not know, as methods and paths of the schema."""


def called(client: Client) -> None:
    """Call every method of the client once."""
    client.health(), client.ready(), client.metrics(), client.session(), client.together()
    list(client.people()), list(client.documents()), list(client.documents_of("susan-lee-1"))
    client.person("susan-lee-1"), client.document("lee.txt"), client.text("lee.txt")
    client.why("susan-lee-1"), client.why_link("lee.txt", SHE, SHE + 3), client.review(), client.corrections()
    made = client.correct("rename", "susan-lee-1", value="Sue Lee")
    client.undo(made["correction"]["id"])
    assert client.correct_mentions("nobody", ("lee.txt", SHE, SHE + 3), rehearse=True)["moved"] >= 1
    client.quotes("lee.txt"), client.pipelines(), client.learn(), client.lesson()
    client.coref(TEXT), client.parse(TEXT), list(client.coref_many([TEXT])), list(client.parse_many([TEXT]))
    started = client.resolve(client_file(), documents={"new.txt": "Ada Quill, a poet, was there."})["number"]
    assert list(client.follow(started))[-1]["new"] == 2
    client.run(started), client.runs(), client.stop(started)


def client_file() -> Path:
    """A file that can be sent."""
    return CHECKOUT / "examples" / "newsroom" / "07-note.txt"


def test_it_knows_every_address(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """A route of the server that no method asks for is a failure; so is a method that is not called here."""
    asked: set[tuple[str, str]] = set()
    opener = client._connection._opener
    opened = opener.open

    def remember(request: Any, *rest: Any, **options: Any) -> Any:
        asked.add((request.get_method().lower(), request.selector.partition("?")[0]))
        return opened(request, *rest, **options)

    monkeypatch.setattr(opener, "open", remember)
    used: set[str] = set()
    for name in (name for name in dir(Client) if not name.startswith("_")):
        method = getattr(client, name)
        monkeypatch.setattr(client, name, lambda *a, _n=name, _m=method, **k: used.add(_n) or _m(*a, **k))
    called(client)
    with urlopen(f"{client._connection.address}/api/openapi.json") as answer:
        paths = json.load(answer)["paths"]
    patterns = {path: re.compile(re.sub(r"\{\w+\}", "[^/]+", path)) for path in paths}
    exact = {(way, path) for way, path in asked if path in paths}
    known = exact | {
        (way, path) for way, one in asked - exact for path, pattern in patterns.items() if pattern.fullmatch(one)
    }
    assert {(way, path) for path, ways in paths.items() for way in ways} - NOT_ASKED == known
    assert used == {name for name in dir(Client) if not name.startswith("_")}


def plain(hint: Any) -> Any:
    """A type, with names for models and dictionaries, and lists for tuples, as JSON has them."""
    if isclass(hint) and (issubclass(hint, BaseModel) or hasattr(hint, "__required_keys__")):
        return hint.__name__
    if get_origin(hint) is tuple:
        return list, (int,)
    origin = get_origin(hint)
    if origin is None:
        return hint
    return (Union if origin is UnionType else origin), tuple(plain(each) for each in get_args(hint))


@pytest.mark.parametrize("name", sorted(name for name, _ in getmembers(schemas, isclass)))
def test_its_types_are_those_of_the_schema(name: str) -> None:
    model = getattr(schemas, name)
    if not issubclass(model, BaseModel) or model is BaseModel or name in GIVEN:
        assert not hasattr(answers, name) or name in ("BaseModel",) or model is getattr(answers, name, None)
        return
    wanted = {key: plain(hint) for key, hint in get_type_hints(model).items() if key in model.model_fields}
    assert {key: plain(hint) for key, hint in get_type_hints(getattr(answers, name)).items()} == wanted


def test_people_and_documents(client: Client) -> None:
    found = {one["id"]: one for one in client.people("susan lee")}
    assert {"susan-lee-1", "susan-lee-2"} <= set(found)
    card = client.person("susan-lee-1")
    assert (card["name"], [one["id"] for one in card["namesakes"]]) == ("Susan Lee", ["susan-lee-2"])
    assert {one["document"] for one in client.documents_of("susan-lee-1")} == {"lee.txt", "bank.txt"}
    assert [one["id"] for one in client.documents("harbour bank")] == ["bank.txt", "lee.txt"]
    assert client.document("lee.txt")["characters"] == len(TEXTS["lee.txt"])
    assert client.text("lee.txt", 6, 20)["text"] == TEXTS["lee.txt"][6:20]
    assert client.why("susan-lee-1", "lee.txt")[0]["within"]


def test_pages_are_asked_for_when_they_are_come_to(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    count = 0
    get = client._get

    def counted(*path: Any, **query: Any) -> Any:
        nonlocal count
        count += 1
        return get(*path, **query)

    monkeypatch.setattr(client, "_get", counted)
    pages = client.people(page=1)
    assert count == 0
    next(pages), next(pages)
    assert count == 2
    everybody = [one["id"] for one in client.people(page=1)]
    assert everybody == [one["id"] for one in client.people()]
    assert len(set(everybody)) == len(everybody) > 2
    assert len(list(client.documents(page=1))) == len(TEXTS)


def test_corrections(client: Client) -> None:
    tried = client.correct("rename", "susan-lee-1", value="Sue Lee", rehearse=True)
    assert (tried["done"], client.corrections()) == (False, [])
    seen = {"susan-lee-1": client.person("susan-lee-1")["version"]}
    made = client.correct("rename", "susan-lee-1", value="Sue Lee", who="bo", seen=seen)
    assert (client.person("susan-lee-1")["name"], client.corrections()[0]["who"]) == ("Sue Lee", "bo")
    with pytest.raises(ServerError) as caught:
        client.correct("rename", "susan-lee-1", value="Su Lee", seen=seen)
    assert caught.value.status == 409
    assert client.undo(made["correction"]["id"])["done"]
    assert client.person("susan-lee-1")["name"] == "Susan Lee"


def test_texts(client: Client) -> None:
    found = client.coref(TEXT)
    said = [[TEXT[start:end] for start, end in chain["mentions"]] for chain in found["chains"]]
    assert any("She" in each for each in said)
    assert client.coref(TEXT, pipeline="en") == found
    parsed = client.parse(TEXT)
    assert [token["text"] for token in parsed["sentences"][1]["tokens"]] == ["She", "smiled", "at", "him", "."]
    assert [one["text"] for one in parsed["entities"]] == ["Ann Lee", "Bo Hart"]


def test_many_texts_come_in_their_order_as_they_are_asked_for(client: Client) -> None:
    taken: list[int] = []

    def texts() -> Iterator[str | dict[str, str]]:
        for number in range(120):
            taken.append(number)
            yield (
                {"id": f"{number}", "text": f"Ann Lee has {number} hens. She fed them."} if number % 2 else "x" * 21_000
            )

    found = client.coref_many(texts())
    assert next(found)["problem"]["status"] == 413
    assert len(taken) < 60
    rest = list(found)
    assert [one.get("id") for one in rest] == [f"{number}" if number % 2 else None for number in range(1, 120)]
    assert all("Ann Lee" in {chain["name"] for chain in one["chains"]} for one in rest if "id" in one)
    assert list(client.parse_many([])) == []
    with pytest.raises(DataError, match="no text"):
        list(client.parse_many([{"id": "a"}]))


@pytest.mark.parametrize(
    "id", ["nobody-1", "../../etc/passwd", "a/b c?d#e%", "Ä\u202e", "\ud800", "<script>", "x" * 900, "\0"]
)
def test_what_is_not_there_is_said_in_the_words_of_the_server(client: Client, id: str) -> None:
    for ask in (client.person, client.document, client.text):
        with pytest.raises(ServerError, match="there is n") as caught:
            ask(id)
        assert caught.value.status == 404
    assert isinstance(list(client.people(id)), list)


def test_what_the_server_refuses(start: Start) -> None:
    client = Client(start(read_only=True, most_text=100))
    with pytest.raises(ServerError, match="this text is too long") as caught:
        client.coref("x" * 200)
    assert (caught.value.status, caught.value.detail) == (413, "A text may have 100 characters.")
    with pytest.raises(ServerError) as caught:
        client.correct("rename", "susan-lee-1", value="Sue")
    assert caught.value.status == 403
    with pytest.raises(ServerError) as caught:
        client.people("x", page=0).__next__()
    assert (caught.value.status, "limit" in str(caught.value)) == (422, True)


def test_a_token(start: Start) -> None:
    address = start(token=TOKEN)
    assert Client(address).health()["status"] == "ok"
    with pytest.raises(ServerError, match="wants a token") as caught:
        next(Client(address).people())
    assert caught.value.status == 401
    client = Client(address, token=TOKEN)
    assert next(client.people())["id"]
    assert client.coref(TEXT)["chains"]
    assert TOKEN not in repr(client)


def test_a_server_that_began_anew(start: Start) -> None:
    address = start()
    client = Client(address)
    before = client.coref(TEXT)
    start.stop()  # type: ignore[attr-defined]
    with pytest.raises(UnreachableError, match="cannot be asked"):
        client.health()
    assert start(int(address.rpartition(":")[2])) == address
    assert client.coref(TEXT) == before


def answering(said: bytes, *, wait: float = 0.0) -> str:
    """The address of something that takes one request, says this, and ends."""
    listening = socket.create_server(("127.0.0.1", 0))

    def answer() -> None:
        with listening:
            taken, _ = listening.accept()
            with taken:
                taken.recv(65_536)
                if wait:
                    taken.settimeout(wait)
                    try:
                        taken.recv(1)
                    except OSError:
                        return
                taken.sendall(said)

    Thread(target=answer, daemon=True).start()
    return f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize(
    "said",
    [
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{",
        b"SSH-2.0-OpenSSH\r\n",
        b"",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
)
def test_what_is_no_server_of_ours(said: bytes) -> None:
    with pytest.raises(UnreachableError, match="cannot be asked"):
        Client(answering(said)).health()


def test_a_server_that_sends_elsewhere_is_not_followed() -> None:
    said = b"HTTP/1.1 302 Found\r\nLocation: http://evil.example/\r\nContent-Length: 0\r\n\r\n"
    with pytest.raises(ServerError) as caught:
        Client(answering(said), token=TOKEN).health()
    assert caught.value.status == 302


def test_a_refusal_without_words() -> None:
    said = b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 7\r\nContent-Length: 3\r\n\r\n[1]"
    with pytest.raises(ServerError, match="Service Unavailable") as caught:
        Client(answering(said)).health()
    assert caught.value.retry_after == 7.0


def test_a_server_that_is_silent() -> None:
    with pytest.raises(UnreachableError, match="in time"):
        Client(answering(b"", wait=5.0), timeout=0.1).health()


@pytest.mark.parametrize("address", ["", "127.0.0.1:8000", "file:///etc/passwd", "ftp://x", "http://", "http://x/?q=1"])
def test_addresses_that_are_none(address: str) -> None:
    with pytest.raises(ConfigError, match="no address of a server"):
        Client(address)


def test_a_token_that_is_none() -> None:
    with pytest.raises(ConfigError, match="token"):
        Client(token="a\r\nHost: evil.example")


def test_texts_for_this_machine_go_through_no_proxy(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    assert Client(start()).health()["status"] == "ok"


def test_it_needs_no_extra() -> None:
    program = "import sys, namesakes.client; print(*{name.partition('.')[0] for name in sys.modules})"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"fastapi", "uvicorn", "pydantic", "httpx", "requests", "numpy"} & set(done.stdout.split())
