"""The API: people, documents, why, review and corrections; what it says where something is wrong."""

import itertools
import json
import sqlite3
import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from namesakes.formats.json import to_object
from namesakes.pipeline.pipeline import load
from namesakes.server import schemas
from namesakes.store.store import open_store
from namesakes.text.document import Document
from tests.server.conftest import TEXTS, Serve, proof
from tests.store.made import document, key, write_people


def names(client: TestClient, query: str) -> list[str]:
    return [one["id"] for one in client.get("/api/people", params={"q": query}).json()["people"]]


@pytest.mark.parametrize("query", ["susan lee", "Lee", "sus", "Súsan LEE", "lee susan", "susna lee", "  lee  "])
def test_people_are_found_as_one_types(client: TestClient, query: str) -> None:
    assert set(names(client, query)) >= {"susan-lee-1", "susan-lee-2"}


def test_nicknames_and_accents(client: TestClient) -> None:
    assert names(client, "bill hart") == names(client, "William Hart") == ["william-hart-1"]
    assert names(client, "jose nunez") == ["jose-nunez-1"]
    assert names(client, "zebra") == names(client, "!?") == []


def test_namesakes_stand_together_and_say_what_tells_them_apart(client: TestClient) -> None:
    found = client.get("/api/people", params={"q": "susan lee"}).json()
    apart = {one["id"]: one["apart"] for one in found["people"]}
    assert "chemist" in apart["susan-lee-1"]
    assert "striker" in apart["susan-lee-2"]
    assert not set(apart["susan-lee-1"].split(", ")) & set(apart["susan-lee-2"].split(", "))


def test_pages_have_everybody_once(client: TestClient) -> None:
    everybody, cursor = [], ""
    while cursor is not None:
        page = client.get("/api/people", params={"limit": 1, "cursor": cursor}).json()
        everybody += [one["id"] for one in page["people"]]
        cursor = page["next"]
    assert sorted(everybody) == sorted(names(client, ""))
    assert len(everybody) == page["total"] == len(set(everybody))
    assert client.get("/api/people", params={"cursor": "nonsense"}).status_code == 422


def test_a_card(client: TestClient) -> None:
    card = client.get("/api/people/susan-lee-1").json()
    facts = {(fact["field"], fact["value"]): fact for fact in card["facts"]}
    told = facts["occupation", "chemist"]
    assert told["documents"] == 2
    where = told["said"][0]
    assert TEXTS[where["document"]][where["start"] : where["end"]] == "chemist"
    assert [one["id"] for one in card["namesakes"]] == ["susan-lee-2"]
    places = client.get("/api/people/susan-lee-1/documents").json()
    assert {one["document"] for one in places["documents"]} == {"lee.txt", "bank.txt"}


def test_who_is_in_documents_with_whom(client: TestClient) -> None:
    found = client.get("/api/together").json()
    pairs = {frozenset((each["one"], each["other"])): each["documents"] for each in found["links"]}
    assert pairs[frozenset(("william-hart-1", "jose-nunez-1"))] == 1
    assert {one["id"] for one in found["people"]} == {id for pair in pairs for id in pair}
    around = client.get("/api/together", params={"person": "william-hart-1"}).json()
    assert {one["id"] for one in around["people"]} == {"william-hart-1", "jose-nunez-1"}
    assert client.get("/api/together", params={"least": 9}).json()["links"] == []
    assert client.get("/api/together", params={"person": "nobody-1"}).status_code == 404


def test_a_document_comes_in_pieces(client: TestClient) -> None:
    head = client.get("/api/documents/lee.txt").json()
    assert (head["characters"], head["pieces"]) == (len(TEXTS["lee.txt"]), [0, len(TEXTS["lee.txt"])])
    lee = next(one for one in head["chains"] if one["person"] == "susan-lee-1")
    said = [TEXTS["lee.txt"][start:end] for start, end in lee["mentions"]]
    assert said[0].startswith("Susan Lee")
    assert {"Lee", "She"} <= set(said)
    part = client.get("/api/texts/lee.txt", params={"start": 6, "end": 20}).json()
    assert part["text"] == TEXTS["lee.txt"][6:20]
    assert [*lee["mentions"][0], lee["chain"]] in part["mentions"]
    assert client.get("/api/texts/lee.txt", params={"end": 200_000}).status_code == 413


