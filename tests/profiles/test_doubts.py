"""Labels are true or absent: what patterns find and nobody should be told, and what must still be found beside it."""

import pytest

from namesakes import coref
from namesakes.profiles.doubts import parted
from namesakes.profiles.extraction import profiles

ABSENT = {
    "a surname that is a trade": (
        "John Baker met Mary Taylor in Leeds. Baker is a plumber.",
        {("Baker", "occupation", "plumber")},
        {"Baker"},
    ),
    "a father with such a surname": ("Harry Potter's father was James. Potter said no.", set(), {"Potter"}),
    "a given name that is an office": (
        "Fire officer Dean Whitlock came.",
        {("Whitlock", "title", "Fire officer")},
        {"Dean", "Fire officer Dean"},
    ),
    "pages and a telephone": (
        "Journal of Waves 12, 345-367. Contact: J. Smith, tel. 0171 555 0123.",
        {("Smith", "phone", "0171 555 0123")},
        {"345-367"},
    ),
    "pages after a colon": ("Ann Park 2004. Graph cuts. Trans. 26(9): 1124-1137.", set(), {"1124-1137"}),
    "pages and a doi": (
        "Helen Marsh, Proceedings, pp. 1021-1034. doi 10.1000/182.",
        set(),
        {"1021-1034", "10.1000", "1021"},
    ),
    "years and orders": (
        "Jane Roe, 1871-1944, painter. Order no. 555-0199-22 went to Sam Day.",
        {("Roe", "occupation", "painter")},
        {"1871-1944", "555-0199-22"},
    ),
    "numbers of books and sums": (
        "Karl Weber, ISBN 0 345 67890 1, paid 12 345 678.",
        set(),
        {"345 67890", "12 345 678"},
    ),
    "notes of authors": ("Anna Cruz (1) and Ben Orr (3) wrote.", set(), {"1", "3"}),
    "an age": ("Carlos Vega (34) scored twice.", {("Vega", "age", "34")}, set()),
    "the year of a paper": ("Jo Day (1998) wrote.", set(), {"1998"}),
    "a term of office": ("Maria Silva (2001-2003) was mayor.", {("Silva", "title", "mayor")}, {"2001", "2003"}),
    "a life": ("Ann Lee (1920–1990) was a nun.", {("Lee", "birth", "1920"), ("Lee", "death", "1990")}, set()),
    "somebody else's title": ("Judges: Dr Cuthbert Amis, Lady Orla Strathearn", set(), {"Lady Orla Strathearn"}),
    "the next item of a list": ("Present: Ann Lee; the clerk, Bob Fox; Dan Roe.", set(), {"clerk"}),
    "the next row of a table": (
        "2\tLouis Ortega\tstudent\tMaddox\n3\tHoa Tran\tbaker\tMaddox",
        set(),
        {"student", "baker"},
    ),
    "the telephone of the next row": (
        "Bob Fox | lights | 015 555 0142\ncash desk | 015 555 0143",
        {("Fox", "phone", "015 555 0142")},
        {"015 555 0143"},
    ),
    "the other's trade": (
        "John Abbott, a monk, and Grace Nunn, a cook, married.",
        {("Abbott", "occupation", "monk")},
        {"cook"},
    ),
    "no employer": ("Bill Tuck (Independent) came.", set(), {"Independent"}),
    "an address": (
        "Contact Mary Day at mary.day@acme.example now.",
        {("Day", "email", "mary.day@acme.example")},
        set(),
    ),
    "what somebody only opened": (
        "Senator Ann Roe opened the Unity Market.",
        {("Roe", "title", "Senator")},
        {"Unity Market"},
    ),
    "one of several": ("The first author, Wei Zhang, spoke.", {("Zhang", "occupation", "author")}, {"first author"}),
    "a street": ("Louis Ortega, of Mill Street, ran.", set(), {"Mill Street"}),
    "a student is not paid": (
        "Chen Bo is a student at Yale University.",
        {("Chen", "education", "Yale University")},
        set(),
    ),
    "the title of a work": ("Sam Hughes, author of War and Me, spoke.", {("Hughes", "occupation", "author")}, {"War"}),
    "whom a priest marries": (
        "Rev. Martin Priest married Grace Bishop and Adam Pope.",
        set(),
        {"Grace Bishop", "Adam Pope"},
    ),
    "a marriage": ("Ann Lee married Tom Moore.", {("Lee", "family", "Tom Moore")}, set()),
    "a title twice": ("Professor Emma Stone spoke.", {("Stone", "title", "Professor")}, set()),
}


@pytest.mark.parametrize(("text", "told", "absent"), ABSENT.values(), ids=ABSENT.keys())
def test_labels_are_true_or_absent(text: str, told: set[tuple[str, str, str]], absent: set[str]) -> None:
    found = profiles(coref(text, singletons=True, explain=False))
    facts = {(profile.name.family, fact.field, fact.value) for profile in found for fact in profile.facts}
    assert told <= facts
    assert not absent & {value for _, _, value in facts - told}


@pytest.mark.parametrize(
    "text", ["Contact Mary Day at mary.day@acme.example now.", "Chen Bo is a student at Yale University."]
)
def test_neither_an_address_nor_a_school_employs(text: str) -> None:
    found = profiles(coref(text, singletons=True, explain=False))
    assert "employer" not in {fact.field for profile in found for fact in profile.facts}


def test_one_role_is_told_once() -> None:
    (found,) = profiles(coref("Professor Emma Stone spoke.", singletons=True, explain=False))
    assert [fact.value for fact in found.facts] == ["Professor"]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Doyle & Sons will build it. Ann Doyle is a solicitor.", {"Ann Doyle"}),
        ("The Frenchman Jacques Thibault won.", {"Jacques Thibault"}),
        ("Referee: Peter Wanjiru. He whistled.", {"Peter Wanjiru"}),
    ],
)
def test_firms_and_descriptions_are_no_people(text: str, names: set[str]) -> None:
    found = profiles(coref(text, singletons=True, explain=False))
    assert {profile.name.full for profile in found if profile.name.full} == names


def test_what_parts_and_what_does_not() -> None:
    full = "Ann Lee, who had lived in Leeds for many years, a\nlinguist"
    for text in ("Lee; clerk", "Lee\tclerk", "Lee | clerk", "Lee\nclerk"):
        assert parted(text, 3, len(text) - 1), text
    for text in ("Lee, clerk", full):
        assert not parted(text, text.index("Lee") + 3, len(text) - 1), text
