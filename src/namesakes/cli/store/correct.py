"""`namesakes correct`."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from namesakes.cli import completion
from namesakes.cli.options import json_report_option, person_argument, quiet_option, report, store_option, who_option
from namesakes.cli.paging import paged
from namesakes.cli.reading import encoding_option
from namesakes.cli.terminal import echo

if TYPE_CHECKING:
    from namesakes.store.records import Correction
    from namesakes.store.store import Store

WAIT = 10.0
"""Seconds to wait for a run that is working on the store."""


@click.group("correct")
def command() -> None:
    """Say who is the same, who is not, and what they are called; it holds at once and in every later run.

    PERSONs are ids, or names that only one person has. MENTIONs are a document and characters of it, as
    `namesakes show DOCUMENT --mentions` lists them, or a document and words, with #2 for their second place.

    \b
    namesakes correct same mark-johnson-1 mark-johnson-3
    namesakes correct different mark-johnson-1 letters/07.txt
    namesakes correct is letters/07.txt:120-132 mark-johnson-1
    namesakes correct split 'letters/07.txt:Johnson#2' 'letters/07.txt:Johnson#3'
    namesakes correct undo 2
    """


def _apply(place: str, quiet: bool, change: "Callable[[Store], Correction]", says: str = "recorded") -> None:
    """Make a correction while nobody else works on the store, and say what was done."""
    from namesakes.store.store import open_store
    from namesakes.view.history_lines import correction_line

    with open_store(place, create=False, durable=True) as store, store.lock(WAIT):
        made = change(store)
    report(f"{says}: {correction_line(made).strip()}", err=False, quiet=quiet, **made.to_json())


@command.command("same")
@person_argument
@click.argument("other", metavar="PERSON", shell_complete=completion.people)
@store_option
@who_option
@quiet_option
@json_report_option
def same(person: str, other: str, place: str, who: str, quiet: bool) -> None:
    """Two PERSONs are one."""
    from namesakes.store import correct
    from namesakes.store.lookup import find_person

    def change(store: "Store") -> "Correction":
        ids = [find_person(store, each).id for each in (person, other)]
        return correct.same(store, *ids, who=who)

    _apply(place, quiet, change)


@command.command("different")
@person_argument
@click.argument("other", metavar="PERSON|DOCUMENT", shell_complete=completion.people_and_documents)
@store_option
@who_option
@quiet_option
@json_report_option
def different(person: str, other: str, place: str, who: str, quiet: bool) -> None:
    """Two PERSONs are different, or a DOCUMENT speaks of somebody else."""
    from namesakes.store import correct
    from namesakes.store.lookup import find_document, find_person

    def change(store: "Store") -> "Correction":
        document = find_document(store, other) if store.identities.get(other) is None else None
        return correct.different(
            store, find_person(store, person).id, document or find_person(store, other).id, who=who
        )

    _apply(place, quiet, change)


@command.command("rename")
@person_argument
@click.argument("name")
@store_option
@who_option
@quiet_option
@json_report_option
def rename(person: str, name: str, place: str, who: str, quiet: bool) -> None:
    """A PERSON is called NAME; the id stays."""
    from namesakes.store import correct
    from namesakes.store.lookup import find_person

    _apply(place, quiet, lambda store: correct.rename(store, find_person(store, person).id, name, who=who))


@command.command("not-a-person")
@person_argument
@store_option
@who_option
@quiet_option
@json_report_option
def not_a_person(person: str, place: str, who: str, quiet: bool) -> None:
    """A PERSON is none, and is hidden."""
    from namesakes.store import correct
    from namesakes.store.lookup import find_person

    _apply(place, quiet, lambda store: correct.not_a_person(store, find_person(store, person).id, who=who))


@command.command("is")
@click.argument("mention")
@click.argument("person", shell_complete=completion.people)
@store_option
@who_option
@quiet_option
@json_report_option
def is_person(mention: str, person: str, place: str, who: str, quiet: bool) -> None:
    """A MENTION is a PERSON; it leaves its chain, with the pronouns after it."""
    from namesakes.pipeline import correcting
    from namesakes.store.lookup import find_person

    def change(store: "Store") -> "Correction":
        return correcting.is_person(store, mention, find_person(store, person).id, who=who)

    _apply(place, quiet, change)


@command.command("nobody")
@click.argument("mention")
@store_option
@who_option
@quiet_option
@json_report_option
def nobody(mention: str, place: str, who: str, quiet: bool) -> None:
    """A MENTION is no person."""
    from namesakes.pipeline import correcting

    _apply(place, quiet, lambda store: correcting.nobody(store, mention, who=who))


@command.command("two")
@click.argument("mention")
@click.argument("people", metavar="[PERSON]...", nargs=-1)
@store_option
@who_option
@quiet_option
@json_report_option
def two(mention: str, people: tuple[str, ...], place: str, who: str, quiet: bool) -> None:
    """A MENTION is of two or more, who may be named, and belongs to neither alone."""
    from namesakes.pipeline import correcting
    from namesakes.store.lookup import find_person

    def change(store: "Store") -> "Correction":
        return correcting.two(store, mention, [find_person(store, each).id for each in people], who=who)

    _apply(place, quiet, change)


@command.command("split")
@click.argument("mentions", metavar="MENTION...", nargs=-1, required=True)
@store_option
@who_option
@quiet_option
@json_report_option
def split(mentions: tuple[str, ...], place: str, who: str, quiet: bool) -> None:
    """MENTIONs of one chain are somebody else than the rest of it; pronouns after them go along."""
    from namesakes.pipeline import correcting

    _apply(place, quiet, lambda store: correcting.split(store, mentions, who=who))


@command.command("join")
@click.argument("mention")
@click.argument("other", metavar="MENTION")
@store_option
@who_option
@quiet_option
@json_report_option
def join(mention: str, other: str, place: str, who: str, quiet: bool) -> None:
    """The chains of two MENTIONs of a document are one."""
    from namesakes.pipeline import correcting

    _apply(place, quiet, lambda store: correcting.join(store, mention, other, who=who))


@command.command("clusters")
@click.argument("table", metavar="FILE")
@click.option("--apart", is_flag=True, help="Take chains of one person apart that are of different clusters, too.")
@encoding_option
@store_option
@who_option
@quiet_option
@json_report_option
def clusters(table: str, apart: bool, encoding: str | None, place: str, who: str, quiet: bool) -> None:
    """Records that a FILE puts into one cluster are one person, as Splink, dedupe or somebody else found.

    FILE is a CSV with unique_id, as `namesakes export --to csv --table records` calls them, and cluster_id.
    """
    from namesakes.integrations.clusters import apply_clusters, read_clusters
    from namesakes.store.store import open_store

    found = read_clusters(table, encoding)
    with open_store(place, create=False, durable=True) as store, store.lock(WAIT):
        done = apply_clusters(store, found, apart=apart, who=who)
    line = f"recorded: {done.same} times two people are the same, {done.different} times different"
    unknown = f"; {len(done.unknown)} records are not in this store, such as {done.unknown[0]}" if done.unknown else ""
    report(line + unknown, err=False, quiet=quiet, same=done.same, different=done.different, unknown=len(done.unknown))


@command.command("undo")
@click.argument("number", type=int)
@store_option
@quiet_option
@json_report_option
def undo(number: int, place: str, quiet: bool) -> None:
    """Take the correction of this NUMBER back."""
    from namesakes.pipeline import correcting

    _apply(place, quiet, lambda store: correcting.undo(store, number), "taken back")


@command.command("list")
@store_option
@click.option("--json", "as_json", is_flag=True, help="Print JSON, one correction a line.")
@paged
def listing(place: str, as_json: bool) -> None:
    """List all corrections, the oldest first; those whose mention is not found any more sleep."""
    from namesakes.store.bindings import sleeping
    from namesakes.store.store import open_store
    from namesakes.view.history_lines import correction_line

    with open_store(place, create=False, write=False) as store:
        asleep = sleeping(store)
        for one in store.corrections.all(undone=True):
            told = {**one.to_json(), **({"asleep": asleep[one.id]} if one.id in asleep else {})}
            line = correction_line(one, asleep.get(one.id, ""))
            echo(json.dumps(told, ensure_ascii=False) if as_json else line)