def test_a_novel_is_divided_at_ends_of_lines(serve: Serve, tmp_path: Path) -> None:
    text = "".join(f"Ann Lee met Bo in chapter {number}.\n" for number in range(2_000))
    with open_store(tmp_path / "novel.db") as store:
        store.documents.write([document("novel", "Ann Lee", text=text)])
        write_people(store, {"Ann Lee": [key("novel")]})
    client = serve(tmp_path / "novel.db")
    pieces = client.get("/api/documents/novel").json()["pieces"]
    assert pieces[0] == 0
    assert pieces[-1] == len(text)
    assert all(text[place - 1] == "\n" for place in pieces[1:])
    parts = [
        client.get("/api/texts/novel", params={"start": start, "end": end}).json()["text"]
        for start, end in itertools.pairwise(pieces)
    ]
    assert "".join(parts) == text


def test_documents_by_words(client: TestClient) -> None:
    found = client.get("/api/documents", params={"q": "harbour bank"}).json()["documents"]
    assert {one["id"] for one in found} == {"lee.txt", "bank.txt"}
    first = client.get("/api/documents", params={"limit": 3}).json()
    rest = client.get("/api/documents", params={"limit": 3, "cursor": first["next"]}).json()
    assert [one["id"] for one in first["documents"] + rest["documents"]] == sorted(TEXTS)


def test_why_is_what_the_command_says(client: TestClient) -> None:
    (found,) = client.get("/api/explain", params={"person": "susan-lee-1", "document": "lee.txt"}).json()[
        "comparisons"
    ][:1]
    assert found["within"]
    assert found["head"].startswith("lee.txt: in susan-lee-1")
    assert (
        found["odds"] == pytest.approx(sum(one["amount"] for one in found["amounts"]), abs=0.01) or not found["exact"]
    )
    start = TEXTS["lee.txt"].index("She")
    link = client.get("/api/explain/link", params={"document": "lee.txt", "start": start, "end": start + 3}).json()
    assert "Lee" in link["chosen"]["text"]
    assert link["chosen"]["reasons"]


def test_review_and_corrections(client: TestClient) -> None:
    before = client.get("/api/people/susan-lee-1").json()
    said = {"what": "same", "person": "susan-lee-1", "other": "susan-lee-2", "who": "bo"}
    tried = client.post("/api/corrections", json={**said, "rehearse": True}, headers=proof(client)).json()
    assert not tried["done"]
    assert tried["gone"] == ["susan-lee-2"]
    assert [one["documents"] for one in tried["people"]] == [3]
    assert client.get("/api/people/susan-lee-1").json() == before
    done = client.post("/api/corrections", json=said, headers=proof(client)).json()
    assert done["events"][0]["what"] == "merge"
    assert client.get("/api/people/susan-lee-1").json()["documents"] == 3
    assert names(client, "susan lee") == ["susan-lee-1"]
    (logged,) = client.get("/api/corrections").json()["corrections"]
    assert (logged["who"], logged["undone"]) == ("bo", "")
    gone = client.get("/api/people/susan-lee-2")
    assert gone.status_code == 404
    assert "it is susan-lee-1" in gone.json()["detail"]
    number = done["correction"]["id"]
    undone = client.post(f"/api/corrections/{number}/undo", headers=proof(client)).json()
    assert {one["id"] for one in undone["people"]} == {"susan-lee-1", "susan-lee-2"}
    assert client.post(f"/api/corrections/{number}/undo", headers=proof(client)).status_code == 409
    assert client.get("/api/people/susan-lee-1").json()["documents"] == 2


def test_a_person_whom_somebody_else_has_corrected(client: TestClient) -> None:
    seen = {"susan-lee-1": client.get("/api/people/susan-lee-1").json()["version"]}
    said = {"what": "rename", "person": "susan-lee-1", "value": "Susan Lee-Hart"}
    assert client.post("/api/corrections", json={**said, "seen": seen}, headers=proof(client)).status_code == 200
    late = client.post("/api/corrections", json={**said, "seen": seen}, headers=proof(client))
    assert late.status_code == 409
    assert "has changed since you looked" in late.json()["title"]


def test_corrections_that_contradict(client: TestClient) -> None:
    said = {"person": "susan-lee-1", "other": "susan-lee-2"}
    headers = proof(client)
    assert client.post("/api/corrections", json={"what": "different", **said}, headers=headers).status_code == 200
    found = client.post("/api/corrections", json={"what": "same", **said}, headers=headers)
    assert found.status_code == 409
    assert "contradicts" in found.json()["title"]
    nobody = {"what": "same", "person": "susan-lee-1", "other": "nobody-1"}
    assert client.post("/api/corrections", json=nobody, headers=headers).status_code == 404


