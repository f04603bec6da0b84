"""The command, and the examples of the documentation."""

import json
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from threading import Thread

import pytest
from starlette.testclient import TestClient

from namesakes.client import Client
from namesakes.server.settings import ServerSettings
from namesakes.server.texts import MOST
from namesakes.store.check import check
from namesakes.store.store import open_store
from tests.conftest import CHECKOUT, Command
from tests.server.browser import serving
from tests.test_docs import blocks, compare, run_python

pytestmark = pytest.mark.slow
PAGE = CHECKOUT / "docs" / "serve.md"


def test_it_says_where_it_is_answers_and_ends(place: Path) -> None:
    with serving(place) as (address, process):
        with urllib.request.urlopen(f"{address}api/people?q=lee") as answer:
            assert {one["id"] for one in json.load(answer)["people"]} == {"susan-lee-1", "susan-lee-2"}
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0


def active(address: str) -> int:
    """How many requests a server works on."""
    with urllib.request.urlopen(f"{address}api/metrics") as answer:
        return int(answer.read().decode().rsplit(" ", 1)[1])


def test_requests_that_have_begun_are_answered_before_it_ends(place: Path) -> None:
    with serving(place) as (address, process):
        with urllib.request.urlopen(f"{address}api/session") as answer:
            token = json.load(answer)["token"]
        text = "Ann Lee, a nurse, met Bo Hart. She smiled at him and he left. " * 60
        request = urllib.request.Request(
            f"{address}api/coref",
            json.dumps({"text": text}).encode(),
            {"Content-Type": "application/json", "X-Namesakes-Token": token},
        )
        found: list[int] = []

        def ask() -> None:
            with urllib.request.urlopen(request) as answer:
                found.append(len(json.load(answer)["chains"]))

        thread = Thread(target=ask)
        thread.start()
        until = time.monotonic() + 20
        while not found and active(address) < 2 and time.monotonic() < until:  # this question is one of them
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        thread.join(30)
        assert process.wait(20) == 0
        assert found
        with pytest.raises(urllib.error.URLError):
            urllib.request.urlopen(f"{address}api/health", timeout=5)


def test_a_run_ends_with_the_server_and_goes_on_with_the_next(place: Path) -> None:
    text = "Ada Quill, a nurse, met Bo Hart. She smiled at him and he left. " * 100
    folder = place.parent / "letters"
    folder.mkdir()
    for number in range(120):
        (folder / f"{number}.txt").write_text(f"{text} {number}")
    with serving(place, "--folder", str(folder)) as (address, process):
        client = Client(address)
        number = client.resolve(folder="letters")["number"]
        until = time.monotonic() + 30
        while not client.run(number)["read"] and time.monotonic() < until:
            time.sleep(0.02)
        assert client.run(number)["running"]
        process.send_signal(signal.SIGTERM)
        assert process.wait(20) == 0
    with open_store(place, create=False) as store:
        assert list(check(store)) == []
        assert 0 < store.documents.count() < 124
    with serving(place, "--folder", str(folder)) as (address, _):
        client = Client(address)
        last = list(client.follow(client.resolve(folder="letters")["number"]))[-1]
        assert (last["problem"], last["new"] + last["unchanged"]) == ("", 120)
        assert [one["name"] for one in client.people("ada quill")] == ["Ada Quill"]


def test_folders_are_named(namesakes: Command, place: Path) -> None:
    done = namesakes("serve", "--store", place, "--folder", place.parent / "none")
    assert (done.returncode, "there is no such folder" in done.stderr) == (1, True)
    done = namesakes(
        "serve", "--store", place, "--folder", place.parent, "--folder", f"{place.parent.name}={place.parent}"
    )
    assert (done.returncode, "--folder NAME=FOLDER" in done.stderr) == (2, True)


def test_beyond_this_machine_it_does_not_start_without_a_token(namesakes: Command, place: Path) -> None:
    done = namesakes("serve", "--store", place, "--host", "0.0.0.0")
    assert done.returncode == 2
    assert "needs a token" in done.stderr


def test_it_says_what_is_wrong(namesakes: Command, tmp_path: Path, place: Path) -> None:
    done = namesakes("serve", "--store", tmp_path / "none.db")
    assert (done.returncode, "there is no store" in done.stderr) == (1, True)
    done = namesakes("serve", "--store", place, "--token-file", tmp_path / "none")
    assert (done.returncode, "token cannot be read" in done.stderr) == (1, True)
    done = namesakes("serve", "--store", place, "--host", "no.such.host.invalid", "--token-file", CHECKOUT / "LICENSE")
    assert done.returncode == 2
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        done = namesakes("serve", "--store", place, "--port", taken.getsockname()[1])
    assert (done.returncode, "--port" in done.stderr) == (2, True)


@pytest.mark.skipif(shutil.which("curl") is None, reason="there is no curl")
def test_the_calls_in_the_documentation(tmp_path: Path) -> None:
    shutil.copytree(CHECKOUT / "examples", tmp_path / "examples")
    program = Path(sys.executable).with_name("namesakes")
    resolving = [str(program), "resolve", "examples/newsroom", "--quiet"]
    subprocess.run(resolving, cwd=tmp_path, check=True, capture_output=True)
    count = 0
    namespace: dict[str, object] = {"__name__": "__main__"}
    with serving(tmp_path / "people.db") as (address, _):
        listed = list(blocks(PAGE))
        for block, shown in pairwise(listed):
            if block.language == "py":
                assert shown.language == "output"
                asked = replace(block, lines=[line.replace("http://127.0.0.1:8000", address) for line in block.lines])
                compare(run_python(asked, PAGE, namespace), shown.lines, PAGE, block.line)
                count += 1
            if block.language == "bash" and "curl" in block.text:
                assert shown.language == "json"
                command = block.text.replace("http://127.0.0.1:8000/", address)
                said = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True)
                compare(said.stdout, shown.lines, PAGE, block.line)
                count += 1
    assert count == 9


def test_every_address_is_in_the_documentation(client: TestClient) -> None:
    schema = client.get("/api/openapi.json").json()
    text = PAGE.read_text(encoding="utf-8")
    addresses = {re.sub(r"\?.*", "", each) for each in re.findall(r"`(?:GET|POST) (/api/[^`]+)`", text)}
    assert addresses == set(schema["paths"])


def test_the_numbers_in_the_documentation_are_those_of_the_settings() -> None:
    text = PAGE.read_text(encoding="utf-8")
    own = ServerSettings()
    for number in (own.most_bytes, own.most_upload, own.most_text, MOST, own.most_files, own.most_waiting):
        assert f"{number:,} " in text
    assert f"({own.run_seconds:,g} seconds)" in text
    assert f"after {own.header_seconds:g} seconds is cut off" in text
    assert f"{own.seconds:g} seconds" in text
    assert f"({own.drain:g} seconds)" in text
    assert f"{own.at_once} requests" in text
