"""A tiny model of each kind, and what each says: it is asked the same by the release that made it and by later ones."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from namesakes import Document
from namesakes.chains.losses.regressor import FEATURES, LossRegressor
from namesakes.chains.resolver import Resolver
from namesakes.identities.mixing.ensemble import Ensemble
from namesakes.identities.specialists.occupation_table import OccupationTable
from namesakes.identities.specialists.wordnet import build_occupations
from namesakes.mentions.gender import GenderModel
from namesakes.mentions.gender_counts import phrases_of, read_counts
from namesakes.mentions.gender_features import NAME
from namesakes.mentions.gender_training import train as train_gender
from namesakes.names.lists import CULTURES, NameLists
from namesakes.syntax.consistency.consistency import Consistency
from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.syntax.tagging.lemmatizer import Lemmatizer
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.syntax.tokenization.abbreviations import examples
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.word_tree import WordSettings, build_words
from namesakes.text.word_vectors import WordVectors
from tests.chains.parsed import parsed, resolver
from tests.identities.mixing import test_ensemble as identities
from tests.identities.specialists import test_occupation_table as occupations
from tests.mentions import test_gender as gender
from tests.syntax.entities import test_name_finder as entities
from tests.syntax.parsing import test_parser as parsing
from tests.syntax.tagging import test_lemmatizer as lemmas
from tests.syntax.tagging import test_tagger as tagging
from tests.syntax.tokenization.test_tokenizer import SMALL


@dataclass(frozen=True)
class Kind:
    """How a tiny model of a kind is made, and what the one in a folder says.

    Numbers are rounded to three places: their last digits are the processor's.
    """

    make: Callable[[], Any]
    answers: Callable[[Path], Any]


def _columns(document: Document, *names: str) -> dict[str, list[str]]:
    return {name: list(document.columns[name]) for name in names}


def _tagged(folder: Path) -> Any:
    return _columns(Tagger.load(folder)(tagging.plain("The old cat wants to walk .", "Anna barks .")), "xpos", "upos")


def _lemmatized(folder: Path) -> Any:
    return _columns(Lemmatizer.load(folder)(lemmas.corpus()), "lemma", "feats")


def _parsed(folder: Path) -> Any:
    found = Parser.load(folder)(parsing.bare(parsing.document()))
    return {"heads": found.heads.tolist() if found.heads is not None else [], **_columns(found, "label")}


def _named(folder: Path) -> Any:
    found = NameFinder.load(folder)(entities.plain("Peter Berg left Acme .", "Anna went to Oslo ."))
    return [[entity.text, entity.label] for entity in found.entities]


def _tokenized(folder: Path) -> Any:
    found = Tokenizer.load(folder)(Document(text="Dr. Lee didn't stay. She left at 5 p.m. with Mr. Ray."))
    return [list(found.words), found.sentence_starts.tolist()]


def _consistent(folder: Path) -> Any:
    found = Consistency.load(folder).contexts
    return [[found.show(number), found.head_name(head)] for number, head in enumerate(found.heads.tolist())]


def _make_gender() -> GenderModel:
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "counts.txt"
        path.write_text(gender.COUNTS, encoding="utf-8")
        return train_gender(read_counts(path, 4), settings=gender.SETTINGS)


def _gendered(folder: Path) -> Any:
    model = GenderModel.load(folder)
    phrases = phrases_of([("bart", "smith"), ("lisa", "jones"), ("acme", "widgets")], NAME)
    return model.decide(phrases, *model.probabilities(phrases)).gender.tolist()


def _make_words() -> WordVectors:
    words = [f"{'abcd'[place % 4]}{chr(ord('a') + place // 4)}" for place in range(60)]
    points = np.eye(8)[np.arange(60) % 4] + np.random.default_rng(5).normal(0, 0.05, (60, 8))
    return build_words(words, points, WordSettings(words=60, vectors=20, common=0))


def _words(folder: Path) -> Any:
    table = WordVectors.load(folder)
    codes = table.codes(["aa", "ab", "bb", "never"])
    rows = table.rows(codes)
    return [rows.tolist(), table.paths(codes).tolist(), table.similarity(rows[:1], rows[1:]).round(3).tolist()]


def _similar(folder: Path) -> Any:
    return Ensemble.load(folder).similarities(identities.people(8)[0][:6]).round(3).tolist()


def _make_occupations() -> OccupationTable:
    with tempfile.TemporaryDirectory() as name:
        said = {"data.noun": occupations.DATA, "index.noun": occupations.INDEX, "cntlist.rev": occupations.COUNTS}
        for file, text in said.items():
            (Path(name) / file).write_text(text, encoding="utf-8")
        return build_occupations(Path(name))


def _occupied(folder: Path) -> Any:
    table = OccupationTable.load(folder)
    senses = [sense for word in ("president", "prime minister", "nurse") for sense in table.lookup(word)]
    return [senses, table.likeness(senses).round(3).tolist()]


def _make_names() -> NameLists:
    shares = [np.array(each, dtype=np.uint8) for each in ([99, 0], [120, 110], [90, 70])]
    cultures = {name: (("lee",) if place == 0 else ()) for place, name in enumerate(CULTURES)}
    return NameLists(("ann", "bob"), shares[0], shares[1], ("lee", "ray"), shares[2], cultures, {"bob": ("bobby",)})


def _listed(folder: Path) -> Any:
    found = NameLists.load(folder)
    return [{name: list(each) for name, each in found.genders.items()}, found.families, dict(found.nicknames)]


def _make_loss() -> LossRegressor:
    return LossRegressor("conll", np.random.default_rng(3).normal(0.11, 0.1, size=len(FEATURES) + 1))


def _lost(folder: Path) -> Any:
    return LossRegressor.load(folder).predict(np.eye(len(FEATURES))).round(3).tolist()


def _chained(folder: Path) -> Any:
    return [[mention.text for mention in chain] for chain in Resolver.load(folder)(parsed()).chains]


KINDS = {
    "tokenizer": Kind(lambda: Tokenizer.train(examples(2, 7), SMALL), _tokenized),
    "tagger": Kind(lambda: Tagger.train([tagging.corpus()], tagging.QUICK), _tagged),
    "lemmas": Kind(lambda: Lemmatizer.train([lemmas.corpus()]), _lemmatized),
    "parser": Kind(lambda: Parser.train([parsing.document()], ParserSettings(**parsing.SMALL)), _parsed),
    "entities": Kind(lambda: NameFinder.train([entities.corpus()], entities.QUICK), _named),
    "consistency": Kind(lambda: Consistency.train([parsing.document()]), _consistent),
    "gender": Kind(_make_gender, _gendered),
    "words": Kind(_make_words, _words),
    "chains": Kind(resolver, _chained),
    "loss": Kind(_make_loss, _lost),
    "identities": Kind(lambda: identities.trained("seg"), _similar),
    "occupations": Kind(_make_occupations, _occupied),
    "names": Kind(_make_names, _listed),
}
"""The kinds of models but for encoders, of which `tests/golden/encoder` has one."""
