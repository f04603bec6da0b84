"""The installed command: help, exit statuses, JSON, and the main jobs from end to end."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from namesakes import __version__
from namesakes.cli.main import COMMANDS
from namesakes.formats import FORMATS
from tests.conftest import Command

KEY = """#begin document (GUM_news_a); part 000
a	0	0	Gary	(0
a	0	1	Wilber	0)
a	0	2	saw	-
a	0	3	Ben	(1)

a	0	0	He	(0)
a	0	1	left	-

#end document
"""
RESPONSE = KEY.replace("He\t(0)", "He\t(1)")


@pytest.fixture
def files(tmp_path: Path) -> Path:
    (tmp_path / "key.conll").write_text(KEY)
    (tmp_path / "response.conll").write_text(RESPONSE)
    return tmp_path


def test_help_is_for_newcomers(namesakes: Command) -> None:
    done = namesakes("--help")
    assert done.returncode == 0
    assert all(name in done.stdout for name in COMMANDS)
    for name in COMMANDS:
        done = namesakes(name, "--help")
        assert done.returncode == 0
        assert done.stdout.startswith(f"Usage: namesakes {name}")
        assert COMMANDS[name].split()[0] in done.stdout


def test_version(namesakes: Command) -> None:
    assert namesakes("--version").stdout == f"namesakes {__version__}\n"


def test_info(namesakes: Command) -> None:
    found = json.loads(namesakes("info", "--json").stdout)
    assert found["namesakes"] == __version__
    assert {"conll2012", "jsonl"} <= set(found["formats"])
    assert {"muc", "lea", "uas"} <= set(found["metrics"])
    assert "kernels" in namesakes("info").stdout


def test_score_prints_a_table_and_json(namesakes: Command, files: Path) -> None:
    done = namesakes("score", "key.conll", "response.conll")
    assert done.returncode == 0
    assert "CoNLL" in done.stdout
    assert done.stderr == ""
    found = json.loads(namesakes("score", "key.conll", "response.conll", "--json", "--per-document").stdout)
    assert set(found["metrics"]) == {"muc", "b3", "ceaf_m", "ceaf_e", "blanc", "lea", "mentions"}
    # Key: {Gary Wilber, He}, {Ben}; response: {Gary Wilber}, {Ben, He}.
    assert found["metrics"]["muc"] == {"recall": [0.0, 1.0], "precision": [0.0, 1.0], "f1": 0.0}
    assert found["metrics"]["b3"]["recall"] == [2.0, 3.0]
    assert found["conll"] == pytest.approx((0 + 2 / 3 + 2 / 3) / 3)
    assert list(found["per_document"]) == ["GUM_news_a"]
    assert list(found["genres"]) == ["news"]


def test_score_against_another_response(namesakes: Command, files: Path) -> None:
    done = namesakes("score", "key.conll", "key.conll", "--against", "response.conll", "--json", "--seed", "3")
    found = json.loads(done.stdout)
    assert found["conll"] == 1.0
    assert found["significance"]["conll"]["difference"] == pytest.approx(1 - found["against"]["conll"])
    assert set(found["significance"]["muc"]) == {"difference", "low", "high", "bootstrap_p", "wilcoxon_p"}
    assert "Wilcoxon" in namesakes("score", "key.conll", "key.conll", "--against", "response.conll").stdout


def test_score_settings_from_a_file(namesakes: Command, files: Path) -> None:
    (files / "score.toml").write_text('metrics = ["muc", "purity"]\nkeep-singletons = false\n')
    done = namesakes("score", "key.conll", "response.conll", "--config", "score.toml", "--json")
    found = json.loads(done.stdout)
    assert set(found["metrics"]) == {"muc", "purity"}
    assert found["metrics"]["purity"]["recall"][1] == 2  # the singleton is gone from the key
    (files / "score.toml").write_text("metric = 3\n")
    done = namesakes("score", "key.conll", "response.conll", "--config", "score.toml")
    assert done.returncode == 2
    assert "there is no setting called 'metric'. Did you mean 'metrics'?" in done.stderr


def test_formats_may_differ(namesakes: Command, files: Path) -> None:
    done = namesakes("convert", "key.conll", "key.jsonl")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr == "1 document written to key.jsonl\n"
    found = json.loads(namesakes("score", "key.jsonl", "response.conll", "--json").stdout)
    assert found["metrics"]["b3"]["recall"] == [2.0, 3.0]


def test_convert_from_and_to_the_standard_streams(namesakes: Command) -> None:
    done = namesakes("convert", "-", "-", "--from", "conll2012", "--to", "jsonl", stdin=KEY)
    row = json.loads(done.stdout)
    assert row["clusters"] == [[[0, 2], [4, 5]], [[3, 4]]]
    back = namesakes("convert", "-", "-", "--from", "jsonl", "--to", "conll2012", stdin=done.stdout)
    assert back.stdout.count("(0)") == 1
    assert back.stderr == ""


def test_names_that_look_like_markup_are_shown_as_they_are(namesakes: Command, files: Path) -> None:
    for name in ("key.conll", "response.conll"):
        (files / name).write_text((files / name).read_text().replace("GUM_news_a", "[/bold][red]a"))
    done = namesakes("score", "key.conll", "response.conll", "--per-document")
    assert done.returncode == 0
    assert "[/bold][red]a" in done.stdout


def test_a_reader_that_stops_is_no_error(files: Path) -> None:
    (files / "many.conll").write_text("".join(KEY.replace("GUM_news_a", f"d{number}") for number in range(3000)))
    program = Path(sys.executable).with_name("namesakes")
    command = f"{program} convert many.conll - --to jsonl | head -1; echo ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], cwd=files, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in done.stderr


def test_quiet_says_nothing(namesakes: Command, files: Path) -> None:
    done = namesakes("convert", "key.conll", "key.jsonl", "--quiet")
    assert (done.stdout, done.stderr) == ("", "")


def test_bad_documents_stop_unless_skipped(namesakes: Command, files: Path) -> None:
    (files / "bad.conll").write_text(KEY + KEY.replace("GUM_news_a", "b").replace("Ben\t(1)", "Ben\t1)"))
    done = namesakes("convert", "bad.conll", "bad.jsonl")
    assert done.returncode == 1
    assert done.stderr.startswith("namesakes: bad.conll:15: this line closes entity 1, which is not open in document b")
    assert not (files / "bad.jsonl").exists()
    done = namesakes("convert", "bad.conll", "bad.jsonl", "--skip-bad")
    assert done.returncode == 0
    assert "left out 1 bad document:\n  bad.conll:15:" in done.stderr
    done = namesakes("score", "bad.conll", "response.conll", "--skip-bad", "--json")
    assert json.loads(done.stdout)["documents"] == 1
    assert json.loads(done.stdout)["skipped"][0].startswith("bad.conll:15:")
    done = namesakes("score", "bad.conll", "none.conll", "--skip-bad")
    assert done.returncode == 1


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        (["nothing"], 2, "No such command"),
        (["score", "key.conll"], 2, "Missing argument"),
        (["score", "key.conll", "none.conll"], 1, "none.conll: this file cannot be read: No such file or directory"),
        (["score", "key.conll", "response.conll", "--metrics", "bcub"], 2, "there is no metric called 'bcub'"),
        (["convert", "key.conll", "out.xyz"], 2, "the format cannot be told from this name"),
        (["convert", "key.conll", "out.jsonl", "--from", "conl"], 2, "no format called 'conl'. Did you mean"),
        (["convert", "key.conll", "nowhere/out.jsonl"], 1, "cannot be written"),
        (["score", "key.conll", "response.conll", "--encoding", "klingon"], 2, "encoding called 'klingon'"),
        (["score", "-", "-", "--from", "conll2012"], 2, "standard input can be read once"),
        (["score", "key.conll", "response.conll", "--metrics", ","], 2, "metrics: name at least one of"),
        (["score", "key.conll", "response.conll", "--metrics", "MUC"], 2, "Did you mean 'muc'?"),
        (["score", "key.conll", "response.conll", "--seed", "-1"], 2, "--seed"),
        (["score", "key.conll", "response.conll", "--metrics", "known_xpos"], 2, "Name it with --known"),
        (["experiment", "reader-speed", "--write", "nowhere/results.md"], 2, "there is no such folder"),
        (["experiment", "bjorkelund"], 2, "no experiment called 'bjorkelund'"),
        (["experiment", "scorer-agreement"], 1, "needs the corpora"),
    ],
)
def test_exit_statuses_and_messages(
    namesakes: Command, files: Path, arguments: list[str], status: int, message: str
) -> None:
    done = namesakes(*arguments)
    assert done.returncode == status
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_only_bad_documents_write_nothing(namesakes: Command, files: Path) -> None:
    (files / "bad.conll").write_text(KEY.replace("Ben\t(1)", "Ben\t1)"))
    done = namesakes("convert", "bad.conll", "bad.jsonl", "--skip-bad")
    assert done.returncode == 1
    assert "all 1 documents are bad; nothing was written\nThe first: bad.conll:5:" in done.stderr
    assert not (files / "bad.jsonl").exists()


def test_layers_that_a_format_cannot_hold_are_named(namesakes: Command, files: Path) -> None:
    done = namesakes("convert", "key.conll", "key.txt")
    assert done.stderr.startswith("namesakes: warning: this format cannot hold chains; they were left out\n")
    assert namesakes("convert", "key.conll", "key.txt", "-q").stderr == ""


def test_every_format_is_in_the_help(namesakes: Command) -> None:
    words = set(namesakes("convert", "--help").stdout.translate(str.maketrans(",.;", "   ")).split())
    assert set(FORMATS) <= words


def test_errors_of_a_configuration_name_it(namesakes: Command, files: Path) -> None:
    wrong = {"metrics = 3": "metrics: 3 is not a list", 'duplicates = "x"': "duplicates: 'x' is neither 'error' nor"}
    for text, message in wrong.items():
        (files / "score.toml").write_text(text)
        done = namesakes("score", "key.conll", "response.conll", "--config", "score.toml")
        assert done.returncode == 2
        assert done.stderr.startswith(f"namesakes: score.toml: {message}")


def test_losses_are_warned_of_in_one_line(namesakes: Command, files: Path) -> None:
    (files / "gap.jsonl").write_text('{"tokens": ["a", "b", "c"], "clusters": [[[[0, 1], [2, 3]]]]}\n')
    done = namesakes("convert", "gap.jsonl", "gap.conll")
    assert done.returncode == 0
    assert "namesakes: warning: gap-1: 1 discontinuous mentions were written as their first part\n" in done.stderr
