"""What stands right at a name."""

import pytest

from namesakes.mentions.roles import Role, Roles
from namesakes.names import parse
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.strings import Strings

TAGS = {
    "a": "DET",
    "the": "DET",
    "our": "DET",
    "is": "AUX",
    ",": "PUNCT",
    "(": "PUNCT",
    ")": "PUNCT",
    ".": "PUNCT",
    "came": "VERB",
    "last": "ADJ",
    "'s": "PART",
}


def role(text: str) -> Role:
    """The role at the words Ann Lee, which may have a title before them."""
    words = text.split()
    tags = [
        TAGS.get(word.lower(), "PROPN" if word[0].isupper() else "NUM" if word.isdigit() else "NOUN") for word in words
    ]
    document = Document(id="text", columns={"upos": Strings(tags)}, **joined([words]))
    end = words.index("Lee") + 1
    first = words.index("Ann") if "Ann" in words else end - 1
    return Roles(document).role((first, end), parse(" ".join(words[first:end])))


@pytest.mark.parametrize(
    ("text", "words", "new"),
    [
        ("the pilot Ann Lee came", {"pilot"}, set()),
        ("the fire officer Ann Lee came", {"officer"}, set()),
        ("our finance director , Ann Lee , came", {"director"}, set()),
        ("Ann Lee , a pilot , came", {"pilot"}, {"pilot"}),
        ("Ann Lee , 41 , a pilot , came", {"pilot"}, {"pilot"}),
        ("Ann Lee is a pilot .", {"pilot"}, {"pilot"}),
        ("Ann Lee , is a pilot .", {"pilot"}, {"pilot"}),
        ("Ann Lee ( chair ) came", {"chair"}, set()),
        ("Ann Lee , cook , came", {"cook"}, {"cook"}),
        ("Lee the pilot came", {"pilot"}, set()),
        ("Ann Lee the pilot last night", {"pilot"}, set()),
        ("Captain Lee came", {"captain"}, set()),
        ("Ann Lee , the doctor 's friend", set(), set()),
        ("the wife , Ann Lee , came", set(), set()),
        ("Ann Lee came", set(), set()),
    ],
)
def test_words(text: str, words: set[str], new: set[str]) -> None:
    assert role(text).words == frozenset(words)
    assert role(text).new == frozenset(new)


@pytest.mark.parametrize(
    ("text", "age", "born", "generation"),
    [
        ("Ann Lee , 41 , came", 41, 0, 0),
        ("Ann Lee , aged 41 , came", 41, 0, 0),
        ("Ann Lee ( 1871 ) came", 0, 1871, 0),
        ("Ann Lee , b. 1871 , came", 0, 1871, 0),
        ("Ann Lee came in 1871", 0, 0, 0),
        ("the elder Lee came", 0, 0, 1),
        ("young Ann Lee came", 0, 0, 2),
        ("Lee the younger came", 0, 0, 2),
        ("Ann Lee senior came", 0, 0, 1),
    ],
)
def test_numbers(text: str, age: int, born: int, generation: int) -> None:
    found = role(text)
    assert (found.age, found.born, found.generation) == (age, born, generation)


@pytest.mark.parametrize(
    ("text", "origin"),
    [
        ("Ann Lee of Dublin came", {"dublin"}),
        ("Ann Lee ( Kenya ) came", {"kenya"}),
        ("Ann Lee ( chair ) came", set()),
        ("Ann Lee ( Kenya came", set()),
        ("Ann Lee came of age", set()),
    ],
)
def test_origins(text: str, origin: set[str]) -> None:
    assert role(text).origin == frozenset(origin)


def test_contradictions() -> None:
    dublin, cork = (Role(origin=frozenset([word])) for word in ("dublin", "cork"))
    assert dublin.contradicts(cork) == "of dublin and of cork"
    assert not dublin.contradicts(Role())
    assert Role(age=27).contradicts(Role(age=61)) == "aged 27 and 61"
    assert not Role(age=27).contradicts(Role(age=28))
    assert Role(born=1871).contradicts(Role(born=1902))
    assert Role(generation=1).contradicts(Role(generation=2))
    plumber, bishop, singer, actress = (Role(frozenset([word])) for word in ("plumber", "bishop", "singer", "actress"))
    assert plumber.contradicts(bishop)
    assert not singer.contradicts(actress)
    assert not plumber.contradicts(Role())
    assert not plumber.contradicts(plumber)
