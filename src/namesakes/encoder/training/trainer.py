"""Training: mixed batches, rates by layer that rise and fall, a running mean of the weights, measures on the way."""

import json
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from queue import Queue
from threading import Thread
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from namesakes.encoder.batches import Batch, collate
from namesakes.encoder.examples import Example
from namesakes.encoder.network.model import Network, Tensors, on_device
from namesakes.encoder.training.checkpoints import load_checkpoint, save_checkpoint
from namesakes.encoder.training.losses import losses, total
from namesakes.encoder.training.sampling import Sampler
from namesakes.encoder.training.settings import EncoderSettings
from namesakes.learning.whole_files import is_there

Loss = Callable[[Network, Batch, Tensors, Tensor], dict[str, Tensor]]
Measure = Callable[[Network], dict[str, Any]]
AHEAD = 6
"""How many batches are prepared ahead."""


@dataclass
class Log:
    """A log of JSON lines: what was measured, and when."""

    path: Path | None = None
    echo: Callable[[str], None] | None = None

    def __call__(self, **row: Any) -> None:
        """Write one line."""
        line = json.dumps(row)
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        if self.echo is not None:
            self.echo(line)


class Progress:
    """How much of a run is over, by steps or by the clock."""

    def __init__(self, settings: EncoderSettings) -> None:
        self._settings, self.step, self._start = settings, 0, time.monotonic()

    def go_on(self, step: int, seconds: float) -> None:
        """Go on as if so many steps and seconds were over."""
        self.step, self._start = step, time.monotonic() - seconds

    @property
    def share(self) -> float:
        """Between 0 and 1."""
        if self._settings.seconds:
            return min(1.0, (time.monotonic() - self._start) / self._settings.seconds)
        return min(1.0, self.step / max(1, self._settings.steps))

    @property
    def seconds(self) -> float:
        """Since the run began."""
        return time.monotonic() - self._start

    def factor(self) -> float:
        """What rates are multiplied by: they rise, then fall in a straight line to nothing."""
        share, warm_up = self.share, self._settings.warm_up
        return max(share, 1e-3) / warm_up if share < warm_up else (1.0 - share) / (1.0 - warm_up)


def optimizer(network: Network, settings: EncoderSettings) -> torch.optim.Optimizer:
    """AdamW with a rate for each layer and one for the heads; norms and biases do not decay."""
    groups: dict[tuple[float, float], list[nn.Parameter]] = {}
    for name, parameter in network.named_parameters():
        if name.startswith("encoder.distances"):
            parameter.requires_grad_(False)  # attention is much faster where nothing flows back into its biases
            continue
        decay = settings.decay if parameter.dim() > 1 else 0.0
        groups.setdefault((_rate(name, network, settings), decay), []).append(parameter)
    rows = [{"params": found, "lr": rate, "weight_decay": decay} for (rate, decay), found in groups.items()]
    made = torch.optim.AdamW(rows, betas=(0.9, 0.98), eps=1e-6, fused=True)
    for group in made.param_groups:
        group["highest"] = group["lr"]
    return made


def _rate(name: str, network: Network, settings: EncoderSettings) -> float:
    if not name.startswith("encoder."):
        return settings.head_rate
    layers = network.shape.layers
    below = layers if not name.startswith("encoder.layers.") else layers - 1 - int(name.split(".")[2])
    return settings.rate * settings.layer_decay ** (below * 12 / max(layers, 1) if layers < 12 else below)


class Mean:
    """A running mean of a network's weights."""

    def __init__(self, network: Network, stay: float) -> None:
        self.stay, self.count = stay, 0
        self.weights = [parameter.detach().clone() for parameter in network.parameters()]

    @torch.no_grad()
    def update(self, network: Network) -> None:
        """Take in the weights as they are now; the first ones soon count for nothing."""
        self.count += 1
        stay = min(self.stay, self.count / (self.count + 10))
        torch._foreach_lerp_(self.weights, [parameter.detach() for parameter in network.parameters()], 1.0 - stay)

    @torch.no_grad()
    def swap(self, network: Network) -> None:
        """Exchange the network's weights with the mean."""
        for own, parameter in zip(self.weights, network.parameters(), strict=True):
            kept = parameter.detach().clone()
            parameter.copy_(own)
            own.copy_(kept)


def prefetched(
    sampler: Sampler, prepare: Callable[[list[Example]], Batch], limit: int | None = None
) -> Iterator[Batch]:
    """Batches prepared by a thread, in the order in which they are drawn."""
    queue: Queue[Batch | Exception] = Queue(AHEAD)
    stopped = False

    def work() -> None:
        drawn = 0
        while not stopped and (limit is None or drawn < limit):
            try:
                queue.put(prepare(sampler.draw()))
            except Exception as error:
                queue.put(error)
                return
            drawn += 1

    Thread(target=work, daemon=True).start()
    try:
        while True:
            batch = queue.get()
            if isinstance(batch, Exception):
                raise batch
            yield batch
    finally:
        stopped = True
        while not queue.empty():
            queue.get()


