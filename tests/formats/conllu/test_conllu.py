"""CoNLL-U: text and offsets, multi-word tokens, empty nodes, comments, coreference, errors with their lines."""

import io
import re
import warnings
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes import Document, Strings, read
from namesakes.errors import DataError, LossWarning
from namesakes.formats import Block, TextFile, conllu
from namesakes.formats.conllu.surface import escape, unescape
from namesakes.text.document import NO_HEAD, ROOT
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans
from tests.formats.fuzz import mutations, only_data_errors
from tests.strategies import documents


def tabs(text: str) -> str:
    """The text with a tab for each run of two or more spaces."""
    return re.sub(" {2,}", "\t", text)


PLAIN = tabs("""\
# newdoc id = harbour
# meta::genre = news
# meta::year = 1999
# newpar id = p1
# sent_id = one
# speaker = Ann
# text = Gary Wilber didn't say "no".
1  Gary  Gary  PROPN  NNP  Number=Sing  4  nsubj  4:nsubj  _
2  Wilber  Wilber  PROPN  NNP  _  1  flat  1:flat  _
3-4  didn't  _  _  _  _  _  _  _  Lang=en
3  did  do  AUX  VBD  _  5  aux  5:aux  _
4  n't  not  PART  RB  _  5  advmod  5:advmod  _
5  say  say  VERB  VB  _  0  root  0:root  Cxn=x|Mood=y
6  "  "  PUNCT  ``  _  7  punct  7:punct  SpaceAfter=No
7  no  no  INTJ  UH  _  5  obj  5:obj|8.1:dep  Gloss=a|SpaceAfter=No|Zed=b
8  "  "  PUNCT  ''  _  7  punct  7:punct  SpaceAfter=No
8.1  said  say  VERB  _  _  _  _  5:conj  CopyOf=5
9  .  .  PUNCT  .  _  5  punct  5:punct  _

# sent_id = two
# a note of somebody
# text = The key is _.
1  The  the  DET  DT  _  2  det  _  _
2  key  key  NOUN  NN  _  0  root  _  _
3  is  _  _  _  _  _  _  _  _
4  _  _  SYM  SYM  _  2  dep  _  SpaceAfter=No
5  .  .  PUNCT  .  _  2  punct  _  SpaceAfter=No

# newpar
# sent_id = three
# text = End
1  End  end  NOUN  NN  _  0  root  _  SpaceAfter=No

# newdoc id = second
# sent_id = second-1
# text = Bye !
1  Bye  bye  INTJ  UH  _  0  root  _  _
2  !  !  PUNCT  .  _  1  punct  _  _

""")

COREFUD = tabs("""\
# newdoc id = a
# global.Entity = eid-etype-head-other
# sent_id = a-1
# text = Old Ann and her tall son Ben left her house
1  Old  _  _  _  _  _  _  _  Entity=(e3--2-(e1-person-2-
2  Ann  _  _  _  _  _  _  _  Entity=e1)
2.1  _  _  PRON  _  _  _  _  2:dep  Entity=(e1-person-1-)
3  and  _  _  _  _  _  _  _  _
4  her  _  _  _  _  _  _  _  Entity=(e2-person-3-gstype:spec(e1-person-1-)
5  tall  _  _  _  _  _  _  _  _
6  son  _  _  _  _  _  _  _  _
7  Ben  _  _  _  _  _  _  _  Entity=e2)e3)|Lang=x
8  left  _  _  _  _  _  _  _  Entity=(e5[1/2]-act-1-)
9  her  _  _  _  _  _  _  _  Bridge=e5<e1|Entity=(e4-a%2Db--(e1-person-1-)
10  house  _  _  _  _  _  _  _  Entity=(e5[2/2]-act-1-)e4)

# newdoc id = b
# sent_id = b-1
# text = She
1  She  _  _  _  _  _  _  _  Entity=(e1-person--)

""")

