"""Repairs of frequent mistakes of the parser that hide an apposition."""

from collections.abc import Sequence

_ARTICLES = frozenset({"a", "an", "the"})


def repair(words: Sequence[str], tags: Sequence[str], labels: list[str], heads: list[int]) -> None:
    """Change labels and heads in place. O(tokens).

    A name and a noun with an article between commas are no coordination without a conjunction ("Lee, a Belgian, left"),
    and of two subjects of a verb that a comma parts the second is in apposition ("the chairman, Ann Lee, left").
    """
    for token in [token for token, label in enumerate(labels) if label in ("conj", "nsubj")]:
        label, head = labels[token], heads[token]
        if label == "conj" and 0 <= head < token and tags[head] == "PROPN" and words[token - 1].lower() in _ARTICLES:
            if token >= 2 and words[token - 2] == ",":
                labels[token] = "appos"
        elif label == "nsubj" and head > token:
            nearest = heads[max(token - 11, 0) : token][::-1]
            before = token - 1 - nearest.index(head) if head in nearest else -1
            if before >= 0 and labels[before] == "nsubj" and words[before + 1] == "," and "," in words[token:head]:
                labels[token], heads[token] = "appos", before
