"""What lists of names and a tiny WordNet say of pronouns."""

from pathlib import Path

import numpy as np
import pytest

from namesakes.errors import DataError
from namesakes.mentions.gender_counts import GAP
from namesakes.mentions.gender_lists import listed_counts
from namesakes.names.lists import NameLists

DATA = """\
  1 the licence stands here
00000001 18 n 01 baker 0 000 | someone who bakes bread
00000002 18 n 01 heiress 0 000 | a female heir
00000003 06 n 01 lamp 0 000 | something that gives light
00000004 05 n 01 dog 0 000 | an animal that barks
00000005 15 n 01 Leeds 0 001 @i 00000003 n 0000 | a city
00000006 18 n 01 lamp 1 000 | somebody who is bright
00000007 18 n 01 butler 0 000 | (usually) a man who serves wine
"""
INDEX = """\
  1 the licence stands here
baker n 1 0 1 0 00000001
heiress n 1 0 1 0 00000002
lamp n 2 0 2 0 00000003 00000006
dog n 1 0 1 0 00000004
leeds n 1 1 @i 1 0 00000005
butler n 1 0 1 0 00000007
"""


@pytest.fixture(name="wordnet")
def wordnet_folder(tmp_path: Path) -> Path:
    (tmp_path / "data.noun").write_text(DATA)
    (tmp_path / "index.noun").write_text(INDEX)
    (tmp_path / "cntlist.rev").write_text("lamp%1:06:00:: 1 2\n")
    return tmp_path


@pytest.fixture(name="lists")
def tiny_lists() -> NameLists:
    women, shares = np.array([100, 0, 50], np.uint8), np.array([255, 255, 51], np.uint8)
    return NameLists(("ann", "bo", "kim"), women, shares, ("baker", "kim"), np.array([51, 51], np.uint8), {}, {})


def test_counts(wordnet: Path, lists: NameLists) -> None:
    found = listed_counts(wordnet, lists)
    rows = dict(enumerate(zip(found.phrases, found.counts.tolist(), strict=True)))
    names = dict(rows[place] for place in np.flatnonzero(found.names).tolist())
    nouns = dict(rows[place] for place in np.flatnonzero(~found.names).tolist())
    assert names[("ann", GAP)] == names[("ann",)] == [0, 400, 0, 0]
    assert names[("bo", GAP)] == [400, 0, 0, 0]
    assert names[(GAP, "baker")] == names[("baker",)] == [40, 40, 0, 0], "a surname tells nothing"
    assert names[("kim",)] == [80, 80, 0, 0], "a given name and a surname"
    assert names[("leeds",)][2] > 0 == sum(names[("leeds",)][:2])
    he, she, it, they = nouns[("baker",)]
    assert he == she > 0 == it + they, "a noun for people is of either gender"
    assert nouns[("heiress",)][1] > 0 == nouns[("heiress",)][0]
    assert nouns[("butler",)][0] > 0 == nouns[("butler",)][1]
    assert nouns[("lamp",)][2] > 4 * nouns[("lamp",)][0] > 0, "the sense that is tagged often counts most"
    assert nouns[("dog",)][0] == nouns[("dog",)][1] < nouns[("dog",)][2]
    assert nouns[("bakers",)][3] > 0 == sum(nouns[("bakers",)][:3])
    assert ("leeds",) not in nouns


def test_a_folder_without_wordnet(tmp_path: Path, lists: NameLists) -> None:
    with pytest.raises(DataError, match="WordNet"):
        listed_counts(tmp_path, lists)
