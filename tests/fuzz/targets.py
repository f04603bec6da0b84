"""Targets: everything that reads what somebody else may have written, as functions of bytes.

Each imports what it needs when it is first called: a run follows the code of one target alone.
"""

import hashlib
import re
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, partial
from pathlib import Path
from typing import Final

from namesakes.errors import NamesakesError
from namesakes.formats import FORMATS
from namesakes.formats.read_options import ReadOptions
from tests.fuzz import seeds

ROOT: Final = seeds.ROOT
CRASHES: Final = Path(__file__).parent / "crashes"
"""Every input that ever did what it may not, in a folder for each target."""


@dataclass(frozen=True)
class Target:
    """Something that reads bytes: a right result, or an error of ours.

    Parameters
    ----------
    name : what it is called.
    call : gives it an input.
    made : makes its seeds.
    words : what means something in its inputs.
    share : how many inputs it gets beside the others; those that take long get fewer.
    """

    name: str
    call: Callable[[bytes], None]
    made: Callable[[], list[bytes]]
    words: Sequence[bytes] = ()
    share: float = 1.0

    @cached_property
    def seeds(self) -> list[bytes]:
        """Good inputs, and every one that was a crash."""
        return [*self.made(), *(path.read_bytes() for path in self.crashes)]

    @property
    def crashes(self) -> list[Path]:
        """The inputs that were crashes."""
        return sorted((CRASHES / self.name).glob("*"))


_OPTIONS: Final = {"xml": ReadOptions(text_path="//article")}
"""How files of a format are read, where that must be said."""


@cache
def _folder() -> tuple["tempfile.TemporaryDirectory[str]", Path]:
    """A folder for files of inputs, which goes with the process."""
    held = tempfile.TemporaryDirectory()
    return held, Path(held.name)


def _file(name: str, data: bytes) -> Path:
    path = _folder()[1] / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def read_file(name: str, data: bytes) -> None:
    """Read a file of a format, and look at what was found."""
    from namesakes.formats.records import read

    content, _, beside = data.partition(seeds.BESIDE) if name in seeds.FILES else (data, b"", b"")
    own, other = seeds.FILES.get(name, (f"input{FORMATS[name].extensions[0]}", ""))
    path = _file(own, content)
    if other:
        _file(other, beside)
    for document in read(path, format=name, options=_OPTIONS.get(name), left_out=[]):
        text = document.text
        for chain in document.chains:
            for mention in chain:
                if mention.text not in text and len(mention.parts) == 1:
                    raise AssertionError(f"{mention.text!r} is not in the text")
        if not all(0 <= start <= end <= len(text) for start, end in zip(document.starts, document.ends, strict=True)):
            raise AssertionError("a token is not in the text")


def configuration(data: bytes) -> None:
    """Take the bytes for each kind of configuration in turn."""
    from namesakes.chains.training.recipe import RecipeSettings
    from namesakes.config import read_config
    from namesakes.encoder.training.settings import EncoderSettings
    from namesakes.pipeline.definition import FILE, read_definition
    from namesakes.pipeline.resolve import ResolveSettings

    refused: list[NamesakesError] = []
    path = _file("settings.toml", data)
    for kind in (ResolveSettings, RecipeSettings, EncoderSettings):
        try:
            read_config(path, kind)
        except NamesakesError as error:
            refused.append(error)
    folder = _folder()[1] / "pipeline"
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_bytes(data)
    _ = read_definition(folder).parts


_SHA: Final = re.compile(rb'("arrays_sha256"\s*:\s*)"[^"]*"')


