"""What texts teach that say of one pronoun alone whose it is, and models that learn registers apart."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.chains.features.mention_pairs import mention_pairs
from namesakes.chains.features.templates import REGISTER_ALONE, REGISTER_PAIRS
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.examples import Example
from namesakes.chains.training.pronoun_examples import is_partial, pronoun_example
from namesakes.chains.training.recipe import RecipeSettings, pronoun_examples, train_resolver
from namesakes.formats.gap import HEADER
from namesakes.learning.steps import StepSettings
from namesakes.mentions.detection import with_mentions
from namesakes.syntax.evaluation import text_only
from namesakes.syntax.parts import Syntax
from namesakes.text.document import Document
from tests.chains.made import LOCAL_FEATURES, made_pairs, story_document
from tests.chains.parsed import parsed
from tests.formats.memory import parsed as read

TEXT = "Anna Berg met Clara Dunn in Oslo. Tom Lund was there. Dunn had lost her ticket, and Berg laughed."


def gap(pronoun: str = "her", one: bool = False, other: bool = True, text: str = TEXT) -> Document:
    """The text with a pronoun and two names, as GAP marks them."""
    cells = ["t-1", text, pronoun, str(text.index(f" {pronoun} ") + 1)]
    for name, meant in (("Anna Berg", one), ("Clara Dunn", other)):
        cells += [name, str(text.index(name)), str(meant).upper()]
    (document,) = read("\t".join(HEADER) + "\n" + "\t".join([*cells, ""]) + "\n", "gap")
    return document


def example(gold: Document) -> tuple[Document, Example | None]:
    document = with_mentions(Syntax.shipped().steps()(text_only(gold)))
    pairs = mention_pairs(document, BeamModel(LOCAL_FEATURES).templates, LOCAL_FEATURES.bits)
    return document, pronoun_example(pairs, document, gold)


def judged(gold: Document) -> dict[str, set[str]]:
    """The texts of the candidates of the pronoun that are right, and that are wrong; the root's is empty."""
    document, found = example(gold)
    assert found is not None
    texts = ["", *(mention.text for mention in document.mentions)]
    rows = found.pairs.candidates
    (pronoun,) = np.flatnonzero(np.diff(rows.starts) > 1).tolist()
    assert texts[pronoun] == "her"
    own = slice(*rows.starts[pronoun : pronoun + 2].tolist())
    names = [texts[each] for each in rows.antecedents[own].tolist()]
    assert (found.costs[own] == 1 - found.right[own]).all()
    return {
        kind: {name for name, right in zip(names, found.right[own].tolist(), strict=True) if right == value}
        for kind, value in (("right", 1), ("wrong", 0))
    }


def test_the_name_that_is_meant_is_right_wherever_it_stands() -> None:
    found = judged(gap())
    assert found["right"] == {"Clara Dunn", "Dunn"}
    assert found["wrong"] >= {"", "Anna Berg", "Tom Lund"}


def test_the_other_one() -> None:
    found = judged(gap(one=True, other=False))
    assert found["right"] == {"Anna Berg"}
    assert found["wrong"] >= {"", "Clara Dunn", "Dunn", "Tom Lund"}


def test_neither_is_meant() -> None:
    found = judged(gap(other=False, text=TEXT.replace("Tom Lund", "Eva Holm")))
    assert found["wrong"] == {"Anna Berg", "Clara Dunn", "Dunn"}
    assert found["right"] == {"Eva Holm"}, "nor the root: she is somebody"


def test_neither_is_meant_and_nobody_else_may_be() -> None:
    assert example(gap(other=False))[1] is None, "Tom Lund is of another gender, and Oslo is a town"


def test_other_mentions_have_the_root_alone() -> None:
    _, found = example(gap())
    assert found is not None
    sizes = np.diff(found.pairs.candidates.starts)
    assert sizes[0] == 0
    assert sorted(sizes[1:].tolist())[:-1] == [1] * (found.pairs.count - 1)
    roots = found.pairs.candidates.starts[1:-1][sizes[1:] == 1]
    assert found.right[roots].all()


def test_a_pronoun_before_all_names_teaches_nothing() -> None:
    text = "Of her friends Anna Berg and Clara Dunn came."
    assert example(gap(text=text))[1] is None


