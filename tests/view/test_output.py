"""Chains as summaries, as resolved text and in formats, to standard output and to files."""

from pathlib import Path

import pytest

from namesakes import read_one
from namesakes.errors import DataError
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from namesakes.view.output import write_chains

WORDS = "Ann Lee left . She sang .".split()
TAGS = ["NNP", "NNP", "VBD", ".", "PRP", "VBD", "."]


def documents() -> list[Document]:
    mentions = Mentions.build([[(0, 2)], [(4, 5)]], ["0", "0"])
    return [Document(id=id, columns={"xpos": TAGS}, mention_table=mentions, **joined([WORDS])) for id in "xy"]


SUMMARIES = """x: 5 words, 1 chain
  Ann Lee  2 mentions
    Ann Lee · She

y: 5 words, 1 chain
  Ann Lee  2 mentions
    Ann Lee · She
"""


def test_summaries_go_to_standard_output_or_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert write_chains(documents(), "-", "summary") == 2
    assert capsys.readouterr().out == SUMMARIES
    assert write_chains(documents(), str(tmp_path / "out"), "summary") == 2
    assert (tmp_path / "out").read_text(encoding="utf-8") == SUMMARIES
    with pytest.raises(DataError, match="cannot be written"):
        write_chains(documents(), str(tmp_path / "nowhere" / "out"), "summary")


def test_resolved_text(tmp_path: Path) -> None:
    assert write_chains(documents()[:1], str(tmp_path / "out.txt"), "text") == 1
    assert (tmp_path / "out.txt").read_text(encoding="utf-8").strip() == "Ann Lee left . Ann Lee sang ."


def test_any_format_by_its_name(tmp_path: Path) -> None:
    assert write_chains(documents()[:1], str(tmp_path / "out.jsonl"), "jsonl") == 1
    found = read_one(tmp_path / "out.jsonl")
    assert [[mention.text for mention in chain] for chain in found.chains] == [["Ann Lee", "She"]]
