"""MIN and STATUS="OPT" in scoring: cases worked by hand from the task definition of MUC-7."""

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, read, read_one, score, write
from namesakes.cli.main import group
from namesakes.errors import ConfigError
from namesakes.metrics.report import ScoreSettings
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions
from tests.formats.memory import parsed

KEY = (
    '<COREF ID="1" MIN="Motor Co.">the big Ford Motor Co. of Dearborn</COREF> said '
    '<COREF ID="2" TYPE="IDENT" REF="1">it</COREF> sold '
    '<COREF ID="3" TYPE="IDENT" REF="1" MIN="maker" STATUS="OPT">a maker of cars</COREF> .'
)


def document(text: str) -> Document:
    (found,) = parsed(f"<DOC><DOCNO>d</DOCNO><TEXT>{text}</TEXT></DOC>", "muc")
    return found


def muc(key: str, response: str, **options: bool) -> tuple[Fraction, Fraction]:
    """The recall and the precision of links."""
    found = score([document(key)], [document(response)], metrics=["muc"], **options).scores()["muc"]
    return tuple(
        Fraction(int(top), int(bottom)) if bottom else Fraction(0) for top, bottom in (found.recall, found.precision)
    )  # type: ignore[return-value]


def marked(*names: str) -> str:
    """The text with these strings as one chain."""
    text = "the big Ford Motor Co. of Dearborn said it sold a maker of cars ."
    for number, name in enumerate(names):
        reference = ' TYPE="IDENT" REF="0"' if number else ""
        text = text.replace(name, f'<COREF ID="{number}"{reference}>{name}</COREF>', 1)
    return text


@pytest.mark.parametrize(
    ("names", "recall", "precision"),
    [
        (("the big Ford Motor Co. of Dearborn", "it", "a maker of cars"), (2, 2), (2, 2)),
        (("Motor Co.", "it", "maker"), (2, 2), (2, 2)),  # the least
        (("Ford Motor Co. of Dearborn", "it"), (1, 1), (1, 1)),  # what is optional is not missed
        (("big Ford", "it"), (0, 1), (0, 1)),  # not all of the MIN
        (("Ford Motor Co. of Dearborn said", "it"), (0, 1), (0, 1)),  # more than the mention
        (("Motor Co. of Dearborn", "it", "of cars"), (1, 1), (1, 2)),
    ],
)
def test_by_hand(names: tuple[str, ...], recall: tuple[int, int], precision: tuple[int, int]) -> None:
    assert muc(KEY, marked(*names)) == (Fraction(*recall), Fraction(*precision))


def test_exact_spans() -> None:
    assert muc(KEY, marked("Motor Co.", "it", "maker"), minimal=False) == (0, 0)
    assert muc(KEY, marked("the big Ford Motor Co. of Dearborn", "it"), minimal=False) == (Fraction(1, 2), 1)


def test_without_a_minimum_all_of_the_mention_is_needed() -> None:
    key = '<COREF ID="1">old Ann</COREF> and <COREF ID="2" REF="1">she</COREF>'
    response = 'old <COREF ID="1">Ann</COREF> and <COREF ID="2" REF="1">she</COREF>'
    assert muc(key, response) == (0, 0)
    assert muc(key.replace("ID", 'MIN="Bob" ID', 1), response) == (0, 0)  # a MIN that is not in the mention


def test_alternatives() -> None:
    key = '<COREF ID="1" MIN="Ann|chief">chief Ann Lee</COREF> and <COREF ID="2" REF="1">she</COREF>'
    for words in ("<COREF ID='1'>chief</COREF> Ann Lee", "chief <COREF ID='1'>Ann Lee</COREF>"):
        assert muc(key, f"{words} and <COREF ID='2' REF='1'>she</COREF>") == (1, 1)
    assert muc(key, "chief Ann <COREF ID='1'>Lee</COREF> and <COREF ID='2' REF='1'>she</COREF>") == (0, 0)


