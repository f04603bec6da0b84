"""The guard: who may ask, how much, and how long; and input that means no good."""

import threading
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from namesakes.errors import ConfigError, TimeLimitError
from namesakes.server.guard import HEADERS
from namesakes.server.settings import ServerSettings
from namesakes.store.store import open_store
from tests.server.conftest import Serve, proof
from tests.store.made import document, key, write_people

TOKEN = "a-token-of-tests-only"
SAID = {"what": "rename", "person": "susan-lee-1", "value": "Sue"}


def test_every_answer_has_its_headers(client: TestClient) -> None:
    for address in ("/", "/api/people", "/api/none", "/page/none.css", "/api/health"):
        found = client.get(address)
        for name, value in HEADERS.items():
            assert found.headers[name] == value
        assert "server" not in found.headers
    assert "unsafe" not in HEADERS["Content-Security-Policy"]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "10.0.0.1", "[::2]"]
)
def test_a_foreign_name_leads_nowhere(client: TestClient, host: str) -> None:
    for address in ("/", "/api/people", "/api/health"):
        assert client.get(address, headers={"Host": host}).status_code == 421


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:9", "127.0.0.1:8000", "[::1]:8000"])
def test_names_of_this_machine(client: TestClient, host: str) -> None:
    assert client.get("/api/people", headers={"Host": host}).status_code == 200


def test_a_name_that_was_allowed(serve: Serve) -> None:
    client = serve(hosts=("people.example",))
    assert client.get("/api/people", headers={"Host": "people.example"}).status_code == 200


def test_beyond_loopback_there_is_a_token() -> None:
    with pytest.raises(ConfigError, match="needs a token"):
        ServerSettings(host="0.0.0.0")
    with pytest.raises(ConfigError, match="at least 16"):
        ServerSettings(host="0.0.0.0", token="short")
    assert ServerSettings(host="0.0.0.0", token=TOKEN).knows_host("192.0.2.7:8000")
    assert not ServerSettings(host="0.0.0.0", token=TOKEN).knows_host("evil.example")
    assert ServerSettings(host="127.0.0.2").on_loopback


def test_nothing_is_said_without_the_token(serve: Serve) -> None:
    client = serve(token=TOKEN)
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}, {"Authorization": "Bearer "}):
        found = client.get("/api/people", headers=headers)
        assert (found.status_code, found.headers["www-authenticate"]) == (401, "Bearer")
        assert client.get("/api/openapi.json", headers=headers).status_code == 401
    assert client.get("/api/people", headers={"Authorization": f"Bearer {TOKEN}"}).status_code == 200
    assert client.get("/").status_code == 200
    assert client.get("/api/health").status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Namesakes-Token": "wrong"},
        {"X-Namesakes-Token": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
)
def test_another_site_changes_nothing(client: TestClient, headers: dict[str, str]) -> None:
    found = client.post("/api/corrections", json=SAID, headers={**proof(client), **headers})
    assert found.status_code == 403
    assert client.get("/api/corrections").json() == {"corrections": []}


def test_the_page_of_this_server_may(client: TestClient) -> None:
    headers = {**proof(client), "Origin": "http://127.0.0.1:8000", "Sec-Fetch-Site": "same-origin"}
    assert client.post("/api/corrections", json=SAID, headers=headers).status_code == 200


def test_a_page_of_another_run_is_told_so(serve: Serve) -> None:
    old = proof(serve())
    found = serve().post("/api/corrections", json=SAID, headers=old)
    assert found.status_code == 403
    assert "another run" in found.json()["title"]


def test_what_is_too_large(serve: Serve) -> None:
    client = serve(most_bytes=1_000, most_text=100)
    headers = proof(client)
    assert client.post("/api/coref", json={"text": "x" * 2_000}, headers=headers).status_code == 413
    assert client.post("/api/coref", content=iter([b"x" * 600, b"x" * 600]), headers=headers).status_code == 413
    assert client.post("/api/coref", json={"text": "x" * 200}, headers=headers).status_code == 413
    assert client.get("/api/people", params={"q": "x" * 17_000}).status_code == 414


def test_what_cannot_be_understood(client: TestClient) -> None:
    headers = proof(client)
    for content in (
        b"",
        b"{",
        b"[]",
        b'{"what": "same"}',
        b'{"what": "none", "person": "x"}',
        b"\xff\xfe",
        b"\x80{}",
        b"[" * 50_000,
    ):
        found = client.post("/api/corrections", content=content, headers=headers)
        assert found.status_code == 422
        assert found.json()["title"] == "this request cannot be understood"
    for query in ("limit=0", "limit=x", "limit=1000", "kind=nobody"):
        assert client.get(f"/api/people?{query}").status_code == 422
    assert client.delete("/api/people", headers=headers).status_code == 405


