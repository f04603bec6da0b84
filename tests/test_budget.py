"""Budgets: a document that takes too long is left out and named, and the others go on."""

from itertools import count
from pathlib import Path

import pytest

import namesakes
from namesakes import budget
from namesakes.chains import long_documents
from namesakes.errors import TimeLimitError
from namesakes.names import parse
from namesakes.names.grouping import group_names
from namesakes.text.document import Document
from namesakes.workers import Failure
from tests.conftest import Command

TEXT = "Ann Lee met Bo Wise. She waved. He left."
NONE = 1e-9


def test_without_a_budget_nothing_is_checked() -> None:
    budget.check()


def test_work_ends_when_its_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count(100)
    monkeypatch.setattr(budget, "thread_time", lambda: float(next(clock)))
    with budget.within(3, "the work"):
        budget.check()  # 101, 102, 103
        with budget.within(1000, "a part of it"):
            budget.check()
        budget.check()
        with pytest.raises(TimeLimitError, match="the work takes more than 3 seconds") as caught:
            budget.check()
    assert str(caught.value).endswith("raise the limit with --max-seconds.")
    budget.check()


def test_a_text_that_takes_too_long_is_named() -> None:
    nlp = namesakes.load()
    with pytest.raises(TimeLimitError, match="document text takes more than 1e-09 seconds"):
        nlp(TEXT, max_seconds=NONE)
    assert nlp(TEXT).chains
    skipped: list[Failure] = []
    assert list(nlp.pipe([TEXT, {"id": "b", "text": TEXT}], skipped=skipped, max_seconds=NONE)) == []
    assert [each.document for each in skipped] == ["text-1", "b"]


def test_long_work_asks_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between sentences, stretches of mentions, names and profiles: each asks at least once for each of them."""
    asked: list[int] = []
    monkeypatch.setattr(budget, "check", lambda: asked.append(1))
    nlp = namesakes.load()
    document = nlp.syntax()(Document(id="text", text=TEXT * 20))
    asked.clear()
    nlp.parts.syntax.parser(document)
    assert len(asked) == len(document.sentence_starts)
    asked.clear()
    group_names([parse(name) for name in ("Ann Lee", "Bo Wise", "Lee")])
    assert len(asked) == 3
    asked.clear()
    chained = nlp(document)
    before = len(asked)
    found = nlp.profiles(chained)
    assert len(asked) - before >= len(found) > 0
    monkeypatch.setattr(long_documents, "BLOCK", 20)
    monkeypatch.setattr("namesakes.chains.resolver.BLOCK", 20)
    asked.clear()
    nlp(document)
    assert len(asked) > before


def test_resolve_skips_it_and_goes_on(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(TEXT, encoding="utf-8")
    done = namesakes("resolve", "a.txt", "--max-seconds", "0.000001")
    assert "a.txt (it could not be processed: document a.txt takes more than 1e-06 seconds" in " ".join(
        done.stdout.split()
    )
    assert namesakes("coref", "a.txt", "--to", "text", "--max-seconds", "60").returncode == 0
    failed = namesakes("coref", "a.txt", "--to", "text", "--max-seconds", "0.000001")
    assert failed.returncode == 1
    assert "--max-seconds" in failed.stderr
