"""Identities of many profiles, block by block."""

import numpy as np
import pytest

from namesakes.errors import ConfigError
from namesakes.identities.block_linking import link_blocks
from namesakes.identities.blocking.blocking import Blocking, Blocks
from namesakes.identities.clustering.clusterer import clusterer
from namesakes.identities.linker import Linker
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.identities.mixing.plain_similarity import UntrainedModel, plain_similarities
from namesakes.metrics.clustering import compare_labels
from namesakes.profiles.profile import Profile
from reproduction.synthetic.people import SyntheticPeople
from tests.identities.made import profile

PEOPLE = SyntheticPeople(3_000, seed=4)
LINKER = Linker(UntrainedModel(clusterer("connected", {"threshold": 0.6})), LinkingSettings(within_document="free"))


@pytest.mark.parametrize("jobs", [1, 2])
def test_identities_from_end_to_end(jobs: int) -> None:
    blocks = Blocking(limit=100).blocks(PEOPLE)
    labels = link_blocks(LINKER, blocks, PEOPLE.profiles, jobs=jobs, batch=500)
    scores = compare_labels(PEOPLE.identities.tolist(), labels.tolist())
    assert scores["purity"].f1 == pytest.approx(0.9526, abs=0.001)
    assert np.array_equal(labels, link_blocks(LINKER, blocks, PEOPLE.profiles))


def test_labels_are_numbered_in_the_order_of_the_blocks() -> None:
    people = [profile(name, document=str(n)) for n, name in enumerate(("Ann Lee", "Bo Ek", "Ann Lee", "Cy Ek"))]

    def fetch(rows: np.ndarray) -> list[Profile]:
        return [people[row] for row in rows]

    blocks = Blocks.of_labels(np.array([0, 1, 0, 1]))
    for batch in (1, 4):
        assert link_blocks(LINKER, blocks, fetch, batch=batch).tolist() == [0, 1, 0, 2]
    with pytest.raises(ConfigError, match="at least one process"):
        link_blocks(LINKER, blocks, fetch, jobs=0)


def test_plain_similarities() -> None:
    profiles = [
        profile("John Smith", people={"Eve Fox": 1}),
        profile("Jack Smith", people={"Eve Fox": 1}),
        profile("J. Smith"),
        profile("Jonh Smith"),
        profile("Mary Smith", people={"Eve Fox": 1}),
        profile("Mr Smith"),
    ]
    found = plain_similarities(profiles)
    assert np.array_equal(found, found.T)
    assert np.diagonal(found).tolist() == [1.0] * 6
    vague, shared = 0.85, np.log(7 / 3)  # an initial, and a clue that three of six have
    five = 1 / (1 + 3 / 8)  # bearers of a name that five may bear
    assert found[0, 1] == pytest.approx(vague * (five + (1 - five) * shared / (shared + 2)))  # Jack may be several
    assert found[0, [2, 4, 5]] == pytest.approx([vague * five, 0, vague * five])
    assert found[0, 3] == pytest.approx(0.9333 * five, abs=1e-4)  # Jaro-Winkler of John and Jonh
    assert found[4] == pytest.approx([0, 0, 0, 0, 1, vague])
    assert plain_similarities(profiles[:1]).tolist() == [[1.0]]
