"""Mixed batches."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.encoder.examples import Example
from namesakes.encoder.folds import fold_of
from namesakes.encoder.training.sampling import Sampler, without_fold
from namesakes.errors import ConfigError
from tests.encoder.made import converter, document


def examples(folder: Path) -> list[Example]:
    make = converter()
    return [make.words(document(folder), name)[0] for name in ("first", "first", "second", "third")]


def test_each_corpus_gets_its_share(tmp_path: Path) -> None:
    sampler = Sampler(examples(tmp_path), {"first": 24.0, "second": 6.0}, seed=1)
    drawn = [each.corpus for _ in range(100) for each in sampler.draw()]
    assert "third" not in drawn
    assert abs(drawn.count("first") - 200) <= 1
    assert abs(drawn.count("second") - 50) <= 1


def test_the_seed_decides(tmp_path: Path) -> None:
    made = examples(tmp_path)
    shares = {"first": 5.0, "second": 3.0}
    runs = [[[id(each) for each in Sampler(made, shares, seed).draw()] for _ in range(3)] for seed in (1, 1)]
    assert runs[0] == runs[1]


def test_nothing_to_learn_from_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="shares"):
        Sampler(examples(tmp_path), {"elsewhere": 5.0}, seed=1)


def test_a_sampler_that_skips_goes_on_as_if_it_had_drawn(tmp_path: Path) -> None:
    made = examples(tmp_path)
    one, other = (Sampler(made, {"first": 5.0, "second": 3.0}, 1) for _ in range(2))
    for _ in range(7):
        one.draw()
    other.skip(7)
    assert [id(each) for each in one.draw()] == [id(each) for each in other.draw()]


def test_each_document_with_chains_is_left_out_of_one_fold_with_all_its_parts(tmp_path: Path) -> None:
    made = examples(tmp_path) * 10
    for number, each in enumerate(made):
        made[number] = replace(each, id=f"{number // 2}:{1500 * (number % 2)}", chains=np.zeros((0, 3), dtype=np.int32))
    kept = [{each.id for each in without_fold(made, 3, fold)} for fold in range(3)]
    assert all(sum(each.id in fold for fold in kept) == 2 for each in made)
    for number in range(9):
        assert fold_of(f"{number}:0", 3) == fold_of(f"{number}:1500", 3) == fold_of(str(number), 3)
    assert without_fold(made, 0, 0) == made
    plain = [replace(each, chains=None) for each in made]
    assert without_fold(plain, 3, 1) == plain
