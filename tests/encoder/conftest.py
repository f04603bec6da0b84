"""A random encoder as training leaves it, and as it is used, with its weights as they are and in 8 bits."""

import os
from pathlib import Path

import pytest

from tests.encoder.made import GOLDEN, random_network

# Some virtual machines say that they have AMX, and stop the process that uses it.
os.environ.setdefault("ONEDNN_MAX_CPU_ISA", "AVX512_CORE_BF16")


@pytest.fixture(scope="session")
def tiny() -> Path:
    """The random encoder that is committed, as `tests.encoder.golden` has written it: it needs no PyTorch."""
    pytest.importorskip("onnxruntime", reason="the extra 'accurate' is not installed")
    pytest.importorskip("tokenizers", reason="the extra 'accurate' is not installed")
    return GOLDEN


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a random network, as training leaves it."""
    pytest.importorskip("torch", reason="the extra 'train' is not installed")
    return random_network(tmp_path_factory.mktemp("trained"), size=64, inner=96, positions=514)


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
    from namesakes.encoder.export.writer import export

    return export(trained, folder, part=300_000, exact=exact)
