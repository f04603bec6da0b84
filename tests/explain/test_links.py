"""Why a link: the numbers add up, the words are there, and the document keeps them."""

import numpy as np
import pytest

import namesakes
from namesakes import Document
from namesakes.chains.models.kernels import pairs
from namesakes.chains.resolver import Resolver
from namesakes.errors import DataError
from namesakes.explain.links import CLUSTERS, LinkExplainer, explained
from namesakes.text.reasons import Why
from tests.chains.parsed import parsed, resolver
from tests.test_kernels import interpreted

PAIRS = interpreted(pairs)


@pytest.mark.parametrize("decoder", ["best-first", "spanning-tree", "beam"])
def test_reasons_add_up(decoder: str) -> None:
    model = resolver(decoder, seed=2)
    links = model.links(parsed(2))
    explainer = LinkExplainer(model, links)
    for mention in range(links.pairs.count):
        why = explainer.why(mention)
        for option in (why.chosen, why.runner_up, why.new):
            if option is not None:
                assert np.isclose(sum(reason.weight for reason in option.reasons), option.score, atol=1e-3)
                weights = [abs(reason.weight) for reason in option.reasons]
                assert weights == sorted(weights, reverse=True)
                assert all(reason.words for reason in option.reasons)
        assert why.chosen.is_new == (links.antecedents[mention + 1] == 0)
        if decoder != "beam":
            assert why.chosen.score == pytest.approx(links.scores[links.rows[mention + 1]])
            assert why.margin == pytest.approx(links.margins[mention + 1])


def test_features_of_clusters_are_counted_together() -> None:
    model = resolver("beam", seed=2)
    explainer = LinkExplainer(model, model.links(parsed(2)))
    templates = {reason.template for mention in range(8) for reason in explainer.why(mention).chosen.reasons}
    assert CLUSTERS in templates


def test_the_runner_up_is_in_another_chain() -> None:
    model = resolver(seed=4)
    links = model.links(parsed(2))
    explainer = LinkExplainer(model, links)
    spans = {(mention.start, mention.end): place for place, mention in enumerate(links.document.mentions, start=1)}
    for mention in range(links.pairs.count):
        other = explainer.why(mention).runner_up
        if other is not None and not other.is_new:
            assert links.clusters[spans[other.start, other.end]] != links.clusters[mention + 1]


def test_the_document_keeps_the_reasons() -> None:
    model = resolver(seed=1)
    document = explained(model, model.links(parsed(2)), singletons=True, most=3)
    assert document.mention_table is not None
    for mention in document.mentions:
        why = mention.why()
        assert (why.text, why.start, why.end) == (mention.text, mention.start, mention.end)
        assert len(why.chosen.reasons) <= 3
        assert Why.from_json(why.to_json()) == why
        assert str(why).startswith(f"“{mention.text}” → ")
        chain = mention.chain
        assert chain is not None
        if not why.chosen.is_new:
            assert why.chosen.start in [each.start for each in chain]


def test_a_document_without_reasons() -> None:
    document = namesakes.coref("Ann Lee said that she left.", explain=False)
    with pytest.raises(DataError, match="keeps no reasons for 'Ann Lee'"):
        document.chains[0][0].why()


def test_constraints_are_a_reason() -> None:
    text = "Ann Lee met Bob Ray. She left."
    links = namesakes.Constraints(must=[[(12, 19), (21, 24)]])
    why = namesakes.coref(text, constraints=links).chains[0][1].why()
    assert why.given
    assert why.chosen.text == "Bob Ray"
    assert "a constraint says so" in str(why)


def test_words_for_people() -> None:
    document = namesakes.coref("Ann Lee said that she left.")
    resolver = Resolver.shipped()
    links = resolver.links(document)
    whys = [LinkExplainer(resolver, links).why(place) for place in range(links.pairs.count)]
    told = " ".join(reason.words for why in whys for option in (why.chosen, why.new) for reason in option.reasons)
    assert "form of “she”" in told
    assert "“Lee”" in told or "“Ann”" in told
    assert "same sentence" in told


def test_an_empty_document() -> None:
    document = explained(Resolver.shipped(), Resolver.shipped().links(namesakes.coref("")))
    assert isinstance(document, Document)
    assert len(document.mentions) == 0


def test_the_kernel_is_the_same_interpreted() -> None:
    model = resolver(seed=5)
    found = model.links(parsed()).pairs
    given = (
        *model.model._hashes(found),
        model.model.weights,
        64 - model.model.features.bits,
        found.candidates.antecedents,
    )
    owners = found.candidates.owners.tolist()
    for row in range(0, len(owners), 7):
        values = np.zeros(len(model.model.templates.pairs) + len(model.model.templates.alone))
        again = values.copy()
        pairs.contributions(*given, row, owners[row], values)
        with np.errstate(over="ignore"):
            PAIRS.contributions(*given, row, owners[row], again)
        assert values.tolist() == again.tolist()
