"""Pipelines: what they are made of, how they are used, and what is said where something is missing."""

import json
import pickle
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

import namesakes
from namesakes.chains.resolver import Resolver
from namesakes.errors import ConfigError, ModelError, NamesakesError, SkippedWarning, UnknownNameError, UsageError
from namesakes.pipeline.definition import FILE, read_definition, shipped_pipelines
from namesakes.pipeline.install import Target
from namesakes.pipeline.parts import PARTS, shipped_folder, shipped_models
from namesakes.text.document import Document
from namesakes.workers import Failure
from tests.conftest import Command

TEXT = "Ann Lee met Ben Ash in Leeds. She thanked him."
TALK = '"I was tired," said Maria Stone. Tom Baker nodded.'


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of chains in a folder of its own."""
    folder = tmp_path_factory.mktemp("models") / "my-chains"
    Resolver.shipped("en-chains-fiction").save(folder)
    return folder


def chains(document: Document) -> list[list[str]]:
    return [[mention.text for mention in chain] for chain in document.chains]


def write(folder: Path, text: str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / FILE).write_text(text, encoding="utf-8")
    return folder


def changed(folder: Path, old: str, new: str) -> Path:
    """A folder with the usual pipeline, in which one line is another."""
    text = (shipped_folder("en") / FILE).read_text(encoding="utf-8")
    assert old in text
    return write(folder, text.replace(old, new))


def test_every_shipped_pipeline_has_every_part() -> None:
    assert shipped_pipelines() == ["en", "en-accurate", "en-fiction", "en-fiction-accurate"]
    for name in shipped_pipelines():
        nlp = namesakes.load(name)
        assert list(nlp.parts) == [name for name, part in PARTS.items() if part.shipped]
        assert nlp.language == "en"
    assert namesakes.load("en-fiction").definition.models["chains"] == "en-chains-fiction"
    assert {part.kind for part in PARTS.values() if part.shipped} <= set(shipped_models().values())


def test_a_pipeline_is_loaded_once_and_its_models_are_shared() -> None:
    assert namesakes.load("en") is namesakes.load("en")
    assert namesakes.load("en").parts.syntax.parser is namesakes.load("en-fiction").parts.syntax.parser


def test_a_call_gives_the_document_with_its_chains() -> None:
    nlp = namesakes.load("en")
    found = nlp(TEXT)
    assert chains(found) == [["Ann Lee", "She"], ["Ben Ash", "him"]]
    assert chains(namesakes.coref(TEXT)) == chains(found)
    assert found.chains[0][1].why() is not None
    assert chains(nlp({"id": "row", "text": TEXT})) == chains(found)
    assert nlp({"id": "row", "text": TEXT}).id == "row"
    assert nlp(Document(id="d", text=TEXT)).id == "d"


def test_options_of_a_call_are_checked() -> None:
    nlp = namesakes.load("en")
    with pytest.raises(UnknownNameError, match="there is no option called 'singleton'"):
        nlp(TEXT, singleton=True)
    with pytest.raises(UsageError, match="not a int"):
        nlp(3)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="between 0 and 1"):
        nlp(TEXT, min_confidence=2.0)
    with pytest.raises(UnknownNameError, match="quotes"):
        nlp(TEXT, without=["quote"])


def test_parts_of_chains_are_switched_off_by_name() -> None:
    nlp = namesakes.load("en")
    assert chains(nlp(TALK)) == [["I", "Maria Stone"]]
    assert chains(nlp(TALK, without=["quotes"])) == chains(nlp.with_(without=["quotes"])(TALK)) == []
    assert chains(namesakes.coref(TALK, quotes=False)) == []


@pytest.mark.parametrize("jobs", [1, 2, None])
def test_many_texts_come_in_order_and_bad_ones_are_skipped(jobs: int | None) -> None:
    items = [TEXT, {"id": "none"}, Document(id="talk", text=TALK), 7, {"doc_id": "last", "text": "Nobody came."}]
    skipped: list[Failure] = []
    found = list(namesakes.load("en").pipe(items, jobs=jobs, skipped=skipped))
    assert [document.id for document in found] == ["text-1", "talk", "last"]
    assert chains(found[1]) == [["I", "Maria Stone"]]
    assert [failure.document for failure in skipped] == ["text-2", "text-4"]
    assert skipped[0].error.startswith("row 2: none of the columns is plainly called text")


def test_a_text_that_is_skipped_is_warned_of() -> None:
    with pytest.warns(SkippedWarning, match="text-2 was skipped: a path, a text"):
        assert len(namesakes.coref([TEXT, 7])) == 1


def test_texts_are_taken_as_they_are_needed() -> None:
    taken = []

    def texts() -> Iterator[str]:
        for number in range(5):
            taken.append(number)
            yield TEXT

    found = namesakes.load("en").pipe(texts(), jobs=1)
    next(found)
    assert taken == [0]


def test_a_table_is_read_row_by_row() -> None:
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table({"id": ["a", "b"], "text": [TEXT, TALK]})
    assert [document.id for document in namesakes.load("en").pipe(table)] == ["a", "b"]


def test_another_part_takes_the_place_of_one(model: Path) -> None:
    nlp = namesakes.load("en")
    other = nlp.with_(chains=model)
    assert other.parts["chains"].source == model
    assert other.parts["parser"].source == "en-parser"
    assert nlp.parts["chains"].source == "en-chains"
    fiction = namesakes.load("en-fiction")
    assert other.reading_code == nlp.with_(chains=str(model)).reading_code
    assert other.reading_code != nlp.reading_code
    assert other.identities_code == nlp.identities_code
    assert chains(other(TALK)) == chains(fiction(TALK))
    given = nlp.with_(chains=Resolver.load(model))
    assert chains(given(TALK)) == chains(fiction(TALK))
    with pytest.raises(UnknownNameError, match="Did you mean 'chains'"):
        nlp.with_(chain=model)
    with pytest.raises(ConfigError, match="Save it into a folder"):
        given.save(model.parent / "no-pipeline")
    assert not (model.parent / "no-pipeline" / FILE).exists()


def test_a_pipeline_is_saved_and_found_again(model: Path, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    namesakes.load("en").with_(chains=model, without=["quotes"], description="ours").save(mine)
    again = namesakes.load(mine)
    assert again.definition.models["chains"].resolve() == model.resolve()
    assert (again.definition.chains.without, again.definition.description) == (("quotes",), "ours")
    assert chains(again(TALK)) == chains(namesakes.load("en-fiction")(TALK, without=["quotes"]))
    (mine / FILE).write_text((mine / FILE).read_text() + "# by hand\n", encoding="utf-8")
    again.with_(parser="en-parser").save(mine)
    assert (mine / FILE).read_text().endswith("# by hand\n")


def test_settings_of_chains_decide_how_documents_are_read(tmp_path: Path) -> None:
    line = 'model = "en-chains"'
    surer = namesakes.load(changed(tmp_path / "surer", line, f"{line}\nmin-confidence = 0.9"))
    quiet = namesakes.load(changed(tmp_path / "quiet", line, f'{line}\nwithout = ["quotes"]'))
    same = namesakes.load(changed(tmp_path / "same", line, f"{line}\nmin-confidence = 0.0"))
    usual = namesakes.load("en")
    assert same.reading_code == usual.reading_code
    assert len({surer.reading_code, quiet.reading_code, usual.reading_code}) == 3
    assert surer.coreference().settings.min_confidence == 0.9
    assert surer.coreference(min_confidence=0.1).settings.min_confidence == 0.1


def test_constraints_of_many_texts_are_by_document() -> None:
    apart = namesakes.Constraints(cannot=[[(0, 7), (30, 33)]])
    texts = [Document(id="a", text=TEXT), Document(id="b", text=TEXT)]
    one, other = namesakes.coref(texts, constraints={"a": apart})
    assert ["Ann Lee", "She"] not in chains(one)
    assert ["Ann Lee", "She"] in chains(other)


def test_a_pipeline_travels_as_the_names_of_its_models(model: Path) -> None:
    nlp = namesakes.load("en").with_(chains=model)
    nlp(TEXT)
    data = pickle.dumps(nlp)
    assert len(data) < 5_000
    assert chains(pickle.loads(data)(TALK)) == chains(nlp(TALK))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "made by a newer release"),
        ('language = "en"', 'language = "tlh"', "there is no language 'tlh'"),
        ('language = "en"', "language = en", "not valid TOML"),
        ('language = "en"', 'lanugage = "en"', "Did you mean 'language'"),
        ('[parser]\nmodel = "en-parser"', "", r"lacks \[parser\]"),
        ("[parser]", "[paser]", "there is no part called 'paser'. Did you mean 'parser'"),
        (
            'model = "en-parser"',
            'model = "en-tagger"',
            r"needs a model for 'parser', and 'en-tagger' is one",
        ),
        ('model = "en-parser"', 'model = "nowhere"', "neither a folder nor shipped.\nShipped: en-parser."),
        ('model = "en-parser"', 'model = "no/where"', "neither a folder nor shipped"),
        ('model = "en-parser"', "", r"\[parser\] names no model"),
        ('model = "en-parser"', 'model = "en-parser"\nbeam = 3', r"no setting of \[parser\] called 'beam'"),
        ('model = "en-chains"', 'model = "en-chains"\nwithout = ["quote"]', "Did you mean 'quotes'"),
        ('model = "en-identities"', 'model = "en-identities"\nblock = 1', "block is at least 2"),
    ],
)
def test_what_is_wrong_with_a_pipeline_is_said(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(NamesakesError, match=said):
        namesakes.load(changed(tmp_path / "mine", old, new))


def test_a_model_for_another_language_is_refused(model: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "foreign"
    shutil.copytree(model, foreign)
    description = json.loads((foreign / "model.json").read_text())
    (foreign / "model.json").write_text(json.dumps({**description, "language": "nb"}))
    with pytest.raises(ModelError, match=r"\[chains\] is for the language 'nb', and the pipeline is for 'en'"):
        namesakes.load("en").with_(chains=foreign)
    (foreign / "model.json").write_text(json.dumps({**description, "format": 99}))
    with pytest.raises(ModelError, match="newer release"):
        namesakes.load("en").with_(chains=foreign)


def test_a_folder_without_a_pipeline_and_a_name_that_is_none_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no pipeline\.toml in this folder"):
        namesakes.load(tmp_path)
    with pytest.raises(ConfigError, match="Did you mean 'en-fiction'"):
        namesakes.load("en-fictoin")


def test_a_trained_model_goes_into_a_pipeline(tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    resolver = Resolver.shipped("en-chains-fiction")
    folder = Target(into=mine).save("chains", resolver.save)
    assert folder == mine / "chains"
    assert read_definition(mine).models["chains"] == folder
    assert read_definition(mine).models["parser"] == "en-parser"
    assert chains(namesakes.load(mine)(TALK)) == chains(namesakes.load("en-fiction")(TALK))

    def broken(folder: Path) -> None:
        folder.mkdir()
        (folder / "model.json").write_text("{")
        raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        Target(into=mine).save("chains", broken)
    assert chains(namesakes.load(mine)(TALK)) == chains(namesakes.load("en-fiction")(TALK))
    assert sorted(path.name for path in mine.iterdir()) == ["chains", FILE]


def test_where_a_model_goes_is_asked_before_it_is_trained(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="--out FOLDER, or --into PIPELINE"):
        Target()
    with pytest.raises(UsageError, match="--out FOLDER, or --into PIPELINE"):
        Target(out=tmp_path, into=tmp_path)
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(ConfigError, match="holds other things than a pipeline"):
        Target(into=tmp_path)
    with pytest.raises(ConfigError, match="this pipeline is for 'en', and the model would be for 'nb'"):
        Target(into=tmp_path / "new", language="nb")


def test_the_command_lists_shows_and_makes_pipelines(namesakes: Command, tmp_path: Path) -> None:
    listed = json.loads(namesakes("pipeline", "list", "--json").stdout)
    assert [each["name"] for each in listed] == ["en", "en-accurate", "en-fiction", "en-fiction-accurate"]
    made = namesakes("pipeline", "new", "mine", "--part", "chains=en-chains-fiction", "--without", "quotes")
    assert (made.returncode, made.stderr) == (0, "mine/pipeline.toml written; use it with --pipeline mine\n")
    shown = json.loads(namesakes("pipeline", "show", "mine", "--json").stdout)
    assert shown["parts"]["chains"]["model"] == "en-chains-fiction"
    assert shown["parts"]["chains"]["without"] == ["quotes"]
    assert list(shown["parts"]) == [name for name, part in PARTS.items() if part.shipped]
    (tmp_path / "talk.txt").write_text('Tom Baker met Maria Stone. "I am tired," said Stone. "I am late," said Baker.')
    with_mine = namesakes("coref", "talk.txt", "--to", "json", "--pipeline", "mine").stdout
    assert with_mine == namesakes("coref", "talk.txt", "--pipeline", "en-fiction", "--without", "quotes").stdout
    assert with_mine != namesakes("coref", "talk.txt", "--pipeline", "en-fiction").stdout
    again = namesakes("pipeline", "new", "mine")
    assert (again.returncode, again.stderr.splitlines()[0]) == (
        2,
        "namesakes: mine: there is a pipeline in this folder already.",
    )
    wrong = namesakes("pipeline", "new", "other", "--part", "chains")
    assert wrong.returncode == 2
    assert "chains=my-model" in wrong.stderr
    assert not (tmp_path / "other").exists()


def test_a_store_knows_its_pipeline(namesakes: Command, tmp_path: Path) -> None:
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.txt").write_text(TEXT)
    assert namesakes("resolve", "notes", "--pipeline", "en-fiction").returncode == 0
    again = namesakes("resolve", "notes")
    assert again.stdout.startswith("Nothing to do"), again.stdout
    other = namesakes("resolve", "notes", "--pipeline", "en")
    assert other.stdout.splitlines()[0] == (
        "This store was made with the pipeline 'en-fiction' and this one is 'en': its documents are read again."
    )
    namesakes("pipeline", "new", "mine")
    assert namesakes("resolve", "notes", "--pipeline", "mine").stdout.startswith("Nothing to do")
    namesakes("pipeline", "new", "yours", "--without", "quotes")
    assert "read again" in namesakes("resolve", "notes", "--pipeline", "yours").stdout
    shutil.rmtree(tmp_path / "yours")
    gone = namesakes("why", "ann-lee-1")
    assert gone.returncode == 2
    assert "yours" in gone.stderr
    assert "Name another one with --pipeline." in gone.stderr
    assert namesakes("why", "ann-lee-1", "--pipeline", "en").returncode == 0
