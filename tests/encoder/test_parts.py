"""An encoder as parts of a pipeline: tags, trees, names and chains."""

import pickle
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import namesakes
from namesakes.chains.constraints import Constraints
from namesakes.chains.encoded import EncodedResolver, LinkSettings
from namesakes.chains.encoded_mentions import EncodedMentions
from namesakes.chains.links import chained
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.resolver import Resolver
from namesakes.encoder.parts import EncodedNames, EncodedParser, EncodedTagger, shared
from namesakes.encoder.readings import Reading, SpanReading, possible
from namesakes.errors import ModelError
from namesakes.explain.links import explained
from namesakes.mentions.detection import with_mentions
from namesakes.pipeline.pipeline import Pipeline
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.document import Document

TEXT = "Ann Lee met Bob in Oslo. She liked him. Bob met her in May, and Ann Lee liked that."


def spans(rows: list[tuple[int, int]], chosen: list[list[int]], scores: list[list[float]]) -> SpanReading:
    starts, ends = np.array(rows).T
    zeros = np.zeros(len(rows), dtype=np.float32)
    values = np.array(scores, dtype=np.float32)
    return SpanReading(starts, ends, zeros - 5, zeros, starts * 0, np.array(chosen), values)


def test_likely_spans_by_hand() -> None:
    low = -np.inf
    made = spans(
        [(0, 2), (4, 5), (8, 9), (9, 10)], [[0, 0], [0, 0], [1, 0], [0, 2]], [[low, low], [-1, low], [-2, 3], [-1, -2]]
    )
    finder = EncodedMentions(None)  # type: ignore[arg-type]
    assert finder.likely(made).tolist() == [True, False, True, False]
    kept = made.only(finder.likely(made))
    assert kept.starts.tolist() == [0, 8]
    assert kept.scores[1].tolist() == [low, 3.0]
    assert kept.chosen[1].tolist() == [0, 0]


def test_names_go_on_with_what_was_begun() -> None:
    """Viterbi against all sequences of two words."""
    labels = ["O", "B-PER", "I-PER", "B-LOC", "I-LOC"]
    allowed = possible(labels)
    random = np.random.default_rng(1)
    for _ in range(20):
        scores = random.normal(size=(2, 5)).astype(np.float32) * 3
        every = {
            (one, two): float(scores[0, one] + scores[1, two] + allowed[-1, one] + allowed[one, two])
            for one in range(5)
            for two in range(5)
        }
        best = max(every, key=lambda pair: every[pair])
        made = reading(labels, scores)
        tags = [labels[number] for number in best]
        wanted = []
        for place, tag in enumerate(tags):
            if tag[0] == "B":
                end = 2 if place == 0 and tags[1][0] == "I" else place + 1
                wanted.append((place, end, tag[2:]))
        assert made.names(("PER", "LOC")) == wanted


def reading(labels: list[str], scores: np.ndarray) -> Reading:
    from namesakes.encoder.examples import Labels

    known = Labels()
    known.tasks["names"] = labels
    none = np.zeros((len(scores), 1), dtype=np.float32)
    return Reading(known, np.array([0, len(scores)]), {"names": scores}, none, none, none, none)


@pytest.fixture
def pipeline(tiny: Path) -> Pipeline:
    return namesakes.load("en").with_(tagger=tiny, parser=tiny, entities=tiny, chains=tiny)


def test_a_pipeline_whose_parts_are_one_encoder(pipeline: Pipeline, tiny: Path, tmp_path: Path) -> None:
    parts = pipeline.parts
    assert isinstance(parts["tagger"].model, EncodedTagger)
    assert isinstance(parts["parser"].model, EncodedParser)
    assert isinstance(parts["entities"].model, EncodedNames)
    assert isinstance(parts.chains, EncodedResolver)
    assert parts["tagger"].model.encoder is parts.chains.encoder is shared(tiny)
    found = pipeline(TEXT)
    assert found.heads is not None
    assert {"xpos", "upos", "label", "lemma"} <= set(found.columns)
    assert len(found.chains) > 0
    for chain in found.chains:
        for mention in chain:
            chosen = mention.why().chosen
            assert [reason.template for reason in chosen.reasons[:1]] == (["encoder"] if chosen.text else [])
    pipeline.save(tmp_path / "own")
    again = namesakes.load(tmp_path / "own")(TEXT)
    assert [[mention.text for mention in chain] for chain in again.chains] == [
        [mention.text for mention in chain] for chain in found.chains
    ]


