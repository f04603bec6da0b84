"""What can be said of a run without PyTorch: its settings, its log, what is missing."""

import json
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from namesakes.cli.main import group
from namesakes.encoder.export import writer as exporting
from namesakes.encoder.files import check_graph, session
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.training.curves import curves, read_log, svg
from namesakes.encoder.training.run import CHECKPOINT, _same_run, train_encoder
from namesakes.encoder.training.settings import EncoderSettings
from namesakes.errors import ConfigError, ModelError, UsageError
from tests.encoder.made import message


def test_a_log_becomes_curves(tmp_path: Path) -> None:
    path = tmp_path / "log.jsonl"
    rows = [{"step": 1, "losses": {"a": 9.0}}, {"step": 2, "losses": {"a": 2.0, "<b>": 1.0}, "dev": {"CoNLL": 50.0}}]
    again = [{"step": 1, "losses": {"a": 3.0}}]
    path.write_text("\n".join(json.dumps(row) for row in rows + again) + '\n{"step": 3, "lo', encoding="utf-8")
    found = curves(read_log(path), "losses")
    assert found == {"a": [(1.0, 3.0), (2.0, 2.0)], "<b>": [(2.0, 1.0)]}
    drawn = ElementTree.fromstring(svg({"losses": found, "dev": curves(read_log(path), "dev"), "none": {}}))
    lines = [each for each in drawn if each.tag.endswith("polyline")]
    assert len(lines) == 3
    assert any("nothing yet" in (each.text or "") for each in drawn)


def test_settings_that_make_no_sense_are_refused() -> None:
    for wrong in ({"steps": 0}, {"measure_every": 0.0}, {"averaging": 1.0}):
        with pytest.raises(ConfigError):
            EncoderSettings(**wrong)  # type: ignore[arg-type]


def test_other_numbers_of_bits_are_refused() -> None:
    for name in ("row_bits", "product_bits", "head_bits"):
        assert EncoderSettings(**{name: 4})  # type: ignore[arg-type]
        with pytest.raises(ConfigError, match=f"{name.replace('_', '-')} are 4 or 8.* not 6"):
            EncoderSettings(**{name: 6})  # type: ignore[arg-type]


def test_a_run_of_before_there_was_a_setting_goes_on(tmp_path: Path) -> None:
    _same_run(tmp_path, EncoderSettings(seed=3))
    (tmp_path / CHECKPOINT).write_bytes(b"")
    path = tmp_path / "settings.json"
    former = json.loads(path.read_text(encoding="utf-8"))
    del former["product_bits"]
    path.write_text(json.dumps(former), encoding="utf-8")
    _same_run(tmp_path, EncoderSettings(seed=3))
    for other in (EncoderSettings(seed=3, product_bits=4), EncoderSettings(seed=4)):
        with pytest.raises(ConfigError, match="other settings"):
            _same_run(tmp_path, other)
    path.write_text("{", encoding="utf-8")
    with pytest.raises(ConfigError, match="other settings"):
        _same_run(tmp_path, EncoderSettings(seed=3))


def test_without_the_extra_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namesakes.encoder.training.run.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"install .*\[train\]'"):
        train_encoder(tmp_path, tmp_path, tmp_path / "out", EncoderSettings())


def test_the_command_says_it_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namesakes.encoder.training.run.find_spec", lambda name: None if name == "torch" else object())
    folder = str(tmp_path)
    config = tmp_path / "encoder.toml"
    config.write_text("steps = 3\n[shares]\nontogum = 100.0\n")
    call = ["train", "encoder", "--config", str(config), "--data", folder, "--base", folder, "--out", folder]
    done = CliRunner().invoke(group, call)
    assert isinstance(done.exception, UsageError)
    assert "torch, which is not" in str(done.exception)
    config.write_text("stepz = 3\n")
    assert "stepz" in str(CliRunner().invoke(group, call).exception)


def test_without_the_extras_an_encoder_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("tokenizers", "onnxruntime"):
        monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UsageError, match=r"install .*\[accurate\]'"):
        Pieces(tmp_path / "tokenizer.json")
    with pytest.raises(UsageError, match=r"install .*\[accurate\]'"):
        session(tmp_path / "encoder.onnx", ("pieces",))
    monkeypatch.setattr(exporting, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"install .*\[train\]'"):
        exporting.export(tmp_path, tmp_path)


def test_operators_of_a_file_by_hand(tmp_path: Path) -> None:
    path = tmp_path / "made.onnx"
    plain, node = message((1, b""), (2, 17)), message((4, b"Add"))
    path.write_bytes(message((1, 8), (7, message((1, node))), (8, plain)))
    check_graph(path)
    for wrong, said in (
        (message((7, message((1, message((4, b"Own"), (7, b"made.up"))))), (8, plain)), "operators of made.up"),
        (message((8, plain), (8, message((1, b"other"), (2, 1)))), "operators of other"),
        (message((8, message((2, 99)))), "version 99"),
        (message((7, b"")), "no known set"),
        (message((8, plain))[:-1], "no ONNX file"),
        (b"\xff" * 40, "no ONNX file"),
    ):
        path.write_bytes(wrong)
        with pytest.raises(ModelError, match=said):
            check_graph(path)
