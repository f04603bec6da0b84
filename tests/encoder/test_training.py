"""Runs of training: rates, means, checkpoints, curves."""

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from namesakes.encoder.training.curves import curves, read_log
from namesakes.encoder.training.run import train_encoder
from namesakes.encoder.training.settings import EncoderSettings
from namesakes.errors import ConfigError, ModelError, UsageError
from namesakes.learning.whole_files import before
from tests.encoder.made import MARKS, converter, example, random_base, tokenizer_file

torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")

from namesakes.encoder.network.layers import Shape  # noqa: E402
from namesakes.encoder.network.model import HeadShape, Network  # noqa: E402
from namesakes.encoder.training.trainer import Log, Mean, Progress, Trainer, seeded  # noqa: E402

SETTINGS = EncoderSettings(
    steps=12, rate=1e-3, head_rate=1e-3, averaging=0.9, measure_every=0.25, save_every=5, shares={"first": 12.0}
)


def trainer(folder: Path, name: str, echo: object = None) -> Trainer:
    make = converter()
    made = example(folder, make)
    seeded(1)
    shape = Shape(pieces=500, layers=2, size=16, heads=2, inner=24, positions=520)
    network = Network(shape, make.labels, HeadShape(12, 0.2))
    log = Log(folder / f"{name}.jsonl", echo)  # type: ignore[arg-type]
    return Trainer(network, SETTINGS, [made], MARKS, log=log, checkpoint=folder / f"{name}.pt")


class KilledError(Exception):
    """A run that was stopped."""


def kill_at_nine(line: str) -> None:
    if json.loads(line)["step"] == 9:
        raise KilledError


def test_a_run_that_was_killed_goes_on_to_the_same_weights(tmp_path: Path) -> None:
    whole = trainer(tmp_path, "whole").run().state_dict()
    with pytest.raises(KilledError):
        trainer(tmp_path, "killed", kill_at_nine).run()
    torch.rand(100)  # whatever was drawn in between
    again = trainer(tmp_path, "killed").run().state_dict()
    for name, tensor in whole.items():
        assert torch.equal(tensor, again[name]), name
    assert curves(read_log(tmp_path / "killed.jsonl"), "losses") == curves(read_log(tmp_path / "whole.jsonl"), "losses")
    plain = Network.of(trainer(tmp_path, "other").network.about()).state_dict()
    assert not torch.equal(plain["tags.tasks.xpos.weight"], whole["tags.tasks.xpos.weight"])


def test_a_checkpoint_of_another_run_is_refused(tmp_path: Path) -> None:
    trainer(tmp_path, "one").run()
    other = trainer(tmp_path, "one")
    other.settings = replace(SETTINGS, seed=2)
    with pytest.raises(ModelError, match="another seed"):
        other.run()
    before(tmp_path / "one.pt").unlink()
    (tmp_path / "one.pt").write_bytes(b"PK nothing")
    with pytest.raises(ModelError, match="no checkpoint of this run"):
        trainer(tmp_path, "one").run()


def kill_at_twelve(line: str) -> None:
    if json.loads(line)["step"] == 12:
        raise KilledError


def test_a_checkpoint_that_was_cut_gives_way_to_the_one_before(tmp_path: Path) -> None:
    whole = trainer(tmp_path, "whole").run().state_dict()
    with pytest.raises(KilledError):
        trainer(tmp_path, "killed", kill_at_twelve).run()
    path = tmp_path / "killed.pt"
    assert before(path).exists()
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.warns(UserWarning, match="goes on from the one before"):
        again = trainer(tmp_path, "killed").run().state_dict()
    for name, tensor in whole.items():
        assert torch.equal(tensor, again[name]), name


def test_rates_rise_and_fall() -> None:
    progress = Progress(EncoderSettings(steps=100, warm_up=0.1))
    found = []
    for step in (0, 5, 10, 55, 100):
        progress.step = step
        found.append(progress.factor())
    assert found == pytest.approx([0.01, 0.5, 1.0, 0.5, 0.0])


def test_the_mean_of_weights() -> None:
    layer = torch.nn.Linear(1, 1, bias=False)
    torch.nn.init.constant_(layer.weight, 0.0)
    mean = Mean(layer, 0.5)  # type: ignore[arg-type]
    for value in (1.0, 3.0):
        torch.nn.init.constant_(layer.weight, value)
        mean.update(layer)  # type: ignore[arg-type]
    first = (1 - 1 / 11) * 1.0  # the first ones soon count for nothing
    assert float(mean.weights[0]) == pytest.approx(first + (3.0 - first) * (1 - 2 / 12))
    mean.swap(layer)  # type: ignore[arg-type]
    assert float(mean.weights[0]) == 3.0


