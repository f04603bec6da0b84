"""`namesakes evaluate people` on marked folders, by the installed command."""

import json
from pathlib import Path

from tests.conftest import Command

LETTER = """Dear [[Karen Walsh|karen]],

[[Thomas Berger|berger]] visited our office in Oslo. {{He|berger}} stayed a week.

[[Karen Walsh|karen]] is a lawyer.
"""
REPORT = "OSLO — [[Thomas Berger|berger]] said on Monday that {{he|berger}} would resign. [[Berger|berger]] is 61.\n"
OTHER = "[[Anita Desai|anita]] is a pilot. {{She|anita}} lives in Pune.\n"


def folders(place: Path) -> None:
    """Two folders of marked texts."""
    for name, text in {"one/letter.txt": LETTER, "one/report.txt": REPORT, "two/other.txt": OTHER}.items():
        (place / name).parent.mkdir(exist_ok=True)
        (place / name).write_text(text, encoding="utf-8")


def test_two_folders(namesakes: Command, tmp_path: Path) -> None:
    folders(tmp_path)
    done = namesakes("evaluate", "people", "one", "two", "--json", "--errors")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["folders"], found["documents"], found["names"], found["people"]) == (2, 3, 6, 3)
    assert found["pronouns"]["right"] + found["pronouns"]["wrong"] + found["pronouns"]["nobody"] == 3
    assert found["right"] == found["people"] - len(found["errors"])
    assert found["across"]["right"] + found["across"]["missed"] == 2
    assert found["within"]["right"] + found["within"]["missed"] == 2
    assert found["baselines"]["full_name"]["across"] == {
        "right": 1, "wrong": 0, "missed": 1, "precision": 1.0, "recall": 0.5, "f1": 2 / 3,
    }  # fmt: skip
    assert found["baselines"]["full_name_and_short"]["right"] == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["one", "two"]  # the stores are gone


def test_a_table(namesakes: Command, tmp_path: Path) -> None:
    folders(tmp_path)
    done = namesakes("evaluate", "people", tmp_path)
    assert done.returncode == 0, done.stderr
    assert "equal full names" in done.stdout
    assert "2 folders, 3 documents, 6 names" in done.stdout


def test_a_wrong_mark_names_file_and_line(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("One.\n[[Ann Lee]] came.\n")
    done = namesakes("evaluate", "people", tmp_path)
    assert done.returncode == 1
    assert "a.txt:2:" in done.stderr
    assert "Traceback" not in done.stderr
