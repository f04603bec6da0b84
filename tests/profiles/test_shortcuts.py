"""What is looked at first finds the same as looking everywhere."""

from hypothesis import given
from hypothesis import strategies as st

from namesakes.profiles.facts import run_start
from namesakes.profiles.lists import find_lists, list_line_starts
from namesakes.profiles.parsed_document import DATE, ParsedDocument
from namesakes.profiles.patterns import Branch, Edge, Fork, Node, patterns
from namesakes.profiles.surroundings import ordered
from namesakes.text.document import Document

PIECES = st.sampled_from(
    ["Deputy", "U.S.", "ex-Minister", "of", "in Charge", "the", "chef,", "“Mr.", "(", "and", "nurse", "a-B", "’s", "42"]
)
DATES = st.sampled_from(
    [
        "May",
        "Sept.",
        "12",
        "1st",
        "1963",
        "1963s",
        "2001-02-03",
        "March,",
        "x1950",
        "Dec",
        "12,5",
        "1999%",
        "Marche",
        "٤",
    ]
)
LINES = st.sampled_from(["By", "Authors", ":", ": ", " Ann Lee", ", Tom Moore", "\n", "\t", "Present", "To", "  ", "x"])


@given(st.lists(st.tuples(PIECES, st.sampled_from([" ", "  ", "\n", "", "\u00a0"])), max_size=14))
def test_runs_hold_what_stands_before_a_name(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + space for word, space in pieces)
    for each in patterns().texts:
        if each.before is not None and each.run is not None:
            whole, cut = each.before.search(text), each.before.search(text, run_start(text, each.run))
            assert (whole and whole.span("value")) == (cut and cut.span("value"))


def test_what_is_asked_for_is_in_the_examples() -> None:
    asked = [each for each in (*patterns().texts, *patterns().addresses) if each.asks is not None]
    assert len(asked) == 8
    for each in asked:
        assert each.asks is not None
        assert each.asks.search(each.pattern.example)


@given(st.text(alphabet="0123456789 ().-+,\nx", max_size=30))
def test_telephone_numbers_have_what_is_asked_for(text: str) -> None:
    phone = next(each for each in patterns().addresses if each.pattern.field == "phone")
    assert phone.asks.search(text) or not phone.expression.search(text)


@given(st.lists(st.tuples(DATES, st.sampled_from([" ", "  ", "\n", "", ", "])), max_size=12))
def test_dates(pieces: list[tuple[str, str]]) -> None:
    text = "".join(word + space for word, space in pieces)
    assert ParsedDocument(Document(text=text)).dates == [found.span() for found in DATE.finditer(text)]


@given(st.lists(LINES, max_size=16))
def test_lists(pieces: list[str]) -> None:
    text = "".join(pieces)
    for each in patterns().lists:
        found = [match.span() for match in find_lists(text, each.before, list_line_starts(text))]
        assert found == [match.span() for match in each.before.finditer(text)]


@given(
    st.lists(st.frozensets(st.sampled_from("abc"), max_size=2), max_size=6),
    st.sampled_from("abcd"),
    st.sampled_from("abcd"),
)
def test_edges_open_to_a_word(lemmas: list[frozenset[str]], lemma: str, word: str) -> None:
    fork = Fork()
    for each in lemmas:
        fork.add(Edge(frozenset(), Node(lemmas=each), Branch()))
    wanted = [edge for edge in fork.edges if not edge.node.lemmas or {lemma, word} & edge.node.lemmas]
    opened = fork.open_to(lemma, word)
    assert [edge for edge in opened if any(edge is each for each in wanted)] == wanted
    assert len(opened) == len(wanted) or {lemma, word} <= fork.worded.keys()


@given(st.dictionaries(st.text(max_size=2), st.integers(1, 3)))
def test_counts_are_ordered(counts: dict[str, int]) -> None:
    assert list(ordered(counts).items()) == sorted(counts.items(), key=lambda item: -item[1])
