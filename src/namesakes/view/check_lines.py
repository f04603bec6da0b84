"""What a check of a store found, and what was repaired."""

from collections.abc import Iterator, Sequence

from namesakes.pipeline.repair import Repair
from namesakes.store.check import Damage
from namesakes.view.wording import counted, one_line

_SHOWN = 20


def check_lines(found: Sequence[Damage], done: Repair | None, place: str) -> Iterator[str]:
    """A line for each damage, and what became of it where the store was repaired."""
    if not found:
        yield f"{one_line(place)} is as it was written."
        return
    yield "Damaged:"
    yield from _listed([each.found for each in found])
    if done is None:
        return
    if done.read:
        yield f"Read again: {counted(len(done.read), 'file')}"
        yield from _listed(done.read)
    if done.lost:
        yield "Taken out, since no file tells it; what you said, say again:"
        yield from _listed([each.found for each in done.lost])
    yield (
        "Still damaged, since its file is not there:" if done.left else "All else was found again; the store is whole."
    )
    yield from _listed([each.found for each in done.left])


def _listed(lines: Sequence[str]) -> Iterator[str]:
    for line in lines[:_SHOWN]:
        yield f"  {one_line(line)}"
    if len(lines) > _SHOWN:
        yield f"  … and {len(lines) - _SHOWN:,} more"
