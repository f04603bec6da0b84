"""What a smaller encoder costs, measured with a tiny random one."""

import shutil
from pathlib import Path

import pytest

from namesakes.encoder.examples import Labels, save_examples
from namesakes.errors import DataError
from namesakes.formats import read, write
from reproduction.ours import encoder_sizes
from tests.chains.made import story
from tests.encoder.made import example, random_network


def test_a_row_for_each_size(tmp_path: Path) -> None:
    for name in ("torch", "onnx", "onnxruntime", "tokenizers"):
        pytest.importorskip(name, reason="an extra is not installed")
    folder = tmp_path / "ontogum" / "conllu" / "dev"
    folder.mkdir(parents=True)
    (folder / "0.conllu").write_text(story(0), encoding="utf-8")
    (tmp_path / "litbank").mkdir()
    write(read(folder), tmp_path / "litbank" / "dev.nosingle.conll", format="conll2012")
    trained = tmp_path / "trained"
    trained.mkdir()
    random_network(trained, size=32, inner=48, positions=130, window=(56, 24))
    made = example(tmp_path)
    made.pieces = made.pieces % 13  # the pieces of the small tokenizer
    save_examples(trained / "examples-train.npz", [made], Labels())
    (trained / "settings.json").write_text("{}", encoding="utf-8")
    four = {"row_bits": 4, "product_bits": 4}
    tried = {"exact": ({"exact": True}, 0), "8 bits": ({}, 0), "fewer": ({"prune": True}, 9), "4 bits": (four, 0)}
    shutil.copytree(trained, tmp_path / "teacher")
    others = {"8 bits": ({}, 0)}
    outcome = encoder_sizes.run(tmp_path, 0, encoder_sizes.Settings(tried, others, 1), trained=trained)
    assert [row[0] for row in outcome.rows] == [*tried, "12 layers, 8 bits"]
    assert outcome.rows[-1][1:2] + outcome.rows[-1][3:] == outcome.rows[1][1:2] + outcome.rows[1][3:], "the same again"
    sizes = [float(row[1]) for row in outcome.rows]
    assert sizes[0] > sizes[1] >= sizes[2] > 0
    assert sizes[0] > sizes[3]
    assert all(0 <= float(value) <= 100 for row in outcome.rows for value in row[3:])
    assert outcome.figure is not None


def test_without_a_trained_encoder_it_says_so(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no trained encoder"):
        encoder_sizes.run(tmp_path, 0, trained=tmp_path)