def test_which_documents_are_partial() -> None:
    assert is_partial(gap())
    assert not is_partial(story_document(0))
    assert not is_partial(parsed())


SETTINGS = ChainSettings(FeatureSettings(bits=14, registers=True), "softmax-margin", StepSettings("adagrad"), epochs=2)


def test_a_recipe_takes_whole_documents_and_single_pronouns() -> None:
    settings = RecipeSettings(replace(SETTINGS, entities=True))
    documents = [story_document(0), gap(), story_document(1), gap(one=True, other=False)]
    found = train_resolver(documents, [story_document(2)], settings)
    again = train_resolver(documents, [story_document(2)], settings)
    assert found.model.weights.tolist() == again.model.weights.tolist()
    without = train_resolver([each for each in documents if not is_partial(each)], [story_document(2)], settings)
    assert found.model.weights.tolist() != without.model.weights.tolist()
    alone = train_resolver([gap()], [], settings)
    assert alone.model.weights.any()


def test_a_pronoun_is_learned() -> None:
    """After some epochs the name that is meant has the best score."""
    settings = replace(SETTINGS, epochs=8)
    model = train_resolver([gap()], [], RecipeSettings(settings)).model
    (taught,) = pronoun_examples([gap()], RecipeSettings(settings), Syntax.shipped())
    rows = taught.pairs.candidates
    (pronoun,) = np.flatnonzero(np.diff(rows.starts) > 1).tolist()
    own = slice(*rows.starts[pronoun : pronoun + 2].tolist())
    assert taught.right[own][np.argmax(model.scores(taught.pairs)[own])] == 1


@given(st.integers(0, 999), st.integers(1, 9))
def test_only_some_rows(seed: int, count: int) -> None:
    """What is left of rows has the same candidates, comparisons and scores."""
    pairs, random = made_pairs(count, seed), np.random.default_rng(seed)
    kept = (pairs.candidates.antecedents == 0) | (random.random(len(pairs.candidates.antecedents)) < 0.5)
    left = pairs.only(kept)
    assert left.candidates.owners.tolist() == pairs.candidates.owners[kept].tolist()
    assert left.candidates.antecedents.tolist() == pairs.candidates.antecedents[kept].tolist()
    assert left.comparisons.tolist() == pairs.comparisons[kept].tolist()
    assert (left.count, len(left.candidates.starts)) == (pairs.count, len(pairs.candidates.starts))
    model = BeamModel(LOCAL_FEATURES, random.normal(size=1 << LOCAL_FEATURES.bits).astype(np.float32))
    np.testing.assert_allclose(model.scores(left), model.scores(pairs)[kept], atol=1e-9)
    everything = pairs.only(np.ones(len(kept), dtype=np.bool_))
    assert everything.candidates.starts.tolist() == pairs.candidates.starts.tolist()


@pytest.mark.parametrize("registers", [False, True])
def test_registers_are_saved(registers: bool, tmp_path: Path) -> None:
    features = replace(SETTINGS.features, registers=registers)
    settings = replace(SETTINGS, features=features)
    resolver = train_resolver([story_document(0), story_document(1)], [], RecipeSettings(settings))
    resolver.save(tmp_path / "model")
    loaded = Resolver.load(tmp_path / "model")
    assert loaded.settings.features.registers is registers
    templates = loaded.model.templates
    own = set(REGISTER_PAIRS) | set(REGISTER_ALONE)
    assert own <= {*templates.pairs, *templates.alone} if registers else not own & {*templates.pairs, *templates.alone}
    pairs = loaded.pairs(with_mentions(parsed()))
    loaded.save(tmp_path / "again")
    assert Resolver.load(tmp_path / "again").model.scores(pairs).tolist() == loaded.model.scores(pairs).tolist()
    largest = float(np.abs(resolver.model.weights).max())
    np.testing.assert_allclose(loaded.model.weights, resolver.model.weights, atol=0.02 * largest)
    found, kept = (each.resolve(parsed()).chains for each in (resolver, loaded))
    assert [chain.name for chain in found] == [chain.name for chain in kept]
