"""Lists in the documentation are those of the code: commands, formats, registries, extras, rooms, models, pipelines."""

import re
import tomllib
from importlib import import_module
from pathlib import Path

import click
import pytest

import namesakes
from namesakes import resources
from namesakes.chains.decoding.postprocessing import PARTS as POSTPROCESSING
from namesakes.cli.main import COMMANDS, group
from namesakes.config import Registry
from namesakes.formats import FORMATS
from namesakes.formats.format import ENDINGS
from namesakes.identities.specialists import SPECIALISTS
from namesakes.pipeline.definition import shipped_pipelines
from namesakes.pipeline.parts import PARTS, shipped_models
from reproduction import PAPERS
from tests.conftest import CHECKOUT

SOURCE = Path(namesakes.__file__).parent
PROJECT = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def page(name: str) -> str:
    return (CHECKOUT / name).read_text(encoding="utf-8")


def table(text: str, header: str) -> list[list[str]]:
    """The rows of the table under a header, as the texts of their cells."""
    assert header in text, f"there is no table '{header}'"
    rows = text.split(header, 1)[1].split("\n\n", 1)[0].strip().splitlines()[1:]
    return [[cell.strip() for cell in re.split(r"(?<!\\)\|", row)[1:-1]] for row in rows]


def names(text: str, header: str, column: int = 0) -> list[str]:
    """What stands between backticks in a column of a table."""
    return [name for row in table(text, header) for name in re.findall(r"`([^`]+)`", row[column])]


def test_commands() -> None:
    listed = re.findall(
        r"(?m)^  ([a-z-]+)  +[A-Z]", page("docs/command.md").split("Commands:")[1].split("Start with")[0]
    )
    assert listed == list(COMMANDS)
    headings = " ".join(re.findall(r"(?m)^## (.+)$", page("docs/command.md")))
    described = {name.strip(",`") for name in headings.split()}
    rows = " ".join(names(page("docs/command.md"), "| command | what it does | see |"))
    assert [name for name in COMMANDS if name not in described and name not in rows] == []


