"""Named components, configuration files and seeds.

A component (format, metric, decoder, update …) is registered under its kind and name, so that a configuration file
or an option can choose it; an unknown name is an error that lists the known ones. A configuration file is TOML or
JSON and fills a dataclass; an unknown key is an error too.
"""

import dataclasses
import hashlib
import json
import reprlib
import tomllib
import warnings
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from threading import RLock
from types import UnionType
from typing import Any, Final, Generic, TypeVar, Union, get_args, get_origin, get_type_hints

import numpy as np

from namesakes.errors import ConfigError, UnknownNameError

_LIMITS: Final = "limits"
"""Under which a field's metadata have the least and the most that it may be."""

T = TypeVar("T")
Settings = TypeVar("Settings")


_SEARCHING: Final = RLock()
"""Held while what other packages add is looked for, so that no thread sees a part of it."""


class Registry(Generic[T]):
    """Components of one kind by name.

    A component may be registered as an import path (`"package.module:attribute"`); it is then imported when first asked
    for, so that listing the names costs nothing. Other packages add theirs as entry points, under the group of the
    registry, such as `namesakes.specialists`; these are looked for when a name is not known, or all are listed.

    Parameters
    ----------
    kind : what a component is called in messages.
    group : the group of entry points; without it other packages add none.
    """

    def __init__(self, kind: str, group: str = "") -> None:
        self.kind, self.group = kind, group
        self._entries: dict[str, T | str] = {}
        self._searched = not group

    def register(self, name: str, component: T | str) -> None:
        """Make the component known under the name; a name is given once only."""
        if name in self._entries:
            raise ConfigError(f"there is already one {self.kind} called '{name}'; choose another name.")
        self._entries[name] = component

    def add(self, name: str) -> Callable[[T], T]:
        """A decorator that registers what it decorates."""

        def decorate(component: T) -> T:
            self.register(name, component)
            return component

        return decorate

    def __getitem__(self, name: str) -> T:
        if name not in self:
            raise UnknownNameError(self.kind, name, self._entries)
        entry = self._entries[name]
        if isinstance(entry, str):
            entry = self._imported(name, entry)
            self._entries[name] = entry
        return entry

    def __iter__(self) -> Iterator[str]:
        self._search()
        return iter(tuple(self._entries))

    def __contains__(self, name: object) -> bool:
        if name not in self._entries:
            self._search()
        return name in self._entries

    def __len__(self) -> int:
        self._search()
        return len(self._entries)

    @property
    def registered(self) -> tuple[str, ...]:
        """The names that are known so far, without a look for those of other packages."""
        return tuple(self._entries)

    def _search(self) -> None:
        """Look, once, for what other packages add; a name that is taken stays as it is."""
        if self._searched:
            return
        taken = []
        with _SEARCHING:
            for entry in () if self._searched else entry_points(group=self.group):
                if entry.name in self._entries:
                    taken.append(entry)
                else:
                    self._entries[entry.name] = entry.value
            self._searched = True
        for entry in taken:
            message = f"the {self.kind} '{entry.name}' of {entry.value} is left out: the name is taken"
            warnings.warn(message, stacklevel=3)

    def _imported(self, name: str, place: str) -> T:
        module, _, attribute = place.partition(":")
        try:
            found: T = getattr(import_module(module), attribute)
        except (ImportError, AttributeError) as error:
            if module.startswith("namesakes."):
                raise
            raise ConfigError(f"the {self.kind} '{name}' cannot be imported from {place}: {error}") from error
        return found


def read_config(path: str | Path, settings: type[Settings]) -> Settings:
    """The dataclass `settings` filled from a TOML or JSON file.

    Unknown keys, wrong types and files that do not parse are `ConfigError`s which name the file and the key.
    """
    return fill(settings, read_values(path), place=str(path))