def model(data: bytes) -> None:
    """Take the bytes for a model of each kind; its arrays are always those that it describes."""
    from namesakes.chains.losses.regressor import LossRegressor
    from namesakes.learning.model import load_model
    from namesakes.pipeline.parts import PARTS, Part

    about, _, arrays = data.partition(b"\x00")
    digest = hashlib.sha256(arrays).hexdigest().encode()
    folder = _folder()[1] / "model"
    folder.mkdir(exist_ok=True)
    (folder / "model.json").write_bytes(_SHA.sub(rb'\1"' + digest + b'"', about))
    (folder / "arrays.npz").write_bytes(arrays)
    found = re.search(rb'"kind"\s*:\s*"([a-z-]+)"', about)
    kind = found[1].decode() if found else ""
    load_model(folder, kind)
    if kind == "loss":
        LossRegressor.load(folder)
    for name, part in PARTS.items():
        if part.kind == kind:
            _ = Part(name, folder, {}).model


def store(data: bytes) -> None:
    """Ask a store that lies in the bytes for all that can be asked."""
    from namesakes.store.check import check
    from namesakes.store.export.jsonl import records
    from namesakes.store.person_summary import people_named, person_summaries
    from namesakes.store.store import Store, open_store

    def named(opened: Store) -> list[object]:
        return list(people_named(opened, "Mark Johnson", ("person",)))

    place = _file("people.db", data)
    for beside in place.parent.glob("people.db-*"):
        beside.unlink()
    with open_store(place, create=False, write=False) as opened:
        for each in (check, records, person_summaries, named, lambda one: list(one.block_rows.all(keep=False))):
            try:
                list(each(opened))
            except NamesakesError:
                continue


def export(data: bytes) -> None:
    """Load an export into a store; what was taken is whole."""
    from namesakes.store.check import check
    from namesakes.store.export.jsonl import load, records
    from namesakes.store.person_summary import person_summaries
    from namesakes.store.store import open_store

    lines = data.decode("utf-8", "surrogateescape").splitlines(keepends=True)
    with open_store(":memory:") as opened:
        load(opened, lines)
        damaged = [each for each in check(opened) if each.table != "structure"]
        if damaged:
            raise AssertionError(f"what was loaded is damaged: {damaged[0].found}")
        list(records(opened))
        person_summaries(opened)


def corrections(data: bytes) -> None:
    """Make corrections one after the other; the store is whole after them all."""
    from namesakes.store import correct
    from namesakes.store.check import check
    from namesakes.store.store import open_store

    with open_store(":memory:") as opened:
        seeds.fill(opened)
        for line in data.decode("utf-8", "replace").splitlines()[:40]:
            what, _, rest = line.partition(" ")
            one, _, other = rest.partition(" ")
            try:
                if what == "undo":
                    correct.undo(opened, int(one) if one.isdecimal() and len(one) < 19 else 0)
                elif what == "rename":
                    correct.rename(opened, one, other)
                elif what == "not-a-person":
                    correct.not_a_person(opened, one)
                elif what in ("same", "different"):
                    getattr(correct, what)(opened, one, other)
            except NamesakesError:
                continue
        damaged = list(check(opened))
        if damaged:
            raise AssertionError(f"the store is damaged: {damaged[0].found}")


_IDS: Final = (b"mark-johnson-1", b"mark-johnson-2", b"ann-lee-1", b" a", b" b", b"same ", b"different ", b"undo 2\n")

_OTHERS: Final = (
    Target("config", configuration, seeds.configurations, (b"[chains]", b"[parser]", b"model = 'en-chains'")),
    Target("model", model, seeds.models, (b"PK\x03\x04", b"\x93NUMPY", b"'descr': '<f4'", b'"shape": (9,)'), 0.5),
    Target("store", store, seeds.stores, (b"SELECT", b"mark-johnson-1"), 0.25),
    Target("load", export, seeds.exports, (b'{"record": "document"', b'"profiles": [', b'"chain": 0'), 0.25),
    Target("corrections", corrections, seeds.corrections, _IDS, 0.25),
)
TARGETS: Final = {
    target.name: target
    for target in (
        *(Target(name, partial(read_file, name), partial(seeds.of_format, name)) for name in FORMATS),
        *_OTHERS,
    )
}
"""The targets by name: a reader of each format, and what else reads files."""