def test_scores_are_the_encoders_and_a_share_of_the_linear_models(tiny: Path, pipeline: Pipeline) -> None:
    document = pipeline.syntax()(Document(id="text", text=TEXT))
    linear, encoder = Resolver.shipped(), shared(tiny)
    alone, half, whole = (
        EncodedResolver(encoder, linear, LinkSettings(share, phrases=False), entities=False).links(document)
        for share in (0.0, 0.5, 1.0)
    )
    np.testing.assert_array_equal(alone.scores, EncodedResolver(encoder, entities=False).links(document).scores)
    finite = np.isfinite(alone.scores)
    np.testing.assert_allclose(2 * half.scores[finite], (alone.scores + whole.scores)[finite], atol=1e-4)
    rows = alone.pairs.candidates
    assert (whole.scores[rows.antecedents == 0] == 0).all()
    row = int(np.flatnonzero(finite & (rows.antecedents > 0))[0])
    model, owner = (
        BeamModel(replace(linear.settings.features, clusters=()), linear.model.weights),
        int(rows.owners[row]),
    )
    pair = model.contributions(whole.pairs, row, owner).sum()
    root = model.contributions(whole.pairs, int(rows.starts[owner]), owner).sum()
    assert whole.scores[row] - alone.scores[row] == pytest.approx(pair - root, abs=1e-3)


def test_phrases_of_trees_are_mentions_beside_the_encoders_spans(tiny: Path, pipeline: Pipeline) -> None:
    document = pipeline.syntax()(Document(id="text", text=TEXT))
    linear, encoder = Resolver.shipped(), shared(tiny)

    def spans(found: Document) -> set[tuple[int, int]]:
        table = found.mention_table
        assert table is not None
        return set(zip(table.first.tolist(), table.end.tolist(), strict=True))

    own = EncodedResolver(encoder, linear, LinkSettings(phrases=False)).links(document).document
    both = EncodedResolver(encoder, linear, LinkSettings()).links(document).document
    phrases = with_mentions(document)
    assert spans(both) == spans(own) | spans(phrases)
    assert spans(both) > spans(own)


def test_pairs_that_the_encoder_has_not_looked_at_are_left_to_the_linear_model(tiny: Path, pipeline: Pipeline) -> None:
    document = pipeline.syntax()(Document(id="text", text=30 * TEXT))
    linear, encoder = Resolver.shipped(), shared(tiny)
    low, high = (
        EncodedResolver(encoder, linear, LinkSettings(floor=floor), entities=False).links(document)
        for floor in (-4.0, -3.0)
    )
    pairs = low.pairs.candidates.antecedents > 0
    apart = (high.scores - low.scores)[pairs]
    assert np.isfinite(low.scores).all()
    assert set(np.round(apart, 6)) == {0.0, 1.0}