def test_doubts_come_with_both_sides(client: TestClient) -> None:
    for doubt in client.get("/api/review").json()["doubts"]:
        assert doubt["here"]["sentences"]
        assert doubt["question"] in ("same", "belongs")


def test_a_text_is_read(client: TestClient) -> None:
    text = "Ann Lee, a nurse, met Bo Hart. She smiled at him."
    found = client.post("/api/coref", json={"text": text}, headers=proof(client)).json()
    chains = [[text[start:end] for start, end in chain["mentions"]] for chain in found["chains"]]
    assert any("Ann Lee" in said[0] and "She" in said for said in chains)
    assert any(fact["value"] == "nurse" for one in found["people"] for fact in one["facts"])
    given = load()(text, singletons=True)
    by_place = {chain.place: chain for chain in given.chains}
    for chain in found["chains"]:
        own = by_place[chain["chain"]]
        assert chain["mentions"] == [[mention.start, mention.end] for mention in own]
        assert (chain["name"], chain["confidence"]) == (own.name, round(own.confidence or 0.0, 4))


def test_a_text_is_parsed(client: TestClient) -> None:
    text = "Ann Lee, a nurse, met Bo Hart. She smiled at him.\n\nOK"
    found = client.post("/api/parse", json={"text": text}, headers=proof(client)).json()
    known = {
        one["id"]: one for one in to_object(load().syntax()(Document(id="text", text=text)))["sentences"][0]["tokens"]
    }
    assert [text[one["start"] : one["end"]] for one in found["sentences"]] == [text[:30], text[31:49], "OK"]
    tokens = [token for sentence in found["sentences"] for token in sentence["tokens"]]
    assert [token["id"] for token in tokens] == list(range(len(tokens)))
    for token in tokens:
        assert token["text"] == text[token["start"] : token["end"]]
        assert (token["head"] is None) == (token["label"] == "root")
    for token in tokens[:10]:
        assert {name: token[name] for name in ("upos", "head", "lemma")} == {
            name: known[token["id"]][name] for name in ("upos", "head", "lemma")
        }
    assert [(one["text"], one["label"]) for one in found["entities"]] == [("Ann Lee", "PER"), ("Bo Hart", "PER")]
    assert client.post("/api/parse", json={"text": " \n"}, headers=proof(client)).json()["sentences"] == []


@pytest.mark.parametrize("path", ["/api/coref", "/api/parse"])
def test_texts_that_are_refused(client: TestClient, path: str) -> None:
    for given, status in (
        ({"text": "x" * 20_001}, 413),
        ({"text": ""}, 422),
        ({"text": "Ann.", "pipeline": "../en"}, 422),
        ({"text": 7}, 422),
        ([], 422),
    ):
        found = client.post(path, json=given, headers=proof(client))
        assert (found.status_code, found.headers["content-type"]) == (status, "application/problem+json")
    assert client.post(path, json={"text": "Ann."}).status_code == 403


def test_many_texts_are_parsed(client: TestClient) -> None:
    given = ['{"id": 1, "text": "Ann waved."}', "{", '{"text": "%s"}' % ("x" * 30_000)]
    found = client.post("/api/parse/batch", content="\n".join(given), headers=proof(client))
    rows = [json.loads(line) for line in found.text.strip().split("\n")]
    assert [row.get("problem", {}).get("status") for row in rows] == [None, 422, 413]
    assert [token["upos"] for token in rows[0]["sentences"][0]["tokens"]] == ["PROPN", "VERB", "PUNCT"]


def test_pipelines_are_chosen_by_name(client: TestClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "en-fiction").mkdir()
    monkeypatch.chdir(tmp_path)  # a folder of the same name does not take its place
    listed = client.get("/api/pipelines").json()["pipelines"]
    assert [one["name"] for one in listed if one["own"]] == ["en"]
    assert {"en", "en-accurate", "en-fiction", "en-fiction-accurate"} <= {one["name"] for one in listed}
    said = {"text": "Ann Lee waved. She smiled.", "pipeline": "en-fiction"}
    assert client.post("/api/coref", json=said, headers=proof(client)).json()["chains"]
    for name in (str(tmp_path / "en-fiction"), "../en", "en-none", "", "EN\0"):
        found = client.post("/api/coref", json={**said, "pipeline": name}, headers=proof(client))
        assert found.status_code == 422


