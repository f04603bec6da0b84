"""Which names of organisations and places in a text are of one thing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.mentions.things import ORGANISATION, PLACE, Things, group_things
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Spans


def document(text: str, *entities: tuple[int, int, str]) -> Document:
    made = Document(id="text", **joined([sentence.split() for sentence in text.split("|")]))
    return made.replace(entity_table=Spans.build(entities))


def groups(*names: str, places: tuple[str, ...] = ()) -> list[int]:
    return group_things(names, [PLACE if name in places else ORGANISATION for name in names])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Orbis Mining", "the Orbis Mining"),
        ("Orbis", "Orbis Inc."),
        ("Orbis", "Orbis 's"),
        ("Lindqvist", "Lindqvist Marine"),
        ("the FOS", "Federal Office of Statistics"),
        ("F.O.S.", "FOS"),
        ("Coast Guard", "Norwegian Coast Guard"),
        ("U.S. Congress", "United States Congress"),
        ("Organisation of Divers", "Organization of Divers"),
    ],
)
def test_one(one: str, other: str) -> None:
    first, second = groups(one, other)
    assert first == second > 0
    assert len({*groups(other, one)}) == 1, "in any order"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Air Lapland", "Air Iberia"),
        ("FOS", "Federal Bureau of Statistics"),
        ("Bank of Leeds", "Bank of York"),
        ("U.S.", "United States Patent Office"),
    ],
)
def test_two(one: str, other: str) -> None:
    first, second = groups(one, other)
    assert 0 < first != second > 0


def test_places_are_called_by_their_whole_names() -> None:
    assert len({*groups("Torne", "Torne Bay", places=("Torne", "Torne Bay"))}) == 2
    assert len({*groups("America", "the U.S.", "United States", places=("America", "the U.S.", "United States"))}) == 1


def test_a_short_form_of_several_is_something_else() -> None:
    first, second, short, again = groups("Delta Foods", "Delta Motors", "Delta", "the Delta")
    assert len({first, second, short}) == 3
    assert again == short


def test_a_word_for_what_it_is_names_nothing() -> None:
    assert groups("Bank", "the University", "Leeds University") == [0, 0, 1]


@given(st.lists(st.sampled_from(["A B", "A", "AB", "A B C", "the A", "B", "Bank", "A Inc.", "C B"]), unique=True))
def test_equal_whatever_the_order(names: list[str]) -> None:
    def parts(found: list[int], order: list[str]) -> set[frozenset[str]]:
        by_number: dict[int, set[str]] = {}
        for number, name in zip(found, order, strict=True):
            by_number.setdefault(number, set()).add(name)
        return {frozenset(part) for part in by_number.values()}

    found, turned = groups(*names), groups(*names[::-1])
    assert parts(found, names) == parts(turned, names[::-1])
    assert all(0 <= number <= len(names) for number in found)


def test_tokens_of_a_text() -> None:
    text = "Lindqvist Marine sued Ann Berg in Oslo | Lindqvist won"
    marks = ((0, 2, "ORG"), (3, 5, "PER"), (6, 7, "LOC"), (7, 8, "ORG"))
    found = Things(document(text, *marks))
    assert found.at[0] == found.at[1] == found.at[7] != found.at[6]
    assert set(found.at) == {0, 1, 6, 7}
    assert found.count == 2
    assert Things(document(text)).at == {}
