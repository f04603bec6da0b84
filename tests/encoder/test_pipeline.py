"""Encoders in pipelines: settings, consistency of a corpus, and what is said where something is wrong."""

import sys
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

import namesakes
from namesakes.cli.main import group
from namesakes.encoder.parts import EncodedParser, EncodedTagger
from namesakes.encoder.trees import TreeSettings
from namesakes.errors import ConfigError, UnknownNameError, UsageError
from namesakes.syntax.consistency.consistency import Consistency, ConsistencySettings
from namesakes.syntax.consistency.parser import ConsistentParser, ParsingSettings
from namesakes.syntax.consistency.tagger import ConsistentTagger, TaggingSettings
from namesakes.text.document import Document

TEXTS = ["The gribble met Bob in Oslo. Nobody liked the gribbles.", "A gribble met Ann Lee. She liked him.", ""]


def own(folder: Path, tiny: Path, parser: str = "") -> Path:
    """A folder with a pipeline whose tagger and parser are the encoder, with these lines of the parser's."""
    nlp = namesakes.load("en").with_(tagger=tiny, parser=tiny)
    file = nlp.save(folder)
    file.write_text(file.read_text().replace("[parser]\n", f"[parser]\n{parser}\n"))
    return folder


def documents() -> list[Document]:
    return [Document(id=str(number), text=text) for number, text in enumerate(TEXTS)]


def test_settings_of_the_parser(tiny: Path, tmp_path: Path) -> None:
    plain = namesakes.load(own(tmp_path / "plain", tiny))
    nlp = namesakes.load(own(tmp_path / "both", tiny, "share = 2.0\nmargin = 30.0"))
    part = nlp.parts["parser"]
    assert isinstance(part.model, EncodedParser)
    assert part.model.settings == TreeSettings(share=2.0, margin=30.0)
    assert part.model.linear is not None
    assert plain.parts["parser"].model.linear is None
    assert part.fingerprint != plain.parts["parser"].fingerprint
    assert nlp.reading_code != plain.reading_code
    heads = [[each.heads for each in it.syntax().run(documents())] for it in (plain, nlp)]
    assert any((one != other).any() for one, other in zip(*heads, strict=True) if one is not None)
    again = namesakes.load(nlp.save(tmp_path / "copy").parent)
    assert again.parts["parser"].model.settings == part.model.settings
    assert nlp.with_(parser="en-parser").parts["parser"].settings == {}


def test_another_parser_takes_the_settings_out_of_the_file(tiny: Path, tmp_path: Path) -> None:
    folder = own(tmp_path / "own", tiny, "share = 2.0")
    namesakes.load(folder).with_(parser="en-parser").save(folder)
    assert "share" not in (folder / "pipeline.toml").read_text()
    assert namesakes.load(folder).parts["parser"].settings == {}


def test_a_pipeline_follows_the_conventions_of_a_corpus(tiny: Path, tmp_path: Path) -> None:
    folder = own(tmp_path / "own", tiny)
    usual = namesakes.load(folder)
    file = folder / "pipeline.toml"
    corpora = usual.parts["tagger"].model.encoder.labels.corpora
    file.write_text(f'corpus = "{corpora[1]}"\n' + file.read_text())
    nlp = namesakes.load(folder)
    encoders = [nlp.parts[name].model.encoder for name in ("tagger", "parser")]
    assert [each.corpus for each in encoders] == [1, 1]
    assert encoders[0] is encoders[1] is not usual.parts["tagger"].model.encoder
    states = [it.parts["tagger"].model.encoder.reading(it.syntax()(documents()[0])).states for it in (usual, nlp)]
    assert (states[0] != states[1]).any()
    assert nlp.parts["tagger"].fingerprint != usual.parts["tagger"].fingerprint
    assert nlp.parts["tokenizer"].fingerprint == usual.parts["tokenizer"].fingerprint
    again = namesakes.load(nlp.save(tmp_path / "copy").parent)
    assert again.definition.corpus == corpora[1]
    assert [each.heads.tolist() for each in again.syntax().run(documents()[:1])] == [
        each.heads.tolist() for each in nlp.syntax().run(documents()[:1])
    ]


