"""The settings of a training run, as a configuration file fills them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from namesakes.encoder.training.sampling import SHARES
from namesakes.encoder.windows import CONTEXT, CORE, check_window
from namesakes.errors import ConfigError


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
    core, context : how many pieces of a window are taken, and how many it reads on each side.
    half : whether the encoder's products are made in bfloat16 on a processor too, as they always are on a GPU: faster
        where the processor has instructions for it, slower where it has not.
    shares : how many words of each corpus a step has.
    measure_every : how often dev is measured: a share of the run.
    threads : how many a processor uses; 0 for one a core.
    save_every : after how many steps the run is saved, so that it can go on from there.
    commercial : whether documents that may not be sold are left out.
    folds, left_out : where there are folds, the documents with chains are dealt out among them, and those of the one
        that is left out are not learnt from: what is said of them is then said by a network that has not seen them.
    row_bits, product_bits, head_bits : of the exported encoder: how many bits (8 or 4) a number has in its files: one
        of the table of pieces, of a matrix, and of a matrix of the heads, 0 for as many as in the layers.
    prune, most_pieces : whether the pieces that no text in a European script has are left out of it, and how many then
        stay at most: those that the texts it learns from use most, 0 for all.
    begin : the folder of a trained encoder whose weights this run begins with, in place of a base model; it has the
        same pieces and labels.
    teacher : the folder of a trained encoder that this one learns from; without it, it learns from corpora alone.
    layers : how many layers of the base model, or without one of the teacher, are kept, evenly spread; 0 for all.
    raw : with a teacher, where the raw text is: files of plain text, JSON lines or CoNLL-U, and folders of plain text;
        relative ones in the folder of the corpora.
    raw_words, raw_share : how many words of raw text there are, each source giving as many, and how many of them a step
        has; the corpora give six tenths of their shares beside them.
    """

    seed: int = 1
    steps: int = 6000
    seconds: float = 0.0
    rate: float = 1e-4
    head_rate: float = 4e-4
    layer_decay: float = 0.97
    warm_up: float = 0.06
    decay: float = 0.01
    clip: float = 1.0
    averaging: float = 0.998
    inner: int = 384
    dropout: float = 0.3
    core: int = CORE
    context: int = CONTEXT
    half: bool = False
    shares: Mapping[str, float] = field(default_factory=lambda: dict(SHARES))
    measure_every: float = 0.2
    threads: int = 0
    save_every: int = 500
    commercial: bool = False
    folds: int = 0
    left_out: int = 0
    row_bits: int = 8
    product_bits: int = 8
    head_bits: int = 0
    prune: bool = False
    most_pieces: int = 0
    begin: str = ""
    teacher: str = ""
    layers: int = 0
    raw: Sequence[str] = ("people/frus_personx/train.jsonl",)
    raw_words: int = 1_400_000
    raw_share: float = 1100.0

    def __post_init__(self) -> None:
        if self.steps < 1 or self.save_every < 1:
            raise ConfigError("steps and save-every are 1 at least.")
        for name, bits in (("row-bits", self.row_bits), ("product-bits", self.product_bits)):
            if bits not in (4, 8):
                raise ConfigError(f"{name} are 4 or 8, not {bits}.")
        if self.head_bits not in (0, 4, 8):
            raise ConfigError(f"head-bits are 4 or 8, or 0 for as many as product-bits, not {self.head_bits}.")
        if self.most_pieces < 0 or (self.most_pieces and not self.prune):
            raise ConfigError("most-pieces is 0 at least, and is for encoders that are pruned.")
        if self.threads < 0:
            raise ConfigError(f"threads are 0 at least, not {self.threads}.")
        if not 0.0 < self.measure_every <= 1.0:
            raise ConfigError(f"measure-every is a share of the run, above 0 and up to 1, not {self.measure_every}.")
        if not 0.0 <= self.averaging < 1.0:
            raise ConfigError(f"averaging is at least 0 and below 1, not {self.averaging}.")
        if self.folds < 0 or self.folds == 1 or not 0 <= self.left_out < max(self.folds, 1):
            raise ConfigError("folds are 0 or 2 at least, and one of them, counted from 0, is left out.")
        if self.begin and self.teacher:
            raise ConfigError("a run begins with an encoder, or learns from a teacher, not both.")
        check_window(self.core, self.context)
