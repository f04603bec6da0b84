"""The experiments on consistency, on a treebank of our own."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes import write
from namesakes.config import generator
from namesakes.syntax.parsing.parser import Parser
from namesakes.text.document import Document
from reproduction import EXPERIMENTS
from reproduction.ours.treebank import (
    accuracy,
    as_document,
    drawn,
    error_reduction,
    filled_up,
    gold_sentences,
    is_punctuation,
    sign_test,
)
from reproduction.ours.udpipe_parser import trained_uas
from reproduction.rush2012 import common as rush2012
from reproduction.rush2012 import figure3 as rush2012_figure3
from reproduction.rush2012 import table2 as rush2012_table2
from reproduction.rush2012 import table3 as rush2012_table3
from reproduction.rush2012 import table4 as rush2012_table4
from reproduction.rush2012.common import Cells, compared, parser_of, self_trained
from tests.conftest import Command
from tests.syntax.parsing.test_parser import document

NOUNS, VERBS, ADJECTIVES = (
    "cat dog king queen boat house tree clerk".split(),
    "sees likes finds".split(),
    "old big red".split(),
)


def made(count: int, seed: int) -> Document:
    """Sentences with a subject, a verb, an object and at times an adjective."""
    random, lines = generator(seed, "tests"), []
    for _ in range(count):
        noun, other = random.choice(NOUNS, 2)
        if random.random() < 0.5:
            verb = random.choice(VERBS)
            lines.append(f"The/DT/2/det {noun}/NN/3/nsubj {verb}/VBZ/0/root a/DT/5/det {other}/NN/3/obj ./././punct")
        else:
            lines.append(
                f"A/DT/3/det {random.choice(ADJECTIVES)}/JJ/3/amod {noun}/NN/4/nsubj {random.choice(VERBS)}/VBZ/0/root "
                f"the/DT/6/det {other}/NN/4/obj ./././punct"
            )
    fixed = [line.replace("./././punct", "././3/punct" if "/JJ/" not in line else "././4/punct") for line in lines]
    return document("\n".join(fixed)).replace(id=f"made{seed}")


@pytest.fixture
def corpora(tmp_path: Path) -> Path:
    others = ("en_newslike", "en_questions", "fr_sequoia", "fr_questions")
    for number, name in enumerate((*rush2012.LANGUAGES.values(), *others)):
        folder = tmp_path / "treebanks" / name
        folder.mkdir(parents=True)
        for place, part in enumerate(("train", "dev", "test")):
            write([made(12, 10 * number + place)], folder / f"{part}.conllu")
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "raw.txt").write_text("What cat sees a boat ?\nThe gribble sees a cat .\n")
    return tmp_path


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Small sizes, small parsers, and a cache that is thrown away."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for module in (rush2012, rush2012_table3, rush2012_table4):
        monkeypatch.setattr(module, "SIZES", (4, 8))
    monkeypatch.setattr(rush2012_figure3, "SIZE", 4)
    monkeypatch.setattr(rush2012_table3, "DRAWS", 1)
    monkeypatch.setattr(rush2012_table3, "PEERED", ())
    monkeypatch.setattr(rush2012_table4, "DRAWS", 1)
    monkeypatch.setattr(rush2012_table4, "PAPER", {4: (1.0, 2.0, 3.0, 4.0), 8: (1.0, 2.0, 3.0, 4.0)})
    settings = {
        name: replace(each, bits=14, filter_bits=12, label_bits=12, epochs=3) for name, each in rush2012.PARSERS.items()
    }
    monkeypatch.setattr(rush2012, "PARSERS", settings)


def test_sentences_go_into_documents_and_come_out(tmp_path: Path) -> None:
    write([made(5, 1)], tmp_path / "x.conllu")
    again = as_document("x", gold_sentences(tmp_path / "x.conllu"))
    first = made(5, 1)
    assert again.words == first.words
    assert first.heads is not None
    assert again.heads is not None
    assert again.heads.tolist() == first.heads.tolist()
    assert again.columns["xpos"] == first.columns["xpos"]


def test_draws_grow_and_never_meet_the_others(tmp_path: Path) -> None:
    write([made(20, 1)], tmp_path / "x.conllu")
    every = gold_sentences(tmp_path / "x.conllu")
    few, _ = drawn(every, 4, seed=3)
    more, others = drawn(every, 8, seed=3)
    assert more[:4] == few
    assert len(more) + len(others) == 20
    assert sum(map(len, filled_up(more, others, 40))) <= 40
    assert drawn(every, 8, seed=4)[0] != more


def test_figures() -> None:
    right, wrong = np.array([True, True, True, False]), np.array([True, False, False, False])
    assert accuracy(right, np.array([True, True, False, True])) == pytest.approx(200 / 3)
    assert error_reduction(50.0, 75.0) == 50.0
    assert sign_test(right, wrong) == 0.5  # two words gained, none lost
    assert sign_test(right, right) == 1.0
    assert [is_punctuation(word) for word in (",", "...", "a.", "$")] == [True, True, False, False]


def test_a_comparison_counts_words() -> None:
    train, test = made(6, 1), made(6, 2)
    parser = Parser.train([train], parser_of("paper's", 0))
    cell = compared(train, test, parser)[0].as_json()
    words = sum(not is_punctuation(word) for word in test.words)
    assert cell["model"] - cell["base"] == pytest.approx(100 * (cell["gained"] - cell["lost"]) / words)
    assert 0 <= self_trained(train, test, parser) <= 100


def test_cells_are_made_once(tmp_path: Path) -> None:
    calls = []

    def make() -> int:
        calls.append(1)
        return 7

    for _ in range(2):
        assert Cells("own", 0, rush2012.PARSING, tmp_path).get("a", make) == 7
    assert len(calls) == 1
    assert Cells("own", 1, rush2012.PARSING, tmp_path).get("a", make) == 7
    assert len(calls) == 2


@pytest.mark.parametrize("name", ["table1", "table2", "table4"])
def test_tables(name: str, corpora: Path) -> None:
    outcome = EXPERIMENTS[f"rush2012-{name}"].run(corpora, 0)
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}


def test_the_table_of_languages_stops_and_goes_on(corpora: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    outcome = rush2012_table3.run(corpora, 0)
    assert len(outcome.rows) == 2 * len(rush2012.LANGUAGES)
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
    monkeypatch.setattr(rush2012_table3, "_draw", lambda *_: pytest.fail("all cells are there"))
    assert rush2012_table3.run(corpora, 0) == outcome


def test_the_figure_is_drawn_the_same_each_time(corpora: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    monkeypatch.setattr(rush2012_figure3, "PICTURE", tmp_path / "figure.svg")
    outcome = rush2012_figure3.run(corpora, 0)
    first = (tmp_path / "figure.svg").read_bytes()
    rush2012_figure3.run(corpora, 0)
    assert b"<svg" in first
    assert (tmp_path / "figure.svg").read_bytes() == first
    assert len(outcome.rows) == 4


def test_the_most_effective_contexts_really_changed_heads() -> None:
    train, test = made(6, 1), made(12, 2)
    parser = Parser.train([train], replace(parser_of("paper's", 0), epochs=0, filter_epochs=0))
    found = rush2012_table2.effective(train, test, parser)
    assert found
    for context, gained, lost, members in found:
        assert "[" in context
        assert members > 0
        assert gained + lost <= members


def test_the_peer_is_trained_on_the_same_sentences() -> None:
    pytest.importorskip("ufal.udpipe", reason="the extra benchmark is not installed")
    found = trained_uas(made(30, 1), made(10, 2))
    assert found is not None
    assert found > 50


def test_from_the_command(namesakes: Command, corpora: Path) -> None:
    done = namesakes("experiment", "rush2012-table1", "--data", corpora, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["experiment"] == "rush2012-table1"