@dataclass
class Tally:
    """The sums of losses since they were last reported, and the share of the run at which they are next."""

    every: float
    due: float = 0.0
    count: int = 0
    sums: dict[str, Tensor] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.due = self.due or self.every

    def add(self, found: dict[str, Tensor]) -> None:
        """Count the losses of one batch."""
        self.count += 1
        for name, value in found.items():
            self.sums[name] = self.sums.get(name, 0) + value

    def taken(self) -> dict[str, float]:
        """The mean losses; they are counted anew from now on."""
        shown = {name: round(float(value) / self.count, 4) for name, value in self.sums.items()}
        self.due, self.count, self.sums = self.due + self.every, 0, {}
        return shown


class Trainer:
    """A run of training.

    Parameters
    ----------
    network, settings : what learns, and how.
    examples, marks : what it learns from, and the marks of its pieces.
    loss : what it is punished for.
    measure : what is measured on the way, with the mean of the weights.
    log : where it says how it goes.
    everything : whether batches have the sentences and spans of examples without trees and mentions too.
    checkpoint : the file that the run is saved in from time to time, and goes on from where it is there.
    """

    def __init__(
        self,
        network: Network,
        settings: EncoderSettings,
        examples: Sequence[Example],
        marks: tuple[int, int, int],
        *,
        loss: Loss = losses,
        measure: Measure | None = None,
        log: Log | None = None,
        everything: bool = False,
        checkpoint: Path | None = None,
    ) -> None:
        self.network, self.settings, self.loss, self.measure = network, settings, loss, measure
        self.log = log or Log()
        self.device = next(network.parameters()).device
        numbers = network.labels.corpus_numbers()
        self.sampler = Sampler(examples, settings.shares, settings.seed)
        self.prepare: Callable[[list[Example]], Batch] = lambda drawn: collate(
            drawn, marks, numbers, network.window, everything=everything
        )
        self.optimizer = optimizer(network, settings)
        if isinstance(loss, nn.Module) and (own := [each for each in loss.parameters() if each.requires_grad]):
            rate = settings.head_rate
            self.optimizer.add_param_group({"params": own, "lr": rate, "highest": rate, "weight_decay": 0.0})
        self.mean = Mean(network, settings.averaging) if settings.averaging else None
        self.progress, self.tally = Progress(settings), Tally(settings.measure_every)
        self.checkpoint = checkpoint

    def run(self) -> Network:
        """The network, trained: with the mean of its weights, where there is one."""
        self.network.train()
        if self.checkpoint is not None and is_there(self.checkpoint):
            load_checkpoint(self.checkpoint, self)
        while self.progress.share < 1.0:
            for batch in prefetched(self.sampler, self.prepare):
                self.tally.add(self.step(batch))
                share = self.progress.share
                if share >= min(self.tally.due, 1.0):
                    self.report(self.tally.taken(), measured=share < 1.0)
                if self.checkpoint is not None and self.progress.step % self.settings.save_every == 0:
                    save_checkpoint(self.checkpoint, self)
                if share >= 1.0:
                    break
        if self.mean is not None:
            self.mean.swap(self.network)
        return self.network

    def step(self, batch: Batch) -> dict[str, Tensor]:
        """Learn from one batch; its losses come back."""
        for group in self.optimizer.param_groups:
            group["lr"] = group["highest"] * self.progress.factor()
        self.optimizer.zero_grad(set_to_none=True)
        tensors = on_device(batch, self.device)
        states = self.network.encoded(tensors)
        with self.network.heads_precision():
            found = self.loss(self.network, batch, tensors, states)
        total(found).backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), self.settings.clip)
        self.optimizer.step()
        if self.mean is not None:
            self.mean.update(self.network)
        self.progress.step += 1
        return {name: value.detach() for name, value in found.items()}

    def report(self, shown: dict[str, float], *, measured: bool) -> None:
        """Log the losses, and what dev measures with the mean of the weights."""
        found: dict[str, Any] = {}
        if self.measure is not None and measured:
            if self.mean is not None:
                self.mean.swap(self.network)
            found = self.measure(self.network)
            if self.mean is not None:
                self.mean.swap(self.network)
        passes = {name: count for name, count in self.sampler.passes.items() if count}
        self.log(
            step=self.progress.step, seconds=round(self.progress.seconds, 1), losses=shown, passes=passes, dev=found
        )


def seeded(seed: int) -> None:
    """Seed everything random."""
    torch.manual_seed(seed)
    np.random.seed(seed)


def use_threads(count: int) -> None:
    """Let PyTorch use so many threads, 0 for one a core: the one a process that all else keeps to would take days."""
    torch.set_num_threads(count or os.cpu_count() or 1)
    torch.set_float32_matmul_precision("high")  # heads on a GPU; it changes nothing on a processor
