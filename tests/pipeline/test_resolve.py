"""Resolving: the same outcome whatever the processes and the order; what is known, changed and gone; stable ids."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from namesakes import Document
from namesakes.engines.local import LocalEngine
from namesakes.errors import ConfigError, DataError, StoreBusyError, StoreError, UsageError
from namesakes.identities.linker import Linker
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.incremental import IncrementalLinking
from namesakes.pipeline.report import Progress
from namesakes.pipeline.resolve import ResolveSettings, resolve, resolve_into
from namesakes.store import correct
from namesakes.store.records import ChainKey
from namesakes.store.store import Store, open_store
from tests.pipeline.newsroom import TEXTS, content, newsroom


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store(":memory:") as opened:
        yield opened


def people_of(store: Store) -> set[frozenset[ChainKey]]:
    """Who is in one identity with whom, without the ids."""
    groups: dict[str, set[ChainKey]] = {}
    for each in store.memberships.all():
        groups.setdefault(each.identity, set()).add(each.chain)
    return {frozenset(group) for group in groups.values()}


def test_people_come_out(here: Path, store: Store) -> None:
    report = resolve_into(store, [newsroom(here / "news")])
    assert (report.new, report.changed, report.unchanged, report.removed) == (5, 0, 0, 0)
    assert report.words > 60
    assert not report.skipped
    found = store.documents.get("news/a.txt")
    assert found is not None
    assert found.text == TEXTS["a.txt"]
    assert found.path == str(here / "news" / "a.txt")
    moore = next(profile for profile in found.profiles if profile.name.full == "Ann Moore")
    assert moore.document == "news/a.txt"
    spans = [found.text[each.start : each.end] for each in found.mentions if each.chain == moore.chain]
    assert len(spans) == moore.mentions
    assert {"She"} < set(spans)
    assert found.text[slice(*found.sentences[1])].startswith("She wrote")
    assert [found.text[start:end] for start, end in found.tokens][:2] == ["Ann", "Moore"]
    names = {identity.name for identity in store.identities.all().values()}
    assert {"Ann Moore", "Ben Carter", "Carol Hill", "Robert Hill"} <= names
    assert all(0.0 <= each.strength <= 1.0 for each in store.memberships.all(alternatives=True))
    (run,) = store.runs.all()
    assert run.manifest["finished"] is True
    assert run.manifest["settings"]["batch"] == 32
    assert len(run.manifest["models"]["chains"]) == 64
    assert run.manifest["pipeline"]["name"] == "en"


def test_the_mayor_is_one_person_and_his_wife_another(here: Path, store: Store) -> None:
    resolve_into(store, [newsroom(here / "news")])
    hills = {each.name: each.id for each in store.identities.named("Hill")}
    assert "Carol Hill" in hills
    wife = {each.chain.document for each in store.memberships.of_identity(hills["Carol Hill"])}
    assert wife == {"news/e.txt"}


def test_running_again_does_nothing(here: Path, store: Store) -> None:
    folder = newsroom(here / "news")
    resolve_into(store, [folder], ResolveSettings(batch=2))
    before = content(store)
    again = resolve_into(store, [folder])
    assert again.nothing
    assert (again.new, again.changed, again.unchanged, again.removed, again.blocks) == (0, 0, 5, 0, 0)
    assert content(store) == before
    assert len(store.runs.all()) == 1


def test_the_outcome_does_not_depend_on_processes_or_order(here: Path) -> None:
    folder = newsroom(here / "news")
    files = [folder / name for name in sorted(TEXTS)]
    found = []
    for items, jobs, batch in (([folder], 1, 32), (files[::-1], 1, 2), ([folder], 2, 3)):
        with open_store(":memory:") as store:
            resolve_into(store, items, ResolveSettings(batch=batch), jobs=jobs)
            found.append(content(store))
    assert found[0] == found[1]
    assert found[0] == found[2]


def test_identities_in_several_processes(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("namesakes.engines.local._WORTH_PROCESSES", 0)
    monkeypatch.setattr("namesakes.pipeline.incremental.AT_A_TIME", 3)
    folder = newsroom(here / "news")
    with open_store(":memory:") as alone, open_store(":memory:") as together:
        resolve_into(alone, [folder])
        documents = [alone.documents.get(id) for id in alone.documents.states()]
        together.documents.write([each for each in documents if each is not None])
        work = IncrementalLinking(together, Linker.shipped(), kinds=("person", "organization"))
        assert work.run(LocalEngine(2)) > 2
        assert people_of(together) == people_of(alone)
        strengths = [{each.chain: each.strength for each in store.memberships.all()} for store in (alone, together)]
        assert strengths[0] == strengths[1]


def test_changed_and_removed_documents(here: Path, store: Store) -> None:
    folder = newsroom(here / "news")
    resolve_into(store, [folder])
    ids = {each.chain: each.identity for each in store.memberships.all()}
    (folder / "d.txt").write_text("Dora Finch met nobody.", encoding="utf-8")
    (folder / "c.txt").unlink()
    report = resolve_into(store, [folder])
    assert (report.new, report.changed, report.unchanged, report.removed) == (0, 1, 3, 1)
    assert "news/c.txt" not in store.documents.states()
    names = {identity.name for identity in store.identities.all().values()}
    assert "Dora Finch" in names
    assert "Ben Carter" not in names
    assert ("gone", "ben-carter-1") in {(event.what, event.source) for event in store.events.all()}
    kept = {each.chain: each.identity for each in store.memberships.all()}
    assert {
        chain: id for chain, id in kept.items() if chain.document in ("news/a.txt", "news/b.txt", "news/e.txt")
    } == {chain: id for chain, id in ids.items() if chain.document in ("news/a.txt", "news/b.txt", "news/e.txt")}
    assert resolve_into(store, [folder]).nothing


def test_only_touched_blocks_are_worked_on(here: Path, store: Store) -> None:
    folder = newsroom(here / "news")
    first = resolve_into(store, [folder])
    newsroom(folder, {"f.txt": "Ben Carter is ill. Carter hopes to be back in May."})
    second = resolve_into(store, [folder])
    assert second.blocks == 1 < first.blocks
    assert second.new == 1


def test_a_folder_does_not_remove_what_came_from_elsewhere(here: Path, store: Store) -> None:
    one, other = newsroom(here / "one"), newsroom(here / "other")
    resolve_into(store, [one, other])
    assert len(store.documents.states()) == 10
    (one / "a.txt").unlink()
    report = resolve_into(store, [one])
    assert report.removed == 1
    assert len(store.documents.states()) == 9


def test_ids_stay_when_documents_are_added(here: Path) -> None:
    folder = newsroom(here / "news", {name: TEXTS[name] for name in ("b.txt", "c.txt", "d.txt")})
    with open_store(":memory:") as store, open_store(":memory:") as at_once:
        resolve_into(store, [folder])
        before = {each.chain: each.identity for each in store.memberships.all()}
        newsroom(folder)
        resolve_into(store, [folder])
        after = {each.chain: each.identity for each in store.memberships.all()}
        resolve_into(at_once, [folder])
        assert people_of(store) == people_of(at_once)
        moved = {(event.source, event.target) for event in store.events.all() if event.what in ("merge", "split")}
        for chain, id in before.items():
            assert after[chain] == id or (id, after[chain]) in moved


def test_corrections_hold_in_later_runs(here: Path, store: Store) -> None:
    folder = newsroom(here / "news")
    resolve_into(store, [folder])
    owner = {each.chain.document: each.identity for each in store.memberships.all() if "moore" in each.identity}
    keeper, linguist = owner["news/c.txt"], owner["news/b.txt"]
    if keeper == linguist:
        correct.different(store, linguist, "news/c.txt")
    else:
        correct.same(store, linguist, keeper)
    held = people_of(store)
    newsroom(folder, {"g.txt": "Ann Moore was seen in Dover."})
    report = resolve_into(store, [folder])
    assert report.blocks >= 1
    now = {frozenset(chain for chain in group if chain.document != "news/g.txt") for group in people_of(store)}
    assert {group for group in now if group} >= {
        group for group in held if any("c.txt" in one.document for one in group)
    }


def test_another_model_or_setting_is_noticed(here: Path, store: Store) -> None:
    folder = newsroom(here / "news")
    resolve_into(store, [folder])
    stricter = ResolveSettings(identities=LinkingSettings(within_document="apart"))
    report = resolve_into(store, [folder], stricter)
    assert (report.read, report.nothing) == (0, False)
    assert report.blocks > 1
    fewer = resolve_into(store, [folder], ResolveSettings(kinds=("person",)))
    assert fewer.changed == 5
    assert {each.kind for each in store.identities.all().values()} == {"person"}


def test_progress_is_told(here: Path, store: Store) -> None:
    heard: list[Progress] = []
    resolve_into(store, [newsroom(here / "news")], ResolveSettings(batch=2), progress=heard.append)
    reading = [each for each in heard if each.stage == "reading"]
    assert (reading[-1].done, reading[-1].total, reading[-1].documents) == (5, 5, 5)
    assert heard[-1].stage == "identities"
    assert heard[-1].done == heard[-1].total > 0


def test_two_runs_on_one_store(here: Path) -> None:
    folder = newsroom(here / "news", {"a.txt": TEXTS["a.txt"]})
    with (
        open_store(here / "people.db") as one,
        open_store(here / "people.db") as other,
        one.lock(),
        pytest.raises(StoreBusyError, match="another process is working on this store"),
    ):
        resolve_into(other, [folder])


def test_a_full_disk_loses_nothing_that_was_written(here: Path) -> None:
    texts = {f"{number:02}.txt": text for number, text in enumerate([*TEXTS.values()] * 4)}
    folder = newsroom(here / "news", texts)
    with open_store(here / "people.db") as store, open_store(":memory:") as whole:
        pages = store.database.execute("PRAGMA page_count")[0][0]
        store.database.execute(f"PRAGMA max_page_count = {pages + 4}")
        with pytest.raises(StoreError, match="the disk is full"):
            resolve_into(store, [folder], ResolveSettings(batch=1))
        written = store.documents.states()
        assert len(written) < len(texts)
        assert all(store.documents.get(id) is not None for id in written)
        store.database.execute("PRAGMA max_page_count = 1000000")
        report = resolve_into(store, [folder])
        assert report.unchanged == len(written)
        resolve_into(whole, [folder])
        assert content(store) == content(whole)


def test_in_python(here: Path) -> None:
    people = resolve(newsroom(here / "news"))
    moores = people["Ann Moore"]
    assert isinstance(moores, list)
    assert {name for person in moores for name in person.documents} == {"news/a.txt", "news/b.txt", "news/c.txt"}
    linguist = next(person for person in moores if "news/a.txt" in person.documents)
    assert "linguist" in linguist.profile.values("occupation")
    assert set(linguist.membership) == set(linguist.documents)
    assert linguist.profile.mentions == sum(profile.mentions for profile in linguist.profiles)
    assert people.person(linguist.id).name == "Ann Moore"
    assert len(people) == len(list(people))
    assert people[0].kind == "person"
    assert len(people[:2]) == 2
    with pytest.raises(DataError, match="nobody with the id 'nobody-1'"):
        people.person("nobody-1")
    one, other = people["Ben Carter"][0].id, people["Carol Hill"][0].id
    people.same(one, other)
    assert len(people["Carter"]) == 1
    assert set(people["Carter"][0].documents) == {"news/d.txt", "news/e.txt"}
    people.save("kept.db")
    with open_store("kept.db") as kept:
        assert set(kept.identities.all()) == set(people.store.identities.all())
        assert resolve_into(kept, [here / "news"]).read == 0
    with pytest.raises(StoreError, match="not overwritten"):
        people.save("kept.db")
    people.close()


def test_texts_rows_and_documents() -> None:
    rows = [{"id": "x", "text": "Ann Moore sings."}, {"text": "Ben Carter sings."}]
    assert {name for person in resolve(rows) for name in person.documents} == {"x", "text-2"}
    assert [person.name for person in resolve("Ann Moore sings. She sings well.")] == ["Ann Moore"]
    assert [person.documents for person in resolve([Document(id="d", text="Ann Moore sings.")])] == [["d"]]
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table({"id": ["p", "q"], "text": ["Ann Moore sings.", "Ben Carter sings."]})
    assert {name for person in resolve(table) for name in person.documents} == {"p", "q"}
    with pytest.raises(UsageError, match="no such file or folder"):
        resolve("nothing-like-this")
    with pytest.raises(DataError, match="row 1: none of the columns is plainly called text"):
        resolve([{"colour": "Ann"}])
    with pytest.raises(UsageError, match="two documents are called 'd'"):
        resolve([Document(id="d", text="Ann."), Document(id="d", text="Ben.")])
    with pytest.raises(UsageError, match="not a int"):
        resolve([3])


def test_settings_are_checked() -> None:
    with pytest.raises(ConfigError, match="the pipeline 'en' is for 'en', not for 'de'"):
        resolve("Ann sang a song.", settings=ResolveSettings(language="de"))
    with pytest.raises(ConfigError, match="batch is at least 1"):
        ResolveSettings(batch=0)
    with pytest.raises(ConfigError, match="no kind of profile called 'dog'"):
        ResolveSettings(kinds=("dog",))


def test_chains_that_files_have_are_kept(here: Path, store: Store) -> None:
    row = {"doc_id": "r", "text": "Ann Moore saw Ben. Moore waved.", "clusters": [[[0, 9], [19, 24]], [[14, 17]]]}
    (here / "rows.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    resolve_into(store, [here / "rows.jsonl"])
    found = store.documents.get("rows.jsonl#r")
    assert found is not None
    moore = next(each for each in found.profiles if each.name.full == "Ann Moore")
    assert [(each.start, each.end) for each in found.mentions if each.chain == moore.chain] == [(0, 9), (19, 24)]


def test_a_moved_working_folder_changes_no_ids(here: Path, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = newsroom(here / "news")
    (folder / "rows.jsonl").write_text('{"id": "a#b", "text": "Ann Moore sings."}\n', encoding="utf-8")
    resolve_into(store, [folder])
    monkeypatch.chdir(folder)
    assert resolve_into(store, [Path()]).nothing
    shutil.copy(folder / "a.txt", folder / "z.txt")
    resolve_into(store, [Path()])
    assert "z.txt" in store.documents.states()
