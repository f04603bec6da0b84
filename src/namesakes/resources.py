"""What this installation has: models, extras, cores, and whether the kernels are compiled; how more is installed."""

import json
import os
import platform
import re
import shlex
import sys
import tomllib
import warnings
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution, requires, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from shutil import which
from typing import Any
from urllib.parse import unquote, urlsplit

EXTRAS = {
    "arrow": "pyarrow",
    "pandas": "pandas",
    "polars": "polars",
    "postgres": "psycopg",
    "pdf": "pypdf",
    "docx": "docx",
    "spark": "pyspark",
    "mcp": "mcp",
    "serve": "fastapi",
    "plots": "matplotlib",
    "accurate": "onnxruntime",
    "train": "torch",
    "spacy": "spacy",
    "docs": "mkdocs",
    "benchmark": "scorch",
    "fuzz": "atheris",
}
"""Each extra of `pyproject.toml` and a module that shows it is there."""

_NAME = re.compile(r"[\w.-]+")


def kernels() -> dict[str, bool]:
    """The kernel modules by name, and whether each one is compiled."""
    package = Path(str(files("namesakes")))
    names = sorted(
        ".".join(("namesakes", *path.relative_to(package).with_suffix("").parts))
        for path in package.glob("**/kernels/*.py")
        if path.name != "__init__.py"
    )
    return {name: is_compiled(name) for name in names}


def is_compiled(module: str) -> bool:
    """Whether a kernel module is a C extension rather than the Python source it was written as."""
    return not str(import_module(module).__file__).endswith((".py", ".pyc"))


def models() -> list[dict[str, Any]]:
    """The shipped models: each one's name and licence, and what its `model.json` says."""
    folder = files("namesakes") / "models"
    known, found = licences(), []
    for entry in sorted(folder.iterdir(), key=lambda item: item.name) if folder.is_dir() else []:
        description = entry / "model.json"
        if description.is_file():
            about = json.loads(description.read_text(encoding="utf-8"))
            found.append({"name": entry.name, "licence": known.get(entry.name, "not stated"), **about})
    return found


def licences() -> dict[str, str]:
    """The licence of each shipped model, by name."""
    file = files("namesakes") / "models" / "licences.toml"
    return {name: each["licence"] for name, each in tomllib.loads(file.read_text(encoding="utf-8"))["models"].items()}


def notices() -> Path:
    """The file with the licences and notices of the models."""
    return Path(str(files("namesakes") / "models" / "LICENCES.md"))


def cores() -> int:
    """The number of processor cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def free_memory() -> float:
    """The bytes of memory that can be had without swapping; infinite where the system does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        fields = dict(line.split(":", 1) for line in lines if ":" in line)
        return float(fields["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return float("inf")


def installation() -> dict[str, Any]:
    """All that `namesakes info` shows."""
    import namesakes

    compiled = kernels()
    return {
        "namesakes": namesakes.__version__,
        "python": platform.python_version(),
        "platform": platform.platform(),
        "cores": cores(),
        "kernels": {"compiled": all(compiled.values()), "modules": compiled},
        "models": models(),
        "dependencies": {name: _version(name) for name in dependencies()},
        "extras": {extra: find_spec(module) is not None for extra, module in EXTRAS.items()},
    }


def dependencies() -> list[str]:
    """The packages that the installed package asks for, without those of extras."""
    try:
        wanted = requires("namesakes") or []
    except PackageNotFoundError:
        return []
    return [found.group() for each in wanted if "extra ==" not in each and (found := _NAME.match(each))]


@dataclass(frozen=True)
class Origin:
    """How this package was installed.

    Parameters
    ----------
    tool : "pip", "pipx", "uv", "uv tool" or "conda".
    checkout : the folder that it was installed from; None where that was an index or a file.
    editable : whether the checkout itself is what runs.
    """

    tool: str = "pip"
    checkout: Path | None = None
    editable: bool = False


def origin() -> Origin:
    """How this package was installed, by what its metadata and the environment say."""
    try:
        found = distribution("namesakes")
    except PackageNotFoundError:  # it runs where it lies
        folder = Path(__file__).resolve().parents[2]
        return Origin(checkout=folder if (folder / "pyproject.toml").is_file() else None)
    tool = (found.read_text("INSTALLER") or "pip").strip()
    for file, name in (("pipx_metadata.json", "pipx"), ("uv-receipt.toml", "uv tool")):
        if Path(sys.prefix, file).is_file():
            tool = name
    url = json.loads(found.read_text("direct_url.json") or "{}")
    about = url.get("dir_info")
    place = Path(unquote(urlsplit(url.get("url", "")).path)) if about is not None else None
    if place is not None and not (place / "pyproject.toml").is_file():
        place = None  # it was taken away since
    known = tool if tool in ("pipx", "uv", "uv tool", "conda") else "pip"
    return Origin(known, place, bool(place and about and about.get("editable")))


def install_command(extra: str = "", *, upgrade: bool = False, anew: bool = False) -> str:
    """The command that installs an extra, as this package was installed: `pip install 'namesakes[pdf]'` and its like.

    Parameters
    ----------
    extra : its name; empty for the package as it is.
    upgrade : to the newest release.
    anew : also where it is there already, to compile it.
    """
    made = origin()
    if made.tool == "conda":
        packages = _packages_of(extra) if extra else ["namesakes"]
        return f"conda {'update' if upgrade else 'install'} -c conda-forge {' '.join(packages)}"
    here = None if made.checkout is None else "." if made.checkout == Path.cwd() else str(made.checkout)
    target = shlex.quote(f"{here or 'namesakes'}{f'[{extra}]' if extra else ''}")
    target = f"-e {target}" if made.editable else target
    if made.tool in ("pipx", "uv tool"):
        command = f"{made.tool} install --force {target}"
    else:
        again = " --upgrade" * (upgrade and here is None) + " --force-reinstall --no-deps" * anew
        command = f"{_installer(made.tool)}{again} {target}"
    return f"git -C {shlex.quote(here)} pull && {command}" if upgrade and here is not None else command


def _installer(tool: str) -> str:
    """What installs into the environment that runs: `pip install`, where the shell finds that of this one."""
    inside = Path(sys.prefix)
    if tool == "uv":
        own = os.environ.get("VIRTUAL_ENV")
        return "uv pip install" + ("" if own and Path(own) == inside else f" --python {shlex.quote(sys.executable)}")
    found = which("pip")
    pip = "pip" if found and Path(found).parent.parent == inside else f"{shlex.quote(sys.executable)} -m pip"
    return f"{pip} install"


def _packages_of(extra: str) -> list[str]:
    """The packages that an extra asks for, by name."""
    marked = (each.partition(";") for each in requires("namesakes") or [])
    wanted = re.compile(rf"""extra == ['"]{re.escape(extra)}['"]""")
    return [found.group() for each, _, mark in marked if wanted.search(mark) and (found := _NAME.match(each))]


def _version(name: str) -> str | None:
    try:
        return version(name)
    except PackageNotFoundError:
        return None


class InterpretedKernelsWarning(RuntimeWarning):
    """The kernels run as plain Python: right, but slow."""


_warned = False


def warn_interpreted() -> None:
    """Say once per process that the kernels are not compiled; each kernel calls this where it is interpreted."""
    global _warned
    if not _warned:
        _warned = True
        warnings.warn(
            "the kernels of namesakes are not compiled and run slowly; install a C compiler, then compile them with: "
            f"{install_command(anew=True)}",
            InterpretedKernelsWarning,
            stacklevel=3,
        )
