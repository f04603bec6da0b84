"""Vectors of texts: each depends on its text alone, and files that are damaged or foreign are refused."""

import json
import pickle
import shutil
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("onnxruntime", reason="the extra 'accurate' is not installed")
pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")

import namesakes
from namesakes.encoder import files
from namesakes.encoder.files import file_list
from namesakes.encoder.vectors import StateVectors, TextVectors
from namesakes.errors import ModelError, UsageError
from namesakes.pipeline.profiles import run_profiles
from namesakes.profiles.vectors import decoded
from namesakes.text.document import Document
from tests.encoder.made import VECTORS, message, random_base

TEXTS = ["Ann Lee met Bob in Oslo.", "She liked him.", "Bob.", "Ann met Ann. " * 30, "unknown words"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the model, which a test may damage."""
    return Path(shutil.copytree(VECTORS, tmp_path / "damaged"))


def test_what_is_beside_a_text_changes_nothing() -> None:
    model = TextVectors.load(VECTORS)
    together = model(TEXTS)
    np.testing.assert_array_equal(np.concatenate([model([text]) for text in TEXTS]), together)
    np.testing.assert_array_equal(model(TEXTS[::-1])[::-1], together)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1.0, rtol=1e-5)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model))(TEXTS), together)


def test_a_text_without_words_is_nothing_and_a_long_one_is_cut() -> None:
    model = TextVectors.load(VECTORS)
    assert not model(["", " \n"]).any()
    long = "ann met bob . " * 10_000
    np.testing.assert_array_equal(model([long]), model([long[:200]]))


def test_the_graph_says_what_the_network_says(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
    pytest.importorskip("onnx", reason="the extra 'train' is not installed")
    from namesakes.encoder.export.vectors import export_vectors
    from namesakes.encoder.network.layers import Encoder
    from namesakes.encoder.training.run import base_weights

    (tmp_path / "base").mkdir()
    base = random_base(tmp_path / "base")
    shape, weights = base_weights(base)
    network = Encoder(shape).eval()
    network.load_state_dict(weights)
    exact = TextVectors.load(export_vectors(base, tmp_path / "exact", exact=True, longest=24))
    coarse = TextVectors.load(export_vectors(base, tmp_path / "coarse", longest=24))
    pieces = torch.tensor([[2, *exact._pieces.of_text(TEXTS[0], 22), 3]])
    wanted = network(pieces, torch.tensor([pieces.shape[1]])).mean(dim=1)[0].detach().numpy()
    [found], [near] = exact(TEXTS[:1]), coarse(TEXTS[:1])
    np.testing.assert_allclose(found, wanted / np.linalg.norm(wanted), atol=1e-5)
    assert float(near @ found) > 0.95


def test_files_that_are_truncated_or_foreign_are_refused(folder: Path) -> None:
    weights = folder / "weights-0.bin"
    whole = weights.read_bytes()
    weights.write_bytes(whole[:-1])
    with pytest.raises(ModelError, match="truncated"):
        TextVectors.load(folder)
    weights.write_bytes(whole)
    graph = folder / "vectors.onnx"
    graph.write_bytes(graph.read_bytes() + message((8, message((1, b"com.example"), (2, 1)))))
    about = json.loads((folder / "model.json").read_text())
    about["settings"]["files"] = file_list([folder / name for name in about["settings"]["files"]])
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match=r"operators of com\.example"):
        TextVectors.load(folder)


def test_an_encoder_of_another_kind_is_refused(tiny: Path) -> None:
    with pytest.raises(ModelError, match="a model for 'encoder'"):
        TextVectors.load(tiny)


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"install .*\[accurate\]'"):
        namesakes.load("en").with_(vectors=VECTORS)


def test_a_trained_encoder_gives_vectors_too(tiny: Path) -> None:
    model = StateVectors.load(tiny)
    together = model(TEXTS)
    np.testing.assert_array_equal(np.concatenate([model([text]) for text in TEXTS]), together)
    np.testing.assert_allclose(np.linalg.norm(together, axis=1), 1.0, rtol=1e-5)
    assert not model([""]).any()


def test_people_have_vectors_in_a_pipeline_with_a_model(tmp_path: Path) -> None:
    nlp = namesakes.load("en").with_(vectors=VECTORS)
    documents = [
        Document(id=f"d{number}", text=f"Ann Lee met Bob Ash in Oslo. {text}") for number, text in enumerate(TEXTS)
    ]
    one, two = (list(run_profiles(documents, nlp.extraction(), jobs=jobs)) for jobs in (1, 2))
    assert one == two
    vectors, known = decoded([profile.vector for found in one for profile in found])
    assert known.all()
    assert vectors.shape[1] == TextVectors.load(VECTORS).size
    assert {profile.vector for profile in namesakes.load("en").profiles(documents[0])} == {""}
    nlp.save(tmp_path / "mine")
    assert "vectors" in namesakes.load(tmp_path / "mine").parts
    assert set(nlp.parts.hashes("reading")) - set(namesakes.load("en").parts.hashes("reading")) == {"vectors"}
