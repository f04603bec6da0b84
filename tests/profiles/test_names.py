"""Names in their parts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.profiles.names import bare_name, fullest_name, gender_of, is_initial, plain, split_name
from namesakes.profiles.profile import PersonName, Profile

PARTS = [
    ("Ashdown", {"family": "Ashdown"}),
    ("Mr. Ashdown", {"honorific": "Mr.", "family": "Ashdown"}),
    ("Lord Home", {"honorific": "Lord", "family": "Home"}),
    ("J. R. Smith", {"given": "J.", "middle": "R.", "family": "Smith"}),
    ("J.R. Smith", {"given": "J.", "middle": "R.", "family": "Smith"}),
    ("Smith, John", {"given": "John", "family": "Smith"}),
    ("King, Martin Luther, Jr.", {"given": "Martin", "middle": "Luther", "family": "King", "suffix": "Jr."}),
    ("William 'Bill' Clinton", {"given": "William", "family": "Clinton", "nickname": "Bill"}),
    ('Edward "Ned" Moss', {"given": "Edward", "family": "Moss", "nickname": "Ned"}),
    ("Y. Wu", {"given": "Y.", "family": "Wu"}),
    ("Ludwig van Beethoven", {"given": "Ludwig", "family": "van Beethoven"}),
    ("Charles de la Cruz", {"given": "Charles", "family": "de la Cruz"}),
    ("General de Gaulle", {"honorific": "General", "family": "de Gaulle"}),
    ("Martin Luther King Jr.", {"given": "Martin", "middle": "Luther", "family": "King", "suffix": "Jr."}),
    ("Mrs Elizabeth Warne", {"honorific": "Mrs", "given": "Elizabeth", "family": "Warne"}),
    ("Admiral Sir Michael Denny", {"honorific": "Admiral Sir", "given": "Michael", "family": "Denny"}),
    ("Assistant Secretary Robertson", {"honorific": "Assistant Secretary", "family": "Robertson"}),
    ("Ann King", {"given": "Ann", "family": "King"}),
    ("Dr. Ann King, PhD", {"honorific": "Dr.", "given": "Ann", "family": "King", "suffix": "PhD"}),
    ("Ashdown's", {"family": "Ashdown"}),
    ("李明", {"given": "明", "family": "李"}),
    ("Мария Иванова", {"given": "Мария", "family": "Иванова"}),
    ("Mr.", {"honorific": "Mr."}),
    ("", {}),
]


@pytest.mark.parametrize(("text", "parts"), PARTS)
def test_parts(text: str, parts: dict[str, str]) -> None:
    found = split_name(text)
    names = ("honorific", "given", "middle", "family", "suffix", "nickname")
    assert {name: getattr(found, name) for name in names if getattr(found, name)} == parts


@pytest.mark.parametrize("text", ["\x00\x01", "😀", "🙂 Smith", "  \n ", ", ,", "((", "''", "Jr.", "von", "the"])
def test_odd_names_have_parts_too(text: str) -> None:
    found = split_name(text)
    assert "\x00" not in found.full


@given(st.text(max_size=40))
def test_any_text_can_be_split(text: str) -> None:
    found = split_name(text)
    assert found == split_name(text)
    assert found.given == "" or found.family != ""


@given(st.lists(st.sampled_from(["Ann", "B.", "van", "Mr.", "Lee", "Jr.", "Smith,"]), min_size=1, max_size=6))
def test_no_word_is_made_up(words: list[str]) -> None:
    found = split_name(" ".join(words))
    parts = " ".join((found.honorific, found.given, found.middle, found.family, found.suffix)).split()
    assert {part.strip(",") for part in parts} <= {word.strip(",") for word in words}


def test_honorifics_tell_gender() -> None:
    assert [gender_of(title) for title in ("Mr.", "Mrs", "Sir", "Dame", "Dr.", "General", "")] == [
        "male",
        "female",
        "male",
        "female",
        "",
        "",
        "",
    ]


def test_names_are_compared_without_accents_and_stops() -> None:
    assert plain("Émile  ZOLA, Jr.") == "emile zola jr"


def test_initials() -> None:
    assert [word for word in ("J.", "Y", "J.-P.", "Jo", "Wu", "3.") if is_initial(word)] == ["J.", "Y", "J.-P."]


def test_the_fullest_name_is_the_most_frequent_complete_one() -> None:
    def named(*names: str) -> str:
        return fullest_name(Profile("a", chain, name=PersonName(name)) for chain, name in enumerate(names))

    assert named("Johnson", "Mark Johnson", "M. Johnson") == "Mark Johnson"
    assert named("Mark Johnson", "Marc Johnson", "Mark Johnson") == "Mark Johnson"
    assert named(*["Ann Lee"] * 30, "Ann Lee Said Yesterday") == "Ann Lee"
    assert named("Ann Lee", "Ann Maria Lee", "Ann Lee", "A. Lee", "A. Lee", "A. Lee") == "Ann Lee"
    assert named("Ann Lee", "Ann Maria Lee") == "Ann Maria Lee"
    assert named("A. Lee", "Lee", "Lee") == "A. Lee"
    assert fullest_name([]) == ""
    assert fullest_name([Profile("a", 0, forms={"the mayor": 2})]) == "the mayor"


def test_names_keep_the_order_they_were_written_in() -> None:
    written = ("Tran Quoc Bao", "Bao Tran", "Yusuf al-Rashid", "Kim Min-seo", "Otto Otto")
    assert [bare_name(split_name(name)) for name in written] == [
        "Tran Quoc Bao",
        "Bao Tran",
        "Yusuf al Rashid",
        "Kim Min-seo",
        "Otto Otto",
    ]
    assert bare_name(split_name("Lee, Ann")) == "Ann Lee"
