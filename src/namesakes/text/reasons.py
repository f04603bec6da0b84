"""Reasons: why a mention was put where it is, as plain data that a document keeps beside its mentions."""

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from namesakes.text.shown import Chart

CONFIDENCE, CERTAINTY, MARGIN, WHY = "confidence", "certainty", "margin", "why"
"""The columns of `Mentions.extra` with the probability of each mention's link, the certainty of its chain, by how much
its score is ahead of the best other one, and the reasons as JSON."""


@dataclass(frozen=True)
class Reason:
    """What one template adds to a score.

    Parameters
    ----------
    template : its text, as the model's settings have it.
    words : the same with what was found, for people.
    weight : what it adds; negative where it speaks against.
    """

    template: str
    words: str
    weight: float


@dataclass(frozen=True)
class Option:
    """Something that a mention could go back to.

    Parameters
    ----------
    text, start, end : the earlier mention and its characters; nothing and -1 for a new chain.
    score, probability : how good it is by itself, and how probable among all options of the mention.
    reasons : what its score is made of, the weightiest first; perhaps not all.
    """

    text: str
    start: int
    end: int
    score: float
    probability: float
    reasons: tuple[Reason, ...] = ()

    @property
    def is_new(self) -> bool:
        """Whether the mention begins a chain."""
        return self.start < 0

    @property
    def name(self) -> str:
        """What to call it."""
        return "new" if self.is_new else " ".join(self.text.split())


@dataclass(frozen=True)
class Why:
    """Why a mention goes back to what it does.

    Parameters
    ----------
    text, start, end : the mention and its characters.
    chosen, runner_up : what it goes back to, and the best option outside that chain; None where there is no other.
    new : what spoke for beginning a chain.
    confidence : how probable it is that the mention belongs to its chain; all its earlier mentions count.
    given : whether a constraint decided.
    told : what the text itself says of the names of whoever is meant, in sentences.
    """

    text: str
    start: int
    end: int
    chosen: Option
    runner_up: Option | None
    new: Option
    confidence: float
    given: bool = False
    told: tuple[str, ...] = ()

    @property
    def margin(self) -> float:
        """By how much the score is ahead of the runner-up's."""
        return 0.0 if self.runner_up is None else self.chosen.score - self.runner_up.score

    def to_object(self) -> dict[str, Any]:
        """The same as an object of JSON's types, its numbers as long as people can use them."""
        options = (self.chosen, self.runner_up, self.new)
        return {
            "text": self.text,
            "start": self.start,
            "end": self.end,
            "confidence": round(self.confidence, 4),
            "given": self.given,
            **({"told": list(self.told)} if self.told else {}),
            **{name: _row(option) for name, option in zip(_OPTIONS, options, strict=True) if option is not None},
        }

    @classmethod
    def from_object(cls, row: dict[str, Any]) -> "Why":
        """The reasons of such an object."""
        chosen, runner_up, new = (_option(row[name]) if name in row else None for name in _OPTIONS)
        if chosen is None or new is None:
            raise ValueError("reasons without what was chosen")
        place = (str(row["text"]), int(row["start"]), int(row["end"]))
        told = tuple(map(str, row.get("told", ())))
        return cls(*place, chosen, runner_up, new, float(row["confidence"]), bool(row["given"]), told)

    def to_json(self) -> str:
        """The same as one line of JSON."""
        return json.dumps(self.to_object(), ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def from_json(cls, text: str) -> "Why":
        """The reasons that `to_json` wrote."""
        return cls.from_object(json.loads(text))

    def chart(self) -> "Chart":
        """A waterfall: what each thing that was seen adds to the score."""
        from namesakes.text.shown import CHARTS

        return CHARTS["waterfall"](self)

    def __str__(self) -> str:
        """A few lines for people."""
        lines = [f"“{' '.join(self.text.split())}” → {_called(self.chosen)}"]
        if self.given:
            lines.append("  a constraint says so")
        elif self.runner_up is not None and self.runner_up.probability > self.chosen.probability:
            lines.append("  the more probable one was not confident enough, or not allowed")
        lines += [f"  {sentence}" for sentence in self.told]
        for option in (self.chosen, self.runner_up):
            if option is not None:
                lines.append(f"  {option.probability:.2f}  {_called(option)}  (score {option.score:+.2f})")
                lines += [f"        {reason.weight:+.2f}  {reason.words}" for reason in option.reasons]
        return "\n".join(lines)


def _called(option: Option) -> str:
    return "begins a chain" if option.is_new else f"“{option.name}”"


_OPTIONS = ("chosen", "runner_up", "new")


def _row(option: Option) -> dict[str, Any]:
    return {
        "text": option.text,
        "start": option.start,
        "end": option.end,
        "score": round(option.score, 4),
        "probability": round(option.probability, 4),
        "reasons": [
            {"template": reason.template, "words": reason.words, "weight": round(reason.weight, 4)}
            for reason in option.reasons
        ],
    }


def _option(row: dict[str, Any]) -> Option:
    reasons = tuple(Reason(each["template"], each["words"], each["weight"]) for each in row["reasons"])
    return Option(row["text"], row["start"], row["end"], row["score"], row["probability"], reasons)
