"""Inference without PyTorch: documents alone and together, texts of every kind."""

import pickle
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from namesakes.arrays import Float32Array
from namesakes.encoder.examples import Example
from namesakes.encoder.inference import EncoderModel
from namesakes.encoder.pairing import BestSpans
from namesakes.errors import UnknownNameError
from namesakes.text.strings import Strings
from tests.encoder.made import text


def test_trees_are_trees_and_names_are_whole(tiny: Path) -> None:
    found = EncoderModel.load(tiny).reading(text())
    edges = found.edges.tolist()
    for low, high in pairwise(edges):
        assert (found.heads[low:high] < 0).sum() == 1
        for word in range(low, high):
            seen = set()
            while word >= 0:
                assert word not in seen
                seen.add(word)
                word = int(found.heads[word])
    roots = [relation for relation, head in zip(found.relations, found.heads, strict=True) if head < 0]
    assert set(roots) == {"root"}
    assert found.relations.count("root") == len(roots)
    for start, end, _ in found.names(("PER", "LOC")):
        assert 0 <= start < end <= len(found.states)


def test_documents_together_are_as_each_alone(tiny: Path) -> None:
    model = EncoderModel.load(tiny)
    some = [text(), text("Bob liked Ann."), text("")]
    together, alone = list(model.read(some)), [model.reading(each) for each in some]
    for one, other in zip(together, alone, strict=True):
        np.testing.assert_allclose(one.states, other.states, atol=1e-4)
        assert one.heads.tolist() == other.heads.tolist()
        assert one.relations == other.relations


@pytest.mark.parametrize(
    "words",
    [
        "",
        "   ",
        "a" * 100_000,
        "猫は好き。 Привет, мир! مرحبا",
        "x" * 40 + "🙂" * 300,
        "\u200b \u200b",
        "one two " * 400,
    ],
    ids=["empty", "blank", "long word", "scripts", "no spaces", "invisible", "long sentence"],
)
def test_texts_of_every_kind(tiny: Path, words: str) -> None:
    given = text(words)
    found = EncoderModel.load(tiny).reading(given)
    assert len(found.heads) == len(found.relations) == len(given.starts)
    assert len(found.best("xpos")) == len(given.starts)
    assert np.isfinite(found.states).all()


def test_the_last_document_is_remembered(tiny: Path) -> None:
    model = EncoderModel.load(tiny)
    first = model.reading(text())
    assert model.reading(text()) is first
    assert model.reading(text("Bob.")) is not first
    again = pickle.loads(pickle.dumps(model))
    assert again.reading(text()).heads.tolist() == first.heads.tolist()


def test_conventions_of_a_corpus(tiny: Path) -> None:
    assert EncoderModel.load(tiny, corpus="second").corpus == 1
    with pytest.raises(UnknownNameError, match="first"):
        EncoderModel.load(tiny, corpus="third")


@pytest.mark.parametrize("count", [1, 7, 30, 100])
def test_the_best_spans_of_all_parts_are_those_of_the_whole(count: int) -> None:
    random = np.random.default_rng(count)
    scores = random.integers(0, 9, size=(2, 60)).astype(np.float32)  # many are equal
    starts = np.sort(random.integers(0, 50, size=60))
    whole, parts = BestSpans(count), BestSpans(count)
    whole.add((starts, starts + 1, scores))
    for low in range(0, 60, 13):
        parts.add((starts[low : low + 13], starts[low : low + 13] + 1, scores[:, low : low + 13]))
    wanted = sorted(sorted(range(60), key=lambda place: (-scores[0, place], place))[:count])
    for found in (whole.taken(), parts.taken()):
        assert found[0].tolist() == starts[wanted].tolist()
        assert found[1].tolist() == (starts[wanted] + 1).tolist()
        assert found[2].tolist() == scores[:, wanted].tolist()


def test_who_speaks_is_no_reason_to_read_again(tiny: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Speakers count for pairs alone; the parser asks before they are known, and the resolver after it."""
    read: list[int] = []
    usual = EncoderModel._vectors

    def counted(self: EncoderModel, examples: Sequence[Example]) -> Float32Array:
        read.append(len(examples))
        return usual(self, examples)

    monkeypatch.setattr(EncoderModel, "_vectors", counted)
    whole = text()
    half = len(whole.starts) // 2
    speakers = ["ann"] * half + ["bo"] * (len(whole.starts) - half)
    spoken = whole.with_columns(speaker=Strings(speakers))
    model = EncoderModel.load(tiny)
    plain = model.reading(whole)
    heard = model.reading(spoken)
    assert read == [1]
    assert heard.states is plain.states
    fresh = EncoderModel.load(tiny).reading(spoken)
    assert read == [1, 1]
    for name in ("starts", "ends", "chosen", "scores"):
        np.testing.assert_array_equal(getattr(heard.spans, name), getattr(fresh.spans, name))
    assert (heard.spans.scores != plain.spans.scores).any(), "pairs know nothing of speakers"
    np.testing.assert_array_equal(model.reading(whole).spans.scores, plain.spans.scores)
    assert read == [1, 1]
