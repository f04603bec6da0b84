"""The kernels: every `kernels/*.py` becomes a C extension where a compiler is found, and stays Python where not."""

import os
import sys
from pathlib import Path

from setuptools import setup

HERE = Path(__file__).parent
KERNELS = sorted(
    path.relative_to(HERE).as_posix()
    for path in (HERE / "src" / "namesakes").glob("**/kernels/*.py")
    if path.name != "__init__.py"
)


def extensions():
    """Extensions marked optional: one that does not compile is left out, and its `.py` runs interpreted."""
    if os.environ.get("NAMESAKES_NO_COMPILE"):
        return []
    try:
        from Cython.Build import cythonize
        from setuptools import Extension
    except ImportError:
        print("namesakes: Cython is absent, so the kernels stay interpreted", file=sys.stderr)
        return []
    flags = [] if sys.platform == "win32" else ["-O3"]
    if os.environ.get("NAMESAKES_NATIVE"):
        flags.append("-march=native")
    modules = [
        Extension(
            path.removeprefix("src/").removesuffix(".py").replace("/", "."),
            [path],
            extra_compile_args=flags,
            optional=True,
        )
        for path in KERNELS
    ]
    return cythonize(modules, language_level=3, build_dir="build/cython", quiet=True)


setup(ext_modules=extensions())
