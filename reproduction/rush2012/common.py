"""What the experiments of Rush, Reichart, Collins & Globerson (2012) have in common: data, cells, and their cache."""

import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.text.document import Document
from reproduction.ours.treebank import (
    Flags,
    GoldSentence,
    accuracy,
    as_document,
    drawn,
    error_reduction,
    filled_up,
    gold_sentences,
    right_heads,
    scored_words,
    sign_test,
)
from reproduction.outcome import needs_data

LANGUAGES = {"ja": "ja_gsd", "en": "en_wsj_nltk", "es": "es_ancora", "bg": "bg_btb", "de": "de_gsd"}
SIZES = (50, 100, 200, 500)
WORDS = 25_000

PARSERS = {
    "paper's": ParserSettings(order=2, features="mcdonald", epochs=10, cap=10.0, tag_folds=0),
    "ours": ParserSettings(order=2, tag_folds=0),
}
"""The features of McDonald's second-order parser, which see fine tags alone, and ours, which see coarse tags too."""

CONSISTENCY = ParsingSettings()
"""Bonuses and rate were chosen on English (`en_wsj_nltk` dev, filled up from its train) at 50 and 200 sentences."""


@dataclass(frozen=True)
class Comparison:
    """UAS of the sentences alone and together, as flags of the scored words, and what consistency did."""

    base: Flags
    model: Flags
    counted: Flags
    figures: dict[str, float]

    def as_json(self) -> dict[str, Any]:
        """The comparison as a finished cell."""
        base, model = accuracy(self.base, self.counted), accuracy(self.model, self.counted)
        counted = self.counted
        return {
            "base": base,
            "model": model,
            "reduction": error_reduction(base, model),
            "gained": int((self.model & ~self.base & counted).sum()),
            "lost": int((self.base & ~self.model & counted).sum()),
            "p": sign_test(self.model[counted], self.base[counted]),
            **self.figures,
        }


def compared(
    train: Document, test: Document, parser: Parser, settings: ParsingSettings = CONSISTENCY
) -> tuple[Comparison, Document]:
    """The parser alone and with consistency on test sentences with gold tags, and the trees of the latter."""
    bare = test.with_columns(label=None).replace(heads=None)
    model = ConsistentParser(parser, Contexts.learn([train], settings.least, fine=settings.fine), settings)
    (found,), report = model.corpus([bare])
    plain = parser(bare)
    figures = {
        "sentences": report.sentences,
        "let_go": report.let_go,
        "contexts": report.contexts,
        "active": report.active,
        "rounds": report.rounds,
        "decoded": report.decoded,
        "cost": report.cost,
    }
    return Comparison(right_heads(test, plain), right_heads(test, found), scored_words(test), figures), found


def self_trained(train: Document, test: Document, parser: Parser) -> float:
    """UAS of a parser trained on the training sentences and on the test sentences as the parser itself sees them.

    One round, as in Reichart & Rappoport (2007).
    """
    bare = test.with_columns(label=None).replace(heads=None)
    again = Parser.train([train, parser(bare)], parser.settings)
    return accuracy(right_heads(test, again(bare)), scored_words(test))


@cache
def sentences(path: Path) -> tuple[GoldSentence, ...]:
    """The sentences of a treebank file."""
    return tuple(gold_sentences(path))


def lightly_supervised(data: Path | None, language: str, size: int, seed: int) -> tuple[Document, Document]:
    """So many training sentences drawn at random, and about 25,000 words of test sentences.

    As in the paper, the test set is filled up with training sentences that no size draws.
    """
    folder = needs_data(data, "treebanks", LANGUAGES[language])
    chosen, _ = drawn(sentences(folder / "train.conllu"), size, seed)
    return as_document("train", chosen), as_document("test", test_sentences(folder, seed))


def test_sentences(folder: Path, seed: int) -> list[GoldSentence]:
    """The test sentences of a treebank up to about 25,000 words, filled up with training sentences that no size draws.

    English ones that bonuses were chosen on are left out.
    """
    _, others = drawn(sentences(folder / "train.conllu"), max(SIZES), seed)
    tuned = tuning_sentences(folder) if folder.name == LANGUAGES["en"] else frozenset()
    return filled_up(sentences(folder / "test.conllu"), [each for each in others if each not in tuned], WORDS)


@cache
def tuning_sentences(folder: Path) -> frozenset[GoldSentence]:
    """The sentences on which bonuses were chosen: dev, filled up from train in two draws."""
    dev, every = sentences(folder / "dev.conllu"), sentences(folder / "train.conllu")
    return frozenset(each for seed in (0, 1) for each in filled_up(dev, drawn(every, max(SIZES), seed)[1], WORDS))


TOGETHER = ("structures/dual_decomposition", "structures/kernels/stars", "experiments/treebank")
PARSING = (
    *TOGETHER,
    "syntax/consistency_contexts",
    "syntax/consistent_parser",
    "syntax/parser*",
    "syntax/kernels/arcs",
)
TAGGING = (*TOGETHER, "syntax/consistent_tagger", "syntax/tag*", "syntax/chain*", "syntax/lexicon", "syntax/word_forms")
"""The modules that cells of parsing and of tagging depend on."""


class Cells:
    """Finished cells of an experiment in a file of the user's cache, so that a run that was stopped goes on.

    A cell is found again under its name as long as the code that made it is the same.
    """

    def __init__(self, experiment: str, seed: int, modules: tuple[str, ...], folder: Path | None = None) -> None:
        home = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
        folder = folder or home / "namesakes" / "experiments"
        self.path = folder / f"{experiment}-{seed}-{_code(modules)}.json"
        self.cells: dict[str, Any] = {}
        if self.path.exists():
            self.cells = json.loads(self.path.read_text(encoding="utf-8"))

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        """The cell of that name, made now if it is not there."""
        if name not in self.cells:
            self.cells[name] = make()
            self.path.parent.mkdir(parents=True, exist_ok=True)
            unfinished = self.path.with_suffix(".part")
            unfinished.write_text(json.dumps(self.cells), encoding="utf-8")
            unfinished.replace(self.path)
        return self.cells[name]


@cache
def _code(modules: tuple[str, ...]) -> str:
    """A short hash of the code that a cell depends on."""
    package = Path(__file__).parent.parent
    digest = hashlib.blake2b(digest_size=6)
    for path in sorted(path for module in modules for path in package.glob(f"{module}.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def parser_of(name: str, seed: int) -> ParserSettings:
    """The settings of one of the parsers."""
    return replace(PARSERS[name], seed=seed + 1)


def stars(p: float) -> str:
    """A star where a difference is significant."""
    return "*" if p <= 0.05 else ""
