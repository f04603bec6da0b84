"""A random encoder as training leaves it, and as it is used, with its weights as they are and in 8 bits."""

import os
from pathlib import Path

import pytest

from tests.encoder.made import converter, document, example, tokenizer_file

# Some virtual machines say that they have AMX, and stop the process that uses it.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a random network, as training leaves it."""
    torch = pytest.importorskip("torch", reason="the extra 'train' is not installed")
    from namesakes.encoder.model import HeadShape, Network
    from namesakes.encoder.network import Shape
    from namesakes.encoder.run import save_network

    folder = tmp_path_factory.mktemp("trained")
    make = converter()
    example(folder, make)
    make.words(document(folder), "second")
    torch.manual_seed(4)
    shape = Shape(pieces=20, layers=2, size=64, heads=4, inner=96, positions=514)
    network = Network(shape, make.labels, HeadShape(64, 0.0))
    for parameter in network.parameters():
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.15)
    torch.nn.init.constant_(network.antecedents.score.bias, 4.0)  # so that something is linked
    save_network(folder, network)
    tokenizer_file(folder)
    return folder


@pytest.fixture(scope="session")
def exact(trained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _exported(trained, tmp_path_factory.mktemp("exact"), exact=True)


@pytest.fixture(scope="session")
def coarse(trained: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _exported(trained, tmp_path_factory.mktemp("coarse"), exact=False)


def _exported(trained: Path, folder: Path, *, exact: bool) -> Path:
    pytest.importorskip("onnx", reason="the extra 'train' is not installed")
    pytest.importorskip("onnxruntime", reason="the extra 'accurate' is not installed")
    pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")
    from namesakes.encoder.export import export

    return export(trained, folder, part=300_000, exact=exact)
