"""The parser against the enumeration of all trees, on sentences it has learned, and on odd ones."""

from itertools import accumulate
from pathlib import Path

import numpy as np
import pytest

from namesakes import write
from namesakes.errors import ConfigError, DataError, ModelError, UnknownNameError
from namesakes.learning.quantization import dequantize_roots, quantize_roots
from namesakes.structures.eisner import kept_siblings, projective_tree
from namesakes.syntax.parsing.features import sentences
from namesakes.syntax.parsing.parser import FEATURES, Parser, ParserSettings, rows_of
from namesakes.syntax.parsing.projective import is_tree, lifted
from namesakes.syntax.parsing.scores import ArcModel, Scored, filter_arcs, filter_long
from namesakes.syntax.parsing.training import train_parser
from namesakes.syntax.recipe import training_documents
from namesakes.text.document import NO_HEAD, ROOT, Document
from tests.oracles import trees as oracle

TREEBANK = """
Ada/PROPN/2/nsubj wrote/VERB/0/root letters/NOUN/2/obj ./PUNCT/2/punct
She/PRON/2/nsubj sent/VERB/0/root them/PRON/2/obj to/ADP/5/case Charles/PROPN/2/obl ./PUNCT/2/punct
The/DET/3/det old/ADJ/3/amod engine/NOUN/4/nsubj broke/VERB/0/root in/ADP/6/case May/PROPN/4/obl ./PUNCT/4/punct
Nobody/PRON/2/nsubj knew/VERB/0/root why/ADV/4/advmod it/PRON/5/nsubj stopped/VERB/2/ccomp
Charles/PROPN/4/nsubj and/CCONJ/3/cc Ada/PROPN/1/conj met/VERB/0/root the/DET/6/det clerk/NOUN/4/obj of/ADP/9/case \
the/DET/9/det court/NOUN/6/nmod
Yes/INTJ/0/root
A/DET/2/det clerk/NOUN/3/nsubj smiled/VERB/0/root ,/PUNCT/7/punct and/CCONJ/7/cc she/PRON/7/nsubj left/VERB/3/conj
"""

SMALL = {"epochs": 15, "filter_epochs": 5, "bits": 16, "filter_bits": 14, "label_bits": 14}


def document(text: str = TREEBANK) -> Document:
    """A document of sentences whose words are written word/tag/head/label."""
    rows = [[word.split("/") for word in line.split()] for line in text.strip().split("\n")]
    words = [word for row in rows for word in row]
    ends = list(accumulate(len(word[0]) + 1 for word in words))
    starts = [0, *ends][: len(words)]
    firsts = [0, *accumulate(map(len, rows))][:-1]
    heads = [
        ROOT if word[2] == "0" else first + int(word[2]) - 1
        for first, row in zip(firsts, rows, strict=True)
        for word in row
    ]
    made = Document(
        text=" ".join(word[0] for word in words),
        starts=starts,
        ends=[end - 1 for end in ends],
        sentence_starts=firsts,
        heads=heads,
    )
    tags, labels = [word[1] for word in words], [word[3] for word in words]
    return made.with_columns(xpos=tags, upos=tags, label=labels)


def bare(made: Document) -> Document:
    return made.with_columns(label=None).replace(heads=None)


@pytest.fixture(scope="module", params=[1, 2, 3])
def parser(request: pytest.FixtureRequest) -> Parser:
    return Parser.train([document()], ParserSettings(order=request.param, **SMALL))


def test_learns_its_training_data(parser: Parser) -> None:
    found = parser(bare(document()))
    assert found.heads is not None
    assert found.heads.tolist() == document().heads.tolist()
    assert found.columns["label"] == document().columns["label"]


def test_spanning_trees_too() -> None:
    learned = Parser.train([document()], ParserSettings(order=1, decoder="spanning-tree", **SMALL))
    assert learned(bare(document())).heads.tolist() == document().heads.tolist()


