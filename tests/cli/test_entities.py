"""The commands for named entities from end to end: train, evaluate."""

import json
from pathlib import Path

from tests.conftest import Command

GOLD = """\
# newdoc id = one
Anna\tB-person
Berg\tI-person
lives\tO
in\tO
Oslo\tB-location
.\tO

# newdoc id = two
Oslo\tB-location
is\tO
the\tO
home\tO
of\tO
Anna\tB-person
.\tO

"""


def test_train_and_evaluate(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "gold.bio").write_text(GOLD)
    done = namesakes("train", "entities", "--train", "gold.bio", "--out", "model", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert json.loads((tmp_path / "model" / "model.json").read_text())["kind"] == "entities"
    done = namesakes("evaluate", "entities", "--data", "gold.bio", "--model", "model", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["precision"], found["recall"], found["f1"]) == (1.0, 1.0, 1.0)
    assert found["types"].keys() == {"PER", "LOC"}
    assert found["documents"] == 2
    assert found["tokens_per_second"] > 0


def test_evaluate_the_shipped_model(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "gold.bio").write_text(GOLD)
    done = namesakes("evaluate", "entities", "--data", "gold.bio")
    assert done.returncode == 0, done.stderr
    assert "tokens per second" in done.stdout


def test_nothing_to_train_on(namesakes: Command) -> None:
    done = namesakes("train", "entities", "--out", "model")
    assert done.returncode == 2
    assert "Name the folder of the corpora with --data" in done.stderr
