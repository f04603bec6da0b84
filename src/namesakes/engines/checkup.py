"""A checkup: what this installation and this machine have, what is missing for what, and what to do about it."""

import hashlib
import locale
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final, Literal

import namesakes
from namesakes import resources
from namesakes.errors import NamesakesError, UsageError
from namesakes.learning.model import describe
from namesakes.store.store import open_store

State = Literal["ok", "absent", "slow", "broken"]
"""Whether something works, is an extra that is not there, works slowly or in part, or does not work."""

MODULES: Final = {
    "spark": ("pyspark", "pyarrow", "pandas"),
    "accurate": ("onnxruntime", "tokenizers"),
    "train": ("torch", "safetensors", "onnx"),
    "docs": ("mkdocs", "material"),
    "benchmark": ("scorch", "blingfire", "pysbd", "syntok", "spacy", "ufal.udpipe"),
}
"""The modules of extras that need several; of the others the one in `resources.EXTRAS`."""

USES: Final = {
    "arrow": "Arrow tables, Parquet",
    "postgres": "a store in PostgreSQL",
    "pdf": "reading PDF",
    "docx": "reading Word files",
    "spark": "resolve --engine spark",
    "plots": "figures of experiments",
    "accurate": "the pipeline en-accurate",
    "train": "train encoder, train vectors",
    "spacy": "the component of spaCy",
    "docs": "building the pages",
    "benchmark": "experiments with other tools",
    "fuzz": "make fuzz",
    "mcp": "mcp, the server for assistants",
    "pandas": "tables as data frames of pandas",
    "polars": "tables as data frames of Polars",
    "serve": "the page and the server",
}
"""What each extra is for."""

_ROOM: Final = 100 * 1024 * 1024
"""Bytes that the folder of temporary files should have."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at.

    Parameters
    ----------
    what : the thing.
    state : whether it works.
    found : what there is.
    advice : what to do, where something is to be done.
    """

    what: str
    state: State
    found: str
    advice: str = ""

    def to_json(self) -> dict[str, str]:
        """The finding as plain data."""
        return asdict(self)


def checkup(store: str | None = None) -> Iterator[Finding]:
    """All that is looked at, one after the other.

    Parameters
    ----------
    store : the path or address of a store that is looked at, too.
    """
    yield Finding(
        "namesakes", "ok", f"{namesakes.__version__}, Python {platform.python_version()}, {platform.platform()}"
    )
    yield from kernels()
    yield from models()
    for extra in resources.EXTRAS:
        yield extra_of(extra)
    if find_spec("pyspark") is not None:
        yield java()
    yield temporary()
    yield threads()
    yield terminal()
    if store is not None:
        yield reachable(store)


def is_well(findings: list[Finding]) -> bool:
    """Whether nothing is broken; what is absent or slow is no failure."""
    return all(one.state != "broken" for one in findings)


def kernels() -> Iterator[Finding]:
    """Whether the hot loops are compiled; where they are not, whether there is a compiler."""
    compiled = resources.kernels()
    missing = [name for name, done in compiled.items() if not done]
    command = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    compiler = shutil.which(command) or shutil.which("cc")
    if not missing:
        yield Finding("kernels", "ok", f"{len(compiled)} compiled")
    else:
        how = "" if compiler else "Install a C compiler (Debian: apt-get install gcc; macOS: xcode-select --install). "
        advice = f"{how}Then compile them with: {resources.install_command(anew=True)}"
        yield Finding("kernels", "slow", f"{len(missing)} of {len(compiled)} are interpreted, which is slow", advice)
    if compiler:
        yield Finding("C compiler", "ok", compiler)
    else:
        known = "none, and none is needed" if not missing else "none"
        yield Finding("C compiler", "absent" if missing else "ok", known)


def models() -> Iterator[Finding]:
    """Whether the files of each shipped model are those that it describes."""
    folder = Path(namesakes.__file__).parent / "models"
    found = sorted(path.parent for path in folder.glob("*/model.json"))
    wrong = [(path, said) for path in found if (said := damage_of(path))]
    whole = sum(file.stat().st_size for path in found for file in path.iterdir() if file.is_file())
    if not found:
        yield Finding("models", "broken", "there are none", f"Install again: {resources.install_command(anew=True)}")
    elif not wrong:
        yield Finding("models", "ok", f"{len(found)} intact, {whole / 1e6:,.0f} MB")
    for path, said in wrong:
        yield Finding(f"model {path.name}", "broken", said, f"Install again: {resources.install_command(anew=True)}")


