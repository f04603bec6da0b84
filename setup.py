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


class OptionalBuild(build_ext):
    """Leaves an extension out that does not compile: its `.py` then runs interpreted, and an install never breaks."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def build_extension(self, extension):
        try:
            super().build_extension(extension)
        except Exception as error:
            print(f"namesakes: {extension.name} stays interpreted, since it does not compile: {error}", file=sys.stderr)


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
    modules = [
        Extension(path.removeprefix("src/").removesuffix(".py").replace("/", "."), [path], extra_compile_args=flags)
        for path in KERNELS
    ]
    processes = os.cpu_count() or 0 if sys.platform == "linux" else 0  # elsewhere they would run this file again
    compiled = cythonize(modules, nthreads=processes, language_level=3, build_dir="build/cython", quiet=True)
    for module in compiled:
        module.optional = True
    return compiled


setup(ext_modules=extensions(), cmdclass={"build_ext": OptionalBuild})
