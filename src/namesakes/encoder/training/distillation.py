"""Distillation: a student learns what a teacher says of words, arcs, spans and antecedents, with or without an answer.

Hinton, Vinyals and Dean (2015), Distilling the Knowledge in a Neural Network. Where a corpus has answers, these count
beside the teacher's.
"""

from typing import Self

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor, nn

from namesakes.encoder.batches import Batch
from namesakes.encoder.examples import TASKS
from namesakes.encoder.network.model import Network, Tensors
from namesakes.encoder.training.losses import WEIGHTS, losses, span_range

GOLD = 0.5
"""What the answers of corpora count beside the teacher's."""
SHORTEST = 60
"""Documents with fewer words teach nothing of antecedents."""
TAUGHT = {"states": 1.0, "tags": 0.6, "arcs": 0.6, "relations": 0.3, "spans": 1.0, "antecedents": 1.0}
"""What each part of the teacher's answers counts."""


class Distillation(nn.Module):
    """The loss of a student beside its teacher; both see the same batch.

    Parameters
    ----------
    teacher : what is learnt from; it learns nothing itself.
    size : how many numbers the student's vectors have; where it is another, they are mapped on the teacher's.
    """

    def __init__(self, teacher: Network, size: int) -> None:
        super().__init__()
        self.teacher = teacher.eval()
        for parameter in self.teacher.parameters():
            parameter.requires_grad_(False)
        same = size == teacher.shape.size
        self.mapped: nn.Module = nn.Identity() if same else nn.Linear(size, teacher.shape.size)

    def train(self, mode: bool = True) -> Self:
        """The teacher never drops anything."""
        return self

    def forward(self, student: Network, batch: Batch, tensors: Tensors, states: Tensor) -> dict[str, Tensor]:
        """The losses by name, already weighted against each other."""
        with torch.no_grad():
            taught = self.teacher.encoded(tensors)
        gold = {name: GOLD * value for name, value in losses(student, batch, tensors, states).items()}
        seen = self.mapped(states)
        found = {"states": 1.0 - F.cosine_similarity(seen, taught, dim=1).mean() + 0.1 * F.mse_loss(seen, taught)}
        found["tags"] = self._tags(student, states, taught)
        if len(tensors["tree_rows"]):
            found |= self._trees(student, tensors, states, taught)
        if len(tensors["span_rows"]):
            found |= self._spans(student, batch, tensors, states, taught)
        return gold | {f"taught {name}": TAUGHT[name] * value for name, value in found.items()}

    def _tags(self, student: Network, states: Tensor, taught: Tensor) -> Tensor:
        own, wanted = student.tags(states), self.teacher.tags(taught)
        return torch.stack([WEIGHTS[task] * divergence(own[task], wanted[task]).mean() for task in TASKS]).sum()

    def _trees(self, student: Network, tensors: Tensors, states: Tensor, taught: Tensor) -> dict[str, Tensor]:
        rows = tensors["tree_rows"]
        wanted = self.teacher.arcs(taught, rows)
        there = (rows >= 0).float()
        arcs = (divergence(student.arcs(states, rows), wanted) * there).sum() / there.sum()
        words = tensors["tree_words"]
        heads = _heads(wanted, rows, len(states))[words]
        relations = divergence(
            student.arcs.relations(states, words, heads), self.teacher.arcs.relations(taught, words, heads)
        )
        return {"arcs": arcs, "relations": relations.mean()}

    def _spans(
        self, student: Network, batch: Batch, tensors: Tensors, states: Tensor, taught: Tensor
    ) -> dict[str, Tensor]:
        own, wanted = student.span_scores(states, tensors), self.teacher.span_scores(taught, tensors).float()
        each = F.binary_cross_entropy_with_logits(own.float(), wanted.sigmoid(), reduction="none")
        floor = F.binary_cross_entropy_with_logits(wanted, wanted.sigmoid(), reduction="none")
        found = {"spans": (each - floor).sum() / len(states)}
        linked = []
        for number in batch.scored:
            words, spans = batch.documents[number], span_range(batch, number)
            if words[1] - words[0] < SHORTEST or spans[1] - spans[0] < 2:
                continue
            said = self.teacher.links(taught, wanted, tensors, words, spans)
            links = student.links(states, own, tensors, words, spans, like=said)
            sure = said.candidates.scores.sigmoid()
            linked.append((divergence(links.scores, said.scores) * sure).sum() / sure.sum().clamp(min=1.0))
        if linked:
            found["antecedents"] = torch.stack(linked).mean()
        return found


def divergence(scores: Tensor, wanted: Tensor) -> Tensor:
    """Row by row, how far the distribution of scores is from the wanted one (Kullback and Leibler)."""
    return F.kl_div(
        scores.float().log_softmax(-1), wanted.float().log_softmax(-1), log_target=True, reduction="none"
    ).sum(-1)


def _heads(arcs: Tensor, rows: Tensor, words: int) -> Tensor:
    """The best head of each word of a batch, -1 for the root."""
    best = arcs.argmax(2)
    heads = torch.where(best > 0, rows[:, :1] + best - 1, -1)
    found = torch.full((words + 1,), -1, device=rows.device, dtype=torch.long)
    found[torch.where(rows >= 0, rows, words).flatten()] = heads.flatten()
    return found[:-1]