def fill(settings: type[Settings], values: Mapping[str, Any], *, place: str = "configuration") -> Settings:
    """The dataclass `settings` filled from a mapping; nested dataclasses from nested mappings."""
    if not isinstance(values, Mapping):
        raise ConfigError(f"{place}: {_shown(values)} is not a table of settings.")
    limits = {each.name: each.metadata.get(_LIMITS) for each in dataclasses.fields(settings)}  # type: ignore[arg-type]
    types = get_type_hints(settings)
    known = [field.name for field in dataclasses.fields(settings)]  # type: ignore[arg-type]
    filled: dict[str, Any] = {}
    for key, value in values.items():
        name = key.replace("-", "_")
        if name not in known:
            raise UnknownNameError("setting", key, [item.replace("_", "-") for item in known], place)
        filled[name] = _convert(value, types[name], f"{place}: {key}")
        within = limits[name]
        if within is not None and not within[0] <= filled[name] <= within[1]:
            raise ConfigError(f"{place}: {key}: {value} is not between {within[0]} and {within[1]}.")
    try:
        return settings(**filled)
    except ConfigError as error:  # what the settings themselves refuse
        raise ConfigError(f"{place}: {error}") from error
    except (ValueError, ArithmeticError) as error:
        raise ConfigError(f"{place}: these settings are wrong: {error}") from error
    except TypeError as error:
        missing = [
            field.name
            for field in dataclasses.fields(settings)  # type: ignore[arg-type]
            if field.name not in filled
            and field.default is dataclasses.MISSING
            and field.default_factory is dataclasses.MISSING
        ]
        raise ConfigError(f"{place}: these settings have no default and must be given: {', '.join(missing)}") from error


def bounded(default: int, least: int, most: int) -> Any:
    """A field of settings that is a whole number between two others, which `fill` sees to."""
    return dataclasses.field(default=default, metadata={_LIMITS: (least, most)})


def generator(seed: int, *purpose: str) -> "np.random.Generator":
    """A random generator for one purpose under one seed.

    The purpose's words go into the stream by a stable hash, so that two uses never share a stream and adding a use
    leaves the others as they were: nothing in the library draws from a global generator.
    """
    words = hashlib.blake2b("\x00".join(purpose).encode(), digest_size=16).digest()
    return np.random.default_rng([seed, *np.frombuffer(words, dtype="<u4").tolist()])


def read_values(path: str | Path) -> Mapping[str, Any]:
    """What a TOML or JSON file holds; a `ConfigError` where it cannot be read."""
    path = Path(path)
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path}: this configuration cannot be read ({error}).") from error
    if path.suffix not in (".toml", ".json"):
        raise ConfigError(f"{path}: a configuration is a .toml or a .json file; this is neither.")
    if path.suffix == ".toml":
        return parse_toml(text, path)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{path}: this is not valid JSON: {error}") from error
    if not isinstance(values, dict):
        raise ConfigError(f"{path}: a configuration is a table of settings; this is a {type(values).__name__}.")
    return values


def parse_toml(text: str, place: object) -> dict[str, Any]:
    """What a text in TOML says; a `ConfigError` that names the place where it is none."""
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise ConfigError(f"{place}: this is not valid TOML: {error}") from error


def _convert(value: Any, wanted: Any, place: str) -> Any:
    """The value as the annotation wants it; a `ConfigError` where it is of another type."""
    origin = get_origin(wanted)
    if origin in (Union, UnionType):
        return _convert_union(value, get_args(wanted), place)
    if dataclasses.is_dataclass(wanted) and isinstance(wanted, type) and isinstance(value, dict):
        return fill(wanted, value, place=place)
    if origin in (list, tuple) and isinstance(value, list):
        return origin(_convert(item, get_args(wanted)[0], place) for item in value)
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    plain = origin or wanted
    if isinstance(plain, type) and isinstance(value, plain) and not (plain is int and isinstance(value, bool)):
        return value
    raise ConfigError(f"{place}: {_shown(value)} is not {_describe(wanted)}.")


def _shown(value: Any) -> str:
    """A value in a message, cut where it is long; one that is nested too deeply by its type alone."""
    try:
        return reprlib.repr(value) if isinstance(value, list | dict) else repr(value)[:200]
    except (RecursionError, ValueError):
        return f"this {type(value).__name__}"


def _convert_union(value: Any, choices: tuple[Any, ...], place: str) -> Any:
    if value is None and type(None) in choices:
        return None
    for choice in choices:
        if choice is not type(None):
            try:
                return _convert(value, choice, place)
            except ConfigError:
                continue
    raise ConfigError(f"{place}: {_shown(value)} is not {' or '.join(_describe(choice) for choice in choices)}.")


def _describe(wanted: Any) -> str:
    names = {str: "a text", int: "a whole number", float: "a number", bool: "true or false"}
    names |= dict.fromkeys((list, tuple), "a list")
    return names.get(wanted) or names.get(get_origin(wanted), str(wanted))
