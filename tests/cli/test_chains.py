"""The commands for chains from end to end: train, evaluate, select templates."""

import json
from pathlib import Path

import pytest

from namesakes.chains.features.template_sets import SETS
from namesakes.chains.training.recipe import RecipeSettings
from namesakes.config import read_config
from tests.chains.made import story
from tests.chains.novels.made import write_novel
from tests.conftest import CHECKOUT, Command

CONFIG = """\
syntax = "{syntax}"
without-genres = ["podcast"]
[jackknife]
folds = 2
[jackknife.tagger]
chain = {{bits = 12, rounds = 2}}
universal = {{bits = 10, rounds = 2}}
[jackknife.parser]
epochs = 1
filter-epochs = 1
label-epochs = 1
bits = 12
filter-bits = 12
label-bits = 12
tag-folds = 0
[chains]
epochs = {epochs}
step = {{kind = "perceptron"}}
[chains.features]
bits = 12
pairs = ["same_head m.kind a.kind", "same_string", "genders m.kind", "sentences m.kind", "m.head a.head"]
alone = ["m.kind", "m.head", "m.match m.kind"]
"""


@pytest.fixture
def stories(tmp_path: Path) -> Path:
    """A folder with stories to train on, and one with others to score on."""
    for folder, numbers in (("train", range(8)), ("dev", range(8, 11))):
        (tmp_path / folder).mkdir()
        for number in numbers:
            (tmp_path / folder / f"{number}.conllu").write_text(story(number))
    return tmp_path


def write_config(folder: Path, *, syntax: str = "gold", epochs: int = 4) -> None:
    (folder / "chains.toml").write_text(CONFIG.format(syntax=syntax, epochs=epochs))


TRAIN = ("train", "chains", "--config", "chains.toml", "--train", "train", "--dev", "dev")


