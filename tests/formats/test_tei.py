"""TEI: the text of the body, whom the edition marks, who speaks, and what the header says; files that are wrong."""

import warnings
from pathlib import Path

import pytest

from namesakes import Document, read, read_one
from namesakes.chains.constraints import marked_groups
from namesakes.errors import DataError, ReferenceWarning
from namesakes.formats.records import records
from namesakes.text.document import PARTIAL
from tests.conftest import Command
from tests.formats.memory import parsed

LETTER = """<?xml version="1.0" encoding="UTF-8"?>
<TEI xmlns="http://www.tei-c.org/ns/1.0">
 <teiHeader>
  <fileDesc><titleStmt><title type="sub">No. 12</title><title type="main">Clara Dunn to Tom Reed</title>
   <author>Clara Dunn</author></titleStmt>
   <publicationStmt><date when="2004"/></publicationStmt>
   <sourceDesc><listPerson>
    <person xml:id="cd"><persName>Clara Dunn</persName></person>
    <person xml:id="tr"><persName><forename>Tom</forename> <surname>Reed</surname></persName></person>
    <person xml:id="jh"><persName>John Hart</persName></person>
   </listPerson></sourceDesc></fileDesc>
  <profileDesc><correspDesc>
   <correspAction type="sent"><persName ref="#cd">Clara Dunn</persName><placeName>York</placeName>
    <date when="1921-05-03"/></correspAction>
   <correspAction type="received"><persName ref="#tr">Tom Reed</persName></correspAction>
  </correspDesc></profileDesc>
 </teiHeader>
 <text><front><p>A foreword.</p></front><body><div>
  <opener><dateline>York, 3 May 1921</dateline><salute>Dear <persName ref="#tr">Tom</persName>,</salute></opener>
  <p>I met <persName ref="#jh">Mr. Hart</persName><note place="foot"><persName ref="#jh">John Hart</persName>,
   painter.</note> in the mar-<lb break="no"/>ket. <choice><sic>Hee</sic><corr>He</corr></choice>
   <del>did</del> said: <said who="#jh">“Caf&#xe9; &amp; tea, <rs type="person" ref="#tr">old
   man</rs>!”</said></p>
  <table><row><cell>tea</cell><cell>3d.</cell></row><row><cell>cake</cell><cell>1d.</cell></row></table>
  <list><item>one</item><item>two</item></list>
  <lg><l>The moon is up,</l><l>the sun is down.</l></lg>
  <fw>12</fw>
  <closer>Yours,<lb/><signed><persName ref="#cd">Clara</persName></signed></closer>
 </div></body></text>
</TEI>"""
TEXT = """York, 3 May 1921

Dear Tom,

I met Mr. Hart in the market. He said: “Café & tea, old man!”

tea\t3d.

cake\t1d.

one

two

The moon is up,
the sun is down.

Yours,

Clara

John Hart, painter."""


def edition(body: str, header: str = "") -> str:
    return (
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader>{header}</teiHeader>'
        f"<text><body>{body}</body></text></TEI>"
    )


def of(body: str, header: str = "") -> Document:
    (found,) = parsed(edition(body, header), "tei")
    return found


def people(document: Document) -> dict[str, list[str]]:
    return {chain.id: [mention.text for mention in chain] for chain in document.chains}


def test_the_text_of_a_letter() -> None:
    (letter,) = parsed(LETTER, "tei")
    assert letter.text == TEXT


def test_each_character_has_its_place_in_the_file() -> None:
    (letter,) = parsed(LETTER, "tei")
    assert letter.origin is not None
    assert len(letter.origin) == len(letter.text) + 1
    for place, (character, origin) in enumerate(zip(letter.text, letter.origin.tolist(), strict=False)):
        if not character.isspace() and character not in "&é":
            assert LETTER[origin] == character, (place, character)
    assert LETTER[letter.origin[letter.text.index("é")] :].startswith("&#xe9;")
    for mention in letter.mentions:
        shown = LETTER[letter.origin[mention.start] : letter.origin[mention.end - 1] + 1]
        assert shown.split() == mention.text.split()


