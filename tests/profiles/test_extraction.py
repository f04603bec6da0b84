"""Profiles of documents, good and bad."""

import pytest

from namesakes import Document, coref
from namesakes.errors import DataError, UnknownNameError
from namesakes.profiles.extraction import profiles, query_profile
from namesakes.profiles.profile import KINDS, Profile

TEXT = (
    "Amelia Thorne, a British botanist at Kew Gardens, was born in York in 1950. She studied at Durham University. "
    "Her husband, Victor Thorne, is a judge. In 1981 Thorne moved to Lisbon."
)


@pytest.fixture(scope="module")
def document() -> Document:
    return coref(TEXT, singletons=True, explain=False)


@pytest.fixture(scope="module")
def amelia(document: Document) -> Profile:
    (found,) = (profile for profile in profiles(document) if profile.name.given == "Amelia")
    return found


def test_facts(amelia: Profile) -> None:
    found = {(fact.field, fact.value) for fact in amelia.facts}
    assert {
        ("occupation", "botanist"),
        ("nationality", "British"),
        ("born", "York"),
        ("birth", "1950"),
        ("education", "Durham University"),
        ("family", "Victor Thorne"),
    } <= found
    assert ("date", "1950") not in found


def test_evidence_lies_in_the_text(document: Document) -> None:
    facts = [fact for profile in profiles(document, KINDS) for fact in profile.facts]
    assert facts
    for fact in facts:
        evidence = fact.evidence
        assert TEXT[evidence.start : evidence.end] in evidence.sentence
        assert evidence.sentence in TEXT
        assert evidence.pattern


def test_surroundings(amelia: Profile) -> None:
    assert amelia.gender == "female"
    assert "Victor Thorne" in amelia.people
    assert "Amelia Thorne" not in amelia.people
    assert {"York", "Lisbon"} <= set(amelia.places)
    assert "Durham University" in amelia.organizations
    assert {"botanist", "study", "judge"} <= set(amelia.context)
    assert "thorne" not in amelia.context or amelia.context["thorne"] < amelia.words["thorne"]
    assert amelia.summary[0].startswith("Amelia Thorne, a British botanist")
    assert amelia.mentions >= 3


def test_relatives_are_told_to_each_other(document: Document) -> None:
    (victor,) = (profile for profile in profiles(document) if profile.name.given == "Victor")
    assert ("family", "Amelia Thorne", "spouse") in {(fact.field, fact.value, fact.relation) for fact in victor.facts}
    assert victor.values("title", "occupation") == ["judge"]


def test_json_goes_round(amelia: Profile) -> None:
    assert Profile.from_json(amelia.to_json()) == amelia


def test_what_is_denied_or_wished_is_no_fact() -> None:
    text = "Tom Moore is not a doctor. Tom Moore wants to become a pilot. Tom Moore never studied at Durham University."
    found = profiles(coref(text, singletons=True, explain=False))
    assert [profile.values("occupation", "title", "education") for profile in found] == [[]]


def test_names_without_chains_have_profiles(document: Document) -> None:
    bare = document.replace(mention_table=None)
    assert {"Amelia Thorne", "Victor Thorne"} <= {profile.name.full for profile in profiles(bare)}
    assert {"York", "Lisbon"} <= {profile.name.full for profile in profiles(bare, ("place",))}


def test_people_with_other_given_names_are_others() -> None:
    text = "Authors: Junzhe Wang, Daniel Wang, Tao Gui\n\nWe study words."
    found = profiles(coref(text, singletons=True, explain=False))
    assert {profile.name.full for profile in found} == {"Junzhe Wang", "Daniel Wang", "Tao Gui"}
    assert set(found[0].people) == {"Daniel Wang", "Tao Gui"}


def test_the_fullest_name_has_a_given_name_and_a_surname() -> None:
    found = profiles(coref("Olivier Dumont spoke first. Olivier smiled.", singletons=True, explain=False))
    assert [profile.name.full for profile in found] == ["Olivier Dumont"]


def test_remarks_about_namesakes_and_what_pronouns_say(amelia: Profile) -> None:
    assert amelia.pronouns == {"female": 2}
    text = "Ann Lee praised a nurse of the same name. Tom Moore wrote a song of the same name."
    found = {profile.name.full: profile for profile in profiles(coref(text, singletons=True, explain=False))}
    assert found["Ann Lee"].values("namesake") == ["nurse of the same name"]
    assert not found["Tom Moore"].values("namesake"), "a song is nobody"


def test_a_role_that_is_a_name() -> None:
    text = "The board met on Monday. Its secretary is Helen Marsh, formerly of the county archive."
    (found,) = profiles(coref(text, singletons=True, explain=False))
    assert found.values("title", "occupation") == ["secretary"]


ODD = {
    "nothing": "",
    "space": " \n\t ",
    "one word": "Ashdown",
    "one letter": "x",
    "emoji": "🙂🙂 😀",
    "emoji and a name": "🙂 Ann Lee 😀 is a nurse 🎉",
    "control characters": "Ann\x00 Lee\x07 is\x1b a nurse.",
    "other scripts": "李明是一名医生。Мария Иванова живёт в Москве.",
    "right to left": "أحمد طبيب في القاهرة.",
    "numbers": "1950 1950-1990 (12)",
    "an open bracket": "Ann Lee (born",
    "brackets only": "()()(((",
    "an address alone": "ann@example.org +44 20 7946 0123",
    "a list of nobody": "Authors: ,,, ; and\nPresent:",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD.keys())
