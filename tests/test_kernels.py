"""Every kernel gives the same answers compiled and interpreted."""

import importlib.util
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import linear_sum_assignment

from namesakes import Document, resources
from namesakes.chains.decoding import beam, best_first
from namesakes.chains.decoding import entities as kept_entities
from namesakes.chains.decoding.kernels import entities as entities_kernel
from namesakes.chains.features import candidates, comparisons
from namesakes.chains.features.kernels import comparisons as comparisons_kernel
from namesakes.chains.losses import search as loss_search
from namesakes.chains.losses.gold import Gold
from namesakes.chains.losses.kernels import search as loss_search_kernel
from namesakes.chains.models import beam_model, tree_model
from namesakes.chains.models.kernels import beam as beam_kernel
from namesakes.chains.models.kernels import pairs as pairs_kernel
from namesakes.chains.pairwise import blocks as pair_blocks
from namesakes.chains.pairwise.kernels import likelihood as pair_likelihood_kernel
from namesakes.formats.kernels import columns
from namesakes.identities.terms import sparse_rows
from namesakes.identities.terms.kernels import rows as rows_kernel
from namesakes.identities.terms.term_matrix import TermMatrix
from namesakes.learning import binary as decisions
from namesakes.learning import steps
from namesakes.learning.kernels import binary, linear_chain, sparse
from namesakes.learning.kernels import boosting as boosting_kernel
from namesakes.learning.kernels import specialists as specialists_kernel
from namesakes.learning.kernels import steps as steps_kernel
from namesakes.learning.kernels import trees as trees_kernel
from namesakes.learning.weights import Weights
from namesakes.structures import dual_decomposition
from namesakes.structures import eisner as trees
from namesakes.structures import viterbi as sequences
from namesakes.structures.kernels import (
    assignment,
    eisner,
    grandparents,
    max_marginals,
    pruned,
    stars,
    union_find,
    viterbi,
)
from namesakes.syntax.entities.kernels import crf
from namesakes.syntax.parsing import parser
from namesakes.syntax.parsing import relations as labels
from namesakes.syntax.parsing import scores as parser_scores
from namesakes.syntax.parsing import training as parser_training
from namesakes.syntax.parsing.kernels import arcs, relations, updates
from namesakes.syntax.phrases.kernels import phrases
from namesakes.syntax.tagging.kernels import window_network
from namesakes.syntax.tokenization import sentences, tokenizer
from namesakes.syntax.tokenization.abbreviations import examples
from namesakes.syntax.tokenization.kernels import boundaries, gaps
from namesakes.text.kernels import hashing
from namesakes.text.vocabulary import code, codes
from tests.chains.made import (
    CLUSTER_FEATURES,
    made_attributes,
    made_chains,
    made_entities,
    made_example,
    made_limits,
    made_pairs,
    made_weights,
)
from tests.structures.test_dual_decomposition import random_stars
from tests.syntax.parsing.test_parser import document as parser_document


def interpreted(module: ModuleType) -> ModuleType:
    """The kernel's Python source, loaded beside the compiled module."""
    source = Path(str(module.__file__)).parent / f"{module.__name__.rpartition('.')[2]}.py"
    spec = importlib.util.spec_from_file_location(f"interpreted_{source.stem}", source)
    assert spec is not None
    assert spec.loader is not None
    loaded = importlib.util.module_from_spec(spec)
    resources._warned, before = True, resources._warned
    try:
        spec.loader.exec_module(loaded)
    finally:
        resources._warned = before
    return loaded


HASHING, UNION_FIND = interpreted(hashing), interpreted(union_find)
COLUMNS, ASSIGNMENT = interpreted(columns), interpreted(assignment)
EISNER, VITERBI, SPARSE = interpreted(eisner), interpreted(viterbi), interpreted(sparse)
ARCS, RELATIONS, UPDATES = interpreted(arcs), interpreted(relations), interpreted(updates)
GRANDPARENTS, MAX_MARGINALS, PRUNED = interpreted(grandparents), interpreted(max_marginals), interpreted(pruned)
BINARY, BOUNDARIES, GAPS = interpreted(binary), interpreted(boundaries), interpreted(gaps)
LINEAR_CHAIN, WINDOW_NETWORK = interpreted(linear_chain), interpreted(window_network)
PHRASES, CRF, STARS = interpreted(phrases), interpreted(crf), interpreted(stars)
BEAM, PAIRS, COMPARED = interpreted(beam_kernel), interpreted(pairs_kernel), interpreted(comparisons_kernel)
STEPS, LOSS_SEARCH = interpreted(steps_kernel), interpreted(loss_search_kernel)
SPECIALISTS, TREES = interpreted(specialists_kernel), interpreted(trees_kernel)
BOOSTING = interpreted(boosting_kernel)
PAIR_LIKELIHOOD, ROWS = interpreted(pair_likelihood_kernel), interpreted(rows_kernel)
ENTITIES = interpreted(entities_kernel)