def grand_score(tree: tuple[int, ...], scored: Scored) -> float:
    """The sum over words that have a head which has a head."""
    if scored.ends is None or scored.grandparents is None:
        return 0.0
    numbers = {(head, word): number for number, (head, word) in enumerate(scored.ends.tolist())}
    pairs = [(head, word) for word, head in enumerate(tree, start=1) if head]
    return float(sum(scored.grandparents[numbers[tree[head - 1], head], word] for head, word in pairs))


@pytest.mark.parametrize("seed", range(30))
def test_grandparents_against_enumeration(seed: int) -> None:
    random = np.random.default_rng(seed)
    size = int(random.integers(2, 7))
    arcs = random.normal(size=(size, size))
    kept = filter_arcs(arcs, 4, 4.0)
    parts, starts = kept_siblings(kept)
    siblings = np.full((size,) * 3, -1e9)
    siblings[tuple(parts.T)] = random.normal(size=len(parts))
    ends = np.argwhere(kept).astype(np.int32)
    grandparents = random.normal(size=(len(ends), size))
    scored = Scored(arcs, parts, starts, siblings[tuple(parts.T)], ends, grandparents)
    heads, total = scored.tree()
    usable = [tree for tree in oracle.trees(size - 1) if all(kept[head, word + 1] for word, head in enumerate(tree))]
    best = max(usable, key=lambda tree: oracle.score(tree, arcs, siblings) + grand_score(tree, scored))
    assert tuple(heads[1:].tolist()) == best
    assert total == pytest.approx(oracle.score(best, arcs, siblings) + grand_score(best, scored))


def test_no_tree_is_better(parser: Parser) -> None:
    """Where nothing is filtered away the tree is the best of all by arcs and siblings."""
    text = "Ada/PROPN/0/root left/VERB/1/dep the/DET/1/dep old/ADJ/1/dep court/NOUN/1/dep"
    seen = sentences(document(text), parser.inventory)
    rows = rows_of(seen, 0)
    every = np.ones((6, 6), dtype=np.uint8)
    scored = parser.arcs.score(rows, every, "eisner")
    siblings = None
    if scored.parts is not None:
        siblings = np.full((6, 6, 6), -1e9)
        siblings[tuple(scored.parts.T)] = scored.siblings

    def score(tree: tuple[int, ...]) -> float:
        return oracle.score(tree, scored.arcs, siblings) + grand_score(tree, scored)

    heads, total = scored.tree()
    best = max(map(score, oracle.trees(5)))
    assert total == pytest.approx(best)
    assert score(tuple(heads[1:].tolist())) == pytest.approx(best)


def test_every_sentence_is_a_tree_with_one_root(parser: Parser) -> None:
    random = np.random.default_rng(5)
    words = [word.rsplit("/", 2)[0] for word in TREEBANK.split()]
    for length in (1, 2, 3, 8, 30):
        mixed = " ".join(f"{random.choice(words)}/0/root" for _ in range(length))
        heads = parser(bare(document(mixed))).heads
        found = tuple((heads + 1).tolist())
        assert oracle.is_tree(found)
        assert oracle.is_projective(found)
        assert found.count(0) == 1


@pytest.mark.parametrize("length", [170, 450])
def test_very_long_sentences(parser: Parser, length: int) -> None:
    words = (TREEBANK.split() * 20)[:length]
    heads = parser(bare(document(" ".join(f"{word.rsplit('/', 2)[0]}/0/root" for word in words)))).heads
    assert is_tree(np.array([-1, *(heads + 1)], dtype=np.int32))
    assert heads.tolist().count(ROOT) == 1


