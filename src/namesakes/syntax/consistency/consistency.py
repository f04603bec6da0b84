"""Consistency across a corpus: the tagger and the parser of a pipeline decode all sentences together.

One setting, `consistency`, makes any run over a corpus use it (Rush, Reichart, Collins & Globerson 2012).
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import ClassVar, Final, Self

import numpy as np

from namesakes.config import fill, read_values
from namesakes.errors import ConfigError, UnknownNameError, UsageError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.consistency.tagger import ConsistentTagger, TaggingSettings
from namesakes.syntax.parsing.forests import TreeScorer
from namesakes.syntax.tagging.lattices import TagScorer
from namesakes.text.document import Document
from namesakes.text.steps import Step, Steps


@dataclass(frozen=True)
class ConsistencySettings:
    """What is to be consistent, and how.

    Parameters
    ----------
    tags, trees : whether tags of unknown words, and heads, are.
    tagger, parser : how.
    """

    tags: bool = True
    trees: bool = True
    tagger: TaggingSettings = field(default_factory=TaggingSettings)
    parser: ParsingSettings = field(default_factory=ParsingSettings)


RUSH_2012: Final = ConsistencySettings(
    tagger=TaggingSettings(initials=False, rate=0.1, warm=False, adaptive=False),
    parser=ParsingSettings(fine=True, least=1, rate=0.03, warm=False, adaptive=False),
)
"""The paper's setting: contexts of fine tags, every one that always had the same tag of the head in training;
multipliers that begin at 0 and all have the step of Koo et al. (2010); of variants of words only the one with a final
"s". It prints no bonuses."""

NAMED: Final[Mapping[str, ConsistencySettings]] = {"default": ConsistencySettings(), "rush-2012": RUSH_2012}
"""Settings that have a name."""


def named_settings(name: str) -> ConsistencySettings:
    """The settings of a name."""
    if name not in NAMED:
        raise UnknownNameError("setting of consistency", name, NAMED)
    return NAMED[name]


def read_settings(path: Path | None, like: str | None = None) -> ConsistencySettings:
    """The settings of a file, or those of a name with what the file says else; `like` in the file is such a name."""
    values = {} if path is None else dict(read_values(path))
    name = like or values.get("like", "default")
    values.pop("like", None)
    if not isinstance(name, str):
        raise ConfigError(f"{path}: like: {name} is not a name of settings; there are {', '.join(NAMED)}.")
    base = named_settings(name)
    for part in ("tagger", "parser"):
        given = values.get(part)
        if isinstance(given, Mapping):
            own = {key.replace("-", "_"): value for key, value in given.items()}
            values[part] = {**asdict(getattr(base, part)), **own}
        elif given is None:
            values[part] = asdict(getattr(base, part))
    return fill(ConsistencySettings, values, place=str(path))


class Consistency:
    """What a pipeline needs to be consistent: the contexts of its parser's training data, and settings.

    It is trained and stored as the steps of a pipeline are, but is none itself: `pipeline` puts a `ConsistentTagger`
    and a `ConsistentParser` in the places of the plain ones. It loads no other model.
    """

    KIND: ClassVar[str] = "consistency"

    def __init__(self, contexts: Contexts, settings: ConsistencySettings | None = None) -> None:
        self.contexts, self.settings = contexts, settings or ConsistencySettings()

    @classmethod
    def train(cls, documents: Sequence[Document], settings: ConsistencySettings | None = None) -> "Consistency":
        """The contexts of documents with tags and heads."""
        settings = settings or ConsistencySettings()
        return cls(Contexts.learn(documents, settings.parser.least, fine=settings.parser.fine), settings)

    def pipeline(self, plain: Steps, support: Sequence[Document] = ()) -> Steps:
        """The pipeline with a consistent tagger and parser in the places of its own.

        Parameters
        ----------
        support : documents whose unknown words help to tag those of the corpus.
        """
        steps = [self._step(step, support) for step in plain.steps]
        if all(one is other for one, other in zip(steps, plain.steps, strict=True)):
            raise UsageError("this pipeline has neither a tagger nor a parser that could be consistent.")
        return Steps(steps)

    def _step(self, step: Step, support: Sequence[Document]) -> Step:
        if isinstance(step, TagScorer) and self.settings.tags:
            return ConsistentTagger(step, self.settings.tagger, support=support)
        if isinstance(step, TreeScorer) and self.settings.trees:
            return ConsistentParser(step, self.contexts, self.settings.parser)
        return step

    def save(self, folder: Path) -> None:
        """Write the contexts into a folder."""
        contexts = self.contexts
        arrays = {
            "keys": np.diff(contexts.keys, prepend=0),
            "heads": contexts.heads.astype(np.int16),
            "counts": contexts.counts.astype(np.int32),
        }
        settings = {"settings": asdict(self.settings), "tags": list(contexts.names), "fine": contexts.fine}
        save_model(folder, Model(self.KIND, settings, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> Self:
        """The contexts that are in a folder."""
        model = load_model(folder, cls.KIND)
        settings = fill(ConsistencySettings, model.settings["settings"], place=f"{folder}/model.json")
        keys, heads = np.cumsum(model.arrays["keys"]), model.arrays["heads"].astype(np.int32)
        contexts = Contexts(tuple(model.settings["tags"]), model.settings["fine"], keys, heads, model.arrays["counts"])
        return cls(contexts, settings)

    @classmethod
    def shipped(cls) -> Self:
        """The contexts of the data that the shipped English parser was trained on."""
        return cls.load(files("namesakes") / "models" / "en-consistency")
