"""`namesakes names` and `namesakes train names`."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from namesakes.cli.main import group


def run(*arguments: str) -> str:
    done = CliRunner().invoke(group, arguments)
    assert done.exit_code == 0, done.output
    return done.output


def test_parts_and_relation() -> None:
    lines = run("names", "Mr. Smith", "John Smith").splitlines()
    assert lines[:4] == ["Mr. Smith", "  honorifics    Mr.", "  surnames      Smith", "  gender        male"]
    assert lines[-1].startswith("Mr. Smith · John Smith: a short form: Mr. Smith is the shorter one (")


def test_json() -> None:
    found = json.loads(run("names", "--json", "Bob Dole", "Robert Dole", "Mr. and Mrs. Dole"))
    assert [name["text"] for name in found["names"]] == ["Bob Dole", "Robert Dole", "Mr. and Mrs. Dole"]
    assert found["names"][2] == {
        "text": "Mr. and Mrs. Dole",
        "honorifics": ["Mr.", "Mrs."],
        "surnames": ["Dole"],
        "couple": True,
    }
    assert [row["relation"] for row in found["relations"]] == ["compatible", "different", "different"]


def test_organizations() -> None:
    found = json.loads(run("names", "--organizations", "--json", "UN", "United Nations"))
    assert found["names"][0] == {"text": "UN", "content": ["un"], "acronym": "un"}
    assert (found["relations"][0]["relation"], found["relations"][0]["shorter"]) == ("short form", 1)


@pytest.mark.corpus
def test_the_shipped_lists_are_built_again(corpora: Path, tmp_path: Path) -> None:
    run("train", "names", "--data", str(corpora / "names"), "--out", str(tmp_path / "model"))
    shipped = Path(__file__).parents[2] / "src" / "namesakes" / "models" / "en-names"
    assert (tmp_path / "model" / "arrays.npz").read_bytes() == (shipped / "arrays.npz").read_bytes()
