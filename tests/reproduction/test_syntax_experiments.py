"""The experiments about syntax on small texts of our own."""

import os
from pathlib import Path

import pytest

from namesakes import Document, write
from namesakes.syntax.evaluation import evaluate, tokens_only
from namesakes.syntax.parts import Syntax
from namesakes.text.spans import Mentions
from namesakes.text.steps import Steps
from reproduction.environment import PEERS
from reproduction.ours import noun_phrases
from reproduction.timing import alternating, one_core
from reproduction.udpipe import PARSER, udpipe

TEXT = "The baker sold her shop. She told the mayor that he could visit it. He liked the old shop."


def parsed(name: str) -> Document:
    return Syntax.shipped().steps()(Document(id=name, text=TEXT)).replace(entity_table=None)


def spans(document: Document, *wanted: str) -> list[list[tuple[int, int]]]:
    """The first places of these words, in turn."""
    found = []
    for words in wanted:
        size = len(words.split())
        starts = [
            place for place in range(len(document.words)) if document.words[place : place + size] == (*words.split(),)
        ]
        found.append([(starts[0], starts[0] + size)])
    return found


def test_noun_phrases_against_mentions(tmp_path: Path) -> None:
    document = parsed("GUM_bio_own")
    (tmp_path / "ontogum" / "conllu" / "dev").mkdir(parents=True)
    write([document], tmp_path / "ontogum" / "conllu" / "dev" / "own.conllu")
    mentions = spans(document, "The baker", "her", "She", "the mayor", "he", "told")
    gold = document.replace(mention_table=Mentions.build(mentions, ["1", "1", "1", "2", "2", "3"]))
    write([gold], tmp_path / "ontogum" / "dev.conll")
    outcome = noun_phrases.run(tmp_path, 0)
    rows = {(row[0], row[1]): row[2:] for row in outcome.rows}
    phrases = len({"The baker", "her shop", "her", "She", "the mayor", "he", "it", "He", "the old shop"})
    assert rows["gold trees", "all"] == [str(phrases), "83.33", f"{500 / phrases:.2f}"]
    assert rows["gold trees", "pronoun"] == ["5", "50.00", "60.00"]
    assert rows["the shipped pipeline's trees", "all"] == rows["gold trees", "all"]


def test_calls_take_turns() -> None:
    order: list[str] = []
    times = alternating(3, [lambda: order.append("one"), lambda: order.append("other")])
    assert order == ["one", "other"] * 3
    assert len(times) == 2


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot keep a process on a core")
def test_one_core_for_a_while() -> None:
    before = os.sched_getaffinity(0)
    with one_core():
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before


def test_the_peer_learns_a_treebank_by_heart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("ufal.udpipe", reason="the extra benchmark is not installed")
    (tmp_path / "own").mkdir()
    first = parsed("first")
    documents = [first.replace(id=f"copy{number}") for number in range(40)]
    write(documents, tmp_path / "own" / "train.conllu")
    monkeypatch.setenv(PEERS, str(tmp_path / "peers"))
    parser = PARSER.replace("hidden_layer=200", "hidden_layer=20")
    step = udpipe(tmp_path / "own" / "train.conllu", parser)
    assert (tmp_path / "peers" / "udpipe-own.model").exists()
    found = evaluate(Steps([step]), documents[:1], measures=("xpos", "uas"))
    assert found["xpos"] == found["tokens_f1"] == 1.0
    assert found["uas"] > 0.9
    again = udpipe(tmp_path / "own" / "train.conllu")  # from where it was kept
    assert again(tokens_only(documents[0])) == step(tokens_only(documents[0]))
