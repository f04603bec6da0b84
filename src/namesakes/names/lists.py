"""The lists of names that come with the package: given names with their gender, surnames, and nicknames."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import numpy as np

from namesakes.arrays import AnyArray, ByteArray
from namesakes.errors import ModelError
from namesakes.learning.model import Model, load_model, save_model

KIND = "names"
CULTURES = ("chinese", "korean", "vietnamese", "japanese", "hungarian", "iberian")
"""The cultures whose surnames are known by themselves: the first five put them first, the last has two."""


@dataclass(frozen=True)
class NameLists:
    """Names in small letters without marks, each list sorted.

    Parameters
    ----------
    given, women, given_shares : given names, how many in a hundred bearers are women, and how frequent they are.
    surnames, surname_shares : surnames, and how frequent they are.
    cultures : the surnames of each one of `CULTURES`.
    nicknames : for a given name the short and pet forms of it.

    A share is 12 · log2(1 + people in ten million), rounded, at most 255.
    """

    given: tuple[str, ...]
    women: ByteArray
    given_shares: ByteArray
    surnames: tuple[str, ...]
    surname_shares: ByteArray
    cultures: Mapping[str, tuple[str, ...]]
    nicknames: Mapping[str, tuple[str, ...]]

    @cached_property
    def genders(self) -> dict[str, tuple[int, int]]:
        """For each given name: women in a hundred bearers, and its share."""
        return dict(zip(self.given, zip(self.women.tolist(), self.given_shares.tolist(), strict=True), strict=True))

    @cached_property
    def families(self) -> dict[str, int]:
        """For each surname its share."""
        return dict(zip(self.surnames, self.surname_shares.tolist(), strict=True))

    @cached_property
    def of_culture(self) -> dict[str, frozenset[str]]:
        """The surnames of each culture."""
        return {name: frozenset(found) for name, found in self.cultures.items()}

    def save(self, folder: Path) -> None:
        """Write the lists."""
        arrays = {
            "given": _packed(self.given),
            "women": self.women,
            "given_shares": self.given_shares,
            "surnames": _packed(self.surnames),
            "surname_shares": self.surname_shares,
            "nicknames": _packed(tuple(" ".join((name, *forms)) for name, forms in sorted(self.nicknames.items()))),
            **{f"culture.{name}": _packed(found) for name, found in self.cultures.items()},
        }
        save_model(folder, Model(KIND, {}, arrays))

    @classmethod
    def load(cls, folder: Path | Traversable) -> "NameLists":
        """The lists in a folder."""
        model = load_model(folder, KIND)
        try:
            nicknames = (line.split() for line in _unpacked(model.arrays["nicknames"]))
            return cls(
                _unpacked(model.arrays["given"]),
                model.arrays["women"],
                model.arrays["given_shares"],
                _unpacked(model.arrays["surnames"]),
                model.arrays["surname_shares"],
                {name: _unpacked(found) for name, found in model.group("culture").items()},
                {name: tuple(forms) for name, *forms in nicknames},
            )
        except KeyError as error:
            raise ModelError(f"{folder}: these are not lists of names ({error}).\nBuild them again.") from error

    @classmethod
    def shipped(cls) -> "NameLists":
        """The lists that come with the package, loaded once."""
        return _shipped()


@cache
def _shipped() -> NameLists:
    return NameLists.load(files("namesakes") / "models" / "en-names")


def _packed(names: tuple[str, ...]) -> ByteArray:
    return np.frombuffer("\n".join(names).encode(), dtype=np.uint8)


def _unpacked(text: AnyArray) -> tuple[str, ...]:
    return tuple(text.tobytes().decode().splitlines())