def test_every_kernel_is_compared_here() -> None:
    modules = (
        hashing,
        union_find,
        columns,
        assignment,
        eisner,
        viterbi,
        sparse,
        arcs,
        relations,
        updates,
        grandparents,
        max_marginals,
        pruned,
        stars,
        binary,
        boundaries,
        gaps,
        linear_chain,
        window_network,
        phrases,
        crf,
        beam_kernel,
        pairs_kernel,
        pair_likelihood_kernel,
        comparisons_kernel,
        entities_kernel,
        loss_search_kernel,
        steps_kernel,
        specialists_kernel,
        trees_kernel,
        boosting_kernel,
        rows_kernel,
    )
    assert set(resources.kernels()) == {module.__name__ for module in modules}


@pytest.mark.parametrize("seed", range(20))
def test_stars(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    random = np.random.default_rng(seed)
    made = random_stars(random, [3, 0, 5], dual_decomposition.Bonuses(1.0, 0.5, 0.2))
    scores, active = random.normal(size=len(made.classes)), random.integers(0, 2, size=8).astype(np.uint8)
    answers = []
    for kernel in (stars, STARS):
        monkeypatch.setattr(dual_decomposition, "kernel", kernel)
        answer = dual_decomposition.Labels.none(made)
        made.best(answer, scores, np.full(8, -1, np.int32), np.arange(3, dtype=np.int32), active)
        answers.append([answer.chosen.tolist(), answer.consensus.tolist(), answer.values.tolist()])
    assert answers[0] == answers[1]


@given(st.lists(st.text(max_size=12), max_size=6))
def test_hashing(strings: list[str]) -> None:
    encoded = [string.encode("utf-8", "surrogatepass") for string in strings]
    offsets = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    found = np.empty(len(strings), dtype=np.uint64)
    HASHING.hash_strings(b"".join(encoded), offsets, found)
    assert codes(strings).tolist() == found.tolist()


@given(st.integers(1, 9), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=12))
def test_union_find(count: int, pairs: list[tuple[int, int]]) -> None:
    left, right = (np.array([pair[side] % count for pair in pairs], dtype=np.int32) for side in (0, 1))
    one, other = np.arange(count, dtype=np.int32), np.arange(count, dtype=np.int32)
    union_find.connect(one, left, right)
    UNION_FIND.connect(other, left, right)
    assert one.tolist() == other.tolist()
    kept = np.zeros((2, len(left)), dtype=np.uint8)
    union_find.grow(np.arange(count, dtype=np.int32), left, right, kept[0])
    UNION_FIND.grow(np.arange(count, dtype=np.int32), left, right, kept[1])
    assert kept[0].tolist() == kept[1].tolist()


LINES = st.lists(
    st.sampled_from("d,0,ü,-; d,0,w,(1); d,0,x,(1|(2; d,0,y,2)|1); d,0,,*; ; # x; d,w".replace(",", "\t").split("; ")),
    max_size=8,
)


