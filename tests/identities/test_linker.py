"""The linker: a block of profiles becomes people, by similarities and constraints."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import pytest

from namesakes.arrays import Float64Array
from namesakes.errors import ConfigError, DataError
from namesakes.identities.clustering.average_link import AverageLink
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import clashing_years
from namesakes.identities.clustering.karc import Karc
from namesakes.identities.linker import LinkedBlock, Linker, names_agree
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import PersonName, Profile
from tests.identities import made


@dataclass(frozen=True)
class Fixed:
    """A model that gives these similarities, whoever is asked about."""

    matrix: Sequence[Sequence[float]]
    clusterer: Clusterer = field(default_factory=lambda: AverageLink(threshold=0.5))

    def similarities(self, profiles: Sequence[Profile]) -> Float64Array:
        assert len(profiles) == len(self.matrix)
        return np.array(self.matrix)


def profile(document: str, chain: int, name: str) -> Profile:
    return Profile(document, chain, name=split_name(name), forms={name: 1})


LEES = [profile("a", 0, "Ann Lee"), profile("b", 0, "Lee"), profile("c", 0, "A. Lee"), profile("d", 0, "Bo Lee")]
MATRIX = [
    [1.0, 0.9, 0.6, 0.1],
    [0.9, 1.0, 0.2, 0.3],
    [0.6, 0.2, 1.0, 0.25],
    [0.1, 0.3, 0.25, 1.0],
]


def test_people_with_strengths_and_alternatives() -> None:
    """Average-link at 0.5 joins the first two; the third is as near to them as (0.6 + 0.2) / 2."""
    found = Linker(Fixed(MATRIX))(LEES)
    assert found == LinkedBlock(
        names=["Ann Lee", "A. Lee", "Bo Lee"],
        kinds=["person", "person", "person"],
        labels=[0, 0, 1, 2],
        strengths=[0.9, 0.9, 0.6, 0.75],
        alternatives=[[(1, 0.6)], [(2, 0.3), (1, 0.2)], [(0, 0.4), (2, 0.25)], [(1, 0.25), (0, 0.2)]],
    )
    fewer = Linker(Fixed(MATRIX), LinkingSettings(alternatives=1, least=0.4))(LEES)
    assert fewer.alternatives == [[(1, 0.6)], [], [(0, 0.4)], []]
    assert fewer.strengths == [0.9, 0.9, 0.6, 1.0]


def test_no_evidence_counts_as_the_clusterer_says() -> None:
    unknown = [[1.0, np.nan], [np.nan, 1.0]]
    assert Linker(Fixed(unknown))(LEES[:2]).labels == [0, 1]
    assert Linker(Fixed(unknown, AverageLink(threshold=0.5, unknown=0.6)))(LEES[:2]).strengths == [0.6, 0.6]


def test_constraints_override_the_model() -> None:
    linker = Linker(Fixed(MATRIX))
    assert linker(LEES, must=[(0, 3)], cannot=[(0, 1)]).labels == [0, 1, 2, 0]
    assert linker.memberships(LEES, must=[(0, 3)], cannot=[(0, 1)]).labels.tolist() == [0, 1, 2, 0]
    with pytest.raises(DataError, match=r"a \(Ann Lee\) and b \(Lee\) must be apart"):
        linker(LEES, [(0, 1)], [(0, 1)])


def test_constraints_from_years_of_birth() -> None:
    people = [made.profile("Ann Lee", ("birth", year), document=year) for year in ("1950", "1951", "1980")]
    linker, alike = Linker(Fixed(np.ones((3, 3)).tolist())), clashing_years(people).cannot.tolist()
    assert linker(people).labels == [0, 0, 0]
    assert linker(people, cannot=alike).labels == [0, 0, 1]


def test_soft_clusters_give_memberships_as_alternatives() -> None:
    linker = Linker(Fixed(MATRIX, Karc(clusters=2, gamma=1.0, threshold=0.0)), LinkingSettings(least=0.0))
    soft = linker.memberships(LEES)
    assert soft.shares is not None
    found = linker(LEES)
    for own, label, others in zip(soft.shares, found.labels, found.alternatives, strict=True):
        ((other, share),) = others
        assert other == 1 - label
        assert share == pytest.approx(own.min(), abs=1e-6)


def test_people_of_one_document_are_apart_where_their_names_differ() -> None:
    assert names_agree(profile("d", 0, "Mark Johnson"), profile("d", 1, "Johnson"))
    assert not names_agree(profile("d", 0, "Mark Johnson"), profile("d", 1, "Susan Johnson"))
    assert not names_agree(profile("d", 0, "Mr. Johnson"), profile("d", 1, "Mrs. Johnson"))
    assert not names_agree(profile("d", 0, "Mark Johnson"), profile("d", 1, "Mark Johnson Jr."))


@pytest.mark.parametrize(("within", "labels"), [("free", [0, 0, 0]), ("names", [0, 0, 1]), ("apart", [0, 1, 2])])
def test_people_of_one_document(within: str, labels: list[int]) -> None:
    same = [profile("d", 0, "Mark Johnson"), profile("d", 1, "Johnson"), profile("d", 2, "Susan Johnson")]
    linker = Linker(Fixed(np.ones((3, 3)).tolist()), LinkingSettings(within_document=within))
    assert linker(same).labels == labels
    assert linker(same, must=[(0, 2)]).labels[::2] == [0, 0], "a correction weighs more"


def test_organisations_are_told_by_their_names() -> None:
    names = ("Acorn Bank Ltd", "The Acorn Bank", "Bank of Amber", "Acorn Bank")
    banks = [
        Profile(document, 0, "organization", PersonName(full=name), {name: 1})
        for document, name in zip("abcd", names, strict=True)
    ]
    linker = Linker.shipped()
    found = linker(banks)
    assert found.labels == [0, 0, 1, 0]
    assert found.kinds == ["organization", "organization"]
    with_person = [*banks, profile("e", 0, "Ann Bank")]
    assert linker(with_person, [(2, 4)], [(0, 3)]).labels == [0, 0, 1, 2, 1]


def test_a_linker_can_be_sent_to_other_processes() -> None:
    linker = Linker.shipped(LinkingSettings(within_document="apart"))
    again = pickle.loads(pickle.dumps(linker))
    assert again.settings == linker.settings
    assert again(LEES) == linker(LEES)


def test_one_profile_is_one_person() -> None:
    found = Linker.shipped()(LEES[:1])
    assert found == LinkedBlock(["Ann Lee"], ["person"], [0], [1.0], [[]])


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError, match="within-document is one of names, apart, free, not 'never'"):
        LinkingSettings(within_document="never")
    with pytest.raises(ConfigError, match="between 0 and 1"):
        LinkingSettings(least=2.0)