def test_the_people_that_it_marks() -> None:
    (letter,) = parsed(LETTER, "tei")
    assert people(letter) == {"tr": ["Tom", "old man"], "jh": ["Mr. Hart", "John Hart"], "cd": ["Clara"]}
    assert letter.meta[PARTIAL] is True
    assert list(letter.mention_table.extra["tei_ref"])[:2] == ["#tr", "#jh"]  # type: ignore[union-attr]


def test_what_the_header_says() -> None:
    (letter,) = parsed(LETTER, "tei")
    said = {key: letter.meta[key] for key in ("title", "author", "date", "sender", "addressee", "place")}
    assert said == {
        "title": "Clara Dunn to Tom Reed", "author": "Clara Dunn", "date": "1921-05-03", "sender": "Clara Dunn",
        "addressee": "Tom Reed", "place": "York",
    }  # fmt: skip


def test_who_speaks() -> None:
    (letter,) = parsed(LETTER, "tei")
    said = [token.text for token in letter.tokens if token.speaker == "John Hart"]
    assert said == ["“", "Café", "&", "tea", ",", "old", "man", "!", "”"]


def test_a_play_has_speakers_without_their_labels_and_directions() -> None:
    play = of('<sp who="#ann"><speaker>ANN.</speaker><p>Go <stage>aside</stage> now.</p></sp>')
    assert play.text == "ANN.\n\nGo aside now."
    assert [(token.text, token.speaker) for token in play.tokens if token.speaker] == [
        ("Go", "ann"), ("now", "ann"), (".", "ann"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ('<p><persName key="K 1">Ann</persName> and <persName key="K  1">Lee</persName></p>', {"K 1": ["Ann", "Lee"]}),
        ('<p><persName ref="http://x.org/1">Ann</persName></p>', {"http://x.org/1": ["Ann"]}),
        ('<p>the <rs type="person" ref="#b #a">Lees</rs></p>', {"a b": ["Lees"]}),
        ('<p><name type="person" ref="#a">Ann</name> in <name type="place" ref="#y">York</name></p>', {"a": ["Ann"]}),
        ('<p><rs ref="#a">she</rs> <name ref="#b">Bo</name></p>', {"a": ["she"]}),
        ('<p><persName ref="#a"><rs ref="#a">Ann</rs> Lee</persName></p>', {"a": ["Ann Lee"]}),
        (
            '<p><rs type="person" ref="#b"><persName ref="#a">Ann</persName>’s son</rs></p>',
            {"b": ["Ann’s son"], "a": ["Ann"]},
        ),
        ('<p><persName ref="#a">  </persName>x</p>', {}),
    ],
)
def test_whom_references_mean(body: str, found: dict[str, list[str]]) -> None:
    assert people(of(body)) == found


def test_a_reference_to_nobody_is_somebody_unknown() -> None:
    header = '<x><listPerson><person xml:id="a"><persName>Ann</persName></person></listPerson></x>'
    body = '<p><persName ref="#a">Ann</persName> and <persName ref="#zz">Bo</persName> and <persName>Cy</persName></p>'
    with pytest.warns(ReferenceWarning, match=r"1 references lead to nobody in the file's list of people: #zz"):
        document = of(body, header)
    assert people(document) == {"a": ["Ann"]}
    assert [mention.text for mention in document.mentions if mention.chain is None] == ["Bo", "Cy"]


def test_references_are_believed_where_there_is_no_list() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert people(of('<p><persName ref="#zz">Bo</persName></p>')) == {"zz": ["Bo"]}


@pytest.mark.parametrize(
    ("body", "text"),
    [
        ("<p>one<lb/>two</p>", "one\ntwo"),
        ("<p>a<pb n='2'/>b <gap/> c</p>", "ab c"),
        ("<p><app><lem>well</lem><rdg>wel</rdg></app> <subst><del>a</del><add>b</add></subst></p>", "well b"),
        (
            "<p><choice><abbr>Mr</abbr><expan>Mister</expan></choice> <choice><orig>u</orig><reg>v</reg></choice></p>",
            "Mister v",
        ),
        ("<div><head>Part</head><div><p>one</p></div></div>", "Part\n\none"),
        (
            "<p>He read <quote>so</quote> and <bibl>this</bibl>.</p><quote>All <hi>of</hi> it.</quote>",
            "He read so and this.\n\nAll of it.",
        ),
        ("<p><w>Ann</w><w>ran</w><pc>.</pc></p>", "Ann ran."),
        (
            "<opener><address><addrLine>1 High St</addrLine><addrLine>York</addrLine></address></opener>",
            "1 High St\nYork",
        ),
        ("<p>x<note>one<note>two</note></note></p><p>y</p>", "x\n\ny\n\none\n\ntwo"),
    ],
)
def test_what_is_read(body: str, text: str) -> None:
    assert of(body).text == text


