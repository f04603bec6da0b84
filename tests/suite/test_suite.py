"""The suite itself: its marks are right, it is large enough, and half of its people are hard to tell."""

from pathlib import Path

import pytest

from namesakes.formats.marked import MarkedFolder, read_marked
from namesakes.pipeline.name_baselines import Name, hard_people

HERE = Path(__file__).parent


def folders(half: str) -> list[MarkedFolder]:
    """The folders of one half."""
    return list(read_marked(HERE / half))


def people(folder: MarkedFolder) -> tuple[set[str], set[str]]:
    """Everybody who is named in a folder, and those who are hard."""
    names = [
        Name(text.words(mark), mark.person, text.path.name)
        for text in folder.texts
        for mark in text.marks
        if mark.is_name
    ]
    return {name.person for name in names}, hard_people(names)


def test_it_is_large_enough() -> None:
    every = [*folders("dev"), *folders("held")]
    marks = [mark for folder in every for text in folder.texts for mark in text.marks]
    sizes = [tuple(map(len, people(folder))) for folder in every]
    assert sum(len(folder.texts) for folder in every) >= 80
    assert sum(size for size, _ in sizes) >= 250
    assert 2 * sum(hard for _, hard in sizes) >= sum(size for size, _ in sizes)
    assert sum(not mark.is_name for mark in marks) >= 250


def test_both_halves_are_alike() -> None:
    dev, held = folders("dev"), folders("held")
    assert len(dev) == len(held)
    sizes = [sum(len(people(folder)[0]) for folder in half) for half in (dev, held)]
    assert abs(sizes[0] - sizes[1]) < 0.1 * max(sizes)
    assert not {folder.path.name for folder in dev} & {folder.path.name for folder in held}


@pytest.mark.parametrize("half", ["dev", "held"])
def test_documents_are_short_and_folders_small(half: str) -> None:
    for folder in folders(half):
        assert 3 <= len(folder.texts) <= 8, folder.path
        for text in folder.texts:
            assert 40 <= len(text.text.split()) <= 250, text.path
            assert any(mark.is_name for mark in text.marks), text.path


@pytest.mark.parametrize("half", ["dev", "held"])
def test_marks_have_no_possessive_and_no_comma_at_their_end(half: str) -> None:
    for folder in folders(half):
        for text in folder.texts:
            for mark in text.marks:
                words = text.words(mark)
                assert not words.endswith(("'s", "’s", ",", ":", ";")), f"{text.path}:{mark.line}: {words}"


def test_every_folder_is_in_the_readme() -> None:
    listed = (HERE / "README.md").read_text(encoding="utf-8")
    for half in ("dev", "held"):
        for folder in folders(half):
            assert f"`{half}/{folder.path.name}`" in listed
