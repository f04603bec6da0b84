"""Export and inference: the same answers as PyTorch's, files that are checked, texts of every kind."""

import json
import pickle
import shutil
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
pytest.importorskip("onnx", reason="the extra 'train' is not installed")
pytest.importorskip("onnxruntime", reason="the extra 'accurate' is not installed")
pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")

from namesakes.encoder.answers import answers  # noqa: E402
from namesakes.encoder.export import distance_buckets, export  # noqa: E402
from namesakes.encoder.files import session  # noqa: E402
from namesakes.encoder.graph import Graph, WeightFiles  # noqa: E402
from namesakes.encoder.inference import EncoderModel  # noqa: E402
from namesakes.encoder.network import _buckets  # noqa: E402
from namesakes.errors import ModelError, UnknownNameError, UsageError  # noqa: E402
from namesakes.syntax.tokenization.tokenizer import Tokenizer  # noqa: E402
from namesakes.text.document import Document  # noqa: E402
from tests.encoder.made import tokenizer_file  # noqa: E402

TEXT = "Ann Lee met Bob in Oslo. She liked him. " * 40


def text(words: str = TEXT) -> Document:
    return Tokenizer.shipped()(Document(id="text", text=words))


def test_distances_are_those_of_the_network() -> None:
    for count in (5, 200, 512):
        np.testing.assert_array_equal(distance_buckets(count, 32), _buckets(torch.arange(count), 32).numpy())


def test_the_graphs_say_what_the_network_says(trained: Path, exact: Path) -> None:
    from namesakes.encoder.run import load_network

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


def test_trees_are_trees_and_names_are_whole(coarse: Path) -> None:
    found = EncoderModel.load(coarse).reading(text())
    edges = found.edges.tolist()
    for low, high in pairwise(edges):
        assert (found.heads[low:high] < 0).sum() == 1
        for word in range(low, high):
            seen = set()
            while word >= 0:
                assert word not in seen
                seen.add(word)
                word = int(found.heads[word])
    roots = [relation for relation, head in zip(found.relations, found.heads, strict=True) if head < 0]
    assert set(roots) == {"root"}
    assert found.relations.count("root") == len(roots)
    for start, end, _ in found.names(("PER", "LOC")):
        assert 0 <= start < end <= len(found.states)


def test_documents_together_are_as_each_alone(exact: Path) -> None:
    model = EncoderModel.load(exact)
    some = [text(), text("Bob liked Ann."), text("")]
    together, alone = list(model.read(some)), [model.reading(each) for each in some]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.states, other.states, atol=1e-4)
        assert one.heads.tolist() == other.heads.tolist()
        assert one.relations == other.relations


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "a" * 100_000,
        "猫は好き。 Привет, мир! مرحبا",
        "x" * 40 + "🙂" * 300,
        "\u200b \u200b",
        "one two " * 400,
    ],
    ids=["empty", "blank", "long word", "scripts", "no spaces", "invisible", "long sentence"],
)
def test_texts_of_every_kind(coarse: Path, words: str) -> None:
    given = text(words)
    found = EncoderModel.load(coarse).reading(given)
    assert len(found.heads) == len(found.relations) == len(given.starts)
    assert len(found.best("xpos")) == len(given.starts)
    assert np.isfinite(found.states).all()


def test_the_last_document_is_remembered(coarse: Path) -> None:
    model = EncoderModel.load(coarse)
    first = model.reading(text())
    assert model.reading(text()) is first
    assert model.reading(text("Bob.")) is not first
    again = pickle.loads(pickle.dumps(model))
    assert again.reading(text()).heads.tolist() == first.heads.tolist()


def test_windows_are_those_of_the_model(trained: Path, exact: Path, tmp_path: Path) -> None:
    given = text("Ann met Bob. " * 60)
    narrow = EncoderModel.load(export(trained, tmp_path / "narrow", exact=True, window=(40, 20))).reading(given)
    wide = EncoderModel.load(exact).reading(given)
    assert narrow.states.shape == wide.states.shape
    assert not np.allclose(narrow.states, wide.states, atol=1e-3)
    with pytest.raises(UsageError, match="496 pieces at most"):
        export(trained, tmp_path / "wrong", window=(400, 100))


def test_conventions_of_a_corpus(coarse: Path) -> None:
    assert EncoderModel.load(coarse, corpus="second").corpus == 1
    with pytest.raises(UnknownNameError, match="first"):
        EncoderModel.load(coarse, corpus="third")


