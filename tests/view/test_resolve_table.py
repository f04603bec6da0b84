"""What `resolve` says at the end: of a first run, of a run that changed little, and of nothing to do."""

import click
import pytest

from namesakes.formats.scan import Skipped
from namesakes.pipeline.report import Report
from namesakes.pipeline.summary import summarize
from namesakes.store.person_summary import person_summaries
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from namesakes.view.people_lines import alternatives
from namesakes.view.resolve_table import kind_counts, nothing_lines, people_columns, resolve_lines, skipped_lines
from tests.store.made import document, key, write_people
from tests.view.conftest import HEBREW, LONG

FIRST = Report(new=5, words=1234, chains=9, blocks=4, seconds={"reading": 1.25, "identities": 0.5})


def lines(store: Store, report: Report, place: str = "people.db") -> list[str]:
    others = alternatives(store, person_summaries(store))
    return [click.unstyle(line) for line in resolve_lines(report, summarize(store), others, place)]


def test_a_first_run(store: Store) -> None:
    found = lines(store, FIRST)
    assert found[:4] == [
        "5 documents · 1,234 words · 1.8 s",
        "6 people · 1 name is shared by several people",
        "",
        "Mentioned most",
    ]
    assert found[4].split("  ")[1] == "mark-poe-1"
    assert "Mark Poe, linguist, Brown" in found[4]
    assert found[4].endswith("6 mentions  2 documents")
    shared = found[found.index("Mark Poe  2 bearers") :]
    assert shared == [
        "Mark Poe  2 bearers",
        "  mark-poe-1  linguist, Brown                                           2 documents   82%",
        "  mark-poe-3  nothing but a name                                        1 document    "
        "perhaps 40% mark-poe-1, 20% mark-poe-2",
        "",
        "Next:  namesakes show mark-poe-1    namesakes why mark-poe-1    namesakes review",
    ]


def test_commands_name_a_store_of_another_name(store: Store) -> None:
    option = " --store my\\u001b.db"
    assert lines(store, FIRST, "my\x1b.db")[-1] == (
        f"Next:  namesakes show mark-poe-1{option}    namesakes why mark-poe-1{option}    namesakes review{option}"
    )


@pytest.mark.parametrize(
    ("report", "line"),
    [
        (Report(new=1, words=1, chains=0), "1 document · 1 word · 0.0 s"),
        (
            Report(new=1, changed=2, unchanged=3, removed=4, words=10, chains=0),
            "3 documents · 10 words · 0.0 s (2 changed, 3 known already, 4 removed)",
        ),
        (Report(unchanged=3, removed=1, chains=0), "5 documents in people.db · 0.0 s (1 removed)"),
    ],
)
def test_the_first_line_says_what_was_read(store: Store, report: Report, line: str) -> None:
    assert lines(store, report)[0] == line


def test_a_store_of_nobody() -> None:
    with open_store(MEMORY) as store:
        assert lines(store, Report(new=1, words=7, chains=0)) == ["1 document · 7 words · 0.0 s", "0 people"]


def test_more_shared_names_than_are_shown() -> None:
    names = [f"Ann {letter}ee" for letter in "BCDFGHJKLMNP"]
    with open_store(MEMORY) as store:
        store.documents.write([document(id, *names) for id in "ab"])
        write_people(store, [(name, [key(id, chain)]) for id in "ab" for chain, name in enumerate(names)])
        found = lines(store, FIRST, "x.db")
    assert "24 people · 12 names are shared by several people" in found
    assert "… and 2 more names: namesakes people --store x.db" in found


def test_nothing_to_do() -> None:
    assert list(nothing_lines(Report(unchanged=1), "x.db")) == [
        "Nothing to do: the document is in x.db, and nothing has changed."
    ]
    assert list(nothing_lines(Report(unchanged=1200), "x.db")) == [
        "Nothing to do: all 1,200 documents are in x.db, and nothing has changed."
    ]
    report = Report(skipped=[Skipped("a.bin", "not a text")], foreign=["b"])
    assert list(nothing_lines(report, "x.db")) == [
        "There was nothing to read.",
        "",
        "Skipped 1 file:",
        "  a.bin (not a text)",
        "",
        "1 document is probably not in English, so what is found there may be wrong: b",
    ]


def test_skipped_files_stand_with_their_reason_the_most_frequent_first() -> None:
    skipped = [Skipped("z\x1b.txt", "empty"), *(Skipped(f"{number}.bin", "not a text") for number in range(7))]
    assert list(skipped_lines(skipped)) == [
        "  0.bin, 1.bin, 2.bin, 3.bin, 4.bin and 2 more (not a text)",
        "  z\\u001b.txt (empty)",
    ]


def test_many_foreign_documents_are_counted(store: Store) -> None:
    report = Report(new=1, chains=0, foreign=[f"d{number}" for number in range(6)])
    assert (
        "6 documents are probably not in English, so what is found there may be wrong: d0, d1, d2, d3, d4 …"
        in lines(store, report)
    )


def test_kinds() -> None:
    assert kind_counts({}) == ["0 people"]
    assert kind_counts({"place": 2, "organization": 1, "person": 1}) == ["1 person", "1 organisation", "2 places"]


def test_columns_line_up_and_long_names_are_cut() -> None:
    rows = [("a-1", "Ann Lee", "", 1, 1), ("hohenstein-1", LONG, "count", 1000, 12), ("h-1", HEBREW, "singer", 2, 1)]
    found = list(people_columns(rows))
    assert found == [
        f"  a-1           {'Ann Lee':<55}  1 mention       1 document",
        f"  hohenstein-1  {LONG[:54]}…  1,000 mentions  12 documents",
        f"  h-1           {HEBREW + ', singer':<55}  2 mentions      1 document",
    ]
    assert list(people_columns([])) == []
