"""Hypothesis strategies: random documents with every layer, and parts of them."""

from typing import Any

from hypothesis import strategies as st

from namesakes import Document, Strings
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans

word_characters = st.characters(categories=("L", "N", "P", "S"), exclude_characters="\u2028\u2029\x85")
words = st.text(word_characters, min_size=1, max_size=6)
labels = st.sampled_from(["PERSON", "ORG", "NP", "S"])


@st.composite
def parts(draw: st.DrawFn, count: int, *, discontinuous: bool = False) -> list[tuple[int, int]]:
    """The parts of one mention over `count` tokens."""
    edges = draw(st.sets(st.integers(0, count), min_size=2, max_size=4 if discontinuous and count > 2 else 2))
    ordered = sorted(edges)
    if len(ordered) == 4:
        return [(ordered[0], ordered[1]), (ordered[2], ordered[3])]
    return [(ordered[0], ordered[-1])]


@st.composite
def mention_tables(
    draw: st.DrawFn, count: int, *, discontinuous: bool = False, loose: bool = False, distinct: bool = True
) -> Mentions:
    """Mentions over `count` tokens in a handful of chains; `distinct` allows every span once only."""
    if count == 0:
        return Mentions()
    spans = draw(
        st.lists(
            parts(count, discontinuous=discontinuous),
            max_size=12,
            unique_by=(lambda item: tuple(item)) if distinct else None,
        )
    )
    names = st.sampled_from(["0", "1", "2", "e3", *([None] if loose else [])])
    return Mentions.build(spans, [draw(names) for _ in spans])


@st.composite
def sentences_of_words(draw: st.DrawFn, *, min_size: int = 1) -> list[list[str]]:
    """A few short sentences."""
    return draw(st.lists(st.lists(words, min_size=1, max_size=6), min_size=min_size, max_size=4))


@st.composite
def documents(draw: st.DrawFn, *, rich: bool = True, **options: Any) -> Document:
    """A document; a rich one has every layer that `Document` knows."""
    fields: dict[str, Any] = joined(draw(sentences_of_words()))
    count = len(fields["starts"])
    fields["mention_table"] = draw(mention_tables(count, **options))
    if rich:
        fields["columns"] = {
            "xpos": Strings(draw(st.lists(st.sampled_from(["NN", "NNP", "PRP"]), min_size=count, max_size=count))),
            "speaker": Strings(draw(st.lists(st.sampled_from(["", "Ann", "Ben"]), min_size=count, max_size=count))),
        }
        fields["heads"] = draw(st.lists(st.integers(-2, count - 1), min_size=count, max_size=count))
        fields["entity_table"] = Spans.build([(0, 1, draw(labels))])
        first_sentence = int([*fields["sentence_starts"][1:], count][0])
        fields["constituents"] = Spans.build([(0, first_sentence, draw(labels)), (0, first_sentence, draw(labels))])
        fields["paragraph_starts"] = [0]
        fields["empty_nodes"] = [0] * count
        fields["meta"] = draw(
            st.dictionaries(st.sampled_from(["genre", "year"]), st.sampled_from(["news", 1999, None]))
        )
    return Document(id=draw(st.sampled_from(["a", "bn/abc 1", "GUM_news_x"])), part=draw(st.integers(0, 3)), **fields)