GUM = tabs("""\
# newdoc id = GUM_news_x
# global.Entity = GRP-etype-infstat-salience-centering-minspan-link-identity
# sent_id = GUM_news_x-1
# s_type = decl
# text = Mill Bay Council met its members
1  Mill  _  _  _  _  _  _  _  Entity=(1-organization-new-ss-cf1-1,3-coref-Mill%2DBay(2-place-new-nn-cf2-1,2-sgl
2  Bay  _  _  _  _  _  _  _  Entity=2)
3  Council  _  _  _  _  _  _  _  Discourse=x|Entity=1)|MSeg=Coun-cil
4  met  _  _  _  _  _  _  _  _
5  its  _  _  _  _  _  _  _  Entity=(3-person-new-nn-cf3-2-sgl(1-organization-giv:act-ss-cf1*-1-ana-Mill%2DBay)
6  members  _  _  _  _  _  _  _  Entity=3)

""")

OLD_GUM = tabs("""\
# newdoc id = old
# global.Entity = entity-GRP-infstat-MIN-coref_type-identity
# sent_id = old-1
# text = Mill Bay is its town
1  Mill  _  _  _  _  _  _  _  Entity=(place-1-new-1,2-coref
2  Bay  _  _  _  _  _  _  _  Entity=place-1)
3  is  _  _  _  _  _  _  _  _
4  its  _  _  _  _  _  _  _  Entity=(place-2-new-2-sgl(place-1-giv-1-ana-Mill%2DBay)
5  town  _  _  _  _  _  _  _  Entity=place-2)

""")


class Memory(TextFile):
    """A source whose lines are a string's."""

    def __init__(self, text: str, name: str = "memory.conllu") -> None:
        super().__init__(name)
        self._text = text

    def chunks(self) -> Any:
        yield self._text


def parsed(text: str, name: str = "memory.conllu") -> list[Document]:
    return [conllu.parse(block) for block in conllu.split(Memory(text, name))]


def one(text: str) -> Document:
    [document] = parsed(text)
    return document


def written(*documents: Document) -> str:
    stream = io.StringIO()
    conllu.write(documents, stream)
    return stream.getvalue()


def words(*rows: str, comments: str = "") -> str:
    """A sentence of such rows as `form misc`, or whole rows where they have tabs."""
    lines = []
    for number, row in enumerate(rows, start=1):
        form, _, misc = row.partition(" ")
        lines.append(row if "\t" in row else "\t".join([str(number), form, *"_" * 7, misc or "_"]))
    return "\n".join([*comments.splitlines(), *lines, "", ""])


def spans(document: Document) -> list[tuple[str | None, tuple[tuple[int, int], ...]]]:
    table = document.mention_table
    assert table is not None
    names = [table.chain_ids[chain] if chain >= 0 else None for chain in table.chains.tolist()]
    return [(name, table.parts(row)) for row, name in enumerate(names)]


def test_text_and_offsets() -> None:
    first, second = parsed(PLAIN)
    assert first.text == 'Gary Wilber didn\'t say "no". The key is _.\n\nEnd'
    assert [first.text[start:end] for start, end in zip(first.starts, first.ends, strict=True)] == [
        "Gary", "Wilber", "didn't", "didn't", "say", '"', "no", '"', "", ".", "The", "key", "is", "_", ".", "End",
    ]  # fmt: skip
    assert first.words[2:9] == ("did", "n't", "say", '"', "no", '"', "said")
    assert first.sentence_starts.tolist() == [0, 10, 15]
    assert first.paragraph_starts.tolist() == [0, 15]
    assert (second.id, second.text, second.mention_table, second.meta) == ("second", "Bye !", None, {})
    assert "form" not in second.columns
    assert len(second.paragraph_starts) == 0


def test_columns() -> None:
    first, second = parsed(PLAIN)
    assert set(first.columns) == {"form", "lemma", "upos", "xpos", "feats", "label", "deps", "misc", "speaker"}
    assert set(second.columns) == {"lemma", "upos", "xpos", "label"}
    assert first.columns["lemma"][11:15] == ("key", "", "_", ".")
    assert first.columns["misc"][4:9] == ("Cxn=x|Mood=y", "", "Gloss=a|Zed=b", "", "CopyOf=5")
    assert first.columns["misc"][15] == "SpaceAfter=No", "a paragraph's end cannot say that in the text"
    assert first.columns["speaker"].rows == ("Ann",) * 10 + ("",) * 6
    assert (first.meta["genre"], first.meta["year"], first.genre) == ("news", "1999", "news")