def test_a_corpus_that_is_wrong(tiny: Path, tmp_path: Path) -> None:
    folder = own(tmp_path / "own", tiny)
    file = folder / "pipeline.toml"
    file.write_text('corpus = "litbnak"\n' + file.read_text())
    with pytest.raises(
        UnknownNameError, match=r"there is no corpus of the encoder .* called .litbnak.\.\nKnown: first, second"
    ):
        namesakes.load(folder)
    plain = namesakes.load("en").save(tmp_path / "plain")
    plain.write_text('corpus = "litbank"\n' + plain.read_text())
    with pytest.raises(ConfigError, match="'corpus' is for an encoder, and none stands in this pipeline"):
        namesakes.load(plain.parent)


def test_settings_that_are_wrong(tiny: Path, tmp_path: Path) -> None:
    for number, (lines, said) in enumerate(
        (
            ("shares = 2.0", "Did you mean 'share'"),
            ("share = -1.0", r"\[parser\]: trees need a share of 0 or more"),
            ('decoder = "eisenr"', "Did you mean 'eisner'"),
        )
    ):
        with pytest.raises(ConfigError, match=said):
            namesakes.load(own(tmp_path / str(number), tiny, lines))
    file = namesakes.load("en").save(tmp_path / "linear")
    file.write_text(file.read_text().replace("[parser]\n", "[parser]\nshare = 2.0\n"))
    with pytest.raises(UnknownNameError, match="model"):
        namesakes.load(file.parent)


def command(*arguments: object) -> Result:
    return CliRunner().invoke(group, [str(each) for each in arguments], catch_exceptions=False)


def test_the_settings_are_shown(tiny: Path, tmp_path: Path) -> None:
    shown = command("pipeline", "show", own(tmp_path / "own", tiny, "share = 2.0"))
    assert "[parser] share = 2.0, decoder = eisner, heads = 12, margin = 12.0" in shown.output


def test_consistency_over_an_encoder(tiny: Path) -> None:
    nlp = namesakes.load("en").with_(tagger=tiny, parser=tiny)
    steps = nlp.syntax(consistency=True)
    assert [type(each) for each in steps.steps[1:4:2]] == [ConsistentTagger, ConsistentParser]
    one, two = ([(each.columns["xpos"], each.heads) for each in steps.run(documents(), jobs=jobs)] for jobs in (1, 2))
    assert [list(tags) for tags, _ in one] == [list(tags) for tags, _ in two]
    for (_, heads), (_, others) in zip(one, two, strict=True):
        np.testing.assert_array_equal(heads, others)
    assert [report.sentences for report in steps.reports] == [4, 4] * 2


def test_a_strong_consistency_makes_unknown_words_agree(tiny: Path) -> None:
    """The vocabulary has no gribbles: they are cut into pieces, or are the unknown one."""
    nlp = namesakes.load("en").with_(tagger=tiny, parser=tiny)
    tagger = nlp.parts["tagger"].model
    assert isinstance(tagger, EncodedTagger)
    assert [tagger.knows(word) for word in ("Oslo", "oslo", "gribble", "uns", "unknown")] == [True, True] + [False] * 3
    strong = ConsistencySettings(
        tagger=TaggingSettings(same=30.0, close=0.0, off=0.0, rate=5.0),
        parser=ParsingSettings(same=30.0, close=0.0, off=0.0, rate=5.0),
    )
    model = Consistency(nlp.parts.consistency.contexts, strong)
    steps = model.pipeline(nlp.syntax())
    found = list(steps.run(documents()))
    pairs = [
        (each.columns["xpos"][place], each.columns["upos"][place])
        for each in found
        for place, word in enumerate(each.words)
        if word.startswith("gribble")
    ]
    assert len(pairs) == 3
    assert len(set(pairs)) == 1
    assert steps.reports[0].members >= 3
    for each in found:
        assert each.heads is not None
        assert set(each.columns["label"]) <= set(tagger.encoder.labels.relations)


