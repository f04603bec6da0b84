"""Antecedents, coarse to fine: a bilinear score picks fifty for each mention, a network over pairs scores these.

Lee, He and Zettlemoyer (2018), Higher-order Coreference Resolution with Coarse-to-fine Inference; the last step has an
output for each kind of pair, after Otmazgin, Cattan and Goldberg (2023), LingMess.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from namesakes.encoder.batches import WIDEST
from namesakes.encoder.network.heads import WIDTHS, bucket, network, taken
from namesakes.encoder.network.layers import Dropout
from namesakes.encoder.words import PRONOUN_KINDS

NEAREST = 50
"""How many antecedents are looked at closely."""
RATIO = 0.4
"""How many spans a word are kept as candidates."""
DISTANCES, SENTENCES, SPEAKERS, MATCHES, KINDS = 14, 10, 3, 64, 6
FEATURES = ("distance", "sentences", "speakers", "matches", "pronouns", "corpus")
_LOW = -1e4


@dataclass
class Candidates:
    """Spans that may be mentions, in order: where they begin and end, their words' codes, their vectors and scores."""

    starts: Tensor
    ends: Tensor
    vectors: Tensor
    scores: Tensor

    def __len__(self) -> int:
        return len(self.starts)


class Antecedents(nn.Module):
    """Vectors of spans, and scores of pairs of them."""

    def __init__(self, size: int, inner: int, dropout: float, corpora: int, types: int) -> None:
        super().__init__()
        self.inner = inner
        self.dropout = Dropout(dropout)
        self.attention, self.widths = nn.Linear(size, 1), nn.Embedding(WIDTHS, 20)
        self.span = network(3 * size + 20, 2 * inner, inner, dropout)
        self.coarse = nn.Linear(inner, inner)
        self.types = nn.Linear(inner, types)
        self.anaphor, self.antecedent = nn.Linear(inner, inner), nn.Linear(inner, inner, bias=False)
        self.product = nn.Linear(inner, inner, bias=False)
        self.sizes = (DISTANCES, SENTENCES, SPEAKERS, MATCHES, PRONOUN_KINDS**2, corpora)
        self.features = nn.Linear(sum(self.sizes), inner, bias=False)
        nn.init.normal_(self.features.weight, std=0.1)
        self.known = nn.Linear(2, inner, bias=False)
        self.hidden = nn.Sequential(
            nn.GELU(), nn.LayerNorm(inner), Dropout(dropout), nn.Linear(inner, inner), nn.GELU()
        )
        self.score = nn.Linear(inner, 1 + KINDS)

    def vectors(self, states: Tensor, starts: Tensor, ends: Tensor) -> Tensor:
        """The vectors of spans: their first and last words, and all of their words by attention."""
        places = starts[:, None] + torch.arange(WIDEST, device=starts.device)
        within = places <= ends[:, None]
        places = places.clamp(max=len(states) - 1)
        weights = self.attention(states)[:, 0][places].masked_fill(~within, _LOW).softmax(-1)
        seen = (weights[:, None].to(states.dtype) @ taken(states, places))[:, 0]
        width = self.widths(bucket(ends - starts, WIDTHS))
        return self.span(torch.cat([states[starts], states[ends], seen, width], dim=-1))

    def coarse_scores(self, vectors: Tensor) -> Tensor:
        """A score for each pair: rows are anaphors."""
        dropped = self.dropout(vectors)
        return self.coarse(dropped) @ dropped.T / math.sqrt(self.inner)

    def nearest(self, coarse: Tensor, scores: Tensor) -> tuple[Tensor, Tensor]:
        """For each candidate the best of those before it, and which of these there are at all."""
        count = len(coarse)
        before = torch.ones_like(coarse, dtype=torch.bool).tril(-1)
        ranked = (coarse + 0.5 * F.logsigmoid(scores)[None]).detach().masked_fill(~before, _LOW)
        chosen = ranked.topk(min(NEAREST, count), dim=1).indices
        return chosen, before.gather(1, chosen)

    def pairs(self, found: Candidates, features: dict[str, Tensor], anaphors: Tensor, antecedents: Tensor) -> Tensor:
        """The fine scores of pairs of candidates, given by their numbers."""
        vectors = self.dropout(found.vectors)
        left, right = self.anaphor(vectors), self.antecedent(vectors)
        mixed = taken(left, anaphors) + taken(right, antecedents)
        mixed = mixed + self.product(taken(found.vectors, anaphors) * taken(found.vectors, antecedents))
        mixed = mixed + self.features(self._marked(features, found.vectors))
        said = torch.tanh(found.scores.detach() / 4)
        mixed = mixed + self.known(torch.stack([said[anaphors], said[antecedents]], dim=-1))
        scores = self.score(self.hidden(mixed))
        return scores[..., 0] + scores[..., 1:].gather(-1, features["kind"][..., None])[..., 0]

    def _marked(self, features: dict[str, Tensor], like: Tensor) -> Tensor:
        """The features of pairs as rows of zeros with a one for each."""
        places, before = [], 0
        for name, size in zip(FEATURES, self.sizes, strict=True):
            places.append(features[name] + before)
            before += size
        stacked = torch.stack(places, dim=-1)
        return torch.zeros(*stacked.shape[:-1], before, device=like.device, dtype=like.dtype).scatter_(-1, stacked, 1.0)


def pair_features(words: dict[str, Tensor], found: Candidates, later: Tensor, earlier: Tensor) -> dict[str, Tensor]:
    """What is known of pairs beside their vectors, as numbers of rows in tables."""
    starts, ends = found.starts, found.ends
    whole, core = _strings(words, "", starts, ends), _strings(words, "core_", starts, ends)
    last = _strings(words, "", ends, ends)
    single = starts == ends
    kind = torch.where(single, words["pronouns"][ends], 0)
    speaker, sentence = words["speakers"][starts], words["sentence"][starts]
    same, alike, tail = whole[later] == whole[earlier], core[later] == core[earlier], last[later] == last[earlier]
    nested = (starts[later] <= ends[earlier]) & (starts[earlier] <= ends[later])
    one, other = kind[later] > 0, kind[earlier] > 0
    bits = (same, tail, alike, nested, one, other)
    spoken = (speaker[later] > 0) & (speaker[earlier] > 0)
    return {
        "matches": torch.stack([bit.long() << place for place, bit in enumerate(bits)]).sum(0),
        "distance": bucket((starts[later] - starts[earlier]).abs(), DISTANCES),
        "sentences": bucket((sentence[later] - sentence[earlier]).abs(), SENTENCES),
        "speakers": torch.where(spoken, 1 + (speaker[later] == speaker[earlier]).long(), 0),
        "pronouns": kind[later] * PRONOUN_KINDS + kind[earlier],
        "corpus": words["corpus"][starts[later]],
        "kind": _kinds(one, other, kind[later] == kind[earlier], same | alike, tail),
    }


def _kinds(one: Tensor, other: Tensor, equal: Tensor, same: Tensor, tail: Tensor) -> Tensor:
    """The kind of each pair: two pronouns alike or not, a pronoun and another, equal words, equal last words, none."""
    names = torch.where(same, 3, torch.where(tail, 4, 5))
    mixed = torch.where(one | other, 2, names)
    return torch.where(one & other, torch.where(equal, 0, 1), mixed)


def _strings(words: dict[str, Tensor], prefix: str, starts: Tensor, ends: Tensor) -> Tensor:
    """A code of the words of each span; see `batches`."""
    hashes, scales = words[f"{prefix}hashes"], words[f"{prefix}scales"]
    return (hashes[ends + 1] - hashes[starts]) * scales[starts]