def test_who_says_what(client: TestClient) -> None:
    (quote,) = client.get("/api/quotes/bank.txt").json()["quotes"]
    assert TEXTS["bank.txt"][quote["start"] : quote["end"]] == '"I shall stay in Leeds,"'
    assert (quote["speaker"], quote["person"]) == ("Susan Lee", "susan-lee-1")
    assert client.get("/api/quotes/lee.txt").json() == {"quotes": []}
    assert client.get("/api/quotes/none.txt").status_code == 404


def test_what_corrections_teach_is_tried(client: TestClient) -> None:
    assert client.get("/api/lessons").json()["ended"] == ""
    assert client.post("/api/lessons", headers=proof(client)).status_code == 202
    until = time.monotonic() + 30
    while (state := client.get("/api/lessons").json())["running"] and time.monotonic() < until:
        time.sleep(0.02)
    assert state["refused"][0] == "there is too little to learn from"
    assert (state["lines"], state["problem"], state["helps"]) == ([], "", False)


def test_many_texts_a_line_each(client: TestClient) -> None:
    given = [
        '{"id": 1, "text": "Ann Lee waved. She smiled."}',
        "",
        '{"id": "b"}',
        "{",
        '{"id": 2, "text": "%s"}' % ("x" * 30_000),
        '{"text": "Bo Hart\u2028 nodded."}',
    ]
    found = client.post("/api/coref/batch", content="\n".join(given), headers=proof(client))
    assert found.headers["content-type"] == "application/x-ndjson"
    rows = [json.loads(line) for line in found.text.strip().split("\n")]
    assert [row.get("id") for row in rows] == [1, None, None, 2, None]
    assert [row.get("problem", {}).get("status") for row in rows] == [None, 422, 422, 413, None]
    assert [[0, 7], [15, 18]] in [chain["mentions"] for chain in rows[0]["chains"]]
    assert client.post("/api/coref/batch", content="1\n" * 1_001, headers=proof(client)).status_code == 413
    assert client.post("/api/coref/batch", content="", headers=proof(client)).text == ""