@pytest.mark.parametrize("name", ["evaluate", "train", "pipeline"])
def test_subcommands(name: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert isinstance(command, click.Group)
    text = page("docs/command.md")
    spelled = (f"`{name} {{}}", f"namesakes {name} {{}}", "`{}`")
    assert [each for each in command.commands if not any(form.format(each) in text for form in spelled)] == []


def options(command: click.Command, name: str) -> dict[str, list[str]]:
    """The visible options of a command and of its subcommands."""
    found = {name: [each.opts[0] for each in command.params if isinstance(each, click.Option) and not each.hidden]}
    for each in command.commands.values() if isinstance(command, click.Group) else ():
        found |= options(each, f"{name} {each.name}")
    return found


@pytest.mark.parametrize("name", COMMANDS)
def test_options(name: str) -> None:
    command = group.get_command(click.Context(group), name)
    assert command is not None
    text = "".join(page(f"docs/{path.name}") for path in (CHECKOUT / "docs").glob("*.md") if path.name != "results.md")
    missing = {
        each: [option for option in given if not re.search(rf"(?<![\w-]){option}(?![\w-])", text)]
        for each, given in options(command, name).items()
    }
    assert {each: given for each, given in missing.items() if given} == {}


def test_commands_in_the_readme_are_there() -> None:
    called = set(re.findall(r"(?:^\$ |`)namesakes ([a-z-]+)", page("README.md"), re.MULTILINE))
    assert called - set(COMMANDS) == set()


def test_formats() -> None:
    readme = page("README.md")
    header = "| name | endings | what it carries |"
    assert names(readme, header) == list(ENDINGS)
    for row in table(readme, header):
        name, *endings = re.findall(r"`([^`]+)`", f"{row[0]} {row[1]}")
        assert tuple(endings)[: len(ENDINGS[name])] == ENDINGS[name] == FORMATS[name].extensions
    help_text = (group.get_command(click.Context(group), "convert") or group).help or ""
    assert [name for name in ENDINGS if not re.search(rf"\b{name}\b", help_text)] == []
    assert len(ENDINGS) == 36, "README.md, index.md and formats.md say thirty-six"


def registries() -> dict[str, tuple[str, Registry[object]]]:
    """All registries of the package by their names in the code, with the group of entry points."""
    found: dict[str, tuple[str, Registry[object]]] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for name in re.findall(r"(?m)^([A-Z]+): Registry\[", path.read_text(encoding="utf-8")):
            module = ".".join(("namesakes", *path.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
            registry = getattr(import_module(module), name)
            found[name] = registry.group, registry
    return found


def test_registries() -> None:
    listed = table(page("docs/configuration.md"), "| registry | kind | where | group of entry points |")
    in_code = registries()
    documented = {row[0].strip("`"): (row[2], row[3].strip("`")) for row in listed}
    assert documented.pop("EXPERIMENTS")[1] == "none"
    assert {name: row[1] for name, row in documented.items()} == {name: each[0] for name, each in in_code.items()}
    for name, (where, _) in documented.items():
        assert getattr(import_module(where.strip("`")), name) is in_code[name][1]
    groups = names(page("docs/extending.md"), "| group of entry points | what stands there | see |")
    assert {each for each in groups if each.startswith("namesakes.")} == {each[0] for each in in_code.values()}


def test_entry_points_of_the_example() -> None:
    """The groups that the page on extending names in its pyproject.toml are those that the code looks for."""
    named = set(re.findall(r'entry-points\."([^"]+)"', page("docs/extending.md")))
    assert named <= {each[0] for each in registries().values()}
    assert len(named) == 3


def test_choices_of_training() -> None:
    text = page("docs/training.md") + page("docs/losses.md") + page("docs/pairwise.md")
    for name in ("UPDATES", "DECODERS", "LOSSES"):
        assert [each for each in registries()[name][1].registered if f"`{each}`" not in text] == []


def test_specialists_mixers_clusterers() -> None:
    text = page("docs/specialists.md") + page("docs/clustering.md")
    for name in ("SPECIALISTS", "MIXERS", "CLUSTERERS"):
        assert [each for each in registries()[name][1].registered if f"`{each}`" not in text] == []
    assert len(SPECIALISTS.registered) == 43, "one more or less is told in CHANGELOG.md"


@pytest.mark.parametrize(
    ("name", "header"), [("README.md", "| extra | brings |"), ("docs/install.md", "| extra | for | brings |")]
)
def test_extras(name: str, header: str) -> None:
    assert {row[0].strip("`") for row in table(page(name), header)} == set(PROJECT["optional-dependencies"])


def test_wheels_are_built_for_every_python_that_is_supported() -> None:
    pattern = "Programming Language :: Python :: "
    supported = [each.removeprefix(pattern) for each in PROJECT["classifiers"] if each.startswith(pattern)]
    settings = tomllib.loads((CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["cibuildwheel"]
    assert settings["build"] == [f"cp{version.replace('.', '')}-*" for version in supported]
    assert settings["test-environment"] == {"CC": "false", "CXX": "false"}
    assert page("docs/install.md").count(" or ".join((", ".join(supported[:-1]), supported[-1]))) == 1


def test_extras_of_the_tests() -> None:
    [row] = [row for row in table(page("docs/install.md"), "| extra | for | brings |") if row[0] == "`dev`"]
    [brought] = [each for each in PROJECT["optional-dependencies"]["dev"] if each.startswith("namesakes[")]
    assert sorted(re.findall(r"`(\w+)`", row[2])) == sorted(re.findall(r"\w+", brought)[1:])


def test_extras_of_info() -> None:
    assert {*resources.EXTRAS, "dev"} == set(PROJECT["optional-dependencies"])


def test_dependencies_are_named() -> None:
    listed = page("docs/install.md").split("The package itself needs", 1)[1].split(".", 1)[0].casefold()
    wanted = [re.split(r"[<>=]", each)[0] for each in PROJECT["dependencies"]]
    assert [each for each in wanted if each.casefold() not in listed] == []


def test_rooms() -> None:
    text = page("docs/architecture.md")
    rooms = {path.name for path in SOURCE.iterdir() if (path / "__init__.py").is_file()}
    assert {row[0].strip("`") for row in table(text, "| room | what is in it |")} == rooms
    modules = {path.name for path in SOURCE.glob("*.py") if not path.name.startswith("__")}
    assert [name for name in modules if f"`{name}`" not in text] == []
    for row in table(text, "| room | what is in it |"):
        room = SOURCE / row[0].strip("`")
        folders = {path.name for path in room.iterdir() if (path / "__init__.py").is_file()} - {"kernels"}
        stages = room.name in ("syntax", "chains", "identities", "store", "engines", "cli")
        assert not stages or folders == set(re.findall(r"`([a-z]+)`", row[1]))


def test_files_on_the_way_of_a_text() -> None:
    way = page("docs/architecture.md").split("## A text on its way", 1)[1].split("## ", 1)[0]
    files = re.findall(r"[a-z_]+(?:/[a-z_]+)*\.py", way)
    assert len(files) > 10
    assert [file for file in files if not (SOURCE / file).is_file()] == []


def test_folders_of_kernels() -> None:
    listed = names(page("docs/architecture.md"), "| folder | what its kernels do |")
    assert sorted(listed) == sorted(
        path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("kernels") if (path / "__init__.py").is_file()
    )


def test_variables_of_the_environment() -> None:
    text = page("docs/configuration.md")
    found = set()
    for folder in (SOURCE, CHECKOUT / "reproduction", CHECKOUT / "tests"):
        for path in folder.rglob("*.py"):
            found |= set(re.findall(r'"(_?NAMESAKES_[A-Z_]+)"', path.read_text(encoding="utf-8")))
    found |= set(re.findall(r'"(NAMESAKES_[A-Z_]+)"', page("setup.py")))
    assert len(found) >= 8
    assert found == set(re.findall(r"`(_?NAMESAKES_[A-Z_]+)`", text))


def test_pipelines() -> None:
    text = page("docs/pipelines.md")
    listed = text.split("$ namesakes pipeline list", 1)[1].split("```", 1)[0].splitlines()[2:]
    assert [line.split()[0] for line in listed] == shipped_pipelines()
    shown = text.split("$ namesakes pipeline show en", 1)[1].split("```", 1)[0]
    assert re.findall(r"(?m)^([a-z]+)  +en-", shown) == [name for name, part in PARTS.items() if part.shipped]
    assert sorted(names(text, "| name | what it does |")) == sorted(POSTPROCESSING)
    for command in ("coref", "evaluate"):
        assert all(part in _help(command) for part in POSTPROCESSING)


def _help(name: str) -> str:
    command = group.get_command(click.Context(group), name)
    if isinstance(command, click.Group):
        command = command.commands["chains"]
    assert command is not None
    return " ".join(getattr(each, "help", None) or "" for each in command.params)


def test_licences() -> None:
    licences = tomllib.loads(page("src/namesakes/models/licences.toml"))
    assert set(licences["models"]) == set(shipped_models())
    assert {each["licence"] for each in licences["models"].values()} == set(licences["licences"])
    notices = page("src/namesakes/models/LICENCES.md")
    rows = table(notices, "| model | licence | made from |")
    in_data = [[f"`{name}`", each["licence"], ", ".join(each["sources"])] for name, each in licences["models"].items()]
    assert rows == in_data
    sources = {source for each in licences["models"].values() for source in each["sources"]}
    assert {row[0] for row in table(notices, "| data | by | licence of the data |")} == sources
    assert [name for name in licences["licences"] if not re.search(rf"(?m)^## .*{re.escape(name)}", notices)] == []
    assert [url for name, url in licences["licences"].items() if name != "WordNet 3.0" and url not in notices] == []
    assert "WordNet 3.0 Copyright 2006 by Princeton University. All rights reserved." in notices


@pytest.mark.parametrize("name", sorted(shipped_models()))
def test_every_card_says_the_licence(name: str) -> None:
    card = page(f"src/namesakes/models/{name}/README.md")
    assert resources.licences()[name].split()[0] in card
    assert {each["name"]: each["licence"] for each in resources.models()}[name] == resources.licences()[name]


def test_the_wheel_has_the_notices() -> None:
    assert resources.notices().is_file()
    assert "src/namesakes/models/LICENCES.md" in PROJECT["license-files"]
    assert "src/namesakes/models/licences/*.txt" in PROJECT["license-files"]
    texts = resources.notices().parent.joinpath("licences")
    for name, first in {
        "CC-BY-4.0": "Attribution 4.0",
        "CC-BY-SA-4.0": "Attribution-ShareAlike 4.0",
        "PDDL-1.0": "PDDL",
    }.items():
        text = texts.joinpath(f"{name}.txt").read_text(encoding="utf-8")
        assert first in text.partition("\n")[0]
        assert len(text) > 15_000
    spdx = {"CC BY 4.0": "CC-BY-4.0", "CC BY-SA 4.0": "CC-BY-SA-4.0", "PDDL 1.0": "PDDL-1.0"}
    spdx |= {"WordNet 3.0": "LicenseRef-WordNet-3.0"}
    assert set(PROJECT["license"].split(" AND ")) == {spdx.get(each, each) for each in resources.licences().values()}


def test_five_words_of_our_own() -> None:
    glossary = table(page("docs/glossary.md"), "| word | meaning |")
    assert [row[0] for row in glossary] == ["chain", "identity", "specialist", "profile", "namesake"]


def test_pages_are_linked_from_the_first_one() -> None:
    linked = set(re.findall(r"\]\(([a-z]+\.md)", page("docs/index.md")))
    assert {path.name for path in (CHECKOUT / "docs").glob("*.md")} - linked == {"index.md"}


CARDS = sorted((SOURCE / "models").glob("**/README.md"))
TEXTS = [
    *(path for path in sorted((CHECKOUT / "docs").glob("*.md")) if path.name != "results.md"),
    *(CHECKOUT / name for name in ("README.md", "CONTRIBUTING.md")),
    *CARDS,
]


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_modules_and_files_that_pages_name_are_there(path: Path) -> None:
    text = re.sub(r"(?s)```.*?```", "", path.read_text(encoding="utf-8"))
    groups = {each[0] for each in registries().values()}
    dotted = {name for name in re.findall(r"`(namesakes(?:\.\w+)+)(?:\(.*?\))?`", text) if name not in groups}
    assert [name for name in sorted(dotted) if not found(name)] == []
    files = set(re.findall(r"`(?:src/namesakes/)?((?:[a-z_0-9-]+/)+[a-z_0-9]+\.(?:py|toml))`", text))
    assert [name for name in sorted(files) if not any((place / name).is_file() for place in PLACES)] == []
    shipped = re.findall(r"`(\w+)\.shipped\(\)`", text)
    assert [name for name in shipped if not re.search(rf"(?m)^class {name}\b", ALL)] == []


PLACES = (CHECKOUT, SOURCE, *(path for path in SOURCE.iterdir() if (path / "__init__.py").is_file()))
ALL = "".join(path.read_text(encoding="utf-8") for path in SOURCE.rglob("*.py"))


def found(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for end in range(len(parts), 0, -1):
        try:
            value = import_module(".".join(parts[:end]))
        except ImportError:
            continue
        for part in parts[end:]:
            if not hasattr(value, part):
                return False
            value = getattr(value, part)
        return True
    return False


def test_tables_of_papers() -> None:
    """Each experiment of a paper has its row, with the paper's number, on the page about reproducing them."""
    listed = names(page("docs/reproduce.md"), "| experiment | what | the paper's number |")
    assert sorted(listed) == sorted(f"{paper}-{part}" for paper, parts in PAPERS.items() for part in parts)
