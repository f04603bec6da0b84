"""Advice on what to install fits how the package was installed."""

import json
import re
import sys
from importlib.metadata import PackageNotFoundError
from pathlib import Path

import pytest

from namesakes import resources
from namesakes.errors import MissingExtraError

SOURCE = Path(resources.__file__).parent


class Installed:
    """The metadata of a package that was installed in some way."""

    def __init__(self, installer: str, **url: object) -> None:
        self.files = {"INSTALLER": f"{installer}\n", "direct_url.json": json.dumps(url) if url else None}

    def read_text(self, name: str) -> str | None:
        return self.files.get(name)


@pytest.fixture
def prefix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An environment whose pip the shell finds."""
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "venv"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "venv" / "bin" / "python"))
    monkeypatch.setattr(resources, "which", lambda name: str(tmp_path / "venv" / "bin" / name))
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    return tmp_path / "venv"


def installed(monkeypatch: pytest.MonkeyPatch, installer: str, **url: object) -> None:
    monkeypatch.setattr(resources, "distribution", lambda name: Installed(installer, **url))


def checkout(folder: Path) -> str:
    folder.mkdir(exist_ok=True)
    (folder / "pyproject.toml").touch()
    return folder.as_uri()


def test_from_an_index(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "pip")
    assert resources.install_command("pdf") == "pip install 'namesakes[pdf]'"
    assert resources.install_command(upgrade=True) == "pip install --upgrade namesakes"
    assert resources.install_command(anew=True) == "pip install --force-reinstall --no-deps namesakes"
    installed(monkeypatch, "pip", url="https://example.org/namesakes.whl", archive_info={})
    assert resources.install_command("pdf") == "pip install 'namesakes[pdf]'"


def test_from_a_checkout(prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "a checkout"
    installed(monkeypatch, "pip", url=checkout(folder), dir_info={})
    assert resources.install_command("pdf") == f"pip install '{folder}[pdf]'"
    monkeypatch.chdir(folder)
    assert resources.install_command("pdf") == "pip install '.[pdf]'"
    assert resources.install_command(upgrade=True) == "git -C . pull && pip install ."
    installed(monkeypatch, "pip", url=checkout(folder), dir_info={"editable": True})
    assert resources.install_command("pdf") == "pip install -e '.[pdf]'"
    (folder / "pyproject.toml").unlink()
    assert resources.install_command("pdf") == "pip install 'namesakes[pdf]'"


def test_with_pipx_and_uv(prefix: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "uv")
    monkeypatch.setenv("VIRTUAL_ENV", str(prefix))
    assert resources.install_command("pdf") == "uv pip install 'namesakes[pdf]'"
    monkeypatch.delenv("VIRTUAL_ENV")
    assert resources.install_command("pdf") == f"uv pip install --python {sys.executable} 'namesakes[pdf]'"
    (prefix / "uv-receipt.toml").touch()
    assert resources.install_command("pdf") == "uv tool install --force 'namesakes[pdf]'"
    (prefix / "uv-receipt.toml").unlink()
    (prefix / "pipx_metadata.json").touch()
    installed(monkeypatch, "pip")
    assert resources.install_command("pdf") == "pipx install --force 'namesakes[pdf]'"


def test_with_conda(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "conda")
    monkeypatch.setattr(resources, "requires", lambda name: ["numpy>=1", 'psycopg[binary]>=3; extra == "postgres"'])
    assert resources.install_command("postgres") == "conda install -c conda-forge psycopg"
    assert resources.install_command(upgrade=True) == "conda update -c conda-forge namesakes"


def test_where_the_shell_finds_another_pip(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "pip")
    for found in ("/usr/bin/pip", None):
        monkeypatch.setattr(resources, "which", lambda name, found=found: found)
        assert resources.install_command("pdf") == f"{sys.executable} -m pip install 'namesakes[pdf]'"


def test_not_installed_at_all(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> None:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(resources, "distribution", missing)
    assert resources.origin().tool == "pip"


def test_errors_say_it(prefix: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed(monkeypatch, "uv")
    (prefix / "uv-receipt.toml").touch()
    assert "uv tool install --force 'namesakes[docx]'" in str(MissingExtraError("reading DOCX", "docx"))


def test_no_message_says_it_by_itself() -> None:
    told = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if re.search(r"pip install", path.read_text(encoding="utf-8"))
    }
    assert told <= {"resources.py", "cli/experiment.py"}
