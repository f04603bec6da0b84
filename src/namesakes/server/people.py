"""People as the API shows them: cards, what tells namesakes apart, who may be the same, and where they occur."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

from namesakes.profiles.profile import FIELDS, Profile
from namesakes.server.directory import Directory
from namesakes.server.problems import ProblemError
from namesakes.server.summaries import Listed, Summaries, listed_row
from namesakes.store.neighbours import Told, alike, apart, companions, telling_apart, together
from namesakes.store.person_summary import PersonSummary, person_summaries, person_summary
from namesakes.store.pieces import titles_of
from namesakes.store.records import ChainKey, Identity
from namesakes.store.store import Store

_SAID: Final = 3
"""Sentences that a fact rests on, at most."""
_LINKS: Final = 4
"""Links of a graph for each of its people, at most."""
_VALUES: Final = 6
"""Values of a field, at most."""
_HIDDEN_FIELDS: Final = ("namesake",)


def find_people(
    summaries: Summaries,
    directory: Directory,
    query: str,
    *,
    kinds: Sequence[str],
    hidden: bool,
    limit: int,
    cursor: str,
) -> dict[str, Any]:
    """A page of the people who go by a name, those of one name together, with what tells them apart."""
    found = directory.find(query, kinds=kinds, hidden=hidden)
    start = _start(cursor, [directory.ids[place] for place in found] if cursor else [])
    chosen = [directory.ids[place] for place in found[start : start + limit]]
    listed = summaries.of(chosen)
    told = _apart(listed)
    rows = [one.shown(told[one.id]) for one in listed]
    more = start + limit < len(found)
    return {
        "people": rows,
        "total": len(found),
        "next": _cursor(start + limit, chosen[-1]) if more and chosen else None,
    }


def _apart(listed: Sequence[Listed]) -> dict[str, str]:
    """What tells each of those from those of the same name."""
    named: dict[str, dict[str, Told]] = {}
    for one in listed:
        named.setdefault(one.row["name"].casefold(), {})[one.id] = one.told
    return {id: line for bearers in named.values() for id, line in apart(bearers).items()}


def meetings(summaries: Summaries, directory: Directory, person: str, *, limit: int, least: int) -> dict[str, Any]:
    """Those of whom most is written, or those around one person, and who of them is in documents with whom."""
    store = summaries.store
    if person:
        ids = [_identity(store, person).id, *(each.id for each in companions(store, person, limit=limit - 1))]
    else:
        ids = [directory.ids[place] for place in directory.find()[:limit]]
    pairs = [each for each in together(store, ids) if each[2] >= least][: _LINKS * limit]
    met = {id for one, other, _ in pairs for id in (one, other)} | {person}
    people = [
        {name: one.row[name] for name in ("id", "name", "documents")} for one in summaries.of(ids) if one.id in met
    ]
    return {"people": people, "links": [{"one": one, "other": other, "documents": n} for one, other, n in pairs]}


def card(store: Store, id: str) -> dict[str, Any]:
    """Everything about one person but the documents, which come in pages; a 404 where there is nobody of this id."""
    one = person_summary(store, _identity(store, id))
    profiles = dict(store.chains.profiles(keys=[each.chain for each in one.members], whole=False))
    named = [
        each
        for each in store.identities.named(one.identity.name)
        if each.name.casefold() == one.identity.name.casefold()
    ]
    others = [each.id for each in named if each.id != id and not each.hidden and each.kind == one.identity.kind]
    bearers = [one, *person_summaries(store, ids=others[:20])] if others else [one]
    told = telling_apart(bearers)
    return {
        **listed_row(one, alike(store, [id]).get(id, [])),
        "apart": told[id],
        "names": one.all_names,
        "facts": _facts(one, profiles),
        "namesakes": [{**listed_row(each, ()), "apart": told[each.identity.id]} for each in bearers[1:]],
        "companions": [
            {"id": each.id, "name": each.name, "documents": each.documents} for each in companions(store, id)
        ],
        "history": [
            {"time": each.time, "what": each.what, "source": each.source, "target": each.target, "why": each.why}
            for each in store.events.all(id)[-20:]
        ],
        "version": version(one),
    }


def version(one: PersonSummary) -> str:
    """What changes when somebody becomes somebody else: by the chains and the name."""
    said = [one.identity.name, one.identity.hidden, sorted(each.chain for each in one.members)]
    return blake2b(json.dumps(said).encode(), digest_size=8).hexdigest()


def _facts(one: PersonSummary, profiles: dict[ChainKey, Profile]) -> list[dict[str, Any]]:
    """What is stated of somebody, field by field, each value with the sentences that say so."""
    said: dict[tuple[str, str, str], list[dict[str, Any]]] = {}
    for key, profile in profiles.items():
        for fact in profile.facts:
            told = said.setdefault((fact.field, fact.value, fact.relation), [])
            if len(told) < _SAID:
                evidence = fact.evidence
                told.append(
                    {
                        "document": key.document,
                        "start": evidence.start,
                        "end": evidence.end,
                        "sentence": evidence.sentence,
                    }
                )
    rows = []
    for field in FIELDS:
        stated = [each for each in one.values if each[0] == field and field not in _HIDDEN_FIELDS]
        for each in sorted(stated, key=lambda each: (-one.values[each], each))[:_VALUES]:
            row = {"field": field, "value": each[1], "relation": each[2], "documents": one.values[each]}
            rows.append({**row, "said": said.get(each, [])})
    return rows


def occurrences(store: Store, id: str, *, limit: int, cursor: str) -> dict[str, Any]:
    """A page of the documents of somebody, the oldest first, each with a sentence and how surely it is of them."""
    one = person_summary(store, _identity(store, id))
    line = one.timeline
    start = _start(cursor, [f"{each.chain.document} {each.chain.chain}" for each in line])
    page = line[start : start + limit]
    profiles = dict(store.chains.profiles(keys=[each.chain for each in page], whole=True))
    titles = titles_of(store, [each.chain.document for each in page])
    rows = []
    for each in page:
        profile = profiles.get(each.chain)
        rows.append(
            {
                "document": each.chain.document,
                "chain": each.chain.chain,
                "title": titles.get(each.chain.document, ""),
                "date": one.dates.get(each.chain.document, ""),
                "dated_by": profile.dated_by if profile else "",
                "strength": round(each.strength, 4),
                "mentions": profile.mentions if profile else 0,
                "sentence": profile.summary[0] if profile and profile.summary else "",
            }
        )
    more = start + limit < len(line)
    last = f"{page[-1].chain.document} {page[-1].chain.chain}" if page else ""
    return {"documents": rows, "total": len(line), "next": _cursor(start + limit, last) if more else None}


def _identity(store: Store, id: str) -> Identity:
    found = store.identities.get(id)
    if found is not None:
        return found
    past = [event for event in store.events.all(id) if event.source == id and event.target]
    if past:
        raise ProblemError(
            404, f"'{id[:100]}' is no more", f"Since {past[-1].time} it is {past[-1].target} ({past[-1].what})."
        )
    raise ProblemError(404, "there is nobody of this id", "Search by name: GET /api/people?q=NAME")


def _cursor(place: int, last: str) -> str:
    return urlsafe_b64encode(json.dumps([place, last]).encode()).decode().rstrip("=")


def _start(cursor: str, ids: Sequence[str]) -> int:
    """Where a page begins: after the last one of the page before, wherever that is now."""
    if not cursor:
        return 0
    try:
        place, last = json.loads(urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        if not isinstance(place, int) or place < 0 or not isinstance(last, str):
            raise ValueError(cursor)
    except ValueError as error:
        raise ProblemError(422, "this cursor is not one of ours", "Take what `next` says, as it is.") from error
    if 0 < place <= len(ids) and ids[place - 1] == last:
        return place
    return ids.index(last) + 1 if last in ids else place
