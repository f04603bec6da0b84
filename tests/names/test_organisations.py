"""What two names of organisations say of each other."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.names.organisations import compare_organisations, parse_organisation
from namesakes.names.relation import Relation

EQUAL, SHORT, COMPATIBLE, DIFFERENT, UNKNOWN = Relation
CASES = [
    ("Bank of England", "the Bank of England", EQUAL),
    ("Bank of England", "BANK OF ENGLAND", EQUAL),
    ("Bank of England", "the Bank", SHORT),
    ("Bank of England", "England", UNKNOWN),
    ("Bank of England", "Bank of Japan", DIFFERENT),
    ("Bank of England", "European Central Bank", DIFFERENT),
    ("European Central Bank", "Central Bank", SHORT),
    ("European Central Bank", "ECB", SHORT),
    ("United Nations", "U.N.", SHORT),
    ("United Nations", "UN", SHORT),
    ("U.N.", "UN", EQUAL),
    ("United Nations", "the United Nations", EQUAL),
    ("United Nations", "NATO", DIFFERENT),
    ("NATO", "North Atlantic Treaty Organisation", SHORT),
    ("North Atlantic Treaty Organisation", "North Atlantic Treaty Organization", EQUAL),
    ("British Broadcasting Corporation", "BBC", SHORT),
    ("Federal Bureau of Investigation", "FBI", SHORT),
    ("Federal Bureau of Investigation", "the Bureau", SHORT),
    ("Department of Defense", "DoD", DIFFERENT),
    ("Department of Defense", "Department of State", DIFFERENT),
    ("Microsoft", "Microsoft Corporation", EQUAL),
    ("Microsoft Corp.", "Microsoft Corporation", EQUAL),
    ("Microsoft", "Microsoft's", EQUAL),
    ("Microsoft", "Apple", DIFFERENT),
    ("Microsoft", "the company", UNKNOWN),
    ("Siemens AG", "Siemens", EQUAL),
    ("Siemens AG", "Siemens Healthineers AG", SHORT),
    ("Robert Bosch GmbH", "Bosch", SHORT),
    ("Ford Motor Company", "Ford", SHORT),
    ("Ford Motor Company", "Ford Foundation", DIFFERENT),
    ("Marks & Spencer", "Marks and Spencer", EQUAL),
    ("Harvard University", "Harvard", SHORT),
    ("Harvard University", "the University", SHORT),
    ("University of California", "University of California, Berkeley", SHORT),
    ("University of California", "University of Southern California", DIFFERENT),
    ("Sixth Fleet", "Seventh Fleet", DIFFERENT),
    ("New York Times", "The New York Times", EQUAL),
    ("New York Times", "the Times", SHORT),
    ("New York Times", "Los Angeles Times", DIFFERENT),
    ("Labour Party", "Labor Party", EQUAL),
    ("Labour Party", "Labour", SHORT),
    ("Labour Party", "Conservative Party", DIFFERENT),
    ("Société Générale", "Societe Generale", EQUAL),
    ("PetroChina", "Petro China", EQUAL),
    ("IBM", "Microsoft", UNKNOWN),
    ("Congress", "the Congress", EQUAL),
    ("Duke University", "Columbia University", DIFFERENT),
]
NAMES = sorted({name for one, other, _ in CASES for name in (one, other)})


@pytest.mark.parametrize(("one", "other", "relation"), CASES)
def test_relations(one: str, other: str, relation: Relation) -> None:
    found = compare_organisations(one, other)
    assert found.relation == relation, found.reason
    assert (found.shorter != 0) == (relation == SHORT)
    if found.shorter:
        lengths = [len(parse_organisation(name).text) for name in (one, other)]
        assert lengths[found.shorter - 1] == min(lengths)


@given(st.sampled_from(NAMES) | st.text(max_size=30), st.sampled_from(NAMES) | st.text(max_size=30))
def test_symmetric_reflexive_and_never_fails(one: str, other: str) -> None:
    found, swapped = compare_organisations(one, other), compare_organisations(other, one)
    assert (found.relation, found.reason) == (swapped.relation, swapped.reason)
    assert found.shorter == (3 - swapped.shorter if swapped.shorter else 0)
    assert compare_organisations(one, one).relation == EQUAL
