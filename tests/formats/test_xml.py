"""XML by the path of its elements, and the tree of a file with the places of its texts."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import read
from namesakes.errors import DataError, UsageError
from namesakes.formats import xml
from namesakes.formats.read_options import ReadOptions
from namesakes.formats.records import records
from namesakes.formats.xml_tree import Text, xml_tree
from tests.conftest import Command

ARTICLES = """<?xml version="1.0"?>
<journal><article id="a1"><front><title>No</title></front><body><sec><title>Ann &amp; Ben</title>
<p>Ann <i>Moore</i> met Ben.</p><table><tr><td>one</td><td>two</td></tr></table></sec></body></article>
<article id="a2" kind="note"><body>Two <b>of</b> them.</body></article></journal>"""


def texts(tmp_path: Path, path: str, content: str = ARTICLES) -> list[str]:
    file = tmp_path / "a.xml"
    file.write_text(content, encoding="utf-8")
    return [each.text for each in read(file, options=ReadOptions(text_path=path))]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("//article/body", ["Ann & Ben\n\nAnn Moore met Ben.\n\none\ttwo", "Two of them."]),
        ("/journal/article/body/sec/p", ["Ann Moore met Ben."]),
        ("body//title", ["Ann & Ben"]),
        ('//article[@kind="note"]', ["Two of them."]),
        ("//article[@id='a2']/*", ["Two of them."]),
        ("/*/*/front", ["No"]),
    ],
)
def test_paths(tmp_path: Path, path: str, found: list[str]) -> None:
    assert texts(tmp_path, path) == found


def test_ids(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(ARTICLES)
    options = ReadOptions(text_path="//article")
    assert [each.id for each in read(tmp_path / "a.xml", options=options)] == ["a1", "a2"]


@pytest.mark.parametrize("path", ["//a[", "//", "/a/[b]", "a b", "//a[@b]"])
def test_paths_that_are_none(tmp_path: Path, path: str) -> None:
    with pytest.raises(UsageError, match="is no path of elements"):
        texts(tmp_path, path)


def test_without_a_path_the_error_says_where_most_text_is(tmp_path: Path) -> None:
    said = r"the root <journal>.*\nName it with --text-path, for example /journal/article"
    with pytest.raises(DataError, match=said):
        texts(tmp_path, "")
    with pytest.raises(DataError, match="there is no element //chapter in this file"):
        texts(tmp_path, "//chapter")
    skipped: list[object] = []
    assert list(records(tmp_path, skipped=skipped)) == []  # type: ignore[arg-type]
    assert len(skipped) == 1


@given(st.lists(st.text(st.characters(blacklist_categories=["Cs", "Cc"]), max_size=8), max_size=6))
def test_places_of_texts(pieces: list[str]) -> None:
    """Every text without references stands at its place in the file."""
    inner = "".join(f"<b>{piece.replace('&', '&amp;').replace('<', '&lt;')}</b>" for piece in pieces)
    source = f"<a>é{inner}\r\n</a>"
    for node in [xml_tree(source), *xml_tree(source).below()]:
        for child in node.children:
            if isinstance(child, Text) and child.end - child.start == len(child.data) and child.data != "\n":
                shown = source[child.start : child.end]
                assert shown == child.data or shown in "&<"


def test_steps() -> None:
    assert [(each.name, each.anywhere) for each in xml.steps("//a/b//*")] == [("a", True), ("b", False), ("*", True)]


def test_the_command(tmp_path: Path, namesakes: Command) -> None:
    (tmp_path / "a.xml").write_text(ARTICLES)
    done = namesakes("convert", "a.xml", "-", "--to", "plain", "--text-path", "//sec")
    assert done.stdout == "Ann & Ben\n\nAnn Moore met Ben.\n\none\ttwo"
    (tmp_path / "settings.toml").write_text('[reading]\ntext-path = "//article"\n')
    done = namesakes("resolve", "a.xml", "--config", "settings.toml", "--json")
    assert '"documents": 2' in done.stdout or '"new": 2' in done.stdout, done.stdout + done.stderr
