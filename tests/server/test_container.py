"""The container file keeps its word: it is built without the network, runs as nobody special, and says how it is."""

import json
import re
import shlex
import subprocess
import sys
import tomllib

import click
import pytest
from starlette.testclient import TestClient

from namesakes.cli.main import group
from namesakes.errors import ConfigError
from namesakes.server.guard import OPEN
from namesakes.server.settings import ServerSettings
from tests.conftest import CHECKOUT

PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def steps() -> list[tuple[str, str]]:
    """The instructions of the file, each with what is told, on one line."""
    text = (CHECKOUT / "Containerfile").read_text(encoding="utf-8")
    text = re.sub(r"(?m)^#.*\n", "", text).replace("\\\n", " ")
    found = [line.split(None, 1) for line in text.splitlines() if line.strip()]
    return [(name, " ".join(rest.split())) for name, rest in found]


def told(name: str) -> list[str]:
    return [rest for each, rest in steps() if each == name]


def test_every_step_is_known() -> None:
    names = {name for name, _ in steps()}
    assert names == {
        "ARG",
        "FROM",
        "COPY",
        "RUN",
        "USER",
        "WORKDIR",
        "VOLUME",
        "EXPOSE",
        "ENTRYPOINT",
        "CMD",
        "HEALTHCHECK",
    }


def test_it_is_built_without_the_network_from_wheels() -> None:
    assert told("FROM") == ["python:${PYTHON}-slim"]
    arguments = dict(each.split("=") for each in told("ARG"))
    assert f"Programming Language :: Python :: {arguments['PYTHON']}" in PROJECT["classifiers"]
    assert arguments["EXTRAS"] in PROJECT["optional-dependencies"]
    assert told("COPY") == ["dist/*.whl wheelhouse/*.whl /wheels/"]
    ((install, *_),) = [each.split(" && ") for each in told("RUN")]
    words = shlex.split(install)
    assert words[:2] == ["pip", "install"]
    assert {"--no-index", "--find-links=/wheels", "namesakes[${EXTRAS}]"} <= set(words)
    assert not re.search(r"curl|wget|apt|http|git ", " ".join(told("RUN")))
    seen = (CHECKOUT / ".dockerignore").read_text(encoding="utf-8").split()
    assert seen == ["*", "!dist/*.whl", "!wheelhouse/*.whl"]


def test_it_is_not_root() -> None:
    (user,) = told("USER")
    assert re.fullmatch(r"[1-9]\d{3,}:[1-9]\d{3,}", user)
    assert f"useradd --uid {user.split(':')[0]} " in told("RUN")[0]
    order = [name for name, _ in steps()]
    assert max(place for place, name in enumerate(order) if name == "RUN") < order.index("USER")


def test_its_command_is_one_of_ours_and_wants_a_token() -> None:
    assert json.loads(told("ENTRYPOINT")[0]) == ["namesakes"]
    name, *options = json.loads(told("CMD")[0])
    command = group.get_command(click.Context(group), name)
    assert command is not None
    given = command.make_context(name, options).params
    assert str(given["port"]) == told("EXPOSE")[0]
    assert given["place"].startswith(f"{told('VOLUME')[0]}/")
    with pytest.raises(ConfigError, match="needs a token"):
        ServerSettings(host=given["host"])
    settings = ServerSettings(host=given["host"], hosts=given["allow_host"], token="a-token-of-tests-only")
    assert all(settings.knows_host(f"{host}:8000") for host in ("127.0.0.1", "localhost", "10.0.0.7"))


def test_it_says_how_it_is(client: TestClient) -> None:
    options, _, command = told("HEALTHCHECK")[0].partition(" CMD ")
    assert {each.split("=")[0] for each in options.split()} == {
        "--interval",
        "--timeout",
        "--start-period",
        "--retries",
    }
    program, flag, code = json.loads(command)
    assert (program, flag) == ("python", "-c")
    (address,) = re.findall(r"'(http://127\.0\.0\.1:8000(/[^']+))'", code)
    assert address[1] in OPEN
    assert client.get(address[1]).status_code == 200


@pytest.mark.slow
def test_the_check_fails_where_nothing_answers() -> None:
    code = json.loads(told("HEALTHCHECK")[0].partition(" CMD ")[2])[2].replace(":8000/", ":9/")
    assert subprocess.run([sys.executable, "-c", code], capture_output=True).returncode != 0


def test_what_it_is_built_from_can_be_made() -> None:
    text = (CHECKOUT / "Makefile").read_text(encoding="utf-8")
    recipe = text.split("\nwheelhouse: wheel\n", 1)[1].split("\n\n")[0]
    assert "--dest wheelhouse" in recipe
    assert "dist/*.whl" in recipe
    assert "[serve]" in recipe
