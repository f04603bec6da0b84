"""Consistency of trees and tags: against brute force on tiny corpora, and as a part of a pipeline."""

from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest

from namesakes.config import read_config
from namesakes.errors import ConfigError, DataError, UnknownNameError, UsageError
from namesakes.structures.dual_decomposition import Bonuses, agree, objective
from namesakes.syntax.consistency.consistency import (
    RUSH_2012,
    Consistency,
    ConsistencySettings,
    named_settings,
    read_settings,
)
from namesakes.syntax.consistency.contexts import TEMPLATES, Contexts, Words, context_table
from namesakes.syntax.consistency.groups import ALONE, CLOSE, close_groups
from namesakes.syntax.consistency.parser import ConsistentParser, Forest, ParsingSettings
from namesakes.syntax.consistency.tagger import ConsistentTagger, CorpusLattice, TaggingSettings, supporting
from namesakes.syntax.parsing.parser import Parser, ParserSettings
from namesakes.syntax.tagging.lemmatizer import Lemmatizer
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.steps import Steps
from tests.oracles import trees as oracle
from tests.syntax.parsing.test_parser import SMALL, bare, document

TEST = """
A/DET/2/det clerk/NOUN/3/nsubj sent/VERB/0/root letters/NOUN/3/obj
The/DET/2/det engine/NOUN/3/nsubj left/VERB/0/root in/ADP/5/case May/PROPN/3/obl
She/PRON/2/nsubj broke/VERB/0/root the/DET/5/det old/ADJ/5/amod court/NOUN/2/obj
"""

SHORT = """
A/DET/2/det clerk/NOUN/3/nsubj left/VERB/0/root them/PRON/3/obj
The/DET/2/det dog/NOUN/3/nsubj ran/VERB/0/root
"""

STRONG = ParsingSettings(same=0.9, close=0.5, off=0.2, rate=0.2)


@pytest.fixture(scope="module", params=[1, 2, 3])
def parser(request: pytest.FixtureRequest) -> Parser:
    return Parser.train([document()], ParserSettings(order=request.param, **SMALL))


@pytest.fixture(scope="module")
def contexts() -> Contexts:
    return Contexts.learn([document()])


# Contexts


def brute_contexts(made: Document) -> dict[tuple[tuple[int, int], tuple[str, ...]], list[str]]:
    """All contexts with the tags of the heads, written out word by word."""
    found: dict[tuple[tuple[int, int], tuple[str, ...]], list[str]] = {}
    assert made.heads is not None
    for begin, end in pairwise([*made.sentence_starts.tolist(), len(made.starts)]):
        tags = ["∎", *made.columns["upos"][begin:end], "∎"]
        for place in range(1, end - begin + 1):
            head = int(made.heads[begin + place - 1])
            name = "<root>" if head < 0 else made.columns["upos"][head]
            for first, last in TEMPLATES:
                if place + first >= 0 and place + last < len(tags):
                    window = tuple(tags[place + first : place + last + 1])
                    found.setdefault(((first, last), window), []).append(name)
    return found


def test_contexts_are_those_whose_heads_always_have_the_same_tag(contexts: Contexts) -> None:
    every = brute_contexts(document())
    sure = {key: heads for key, heads in every.items() if len(set(heads)) == 1}
    wanted = set()
    for ((first, _), window), heads in sure.items():
        shown = list(window)
        shown[-first] = f"[{shown[-first]}]"
        wanted.add((" ".join(shown), heads[0], len(heads)))
    numbers = range(len(contexts))
    rows = zip(numbers, contexts.heads.tolist(), contexts.counts.tolist(), strict=True)
    assert {(contexts.show(number), contexts.head_name(head), count) for number, head, count in rows} == wanted


def test_the_table_of_contexts_has_all_of_them() -> None:
    every = brute_contexts(document())
    table = context_table([document()])
    assert sorted(table.totals.tolist()) == sorted(map(len, every.values()))
    most = sorted(max(map(heads.count, heads)) for heads in every.values())
    assert sorted(table.most.tolist()) == most


