"""Casts for people and for programs: lines, CSV, JSON, a page."""

import csv
import io
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from justhtml import JustHTML

from namesakes.characters.cast import Cast
from namesakes.characters.chapters import Chapter
from namesakes.characters.character import Alias
from namesakes.view.cast.measures import rows
from namesakes.view.cast.output import COLUMNS, write_casts
from namesakes.view.cast.page import LEVELS, page
from namesakes.view.cast.table import cast_lines
from tests.characters.made import cast

EVIL = "<script>alert(1)</script> \"'& --> </title> \x1b[31m"
EMPTY = Cast("none", (), (), (), (Chapter("", 0, 0),), 0)


def evil() -> Cast:
    """The cast with a name that looks like markup, and one that steers a terminal."""
    first, *others = cast().characters
    changed = replace(first, name=EVIL, aliases=(Alias(EVIL, 3),))
    quotes = tuple(replace(quote, text=EVIL) for quote in cast().quotes)
    return replace(cast(), id=EVIL, characters=(changed, *others), quotes=quotes)


def text_of(found: Cast) -> str:
    return "".join(page([found]))


def test_lines_say_who_is_in_a_text() -> None:
    lines = list(cast_lines(cast()))
    assert re.fullmatch(r"mill: \d+ words, 2 chapters, 4 characters, 8 quotes \(7 with a speaker\)", lines[0])
    assert re.search(r" 1 Clara Dunn +f +\d+ +3 +\d+  Clara 3, Miss Dunn 1", lines[2])
    assert any("Clara Dunn and Mr. Peter Voss" in line or "Mr. Peter Voss and Clara Dunn" in line for line in lines)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (EMPTY, "there are no words"),
        (replace(EMPTY, words=9), "no person's name was found; the models read English texts only"),
        (replace(EMPTY, words=9, left_out=2), "2 are named (--min-mentions 1 lists them)"),
    ],
)
def test_nobody_is_said_so(found: Cast, said: str) -> None:
    assert said in "\n".join(cast_lines(found))
    assert re.sub("'", "&#x27;", said)[1:] in text_of(found)


def test_csv_has_a_row_for_each_character(tmp_path: Path) -> None:
    assert write_casts([cast(), EMPTY], str(tmp_path / "cast.csv"), "csv") == 2
    found = list(csv.DictReader(io.StringIO((tmp_path / "cast.csv").read_text(encoding="utf-8"))))
    assert tuple(found[0]) == COLUMNS
    assert [row["name"] for row in found] == [each.name for each in cast()]
    assert [int(row["mentions"]) for row in found] == [each.mentions for each in cast()]
    assert {row["first_chapter"] for row in found} == {"1", "2"}


def test_csv_is_no_formula(tmp_path: Path) -> None:
    first = replace(cast()[0], name="=1+1", aliases=(Alias("@SUM(A1)", 1),))
    write_casts([replace(cast(), characters=(first,), meetings=())], str(tmp_path / "cast.csv"), "csv")
    row = list(csv.reader(io.StringIO((tmp_path / "cast.csv").read_text(encoding="utf-8"))))[1]
    assert (row[2], row[5]) == ("'=1+1", "'@SUM(A1) 1")


def test_json_has_everything(tmp_path: Path) -> None:
    write_casts([cast(), EMPTY], str(tmp_path / "cast.json"), "json")
    found = json.loads((tmp_path / "cast.json").read_text(encoding="utf-8"))
    assert found == json.loads(json.dumps([cast().to_json(), EMPTY.to_json()]))
    assert [quote["speaker"] for quote in found[0]["quotes"]].count(None) == 1
    write_casts([], str(tmp_path / "none.json"), "json")
    assert json.loads((tmp_path / "none.json").read_text()) == []


def test_the_page_shows_characters_quotes_and_tables() -> None:
    tree = JustHTML(text_of(cast()), sanitize=False)
    assert [node.to_text() for node in tree.query(".person > summary b")] == [each.name for each in cast()]
    assert len(tree.query(".quotes li")) == len(cast().quotes)
    assert len(tree.query("table")) == 2
    assert len(tree.query("table")[0].query("tbody tr")) == len(cast())
    levels = {int(level) for level in re.findall(r'class="h(\d)"', text_of(cast()))}
    assert levels <= set(range(LEVELS + 1))
    targets = set(re.findall(r'href="#(\w+)"', text_of(cast())))
    assert targets == set(re.findall(r'<details class="person c\d+" id="(\w+)"', text_of(cast()))) & targets


def test_the_page_asks_for_nothing_and_has_no_script() -> None:
    found = text_of(cast())
    assert not re.search(r"https?:|@import|url\(|\bsrc=|<link|<img|style=|<script|\son\w+=", found)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', found)
    assert policy is not None
    assert re.fullmatch(r"default-src 'none'; style-src 'sha256-[^']+'", policy[1])


def test_names_that_look_like_markup_stay_text() -> None:
    found = text_of(evil())
    assert "<script" not in found
    tree = JustHTML(found, sanitize=False)
    assert "alert(1)" in tree.query("h1")[0].to_text()
    assert len(tree.query(".person > summary")) == len(cast())


def test_nothing_steers_a_terminal(tmp_path: Path) -> None:
    write_casts([evil()], str(tmp_path / "lines"), "table")
    assert "\x1b" not in (tmp_path / "lines").read_text()


def test_several_casts_are_on_one_page() -> None:
    found = "".join(page([cast(), cast()]))
    ids = re.findall(r' id="(\w+)"', found)
    assert len(ids) == len(set(ids))
    assert "<title>The casts of 2 texts</title>" in found


def test_rows_of_measures() -> None:
    shares = dict.fromkeys(("recall", "precision", "f1", "purity", "right", "wrong"), 0.5)
    names = ("cast", "own", "nearest", "frequent", "told", "sure", "right_of_told")
    one = {
        "characters": dict.fromkeys(("cast", "forms", "each"), shares),
        "aliases": dict.fromkeys(("cast", "forms", "each"), shares),
        "gender": dict.fromkeys(("cast", "names", "male"), shares),
        "speakers": dict.fromkeys(names, 0.25),
    }
    tables = list(rows({**one, "novels": {"a": one}, "means": one}))
    assert [len(columns) for columns, _ in tables] == [len(lines[0]) for _, lines in tables]
    assert [line[0] for line in tables[0][1]] == ["a", "all", "mean"]
    assert tables[3][1][0][1] == "25.0"