def test_heads_multiwords_and_empty_nodes() -> None:
    first, second = parsed(PLAIN)
    assert first.heads is not None
    assert first.heads.tolist() == [3, 0, 4, 4, ROOT, 6, 4, 6, NO_HEAD, 4, 11, ROOT, NO_HEAD, 11, 11, ROOT]
    assert first.multiwords == Spans(*_ranges((2, 4, "didn't")), {"misc": Strings(["Lang=en"])})
    assert first.empty_nodes is not None
    assert first.empty_nodes.tolist() == [0] * 8 + [1] + [0] * 7
    assert (int(first.starts[8]), int(first.ends[8])) == (27, 27)
    assert second.multiwords is None
    assert second.empty_nodes is None


def _ranges(*rows: tuple[int, int, str]) -> tuple[Any, Any, Strings]:
    table = Spans.build(list(rows))
    return table.starts, table.ends, table.labels


@pytest.mark.parametrize("text", [PLAIN, COREFUD, GUM, OLD_GUM])
def test_written_as_it_was(text: str) -> None:
    assert written(*parsed(text)) == text


def test_empty_nodes_in_all_places() -> None:
    text = words(
        tabs("0.1  zero  _  _  _  _  _  _  _  Entity=(e1)"),
        tabs("1-2  du  _  _  Typo=Yes  _  _  _  _  SpaceAfter=No"),
        tabs("1  de  _  _  _  _  0  _  _  SpaceAfter=No"),
        tabs("1.1  mid  _  _  _  _  _  _  _  _"),
        tabs("2  le  _  _  _  _  1  _  _  Entity=(e1"),
        tabs("2.1  _  _  _  _  _  _  _  _  _"),
        tabs("2.2  two  _  _  _  _  _  _  _  Entity=e1)"),
        tabs("3  pain  _  _  _  _  1  _  _  _"),
        comments="# newdoc id = du\n# global.Entity = eid",
    )
    document = one(text)
    assert document.text == "dupain"
    assert document.words == ("zero", "de", "mid", "le", "", "two", "pain")
    assert document.starts.tolist() == [0, 0, 0, 0, 2, 2, 2]
    assert document.ends.tolist() == [0, 2, 0, 2, 2, 2, 6]
    assert document.heads is not None
    assert document.heads.tolist() == [NO_HEAD, ROOT, NO_HEAD, 1, NO_HEAD, NO_HEAD, 1]
    assert spans(document) == [("e1", ((0, 1),)), ("e1", ((3, 6),))]
    assert document.columns["misc"][1] == "SpaceAfter=No", "only that of the whole token counts"
    assert document.multiwords == Spans(*_ranges((1, 4, "du")), {"xpos": Strings(["Typo=Yes"])})
    assert written(document) == text


def test_white_space_from_the_text_line() -> None:
    document = one(words("a", "b", "c", comments="# text = a\u00a0\u00a0bc"))
    assert document.text == "a\u00a0\u00a0bc"
    assert document.starts.tolist() == [0, 3, 4]
    assert parsed(written(document)) == [document]


def test_words_that_are_not_in_the_text_line() -> None:
    text = words("a SpaceAfter=No", "b", "c", comments="# newdoc id = x\n# sent_id = s\n# text = a B c")
    assert one(text).text == "ab c"
    assert written(one(text)) == text


def test_spaces_of_udpipe() -> None:
    text = words(r"a SpacesAfter=\s\n|SpacesBefore=\t", r"b SpacesAfter=\n\n\n", comments="# newdoc id = x")
    text += words(r"c_d SpacesInToken=c\sd", r"e SpacesAfter=\u00A0\p\\\q")
    document = one(text)
    assert document.text == "\ta \nb\n\n\nc d e\u00a0|\\\\q"
    assert document.words == ("a", "b", "c_d", "e")
    assert "misc" not in document.columns
    assert parsed(written(document)) == [document]


@given(st.text())
def test_escaping_is_undone(text: str) -> None:
    assert unescape(escape(text)) == text
    assert not re.search(r"[|\s]", escape(text))


def test_file_without_newdoc() -> None:
    [document] = parsed(words("a"), "folder/some.file.conllu")
    assert document.id == "some.file"
    first, second = parsed(words("a") + words("b", comments="# newdoc"), "x.conllu")
    assert (first.id, second.id) == ("x", "x-3")
    assert parsed(written(first, second)) == [first, second]


