"""`namesakes evaluate identities` and `namesakes train identities`, through the command."""

import json
from pathlib import Path

from tests.conftest import Command

PARSER = "Mark Johnson, a linguist, wrote a parser with Eugene Charniak at Brown. {} The grammar of the parser is new."
MATCH = "Mark Johnson, the defender, scored for Blackpool against Preston. {} The match ended late in the rain."
MORE = ("Students came.", "Readers wrote.", "It was noted.", "Many heard of it.")


def rows(path: Path, names: tuple[str, ...]) -> Path:
    lines = [
        {"doc_id": f"{name}-{kind}-{n}", "query_name": name, "gold_identity": f"{name}-{kind}"}
        | {"text": text.format(more).replace("Mark Johnson", name)}
        for name in names
        for kind, text in (("linguist", PARSER), ("defender", MATCH))
        for n, more in enumerate(MORE)
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


def run(namesakes: Command, *arguments: object) -> str:
    done = namesakes(*(str(one) for one in arguments))
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_train_and_evaluate(namesakes: Command, tmp_path: Path) -> None:
    config = tmp_path / "identities.toml"
    config.write_text('[ensemble]\nspecialists = ["people", "words", "occupations"]\nmixer = "logistic"\n')
    data, model = rows(tmp_path / "train.jsonl", ("Mark Johnson", "Ann Lee")), tmp_path / "model"
    run(namesakes, "train", "identities", "--data", data, "--config", config, "--work", tmp_path, "--out", model)
    dev, kept = rows(tmp_path / "dev.jsonl", ("Tom Reed",)), tmp_path / "kept.jsonl"
    asked = ("evaluate", "identities", "--data", dev, "--model", model, "--work", kept)
    found = json.loads(run(namesakes, *asked, "--json"))
    assert found["f05"] == 1.0
    assert (found["names"], found["documents"]) == (1, 8)
    assert 0 < found["one_in_one"] < found["all_in_one"] < 1
    assert {"purity", "inverse_purity", "f02", "b3", "tfidf_baseline"} <= set(found)
    table = run(namesakes, *asked, "--clusterer", "connected")
    assert "Tom Reed" in table
    assert "TF-IDF" in table


def test_the_shipped_model_tells_two_people_apart(namesakes: Command, tmp_path: Path) -> None:
    data = rows(tmp_path / "dev.jsonl", ("Mark Johnson",))
    assert json.loads(run(namesakes, "evaluate", "identities", "--data", data, "--json"))["f05"] == 1.0


def test_an_unknown_clusterer_lists_the_known_ones(namesakes: Command, tmp_path: Path) -> None:
    data = rows(tmp_path / "dev.jsonl", ("Mark Johnson",))
    done = namesakes("evaluate", "identities", "--data", str(data), "--clusterer", "magic")
    assert done.returncode != 0
    assert "karc" in done.stderr