@pytest.mark.filterwarnings("ignore:.*not in English")
def test_odd_documents(text: str) -> None:
    document = coref(text, singletons=True, explain=False)
    for profile in [*profiles(document, KINDS), query_profile(document, "Ashdown"), query_profile(document, "")]:
        assert Profile.from_json(profile.to_json()) == profile


def test_a_document_without_trees_is_refused() -> None:
    with pytest.raises(DataError, match="coref"):
        profiles(Document(text="Ann", starts=[0], ends=[3], sentence_starts=[0]))


def test_unknown_kinds_are_refused(document: Document) -> None:
    with pytest.raises(UnknownNameError, match="person"):
        profiles(document, ("robot",))


MEMORANDUM = (
    "12. Memorandum From the Assistant Secretary of State for Far\nEastern Affairs (Ashdown) to the Secretary of "
    "State\n"
    "Washington, May 3, 1957.\nSUBJECT\nTrade\nPARTICIPANTS\nMr. Ashdown,\nAssistant Secretary, FE\nMr. Marsh, CA\n"
    "Mr. Ashdown said that he had met Mr. Holm in Tokyo."
)


def test_the_bearer_of_a_surname() -> None:
    found = query_profile(coref(MEMORANDUM, singletons=True, explain=False), "Ashdown")
    assert found.name.family == "Ashdown"
    assert found.mentions >= 3
    assert found.gender == "male"
    titles = found.values("title")
    assert "Assistant Secretary of State for Far Eastern Affairs" in titles
    assert "Assistant Secretary, FE" in titles
    assert found.values("employer") == ["FE"]
    assert found.values("date") == ["May 3, 1957"]
    assert {"Marsh", "Holm"} <= set(found.people)
    assert "Ashdown" not in found.people


def test_the_bearer_of_initials() -> None:
    text = "On Words\nAuthors: Yihan Ma, Y. Wu, Bo Zhang\nProceedings of a Conference, 2024\n\nWe study words."
    found = query_profile(coref(text, singletons=True, explain=False), "Y. Wu")
    assert (found.name.given, found.name.family, found.mentions) == ("Y.", "Wu", 1)
    assert set(found.people) == {"Yihan Ma", "Bo Zhang"}
    assert found.values("date") == ["2024"]


def test_a_fuller_name_is_taken_where_the_name_itself_is_missing(document: Document) -> None:
    assert query_profile(document, "A. Thorne").name.full == "Amelia Thorne"


def test_nobody_of_that_name(document: Document) -> None:
    found = query_profile(document, "Zebedee Quux")
    assert (found.name.full, found.mentions, found.facts, found.context) == ("Zebedee Quux", 0, (), {})
    assert found.words["botanist"] == 1
    assert "Amelia Thorne" in found.people


def test_a_name_that_the_name_finder_misses() -> None:
    found = query_profile(
        coref("the minutes were read by ashdown and agreed", singletons=True, explain=False), "Ashdown"
    )
    assert found.mentions == 1
    assert "minute" in found.context


def test_a_place_of_the_same_name_is_left_out() -> None:
    text = "The Jordan Valley Authority met. Mr. Jordan spoke for an hour."
    found = query_profile(coref(text, singletons=True, explain=False), "Jordan")
    assert set(found.forms) == {"Mr. Jordan"}


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("The Prime Minister went to Lake Victoria. The Prime Minister was tired.", []),
        ("Charles Dickens went to St. Louis.", ["Charles Dickens"]),
        ("Oliver Twist was published in 1838.", []),
        ("Madame Bovary is a novel by Flaubert.", ["Flaubert"]),
    ],
)
def test_offices_works_and_places_are_no_people(text: str, people: list[str]) -> None:
    found = profiles(coref(text, singletons=True, explain=False))
    assert [profile.name.full for profile in found if profile.name.full] == people


def test_namesakes_of_one_document_are_told_apart() -> None:
    text = "Anna Holt is an intern in Leeds. She is not to be confused with our director, Anna Holt, of York."
    found = [profile for profile in profiles(coref(text, singletons=True, explain=False)) if profile.name.full]
    assert [profile.name.full for profile in found] == ["Anna Holt", "Anna Holt"]
    assert [profile.apart for profile in found] == [(found[1].chain,), (found[0].chain,)]
    assert [Profile.from_json(profile.to_json()) for profile in found] == found


def test_two_names_of_one_person_are_one_profile() -> None:
    text = "Christie Hopper was sentenced on Friday. Hopper, also known as Clara Dunn, was not there. Dunn is ill."
    (found,) = [profile for profile in profiles(coref(text, singletons=True, explain=False)) if profile.name.full]
    assert {"Christie Hopper", "Clara Dunn"} <= set(found.forms)
    assert found.apart == ()