def test_comments_come_back() -> None:
    comments = "#no space\n# odd key = 1\n# sent_id s-1\n# text = a  \n# newpar_block = p (1 s)\n# \n#"
    text = (
        words("a", comments=f"# newdoc id = d\n{comments}") + words("b") + words("c", comments="# text = c\n# late = x")
    )
    text += "# at the very end\n\n"
    document = one(text)
    assert written(document) == text
    assert document.paragraph_starts.tolist() == [0]
    again = document.replace(id="e", paragraph_starts=[], meta={**document.meta, "genre": "news"})
    assert "# newdoc id = e\n" in written(again)
    assert "newpar" not in written(again)
    assert one(written(again)).genre == "news"


def test_comments_of_another_division_are_left_out() -> None:
    first, _ = parsed(PLAIN)
    assert "note of somebody" not in written(
        first.replace(sentence_starts=[0], paragraph_starts=[], heads=None).with_columns(speaker=None)
    )


def test_document_without_words() -> None:
    text = "# newdoc id = a\n# global.Entity = eid-etype-head-other\n# meta::x = y\n\n" + words(
        "b", comments="# newdoc id = b"
    )
    first, second = parsed(text)
    assert (first.id, first.text, first.mention_table, first.meta) == ("a", "", Mentions(), {"x": "y"})
    assert second.mention_table == Mentions()
    assert written(first, second) == text


def test_columns_that_the_file_declares() -> None:
    text = tabs("# global.columns = ID FORM UPOS X:Y\n# newdoc id = a\n1  Ann  PROPN  *\n2  left  VERB  1:a\n\n")
    text += tabs("# newdoc id = b\n1  Ben  PROPN  *\n\n")
    first, second = parsed(text, "x.conllup")
    assert first.columns == {"upos": Strings(["PROPN", "VERB"]), "X:Y": Strings(["*", "1:a"])}
    assert second.columns["X:Y"].rows == ("*",)
    assert parsed(written(first, second)) == [first, second]
    assert [found.text for found in parsed(written(first, one(words("c"))))] == ["Ann left", "c"]


def test_corefud() -> None:
    first, second = parsed(COREFUD)
    assert spans(first) == [
        ("e3", ((0, 8),)), ("e1", ((0, 2),)), ("e1", ((2, 3),)), ("e2", ((4, 8),)), ("e1", ((4, 5),)),
        ("e5", ((8, 9), (10, 11))), ("e4", ((9, 11),)), ("e1", ((9, 10),)),
    ]  # fmt: skip
    table = first.mention_table
    assert table is not None
    assert table.labels is not None
    assert table.labels.rows == ("", "person", "person", "person", "person", "act", "a-b", "person")
    assert table.heads is not None
    assert table.heads.tolist() == [1, 1, 2, 6, 4, 8, -1, 9]
    assert table.extra == {"other": Strings(["", "", "", "gstype:spec", "", "", "", ""])}
    assert first.columns["misc"].rows == ("",) * 7 + ("Lang=x", "", "Bridge=e5<e1", "")
    assert spans(second) == [("e1", ((0, 1),))]
    assert "global.Entity" not in first.meta


def test_gum() -> None:
    document = one(GUM)
    assert spans(document) == [("1", ((0, 3),)), ("2", ((0, 2),)), ("3", ((4, 6),)), ("1", ((4, 5),))]
    table = document.mention_table
    assert table is not None
    assert table.labels is not None
    assert table.labels.rows == ("organization", "place", "person", "organization")
    assert table.heads is not None
    assert table.heads.tolist() == [0, 0, 5, 4]
    assert table.extra["minspan"].rows == ("1,3", "1,2", "2", "1")
    assert table.extra["identity"].rows == ("Mill%2DBay", "", "", "Mill%2DBay")
    assert set(table.extra) == {"infstat", "salience", "centering", "minspan", "link", "identity"}
    assert (document.genre, document.meta["global.Entity"].split("-")[0]) == ("news", "GRP")