def test_rare_contexts_can_be_left_out(contexts: Contexts) -> None:
    often = Contexts.learn([document()], least=2)
    assert 0 < len(often) < len(contexts)
    assert often.counts.min() == 2


def test_a_context_whose_head_is_inside_comes_first_and_then_the_longest(contexts: Contexts) -> None:
    words = Words(
        np.array([contexts.names.index(tag) for tag in ("DET", "ADJ", "NOUN", "VERB")], np.int32), np.zeros(4, np.int32)
    )
    places, chosen = contexts.of(words)
    shown = dict(zip(places.tolist(), map(contexts.show, chosen.tolist()), strict=True))
    assert shown[0] == "∎ [DET] ADJ NOUN"  # as long as "[DET] ADJ NOUN VERB", and in a template before that
    assert shown[2] == "DET ADJ [NOUN] VERB"  # not "DET ADJ [NOUN]", whose head is outside
    assert contexts.inside[chosen].tolist() == [True, True, True, False]  # the verb is the root


def test_contexts_need_heads() -> None:
    with pytest.raises(DataError, match="no heads"):
        Contexts.learn([bare(document())])


def test_unknown_tags_have_no_context(contexts: Contexts) -> None:
    places, _ = contexts.of(Words(np.array([-1, -1], np.int32), np.zeros(2, np.int32)))
    assert len(places) == 0


def test_close_tags() -> None:
    names = ["ADJ", "ADP", "ADV", "AUX", "VERB", "NOUN", "PROPN", "NN", "NNS", "MD", "VBZ", "IN", "X"]
    groups = dict(zip(names, close_groups(names).tolist(), strict=True))
    assert groups["VERB"] == groups["AUX"] == groups["MD"] == groups["VBZ"]
    assert groups["NOUN"] == groups["PROPN"] == groups["NN"] == groups["NNS"]
    assert len({groups[name] for name in ("ADJ", "ADP", "ADV", "VERB", "NOUN", "IN", "X")}) == 7
    assert close_groups(["ncms000", "ncfp000", "np00000"]).tolist() == [0, 0, 1]  # in no table
    every = [tag for tags in CLOSE.values() for tag in tags.split()]
    assert len(every) == len(set(every))
    assert not set(every) & set(ALONE.split())


def test_contexts_of_fine_tags() -> None:
    made = document().with_columns(xpos=[f"{tag}-x" for tag in document().columns["upos"]])
    fine, coarse = Contexts.learn([made], fine=True), Contexts.learn([made])
    assert {name.removesuffix("-x") for name in fine.names} == set(coarse.names)
    assert all(name.endswith("-x") for name in fine.names)


# Trees


def best_by_enumeration(forest: Forest, settings: ParsingSettings) -> float:
    """The best joint score over all trees of all sentences."""
    options = forest.options(settings.bonuses)
    groups = forest.contexts.groups
    scored = []
    for sentence, each in enumerate(forest.scored):
        assert each is not None
        candidates = []
        for heads in oracle.trees(len(each.arcs) - 1):
            penalties = np.full(each.arcs.shape, -1e4)
            penalties[heads, np.arange(1, len(each.arcs))] = 0.0
            tree, value = each.tree(penalties)
            if value > -1e3 and tuple(tree[1:].tolist()) == heads:
                candidates.append((value, forest.tags[sentence][list(heads)]))
        scored.append(candidates)
    star_of = np.repeat(np.arange(len(options.contexts)), np.diff(options.stars.starts))
    where = options.words - forest.firsts[options.structures]
    best = -np.inf
    for choice in product(*scored):
        total = sum(value for value, _ in choice)
        for star in range(len(options.contexts)):
            members = np.flatnonzero(star_of == star)
            labels = [int(choice[options.structures[member]][1][where[member]]) for member in members]
            observed = [int(options.stars.observed[star])] * int(options.stars.counts[star])
            total += star_total([*labels, *observed], groups, settings.bonuses)
        best = max(best, total)
    return best