def test_a_corpus_is_several_documents(tmp_path: Path) -> None:
    one, two = edition("<p>One.</p>").replace("<TEI", '<TEI xml:id="first"'), edition("<p>Two.</p>")
    path = tmp_path / "all.xml"
    path.write_text(f'<teiCorpus xmlns="http://www.tei-c.org/ns/1.0"><teiHeader/>{one}{two}</teiCorpus>')
    assert [(each.id, each.text) for each in read(path)] == [("first", "One."), ("all-2", "Two.")]
    assert [each.id.rpartition("/")[2] for each in records(path)] == ["all.xml#first", "all.xml#all-2"]


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("", "this file is empty"),
        ("<TEI><text><body><p>Ann</body></text></TEI>", "this is not well-formed XML: mismatched tag"),
        (edition("<p> </p>"), "there is no text in the body"),
        ("<html><body>x</body></html>", "this is no TEI: its root is <html>"),
        (
            '<!DOCTYPE TEI [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>' + edition("<p>&b;</p>"),
            "this file declares an entity",
        ),
        (
            '<!DOCTYPE TEI [<!ENTITY a SYSTEM "file:///etc/hostname">]>' + edition("<p>&a;</p>"),
            "this file declares an entity",
        ),
        (
            '<!DOCTYPE TEI [<!ENTITY % a SYSTEM "http://x.y/z.dtd"> %a;]>' + edition("<p>x</p>"),
            "this file declares an entity",
        ),
        (edition("<p>&nobody;</p>"), "&nobody; is an entity that this file does not have"),
        (edition("<p>" * 400 + "x" + "</p>" * 400), "elements lie in each other more than 256 deep"),
    ],
)
def test_bad_editions(tmp_path: Path, content: str, found: str) -> None:
    path = tmp_path / "a.tei"
    path.write_text(content)
    with pytest.raises(DataError) as error:
        read_one(path, format="tei")
    assert str(error.value).startswith(str(path))
    assert found in str(error.value)


def test_characters_that_a_type_of_document_names() -> None:
    (document,) = parsed('<!DOCTYPE TEI SYSTEM "tei.dtd">' + edition("<p>Caf&eacute; &mdash; x</p>"), "tei")
    assert document.text == "Café — x"


def test_what_an_edition_marks_holds_in_coreference() -> None:
    (letter,) = parsed(LETTER, "tei")
    groups = marked_groups(letter)
    assert [(group.must, [letter.text[start:end] for start, end in group.spans]) for group in groups] == [
        (True, ["Tom", "old man"]), (True, ["Mr. Hart", "John Hart"]), (False, ["Tom", "Mr. Hart", "Clara"]),
    ]  # fmt: skip


def test_an_edition_is_read_by_the_commands(tmp_path: Path, namesakes: Command) -> None:
    (tmp_path / "letter.xml").write_text(LETTER, encoding="utf-8")
    gold = namesakes("convert", "letter.xml", "gold.conll")
    assert "3 May" not in gold.stderr
    assert (tmp_path / "gold.conll").read_text(encoding="utf-8").count("(") >= 5
    found = namesakes("coref", "letter.xml", "--to", "jsonl", "--quiet")
    assert found.returncode == 0, found.stderr
    (tmp_path / "found.jsonl").write_text(found.stdout, encoding="utf-8")
    document = read_one(tmp_path / "found.jsonl")
    chain = next(chain for chain in document.chains if any(mention.text == "Mr. Hart" for mention in chain))
    assert "John Hart, painter" in " ".join(mention.text for mention in chain)
    assert all(mention.text not in ("Tom", "Clara") for mention in chain)
    assert PARTIAL not in document.meta
