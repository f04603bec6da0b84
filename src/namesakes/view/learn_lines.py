"""What corrections teach, in lines: how each way of learning did, and what would change."""

from collections.abc import Iterator
from pathlib import Path

from namesakes.pipeline.learning import Lesson, Preview
from namesakes.view.wording import counted, one_line

_SHOWN = 10


def lesson_lines(lesson: Lesson) -> Iterator[str]:
    """What was learned of people and of mentions, and what would change."""
    if lesson.identities is not None:
        own = lesson.identities
        yield "People: F of names that were left out"
        for trial in own.trials:
            mark = "*" if trial == own.chosen else " "
            gain = f"  {trial.gain.mean:+.3f} ± {trial.gain.error:.3f}" if trial != own.trials[0] else ""
            yield f"  {mark} {trial.way!s:<16} {trial.score:.3f}{gain}"
        if not own.helps:
            yield "  Learning does not surely help with names that were left out: nothing is learned."
        else:
            yield f"  Of corrected pairs come out right by themselves: {own.before:.0%} before, {own.after:.0%} after."
    if lesson.chains is not None:
        yield "Mentions: how many links are right in documents that were left out"
        for rate in lesson.chains.trials:
            mark = "*" if rate == lesson.chains.chosen else " "
            name = f"step {rate.rate:g}" if rate.rate else "nothing"
            gain = f"  {rate.gain.mean:+.3f} ± {rate.gain.error:.3f}" if rate.rate else ""
            yield f"  {mark} {name:<16} {rate.right:.3f}{gain}"
        if not lesson.chains.helps:
            yield "  Learning does not surely help with documents that were left out: nothing is learned."
    for part, reason in lesson.reasons.items():
        yield f"{'People' if part == 'identities' else 'Mentions'}: {one_line(reason)}"
    if lesson.preview is not None:
        yield from preview_lines(lesson.preview)


def preview_lines(preview: Preview) -> Iterator[str]:
    """Who would be joined and split, and how many would move."""
    yield f"What would change: {preview.moved:,} of {counted(preview.chains, 'chain')} would be in another person"
    for source, target in preview.joined[:_SHOWN]:
        yield f"  joined  {source} → {target}"
    for id, count in preview.split[:_SHOWN]:
        yield f"  split   {id}  {counted(count, 'chain')}"
    more = len(preview.joined[_SHOWN:]) + len(preview.split[_SHOWN:])
    if more:
        yield f"  … and {more:,} more"


def written_lines(lesson: Lesson, into: Path | None, written: list[str]) -> Iterator[str]:
    """What was written, and what to call next."""
    if written:
        yield f"Written into {into}: {', '.join(written)}."
        yield f"Next:  namesakes resolve FOLDER --pipeline {into}"
    elif lesson.helps and into is None:
        yield "Nothing was written. Write it with: namesakes learn --into FOLDER"
    else:
        yield "Nothing was written."
