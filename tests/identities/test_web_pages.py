"""Collections of WePS: folders of both campaigns, pages without text, every error, and the way through the commands."""

import json
from pathlib import Path

import pytest

from namesakes.errors import DataError
from namesakes.formats.weps import clustering
from namesakes.formats.writing import write
from namesakes.identities.model import IdentityModel
from namesakes.identities.web_pages import SearchedName, searched_names
from tests.conftest import CHECKOUT, Command

PARSER = "Ann Lee, a linguist, wrote a parser with Eugene Charniak at Brown. {} The grammar of the parser is new."
MATCH = "Ann Lee, the defender, scored for Blackpool against Preston. {} The match ended late in the rain."
DESCRIPTION = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE corpus SYSTEM "corpus.dtd">
<corpus search_string="Ann Lee">
<doc rank="1" title="Ann Lee" url="http://a/"><snippet>{}</snippet></doc>
<doc rank="2" title="A &amp; L" url="http://b/"/>
<doc rank="3" url="http://c/"/>
<doc rank="4" url="http://d/"/>
<doc rank="5" title="Ann Lee, the defender, scored for Blackpool against Preston" url="http://e/"/>
<doc rank="6" url="http://f/"/>
</corpus>
"""
TRUTH = """<clustering searchString="Ann Lee">
<entity id="0"><doc rank="1"/><doc rank="2"/></entity>
<entity id="1"><doc rank="3"/><doc rank="4"/><doc rank="5"/></entity>
<discarded><doc rank="6"/></discarded>
</clustering>
"""
PAGE = "<html><head><title>{}</title></head><body><p>{}</p></body></html>"


def collection(
    folder: Path, layout: str = "raw/{:03d}/index.html", description: str = "description_files/{}.xml"
) -> Path:
    """A name of six pages: two of a linguist, two of a defender, one that is not there, one without text."""
    texts = (
        PARSER.format("Students came."),
        PARSER.format("It was noted."),
        MATCH.format(""),
        MATCH.format("Many came."),
    )
    for rank, text in enumerate(texts, 1):
        _write(folder / "web_pages" / "Ann_Lee" / layout.format(rank), PAGE.format("", text))
    _write(folder / "web_pages" / "Ann_Lee" / layout.format(6), "<html><body></body></html>")
    _write(folder / description.format(*["Ann_Lee"] * description.count("{}")), DESCRIPTION)
    _write(folder / "truth_files" / "Ann_Lee.clust.xml", TRUTH)
    return folder


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("layout", "description"),
    [
        ("raw/{:03d}/index.html", "description_files/{}.xml"),
        ("{:03d}.html", "web_pages/{}/description.xml"),
        ("docs/{:03d}.html", "web_pages/{}/{}.xml"),
        ("{}.htm", "metadata/{}.xml"),
    ],
)
def test_layouts(tmp_path: Path, layout: str, description: str) -> None:
    (name,) = searched_names(collection(tmp_path, layout, description))
    assert (name.key, name.name, list(name.pages)) == ("Ann_Lee", "Ann Lee", ["1", "2", "3", "4", "5", "6"])
    assert [rank for rank, page in name.pages.items() if page.path is None] == ["5"]
    assert name.clusters == {"0": {"1", "2"}, "1": {"3", "4", "5"}}


def test_pages_without_text(tmp_path: Path) -> None:
    """One that is not there has its title; one of which nothing is known has no row."""
    (name,) = searched_names(collection(tmp_path))
    rows = {row.id: row.text for row in name.rows()}
    assert list(rows) == [f"Ann_Lee/{rank}" for rank in range(1, 6)]
    assert rows["Ann_Lee/5"] == "Ann Lee, the defender, scored for Blackpool against Preston"
    assert rows["Ann_Lee/1"].startswith("Ann Lee, a linguist")


@pytest.mark.parametrize(
    ("old", "new", "line", "found"),
    [
        ('rank="2"', "", 5, "a page has no rank that is a number"),
        ('rank="2"', 'rank="b"', 5, "a page has no rank that is a number"),
        ('rank="2"', 'rank="01"', 5, "the rank 1 was given already in line 4"),
        ("</corpus>", "", 11, "this is not well-formed XML"),
        ('corpus.dtd"', 'corpus.dtd" [<!ENTITY a "b">]', 2, "DOCTYPE"),
        ("A &amp; L", "&other;", 5, "&other; is an entity that this file does not have"),
    ],
)
def test_bad_descriptions(tmp_path: Path, old: str, new: str, line: int, found: str) -> None:
    path = collection(tmp_path) / "description_files" / "Ann_Lee.xml"
    assert old in DESCRIPTION
    path.write_text(DESCRIPTION.replace(old, new))
    with pytest.raises(DataError, match=found) as caught:
        searched_names(tmp_path)
    assert str(caught.value).startswith(f"{path}:{line}: ")


def test_what_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no folder web_pages here"):
        searched_names(tmp_path)
    (tmp_path / "web_pages").mkdir()
    with pytest.raises(DataError, match="web_pages has no folder of a name"):
        searched_names(tmp_path)
    collection(tmp_path)
    (tmp_path / "truth_files" / "Ann_Lee.clust.xml").unlink()
    (name,) = searched_names(tmp_path)
    with pytest.raises(DataError, match=r"there is no truth_files/Ann_Lee.clust.xml"):
        assert name.clusters
    (tmp_path / "description_files" / "Ann_Lee.xml").write_text("<corpus/>")
    with pytest.raises(DataError, match=r"Ann_Lee.xml: this description has no page"):
        searched_names(tmp_path)
    (tmp_path / "description_files" / "Ann_Lee.xml").unlink()
    with pytest.raises(DataError, match=r"there is no description_files/Ann_Lee.xml, which lists the pages"):
        searched_names(tmp_path)


def test_clusterings_are_written(tmp_path: Path) -> None:
    name = SearchedName("A", "A", {}, None)
    assert name.key == "A"
    document = clustering("Ann Lee", {"0": ["1", "3"], "1": ["2", "3"]}, ["4"])
    assert (document.id, document.words, document.meta["discarded"]) == ("Ann Lee", ("1", "2", "3", "4"), ["4"])
    assert [(chain.id, [each.text for each in chain]) for chain in document.chains] == [
        ("0", ["1", "3"]),
        ("1", ["2", "3"]),
    ]


def shared_names(folder: Path, names: tuple[str, ...]) -> Path:
    """A linguist and a defender of each name with four pages each, a page of both, and one that is discarded."""
    more = ("Students came.", "Readers wrote.", "It was noted.", "Many heard of it.")
    texts = [text.format(each) for text in (PARSER, MATCH) for each in more]
    for name in names:
        key, pages = name.replace(" ", "_"), range(1, 11)
        for rank, text in zip(pages, [*texts, " ".join(texts), PARSER.format("")], strict=True):
            shown = PAGE.format("", text.replace("Ann Lee", name))
            _write(folder / "web_pages" / key / "raw" / f"{rank:03d}" / "index.html", shown)
        listed = "".join(f'<doc rank="{rank}"/>' for rank in pages)
        _write(folder / f"description_files/{key}.xml", f'<corpus search_string="{name}">{listed}</corpus>')
        both = [clustering(name, {"0": list("12349"), "1": list("56789")}, ["10"])]
        (folder / "truth_files").mkdir(exist_ok=True)
        write(both, folder / "truth_files" / f"{key}.clust.xml", format="weps")
    return folder


def test_what_can_be_learned_from(tmp_path: Path) -> None:
    (name,) = searched_names(shared_names(tmp_path, ("Ann Lee",)))
    rows = [(row.id, row.gold) for row in name.known_rows()]
    assert rows == [(f"Ann_Lee/{rank}", "0" if rank < 5 else "1") for rank in range(1, 9)]


@pytest.mark.parametrize("settings", ["dbscan", "karc"])
def test_learned_as_the_papers_do(namesakes: Command, tmp_path: Path, settings: str) -> None:
    taught, asked = (shared_names(tmp_path / part, who) for part, who in PARTS.items())
    model, config = tmp_path / "model", CHECKOUT / "examples" / "identities" / f"{settings}.toml"
    run(namesakes, "train", "identities", "--data", taught, "--config", config, "--out", model, "--work", tmp_path)
    learned = IdentityModel.load(model).settings
    assert (learned.clusterer, learned.ensemble.mixer) == (settings, "seg")
    if settings == "karc":
        karc, hard = (learned.clusterers[name] for name in ("karc", "karc-hard"))
        assert (karc["gamma"], karc["fuzziness"], karc["start"], hard["start"]) == (0.015, 1.6, "random", "random")
    way = () if settings == "dbscan" else ("--clusterer", "frc")
    found = json.loads(run(namesakes, "evaluate", "identities", "--data", asked, "--model", model, *way, "--json"))
    assert (found["names"], found["documents"]) == (1, 10)
    assert found["purity"] + found["inverse_purity"] > 1


PARTS = {"training": ("Ann Lee", "Mark Johnson", "Eve Hart"), "test": ("Tom Reed",)}


def run(namesakes: Command, *arguments: object) -> str:
    done = namesakes(*arguments)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_from_pages_to_measures(namesakes: Command, tmp_path: Path) -> None:
    data = collection(tmp_path / "weps")
    asked = ("evaluate", "identities", "--data", data)
    found = json.loads(run(namesakes, *asked, "--out", tmp_path / "answers", "--jobs", 1, "--json"))
    assert (found["names"], found["documents"]) == (1, 6)
    assert found["purity"] == 1.0
    assert found["f05"] > found["all_in_one"] < 1
    again = json.loads(run(namesakes, *asked, "--answers", tmp_path / "answers", "--json"))
    assert again == found
    assert "Ann_Lee" in run(namesakes, *asked, "--answers", data / "truth_files")
    perfect = json.loads(run(namesakes, *asked, "--answers", data / "truth_files", "--json"))
    assert {perfect[key] for key in ("purity", "inverse_purity", "f05", "f02", "b3_f05", "b3_f02")} == {1.0}


def test_through_resolve(namesakes: Command, tmp_path: Path) -> None:
    data = collection(tmp_path / "weps")
    run(namesakes, "resolve", data / "web_pages", "--store", tmp_path / "w.db", "--jobs", 1)
    run(namesakes, "export", "--store", tmp_path / "w.db", "--to", "weps", "-o", tmp_path / "answers")
    asked = ("evaluate", "identities", "--data", data, "--answers", tmp_path / "answers", "--json")
    found = json.loads(run(namesakes, *asked))
    assert found["purity"] == 1.0
    assert found["b3_f05"] > 0.5
    done = namesakes("export", "--store", tmp_path / "w.db", "--to", "weps")
    assert done.returncode == 2
    assert "give a folder with -o" in done.stderr


def test_answers_that_lack_a_name(namesakes: Command, tmp_path: Path) -> None:
    data = collection(tmp_path / "weps")
    (tmp_path / "answers").mkdir()
    done = namesakes("evaluate", "identities", "--data", data, "--answers", tmp_path / "answers")
    assert done.returncode == 1
    assert "there is no Ann_Lee.clust.xml here" in done.stderr
    (tmp_path / "rows.jsonl").write_text("")
    done = namesakes("evaluate", "identities", "--data", tmp_path / "rows.jsonl", "--out", tmp_path / "answers")
    assert done.returncode == 2
    assert "--answers and --out are for a folder in the layout of WePS" in done.stderr