def damage_of(folder: Path) -> str:
    """What is wrong with the files of a model; nothing where they are as it describes them."""
    try:
        about = describe(folder)
        listed = about.get("settings", {}).get("files", {})
        hashes = {"arrays.npz": about.get("arrays_sha256"), **{name: each["sha256"] for name, each in listed.items()}}
        for name, known in hashes.items():
            if hashlib.sha256((folder / name).read_bytes()).hexdigest() != known:
                return f"{name} is not the file that was shipped"
    except NamesakesError as error:
        return str(error).splitlines()[0]
    except (OSError, KeyError, TypeError, AttributeError) as error:
        return f"its files cannot be read ({error})"
    return ""


def extra_of(extra: str) -> Finding:
    """Whether what an extra needs is there."""
    modules = MODULES.get(extra, (resources.EXTRAS[extra],))
    missing = [name for name in modules if not _is_there(name)]
    use = USES.get(extra, "")
    if not missing:
        return Finding(f"extra {extra}", "ok", use)
    part = f"{use}: without {', '.join(missing)}" if len(missing) < len(modules) else use
    return Finding(f"extra {extra}", "absent", part, resources.install_command(extra))


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ModuleNotFoundError:  # not even what it lies in
        return False


def java() -> Finding:
    """Whether there is a Java that Spark can run in."""
    from namesakes.engines.spark.session import require_java

    try:
        require_java()
    except UsageError as error:
        found, _, advice = str(error).partition("\n")
        return Finding("Java for Spark", "absent", found, advice)
    home = os.environ.get("JAVA_HOME")
    program = str(Path(home) / "bin" / "java") if home else "java"
    try:
        done = subprocess.run([program, "-version"], capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.SubprocessError) as error:
        return Finding(
            "Java for Spark", "broken", f"{program} cannot be started ({error})", "Install Java 17 or later."
        )
    said = (done.stderr or done.stdout).splitlines()[:1]
    number = "".join(said).partition('"')[2].partition(".")[0].rstrip('"')
    if number.isdecimal() and int(number) < 17:
        return Finding("Java for Spark", "broken", f"Java {number} is too old", "Install Java 17 or later.")
    return Finding("Java for Spark", "ok", "".join(said) or program)


def temporary() -> Finding:
    """Whether temporary files can be written, and whether there is room for them."""
    try:
        folder = tempfile.gettempdir()
        with tempfile.TemporaryFile() as file:
            file.write(b"namesakes")
        free = shutil.disk_usage(folder).free
    except OSError as error:
        return Finding(
            "temporary files", "broken", f"none can be written ({error})", "Name a folder where they can: TMPDIR"
        )
    room = f"{folder}, {free / 1e9:,.1f} GB free"
    if free < _ROOM:
        return Finding("temporary files", "slow", room, "Make room there, or name another folder with TMPDIR.")
    return Finding("temporary files", "ok", room)


def threads() -> Finding:
    """How many processes run at a time, and what limits them."""
    cores, memory = resources.cores(), resources.free_memory()
    found = f"{cores} core{'s' * (cores != 1)}"
    found += f", {memory / 1e9:,.1f} GB of memory free" if memory != float("inf") else ""
    given = os.environ.get("OPENBLAS_NUM_THREADS") or os.environ.get("OMP_NUM_THREADS")
    found += f", {given} BLAS thread{'s' * (given != '1')} each" if given else ""
    if memory < 1e9:
        return Finding("processes", "slow", found, "There is little memory: use fewer processes with --jobs.")
    return Finding("processes", "ok", found)


def terminal() -> Finding:
    """Whether names in all scripts can be shown."""
    encoding = locale.getpreferredencoding(False)
    where = "a terminal" if sys.stdout.isatty() else "no terminal"
    found = f"{encoding}, {where}" + (
        f" ({os.environ['TERM']})" if sys.stdout.isatty() and "TERM" in os.environ else ""
    )
    if encoding.replace("-", "").lower() != "utf8":
        return Finding("terminal", "slow", found, "We write UTF-8; let the terminal show it: export LC_ALL=C.UTF-8")
    return Finding("terminal", "ok", found)


def reachable(place: str) -> Finding:
    """Whether a store can be opened and read."""
    try:
        with open_store(place, create=False, write=False) as store:
            documents, people = store.documents.count(), len(store.identities.all(hidden=False))
            version = store.database.version()
    except NamesakesError as error:
        found, _, advice = str(error).partition("\n")
        return Finding("store", "broken", found, advice)
    return Finding("store", "ok", f"{place}: {documents:,} documents, {people:,} identities, schema {version}")


def as_json(findings: list[Finding]) -> dict[str, Any]:
    """All findings as plain data, and whether nothing is broken."""
    return {"well": is_well(findings), "findings": [one.to_json() for one in findings]}
