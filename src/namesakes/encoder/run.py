"""A run of training from end to end: corpora and a base model go in, a folder with a trained encoder comes out."""

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from namesakes.encoder.conversion import Converter
from namesakes.encoder.corpora import development_examples, raw_examples, training_examples
from namesakes.encoder.curves import curves, read_log, svg
from namesakes.encoder.examples import RAW, Example, Labels, load_examples, save_examples
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.settings import EncoderSettings
from namesakes.encoder.weights import load_weights, save_weights
from namesakes.errors import ConfigError, ModelError, UsageError

if TYPE_CHECKING:
    from torch import Tensor

    from namesakes.encoder.model import Network
    from namesakes.encoder.network import Shape
    from namesakes.encoder.training import Loss

CHECKPOINT, LOG, CURVES, TOKENIZER, EXAMPLES, MODEL = (
    "checkpoint.pt",
    "log.jsonl",
    "curves.svg",
    "tokenizer.json",
    "examples",
    "model",
)
BESIDE_RAW = 0.6
"""What the corpora give of their shares beside raw text."""

Echo = Callable[[str], None]


def train_encoder(
    corpora: Path, base: Path, out: Path, settings: EncoderSettings, *, echo: Echo | None = None
) -> dict[str, float]:
    """Train an encoder into a folder, or go on with the run that is there; what it measures on dev comes back.

    Parameters
    ----------
    corpora : the folder of the unpacked corpora.
    base : a folder with `config.json`, `model.safetensors` and `tokenizer.json`; of a student, `tokenizer.json` alone.
    out : gets the weights, the tokenizer, a log, learning curves and the checkpoint.
    echo : gets each line of the log.
    """
    _needed()
    from namesakes.encoder.evaluation import Evaluation
    from namesakes.encoder.training import Log, Trainer, seeded

    pieces = Pieces(base / TOKENIZER)
    _same_run(out, settings)
    shutil.copyfile(base / TOKENIZER, out / TOKENIZER)
    train, dev, labels = _examples(corpora, out, pieces, settings)
    seeded(settings.seed)
    network, loss = _network(base, labels, settings)
    if settings.teacher:
        shares = {name: share * BESIDE_RAW for name, share in settings.shares.items()}
        settings = replace(settings, shares={**shares, RAW: settings.raw_share})
    log = Log(out / LOG, echo)
    trainer = Trainer(
        network,
        settings,
        train,
        pieces.marks,
        loss=loss,
        measure=lambda one: Evaluation(one, pieces.marks)(dev),
        log=log,
        everything=bool(settings.teacher),
        checkpoint=out / CHECKPOINT,
    )
    trainer.run()
    found = Evaluation(network, pieces.marks)(dev)
    log(step=trainer.progress.step, seconds=round(trainer.progress.seconds, 1), dev=found)
    save_network(out, network)
    if find_spec("onnx") is not None:
        from namesakes.encoder.export import export

        export(out, out / MODEL)
    rows = read_log(out / LOG)
    (out / CURVES).write_text(svg({"losses": curves(rows, "losses"), "dev": curves(rows, "dev")}), encoding="utf-8")
    return found


def _needed() -> None:
    """Say what is missing before any work is done."""
    missing = [name for name in ("torch", "tokenizers", "safetensors") if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"an encoder is trained with {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not "
            "installed.\nInstall what it needs with: pip install 'namesakes[train]'"
        )


def _same_run(out: Path, settings: EncoderSettings) -> None:
    """Refuse to go on with a run that had other settings."""
    out.mkdir(parents=True, exist_ok=True)
    path, said = out / "settings.json", json.dumps(asdict(settings), indent=2, sort_keys=True)
    if (out / CHECKPOINT).is_file() and path.is_file() and path.read_text(encoding="utf-8") != said:
        raise ConfigError(f"{out}: a run with other settings was begun here.\nTake another folder, or remove it.")
    path.write_text(said, encoding="utf-8")


def _examples(
    corpora: Path, out: Path, pieces: Pieces, settings: EncoderSettings
) -> tuple[list[Example], list[Example], Labels]:
    """The examples to learn from and to measure on; kept in files, so that a run that goes on has them at once."""
    train, dev = out / f"{EXAMPLES}-train.npz", out / f"{EXAMPLES}-dev.npz"
    if train.is_file() and dev.is_file():
        found, labels = load_examples(train)
        return found, load_examples(dev)[0], labels
    known = None
    if settings.teacher:
        known = Labels(**load_weights(Path(settings.teacher))[1]["labels"])
    make = Converter(pieces, known)
    found = training_examples(corpora, make, commercial=settings.commercial)
    measured = development_examples(corpora, make)
    if settings.teacher:
        found += raw_examples(corpora, make, settings.raw_words)
    save_examples(dev, measured, make.labels)
    save_examples(train, found, make.labels)
    return found, measured, make.labels


def _network(base: Path, labels: Labels, settings: EncoderSettings) -> "tuple[Network, Loss]":
    import torch

    from namesakes.encoder.distillation import Distillation
    from namesakes.encoder.losses import losses
    from namesakes.encoder.model import HeadShape, Network, smaller

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if settings.teacher:
        teacher = load_network(Path(settings.teacher)).to(device)
        if not 0 < settings.layers <= teacher.shape.layers:
            raise ConfigError(
                f"a student of this teacher has 1 to {teacher.shape.layers} layers, not {settings.layers}."
            )
        kept = [number * teacher.shape.layers // settings.layers for number in range(settings.layers)]
        return smaller(teacher, kept).to(device), Distillation(teacher)
    shape, weights = base_weights(base)
    made = Network(shape, labels, HeadShape(settings.inner, settings.dropout))
    made.encoder.load_state_dict(weights)
    return made.to(device), losses


def base_weights(base: Path) -> "tuple[Shape, dict[str, Tensor]]":
    """The shape and the weights of a pretrained encoder of the kind BERT or MPNet."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    from namesakes.encoder.network import Shape, converted

    try:
        shape = Shape.of(json.loads((base / "config.json").read_text(encoding="utf-8")))
        return shape, converted(load_file(base / "model.safetensors"), shape)
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise ModelError(
            f"{base}: this is no encoder that can be learnt from ({error!r}).\n"
            "It needs config.json and model.safetensors, of the kind BERT or MPNet."
        ) from error


def save_network(folder: Path, network: "Network", levels: int = 0) -> None:
    """Write a network's weights in parts, in half precision or coarser."""
    weights = {name: tensor.detach().float().cpu().numpy() for name, tensor in network.state_dict().items()}
    save_weights(folder, weights, network.about(), levels=levels)


def load_network(folder: Path) -> "Network":
    """The network whose weights are in a folder."""
    import torch

    from namesakes.encoder.model import Network

    weights, about = load_weights(folder)
    made = Network.of(about)
    made.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    return made
