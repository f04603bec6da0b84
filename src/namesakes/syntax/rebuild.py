"""All models of a language trained one after the other, from one file of settings."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from namesakes.config import fill, read_values
from namesakes.syntax.entities.corpora import entity_documents
from namesakes.syntax.entities.name_finder import EntitySettings, NameFinder
from namesakes.syntax.parsing.parser import ParserSettings
from namesakes.syntax.parsing.training import train_parser
from namesakes.syntax.recipe import training_documents
from namesakes.syntax.tagging.lemmatizer import LemmaSettings, Lemmatizer
from namesakes.syntax.tagging.tagger import Tagger, TaggerSettings
from namesakes.syntax.tokenization.tokenizer import Tokenizer, TokenizerSettings
from namesakes.text.glove import Vectors


@dataclass(frozen=True)
class SyntaxSettings:
    """The settings of all parts of the pipeline, in the order in which they are trained."""

    tokenizer: TokenizerSettings = field(default_factory=TokenizerSettings)
    tagger: TaggerSettings = field(default_factory=TaggerSettings)
    lemmas: LemmaSettings = field(default_factory=LemmaSettings)
    parser: ParserSettings = field(default_factory=ParserSettings)
    entities: EntitySettings = field(default_factory=EntitySettings)

    def seeded(self, seed: int | None) -> "SyntaxSettings":
        """The same with this seed for all parts, if there is one."""
        if seed is None:
            return self
        return SyntaxSettings(**{part: replace(getattr(self, part), seed=seed) for part in PARTS})


PARTS = tuple(part.name for part in fields(SyntaxSettings))


def part_settings(path: Path, part: str, kind: type[Any]) -> Any:
    """The settings of one part from a file that is about it alone, or from its section in a file about several."""
    values = read_values(path)
    if values and all(name in PARTS and isinstance(value, dict) for name, value in values.items()):
        values = values.get(part, {})
    return fill(kind, values, place=str(path))


def train_syntax(
    settings: SyntaxSettings,
    *,
    corpora: Path | None = None,
    files: Sequence[Path] = (),
    names: Sequence[Path] = (),
    vectors: Vectors | None = None,
) -> Iterator[tuple[str, Any]]:
    """Train all parts; gives the name of each in a pipeline, and its model, as they are done.

    What one part makes is what the next one sees: names are learned on the tags of the new tagger. Apart from that
    every model is the one that the part's own command makes.

    Parameters
    ----------
    corpora : the folder of the corpora that the shipped models learn from.
    files : treebanks to learn from instead.
    names : files with named entities to learn from instead; with `files` and without these, there is no such model.
    vectors : GloVe's, for names.
    """
    documents = training_documents(corpora, files)
    yield "tokenizer", Tokenizer.train(documents, settings.tokenizer)
    tagger = Tagger.train(documents, settings.tagger)
    yield "tagger", tagger
    yield "lemmatizer", Lemmatizer.train(documents, settings.lemmas)
    yield "parser", train_parser(documents, settings.parser)
    if names or not files:
        named = entity_documents(corpora, names, tagger=tagger)
        yield "entities", NameFinder.train(named, settings.entities, vectors)
