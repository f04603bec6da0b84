"""Bonuses of consistency, chosen on development sentences and nothing else, as in the paper's section 8."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, replace
from statistics import mean
from typing import Any

from namesakes.syntax.consistency.consistency import RUSH_2012
from namesakes.syntax.consistency.parser import ParsingSettings
from reproduction.runs import Cells
from reproduction.rush2012.comparison import Comparison

FINE, COARSE = "fine", "coarse"
RULES: Mapping[str, Sequence[ParsingSettings]] = {
    FINE: (RUSH_2012.parser,),
    COARSE: tuple(replace(RUSH_2012.parser, fine=False, least=least) for least in (1, 2)),
}
"""Which contexts there are, by column: the paper's rule (fine tags, every context that was sure in training), and
coarse tags, where it is also tried to ask for a context to be seen twice."""

SAME = (0.05, 0.1, 0.2, 0.3, 0.5)
SHARES = ((0.5, 0.1), (0.67, 0.33), (0.33, 0.33), (0.6, 0.6), (0.93, 0.85), (0.85, 0.85))
"""The bonuses for the consensus tag that are tried, and of them the shares for a close tag and for switching off."""

TRIED = (
    "Bonuses are chosen on development sentences alone, for each parser and each kind of context: δ₁ of "
    f"{', '.join(map(str, SAME))}, δ₂ and δ₃ of it {', '.join(f'{close:g} and {off:g}' for close, off in SHARES)}; "
    "'none' where all of them lose there."
)


def grid(rules: Sequence[ParsingSettings]) -> list[ParsingSettings]:
    """All settings that are tried."""
    return [
        replace(rule, same=same, close=same * close, off=same * off, rate=same / 5)
        for rule in rules
        for same in SAME
        for close, off in SHARES
    ]


def chosen(cells: Cells, name: str, kind: str, trials: Callable[[], Sequence[Comparison]]) -> ParsingSettings:
    """The settings with the best mean error reduction on development sentences; found once, and kept in a cell.

    Where none gains anything the bonuses are 0, so that nothing changes.
    """

    def make() -> dict[str, Any]:
        tried, made = grid(RULES[kind]), trials()
        gains = [mean(each.cell(quicker(one))["reduction"] for each in made) for one in tried]
        best = max(range(len(tried)), key=gains.__getitem__)
        found = tried[best] if gains[best] > 0 else replace(tried[best], same=0.0, close=0.0, off=0.0)
        return {"settings": asdict(found), "gain": gains[best]}

    return ParsingSettings(**cells.get(f"bonuses {name} {kind}", make)["settings"])


def quicker(settings: ParsingSettings) -> ParsingSettings:
    """The same optimum by the default steps, which need fewer rounds."""
    return replace(settings, warm=True, adaptive=True)


def shown(settings: ParsingSettings) -> str:
    """The bonuses as notes say them."""
    if settings.same == 0.0:
        return "none"
    least = "" if settings.least == 1 else f", contexts seen {settings.least} times"
    return f"{settings.same:g} / {settings.close:.2g} / {settings.off:.2g}{least}"
