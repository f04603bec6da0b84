"""Report: how far a run is, and what it did."""

from dataclasses import asdict, dataclass, field
from typing import Any

from namesakes.formats.scan import Skipped


@dataclass(frozen=True)
class Progress:
    """How far a run is: what it does, how many of how many things are done, and how many documents were read."""

    stage: str
    done: int
    total: int
    documents: int = 0


@dataclass
class Report:
    """What a run did.

    Parameters
    ----------
    new, changed, unchanged, removed : numbers of documents.
    words : how many the documents have that were read.
    skipped : what was left out, and why.
    foreign : documents that are probably not in English.
    chains : how many chains with names the store has; -1 where nothing was to be done.
    blocks : how many blocks of chains were clustered.
    seconds : how long each stage took.
    other_pipeline : what there is to say where the store was made with another pipeline.
    asleep : the numbers of corrections of which a mention is not found any more in a document that was read.
    stopped : whether the reading was stopped before all was read.
    full_names : how many different people there would be if equal full names were one person, and nothing else.
    """

    new: int = 0
    changed: int = 0
    unchanged: int = 0
    removed: int = 0
    words: int = 0
    skipped: list[Skipped] = field(default_factory=list)
    foreign: list[str] = field(default_factory=list)
    chains: int = -1
    blocks: int = 0
    seconds: dict[str, float] = field(default_factory=dict)
    other_pipeline: str = ""
    full_names: int = -1
    asleep: list[int] = field(default_factory=list)
    stopped: bool = False

    @property
    def nothing(self) -> bool:
        """Whether nothing was to be done."""
        return self.chains < 0

    @property
    def in_vain(self) -> bool:
        """Whether documents were there and none of them could be read."""
        return bool(self.skipped) and not (self.read or self.unchanged)

    @property
    def read(self) -> int:
        """How many documents were read."""
        return self.new + self.changed

    def to_json(self) -> dict[str, Any]:
        """The report as plain data."""
        return {
            "nothing_to_do": self.nothing,
            "documents": {name: getattr(self, name) for name in ("new", "changed", "unchanged", "removed")},
            "words": self.words,
            "blocks": self.blocks,
            "seconds": {stage: round(value, 3) for stage, value in self.seconds.items()},
            "skipped": [asdict(each) for each in self.skipped],
            "foreign": self.foreign,
            "other_pipeline": self.other_pipeline,
            "full_names": self.full_names,
            "asleep": self.asleep,
            "stopped": self.stopped,
        }
