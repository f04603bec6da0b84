"""What holds for every specialist, and pairs by hand for each."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namesakes.errors import UnknownNameError
from namesakes.identities.specialists import BUILT_IN, SPECIALISTS, create_specialists
from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms.statistics import Statistics
from namesakes.identities.terms.term_matrix import TRUST
from namesakes.profiles.profile import Profile
from tests.identities.specialists.made import PROFILES, counted, profile

ALL = list(SPECIALISTS)
EMPTY = Profile("d", 0)


def specialist(name: str) -> Specialist:
    """The specialist of this name, which knows nothing of any corpus."""
    return SPECIALISTS[name](Statistics())


def test_names_and_descriptions_are_their_own() -> None:
    found = create_specialists(ALL, Statistics())
    assert [one.name for one in found] == ALL
    assert len({one.about for one in found}) == len(ALL)
    with pytest.raises(UnknownNameError, match="there is no specialist called 'horoscope'"):
        create_specialists(["horoscope"], Statistics())


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=12)
@given(profiles=st.lists(PROFILES, max_size=5))
def test_similarities_are_symmetric_and_between_0_and_1(name: str, profiles: list[Profile]) -> None:
    found = specialist(name).compare(profiles)
    assert found.dtype == np.float32
    assert found.shape == (len(profiles), len(profiles))
    np.testing.assert_array_equal(found, found.T)
    known = found[~np.isnan(found)]
    assert ((known >= 0) & (known <= 1)).all()


@pytest.mark.parametrize("name", ALL)
@settings(max_examples=8)
@given(a=PROFILES, b=PROFILES)
def test_a_pair_is_a_block_of_two(name: str, a: Profile, b: Profile) -> None:
    one = specialist(name)
    value, whole = one.similarity(a, b), one.compare([a, b])
    assert np.isnan(whole[0, 1]) if value is None else whole[0, 1] == np.float32(value)


BLOCKWISE = {
    *("people organizations places entities family employers education".split()),
    *("people-shared organizations-shared places-shared entities-shared phrases-shared".split()),
    *("context words proper phrases phrase-words title-words fact-words forms summaries topics context-topics".split()),
}
"""Those that weigh terms by how usual they are in the block."""


@pytest.mark.parametrize("name", sorted(set(ALL) - BLOCKWISE))
@settings(max_examples=8)
@given(profiles=st.lists(PROFILES, min_size=3, max_size=4))
def test_others_in_the_block_change_nothing_for_most(name: str, profiles: list[Profile]) -> None:
    one = specialist(name)
    np.testing.assert_allclose(one.compare(profiles)[:2, :2], one.compare(profiles[:2]), atol=1e-6)


@pytest.mark.parametrize("name", ALL)
def test_nobody_is_awake_about_empty_profiles(name: str) -> None:
    full = profile(
        "Ann Lee", {"title": "nurse"}, given="Ann", family="Lee", words=counted("ship"), people=counted("Bo")
    )
    assert np.isnan(specialist(name).compare([EMPTY, EMPTY, full])[0]).all()
    assert specialist(name).compare([]).shape == (0, 0)


@pytest.mark.parametrize("name", ALL)
def test_a_thousand_of_one_name_are_no_trouble(name: str) -> None:
    found = specialist(name).compare([profile("Li", family="Li", given="Wei", words={"x": 1})] * 300)
    assert found.shape == (300, 300)


def likeness(name: str, a: Profile, b: Profile) -> float | None:
    return specialist(name).similarity(a, b)


def facts(a: str, b: str, field: str) -> tuple[Profile, Profile]:
    return profile(facts={field: a}), profile(facts={field: b})


@pytest.mark.parametrize(
    ("given", "other", "expected"),
    [
        ("Bill", "William", 0.95),
        ("Liz", "Elizabeth", 0.95),
        ("Jack", "John", 0.95),
        ("ANATOLIY", "Anatoly", 0.95),
        ("John", "john", 1.0),
        ("Bill", "Bob", 0.0),
        ("Mary", "John", 0.0),
        ("J.", "John", None),
        ("", "John", None),
        ("王伟", "王伟", 1.0),
    ],
)
def test_nicknames(given: str, other: str, expected: float | None) -> None:
    assert likeness("nicknames", profile(given=given), profile(given=other)) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("some", "other", "expected"),
    [
        (("J.", ""), ("John", ""), 1.0),
        (("J.", "F."), ("John", "Fitzgerald"), 1.0),
        (("John", ""), ("John", "F."), 0.75),
        (("John", "F."), ("John", "G."), 0.0),
        (("J.", ""), ("Mary", ""), 0.0),
        (("W.", ""), ("Bill", ""), 1.0),
        (("B.", ""), ("William", ""), 0.0),
        (("", "F."), ("John", ""), None),
    ],
)
def test_initials(some: tuple[str, str], other: tuple[str, str], expected: float | None) -> None:
    a, b = (profile(given=names[0], middle=names[1]) for names in (some, other))
    assert likeness("initials", a, b) == pytest.approx(expected)


def test_generations() -> None:
    assert likeness("generations", profile(suffix="Jr."), profile(suffix="Junior")) == 1
    assert likeness("generations", profile(suffix="Jr."), profile(suffix="Sr.")) == 0
    assert likeness("generations", profile(suffix="Jr."), profile(suffix="PhD")) is None


def test_gender_speaks_up_at_clashes_alone() -> None:
    man, woman = profile(gender="male"), profile(gender="female")
    assert likeness("gender", man, woman) == 0
    assert likeness("gender", man, man) is None
    assert likeness("gender", woman, profile()) is None


@pytest.mark.parametrize(
    ("some", "other", "expected"),
    [
        ({"birth": "3 May 1950"}, {"birth": "1950"}, 1.0),
        ({"birth": "1950"}, {"birth": "1951"}, 0.5),
        ({"birth": "1950"}, {"birth": "1954"}, 0.0),
        ({"birth": "1950"}, {"age": "46", "date": "June 1996"}, 1.0),
        ({"birth": "1950"}, {"age": "46-year-old", "date": "1997-02-03"}, 1.0),
        ({"birth": "1930"}, {"age": "46", "date": "June 1996"}, 0.0),
        ({"birth": "1950"}, {"age": "46"}, None),
        ({"birth": "1950", "death": "1999"}, {"birth": "1950", "death": "2004"}, 0.0),
        ({"death": "1999"}, {"death": "1999"}, 1.0),
        ({"birth": "unknown"}, {"birth": "1950"}, None),
    ],
)
def test_births(some: dict[str, str], other: dict[str, str], expected: float | None) -> None:
    assert likeness("births", profile(facts=some), profile(facts=other)) == pytest.approx(expected)


def test_lifetimes() -> None:
    dead = profile(facts={"birth": "1800", "death": "1850"})
    assert likeness("lifetimes", dead, profile(facts={"date": "1996"})) == 0
    assert likeness("lifetimes", dead, profile(facts={"date": "1803"})) == 0
    assert likeness("lifetimes", dead, profile(facts={"date": "1840"})) is None


def test_dates_are_closer_by_the_logarithm() -> None:
    at = {year: profile(facts={"date": year}) for year in ("May 1963", "June 1963", "1964", "1970", "1850")}
    near = [likeness("dates", at["May 1963"], other) for other in at.values()]
    assert near[0] == 1
    assert near == sorted(near, reverse=True, key=lambda value: value or 0)
    assert near[-1] == 0
    assert likeness("dates", at["1964"], profile()) is None
    assert likeness("years", profile(words={"1963": 2, "ship": 1}), profile(words={"1963": 1})) == 1


@pytest.mark.parametrize(
    ("some", "other", "expected"),
    [
        ("Ann@X.org", "mailto:ann@x.org", 1.0),
        ("https://www.x.org/ann/", "http://x.org/ann", 1.0),
        ("ann@x.org", "x.org/people", 0.6),
        ("ann@gmail.com", "ben@gmail.com", None),
        ("ann@x.org", "ann@y.org", None),
    ],
)
def test_addresses(some: str, other: str, expected: float | None) -> None:
    assert likeness("addresses", *facts(some, other, "url")) == pytest.approx(expected)


def test_telephones_are_compared_by_their_digits() -> None:
    assert likeness("addresses", *facts("+1 (202) 555-0143", "202.555.0143", "phone")) == 1
    assert likeness("addresses", *facts("12", "12", "phone")) is None


def test_acronyms() -> None:
    conference = profile(organizations=counted("International Conference on Computational Linguistics"))
    assert likeness("acronyms", conference, profile(organizations=counted("ICCL"))) == 0.5
    assert likeness("acronyms", *facts("United Nations", "U.N.", "employer")) == 0.5
    assert likeness("acronyms", *facts("United Nations", "NATO", "employer")) is None
    two = profile(organizations=counted("United Nations, European Union"))
    assert likeness("acronyms", two, profile(organizations=counted("UN, EU"))) == 0.75


@pytest.mark.parametrize(
    ("some", "other", "expected"),
    [
        ("Paris", "paris, France", 1.0),
        ("Austin, Texas", "Texas", 0.8),
        ("Austin", "Dallas, TX", 2 / 3),
        ("Austin", "American", 0.5),
        ("Paris", "Lyon", 0.5),
        ("Paris", "London", 0.0),
        ("Peking", "Chinese", 2 / 3),
        ("Smallville", "smallville", 1.0),
        ("Smallville", "Gotham", 0.0),
        ("Washington, D.C.", "Washington DC", 1.0),
    ],
)
def test_locations(some: str, other: str, expected: float) -> None:
    assert likeness("locations", *facts(some, other, "lives")) == pytest.approx(expected)


def test_every_place_seeks_its_nearest() -> None:
    a, b = facts("Paris | London", "Paris", "lives")
    assert likeness("locations", a, b) == pytest.approx((1 / 2 + 1) / 2)


def test_occupations_by_meaning() -> None:
    def alike(some: str, other: str) -> float:
        found = likeness("occupations", *facts(some, other, "title"))
        assert found is not None
        return found

    assert alike("senator", "Senator") == 1
    assert alike("physician", "doctor") == 1
    assert alike("president", "commander-in-chief") > alike("president", "nurse")
    assert alike("ambassador", "diplomat") > alike("ambassador", "baker")
    assert alike("senator", "congressman") > alike("senator", "striker")
    assert alike("senator", "D-N.Y.") == 1
    assert alike("deputy prime minister of defence", "prime minister") == 1
    assert likeness("occupations", *facts("flumphist", "senator", "title")) is None


def test_what_people_are_called_by_meaning() -> None:
    def alike(some: dict[str, int], other: dict[str, int]) -> float | None:
        a, b = (replace(profile("Ann Baker"), forms=forms) for forms in (some, other))
        return likeness("descriptions", a, b)

    physician = alike({"the physician": 1}, {"our doctor": 2})
    assert physician == 1
    nurse, miner = (alike({"the physician": 1}, {noun: 1}) for noun in ("the nurse", "the old miner"))
    assert nurse is not None
    assert miner is not None
    assert 0 < miner < nurse < 1
    assert alike({"Ann Baker": 3, "Baker": 1}, {"the baker": 1}) is None  # a name is no noun
    (titled, _) = facts("physician", "", "title")
    assert likeness("descriptions", titled, replace(profile("A. Baker"), forms={"her doctor": 1})) == 1


def test_affiliations_by_meaning() -> None:
    def alike(some: str, other: str, field: str = "employer") -> float:
        found = likeness("affiliations", facts(some, "", field)[0], facts(other, "", "member")[0])
        assert found is not None
        return found

    assert alike("Lee Bank", "the Bank of Oslo") == 1
    assert alike("Brown University", "a college", "education") > alike("Brown University", "the bank")
    assert alike("Second Army", "the navy") > alike("Second Army", "a newspaper", "owner")
    assert likeness("affiliations", *facts("IBM", "First National Bank", "employer")) is None
    assert {"descriptions", "affiliations"} <= set(SPECIALISTS) - set(BUILT_IN)


def test_own_names_in_spite_of_spelling() -> None:
    names = specialist("names")
    a, same, near, other = (
        profile(full, family=full.split()[1], given=full.split()[0])
        for full in ("Anna Karlsson", "Anna Karlsson", "Anna Carlsson", "Hugo Weiss")
    )
    found = names.compare([a, same, near, other])[0]
    assert found[1] == pytest.approx(1)
    assert found[2] == pytest.approx(0.9583, abs=1e-3)  # Jaro-Winkler of Karlsson and Carlsson is 11/12
    assert found[3] == 0


@pytest.mark.parametrize(
    ("name", "field"), [("people", "people"), ("organizations", "organizations"), ("places", "places")]
)
def test_names_in_lists_meet_by_their_words(name: str, field: str) -> None:
    a, b, c, d = (
        profile(**{field: counted(names)})
        for names in ("Dean Rusk, Llewellyn Thompson", "Rusk, Llewelyn Thompson", "Mary Poe", "Dean Rusk")
    )
    found = specialist(name).compare([a, b, c, d])
    assert found[0] == pytest.approx([1, 0.856, 0, 0.6538], abs=1e-3)
    assert found[1] == pytest.approx([0.856, 1, 0, 0.5], abs=1e-3)


@pytest.mark.parametrize(("name", "field"), [("family", "family"), ("employers", "member"), ("education", "education")])
def test_names_in_facts_meet(name: str, field: str) -> None:
    assert likeness(name, *facts("Anna Karlsson", "Anna Carlsson", field)) == pytest.approx(0.95, abs=0.05)
    assert likeness(name, *facts("Anna Karlsson", "Hugo Weiss", field)) == 0
    assert likeness(name, profile(facts={field: "Anna"}), profile()) is None


def idf(kind: str, term: str, having: int, block: int) -> float:
    """−log((d + t·p) / (n + t)): how much a term tells that `having` profiles of the block have."""
    share = float(Statistics().frequencies(kind, [term])[0])
    return float(-np.log((having + TRUST * share) / (block + TRUST)))


@pytest.mark.parametrize(
    ("name", "expected"), [("entities", 0.6536), ("entities-shared", 1 - np.exp(-idf("entities", "berlin", 2, 2) / 6))]
)
def test_names_meet_whatever_they_were_taken_for(name: str, expected: float) -> None:
    a, b = profile(people=counted("Dean Rusk, Berlin")), profile(places=counted("Berlin"))
    assert likeness(name, a, b) == pytest.approx(expected, abs=1e-3)
    assert likeness(name, a, profile(organizations=counted("NATO"))) == 0


def test_the_share_of_people_in_common() -> None:
    a, b = profile(people=counted("Ann Lee, Bo Ek")), profile(people=counted("ANN LEE, Cy Day"))
    assert likeness("people-jaccard", a, b) == pytest.approx(1 / 3)


@pytest.mark.parametrize(
    ("name", "rarely", "usually"),
    [
        ("people", 0.4325, 0.0653),
        ("people-shared", *(1 - np.exp(-idf("people", "", count, 42) / 6) for count in (2, 40))),
    ],
)
def test_people_who_occur_with_everybody_tell_little(name: str, rarely: float, usually: float) -> None:
    usual = [profile(people=counted(f"Dean Rusk, Person{place} Other{place}")) for place in range(40)]
    rare = [profile(people=counted(f"Ezra Quill, Person{place} Other{place}")) for place in (90, 91)]
    found = specialist(name).compare([*usual, *rare])
    assert (found[40, 41], found[0, 1]) == pytest.approx((rarely, usually), abs=1e-3)


@pytest.mark.parametrize(
    ("name", "field"),
    [("context", "context"), ("words", "words"), ("proper", "proper"), ("phrases", "phrases"), ("forms", "forms")],
)
def test_cosines(name: str, field: str) -> None:
    a, b, c, d = (
        profile(**{field: counted(words)})
        for words in ("parser, grammar", "Parser, grammar", "parser, treaty", "treaty, fleet")
    )
    found = specialist(name).compare([a, b, c, d])
    assert found[0, 1] == pytest.approx(1)
    kind = SPECIALISTS[name].kind  # type: ignore[attr-defined]
    parser, grammar, treaty = (idf(kind, *each, 4) for each in (("parser", 3), ("grammar", 2), ("treaty", 2)))
    assert found[0, 2] == pytest.approx(parser**2 / np.hypot(parser, grammar) / np.hypot(parser, treaty), rel=1e-5)
    assert found[0, 3] == 0


@pytest.mark.parametrize("name", ["title-words", "fact-words"])
def test_words_of_titles(name: str) -> None:
    some = likeness(name, *facts("Assistant Secretary", "secretary of state", "title"))
    assistant, secretary, state = (
        idf("facts", *each, 2) for each in (("assistant", 1), ("secretary", 2), ("state", 1))
    )
    expected = secretary**2 / np.hypot(assistant, secretary) / np.hypot(secretary, state)
    assert some == pytest.approx(expected, rel=1e-5)
    assert likeness(name, *facts("general", "secretary", "title")) == 0


def test_summaries_and_inner_words() -> None:
    a, b = profile(summary=("He led the fleet.",)), profile(summary=("The fleet sailed.",))
    assert likeness("summaries", a, b) == pytest.approx(0.5352, abs=1e-3)
    part = likeness("phrase-words", profile(phrases=counted("red fleet")), profile(phrases=counted("fleet")))
    red, fleet = idf("words", "red", 1, 2), idf("words", "fleet", 2, 2)
    assert part == pytest.approx(fleet / np.hypot(red, fleet), rel=1e-5)


def test_topics_meet_without_a_word_in_common() -> None:
    parsing = profile(words=counted("grammar, verb, noun, sentence"))
    language = profile(words=counted("language, syntax, vocabulary, translation"))
    navy = profile(words=counted("fleet, submarine, admiral, missile"))
    found = specialist("topics").compare([parsing, language, navy])
    assert found[0, 1] > found[0, 2]
    assert likeness("topics", parsing, profile(words=counted("qwxyzzy"))) is None
