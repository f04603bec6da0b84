"""The Spark session, started where there is none, with errors that say what is missing; folders as Spark sees them."""

import logging
import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from subprocess import Popen, TimeoutExpired
from typing import TYPE_CHECKING, Any, Final

from namesakes.errors import EngineError, MissingExtraError, NamesakesError, UsageError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ATTEMPTS: Final = 4
"""How often a task is tried before the run ends."""

_SETTINGS: Final = {
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.task.maxFailures": str(ATTEMPTS),
    "spark.python.worker.reuse": "true",  # models are loaded once in each process
    "spark.sql.execution.arrow.maxRecordsPerBatch": "64",  # documents may be long
    "spark.sql.parquet.compression.codec": "zstd",
}
"""What is set where the caller does not set it."""
_ON_ONE_MACHINE: Final = {
    "spark.sql.shuffle.partitions": "16",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",  # where results of over a megabyte are fetched: it must be what is bound
}
"""What is set beside it on one machine."""


def spark_session(
    master: str | None = None, jobs: int = 1, settings: Mapping[str, str] | None = None
) -> "SparkSession":
    """The session that is running, or a new one.

    Parameters
    ----------
    master : the address of a cluster; without it what `spark-submit` or `SPARK_MASTER` says, else this machine.
    jobs : on this machine so many tasks at a time.
    settings : Spark's own settings, by name.
    """
    try:
        import pandas  # noqa: F401  Spark asks for it wherever Arrow is used
        import pyarrow  # noqa: F401
        from pyspark.errors import PySparkRuntimeError
        from pyspark.sql import SparkSession
    except ImportError as error:
        raise MissingExtraError("the engine 'spark'", "spark") from error
    running = SparkSession.getActiveSession()
    if running is not None:
        return running
    require_java()
    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder, own = SparkSession.builder.appName("namesakes"), dict(_SETTINGS)
    if master is not None or not _submitted():
        master = _patient(master or f"local[{jobs}]")
        builder = builder.master(master)
        own.update(_ON_ONE_MACHINE if master.startswith("local") else {})
    for name, value in {**own, **(settings or {})}.items():
        builder = builder.config(name, value)
    try:
        session = builder.getOrCreate()
    except PySparkRuntimeError as error:
        raise UsageError(f"Spark could not be started: {error}\nSpark 4 needs Java 17 or later.") from error
    session.sparkContext.setLogLevel("ERROR")
    return session


_ENDING: Final = 2.0
"""Seconds in which a process that has closed its connections ends."""


@contextmanager
def while_java_runs(session: "SparkSession") -> Iterator[None]:
    """Makes one sentence of whatever fails because the Java in which Spark runs has ended.

    Where Java was started by somebody else, such as `spark-submit`, what fails stays as it is: that one says more.
    """
    java: Popen[bytes] | None = getattr(session.sparkContext._gateway, "proc", None)
    quiet = _NotOfPy4J()
    logging.getLogger().addFilter(quiet)
    try:
        yield
    except NamesakesError:
        raise
    except Exception as error:
        status = _ended(java)
        if status is None:
            raise
        how = f"was killed by signal {-status}" if status < 0 else f"ended with exit status {status}"
        raise EngineError(
            f"Java, in which Spark works, {how}; what had been written before is kept.\n"
            "Often memory was short: use fewer --jobs, or set more in SPARK_DRIVER_MEMORY. "
            "Call it again: it goes on where it was."
        ) from error
    finally:
        logging.getLogger().removeFilter(quiet)


class _NotOfPy4J(logging.Filter):
    """Leaves out what the connection to Java logs before it raises it: the root logger prints a traceback of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether a record is of somebody else."""
        return "py4j" not in Path(record.pathname).parts


def _ended(java: "Popen[bytes] | None") -> int | None:
    """The exit status of a process; None where it runs, or is not ours."""
    if java is None:
        return None
    try:
        return java.wait(_ENDING)
    except TimeoutExpired:
        return None


def require_java() -> None:
    """A `UsageError` where there is no Java to start."""
    home = os.environ.get("JAVA_HOME")
    if home is not None and not (Path(home) / "bin" / "java").exists():
        raise UsageError(f"JAVA_HOME is {home}, and there is no Java in it.\nSet it to a Java of version 17 or later.")
    if home is None and shutil.which("java") is None:
        advice = "Install version 17 or later, for example with: apt-get install default-jre-headless"
        raise UsageError(f"the engine 'spark' needs Java, which is not installed.\n{advice}")


def _submitted() -> bool:
    """Whether `spark-submit` or the environment says where the cluster is."""
    return "SPARK_MASTER" in os.environ or "PYSPARK_GATEWAY_PORT" in os.environ


def _patient(master: str) -> str:
    """The address; on this machine with as many attempts at a task as a cluster would make."""
    if master == "local":
        master = "local[1]"
    return f"{master[:-1]},{ATTEMPTS}]" if master.startswith("local[") and "," not in master else master


class Folder:
    """A folder that Spark writes to: on a disk that all machines see, or at an address such as `hdfs://…`."""

    def __init__(self, session: "SparkSession", place: str) -> None:
        self.session = session
        self.place = place if "://" in place else str(Path(place).absolute())

    def __str__(self) -> str:
        return self.place

    def __truediv__(self, name: str) -> "Folder":
        return Folder(self.session, f"{self.place}/{name}")

    @property
    def complete(self) -> bool:
        """Whether a table was written here, all of it."""
        return bool(self._files.exists(self._path("_SUCCESS")))

    def names(self) -> list[str]:
        """What is in the folder, in alphabetical order; nothing where there is none."""
        if not self._files.exists(self._path()):
            return []
        return sorted(each.getPath().getName() for each in self._files.listStatus(self._path()))

    def remove(self) -> None:
        """Delete the folder with all that is in it."""
        self._files.delete(self._path(), True)

    def write_text(self, name: str, text: str) -> None:
        """Write a small file, in the place of one that is there."""
        stream = self._files.create(self._path(name), True)
        try:
            stream.write(bytearray(text.encode()))
        finally:
            stream.close()

    def _path(self, *names: str) -> Any:
        return self._jvm.org.apache.hadoop.fs.Path("/".join((self.place, *names)))

    @property
    def _jvm(self) -> Any:
        jvm = self.session.sparkContext._jvm
        assert jvm is not None
        return jvm

    @property
    def _files(self) -> Any:
        return self._path().getFileSystem(self.session.sparkContext._jsc.hadoopConfiguration())
