"""Java that is killed while Spark works: a sentence says so, and the store is whole."""

import os
import shutil
import subprocess
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from namesakes.engines.spark.session import while_java_runs
from namesakes.errors import DataError, EngineError
from tests.conftest import CHECKOUT
from tests.pipeline.newsroom import newsroom

KILLED = """
import sys
from pathlib import Path
from namesakes.engines.spark.engine import SparkEngine
from namesakes.engines.spark.session import Folder, spark_session
from namesakes.errors import EngineError
from namesakes.pipeline.resolve import resolve_into
from namesakes.store.check import check
from namesakes.store.store import open_store

session = spark_session(jobs=1, settings={"spark.driver.extraJavaOptions": "-XX:TieredStopAtLevel=1"})
java = session.sparkContext._gateway.proc
with open_store("people.db") as store:
    engine = SparkEngine(session, Folder(session, "work"))
    try:
        resolve_into(store, [Path("news")], engine=engine, progress=lambda progress: java.kill())
    except EngineError as error:
        print(error)
    print(list(check(store)), store.documents.states())
"""


def session_of(process: Any) -> Any:
    return SimpleNamespace(sparkContext=SimpleNamespace(_gateway=SimpleNamespace(proc=process)))


def test_what_fails_because_java_has_ended_is_one_sentence() -> None:
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as running:
        for session in (session_of(running), SimpleNamespace(sparkContext=SimpleNamespace(_gateway=None))):
            with pytest.raises(ConnectionResetError), while_java_runs(session):
                raise ConnectionResetError
        running.kill()
        killed = pytest.raises(EngineError, match=r"was killed by signal 9.*kept")
        with killed as caught, while_java_runs(session_of(running)):
            raise ConnectionResetError
        assert isinstance(caught.value.__cause__, ConnectionResetError)
        with pytest.raises(DataError, match="ours"), while_java_runs(session_of(running)):
            raise DataError("ours")


@pytest.mark.skipif(
    shutil.which("java") is None and "JAVA_HOME" not in os.environ, reason="Java is not installed; Spark needs it"
)
def test_java_may_be_killed(tmp_path: Any) -> None:
    pytest.importorskip("pyspark", reason="PySpark is not installed (extra 'spark')")
    newsroom(tmp_path / "news", {"a.txt": "Ann Moore met Ben Carter.", "b.txt": "Ann Moore left."})
    paths = os.pathsep.join(filter(None, (str(CHECKOUT), os.environ.get("PYTHONPATH", ""))))
    environment = {**os.environ, "PYTHONPATH": paths}
    command = [sys.executable, "-c", KILLED]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert lines[0].startswith("Java, in which Spark works, was killed by signal 9"), done.stderr
    assert lines[-1] == "[] {}"
    assert "Traceback" not in done.stderr
