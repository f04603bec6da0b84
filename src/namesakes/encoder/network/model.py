"""The whole network: one encoder and its heads, and what it says of a batch."""

from dataclasses import asdict, dataclass, replace
from typing import Any

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from namesakes.encoder.batches import Batch
from namesakes.encoder.examples import Labels
from namesakes.encoder.network.antecedents import RATIO, Antecedents, Candidates, pair_features
from namesakes.encoder.network.heads import Arcs, SpanScores, Tags, taken
from namesakes.encoder.network.layers import Encoder, Shape
from namesakes.encoder.windows import CONTEXT, CORE, WIDTH
from namesakes.encoder.words import SHAPES

Tensors = dict[str, Tensor]


@dataclass(frozen=True)
class HeadShape:
    """How wide the heads are, and how much of their inputs is dropped while they learn."""

    inner: int = 384
    dropout: float = 0.3


@dataclass
class Links:
    """What a document's antecedents are made of: candidates, the antecedents looked at, and scores, that of none first.

    `chosen` has the numbers of the antecedents of each candidate, `scores` a column more than it: the first is 0, for
    no antecedent.
    """

    candidates: Candidates
    spans: Tensor
    chosen: Tensor
    there: Tensor
    scores: Tensor
    coarse: Tensor


class Network(nn.Module):
    """An encoder under joint heads.

    Parameters
    ----------
    shape, heads : how large the encoder and its heads are.
    labels : what the heads tell apart.
    window : how many pieces of a window are taken, and how many it reads on each side.
    """

    def __init__(
        self,
        shape: Shape,
        labels: Labels,
        heads: HeadShape | None = None,
        window: tuple[int, int] = (CORE, CONTEXT),
    ) -> None:
        super().__init__()
        self.shape, self.labels, self.head_shape = shape, labels, heads or HeadShape()
        self.window, self.in_half = window, False
        inner, dropout = self.head_shape.inner, self.head_shape.dropout
        self.encoder = Encoder(shape)
        self.shapes, self.corpora = nn.Embedding(len(SHAPES), shape.size), nn.Embedding(len(labels.corpora), shape.size)
        for table in (self.shapes, self.corpora):
            nn.init.normal_(table.weight, std=0.05)
        self.piece_shapes = nn.Embedding(1 + len(SHAPES), shape.size)
        self.piece_corpora = nn.Embedding(len(labels.corpora), shape.size)
        for table in (self.piece_shapes, self.piece_corpora):
            nn.init.zeros_(table.weight)  # it begins as the encoder that it was
        self.tags = Tags(labels, shape.size, dropout)
        self.arcs = Arcs(max(1, len(labels.relations)), shape.size, inner, dropout)
        self.spans = SpanScores(shape.size, inner, dropout)
        corpora, types = len(labels.corpora), max(1, len(labels.types))
        self.antecedents = Antecedents(shape.size, inner, dropout, corpora, types)

    def about(self) -> dict[str, Any]:
        """What the network must be told to be built again."""
        heads, labels = asdict(self.head_shape), self.labels.as_json()
        return {"shape": asdict(self.shape), "heads": heads, "labels": labels, "window": list(self.window)}

    @classmethod
    def of(cls, about: dict[str, Any]) -> "Network":
        """The network, still with random weights, that `about` describes."""
        core, context = about.get("window", (CORE, CONTEXT))
        return cls(Shape(**about["shape"]), Labels(**about["labels"]), HeadShape(**about["heads"]), (core, context))

    def encoded(self, tensors: Tensors) -> Tensor:
        """A vector for each word of a batch, in full precision; on a GPU, or with `in_half`, made in half precision."""
        device = self.shapes.weight.device.type
        with torch.autocast(device, dtype=torch.bfloat16, enabled=self.in_half or device == "cuda"):
            return self.states(tensors).float()

    def heads_precision(self) -> torch.autocast:
        """The context in which heads are asked while they learn: half precision on a processor, where it is wanted."""
        return torch.autocast("cpu", dtype=torch.bfloat16, enabled=self.in_half)

    def states(self, tensors: Tensors) -> Tensor:
        """A vector for each word of a batch.

        The encoder is told at its first layer of each word's shape, which it does not see, and of the corpus. What it
        says is brought to one scale: vectors that were trained to be compared by their angle may be very short.
        """
        found = self._pieces(tensors).float()
        found = F.layer_norm(found, found.shape[-1:])
        return found + self.shapes(tensors["shapes"]) + self.corpora(tensors["corpus"])

    def _pieces(self, tensors: Tensors) -> Tensor:
        """The vectors of the first pieces of words; long and short windows are read apart, with less padding."""
        lengths, width = tensors["lengths"], tensors["pieces"].shape[1]
        row, column = tensors["places"] // width, tensors["places"] % width
        vectors, begun = [], 0
        where = torch.zeros_like(tensors["places"])
        for chosen in (2 * lengths > width, 2 * lengths <= width):
            if not chosen.any():
                continue
            longest = min(width, -(-int(lengths[chosen].max()) // WIDTH) * WIDTH)  # as fast kernels want it
            more = self.piece_shapes(tensors["piece_shapes"][chosen, :longest])
            more = more + self.piece_corpora(tensors["window_corpus"][chosen])
            vectors.append(self.encoder(tensors["pieces"][chosen, :longest], lengths[chosen], more).flatten(0, 1))
            number = begun + (chosen.cumsum(0) - 1) * longest
            where = torch.where(chosen[row], number[row] + column, where)
            begun += int(chosen.sum()) * longest
        return taken(torch.cat(vectors), where)

    def span_scores(self, states: Tensor, tensors: Tensors) -> Tensor:
        """The scores of all spans of a batch, a row for each kind."""
        named = (tensors[name] for name in ("span_rows", "span_cells", "span_starts", "span_ends"))
        return self.spans(states, *named)

    def links(
        self,
        states: Tensor,
        scores: Tensor,
        tensors: Tensors,
        words: tuple[int, int],
        spans: tuple[int, int],
        like: Links | None = None,
    ) -> Links:
        """The links of one document, given by its words and its spans in the batch.

        With `like`, the candidates and the antecedents looked at are those of other links.
        """
        count = min(int(RATIO * (words[1] - words[0])) + 5, spans[1] - spans[0])
        if like is None:
            chosen = scores[0, spans[0] : spans[1]].topk(count).indices.sort().values + spans[0]
        else:
            chosen = like.spans
        found = self._candidates(
            states, tensors["span_starts"][chosen], tensors["span_ends"][chosen], scores[0, chosen]
        )
        coarse = self.antecedents.coarse_scores(found.vectors)
        nearest, there = (like.chosen, like.there) if like else self.antecedents.nearest(coarse, found.scores)
        later = torch.arange(count, device=states.device)[:, None].expand_as(nearest)
        features = pair_features(tensors, found, later, nearest)
        fine = self.antecedents.pairs(found, features, later, nearest)
        summed = (fine + coarse.gather(1, nearest)).masked_fill(~there, -1e4)
        return Links(found, chosen, nearest, there, torch.cat([torch.zeros_like(summed[:, :1]), summed], dim=1), coarse)

    def _candidates(self, states: Tensor, starts: Tensor, ends: Tensor, scores: Tensor) -> Candidates:
        return Candidates(starts, ends, self.antecedents.vectors(states, starts, ends), scores)

    def pair_scores(self, states: Tensor, tensors: Tensors, pairs: Tensor) -> Tensor:
        """The scores of pronouns with two names each, and 0 for neither; rows as `Example.pairs` has them."""
        starts, ends = pairs[:, 0:6:2].flatten(), pairs[:, 1:6:2].flatten() - 1
        found = self._candidates(states, starts, ends, torch.full((len(starts),), 4.0, device=states.device))
        pronoun = torch.arange(0, len(starts), 3, device=states.device)[:, None].expand(-1, 2)
        names = pronoun + torch.tensor([1, 2], device=states.device)
        first = starts[names] <= starts[pronoun]
        later, earlier = torch.where(first, pronoun, names), torch.where(first, names, pronoun)
        features = pair_features(tensors, found, later, earlier)
        coarse = self.antecedents.coarse_scores(found.vectors)[later, earlier]
        scores = self.antecedents.pairs(found, features, later, earlier) + coarse
        return torch.cat([scores, torch.zeros_like(scores[:, :1])], dim=1)


def smaller(teacher: Network, kept: list[int]) -> Network:
    """A network with these layers of the teacher's encoder, and its heads."""
    shape = replace(teacher.shape, layers=len(kept))
    made = Network(shape, teacher.labels, teacher.head_shape, teacher.window)
    renamed = {f"encoder.layers.{old}.": f"encoder.layers.{new}." for new, old in enumerate(kept)}
    weights = {}
    for name, tensor in teacher.state_dict().items():
        if not name.startswith("encoder.layers."):
            weights[name] = tensor
        elif (prefix := name[: name.index(".", 15) + 1]) in renamed:
            weights[renamed[prefix] + name[len(prefix) :]] = tensor
    made.load_state_dict(weights)
    return made


def on_device(batch: Batch, device: torch.device) -> Tensors:
    """The arrays of a batch as tensors."""
    made = {name: torch.from_numpy(array) for name, array in batch.arrays.items()}
    if device.type == "cuda":
        return {name: tensor.pin_memory().to(device, non_blocking=True) for name, tensor in made.items()}
    return made
