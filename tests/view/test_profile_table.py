"""A profile as a table, wide and narrow."""

import pytest
from rich.console import Console

from namesakes.profiles.profile import PersonName, Profile
from namesakes.view.profile_table import profile_table
from tests.store.made import fact
from tests.view.conftest import HEBREW


def rendered(profile: Profile, width: int) -> list[str]:
    console = Console(width=width, color_system=None, force_terminal=False, legacy_windows=False)
    with console.capture() as captured:
        console.print(profile_table(profile))
    return [line.rstrip() for line in captured.get().splitlines()]


ANN = Profile(
    "a.txt",
    0,
    name=PersonName("Ann Lee", given="Ann", family="Lee", honorific="Dr."),
    gender="female",
    facts=(fact("occupation", "linguist"), fact("occupation", "linguist"), fact("employer", "Brown [sic]")),
    mentions=2,
    forms={"Ann Lee": 2, HEBREW: 1},
    people={f"P{number}": 1 for number in range(10)},
    summary=("She spoke.", "She left."),
)


def test_wide() -> None:
    assert rendered(ANN, 80) == [
        "Dr. Ann Lee  a.txt, female, 2 mentions",
        f"  called      Ann Lee 2, {HEBREW}",
        "  occupation  linguist",
        "  employer    Brown [sic]",
        "  people      P0, P1, P2, P3, P4, P5, P6, P7, …",
        "  summary     She spoke. … She left.",
    ]


def test_narrow() -> None:
    assert rendered(ANN, 30) == [
        "Dr. Ann Lee  a.txt, female, 2",
        "mentions",
        f"  called      Ann Lee 2, {HEBREW.split()[0]}",
        f"              {HEBREW.split()[1]}",
        "  occupation  linguist",
        "  employer    Brown [sic]",
        "  people      P0, P1, P2,",
        "              P3, P4, P5,",
        "              P6, P7, …",
        "  summary     She spoke. …",
        "              She left.",
    ]


@pytest.mark.parametrize(
    ("profile", "title"),
    [
        (Profile("a", 0), "  a, 1 mention"),
        (Profile("a", 0, forms={"the chair": 1}, mentions=2), "the chair  a, 2 mentions"),
        (Profile("a", 0, name=PersonName("[red]Bob[/red]")), "[red]Bob[/red]  a, 1 mention"),
    ],
    ids=["nothing", "a description", "markup"],
)
def test_titles(profile: Profile, title: str) -> None:
    assert rendered(profile, 80)[0] == title
