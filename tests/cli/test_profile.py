"""`namesakes profile` and `namesakes evaluate profiles` from end to end."""

import json
import pickle
from pathlib import Path

import pytest

from namesakes import Document, coref, load, write
from namesakes.pipeline.profiles import bearing, run_profiles
from namesakes.profiles.profile import Profile
from tests.conftest import CHECKOUT, Command

TEXT = "Ann Lee, a linguist, was born in Paris in 1950. She works for Harbour Bank.\n"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    path = tmp_path / "letter.txt"
    path.write_text(TEXT)
    return path


def test_json_lines(namesakes: Command, letter: Path) -> None:
    done = namesakes("profile", "letter.txt", "--json")
    assert done.returncode == 0, done.stderr
    (found,) = (Profile.from_json(json.loads(line)) for line in done.stdout.splitlines())
    assert found.name.full == "Ann Lee"
    assert found.values("occupation", "born", "birth", "employer") == ["linguist", "Paris", "1950", "Harbour Bank"]
    assert found.document == "letter"


def test_table(namesakes: Command, letter: Path) -> None:
    done = namesakes("profile", "letter.txt")
    assert done.returncode == 0, done.stderr
    assert "Ann Lee" in done.stdout
    assert "linguist" in done.stdout


def test_kinds_and_names(namesakes: Command, letter: Path) -> None:
    done = namesakes("profile", "letter.txt", "--kind", "place", "--kind", "organization", "--json")
    assert {json.loads(line)["name"]["full"] for line in done.stdout.splitlines()} == {"Paris", "Harbour Bank"}
    assert namesakes("profile", "letter.txt", "--name", "Moore", "--json").stdout == ""
    assert namesakes("profile", "letter.txt", "--name", "lee", "--json").stdout.count("\n") == 1


def test_standard_input_and_bad_documents(namesakes: Command, tmp_path: Path) -> None:
    assert '"Ann Lee"' in namesakes("profile", "-", "--json", stdin=TEXT).stdout
    (tmp_path / "bad.jsonl").write_text('{"id": "a", "text": 1}\n{"id": "b", "text": "Ann Lee sings."}\n')
    done = namesakes("profile", "bad.jsonl", "--json", "--skip-bad")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["document"] == "b"
    assert "left out 1 bad document" in done.stderr


def test_several_processes_give_the_same(letter: Path) -> None:
    documents = [Document(id=str(number), text=TEXT) for number in range(3)]
    alone = list(run_profiles(documents, load().extraction()))
    assert list(run_profiles(documents, load().extraction(), jobs=2)) == alone
    assert [found[0].document for found in alone] == ["0", "1", "2"]


def test_the_step_can_be_sent_away() -> None:
    step = pickle.loads(pickle.dumps(load().extraction(("person", "place"))))
    _, found = step(Document(id="a", text=TEXT))
    assert {profile.name.full for profile in found} == {"Ann Lee", "Paris"}
    assert found == load().profiles(Document(id="a", text=TEXT), kinds=("person", "place"))


def test_chains_of_others_are_kept(tmp_path: Path) -> None:
    document = coref(TEXT, singletons=True, explain=False)
    plain = Document(id="a", text=TEXT, starts=document.starts, ends=document.ends)
    given = plain.replace(sentence_starts=document.sentence_starts, mention_table=document.mention_table)
    (found,) = load().profiles(given)
    assert found.name.full == "Ann Lee"
    write([given], tmp_path / "chains.jsonl", format="jsonl")
    assert bearing([found], "ANN")


def test_evaluation(namesakes: Command) -> None:
    gold = CHECKOUT / "tests" / "profiles" / "gold" / "dev.jsonl"
    done = namesakes("evaluate", "profiles", "--data", gold, "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert {"precision", "recall", "f1", "texts", "fields"} <= set(found)
    assert "errors" not in found
    assert "born" in namesakes("evaluate", "profiles", "--data", gold, "--errors").stdout
