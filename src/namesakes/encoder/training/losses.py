"""What the network is punished for: wrong tags, heads, relations, spans, antecedents; only where there is an answer."""

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor

from namesakes.encoder.batches import Batch
from namesakes.encoder.examples import TASKS
from namesakes.encoder.network.model import Links, Network, Tensors

WEIGHTS = {
    "xpos": 0.3,
    "upos": 0.1,
    "feats": 0.1,
    "names": 0.7,
    "heads": 0.5,
    "relations": 0.3,
    "mentions": 1.0,
    "entities": 0.3,
    "types": 0.1,
    "antecedents": 1.0,
    "pairs": 0.3,
}
"""What each loss counts in the sum."""
_LOW = -1e4


def losses(network: Network, batch: Batch, tensors: Tensors, states: Tensor) -> dict[str, Tensor]:
    """The losses of a batch by name; those for which it has nothing are left out."""
    found = _word_losses(network, tensors, states)
    if len(tensors["tree_rows"]):
        found |= _tree_losses(network, tensors, states)
    if len(tensors["span_rows"]):
        found |= _span_losses(network, batch, tensors, states)
    pairs = gathered_pairs(batch, states.device)
    if len(pairs):
        found["pairs"] = F.cross_entropy(network.pair_scores(states, tensors, pairs).float(), pairs[:, 6])
    return found


def total(found: dict[str, Tensor]) -> Tensor:
    """The sum of the losses by their weights."""
    return torch.stack([WEIGHTS.get(name, 1.0) * value for name, value in found.items()]).sum()


def mean_of_known(scores: Tensor, labels: Tensor) -> Tensor:
    """The mean cross entropy of the rows that have a label; 0 where none has."""
    known = labels >= 0
    summed = F.cross_entropy(scores.float(), torch.where(known, labels, -100), ignore_index=-100, reduction="sum")
    return summed / known.sum().clamp(min=1)


def _word_losses(network: Network, tensors: Tensors, states: Tensor) -> dict[str, Tensor]:
    scores = network.tags(states)
    return {task: mean_of_known(scores[task], tensors[task]) for task in TASKS}


def gold_columns(tensors: Tensors) -> tuple[Tensor, Tensor]:
    """For each place of the sentences with trees, the column of its head, and its word; -1 where either is absent."""
    rows = tensors["tree_rows"]
    heads = tensors["heads"][rows.clamp(min=0)]
    columns = torch.where(heads >= 0, heads - rows[:, :1] + 1, torch.where(heads == -1, 0, -1))
    return torch.where(rows >= 0, columns, -1), rows


def _tree_losses(network: Network, tensors: Tensors, states: Tensor) -> dict[str, Tensor]:
    columns, rows = gold_columns(tensors)
    arcs = network.arcs(states, rows)
    words = tensors["tree_words"]
    heads = tensors["heads"][words]
    labels = torch.where(heads >= -1, tensors["relations"][words], -1)
    relations = network.arcs.relations(states, words, heads.clamp(min=-1))
    return {
        "heads": mean_of_known(arcs.flatten(0, 1), columns.flatten()),
        "relations": mean_of_known(relations, labels),
    }


def _span_losses(network: Network, batch: Batch, tensors: Tensors, states: Tensor) -> dict[str, Tensor]:
    scores = network.span_scores(states, tensors)
    chain, entity = tensors["chain"], tensors["entity"]
    found = {
        "mentions": _binary(scores[0], chain >= 0, chain > -2, sum(high - low for low, high in _chained(batch))),
        "entities": _binary(scores[1], entity != 0, entity > -2, len(states)),
    }
    linked = []
    for number, words in zip(batch.chained, _chained(batch), strict=True):
        spans = span_range(batch, number)
        if spans[1] - spans[0] < 2:
            continue
        links = network.links(states, scores, tensors, words, spans)
        linked.append(antecedent_loss(links, chain, spans))
        if (kinds := _type_loss(network, links, entity)) is not None:
            found["types"] = found.get("types", 0) + kinds / len(batch.chained)
    if linked:
        found["antecedents"] = torch.stack(linked).mean()
    return found


def _chained(batch: Batch) -> list[tuple[int, int]]:
    return [batch.documents[number] for number in batch.chained]


def span_range(batch: Batch, number: int) -> tuple[int, int]:
    """The spans of an example: the first, and the one after the last."""
    low, high = batch.documents[number]
    return int(batch.arrays["spans_from"][low]), int(batch.arrays["spans_from"][high])


def _binary(scores: Tensor, answers: Tensor, known: Tensor, words: int) -> Tensor:
    each = F.binary_cross_entropy_with_logits(scores.float(), answers.float(), reduction="none")
    return (each * known).sum() / max(1, words)


def antecedent_loss(links: Links, chain: Tensor, spans: tuple[int, int]) -> Tensor:
    """The negative log likelihood of all right antecedents together, over the number of mentions in chains.

    `spans` are those of the document: mentions that are not among the candidates count too.
    """
    own = chain[links.spans]
    right = (own[:, None] == own[links.chosen]) & (own >= 0)[:, None] & links.there
    right = torch.cat([~right.any(dim=1, keepdim=True), right], dim=1)
    scores = links.scores.float()
    each = scores.logsumexp(1) - scores.masked_fill(~right, _LOW * 2).logsumexp(1)
    return each.sum() / (chain[spans[0] : spans[1]] >= 0).sum().clamp(min=1)


def _type_loss(network: Network, links: Links, entity: Tensor) -> Tensor | None:
    """The loss of the types of entities among the candidates."""
    labels = entity[links.spans] - 1
    return mean_of_known(network.antecedents.types(links.candidates.vectors), labels)


def gathered_pairs(batch: Batch, device: torch.device) -> Tensor:
    """The pairs of all examples, their places counted in the batch."""
    rows = [
        torch.from_numpy(each.pairs).long() + torch.tensor([*[low] * 6, 0])
        for each, (low, _) in zip(batch.examples, batch.documents, strict=True)
        if len(each.pairs)
    ]
    return torch.cat(rows).to(device) if rows else torch.zeros(0, 7, dtype=torch.long, device=device)
