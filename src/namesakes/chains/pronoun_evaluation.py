"""Whether pronouns are given to the right one of two people: GAP's measures.

Webster, Recasens, Axelrod and Baldridge (2018), Mind the GAP: A Balanced Corpus of Gendered Ambiguous Pronouns.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from namesakes.errors import DataError
from namesakes.syntax.evaluation import text_only
from namesakes.text.document import Document

MASCULINE, FEMININE = frozenset({"he", "him", "his", "himself"}), frozenset({"she", "her", "hers", "herself"})

Resolve = Callable[[Document], Document]
"""Gives a text back with its chains."""

Characters = tuple[int, int]

LABELS = ("Pronoun", "A", "B")
"""What is marked in a text of GAP."""


@dataclass
class Tally:
    """How many links were right, found, and there to be found."""

    right: int = 0
    found: int = 0
    gold: int = 0

    def add(self, gold: bool, found: bool) -> None:
        """Count one decision."""
        self.right += gold and found
        self.found += found
        self.gold += gold

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.right + other.right, self.found + other.found, self.gold + other.gold)

    def to_json(self) -> dict[str, float]:
        """Precision, recall and F1, as fractions."""
        precision = self.right / self.found if self.found else 0.0
        recall = self.right / self.gold if self.gold else 0.0
        return {"precision": precision, "recall": recall, "f1": self.f1}

    @property
    def f1(self) -> float:
        """2 · right / (found + gold)."""
        return 2 * self.right / (self.found + self.gold) if self.found + self.gold else 0.0


def evaluate_pronouns(resolve: Resolve, documents: Sequence[Document]) -> dict[str, Any]:
    """F1 over all pairs of a pronoun and a name, of masculine and of feminine pronouns, and the latter over the former.

    The resolver sees the text alone. A name is taken to be chosen where the pronoun's chain has a mention of it; see
    `linked`.
    """
    tallies = {"masculine": Tally(), "feminine": Tally()}
    seconds = 0.0
    for document in documents:
        spans = gap_mentions(document)
        start = time.perf_counter()
        found = resolve(text_only(document))
        seconds += time.perf_counter() - start
        pronoun, chain = spans["Pronoun"]
        gender = _gender(document, pronoun)
        for label in ("A", "B"):
            name, own = spans[label]
            tallies[gender].add(own == chain, linked(found, pronoun, name))
    total, (masculine, feminine) = tallies["masculine"] + tallies["feminine"], tallies.values()
    return {
        **total.to_json(),
        "masculine": masculine.to_json(),
        "feminine": feminine.to_json(),
        "bias": feminine.f1 / masculine.f1 if masculine.f1 else 0.0,
        "documents": len(documents),
        "documents_per_second": len(documents) / seconds if seconds else 0.0,
    }


def linked(document: Document, pronoun: Characters, name: Characters) -> bool:
    """Whether the chain of the pronoun, given by its characters, has a mention of what stands at the name's.

    That is a mention with the name's words, or one with the name's head; or with the head that the name is an
    apposition to or a part of ("her brother, John", "Mr. Smith").
    """
    table = document.mention_table
    own, words = tokens_at(document, pronoun), tokens_at(document, name)
    if table is None or table.heads is None or not words:
        return False
    tops, members = heads_of_name(document, words), []
    for first, last, chain, head in zip(
        table.first.tolist(), table.end.tolist(), table.chains.tolist(), table.heads.tolist(), strict=True
    ):
        span = range(first, last)
        members.append((chain, span == own, span != own and (span == words or head in tops)))
    joined = {chain for chain, is_pronoun, _ in members if is_pronoun and chain >= 0}
    return any(chain in joined and is_name for chain, _, is_name in members)


def tokens_at(document: Document, span: Characters) -> range:
    """The tokens that have a character in common with a stretch of the text."""
    first = int(np.searchsorted(document.ends, span[0], side="right"))
    return range(first, int(np.searchsorted(document.starts, span[1], side="left")))


def heads_of_name(document: Document, words: range) -> set[int]:
    """The heads of a name, and those that it is an apposition to or a part of."""
    heads, labels = document.heads, document.columns.get("label")
    if heads is None or labels is None:
        return set(words)
    found: set[int] = set()
    for token in words:
        if heads[token] in words:
            continue
        while token not in found:
            found.add(token)
            if heads[token] >= 0 and labels[token].split(":")[0] in ("appos", "flat"):
                token = int(heads[token])
    return found


def gap_mentions(document: Document) -> dict[str, tuple[Characters, str | None]]:
    """The characters and the chain of the pronoun and the two names, by their labels."""
    found = {
        mention.label: ((mention.start, mention.end), None if mention.chain is None else mention.chain.id)
        for mention in document.mentions
    }
    if set(found) != set(LABELS) or found["Pronoun"][1] is None:
        advice = "Give a file of GAP with its answers: gap-validation.tsv."
        raise DataError(f"document {document.key} has no pronoun and two names with their chains", advice)
    return found


def _gender(document: Document, pronoun: Characters) -> str:
    word = document.text[slice(*pronoun)].lower()
    if word not in MASCULINE | FEMININE:
        raise DataError(f"document {document.key}: the pronoun '{word}' is neither masculine nor feminine")
    return "masculine" if word in MASCULINE else "feminine"
