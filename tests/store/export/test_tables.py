"""CSV and Parquet hold the same tables."""

import csv
import gc
import json
import os
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import UsageError
from namesakes.store import correct
from namesakes.store.export import export
from namesakes.store.export.csv import exact, harmless
from namesakes.store.export.people_columns import Choice
from namesakes.store.export.tables import TABLES, columns, rows
from namesakes.store.person_summary import person_summaries
from namesakes.store.records import StoredDocument
from namesakes.store.store import Store
from tests.store.export.conftest import WILD
from tests.store.made import document, fact, key, profile, write_people


@pytest.mark.parametrize("table", TABLES)
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
    assert parquet.read_table(tmp_path / "p.parquet").column_names == list(TABLES["people"])


def test_csv_to_the_letter(filled: Store, capsys: pytest.CaptureFixture[str]) -> None:
    assert export(filled, "-", "csv", table="facts") == 7
    assert capsys.readouterr().out.splitlines() == [
        "person,document,chain,field,value,relation,start,end,sentence,pattern",
        "ann-lee-1,a,1,employer,Brown,,0,4,Said so.,of a test",
        "ann-lee-1,a,1,occupation,linguist,,0,4,Said so.,of a test",
        "mark-johnson-1,a,0,employer,Brown,,0,4,Said so.,of a test",
        "mark-johnson-1,a,0,occupation,linguist,,0,4,Said so.,of a test",
        "mark-johnson-1,b,0,employer,Brown,,0,4,Said so.,of a test",
        "mark-johnson-1,b,0,born,Leeds,,0,4,Said so.,of a test",
    ]


FORMULAS = ["=1+1", "+44 20", "-2", "@SUM(A1)", "\t=1", "\r=1", "'=1", "''@", "\uff1d1", "\n=1"]
TEXTS = ["", "Ann", "'Ann'", "''", "a=1", " =1", "O'Hara-Lee", "1-2", "Ann\nLee", "Ann\rLee"]


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_is_a_text_and_can_be_had_back(text: str) -> None:
    assert harmless(text) == f"'{text}"
    assert exact(harmless(text)) == text


@pytest.mark.parametrize("text", TEXTS)
def test_other_texts_stay(text: str) -> None:
    assert harmless(text) == text
    assert exact(text) == text


@given(st.text("='+-@\t\r\na"))
def test_what_was_exported_can_be_had_back(text: str) -> None:
    assert exact(harmless(text)) == text


@pytest.mark.parametrize("raw", [False, True])
def test_formulas_in_csv(store: Store, tmp_path: Path, raw: bool) -> None:
    values = [*FORMULAS, *TEXTS[1:]]
    store.documents.write([document("=cmd|x", "Ann Lee", facts=tuple(fact("employer", value) for value in values))])
    write_people(store, {"@Ann": [key("=cmd|x")]})
    for table in TABLES:
        export(store, str(tmp_path / f"{table}.csv"), "csv", table=table, raw=raw)
        with (tmp_path / f"{table}.csv").open(encoding="utf-8", newline="") as stream:
            rows = list(csv.DictReader(stream))
        cells = [cell for row in rows for cell in row.values()]
        begins = tuple("=+-@\t\r\n\uff1d")
        assert any(cell.startswith(begins) for cell in cells) == raw
        if table == "facts":
            assert [row["value"] if raw else exact(row["value"]) for row in rows] == values


def test_parquet_needs_a_file(store: Store) -> None:
    with pytest.raises(UsageError, match="standard output"):
        export(store, "-", "parquet")


@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_a_durable_export_waits_for_the_disk(
    filled: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, format: str
) -> None:
    pytest.importorskip("pyarrow.parquet")
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    export(filled, str(tmp_path / "people"), format)
    assert synced == []
    export(filled, str(tmp_path / "people"), format, durable=True)
    assert len(synced) == 2
    assert [path.name for path in tmp_path.glob(".people*")] == []


def test_people_in_bulk_are_the_people_one_by_one(store: Store) -> None:
    """Against summaries that are made of each person's rows: names, hidden ones, facts few and many, kinds."""
    random = Random(5)
    names = ["Ann Lee", "ann lee", "Bo Wise", "Cy Ng", "Éa Ó", "Dee", "", "Zed Ωmega", *map("P {}".format, range(20))]
    values = [
        ("occupation", "judge"),
        ("occupation", "clerk"),
        ("employer", "Acme"),
        ("lives", "Leeds"),
        ("family", "Bo"),
    ]
    documents, homes = [], {}
    for number in range(90):
        chosen = random.sample(names, random.randint(1, 3))
        profiles = []
        for chain, name in enumerate(chosen):
            facts = tuple(fact(*random.choice(values)) for _ in range(random.choice([0, 0, 1, 2, 3, 4, 5, 9])))
            kind = "organization" if name == "Dee" else "person"
            profiles.append(profile(f"d{number}", chain, name, facts=facts, kind=kind))
            homes.setdefault(name, []).append(key(f"d{number}", chain))
        documents.append(StoredDocument(f"d{number}", text="x", profiles=tuple(profiles)))
    store.documents.write(documents)
    most = max(homes, key=lambda name: len(homes[name]))  # one of whom is called by several names
    homes[most] += [homes[name].pop() for name in list(homes) if name != most and len(homes[name]) > 1]
    ids = write_people(store, homes)
    correct.not_a_person(store, ids[2])
    correct.rename(store, ids[3], 'Quo"te\\')
    expected = [
        (
            one.identity.id, one.identity.name, one.identity.kind, one.description,
            json.dumps(one.all_names, ensure_ascii=False), len(one.documents), one.mentions,
            pytest.approx(one.strength),
        )
        for one in person_summaries(store)
    ]  # fmt: skip
    assert list(rows(store, "people")) == expected
    assert len({row[3] for row in expected}) > 3
    for choice in (Choice(ids=ids[1:4]), Choice(kinds=("person",)), Choice(("organization",), ids), Choice(ids=())):
        kept = [
            row for row in expected
            if (choice.ids is None or row[0] in choice.ids) and (choice.kinds is None or row[2] in choice.kinds)
        ]  # fmt: skip
        assert list(rows(store, "people", choice)) == kept
        for table in ("memberships", "mentions", "facts"):
            everybody = list(rows(store, table))
            assert list(rows(store, table, choice)) == [row for row in everybody if row[0] in {one[0] for one in kept}]
    assert columns(store, "people", wanted=["name"])["name"] == [row[1] for row in expected]


def test_mentions_are_those_of_the_documents(filled: Store) -> None:
    found = list(rows(filled, "mentions"))
    assert {row[0] for row in found} == {"mark-johnson-1", "ann-lee-1", "ann-bob-b-lee-jr-1"}
    for person, name, kind, id, chain, start, end, text in found:
        stored = filled.documents.get(id)
        assert stored is not None
        assert stored.text[start:end] == text
        assert (person, chain) in {(each.identity, each.chain.chain) for each in filled.memberships.of_document(id)}
        assert (name, kind) == (filled.identities.all()[person].name, "person")


def test_garbage_is_collected_again_afterwards(filled: Store) -> None:
    assert gc.isenabled()
    list(rows(filled, "people"))
    assert gc.isenabled()
