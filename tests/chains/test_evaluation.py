"""Evaluation of chains: what the resolver is given, and what counts as a link."""

from dataclasses import fields, replace

import numpy as np
import pytest

from namesakes.chains.bias_evaluation import bias_rows, evaluate_bias
from namesakes.chains.evaluation import evaluate
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.preparation import prepared, words_only
from namesakes.chains.pronoun_evaluation import evaluate_pronouns, linked
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.development import Development
from namesakes.chains.training.examples import examples_of
from namesakes.chains.training.jackknife import JackknifeSettings, jackknifed
from namesakes.chains.training.progress import RunOptions
from namesakes.chains.training.recipe import RecipeSettings, train_resolver
from namesakes.chains.training.trainer import train
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.mentions.detection import with_mentions
from namesakes.metrics import score
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans
from namesakes.text.steps import Step
from namesakes.text.strings import Strings
from tests.chains.made import LOCAL_FEATURES, story_document

SETTINGS = ChainSettings(LOCAL_FEATURES, epochs=3)


@pytest.fixture(scope="module")
def resolver() -> Resolver:
    pairs = [(with_mentions(prepared(story_document(number), "gold")), story_document(number)) for number in range(6)]
    return Resolver(SETTINGS, train(examples_of(pairs, SETTINGS), SETTINGS))


def test_gold_syntax_is_kept_and_what_lacks_is_predicted() -> None:
    document = story_document(0)
    found = prepared(document, "gold")
    assert found.columns["xpos"] == document.columns["xpos"]
    np.testing.assert_array_equal(found.heads, document.heads)
    assert found.entity_table is not None
    named = document.replace(entity_table=Spans.build([(0, 1, "PER")]))
    assert prepared(named, "gold").entity_table == named.entity_table
    tagged = words_only(document).with_columns(xpos=document.columns["xpos"])
    found = prepared(tagged, "gold")
    assert found.columns["xpos"] == document.columns["xpos"]
    assert found.columns["upos"][0] == "PROPN"
    assert found.heads is not None
    with pytest.raises(UnknownNameError, match="predicted"):
        prepared(document, "silver")


def test_predicted_syntax_is_made_of_words_and_speakers_alone() -> None:
    document = story_document(0)
    spoken = document.with_columns(speaker=["Ann"] * len(document.starts))
    bare = words_only(spoken)
    assert set(bare.columns) - {"form"} == {"speaker"}
    assert (bare.heads, bare.mention_table, bare.entity_table) == (None, None, None)
    wrong = spoken.with_columns(upos=["X"] * len(document.starts), xpos=["FW"] * len(document.starts))
    found = prepared(wrong, "predicted")
    assert found == prepared(spoken, "predicted")
    assert found.columns["speaker"][0] == "Ann"


def test_a_model_scores_the_same_in_development(resolver: Resolver) -> None:
    gold = [story_document(number) for number in range(6, 9)]
    found = evaluate(resolver, gold, drop_singletons=True)
    result, speed = found.result, found.speed
    assert speed > 0
    scored = Development.build([(with_mentions(prepared(each, "gold")), each) for each in gold], SETTINGS)
    assert scored(resolver.model)["conll"] == pytest.approx(result.conll)
    assert result.conll == score(gold, [resolver(prepared(each, "gold")) for each in gold], keep_singletons=False).conll
    assert len(scored.examples()) == 3


def test_gold_mentions_and_singletons(resolver: Resolver) -> None:
    gold = [story_document(6)]
    result = evaluate(resolver, gold, mentions="gold").result
    assert result.scores()["mentions"].f1 == 1.0
    dropped = evaluate(resolver, gold, mentions="gold", drop_singletons=True).result
    assert dropped.scores()["mentions"].recall[1] == result.scores()["mentions"].recall[1] - 1  # "her dog"
    with pytest.raises(UnknownNameError, match="gold, predicted"):
        evaluate(resolver, gold, mentions="all")
    with pytest.raises(DataError, match="no gold chains"):
        evaluate(resolver, [gold[0].replace(mention_table=None)])


