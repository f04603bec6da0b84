"""Texts whose lines end in CR LF: the same chains, facts and people as with LF, at the places of their own text."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import namesakes
from namesakes import Constraints, Document
from namesakes.text.line_breaks import LineBreaks
from tests.conftest import CHECKOUT

SIGNED = "The bank lent to the mayor.\n\nYours sincerely,\n\nAnn Lee\nChief Executive Officer\n\nBob Stone, Mayor\n"
FILES = ["newsroom/02-signing.txt", "newsroom/06-bakery.md", "newsroom/07-note.txt", "texts/brown.txt"]


@given(st.text(st.sampled_from("ab\r\n🙂")), st.data())
def test_places_move_and_come_back(text: str, data: st.DataObject) -> None:
    breaks = LineBreaks(Document(text=text))
    assert breaks.unix.text == text.replace("\r\n", "\n")
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    moved = breaks.moved(np.array([start, end], dtype=np.int32))
    assert breaks.unix.text[slice(*moved.tolist())].replace("\n", "") == (
        text[start : end - 1].replace("\r\n", "").replace("\n", "")
        if text[end - 1 : end + 1] == "\r\n" and end > start
        else text[start:end].replace("\r\n", "").replace("\n", "")
    )
    if not (text[start - 1 : start + 1] == "\r\n" and start):
        assert int(breaks.back(moved)[0]) == start


def windows(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def told(document: Document, shift: Any) -> list[Any]:
    """What chains say, with places in the text with LF."""
    return [
        [(shift(mention.start), shift(mention.end), mention.text.split()) for mention in chain]
        for chain in document.chains
    ]


@pytest.mark.parametrize("name", [*FILES, "signed"])
def test_the_same_chains_and_facts(name: str) -> None:
    text = SIGNED if name == "signed" else (CHECKOUT / "examples" / name).read_bytes().decode().replace("\r\n", "\n")
    other = windows(text)
    unix = [other[:place].count("\r\n") for place in range(len(other) + 1)]
    nlp = namesakes.load("en")
    constraints = Constraints(must=[[(0, 3), (len(text) - 4, len(text) - 1)]]) if name == "signed" else None
    given = windows(text[: len(text) - 4])
    moved = Constraints(must=[[(0, 3), (len(given), len(given) + 3)]]) if name == "signed" else None
    one, two = nlp(text, constraints=constraints), nlp(other, constraints=moved)
    assert two.text == other
    assert [token.text for token in one.tokens] == [token.text for token in two.tokens]
    assert told(one, int) == told(two, lambda place: place - unix[place])
    wanted, found = (
        [
            (
                profile.name,
                profile.summary,
                [(fact.field, fact.value, fact.evidence.sentence) for fact in profile.facts],
            )
            for profile in nlp.profiles(each, kinds=("person", "organization"))
        ]
        for each in (text, other)
    )
    assert found == wanted
    evidence = [fact.evidence for profile in nlp.profiles(other) for fact in profile.facts]
    same = [fact.evidence for profile in nlp.profiles(text) for fact in profile.facts]
    pairs = [
        (other[each.start : each.end].split(), text[old.start : old.end].split())
        for each, old in zip(evidence, same, strict=True)
    ]
    assert all(one == two for one, two in pairs)


def test_the_same_people(tmp_path: Path) -> None:
    people = []
    for name, change in (("unix", str), ("windows", windows)):
        folder = tmp_path / name
        folder.mkdir()
        for number, text in enumerate((SIGNED, "Ann Lee,\nmayor of Leeds,\nspoke. She won.", "Bob Stone met Ann Lee.")):
            (folder / f"{number}.txt").write_bytes(change(text).encode())
        with namesakes.resolve(folder, jobs=1) as found:
            people.append([(person.id, person.name, sorted(person.documents)) for person in found])
    assert [each[:2] for each in people[0]] == [each[:2] for each in people[1]]
    assert len(people[0]) >= 2