def test_old_gum() -> None:
    document = one(OLD_GUM)
    assert spans(document) == [("1", ((0, 2),)), ("2", ((3, 5),)), ("1", ((3, 4),))]
    bare = OLD_GUM.replace("=place-1)", "=1)").replace("=place-2)", "=2)")
    assert one(bare).mention_table == document.mention_table
    assert written(one(bare)) == bare


def test_bare_ids() -> None:
    text = words("a Entity=(1(2)", "b Entity=1)(3", "c Entity=3)", comments="# newdoc id = x\n# global.Entity = GRP")
    assert spans(one(text)) == [("1", ((0, 2),)), ("2", ((0, 1),)), ("3", ((1, 3),))]
    assert written(one(text)) == text


def test_missing_declaration_is_added() -> None:
    text = words("a Entity=(1(2-x)", "b Entity=1)", comments="# newdoc id = x\n# s_type = y")
    document = one(text)
    assert spans(document) == [("1", ((0, 2),)), ("2", ((0, 1),))]
    assert written(document) == f"# global.Entity = eid-etype-head-other\n{text}"
    assert one(written(document)) == document


def test_mentions_that_are_added_are_declared() -> None:
    first, second = parsed(PLAIN)
    table = Mentions.build([[(0, 1)]], ["0"])
    found = parsed(written(first.replace(mention_table=table), second.replace(mention_table=Mentions())))
    assert [document.mention_table for document in found] == [table, Mentions()]
    assert written(*found).count("# global.Entity = eid-etype-head-other\n") == 2


def test_mentions_only_where_they_are_annotated() -> None:
    assert one(words("a")).mention_table is None
    assert one(words("a", comments="# global.Entity = GRP")).mention_table == Mentions()


def test_one_declaration_for_a_whole_file() -> None:
    text = words("a Entity=(7-x)", comments="# newdoc id = a\n# global.Entity = GRP-infstat")
    text += words("b Entity=(7-y)", comments="# newdoc id = b") + words("c", comments="# newdoc id = c")
    first, second, third = parsed(text)
    assert second.mention_table is not None
    assert second.mention_table.extra == {"infstat": Strings(["y"])}
    assert third.mention_table == Mentions()
    assert written(first, second, third) == text
    assert spans(one(written(second))) == [("7", ((0, 1),))]


def test_mentions_of_other_formats() -> None:
    table = Mentions.build(
        [[(0, 2)], [(1, 2)], [(2, 3)]], ["a-(b) c|%", "", None], heads=[1, 1, -1], labels=["PER-SON", "", "X"]
    )
    document = Document(id="d", mention_table=table, **joined([["a", "b", "c"]]))
    assert written(document) == tabs(
        "# newdoc id = d\n# global.Entity = eid-etype-head-other\n# sent_id = d-1\n# text = a b c\n"
        "1  a  _  _  _  _  _  _  _  Entity=(a%2D%28b%29%20c%7C%25-PER%2DSON-2-\n"
        "2  b  _  _  _  _  _  _  _  Entity=(%_--1-)a%2D%28b%29%20c%7C%25)\n"
        "3  c  _  _  _  _  _  _  _  Entity=(%m3-X--)\n\n"
    )
    assert one(written(document)) == document


def test_mentions_that_cross_their_own_chain() -> None:
    table = Mentions.build([[(0, 3)], [(1, 5)], [(2, 4)], [(0, 1), (2, 3)]], list("aaba"))
    document = Document(id="d", mention_table=table, **joined([list("abcde")]))
    assert "(a[1/1]---" in written(document)
    assert one(written(document)) == document
    tangled = Document(
        mention_table=Mentions.build([[(0, 4)], [(1, 5)], [(2, 6)]], list("aaa")), **joined([list("abcdef")])
    )
    with pytest.warns(LossWarning, match="1 mentions"):
        assert len(one(written(tangled)).mentions) == 2


def test_document_without_tokens_is_segmented() -> None:
    document = one(written(Document(id="x", text="One two.\nThree.\n\nFour.\n")))
    assert document.text == "One two.\nThree.\n\nFour.\n"
    assert [sentence.text for sentence in document.sentences] == ["One two.", "Three.", "Four."]
    assert document.paragraph_starts.tolist() == [0, 5]


