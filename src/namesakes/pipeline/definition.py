"""Definitions: what `pipeline.toml` says, which names every part of a pipeline and its settings."""

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from namesakes.config import fill, parse_toml
from namesakes.errors import ConfigError, ModelError, UnknownNameError
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.coreference import ChainsSettings
from namesakes.pipeline.parts import PARTS, SHIPPED, Part, Parts, shipped_folder

FILE: Final = "pipeline.toml"
FORMAT: Final = 1
"""The version of the layout; a definition of a later one is refused."""
LANGUAGES: Final = ("en",)
"""The languages that the library has rules and word lists for."""


@dataclass(frozen=True)
class Definition:
    """What a pipeline is made of.

    Parameters
    ----------
    name : what it is called: the name of a shipped pipeline, or the path of a folder.
    language : the language that all its models are for.
    description : what it is good for.
    models : where the model of each part comes from: the name of a shipped one, a folder, or the model itself.
    chains : how chains are found.
    identities : how people are found.
    settings : by part what is said beside its model, for an encoder that stands there.
    corpus : of those that an encoder learned from, the one whose conventions it follows; nothing for the first.
    """

    name: str
    language: str = "en"
    description: str = ""
    corpus: str = ""
    models: Mapping[str, Any] = field(default_factory=dict)
    chains: ChainsSettings = field(default_factory=ChainsSettings)
    identities: LinkingSettings = field(default_factory=LinkingSettings)
    settings: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def with_model(self, part: str, model: Any) -> "Definition":
        """The same with another model of a part; settings of the one before go with it."""
        settings = {name: own for name, own in self.settings.items() if name != part}
        return replace(self, models={**self.models, part: model}, settings=settings)

    def parts(self) -> Parts:
        """The parts, each of which is there and of the right kind; none is loaded yet."""
        missing = [name for name, part in PARTS.items() if part.needed and name not in self.models]
        if missing:
            raise ConfigError(
                f"{self.name}: this pipeline lacks {', '.join(f'[{name}]' for name in missing)}.\n"
                f'Name a model for each, for example: [{missing[0]}] model = "{PARTS[missing[0]].shipped}"'
            )
        if self.language not in LANGUAGES:
            raise ConfigError(
                f"{self.name}: there is no language '{self.language}' here; known: {', '.join(LANGUAGES)}."
            )
        parts = {
            name: Part(name, source, self.settings.get(name, {}), self.corpus) for name, source in self.models.items()
        }
        for part in parts.values():
            part.check(self.language, self.name)
        if self.corpus and not any(part.is_encoder or part.is_object for part in parts.values()):
            raise ConfigError(f"{self.name}: 'corpus' is for an encoder, and none stands in this pipeline.")
        return Parts(parts)


def shipped_pipelines() -> list[str]:
    """The names of the pipelines that come with the library."""
    folder = files("namesakes") / SHIPPED
    return sorted(entry.name for entry in folder.iterdir() if (entry / FILE).is_file())


def read_definition(place: str | Path) -> Definition:
    """The definition of a shipped pipeline, or of the one in a folder."""
    if isinstance(place, str) and place in shipped_pipelines():
        return _definition(shipped_folder(place), place)
    folder = Path(place)
    if not folder.is_dir():
        found = UnknownNameError("pipeline", str(place), shipped_pipelines())
        raise ConfigError(f"{found}\nA pipeline of your own is a folder with a {FILE}.")
    if not (folder / FILE).is_file():
        raise ConfigError(
            f"{folder}: there is no {FILE} in this folder.\nMake a pipeline with: namesakes pipeline new FOLDER"
        )
    return _definition(folder, str(place))


