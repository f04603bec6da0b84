"""The settings of a training run, as a configuration file fills them."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from namesakes.encoder.sampling import SHARES


@dataclass(frozen=True)
class EncoderSettings:
    """How an encoder is trained.

    Parameters
    ----------
    seed : of everything random.
    steps : how many batches are learnt from.
    seconds : where it is not 0, how long it may take instead; rates then fall by the clock, and no two runs are equal.
    rate, head_rate : the highest learning rates, of the encoder's last layer and of the heads.
    layer_decay : what each layer's rate is of that of the layer above it.
    warm_up : the share of the run in which rates rise.
    decay : of weights.
    clip : the greatest norm of a gradient.
    averaging : how much of the running mean of the weights stays at each step; 0 for no mean.
    inner, dropout : of the heads.
    shares : how many words of each corpus a step has.
    measure_every : how often dev is measured: a share of the run.
    processes : of this machine, that prepare batches.
    """

    seed: int = 1
    steps: int = 6000
    seconds: float = 0.0
    rate: float = 5e-5
    head_rate: float = 4e-4
    layer_decay: float = 0.9
    warm_up: float = 0.06
    decay: float = 0.01
    clip: float = 1.0
    averaging: float = 0.998
    inner: int = 384
    dropout: float = 0.3
    shares: Mapping[str, float] = field(default_factory=lambda: dict(SHARES))
    measure_every: float = 0.2
    teacher: str = ""