def star_total(labels: list[int], groups: np.ndarray, bonuses: Bonuses) -> float:
    """The score of a star with its best consensus."""
    scores = [bonuses.off * len(labels)]
    for consensus in range(len(groups)):
        same = [
            bonuses.same if label == consensus else bonuses.close * (groups[label] == groups[consensus])
            for label in labels
        ]
        scores.append(float(sum(same)))
    return max(scores)


def test_certified_trees_are_those_of_brute_force(parser: Parser, contexts: Contexts) -> None:
    made = document(SHORT)
    for same in (0.3, 3.0):
        settings = ParsingSettings(same=same, close=same / 2, off=same / 5, rate=same / 4)
        forest = Forest.of(parser, contexts, [bare(made)])
        options, agreement = forest.agree(settings)
        assert not len(agreement.let_go)
        assert agreement.value == pytest.approx(best_by_enumeration(forest, settings))
        fresh = Forest.of(parser, contexts, [bare(made)])
        decode = partial(fresh._decode, options)
        again = objective(options.stars, decode, agreement, options.structures)
        assert again == pytest.approx(agreement.value)


def test_without_bonuses_trees_stay_as_they_are(parser: Parser, contexts: Contexts) -> None:
    made = bare(document(TEST))
    (found,), report = ConsistentParser(parser, contexts, ParsingSettings(0.0, 0.0, 0.0)).corpus([made])
    plain = parser(made)
    assert plain.heads is not None
    assert found.heads is not None
    assert found.heads.tolist() == plain.heads.tolist()
    assert found.columns["label"] == plain.columns["label"]
    assert [report.changes, report.rounds, report.let_go] == [(), 1, 0]


def test_explanations_name_what_really_changed(parser: Parser, contexts: Contexts) -> None:
    made = bare(document(TEST))
    plain = parser(made)
    (found,), report = ConsistentParser(parser, contexts, ParsingSettings(5.0, 2.0, 1.0, rate=0.5)).corpus([made])
    assert plain.heads is not None
    assert found.heads is not None
    changed = {int(token) for token in np.flatnonzero(plain.heads != found.heads)}
    named = {int(made.sentence_starts[change.sentence]) + change.word for change in report.changes}
    assert changed == named
    for change in report.changes:
        token = int(made.sentence_starts[change.sentence]) + change.word
        head = int(found.heads[token])
        assert change.form == made.words[token]
        assert change.after.split("/")[0] == ("<root>" if head < 0 else made.words[head])
        assert change.context is None or f"[{made.columns['upos'][token]}]" in change.context
    assert len(report.explain()) == len(report.changes)


def test_a_strong_consensus_moves_a_head(contexts: Contexts) -> None:
    """With nothing learned but contexts, consistency alone makes determiners modify nouns."""
    parser = Parser.train([document()], ParserSettings(order=2, **{**SMALL, "epochs": 0, "filter_epochs": 0}))
    made = bare(document(TEST))
    assert made.heads is None
    (found,), report = ConsistentParser(parser, contexts, ParsingSettings(2.0, 0.5, 0.1, rate=0.5)).corpus([made])
    assert found.heads is not None
    determiners = [token for token, tag in enumerate(made.columns["upos"]) if tag == "DET"]
    assert {made.columns["upos"][int(found.heads[token])] for token in determiners} == {"NOUN"}
    assert any(change.context and "[DET]" in change.context and change.consensus == "NOUN" for change in report.changes)
    assert "DET" in "\n".join(report.explain())


def test_documents_may_be_cut_up_as_one_likes(parser: Parser, contexts: Contexts) -> None:
    whole = bare(document(TEST))
    parts = [bare(document(line)) for line in TEST.strip().split("\n")]
    model = ConsistentParser(parser, contexts, STRONG)
    (together,), one = model.corpus([whole])
    apart, other = model.corpus(parts)
    assert together.heads is not None
    moved = [
        [head + first if head >= 0 else head for head in (part.heads.tolist() if part.heads is not None else [])]
        for part, first in zip(apart, whole.sentence_starts.tolist(), strict=True)
    ]
    assert together.heads.tolist() == sum(moved, [])
    assert len(one.changes) == len(other.changes)


