"""A person in a notebook: names, what documents state, and the documents."""

from typing import Final

from namesakes.pipeline.people import Person
from namesakes.profiles.profile import FIELDS
from namesakes.store.person_summary import person_summary
from namesakes.view.notebook.markup import box, safe, soft, table
from namesakes.view.wording import counted

_DOCUMENTS: Final = 12
_VALUES: Final = 8


def html(person: Person) -> str:
    """The person as HTML."""
    one = person_summary(person.store, person.identity)
    titles = person.store.documents.titles()
    about = f"{person.id}, {counted(len(one.documents), 'document')}, {counted(one.mentions, 'mention')}"
    stated = [("called", one.all_names[1:]), *((field, one.stated(field)) for field in FIELDS)]
    facts = [(name, ", ".join(safe(each, 60) for each in values[:_VALUES])) for name, values in stated if values]
    surest: dict[str, float] = {}
    for each in one.timeline:
        id = each.chain.document
        surest[id] = max(surest.get(id, 0.0), each.strength)
    rows = [
        (safe(titles.get(id, "") or id, 80), safe(one.dates.get(id, "")), f"{strength:.0%}")
        for id, strength in list(surest.items())[:_DOCUMENTS]
    ]
    parts = [table(("", ""), facts)] if facts else []
    parts.append(table(("document", "date" if one.dates else "", "sure"), rows))
    more = len(surest) - len(rows)
    return box(
        safe(one.identity.name or "nameless", 80), about, *parts, *([soft(f"and {more:,} more")] if more else [])
    )