@given(LINES)
def test_columns(lines: list[str]) -> None:
    data = memoryview("\n".join(lines).encode())
    outcomes = []
    for kernel in (columns, COLUMNS):
        rows, firsts = np.zeros((len(lines) + 1, 4), dtype=np.int32), np.zeros(len(lines) + 1, dtype=np.int32)
        absent = np.ones(4, dtype=np.uint8)
        count = kernel.scan(data, 9, 2, True, rows, firsts, absent)
        outcome = [count]
        if count > 0:
            rows, firsts = rows[:count], firsts[:count]
            text, starts, ends = np.zeros(len(data), np.uint8), np.zeros(count, np.int32), np.zeros(count, np.int32)
            found, stack = np.zeros((len(data), 3), dtype=np.int32), np.zeros((9, 2), dtype=np.int32)
            outcome += [kernel.join_words(data, rows, firsts, text, starts, ends)]
            entities, table = np.zeros(len(data), dtype=np.int32), np.full(128, -1, dtype=np.int32)
            outcome += [kernel.brackets(data, rows, found, entities, table, stack)]
            filled = found[: max(outcome[-1], 0)]
            outcome += [each.tolist() for each in (rows, firsts, absent, text, starts, ends, filled, entities)]
        outcomes.append(outcome)
    assert outcomes[0] == outcomes[1]


@given(
    st.lists(st.tuples(st.integers(1, 4), st.integers(0, 3)), min_size=1, max_size=3), st.randoms(use_true_random=False)
)
def test_assignment(sizes: list[tuple[int, int]], random: Random) -> None:
    shapes = np.array([(height, height + more) for height, more in sizes])
    cells = [(row, column) for height, width in shapes.tolist() for row in range(height) for column in range(width)]
    rows, places = (np.array([cell[side] for cell in cells]) for side in (0, 1))
    bounds, weights = np.append(0, np.cumsum(shapes.prod(axis=1))), np.array([random.randint(1, 20) / 4 for _ in cells])
    totals = []
    for kernel in (assignment, ASSIGNMENT):
        chosen, room = np.zeros(len(cells), dtype=np.uint8), 9
        work = [np.zeros(64), np.zeros((2, room)), np.zeros(room), np.zeros(room, np.int64), np.zeros(room, np.int64)]
        kernel.match_components(bounds, shapes, rows, places, weights, *work, np.zeros(room, np.uint8), chosen)
        totals.append(float(weights[chosen == 1].sum()))
    best = 0.0
    for number, shape in enumerate(shapes.tolist()):
        matrix = weights[bounds[number] : bounds[number + 1]].reshape(shape)
        best += float(matrix[linear_sum_assignment(matrix, maximize=True)].sum())
    assert totals == pytest.approx([best, best])


@given(st.integers(1, 5), st.integers(0, 999))
def test_eisner(words: int, seed: int) -> None:
    arcs = np.random.default_rng(seed).normal(size=(words + 1, words + 1))
    found = []
    for kernel, marginals in ((eisner, max_marginals), (EISNER, MAX_MARGINALS)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(trees, "kernel", kernel)
            patch.setattr(trees, "marginal_kernel", marginals)
            results = [trees.projective_tree(arcs), trees.max_marginals(arcs)]
            found.append([(array.tolist(), total) for array, total in results])
    for (one, one_total), (other, other_total) in zip(*found, strict=True):
        np.testing.assert_allclose(one, other, atol=1e-9)
        assert one_total == pytest.approx(other_total)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=5), st.integers(0, 4), st.integers(0, 999))
def test_viterbi(widths: list[int], cut: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    offsets, edges = np.cumsum([0, *widths], dtype=np.int32), np.array([0, cut % len(widths), len(widths)], np.int32)
    labels = np.array([label for width in widths for label in range(width)], dtype=np.int32)
    scores, pairs, triples = random.normal(size=len(labels)), random.normal(size=(4, 4)), random.normal(size=(4, 4, 4))
    found = []
    for kernel in (viterbi, VITERBI):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sequences, "kernel", kernel)
            for some in (None, triples):
                path, total = sequences.best_sequences(edges, offsets, labels, scores, pairs, some)
                found.append((path.tolist(), pytest.approx(total)))
    assert found[:2] == found[2:]


@given(st.lists(st.lists(st.integers(0, 7), min_size=2, max_size=2), min_size=1, max_size=5))
def test_sparse(rows: list[list[int]]) -> None:
    places = np.array(rows, dtype=np.uint32)
    found = []
    for kernel in (sparse, SPARSE):
        weights, sums, scores = np.zeros(8, dtype=np.float32), np.zeros(8), np.zeros(len(rows))
        for clock, row in enumerate(places):
            kernel.add_change(weights, sums, row, 0.5, float(clock))
        kernel.add_scores(weights, places, scores)
        found.append([weights.tolist(), sums.tolist(), scores.tolist()])
    assert found[0] == found[1]


