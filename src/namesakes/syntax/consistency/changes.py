"""What consistency changed, and what it cost."""

from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from namesakes.structures.dual_decomposition import Agreement


@dataclass(frozen=True)
class Change:
    """One decision that is another than the sentence alone would have made.

    Parameters
    ----------
    document, sentence, word : where it is: the document's key, and numbers from 0 on.
    form : the word.
    layer : "head" or "tag".
    before, after : the head as "form/tag", or the tag.
    context : the context whose consensus asked for it, such as "DT [JJ]", or the type of an unknown word; None where
        the word is in none, and only follows from others of its sentence.
    consensus : the tag that the members of the context agree on; None where the context is switched off.
    members : how many words of the corpus are in the context.
    observed : how often it was seen in the training data.
    """

    document: str
    sentence: int
    word: int
    form: str
    layer: str
    before: str
    after: str
    context: str | None = None
    consensus: str | None = None
    members: int = 0
    observed: int = 0

    def as_json(self) -> dict[str, Any]:
        """The change as JSON can hold it."""
        return asdict(self)

    def __str__(self) -> str:
        place = f"{self.document}:{self.sentence + 1}:{self.word + 1}"
        what = f"{place} {self.form}: {self.layer} {self.before} → {self.after}"
        if self.context is None:
            return f"{what} (follows from others)"
        seen = f"{self.members} here, {self.observed} in training" if self.observed else f"{self.members} here"
        return f"{what}, since {self.context} has {self.consensus or 'no consensus'} ({seen})"


@dataclass(frozen=True)
class Report:
    """What one run over a corpus did.

    Parameters
    ----------
    changes : decisions that are others than those of the sentences alone.
    sentences : how many there are.
    members, contexts, active : words in contexts, contexts, and contexts whose consensus is not NULL.
    let_go : sentences that did not agree in time and were taken out of their contexts.
    exact : sentences that are certain to be a part of the exact solution with nothing taken out.
    rounds, decoded : rounds, and how many sentences were decoded again in all of them.
    plain_seconds, seconds : the processor's time of one plain decoding, and what consistency took in addition.
    round_decoded : how many sentences were decoded in each round, the plain one first.
    """

    changes: tuple[Change, ...]
    sentences: int
    members: int
    contexts: int
    active: int
    let_go: int
    exact: int
    rounds: int
    decoded: int
    plain_seconds: float
    seconds: float
    round_decoded: tuple[int, ...] = ()

    @property
    def cost(self) -> float:
        """The time of a consistent decoding, where that of a plain one is 1."""
        return (self.plain_seconds + self.seconds) / self.plain_seconds if self.plain_seconds else 1.0

    def explain(self, context: str | None = None) -> list[str]:
        """The changes as sentences for people; those of one context only where it is named."""
        return [str(change) for change in self.changes if context is None or change.context == context]


def report_of(
    agreement: Agreement, changes: Iterable[Change], sentences: int, plain_seconds: float, seconds: float
) -> Report:
    """The report of one agreement."""
    return Report(
        changes=tuple(changes),
        sentences=sentences,
        members=len(agreement.chosen),
        contexts=len(agreement.consensus),
        active=int((agreement.consensus >= 0).sum()),
        let_go=len(agreement.let_go),
        exact=sentences - int((~agreement.exact).sum()),
        rounds=len(agreement.rounds),
        decoded=sum(each.decoded for each in agreement.rounds[1:]),
        plain_seconds=plain_seconds,
        seconds=seconds,
        round_decoded=tuple(each.decoded for each in agreement.rounds),
    )