def test_what_cannot_be_written_is_said() -> None:
    fields = joined([["a", "b"], ["c"]])
    columns = {"speaker": Strings(["Ann", "Ben", ""])}
    ranges = Spans.build([(1, 3, "x")])
    document = Document(columns=columns, heads=[2, 0, ROOT], multiwords=ranges, paragraph_starts=[0, 1], **fields)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        again = one(written(document))
    said = [str(warning.message) for warning in caught if warning.category is LossWarning]
    assert [line.split(": ")[1].split()[:2] for line in said] == [
        ["1", "heads"], ["1", "multi-word"], ["1", "sentences"], ["1", "paragraphs"],
    ]  # fmt: skip
    assert again.heads is not None
    assert again.heads.tolist() == [NO_HEAD, 0, ROOT]
    assert again.columns["speaker"].rows == ("Ann", "Ann", "")


def row(name: str, form: str = "a", head: str = "_", misc: str = "_") -> str:
    return "\t".join([name, form, "_", "_", "_", "_", head, "_", "_", misc])


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        (words("a", "b") + words("1\ta\tb"), 4, "has 3 columns"),
        (words("a").replace("\ta\t", "\t\t"), 1, "10 columns, one of them empty"),
        (words(row("x")), 1, "'x' is not the number"),
        (words(row("²")), 1, "'²' is not the number"),
        (words(row("1"), row("3")), 2, "id 3 is out of order"),
        (words(row("1"), row("1")), 2, "id 1 is out of order"),
        (words(row("1"), row("1.2")), 2, "id 1.2 is out of order"),
        (words(row("1", head="2")), 1, "head '2' is not in"),
        (words(row("1"), row("1.1"), row("2", head="1.1")), 3, "head '1.1' is not in"),
        (words(row("1", head="x")), 1, "head 'x' is not in"),
        (words(row("2-3"), row("1")), 1, "'2-3' is not the range"),
        (words(row("1-0"), row("1")), 1, "'1-0' is not the range"),
        (words(row("1-x"), row("1")), 1, "'1-x' is not the range"),
        (words(row("1-3"), row("1"), row("2")), 3, "on to word 3"),
        (words(row("1-2"), row("1"), row("2-3"), row("2"), row("3")), 3, "'2-3' is not the range"),
        (words(row("1", misc="Entity=e1)")), 1, "closes entity e1, which is not open"),
        (words(row("1", misc="Entity=(e1"), row("2")), 1, "entity e1 opens here and is never closed"),
        (words(row("1", misc="Entity=(e1[2/2])")), 1, "part 2 of 2 of entity e1"),
        (words(row("1", misc="Entity=(e1[3/2])")), 1, "'e1[3/2]' marks no part"),
        (words(row("1", misc="Entity=(e1[x])")), 1, "'e1[x]' marks no part"),
        (words(row("1"), row("2", misc="Entity=(e1[1/2])")), 2, "2 parts that ends with part 1"),
        (words(row("1", misc="Entity=e1")), 1, "Entity reads 'e1'"),
        (words(row("1", misc="Entity=")), 1, "Entity reads ''"),
        (words(row("1", misc="Entity=(-x)")), 1, "'(-x' has no id"),
        (words("a", comments="# global.Entity = head"), 1, "nothing is the entity's id"),
        (words("a", comments="# global.columns = ID ID"), 1, "a name stands twice"),
        (words("a").replace("\n\n", "\n# b\n\n"), 2, "stands between the words"),
        (words("a")[:-1], 1, "the last sentence has no end"),
        (words("a") + "# sent_id = b", 3, "the last sentence has no end"),
    ],
)
def test_errors_name_the_line(text: str, line: int, found: str) -> None:
    with pytest.raises(DataError) as caught:
        parsed(text)
    assert found in caught.value.found
    assert (caught.value.path, caught.value.line) == ("memory.conllu", line)


def test_error_in_a_later_document() -> None:
    blocks: list[Block] = list(conllu.split(Memory(PLAIN + words("1\tx", comments="# newdoc id = bad"))))
    with pytest.raises(DataError, match=f"memory.conllu:{PLAIN.count(chr(10)) + 2}: this line has 2 columns"):
        conllu.parse(blocks[-1])