def test_the_command_lets_an_encoder_agree(tiny: Path, tmp_path: Path) -> None:
    folder = own(tmp_path / "own", tiny, "share = 0.5")
    text = tmp_path / "one.txt"
    text.write_text("\n\n".join(TEXTS))
    out, changes = tmp_path / "one.conllu", tmp_path / "changes.jsonl"
    done = command("parse", text, "--pipeline", folder, "--consistency", "--explain", changes, "--out", out)
    assert done.exit_code == 0
    assert "gribble" in out.read_text()
    assert changes.is_file()


# What goes wrong


@pytest.mark.parametrize("name", ["onnxruntime", "tokenizers"])
def test_without_the_extra_load_says_what_to_install(
    tiny: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    folder = own(tmp_path / "own", tiny)
    monkeypatch.setitem(sys.modules, name, None)
    with pytest.raises(UsageError, match=rf"'{name}'.\nInstall them with: .*install .*\[accurate\]'"):
        namesakes.load(folder)
    namesakes.load("en")


LATIN, OTHER = "annleemetbobinoslo", "猫は東京で彼女に会った"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \n\n \t ",
        "a" * 100_000,
        LATIN * 500,
        OTHER * 200,
        "Анна встретила Боба в Осло. Она его любила. مرحبا يا آنا. שלום אנה. Η Άννα είδε τον Μπομπ.",
        "🙂" * 300 + " Ann 🙂",
        "\u200b \u200b \ufeff",
        ". . . ! ? ! ?",
        "Ann met Bob " * 200,
    ],
    ids=["empty", "blank", "long-word", "no-spaces", "cjk", "scripts", "symbols", "invisible", "marks", "no-end"],
)
@pytest.mark.filterwarnings("ignore:.*probably not in English:namesakes.errors.LanguageWarning")
def test_a_pipeline_of_one_encoder_reads_every_text(tiny: Path, text: str) -> None:
    nlp = namesakes.load("en").with_(tagger=tiny, parser=tiny, entities=tiny, chains=tiny)
    for again in (nlp(text), nlp.syntax(consistency=True)(Document(id="text", text=text))):
        assert again.heads is not None
        assert len(again.heads) == len(again.starts) == len(again.columns["xpos"])
        roots = np.flatnonzero(again.heads < 0)
        assert len(roots) == len(again.sentence_starts)
        for mention in (mention for chain in again.chains for mention in chain):
            assert mention.text in text


def test_sentences_without_words_and_words_without_sentences(tiny: Path) -> None:
    """Empty nodes are no words: a sentence of them alone is none. A document without sentences is one."""
    tagger, parser = EncodedTagger.load(tiny), EncodedParser.load(tiny)
    loose = Document(id="loose", text="Ann met Bob", starts=[0, 4, 8], ends=[3, 7, 11])
    nodes = Document(
        id="nodes",
        text="Ann met Bob",
        starts=[0, 0, 4, 8],
        ends=[0, 3, 7, 11],
        sentence_starts=[0, 1],
        empty_nodes=[1, 0, 0, 0],
    )
    heads = []
    for made in (loose, nodes):
        tagged = tagger(made)
        found = parser(tagged)
        assert found.heads is not None
        heads.append([int(each) for each in found.heads[-3:]])
        scored = parser.scored_trees(tagged)
        again = scored.finish(tagged, [tree for tree, _ in scored.plain])
        np.testing.assert_array_equal(again.heads, found.heads)
        assert [len(tree) - 1 for tree, _ in scored.plain][-1] == 3
    assert sum(each < 0 for each in heads[0]) == 1
    assert [each - 1 if each >= 0 else each for each in heads[1]] == heads[0]