def made_base(folder: Path) -> Path:
    """A folder with a tiny random encoder of the kind BERT, as `transformers` names its weights."""
    from safetensors.torch import save_file

    from tests.encoder.test_network import bert_weights

    folder.mkdir()
    tokenizer_file(folder)
    config = {
        "model_type": "bert",
        "vocab_size": 50,
        "num_hidden_layers": 1,
        "hidden_size": 8,
        "hidden_dropout_prob": 0.1,
    }
    config |= {
        "num_attention_heads": 2,
        "intermediate_size": 12,
        "max_position_embeddings": 520,
        "layer_norm_eps": 1e-5,
    }
    (folder / "config.json").write_text(json.dumps(config))
    save_file(bert_weights(), folder / "model.safetensors")
    return folder


def test_pretrained_pieces_in_the_order_of_another_tokenizer() -> None:
    from namesakes.encoder.training.run import with_pieces

    vocabulary = {"[UNK]": 0, "[CLS]": 1, "[SEP]": 2, "[PAD]": 3, "cat": 4}
    own = SimpleNamespace(vocabulary=vocabulary, unknown=0, marks=(1, 2, 3))
    wanted = SimpleNamespace(
        vocabulary={"<s>": 0, "<pad>": 1, "</s>": 2, "cat": 3, "dog": 4, "[UNK]": 5}, size=6, marks=(0, 2, 1)
    )
    weights = {"words.weight": torch.arange(5.0)[:, None], "norm.weight": torch.ones(1)}
    shape, found = with_pieces(Shape(pieces=5, size=1), weights, own, wanted)  # type: ignore[arg-type]
    assert shape.pieces == 6
    assert found["words.weight"][:, 0].tolist() == [1.0, 3.0, 2.0, 4.0, 0.0, 0.0]
    assert found["norm.weight"] is weights["norm.weight"]


def _with_made_corpora(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = "namesakes.encoder.training.run"
    monkeypatch.setattr(f"{made}.training_examples", lambda corpora, make, commercial: [example(folder, make)])
    monkeypatch.setattr(f"{made}.development_examples", lambda corpora, make: [example(folder, make)])
    monkeypatch.setattr(f"{made}.raw_examples", lambda corpora, make, words, sources: [])


def test_from_corpora_to_a_folder_and_from_there_a_student(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")
    from namesakes.encoder.training.run import load_network, prepare_encoder

    _with_made_corpora(tmp_path, monkeypatch)
    base, out = made_base(tmp_path / "base"), tmp_path / "out"
    settings = replace(SETTINGS, steps=4, inner=12)
    prepare_encoder(tmp_path, base, out, settings)
    monkeypatch.setattr("namesakes.encoder.training.run.base_weights", None)  # what is prepared is enough
    found = train_encoder(None, None, out, settings)
    monkeypatch.undo()
    _with_made_corpora(tmp_path, monkeypatch)
    assert "first CoNLL" in found
    with pytest.raises(UsageError, match="nothing is prepared"):
        train_encoder(None, None, tmp_path / "elsewhere", settings)
    assert {path.name for path in out.iterdir()} >= {"log.jsonl", "curves.svg", "tokenizer.json", "weights-000.bin"}
    assert load_network(out).shape.layers == 1
    (out / "checkpoint.pt").write_bytes(b"")
    with pytest.raises(ConfigError, match="other settings"):
        train_encoder(tmp_path, base, out, replace(settings, steps=5))
    student = replace(settings, teacher=str(out), layers=1)
    assert "first UAS" in train_encoder(tmp_path, None, tmp_path / "student", student)
    own_student, other = tmp_path / "own-student", tmp_path / "wide"
    other.mkdir()
    assert "first UAS" in train_encoder(tmp_path, random_base(other), own_student, student)
    assert load_network(own_student).shape.size == 32
    assert "mapped.weight" not in load_network(own_student).state_dict()
    longer = replace(settings, begin=str(out), steps=1, rate=0.0, head_rate=0.0, averaging=0.0)
    assert "first UAS" in train_encoder(tmp_path, None, tmp_path / "longer", longer)
    own, other = (load_network(folder).state_dict() for folder in (out, tmp_path / "longer"))
    assert all(torch.equal(tensor, other[name]) for name, tensor in own.items())
    with pytest.raises(ConfigError, match="not both"):
        replace(longer, teacher=str(out))
    with pytest.raises(ConfigError, match="1 to 1 can be kept"):
        train_encoder(tmp_path, None, tmp_path / "other", replace(student, layers=3))
    (base / "config.json").write_text("{}")
    with pytest.raises(ModelError, match="no encoder that can be learnt from"):
        train_encoder(tmp_path, base, tmp_path / "third", settings)
    assert np.isfinite(list(found.values())).all()
