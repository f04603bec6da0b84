"""The table of occupations, built from a WordNet of a few synsets, and the shipped one."""

from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

from namesakes.cli.main import group
from namesakes.errors import DataError, ModelError
from namesakes.identities.specialists.occupation_table import OccupationTable
from namesakes.identities.specialists.wordnet import build_occupations
from namesakes.learning.model import Model, save_model

DATA = """  1 This line is the licence.
00000001 03 n 01 entity 0 000 | all there is
00000002 03 n 01 person 0 001 @ 00000001 n 0000 | somebody
00000003 18 n 02 leader 0 boss 0 001 @ 00000002 n 0000 | one who leads
00000004 18 n 01 president 0 001 @ 00000003 n 0000 | head of a state
00000005 18 n 01 prime_minister 0 001 @ 00000003 n 0000 | head of a government
00000006 18 n 01 nurse 0 001 @ 00000002 n 0000 | one who cares
00000007 18 n 01 Lincoln 0 001 @i 00000004 n 0000 | an instance
00000008 03 n 01 stone 0 001 @ 00000001 n 0000 | no person
"""
INDEX = """  1 This line is the licence.
boss n 1 1 @ 1 0 00000003
leader n 1 1 @ 1 0 00000003
nurse n 1 1 @ 1 0 00000006
person n 1 1 @ 1 0 00000002
president n 2 1 @ 2 0 00000004 00000008
prime_minister n 1 1 @ 1 0 00000005
stone n 1 1 @ 1 0 00000008
"""
COUNTS = "person%1:03:00:: 1 10\npresident%1:18:00:: 1 3\nnurse%1:18:00:: 1 1\n"


@pytest.fixture
def wordnet(tmp_path: Path) -> Path:
    """A folder with a small WordNet."""
    for name, text in (("data.noun", DATA), ("index.noun", INDEX), ("cntlist.rev", COUNTS)):
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_information_by_hand(wordnet: Path) -> None:
    """Counts with one more each: person 11, leader 1, president 4, prime minister 1, nurse 2: 19 in all."""
    table = build_occupations(wordnet)
    assert len(table.information) == 5
    (leader,), (president,), (nurse,) = (table.lookup(word) for word in ("leader", "president", "nurse"))
    shares = np.exp(-table.information * np.log(19))
    assert shares[[leader, president, nurse]] == pytest.approx([6 / 19, 4 / 19, 2 / 19])
    likeness = table.likeness([president, *table.lookup("prime minister"), nurse])
    i = -np.log(np.array([4, 1, 2, 6]) / 19) / np.log(19)
    assert likeness[0, 1] == pytest.approx(1 - (i[0] + i[1] - 2 * i[3]) / 2)
    assert likeness[0, 2] == pytest.approx(1 - (i[0] + i[2]) / 2)
    assert likeness.diagonal() == pytest.approx([1, 1, 1])


def test_titles_are_looked_up_by_their_longest_known_ending(wordnet: Path) -> None:
    table = build_occupations(wordnet)
    assert table.lookup("Deputy Prime Minister of Defence") == table.lookup("prime minister") != ()
    assert table.lookup("boss") == table.lookup("leader")
    assert table.lookup("stone") == table.lookup("lincoln") == table.lookup("") == table.lookup("😀") == ()


def test_the_command_builds_the_same_bytes(wordnet: Path, tmp_path: Path) -> None:
    out = tmp_path / "table"
    result = CliRunner().invoke(group, ["train", "occupations", "--wordnet", str(wordnet), "--out", str(out)])
    assert result.exit_code == 0, result.output
    again = tmp_path / "again"
    OccupationTable.load(out).save(again)
    assert (out / "arrays.npz").read_bytes() == (again / "arrays.npz").read_bytes()


def test_what_is_no_wordnet_is_refused(wordnet: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"cntlist\.rev: this file of WordNet cannot be read"):
        build_occupations(tmp_path / "nothing")
    (wordnet / "data.noun").write_text("00000008 03 n 01 stone 0 000 | no person\n")
    with pytest.raises(DataError, match="none of the synsets for people"):
        build_occupations(wordnet)
    save_model(tmp_path / "other", Model("occupations", {}, {"lemmas": np.zeros(1)}))
    with pytest.raises(ModelError, match="not a table of occupations"):
        OccupationTable.load(tmp_path / "other")


def test_the_shipped_table_knows_people_and_their_work() -> None:
    table = OccupationTable.shipped()
    assert ((table.information >= 0) & (table.information <= 1)).all()
    for title in ("president", "nurse", "foreign minister", "linguist", "goalkeeper", "member of parliament"):
        assert table.lookup(title), title
    assert not table.lookup("tree")


def test_organisations_are_another_table(wordnet: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError, match="none of the synsets for organizations"):
        build_occupations(wordnet, "organizations")
    (wordnet / "data.noun").write_text(DATA + "00000009 14 n 01 social_group 0 001 @ 00000001 n 0000 | a group\n")
    (wordnet / "index.noun").write_text(INDEX + "social_group n 1 1 @ 1 0 00000009\n")
    call = ["train", "occupations", "--nouns", "organizations", "--wordnet", str(wordnet), "--out", str(tmp_path / "o")]
    result = CliRunner().invoke(group, call)
    assert result.exit_code == 0, result.output
    found = OccupationTable.load(tmp_path / "o")
    assert len(found.information) == 1
    assert found.lookup("the social group")
    assert found.lookup("nurse") == ()


def test_the_shipped_table_of_organisations() -> None:
    table = OccupationTable.shipped("en-organizations")
    assert ((table.information >= 0) & (table.information <= 1)).all()
    for name in (
        "Brown University",
        "the Bank of England",
        "Second Army",
        "a newspaper",
        "ministry of defence",
        "farm",
    ):
        assert table.lookup(name), name
    assert table.lookup("nurse") == table.lookup("Vodafone") == ()
