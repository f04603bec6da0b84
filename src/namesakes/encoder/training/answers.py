"""What a network says of documents, as arrays to keep: links with their scores, tags, heads and relations."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from namesakes.arrays import AnyArray
from namesakes.encoder.batches import Batch, collate
from namesakes.encoder.examples import TASKS, Example
from namesakes.encoder.network.model import Network, Tensors, on_device
from namesakes.encoder.training.evaluation import batches
from namesakes.encoder.training.losses import span_range


@torch.no_grad()
def answers(
    network: Network, examples: Sequence[Example], marks: tuple[int, int, int]
) -> Iterator[tuple[str, dict[str, AnyArray]]]:
    """For each example its id and what the network says of it.

    `starts`, `ends` (exclusive), `mention` (log odds) of the candidates; `chosen` and `scores` of their antecedents,
    the column of no antecedent first; `heads` (-1 the root) and `relations`; a label a word for each task.
    """
    network.eval()
    device = next(network.parameters()).device
    numbers = network.labels.corpus_numbers()
    for group in batches(examples):
        batch = collate(group, marks, numbers, network.window, everything=True)
        tensors = on_device(batch, device)
        yield from _of_batch(network, batch, tensors, network.encoded(tensors))


def _of_batch(
    network: Network, batch: Batch, tensors: Tensors, states: Tensor
) -> Iterator[tuple[str, dict[str, AnyArray]]]:
    tags = {task: found.argmax(1).cpu().numpy().astype(np.int16) for task, found in network.tags(states).items()}
    heads = best_heads(network, tensors, states)
    words = torch.arange(len(states), device=states.device)
    relations = network.arcs.relations(states, words, heads).argmax(1).cpu().numpy().astype(np.int16)
    places = heads.cpu().numpy()
    scores = network.span_scores(states, tensors)
    for number, (each, (low, high)) in enumerate(zip(batch.examples, batch.documents, strict=True)):
        found: dict[str, AnyArray] = {task: tags[task][low:high] for task in TASKS}
        own = places[low:high]
        found["heads"] = np.where(own >= 0, own - low, -1).astype(np.int32)
        found["relations"] = relations[low:high]
        spans = span_range(batch, number)
        if spans[1] - spans[0] > 1:
            links = network.links(states, scores, tensors, (low, high), spans)
            found["starts"] = (links.candidates.starts - low).cpu().numpy().astype(np.int32)
            found["ends"] = (links.candidates.ends + 1 - low).cpu().numpy().astype(np.int32)
            found["mention"] = links.candidates.scores.cpu().numpy().astype(np.float16)
            found["entity"] = scores[1][links.spans].cpu().numpy().astype(np.float16)
            found["type"] = network.antecedents.types(links.candidates.vectors).argmax(1).cpu().numpy().astype(np.int8)
            found["chosen"] = links.chosen.cpu().numpy().astype(np.int16)
            found["scores"] = links.scores.clamp(min=-1000).cpu().numpy().astype(np.float16)
        yield each.id, found


def best_heads(network: Network, tensors: Tensors, states: Tensor) -> Tensor:
    """The best head of each word, -1 for the root; not always a tree."""
    rows = tensors["tree_rows"]
    best = network.arcs(states, rows).argmax(2)
    heads = torch.where(best > 0, rows[:, :1] + best - 1, -1)
    found = torch.full((len(states) + 1,), -1, device=rows.device, dtype=torch.long)
    found[torch.where(rows >= 0, rows, len(states)).flatten()] = heads.flatten()
    return found[:-1]


def save_answers(path: Path, found: Iterator[tuple[str, dict[str, AnyArray]]]) -> None:
    """Write answers into one compressed file, each array under the document's id and its own name."""
    np.savez_compressed(
        path, allow_pickle=False, **{f"{key}|{name}": array for key, arrays in found for name, array in arrays.items()}
    )
