"""Reconciliation: the newsroom beside a table of known people; tables that are wrong; the command from end to end."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

import namesakes
from namesakes.errors import DataError
from namesakes.integrations.reconciliation.authority import Entry, read_entries
from namesakes.integrations.reconciliation.matching import Match, linker_of, matches
from namesakes.pipeline.pipeline import Pipeline
from namesakes.profiles.profile import Profile
from namesakes.store.store import Store, open_store
from namesakes.text.document import Document
from tests.conftest import CHECKOUT, Command

TABLE = """\
id,name,aliases,description,birth,occupation,employer
Q1,Mark Johnson,Mark E. Johnson,American linguist who works on parsing,,linguist|professor,Brown University
Q2,Mark Johnson,,English footballer who plays as a defender for Blackpool,1995,footballer|defender,Blackpool
Q3,Mark Johnson,,American ice hockey coach,1957,coach,University of Wisconsin
Q4,Susan Lee,Sue Lee,Australian novelist,1950,novelist,
Q5,Elizabeth Warne,Liz Warne,British computational linguist,,linguist,
"""


@pytest.fixture(scope="module")
def nlp() -> Pipeline:
    return namesakes.load("en")


@pytest.fixture(scope="module")
def place(nlp: Pipeline, tmp_path_factory: pytest.TempPathFactory) -> Path:
    found = tmp_path_factory.mktemp("store") / "people.db"
    with nlp.resolve(CHECKOUT / "examples" / "newsroom", store=found, jobs=1):
        pass
    return found


@pytest.fixture
def store(place: Path) -> Iterator[Store]:
    with open_store(place, create=False, write=False) as found:
        yield found


def entries(folder: Path, nlp: Pipeline, table: str = TABLE) -> list[Entry]:
    (folder / "known.csv").write_text(table, encoding="utf-8")
    return read_entries(folder / "known.csv", nlp.profiles)


def found(store: Store, nlp: Pipeline, known: list[Entry], least: float = 0.5) -> dict[str, Match]:
    return {match.person: match for match in matches(store, known, linker_of(store, nlp), least=least)}


def test_each_is_matched_with_the_entry_that_is_the_same_person(store: Store, nlp: Pipeline, tmp_path: Path) -> None:
    matched = found(store, nlp, entries(tmp_path, nlp))
    said = {id: " ".join(nlp_person.description.split()) for id, nlp_person in _people(store).items()}
    by_entry = {match.entry: said[id] for id, match in matched.items() if match.entry}
    assert set(by_entry) == {"Q1", "Q2", "Q5"}
    assert "Brown University" in by_entry["Q1"]
    assert "Blackpool" in by_entry["Q2"]
    assert all(not match.entry or match.certainty >= 0.5 for match in matched.values())
    assert all(0 <= share <= 1 for match in matched.values() for _, share in match.others)
    assert any("defender" in line for match in matched.values() if match.entry == "Q2" for line in match.why)


def _people(store: Store) -> dict[str, "namesakes.store.person_summary.PersonSummary"]:  # type: ignore[name-defined]
    from namesakes.store.person_summary import person_summaries

    return {one.identity.id: one for one in person_summaries(store)}


def test_no_entry_is_two_people_and_nothing_depends_on_the_order(store: Store, nlp: Pipeline, tmp_path: Path) -> None:
    known = entries(tmp_path, nlp)
    once = found(store, nlp, known, least=0.0)
    taken = [match.entry for match in once.values() if match.entry]
    assert len(taken) == len(set(taken))
    again = found(store, nlp, known[::-1], least=0.0)
    assert {id: match.entry for id, match in again.items()} == {id: match.entry for id, match in once.items()}
    assert {id: round(match.certainty, 4) for id, match in again.items()} == {
        id: round(match.certainty, 4) for id, match in once.items()
    }


def test_what_a_row_says_is_a_profile(tmp_path: Path, nlp: Pipeline) -> None:
    first, *_ = entries(tmp_path, nlp)
    assert (first.id, first.name, first.profile.name.family) == ("Q1", "Mark Johnson", "Johnson")
    assert first.profile.values("occupation") == ["linguist", "professor"]
    assert first.profile.values("employer") == ["Brown University"]
    assert set(first.profile.forms) == {"Mark Johnson", "Mark E. Johnson"}
    assert "parse" in first.profile.words or "parsing" in first.profile.words


def test_tables_with_other_separators_and_columns(tmp_path: Path) -> None:
    def nothing(document: Document) -> list[Profile]:
        return []

    (tmp_path / "a.csv").write_text("\ufeffQID;itemLabel;Sex;Nonsense\nQ1;Ann Lee;female;x\n\n;;;\nQ2;Bo Orr;?;\n")
    one, two = read_entries(tmp_path / "a.csv", nothing)
    assert (one.id, one.profile.gender, one.profile.facts) == ("Q1", "female", ())
    assert (two.name, two.profile.gender) == ("Bo Orr", "")


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("", "this table has no column id or name; it has none"),
        ("name,born\nAnn,1950\n", "this table has no column id; it has name, born"),
        ("id,name\n", "this table has no rows"),
        ("id,name\nQ1,Ann\nQ1,Bob\n", "known.csv:3: 'Q1' is the id of a row before"),
        ("id,name\n,Ann\n", "known.csv:2: this row has no id"),
        ("id,name\nQ1,\n", "known.csv:2: this row has no name"),
        ('id,name\nQ1,"Ann\n', "this is not a table"),
    ],
)
def test_tables_that_are_wrong(table: str, said: str, tmp_path: Path, nlp: Pipeline) -> None:
    with pytest.raises(DataError) as caught:
        entries(tmp_path, nlp, table)
    assert said in str(caught.value)


def test_names_that_are_no_names(store: Store, nlp: Pipeline, tmp_path: Path) -> None:
    table = "id,name\n=1+1,=cmd()\nQ2,<script>\nQ3,\u202eohnsonJ\nQ4," + "Johnson" * 300 + "\nQ5,…\n"
    assert all(not match.entry for match in found(store, nlp, entries(tmp_path, nlp, table)).values())


def test_the_command(namesakes: Command, place: Path, tmp_path: Path) -> None:
    (tmp_path / "known.csv").write_text(TABLE)
    done = namesakes("reconcile", "known.csv", "--store", place, "--json")
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert {row["entry"] for row in rows if row["entry"]} == {"Q1", "Q2", "Q5"}
    done = namesakes("reconcile", "known.csv", "--store", place, "--csv", "--name", "Mark Johnson")
    assert done.stdout.splitlines()[0] == "person,name,entry,certainty"
    assert all(line.startswith("mark-johnson-") for line in done.stdout.splitlines()[1:])
    done = namesakes("reconcile", "known.csv", "--store", place, "--why")
    assert "people who share a name with somebody in the table are matched" in done.stdout
    assert "For it: " in done.stdout
    done = namesakes("reconcile", "known.csv", "--store", place, "--name", "Zzz")
    assert (done.returncode, "there is nobody called 'Zzz'" in done.stderr) == (1, True)