def test_penalties_move_decisions(parser: Parser) -> None:
    made = bare(document())
    wanted = np.zeros((5, 5))
    wanted[1, 3] = 1000.0  # letters to Ada, which crosses nothing
    heads = parser.parse(made, lambda number: wanted if number == 0 else None).heads
    assert heads[2] == 0
    assert heads[4:].tolist() == document().heads[4:].tolist()
    forbidden = np.zeros((5, 5))
    forbidden[2, 4] = -1000.0
    rows: list[np.ndarray | None] = [forbidden, *[None] * (len(made.sentence_starts) - 1)]
    assert parser.parse(made, rows).heads[3] != 1
    nothing = [np.zeros((5, 5)), *rows[1:]]
    assert parser.parse(made, nothing).heads.tolist() == parser(made).heads.tolist()


def test_scores_can_be_decoded_again(parser: Parser) -> None:
    made = bare(document())
    plain = [scored.tree()[0][1:] for scored in parser.scores(made)]
    firsts = made.sentence_starts.tolist()
    heads = [np.where(tree > 0, tree + first - 1, ROOT) for tree, first in zip(plain, firsts, strict=True)]
    assert np.concatenate(heads).tolist() == parser(made).heads.tolist()


def test_penalties_of_the_wrong_size(parser: Parser) -> None:
    with pytest.raises(DataError, match="sentence 0 has 4 words and its penalties are 4 by 4"):
        parser.parse(document(), lambda _: np.zeros((4, 4)))


def test_missing_tags(parser: Parser) -> None:
    with pytest.raises(DataError, match="Run the tagger"):
        parser(document().with_columns(xpos=None, upos=None))


def test_one_column_of_tags_is_enough(parser: Parser) -> None:
    assert parser(document().with_columns(upos=None)).heads.tolist() == document().heads.tolist()


def test_empty_documents_and_nodes(parser: Parser) -> None:
    empty = Document().with_columns(xpos=[])
    assert parser(empty).heads.tolist() == []
    nodes = np.zeros(len(document().starts), dtype=np.int32)
    nodes[2] = nodes[-1] = 1
    heads = parser(bare(document()).replace(empty_nodes=nodes)).heads
    assert heads[2] == heads[-1] == NO_HEAD
    assert 2 not in heads.tolist()
    only = document("Yes/INTJ/0/root").replace(empty_nodes=[1], heads=None)
    assert parser(only).heads.tolist() == [NO_HEAD]


@pytest.mark.parametrize("chosen", FEATURES)
def test_scores_are_sums_of_the_weights_of_features(parser: Parser, chosen: str) -> None:
    """Scoring adds up sums made word by word, and learning lists features part by part: the two must agree."""
    seen = sentences(document(), parser.inventory)
    weights = np.random.default_rng(3).normal(size=1 << 12).astype(np.float32)
    model, rows = ArcModel(weights, 3, chosen), rows_of(seen, 0)
    scored = model.score(rows, np.ones((rows.size, rows.size), dtype=np.uint8), "eisner")
    trees = [np.array(heads, dtype=np.int32) for heads in ([-1, 2, 0, 4, 2], [-1, 0, 1, 2, 3], [-1, 4, 3, 1, 0])]
    found = []
    for tree in trees:
        others = np.full((rows.size, rows.size), -1e6)
        others[tree[1:], np.arange(1, rows.size)] = 0.0
        heads, total = scored.tree(others)
        assert heads.tolist() == tree.tolist()
        found.append(total)
    for one, other in ((0, 1), (1, 2), (2, 0)):
        places, gained, count = model.difference(rows, trees[one], trees[other])
        gap = weights[places[:gained]].sum(dtype=float) - weights[places[gained:count]].sum(dtype=float)
        assert found[one] - found[other] == pytest.approx(gap, abs=1e-6)


def test_bytes_stand_for_weights(parser: Parser) -> None:
    rows = rows_of(sentences(document(), parser.inventory), 0)
    weights = np.random.default_rng(4).normal(size=1 << 12).astype(np.float32)
    small, largest = quantize_roots(weights)
    one, other = ArcModel(small, 3, largest=largest), ArcModel(dequantize_roots(small, largest), 3)
    np.testing.assert_allclose(one.arcs(rows), other.arcs(rows), rtol=1e-5, atol=1e-4)


