"""Events, runs, corrections and doubts, a line each."""

import pytest

from namesakes.store.records import Correction, Event, Run
from namesakes.store.review import Doubt
from namesakes.view.history_lines import correction_line, doubt_lines, event_line, run_line
from tests.store.made import key
from tests.view.conftest import HEBREW, STEERING

TIME = "2026-01-31T09:30:00Z"


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (
            Event("merge", "lee-2", "lee-1", 3, "correction 4: the same", 7, TIME),
            f"{TIME}  merge   lee-2 → lee-1  3 chains  correction 4: the same",
        ),
        (Event("split", "lee-1", "lee-2", 1, time=TIME), f"{TIME}  split   lee-1 → lee-2  1 chain"),
        (Event("hide", "lee-1", why="a\n\x1b b"), "hide    lee-1  a \\u001b b"),
    ],
)
def test_events(event: Event, line: str) -> None:
    assert event_line(event) == line


def test_runs_say_what_is_neither_a_table_nor_a_list() -> None:
    manifest = {"threshold": 0.5, "finished": True, "models": {"en": "1"}, "kinds": ["person"], "by": f"{HEBREW}\n"}
    assert run_line(Run(12, TIME, manifest)) == f"  12  {TIME}  threshold 0.5, finished True, by {HEBREW}"
    assert run_line(Run(1, TIME)) == f"   1  {TIME}  "


@pytest.mark.parametrize(
    ("correction", "line"),
    [
        (
            Correction(3, "same", (), (), ("lee-1", "lee-2"), who="ann", time=TIME),
            f"   3  {TIME}  ann  same lee-1 lee-2",
        ),
        (
            Correction(4, "rename", (), names=("lee-1",), value=HEBREW, time=TIME, undone=TIME),
            f'   4  {TIME}  -  rename lee-1 "{HEBREW}"  (taken back {TIME})',
        ),
        (
            Correction(12345, "rename", (), names=("x",), value=STEERING, who="\x07", time=TIME),
            f'12345  {TIME}  \\u0007  rename x "\\u001b[31mRed\\u202e Bob"',
        ),
    ],
)
def test_corrections(correction: Correction, line: str) -> None:
    assert correction_line(correction) == line


def test_a_doubt_about_a_member() -> None:
    doubt = Doubt(0.1, key("news/it's here.txt"), "lee-1", 0.56)
    assert doubt_lines(doubt, "Ann\nLee", "She  left.") == [
        "Is Ann Lee in news/it's here.txt lee-1? (56%)",
        '  "She left."',
        """  namesakes correct different lee-1 'news/it'"'"'s here.txt'""",
    ]


def test_a_doubt_about_where_a_chain_belongs() -> None:
    doubt = Doubt(0.1, key("d"), "lee-1", 0.6, "lee-2", 0.4)
    assert doubt_lines(doubt, HEBREW, "") == [
        f"Is {HEBREW} in d lee-2 (40%) rather than lee-1 (60%)?",
        "  namesakes correct same lee-1 lee-2",
        "  namesakes correct different lee-1 lee-2",
    ]