@given(
    st.lists(st.dictionaries(st.sampled_from("abcdefg"), st.floats(0.1, 5), max_size=5), min_size=1, max_size=5),
    st.integers(0, 99),
)
def test_sparse_rows(bags: list[dict[str, float]], seed: int) -> None:
    found = []
    for kernel in (rows_kernel, ROWS):
        random = np.random.default_rng(seed)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(sparse_rows, "kernel", kernel)
            vectors = TermMatrix.of_bags(bags).counts.normalized()
            some, others = np.triu_indices(vectors.width, 1)
            chosen, nearness = random.random(len(some)) < 0.4, random.random(len(some)).astype(np.float32)
            pairs = some[chosen].astype(np.int32), others[chosen].astype(np.int32)
            near = sparse_rows.symmetric(vectors.width, *pairs, nearness[chosen])
            table = random.random((vectors.width, 3)).astype(np.float32)
            met = sparse_rows.soft_rows(vectors, near, 0, len(bags))
            found.append([vectors.dense(), vectors.products(), vectors.weighted_sums(table), met])
    for compiled, plain in zip(*found, strict=True):
        np.testing.assert_allclose(compiled, plain, rtol=1e-6)
    dense, products, _, _ = found[0]
    np.testing.assert_allclose(products, dense @ dense.T, atol=1e-6)


@pytest.mark.parametrize("order", [1, 2, 3])
def test_arcs(order: int) -> None:
    text = "Ada/PROPN/2/nsubj wrote/VERB/0/root old/ADJ/4/amod letters/NOUN/2/obj\nAda/PROPN/2/obj saw/VERB/0/root"
    sizes = {"epochs": 2, "filter_epochs": 1, "label_epochs": 2, "bits": 12, "filter_bits": 10, "label_bits": 10}
    found = []
    kernels = (
        (trees, "kernel", eisner, EISNER),
        (trees, "grand_kernel", grandparents, GRANDPARENTS),
        (trees, "marginal_kernel", max_marginals, MAX_MARGINALS),
        (trees, "pruned_kernel", pruned, PRUNED),
        (parser_scores, "kernel", arcs, ARCS),
        (labels, "kernel", relations, RELATIONS),
        (parser_training, "kernel", updates, UPDATES),
    )
    for number in range(2):
        with pytest.MonkeyPatch.context() as patch:
            for module, name, *both in kernels:
                patch.setattr(module, name, both[number])
            made = parser.Parser.train([parser_document(text)], parser.ParserSettings(order=order, **sizes))
            heads = made(parser_document(text)).heads.tolist()
            found.append((heads, made.filter.weights, made.arcs.weights, made.labeller.weights))
    assert found[0][0] == found[1][0]
    for one, other in zip(found[0][1:], found[1][1:], strict=True):
        assert np.any(one != 0)
        np.testing.assert_allclose(one, other, atol=1e-6)