def _definition(folder: Path | Traversable, name: str) -> Definition:
    file = folder / FILE
    place = str(file) if isinstance(file, Path) else name
    try:
        values = parse_toml(file.read_text(encoding="utf-8"), place)
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{place}: this pipeline cannot be read ({error}).") from error
    number = values.pop("format", FORMAT)
    if not isinstance(number, int) or number > FORMAT:
        raise ModelError(f"{place}: this pipeline was made by a newer release.\nUpdate namesakes.")
    models: dict[str, Any] = {}
    more: dict[str, Mapping[str, Any]] = {"chains": {}, "identities": {}}
    settings: dict[str, Mapping[str, Any]] = {}
    for key in [key for key, value in values.items() if isinstance(value, dict)]:
        section = values.pop(key)
        if key not in PARTS:
            raise UnknownNameError("part", key, PARTS, place)
        if not isinstance(section.get("model"), str):
            example = PARTS[key].shipped or "FOLDER"
            raise ConfigError(f'{place}: [{key}] names no model.\nAdd for example: model = "{example}"')
        models[key] = _source(folder, section.pop("model"))
        if section and PARTS[key].settings:
            settings[key] = section
        elif section and key not in more:
            raise UnknownNameError(f"setting of [{key}]", next(iter(section)), ["model"], place)
        else:
            more[key] = section
    known = {item.name for item in fields(Definition)} - {"name", "models", "settings", *more}
    for key in values:
        if key not in known:
            raise UnknownNameError("setting", key, known, place)
    return Definition(
        name=name,
        models=models,
        chains=fill(ChainsSettings, more["chains"], place=f"{place}: [chains]"),
        identities=fill(LinkingSettings, more["identities"], place=f"{place}: [identities]"),
        settings=settings,
        **values,
    )


def _source(folder: Path | Traversable, model: str) -> str | Path:
    """A model that a pipeline names: a folder, counted from that of the pipeline, or a shipped one."""
    if isinstance(folder, Path):
        inside = folder / model
        if os.path.isdir(inside) or os.sep in model:  # noqa: PTH112  (a name may be too long for any folder)
            return inside
    return model


def write_definition(folder: Path, definition: Definition) -> Path:
    """Write a definition into a folder, whole or not at all; models that are folders are named relative to it."""
    import tomlkit

    file = folder / FILE
    document = tomlkit.parse(file.read_text(encoding="utf-8")) if file.is_file() else tomlkit.document()
    document["format"] = FORMAT
    document["language"] = definition.language
    document["description"] = definition.description
    if definition.corpus or "corpus" in document:
        document["corpus"] = definition.corpus
    settings = {"chains": asdict(definition.chains), "identities": asdict(definition.identities)}
    usual = {"chains": asdict(ChainsSettings()), "identities": asdict(LinkingSettings())}
    for name in PARTS:
        if name not in definition.models:
            continue
        section = document.setdefault(name, tomlkit.table())
        section["model"] = _named(folder, definition.models[name])
        for field_name, value in settings.get(name, {}).items():
            key = field_name.replace("_", "-")
            if value != usual[name][field_name] or key in section:
                section[key] = list(value) if isinstance(value, tuple) else value
        if PARTS[name].settings:
            _put(section, {**definition.settings.get(name, {}), "model": section["model"]})
    folder.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{FILE}.{os.getpid()}")
    try:
        temporary.write_text(tomlkit.dumps(document), encoding="utf-8")
        temporary.replace(file)
    except OSError as error:
        raise ConfigError(f"{file}: this pipeline cannot be written: {error.strerror}") from error
    finally:
        temporary.unlink(missing_ok=True)
    return file


def _put(section: Any, values: Mapping[str, Any]) -> None:
    """Let a section say these values and nothing else; what it says already stays where it is."""
    for key in [key for key in section if key not in values]:
        del section[key]
    for key, value in values.items():
        if section.get(key) != value:
            section[key] = value


def _named(folder: Path, source: Any) -> str:
    if isinstance(source, str):
        return source
    if not isinstance(source, Path):
        raise ConfigError(
            "a model that was given as an object cannot be named in a pipeline.\nSave it into a folder, and name that."
        )
    return Path(os.path.relpath(source, folder)).as_posix()