@pytest.mark.parametrize("share", [0.0, 2.0])
def test_long_documents_are_decoded_by_stretches_with_the_same_chains(
    tiny: Path, pipeline: Pipeline, share: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    document = pipeline.syntax()(Document(id="text", text=6 * f"{TEXT}\n\n"))
    model = EncodedResolver(shared(tiny), Resolver.shipped(), LinkSettings(share, floor=-3.0))
    expected = model.links(document)
    monkeypatch.setattr("namesakes.chains.resolver.BLOCK", 11)
    found = model.links(document)
    assert (found.stretches is None, expected.stretches is None) == (False, True)
    for name in ("antecedents", "clusters", "confidences", "margins"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist(), name
    assert chained(found) == chained(expected)
    assert explained(model, found) == explained(model, expected)


def test_chains_of_the_encoder_alone_are_its_own(tiny: Path, pipeline: Pipeline) -> None:
    """Without vetoes and postprocessing: each candidate with its best antecedent, found another way."""
    from namesakes.chains.decoding.postprocessing import PARTS
    from namesakes.encoder.decoding import clusters

    document = pipeline.syntax()(Document(id="text", text=TEXT))
    encoder = shared(tiny)
    said = encoder.reading(document).spans
    scores = np.concatenate([np.zeros((len(said.starts), 1)), said.scores], axis=1)
    rows = clusters(said.starts, said.ends - 1, said.chosen, scores)
    wanted = {frozenset((int(a), int(b)) for a, b, other in rows if other == chain) for chain in set(rows[:, 2])}
    found = EncodedResolver(encoder, entities=False).resolve(document, without=PARTS)
    table = found.mention_table
    assert table is not None
    spans = list(zip(table.first.tolist(), table.end.tolist(), table.chains.tolist(), strict=True))
    chains = {frozenset((a, b) for a, b, other in spans if other == chain) for chain in {row[2] for row in spans}}
    assert len(wanted) > 0
    assert chains == wanted


def test_other_processes_say_the_same(pipeline: Pipeline) -> None:
    texts = [TEXT, "Bob met Ann. She liked Bob.", ""]
    one, two = (
        [[(chain.name, len(chain)) for chain in each.chains] for each in pipeline.pipe(texts, jobs=jobs)]
        for jobs in (1, 2)
    )
    assert one == two


def test_constraints_and_gold_mentions(pipeline: Pipeline) -> None:
    wanted = Constraints(must=[[(0, 7), (19, 23)]])
    linked = pipeline(TEXT, constraints=wanted)
    [chain] = [each for each in linked.chains if "Oslo" in {mention.text for mention in each}]
    assert "Ann Lee" in {mention.text for mention in chain}
    document = pipeline(TEXT, singletons=True)
    again = pipeline(document, mentions="gold", singletons=True)
    own, other = document.mention_table, again.mention_table
    assert own is not None
    assert other is not None
    spans = lambda table: sorted(zip(table.first.tolist(), table.end.tolist(), strict=True))  # noqa: E731
    assert spans(own) == spans(other)


def test_a_part_that_no_encoder_can_be(tiny: Path) -> None:
    with pytest.raises(ModelError, match="'lemmas'"):
        namesakes.load("en").with_(lemmatizer=tiny)


def test_a_text_without_words(tiny: Path) -> None:
    empty = Tokenizer.shipped()(Document(id="none", text=""))
    for part in (EncodedTagger, EncodedParser, EncodedNames):
        assert len(part.load(tiny)(empty).starts) == 0


def test_resolvers_travel(tiny: Path) -> None:
    again = pickle.loads(pickle.dumps(EncodedResolver.load(tiny)))
    assert again.settings.entities


def test_no_mention_begins_inside_a_quote_and_ends_outside_it(tiny: Path) -> None:
    encoder = shared(tiny)
    text = '"Have you seen Mrs. Bell?" Ann Lee asked Bob "Bo" Orr. She had. ' * 3
    document = namesakes.load("en").with_(tagger=tiny, parser=tiny).syntax()(Document(id="text", text=text))
    inside = np.zeros(len(document.starts), dtype=np.int64)
    marks = [place for place, word in enumerate(document.words) if word == '"']
    for number, (first, last) in enumerate(zip(marks[::2], marks[1::2], strict=True), start=1):
        inside[first : last + 1] = number
    spans = encoder.reading(document).spans
    assert (inside[spans.starts] != inside[spans.ends - 1]).any(), "the encoder knows nothing of quotes"
    said, _ = EncodedMentions(encoder, least=-100.0, phrases=False)(document)
    assert len(said.starts) > 5
    assert (inside[said.starts] == inside[said.ends - 1]).all()
