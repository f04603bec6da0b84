"""What two names say of each other: properties, and the cases that the docstrings name."""

import pytest

from namesakes.names import NameRelation, Relation, compare, parse

CASES = [
    ("John Smith", "JOHN SMITH", Relation.EQUAL, 0),
    ("Mr. Smith", "John Smith", Relation.SHORT_FORM, 1),
    ("John Q. Smith", "John Smith", Relation.SHORT_FORM, 2),
    ("Bob Smith", "Robert Smith", Relation.COMPATIBLE, 0),
    ("Mao Zedong", "Mao Tse-tung", Relation.COMPATIBLE, 0),
    ("John Smith", "John Jones", Relation.DIFFERENT, 0),
    ("Mr. Smith", "Mrs. Smith", Relation.DIFFERENT, 0),
    ("John Smith, Sr.", "John Smith, Jr.", Relation.DIFFERENT, 0),
    ("John", "Smith", Relation.UNKNOWN, 0),
    ("Zorro", "Diego Vega", Relation.UNKNOWN, 0),
]


@pytest.mark.parametrize(("one", "other", "relation", "shorter"), CASES)
def test_relation_and_shorter_name(one: str, other: str, relation: Relation, shorter: int) -> None:
    found = compare(one, other)
    assert (found.relation, found.shorter) == (relation, shorter)
    assert found.reason
    assert compare(parse(one), parse(other)) == found
    swapped = compare(other, one)
    assert swapped == NameRelation(relation, found.reason, 3 - shorter if shorter else 0)
    assert found.may_be_same == (relation in (Relation.EQUAL, Relation.SHORT_FORM, Relation.COMPATIBLE))
