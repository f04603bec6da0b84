"""Who stands in documents together, against counting by hand; and the rows of timelines."""

from dataclasses import replace
from itertools import combinations
from random import Random

from namesakes.store.encounters import company
from namesakes.store.person_summary import person_summaries, person_summary
from namesakes.store.store import Store
from namesakes.store.timeline import people_timeline, person_timeline
from tests.store.made import document, key, write_people


def fill(store: Store) -> list[set[str]]:
    """Documents of some of twelve people; who is in each."""
    random, names = Random(2), [f"Person {letter}" for letter in "ABCDEFGHIJKL"]
    homes: dict[str, list[object]] = {}
    told, written = [], []
    for number in range(30):
        chosen = random.sample(names, random.randint(1, 4))
        date = f"19{50 + number}-0{1 + number % 9}-11" if number % 3 else ""
        made = document(f"d{number}", *chosen)
        written.append(replace(made, profiles=tuple(replace(each, date=date) for each in made.profiles)))
        for chain, name in enumerate(chosen):
            homes.setdefault(name, []).append(key(f"d{number}", chain))
        told.append({f"person-{name[-1].lower()}-1" for name in chosen})
    store.documents.write(written)
    write_people(store, homes)  # type: ignore[arg-type]
    return told


def test_company_is_who_is_in_documents_together(store: Store) -> None:
    told = fill(store)
    counted: dict[tuple[str, ...], int] = {}
    for people in told:
        for pair in combinations(sorted(people), 2):
            counted[pair] = counted.get(pair, 0) + 1
    found = company(store)
    pairs = {tuple(sorted((found.ids[e.one], found.ids[e.other]))): e.documents for e in found.meetings}
    assert pairs == counted
    assert [each.documents for each in found.meetings] == sorted(counted.values(), reverse=True)
    assert found.left_out == (0, 0)
    few = company(store, most=4, edges=3)
    assert len(few.ids) == 4
    assert len(few.meetings) == 3
    assert few.left_out == (len({one for pair in counted for one in pair}) - 4, len(counted) - 3)
    assert company(store) == found


def test_company_of_one_begins_with_that_one(store: Store) -> None:
    told = fill(store)
    found = company(store, "person-a-1")
    near = set().union(*(people for people in told if "person-a-1" in people))
    assert found.ids[0] == "person-a-1"
    assert set(found.ids) == near
    alone = company(store, "person-a-1", most=1)
    assert (alone.ids, alone.meetings) == (("person-a-1",), ())


def test_timelines(store: Store) -> None:
    fill(store)
    everybody = person_summaries(store)
    one = person_summary(store, everybody[0].identity)
    found = person_timeline(store, one, 50)
    dates = [row.points[0].date for row in found.rows]
    assert [point.document for row in found.rows for point in row.points] == [
        each.chain.document for each in one.timeline
    ]
    assert [date for date in dates if date] == sorted(date for date in dates if date)
    assert dates == sorted(dates, key=lambda date: date or "9999")
    short = person_timeline(store, one, 2)
    assert (len(short.rows), short.left_out) == (2, len(found.rows) - 2)
    together = people_timeline(store, everybody, "All", 5)
    assert (len(together.rows), together.left_out) == (5, len(everybody) - 5)
    assert (
        sorted((len(row.points) for row in together.rows), reverse=True)
        == sorted((len(each.documents) for each in everybody), reverse=True)[:5]
    )
