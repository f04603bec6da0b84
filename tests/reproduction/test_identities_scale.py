"""The experiments with blocks and many chains, in small."""

from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.identities.clustering.clusterer import clusterer
from reproduction.ours import identities_blocking, identities_scale
from reproduction.ours.clusterer_speed import TASKS, similarities


def test_scale() -> None:
    outcome = identities_scale.run(None, 0, sizes=[600])
    ((*_, agreement, _),) = outcome.rows
    found, alone = (float(part.strip("()")) for part in agreement.split())
    assert found > alone
    assert [len(row) for row in outcome.rows] == [len(outcome.columns)]


def test_processes_change_nothing_but_time() -> None:
    one, two = (identities_scale.measure(400, 3, processes) for processes in (1, 2))
    assert (one.blocks, one.recall, one.agreement) == (two.blocks, two.recall, two.agreement)
    assert one.megabytes > 1


def test_blocking_needs_its_corpora(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="the corpora"):
        identities_blocking.run(None, 0)
    with pytest.raises(DataError, match="not there"):
        identities_blocking.run(tmp_path, 0)


@pytest.mark.parametrize(("title", "name", "settings", "goal"), TASKS)
def test_tasks_of_the_benchmark(title: str, name: str, settings: dict[str, object], goal: str) -> None:
    matrix = similarities(60, 5, 0)
    found = clusterer(name, {**settings, "iterations": 5} if "iterations" in settings else settings).cluster(matrix)
    assert len(found) == 60
