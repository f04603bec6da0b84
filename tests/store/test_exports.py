"""Exports: what is written is what the store holds, escaped as each format wants it."""

import csv
import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from namesakes.errors import DataError, NamesakesError, StoreError, UnknownNameError, UsageError
from namesakes.store import correct, jsonl
from namesakes.store.exporting import FORMATS, export
from namesakes.store.person_summary import by_name, person_summaries, person_summary
from namesakes.store.records import Membership
from namesakes.store.store import Store, open_store
from namesakes.store.tables import COLUMNS
from namesakes.store.turtle import literal
from tests.store.made import document, fact, key, write_people

WILD = 'Ann "Bob" <b>&\\ Lee\nJr\t\x07'


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write(
        [
            document("a", "Mark Johnson", "Ann Lee", facts=(fact("employer", "Brown"), fact("occupation", "linguist"))),
            document("b", "Mark Johnson", facts=(fact("employer", "Brown"), fact("born", "Leeds"))),
            document('odd <&> " id/ü', WILD, text=f"{WILD} spoke."),
            document("c", "Acme"),
        ]
    )
    one, two, *_ = write_people(
        store,
        {
            "Mark Johnson": [key("a"), key("b")],
            "Ann Lee": [key("a", 1)],
            WILD: [key('odd <&> " id/ü')],
            "Acme": [key("c")],
        },
    )
    store.write_identities([], [Membership(key("a", 1), two, 0.8), Membership(key("a", 1), one, 0.3, 1)])
    correct.not_a_person(store, "acme-1", who="ann")
    correct.rename(store, "ann-lee-1", "Anne Lee")
    correct.undo(store, correct.different(store, "mark-johnson-1", "b").id)
    store.runs.write({"seed": 1, "models": {"en": "ü"}})
    return store


def test_person_summaries_are_the_sum_of_all_persons(filled: Store) -> None:
    found = person_summaries(filled, hidden=True)
    assert found == by_name(person_summary(filled, identity) for identity in filled.identities.all().values())
    assert [one.identity.name for one in found] == ["Acme", WILD, "Anne Lee", "Mark Johnson"]
    mark = found[-1]
    assert mark.description == "linguist, Brown"
    assert mark.values["employer", "Brown", ""] == 2
    assert (mark.documents, mark.mentions) == (["a", "b"], 6)
    assert found[2].all_names == ["Anne Lee", "Ann Lee"]
    assert "Acme" not in [one.identity.name for one in person_summaries(filled)]


def test_a_store_goes_out_and_comes_back_the_same(filled: Store, tmp_path: Path) -> None:
    path = tmp_path / "all.jsonl"
    count = export(filled, str(path), "jsonl")
    lines = path.read_text(encoding="utf-8").split("\n")[:-1]
    assert len(lines) == count
    with open_store(tmp_path / "copy.db") as copy:
        assert jsonl.load(copy, lines) == count
        assert list(jsonl.lines(copy)) == lines
        for id in filled.documents.states():
            assert copy.documents.get(id) == filled.documents.get(id)
        assert copy.identities.all() == filled.identities.all()
        assert copy.corrections.all(undone=True) == filled.corrections.all(undone=True)
        assert [one.id for one in copy.identities.named("anne")] == ["ann-lee-1"]
        made = correct.rename(copy, "ann-lee-1", "A. Lee")
        assert made.id == max(one.id for one in filled.corrections.all(undone=True)) + 1


def test_a_store_is_loaded_into_any_database(store: Store, tmp_path: Path) -> None:
    with open_store(tmp_path / "first.db") as first:
        first.documents.write([document("a", "Ann Lee")])
        write_people(first, {"Ann Lee": [key("a")]})
        correct.rename(first, "ann-lee-1", "Anne Lee")
        lines = list(jsonl.lines(first))
    jsonl.load(store, lines)
    assert list(jsonl.lines(store)) == lines
    assert correct.rename(store, "ann-lee-1", "A. Lee").id == 2
    with pytest.raises(StoreError, match="not empty"):
        jsonl.load(store, lines)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "nothing in it"),
        (["{"], "not JSON"),
        (["[]"], "not a record"),
        (['{"record": "document"}'], "first line"),
        (['{"record": "store", "version": 9}'], "version 9"),
        (['{"record": "store", "version": 1}', '{"record": "recipe"}'], "no records called 'recipe'"),
        (['{"record": "store", "version": 1}', '{"record": "document", "id": "a"}'], "not complete"),
        (['{"record": "store", "version": 1}', '{"record": "event", "id": 1}'], "not complete"),
        (
            [
                '{"record": "store", "version": 1}',
                '{"record": "identity", "id": "ann-1", "name": "Ann", "kind": "person", "created": 1}',
                '{"record": "membership", "chain": ["x", 0], "rank": 0, "identity": "ann-1", "strength": 1}',
            ],
            "refuses",
        ),
    ],
)
def test_bad_lines_are_named_and_nothing_is_loaded(store: Store, lines: list[str], message: str) -> None:
    with pytest.raises(DataError, match=message):
        jsonl.load(store, lines, "people.jsonl")
    assert list(jsonl.records(store)) == [{"record": "store", "version": 1}]


