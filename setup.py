"""The kernels: every `kernels/*.py` becomes a C extension where a compiler is found, and stays Python where not."""

import os
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

HERE = Path(__file__).parent
KERNELS = sorted(
    path.relative_to(HERE).as_posix()
    for path in (HERE / "src" / "namesakes").glob("**/kernels/*.py")
    if path.name != "__init__.py"
)
SHARED = "namesakes._cyutility"
"""Cython's own code for arrays, compiled once: in each kernel it would be the longer part."""


class OptionalBuild(build_ext):
    """Leaves an extension out that does not compile: its `.py` then runs interpreted, and an install never breaks."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extensions(self):
        shared = [extension for extension in self.extensions if extension.name == SHARED]
        if all(self.build_extension(extension) for extension in shared):  # no kernel can be imported without it
            super().build_extensions()

    def build_extension(self, extension):
        try:
            super().build_extension(extension)
        except Exception as error:
            print(f"namesakes: {extension.name} did not compile, so Python runs instead: {error}", file=sys.stderr)
            return False
        return True


def extensions():
    if os.environ.get("NAMESAKES_NO_COMPILE"):
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        print("namesakes: Cython is absent, so the kernels stay interpreted", file=sys.stderr)
        return []
    flags = [] if sys.platform == "win32" else ["-O3", "-g0"]
    if os.environ.get("NAMESAKES_NATIVE"):
        flags.append("-march=native")
    sources = {path.removeprefix("src/").removesuffix(".py").replace("/", "."): [path] for path in KERNELS}
    modules = [
        Extension(name, files, extra_compile_args=flags)
        for name, files in {SHARED: [], **sources}.items()  # Cython writes the shared one's source itself
    ]
    processes = os.cpu_count() or 0 if sys.platform == "linux" else 0  # elsewhere they would run this file again
    compiled = cythonize(
        modules,
        nthreads=processes,
        language_level=3,
        build_dir="build/cython",
        shared_utility_qualified_name=SHARED,
        quiet=True,
    )
    for module in compiled:
        module.optional = True
    return compiled


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuild})