def test_empty_documents_and_no_documents(parser: Parser, contexts: Contexts) -> None:
    model = ConsistentParser(parser, contexts, STRONG)
    assert model.corpus([])[0] == []
    empty = Document(id="empty").with_columns(upos=[])
    assert [len(each.starts) for each in model.corpus([empty, bare(document(TEST))])[0]] == [0, 14]


# Tags

TAGGED = """
the/DT old/JJ king/NN sees/VBZ a/DT queen/NN ./.
a/DT man/NN walks/VBZ to/IN the/DT house/NN ./.
the/DT women/NNS see/VBP the/DT men/NNS ./.
they/PRP walk/VBP in/IN old/JJ houses/NNS ./.
she/PRP wants/VBZ to/TO see/VB a/DT house/NN ./.
"""

UNKNOWN = """
the gribbles gribble .
a gribble walks .
they gribble the gribble .
"""


def written(text: str) -> Document:
    rows = [[word.rpartition("/")[::2] for word in line.split()] for line in text.strip().split("\n")]
    tags = [tag for row in rows for _, tag in row]
    return Document(id="t", **joined([[word for word, _ in row] for row in rows]), columns={"xpos": tags})


def plain_text(text: str, name: str = "u") -> Document:
    return Document(id=name, **joined([line.split() for line in text.strip().split("\n")]))


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    return Tagger.train([written(TAGGED)])


KNOWN = frozenset(written(TAGGED).words)


def best_tags_by_enumeration(corpus: CorpusLattice, settings: TaggingSettings, types: dict[str, str]) -> float:
    """The best joint score over all tags of all sentences."""
    lattice, chain = corpus.lattice, corpus.lattice.chain
    options = corpus.options(types, settings.bonuses)
    edge = len(chain.pairs) - 1
    sentences: list[list[tuple[float, dict[int, int]]]] = []
    for first, last in pairwise(lattice.edges.tolist()):
        tokens = range(first, last)
        found = []
        for places in product(*(range(lattice.offsets[token], lattice.offsets[token + 1]) for token in tokens)):
            tags = [edge, edge, *(int(lattice.labels[place]) for place in places), edge]
            value = sum(float(lattice.scores[place]) for place in places)
            value += sum(chain.pairs[one, two] for one, two in pairwise(tags[1:]))
            value += sum(chain.triples[each] for each in zip(tags, tags[1:], tags[2:], strict=False))
            found.append((float(value), dict(zip(tokens, tags[2:-1], strict=True))))
        sentences.append(found)
    used = [sentence for sentence in range(len(sentences)) if sentence in set(options.structures.tolist())]
    star_of = np.repeat(np.arange(len(options.types)), np.diff(options.stars.starts))
    best = -np.inf
    for choice in product(*(sentences[sentence] for sentence in used)):
        tags = {token: tag for _, given in choice for token, tag in given.items()}
        total = sum(value for value, _ in choice)
        for star in range(len(options.types)):
            labels = [tags[int(token)] for token in options.tokens[star_of == star]]
            total += star_total(labels, options.stars.groups, settings.bonuses)
        best = max(best, total)
    return best


@pytest.mark.parametrize("same", [0.2, 1.0, 4.0])
def test_certified_tags_are_those_of_brute_force(tagger: Tagger, same: float) -> None:
    settings = TaggingSettings(same=same, close=same / 2, off=same / 5, rate=same / 4)
    model = ConsistentTagger(tagger, settings, KNOWN)
    made = plain_text("a gribble .\nthey gribbles .")
    types = model.types([made])
    corpus = CorpusLattice.of(tagger, [made])
    options = corpus.options(types, settings.bonuses)
    agreement = agree(options.stars, options.structures, lambda *of: corpus.decode(options, *of), settings.steps)
    assert not len(agreement.let_go)
    assert agreement.value == pytest.approx(best_tags_by_enumeration(CorpusLattice.of(tagger, [made]), settings, types))