def test_what_has_not_changed_is_not_sent_again(client: TestClient) -> None:
    first = client.get("/api/people/susan-lee-1")
    again = client.get("/api/people/susan-lee-1", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    said = {"what": "rename", "person": "susan-lee-1", "value": "Sue Lee"}
    client.post("/api/corrections", json=said, headers=proof(client))
    after = client.get("/api/people/susan-lee-1", headers={"If-None-Match": first.headers["etag"]})
    assert after.json()["name"] == "Sue Lee"
    page = client.get("/")
    assert client.get("/", headers={"If-None-Match": page.headers["etag"]}).status_code == 304


def test_a_store_that_another_process_changes(client: TestClient, place: Path) -> None:
    assert names(client, "quill") == []
    with open_store(place) as store:
        store.documents.write([document("new", "Ada Quill")])
        write_people(store, {"Ada Quill": [key("new")]})
    assert names(client, "quill") == ["ada-quill-1"]


def test_names_that_take_long_are_read_meanwhile(
    client: TestClient, place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert names(client, "lee")
    monkeypatch.setattr("namesakes.server.live_store.PATIENCE", 0.0)
    with open_store(place) as store:
        store.documents.write([document("new", "Ada Quill")])
        write_people(store, {"Ada Quill": [key("new")]})
    first = client.get("/api/people", params={"q": "quill"})
    assert "etag" not in first.headers or first.json()["people"]
    until = time.monotonic() + 10
    while not names(client, "quill") and time.monotonic() < until:
        time.sleep(0.01)
    assert names(client, "quill") == ["ada-quill-1"]


def test_a_store_in_postgresql(postgres: str, serve: Serve) -> None:
    with open_store(postgres) as store:
        store.documents.write([document("one", "Ada Quill", "Bo Hart"), document("two", "Ada Quill")])
        write_people(store, {"Ada Quill": [key("one"), key("two")], "Bo Hart": [key("one", 1)]})
    client = serve(postgres)
    assert names(client, "qill") == ["ada-quill-1"]
    card = client.get("/api/people/ada-quill-1").json()
    assert (card["documents"], [one["id"] for one in card["companions"]]) == (2, ["bo-hart-1"])
    assert client.get("/api/documents", params={"q": "hart"}).json()["documents"][0]["id"] == "one"
    assert client.get("/api/documents/one").json()["pieces"] == [0, 22]
    said = {"what": "rename", "person": "ada-quill-1", "value": "Ada Quill-Hart"}
    assert client.post("/api/corrections", json=said, headers=proof(client)).json()["done"]
    assert client.get("/api/people/ada-quill-1").json()["name"] == "Ada Quill-Hart"
    assert "@" not in client.get("/api/session").json()["store"]


def test_a_store_that_goes_away_and_comes_back(client: TestClient, place: Path) -> None:
    place.rename(place.with_name("elsewhere.db"))
    found = client.get("/api/people")
    assert (found.status_code, found.headers["content-type"]) == (503, "application/problem+json")
    assert "there is no store" in found.json()["detail"]
    assert client.get("/api/ready").status_code == 503
    assert client.get("/api/health").status_code == 200
    place.with_name("elsewhere.db").rename(place)
    assert client.get("/api/people").status_code == 200


def test_another_store_in_its_place(client: TestClient, place: Path, tmp_path: Path) -> None:
    with open_store(tmp_path / "other.db") as store:
        store.documents.write([document("new", "Ada Quill")])
        write_people(store, {"Ada Quill": [key("new")]})
    for ending in ("-wal", "-shm"):
        Path(f"{place}{ending}").unlink(missing_ok=True)
    (tmp_path / "other.db").replace(place)
    assert names(client, "") == ["ada-quill-1"]


def test_a_store_that_is_locked(client: TestClient, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namesakes.server.live_store.WAIT", 0.0)
    said = {"what": "rename", "person": "susan-lee-1", "value": "Sue"}
    with open_store(place) as store, store.lock():
        found = client.post("/api/corrections", json=said, headers=proof(client))
        assert (found.status_code, found.headers["retry-after"]) == (503, "2")
        assert names(client, "lee")  # who reads does not wait
    assert client.post("/api/corrections", json=said, headers=proof(client)).status_code == 200


def test_a_damaged_store_says_so(client: TestClient, place: Path) -> None:
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("UPDATE chains SET profile = substr(profile, 1, 9)")
    connection.close()
    found = client.get("/api/people/susan-lee-1")
    assert found.status_code == 500
    assert "damaged" in found.json()["title"]


def test_what_nobody_foresaw_is_logged_and_says_so(
    client: TestClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("of a test")

    monkeypatch.setattr("namesakes.server.people.card", broken)
    found = client.get("/api/people/susan-lee-1")
    assert (found.status_code, found.json()["title"]) == (500, "something went wrong here")
    assert "of a test" not in found.text
    assert "of a test" in caplog.text
    assert client.get("/api/people").status_code == 200


def test_a_server_that_only_reads(serve: Serve) -> None:
    client = serve(read_only=True)
    said = {"what": "rename", "person": "susan-lee-1", "value": "Sue"}
    assert client.post("/api/corrections", json=said, headers=proof(client)).status_code == 403
    assert client.get("/api/session").json()["read_only"]


@pytest.mark.parametrize(
    "address",
    [
        "/api/people/nobody-1",
        "/api/people/nobody-1/documents",
        "/api/documents/none",
        "/api/texts/none",
        "/nothing",
        "/api/explain?person=nobody-1",
        "/api/explain/link?document=none&start=0&end=1",
        "/api/none",
        "/page/none.js",
    ],
)
def test_what_is_not_there(client: TestClient, address: str) -> None:
    found = client.get(address)
    assert found.status_code == 404
    assert found.json()["title"].startswith(("there is n", "these models"))


def test_the_schema_describes_every_address(client: TestClient) -> None:
    schema = client.get("/api/openapi.json").json()
    assert {"/api/people", "/api/people/{id}", "/api/documents/{id}", "/api/explain", "/api/review"} <= set(
        schema["paths"]
    )
    assert schema["openapi"].startswith("3.")
    for ways in schema["paths"].values():
        for way in ways.values():
            assert way["description"]


def test_a_page_of_people_is_what_the_schema_says(client: TestClient) -> None:
    """It is sent as it is made, unchecked: every key is there, of the kind that the model has, and no other."""
    found = client.get("/api/people", params={"q": "lee", "kind": ["person", "organization"], "limit": 1})
    assert found.headers["content-type"] == "application/json"
    assert found.headers["etag"]
    page = schemas.People.model_validate(found.json(), strict=True)
    assert page.model_dump() == found.json()
    assert page.next
