"""Why a document is in a person, and not in another."""

import pytest

from namesakes.errors import DataError
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.store.records import Identity
from namesakes.store.store import Store
from namesakes.view.people_why import Comparison, comparisons

ENSEMBLE = Ensemble.untrained(EnsembleSettings(("occupations", "employers")))


def identity(store: Store, id: str) -> Identity:
    found = store.identities.get(id)
    assert found is not None
    return found


def compared(found: list[Comparison]) -> list[tuple[str, str, bool, float]]:
    return [(one.chain.document, one.identity, one.within, one.strength) for one in found]


def test_the_least_sure_chain_comes_first(store: Store) -> None:
    found = comparisons(store, ENSEMBLE, identity(store, "mark-poe-1"))
    assert compared(found) == [
        ("b", "mark-poe-1", True, 0.75),
        ("b", "mark-poe-3", False, 0.0),
        ("a", "mark-poe-1", True, 0.9),
        ("a", "mark-poe-3", False, 0.0),
    ]


@pytest.mark.parametrize(
    ("id", "document", "expected"),
    [
        ("mark-poe-1", "a", [("a", "mark-poe-1", True, 0.9), ("a", "mark-poe-3", False, 0.0)]),
        ("mark-poe-3", "a", [("a", "mark-poe-1", True, 0.9), ("a", "mark-poe-3", False, 0.0)]),
        ("mark-poe-1", "d", [("d", "mark-poe-1", False, 0.4), ("d", "mark-poe-2", False, 0.2)]),
        ("srh-lvy-1", "a", []),
    ],
    ids=["inside", "a namesake's", "an alternative", "nobody to compare with"],
)
def test_a_document(store: Store, id: str, document: str, expected: list[tuple[str, str, bool, float]]) -> None:
    assert compared(comparisons(store, ENSEMBLE, identity(store, id), document)) == expected


def test_a_document_without_a_namesake(store: Store) -> None:
    with pytest.raises(DataError, match="'e' says nothing of mark-poe-1"):
        comparisons(store, ENSEMBLE, identity(store, "mark-poe-1"), "e")


def test_the_lines_of_a_comparison(store: Store) -> None:
    inside, outside = comparisons(store, ENSEMBLE, identity(store, "mark-poe-1"), "a")
    lines = list(inside.lines())
    assert lines[:2] == ["a: in mark-poe-1 (90%)", "  Mark Poe (a) and Mark Poe (b) 1.00"]
    assert lines[-4] == '    Mark Poe (a): "Mark Poe, a linguist, spoke."'
    assert list(outside.lines())[:2] == ["a: not in mark-poe-3", "  Mark Poe (a) and Mark Poe (d)"]


def test_plain_data(store: Store) -> None:
    found = comparisons(store, ENSEMBLE, identity(store, "mark-poe-1"), "a")[0].to_json()
    assert {name: found[name] for name in ("document", "chain", "person", "within", "strength", "similarity")} == {
        "document": "a", "chain": 0, "person": "mark-poe-1", "within": True, "strength": 0.9,
        "similarity": pytest.approx(1.0),
    }  # fmt: skip