def test_too_many_at_once(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    go, begun = threading.Event(), threading.Event()

    def wait(*_: object, **__: object) -> dict[str, object]:
        begun.set()
        go.wait(10)
        return {"people": [], "total": 0, "next": None}

    monkeypatch.setattr("namesakes.server.people.find_people", wait)
    client = serve(at_once=1)
    found: list[int] = []
    thread = threading.Thread(target=lambda: found.append(client.get("/api/people").status_code))
    thread.start()
    assert begun.wait(10)
    refused = client.get("/api/documents")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "1")
    assert client.get("/api/health").status_code == 200
    go.set()
    thread.join()
    assert found == [200]
    assert client.get("/api/documents").status_code == 200


def test_what_takes_too_long(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    go = threading.Event()
    monkeypatch.setattr("namesakes.server.people.find_people", lambda *_, **__: go.wait(10))
    client = serve(seconds=0.2, at_once=1)
    client.get("/api/ready")
    assert client.get("/api/people").status_code == 504
    assert client.get("/api/documents").status_code == 429  # the work goes on, and has the place still
    go.set()
    until = time.monotonic() + 10
    while client.get("/api/documents").status_code == 429 and time.monotonic() < until:
        time.sleep(0.01)
    assert client.get("/api/documents").status_code == 200


def test_a_text_that_takes_too_long(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def slow(*_: object) -> None:
        raise TimeLimitError("this text takes more than 1 second of a processor", "Divide it.")

    monkeypatch.setattr("namesakes.server.reading.Reading.coref", slow)
    assert client.post("/api/coref", json={"text": "Ann Lee."}, headers=proof(client)).status_code == 504


def test_requests_are_counted(client: TestClient) -> None:
    client.get("/api/people")
    client.get("/api/people/nobody-1")
    client.get("/api/people", headers={"Host": "evil.example"})
    found = client.get("/api/metrics")
    assert found.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = dict(line.rsplit(" ", 1) for line in found.text.splitlines() if not line.startswith("#"))
    for status in (200, 404, 421):
        assert lines[f'namesakes_requests_total{{status="{status}"}}'] == "1"
    assert lines["namesakes_request_seconds_count"] == lines['namesakes_request_seconds_bucket{le="+Inf"}'] == "3"


HOSTILE = (
    "<script>alert(1)</script>",
    "Robert'); DROP TABLE documents;--",
    "\u202eevil\u2066 Lee",
    "../../etc/passwd",
    "A" * 10_000,
    'Ann "Lee" \\ NEAR(x) OR * ^ :',
    "\u0000\u0001Ann",
    "😀 Ann",
)


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_text(serve: Serve, tmp_path: Path, name: str) -> None:
    with open_store(tmp_path / "hostile.db") as store:
        store.documents.write([document(f"id {name}", f"{name} Quill")])
        kept = name.replace("\x00", "\ufffd")
        ids = write_people(store, {f"{name} Quill": [key(f"id {kept}")]})
    client = serve(tmp_path / "hostile.db")
    for query in (name, "quill", f"{name[:200]} Quill"):
        found = client.get("/api/people", params={"q": query})
        assert found.status_code == 200
        assert found.headers["content-type"] == "application/json"
    (one,) = client.get("/api/people").json()["people"]
    assert one["name"] == f"{kept} Quill"
    assert client.get(f"/api/people/{ids[0]}").json()["name"] == f"{kept} Quill"
    documents = client.get("/api/documents", params={"q": name})
    assert documents.status_code == 200
    assert client.get("/api/documents").json()["documents"][0]["id"] == f"id {kept}"


@pytest.mark.parametrize(
    "path",
    [
        "/page/../app.py",
        "/page/..%2fapp.py",
        "/page/%2e%2e%2fapp.py",
        "/../../etc/passwd",
        "//etc/passwd",
        "/page/app.py",
        "/page/__init__.py",
        "/page/%00index.html",
        "/api/documents/..%2f..%2fetc%2fpasswd",
        "/api/texts//etc/passwd",
    ],
)
def test_no_path_reaches_the_disk(client: TestClient, path: str) -> None:
    found = client.get(path)
    assert found.status_code == 404
    assert "root:" not in found.text
    assert "import" not in found.text