@pytest.mark.parametrize("text", [PLAIN, COREFUD, GUM])
def test_a_file_cut_inside_a_sentence_is_refused(text: str) -> None:
    ends = {match.end() for match in re.finditer("\n\n", text)}
    for length in range(1, len(text)):
        if length not in ends:
            with pytest.raises(DataError):
                parsed(text[:length])


@given(mutations(PLAIN + COREFUD + GUM + OLD_GUM))
def test_only_data_errors_escape(text: str) -> None:
    for document in only_data_errors(conllu.FORMAT, text):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", LossWarning)
            assert len(parsed(written(document))) == 1


@given(st.data())
def test_only_data_errors_escape_from_other_lines(data: st.DataObject) -> None:
    lines = (PLAIN + COREFUD + OLD_GUM).split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        lines[place : place + data.draw(st.integers(0, 2))] = data.draw(st.lists(st.sampled_from(lines), max_size=2))
    only_data_errors(conllu.FORMAT, "\n".join(lines))


@given(documents(discontinuous=True, loose=True, distinct=False))
def test_documents_come_back(document: Document) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        text = written(document)
    again = one(text)
    for name in ("id", "part", "text", "starts", "ends", "sentence_starts", "paragraph_starts"):
        assert str(getattr(again, name)) == str(getattr(document, name)), name
    assert again.words == document.words
    assert again.columns.get("xpos") == document.columns.get("xpos")
    assert _speakers(again) == _speakers(document)
    assert again.meta == {key: str(value) for key, value in document.meta.items() if value is not None}
    assert _heads(again) == _heads(document)
    if not any("mentions" in str(warning.message) for warning in caught):
        assert again.mention_table == document.mention_table
        assert written(again) == text


def _speakers(document: Document) -> list[str]:
    column = document.columns.get("speaker")
    return ["" if column is None else column[start] for start in document.sentence_starts.tolist()]


def _heads(document: Document) -> list[int]:
    """The heads that lie in their own sentence."""
    if document.heads is None:
        return [NO_HEAD] * len(document.starts)
    ids = document.sentence_ids
    heads = enumerate(document.heads.tolist())
    return [head if head < 0 or ids[head] == ids[token] else NO_HEAD for token, head in heads]


def test_sniff() -> None:
    assert conllu.sniff(PLAIN)
    assert conllu.sniff(words("a"))
    assert conllu.sniff("# newdoc id = x\n")
    assert not conllu.sniff("#begin document (a); part 000\n")
    assert not conllu.sniff("Once upon a time\n")
    assert not conllu.sniff("")


@pytest.mark.corpus
def test_ontogum_is_the_same_in_both_formats(corpora: Path) -> None:
    keys = {document.id: document for document in read(corpora / "ontogum" / "dev.conll", format="conll2012")}
    files = sorted((corpora / "ontogum" / "conllu" / "dev").glob("*.conllu"))
    assert len(files) == len(keys) > 0
    for path in files:
        [document] = read(path, format="conllu")
        assert _visible(document) == _visible(keys[document.id]), document.id
        assert written(document).count("\n") == path.read_text(encoding="utf-8").count("\n")
        assert parsed(written(document)) == [document]


def _visible(document: Document) -> tuple[list[str], list[list[tuple[int, int]]]]:
    """The words that are no empty nodes, and the chains over them.

    The CoNLL-U files have two singletons, and one span in two chains, that the CoNLL file leaves out.
    """
    empty = [0] * len(document.starts) if document.empty_nodes is None else document.empty_nodes.tolist()
    places = {token: place for place, token in enumerate([token for token, flag in enumerate(empty) if not flag])}
    chains: dict[str | None, list[tuple[int, int]]] = {}
    for span, name in {parts: name for name, parts in reversed(spans(document))}.items():
        chains.setdefault(name, []).append((places[span[0][0]], places[span[0][1] - 1] + 1))
    found = sorted(sorted(chain) for chain in chains.values() if len(chain) > 1)
    return [document.words[token] for token in places], found


@pytest.mark.corpus
@pytest.mark.parametrize("treebank", ["en_ewt", "en_gum", "fr_sequoia", "de_gsd", "es_ancora"])
def test_treebanks_come_back(corpora: Path, treebank: str) -> None:
    found = list(read(corpora / "treebanks" / treebank / "dev.conllu", format="conllu"))
    assert parsed(written(*found)) == found
