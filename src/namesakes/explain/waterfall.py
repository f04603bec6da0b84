"""A decision as steps that add up: from nothing, or from what the names alone say, to the verdict.

The steps of a membership are what each respect adds to the log-odds, as `explain.memberships` has them; those of a link
within a document are the weights of what the model saw.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Final

from namesakes.explain.memberships import Amount, MembershipExplanation
from namesakes.text.reasons import Option, Why

MOST: Final = 12
"""So many steps are shown; the smallest are put together."""
_FIRST: Final = "prior"
"""The source of the step that comes first: what the names alone say."""
_LEAST: Final = 0.005


@dataclass(frozen=True)
class Step:
    """What one respect adds, in the words of the field, and the details behind it."""

    about: str
    amount: float
    detail: str = ""


@dataclass(frozen=True)
class Waterfall:
    """A decision in steps.

    Parameters
    ----------
    title, verdict : what was asked, and what came out.
    steps : in the order in which they are added up.
    total : their sum.
    threshold : from where on the answer is yes; None where there is nothing else that it could be.
    threshold_is : what the threshold is, in words.
    unit : what is added up.
    unknown : the respects in which there was nothing to compare.
    """

    title: str
    verdict: str
    steps: tuple[Step, ...]
    total: float
    threshold: float | None = None
    threshold_is: str = ""
    unit: str = "log-odds"
    unknown: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The decision as plain data."""
        return asdict(self)

    @classmethod
    def of_membership(cls, found: MembershipExplanation, person: str, most: int = MOST) -> "Waterfall":
        """The steps by which a chain is in a person, or is not."""
        where = "is in" if found.within else "is not in"
        sure = f"{found.certainty:.0%} sure" if found.within else f"{found.certainty:.0%} that it belongs there"
        return cls(
            title=f"{found.name or 'Somebody'} in {found.document}",
            verdict=f"{where} {person}, {sure}" + (f"; kept apart: {found.apart}" if found.apart else ""),
            steps=_steps(found.amounts, found.odds, most) if found.others else (),
            total=found.odds if found.others else 0.0,
            threshold=found.threshold,
            threshold_is="one person from here on",
            unknown=found.unknown,
        )

    @classmethod
    def of_people(cls, found: Sequence[MembershipExplanation], names: tuple[str, str], most: int = MOST) -> "Waterfall":
        """The steps by which two people are not one: the mean over the chains of the first, beside the second."""
        compared = [each for each in found if each.others]
        amounts: dict[str, Amount] = {}
        for each in compared:
            for one in each.amounts:
                known = amounts.get(one.source)
                sum_, detail = (known.amount, known.shared or one.shared) if known else (0.0, one.shared)
                amounts[one.source] = Amount(one.about, sum_ + one.amount / len(compared), detail, source=one.source)
        total = sum(each.odds for each in compared) / max(len(compared), 1)
        apart = next((each.apart for each in found if each.apart), "")
        chains = f"{len(found)} {'chain' if len(found) == 1 else 'chains'}"
        verdict = f"two people; on average over {chains} of {names[0]}"
        return cls(
            title=f"{names[0]} and {names[1]}",
            verdict=verdict + (f"; kept apart: {apart}" if apart else ""),
            steps=_steps(tuple(amounts.values()), total, most),
            total=total,
            threshold=found[0].threshold if found else None,
            threshold_is="one person from here on",
        )

    @classmethod
    def of_link(cls, why: Why, most: int = MOST) -> "Waterfall":
        """The steps by which a mention goes back to what it does, rather than to the next best."""
        chosen, other = why.chosen, why.runner_up
        amounts = [Amount(reason.words, reason.weight) for reason in chosen.reasons]
        if other is not None:
            against = f"for {_called(other)}"
            amounts += [Amount(against, -reason.weight, values=(reason.words,)) for reason in other.reasons]
        decided = "; a constraint says so" if why.given else ""
        return cls(
            title=f"“{' '.join(why.text.split())}”",
            verdict=f"{_goes(chosen)}, {chosen.probability:.0%} probable{decided}",
            steps=_steps(amounts, why.margin if other is not None else chosen.score, most),
            total=why.margin if other is not None else chosen.score,
            threshold=None if other is None else 0.0,
            threshold_is="" if other is None else f"more than for {_called(other)}, {other.probability:.0%} probable",
            unit="score" if other is None else "lead in score",
        )


def _goes(option: Option) -> str:
    return "begins a chain" if option.is_new else f"goes back to “{option.name}”"


def _called(option: Option) -> str:
    return "beginning a chain" if option.is_new else f"“{option.name}”"


def _step(one: Amount) -> Step:
    about, _, reason = one.about.partition(" (") if one.source == _FIRST else (one.about, "", "")
    return Step(about, one.amount, reason.removesuffix(")") or one.detail)


def _steps(amounts: Sequence[Amount], total: float, most: int) -> tuple[Step, ...]:
    """The names first, then the largest amounts; what is small is put together, so that all adds up."""
    first = [one for one in amounts if one.source == _FIRST]
    rest = sorted((one for one in amounts if one.source != _FIRST), key=lambda one: -abs(one.amount))
    room = max(most - len(first) - 1, 1)
    shown = [*first, *(one for one in rest[:room] if abs(one.amount) >= _LEAST)]
    steps = [_step(one) for one in shown]
    left = len(amounts) - len(shown)
    small = total - sum(step.amount for step in steps)
    if abs(small) >= _LEAST or left:
        steps.append(Step(f"{left} others together" if left > 1 else "the rest", small))
    return tuple(steps)
