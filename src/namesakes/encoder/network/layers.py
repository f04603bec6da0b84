"""The encoder: BERT's layers, with MPNet's biases by distance where it has them; plain PyTorch, and our own.

Devlin, Chang, Lee and Toutanova (2019), BERT; Song, Tan, Qin, Lu and Liu (2020), MPNet: Masked and Permuted
Pre-training for Language Understanding.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn


@dataclass(frozen=True)
class Shape:
    """How large an encoder is, and of which kind: `mpnet` or `bert`."""

    kind: str = "mpnet"
    pieces: int = 30527
    layers: int = 12
    size: int = 768
    heads: int = 12
    inner: int = 3072
    positions: int = 514
    buckets: int = 32
    epsilon: float = 1e-5
    dropout: float = 0.1

    @classmethod
    def of(cls, config: Mapping[str, Any]) -> "Shape":
        """The shape that a `config.json` describes."""
        return cls(
            kind="mpnet" if config["model_type"] == "mpnet" else "bert",
            pieces=config["vocab_size"],
            layers=config["num_hidden_layers"],
            size=config["hidden_size"],
            heads=config["num_attention_heads"],
            inner=config["intermediate_size"],
            positions=config["max_position_embeddings"],
            buckets=config.get("relative_attention_num_buckets", 32),
            epsilon=config["layer_norm_eps"],
            dropout=config["hidden_dropout_prob"],
        )


class Layer(nn.Module):
    """Attention and a network of two steps, each added to what came in and normed."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.heads, self.rate = shape.heads, shape.dropout
        self.attention = nn.Linear(shape.size, 3 * shape.size)
        self.output = nn.Linear(shape.size, shape.size)
        self.first_norm = nn.LayerNorm(shape.size, eps=shape.epsilon)
        self.widen = nn.Linear(shape.size, shape.inner)
        self.narrow = nn.Linear(shape.inner, shape.size)
        self.second_norm = nn.LayerNorm(shape.size, eps=shape.epsilon)

    def forward(self, states: Tensor, bias: Tensor) -> Tensor:
        """The states after this layer; `bias` is added to the attention's scores."""
        rows, length, size = states.shape
        mixed = self.attention(states).view(rows, length, 3, self.heads, size // self.heads).permute(2, 0, 3, 1, 4)
        seen = attended(mixed[0], mixed[1], mixed[2], bias, self.rate if self.training else 0.0)
        seen = self.output(seen.transpose(1, 2).reshape(rows, length, size))
        states = self.first_norm(states + dropped(seen, self.rate, self.training))
        inner = self.narrow(F.gelu(self.widen(states)))
        return self.second_norm(states + dropped(inner, self.rate, self.training))


def attended(asked: Tensor, known: Tensor, said: Tensor, bias: Tensor, rate: float) -> Tensor:
    """What attention takes from `said`; on a processor nothing of it is dropped, which would take much longer.

    It is written out for a processor, since the fused form's gradients take twice as long there.
    """
    if asked.is_cuda:
        return F.scaled_dot_product_attention(asked, known, said, attn_mask=bias, dropout_p=rate)
    scores = (asked * asked.shape[-1] ** -0.5) @ known.transpose(-1, -2) + bias
    return scores.softmax(-1).to(said.dtype) @ said


def dropped(states: Tensor, rate: float, training: bool) -> Tensor:
    """The states, of which a share is set to 0 and the others are raised; a processor draws a byte for each."""
    if not training or not rate or states.is_cuda:
        return F.dropout(states, rate, training)
    count, least = states.numel(), round(rate * 256)
    bytes_ = torch.empty(count // 4 + 1, dtype=torch.int32).random_(-(2**31), 2**31 - 1).view(torch.uint8)
    kept = (bytes_[:count].view(states.shape) >= least).to(states.dtype)
    return states * (kept * (256 / (256 - least)))


class Dropout(nn.Module):
    """`dropped` as a layer."""

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, states: Tensor) -> Tensor:
        """The states, of which a share is set to 0 while the network learns."""
        return dropped(states, self.rate, self.training)


class Encoder(nn.Module):
    """A vector for each piece of each window."""

    def __init__(self, shape: Shape) -> None:
        super().__init__()
        self.shape = shape
        self.words = nn.Embedding(shape.pieces, shape.size)
        self.positions = nn.Embedding(shape.positions, shape.size)
        self.norm = nn.LayerNorm(shape.size, eps=shape.epsilon)
        self.layers = nn.ModuleList(Layer(shape) for _ in range(shape.layers))
        self.distances = nn.Embedding(shape.buckets, shape.heads) if shape.kind == "mpnet" else None
        self.offset = 2 if shape.kind == "mpnet" else 0

    def forward(self, pieces: Tensor, lengths: Tensor, more: Tensor | None = None) -> Tensor:
        """The vectors of windows of pieces, of which the first `lengths` of each row count.

        `more` is added to what the pieces begin as.
        """
        length = pieces.shape[1]
        places = torch.arange(length, device=pieces.device)
        begun = self.words(pieces) + self.positions(places + self.offset)
        states = self.norm(begun if more is None else begun + more)
        states = dropped(states, self.shape.dropout, self.training)
        bias = self._bias(places, lengths, states)
        for layer in self.layers:
            states = layer(states, bias)
        return states

    def _bias(self, places: Tensor, lengths: Tensor, states: Tensor) -> Tensor:
        """What is added to the scores of attention: nothing may look at padding, and MPNet looks by distance."""
        device = states.device.type
        kind = torch.get_autocast_dtype(device) if torch.is_autocast_enabled(device) else states.dtype
        padding = (places[None] >= lengths[:, None])[:, None, None].to(kind) * -30000.0
        if self.distances is None:
            return padding.expand(-1, 1, len(places), -1)
        near = self.distances(_buckets(places, self.shape.buckets)).permute(2, 0, 1)[None]
        return near.to(kind) + padding


def _buckets(places: Tensor, buckets: int, furthest: int = 128) -> Tensor:
    """The bucket of each pair of places: by direction, exact when near, by the logarithm when far (T5's)."""
    apart = places[:, None] - places[None]  # memory minus context, negated
    half = buckets // 2
    ahead = (apart < 0).long() * half
    distance = apart.abs()
    near = half // 2
    scale = (half - near) / math.log(furthest / near)
    far = near + (torch.log(distance.clamp(min=1).float() / near) * scale).long()
    return ahead + torch.where(distance < near, distance, far.clamp(max=half - 1))


def converted(weights: Mapping[str, Tensor], shape: Shape) -> dict[str, Tensor]:
    """Weights of `transformers` under the names that ours have."""
    found = {name.split("mpnet.")[-1].removeprefix("bert."): tensor.float() for name, tensor in weights.items()}
    made = {
        "words.weight": found["embeddings.word_embeddings.weight"],
        "positions.weight": found["embeddings.position_embeddings.weight"],
        "norm.weight": found["embeddings.LayerNorm.weight"],
        "norm.bias": found["embeddings.LayerNorm.bias"],
    }
    if shape.kind == "mpnet":
        made["distances.weight"] = found["encoder.relative_attention_bias.weight"]
    elif "embeddings.token_type_embeddings.weight" in found:
        made["positions.weight"] = made["positions.weight"] + found["embeddings.token_type_embeddings.weight"][0]
    for number in range(shape.layers):
        for end in ("weight", "bias"):
            made |= _layer(found, f"encoder.layer.{number}.", f"layers.{number}.", end, shape.kind)
    return made


def _layer(found: Mapping[str, Tensor], there: str, here: str, end: str, kind: str) -> dict[str, Tensor]:
    own = kind == "mpnet"
    parts = ("attn.q", "attn.k", "attn.v") if own else ("self.query", "self.key", "self.value")
    output, norm = ("attn.o", "LayerNorm") if own else ("output.dense", "output.LayerNorm")
    return {
        f"{here}attention.{end}": torch.cat([found[f"{there}attention.{part}.{end}"] for part in parts]),
        f"{here}output.{end}": found[f"{there}attention.{output}.{end}"],
        f"{here}first_norm.{end}": found[f"{there}attention.{norm}.{end}"],
        f"{here}widen.{end}": found[f"{there}intermediate.dense.{end}"],
        f"{here}narrow.{end}": found[f"{there}output.dense.{end}"],
        f"{here}second_norm.{end}": found[f"{there}output.LayerNorm.{end}"],
    }
