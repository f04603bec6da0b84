"""A run of training from end to end: corpora and a base model go in, a folder with a trained encoder comes out."""

import json
import shutil
from collections.abc import Callable
from dataclasses import asdict, replace
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from namesakes.encoder.conversion import Converter
from namesakes.encoder.examples import RAW, Labels, load_examples, save_examples
from namesakes.encoder.export.weights import load_weights, save_weights
from namesakes.encoder.pieces import Pieces
from namesakes.encoder.training.corpora import development_examples, raw_examples, training_examples
from namesakes.encoder.training.curves import curves, read_log, svg
from namesakes.encoder.training.settings import EncoderSettings
from namesakes.errors import ConfigError, ModelError, UsageError
from namesakes.resources import install_command

if TYPE_CHECKING:
    from torch import Tensor

    from namesakes.encoder.network.layers import Shape
    from namesakes.encoder.network.model import Network
    from namesakes.encoder.training.trainer import Loss

CHECKPOINT, LOG, CURVES, PREPARED = "checkpoint.pt", "log.jsonl", "curves.svg", "prepared.json"
TOKENIZER, EXAMPLES, BASE, MODEL = "tokenizer.json", "examples", "base", "model"
BESIDE_RAW = 0.6
"""What the corpora give of their shares beside raw text."""

Echo = Callable[[str], None]


def prepare_encoder(corpora: Path | None, base: Path | None, out: Path, settings: EncoderSettings) -> None:
    """Put all that a run needs into its folder, which can then be taken to a machine that has PyTorch alone.

    Parameters
    ----------
    corpora : the folder of the unpacked corpora.
    base : a folder with `config.json`, `model.safetensors` and `tokenizer.json`; not needed by a run that begins with a
        trained encoder, nor by a student that begins with its teacher's layers: where it is given, a student begins
        with it, and cuts words as the teacher does.
    out : gets examples, the tokenizer, and the weights to begin with, in half precision.
    """
    if (out / PREPARED).is_file():
        return
    known = settings.teacher or settings.begin
    cut_by = Path(known) if known else base
    if corpora is None or cut_by is None:
        raise UsageError(f"{out}: nothing is prepared in this folder.\nGive the corpora (--data) and a model (--base).")
    _needed("torch", "tokenizers", *(() if base is None else ("safetensors",)))
    pieces = Pieces(cut_by / TOKENIZER)
    out.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(cut_by / TOKENIZER, out / TOKENIZER)
    if base is not None and not settings.begin:
        shape, weights = base_weights(base)
        if base != cut_by:
            shape, weights = with_pieces(shape, weights, Pieces(base / TOKENIZER), pieces)
        save_weights(out / BASE, {name: each.numpy() for name, each in weights.items()}, asdict(shape), levels=0)
    _examples(corpora, out, pieces, settings)
    (out / PREPARED).write_text(json.dumps({"marks": pieces.marks}), encoding="utf-8")


def train_encoder(
    corpora: Path | None, base: Path | None, out: Path, settings: EncoderSettings, *, echo: Echo | None = None
) -> dict[str, float]:
    """Train an encoder into a folder, or go on with the run that is there; what it measures on dev comes back.

    Parameters
    ----------
    corpora, base : see `prepare_encoder`; not needed where the folder is prepared.
    out : gets the weights, the tokenizer, a log, learning curves and the checkpoint.
    echo : gets each line of the log.
    """
    _needed("torch")
    from namesakes.encoder.training.evaluation import Evaluation
    from namesakes.encoder.training.sampling import without_fold
    from namesakes.encoder.training.trainer import Log, Trainer, seeded, use_threads

    _same_run(out, settings)
    prepare_encoder(corpora, base, out, settings)
    begin, end, fill = json.loads((out / PREPARED).read_text(encoding="utf-8"))["marks"]
    marks = (begin, end, fill)
    (train, labels), (dev, _) = (load_examples(out / f"{EXAMPLES}-{part}.npz") for part in ("train", "dev"))
    train = without_fold(train, settings.folds, settings.left_out)
    seeded(settings.seed)
    use_threads(settings.threads)
    network, loss = _network(out / BASE, labels, settings)
    if settings.teacher:
        shares = {name: share * BESIDE_RAW for name, share in settings.shares.items()}
        settings = replace(settings, shares={**shares, RAW: settings.raw_share})
    log = Log(out / LOG, echo)
    trainer = Trainer(
        network,
        settings,
        train,
        marks,
        loss=loss,
        measure=lambda one: Evaluation(one, marks)(dev),
        log=log,
        everything=bool(settings.teacher),
        checkpoint=out / CHECKPOINT,
    )
    trainer.run()
    found = Evaluation(network, marks)(dev)
    log(step=trainer.progress.step, seconds=round(trainer.progress.seconds, 1), dev=found)
    save_network(out, network)
    if find_spec("onnx") is not None and find_spec("tokenizers") is not None:
        from namesakes.encoder.export.vocabulary import times_used
        from namesakes.encoder.export.writer import export

        used = times_used((each.pieces for each in train), network.shape.pieces)
        export(
            out,
            out / MODEL,
            row_bits=settings.row_bits,
            product_bits=settings.product_bits,
            head_bits=settings.head_bits,
            prune=settings.prune,
            used=used,
            most=settings.most_pieces,
        )
    rows = read_log(out / LOG)
    (out / CURVES).write_text(svg({"losses": curves(rows, "losses"), "dev": curves(rows, "dev")}), encoding="utf-8")
    return found


def _needed(*names: str) -> None:
    """Say what is missing before any work is done."""
    missing = [name for name in names if find_spec(name) is None]
    if missing:
        raise UsageError(
            f"an encoder is trained with {' and '.join(missing)}, which {'is' if len(missing) == 1 else 'are'} not "
            f"installed.\nInstall what it needs with: {install_command('train')}"
        )


