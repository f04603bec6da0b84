"""The experiment on texts over the server: how long they are, and its rows."""

from reproduction.ours.serve_texts import WORDS, long_texts, run


def test_texts_are_as_long_as_is_said_and_the_same_again() -> None:
    found = long_texts(3, 0)
    assert found == long_texts(3, 0) != long_texts(3, 1)
    assert len(set(found)) == 3
    assert all(WORDS <= len(text.split()) < WORDS * 1.2 for text in found)


def test_a_row_for_each_way() -> None:
    outcome = run(None, 0, count=2)
    assert [row[0].split(",")[0] for row in outcome.rows] == ["the library", "`coref`", "`coref_many`"]
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
