"""Parts: the models that a pipeline is made of, each a shipped one or a folder, loaded when it is first used."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from threading import RLock
from typing import TYPE_CHECKING, Any, Final

from namesakes.config import fill
from namesakes.encoder.files import BESIDE
from namesakes.errors import ConfigError, ModelError, NamesakesError, UnknownNameError
from namesakes.learning.model import describe

if TYPE_CHECKING:
    from namesakes.chains.resolver import Resolver
    from namesakes.identities.model import IdentityModel
    from namesakes.mentions.gender import GenderModel
    from namesakes.profiles.vectors import Vectors
    from namesakes.syntax.consistency.consistency import Consistency
    from namesakes.syntax.parts import Syntax


ENCODER: Final = "encoder"
"""The kind of a model that can stand at several places."""


@dataclass(frozen=True)
class PartKind:
    """What can stand at one place of a pipeline.

    Parameters
    ----------
    kind : the kind of model, as its `model.json` says.
    loader : the class that loads it, by its module of this package.
    shipped : the name of the shipped one for English; nothing where none is.
    does : what it is for.
    needed : whether every pipeline must have one.
    encoded : the class that stands there for an encoder, where a model of that kind may, too.
    settings : the settings that this class is given, where there are any.
    """

    kind: str
    loader: str
    shipped: str
    does: str
    needed: bool = True
    encoded: str = ""
    settings: str = ""

    def takes(self, kind: object) -> bool:
        """Whether a model of a kind can stand here."""
        return kind == self.kind or bool(self.encoded and kind == ENCODER)


PARTS: Final[Mapping[str, PartKind]] = {
    "tokenizer": PartKind(
        "tokenizer",
        "syntax.tokenization.tokenizer:Tokenizer",
        "en-tokenizer",
        "words, sentences and paragraphs",
    ),
    "tagger": PartKind(
        "tagger",
        "syntax.tagging.tagger:Tagger",
        "en-tagger",
        "parts of speech",
        encoded="encoder.parts:EncodedTagger",
    ),
    "lemmatizer": PartKind("lemmas", "syntax.tagging.lemmatizer:Lemmatizer", "en-lemmas", "lemmas and morphology"),
    "parser": PartKind(
        "parser",
        "syntax.parsing.parser:Parser",
        "en-parser",
        "dependency trees",
        encoded="encoder.parts:EncodedParser",
        settings="encoder.trees:TreeSettings",
    ),
    "entities": PartKind(
        "entities",
        "syntax.entities.name_finder:NameFinder",
        "en-entities",
        "named entities",
        encoded="encoder.parts:EncodedNames",
    ),
    "consistency": PartKind(
        "consistency",
        "syntax.consistency.consistency:Consistency",
        "en-consistency",
        "corpus-level consistency",
        needed=False,
    ),
    "gender": PartKind("gender", "mentions.gender:GenderModel", "en-gender", "gender, number and animacy"),
    "chains": PartKind(
        "chains",
        "chains.resolver:Resolver",
        "en-chains",
        "coreference within a document",
        encoded="chains.joint:EncoderChains",
    ),
    "vectors": PartKind(
        "vectors",
        "encoder.vectors:TextVectors",
        "",
        "vectors of the texts around people",
        needed=False,
        encoded="encoder.vectors:StateVectors",
    ),
    "identities": PartKind(
        "identities", "identities.model:IdentityModel", "en-identities", "coreference across documents"
    ),
}
"""The parts of a pipeline, in the order in which a text passes them."""

SHIPPED: Final = "models"
"""The folder of the package that has the shipped models and pipelines."""

_SYNTAX: Final = ("tokenizer", "tagger", "lemmatizer", "parser", "entities")
_READING: Final = (*_SYNTAX, "gender", "chains", "vectors")
"""The parts that a document is read with."""

_RESOURCES: Final[Mapping[str, tuple[str, ...]]] = {"reading": ("en-words",), "identities": ("en-occupations",)}
"""Shipped tables that models were trained with, which are no parts of their own."""

Source = str | Path
"""Where a model comes from: the name of a shipped one, or a folder."""


def shipped_folder(name: str) -> Traversable:
    """The folder of a shipped model or pipeline, whether it is there or not."""
    return files("namesakes") / SHIPPED / name


def shipped_models() -> dict[str, str]:
    """The kind of each shipped model, by name."""
    found = {}
    for entry in sorted((files("namesakes") / SHIPPED).iterdir(), key=lambda item: item.name):
        if (entry / "model.json").is_file():
            found[entry.name] = str(describe(entry)["kind"])
    return found


@dataclass
class Part:
    """One part of a pipeline: where its model comes from, and the model once it was asked for.

    It travels to other processes as its source, and is loaded there, unless the model was given as an object.

    Parameters
    ----------
    name : which part it is.
    source : the name of a shipped model, a folder, or the model itself.
    settings : what the pipeline says of an encoder that stands here, beside its model.
    corpus : whose conventions an encoder that stands here follows; nothing for the first that it learned from.
    """

    name: str
    source: Any
    settings: Mapping[str, Any] = field(default_factory=dict)
    corpus: str = ""
    _model: Any = field(default=None, repr=False, compare=False)
    _lock: Any = field(default_factory=RLock, repr=False, compare=False)

    @property
    def is_object(self) -> bool:
        """Whether the model was given as an object, so that there is no folder it could be loaded from."""
        return not isinstance(self.source, str | Path)

    @property
    def folder(self) -> Traversable | Path:
        """Where the model is."""
        return self.source if isinstance(self.source, Path) else shipped_folder(self.source)

    @property
    def model(self) -> Any:
        """The model; loaded when it is first asked for."""
        if self.is_object:
            return self.source
        with self._lock:
            if self._model is None:
                self._model = _loaded(self)
            return self._model

    @cached_property
    def description(self) -> dict[str, Any]:
        """What `model.json` says; empty for a model that was given as an object."""
        return {} if self.is_object else describe(self.folder)

    @cached_property
    def fingerprint(self) -> str:
        """The hash of the model."""
        if self.is_object:
            return f"object {id(self.source)}"
        more = code_of(dict(self.settings)).encode() if self.settings else b""
        more += self.corpus.encode() if self.is_encoder else b""
        beside = self.folder / BESIDE / "model.json"
        more += beside.read_bytes() if self.name == "chains" and beside.is_file() else b""
        return hashlib.sha256((self.folder / "model.json").read_bytes() + more).hexdigest()

    @property
    def is_encoder(self) -> bool:
        """Whether an encoder stands here."""
        return self.description.get("kind") == ENCODER and bool(PARTS[self.name].encoded)

    def filled(self, place: str = "pipeline") -> Any:
        """The settings as their class, or None where there are none."""
        if not self.settings:
            return None
        if not self.is_encoder or not PARTS[self.name].settings:
            raise UnknownNameError(f"setting of [{self.name}]", next(iter(self.settings)), ["model"], place)
        return fill(_named(PARTS[self.name].settings), self.settings, place=f"{place}: [{self.name}]")

    def check(self, language: str, place: str) -> None:
        """Refuse, in one sentence, a model that is not there, is of another kind or language, or is newer."""
        if self.is_object:
            self.filled(place)
            return
        if not self.folder.is_dir():
            known = ", ".join(name for name, kind in shipped_models().items() if kind == PARTS[self.name].kind)
            raise ModelError(
                f"{place}: the model '{self.source}' of [{self.name}] is neither a folder nor shipped.\n"
                f"Shipped: {known or 'none'}."
            )
        kind, wanted = self.description.get("kind"), PARTS[self.name].kind
        if not PARTS[self.name].takes(kind):
            raise ModelError(
                f"{place}: [{self.name}] needs a model for '{wanted}', and '{self.source}' is one for '{kind}'."
            )
        own = self.description.get("language", language)
        if own != language:
            raise ModelError(
                f"{place}: the model '{self.source}' of [{self.name}] is for the language '{own}', "
                f"and the pipeline is for '{language}'."
            )
        if self.is_encoder or kind == "vectors":
            from namesakes.encoder.files import check_installed

            check_installed()
        self._check_corpus(place)
        self.filled(place)

    def _check_corpus(self, place: str) -> None:
        """Refuse a corpus that the encoder has not learned from."""
        if not self.corpus or not self.is_encoder:
            return
        known = self.description["settings"]["labels"]["corpora"]
        if self.corpus not in known:
            raise UnknownNameError(f"corpus of the encoder '{self.source}'", self.corpus, known, place)

    def __getstate__(self) -> dict[str, Any]:
        return {"name": self.name, "source": self.source, "settings": self.settings, "corpus": self.corpus}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        self.__init__(**state)  # type: ignore[misc]


_kept: dict[tuple[str, Source, str], tuple[str, Any]] = {}
"""Models that were loaded, with their fingerprints: pipelines of one process share them."""
_kept_lock: Final = RLock()


def _loaded(part: Part) -> Any:
    """The model of a part, loaded once a process as long as its folder is the same."""
    wanted = PARTS[part.name]
    loader = _named(wanted.encoded if part.is_encoder else wanted.loader)
    if part.source == PARTS[part.name].shipped:
        from namesakes.syntax.parts import Syntax

        return getattr(Syntax.shipped(), part.name) if part.name in _SYNTAX else loader.shipped()
    with _kept_lock:
        known, model = _kept.get((part.name, part.source, part.corpus), ("", None))
        if model is None or known != part.fingerprint:
            settings = part.filled()
            try:
                told: dict[str, Any] = {"corpus": part.corpus} if part.is_encoder and part.corpus else {}
                given = (part.folder,) if settings is None else (part.folder, settings)
                model = loader.load(*given, **told)
            except (NamesakesError, Warning):
                raise
            except Exception as error:  # whatever settings and arrays lead to that do not fit together
                found = f"{part.folder}: what this model says of itself is wrong ({type(error).__name__}: {error})."
                raise ModelError(f"{found}\nRestore it, or train it again.") from error
            _kept[part.name, part.source, part.corpus] = part.fingerprint, model
        return model


def _named(name: str) -> Any:
    """What a name stands for, such as "syntax.parsing.parser:Parser"."""
    module, _, attribute = name.partition(":")
    return getattr(import_module(f"namesakes.{module}"), attribute)


class Parts(Mapping[str, Part]):
    """The parts of a pipeline by name, and what they are when they are put together."""

    def __init__(self, parts: Mapping[str, Part]) -> None:
        self._parts = {name: parts[name] for name in PARTS if name in parts}

    def __getitem__(self, name: str) -> Part:
        if name not in self._parts:
            raise (
                UnknownNameError("part", name, self._parts)
                if name not in PARTS
                else ConfigError(
                    f"this pipeline has no [{name}]: {PARTS[name].does}.\nName a model for it, for example with "
                    f"--part {name}=MODEL, or nlp.with_({name}=MODEL)."
                )
            )
        return self._parts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._parts

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __repr__(self) -> str:
        return f"Parts({', '.join(f'{name}={part.source!s}' for name, part in self._parts.items())})"

    def __getstate__(self) -> dict[str, Any]:
        return {"_parts": self._parts}

    @cached_property
    def syntax(self) -> "Syntax":
        """Tokenizer, tagger, lemmatizer, parser and name finder."""
        from namesakes.syntax.parts import Syntax

        return Syntax(*(self[name].model for name in _SYNTAX))

    @property
    def consistency(self) -> "Consistency":
        """What makes tags and trees agree across a corpus."""
        model: Consistency = self["consistency"].model
        return model

    @property
    def gender(self) -> "GenderModel":
        """What tells the gender of names and nouns."""
        model: GenderModel = self["gender"].model
        return model

    @property
    def chains(self) -> "Resolver":
        """What puts the mentions of a document into chains."""
        model: Resolver = self["chains"].model
        return model

    @property
    def vectors(self) -> "Vectors | None":
        """What makes vectors of texts, where the pipeline has it."""
        model: Vectors | None = self["vectors"].model if "vectors" in self else None
        return model

    @property
    def identities(self) -> "IdentityModel":
        """What tells who is the same across documents."""
        model: IdentityModel = self["identities"].model
        return model

    def hashes(self, what: str) -> dict[str, str]:
        """The hashes of the models that documents are read with ("reading"), or people are found with ("identities").

        They are by the name of the part; those of shipped tables that models were trained with are by their own.
        """
        names = _READING if what == "reading" else ("identities",)
        tables = {name: Part(name, name).fingerprint for name in _RESOURCES[what]}
        return {**{name: self[name].fingerprint for name in names if name in self}, **tables}


def code_of(value: Any) -> str:
    """A short code of a plain value, another one for any other value."""
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=16).hexdigest()