def test_of_the_same_gold_span_twice_the_first_counts(resolver: Resolver) -> None:
    gold = story_document(6)
    table = gold.mention_table
    assert table is not None
    spans = [[span] for row in range(len(table)) for span in table.parts(row)]
    names = [table.chain_ids[chain] for chain in table.chains.tolist()]
    twice = gold.replace(mention_table=Mentions.build([*spans, spans[0]], [*names, "other"]))
    assert evaluate(resolver, [twice]).result.conll == pytest.approx(evaluate(resolver, [gold]).result.conll)


def resolved(words: str, heads: list[int], labels: str, chains: dict[str, list[tuple[int, int, int]]]) -> Document:
    """A document of one sentence with these chains, each of (first token, end, head)."""
    rows = [(span, name) for name, spans in chains.items() for span in spans]
    mentions = Mentions.build(
        [[span[:2]] for span, _ in rows], [name for _, name in rows], heads=[span[2] for span, _ in rows]
    )
    columns = {"label": Strings(labels.split())}
    return Document(**joined([words.split()]), heads=heads, columns=columns, mention_table=mentions)


def characters(document: Document, words: str) -> tuple[int, int]:
    start = document.text.index(words)
    return start, start + len(words)


def test_a_name_is_chosen_where_its_mention_shares_the_chain_of_the_pronoun() -> None:
    words, labels = "Her brother , John Lee , met Mr. Smith", "nmod:poss nsubj punct appos flat punct root obj flat"
    heads = [1, 6, 3, 1, 3, 3, -1, 6, 7]
    document = resolved(words, heads, labels, {"a": [(0, 1, 0), (7, 9, 7)], "b": [(0, 6, 1)]})
    her, john, smith = (characters(document, name) for name in ("Her", "John Lee", "Smith"))
    assert linked(document, her, smith)  # a part of "Mr. Smith"
    assert not linked(document, her, john)
    document = resolved(words, heads, labels, {"a": [(0, 1, 0), (0, 6, 1)]})
    assert linked(document, her, john)  # an apposition to the brother
    assert not linked(document, her, smith)
    assert not linked(document, her, her)  # a pronoun is no name of itself
    assert not linked(document, smith, john)  # not in a chain at all
    assert linked(resolved(words, heads, labels, {"a": [(0, 1, 0), (3, 5, 3)]}), her, john)
    assert not linked(resolved(words, heads, labels, {"a": [(0, 1, 0)], "b": [(3, 5, 3)]}), her, john)
    # a mention around the name whose head is another is not the name's
    other = resolved("The friend of Ann saw her", [1, 4, 3, 1, -1, 4], "det nsubj case nmod root obj", {})
    table = Mentions.build([[(0, 4)], [(5, 6)]], ["a", "a"], heads=[1, 5])
    other = other.replace(mention_table=table)
    assert not linked(other, characters(other, "her"), characters(other, "Ann"))
    assert linked(other, characters(other, "her"), characters(other, "The friend"))


def gap(text: str, pronoun: str, one: str, other: str, right: str) -> Document:
    from namesakes.text.segment import segmented, token_span

    spans = {"Pronoun": pronoun, "A": one, "B": other}
    edges = {label: (text.index(words), text.index(words) + len(words)) for label, words in spans.items()}
    document = segmented(Document(id=text, text=text), [edge for pair in edges.values() for edge in pair])
    return document.replace(
        mention_table=Mentions.build(
            [[token_span(document, *edges[label])] for label in spans],
            [right if label == "Pronoun" else label for label in spans],
            labels=list(spans),
        )
    )


