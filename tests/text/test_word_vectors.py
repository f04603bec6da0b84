"""The table of words: what is kept, the tree of clusters, and looking up."""

import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import DataError, ModelError
from namesakes.text.glove import read_glove
from namesakes.text.vocabulary import codes, normal_form
from namesakes.text.word_tree import WordSettings, build_words
from namesakes.text.word_vectors import DEPTH, WordVectors, shortened

SETTINGS = WordSettings(words=60, vectors=20, common=0)


def around(centre: int, count: int, seed: int) -> np.ndarray:
    """Points near one corner of a space of eight dimensions."""
    return np.eye(8)[centre] + np.random.default_rng(seed).normal(0, 0.05, (count, 8))


@pytest.fixture(scope="module")
def table() -> WordVectors:
    """Sixty words in four groups of fifteen, taken in turns, most frequent first."""
    points = np.stack([around(centre, 15, centre) for centre in range(4)], axis=1).reshape(60, 8)
    words = [f"{'abcd'[place % 4]}{chr(ord('a') + place // 4)}" for place in range(60)]
    return build_words(words, points, SETTINGS)


def test_groups_of_words_are_the_clusters_of_the_first_two_bits(table: WordVectors) -> None:
    words = [f"{group}{chr(ord('a') + number)}" for group in "abcd" for number in range(15)]
    paths = table.paths(table.codes(words), 2).reshape(4, 15)
    assert sorted(paths[:, 0].tolist()) == [1, 2, 3, 4]
    assert (paths == paths[:, :1]).all()


@given(st.integers(1, DEPTH), st.integers(0, 2**DEPTH))
def test_a_shorter_path_is_the_beginning_of_a_longer_one(bits: int, path: int) -> None:
    found = int(shortened(np.array([path], dtype=np.uint16), bits)[0])
    assert found == (0 if path == 0 else int(f"{path - 1:0{DEPTH}b}"[:bits], 2) + 1)


def test_looking_up(table: WordVectors) -> None:
    found = table.codes(["Aa", "AA", "aa", "ba", "never", ""])
    assert table.bands(found).tolist() == [1, 1, 1, 2, 0, 0]
    rows = table.rows(found)
    assert rows[0] == rows[1] == rows[2] >= 0
    assert rows[4:].tolist() == [-1, -1]
    assert table.paths(found)[4] == 0
    whole = codes([normal_form(word) for word in ("Aa", "never")])
    assert table.rows(whole).tolist() == [rows[0], -1]
    assert len(table.vectors) == 20
    rare = table.codes(["do"])
    assert table.rows(rare).tolist() == [-1]
    assert table.paths(rare)[0] > 0


def test_similar_words(table: WordVectors) -> None:
    rows = table.rows(table.codes(["aa", "ab", "bb", "never"]))
    same, other, unknown = table.similarity(rows[:1], rows[1:]).tolist()
    assert same > 0.9 > 0.5 > other
    assert unknown == 0
    assert table.similarity(rows[0], rows[0]) == pytest.approx(1, abs=0.02)


def test_a_table_comes_back_as_it_was_and_twice_with_the_same_bytes(table: WordVectors, tmp_path: Path) -> None:
    table.save(tmp_path / "one")
    back = WordVectors.load(tmp_path / "one")
    for name in ("words", "tree", "frequency", "members", "vectors"):
        np.testing.assert_array_equal(getattr(back, name), getattr(table, name))
    back.save(tmp_path / "two")
    assert (tmp_path / "one/arrays.npz").read_bytes() == (tmp_path / "two/arrays.npz").read_bytes()
    (tmp_path / "two/arrays.npz").write_bytes(b"")
    with pytest.raises(ModelError):
        WordVectors.load(tmp_path / "two")


def test_numbers_fold_and_addresses_and_marks_stay_out() -> None:
    words = ["1995", "2001", "http://example.org", "a@b.example", "--==--==--", "word", "xy" * 15, "Word"]
    table = build_words(words, np.random.default_rng(0).normal(size=(8, 5)), SETTINGS)
    known = table.paths(table.codes([*words[:2], "1234"]))
    assert len(set(known.tolist())) == 1
    assert len(table) == 2
    with pytest.raises(DataError, match="none of these words"):
        build_words(words[2:5], np.ones((3, 5)), SETTINGS)


def test_vectors_from_a_text_a_folder_and_a_wheel(tmp_path: Path) -> None:
    words, vectors = ["the", "of", "naïve"], np.arange(6, dtype=np.float32).reshape(3, 2)
    text = tmp_path / "some.txt"
    lines = [f"{word} {row[0]} {row[1]}\n" for word, row in zip(words, vectors.tolist(), strict=True)]
    text.write_text("".join(lines), encoding="utf-8")
    sources = [text]
    arrow = pytest.importorskip("pyarrow")
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "folder" / "data"
    folder.mkdir(parents=True)
    np.save(folder / "some_emb.npy", vectors)
    parquet.write_table(arrow.table({"index": words}), folder / "some_index.parquet")
    with zipfile.ZipFile(tmp_path / "some.whl", "w") as wheel:
        for file in folder.iterdir():
            wheel.write(file, f"some/data/{file.name}")
    sources += [folder.parent, tmp_path / "some.whl"]
    for source in sources:
        found, numbers = read_glove(source)
        assert found == words
        np.testing.assert_array_equal(numbers, vectors)
    (folder / "some_emb.npy").unlink()
    with pytest.raises(DataError, match=r"0 files end in _emb\.npy"):
        read_glove(folder)
    text.write_text("the 1 2\nof 1\n")
    with pytest.raises(DataError, match=r"(?s)some\.txt:2: 1 numbers"):
        read_glove(text)
    with pytest.raises(DataError, match="no such file"):
        read_glove(tmp_path / "absent")


def test_the_shipped_table_knows_english() -> None:
    table = WordVectors.shipped()
    assert WordVectors.shipped() is table
    john, james, london, walked = table.rows(table.codes(["John", "James", "London", "walked"]))
    assert table.similarity(john, james) > 0.8
    assert table.similarity(john, walked) < 0.5
    assert table.similarity(london, james) < table.similarity(john, james)
    paths = table.paths(table.codes(["John", "James", "Robert"]))
    assert len(set(paths.tolist())) == 1
