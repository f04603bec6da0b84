"""What the tests of the encoder are made of: pieces without a tokenizer, two small documents, a tiny network."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from namesakes.encoder.conversion import Converter
from namesakes.encoder.examples import Example
from namesakes.formats import read
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document
from tests.conftest import CHECKOUT

GOLDEN = CHECKOUT / "tests" / "golden" / "encoder"
"""A random encoder as it is used, and what it says of a text."""

VECTORS = CHECKOUT / "tests" / "golden" / "vectors"
"""A random model of vectors of texts."""

TEXT = "Ann Lee met Bob in Oslo. She liked him. " * 40

MARKS = (0, 2, 1)
"""The pieces that begin a window, end it, and fill it up."""

CONLLU = """# newdoc id = made_news_first
# text = Ann Lee met Bob in Oslo.
1\tAnn\tAnn\tPROPN\tNNP\tNumber=Sing\t4\tnsubj\t_\t_
2\tLee\tLee\tPROPN\tNNP\tNumber=Sing\t1\tflat\t_\t_
3\tquickly\tquickly\tADV\tRB\t_\t4\tadvmod\t_\t_
4\tmet\tmeet\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
5\tBob\tBob\tPROPN\tNNP\tNumber=Sing\t4\tobj\t_\t_
6\tin\tin\tADP\tIN\t_\t7\tcase\t_\t_
7\tOslo\tOslo\tPROPN\tNNP\tNumber=Sing\t4\tobl\t_\t_
8\t.\t.\tPUNCT\t.\t_\t4\tpunct\t_\t_

# text = She liked him.
1\tShe\tshe\tPRON\tPRP\tCase=Nom\t2\tnsubj\t_\t_
2\tliked\tlike\tVERB\tVBD\tTense=Past\t0\troot\t_\t_
3\thim\the\tPRON\tPRP\tCase=Acc\t2\tobj\t_\t_
4\t.\t.\tPUNCT\t.\t_\t2\tpunct\t_\t_

