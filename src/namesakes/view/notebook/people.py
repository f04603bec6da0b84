"""The people of a store in a notebook: those with the most documents."""

from typing import Final

from namesakes.pipeline.people import People
from namesakes.store.export.people_columns import Choice, people_columns
from namesakes.store.person_summary import person_summaries
from namesakes.view.notebook.markup import box, safe, soft, table
from namesakes.view.people_lines import certainty
from namesakes.view.wording import counted, counted_people, one_line

_SHOWN: Final = 20


def html(people: People) -> str:
    """The people as HTML."""
    store = people.store
    columns = people_columns(store, Choice(("person",)), described=False)
    ids, documents, mentions = (columns[name] for name in ("person", "documents", "mentions"))
    order = sorted(range(len(ids)), key=lambda place: (-documents[place], -mentions[place], place))[:_SHOWN]
    found = {one.identity.id: one for one in person_summaries(store, ids=[ids[place] for place in order])}
    rows = []
    for one in [found[ids[place]] for place in order]:
        what = safe(one.description, 60) if one.description else "nothing but a name"
        name, id = safe(one.identity.name or "nameless", 50), safe(one.identity.id, 40)
        rows.append((name, f"<code>{id}</code>", what, len(one.documents), one.mentions, certainty(one)))
    about = f"in {counted(store.documents.count(), 'document')}, {one_line(store.database.place)}"
    more = len(ids) - len(rows)
    parts = [table(("name", "", "", "documents", "mentions", "sure"), rows)] if rows else []
    return box(counted_people(len(ids)), about, *parts, *([soft(f"and {more:,} more")] if more else []))
