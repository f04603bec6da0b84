"""Marked text: who is meant, and errors that name the file and the line."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import DataError
from namesakes.formats.marked import Mark, parse_marked, read_marked


def test_marks_are_taken_out() -> None:
    text = parse_marked("Hi [[Ann Lee|ann]],\n{{she|ann}} [came] {late}.\n", "a.txt")
    assert text.text == "Hi Ann Lee,\nshe [came] {late}.\n"
    assert text.marks == (Mark(3, 10, "ann", is_name=True, line=1), Mark(12, 15, "ann", is_name=False, line=2))
    assert [text.words(mark) for mark in text.marks] == ["Ann Lee", "she"]


@pytest.mark.parametrize(
    "wrong",
    ["[[Ann Lee]]", "[[Ann|ann]", "Ann|ann]]", "[[|ann]]", "[[Ann|]]", "[[Ann |ann]]", "[[Ann|ann lee]]", "{{he|ann]]",
     "[[Ann [[Lee|lee]]|ann]]", "{{she}}", "[[An\nn|ann]]", "[[Ann|a|b]]"],
)  # fmt: skip
def test_a_wrong_mark_is_named(wrong: str) -> None:
    with pytest.raises(DataError, match=r"letters/a\.txt:3:(.|\n)*A name is marked \[\[John Smith") as error:
        parse_marked(f"One.\nTwo.\nThree {wrong} here.\n", "letters/a.txt")
    assert error.value.line == 3


@given(st.lists(st.tuples(st.text(st.characters(exclude_characters="[]{}|")), st.booleans()), max_size=8))
def test_any_text_comes_back(parts: list[tuple[str, bool]]) -> None:
    plain = "".join(f"{text}Ann" if marked else text for text, marked in parts)
    marked = "".join(f"{text}[[Ann|ann]]" if marked else text for text, marked in parts)
    found = parse_marked(marked, "a.txt")
    assert found.text == plain
    assert all(found.words(mark) == "Ann" for mark in found.marks)
    assert len(found.marks) == sum(marked for _, marked in parts)


def test_folders_are_those_with_texts(tmp_path: Path) -> None:
    for name in ("b/two.txt", "a/deep/one.txt", "a/deep/zero.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("[[Ann|ann]]\n")
    (tmp_path / "b/README.md").write_text("[[no mark here")
    folders = list(read_marked(tmp_path))
    assert [folder.path.name for folder in folders] == ["deep", "b"]
    assert [text.path.name for text in folders[0].texts] == ["one.txt", "zero.txt"]


def test_a_folder_without_texts_and_an_empty_text(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"no \.txt file"):
        list(read_marked(tmp_path))
    with pytest.raises(DataError, match="no folder"):
        list(read_marked(tmp_path / "nowhere"))
    (tmp_path / "a.txt").write_text(" \n")
    with pytest.raises(DataError, match=r"a\.txt: this file is empty"):
        list(read_marked(tmp_path))


def test_somebody_who_is_never_named(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("[[Ann|ann]] came.\n{{She|anne}} left.\n")
    with pytest.raises(DataError, match=r"a\.txt:2: 'She' means 'anne'"):
        list(read_marked(tmp_path))
