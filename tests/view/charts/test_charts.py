"""Charts: pictures that ask for nothing and hold whatever names there are, and their lines for a terminal."""

import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from namesakes.errors import DataError, UnknownNameError, UsageError
from namesakes.explain.waterfall import Step, Waterfall
from namesakes.pipeline.people import People
from namesakes.pipeline.people_charts import KINDS, Wanted, chart_data
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.pipeline.thresholds import Threshold, Thresholds
from namesakes.store.encounters import Company, Meeting
from namesakes.store.store import Store
from namesakes.store.timeline import Point, Row, Timeline
from namesakes.text.reasons import Option, Reason, Why
from namesakes.text.shown import CHARTS, Chart
from namesakes.view.charts.output import write_chart
from namesakes.view.charts.svg import FONT, fitting, wide
from tests.view.test_people_why import MODEL

EVIL = "<script>alert(1)</script> \"'&]]> </svg> \x1b[31m\x00\u202e"
HEBREW, LONG = "שרה לוי", "Maximilian " + "von und zu " * 20
NAMES = (EVIL, HEBREW, LONG, "", "王小明", "Ann Lee")


def data(count: int, name: str = EVIL) -> dict[str, object]:
    """What each chart may have to show, with so many rows and awkward names."""
    names = [NAMES[place % len(NAMES)] for place in range(count)]
    steps = tuple(Step(each, (-1) ** place * 0.3, each) for place, each in enumerate(names))
    total = sum(step.amount for step in steps)
    points = [Point(each, each, f"19{10 + place % 60}-0{1 + place % 9}-05") for place, each in enumerate(names)]
    ends = [(place // 2, place) for place in range(1, count)]
    return {
        "waterfall": Waterfall(name, name, steps, total, 0.7, name, unknown=tuple(names)),
        "thresholds": Thresholds(
            tuple(Threshold(place / 50, 0.5, place, 90 - place, place == 3) for place in range(count)), count, name
        ),
        "timeline": Timeline(name, tuple(Row(each.title, each.title, (each, Point("x", ""))) for each in points), 3),
        "graph": Company(
            name, tuple(f"p-{place}" for place in range(count)), tuple(names),
            tuple(Meeting(one, other, 1 + other % 4) for one, other in ends), (1, 2),
        ),
    }  # fmt: skip


def check(chart: Chart) -> ElementTree.Element:
    """The picture as a tree: it is XML, is described, and neither runs nor asks for anything."""
    root = ElementTree.fromstring(chart.svg)
    space = "{http://www.w3.org/2000/svg}"
    assert [each.tag for each in root][:3] == [f"{space}title", f"{space}desc", f"{space}style"]
    assert root.get("role") == "img"
    assert (root[0].text or "").strip()
    kinds = {"svg", "title", "desc", "style", "rect", "text", "path", "circle"}
    assert {each.tag.removeprefix(space) for each in root.iter()} <= kinds
    allowed = {"class", "d", "x", "y", "width", "height", "rx", "cx", "cy", "r", "role", "viewBox", "stroke-width"}
    assert {name for each in root.iter() for name in each.attrib} <= allowed
    assert chart.svg.count("//") == chart.svg.count("http://www.w3.org/2000/svg") == 1
    assert "url(" not in chart.svg
    assert "var(" not in chart.svg  # programs that are no browsers know none
    assert "@import" not in chart.svg
    assert "prefers-color-scheme: dark" in chart.svg
    assert not re.search("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e]", chart.svg)
    for line in chart.lines:
        assert not re.search("[\x00-\x1f\x7f\u202a-\u202e]", line)
    return root


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("count", [1, 2, 50])
def test_charts_hold_any_names_and_ask_for_nothing(kind: str, count: int) -> None:
    what = data(count)[kind]
    chart = CHARTS[kind](what)
    root = check(chart)
    width, height = float(root.get("width") or 0), float(root.get("height") or 0)
    for each in root.iter():
        for name, most in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            assert 0 <= float(each.get(name) or 0) <= most
    shown = "".join(root.itertext())
    assert "<script>alert(1)" in shown or kind == "thresholds"
    assert CHARTS[kind](what).svg == chart.svg
    assert str(chart) == "\n".join(chart.lines)


def test_labels_do_not_lie_on_each_other() -> None:
    company = data(50)["graph"]
    assert isinstance(company, Company)
    same = replace(company, names=tuple(f"Person {place}" for place in range(50)))
    root = ElementTree.fromstring(CHARTS["graph"](same).svg)
    nodes = [(float(each.get("cx") or 0), float(each.get("cy") or 0)) for each in root.iter() if each.get("cx")]
    assert len(nodes) == len(set(nodes)) == 50
    near = [(x, y) for x, y in nodes for u, v in nodes if 0 < (x - u) ** 2 + (y - v) ** 2 < 15**2]
    assert near == []


@pytest.mark.parametrize(
    ("kind", "what", "says"),
    [
        ("waterfall", Waterfall("Ann", "is alone", (), 0.0, 0.7), "There is nothing to compare."),
        ("timeline", Timeline("Ann", ()), "0 documents"),
        ("graph", Company("All", (), (), ()), "Nobody stands in a document with anybody."),
    ],
)
def test_nothing_to_draw_is_said(kind: str, what: object, says: str) -> None:
    chart = CHARTS[kind](what)
    assert says in "".join(check(chart).itertext())
    assert says in str(chart)


def test_a_waterfall_adds_up() -> None:
    steps = (Step("the names", -0.5), Step("jobs", 2.0, "judge"), Step("places", -0.25))
    what = Waterfall("Ann in a", "is in ann-1, 90% sure", steps, 1.25, 0.72, "one person from here on")
    root = check(CHARTS["waterfall"](what))
    bars = [each for each in root.iter() if each.get("class") in ("for", "against", "sum")]
    assert [each.get("class") for each in bars] == ["against", "for", "against", "sum"]
    ends = [(float(each.get("x") or 0), float(each.get("width") or 0)) for each in bars]
    scale = ends[3][1] / 1.25
    assert [width / scale for _, width in ends] == pytest.approx([0.5, 2.0, 0.25, 1.25], abs=0.01)
    assert ends[1][0] == pytest.approx(ends[0][0], abs=0.1)
    assert ends[2][0] + ends[2][1] == pytest.approx(ends[1][0] + ends[1][1], abs=0.2)
    assert ends[3][0] + ends[3][1] == pytest.approx(ends[2][0], abs=0.2)
    lines = str(CHARTS["waterfall"](what)).splitlines()
    assert lines[0] == "Ann in a: is in ann-1, 90% sure"
    assert re.fullmatch(r"  jobs: judge +\+2\.0 +█+", lines[2])
    assert re.fullmatch(r"  together \(log-odds\) +\+1\.2 +█+", lines[4])
    assert lines[5].index("▲") > lines[4].index("█")


def test_a_link_has_a_waterfall() -> None:
    chosen = Option("Ann Lee", 0, 7, 3.0, 0.8, (Reason("a", "gender agrees", 2.0), Reason("b", "near", 0.5)))
    other = Option("Bo", 9, 11, 1.0, 0.1, (Reason("a", "gender differs", -1.0),))
    why = Why("She", 20, 23, chosen, other, Option("", -1, -1, 0.0, 0.1), 0.8)
    what = Waterfall.of_link(why)
    assert [(step.about, step.detail, step.amount) for step in what.steps] == [
        ("gender agrees", "", 2.0), ("for “Bo”", "gender differs", 1.0), ("near", "", 0.5), ("the rest", "", -1.5),
    ]  # fmt: skip
    assert (what.total, what.threshold) == (2.0, 0.0)
    assert "goes back to “Ann Lee”, 80% probable" in str(why.chart())
    alone = Waterfall.of_link(replace(why, runner_up=None, given=True))
    assert (alone.total, alone.threshold) == (3.0, None)
    assert alone.verdict.endswith("; a constraint says so")


def test_dates_of_any_exactness_and_without_any() -> None:
    rows = [Row(each or "none", "", (Point("d", "", each),)) for each in ("1921", "1921-03", "1921-03-05", "", "soon")]
    chart = CHARTS["timeline"](Timeline("Ann", tuple(rows)))
    classes = [each.get("class") for each in check(chart).iter() if each.get("cx")]
    assert classes == ["node", "node", "node", "hollow", "hollow"]
    assert sum("without a date" in line for line in chart.lines) == 3
    for date in ("0001-01-01", "9999-12-31"):
        check(CHARTS["timeline"](Timeline("Ann", (Row("r", "", (Point("d", "", date),)),))))


@pytest.fixture
def pipeline() -> Pipeline:
    return load("en").with_(identities=MODEL)


@pytest.mark.parametrize("kind", ["thresholds", "timeline", "graph"])
@pytest.mark.parametrize("name", [None, "Mark Poe", "mark-poe-1", HEBREW])
def test_charts_of_a_store(store: Store, pipeline: Pipeline, kind: str, name: str | None) -> None:
    if kind == "graph" and name == "Mark Poe":
        with pytest.raises(DataError, match="2 people are called 'Mark Poe'"):
            chart_data(store, Wanted(kind, name, pipeline=pipeline))
        return
    check(CHARTS[kind](chart_data(store, Wanted(kind, name, pipeline=pipeline))))


@pytest.mark.parametrize("other", [None, "a", "mark-poe-3"])
def test_waterfalls_of_a_store(store: Store, pipeline: Pipeline, other: str | None) -> None:
    found = chart_data(store, Wanted("waterfall", "mark-poe-1", other, pipeline=pipeline))
    check(CHARTS["waterfall"](found))
    assert sum(step.amount for step in found.steps) == pytest.approx(found.total if found.steps else 0.0, abs=1e-4)
    assert found.to_json()["title"] == found.title


@pytest.mark.parametrize(
    ("wanted", "error", "says"),
    [
        (("waterfal", "a"), UnknownNameError, "Did you mean 'waterfall'"),
        (("waterfall",), UsageError, "name a person"),
        (("graph", "a", "b"), UsageError, "only a waterfall takes two"),
        (("timeline", "nobody"), DataError, "nobody called 'nobody'"),
        (("waterfall", "mark-poe-1", "mark-poe-1"), DataError, "are the same"),
        (("waterfall", "mark-poe-1", "srh-lvy-1"), DataError, "were never compared"),
        (("waterfall", "srh-lvy-1"), DataError, "nothing to compare"),
    ],
)
def test_what_cannot_be_drawn_is_said(store: Store, wanted: tuple[str, ...], error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says):
        People(store).chart(*wanted)


def test_a_chart_is_written_whole_or_not_at_all(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    what = data(2)["graph"]
    CHARTS["graph"](what).save(tmp_path / "a.svg")
    write_chart("graph", what, str(tmp_path / "b.svg"), "svg")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()
    write_chart("graph", what, "-", "json")
    assert '"left_out"' in capsys.readouterr().out
    with pytest.raises(DataError, match="cannot be written"):
        CHARTS["graph"](what).save(tmp_path / "no" / "a.svg")
    assert {path.name for path in tmp_path.iterdir()} == {"a.svg", "b.svg"}


def test_words_are_cut_to_their_width() -> None:
    assert fitting("Ann Lee", 500) == "Ann Lee"
    for words in (LONG, "王" * 80, "W" * 90):
        cut = fitting(words, 120)
        assert cut.endswith("…")
        assert wide(cut, FONT) <= 120
