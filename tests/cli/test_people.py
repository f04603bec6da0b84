"""The commands that read, correct and export a store, from end to end."""

import json
from pathlib import Path

import pytest

from namesakes.store.records import Membership
from namesakes.store.store import open_store
from tests.conftest import Command
from tests.store.made import document, fact, key, write_people

LINGUIST = (fact("occupation", "linguist", "Mark Johnson, a linguist, spoke."), fact("employer", "Brown University"))
FOOTBALL = (fact("occupation", "defender", "Johnson, the defender, left."), fact("member", "Blackpool"))
COMMANDS = [
    ("people",),
    ("show", "mark-johnson-1"),
    ("why", "mark-johnson-1"),
    ("chart", "timeline"),
    ("history",),
    ("export", "--to", "csv"),
    ("correct", "list"),
    ("correct", "undo", "1"),
    ("review",),
    ("check",),
]


@pytest.fixture
def people(tmp_path: Path) -> Path:
    """A store with two Mark Johnsons and somebody who is none, or one of them."""
    path = tmp_path / "people.db"
    with open_store(path) as store:
        store.documents.write(
            [
                document("a", "Mark Johnson", "Ann Lee", facts=LINGUIST, summary=("Mark Johnson, a linguist, spoke.",)),
                document("b", "Mark Johnson", facts=LINGUIST),
                document("c", "Mark Johnson", facts=FOOTBALL),
                document("d", "Mark Johnson"),
            ]
        )
        ids = write_people(
            store,
            [
                ("Mark Johnson", [key("a"), key("b")]),
                ("Mark Johnson", [key("c")]),
                ("Mark Johnson", [key("d")]),
                ("Ann Lee", [key("a", 1)]),
            ],
        )
        assert ids == ["mark-johnson-1", "mark-johnson-2", "mark-johnson-3", "ann-lee-1"]
        store.write_identities(
            [],
            [Membership(key("d"), ids[2], 0.6), Membership(key("d"), ids[0], 0.4, 1)],
        )
    return path