def test_tokenizer_kernels() -> None:
    text = "Mr. Smith's 3 dogs don't (ever) run 10km... \u201cOh!\u201d she said.\nIn the U.S. we do\r\n\r\nNo?"
    few = decisions.BinarySettings(bits=10, passes=2)
    settings = tokenizer.TokenizerSettings(tokens=few, sentences=few, made_up=0)
    found = []
    for kernels in ((boundaries, gaps, binary), (BOUNDARIES, GAPS, BINARY)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tokenizer, "kernel", kernels[0])
            patch.setattr(sentences, "kernel", kernels[1])
            patch.setattr(decisions, "binary", kernels[2])
            made = tokenizer.Tokenizer.train(examples(1, 3), settings)
            document = made(Document(text=text))
            arrays = (document.starts, document.ends, document.sentence_starts, document.paragraph_starts)
            weights = (made._tokens.weights, made._sentences.weights)
            found.append([array.tolist() for array in (*arrays, *weights)])
    assert found[0] == found[1]
    assert any(found[0][-1])


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4), st.integers(0, 999))
def test_linear_chain(sizes: list[int], seed: int) -> None:
    edges = np.cumsum([0, *sizes], dtype=np.int32)
    count, found = int(edges[-1]), []
    templates = np.array([[-1] * 6, [0, 0, -1, -1, -1, -1], [1, -1, 0, 2, -1, -1]], dtype=np.int32)
    for kernel in (linear_chain, LINEAR_CHAIN):
        random = np.random.default_rng(seed)
        columns = random.integers(0, 1 << 32, size=(count, 2), dtype=np.uint32)
        bases, weights, sums = np.zeros((count, 3), dtype=np.uint32), np.zeros(32 + 4, dtype=np.float32), np.zeros(36)
        kernel.hash_features(columns, edges, templates, 5, bases)
        gold, guess = (random.integers(0, 4, size=count, dtype=np.int32) for _ in range(2))
        kernel.change_labels(weights, sums, bases, gold, guess, 0.5, 3.0)
        rows = [sorted(random.choice(4, size=random.integers(1, 5), replace=False)) for _ in range(count)]
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int32)
        labels = np.concatenate(rows).astype(np.int32)
        scores, kept = np.zeros(len(labels)), (np.zeros_like(offsets), np.zeros_like(labels), np.zeros(len(labels)))
        kernel.add_scores(weights, bases, offsets, labels, scores)
        left = kernel.prune(offsets, labels, scores, gold, 2, *kept)
        tables = np.zeros((5, 5)), np.zeros((5, 5)), np.zeros((5, 5, 5)), np.zeros((5, 5, 5))
        kernel.change_transitions(*tables, gold, 0.5, 2.0)
        first_order = np.zeros((5, 5)), np.zeros((5, 5)), np.zeros((0, 0, 0)), np.zeros((0, 0, 0))
        kernel.change_transitions(*first_order, gold, 0.5, 2.0)
        assert first_order[0].tolist() == tables[0].tolist()
        leads = np.zeros(count)
        kernel.find_leads(offsets, scores, leads)
        arrays = bases, weights, sums, scores, kept[0], kept[1][:left], kept[2][:left], *tables, leads
        found.append([array.tolist() for array in arrays])
    assert found[0] == found[1]


