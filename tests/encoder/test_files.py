"""The files of an encoder: what is truncated, foreign or newer is refused before it is run."""

import json
import shutil
from pathlib import Path

import pytest

from namesakes.encoder.files import file_list
from namesakes.encoder.inference import EncoderModel
from namesakes.errors import ModelError
from tests.encoder.made import message, text


@pytest.fixture
def folder(tiny: Path, tmp_path: Path) -> Path:
    """A copy of the encoder, which a test may damage."""
    return Path(shutil.copytree(tiny, tmp_path / "damaged"))


def described(folder: Path) -> None:
    """Let `model.json` describe the files as they are now."""
    about = json.loads((folder / "model.json").read_text())
    names = about["settings"]["files"]
    about["settings"]["files"] = file_list([folder / name for name in names])
    (folder / "model.json").write_text(json.dumps(about))


def test_weights_that_are_truncated_others_or_missing(folder: Path) -> None:
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
    EncoderModel.load(folder)


def test_graphs_that_are_truncated_or_none_at_all(folder: Path) -> None:
    path = folder / "words.onnx"
    good = path.read_bytes()
    for wrong, said in ((b"nothing of the kind", "no ONNX file"), (b"", "no known set"), (good[:3000], "no ONNX file")):
        path.write_bytes(wrong)
        described(folder)
        with pytest.raises(ModelError, match=said):
            EncoderModel.load(folder)


def test_graphs_of_other_operators(folder: Path) -> None:
    """What is appended to a file of this encoding is merged with what it has: another set, another node."""
    path = folder / "words.onnx"
    good = path.read_bytes()
    newer = message((8, message((1, b""), (2, 99))))
    own = message((7, message((1, message((4, b"Anything"), (7, b"com.example"))))))
    named = message((8, message((1, b"com.example"), (2, 1))))
    for wrong, said in (
        (good + newer, "version 99"),
        (newer + good, "version 99"),
        (good + own, r"operators of com\.example"),
        (good + named, r"operators of com\.example"),
    ):
        path.write_bytes(wrong)
        described(folder)
        with pytest.raises(ModelError, match=said):
            EncoderModel.load(folder)


def test_a_graph_in_the_place_of_another(folder: Path) -> None:
    shutil.copyfile(folder / "spans.onnx", folder / "words.onnx")
    described(folder)
    with pytest.raises(ModelError, match="takes spans, and states are given"):
        EncoderModel.load(folder).reading(text("Ann."))


def test_a_graph_that_the_runtime_cannot_read(folder: Path) -> None:
    """Well formed, of standard operators, and still none: an operator that the standard does not have."""
    path = folder / "words.onnx"
    node = message((1, b"states"), (2, b"none"), (4, b"NoSuchOperator"))
    path.write_bytes(path.read_bytes() + message((7, message((1, node)))))
    described(folder)
    with pytest.raises(ModelError, match="ONNX Runtime cannot read this file"):
        EncoderModel.load(folder).reading(text("Ann."))


def test_a_newer_encoder_and_another_model(folder: Path) -> None:
    about = json.loads((folder / "model.json").read_text())
    about["settings"]["encoder_format"] = 99
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match="newer release"):
        EncoderModel.load(folder)
    about["kind"] = "tagger"
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match="a model for 'tagger'"):
        EncoderModel.load(folder)


def test_an_encoder_that_lacks_a_graph(folder: Path) -> None:
    about = json.loads((folder / "model.json").read_text())
    del about["settings"]["files"]["pairs.onnx"]
    (folder / "model.json").write_text(json.dumps(about))
    with pytest.raises(ModelError, match=r"lacks pairs\.onnx"):
        EncoderModel.load(folder)


def test_a_tokenizer_that_is_none(folder: Path) -> None:
    (folder / "tokenizer.json").write_text("{}")
    with pytest.raises(ModelError, match=r"tokenizer\.json: this file has 2 bytes"):
        EncoderModel.load(folder)
    described(folder)
    with pytest.raises(ModelError, match="not a tokenizer"):
        EncoderModel.load(folder).reading(text("Ann."))