def test_sentences_decoded_together_are_those_decoded_one_by_one(tagger: Tagger) -> None:
    made = plain_text(f"{UNKNOWN}the king sees gribbles .")
    model = ConsistentTagger(tagger, TaggingSettings(), KNOWN)
    one, other = CorpusLattice.of(tagger, [made]), CorpusLattice.of(tagger, [made])
    options = one.options(model.types([made]), model.settings.bonuses)
    multipliers = np.random.default_rng(1).normal(size=len(options.stars.classes))
    for chosen in ([0, 1, 2, 3], [1, 3], [2]):
        places, values = one.decode_many(options, np.array(chosen, np.int32), multipliers)
        found = [other.decode(options, sentence, multipliers) for sentence in chosen]
        assert places.tolist() == np.concatenate([each for each, _ in found]).tolist()
        assert values.tolist() == pytest.approx([value for _, value in found])
        assert one.chosen.tolist() == other.chosen.tolist()


def test_a_word_and_its_plural_are_one_type(tagger: Tagger) -> None:
    made = plain_text(UNKNOWN)
    assert ConsistentTagger(tagger, None, KNOWN).types([made]) == {"gribble": "gribble", "gribbles": "gribble"}
    alone = ConsistentTagger(tagger, TaggingSettings(plural=False), KNOWN)
    assert alone.types([made]) == {"gribble": "gribble", "gribbles": "gribbles"}


def test_a_capital_at_the_beginning_does_not_make_a_word_unknown(tagger: Tagger) -> None:
    made = plain_text("The gribble !\nThe king .\nthe queen .")
    types = ConsistentTagger(tagger, TaggingSettings(plural=False), KNOWN).types([made])
    assert types == {"gribble": "gribble", "The": "the", "the": "the"}
    assert "The" not in ConsistentTagger(tagger, TaggingSettings(initials=False), KNOWN | {"The"}).types([made])


def test_strong_consistency_gives_a_word_one_tag(tagger: Tagger) -> None:
    made = plain_text(UNKNOWN)
    settings = TaggingSettings(same=20.0, close=0.0, off=0.0, rate=4.0, plural=False)
    (found,), report = ConsistentTagger(tagger, settings, KNOWN).corpus([made])
    tags = {tag for word, tag in zip(found.words, found.columns["xpos"], strict=True) if word == "gribble"}
    assert len(tags) == 1
    plain = tagger(made)
    moved = {token for token in range(len(made.starts)) if plain.columns["xpos"][token] != found.columns["xpos"][token]}
    named = {int(made.sentence_starts[change.sentence]) + change.word for change in report.changes}
    assert moved == named
    for change in report.changes:
        assert change.layer == "tag"
        assert change.context in ("gribble", None)


def test_support_is_used_and_not_given_back(tagger: Tagger) -> None:
    made = plain_text("they gribble in old houses .")
    more = plain_text("a gribble walks .\nthe old gribble .\na gribble sees .\nthe king .", "more")
    types = ConsistentTagger(tagger, None, KNOWN).types([made])
    assert [each.words for each in supporting([more], types, 1)] == [("a", "gribble", "walks", ".")]
    settings = TaggingSettings(same=20.0, close=0.0, off=0.0, rate=4.0)
    found, report = ConsistentTagger(tagger, settings, KNOWN, [more]).corpus([made])
    assert [each.words for each in found] == [("they", "gribble", "in", "old", "houses", ".")]
    assert report.members == 4
    before, after = tagger(made).columns["xpos"][1], found[0].columns["xpos"][1]
    assert before != after
    assert after in {tagger(more).columns["xpos"][place] for place in (1, 6, 9)}
    assert [(change.before, change.after) for change in report.changes] == [(before, after)]


