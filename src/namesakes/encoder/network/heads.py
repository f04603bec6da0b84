"""The heads for words: tags of each kind, arcs and their relations, spans that are mentions.

Arcs and relations are the deep biaffine ones of Dozat and Manning (2017).
"""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from namesakes.encoder.examples import Labels
from namesakes.encoder.network.layers import Dropout

RELATION_SIZE = 128


def network(size: int, inner: int, out: int, dropout: float) -> nn.Sequential:
    """Two steps with a norm between."""
    return nn.Sequential(
        nn.Linear(size, inner), nn.GELU(), nn.LayerNorm(inner), Dropout(dropout), nn.Linear(inner, out)
    )


def normal(*shape: int) -> nn.Parameter:
    """A parameter of small random numbers."""
    return nn.Parameter(torch.randn(*shape) * 0.02)


def taken(table: Tensor, places: Tensor) -> Tensor:
    """The rows at some places; as an embedding, whose gradient is summed several times as fast as that of an index."""
    return F.embedding(places, table)


class Tags(nn.Module):
    """A score for each label of each task, word by word."""

    def __init__(self, labels: Labels, size: int, dropout: float) -> None:
        super().__init__()
        self.dropout = Dropout(dropout)
        self.tasks = nn.ModuleDict({task: nn.Linear(size, max(1, len(names))) for task, names in labels.tasks.items()})

    def forward(self, states: Tensor) -> dict[str, Tensor]:
        """The scores of each task, a row a word."""
        states = self.dropout(states)
        return {task: layer(states) for task, layer in self.tasks.items()}


class Arcs(nn.Module):
    """A score for each head of each word of a sentence, and for each relation of an arc."""

    def __init__(self, relations: int, size: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.dropout = Dropout(dropout)
        self.heads, self.dependents = network(size, inner, inner, dropout), network(size, inner, inner, dropout)
        self.weight, self.bias, self.root = normal(inner, inner), nn.Parameter(torch.zeros(inner)), normal(inner)
        self.label_heads = network(size, inner, RELATION_SIZE, dropout)
        self.label_dependents = network(size, inner, RELATION_SIZE, dropout)
        self.label_root = normal(RELATION_SIZE)
        self.label_weight = normal(RELATION_SIZE + 1, relations, RELATION_SIZE + 1)

    def forward(self, states: Tensor, rows: Tensor) -> Tensor:
        """For each word of each sentence the scores of its heads: the root first, then the words of the sentence.

        `rows` are the sentences' words, filled up with -1; a word is never its own head.
        """
        states = self.dropout(states)
        filled = rows.clamp(min=0)
        heads, dependents = taken(self.heads(states), filled), taken(self.dependents(states) @ self.weight, filled)
        heads = torch.cat([self.root.to(heads.dtype).expand(len(rows), 1, -1), heads], dim=1)
        scores = dependents @ heads.transpose(1, 2) + (heads @ self.bias)[:, None]
        length = rows.shape[1]
        own = torch.eye(length, length + 1, device=rows.device, dtype=torch.bool).roll(1, dims=1)
        absent = torch.cat([torch.zeros_like(rows[:, :1], dtype=torch.bool), rows < 0], dim=1)
        return scores.masked_fill(own[None] | absent[:, None], -1e4)

    def relations(self, states: Tensor, words: Tensor, heads: Tensor) -> Tensor:
        """The scores of the relations of words to their heads; a head of -1 is the root."""
        states = self.dropout(states)
        dependents = self.label_dependents(states)[words]
        over = torch.cat([self.label_heads(states), self.label_root[None]])[heads]
        one = torch.ones(len(words), 1, device=states.device, dtype=states.dtype)
        left = torch.cat([dependents, one], dim=1) @ self.label_weight.flatten(1)
        left = left.view(len(words), -1, RELATION_SIZE + 1)
        return (left @ torch.cat([over, one], dim=1)[..., None])[..., 0]


class SpanScores(nn.Module):
    """Two scores for each span: that it is in a chain, and that it is an entity, alone or not."""

    KINDS = 2

    def __init__(self, size: int, inner: int, dropout: float) -> None:
        super().__init__()
        self.starts, self.ends = network(size, inner, inner, dropout), network(size, inner, inner, dropout)
        self.weight = normal(self.KINDS, inner, inner)
        self.start_bias, self.end_bias = nn.Linear(inner, self.KINDS), nn.Linear(inner, self.KINDS)
        self.widths = nn.Embedding(WIDTHS, self.KINDS)

    def forward(self, states: Tensor, rows: Tensor, cells: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
        """The scores of the spans, a row for each kind; `cells` are their places in the sentences' squares."""
        begin, end = self.starts(states), self.ends(states)
        filled = rows.clamp(min=0)
        right = taken(end, filled).transpose(1, 2)
        left = [taken(begin @ self.weight[kind], filled) for kind in range(self.KINDS)]
        square = torch.stack([(each @ right).flatten()[cells] for each in left])
        edges = taken(self.start_bias(begin), starts) + taken(self.end_bias(end), ends)
        return square + (edges + self.widths(bucket(ends - starts, WIDTHS))).T


WIDTHS = 12


def bucket(values: Tensor, count: int) -> Tensor:
    """The bucket of each number: up to 4 its own, then one for each doubling."""
    large = torch.log2(values.clamp(min=1).float() + 1e-3).long() + 3
    return torch.where(values < 5, values, large).clamp(0, count - 1)
