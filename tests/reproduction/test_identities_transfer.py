"""Corpora left out: the harness on made-up names of three little corpora."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from namesakes.identities.mixing.ensemble import EnsembleSettings
from namesakes.identities.mixing.sampling import Sampling
from namesakes.identities.rows import QueryGroup, QueryRow, grouped_by_name
from namesakes.profiles.names import split_name
from namesakes.profiles.profile import Profile
from namesakes.profiles.vectors import encoded
from reproduction.ours import identities_transfer
from reproduction.ours.identities_transfer import Corpora, Settings, Way, left_out

EVIDENCE = EnsembleSettings(("words", "people-shared"), "evidence", sampling=Sampling(0, balanced=True))
SETTINGS = Settings(
    learned={"one": ("train", "dev"), "two": ("train", "dev")},
    measured={"three": ("all",)},
    ways={"evidence": Way(EVIDENCE, "mixed-link", free=False)},
)


def profiles_of(rows: Sequence[QueryRow], corpus: str, split: str) -> list[QueryGroup]:
    """Profiles by the words of each row; the first word is one's company."""
    found = []
    for row in rows:
        first, *words = row.text.split()
        found.append(Profile(row.id, 0, name=split_name(row.name), people={first: 1}, words=dict.fromkeys(words, 1)))
    return grouped_by_name(rows, found)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    random = np.random.default_rng(5)
    for corpus, splits in {**SETTINGS.learned, **SETTINGS.measured}.items():
        for split in splits:
            path = tmp_path / "people" / corpus / f"{split}.jsonl"
            path.parent.mkdir(parents=True, exist_ok=True)
            rows = []
            for name in ("Lee", "Poe"):
                for number in range(12):
                    who = f"{corpus}{name}{number % 3}"
                    own = [f"{who}w{each}" for each in random.integers(0, 6, 5)]
                    text = " ".join([f"friend-{who}", *own, *(f"common{each}" for each in random.integers(0, 9, 4))])
                    row = {"doc_id": f"{split}{name}{number}", "query_name": name, "text": text, "gold_identity": who}
                    rows.append(json.dumps(row))
            path.write_text("\n".join(rows), encoding="utf-8")
    return tmp_path


def test_every_corpus_is_found_without_having_been_seen(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(identities_transfer, "GOALS", {"one": 0.5})
    settings = Settings(SETTINGS.learned, SETTINGS.measured, SETTINGS.ways, profiles_of)
    outcome = identities_transfer.run(folder, 0, settings)
    assert outcome.columns == ["way", "one", "two", "three", "mean", "thresholds"]
    rows = {row[0]: row[1:] for row in outcome.rows}
    assert rows["everybody alone"][0] == rows["everybody alone"][1] == "0.400"  # purity 1, inverse purity 1/4
    assert rows["all together"][:3] == rows["same full name"][:3] == ["0.500"] * 3
    assert all(float(value) > 0.9 for value in rows["evidence"][:4])
    assert all(0 <= float(value) <= 1 for value in rows["its certainty: expected error"][:3])
    assert rows["goal of F.5"][:3] == ["0.50", "", ""]


def test_vectors_are_measured_alone_and_beside_the_others(folder: Path) -> None:
    def with_vectors(rows: Sequence[QueryRow], corpus: str, split: str) -> list[QueryGroup]:
        numbers = {who: place for place, who in enumerate(sorted({row.gold for row in rows}))}
        known = iter([encoded(np.eye(9, dtype=np.float32)[numbers[row.gold]]) for row in sorted_rows(rows)])
        groups = profiles_of(rows, corpus, split)
        return [replace(one, profiles=[replace(each, vector=next(known)) for each in one.profiles]) for one in groups]

    settings = Settings(SETTINGS.learned, SETTINGS.measured, SETTINGS.ways, profiles_of, {"made": with_vectors})
    rows = {row[0]: row[1:] for row in identities_transfer.run(folder, 0, settings).rows}
    assert rows["vectors of made, average link"][:4] == ["1.000"] * 4
    assert all(float(value) > 0.9 for value in rows["with the prior, the company and vectors of made"][:4])


def sorted_rows(rows: Sequence[QueryRow]) -> list[QueryRow]:
    """The rows name by name, in the order in which names first come."""
    names = list(dict.fromkeys(row.name for row in rows))
    return sorted(rows, key=lambda row: names.index(row.name))


def test_what_is_left_out_is_in_nothing_that_is_learned(folder: Path) -> None:
    settings = Settings(SETTINGS.learned, SETTINGS.measured, SETTINGS.ways, profiles_of)
    corpora = Corpora.read(folder, settings)
    found = left_out(corpora, settings, Way(EVIDENCE, "mixed-link"), 0)
    for name, each in found.items():
        assert {group.corpus.split()[0] for group, _ in each.asked} == {name}
        assert name not in {group.corpus.split()[0] for group, _ in each.others}
