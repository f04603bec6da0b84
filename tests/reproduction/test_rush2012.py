"""The experiments on consistency, on a treebank of our own."""

import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

from namesakes import write
from namesakes.config import generator
from namesakes.syntax.consistency.contexts import Contexts
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.parsing.self_training import without_trees
from namesakes.text.document import Document
from reproduction.environment import cache_folder
from reproduction.runs import Cells, code_fingerprint
from reproduction.rush2012 import bonuses, figure3, strong, table1, table2, table3, table4, table5
from reproduction.rush2012.common import LANGUAGES, PAPERS_PARSER, PARSERS, PARSING, TAGGING, Settings
from reproduction.rush2012.comparison import Comparison
from reproduction.tables import sign_test
from reproduction.treebanks import (
    accuracy,
    as_document,
    drawn,
    error_reduction,
    filled_up,
    gold_sentences,
    is_punctuation,
)
from reproduction.udpipe import trained_uas
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
    for number, name in enumerate((*LANGUAGES.values(), *others)):
        folder = tmp_path / "treebanks" / name
        folder.mkdir(parents=True)
        for place, part in enumerate(("train", "dev", "test")):
            write([made(12, 10 * number + place)], folder / f"{part}.conllu")
    (tmp_path / "questions").mkdir()
    (tmp_path / "questions" / "raw.txt").write_text("What cat sees a boat ?\nThe gribble sees a cat .\n")
    return tmp_path


SMALL = Settings(
    sizes=(4, 8),
    draws=1,
    parsers={name: replace(each, bits=14, filter_bits=12, label_bits=12, epochs=3) for name, each in PARSERS.items()},
    peer=(),
)


@pytest.fixture(autouse=True)
def cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A cache that is thrown away."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))


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
    right = np.array([True, True, True, False])
    assert accuracy(right, np.array([True, True, False, True])) == pytest.approx(200 / 3)
    assert error_reduction(50.0, 75.0) == 50.0
    assert sign_test(2, 0) == 0.5
    assert sign_test(0, 0) == sign_test(0, 1) == 1.0
    assert [is_punctuation(word) for word in (",", "...", "a.", "$")] == [True, True, False, False]


def test_a_comparison_counts_words() -> None:
    train, test = made(6, 1), made(6, 2)
    parser = SMALL.trained(PAPERS_PARSER, train, 0)
    comparison = Comparison(parser, [train], test)
    cell = comparison.cell(ParsingSettings())
    words = sum(not is_punctuation(word) for word in test.words)
    assert cell["model"] - cell["base"] == pytest.approx(100 * (cell["gained"] - cell["lost"]) / words)
    assert cell["base"] == comparison.base
    bare = without_trees(test)
    (found,), _ = ConsistentParser(parser, Contexts.learn([train])).corpus([bare])
    assert found.heads is not None
    assert np.array_equal(found.heads, comparison.consistent(ParsingSettings())[0].heads)
    assert np.array_equal(parser(bare).heads, comparison.plain.heads)


def test_bonuses_are_those_that_gain_most_on_development_sentences(tmp_path: Path) -> None:
    train, dev = made(6, 1), made(6, 3)
    parser = Parser.train([train], replace(SMALL.parsers[PAPERS_PARSER], epochs=0, filter_epochs=0, seed=1))
    trials = [Comparison(parser, [train], dev)]
    cells = Cells("own", 0, PARSING, tmp_path)
    found = bonuses.chosen(cells, "parser", bonuses.FINE, lambda: trials)
    gains = [trials[0].cell(each)["reduction"] for each in bonuses.grid(bonuses.RULES[bonuses.FINE])]
    assert trials[0].cell(found)["reduction"] == max(*gains, 0.0)
    assert max(gains) > 0
    assert bonuses.chosen(cells, "parser", bonuses.FINE, list) == found  # from the cell
    assert all(each.fine and each.least == 1 and not each.warm for each in bonuses.grid(bonuses.RULES[bonuses.FINE]))


