"""The Spark engine gives what the local engine gives, in tables and in stores, whatever fails on the way."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from namesakes.engines.local import LocalEngine
from namesakes.errors import MissingExtraError, UsageError
from namesakes.identities.blocking.blocking import Blocking
from namesakes.identities.blocking.keys import block_key
from namesakes.identities.blocking.table import clues
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.changes import Changes
from namesakes.pipeline.pipeline import load
from namesakes.pipeline.reading import DocumentReader
from namesakes.pipeline.resolve import ResolveSettings, resolve_into
from namesakes.store import correct
from namesakes.store.export.tables import rows
from namesakes.store.store import open_store
from namesakes.text.document import Document
from reproduction.synthetic.people import SyntheticPeople
from tests.pipeline.newsroom import TEXTS, content, newsroom

pytest.importorskip("pyspark", reason="PySpark is not installed (extra 'spark')")
pyarrow = pytest.importorskip("pyarrow", reason="PyArrow is not installed (extra 'spark')")
if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
    pytest.skip("Java is not installed; Spark needs it (Debian: default-jre-headless)", allow_module_level=True)

from pyarrow.parquet import write_table  # noqa: E402
from pyspark.cloudpickle import register_pickle_by_value  # noqa: E402
from pyspark.sql import SparkSession  # noqa: E402

from namesakes.engines.spark import session as sessions  # noqa: E402
from namesakes.engines.spark.blocks import block_frame  # noqa: E402
from namesakes.engines.spark.engine import SparkEngine, portions  # noqa: E402
from namesakes.engines.spark.session import Folder, spark_session  # noqa: E402
from namesakes.engines.spark.tables import Tables, resolve_tables  # noqa: E402

EXAMPLES = Path(__file__).parents[2] / "examples" / "newsroom"
SMALL = ResolveSettings(identities=LinkingSettings(block=4))
"""Blocks so small that those of the newsroom are divided."""
QUICK = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"
"""What lets Java start in half the time."""

pytestmark = pytest.mark.filterwarnings("ignore:unclosed:ResourceWarning")


@pytest.fixture(scope="module")
def session() -> Iterator[SparkSession]:
    register_pickle_by_value(sys.modules[__name__])
    settings = {"spark.driver.extraJavaOptions": QUICK, "spark.sql.shuffle.partitions": "2"}
    found = spark_session(jobs=2, settings=settings)
    yield found
    found.stop()


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def archive() -> Path:
    """A folder with the newsroom, rows in JSONL and Parquet, and what cannot be read."""
    folder = Path("news")
    shutil.copytree(EXAMPLES, folder)
    newsroom(folder / "more", TEXTS)
    said = [{"doc_id": "x", "text": "Mayor Bob Hill sings."}, {"doc_id": "x", "text": "Carol Hill, a nurse, reads."}]
    said.append({"doc_id": "half", "text": "Ann Moore \ud83d sings."})
    lines = [*map(json.dumps, said), "{", json.dumps({"text": "Ann Moore of Dover saved a penalty."})]
    (folder / "rows.jsonl").write_text("\n".join(lines))
    table = {
        "id": ["p", "q", None],
        "text": ["Ben Carter slept.", None, "Dr. Ann Moore, a linguist, wrote to Ben Carter."],
    }
    write_table(pyarrow.table(table), folder / "table.parquet")
    (folder / "empty.txt").write_text("")
    (folder / "photo.png").write_bytes(b"\x89PNG")
    (folder / "cut.parquet").write_bytes(b"PAR1")
    (folder / "nowhere.txt").symlink_to("nothing.txt")
    return folder


def table(session: SparkSession, folder: str, name: str) -> list[tuple[Any, ...]]:
    """The rows of a table, sorted."""
    return sorted(map(tuple, session.read.parquet(str(Path(folder, name).absolute())).drop("run").collect()))


def steps(tables: Tables) -> list[str]:
    """The kinds of steps that were done."""
    return sorted({name.split("/")[0].split("-")[0] for name in tables.done})


def test_tables_are_what_a_store_exports(session: SparkSession, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("pipeline.incremental", "engines.spark.blocks"):
        monkeypatch.setattr(f"namesakes.{module}.AT_A_TIME", 9)
    folder = archive()
    with open_store(":memory:") as store:
        report = resolve_into(store, [folder], SMALL)
        made = resolve_tables(session, [folder], "news/out", SMALL)
        assert table(session, "news/out", "people") == sorted(rows(store, "people"))
        assert table(session, "news/out", "memberships") == sorted(rows(store, "memberships"))
        others = [
            (*each.chain, each.rank, each.identity, each.strength)
            for each in store.memberships.all(alternatives=True)
            if each.rank
        ]
        assert table(session, "news/out", "alternatives") == sorted(others)
        assert len(others) > 3
        assert any(id.endswith("-2") for id in store.identities.all())
    skipped = sorted((each.place, each.reason) for each in report.skipped)
    assert table(session, "news/out", "skipped") == skipped
    bad = ("cut.parquet", "empty.txt", "nowhere.txt", "photo.png", "rows.jsonl:4", "table.parquet:2")
    assert [place for place, _ in skipped] == [f"news/{name}" for name in bad]
    assert made.counts["documents"] == report.new
    assert made.counts["words"] == report.words
    assert made.counts["chains"] == report.chains

    again = resolve_tables(session, [folder], "news/out", SMALL)
    assert not again.done
    assert (again.counts, again.most) == (made.counts, made.most)
    (next(Path("news/out").glob("chains-*")) / "_SUCCESS").unlink()
    assert steps(resolve_tables(session, [folder], "news/out", SMALL)) == ["chains"]
    other = replace(SMALL, identities=replace(SMALL.identities, least=0.5))
    wanted = ["alternatives", "blocks", "chains", "memberships", "people", "persons", "skipped"]
    assert steps(resolve_tables(session, [folder], "news/out", other)) == wanted
    assert len(list(Path("news/out").glob("*-*"))) == 3


@dataclass(frozen=True)
class Fatal(DocumentReader):
    """Reads documents, but the first time that it sees a certain one its whole process dies."""

    mark: str = ""

    def __call__(self, document: Document) -> Document:
        if document.id.endswith("c.txt") and not Path(self.mark).exists():
            Path(self.mark).touch()
            os._exit(1)
        if document.id.endswith("d.txt"):
            raise ZeroDivisionError("by a test")
        return super().__call__(document)


def test_a_process_that_dies_is_replaced_and_a_bad_document_left_out(session: SparkSession, here: Path) -> None:
    newsroom(Path("news"), {name: TEXTS[name] for name in ("a.txt", "c.txt", "d.txt")})
    reader = Fatal(load().extraction(ResolveSettings().kinds), mark=str(here / "mark"))
    made = resolve_tables(session, [Path("news")], "out", reader=reader, portion=1)
    assert Path("mark").exists()
    assert made.counts["documents"] == 2
    assert [(each.place, each.reason) for each in made.skipped] == [
        ("news/d.txt", "it could not be processed: ZeroDivisionError: by a test")
    ]
    assert sum(name.startswith("documents/") for name in made.done) == 3  # a file is more than a portion
    Path("news/f.txt").write_text("Ann Moore, the linguist, sang.")
    later = resolve_tables(session, [Path("news")], "out", reader=reader, portion=1)
    assert sum(name.startswith("documents/") for name in later.done) == 1
    assert later.counts["documents"] == 3


def test_stores_are_the_same(session: SparkSession) -> None:
    folder = newsroom(Path("news"))
    spark = SparkEngine(session, Folder(session, "work"))
    with open_store("local.db") as one, open_store("spark.db") as other:
        for change in (lambda: None, *_changes(folder, one, other)):
            change()
            told: list[Any] = []
            reports = [
                resolve_into(one, [folder, "Ben Carter met Ann Moore in Dover."], SMALL, engine=LocalEngine()),
                resolve_into(
                    other, [folder, "Ben Carter met Ann Moore in Dover."], SMALL, engine=spark, progress=told.append
                ),
            ]
            for name in ("new", "changed", "unchanged", "removed", "words", "skipped", "chains", "blocks"):
                assert getattr(reports[0], name) == getattr(reports[1], name), name
            assert content(one) == content(other)
            assert told
    assert not Path("work/documents").exists()


def _changes(folder: Path, *stores: Any) -> Iterator[Any]:
    def changed() -> None:
        (folder / "a.txt").write_text("Ann Moore, a linguist, has moved to Leeds.")
        (folder / "e.txt").unlink()
        (folder / "g.txt").write_text("Mayor Robert Hill slept.")

    def corrected() -> None:
        for store in stores:
            correct.same(store, "ann-moore-1", "ben-carter-1", who="a test")

    return iter((changed, corrected))


def test_blocks_are_those_of_blocking(session: SparkSession) -> None:
    people = list(SyntheticPeople(1500, seed=3))
    chains = pyarrow.Table.from_pylist(
        [
            {
                "document": f"{place:05}",
                "chain": 0,
                "block_kind": block_key(one).kind,
                "family": block_key(one).family,
                "given": block_key(one).given,
                "clues": sorted(clues(one)),
            }
            for place, one in enumerate(people)
        ]
    )
    frame = session.createDataFrame(chains).selectExpr("*", "cast(chain as int) as c").drop("chain")
    frame = frame.withColumnRenamed("c", "chain").repartition(3)
    for limit in (20, 5000):
        found: dict[str, list[int]] = {}
        for document, _, block in block_frame(session, frame, limit).collect():
            found.setdefault(block, []).append(int(document))
        wanted = [block.tolist() for block in Blocking(limit).blocks(people)]
        assert sorted(map(sorted, found.values())) == sorted(wanted)
        assert any("-" in block for block in found) == (limit == 20)


def test_models_are_loaded_once_in_each_process(session: SparkSession) -> None:
    coreference = load("en-fiction").coreference()

    def loaded(batches: Any) -> Any:
        parts = coreference.parts
        for _ in batches:
            models = [id(parts.chains), id(parts.identities), *map(id, vars(parts.syntax).values())]
            yield pyarrow.RecordBatch.from_pydict({"process": [os.getpid()], "models": [str(models)]})

    found = session.range(16).repartition(8).mapInArrow(loaded, "process bigint, models string").collect()
    assert len(found) >= 8
    processes = {row["process"] for row in found}
    assert len({(row["process"], row["models"]) for row in found}) == len(processes) <= 2


def test_portions_are_files_in_a_row(here: Path) -> None:
    newsroom(here, {"a.txt": "aaaa", "b.txt": "bbbb", "c.txt": "cccccccc", "d.txt": "d"})
    files = Changes([here], {}).files
    assert [[file.path.name for file in part] for part in portions(files, 8)] == [
        ["a.txt", "b.txt"],
        ["c.txt"],
        ["d.txt"],
    ]


def test_what_is_missing_is_said(session: SparkSession, monkeypatch: pytest.MonkeyPatch, here: Path) -> None:
    assert spark_session() is session
    Path("empty.txt").touch()
    nothing = resolve_tables(session, [Path("empty.txt")], "nothing")
    assert (nothing.counts["documents"], nothing.counts["chains"], nothing.counts["skipped"]) == (0, 0, 1)
    with pytest.raises(UsageError, match="made of files and folders"):
        resolve_tables(session, ["Ann Moore sings."], "out")
    monkeypatch.setattr(SparkSession, "getActiveSession", lambda: None)
    monkeypatch.setenv("JAVA_HOME", str(here))
    with pytest.raises(UsageError, match="there is no Java in it"):
        spark_session()
    monkeypatch.delenv("JAVA_HOME")
    monkeypatch.setenv("PATH", str(here))
    with pytest.raises(UsageError, match=r"needs Java.*\n.*default-jre-headless"):
        spark_session()
    monkeypatch.setitem(sys.modules, "pyspark.sql", None)
    with pytest.raises(MissingExtraError, match=r"install .*\[spark\]'"):
        spark_session()


def test_large_results_come_back(session: SparkSession) -> None:
    """Spark fetches results of over a megabyte in another way than small ones; these cannot be compressed."""
    table = session.range(0, 400_000, 1, numPartitions=1).selectExpr("rand(1) as number").toArrow()
    assert table.num_rows == 400_000


def test_on_one_machine_tasks_are_tried_again() -> None:
    patient = sessions._patient
    assert [patient(each) for each in ("local", "local[2]", "local[*]", "local[2,1]", "spark://h:7077")] == [
        "local[1,4]", "local[2,4]", "local[*,4]", "local[2,1]", "spark://h:7077"
    ]  # fmt: skip
