"""The resolver and the whole way from a text to its chains."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import namesakes
from namesakes import Document
from namesakes.chains import resolver as module
from namesakes.chains.resolver import Resolver
from namesakes.errors import DataError, LanguageWarning, ModelError, UnknownNameError, UsageError
from namesakes.learning.model import Model, load_model, save_model
from namesakes.pipeline.coreference import run
from namesakes.syntax.parts import Syntax
from namesakes.text.language import is_english
from namesakes.text.segment import cut
from tests.chains.parsed import parsed, resolver
from tests.formats.memory import parsed as read_text

TEXT = "Gary Wilber was named chief executive on Monday. He said that he was proud of his team."
GERMAN = (
    "Der Vorsitzende des Vereins sagte am Montag, dass die Arbeiten im Herbst beginnen sollen. Er habe mit allen "
    "Beteiligten gesprochen, und niemand sei gegen den Plan gewesen."
)


@pytest.fixture(scope="module")
def document() -> Document:
    return namesakes.coref(TEXT)


def words(document: Document) -> list[set[str]]:
    return [{mention.text for mention in chain} for chain in document.chains]


# With the shipped model.


def test_a_clear_case(document: Document) -> None:
    (chain,) = (chain for chain in document.chains if chain.name == "Gary Wilber")
    assert {mention.text for mention in chain} == {"Gary Wilber", "He", "he", "his"}
    assert chain.confidence is not None
    assert 0.5 < chain.confidence <= 1.0
    for mention in document.mentions:
        assert mention.confidence is not None
        assert 0.0 <= mention.confidence <= 1.0
        assert mention.margin is not None
        assert document.text[mention.start : mention.end] == mention.text


@pytest.mark.parametrize("text", ["", " \n ", "Hello", "Ann", ".", "Ran quickly.", "he he he", "\u200b", "?!\n\n?!"])
def test_texts_with_hardly_anything_in_them(text: str) -> None:
    for singletons in (False, True):
        found = namesakes.coref(text, singletons=singletons)
        assert found.text == text
        assert found.mention_table is not None
        assert namesakes.resolved_text(found).origin[-1] == len(text)


def test_singletons(document: Document) -> None:
    every = namesakes.coref(TEXT, singletons=True)
    assert len(every.mentions) > len(document.mentions)
    assert all(len(chain) > 1 for chain in document.chains)
    assert [chain for chain in words(every) if len(chain) > 1] == words(document)
    single = next(chain for chain in every.chains if len(chain) == 1)
    assert single.confidence == single[0].confidence


def test_links_below_the_least_confidence_are_not_made() -> None:
    counts = [len(namesakes.coref(TEXT, min_confidence=least).mentions) for least in (0.0, 0.5, 0.9, 1.0)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] >= 4


def test_gold_mentions_and_no_others() -> None:
    (row,) = read_text(
        '{"doc_id": "a", "text": "Gary Wilber said that he was Gary-ish.", "clusters": [], '
        '"mentions": [[0, 11], [22, 24], [29, 33]]}',
        "jsonl",
    )
    found = namesakes.coref(row, mentions="gold", singletons=True)
    assert [(mention.start, mention.end) for mention in found.mentions] == [(0, 11), (22, 24), (29, 33)]
    assert {"Gary Wilber", "he"} <= set().union(*(chain for chain in words(found) if "he" in chain))
    with pytest.raises(DataError, match="document text has no mentions"):
        namesakes.coref("Ann ran.", mentions="gold")


def test_what_a_document_has_is_kept() -> None:
    given = Syntax.shipped().steps()(Document(id="d", text=TEXT)).with_columns(speaker=["ann"] * 19)
    found = namesakes.coref(given)
    assert found.starts is given.starts
    assert found.columns["speaker"].rows == ("ann",) * 19
    assert words(found) == words(namesakes.coref(TEXT))
    tokens = given.replace(columns={}, heads=None, entity_table=None)
    assert words(namesakes.coref(tokens)) == words(found)


def test_another_language_is_remarked() -> None:
    with pytest.warns(LanguageWarning, match="document text is probably not in English"):
        namesakes.coref(GERMAN)
    assert is_english(GERMAN.split()[:5]) is None
    assert is_english("the cat sat on a mat and it was in the sun with its tail up so that he saw her".split())
    names = (
        "Ann Smith Boston doctor John Brown London teacher Mary Jones Paris lawyer Peter White Berlin pilot Jane Lee"
    )
    assert is_english([*names.split(), *names.split()])


def test_wrong_calls() -> None:
    with pytest.raises(UnknownNameError, match=r"no source of mentions called 'golden'.*Did you mean 'gold'"):
        namesakes.coref("Ann ran.", mentions="golden")
    with pytest.raises(UsageError, match="between 0 and 1"):
        namesakes.coref("Ann ran.", min_confidence=3)
    with pytest.raises(UsageError, match="not a int"):
        namesakes.coref(3)  # type: ignore[arg-type]


def test_several_processes_and_failures() -> None:
    documents = [Document(id=str(number), text=TEXT) for number in range(3)]
    alone = list(run(documents, namesakes.load().coreference()))
    together = list(run(documents, namesakes.load().coreference(), jobs=2))
    assert alone == together
    failures: list[object] = []
    step = namesakes.load().coreference(mentions="gold")
    assert list(run(documents, step, failures=failures)) == []  # type: ignore[arg-type]
    assert len(failures) == 3


def test_what_is_being_done_is_reported() -> None:
    lines: list[str] = []
    replace(namesakes.load().coreference(), progress=lines.append)(Document(id="d", text=TEXT))
    assert lines[0] == f"d: words and sentences (1 of {len(lines)})"
    assert lines[-1] == f"d: chains ({len(lines)} of {len(lines)})"


def test_constraints_say_which_document_they_are_about() -> None:
    one = namesakes.Constraints(must=[[(0, 11), (49, 51)]])
    documents = [Document(id="a", text=TEXT), Document(id="b", text=TEXT)]
    with pytest.raises(DataError, match="do not say which document"):
        list(run(documents, namesakes.load().coreference({None: one})))
    with pytest.warns(UserWarning, match="no document 'c'"):
        list(run(documents, namesakes.load().coreference({"c": one})))
    first, second = run(documents, namesakes.load().coreference({"a": one}))
    assert first.mention_table is not None
    assert len(second.chains) >= 1


# With random weights.


@pytest.mark.parametrize("seed", range(3))
def test_decoders_agree_where_all_features_are_local(seed: int) -> None:
    best = resolver("best-first", seed)
    tree = Resolver(replace(best.settings, decoder="spanning-tree"), best.model)
    beam = Resolver(replace(best.settings, decoder="beam", beam=1, update="laso"), best.model)
    expected = best.links(parsed(3))
    for other in (tree, beam):
        assert other.links(parsed(3)).antecedents.tolist() == expected.antecedents.tolist()


def test_margins_and_probabilities() -> None:
    links = resolver(seed=1).links(parsed(2))
    starts = links.pairs.candidates.starts
    for mention in range(1, links.pairs.count + 1):
        rows = slice(int(starts[mention]), int(starts[mention + 1]))
        assert np.isclose(links.probabilities[rows].sum(), 1.0)
        others = [
            score
            for row, (score, candidate) in enumerate(
                zip(links.scores[rows], links.pairs.candidates.antecedents[rows], strict=True), start=rows.start
            )
            if row != links.rows[mention] and (candidate == 0 or links.clusters[candidate] != links.clusters[mention])
        ]
        expected = links.scores[links.rows[mention]] - max(others) if others else 0.0
        assert np.isclose(links.margins[mention], expected)
        assert links.margins[mention] >= 0.0


def test_very_long_texts_look_at_a_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "LONG", 60)
    monkeypatch.setattr(module, "LONG_WINDOW", 5)
    model = resolver()
    short, long = (model.links(parsed(count)).pairs for count in (5, 60))
    assert len(short.candidates.antecedents) == short.count * (short.count + 1) // 2
    assert model.window(parsed(60)) == 0
    assert len(long.candidates.antecedents) < long.count * (6 + 5 * 64)
    assert len(long.candidates.antecedents) < long.count * (long.count + 1) // 3


def test_a_model_of_other_templates_is_refused(tmp_path: Path) -> None:
    resolver().save(tmp_path / "m")
    again = Resolver.load(tmp_path / "m")
    assert again.links(parsed()).antecedents.tolist() == resolver().links(parsed()).antecedents.tolist()
    model = load_model(tmp_path / "m", "chains")
    features = {**model.settings["features"], "pairs": ["m.colour a.colour"]}
    save_model(tmp_path / "m", Model("chains", {**model.settings, "features": features}, model.arrays))
    with pytest.raises(ModelError, match=r"trained with other features.*colour"):
        Resolver.load(tmp_path / "m")
    save_model(tmp_path / "m", Model("chains", model.settings, {"weights": model.arrays["weights"]}))
    with pytest.raises(ModelError, match="lacks the array 'largest'"):
        Resolver.load(tmp_path / "m")
    few = {**model.arrays, "weights": model.arrays["weights"][:100]}
    save_model(tmp_path / "m", Model("chains", model.settings, few))
    with pytest.raises(ModelError, match="100 weights where"):
        Resolver.load(tmp_path / "m")


def test_contributions_sum_to_the_score() -> None:
    model = resolver(seed=6).model
    links = resolver(seed=6).links(parsed())
    for mention in range(1, links.pairs.count + 1):
        for row in range(*links.pairs.candidates.starts[mention : mention + 2].tolist()):
            assert np.isclose(model.contributions(links.pairs, row, mention).sum(), links.scores[row])


def test_tokens_are_cut_where_mentions_begin() -> None:
    found = cut(Document(text="ab cdef gh", starts=[0, 3, 8], ends=[2, 7, 10], sentence_starts=[0, 2]), [0, 2, 5, 7, 9])
    assert found.words == ("ab", "cd", "ef", "g", "h")
    assert found.sentence_starts.tolist() == [0, 3]