def test_the_tagger_knows_its_own_words(tagger: Tagger) -> None:
    model = ConsistentTagger(tagger)
    assert model.knows("the")
    assert not model.knows("gribble")


# Pipelines


def pipeline(tags: bool = True, trees: bool = True) -> Steps:
    settings = ConsistencySettings(tags=tags, trees=trees)
    consistency = Consistency.train([document()], settings)
    return consistency.pipeline(Steps([Tagger.shipped(), Lemmatizer.shipped(), Parser.shipped()]))


def texts() -> Iterable[Document]:
    return [plain_text(UNKNOWN, "one"), plain_text("she gribbles a letter .\nA clerk sent it .", "two")]


def test_one_and_two_processes_give_the_same() -> None:
    alone, together = list(pipeline().run(texts())), list(pipeline().run(texts(), jobs=2))
    assert [each.id for each in alone] == ["one", "two"]
    for one, other in zip(alone, together, strict=True):
        assert one.heads is not None
        assert other.heads is not None
        assert one.heads.tolist() == other.heads.tolist()
        assert one.columns == other.columns


def test_a_pipeline_keeps_its_reports() -> None:
    made = pipeline()
    list(made.run(texts()))
    assert [type(report).__name__ for report in made.reports] == ["Report", "Report"]
    assert isinstance(pipeline(tags=False).steps[0], Tagger)


def test_a_pipeline_without_tagger_and_parser_is_refused() -> None:
    consistency = Consistency.train([document()])
    with pytest.raises(UsageError, match="neither a tagger nor a parser"):
        consistency.pipeline(Steps([Lemmatizer.shipped()]))


def test_contexts_are_stored_and_found_again(tmp_path: Path, contexts: Contexts) -> None:
    settings = ConsistencySettings(parser=STRONG)
    Consistency(contexts, settings).save(tmp_path)
    again = Consistency.load(tmp_path)
    assert again.settings == settings
    assert again.contexts.names == contexts.names
    for name in ("keys", "heads", "counts", "groups"):
        assert getattr(again.contexts, name).tolist() == getattr(contexts, name).tolist()


def test_the_papers_setting_has_a_name(tmp_path: Path) -> None:
    found = named_settings("rush-2012")
    assert found.parser.fine
    assert [found.parser.least, found.parser.warm, found.tagger.warm, found.tagger.initials] == [1, False, False, False]
    assert named_settings("default") == read_settings(None) == ConsistencySettings()
    path = tmp_path / "consistency.toml"
    path.write_text('like = "rush-2012"\ntrees = false\n[parser]\nsame = 0.4\n')
    read = read_settings(path)
    assert read.parser == replace(found.parser, same=0.4)
    assert (read.tagger, read.trees) == (found.tagger, False)
    assert read_settings(path, "default").parser == ParsingSettings(same=0.4)
    with pytest.raises(UnknownNameError, match="rush-2012"):
        named_settings("rush")
    path.write_text("like = 3\n")
    with pytest.raises(ConfigError, match="like: 3"):
        read_settings(path)
    path.write_text("[parser]\nsome = 0.4\n")
    with pytest.raises(UnknownNameError, match="some"):
        read_settings(path)


def test_the_papers_contexts_and_settings_are_stored(tmp_path: Path) -> None:
    made = document().with_columns(xpos=[f"{tag}-x" for tag in document().columns["upos"]])
    Consistency.train([made], RUSH_2012).save(tmp_path)
    again = Consistency.load(tmp_path)
    assert again.settings == RUSH_2012
    assert again.contexts.fine


def test_bonuses_of_a_configuration_must_fall(tmp_path: Path) -> None:
    path = tmp_path / "consistency.toml"
    path.write_text("[parser]\nsame = 0.1\nclose = 0.2\n")
    made = read_config(path, ConsistencySettings)
    with pytest.raises(ConfigError, match="must fall"):
        _ = made.parser.bonuses
