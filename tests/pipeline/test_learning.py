"""Learning from the corrections of a store: what it teaches, what it would change, and what is written."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from namesakes.chains.training import corrections as of_links
from namesakes.errors import DataError
from namesakes.identities import corrections as of_people
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.identities.model import IdentityModel
from namesakes.learning.gains import Gain
from namesakes.pipeline import correcting
from namesakes.pipeline.install import Target
from namesakes.pipeline.learning import Lesson, corrected_blocks, corrected_documents, learn, preview
from namesakes.pipeline.pipeline import load
from namesakes.pipeline.resolve import resolve_into
from namesakes.store import correct
from namesakes.store.export.jsonl import records
from namesakes.store.sqlite import MEMORY
from namesakes.store.store import Store, open_store
from namesakes.view.learn_lines import lesson_lines, written_lines
from tests.pipeline.newsroom import newsroom


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Store]:
    monkeypatch.chdir(tmp_path)
    newsroom(tmp_path / "news")
    with open_store(MEMORY) as opened:
        resolve_into(opened, [Path("news")])
        correct.same(opened, "ann-moore-1", "ann-moore-2")
        correct.same(opened, "robert-hill-1", "bob-hill-1")
        correcting.is_person(opened, "news/d.txt:He", "robert-hill-1")
        yield opened


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few corrections are enough."""
    monkeypatch.setattr(of_people, "LEAST", 2)
    monkeypatch.setattr(of_people, "LEAST_BLOCKS", 2)
    monkeypatch.setattr(of_links, "LEAST", 1)


def with_threshold(model: IdentityModel, threshold: float) -> IdentityModel:
    own = {**model.settings.clusterers[model.settings.clusterer], "threshold": threshold}
    return IdentityModel(model.ensemble, replace(model.settings, clusterers={model.settings.clusterer: own}))


def test_too_little_is_refused_with_a_sentence_for_each(store: Store) -> None:
    with pytest.raises(DataError, match=r"too little(.|\n)*of 2 names(.|\n)*too few to learn from"):
        learn(store)


def test_what_is_learned_from(store: Store) -> None:
    blocks = list(corrected_blocks(store, load(), LinkingSettings()))
    assert [len(block.profiles) for block in blocks] == [3, 3]
    assert sum(block.corrections for block in blocks) == 3
    assert all(same for block in blocks for *_, same in block.judged)
    assert len(list(corrected_documents(store, load()))) == 1


def test_nothing_is_written_before_it_is_asked_for(store: Store, few: None, tmp_path: Path) -> None:
    before = list(records(store))
    lesson = learn(store)
    assert list(records(store)) == before
    assert lesson.identities is not None
    lines = "\n".join((*lesson_lines(lesson), *written_lines(lesson, None, [])))
    assert "F of names that were left out" in lines
    assert "Nothing was written" in lines
    assert set(lesson.to_json()) >= {"helps", "reasons", "identities"}
    written = lesson.save(Target(into=tmp_path / "mine"))
    assert bool(written) == lesson.helps


def test_what_would_change_is_said(store: Store) -> None:
    nlp = load()
    apart = nlp.with_(identities=with_threshold(nlp.parts.identities, 1.0))
    found = preview(store, apart, LinkingSettings())
    assert found.chains > 5
    assert found.moved == sum(count for _, count in found.split)
    same = preview(store, nlp, LinkingSettings())
    assert (same.moved, same.joined, same.split) == (0, [], [])


def test_what_was_learned_is_written_into_a_pipeline(store: Store, tmp_path: Path) -> None:
    model = load().parts.identities
    trials = (
        of_people.Trial(of_people.Way(), 0.5),
        of_people.Trial(of_people.Way(None, True), 0.9, Gain(0.4, 0.1, 0.2)),
    )
    lesson = Lesson(of_people.Learned(with_threshold(model, 0.4), trials, trials[1], 0.5, 1.0))
    assert lesson.save(Target(into=tmp_path / "mine")) == ["identities"]
    assert load(tmp_path / "mine").parts.identities.clusterer.threshold == 0.4  # type: ignore[attr-defined]
    assert "Next:" in "".join(written_lines(lesson, tmp_path / "mine", ["identities"]))
    assert "100% after" in "\n".join(lesson_lines(lesson))
    report = resolve_into(store, [Path("news")], pipeline=load(tmp_path / "mine"))
    assert report.other_pipeline
    assert len(store.corrections.all()) == 3
