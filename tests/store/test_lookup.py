"""Looking people and documents up: what is meant, and what helps where nothing is."""

import pytest

from namesakes.errors import DataError
from namesakes.store import correct
from namesakes.store.lookup import find_document, find_person
from namesakes.store.store import Store
from tests.store.made import document, key, write_people


@pytest.fixture
def filled(store: Store) -> Store:
    store.documents.write([document(id, "Mark Johnson") for id in ("x/a", "y/a", "b")])
    store.documents.write([document("c", "Ann Lee")])
    groups = [("Mark Johnson", [key(id)]) for id in ("b", "x/a", "y/a")]
    write_people(store, [*groups, ("Ann Lee", [key("c")])])
    return store


def test_a_person_by_id_or_by_a_name_of_their_own(filled: Store) -> None:
    assert find_person(filled, "mark-johnson-2").id == "mark-johnson-2"
    assert find_person(filled, "ANN lee").id == "ann-lee-1"


def test_a_name_of_several_lists_those_who_are_shown(filled: Store) -> None:
    correct.not_a_person(filled, "mark-johnson-3")
    with pytest.raises(DataError, match="2 people are called 'Johnson'") as error:
        find_person(filled, "Johnson")
    assert "mark-johnson-1, mark-johnson-2" in str(error.value)


def test_an_id_that_was_merged_says_into_which(filled: Store) -> None:
    correct.same(filled, "mark-johnson-1", "mark-johnson-2")
    with pytest.raises(DataError, match=r"it is mark-johnson-1 \(merge\)"):
        find_person(filled, "mark-johnson-2")


def test_a_slip_gets_suggestions(filled: Store) -> None:
    with pytest.raises(DataError, match="Did you mean ann-lee-1"):
        find_person(filled, "ann-le-1")
    with pytest.raises(DataError, match="namesakes people"):
        find_person(filled, "Zoe")


@pytest.mark.parametrize(
    ("text", "id"), [("b", "b"), ("b.txt", "b"), ("x/a.txt", "x/a"), ("a.txt", None), ("nowhere", None)]
)
def test_a_document_by_id_path_or_file_name(filled: Store, text: str, id: str | None) -> None:
    assert find_document(filled, text) == id
