"""Why a document is in a person, and not in another."""

import pytest

from namesakes.errors import DataError
from namesakes.identities.mixing.ensemble import Ensemble, EnsembleSettings
from namesakes.identities.model import IdentityModel, IdentitySettings
from namesakes.pipeline.pipeline import load
from namesakes.pipeline.why import Comparison, Explainer, comparisons, explainer_of
from namesakes.store.records import Identity
from namesakes.store.store import Store

SETTINGS = EnsembleSettings(("occupations", "employers"), "evidence")
MODEL = IdentityModel(Ensemble.untrained(SETTINGS), IdentitySettings(SETTINGS, "mixed-link"))


def explainer(store: Store) -> Explainer:
    nlp = load("en").with_(identities=MODEL)
    return explainer_of(store, nlp)


def identity(store: Store, id: str) -> Identity:
    found = store.identities.get(id)
    assert found is not None
    return found


def compared(found: list[Comparison]) -> list[tuple[str, str, bool, float]]:
    return [(one.chain.document, one.identity, one.within, one.strength) for one in found]


def test_the_least_sure_chain_comes_first(store: Store) -> None:
    found = comparisons(explainer(store), identity(store, "mark-poe-1"))
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
        ("mark-poe-1", "d", [("d", "mark-poe-3", True, 0.6), ("d", "mark-poe-1", False, 0.4)]),
        ("srh-lvy-1", "a", []),
    ],
    ids=["inside", "a namesake's", "an alternative", "nobody to compare with"],
)
def test_a_document(store: Store, id: str, document: str, expected: list[tuple[str, str, bool, float]]) -> None:
    assert compared(comparisons(explainer(store), identity(store, id), document)) == expected


def test_a_document_without_a_namesake(store: Store) -> None:
    with pytest.raises(DataError, match="'e' says nothing of mark-poe-1"):
        comparisons(explainer(store), identity(store, "mark-poe-1"), "e")


def test_the_lines_of_a_comparison(store: Store) -> None:
    inside, outside = comparisons(explainer(store), identity(store, "mark-poe-1"), "a")
    lines = list(inside.lines())
    assert lines[0] == "a: in mark-poe-1 (90% sure)"
    assert lines[1].startswith("  Beside the other chain of that person the evidence comes to +2.0;")
    assert "  For it: titles and occupations by meaning: linguist (+1.0)." in lines
    assert '  "Mark Poe, a linguist, spoke."' in lines
    assert next(outside.lines()) == "a: not in mark-poe-3 (0% that it belongs there)"
    nothing = "There is nothing to compare them by: titles and occupations by meaning, "
    assert any(nothing in line for line in outside.lines())


def test_amounts_add_up_to_the_evidence(store: Store) -> None:
    explained = [one for one in comparisons(explainer(store), identity(store, "mark-poe-1")) if one.explanation.amounts]
    assert len(explained) == 2
    for one in explained:
        assert sum(each.amount for each in one.explanation.amounts) == pytest.approx(one.explanation.odds, abs=1e-5)


def test_plain_data(store: Store) -> None:
    found = comparisons(explainer(store), identity(store, "mark-poe-1"), "a")[0].to_json()
    names = ("document", "chain", "person", "within", "strength", "others")
    assert [found[name] for name in names] == ["a", 0, "mark-poe-1", True, 0.9, 1]
