"""Known people: how well the people of texts are found in a table that others of their documents have filled."""

import csv
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from namesakes.config import generator
from namesakes.identities.rows import QueryRow, read_rows
from namesakes.integrations.reconciliation.authority import Entry, read_entries
from namesakes.integrations.reconciliation.matching import linker_of, matches
from namesakes.pipeline.pipeline import Pipeline, load
from namesakes.pipeline.query_profiles import query_groups
from namesakes.pipeline.resolve import resolve
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Profile
from namesakes.store.records import ChainKey
from namesakes.store.store import Store, open_store
from reproduction.corpora import corpus_path, sample
from reproduction.outcome import Experiment, Outcome

CORPORA: Final = {"frus_names": "dev", "acl_names": "dev", "weps1": "test"}
"""The corpora, and the splits of them from which nothing was learned."""
LEASTS: Final = (0.2, 0.3, 0.5)
TABLES: Final = {"what texts state": 0, "and three sentences": 3}
"""Kinds of tables: of so many documents of a person a sentence stands in it, too."""
MISSING: Final = 3
"""Every third person, drawn at random, is missing in the table."""
FIELDS: Final = ("title", "occupation", "employer", "member", "education", "nationality", "lives", "birth", "death")
"""The columns that have what texts state."""
VALUES: Final = 3
COLUMNS: Final = ("corpus", "the table", "way", "matched", "right", "precision", "recall", "F1")


@dataclass(frozen=True)
class Known:
    """A person of the table: the id, the name, and the profiles of the documents that it was filled from."""

    id: str
    name: str
    profiles: list[Profile] = field(default_factory=list)


@dataclass(frozen=True)
class Asked:
    """A name in a text: the person that bears it there, in the store and in truth, and whether the table has them."""

    person: str
    gold: str
    known: bool


@dataclass(frozen=True)
class Half:
    """A corpus in two halves: what a table is made of, and what is asked."""

    corpus: str
    table: Sequence[QueryRow]
    texts: Sequence[QueryRow]
    names: Mapping[str, str]


def run(data: Path | None, seed: int, *, corpora: Mapping[str, str] = CORPORA, most: int | None = None) -> Outcome:
    """Rows for each corpus, each kind of table, and each way to match; `most` are so many rows of a corpus."""
    nlp, rows, told = load("en"), [], []
    for corpus, split in corpora.items():
        with compared(data, corpus, split, seed, nlp, most) as (known, asked, tables):
            for what, (store, entries) in tables.items():
                rows += [[corpus, what, *row] for row in _ways(store, nlp, entries, asked)]
        absent = len(known.keys() - {each.gold for each in asked})
        told.append(
            f"{corpus}: {len(known)} people in the table, {absent} of them in none of the {len(asked)} texts; of "
            f"{sum(each.known for each in asked)} texts the person is in the table."
        )
    notes = (
        "Half of the documents, drawn at random, fill the table: of each person the name as lists write it, and the "
        f"{VALUES} most frequent values of each field that the texts state; in the second kind of table also a "
        "sentence of each of three documents. Every third person is then taken out of it. The other half is resolved "
        "into a store, and `namesakes reconcile` matches its people. All people share their names with others: in "
        "frus_names the family name, in acl_names (where texts say initials and lists do not) that and the initial, in "
        "weps1 (pieces of web pages of some 30 words) all of the name. A text is matched where the person is who "
        "bears the name there; it is right where the row is theirs. Recall is of the texts whose person is in the "
        "table. Equal full names: given and family name are those of one row alone, without regard to case and middle "
        f"names. Family name and initial: these fit one row alone. {' '.join(told)}"
    )
    data_said = ", ".join(f"{corpus} {split}" for corpus, split in corpora.items())
    return Outcome(COLUMNS, rows, f"people ({data_said}), seed {seed}", notes)


Compared = tuple[dict[str, Known], list[Asked], dict[str, tuple[Store, list[Entry]]]]
"""The people of a table, what is asked, and each kind of table beside the store of the texts."""