"""


class MadePieces:
    """Pieces of three letters each, numbered by their letters."""

    marks = MARKS
    size = 500

    def __call__(self, words: list[str]) -> tuple[Any, Any]:
        """The pieces of words, and for each word the place of its first one."""
        rows = [[_number(word[place : place + 3]) for place in range(0, len(word), 3)][:8] for word in words]
        first = np.cumsum([0, *(len(row) for row in rows)])[:-1]
        return np.array([piece for row in rows for piece in row], dtype=np.int32), first.astype(np.int32)


def _number(piece: str) -> int:
    return 3 + sum(ord(letter) * 31**place for place, letter in enumerate(piece)) % (MadePieces.size - 3)


def converter() -> Converter:
    """A converter with these pieces."""
    return Converter(MadePieces())  # type: ignore[arg-type]


def document(folder: Path) -> Document:
    """The document of `CONLLU`."""
    path = folder / "made.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    [found] = read(path)
    return found


CHAINS = np.array([(0, 2, 0), (8, 9, 0), (4, 5, 1), (10, 11, 1)], dtype=np.int32)
"""Ann Lee and She, Bob and him."""


def example(folder: Path, make: Converter | None = None) -> Example:
    """The document as an example with tags, a tree, chains, entities and names."""
    make = make or converter()
    made = make.example(document(folder), "first")
    made.chains = CHAINS.copy()
    kinds = make.numbers(["person", "place"], make.labels.types, growing=True)
    rows = [*((start, end, int(kinds[0])) for start, end, _ in CHAINS.tolist()), (6, 7, int(kinds[1]))]
    made.entities = np.array(rows, dtype=np.int32)
    return make.with_names(made, [(0, 2, "PER"), (4, 5, "PER"), (6, 7, "LOC")])


def tokenizer_file(folder: Path, words: str = "ann lee met bob in oslo . she liked him ##s un ##known") -> Path:
    """A small file `tokenizer.json` of word pieces, as BERT has them."""
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *words.split()]
    about = {
        "version": "1.0",
        "added_tokens": [],
        "normalizer": {"type": "BertNormalizer", "lowercase": True, "clean_text": True},
        "pre_tokenizer": {"type": "BertPreTokenizer"},
        "model": {
            "type": "WordPiece",
            "unk_token": "[UNK]",
            "continuing_subword_prefix": "##",
            "max_input_chars_per_word": 100,
            "vocab": {word: number for number, word in enumerate(vocabulary)},
        },
    }
    about["normalizer"] |= {"handle_chinese_chars": True, "strip_accents": None}  # type: ignore[operator]
    path = folder / "tokenizer.json"
    path.write_text(json.dumps(about), encoding="utf-8")
    return path


def text(words: str = TEXT) -> Document:
    """The text in words and sentences."""
    return Tokenizer.shipped()(Document(id="text", text=words))


def message(*fields: tuple[int, bytes | int]) -> bytes:
    """A message in the encoding of Protocol Buffers, of short fields."""
    made = b""
    for number, value in fields:
        made += bytes([number << 3, value]) if isinstance(value, int) else bytes([number << 3 | 2, len(value)]) + value
    return made


def random_base(folder: Path, *, pieces: int = 17, size: int = 32, inner: int = 48, layers: int = 2) -> Path:
    """The folder, with a random pretrained encoder of the kind BERT; needs safetensors."""
    from safetensors.numpy import save_file

    tokenizer_file(folder)
    config = {"model_type": "bert", "vocab_size": pieces, "num_hidden_layers": layers, "hidden_size": size}
    config |= {"num_attention_heads": 4, "intermediate_size": inner, "max_position_embeddings": 40}
    config |= {"layer_norm_eps": 1e-12, "hidden_dropout_prob": 0.0}
    (folder / "config.json").write_text(json.dumps(config), encoding="utf-8")
    shapes = {"embeddings.word_embeddings": (pieces, size), "embeddings.position_embeddings": (40, size)}
    for number in range(layers):
        own = f"encoder.layer.{number}."
        shapes |= {f"{own}attention.self.{part}": (size, size) for part in ("query", "key", "value")}
        shapes |= {f"{own}attention.output.dense": (size, size), f"{own}attention.output.LayerNorm": (size,)}
        shapes |= {f"{own}intermediate.dense": (inner, size), f"{own}output.dense": (size, inner)}
        shapes |= {f"{own}output.LayerNorm": (size,)}
    shapes |= {"embeddings.LayerNorm": (size,)}
    random = np.random.default_rng(8)
    weights = {}
    for name, shape in shapes.items():
        own = np.ones(shape) if "LayerNorm" in name else random.normal(size=shape) * (1 if "embed" in name else 0.15)
        weights[f"{name}.weight"] = own.astype(np.float32)
        if "embeddings" not in name or "LayerNorm" in name:
            weights[f"{name}.bias"] = np.zeros(shape[0], dtype=np.float32)
    save_file(weights, folder / "model.safetensors")
    return folder


def random_network(folder: Path, *, size: int, inner: int, positions: int, **options: Any) -> Path:
    """The folder, with a random network as training leaves it; needs PyTorch."""
    import torch

    from namesakes.encoder.network.layers import Shape
    from namesakes.encoder.network.model import HeadShape, Network
    from namesakes.encoder.training.run import save_network

    make = converter()
    example(folder, make)
    make.words(document(folder), "second")
    torch.manual_seed(4)
    shape = Shape(pieces=20, layers=2, size=size, heads=4, inner=inner, positions=positions)
    network = Network(shape, make.labels, HeadShape(size, 0.0), **options)
    for parameter in network.parameters():
        if parameter.dim() > 1:
            torch.nn.init.normal_(parameter, std=0.15)
    torch.nn.init.constant_(network.antecedents.score.bias, 4.0)  # so that something is linked
    with torch.no_grad():
        network.arcs.label_weight.copy_((network.arcs.label_weight * 8).round() / 8)  # a table that packs well
    save_network(folder, network)
    tokenizer_file(folder)
    return folder
