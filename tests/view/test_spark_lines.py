"""What Spark says at the end; Spark itself is not needed."""

import click
import pytest

pytest.importorskip("pyarrow")

from namesakes.engines.spark.tables import Tables
from namesakes.formats.scan import Skipped
from namesakes.view.spark_lines import tables_lines
from tests.view.conftest import HEBREW

COUNTS = {"documents": 2, "words": 1200, "chains": 1, "person": 1, "place": 3, "skipped": 7}


def test_what_was_written() -> None:
    tables = Tables(
        "out\x1b",
        COUNTS,
        [("srh-lvy-1", HEBREW, "singer", 3, 2)],
        [Skipped("a.bin", "not a text")],
        {"read": 1.0, "people": 0.5},
    )
    assert [click.unstyle(line) for line in tables_lines(tables)] == [
        "2 documents · 1,200 words · 1 chain · 1.5 s",
        "1 person · 3 places · in out\\u001b",
        "",
        "Mentioned most",
        f"  srh-lvy-1  {HEBREW}, singer  3 mentions  2 documents",
        "",
        "Skipped 7 files:",
        "  a.bin (not a text)",
        "  … and more, in out\\u001b/skipped",
    ]


def test_nothing_to_do() -> None:
    assert list(tables_lines(Tables("out", COUNTS))) == [
        "Nothing to do: the people of 2 documents are in out, and nothing has changed."
    ]
