"""Runs over the API: files of every kind, texts and folders go in, people come out; limits, and what is left out."""

import asyncio
import json
import mailbox
import threading
import time
import zipfile
from collections.abc import AsyncIterator
from email.message import EmailMessage
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from starlette.testclient import TestClient

from namesakes.pipeline.report import Progress
from namesakes.server import run_addresses
from namesakes.server.jobs import Job, Jobs, JobState, StoppedError
from namesakes.server.problems import ProblemError
from namesakes.server.settings import ServerSettings
from namesakes.server.uploads import Uploads, clean, ending_of
from namesakes.store.store import open_store
from tests.server.conftest import Serve, proof

QUILL = "Ada Quill, a nurse of York, met Susan Lee, the chemist of Harbour Bank."


def send(client: TestClient, name: str, content: bytes) -> str:
    """Send a file; its id."""
    found = client.post("/api/uploads", params={"name": name}, content=content, headers=proof(client))
    assert found.status_code == 201, found.text
    assert found.json()["bytes"] == len(content)
    return str(found.json()["id"])


def begin(client: TestClient, **given: Any) -> int:
    found = client.post("/api/resolve", json=given, headers=proof(client))
    assert found.status_code == 202, found.text
    return int(found.json()["number"])


def over(client: TestClient, number: int) -> dict[str, Any]:
    """What a run did, once it is over."""
    until = time.monotonic() + 60
    while (run := client.get(f"/api/resolve/{number}").json())["running"] and time.monotonic() < until:
        time.sleep(0.02)
    return dict(run)


def ids(client: TestClient, query: str) -> list[str]:
    return [one["id"] for one in client.get("/api/people", params={"q": query}).json()["people"]]


def archive(**files: str) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as packed:
        for name, text in files.items():
            packed.writestr(f"{name}.txt", text)
    return target.getvalue()


def mail(text: str) -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "ann@example.org", "bo@example.org", "News"
    message["Date"], message["Message-ID"] = "Mon, 2 Mar 2020 10:00:00 +0000", "<1@example.org>"
    message.set_content(text)
    return bytes(message)


def mails(folder: Path, *texts: str) -> bytes:
    box = mailbox.mbox(folder / "box.mbox")
    for text in texts:
        box.add(mailbox.mboxMessage(mail(text)))
    box.close()
    return (folder / "box.mbox").read_bytes()


def test_files_of_every_kind_are_read(client: TestClient, tmp_path: Path) -> None:
    files = {
        "note.txt": QUILL.encode(),
        "mail.eml": mail("Ben Quill, a lawyer, wrote to Susan Lee."),
        "box.mbox": mails(tmp_path, "Cleo Quill, a judge, was there.", "Dan Quill, a baker, was there."),
        "more.zip": archive(one="Eva Quill, a poet, was there.", two="Finn Quill, a painter, was there."),
        "rows.csv": b'id,text\n7,"Gil Quill, a singer, was there."\n8,"Hal Quill, a dancer, was there."\n',
        "page.html": b"<html><body><article><p>Tom Quill, an actor, was there on Monday.</p></article></body></html>",
    }
    number = begin(client, uploads=[send(client, name, content) for name, content in files.items()], who="bea")
    run = over(client, number)
    assert (run["problem"], run["new"], run["skipped"], run["who"]) == ("", 9, [], "bea")
    assert len(ids(client, "quill")) == 9
    listed = [one["id"] for one in client.get("/api/documents", params={"limit": 100}).json()["documents"]]
    added = [id for id in listed if id.startswith("added/")]
    assert "added/note.txt" in added
    assert "added/more.zip/one.txt" in added
    assert sum(id.startswith("added/box.mbox") for id in added) == 2
    assert sum(id.startswith("added/rows.csv#") for id in added) == 2
    same = [send(client, name, content) for name, content in files.items()]
    again = over(client, begin(client, uploads=same))
    assert (again["new"], again["changed"], again["unchanged"]) == (0, 0, 9)
    logged = client.get("/api/resolve").json()["log"]
    assert (logged[0]["who"], logged[0]["new"], logged[0]["finished"]) == ("bea", 9, True)
    assert "note.txt" in logged[0]["what"] or "and 3 more" in logged[0]["what"]