def _same_run(out: Path, settings: EncoderSettings) -> None:
    """Refuse to go on with a run that had other settings."""
    out.mkdir(parents=True, exist_ok=True)
    path, said = out / "settings.json", _as_json(settings)
    if (out / CHECKPOINT).is_file() and path.is_file() and _begun_with(path) != json.loads(said):
        raise ConfigError(f"{out}: a run with other settings was begun here.\nTake another folder, or remove it.")
    path.write_text(said, encoding="utf-8")


def _begun_with(path: Path) -> Any:
    """The settings of a run that was begun; those that there were not yet are as they are by default."""
    try:
        return {**json.loads(_as_json(EncoderSettings())), **json.loads(path.read_text(encoding="utf-8"))}
    except (ValueError, TypeError):
        return None


def _as_json(settings: EncoderSettings) -> str:
    return json.dumps(asdict(settings), indent=2, sort_keys=True)


def _examples(corpora: Path, out: Path, pieces: Pieces, settings: EncoderSettings) -> None:
    """Write the examples to learn from and to measure on."""
    trained = settings.teacher or settings.begin
    make = Converter(pieces, Labels(**load_weights(Path(trained))[1]["labels"]) if trained else None)
    found = training_examples(corpora, make, commercial=settings.commercial)
    measured = development_examples(corpora, make)
    if settings.teacher:
        found += raw_examples(corpora, make, settings.raw_words, settings.raw)
    save_examples(out / f"{EXAMPLES}-dev.npz", measured, make.labels)
    save_examples(out / f"{EXAMPLES}-train.npz", found, make.labels)


def _network(base: Path, labels: Labels, settings: EncoderSettings) -> "tuple[Network, Loss]":
    import torch

    from namesakes.encoder.network.model import smaller
    from namesakes.encoder.training.distillation import Distillation
    from namesakes.encoder.training.losses import losses

    device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
    if settings.teacher:
        teacher = load_network(Path(settings.teacher)).to(device)
        teacher.window, teacher.in_half = (settings.core, settings.context), settings.half
        if base.is_dir():
            made = _on_base(base, teacher.labels, settings)
        else:
            made = smaller(teacher, _kept(teacher.shape.layers, settings.layers))
        made.in_half = settings.half
        return made.to(device), Distillation(teacher, made.shape.size).to(device)
    if settings.begin:
        made = load_network(Path(settings.begin))
        if made.labels != labels:
            raise ConfigError(f"{settings.begin}: this encoder has other labels than the corpora of this run.")
        made.window = settings.core, settings.context
    else:
        made = _on_base(base, labels, settings)
    made = smaller(made, _kept(made.shape.layers, settings.layers)).to(device)
    made.in_half = settings.half
    return made, losses


def _on_base(base: Path, labels: Labels, settings: EncoderSettings) -> "Network":
    """A network over the pretrained weights of a folder, its heads still random."""
    import torch

    from namesakes.encoder.network.layers import Shape
    from namesakes.encoder.network.model import HeadShape, Network

    weights, about = load_weights(base)
    heads = HeadShape(settings.inner, settings.dropout)
    made = Network(Shape(**about), labels, heads, (settings.core, settings.context))
    made.encoder.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    return made


def _kept(there: int, wanted: int) -> list[int]:
    """The layers that are kept, evenly spread, the last among them; all where 0 are wanted."""
    if not 0 <= wanted <= there:
        raise ConfigError(f"of {there} layers, 1 to {there} can be kept (0 for all), not {wanted}.")
    count = wanted or there
    return [(number + 1) * there // count - 1 for number in range(count)]


def base_weights(base: Path) -> "tuple[Shape, dict[str, Tensor]]":
    """The shape and the weights of a pretrained encoder of the kind BERT or MPNet."""
    from safetensors import SafetensorError
    from safetensors.torch import load_file

    from namesakes.encoder.network.layers import Shape, converted

    try:
        shape = Shape.of(json.loads((base / "config.json").read_text(encoding="utf-8")))
        return shape, converted(load_file(base / "model.safetensors"), shape)
    except (OSError, ValueError, KeyError, SafetensorError) as error:
        raise ModelError(
            f"{base}: this is no encoder that can be learnt from ({error!r}).\n"
            "It needs config.json and model.safetensors, of the kind BERT or MPNet."
        ) from error


def with_pieces(
    shape: "Shape", weights: "dict[str, Tensor]", own: Pieces, wanted: Pieces
) -> "tuple[Shape, dict[str, Tensor]]":
    """Pretrained weights with the pieces of another tokenizer; a piece that they do not have is an unknown one."""
    import torch

    rows = torch.full((wanted.size,), own.unknown, dtype=torch.long)
    known = own.vocabulary
    for piece, number in wanted.vocabulary.items():
        rows[number] = known.get(piece, own.unknown)
    for number, mark in zip(wanted.marks, own.marks, strict=True):
        rows[number] = mark
    table = weights["words.weight"][rows]
    return replace(shape, pieces=wanted.size), {**weights, "words.weight": table}


def save_network(folder: Path, network: "Network", levels: int = 0) -> None:
    """Write a network's weights in parts, in half precision or coarser."""
    weights = {name: tensor.detach().float().cpu().numpy() for name, tensor in network.state_dict().items()}
    save_weights(folder, weights, network.about(), levels=levels)


def load_network(folder: Path) -> "Network":
    """The network whose weights are in a folder."""
    import torch

    from namesakes.encoder.network.model import Network

    weights, about = load_weights(folder)
    made = Network.of(about)
    made.load_state_dict({name: torch.from_numpy(array) for name, array in weights.items()})
    return made
