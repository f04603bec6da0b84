"""What the experiments of Rush, Reichart, Collins & Globerson (2012) share: treebanks, parsers and comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from namesakes.arrays import BoolArray
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.tables import sign_test, star
from reproduction.treebanks import (
    GoldSentence,
    accuracy,
    as_document,
    drawn,
    error_reduction,
    filled_up,
    gold_sentences,
    right_heads,
    scored_words,
)

LANGUAGES = {"ja": "ja_gsd", "en": "en_wsj_nltk", "es": "es_ancora", "bg": "bg_btb", "de": "de_gsd"}
WORDS = 25_000

PAPERS_PARSER, OUR_PARSER = "paper's", "ours"
PARSERS = {
    PAPERS_PARSER: ParserSettings(order=2, features="mcdonald", epochs=10, cap=10.0, tag_folds=0),
    OUR_PARSER: ParserSettings(order=2, tag_folds=0),
}
"""The features of McDonald's second-order parser, which see fine tags alone, and ours, which see coarse tags too."""

CONSISTENCY = ParsingSettings()
"""Bonuses and rate were chosen on English (`en_wsj_nltk` dev, filled up from its train) at 50 and 200 sentences."""

WARM = (
    "Multipliers do not begin at 0, as the paper's do, but at what the first consensus promises too much (a warm "
    "start): the optimum is the same, and rounds are fewer."
)
"""What all tables say of how decoding begins."""

_DECODING = ("structures/**/*.py", "syntax/consistency/**/*.py", "treebanks.py")
PARSING = (*_DECODING, "syntax/parsing/**/*.py")
TAGGING = (*_DECODING, "syntax/tagging/**/*.py")
"""The code that cells of parsing and of tagging depend on."""


@dataclass(frozen=True)
class Settings:
    """How much is trained.

    Parameters
    ----------
    sizes : numbers of training sentences.
    draws : how often training sentences are drawn; the largest size and slow parsers have fewer draws.
    parsers : their settings by name.
    peer : the languages in which UDPipe is trained too.
    """

    sizes: tuple[int, ...] = (50, 100, 200, 500)
    draws: int = 3
    parsers: Mapping[str, ParserSettings] = field(default_factory=lambda: PARSERS)
    peer: tuple[str, ...] = ("bg", "de")

    def trained(self, parser: str, train: Document, seed: int) -> Parser:
        """One of the parsers, trained on a document."""
        return Parser.train([train], replace(self.parsers[parser], seed=seed + 1))

    def lightly_supervised(self, data: Path | None, language: str, size: int, seed: int) -> tuple[Document, Document]:
        """So many training sentences drawn at random, and about 25,000 words of test sentences.

        As in the paper, the test set is filled up with training sentences that no size draws.
        """
        folder = corpus_path(data, "treebanks", LANGUAGES[language])
        chosen, _ = drawn(sentences(folder / "train.conllu"), size, seed)
        return as_document("train", chosen), as_document("test", self.filled_test(folder, seed))

    def filled_test(self, folder: Path, seed: int) -> list[GoldSentence]:
        """Test sentences of a treebank up to about 25,000 words, filled up with training sentences that no size draws.

        English ones that bonuses were chosen on are left out.
        """
        _, others = drawn(sentences(folder / "train.conllu"), max(self.sizes), seed)
        tuned = tuning_sentences(folder, max(self.sizes)) if folder.name == LANGUAGES["en"] else frozenset()
        return filled_up(sentences(folder / "test.conllu"), [each for each in others if each not in tuned], WORDS)


SETTINGS = Settings()


@cache
def sentences(path: Path) -> tuple[GoldSentence, ...]:
    """The sentences of a treebank file."""
    return tuple(gold_sentences(path))


@cache
def tuning_sentences(folder: Path, largest: int) -> frozenset[GoldSentence]:
    """The sentences on which bonuses were chosen: dev, filled up from train in two draws."""
    dev, every = sentences(folder / "dev.conllu"), sentences(folder / "train.conllu")
    return frozenset(each for seed in (0, 1) for each in filled_up(dev, drawn(every, largest, seed)[1], WORDS))


def across_domains(data: Path | None, target: str) -> list[GoldSentence]:
    """The test and train sentences of a treebank of another domain up to 25,000 words."""
    folder = corpus_path(data, "treebanks", target)
    return filled_up([each for part in ("test", "train") for each in sentences(folder / f"{part}.conllu")], (), WORDS)


def paired(base: BoolArray, model: BoolArray, counted: BoolArray) -> dict[str, Any]:
    """Accuracies of both in per cent, and how many words the model alone has right and wrong."""
    gained, lost = int((model & ~base & counted).sum()), int((base & ~model & counted).sum())
    return {"base": accuracy(base, counted), "model": accuracy(model, counted), "gained": gained, "lost": lost}


def compared(
    train: Document, test: Document, parser: Parser, settings: ParsingSettings = CONSISTENCY
) -> dict[str, Any]:
    """UAS of the parser alone and with consistency on test sentences with gold tags, and what consistency did."""
    bare = without_trees(test)
    model = ConsistentParser(parser, Contexts.learn([train], settings.least, fine=settings.fine), settings)
    (found,), report = model.corpus([bare])
    cell = paired(right_heads(test, parser(bare)), right_heads(test, found), scored_words(test))
    figures = ("sentences", "let_go", "contexts", "active", "rounds", "decoded", "cost")
    return {
        **cell,
        "reduction": error_reduction(cell["base"], cell["model"]),
        "p": sign_test(cell["gained"], cell["lost"]),
        **{name: getattr(report, name) for name in figures},
    }


def self_trained(train: Document, test: Document, parser: Parser) -> float:
    """UAS of a parser trained on the training sentences and on the test sentences as the parser itself sees them.

    One round, as in Reichart & Rappoport (2007).
    """
    bare = without_trees(test)
    again = Parser.train([train, parser(bare)], parser.settings)
    return accuracy(right_heads(test, again(bare)), scored_words(test))


def without_trees(document: Document) -> Document:
    """The document without heads and relations."""
    return document.with_columns(label=None).replace(heads=None)


def reduction_cell(cell: Mapping[str, Any]) -> str:
    """The error reduction, with a star where it is significant."""
    return f"{cell['reduction']:.2f}{star(cell['p'])}"