@pytest.mark.parametrize("arguments", COMMANDS)
def test_no_store_says_which_command_makes_one(namesakes: Command, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    done = namesakes(*arguments)
    assert done.returncode == 1
    assert "namesakes resolve FOLDER --store people.db" in done.stderr
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("arguments", COMMANDS)
def test_a_file_that_is_no_store_is_left_alone(namesakes: Command, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    letter = tmp_path / "letter.txt"
    letter.write_text("Dear Mark,\n" * 200)
    done = namesakes(*arguments, "--store", "letter.txt")
    assert done.returncode == 1
    assert "not a store" in done.stderr
    assert letter.read_text() == "Dear Mark,\n" * 200


def test_everybody_is_listed_by_name(namesakes: Command, people: Path) -> None:
    done = namesakes("people")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "Ann Lee"
    assert "\x1b" not in done.stdout
    lines = {line.split()[0]: line for line in done.stdout.splitlines() if line.startswith("  ")}
    assert list(lines) == ["ann-lee-1", "mark-johnson-1", "mark-johnson-2", "mark-johnson-3"]
    assert "linguist, Brown University" in lines["mark-johnson-1"]
    assert "2 documents" in lines["mark-johnson-1"]
    assert "90%" in lines["mark-johnson-1"]
    assert "nothing but a name" in lines["mark-johnson-3"]
    assert lines["mark-johnson-3"].endswith("perhaps 40% mark-johnson-1")
    assert namesakes("people").stdout == done.stdout


def test_people_of_a_name(namesakes: Command, people: Path) -> None:
    done = namesakes("people", "MARK johnson", "--json")
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [one["id"] for one in found] == ["mark-johnson-1", "mark-johnson-2", "mark-johnson-3"]
    assert found[0]["documents"] == ["a", "b"]
    assert found[0]["facts"]["employer"] == ["Brown University"]
    (most,) = namesakes("people", "--most", "1", "--json").stdout.splitlines()
    assert json.loads(most)["id"] == "mark-johnson-1"
    assert json.loads(namesakes("people", "ann-lee-1", "--json").stdout)["name"] == "Ann Lee"
    assert namesakes("people", "--kind", "place").stdout == ""


def test_nobody_of_a_name(namesakes: Command, people: Path) -> None:
    done = namesakes("people", "mark-jonson-1")
    assert done.returncode == 1
    assert "Did you mean mark-johnson-1" in done.stderr


def test_a_person_is_shown(namesakes: Command, people: Path) -> None:
    done = namesakes("show", "mark-johnson-1")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[0] == "Mark Johnson  mark-johnson-1  2 documents, 6 mentions"
    assert '"Mark Johnson, a linguist, spoke."' in done.stdout
    assert "Title of b" in done.stdout
    found = json.loads(namesakes("show", "Ann Lee", "--json").stdout)
    assert found["members"] == [{"document": "a", "chain": 1, "strength": 0.9}]


def test_a_document_is_shown(namesakes: Command, people: Path) -> None:
    for what in ("a", "a.txt"):
        done = namesakes("show", what)
        assert done.returncode == 0, done.stderr
        assert "[1 Mark Johnson] met [2 Ann Lee]." in done.stdout
        assert "  1  mark-johnson-1  Mark Johnson  3 mentions" in done.stdout
    assert "(or 40% mark-johnson-1)" in namesakes("show", "d").stdout
    found = json.loads(namesakes("show", "a", "--json").stdout)
    assert found["text"] == "Mark Johnson met Ann Lee."
    assert [one["identity"] for one in found["memberships"]] == ["mark-johnson-1", "ann-lee-1"]


def test_a_name_of_several_lists_them(namesakes: Command, people: Path) -> None:
    done = namesakes("show", "Mark Johnson")
    assert done.returncode == 1
    assert "3 people" in done.stderr
    assert "mark-johnson-1, mark-johnson-2, mark-johnson-3" in done.stderr


def test_why(namesakes: Command, people: Path) -> None:
    done = namesakes("why", "mark-johnson-1", "a")
    assert done.returncode == 0, done.stderr
    assert "a: in mark-johnson-1 (90% sure)" in done.stdout
    assert "linguist" in done.stdout
    single = namesakes("why", "mark-johnson-3")
    assert "d: not in mark-johnson-1 (40% that it belongs there)" in single.stdout
    asked = json.loads(namesakes("why", "mark-johnson-2", "a", "--json").stdout)
    assert [(one["person"], one["within"]) for one in asked] == [("mark-johnson-1", True), ("mark-johnson-2", False)]
    assert all(one["exact"] for one in asked)
    assert "nothing to compare" in namesakes("why", "ann-lee-1").stdout


def test_why_of_what_is_not_there(namesakes: Command, people: Path) -> None:
    nowhere = namesakes("why", "mark-johnson-1", "nowhere.txt")
    assert nowhere.returncode == 1
    assert "no document 'nowhere.txt'" in nowhere.stderr
    nobody = namesakes("why", "ann-lee-1", "c")
    assert nobody.returncode == 1
    assert "says nothing of ann-lee-1" in nobody.stderr


def test_corrections_from_the_first_to_the_undoing(namesakes: Command, people: Path) -> None:
    before = namesakes("people", "--json").stdout
    done = namesakes("correct", "same", "mark-johnson-1", "mark-johnson-3", "--who", "ann")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("recorded: 1  ")
    assert "mark-johnson-3" not in namesakes("people").stdout
    gone = namesakes("show", "mark-johnson-3")
    assert "it is mark-johnson-1 (merge)" in gone.stderr
    assert namesakes("correct", "different", "mark-johnson-1", "b.txt").returncode == 0
    assert namesakes("correct", "rename", "Ann Lee", "Anne Lee").returncode == 0
    assert namesakes("correct", "not-a-person", "mark-johnson-2", "-q").stdout == ""
    shown = namesakes("people").stdout
    assert "mark-johnson-2" not in shown
    assert "Anne Lee" in shown
    assert "(not a person)" in namesakes("people", "--hidden").stdout
    listed = namesakes("correct", "list").stdout.splitlines()
    assert [line.split()[3] for line in listed] == ["same", "different", "rename", "not-a-person"]
    assert listed[0].split()[2] == "ann"
    events = [json.loads(line) for line in namesakes("history", "--json").stdout.splitlines()]
    assert [event["what"] for event in events] == ["merge", "split", "rename", "hide"]
    for number in (4, 3, 2, 1):
        assert namesakes("correct", "undo", number).returncode == 0
    assert namesakes("people", "--json").stdout == before
    again = namesakes("correct", "undo", 1)
    assert again.returncode == 1
    assert "taken back already" in again.stderr


def test_corrections_that_contradict_or_miss(namesakes: Command, people: Path) -> None:
    assert namesakes("correct", "different", "mark-johnson-1", "mark-johnson-2").returncode == 0
    done = namesakes("correct", "same", "mark-johnson-1", "mark-johnson-2")
    assert done.returncode == 1
    assert "correction 1" in done.stderr
    assert "namesakes correct undo 1" in done.stderr
    assert namesakes("correct", "same", "mark-johnson-1", "nobody").returncode == 1
    assert namesakes("correct", "undo", "x").returncode == 2
    assert namesakes("correct", "same", "mark-johnson-1").returncode == 2


def test_a_store_that_somebody_works_on_is_not_corrected(
    namesakes: Command, people: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from click.testing import CliRunner

    from namesakes.cli.store import correct
    from namesakes.errors import StoreBusyError

    monkeypatch.setattr(correct, "WAIT", 0.0)
    with open_store(people) as store, store.lock():
        done = CliRunner().invoke(correct.command, ["undo", "1", "--store", str(people)])
        assert isinstance(done.exception, StoreBusyError)
        assert namesakes("people").returncode == 0


def test_history(namesakes: Command, people: Path) -> None:
    assert namesakes("history").stdout == ""
    namesakes("correct", "same", "mark-johnson-1", "mark-johnson-2")
    (line,) = namesakes("history", "mark-johnson-2").stdout.splitlines()
    assert "merge   mark-johnson-2 → mark-johnson-1  1 chain  correction 1: the same" in line
    assert namesakes("history", "ann-lee-1").stdout == ""
    with open_store(people) as store:
        store.runs.write({"seed": 7, "models": {}})
    assert namesakes("history", "--runs").stdout.endswith("seed 7\n")


def test_review(namesakes: Command, people: Path) -> None:
    done = namesakes("review", "--most", 1, "--threshold", "0.5")
    assert done.stdout.splitlines() == [
        "Is Mark Johnson in d mark-johnson-1 (40%) rather than mark-johnson-3 (60%)?",
        "  namesakes correct same mark-johnson-3 mark-johnson-1",
        "  namesakes correct different mark-johnson-3 mark-johnson-1",
    ]
    found = [json.loads(line) for line in namesakes("review", "--json", "--threshold", "0.5").stdout.splitlines()]
    assert [one["margin"] for one in found] == [0.1, 0.4]
    joined = namesakes("review", "--threshold", "0.9").stdout
    assert joined.startswith("Is Mark Johnson in a mark-johnson-1? (90%)\n")
    assert "  namesakes correct different mark-johnson-1 a\n" in joined


@pytest.mark.parametrize("format", ["jsonl", "csv", "turtle", "graphml", "pairs"])
def test_exports_go_to_a_pipe_or_a_file(namesakes: Command, people: Path, tmp_path: Path, format: str) -> None:
    piped = namesakes("export", "--to", format)
    assert piped.returncode == 0, piped.stderr
    done = namesakes("export", "--to", format, "--output", "out")
    assert done.stdout == ""
    assert "wrote" in done.stderr
    assert (tmp_path / "out").read_text(encoding="utf-8") == piped.stdout


def test_a_store_is_exported_and_loaded(namesakes: Command, people: Path, tmp_path: Path) -> None:
    namesakes("correct", "same", "mark-johnson-1", "mark-johnson-3")
    lines = namesakes("export", "--to", "jsonl").stdout
    loaded = namesakes("load", "-", "--store", "copy.db", stdin=lines)
    assert loaded.returncode == 0, loaded.stderr
    assert namesakes("export", "--to", "jsonl", "--store", "copy.db").stdout == lines
    again = namesakes("load", "-", "--store", "copy.db", stdin=lines)
    assert again.returncode == 1
    assert "not empty" in again.stderr
    missing = namesakes("load", "nowhere.jsonl", "--store", "new.db")
    assert missing.returncode == 1
    assert "cannot be read" in missing.stderr


def test_parquet_needs_a_file(namesakes: Command, people: Path) -> None:
    done = namesakes("export", "--to", "parquet")
    assert done.returncode == 2
    assert "--output" in done.stderr


def test_names_that_steer_terminals_are_tamed(namesakes: Command, tmp_path: Path) -> None:
    name = "\x1b[31mRed\x1b[0m [bold]Bob[/bold]"
    with open_store(tmp_path / "people.db") as store:
        store.documents.write([document("a", name)])
        write_people(store, {name: [key("a")]})
    for arguments in (("people",), ("show", "a"), ("show", "bob"), ("review",)):
        done = namesakes(*arguments)
        assert done.returncode == 0, done.stderr
        assert "\x1b" not in done.stdout
    assert "[bold]Bob[/bold]" in namesakes("people").stdout


def test_a_store_is_checked(namesakes: Command, people: Path) -> None:
    done = namesakes("check")
    assert (done.returncode, done.stdout) == (0, "people.db is as it was written.\n")
    with open_store(people) as store:
        store.database.execute("UPDATE documents SET title = 'Another' WHERE id = 'a'")
    done = namesakes("check")
    assert (done.returncode, done.stdout) == (1, "Damaged:\n  document a\n")
    assert "namesakes check --store people.db --repair" in done.stderr
    done = namesakes("check", "--repair", "--json")
    assert done.returncode == 1
    said = json.loads(done.stdout)
    assert [each["found"] for each in said["damaged"]] == ["document a"]
    assert [each["found"] for each in said["repair"]["left"]] == ["document a"]


def test_why_as_a_waterfall(namesakes: Command, people: Path, tmp_path: Path) -> None:
    done = namesakes("why", "mark-johnson-1", "a", "--to", "waterfall")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Mark Johnson in a: is in mark-johnson-1, 90% sure\n")
    assert "together (log-odds)" in done.stdout
    two = namesakes("why", "mark-johnson-1", "mark-johnson-2", "--to", "waterfall")
    assert two.stdout.startswith("mark-johnson-1 and mark-johnson-2: two people; on average over 2 chains of")
    assert "b: not in mark-johnson-2" in namesakes("why", "mark-johnson-1", "mark-johnson-2").stdout
    assert (
        namesakes("why", "mark-johnson-1", "a", "--out", "why.svg").stderr == "namesakes: wrote the chart to why.svg\n"
    )
    assert (tmp_path / "why.svg").read_text(encoding="utf-8") == namesakes(
        "why", "mark-johnson-1", "a", "--to", "svg"
    ).stdout
    asked = json.loads(namesakes("why", "mark-johnson-1", "a", "--to", "json").stdout)
    assert asked == json.loads(namesakes("why", "mark-johnson-1", "a", "--json").stdout)
    wrong = namesakes("why", "mark-johnson-1", "a", "--to", "text", "--out", "why.txt")
    assert (wrong.returncode, (tmp_path / "why.txt").exists()) == (2, False)


@pytest.mark.parametrize(
    ("arguments", "first"),
    [
        (("waterfall", "mark-johnson-1"), "Mark Johnson in "),
        (("waterfall", "mark-johnson-1", "mark-johnson-2"), "mark-johnson-1 and mark-johnson-2: two people"),
        (("thresholds",), "All people: 5 chains"),
        (("thresholds", "Mark Johnson"), "Mark Johnson: 4 chains"),
        (("timeline",), "Everybody: 4 documents, 4 of them without a date"),
        (("timeline", "Mark Johnson"), "Mark Johnson: 4 documents, 4 of them"),
        (("timeline", "mark-johnson-1"), "Mark Johnson (mark-johnson-1): 2 documents, 2 of them"),
        (("graph",), "Who stands in documents together: 2 people, 1 pair"),
        (("graph", "ann-lee-1"), "Who stands in documents with ann-lee-1: 2 people, 1 pair"),
    ],
)
def test_charts(namesakes: Command, people: Path, arguments: tuple[str, ...], first: str) -> None:
    done = namesakes("chart", *arguments)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(first)


def test_a_chart_is_drawn_and_has_its_data(namesakes: Command, people: Path, tmp_path: Path) -> None:
    drawn = namesakes("chart", "graph", "--out", "chart.svg", "--quiet")
    assert (drawn.stdout, drawn.stderr) == ("", "")
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg ")
    assert json.loads(namesakes("chart", "graph", "--to", "json").stdout)["ids"] == ["ann-lee-1", "mark-johnson-1"]


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("waterfall",), 2, "name a person"),
        (("graph", "ann-lee-1", "b"), 2, "only a waterfall takes two"),
        (("graph", "Mark Johnson"), 1, "3 people are called 'Mark Johnson'"),
        (("timeline", "nobody"), 1, "nobody called 'nobody'"),
        (("waterfall", "ann-lee-1"), 1, "nothing to compare"),
        (("pie",), 2, "'pie' is not one of"),
        (("graph", "--out", "no/such/chart.svg"), 1, "cannot be written"),
    ],
)
def test_charts_of_what_is_not_there(
    namesakes: Command, people: Path, arguments: tuple[str, ...], status: int, says: str
) -> None:
    done = namesakes("chart", *arguments)
    assert done.returncode == status
    assert says in done.stderr
    assert done.stdout == ""


def test_mentions_are_exported(namesakes: Command, people: Path) -> None:
    done = namesakes("export", "--to", "csv", "--table", "mentions")
    assert done.stdout.splitlines()[:2] == [
        "person,name,kind,document,chain,start,end,text", "mark-johnson-1,Mark Johnson,person,a,0,0,12,Mark Johnson",
    ]  # fmt: skip