@pytest.mark.parametrize("table", COLUMNS)
def test_csv_and_parquet_hold_the_same_tables(filled: Store, tmp_path: Path, table: str) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    count = export(filled, str(tmp_path / "p.csv"), "csv", table=table)
    with (tmp_path / "p.csv").open(encoding="utf-8", newline="") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == count - 1
    assert export(filled, str(tmp_path / "p.parquet"), "parquet", table=table) == len(rows)
    found = parquet.read_table(tmp_path / "p.parquet").to_pylist()
    shown = [{name: f"{v:.4f}" if isinstance(v, float) else str(v) for name, v in row.items()} for row in found]
    assert shown == rows
    assert not any("acme-1" in row.values() for row in rows)
    if table == "people":
        assert [row["name"] for row in found] == [WILD, "Anne Lee", "Mark Johnson"]
    if table == "facts":
        assert {(row["person"], row["field"], row["value"]) for row in found} >= {("mark-johnson-1", "born", "Leeds")}


def test_a_table_of_nobody_has_its_columns(store: Store, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    assert export(store, str(tmp_path / "p.parquet"), "parquet") == 0
    assert parquet.read_table(tmp_path / "p.parquet").column_names == list(COLUMNS["people"])


def test_graphml_is_xml_with_all_names_as_text(filled: Store, tmp_path: Path) -> None:
    export(filled, str(tmp_path / "p.graphml"), "graphml")
    space = {"g": "http://graphml.graphdrawing.org/xmlns"}
    root = ET.parse(tmp_path / "p.graphml").getroot()
    names = {data.text for data in root.findall(".//g:node/g:data[@key='name']", space)}
    assert WILD.replace("\x07", "\ufffd") in names
    nodes = {node.get("id") for node in root.findall(".//g:node", space)}
    edges = {(edge.get("source"), edge.get("target")) for edge in root.findall(".//g:edge", space)}
    assert ("person:mark-johnson-1", "document:b") in edges
    assert len(edges) == 4
    assert {end for edge in edges for end in edge} <= nodes


TOKEN = re.compile(
    r"""\s*(?:(?P<iri><[^\x00-\x20<>"{}|^`\\]*>)|(?P<text>"(?:[^"\\\n\r]|\\[tbnrf"'\\]|\\u[0-9A-F]{4})*")
    |(?P<name>@prefix|a(?=\s)|schema:\w*)|(?P<mark>[.;\[\]]))""",
    re.VERBOSE,
)


def test_turtle_is_turtle(filled: Store, tmp_path: Path) -> None:
    export(filled, str(tmp_path / "p.ttl"), "turtle", base="https://example.org/")
    text = (tmp_path / "p.ttl").read_text(encoding="utf-8")
    end = 0
    kinds = []
    while match := TOKEN.match(text, end):
        kinds.append(match.lastgroup)
        end = match.end()
    assert text[end:].strip() == ""
    assert kinds.count("iri") > 6
    body = text.partition("\n")[2]
    assert "<https://example.org/mark-johnson-1> a schema:Person ;" in body
    assert 'schema:worksFor [ a schema:Organization ; schema:name "Brown" ] ;' in body
    assert 'schema:jobTitle "linguist" ;' in body
    assert "document:odd%20%3C%26%3E%20%22%20id%2F%C3%BC>" in body
    assert body.count(" .\n") == 3 + 3
    for subject in body.strip().split("\n\n"):
        assert all(line.endswith(" ;") for line in subject.splitlines()[:-1])


def test_literals_are_escaped() -> None:
    assert literal(WILD) == r'"Ann \"Bob\" <b>&\\ Lee\nJr\t\u0007"'


def test_pairs(filled: Store, tmp_path: Path) -> None:
    correct.same(filled, "mark-johnson-1", "ann-lee-1", who="ann")
    assert export(filled, str(tmp_path / "pairs.jsonl"), "pairs") == 1
    assert json.loads((tmp_path / "pairs.jsonl").read_text())["same"] is True


def test_bad_exports_say_what_is_known(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="graphml"):
        export(store, str(tmp_path / "x"), "xml")
    with pytest.raises(UnknownNameError, match="memberships"):
        export(store, str(tmp_path / "x"), "csv", table="chairs")
    with pytest.raises(UsageError, match="standard output"):
        export(store, "-", "parquet")
    with pytest.raises(UsageError, match="begin an address"):
        export(store, str(tmp_path / "x"), "turtle", base="http://a b/")
    for format in FORMATS:
        with pytest.raises(NamesakesError):
            export(store, str(tmp_path / "nowhere" / "x"), format)
    assert list(tmp_path.glob("[!p]*")) == []