def test_the_innermost_mention_goes_first_and_takes_the_longest() -> None:
    key = (
        '<COREF ID="1" MIN="head">the head of <COREF ID="2" MIN="bank">the old bank</COREF></COREF> and '
        '<COREF ID="3" REF="1">he</COREF> and <COREF ID="4" REF="2">it</COREF>'
    )
    response = (
        'the <COREF ID="1">head</COREF> of the <COREF ID="2">old <COREF ID="5">bank</COREF></COREF> and '
        '<COREF ID="3" REF="1">he</COREF> and <COREF ID="4" REF="2">it</COREF>'
    )
    found = score([document(key)], [document(response)], metrics=["muc", "mentions"]).scores()
    assert found["muc"].recall == (2, 2)
    assert found["mentions"].precision == (4, 5)  # "bank" alone is one too many


def test_one_mention_of_the_response_is_one_of_the_key() -> None:
    key = '<COREF ID="1" MIN="a">a <COREF ID="2" MIN="b">b c</COREF></COREF> <COREF ID="3" REF="1">d</COREF>'
    response = '<COREF ID="1">a b</COREF> c <COREF ID="3" REF="1">d</COREF>'
    found = score([document(key)], [document(response)], metrics=["mentions"]).scores()["mentions"]
    assert (found.recall, found.precision) == ((2, 3), (2, 2))


def test_singletons_go_after_what_is_optional() -> None:
    key = '<COREF ID="1">Ann</COREF> <COREF ID="2" REF="1" STATUS="OPT">boss</COREF> <COREF ID="3">x</COREF>'
    response = "<COREF ID='1'>Ann</COREF> boss x"
    found = score([document(key)], [document(response)], metrics=["mentions"]).scores()["mentions"]
    assert (found.recall, found.precision) == ((1, 2), (1, 1))
    found = score([document(key)], [document(response)], metrics=["mentions"], keep_singletons=False)
    assert found.scores()["mentions"].recall == (0, 0)


def test_other_tokens() -> None:
    """The response may have tokens of its own: then characters are compared."""
    response = document(marked("Motor Co.", "it", "maker"))
    other = Document(id="d", **joined([response.text.split()]))
    parts = []
    for mention in response.mentions:
        start, end = mention.start, mention.end
        parts.append([(int((other.ends <= start).sum()), int((other.starts < end).sum()))])
    other = other.replace(mention_table=Mentions.build(parts, ["0"] * len(parts)))
    assert len(other.starts) < len(response.starts)
    found = score([document(KEY)], [other], metrics=["muc"]).scores()["muc"]
    assert (found.recall, found.precision) == ((2, 2), (2, 2))


@given(st.data())
def test_the_key_itself_is_always_right(data: st.DataObject) -> None:
    names = data.draw(st.lists(st.sampled_from(["Ford", "Motor Co.", "it", "maker", "cars"]), unique=True, min_size=1))
    text = marked(*names)
    minimum = data.draw(st.sampled_from(['MIN="Ford" ', 'STATUS="OPT" ', 'MIN="x|it" STATUS="OPT" ', ""]))
    key = text.replace("<COREF ", f"<COREF {minimum}")
    found = score([document(key)], [document(text)], metrics=["mentions"]).scores()["mentions"]
    assert found.recall == found.precision == (len(names), len(names))


def test_what_a_key_says_survives_conversion(tmp_path: Path) -> None:
    write([document(KEY)], tmp_path / "key.jsonl")
    found = score(tmp_path / "key.jsonl", [document(marked("Motor Co.", "it"))], metrics=["muc"]).scores()["muc"]
    assert (found.recall, found.precision) == ((1, 1), (1, 1))
    write([read_one(tmp_path / "key.jsonl")], tmp_path / "again.sgm")
    assert list(read(tmp_path / "again.sgm")) == [document(KEY)]


def test_the_command(tmp_path: Path) -> None:
    for name, text in (("key", KEY), ("response", marked("Motor Co.", "it", "maker"))):
        (tmp_path / f"{name}.sgm").write_text(f"<DOC><DOCNO>d</DOCNO>{text}</DOC>")
    files = [str(tmp_path / "key.sgm"), str(tmp_path / "response.sgm")]
    found = CliRunner().invoke(group, ["score", *files, "--metrics", "muc"])
    assert found.output.splitlines()[-1].split() == ["MUC", "100.00", "2", "/", "2", "100.00", "2", "/", "2", "100.00"]
    found = CliRunner().invoke(group, ["score", *files, "--metrics", "muc", "--spans", "exact"])
    assert "0 / 2" in found.output
    with pytest.raises(ConfigError, match="spans: 'all' is neither 'min' nor 'exact'"):
        ScoreSettings(spans="all")
