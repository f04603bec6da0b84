"""Syntax: the five components that give a document its words, tags, lemmas, trees and names."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.tagging.lemmatizer import Lemmatizer
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from namesakes.text.segment import PROVISIONAL, cut
from namesakes.text.steps import Step, Steps


@dataclass(frozen=True)
class Syntax:
    """The components of syntax, each of which takes a document and gives it back with one more layer."""

    tokenizer: Tokenizer
    tagger: Tagger
    lemmatizer: Lemmatizer
    parser: Parser
    entities: NameFinder

    @classmethod
    def shipped(cls) -> "Syntax":
        """The components for English that come with the library."""
        return _shipped()

    def steps(self, *, tokenized: bool = False, tagged: bool = False) -> Steps:
        """All components in their order; without those for what documents keep: tokens and sentences, and tags too."""
        parts: list[Step] = [self.lemmatizer, self.parser, self.entities]
        if not tagged:
            parts = [self.tagger, *parts]
        return Steps(parts if tokenized or tagged else [self.tokenizer, *parts])

    def missing(self, document: Document, boundaries: Sequence[int] = ()) -> list[tuple[str, Step]]:
        """The components whose layer a document lacks, each with what it finds.

        Parameters
        ----------
        boundaries : characters at which tokens that are found must begin or end.
        """
        if not len(document.sentence_starts) or document.meta.get(PROVISIONAL):
            return [
                ("words and sentences", self.tokenizer),
                ("words and sentences", _Cut(tuple(boundaries))),
                ("tags", self.tagger),
                ("lemmas", self.lemmatizer),
                ("trees", self.parser),
                ("names", self.entities),
            ]
        columns = document.columns
        tagged = "upos" in columns and "xpos" in columns
        lacking: list[tuple[bool, str, Step]] = [
            (not tagged, "tags", self.tagger),
            (not tagged or "lemma" not in columns, "lemmas", self.lemmatizer),
            (not tagged or document.heads is None or "label" not in columns, "trees", self.parser),
            (document.entity_table is None, "names", self.entities),
        ]
        return [(title, step) for wanted, title, step in lacking if wanted]


@cache
def _shipped() -> Syntax:
    return Syntax(Tokenizer.shipped(), Tagger.shipped(), Lemmatizer.shipped(), Parser.shipped(), NameFinder.shipped())


@dataclass(frozen=True)
class _Cut:
    """Cuts tokens where mentions that people gave begin and end."""

    boundaries: tuple[int, ...]

    def __call__(self, document: Document) -> Document:
        return cut(document, self.boundaries)
