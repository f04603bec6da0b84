"""A parser on test sentences, alone and with consistency; the sentences are scored once, however often it is asked."""

import time
from collections.abc import Mapping, Sequence
from typing import Any

from namesakes.arrays import BoolArray
from namesakes.syntax.consistency.changes import Report
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.parsing.forests import ScoredTrees, TreeScorer
from namesakes.syntax.parsing.self_training import without_trees
from namesakes.text.document import Document
from reproduction.tables import sign_test, star
from reproduction.treebanks import accuracy, error_reduction, right_heads, scored_words


class Comparison:
    """A parser with its training documents, on test sentences.

    Parameters
    ----------
    given : what the parser is given; by default the test sentences with their gold tags.
    """

    def __init__(
        self, parser: TreeScorer, train: Sequence[Document], test: Document, given: Document | None = None
    ) -> None:
        self.train, self.test = train, test
        self.given = without_trees(test) if given is None else given
        started = time.process_time()
        self.scored = parser.scored_trees(self.given)
        self.seconds = time.process_time() - started
        self.plain = self(self.given)
        self._contexts: dict[tuple[bool, int], Contexts] = {}

    def __call__(self, document: Document) -> Document:
        """The document with its best trees."""
        return self.scored.finish(document, [tree for tree, _ in self.scored.plain])

    def scored_trees(self, document: Document) -> ScoredTrees:
        """The scores that are there already; so that this is the parser of a `ConsistentParser`."""
        assert document is self.given
        return self.scored

    @property
    def base(self) -> float:
        """UAS of the parser alone, in per cent."""
        return accuracy(right_heads(self.test, self.plain), scored_words(self.test))

    def consistent(self, settings: ParsingSettings) -> tuple[Document, Report]:
        """The document with trees that agree, and what that changed."""
        key = settings.fine, settings.least
        if key not in self._contexts:
            self._contexts[key] = Contexts.learn(self.train, settings.least, fine=settings.fine)
        (found,), report = ConsistentParser(self, self._contexts[key], settings).corpus([self.given])
        return found, report

    def cell(self, settings: ParsingSettings) -> dict[str, Any]:
        """UAS alone and with consistency, what consistency did, and its cost in plain decodings."""
        found, report = self.consistent(settings)
        cell = paired(right_heads(self.test, self.plain), right_heads(self.test, found), scored_words(self.test))
        figures = ("sentences", "let_go", "contexts", "active", "rounds", "decoded")
        return {
            **cell,
            "reduction": error_reduction(cell["base"], cell["model"]),
            "p": sign_test(cell["gained"], cell["lost"]),
            "cost": (self.seconds + report.seconds) / self.seconds,
            **{name: getattr(report, name) for name in figures},
        }


def paired(base: BoolArray, model: BoolArray, counted: BoolArray) -> dict[str, Any]:
    """Accuracies of both in per cent, and how many words the model alone has right and wrong."""
    gained, lost = int((model & ~base & counted).sum()), int((base & ~model & counted).sum())
    return {"base": accuracy(base, counted), "model": accuracy(model, counted), "gained": gained, "lost": lost}


def reduction_cell(cell: Mapping[str, Any]) -> str:
    """The error reduction, with a star where it is significant."""
    return f"{cell['reduction']:.2f}{star(cell['p'])}"
