"""Lemmas: a table of the words seen in training, and learned endings for all others."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar, NamedTuple, Self

from namesakes.config import fill
from namesakes.errors import DataError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.syntax.tagging.morphology import Key, Known, Morphology, most_frequent, token_keys
from namesakes.syntax.tagging.string_table import packed_rows, unpacked_rows
from namesakes.text.document import Document

LONGEST = 6
"""The longest ending that a rule looks at."""

Lemmas = Mapping[Key, Counter[str]]
"""How often each word was seen with each lemma, by its tags."""


class Rule(NamedTuple):
    """How a word becomes its lemma: what is cut off its end, what is put there, and whether it becomes lower case."""

    cut: int
    put: str
    lower: bool

    @classmethod
    def between(cls, word: str, lemma: str, lower: bool) -> "Rule":
        """The rule that turns the word into the lemma and keeps as much of its beginning as can be."""
        start = word.lower() if lower else word
        shared = 0
        while shared < min(len(start), len(lemma)) and start[shared] == lemma[shared]:
            shared += 1
        return cls(len(start) - shared, lemma[shared:], lower)

    def apply(self, word: str) -> str:
        """The lemma of the word, which is never empty."""
        start = word.lower() if self.lower else word
        return start[: max(0, len(start) - self.cut)] + self.put or word


@dataclass(frozen=True)
class LemmaSettings:
    """How lemmas are learned.

    Parameters
    ----------
    least : the rule of an ending must be seen with at least so many distinct words.
    seed : nothing here is random, but every trainer takes one.
    """

    least: int = 2
    seed: int = 0


class Lemmatizer:
    """Adds lemmas and morphology to documents that have tags.

    The table is asked for the word as it is written and then in small letters; what it does not know comes from the
    longest learned ending of words with the same tags.

    Parameters
    ----------
    settings : how it was trained.
    table : the lemma of (word, upos, xpos), where the rules would give another.
    rules : the rule of (ending, upos, xpos); those of (ending, upos, "") are for tags not seen together.
    morphology : gives `feats`; None where the training data has none.
    """

    KIND: ClassVar[str] = "lemmas"

    def __init__(
        self, settings: LemmaSettings, table: dict[Key, str], rules: dict[Key, Rule], morphology: Morphology | None
    ) -> None:
        self.settings, self.table, self.rules, self.morphology = settings, table, rules, morphology
        self._known = Known(self.lemma)

    @classmethod
    def train(cls, documents: Iterable[Document], settings: LemmaSettings | None = None) -> "Lemmatizer":
        """A lemmatizer that has learned from documents with lemmas and tags."""
        settings, documents = settings or LemmaSettings(), list(documents)
        seen: defaultdict[Key, Counter[str]] = defaultdict(Counter)
        for document in documents:
            _check(document, "lemma", "upos")
            for key, lemma in zip(token_keys(document), document.columns.get("lemma", ()), strict=True):
                if lemma:
                    seen[key][lemma] += 1
        lemmatizer = cls(settings, {}, _rules(seen, settings.least), Morphology.train(documents))
        lemmatizer.table = _exceptions(lemmatizer, seen)
        return lemmatizer

    def __call__(self, document: Document) -> Document:
        """The document with the columns `lemma` and `feats`."""
        _check(document, "upos")
        keys = token_keys(document)
        columns = {"lemma": self._known.column(keys)}
        if self.morphology is not None:
            columns["feats"] = self.morphology.column(keys)
        return document.with_columns(**columns)

    def lemma(self, word: str, upos: str, xpos: str = "") -> str:
        """The lemma of a word with these tags."""
        found = self.table.get((word, upos, xpos)) or self.table.get((word.lower(), upos, xpos))
        return found or self.regular(word, upos, xpos)

    def regular(self, word: str, upos: str, xpos: str = "") -> str:
        """The lemma that the rules give, whatever the table says."""
        ending = word.lower()
        for tag in (xpos, ""):
            for length in range(min(LONGEST, len(ending)), -1, -1):
                rule = self.rules.get((ending[len(ending) - length :], upos, tag))
                if rule is not None:
                    return rule.apply(word)
        return word

    def save(self, folder: Path) -> None:
        """Write the model."""
        rules = ((*key, str(rule.cut), rule.put, str(int(rule.lower))) for key, rule in sorted(self.rules.items()))
        arrays = {
            "table": packed_rows((*key, lemma) for key, lemma in sorted(self.table.items())),
            "rules": packed_rows(rules),
        }
        if self.morphology is not None:
            words, tags = self.morphology.rows()
            arrays |= {"feats_of_words": packed_rows(words), "feats_of_tags": packed_rows(tags)}
        save_model(folder, Model(self.KIND, {"training": asdict(self.settings)}, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The lemmatizer whose model is in a folder."""
        model = load_model(folder, cls.KIND)
        tables = {name: unpacked_rows(array) for name, array in model.arrays.items()}
        settings = fill(LemmaSettings, model.settings["training"], place=f"{folder}/model.json")
        table = {(word, upos, xpos): lemma for word, upos, xpos, lemma in tables["table"]}
        rules = {
            (ending, upos, xpos): Rule(int(cut), put, lower == "1")
            for ending, upos, xpos, cut, put, lower in tables["rules"]
        }
        morphology = None
        if "feats_of_tags" in tables:
            morphology = Morphology.from_rows(tables["feats_of_words"], tables["feats_of_tags"])
        return cls(settings, table, rules, morphology)

    @classmethod
    def shipped(cls) -> Self:
        """The English lemmatizer that comes with the package."""
        return cls.load(files("namesakes") / "models" / "en-lemmas")