def test_where_all_bonuses_lose_there_are_none(tmp_path: Path) -> None:
    train, dev = made(12, 1), made(6, 3)
    parser = SMALL.trained(PAPERS_PARSER, train, 0)
    trials = [Comparison(parser, [train], dev)]
    assert trials[0].base == 100.0
    found = bonuses.chosen(Cells("own", 0, PARSING, tmp_path), "parser", bonuses.FINE, lambda: trials)
    assert bonuses.shown(found) == "none"
    assert trials[0].cell(found)["gained"] == trials[0].cell(found)["lost"] == 0


def test_a_strong_parser(tmp_path: Path) -> None:
    for name, parts in (("en_ewt", "train dev test"), ("en_gum", "train dev"), ("en_atis", "train test")):
        folder = tmp_path / "treebanks" / name
        folder.mkdir(parents=True)
        for place, part in enumerate(parts.split()):
            write([made(4, place)], folder / f"{part}.conllu")
    outcome = strong.run(tmp_path, 0, words=100)
    gold, predicted = (
        [[test, tags] for test in tests] for tests, tags in ((strong.WITH_TAGS, "gold"), (strong.TESTS, "predicted"))
    )
    assert [row[:2] for row in outcome.rows] == [*gold, *predicted]
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}


def test_cells_are_made_once(tmp_path: Path) -> None:
    calls = []

    def make() -> int:
        calls.append(1)
        return 7

    for _ in range(2):
        assert Cells("own", 0, PARSING, tmp_path).get("a", make) == 7
    assert len(calls) == 1
    assert Cells("own", 1, PARSING, tmp_path).get("a", make) == 7
    assert len(calls) == 2


def test_cells_depend_on_code_that_is_there() -> None:
    nothing = code_fingerprint(())
    assert nothing not in {code_fingerprint((pattern,)) for pattern in (*PARSING, *TAGGING)}
    assert code_fingerprint(PARSING) != code_fingerprint(TAGGING)


def test_what_contexts_tell(corpora: Path) -> None:
    outcome = table1.run(corpora, 0)
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
    assert outcome.rows[-1] == ["paper: WSJ section 22", "head in context", "–", "76.0", "67.9", "57.2", "42.3"]


@pytest.mark.parametrize(("table", "rows"), [(table2, 8), (table3, 2 * len(LANGUAGES)), (table4, 12)])
def test_tables_stop_and_go_on(table: ModuleType, rows: int, corpora: Path) -> None:
    outcome = table.run(corpora, 0, SMALL)
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
    assert Counter(row[0].startswith("paper:") for row in outcome.rows)[False] == rows
    (path,) = (each for each in cache_folder().iterdir() if "udpipe" not in each.name)
    cells = json.loads(path.read_text())
    assert table.run(corpora, 0, SMALL) == outcome
    key = next(key for key in cells if not key.startswith("bonuses"))
    cells[key] = {
        name: {**value, "cost": 9.99} if isinstance(value, dict) else value for name, value in cells[key].items()
    }
    path.write_text(json.dumps(cells))
    assert table.run(corpora, 0, SMALL) != outcome


def test_the_figure_is_drawn_the_same_each_time(corpora: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib", reason="the extra plots is not installed")
    for name in ("one.svg", "other.svg"):
        outcome = figure3.run(corpora, 0, SMALL, size=4)
        assert outcome.figure is not None
        outcome.figure.save(tmp_path / name)
    assert b"<svg" in (tmp_path / "one.svg").read_bytes()
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "other.svg").read_bytes()


def test_what_rounds_cost(corpora: Path) -> None:
    outcome = figure3.run(corpora, 0, SMALL, size=4)
    assert [row[0] for row in outcome.rows] == [*figure3.DRAWN * len(figure3.STARTS), "paper"]
    for row in outcome.rows[:-1]:
        assert row[2 : 3 + len(figure3.ROUNDS)] == [*["0.00"] * len(figure3.ROUNDS), "1"]  # all agree at once
        assert row[-1] == "0"


def test_the_most_effective_contexts_really_changed_heads() -> None:
    train, test = made(6, 1), made(12, 2)
    parser = Parser.train([train], replace(SMALL.parsers[PAPERS_PARSER], epochs=0, filter_epochs=0, seed=1))
    found = table5.effective(Comparison(parser, [train], test), ParsingSettings())
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
