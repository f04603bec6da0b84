"""Export: graphs that say what the network in PyTorch says, in 8 bits nearly so."""

import shutil
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
pytest.importorskip("onnx", reason="the extra 'train' is not installed")
pytest.importorskip("onnxruntime", reason="the extra 'accurate' is not installed")
pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")

from namesakes.encoder.export.graph import Graph, WeightFiles  # noqa: E402
from namesakes.encoder.export.layers import distance_buckets  # noqa: E402
from namesakes.encoder.export.writer import export  # noqa: E402
from namesakes.encoder.files import session  # noqa: E402
from namesakes.encoder.inference import EncoderModel  # noqa: E402
from namesakes.encoder.network.layers import _buckets  # noqa: E402
from namesakes.encoder.training.answers import answers  # noqa: E402
from namesakes.errors import UsageError  # noqa: E402
from tests.encoder.made import text, tokenizer_file  # noqa: E402


def test_distances_are_those_of_the_network() -> None:
    for count in (5, 200, 512):
        np.testing.assert_array_equal(distance_buckets(count, 32), _buckets(torch.arange(count), 32).numpy())


def test_the_graphs_say_what_the_network_says(trained: Path, exact: Path) -> None:
    from namesakes.encoder.training.run import load_network

    model = EncoderModel.load(exact)
    given = text()
    made, _ = model._converter.words(given, "raw", growing=False)
    network = load_network(trained)
    [(_, wanted)] = answers(network, [made], (2, 3, 0))
    found = model.reading(given)
    for task in ("xpos", "upos", "names"):
        assert (found.tags[task].argmax(1) == wanted[task]).mean() > 0.99
    spans = found.spans
    same = {(int(start), int(end)) for start, end in zip(wanted["starts"], wanted["ends"], strict=True)}
    pool = list(zip(spans.starts.tolist(), spans.ends.tolist(), strict=True))
    assert len(same & set(pool)) > 0.98 * len(pool)
    mine = dict(zip(pool, range(len(pool)), strict=True))
    compared = 0
    for place, span in enumerate(zip(wanted["starts"].tolist(), wanted["ends"].tolist(), strict=True)):
        if span not in mine:
            continue
        row = mine[span]
        own = {pool[near]: score for near, score in zip(spans.chosen[row], spans.scores[row], strict=True)}
        for near, score in zip(wanted["chosen"][place], wanted["scores"][place][1:], strict=True):
            other = (int(wanted["starts"][near]), int(wanted["ends"][near]))
            if score > -900 and other in own and np.isfinite(own[other]):
                assert own[other] == pytest.approx(float(score), abs=0.01)
                compared += 1
    assert compared > 1000


def test_eight_bits_are_near(exact: Path, coarse: Path) -> None:
    one, other = (EncoderModel.load(folder).reading(text()) for folder in (exact, coarse))
    across = np.sum(one.states * other.states, axis=1)
    lengths = np.linalg.norm(one.states, axis=1) * np.linalg.norm(other.states, axis=1)
    assert (across / lengths).min() > 0.99
    assert len(list(coarse.glob("weights-*.bin"))) > 1
    assert max(path.stat().st_size for path in coarse.glob("weights-*.bin")) <= 300_000


def test_a_row_of_large_numbers_leaves_the_others_as_they_are(tmp_path: Path) -> None:
    random = np.random.default_rng(5)
    weights = {"layer.weight": random.normal(size=(80, 64)).astype(np.float32)}
    graph = Graph("one", weights, WeightFiles(tmp_path))
    given = graph.input("rows", "float32", ["rows", 64])
    graph.output("found", graph.linear("layer", given, bias=False), ["rows", 80])
    run = session(graph.save(tmp_path / "one.onnx"), ("rows",))
    rows = random.normal(size=(5, 64)).astype(np.float32)
    rows[2] *= 1000
    [found] = run.run(None, {"rows": rows})
    wanted = rows @ weights["layer.weight"].T
    apart = np.linalg.norm(found - wanted, axis=1) / np.linalg.norm(wanted, axis=1)
    assert apart.max() < 0.02


def test_windows_are_those_of_the_model(trained: Path, exact: Path, tmp_path: Path) -> None:
    given = text("Ann met Bob. " * 60)
    narrow = EncoderModel.load(export(trained, tmp_path / "narrow", exact=True, window=(40, 20))).reading(given)
    wide = EncoderModel.load(exact).reading(given)
    assert narrow.states.shape == wide.states.shape
    assert not np.allclose(narrow.states, wide.states, atol=1e-3)
    with pytest.raises(UsageError, match="496 pieces at most"):
        export(trained, tmp_path / "wrong", window=(400, 100))


def test_a_table_of_four_bits_is_near(trained: Path, exact: Path, tmp_path: Path) -> None:
    small = EncoderModel.load(export(trained, tmp_path / "small", row_bits=4))
    one, other = (model.reading(text()) for model in (EncoderModel.load(exact), small))
    across = np.sum(one.states * other.states, axis=1)
    lengths = np.linalg.norm(one.states, axis=1) * np.linalg.norm(other.states, axis=1)
    assert (across / lengths).min() > 0.97
    with pytest.raises(UsageError, match="4 or 8 bits"):
        export(trained, tmp_path / "other", row_bits=3)


def test_matrices_of_four_bits_are_near(trained: Path, exact: Path, tmp_path: Path) -> None:
    folders = {
        "8": export(trained, tmp_path / "8"),
        "4": export(trained, tmp_path / "4", product_bits=4),
        "heads in 8": export(trained, tmp_path / "mixed", product_bits=4, head_bits=8),
        "both": export(trained, tmp_path / "both", product_bits=4, row_bits=4),
    }
    sizes = {name: sum(path.stat().st_size for path in folder.glob("weights-*")) for name, folder in folders.items()}
    assert sizes["both"] < sizes["4"] < sizes["heads in 8"] < sizes["8"]
    wanted = EncoderModel.load(exact).reading(text())
    found = {name: EncoderModel.load(folder).reading(text()) for name, folder in folders.items()}
    for name, least in (("8", 0.99), ("4", 0.96), ("heads in 8", 0.96), ("both", 0.95)):
        states = found[name].states
        across = np.sum(wanted.states * states, axis=1)
        lengths = np.linalg.norm(wanted.states, axis=1) * np.linalg.norm(states, axis=1)
        assert (across / lengths).min() > least, name
    for task, scores in found["8"].tags.items():
        assert np.abs(found["4"].tags[task] - scores).mean() < 0.15 * scores.std(), task
    np.testing.assert_array_equal(found["4"].states, found["heads in 8"].states)


def test_other_numbers_of_bits_are_refused(trained: Path, tmp_path: Path) -> None:
    for wrong, said in (({"product_bits": 2}, "a matrix has 4 or 8 bits, not 2"), ({"head_bits": 5}, "a head")):
        with pytest.raises(UsageError, match=said):
            export(trained, tmp_path / "other", **wrong)
    assert not (tmp_path / "other").exists()


def test_without_the_pieces_of_other_scripts_the_same_is_said(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    shutil.copytree(trained, folder)
    tokenizer_file(folder, "中 ann lee met bob in [unused1] oslo . she liked him ##s")
    whole, cut = (EncoderModel.load(export(folder, tmp_path / str(prune), exact=True, prune=prune)) for prune in (0, 1))
    assert whole._converter.pieces.size - cut._converter.pieces.size == 2
    one, other = whole.reading(text()), cut.reading(text())
    np.testing.assert_allclose(one.states, other.states, atol=1e-5)