@given(st.integers(1, 9), st.integers(0, 999))
def test_window_network(count: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    rows = random.integers(0, 8, size=(count, 3), dtype=np.uint32)
    changes = random.integers(-4, 4, size=(count, 4)).astype(np.float32)
    found = []
    for kernel in (window_network, WINDOW_NETWORK):
        table, totals = np.zeros((8, 4), dtype=np.float32), np.zeros((count, 4), dtype=np.float32)
        kernel.add_rows(table, rows, changes)
        kernel.sum_rows(table, rows, totals)
        found.append((table.tolist(), totals.tolist()))
    assert found[0] == found[1]


@given(st.lists(st.integers(-2, 7), min_size=8, max_size=8), st.integers(0, 999))
def test_phrases(links: list[int], seed: int) -> None:
    heads = np.array(links, dtype=np.int32)  # any links, so that there are cycles and crossing arcs too
    random = np.random.default_rng(seed)
    actions, points, tops = (random.integers(0, most, 8).astype(np.int8) for most in (3, 2, 2))
    partners = random.integers(-1, 8, 8).astype(np.int32)
    labels = random.integers(0, 1 << 32, 8).astype(np.uint64)
    found = []
    for kernel in (phrases, PHRASES):
        first, last, low, high, clause = (np.arange(8, dtype=np.int32) for _ in range(5))
        order, steps, paths = np.zeros(8, np.int32), np.zeros(8, np.int32), np.zeros(8, np.uint64)
        count = kernel.subtrees(heads, np.zeros(8, np.int32), first, last, order)
        kernel.extents(heads, actions, first, last, low, high, np.zeros(8, np.int8))
        kernel.trim(low, high, np.arange(8, dtype=np.int32), points, partners)
        kernel.climb(heads, order[:count], tops, labels, clause, steps, paths)
        found.append([each.tolist() for each in (first, last, order, low, high, clause, steps, paths)])
    assert found[0] == found[1]


@pytest.mark.parametrize(
    ("string", "expected"),
    [("", 0), ("Johnson", 11495998381271538699), ("ü", code("\u00fc")), ("u\u0308", codes(["u\u0308"])[0])],
)
def test_codes_never_change(string: str, expected: int) -> None:
    assert code(string) == int(expected)


def test_composed_and_decomposed_letters_are_different_strings() -> None:
    assert code("\u00fc") != code("u\u0308")


def test_interpreted_kernels_warn_once() -> None:
    program = (
        "import warnings\n"
        "from namesakes import resources\n"
        "with warnings.catch_warnings(record=True) as caught:\n"
        "    warnings.simplefilter('always')\n"
        "    resources.warn_interpreted(); resources.warn_interpreted()\n"
        "print(len(caught), caught[0].category.__name__)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "InterpretedKernelsWarning"] or not resources.kernels()[hashing.__name__]


@given(st.integers(0, 999), st.lists(st.integers(0, 4), min_size=1, max_size=3))
def test_crf(seed: int, lengths: list[int]) -> None:
    outcomes = []
    for kernel in (crf, CRF):
        random = np.random.default_rng(seed)
        edges = np.cumsum([0, *lengths], dtype=np.int32)
        count, labels, templates = int(edges[-1]), 3, 4
        weights = random.normal(size=64 + labels).astype(np.float32)
        squares = np.full(len(weights), 0.1, dtype=np.float32)
        bases = random.integers(0, 64, (count, templates)).astype(np.uint32)
        kept = random.integers(0, 2, (count, templates)).astype(np.uint8)
        free = random.integers(0, 2, count).astype(np.uint8)
        scores, pairs = random.normal(size=(count, labels)), random.normal(size=(labels + 1, labels + 1))
        kernel.add_scores(weights, bases, kept, free, 1.25, scores)
        room, found, expected = np.zeros((2, *scores.shape)), np.zeros_like(scores), np.zeros_like(pairs)
        for first, last in pairwise(edges.tolist()):
            part = slice(first, last)
            kernel.find_marginals(scores[part], np.exp(pairs), room[0, part], room[1, part], found[part], expected)
        kernel.adagrad(weights, squares, bases, kept, found - 0.5, 0.1, 0.05)
        outcomes.append((scores, found, expected, weights, squares))
    for compiled, plain in zip(*outcomes, strict=True):
        np.testing.assert_allclose(compiled, plain, rtol=1e-5, atol=1e-6)


@given(st.integers(0, 9999), st.integers(1, 9), st.sampled_from([0, 3]))
def test_comparisons_of_mentions(seed: int, count: int, window: int) -> None:
    known = made_attributes(count, seed)
    rows = candidates.candidates(known, window)
    found = []
    for kernel in (comparisons_kernel, COMPARED):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(comparisons, "kernel", kernel)
            found.append(comparisons.compare(known, rows).tolist())
    assert found[0] == found[1]


@given(st.integers(0, 9999), st.integers(1, 6))
def test_pairs_of_mentions(seed: int, count: int) -> None:
    ready = made_pairs(count, seed)
    model = beam_model.BeamModel(CLUSTER_FEATURES, made_weights(CLUSTER_FEATURES, seed))
    owners = ready.candidates.owners.astype(np.int32)
    rows, amounts = np.arange(len(owners)), np.linspace(-1, 1, len(owners))
    found = []
    for kernel in (pairs_kernel, PAIRS):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(tree_model, "kernel", kernel)
            patch.setattr(best_first, "kernel", kernel)
            direction = steps.Direction(CLUSTER_FEATURES.bits)
            scores = model.scores(ready)
            model.add(ready, rows, owners, amounts, direction)
            best = best_first.best_first(scores, ready)
            parts = [model.contributions(ready, row, int(owners[row])).tolist() for row in range(len(owners))]
            touched = direction.touched[: direction.count].tolist()
            found.append([scores.tolist(), best.tolist(), parts, touched, direction.sums.tolist()])
    assert found[0][:4] == found[1][:4]
    assert found[0][4] == pytest.approx(found[1][4], abs=1e-6)


@given(st.integers(0, 9999), st.sampled_from([0.0, 1.0, 3.0]), st.sampled_from([1.0, 2.0]))
def test_pair_likelihood(seed: int, factor: float, weight: float) -> None:
    features = tree_model.FeatureSettings(CLUSTER_FEATURES.pairs, (), bits=10)
    instances = [made_pairs(count, seed + count, features) for count in (4, 7)]
    templates, found = tree_model.TreeModel(features).templates, []
    for kernel, other in ((pair_likelihood_kernel, pairs_kernel), (PAIR_LIKELIHOOD, PAIRS)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(pair_blocks, "kernel", kernel)
            patch.setattr(pair_blocks, "pairs_kernel", other)
            patch.setattr(pair_blocks, "AFAR", -3)  # many cells
            blocks = pair_blocks.PairBlocks.build(instances, templates, features.bits)
            values = blocks.values(np.random.default_rng(seed).normal(size=len(blocks.used)))
            gradient, totals = np.zeros(blocks.size), []
            for places in blocks.places:
                labels = (np.arange(places.shape[1]) % 3 == 0).astype(np.uint8)
                given = (places, values, labels, 1 - labels, factor, weight, np.empty(len(labels)))
                totals.append(kernel.likelihood(*given, gradient))
            found.append(([*map(np.ndarray.tolist, blocks.places)], [*totals, *values, *blocks.gathered(gradient)]))
    assert found[0][0] == found[1][0]
    assert found[0][1] == pytest.approx(found[1][1], abs=1e-9)


@given(st.integers(0, 9999), st.integers(1, 5), st.integers(1, 6))
def test_beam(seed: int, count: int, width: int) -> None:
    ready = made_pairs(count, seed, CLUSTER_FEATURES)
    model = beam_model.BeamModel(CLUSTER_FEATURES, made_weights(CLUSTER_FEATURES, seed))
    right = made_example(count, seed, CLUSTER_FEATURES).right
    found = []
    for kernel in (beam_kernel, BEAM):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(beam_model, "kernel", kernel)
            patch.setattr(beam, "kernel", kernel)
            clusters = model.clusters(ready)
            agenda = beam.Agenda(model, ready, clusters, width)
            for _ in range(count):
                agenda.expand(model.scores(ready), np.ones(len(right), dtype=np.uint8), right)
            direction = steps.Direction(CLUSTER_FEATURES.bits)
            model.add_clusters(ready, clusters, agenda.tree(), (1, count + 1), 0.5, direction)
            touched = direction.touched[: direction.count].tolist()
            found.append([agenda.totals.tolist(), agenda.tree().tolist(), agenda.right.tolist(), touched])
            found[-1].append(direction.sums.tolist())
    assert found[0] == found[1]


@given(st.integers(0, 9999), st.integers(1, 9), st.booleans())
def test_entities(seed: int, count: int, decoded: bool) -> None:
    made, random = made_entities(count, seed), np.random.default_rng(seed)
    scores = random.integers(-3, 4, size=len(made.pairs.candidates.antecedents)).astype(float)
    rows = best_first.best_first(random.normal(size=len(scores)), made.pairs) if decoded else None
    found = []
    for kernel in (entities_kernel, ENTITIES):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(kept_entities, "kernel", kernel)
            taken, antecedents = made.consistent(scores, rows, **made_limits(made, seed))
            possible = made.possible(made_chains(count, seed))
            found.append([taken.tolist(), antecedents.tolist(), possible.tolist()])
    assert found[0] == found[1]


@given(st.integers(1, 9), st.integers(0, 999), st.booleans())
def test_loss_search(count: int, seed: int, ramp: bool) -> None:
    example, random = made_example(count, seed), np.random.default_rng(seed)
    scores, weights = random.normal(size=len(example.right)), random.normal(0.1, 0.2, size=10)
    start = best_first.best_first(random.normal(size=len(scores)), example.pairs)
    found = []
    for kernel in (loss_search_kernel, LOSS_SEARCH):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(loss_search, "kernel", kernel)
            given = (example.pairs.candidates, scores, start, Gold.of(example), weights, 0.3)
            tree, sweeps = loss_search.search(*given, ramp=ramp, sweeps=4)
            found.append([*tree.tolist(), sweeps])
    assert found[0] == found[1]


@given(st.integers(0, 9999), st.sampled_from(["perceptron", "passive-aggressive", "adagrad"]))
def test_steps(seed: int, kind: str) -> None:
    found = []
    for kernel in (steps_kernel, STEPS):
        random, weights = np.random.default_rng(seed), Weights(4)
        stepper = steps.Stepper(weights, steps.StepSettings(kind, shrinkage=0.01))
        direction = steps.Direction(4)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(steps, "kernel", kernel)
            for _ in range(4):
                places = random.permutation(16)[:5]
                direction.touched[:5], direction.count = places, 5
                direction.marks[places], direction.sums[places] = 1, random.integers(-2, 3, size=5)
                size = stepper.step(direction, 1.0)
                weights.tick()
        found.append([size, *weights.values.tolist(), *weights.averaged().tolist()])
        assert not direction.sums.any()
    assert found[0] == pytest.approx(found[1], abs=1e-5)


@given(st.integers(0, 9999), st.integers(1, 20), st.integers(1, 5))
def test_specialists(seed: int, instances: int, count: int) -> None:
    found = []
    for kernel in (specialists_kernel, SPECIALISTS):
        random = np.random.default_rng(seed)
        votes = random.random((instances, count))
        votes[random.random(votes.shape) < 0.3] = np.nan
        labels, importance = random.integers(0, 2, instances).astype(float), random.random(instances)
        weights, sums, order = random.random(count) + 0.1, np.zeros(count), random.permutation(instances)
        loss = kernel.learn(votes, labels, importance, order, 0.7, weights, sums, np.zeros(count))
        found.append([loss, *weights.tolist(), *sums.tolist()])
    assert found[0] == pytest.approx(found[1], rel=1e-12)


@given(st.integers(0, 9999), st.integers(1, 6))
def test_trees(seed: int, count: int) -> None:
    """Trees of three leaves each over two inputs, some of them missing."""
    random = np.random.default_rng(seed)
    base = 5 * np.arange(count, dtype=np.int32)
    features = np.concatenate([[random.integers(0, 2), -1, random.integers(0, 2), -1, -1] for _ in base])
    children = ([1, 0, 3, 0, 0], [2, 0, 4, 0, 0])
    left, right = (np.concatenate([row + np.array(places) for row in base]) for places in children)
    thresholds, values = random.random(5 * count), random.normal(size=5 * count)
    inputs, missing = random.random((8, 2)), random.integers(0, 2, 5 * count).astype(np.uint8)
    inputs[random.random(inputs.shape) < 0.3] = np.nan
    found = []
    for kernel in (trees_kernel, TREES):
        sums = np.zeros(8)
        whole = [part.astype(np.int32) for part in (features, left, right)]
        kernel.add_trees(inputs, base, whole[0], thresholds, whole[1], whole[2], missing, values, sums)
        found.append(sums.tolist())
    assert found[0] == found[1]


@given(st.integers(0, 99), st.integers(1, 30))
def test_boosting(seed: int, count: int) -> None:
    random = np.random.default_rng(seed)
    labels, weights, scores = random.integers(0, 2, count) * 1.0, random.random(count), random.normal(0, 20, count)
    binned, rows = random.integers(0, 4, (2, count)).astype(np.uint8), np.arange(0, count, 2, dtype=np.int64)
    found = []
    for kernel in (boosting_kernel, BOOSTING):
        gradients, hessians = np.zeros(count, dtype=np.float32), np.zeros(count, dtype=np.float32)
        kernel.derivatives(labels, weights, scores, gradients, hessians)
        sums, counts = np.zeros((2, 2, 4)), np.zeros((2, 4), dtype=np.int64)
        kernel.histograms(binned, rows, gradients, hessians, sums[0], sums[1], counts)
        found.append([array.tolist() for array in (gradients, hessians, sums, counts)])
    assert found[0] == found[1]


@given(st.integers(0, 9999), st.integers(0, 4))
def test_hashes_of_atoms(seed: int, height: int) -> None:
    random = np.random.default_rng(seed)
    whole = np.iinfo(np.uint64).max
    values = random.integers(0, whole, (height, 3), dtype=np.uint64, endpoint=True)
    keys, seeds = (random.integers(0, whole, size, dtype=np.uint64, endpoint=True) for size in (4, 3))
    slots, columns = np.array([0, 1, 1, 4], dtype=np.int32), np.array([2, 0, 1, 2], dtype=np.int32)
    wanted = [
        [
            (int(seeds[t]) + sum((int(row[columns[j]]) + 1) * int(keys[j]) for j in range(slots[t], slots[t + 1])))
            % 2**64
            for t in range(3)
        ]
        for row in values
    ]
    for kernel in (pairs_kernel, PAIRS):
        found = np.empty((height, 3), dtype=np.uint64)
        kernel.hash_atoms(values, slots, columns, keys, seeds, found)
        assert found.tolist() == wanted
