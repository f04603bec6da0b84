"""What happened in a store, a line each: events, corrections, runs, and decisions in doubt."""

from shlex import quote

from namesakes.store.bindings import told
from namesakes.store.records import Correction, Event, Run
from namesakes.store.review import Doubt
from namesakes.view.wording import counted, one_line


def event_line(event: Event) -> str:
    """`2025-01-31T09:30:00Z  merge  lee-2 → lee-1  3 documents  correction 4: the same`."""
    ends = f"{event.source} → {event.target}" if event.target else event.source
    chains = counted(event.chains, "chain") if event.chains else ""
    return "  ".join(filter(None, (event.time, f"{event.what:<6}", one_line(ends), chains, one_line(event.why))))


def run_line(run: Run) -> str:
    """The number of a run, when it was, and what its manifest says that is neither a table nor a list."""
    values = [f"{name} {value}" for name, value in run.manifest.items() if isinstance(value, str | int | float | bool)]
    return f"{run.id:>4}  {run.time}  {one_line(', '.join(values))}"


def correction_line(correction: Correction, asleep: str = "") -> str:
    """The number of a correction, when, by whom, what it says, and why it sleeps, if it does."""
    text = " ".join((correction.what, *correction.names, *([f'"{correction.value}"'] if correction.value else [])))
    if correction.anchors:
        text = f"{correction.what}: {told(correction)}"
    undone = f"  (taken back {correction.undone})" if correction.undone else f"  ({asleep})" if asleep else ""
    return f"{correction.id:>4}  {correction.time}  {one_line(correction.who) or '-'}  {one_line(text)}{undone}"


def doubt_lines(doubt: Doubt, name: str, sentence: str) -> list[str]:
    """The question, what the text says, and the commands that answer it."""
    where = one_line(doubt.chain.document)
    if doubt.joined:
        asked = f"Is {one_line(name)} in {where} {doubt.identity}? ({doubt.strength:.0%})"
        answers = [f"namesakes correct different {doubt.identity} {quote(doubt.chain.document)}"]
    else:
        asked = (
            f"Is {one_line(name)} in {where} {doubt.other} ({doubt.likeness:.0%}) "
            f"rather than {doubt.identity} ({doubt.strength:.0%})?"
        )
        answers = [f"namesakes correct {what} {doubt.identity} {doubt.other}" for what in ("same", "different")]
    quotation = [f'  "{one_line(sentence)}"'] if sentence else []
    return [asked, *quotation, *(f"  {answer}" for answer in answers)]
