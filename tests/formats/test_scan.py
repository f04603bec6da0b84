"""Which files a folder has: hidden files, links, files with several names, pairs of files, and their order."""

import os
from pathlib import Path

import pytest

from namesakes import Document, read, write
from namesakes.formats.scan import File, FileId, Skipped, scan
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def made(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("Ann sings.")


def names(paths: list[Path]) -> list[str]:
    return [path.as_posix() for path in paths]


def test_files_come_in_alphabetical_order_without_hidden_ones() -> None:
    made("news/b.txt", "news/a/z.txt", "news/a.txt", "news/.hidden.txt", "news/.git/x.txt", "news/a/b/deep.md")
    assert names(scan([Path("news")])) == ["news/a/b/deep.md", "news/a/z.txt", "news/a.txt", "news/b.txt"]
    assert names(scan([Path("news/.hidden.txt"), Path("news/.git")])) == ["news/.git/x.txt", "news/.hidden.txt"]


def test_reading_a_folder_leaves_hidden_files_out_too() -> None:
    made("news/a.txt", "news/.b.txt", "news/.git/c.txt")
    assert [document.id for document in read("news")] == ["a"]
    assert [document.id for document in read("news/.b.txt")] == [".b"]
    assert [document.id for document in read("news/.git")] == ["c"]


def test_a_file_comes_once_by_its_own_name() -> None:
    made("news/z.txt", "news/in/b.txt")
    Path("news/a.txt").symlink_to("z.txt")
    Path("news/loop").symlink_to(Path("news").absolute())
    Path("news/in/up").symlink_to("..")
    assert names(scan([Path("news"), Path("news/z.txt")])) == ["news/in/b.txt", "news/z.txt"]
    assert [document.id for document in read("news")] == ["b", "z"]


def test_links_that_lead_out_are_followed_only_when_told() -> None:
    made("elsewhere/a.txt", "else/b.txt", "news/c.txt")
    Path("news/linked").symlink_to(Path("elsewhere").absolute())
    Path("news/b.txt").symlink_to("../else/b.txt")
    Path("news/d.txt").symlink_to("c.txt")
    skipped: list[Skipped] = []
    assert names(scan([Path("news")], skipped=skipped)) == ["news/c.txt"]
    reason = "a link that leads out of the folders that were named; name what it leads to"
    assert [(each.place, each.reason) for each in skipped] == [("news/b.txt", reason), ("news/linked", reason)]
    assert names(scan([Path("news")], links="all")) == ["news/b.txt", "news/c.txt", "news/linked/a.txt"]
    assert names(scan([Path("news")], links="none")) == ["news/c.txt"]
    assert [document.id for document in read("news")] == ["c"]


def test_links_lead_in_where_what_they_lead_to_is_named_too() -> None:
    made("elsewhere/a.txt", "elsewhere-else/b.txt")
    Path("news").mkdir()
    Path("news/linked").symlink_to(Path("elsewhere").absolute())
    Path("news/out").symlink_to(Path("elsewhere-else").absolute())
    skipped: list[Skipped] = []
    assert names(scan([Path("news"), Path("elsewhere")], skipped=skipped)) == ["elsewhere/a.txt"]
    assert [each.place for each in skipped] == ["news/out"]
    assert names(scan([Path("news/linked")])) == ["news/linked/a.txt"]


def test_no_links_at_all() -> None:
    made("news/z.txt")
    Path("news/a.txt").symlink_to("z.txt")
    Path("news/b").symlink_to(".")
    assert names(scan([Path("news")], links="none")) == ["news/z.txt"]


def test_later_scans_leave_out_what_came_before() -> None:
    made("news/a.txt", "news/b.txt")
    seen: set[FileId] = set()
    assert names(scan([Path("news/b.txt")], seen=seen)) == ["news/b.txt"]
    assert names(scan([Path("news")], seen=seen)) == ["news/a.txt"]
    assert scan([Path("news")], seen=seen) == []


def test_a_text_with_annotations_is_one_document() -> None:
    document = Document(id="d", mention_table=Mentions.build([[(0, 1)]], ["x"]), **joined([["Ann", "ran"]]))
    write([document], Path("d.ann"))
    made("e.txt")
    assert names(scan([Path()])) == ["d.ann", "e.txt"]
    assert names(scan([Path("d.txt"), Path("d.ann")])) == ["d.ann"]
    assert names(scan([Path("d.txt")])) == ["d.txt"]
    assert [each.id for each in read(".")] == ["d", "e"]
    assert [len(each.chains) for each in read(".")] == [1, 0]
    assert [(each.id, len(each.chains)) for each in read(".", format="plain")] == [("d", 0), ("e", 0)]
    seen: set[FileId] = set()
    assert names(scan([Path("d.ann")], seen=seen)) == ["d.ann"]
    assert scan([Path("d.txt")], seen=seen) == []


def test_what_is_no_file_is_skipped_with_a_reason() -> None:
    made("news/a.txt")
    Path("news/nowhere.txt").symlink_to("nothing.txt")
    os.mkfifo("news/pipe.txt")
    skipped: list[Skipped] = []
    assert names(scan([Path("news"), Path("none.txt")], skipped=skipped)) == ["news/a.txt"]
    assert {each.place: each.reason for each in skipped} == {
        "news/nowhere.txt": "a link that leads nowhere",
        "news/pipe.txt": "this is not a file",
        "none.txt": "it cannot be read: No such file or directory",
    }


def test_only_files_with_the_endings_and_not_what_is_excluded(here: Path) -> None:
    made("a.txt", "B.TXT", "c.md", "people.db", "people.db-wal", "tables/d.txt")
    assert names(scan([Path()], endings=(".txt",))) == ["B.TXT", "a.txt", "tables/d.txt"]
    found = scan([here], exclude=here / "people.db")
    assert [path.name for path in found] == ["B.TXT", "a.txt", "c.md", "d.txt"]
    assert [path.name for path in scan([here], endings=(".txt",), exclude=here / "tables")] == ["B.TXT", "a.txt"]


def test_a_file_is_called_by_its_path_from_here(here: Path) -> None:
    file = File.at(here / "news" / "a.txt")
    assert (file.id, file.place, file.printable) == ("news/a.txt", "news/a.txt", str(here / "news" / "a.txt"))
    assert File.at(Path("/elsewhere/a.txt")).id == "/elsewhere/a.txt"
    assert File.at(here / os.fsdecode(b"\xff.txt")).id == "\\xff.txt"
