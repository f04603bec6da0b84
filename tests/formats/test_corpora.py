"""Corpora: releases with two annotations side by side, and documents that are there twice."""

from pathlib import Path

import pytest

from namesakes.errors import DataError, LossWarning, UnknownNameError
from namesakes.formats.corpora import read_corpus
from tests.release import document, story, write_release


def test_one_of_two_annotations_is_read(tmp_path: Path) -> None:
    folder = write_release(tmp_path, "english", range(3))
    for annotation in ("auto", "gold"):
        found = read_corpus([tmp_path], annotation)
        assert [each.id for each in found] == [f"bn/made/00/made_000{number}" for number in range(3)]
    with pytest.raises(DataError, match=r"made_0000\.v4_auto_conll and made_0000\.v4_gold_conll are two annotations"):
        read_corpus([folder])
    with pytest.raises(UnknownNameError, match="Known: auto, gold"):
        read_corpus([folder], "silver")


def test_a_document_without_the_wanted_annotation_is_named(tmp_path: Path) -> None:
    folder = write_release(tmp_path, "english", range(3))
    for number in (1, 2):
        (folder / "bn/made/00" / f"made_000{number}.v4_auto_conll").unlink()
    with pytest.raises(DataError, match="this document has no auto file, nor have 1 others") as caught:
        read_corpus([folder], "auto")
    assert "made_0001.v4_gold_conll" in str(caught.value)
    assert len(read_corpus([folder], "gold")) == 3


def test_files_without_an_annotation_are_read_as_they_are(tmp_path: Path) -> None:
    (tmp_path / "a.conll").write_text(document("bn/a", 0, story("english", 0)[1]))
    assert [each.id for each in read_corpus([tmp_path], "auto")] == ["bn/a"]
    assert [each.id for each in read_corpus([tmp_path / "a.conll"])] == ["bn/a"]


def test_parts_are_documents_in_any_order(tmp_path: Path) -> None:
    sentences = story("english", 0)[1]
    (tmp_path / "a.conll").write_text("".join(document("bn/a", part, sentences) for part in (2, 0, 1)))
    assert [each.part for each in read_corpus([tmp_path])] == [2, 0, 1]


def test_a_document_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    text = document("bn/a", 1, story("english", 0)[1])
    (tmp_path / "a.conll").write_text(text + text)
    with pytest.raises(DataError, match="document bn/a; part 001 is twice in this file"):
        read_corpus([tmp_path])
    (tmp_path / "a.conll").write_text(text)
    (tmp_path / "b.conll").write_text(text)
    with pytest.raises(DataError, match=r"document bn/a; part 001 is here and in .*a\.conll"):
        read_corpus([tmp_path / "a.conll", tmp_path / "b.conll"])


def test_skeletons_have_no_words(tmp_path: Path) -> None:
    (tmp_path / "made_0000.v4_gold_skel").write_text("#begin document (a); part 000\n")
    with pytest.raises(DataError, match="these files have no words yet") as caught:
        read_corpus([tmp_path])
    assert "skeleton2conll" in str(caught.value)
    (tmp_path / "a.conll").write_text("#begin document (a); part 000\na 0 0 [WORD] NN (TOP*) -\n\n#end document\n")
    with pytest.raises(DataError, match=r"document a has no words yet, only \[WORD\]"):
        read_corpus([tmp_path / "a.conll"])


def test_chains_of_a_test_set_come_from_the_file_by_hand(tmp_path: Path) -> None:
    folder = write_release(tmp_path, "english", range(2), auto_chains=False)
    auto, gold = read_corpus([folder], "auto"), read_corpus([folder], "gold")
    assert [each.mention_table for each in auto] == [each.mention_table for each in gold]
    assert all(len(each.chains) for each in auto)
    path = folder / "bn/made/00/made_0000.v4_gold_conll"
    path.write_text(path.read_text().replace("Ann   NNP", "Eva   NNP"))
    with pytest.raises(DataError, match=r"has other words than made_0000\.v4_gold_conll"):
        read_corpus([folder], "auto")


def test_dropped_pronouns_are_no_mentions(tmp_path: Path) -> None:
    tree = "(TOP (IP (NP [0 (-NONE- *pro*)]) (VP (VV 看见) (NP [0 (NR 李明)] (NN 狗)))))"
    (tmp_path / "a.conll").write_text(document("bn/a", 0, [tree]))
    with pytest.warns(LossWarning, match="1 mentions of dropped words"):
        (found,) = read_corpus([tmp_path])
    assert [mention.text for mention in found.mentions] == ["李明"]
