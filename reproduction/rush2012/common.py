"""What the experiments of Rush, Reichart, Collins & Globerson (2012) share: treebanks, parsers and comparisons."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.text.document import Document
from reproduction.corpora import corpus_path
from reproduction.treebanks import GoldSentence, as_document, drawn, filled_up, gold_sentences

LANGUAGES = {"ja": "ja_gsd", "en": "en_wsj_nltk", "es": "es_ancora", "bg": "bg_btb", "de": "de_gsd"}
WORDS = 25_000
TUNED_SIZES, TUNING_SEEDS = (50, 200), (0,)
"""At which numbers of training sentences bonuses are chosen, and in which draws."""

PAPERS_PARSER, OUR_PARSER = "paper's", "ours"
PARSERS = {
    PAPERS_PARSER: ParserSettings(order=2, features="mcdonald", epochs=10, cap=10.0, tag_folds=0),
    OUR_PARSER: ParserSettings(order=2, tag_folds=0),
}
"""The features of McDonald's second-order parser, which see fine tags alone, and ours, which see coarse tags too."""

ZERO = "Multipliers begin at 0, as the paper's do (no warm start, which is the default elsewhere)."
"""What tables of parsing say of how decoding begins."""

_DECODING = (
    "structures/**/*.py",
    "syntax/consistency/**/*.py",
    "treebanks.py",
    "rush2012/co*.py",
    "rush2012/bonuses.py",
)
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

    def tuning(self, data: Path | None) -> list[tuple[Document, Document]]:
        """English training sentences of the sizes that bonuses are chosen at, with development sentences."""
        folder = corpus_path(data, "treebanks", LANGUAGES["en"])
        every = sentences(folder / "train.conllu")
        sizes = [size for size in TUNED_SIZES if size in self.sizes] or self.sizes[:1]
        return [
            (
                as_document("train", drawn(every, size, seed)[0]),
                as_document("dev", tuning_draw(folder, max(self.sizes), seed)),
            )
            for size in sizes
            for seed in TUNING_SEEDS
        ]


SETTINGS = Settings()


@cache
def sentences(path: Path) -> tuple[GoldSentence, ...]:
    """The sentences of a treebank file."""
    return tuple(gold_sentences(path))


@cache
def tuning_draw(folder: Path, largest: int, seed: int) -> tuple[GoldSentence, ...]:
    """Development sentences, filled up from training sentences that a draw has left."""
    dev, every = sentences(folder / "dev.conllu"), sentences(folder / "train.conllu")
    return tuple(filled_up(dev, drawn(every, largest, seed)[1], WORDS))


@cache
def tuning_sentences(folder: Path, largest: int) -> frozenset[GoldSentence]:
    """The sentences on which bonuses are chosen."""
    return frozenset(each for seed in TUNING_SEEDS for each in tuning_draw(folder, largest, seed))


def across_domains(data: Path | None, target: str) -> list[GoldSentence]:
    """The test and train sentences of a treebank of another domain up to 25,000 words."""
    folder = corpus_path(data, "treebanks", target)
    return filled_up([each for part in ("test", "train") for each in sentences(folder / f"{part}.conllu")], (), WORDS)
