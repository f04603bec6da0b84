"""Corrections of mentions and chains over the API: each kind, what it would do, undo, conflicts, and old pages."""

from typing import Any

import pytest
from starlette.testclient import TestClient

from tests.server.conftest import TEXTS, Serve, proof


def place(document: str, words: str, number: int = 0, **more: Any) -> dict[str, Any]:
    """A mention as the page names it."""
    start = -1
    for _ in range(number + 1):
        start = TEXTS[document].index(words, start + 1)
    return {"document": document, "start": start, "end": start + len(words), "text": words, **more}


def say(client: TestClient, what: str, *mentions: dict[str, Any], status: int = 200, **more: Any) -> dict[str, Any]:
    """What the server answers to a correction."""
    given = {"what": what, "mentions": list(mentions), **more}
    found = client.post("/api/corrections", json=given, headers=proof(client))
    assert found.status_code == status, found.text
    return dict(found.json())


def chains(client: TestClient, document: str) -> dict[str, str]:
    """Whose the words of a document are; those of several places once."""
    head = client.get(f"/api/documents/{document}").json()
    text = TEXTS[document]
    return {text[start:end]: one["person"] or one["called"] for one in head["chains"] for start, end in one["mentions"]}


SAID = [
    ("is", [place("hart.txt", "Bill Hart")], "jose-nunez-1", "Bill Hart", "jose-nunez-1"),
    ("nobody", [place("hart.txt", "José Núñez")], "", "José Núñez", ""),
    ("two", [place("lee.txt", "Lee", 2)], "", "Lee", ""),
    ("split", [place("hart.txt", "Bill Hart")], "", "Bill Hart", None),
    ("join", [place("hart.txt", "José Núñez"), place("hart.txt", "Bill Hart")], "", "José Núñez", None),
]


@pytest.mark.parametrize(("what", "mentions", "person", "words", "after"), SAID, ids=[each[0] for each in SAID])
def test_each_kind_is_shown_done_and_taken_back(
    client: TestClient, what: str, mentions: list[dict[str, Any]], person: str, words: str, after: str | None
) -> None:
    document = mentions[0]["document"]
    before = chains(client, document), client.get("/api/people").json()
    tried = say(client, what, *mentions, person=person, rehearse=True)
    assert not tried["done"]
    assert tried["moved"] == len(tried["mentions"]) > 0
    assert (chains(client, document), client.get("/api/people").json()) == before
    done = say(client, what, *mentions, person=person, who="bo")
    assert done["mentions"] == tried["mentions"]
    assert done["people"] == tried["people"]
    now = chains(client, document)
    assert now.get(words, "") != before[0][words]
    assert after is None or now.get(words, "") == after
    for moved in done["mentions"]:
        assert now.get(moved["text"], "") == (moved["after_person"] or moved["after"])
    (logged,) = client.get("/api/corrections").json()["corrections"]
    assert (logged["what"], logged["who"], logged["count"], logged["asleep"]) == (what, "bo", 1, "")
    assert logged["mentions"][0]["text"] == words
    undone = client.post(f"/api/corrections/{logged['id']}/undo", headers=proof(client)).json()
    assert undone["moved"] == done["moved"]
    assert (chains(client, document), client.get("/api/people").json()) == before


def test_a_mention_that_becomes_somebody_of_another_document(client: TestClient) -> None:
    done = say(client, "is", place("match.txt", "Lee", 1, person="susan-lee-2"), person="susan-lee-1")
    assert "susan-lee-1" in {one["id"] for one in done["people"]}
    assert {moved["before_person"] for moved in done["mentions"]} == {"susan-lee-2"}
    assert {moved["text"]: moved["after_person"] for moved in done["mentions"]}["Lee"] == "susan-lee-1"


def test_a_mention_that_is_two_people_names_them(client: TestClient) -> None:
    mention = place("hart.txt", "William Hart")
    people = ["susan-lee-1", "jose-nunez-1"]
    assert not say(client, "two", mention, people=people, rehearse=True)["done"]
    made = say(client, "two", mention, people=people)["correction"]
    assert (made["what"], made["names"]) == ("two", people)
    (logged,) = client.get("/api/corrections").json()["corrections"]
    assert logged["names"] == people
    say(client, "two", place("lee.txt", "Susan Lee"), people=["susan-lee-1", "nobody-1"], status=404)
    say(client, "two", place("lee.txt", "Susan Lee"), people=["susan-lee-1", "susan-lee-1"], status=409)
    say(client, "two", place("lee.txt", "Susan Lee"), people=["susan-lee-1"] * 9, status=422)


def test_conflicts_name_the_earlier_correction(client: TestClient) -> None:
    number = say(client, "nobody", place("hart.txt", "José Núñez"))["correction"]["id"]
    found = say(client, "is", place("hart.txt", "José Núñez"), person="william-hart-1", status=409)
    assert f"correction {number}" in found["title"]
    assert found["detail"] == f"Take it back first, in Corrections: number {number}"
    already = say(client, "is", place("hart.txt", "Bill Hart"), person="william-hart-1", status=409)
    assert "already" in already["title"]
    whole = [place("hart.txt", "Bill Hart"), place("hart.txt", "William Hart, a lawyer")]
    assert "already" in say(client, "join", *whole, status=409)["title"]


@pytest.mark.parametrize(
    "stale",
    [
        {**place("lee.txt", "Susan Lee"), "text": "Ann Quill"},
        {**place("lee.txt", "Susan Lee"), "person": "susan-lee-2"},
        {**place("lee.txt", "Susan Lee"), "person": ""},
        {**place("lee.txt", "Susan Lee"), "start": 5_000, "end": 5_009},
        {**place("lee.txt", "Susan Lee"), "end": 0},
    ],
)
def test_an_old_page_is_told_to_look_again(client: TestClient, stale: dict[str, Any]) -> None:
    found = say(client, "nobody", stale, status=409)
    assert "namesakes " not in found["detail"]
    assert client.get("/api/corrections").json()["corrections"] == []


def test_what_cannot_be_meant(client: TestClient, serve: Serve) -> None:
    lee, bank = place("lee.txt", "Susan Lee"), place("bank.txt", "Susan Lee")
    say(client, "nobody", status=422)
    say(client, "same", lee, status=422)
    say(client, "join", lee, status=422)
    say(client, "two", lee, place("lee.txt", "She"), status=422)
    say(client, "is", lee, status=422)
    say(client, "unsure", lee, person="susan-lee-1", status=422)
    say(client, "split", *[lee] * 501, status=422)
    say(client, "join", lee, bank, status=409)
    say(client, "is", lee, person="nobody-1", status=404)
    say(client, "nobody", {**lee, "document": "none.txt"}, status=404)
    say(client, "split", place("hart.txt", "Bill Hart"), place("hart.txt", "José Núñez"), status=409)
    say(serve(read_only=True), "nobody", lee, status=403)


@pytest.mark.parametrize(
    "words", ["<script>hit()</script>", "'; DROP TABLE documents; --", "../../etc", "\u202e", "\0"]
)
def test_hostile_words_are_words(client: TestClient, words: str) -> None:
    lee = place("lee.txt", "Susan Lee")
    assert say(client, "nobody", {**lee, "text": words or " "}, status=409)["title"]
    say(client, "nobody", {**lee, "document": words}, status=404)
    say(client, "is", lee, person=words, status=404)
    assert say(client, "nobody", lee, who=words)["correction"]["who"] == (words.replace("\0", "\ufffd") or "ann")
    assert client.get("/api/corrections").status_code == 200
