"""People, a person and a document of a store in lines for a terminal or a pipe."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from namesakes.profiles.profile import FIELDS
from namesakes.store.mention_refs import written
from namesakes.store.person_summary import PersonSummary
from namesakes.store.records import ChainKey, Identity, Membership, StoredDocument
from namesakes.store.store import Store
from namesakes.view.wording import Heading, counted, one_line, printable

_DESCRIPTION_WIDTH, _WHERE_WIDTH = 56, 14


def people_lines(people: Iterable[PersonSummary], others: Mapping[str, Sequence[Membership]]) -> Iterator[str]:
    """Everybody by name: who bears it, what they are, in how many documents, and how surely.

    Parameters
    ----------
    others : for each id of somebody in one document only the identities that they might be instead.
    """
    everyone = list(people)
    wide = max((len(one.identity.id) for one in everyone), default=0)
    apart = max((len(_where(one)) + 2 for one in everyone), default=0)
    apart = max(apart, _WHERE_WIDTH)
    for _, group in groupby(everyone, key=lambda one: one.identity.name.casefold()):
        bearers = list(group)
        name = one_line(bearers[0].identity.name) or "nameless"
        more = f"  {counted(len(bearers), 'bearer')}" if len(bearers) > 1 else ""
        yield Heading(name, more)
        for one in bearers:
            what = one_line(one.description) or "nothing but a name"
            where = _where(one)
            sure = certainty(one, others.get(one.identity.id, ()))
            hidden = "  (not a person)" if one.identity.hidden else ""
            yield f"  {one.identity.id:<{wide}}  {what:<{_DESCRIPTION_WIDTH}}  {where:<{apart}}{sure}{hidden}".rstrip()


def _where(one: PersonSummary) -> str:
    """In how many documents somebody is, and in which years these were written."""
    where = counted(len(one.documents), "document")
    return f"{where}, {one.span}" if one.span else where


def certainty(one: PersonSummary, others: Sequence[Membership] = ()) -> str:
    """How surely the chains of a person belong together; of one in a single chain, who else it might be."""
    sure = f"{one.strength:.0%}" if len(one.members) > 1 else ""
    maybe = ", ".join(f"{other.strength:.0%} {other.identity}" for other in others)
    return f"perhaps {maybe}" if maybe else sure


def alternatives(store: Store, people: Iterable[PersonSummary]) -> dict[str, list[Membership]]:
    """For each id of somebody in one chain only the identities that it might be in instead, nearest first."""
    single = {one.members[0].chain: one.identity.id for one in people if len(one.members) == 1}
    alternatives: dict[str, list[Membership]] = {}
    for each in store.memberships.all(alternatives=True):
        if each.rank and each.chain in single:
            alternatives.setdefault(single[each.chain], []).append(each)
    return alternatives


def person_lines(one: PersonSummary, sentences: Mapping[ChainKey, str], titles: Mapping[str, str]) -> Iterator[str]:
    """A person: names, facts with the number of documents that state them, and the documents, the oldest first."""
    identity = one.identity
    hidden = ", not a person" if identity.hidden else ""
    head = f"{counted(len(one.documents), 'document')}, {counted(one.mentions, 'mention')}{hidden}"
    yield Heading(one_line(identity.name) or "nameless", f"  {identity.id}  {head}")
    if one.all_names[1:]:
        yield f"  {'called':<12}  {', '.join(map(one_line, one.all_names))}"
    for field in FIELDS:
        stated = one.stated(field)
        if stated:
            yield f"  {field:<12}  {', '.join(map(one_line, stated))}"
    yield "  documents"
    wide = max((len(each.chain.document) for each in one.members), default=0)
    dated = max((len(one.dates.get(each.chain.document, "")) for each in one.members), default=0)
    told: set[str] = set()
    last = ""
    for each in one.timeline:
        sentence = one_line(sentences.get(each.chain, ""))
        title = _beside(one_line(titles.get(each.chain.document, "")), sentence)
        title, last = "" if each.chain.document == last else title, each.chain.document
        sure = f"{each.strength:.0%}" if len(one.members) > 1 else ""
        when = f"  {one.dates.get(each.chain.document, ''):<{dated}}" if dated else ""
        yield f"    {one_line(each.chain.document):<{wide}}{when}  {sure:>5}  {title}".rstrip()
        if sentence and sentence not in told and sentence not in title:
            yield f'    {"":<{wide}}         "{sentence}"'
        told |= {sentence, title}


def _beside(title: str, sentence: str) -> str:
    """The title of a document beside a sentence of it; none where it is but the beginning of the sentence."""
    return "" if sentence.startswith(title.removesuffix("…")) else title


def document_lines(
    document: StoredDocument, memberships: Sequence[Membership], identities: Mapping[str, Identity]
) -> Iterator[str]:
    """A document: who is in it, and its text with person_summaries's number before each mention of them."""
    yield Heading(
        one_line(document.id), "".join(f"  {one_line(each)}" for each in (document.title, document.path) if each)
    )
    main = {each.chain.chain: each for each in memberships if not each.rank}
    numbers = {chain: number for number, chain in enumerate(sorted(main), 1)}
    counts = {profile.chain: profile.mentions for profile in document.profiles}
    for chain, number in numbers.items():
        id = main[chain].identity
        others = [each for each in memberships if each.rank and each.chain.chain == chain]
        maybe = ", ".join(f"{each.strength:.0%} {each.identity}" for each in others)
        name = one_line(identities[id].name) if id in identities else ""
        line = f"  {number:>3}  {id}  {name}  {counted(counts.get(chain, 0), 'mention')}"
        yield line + (f"  (or {maybe})" if maybe else "")
    yield ""
    yield from marked_text(document, numbers).splitlines()


def mention_lines(document: StoredDocument, memberships: Sequence[Membership]) -> Iterator[str]:
    """The mentions of a document, a line each: as corrections take it, the number of its chain, who it is, words."""
    main = {each.chain.chain: each.identity for each in memberships if not each.rank}
    numbers = {chain: number for number, chain in enumerate(sorted(main), 1)}
    shown = [(written(document.id, (one.start, one.end)), one) for one in document.mentions if one.chain in numbers]
    wide = max((len(one_line(reference)) for reference, _ in shown), default=0)
    names = max((len(main[one.chain]) for _, one in shown), default=0)
    for reference, one in shown:
        words = one_line(document.text[one.start : one.end])
        yield f"{one_line(reference):<{wide}}  {numbers[one.chain]:>3}  {main[one.chain]:<{names}}  {words}"


def marked_text(document: StoredDocument, numbers: Mapping[int, int]) -> str:
    """The text with `[1 Mark Johnson]` for each mention of somebody who has a number."""
    marks: list[tuple[int, int, int, str]] = []
    for mention in document.mentions:
        if mention.chain in numbers and mention.start < mention.end:
            marks.append((mention.start, 1, -mention.end, f"[{numbers[mention.chain]} "))
            marks.append((mention.end, 0, -mention.start, "]"))
    parts, end = [], 0
    for place, _, _, mark in sorted(marks):
        parts += [document.text[end:place], mark]
        end = place
    text = "".join((*parts, document.text[end:]))
    return "\n".join(printable(line.replace("\t", "    ")) for line in text.splitlines())