def damaged(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "damaged"))


def described(folder: Path) -> None:
    """Let `model.json` describe the files as they are now."""
    from namesakes.encoder.files import file_list

    about = json.loads((folder / "model.json").read_text())
    names = about["settings"]["files"]
    about["settings"]["files"] = file_list([folder / name for name in names])
    (folder / "model.json").write_text(json.dumps(about))


def test_truncated_and_foreign_files(coarse: Path, tmp_path: Path) -> None:
    import onnx
    from onnx import helper

    folder = damaged(coarse, tmp_path)
    weights = folder / "weights-0.bin"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-100])
    with pytest.raises(ModelError, match="truncated"):
        EncoderModel.load(folder)
    weights.write_bytes(whole[:-1] + b"\x99")
    with pytest.raises(ModelError, match="not the file that model"):
        EncoderModel.load(folder)
    weights.unlink()
    with pytest.raises(ModelError, match="cannot be read"):
        EncoderModel.load(folder)
    weights.write_bytes(whole)
    path = folder / "words.onnx"
    good = path.read_bytes()
    for wrong, said in ((b"nothing of the kind", "no ONNX file"), (b"", "no known set"), (good[:3000], "no ONNX file")):
        path.write_bytes(wrong)
        described(folder)
        with pytest.raises(ModelError, match=said):
            EncoderModel.load(folder)
    model = onnx.load_from_string(good)
    model.opset_import[0].version = 99
    path.write_bytes(model.SerializeToString())
    described(folder)
    with pytest.raises(ModelError, match="version 99"):
        EncoderModel.load(folder)
    model.opset_import[0].version = 17
    model.graph.node.append(helper.make_node("Anything", ["states"], ["anything"], domain="com.example"))
    path.write_bytes(model.SerializeToString())
    described(folder)
    with pytest.raises(ModelError, match=r"operators of com\.example"):
        EncoderModel.load(folder)
    shutil.copyfile(folder / "spans.onnx", path)
    described(folder)
    with pytest.raises(ModelError, match="takes spans, and states are given"):
        EncoderModel.load(folder).reading(text("Ann."))


def test_a_newer_encoder_and_another_model(coarse: Path, tmp_path: Path) -> None:
    folder = damaged(coarse, tmp_path)
    about = json.loads((folder / "model.json").read_text())
    about["settings"]["encoder_format"] = 99
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match="newer release"):
        EncoderModel.load(folder)
    about["kind"] = "tagger"
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match="a model for 'tagger'"):
        EncoderModel.load(folder)


def test_a_table_of_four_bits_is_near(trained: Path, exact: Path, tmp_path: Path) -> None:
    small = EncoderModel.load(export(trained, tmp_path / "small", row_bits=4))
    one, other = (model.reading(text()) for model in (EncoderModel.load(exact), small))
    across = np.sum(one.states * other.states, axis=1)
    lengths = np.linalg.norm(one.states, axis=1) * np.linalg.norm(other.states, axis=1)
    assert (across / lengths).min() > 0.95
    with pytest.raises(UsageError, match="4 or 8 bits"):
        export(trained, tmp_path / "other", row_bits=3)


def test_two_numbers_in_a_byte_are_the_numbers(tmp_path: Path) -> None:
    rows = np.random.default_rng(2).integers(-7, 8, size=(30, 64)).astype(np.float32)
    rows[:, 0] = 7  # so that every scale is 1
    graph = Graph("one", {"table": rows}, WeightFiles(tmp_path), row_bits=4)
    graph.output("found", graph.rows("table", graph.input("places", "int64", ["places"])), ["places", 64])
    run = session(graph.save(tmp_path / "one.onnx"), ("places",))
    [found] = run.run(None, {"places": np.array([3, 29, 0])})
    np.testing.assert_array_equal(found, rows[[3, 29, 0]])


def test_without_the_pieces_of_other_scripts_the_same_is_said(trained: Path, tmp_path: Path) -> None:
    folder = tmp_path / "source"
    shutil.copytree(trained, folder)
    tokenizer_file(folder, "中 ann lee met bob in [unused1] oslo . she liked him ##s")
    whole, cut = (EncoderModel.load(export(folder, tmp_path / str(prune), exact=True, prune=prune)) for prune in (0, 1))
    assert whole._converter.pieces.size - cut._converter.pieces.size == 2
    one, other = whole.reading(text()), cut.reading(text())
    np.testing.assert_allclose(one.states, other.states, atol=1e-5)