def test_office_files_are_read(client: TestClient, tmp_path: Path) -> None:
    docx = pytest.importorskip("docx", reason="python-docx is not installed")
    written = docx.Document()
    written.add_paragraph(QUILL)
    written.save(tmp_path / "letter.docx")
    run = over(client, begin(client, uploads=[send(client, "letter.docx", (tmp_path / "letter.docx").read_bytes())]))
    assert (run["new"], run["problem"]) == (1, "")
    assert client.get("/api/documents/added/letter.docx").status_code == 200


def test_texts_are_read_into_the_store(client: TestClient) -> None:
    given = [{"id": "quill.txt", "text": QUILL}]
    run = over(client, begin(client, documents=[*given, {"id": "no.txt", "text": " "}]))
    assert (run["new"], run["problem"], run["what"], run["left_out"]) == (1, "", "2 texts", 1)
    assert [each["place"] for each in run["skipped"]] == ["no.txt"]
    assert ids(client, "quill") == ["ada-quill-1"]
    assert client.get("/api/people/susan-lee-1").json()["documents"] >= 2
    assert over(client, begin(client, documents=given))["unchanged"] == 1


def test_what_cannot_be_read_says_why(client: TestClient) -> None:
    files = {"broken.zip": b"PK\x03\x04 no archive", "empty.txt": b"", "picture.png": b"\x89PNG\r\n\x1a\n" + bytes(99)}
    run = over(client, begin(client, uploads=[send(client, name, content) for name, content in files.items()]))
    assert (run["new"], run["problem"]) == (0, "")
    reasons = {each["place"]: each["reason"] for each in run["skipped"]}
    assert set(reasons) == set(files)
    assert all(reasons.values())
    assert "/tmp" not in json.dumps(run)


def test_a_folder_that_was_allowed(serve: Serve, tmp_path: Path) -> None:
    folder = tmp_path / "letters"
    folder.mkdir()
    (folder / "quill.txt").write_text(QUILL)
    (tmp_path / "secret.txt").write_text("Sam Secret, a spy, was there.")
    (folder / "out.txt").symlink_to(tmp_path / "secret.txt")
    client = serve(folders={"letters": folder})
    assert client.get("/api/resolve").json()["folders"] == ["letters"]
    assert over(client, begin(client, folder="letters"))["new"] == 1
    assert ids(client, "secret") == []
    (folder / "quill.txt").unlink()
    assert over(client, begin(client, folder="letters"))["removed"] == 1
    assert ids(client, "quill") == []


@pytest.mark.parametrize("name", ["/etc", "..", "letters/..", "letters/", "./letters", "\x00", "LETTERS", "0"])
def test_no_path_of_a_request_is_a_folder(serve: Serve, tmp_path: Path, name: str) -> None:
    client = serve(folders={"letters": tmp_path})
    found = client.post("/api/resolve", json={"folder": name}, headers=proof(client))
    assert (found.status_code, found.json()["title"]) == (404, "there is no folder of this name")


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("../../etc/passwd.txt", "added/etc/passwd.txt"),
        ("/etc/passwd", "added/etc/passwd"),
        ("C:\\Windows\\system.ini", "added/C:/Windows/system.ini"),
        ("a\x00b\n.txt", "added/ab.txt"),
        ("..", "added/file"),
        ("<script>alert(1)</script>.txt", "added/<script>alert(1)<\u200b/script>.txt".replace("\u200b", "")),
        ("x" * 900 + ".txt", "added/" + "x" * 296 + ".txt"),
    ],
)
def test_no_name_of_a_request_reaches_the_disk(client: TestClient, name: str, id: str) -> None:
    """Documents are called by names, and lie under numbers."""
    run = over(client, begin(client, uploads=[send(client, name, QUILL.encode())]))
    assert run["new"] == 1, run
    assert client.get("/api/documents", params={"q": "nurse York"}).json()["documents"][0]["id"] == id


@pytest.mark.parametrize(
    ("name", "ending"),
    [
        ("a.DOCX", ".docx"),
        ("a.tar.gz", ".tar.gz"),
        ("a.txt.gz", ".txt.gz"),
        ("a.gz", ".gz"),
        ("a.b/../../c", ""),
        ("a.exe", ""),
        ("x/.zip", ".zip"),
        ("", ""),
    ],
)
def test_endings_are_those_of_formats(name: str, ending: str) -> None:
    assert ending_of(name) == ending
    assert "/" not in ending_of(name)
    assert clean(name)


