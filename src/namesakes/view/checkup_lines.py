"""What a checkup found, a line each, and below it what to do."""

from collections.abc import Iterable, Iterator

from namesakes.engines.checkup import Finding
from namesakes.view.wording import Heading, one_line

_MARKS = {"ok": "ok", "absent": "absent", "slow": "slow", "broken": "BROKEN"}


def checkup_lines(findings: Iterable[Finding]) -> Iterator[str]:
    """The lines, in columns."""
    everything = list(findings)
    wide = max((len(one.what) for one in everything), default=0)
    for one in everything:
        line = f"{_MARKS[one.state]:<8}{one.what:<{wide}}  {one_line(one.found)}".rstrip()
        yield Heading(line) if one.state == "broken" else line
        if one.advice:
            yield f"{'':<8}{'':<{wide}}  {one_line(one.advice)}"
    broken = sum(one.state == "broken" for one in everything)
    yield ""
    yield f"{broken} broken: do what stands below each." if broken else "Nothing is broken."
