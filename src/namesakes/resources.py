"""What this installation has: models, extras, cores, and whether the kernels are compiled."""

import json
import os
import platform
import re
import tomllib
import warnings
from importlib import import_module
from importlib.metadata import PackageNotFoundError, requires, version
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

EXTRAS = {
    "arrow": "pyarrow",
    "postgres": "psycopg",
    "pdf": "pypdf",
    "docx": "docx",
    "spark": "pyspark",
    "mcp": "mcp",
    "serve": "fastapi",
    "plots": "matplotlib",
    "accurate": "onnxruntime",
    "train": "torch",
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
            "the kernels of namesakes are not compiled and run slowly; install a C compiler and reinstall namesakes",
            InterpretedKernelsWarning,
            stacklevel=3,
        )
