"""The experiment on limits: its texts are as large as it says, and a run over small ones."""

from pathlib import Path

import pytest

from reproduction.ours import limits
from reproduction.ours.limits import NAMES, Taken, Text, different, names_text, namesake_text, odd, sentence, taken


def test_texts_are_as_large_as_they_say() -> None:
    assert len(sentence(20_000).split()) == 20_000
    assert "." not in sentence(20_000)
    sizes = {text.about: len(text.made()) for text in odd(1.0)}
    assert sizes["`a-` × 250,000"] == 500_000
    assert sizes["`(` × 200,000"] == 200_000
    assert next(text for text in odd(1.0) if text.ending == ".md").made().count("[a](b)") == 100_000


def test_names_are_different() -> None:
    assert len(set(different(15_000))) == 15_000


@pytest.mark.parametrize("made", [names_text, namesake_text])
def test_every_person_has_a_name_of_their_own(made: object) -> None:
    assert callable(made)
    people = [part.partition(" of Leeds")[0] for part in made(500).split("served. ")]
    assert len(set(people)) == 500


def test_a_run_has_a_row_for_each_text(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "novels" / "one"
    folder.mkdir(parents=True)
    folder.joinpath("novel_text.txt").write_text("Ann Lee came home. She was late.", encoding="utf-8")
    monkeypatch.setattr(limits, "taken", lambda text: Taken(len(text.made()), 1.0, 200.0))
    outcome = limits.run(tmp_path, 0, share=0.001)
    assert len(outcome.rows) == len(odd(1.0)) + len(NAMES) + 1
    assert {len(row) for row in outcome.rows} == {len(outcome.columns)}
    assert outcome.rows[-1][1] == "5,000"
    assert outcome.rows[-2][-1] == "< 4.8 ×, < 4 s"


@pytest.mark.parametrize("people", [False, True])
def test_what_a_text_takes_is_measured_in_a_process_of_its_own(people: bool) -> None:
    found = taken(Text("two sentences", lambda: names_text(1), people=people))
    assert found.characters == len(names_text(1))
    assert found.seconds > 0.0
    assert found.megabytes > 50.0