def test_progress_comes_line_by_line(client: TestClient) -> None:
    number = begin(client, documents=[{"id": f"{place}.txt", "text": QUILL} for place in range(5)])
    with client.stream("GET", f"/api/resolve/{number}/progress") as answer:
        assert answer.headers["content-type"].startswith("application/x-ndjson")
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert [each["running"] for each in lines[-1:]] == [False]
    assert lines[-1]["new"] == 5
    assert client.get("/api/resolve/99/progress").status_code == 404


def test_few_follow_at_a_time(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run_addresses, "MOST_WATCHING", 0)
    number = begin(client, documents=[{"id": "a.txt", "text": QUILL}])
    assert client.get(f"/api/resolve/{number}/progress").status_code == 429


def test_a_run_is_stopped_and_goes_on(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read before has its people; the rest comes when it is started again."""
    reading, go_on = threading.Event(), threading.Event()
    told = Progress.__init__

    def wait(self: Progress, stage: str, done: int, *rest: Any) -> None:
        told(self, stage, done, *rest)
        if stage == "reading" and done:
            reading.set()
            go_on.wait(20)

    monkeypatch.setattr(Progress, "__init__", wait)
    given = [
        {"id": f"{place}.txt", "text": f"{name} Quill, a nurse, was there."}
        for place, name in enumerate(("Ada", "Ben", "Cleo", "Dan"))
    ]
    number = begin(client, documents=given)
    assert reading.wait(20)
    stopped = client.post(f"/api/resolve/{number}/stop", headers=proof(client)).json()
    assert (stopped["stopped"], stopped["running"]) == (True, True)
    go_on.set()
    run = over(client, number)
    assert run["stopped"]
    assert 1 <= run["new"] < 4
    assert len(ids(client, "quill")) == run["new"]
    rest = over(client, begin(client, documents=given))
    assert (rest["new"], rest["unchanged"], rest["stopped"]) == (4 - run["new"], run["new"], False)
    assert len(ids(client, "quill")) == 4


def test_a_run_takes_no_longer_than_it_may(serve: Serve) -> None:
    client = serve(run_seconds=1e-9)
    run = over(client, begin(client, documents=[{"id": f"{place}.txt", "text": QUILL} for place in range(3)]))
    assert run["stopped"]
    assert "seconds and was stopped" in run["problem"]
    assert run["new"] < 3


def test_limits(serve: Serve) -> None:
    client = serve(most_upload=1_000, most_files=2, most_waiting=1_500)
    big = client.post("/api/uploads", params={"name": "a.txt"}, content=b"x" * 2_000, headers=proof(client))
    assert big.status_code == 413
    first = send(client, "a.txt", b"x" * 900)
    much = client.post("/api/uploads", params={"name": "b.txt"}, content=b"x" * 900, headers=proof(client))
    assert (much.status_code, much.headers["retry-after"]) == (429, "60")
    second = send(client, "b.txt", b"x" * 90)
    many = client.post("/api/uploads", params={"name": "c.txt"}, content=b"x", headers=proof(client))
    assert many.status_code == 429
    three = {"uploads": [first, second], "documents": [{"id": "c.txt", "text": QUILL}]}
    assert client.post("/api/resolve", json=three, headers=proof(client)).status_code == 413
    over(client, begin(client, uploads=[first, second]))
    send(client, "c.txt", b"x" * 900)


def test_a_disk_that_takes_no_file(client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "none"))
    found = client.post("/api/uploads?name=a.txt", content=b"x", headers=proof(client))
    assert (found.status_code, found.json()["title"]) == (503, "this file cannot be kept")


def test_a_file_that_does_not_come_to_its_end_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    uploads = Uploads(ServerSettings(most_files=1))

    async def pieces() -> AsyncIterator[bytes]:
        yield b"x" * 1_000
        raise ClientDisconnect

    with pytest.raises(ClientDisconnect):
        asyncio.run(uploads.take("a.txt", pieces()))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
    with pytest.raises(ClientDisconnect):  # there is room again
        asyncio.run(uploads.take("a.txt", pieces()))
    uploads.close()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_nobody_asks_for_is_gone_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    uploads = Uploads(ServerSettings(most_files=1))

    async def whole() -> AsyncIterator[bytes]:
        yield b"x"

    first = asyncio.run(uploads.take("a.txt", whole()))
    assert first.path.read_bytes() == b"x"
    with pytest.raises(ProblemError):
        asyncio.run(uploads.take("b.txt", whole()))
    monkeypatch.setattr("namesakes.server.uploads.WAITING", 0.0)
    second = asyncio.run(uploads.take("b.txt", whole()))
    assert (first.path.exists(), second.path.exists()) == (False, True)
    uploads.close()


def test_files_are_read_once_and_gone_afterwards(client: TestClient) -> None:
    id = send(client, "a.txt", QUILL.encode())
    over(client, begin(client, uploads=[id]))
    again = client.post("/api/resolve", json={"uploads": [id]}, headers=proof(client))
    assert (again.status_code, again.json()["title"]) == (404, "there is no file of this id")


@pytest.mark.parametrize(
    ("given", "status"),
    [
        ({}, 422),
        ({"uploads": ["none"]}, 404),
        ({"documents": [{"id": "a", "text": "A."}, {"id": "a", "text": "B."}]}, 422),
        ({"documents": "a"}, 422),
    ],
)
def test_what_cannot_be_meant(client: TestClient, given: dict[str, Any], status: int) -> None:
    assert client.post("/api/resolve", json=given, headers=proof(client)).status_code == status


def test_what_is_not_there(client: TestClient) -> None:
    assert client.get("/api/resolve/1").status_code == 404
    assert client.post("/api/resolve/1/stop", headers=proof(client)).status_code == 404
    assert client.post("/api/uploads", content=b"x", headers=proof(client)).status_code == 422


def test_a_server_that_only_reads_takes_nothing(serve: Serve) -> None:
    client = serve(read_only=True)
    asked = {"documents": [{"id": "a.txt", "text": QUILL}]}
    assert client.post("/api/resolve", json=asked, headers=proof(client)).status_code == 403
    assert client.post("/api/uploads?name=a", content=b"x", headers=proof(client)).status_code == 403


def test_another_site_sends_nothing(client: TestClient) -> None:
    assert client.post("/api/uploads?name=a", content=b"x").status_code == 403
    foreign = {**proof(client), "Origin": "http://evil.example"}
    assert client.post("/api/uploads?name=a", content=b"x", headers=foreign).status_code == 403


def test_a_run_waits_for_nobody_and_the_next_ones_for_it(
    client: TestClient, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("namesakes.server.running.WAIT", 2.0)
    with open_store(place) as store, store.lock():
        numbers = [begin(client, documents=[{"id": f"{each}.txt", "text": QUILL}]) for each in range(5)]
        waiting = client.get(f"/api/resolve/{numbers[1]}").json()
        assert (waiting["running"], waiting["stage"]) == (True, "waiting")
        more = client.post("/api/resolve", json={"documents": [{"id": "6.txt", "text": QUILL}]}, headers=proof(client))
        assert (more.status_code, more.headers["retry-after"]) == (429, "30")
        client.post(f"/api/resolve/{numbers[1]}/stop", headers=proof(client))
        assert "another process" in over(client, numbers[0])["problem"]
    assert over(client, numbers[1])["stopped"]
    assert over(client, numbers[4])["new"] == 1
    assert client.get("/api/documents/1.txt").status_code == 404
    assert [run["number"] for run in client.get("/api/resolve").json()["runs"]] == numbers[::-1]


def test_jobs_end_with_the_server() -> None:
    begun, jobs = threading.Event(), Jobs[JobState](1)

    def work(job: Job[JobState]) -> None:
        begun.set()
        while not job.ending:
            time.sleep(0.005)
        raise StoppedError

    job = jobs.begin(JobState(), work)
    assert job is not None
    assert begun.wait(10)
    jobs.close(10)
    assert (job.state.running, job.state.problem) == (False, "")
    assert jobs.begin(JobState(), work) is None


def test_what_nobody_foresaw_ends_one_job_alone(caplog: pytest.LogCaptureFixture) -> None:
    def fail(job: Job[JobState]) -> None:
        raise ZeroDivisionError

    jobs = Jobs[JobState](3)
    failed = jobs.begin(JobState(), fail)
    good = jobs.begin(JobState(), lambda job: None)
    assert failed is not None
    assert good is not None
    until = time.monotonic() + 10
    while good.state.running and time.monotonic() < until:
        time.sleep(0.005)
    assert "log of the server" in failed.state.problem
    assert "ZeroDivisionError" in caplog.text
    assert good.state.problem == ""
