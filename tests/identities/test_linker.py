"""The linker: a block of profiles becomes people, by similarities and constraints."""

import pickle
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namesakes.arrays import Float64Array
from namesakes.errors import ConfigError, DataError
from namesakes.identities.clustering.average_link import AverageLink
from namesakes.identities.clustering.clusterer import Clusterer
from namesakes.identities.clustering.constraints import clashing_years
from namesakes.identities.clustering.karc import Karc
from namesakes.identities.clustering.mixed_link import MixedLink
from namesakes.identities.linker import LinkedBlock, Linker
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
    assert fewer.strengths == [0.9, 0.9, 0.6, 0.75]


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
    linker = Linker(Fixed(MATRIX, Karc(clusters=2, gamma=1.0, threshold=0.0)), LinkingSettings(names="free", least=0.0))
    soft = linker.memberships(LEES)
    assert soft.shares is not None
    found = linker(LEES)
    for own, label, others in zip(soft.shares, found.labels, found.alternatives, strict=True):
        ((other, share),) = others
        assert other == 1 - label
        assert share == pytest.approx(own.min(), abs=1e-6)


def test_different_names_are_apart_across_documents() -> None:
    names = ("Mark Johnson", "Johnson", "Susan Johnson", "M. Johnson", "Mark Johnson Jr.")
    people = [profile(str(number), 0, name) for number, name in enumerate(names)]
    alike = Fixed(np.full((5, 5), 0.9).tolist())
    found = Linker(alike)(people)
    assert found.labels[0] == found.labels[1] == found.labels[3]
    assert len({found.labels[place] for place in (0, 2)}) == 2
    assert Linker(alike, LinkingSettings(names="free"))(people).labels == [0] * 5


def test_what_corrections_join_may_be_whom_either_may_be() -> None:
    """Ann Lee and Ann Ek are one, somebody says: then another Ann Ek may be her as well."""
    people = [profile("a", 0, "Ann Lee"), profile("b", 0, "Ann Ek"), profile("c", 0, "Ann Ek")]
    assert Linker(Fixed(np.ones((3, 3)).tolist()))(people, must=[(0, 1)]).labels == [0, 0, 0]
    assert Linker(Fixed(np.ones((3, 3)).tolist()))(people).labels == [0, 1, 1]


def test_a_name_that_a_document_states_may_be_theirs() -> None:
    singer = Profile("a", 0, name=split_name("Reginald Dwight"), forms={"Reginald Dwight": 1, "Elton John": 2})
    people = [singer, profile("b", 0, "Elton John"), profile("c", 0, "Olivia John")]
    assert Linker(Fixed(np.ones((3, 3)).tolist()))(people).labels == [0, 0, 1]


@given(made.similarities(least=3, most=8), st.lists(st.floats(0, 1), min_size=2, max_size=2))
@settings(max_examples=60, deadline=None)
def test_more_caution_never_finds_fewer_people(matrix: Float64Array, cautions: list[float]) -> None:
    names = ("Ann Lee", "Lee", "A. Lee", "Bo Lee", "Lee", "Ann Lee", "B. Lee", "Mrs. Lee")
    people = [profile(str(number), 0, name) for number, name in enumerate(names[: len(matrix)])]
    model = Fixed(matrix.tolist(), MixedLink(threshold=0.5))
    less, more = (len(Linker(model, LinkingSettings(caution=each))(people).names) for each in sorted(cautions))
    assert less <= more


def test_copies_of_a_passage_count_once() -> None:
    """A dispatch in two papers and a letter: the copies are one, and the letter is compared with one of them."""
    words, other = ({f"{start}{number}": 1 for number in range(40)} for start in ("a", "b"))
    lee = split_name("Ann Lee")
    people = [
        Profile(name, 0, name=lee, forms={"Ann Lee": 1}, words=bag, context=bag)
        for name, bag in (("a", words), ("b", words), ("c", other))
    ]
    matrix = [[1.0, 0.2], [0.2, 1.0]]
    found = Linker(Fixed(matrix))(people)
    assert found.labels == [0, 0, 1]
    assert found.strengths == [0.8, 0.8, 0.8]
    assert Linker(Fixed(np.full((3, 3), 0.2).tolist()))(people, cannot=[(0, 1)]).labels == [0, 1, 2]


@pytest.mark.parametrize(("within", "labels"), [("free", [0, 0, 0]), ("names", [0, 0, 1]), ("apart", [0, 1, 2])])
def test_people_of_one_document(within: str, labels: list[int]) -> None:
    same = [profile("d", 0, "Mark Johnson"), profile("d", 1, "Johnson"), profile("d", 2, "Susan Hart")]
    linker = Linker(Fixed(np.ones((3, 3)).tolist()), LinkingSettings(within_document=within))
    assert linker(same).labels == labels


@pytest.mark.parametrize("others", [("Mark Johnson", "Susan Johnson"), ("Luis Johnson", "Louis Johnson")])
def test_a_short_form_of_several_people_of_a_document_is_none_of_them(others: tuple[str, str]) -> None:
    same = [profile("d", place, name) for place, name in enumerate((*others, "Johnson"))]
    linker = Linker(Fixed(np.ones((3, 3)).tolist()), LinkingSettings(within_document="names"))
    assert linker(same).labels == [0, 1, 2]

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
    assert Linker.shipped()(LEES[1:2]).strengths == [0.5], "one word may be short for any name"


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError, match="within-document is one of names, apart, free, not 'never'"):
        LinkingSettings(within_document="never")
    with pytest.raises(ConfigError, match="between 0 and 1"):
        LinkingSettings(least=2.0)


def test_whom_a_document_tells_apart_is_two() -> None:
    one, other = profile("a", 0, "Anna Holt"), profile("a", 1, "Anna Holt")
    alike = [[1.0, 0.9], [0.9, 1.0]]
    assert Linker(Fixed(alike))([one, other]).labels == [0, 0]
    told = replace(one, apart=(1,))
    assert Linker(Fixed(alike))([told, other]).labels == [0, 1]
    assert Linker(Fixed(alike))([told, other], must=[(0, 1)]).labels == [0, 0], "who corrects it wins"
    elsewhere = replace(other, document="b")
    assert Linker(Fixed(alike))([told, elsewhere]).labels == [0, 0], "chain 1 of another document is somebody else"
    assert Linker(Fixed(alike), LinkingSettings(within_document="free"))([told, other]).labels == [0, 0]


@pytest.mark.parametrize("name", ["Ann Lee", "Lee", "Dr Lee", "A. Lee", "Ann"])
@pytest.mark.parametrize("kind", ["person", "organization"])
def test_a_profile_alone_comes_out_as_the_long_way_says(name: str, kind: str) -> None:
    alone = replace(profile("a", 0, name), kind=kind)
    for linker in (Linker.shipped(), Linker(Fixed([[1.0]])), Linker(Fixed([[1.0]], MixedLink()))):
        linked = linker.linked([alone])
        strengths, nearness = linker.certainties(linked)
        found = linker([alone])
        assert found.strengths == np.round(strengths, 6).tolist()
        assert found.labels == linked.placement.labels[linked.rows].tolist()
        assert found.alternatives == linker._alternatives(nearness, linked.placement.labels)
        assert (found.names, found.kinds) == ([name], [kind])
