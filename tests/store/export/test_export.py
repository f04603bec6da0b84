"""Exports by name: those that come with the package, and one from outside."""

import json
import re
import sys
from pathlib import Path
from subprocess import run

import pytest

from namesakes.errors import NamesakesError, UnknownNameError
from namesakes.store import correct
from namesakes.store.export import EXPORTS, export
from namesakes.store.store import Store, open_store
from tests.store.made import document, key, write_people

ROOT = Path(__file__).parents[3]

OUTSIDE = """
from namesakes.cli.main import main
from namesakes.store.export import EXPORTS
from namesakes.store.export.export import TextExport

class Names(TextExport):
    summary = "names, a name a line"

    def lines(self, store, options):
        return (one.name for one in store.identities.all().values())

EXPORTS.register("names", Names())
main()
"""


def test_an_export_from_outside_is_used_by_its_name(tmp_path: Path) -> None:
    with open_store(tmp_path / "people.db") as store:
        store.documents.write([document("a", "Ann Lee", "Bob Ray")])
        write_people(store, {"Ann Lee": [key("a")], "Bob Ray": [key("a", 1)]})
    call = [sys.executable, "-c", OUTSIDE, "export", "--to", "names"]
    assert run(call, cwd=tmp_path, capture_output=True, text=True, check=True).stdout == "Ann Lee\nBob Ray\n"
    shown = run([*call, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "names    names, a name a line" in shown


def test_every_export_is_documented() -> None:
    text = (ROOT / "docs/store.md").read_text(encoding="utf-8").partition("## Export")[2]
    table = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
    assert [name for cell in table for name in re.findall(r"`(\w+)`", cell)] == list(EXPORTS)


def test_pairs(filled: Store, tmp_path: Path) -> None:
    correct.same(filled, "mark-johnson-1", "ann-lee-1", who="ann")
    assert export(filled, str(tmp_path / "pairs.jsonl"), "pairs") == 1
    pair = json.loads((tmp_path / "pairs.jsonl").read_text())
    assert (pair["same"], pair["who"]) == (True, "ann")
    assert [pair[side]["name"]["full"] for side in ("left", "right")] == ["Mark Johnson", "Ann Lee"]


def test_unknown_names_are_refused(store: Store, tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="graphml"):
        export(store, str(tmp_path / "x"), "xml")
    with pytest.raises(UnknownNameError, match="memberships"):
        export(store, str(tmp_path / "x"), "csv", table="chairs")


@pytest.mark.parametrize("format", EXPORTS)
def test_nothing_is_left_of_an_export_that_fails(store: Store, tmp_path: Path, format: str) -> None:
    if format == "parquet":
        pytest.importorskip("pyarrow")
    with pytest.raises(NamesakesError):
        export(store, str(tmp_path / "nowhere" / "x"), format)
    assert list(tmp_path.glob("[!p]*")) == []