def _check(document: Document, *names: str) -> None:
    """Raise the error that says which column a document lacks."""
    for name in names:
        if name not in document.columns and len(document.starts):
            raise DataError(f"document {document.key} has no {name}, which lemmas need.", "Tag it first.")


def _rules(seen: Lemmas, least: int) -> dict[Key, Rule]:
    """The rules that enough distinct words agree on, each for endings that hold all that the rule cuts off.

    An ending whose rule a shorter one gives too is left out.
    """
    lowered = _lowered(seen)
    votes: defaultdict[Key, Counter[Rule]] = defaultdict(Counter)
    for (word, upos, xpos), lemmas in seen.items():
        rule = Rule.between(word, most_frequent(lemmas), lowered[upos, xpos])
        ending = word.lower()
        for length in range(rule.cut, min(LONGEST, len(ending)) + 1):
            for tag in {xpos, ""}:
                votes[ending[len(ending) - length :], upos, tag][rule] += 1
    rules: dict[Key, Rule] = {}
    for key in sorted(votes, key=lambda key: (len(key[0]), key)):
        rule, count = min(votes[key].items(), key=lambda item: (-item[1], item[0]))
        if (count >= least or not key[0]) and rule != _shorter(rules, key):
            rules[key] = rule
    return rules


def _shorter(rules: Mapping[Key, Rule], key: Key) -> Rule | None:
    """The rule that a word with this ending has without a rule for the ending itself."""
    ending, upos, xpos = key
    for start in range(1, len(ending) + 1):
        rule = rules.get((ending[start:], upos, xpos))
        if rule is not None:
            return rule
    return None


def _lowered(seen: Lemmas) -> dict[tuple[str, str], bool]:
    """For each pair of tags, whether most capitalised words have a lemma in small letters."""
    balance: Counter[tuple[str, str]] = Counter()
    for (word, upos, xpos), lemmas in seen.items():
        balance[upos, xpos] += 0
        if word != word.lower():
            balance[upos, xpos] += 1 if most_frequent(lemmas)[:1].islower() else -1
    return {tags: count >= 0 for tags, count in balance.items()}


def _exceptions(lemmatizer: Lemmatizer, seen: Lemmas) -> dict[Key, str]:
    """The lemmas that neither the rules nor the entry of the word in small letters would give."""
    table: dict[Key, str] = {}
    for key in sorted(seen, key=lambda key: (key[0] != key[0].lower(), key)):
        lemma = most_frequent(seen[key])
        known = table.get((key[0].lower(), *key[1:])) or lemmatizer.regular(*key)
        if lemma != known:
            table[key] = lemma
    return table
