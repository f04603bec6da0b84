"""What holds for any two names."""

import unicodedata

from hypothesis import assume, given
from hypothesis import strategies as st

from namesakes.names import PersonName, Relation, compare, parse
from tests.names.test_tables import PAIRS

NAMES = sorted({row[side] for row in PAIRS for side in ("one", "other")})
names = st.sampled_from(NAMES)
LETTERS = "abcdefghijklmnoprstuvwyz"
words = st.text(alphabet=LETTERS, min_size=2, max_size=9).map(str.capitalize)
FULL = [name for name in NAMES if parse(name).is_full and not parse(name).honorifics and parse(name).text == name]
WESTERN = [
    name for name in FULL if not parse(name).family_first and name.replace(" ", "").isalpha() and len(name.split()) == 2
]


@given(names | st.text(max_size=40), names | st.text(max_size=40))
def test_swapping_swaps_the_shorter_one_only(one: str, other: str) -> None:
    found, swapped = compare(one, other), compare(other, one)
    assert (found.relation, found.reason) == (swapped.relation, swapped.reason)
    assert found.shorter == (3 - swapped.shorter if swapped.shorter else 0)
    assert (found.relation == Relation.SHORT_FORM) == (found.shorter != 0)


@given(names | words | st.text(max_size=60))
def test_every_name_is_equal_to_itself(name: str) -> None:
    assert compare(name, name).relation == Relation.EQUAL


@given(st.text(max_size=120))
def test_parsing_never_fails(text: str) -> None:
    name = parse(text)
    assert isinstance(name, PersonName)
    assert name.gender in ("male", "female", "")
    assert name.role in ("given", "surname", "", "reign", "full")
    assert all(name.given_keys)
    assert all(name.surname_keys)


PIECES = (",", "Jr.", "de", '"X"', "(née", "of", "the", "II", "Mr.")


@given(st.lists(names | words | st.sampled_from(PIECES), max_size=6))
def test_parsing_never_fails_on_words_of_names(tokens: list[str]) -> None:
    text = " ".join(tokens)
    assert parse(text) is parse(text)
    assert compare(text, "John Smith").reason


@given(st.sampled_from([name for name in FULL if not name.endswith(" I")]))
def test_case_means_nothing(name: str) -> None:
    for written in (name.upper(), name.lower()):
        found = compare(name, written)
        assert found.relation == Relation.EQUAL, (name, written, found)


@given(st.sampled_from(FULL))
def test_marks_mean_nothing(name: str) -> None:
    plain = "".join(each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each))
    assert compare(name, plain).relation == Relation.EQUAL


@given(st.sampled_from([name for name in FULL if "-" in name and len(name.replace("-", " ").split()) < 4]))
def test_hyphens_mean_nothing(name: str) -> None:
    assert compare(name, name.replace("-", " ")).relation == Relation.EQUAL


@given(st.sampled_from(WESTERN), st.sampled_from(["Dr.", "Professor", "President", "Senator", "Judge", "General"]))
def test_an_honorific_more_means_nothing(name: str, title: str) -> None:
    found = compare(name, f"{title} {name}")
    assert found.relation == Relation.EQUAL, found


@given(st.sampled_from(WESTERN), names)
def test_an_honorific_changes_no_relation_to_full_names(name: str, other: str) -> None:
    assume(parse(other).is_full)
    assert compare(name, other).relation == compare(f"Dr. {name}", other).relation


@given(st.sampled_from(FULL), names)
def test_equal_names_say_the_same_of_others(name: str, other: str) -> None:
    written = name.title() if name.isupper() else f"{name}'s"
    assert compare(name, written).relation == Relation.EQUAL
    assert compare(name, other).relation == compare(written, other).relation


@given(st.sampled_from(WESTERN), st.sampled_from(WESTERN), st.sampled_from(["Quentin", "Q.", "Ann"]))
def test_different_names_stay_different_with_a_middle_name(one: str, other: str, middle: str) -> None:
    assume(compare(one, other).relation == Relation.DIFFERENT)
    given, family = one.split()
    assume(middle.strip(".").casefold() not in other.casefold() and other.split()[0][0] not in middle)
    longer = f"{given} {middle} {family}"
    assume(not parse(longer).family_first and len(parse(longer).surnames) == 1)
    assert compare(longer, other).relation == Relation.DIFFERENT, compare(longer, other)


@given(words, words, words)
def test_parts_of_a_name_are_short_forms_of_it(first: str, second: str, last: str) -> None:
    name = f"Mr. {first} {second} {last}"
    parsed = parse(name)
    assume(parsed.given == (first,) and parsed.middle == (second,) and parsed.surnames == (last,))
    short = parse(f"{first} {last}")
    assume(short.given == (first,) and short.surnames == (last,) and len({first, second, last}) == 3)
    assume(parse(f"Mr. {last}").surnames == (last,) and parse(f"Mr. {last}").honorifics == ("Mr.",))
    assert compare(f"{first} {last}", name).relation == Relation.SHORT_FORM
    assert compare(f"Mr. {last}", name).relation == Relation.SHORT_FORM
    assert compare(f"Mrs. {last}", name).relation == Relation.DIFFERENT
