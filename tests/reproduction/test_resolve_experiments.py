"""Experiments of resolve: the documents that are made for them, and a run over a few."""

import json
from pathlib import Path

import pytest

from namesakes.store.store import open_store
from reproduction.environment import DOCUMENTS
from reproduction.ours.resolve_scale import STAGES, run
from reproduction.ours.store_growth import added, asked, filled
from reproduction.synthetic.texts import copied, family_names, made_up, varied

ROWS = [
    {"doc_id": "a", "query_name": "Brindle", "text": "Mr. Brindle met John Tarrant in Leeds. Tarrant was late."},
    {"doc_id": "b", "query_name": "Brindle", "text": "Mary Brindle wrote to Mr. Tarrant. The letter was short."},
]


def test_copies_have_other_family_names_the_same_throughout() -> None:
    documents = list(copied(ROWS, 4))
    assert [each["text"] for each in documents[:2]] == [row["text"] for row in ROWS]
    first, second = (each["text"] for each in documents[2:])
    assert not {"Brindle", "Tarrant"} & set(f"{first} {second}".replace(".", "").split())
    names = first.replace(".", "").split()
    brindle, tarrant = names[1], names[4]
    assert second.startswith(f"Mary {brindle} wrote to Mr. {tarrant}.")
    assert "Leeds" in first
    assert len({each["doc_id"] for each in documents}) == 4


def test_of_more_rows_than_wanted_an_even_sample_is_taken() -> None:
    rows = [{"doc_id": str(number), "query_name": "X", "text": str(number)} for number in range(10)]
    assert [each["text"] for each in copied(rows, 5)] == ["0", "2", "4", "6", "8"]


def test_family_names_follow_titles_and_are_never_written_small() -> None:
    assert family_names(["Mr. Brindle sat. Mr. Stone threw a stone."]) == {"Brindle"}
    assert varied("Mr. Brindle sat.", {"Brindle"}, 0) == "Mr. Brindle sat."


def test_made_up_documents_depend_on_their_number_and_the_seed_alone() -> None:
    assert list(made_up(20)) == list(made_up(20))
    assert list(made_up(20)) != list(made_up(20, seed=1))


def test_a_run_has_a_row_for_each_stage_and_says_its_sizes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "people" / "frus_personx"
    folder.mkdir(parents=True)
    folder.joinpath("train.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS), encoding="utf-8")
    monkeypatch.setenv(DOCUMENTS, "2,4")
    outcome = run(tmp_path, 0)
    assert len(outcome.rows) == 2 * (len(STAGES) + 1)
    assert [row[0] for row in outcome.rows[:: len(STAGES) + 1]] == ["2", "4"]
    assert f"{DOCUMENTS}=2,4" in outcome.data


def test_growth_of_a_store_is_measured_in_three_steps(tmp_path: Path) -> None:
    place = tmp_path / "people.db"
    filled(place, 8, 0)
    more = added(place, 8, 0)
    assert (more.chains, more.seconds > more.reading > 0) == (44, True)
    times = asked(place, 8, 0)
    assert len(times) == 7
    assert all(each >= 0 for each in times)
    with open_store(place) as store:
        assert store.documents.count() == 18
