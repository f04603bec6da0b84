"""What is known of words beside their pieces."""

from namesakes.encoder.words import SHAPES, empty, pronoun_kinds, shapes


def test_shapes() -> None:
    words = ["cat", "Cat", "CAT", "3rd", "I", "", "Ölfeld", "猫"]
    assert [SHAPES[number] for number in shapes(words)] == [
        "lower", "capital", "capitals", "digit", "capital", "lower", "capital", "lower"
    ]  # fmt: skip


def test_kinds_of_pronouns() -> None:
    kinds = pronoun_kinds(["She", "hers", "he", "cat", "who"]).tolist()
    assert kinds[0] == kinds[1] != kinds[2]
    assert kinds[3] == 0
    assert kinds[4] > 0


def test_empty_words() -> None:
    assert empty(["The", "Mr.", "’s", "Lee"]).tolist() == [1, 1, 1, 0]
