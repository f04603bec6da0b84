"""CoNLL-X: golden files, what PHEAD and PDEPREL become, round trips, and every error."""

from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, score, write
from namesakes.cli.main import group
from namesakes.errors import DataError
from namesakes.formats import FORMATS
from namesakes.formats.conllx import FORMAT
from namesakes.text.document import ROOT
from namesakes.text.segment import segmented
from reproduction.treebanks import gold_sentences
from tests.formats.fuzz import mutations, only_data_errors
from tests.formats.memory import parsed, written
from tests.strategies import documents

ROWS = (
    "1\tAnarkisme\tanarkisme\tN\tNC\tgender=neuter|number=sing\t2\tsubj\t_\t_",
    "2\tbekæmper\tbekæmpe\tV\tVA\t_\t0\tROOT\t_\t_",
    "3\t#\t_\tX\tXP\t_\t0\tpnct\t_\t_",
    "",
    "1\t_\t_\tX\tXX\t_\t0\tROOT\t_\t_",
    "",
)
FILE = "".join(f"{row}\n" for row in ROWS)


def test_golden(tmp_path: Path) -> None:
    (tmp_path / "danish_ddt_train.conllx").write_text(FILE)
    document = read_one(tmp_path / "danish_ddt_train.conllx")
    assert (document.id, document.text) == ("danish_ddt_train", "Anarkisme bekæmper # _")
    assert document.heads is not None
    assert document.heads.tolist() == [1, ROOT, ROOT, ROOT]
    assert {name: tuple(column) for name, column in document.columns.items()} == {
        "lemma": ("anarkisme", "bekæmpe", "", "_"),
        "upos": ("N", "V", "X", "X"),
        "xpos": ("NC", "VA", "XP", "XX"),
        "feats": ("gender=neuter|number=sing", "", "", ""),
        "label": ("subj", "ROOT", "pnct", "ROOT"),
    }
    assert document.meta == {}
    assert written([document], "conllx") == FILE.replace("1\t_\t_\tX", "1\t_\t_\tX")


def test_projective_heads_keep_their_names() -> None:
    text = FILE.replace("subj\t_\t_", "subj\t3\tobj")
    (document,) = parsed(text, "conllx")
    assert document.columns["PHEAD"][0] == "3"
    assert document.columns["PDEPREL"][0] == "obj"
    assert written([document], "conllx") == text
    (again,) = parsed(written([document], "conllu"), "conllu")
    assert again.columns["PHEAD"][0] == "3"


def test_as_a_treebank(tmp_path: Path) -> None:
    """What the experiments of Rush et al. (2012) read: a file of CoNLL-U made of one of CoNLL-X."""
    (tmp_path / "bulgarian_bultreebank_train.conll").write_text(FILE)
    target = tmp_path / "own" / "treebanks" / "bg_btb" / "train.conllu"
    target.parent.mkdir(parents=True)
    arguments = [str(tmp_path / "bulgarian_bultreebank_train.conll"), str(target), "--from", "conllx"]
    done = CliRunner().invoke(group, ["convert", *arguments])
    assert done.exit_code == 0, done.output
    assert len(target.read_text().splitlines()[-2].split("\t")) == 10
    sentences = gold_sentences(target)
    assert [sentence.words for sentence in sentences] == [("Anarkisme", "bekæmper", "#"), ("_",)]
    assert sentences[0].heads == (1, -1, -1)


def test_attachment(tmp_path: Path) -> None:
    for name, text in (("key", FILE), ("response", FILE.replace("2\tsubj", "3\tsubj"))):
        (tmp_path / name).mkdir()
        (tmp_path / name / "test.conllx").write_text(text)
    found = score(tmp_path / "key", tmp_path / "response", metrics=["uas"])
    assert found.scores()["uas"].recall[0] < found.scores()["uas"].recall[1]


@pytest.mark.parametrize(
    ("old", "new", "line", "found"),
    [
        ("\tXP\t", "\t", 3, "this line has 9 columns"),
        ("\tXP\t", "\t\t", 3, "this line has 10 columns, one of them empty"),
        ("2\tbek", "4\tbek", 2, "the id 4 is out of order"),
        ("2\tsubj", "9\tsubj", 1, "the head .9. is not in the sentence"),
        ("2\tbek", "1-2\tbek", 2, "does not begin with the number of a word and a tab"),
        ("2\tbek", "# text\n2\tbek", 2, "does not begin with the number of a word and a tab"),
        ("ROOT\t_\t_\n\n1", "ROOT\t_\t_\n1", None, ""),
    ],
)
def test_errors(tmp_path: Path, old: str, new: str, line: int | None, found: str) -> None:
    path = tmp_path / "x.conllx"
    path.write_text(FILE.replace(old, new, 1) if line else FILE.rstrip("\n") + "\n")
    with pytest.raises(DataError, match=found or "the last sentence has no end") as caught:
        read_one(path)
    assert str(caught.value).startswith(f"{path}:{line or 5}: ")


@given(documents())
def test_words_and_trees_survive(document: Document) -> None:
    if not len(document.starts) or document.empty_nodes is not None:
        return
    text = written([document], "conllx")
    again = [row for block in [text] for row in parsed(block, "conllx")]
    assert all(written(again, "conllx") == text for _ in [0])
    assert len(again[0].starts) == len(segmented(document).starts)


@given(st.data())
def test_broken_files(data: st.DataObject) -> None:
    only_data_errors(FORMAT, data.draw(mutations(FILE, ["\t", "\n\n", "1-2\t", "1.1\t", "# "])))


def test_a_folder(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / f"{name}.conllx").write_text(FILE)
    assert [document.id for document in read(tmp_path)] == ["a", "b"]
    write(read(tmp_path), tmp_path / "all.conllx")
    assert len(read_one(tmp_path / "all.conllx").sentences) == 4
    assert FORMATS["conllx"] is FORMAT