def test_pronouns_are_counted_by_gender() -> None:
    documents = [
        gap("Ann met Tom . He left", "He", "Ann", "Tom", "B"),
        gap("Tom met Ann . She left", "She", "Tom", "Ann", "B"),
        gap("Eve met Bob . She left", "She", "Eve", "Bob", "A"),
    ]

    def first_name(document: Document) -> Document:
        """Whatever the pronoun, it is the first word's."""
        fields = joined([document.text.split()])
        table = Mentions.build([[(0, 1)], [(4, 5)]], ["a", "a"], heads=[0, 4])
        return Document(**{**fields, "text": document.text}, mention_table=table)

    found = evaluate_pronouns(first_name, documents)
    assert (found["precision"], found["recall"], found["f1"]) == pytest.approx((1 / 3, 1 / 3, 1 / 3))
    assert (found["masculine"]["f1"], found["feminine"]["f1"], found["bias"]) == (0.0, 0.5, 0.0)
    with pytest.raises(DataError, match="Give a file of GAP"):
        evaluate_pronouns(first_name, [story_document(0)])


def test_bias_needs_its_corpora(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "winobias").mkdir()
    with pytest.raises(DataError, match="no sentences of WinoBias"):
        evaluate_bias(lambda document: document, tmp_path)
    rows = list(bias_rows({"one": {"pro": {"f1": 0.5}, "difference": 0.25}}))
    assert rows == [("one pro", {"f1": 0.5}), ("one difference", 0.25)]


def test_jackknife_needs_trees() -> None:
    with pytest.raises(ConfigError, match="at least 2 folds"):
        JackknifeSettings(folds=1)
    with pytest.raises(DataError, match="more than one document with gold trees"):
        jackknifed([story_document(0)], JackknifeSettings())


def test_documents_without_trees_are_parsed_by_the_shipped_pipeline() -> None:
    document = words_only(story_document(0))
    assert jackknifed([document], JackknifeSettings()) == [prepared(document, "predicted")]


def test_training_without_development_runs_all_epochs() -> None:
    seen: list[float] = []
    settings = RecipeSettings(replace(SETTINGS, epochs=2))

    found = train_resolver(
        [story_document(number) for number in range(3)],
        [],
        settings,
        options=RunOptions(on_epoch=lambda each: seen.append(each["epoch"])),
    )
    assert seen == [1, 2]
    assert found.temperature == 1.0
    with pytest.raises(DataError, match="no document to train on"):
        train_resolver([], [], settings)


def test_an_empty_document_is_no_trouble(resolver: Resolver) -> None:
    empty = Document(id="empty", mention_table=Mentions())
    result = evaluate(resolver, [empty, story_document(6)]).result
    assert len(result.names) == 2
    example = examples_of([(with_mentions(prepared(empty, "gold")), empty)], SETTINGS)
    assert isinstance(train([*example], SETTINGS), BeamModel)


def test_other_components_of_syntax_are_used_throughout() -> None:
    seen: list[str] = []

    def noted(name: str, step: Step) -> Step:
        def run(document: Document) -> Document:
            seen.append(name)
            return step(document)

        return run

    shipped = Syntax.shipped()
    parts = {each.name: noted(each.name, getattr(shipped, each.name)) for each in fields(Syntax)}
    syntax, document = Syntax(**parts), story_document(0)  # type: ignore[arg-type]
    prepared(document, "gold", syntax)
    assert seen == ["entities"]
    assert prepared(document, "predicted", syntax) == prepared(document, "predicted")
    assert seen == ["entities", "tagger", "lemmatizer", "parser", "entities"]
    seen.clear()
    jackknifed([document], JackknifeSettings(folds=0), syntax=syntax)
    recipe = RecipeSettings(replace(SETTINGS, epochs=1))
    resolver = train_resolver([document], [document], recipe, syntax=syntax)
    assert seen == ["tagger", "lemmatizer", "parser", *["entities"] * 4]
    seen.clear()
    evaluate(resolver, [document], syntax="predicted", components=syntax)
    assert seen == ["tagger", "lemmatizer", "parser", "entities"] * 2  # once before the time is taken
