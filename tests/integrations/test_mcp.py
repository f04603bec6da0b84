"""The server for assistants: what its tools answer and refuse, and a conversation with the installed command."""

import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

import namesakes
from namesakes.errors import DataError
from namesakes.integrations.mcp import LISTED, LONGEST, Tools
from tests.conftest import CHECKOUT, Command

mcp = pytest.importorskip("mcp")
anyio = pytest.importorskip("anyio")


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store of the newsroom."""
    found = tmp_path_factory.mktemp("store") / "people.db"
    with namesakes.load("en").resolve(CHECKOUT / "examples" / "newsroom", store=found, jobs=1):
        pass
    return found


@pytest.fixture(scope="module")
def tools(place: Path) -> Tools:
    return Tools(str(place))


def asked(server: Any, *calls: tuple[str, dict[str, Any]]) -> list[Any]:
    """What a client hears of the tools' list, then of each call."""

    async def talk() -> list[Any]:
        async with mcp.Client(server) as client:
            return [await client.list_tools(), *[await client.call_tool(name, given) for name, given in calls]]

    return anyio.run(talk)  # type: ignore[no-any-return]


def test_people_of_a_name_and_those_with_the_most_documents(tools: Tools) -> None:
    found = tools.find_people("Mark Johnson")
    assert found["found"] == len(found["people"]) >= 3
    assert all(one["id"].startswith("mark-johnson-") for one in found["people"])
    most = tools.find_people(most=2)
    assert (len(most["people"]), most["found"] > 2) == (2, True)
    counts = [len(one["documents"]) for one in tools.find_people(most=LISTED)["people"]]
    assert max(len(one["documents"]) for one in most["people"]) == max(counts)


def test_a_person_with_the_sentences_and_a_document(tools: Tools) -> None:
    found = tools.who_is("mark-johnson-1")
    assert set(found["sentences"]) <= set(found["documents"])
    assert found["sentences"]
    assert tools.who_is(found["documents"][0])["text"]


def test_why(tools: Tools) -> None:
    document = tools.who_is("mark-johnson-1")["documents"][0]
    found = tools.why("mark-johnson-1", document)
    assert any("in mark-johnson-1" in one["in_words"] and "For it" in one["in_words"] for one in found)
    assert all({"strength", "person", "document"} <= set(one) for one in found)
    assert json.dumps(found)


def test_a_text(tools: Tools) -> None:
    text = "Gary Wilber was named chief executive. He was proud of his team."
    (chain,) = tools.coref(text)["chains"][:1]
    assert [text[one["start"] : one["end"]] for one in chain["mentions"]] == [one["text"] for one in chain["mentions"]]
    assert [one["text"] for one in chain["mentions"]] == ["Gary Wilber", "He", "his"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda tools: tools.find_people("Nobody At All"), "there is nobody called 'Nobody At All'"),
        (lambda tools: tools.find_people(kind="ship"), "there is no kind 'ship'"),
        (lambda tools: tools.who_is("'; DROP TABLE identities; --"), "there is nobody called"),
        (lambda tools: tools.why("Mark Johnson"), "people are called 'Mark Johnson'"),
        (lambda tools: tools.why("mark-johnson-1", "../../etc/passwd"), "there is no document"),
        (lambda tools: tools.coref("a" * (LONGEST + 1)), "characters"),
    ],
)
def test_what_is_refused(tools: Tools, call: Any, said: str) -> None:
    with pytest.raises(DataError, match=said):
        call(tools)


def test_long_lists_are_cut_and_counted(tools: Tools, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namesakes.integrations.mcp.LISTED", 1)
    found = tools.who_is("mark-johnson-1")
    assert (len(found["documents"]), found["documents_left_out"] >= 1) == (1, True)


def test_the_tools_only_read_and_errors_are_sentences(place: Path) -> None:
    from namesakes.integrations.mcp import server

    before = place.read_bytes()
    listed, people, error = asked(
        server(str(place)), ("find_people", {"name": "Susan Lee"}), ("who_is", {"person": "Zzz"})
    )
    assert [tool.name for tool in listed.tools] == ["find_people", "who_is", "why", "coref"]
    assert all(tool.annotations.read_only_hint and tool.description for tool in listed.tools)
    assert json.loads(people.content[0].text)["found"] == 2
    assert error.is_error
    assert "there is nobody called 'Zzz' in this store" in error.content[0].text
    assert place.read_bytes() == before


def test_a_conversation_with_the_command(place: Path) -> None:
    parameters = mcp.StdioServerParameters(
        command=sys.executable, args=["-m", "namesakes", "mcp", "--store", str(place)], env=dict(os.environ)
    )
    _, found = asked(parameters, ("find_people", {"name": "Mark Johnson"}))
    assert json.loads(found.content[0].text)["people"][0]["id"] == "mark-johnson-1"


def test_a_store_that_is_not_there_is_said_at_once(namesakes: Command) -> None:
    done = namesakes("mcp", "--store", "nothing.db")
    assert done.returncode == 1
    assert "nothing.db" in done.stderr