def test_train_and_evaluate(namesakes: Command, stories: Path) -> None:
    write_config(stories)
    done = namesakes(*TRAIN, "--out", "model", "--seed", "3")
    assert done.returncode == 0, done.stderr
    rows = [line.split() for line in done.stderr.splitlines()]
    assert ["epoch", "seconds", "loss", "conll"] in rows
    assert [row[0] for row in rows if row[0].isdigit() and "mentions" not in row] == ["1", "2", "3", "4"]
    assert json.loads((stories / "model" / "model.json").read_text())["settings"]["seed"] == 3
    done = namesakes("evaluate", "chains", "--data", "dev", "--model", "model", "--drop-singletons", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["conll"] > 0.5
    assert found["metrics"].keys() >= {"muc", "b3", "ceaf_e", "ceaf_m", "blanc", "lea", "mentions"}
    assert found["documents"] == 3
    assert found["documents_per_second"] > 0
    assert found["genre"].keys() == found["genres"].keys() == {"news", "essay"}
    given = namesakes("evaluate", "chains", "--data", "dev", "--model", "model", "--mentions", "gold", "--json")
    assert given.returncode == 0, given.stderr
    assert json.loads(given.stdout)["metrics"]["mentions"]["f1"] == 1.0
    done = namesakes("evaluate", "chains", "--data", "dev", "--model", "model", "--syntax", "predicted")
    assert done.returncode == 0, done.stderr
    assert "documents per second, predicted syntax, predicted mentions" in done.stdout


def test_a_trained_model_is_used_by_every_command_in_one_step(namesakes: Command, stories: Path) -> None:
    write_config(stories)
    done = namesakes(*TRAIN, "--into", "mine")
    assert done.returncode == 0, done.stderr
    assert f"model written to {Path('mine', 'chains')}, a part of mine" in done.stderr
    (stories / "letter.txt").write_text("Ann Lee met Ben Ash. Ann Lee waved. She left.")
    mine = namesakes("coref", "letter.txt", "--pipeline", "mine", "--to", "jsonl")
    assert mine.returncode == 0, mine.stderr
    assert mine.stdout == namesakes("coref", "letter.txt", "--model", "mine/chains", "--to", "jsonl").stdout
    assert mine.stdout != namesakes("coref", "letter.txt", "--to", "jsonl").stdout
    scored = [
        namesakes("evaluate", "chains", "--data", "dev", *choice, "--json").stdout
        for choice in (("--pipeline", "mine"), ("--model", "mine/chains"))
    ]
    conll = [json.loads(each)["conll"] for each in scored]
    assert conll[0] == conll[1]
    resolved = namesakes("resolve", "letter.txt", "--pipeline", "mine", "--json")
    assert resolved.returncode == 0, resolved.stderr
    for command in (("parse", "letter.txt"), ("profile", "letter.txt", "--json"), ("why", "ann-lee-1"), ("review",)):
        done = namesakes(*command, "--pipeline", "mine")
        assert done.returncode == 0, done.stderr
    neither = namesakes(*TRAIN)
    assert (neither.returncode, neither.stderr) == (
        2,
        "namesakes: name where the model goes: --out FOLDER, or --into PIPELINE.\n",
    )


def test_constituents_are_parsed_again(namesakes: Command, stories: Path) -> None:
    done = namesakes("convert", "dev/8.conllu", "dev.conll")
    assert done.returncode == 0, done.stderr
    done = namesakes("evaluate", "chains", "--data", "dev.conll", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["metrics"]["mentions"]["f1"] > 0.5


def test_documents_without_chains_cannot_be_scored(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "plain.txt").write_text("Ann left.")
    done = namesakes("evaluate", "chains", "--data", "plain.txt")
    assert done.returncode == 1
    assert "has no gold chains" in done.stderr


def test_a_stopped_run_goes_on_to_the_same_model(namesakes: Command, stories: Path) -> None:
    write_config(stories)
    done = namesakes(*TRAIN, "--out", "whole")
    assert done.returncode == 0, done.stderr
    write_config(stories, epochs=2)
    done = namesakes(*TRAIN, "--out", "half", "--work", "work")
    assert done.returncode == 0, done.stderr
    write_config(stories)
    done = namesakes(*TRAIN, "--out", "parts", "--work", "work")
    assert done.returncode == 0, done.stderr
    for file in ("model.json", "arrays.npz"):
        assert (stories / "whole" / file).read_bytes() == (stories / "parts" / file).read_bytes()


def test_predicted_syntax_by_jackknife(namesakes: Command, stories: Path) -> None:
    write_config(stories, syntax="both", epochs=2)
    done = namesakes(*TRAIN, "--out", "one", "--work", "work", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    assert "conll predicted" in done.stderr
    assert "16 examples" in done.stderr
    folds = sorted((stories / "work").glob("fold-*.jsonl"))
    assert len(folds) == 2
    parsed = [json.loads(line) for path in folds for line in path.read_text().splitlines()]
    assert len(parsed) == 8
    (stories / "work" / "checkpoint.npz").unlink()
    done = namesakes(*TRAIN, "--out", "two", "--work", "work")
    assert done.returncode == 0, done.stderr
    assert "fold 1 of 2 was parsed before" in done.stderr
    done = namesakes(*TRAIN, "--out", "three")
    assert "fold 2 of 2 is parsed" in done.stderr
    for folder in ("two", "three"):
        assert (stories / "one" / "arrays.npz").read_bytes() == (stories / folder / "arrays.npz").read_bytes()


def test_bad_settings(namesakes: Command, stories: Path) -> None:
    (stories / "chains.toml").write_text('syntax = "silver"\n')
    done = namesakes(*TRAIN, "--out", "model")
    assert done.returncode == 2
    assert "'silver' is none of gold, predicted, both" in done.stderr
    (stories / "chains.toml").write_text('[chains.features]\npairs = ["same_hed"]\n')
    done = namesakes(*TRAIN, "--out", "model")
    assert done.returncode == 2
    assert "Did you mean 'same_head'?" in done.stderr


SELECTION = """\
pairs = ["same_string", "genders m.kind"]
least = 0.0001
rounds = 3
[chains]
epochs = 2
step = {kind = "perceptron"}
[chains.features]
bits = 12
pairs = ["sentences", "m.last"]
alone = ["m.kind"]
"""


def test_select_features(namesakes: Command, stories: Path) -> None:
    (stories / "selection.toml").write_text(SELECTION)
    call = ("select-features", "--config", "selection.toml", "--data", "train")
    done = namesakes(*call, "--log", "tried.jsonl", "--out", "kept.toml", "--jobs", "2")
    assert done.returncode == 0, done.stderr
    tried = (stories / "tried.jsonl").read_text().splitlines()
    rows = [json.loads(line) for line in tried]
    assert rows[0]["change"] == "to begin with"
    assert {"+ pairs: same_string", "+ pairs: genders m.kind"} <= {row["change"] for row in rows}
    kept = (stories / "kept.toml").read_text()
    assert kept == done.stdout
    best = max(row["conll"] for row in rows)
    assert f"CoNLL {100 * best:.2f}" in done.stderr
    assert best > rows[0]["conll"]
    again = namesakes(*call, "--log", "tried.jsonl")
    assert (stories / "tried.jsonl").read_text().splitlines() == tried
    alone = namesakes(*call)
    assert again.stdout == alone.stdout == kept
    (stories / "chains.toml").write_text(f"[chains]\nepochs = 1\n{kept}")
    done = namesakes(*TRAIN, "--out", "model")
    assert done.returncode == 0, done.stderr


def test_the_papers_final_system_is_trained_from_its_example(namesakes: Command, stories: Path) -> None:
    """The system of Björkelund & Kuhn (2014) on toy stories; a set of templates may be an option, too."""
    text = (CHECKOUT / "examples" / "chains" / "non-local.toml").read_text()
    assert "epochs = 25" in text
    (stories / "chains.toml").write_text(text.replace("epochs = 25", "epochs = 2") + "bits = 16\n")
    done = namesakes(*TRAIN, "--out", "final")
    assert done.returncode == 0, done.stderr
    done = namesakes("evaluate", "chains", "--data", "dev", "--model", "final", "--drop-singletons", "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["conll"] > 0
    settings = read_config(stories / "chains.toml", RecipeSettings).chains
    assert (settings.update, settings.decoder, settings.beam) == ("delayed-laso", "beam", 20)
    assert settings.features.clusters == SETS["non-local"].clusters
    done = namesakes(*TRAIN, "--features", "locl", "--out", "none")
    assert done.returncode == 2
    assert "Did you mean 'local'?" in done.stderr


def test_a_set_of_templates_is_an_option(namesakes: Command, stories: Path) -> None:
    (stories / "chains.toml").write_text("[chains]\nepochs = 1\n[chains.features]\nbits = 12\n")
    done = namesakes(*TRAIN[:6], "--features", "local", "--out", "named")
    assert done.returncode == 0, done.stderr
    kept = json.loads((stories / "named" / "model.json").read_text())
    features = kept["settings"]["features"]
    assert features["pairs"] == list(SETS["local"].pairs)
    assert features["bits"] == 12


HEADER = "ID\tText\tPronoun\tPronoun-offset\tA\tA-offset\tA-coref\tB\tB-offset\tB-coref\tURL"
TEXTS = (
    ("Anna Berg met Tom Lund in Oslo. He was late.", "He", "Anna Berg", "FALSE", "Tom Lund", "TRUE"),
    ("Tom Lund met Anna Berg in Oslo. She was late.", "She", "Tom Lund", "FALSE", "Anna Berg", "TRUE"),
    ("Mary Stone saw her son, Paul Stone, in Rome.", "her", "Mary Stone", "TRUE", "Paul Stone", "FALSE"),
)


def test_pronouns(namesakes: Command, tmp_path: Path) -> None:
    rows = [HEADER]
    for number, (text, pronoun, one, one_is, other, other_is) in enumerate(TEXTS):
        names = (one, text.index(one), one_is, other, text.index(other), other_is)
        rows.append("\t".join(map(str, (f"t-{number}", text, pronoun, text.index(pronoun), *names, ""))))
    (tmp_path / "gap.tsv").write_text("\n".join(rows) + "\n")
    done = namesakes("evaluate", "pronouns", "--data", "gap.tsv", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.keys() >= {"f1", "precision", "recall", "masculine", "feminine", "bias", "documents_per_second"}
    assert found["documents"] == 3
    assert 0 < found["f1"] <= 1
    done = namesakes("evaluate", "pronouns", "--data", "gap.tsv")
    assert "bias" in done.stdout


def test_bias(namesakes: Command, tmp_path: Path) -> None:
    data = tmp_path / "bias" / "winobias"
    data.mkdir(parents=True)
    (data / "male_occupations.txt").write_text("miner\n")
    (data / "female_occupations.txt").write_text("dancer\n")
    for side, pronouns in (("pro", ("he", "she")), ("anti", ("she", "he"))):
        lines = [
            f"1 [The miner] thanked the dancer because [{pronouns[0]}] was glad.",
            f"2 The miner thanked [the dancer] because [{pronouns[1]}] had come.",
        ]
        (data / f"{side}_stereotyped_type1.txt.dev").write_text("\n".join(lines) + "\n")
    other = tmp_path / "bias" / "winogender"
    other.mkdir()
    (other / "occupations-stats.tsv").write_text("occupation\tbls_pct_female\nminer\t5.0\n")
    sentences = ["sentid\tsentence"] + [
        f"miner.guest.0.{gender}.txt\tThe miner told the guest that {word} had found gold."
        for gender, word in (("male", "he"), ("female", "she"), ("neutral", "they"))
    ]
    (other / "all_sentences.tsv").write_text("\n".join(sentences) + "\n")
    done = namesakes("evaluate", "bias", "--data", "bias", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    both = found["winobias"]["type1"]
    assert both["difference"] == pytest.approx(both["pro"]["f1"] - both["anti"]["f1"])
    assert found["winobias"]["all"]["pro"]["sentences"] == 2
    assert found["winogender"]["usual"]["sentences"] == found["winogender"]["gotcha"]["sentences"] == 1
    done = namesakes("evaluate", "bias", "--data", "bias")
    assert "winobias type1 difference" in done.stdout
    done = namesakes("evaluate", "bias", "--data", ".")
    assert done.returncode == 1
    assert "neither winobias nor winogender" in done.stderr


def test_novels(namesakes: Command, tmp_path: Path) -> None:
    for name in ("one", "two"):
        write_novel(tmp_path / "novels" / name)
    done = namesakes("evaluate", "novels", "novels", "--json", "--jobs", "1")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found["novels"]) == ["one", "two"]
    assert found["names"]["occurrences"] == 2 * found["novels"]["one"]["names"]["occurrences"] == 14
    assert found["speakers"]["quotes"] == 10
    assert found["speakers"]["right"] > 0
    assert found["names"]["name_forms"] == pytest.approx(
        {"precision": 5.5 / 7, "recall": 1.0, "f1": 11 / 12.5, "mean_f1": 11 / 12.5}
    )
    done = namesakes("evaluate", "novels", "novels/two")
    assert "he, she" in done.stdout
    assert "words per second" in done.stdout
    done = namesakes("evaluate", "novels", ".")
    assert done.returncode == 1
    assert "no novel_text.txt" in done.stderr


STORY = """\
Clara Dunn lived with her brother Peter in a small house by the sea. Peter Dunn was a painter, and he never sold a
picture. Mr. Voss, a merchant, came one morning. He wanted to buy the house. “I cannot sell it,” said Clara. “It was
my mother's.” Mr. Voss laughed at her. He told Peter that he would be back. Clara closed the door behind him.

In the evening old Mrs. Voss came herself. She begged Clara to forgive her son, and Clara forgave him. Mrs. Voss and
Clara Dunn drank tea, and Peter painted them.
"""


def test_each_character_of_a_story_has_one_chain(namesakes: Command, tmp_path: Path) -> None:
    (tmp_path / "story.txt").write_text(STORY)
    done = namesakes("coref", "story.txt", "--to", "json")
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)
    people = {"Clara": {"Clara", "Clara Dunn"}, "Peter": {"Peter", "Peter Dunn"}}
    people |= {"Mr. Voss": {"Mr. Voss"}, "Mrs. Voss": {"Mrs. Voss"}}
    texts = [[mention["text"] for mention in chain["mentions"]] for chain in found["chains"]]
    for names in people.values():
        (own,) = (chain for chain in texts if names & set(chain))
        assert names <= set(own)
        assert sum(name in own for other in people.values() if other != names for name in other) == 0
        words = {word.lower() for word in own}
        assert not ({"he", "him", "his"} & words and {"she", "her"} & words)
    clara = next(chain for chain in texts if "Clara Dunn" in chain)
    assert clara.count("Clara") + clara.count("Clara Dunn") == 6
    assert "I" in clara


def test_pronouns_teach(namesakes: Command, stories: Path) -> None:
    """Files of GAP are training documents beside whole ones."""
    write_config(stories, epochs=1)
    text, pronoun, one, one_is, other, other_is = TEXTS[1]
    names = (one, text.index(one), one_is, other, text.index(other), other_is)
    row = "\t".join(map(str, ("t-1", text, pronoun, text.index(pronoun), *names, "")))
    (stories / "gap.tsv").write_text(f"{HEADER}\n{row}\n")
    done = namesakes(*TRAIN, "--train", "gap.tsv", "--out", "model")
    assert done.returncode == 0, done.stderr
    assert done.stderr.splitlines()[0].startswith("9 examples")
