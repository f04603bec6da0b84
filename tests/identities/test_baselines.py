"""Simple ways: everybody alone, all together, by full name, by words."""

import pytest

from namesakes.identities.baselines import same_names
from namesakes.identities.evaluation import baselines
from namesakes.identities.rows import QueryGroup
from tests.identities import made


def test_full_names_are_compared_without_case_marks_and_honorifics() -> None:
    names = ("José Lee", "Jose LEE", "Dr. Jose Lee", "J. Lee", "Lee", "Mr. Lee")
    assert same_names([made.profile(name) for name in names]).tolist() == [0, 0, 0, 1, 2, 2]


def test_measures_of_simple_ways() -> None:
    """Two people, of two chains and one: by name all right; alone and together each miss by one chain of three."""
    words = ({"sea": 3, "ship": 1}, {"sea": 2, "ship": 2}, {"tax": 2, "law": 2})
    people = [made.profile(name, words=bag) for name, bag in zip(("Ann Lee", "Ann Lee", "Bo Lee"), words, strict=True)]
    found = baselines([QueryGroup("Lee", people, ["a", "a", "b"])], 0.2)
    assert found["full_name"] == found["tfidf_baseline"] == 1.0
    third = 2 * (2 / 3) / (1 + 2 / 3)
    assert found["one_in_one"] == found["all_in_one"] == pytest.approx(third)