def test_clusters_are_learned_from(parser: Parser) -> None:
    made = Parser.train([document()], ParserSettings(**SMALL | {"features": "clusters"}))
    assert made(bare(document())).heads.tolist() == document().heads.tolist()
    assert made.arcs.weights.tobytes() != parser.arcs.weights.tobytes()
    assert made.labeller.clusters


def test_saved_and_loaded(parser: Parser, tmp_path: Path) -> None:
    parser.save(tmp_path / "one")
    again = Parser.load(tmp_path / "one")
    assert again.settings == parser.settings
    assert again.arcs.weights.tobytes() == parser.arcs.weights.tobytes()
    assert again.labeller.weights.tobytes() == parser.labeller.weights.tobytes()
    assert again(bare(document())).columns["label"] == document().columns["label"]
    again.save(tmp_path / "two")
    for name in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    with pytest.raises(ModelError):
        Parser.load(tmp_path)


def test_the_same_seed_gives_the_same_weights() -> None:
    few = ParserSettings(**SMALL | {"epochs": 2})
    one, other = (Parser.train([document()], few) for _ in range(2))
    assert one.arcs.weights.tobytes() == other.arcs.weights.tobytes()
    assert one.labeller.weights.tobytes() == other.labeller.weights.tobytes()
    third = Parser.train([document()], ParserSettings(**SMALL | {"epochs": 2, "seed": 2}))
    assert one.arcs.weights.tobytes() != third.arcs.weights.tobytes()


def test_reports_each_epoch() -> None:
    reports: list[dict[str, float]] = []
    settings = ParserSettings(**SMALL | {"epochs": 3})
    Parser.train([document()], settings, dev=[document()], report=lambda found: reports.append(dict(found)))
    assert [found["epoch"] for found in reports] == [1, 2, 3]
    assert 0.5 < reports[-1]["las"] <= reports[-1]["uas"] <= 1.0


@pytest.mark.parametrize("folds", [0, 2])
def test_trained_from_a_folder_of_corpora(tmp_path: Path, folds: int) -> None:
    for name in ("en_ewt", "en_gum"):
        (tmp_path / "treebanks" / name).mkdir(parents=True)
        write(
            [document().replace(id=f"{name}-{place}") for place in range(2)],
            tmp_path / "treebanks" / name / "train.conllu",
        )
    learned = train_parser(training_documents(tmp_path), ParserSettings(**SMALL | {"epochs": 4, "tag_folds": folds}))
    assert learned(bare(document())).heads.tolist() == document().heads.tolist()


def test_nothing_to_learn_from() -> None:
    with pytest.raises(DataError, match="no heads"):
        Parser.train([bare(document())])
    with pytest.raises(DataError, match="no sentence"):
        Parser.train([Document(heads=[]).with_columns(xpos=[])])


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError, match="order"):
        ParserSettings(order=7)
    with pytest.raises(UnknownNameError, match="eisner"):
        ParserSettings(decoder="eisnr")


def test_lifting() -> None:
    crossing = np.array(
        [-1, 3, 0, 2, 2, 3], dtype=np.int32
    )  # the arc from 3 to 5 crosses that from 2 to 4; 1 hangs off 3
    found = lifted(crossing)
    assert oracle.is_projective(tuple(found[1:].tolist()))
    assert found.tolist() == [-1, 2, 0, 2, 2, 2]
    projective = np.array([-1, 2, 0, 2], dtype=np.int32)
    assert lifted(projective).tolist() == projective.tolist()


def test_the_filter_keeps_the_best_tree() -> None:
    scores = np.random.default_rng(3).normal(size=(12, 12))
    kept = filter_arcs(scores, 2, 0.0)
    heads, _ = projective_tree(scores)
    assert kept[heads[1:], np.arange(1, 12)].all()
    assert int(kept.sum()) == 11
    kept = filter_long(scores, 2, 3)
    assert kept[np.arange(11), np.arange(1, 12)].all()
