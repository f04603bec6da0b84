"""The experiments on learning from corrections, on small corpora of our own."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.identities.rows import QueryGroup, QueryRow
from namesakes.identities.training import train_identities
from reproduction.ours import learn_from_corrections, learn_links
from tests.chains.made import story
from tests.identities.test_training import namesakes


@pytest.fixture(scope="module")
def model() -> IdentityModel:
    settings = IdentitySettings(EnsembleSettings(("words", "people-jaccard"), "evidence", sampling=Sampling(0)))
    return train_identities([namesakes(name, seed) for seed, name in enumerate("abcdef")], settings)


def made(rows: Sequence[QueryRow], corpus: str, split: str) -> list[QueryGroup]:
    """Names with three bearers each, whatever the rows say."""
    return [namesakes(name, 80 + seed) for seed, name in enumerate("stuvwxyz")]


def test_people(model: IdentityModel, tmp_path: Path) -> None:
    folder = tmp_path / "people" / "own"
    folder.mkdir(parents=True)
    row = {"doc_id": "1", "query_name": "s", "text": "s", "gold_identity": "1"}
    (folder / "dev.jsonl").write_text(json.dumps(row) + "\n")
    settings = learn_from_corrections.Settings(("own",), (3, 9), 2, made)
    found = learn_from_corrections.run(tmp_path, 0, settings, model)
    assert [row[0] for row in found.rows] == ["own", "own"]
    assert all(len(row) == len(found.columns) for row in found.rows)
    assert all(0.5 < float(value) <= 1.0 for row in found.rows for value in row[3:])
    assert learn_from_corrections.run(tmp_path, 0, settings, model).rows == found.rows


def test_a_user_corrects_what_is_wrong(model: IdentityModel) -> None:
    from namesakes.config import generator

    (group, *_) = made([], "", "")
    name = learn_from_corrections.Name(group, learn_from_corrections.Compared.of(model, group.profiles))
    name.compared = learn_from_corrections.Compared(model, group.profiles, 0 * name.compared.matrix)
    before, random = name.score(), generator(0, "a user")
    count = learn_from_corrections.corrected([name], 100, random)
    assert 0 < count < 100
    assert before < name.score() == 1.0
    assert name.block.corrections == count


def test_links(tmp_path: Path) -> None:
    folder = tmp_path / "ontogum" / "conllu" / "dev"
    folder.mkdir(parents=True)
    for number in range(8):
        (folder / f"{number}.conllu").write_text(story(number))
    found = learn_links.run(tmp_path, 0, learn_links.Settings((4,), 1))
    assert len(found.rows) == 1
    assert len(found.rows[0]) == len(found.columns)
    assert 0 <= int(found.rows[0][0]) <= 4