@contextmanager
def compared(
    data: Path | None, corpus: str, split: str, seed: int, nlp: Pipeline, most: int | None = None
) -> Iterator[Compared]:
    """A corpus as tables of known people, and a store of other texts."""
    half = halved(corpus_path(data, "people", corpus, f"{split}.jsonl"), corpus, seed, most)
    known = known_people(half, nlp)
    for id in sample(sorted(known), len(known) // MISSING, seed, "missing", corpus):
        del known[id]
    with TemporaryDirectory() as folder:
        place = Path(folder, "people.db")
        resolve([{"id": _id(row), "text": row.text} for row in half.texts], store=place, pipeline=nlp, jobs=1).close()
        with open_store(place, write=False) as store:
            tables = {}
            for what, sentences in TABLES.items():
                write_table(Path(folder, "known.csv"), known.values(), sentences)
                tables[what] = store, read_entries(Path(folder, "known.csv"), nlp.profiles)
            yield known, list(questions(store, half.texts, known)), tables


def halved(path: Path, corpus: str, seed: int, most: int | None = None) -> Half:
    """The rows of a corpus in two halves, and what lists call each person."""
    rows = [row for row in read_rows(path) if row.text.strip()][:most]
    order = generator(seed, "reconcile", corpus).permutation(len(rows)).tolist()
    first = set(order[: len(rows) // 2])
    names = {row.gold: _listed_name(row) for row in rows} | _gold_names(path)
    return Half(
        corpus,
        [row for place, row in enumerate(rows) if place in first],
        [row for place, row in enumerate(rows) if place not in first],
        names,
    )


def _id(row: QueryRow) -> str:
    return f"{row.name}/{row.id}"


def _gold_names(path: Path) -> dict[str, str]:
    """The names that the corpus itself has: `Baker, Newton Diehl` is Newton Diehl Baker."""
    found = {}
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row.get("gold_name"):
                family, _, rest = str(row["gold_name"]).partition(", ")
                found[str(row["gold_identity"])] = " ".join(filter(None, (*rest.split(", ")[:1], family)))
    return found


def _listed_name(row: QueryRow) -> str:
    """The name that an id spells: changye-li-umn, of whom C. Li is said, is Changye Li; Alvin_Cooper#3 Alvin Cooper."""
    words = [word for word in re.split(r"[-_#]", row.gold) if word.isalpha()]
    family = row.name.split()[-1].casefold()
    end = next((place for place, word in enumerate(words) if word.casefold() == family and place), len(words) - 1)
    return " ".join(word.capitalize() for word in words[: end + 1]) or row.name


def known_people(half: Half, nlp: Pipeline) -> dict[str, Known]:
    """The people of the table, with the profiles of their documents."""
    found: dict[str, Known] = {}
    for group in query_groups(half.table, pipeline=nlp):
        for profile, gold in zip(group.profiles, group.gold, strict=True):
            found.setdefault(gold, Known(gold, half.names[gold])).profiles.append(profile)
    return found


def write_table(path: Path, people: Iterable[Known], sentences: int) -> None:
    """Write a table of known people."""
    with path.open("w", encoding="utf-8", newline="") as target:
        table = csv.writer(target)
        table.writerow(["id", "name", "description", *FIELDS])
        for one in people:
            said = [" ".join(profile.summary[0].split()) for profile in one.profiles if profile.summary][:sentences]
            cells = []
            for column in FIELDS:
                values = Counter(value for profile in one.profiles for value in profile.values(column))
                cells.append("|".join(value.replace("|", "/") for value, _ in values.most_common(VALUES)))
            table.writerow([one.id, one.name, " ".join(said), *cells])


def questions(store: Store, rows: Sequence[QueryRow], known: Mapping[str, Known]) -> Iterator[Asked]:
    """Who bears the name of each row in its text, in the store and in truth; nobody where none was found."""
    for row in rows:
        bearer = _bearer(store, row)
        yield Asked(bearer, row.gold, row.gold in known)


def _bearer(store: Store, row: QueryRow) -> str:
    """The person of the store whom a text calls so the most often."""
    document = store.documents.get(_id(row))
    wanted = set(row.name.casefold().replace(".", "").split())
    if document is None:
        return ""
    called = [
        profile
        for profile in document.profiles
        if profile.kind == "person"
        and any(wanted <= set(form.casefold().replace(".", "").split()) for form in profile.forms)
    ]
    if not called:
        return ""
    chain = ChainKey(document.id, max(called, key=lambda profile: (profile.mentions, -profile.chain)).chain)
    return store.memberships.homes([chain]).get(chain, "")


def _ways(store: Store, nlp: Pipeline, entries: Sequence[Entry], asked: Sequence[Asked]) -> Iterator[list[str]]:
    """A row for each way to match."""
    people = sorted({each.person for each in asked} - {""})
    names = {id: one.name for id, one in store.identities.of(people).items()}
    yield _row("equal full names", by_name(names, entries, whole=True), asked)
    yield _row("family name and initial", by_name(names, entries, whole=False), asked)
    linker = linker_of(store, nlp)
    for least in LEASTS:
        found = {match.person: match.entry for match in matches(store, entries, linker, least=least) if match.entry}
        yield _row(f"reconcile, at least {least:g}", found, asked)


def by_name(names: Mapping[str, str], entries: Sequence[Entry], *, whole: bool) -> dict[str, str]:
    """The people whose names fit one entry alone: the given names whole, or their initials."""
    keyed: dict[tuple[str, str], set[str]] = {}
    for entry in entries:
        keyed.setdefault(_key(entry.name, whole=whole), set()).add(entry.id)
    fitting = {
        id: keyed.get(_key(name, whole=whole), set()) for id, name in names.items() if _key(name, whole=whole)[0]
    }
    return {id: next(iter(found)) for id, found in fitting.items() if len(found) == 1}


def _key(name: str, *, whole: bool) -> tuple[str, str]:
    parts = split_name(name)
    given = parts.given.casefold().rstrip(".")
    return given if whole else given[:1], parts.family.casefold()


def _row(way: str, found: Mapping[str, str], asked: Sequence[Asked]) -> list[str]:
    matched = [each for each in asked if each.person in found]
    right = sum(found[each.person] == each.gold for each in matched)
    known = sum(each.known for each in asked)
    precision, recall = (right / len(matched) if matched else 0.0), right / known if known else 0.0
    both = 2 * precision * recall / (precision + recall) if right else 0.0
    return [way, f"{len(matched):,}", f"{right:,}", *(f"{100 * each:.1f}" for each in (precision, recall, both))]


EXPERIMENT = Experiment(
    "Known people",
    "How well `namesakes reconcile` finds the people of texts in a table of known people, who all have namesakes.",
    run,
)
