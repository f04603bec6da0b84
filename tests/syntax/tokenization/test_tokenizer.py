"""The tokenizer: nothing lost, exact places, and the words that English has by Universal Dependencies."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from namesakes import Document, Strings
from namesakes.errors import DataError, ModelError
from namesakes.formats import read
from namesakes.learning.binary import BinarySettings
from namesakes.learning.model import Model, save_model
from namesakes.syntax.recipe import training_documents
from namesakes.syntax.tokenization.abbreviations import examples
from namesakes.syntax.tokenization.sentences import LONGEST
from namesakes.syntax.tokenization.surface import divided, surface
from namesakes.syntax.tokenization.tokenizer import LONGEST_RUN, Tokenizer, TokenizerSettings
from namesakes.text.segment import PROVISIONAL, segmented
from namesakes.text.spans import Spans
from reproduction.ours.tokenization import f1, spans

SMALL = TokenizerSettings(
    tokens=BinarySettings(bits=12, passes=2), sentences=BinarySettings(bits=12, passes=2), made_up=1
)
SHIPPED = Tokenizer.shipped()


@pytest.fixture
def tokenizer() -> Tokenizer:
    return SHIPPED


def words(tokenizer: Tokenizer, text: str) -> str:
    """The words that the tokenizer finds, one space between them."""
    return " ".join(tokenizer(Document(text=text)).words)


anything = st.text(
    st.characters() | st.sampled_from(list(" \n\r\t.,!?'’\"-—–/()@#:…\u00a0\u200d\ufe0f\u2028😀👍🏽🇩é中")), max_size=60
)


@given(anything | st.text("aB1 .\n'-", max_size=60))
@example("")
@example(" \n\t ")
@example("\u200d")
@example("\ud800 lone")
def test_tokens_and_gaps_give_the_text_back(text: str) -> None:
    document = SHIPPED(Document(text=text))
    starts, ends = document.starts.tolist(), document.ends.tolist()
    assert all(start < end for start, end in zip(starts, ends, strict=True))
    edges = [0, *(edge for pair in zip(starts, ends, strict=True) for edge in pair), len(text)]
    gaps = [text[begin:end] for begin, end in zip(edges[::2], edges[1::2], strict=True)]
    assert all(begin <= end for begin, end in zip(edges[::2], edges[1::2], strict=True))
    assert not "".join(gaps).strip(), "a gap is white space only"
    assert not any(character.isspace() for word in document.words for character in word)
    assert set(document.paragraph_starts.tolist()) <= set(document.sentence_starts.tolist())
    assert (len(starts) > 0) == (len(document.sentence_starts) > 0) == bool(text.strip())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I don't think we can't.", "I do n't think we ca n't ."),
        ("I’m sure they’ve seen Ann’s dog.", "I ’m sure they ’ve seen Ann ’s dog ."),
        ("You cannot leave; it's gonna rain.", "You can not leave ; it 's gon na rain ."),
        ("They needn't come.", "They need n't come ."),
        ("the boys' dogs", "the boys ' dogs"),
        ("A well-known 15-year-old sent an e-mail.", "A well - known 15 - year - old sent an e-mail ."),
        ("It cost $1,000.50, or 3.5%.", "It cost $ 1,000.50 , or 3.5 % ."),
        ("We met at 10:30 on 3/4/2010.", "We met at 10:30 on 3/4/2010 ."),
        ("It ran 10km in 1990–1995.", "It ran 10 km in 1990 – 1995 ."),
        ("He came — late — and left—early.", "He came — late — and left — early ."),
        ("Wait... what?! No!!!", "Wait ... what ?! No !!!"),
        ("See https://example.org/a_(b)?q=1, please.", "See https://example.org/a_(b)?q=1 , please ."),
        ("(www.example.com)", "( www.example.com )"),
        ("Write to jane.doe@example.com.", "Write to jane.doe@example.com ."),
        ("Ask @jack_99 about #winning.", "Ask @jack_99 about #winning ."),
        ("Open notes.pdf, then example.com.", "Open notes.pdf , then example.com ."),
        ('"Come in," she said.', '" Come in , " she said .'),
        ("“Come in,” she said.", "“ Come in , ” she said ."),
        ("‘Come in,’ she said.", "‘ Come in , ’ she said ."),
        ("J. R. Smith met Mr. Brown.", "J. R. Smith met Mr. Brown ."),
        ("Speaker O'Neill saw D’Arcy.", "Speaker O'Neill saw D’Arcy ."),
        ("fruit, e.g. pears (see p. 5)", "fruit , e.g. pears ( see p. 5 )"),
        ("Prof. Hill (Ph.D.) of the U.S. Army", "Prof. Hill ( Ph.D. ) of the U.S. Army"),
        ("Привет, мир!", "Привет , мир !"),
        ("他们在北京。", "他们在北京 。"),
        ("Ünïted e\u0301te\u0301!", "Ünïted e\u0301te\u0301 !"),
    ],
)
def test_words(tokenizer: Tokenizer, text: str, expected: str) -> None:
    assert words(tokenizer, text) == expected


@pytest.mark.parametrize("emoji", ["😀", "👍🏽", "👨‍👩‍👧", "🇩🇪", "❤️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"])
def test_an_emoji_is_one_token(tokenizer: Tokenizer, emoji: str) -> None:
    assert words(tokenizer, f"yes{emoji}{emoji} {emoji}!") == f"yes {emoji} {emoji} {emoji} !"


@pytest.mark.parametrize("word", ["a" * 100_000, "-" * 100_000, "9" * 100_000, "http://" + "x" * 100_000])
def test_a_very_long_token(tokenizer: Tokenizer, word: str) -> None:
    assert words(tokenizer, f"A {word} b") == f"A {word} b"


@pytest.mark.parametrize("piece", ["a@b", "a.", "a-", "www.", "1,", "1:", "http://.", "a.-@", "#", "O'"])
def test_a_long_run_of_anything_takes_no_time_to_speak_of(tokenizer: Tokenizer, piece: str) -> None:
    assert words(tokenizer, piece * 50_000).replace(" ", "") == piece * 50_000


def test_what_belonged_to_older_tokens_is_gone(tokenizer: Tokenizer) -> None:
    before = segmented(Document(id="a", part=2, text="I don't.", meta={"year": 1999}, origin=range(9)))
    before = before.with_columns(xpos=["X"] * len(before.starts)).replace(entity_table=Spans.build([(0, 1, "PERSON")]))
    after = tokenizer(before)
    assert after.words == ("I", "do", "n't", ".")
    assert (after.id, after.part, after.text, dict(after.meta)) == ("a", 2, "I don't.", {"year": 1999})
    assert PROVISIONAL not in after.meta
    assert not after.columns
    assert after.entity_table is None
    assert after.origin is not None


def test_words_of_a_multi_word_token_get_their_parts() -> None:
    document = Document(
        text="I don't\u0020know. Aux",
        starts=[0, 2, 2, 8, 8, 12, 14, 14],
        ends=[1, 7, 7, 8, 12, 13, 17, 17],
        sentence_starts=[0, 6],
        paragraph_starts=[0],
        empty_nodes=[0, 0, 0, 1, 0, 0, 0, 0],
        columns={"form": Strings(["I", "do", "n't", "gone", "know", ".", "à", "les"])},
        multiwords=Spans.build([(1, 3, "don't"), (6, 8, "Aux")]),
    )
    gold = surface(document)
    assert gold.words == ("I", "do", "n't", "know", ".", "Aux")
    assert gold.sentence_starts.tolist() == [0, 5]
    assert gold.paragraph_starts.tolist() == [0]
    parts = divided(document)
    assert parts.words == document.words
    assert parts.starts.tolist() == [0, 2, 4, 8, 8, 12, 14, 14]
    assert parts.ends.tolist() == [1, 4, 7, 8, 12, 13, 17, 17]


def test_training_is_repeatable_and_a_model_is_kept(tmp_path: Path) -> None:
    documents = examples(2, 7)
    for name in ("one", "other"):
        Tokenizer.train(documents, SMALL).save(tmp_path / name)
    for file in ("model.json", "arrays.npz"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "other" / file).read_bytes()
    loaded = Tokenizer.load(tmp_path / "one")
    assert loaded.settings == SMALL
    text = documents[0].text
    assert loaded(Document(text=text)) == Tokenizer.train(documents, SMALL)(Document(text=text))


def test_what_it_was_trained_on_comes_back() -> None:
    documents = examples(3, 7)
    tokenizer = Tokenizer.train(documents, TokenizerSettings(made_up=0))
    for document in documents:
        assert tokenizer(Document(text=document.text)).words == document.words


def test_words_are_cut_between_letters_where_the_training_data_cuts_them() -> None:
    cut = Document(text="We cannot.", starts=[0, 3, 6, 9], ends=[2, 6, 9, 10], sentence_starts=[0])
    tokenizer = Tokenizer.train([cut] * 30, TokenizerSettings(made_up=0))
    assert words(tokenizer, "We cannot. We cartnot.") == "We can not . We cartnot ."


def test_nothing_to_train_on() -> None:
    with pytest.raises(DataError, match="documents that have tokens"):
        Tokenizer.train([Document(text="x")])


def test_absent_corpora(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"train\.conllu.*\n.*Unpack"):
        training_documents(tmp_path)


def test_a_model_that_lacks_an_array(tmp_path: Path) -> None:
    save_model(tmp_path, Model("tokenizer", {}, {"splits": np.zeros(0, dtype=np.uint64)}))
    with pytest.raises(ModelError, match="lacks the array 'tokens'"):
        Tokenizer.load(tmp_path)


def test_scores_of_the_experiment() -> None:
    assert f1([[(0, 1), (1, 3)], [(0, 2)]], [[(0, 1), (1, 2), (2, 3)], [(0, 2)]]) == pytest.approx(4 / 7)
    assert f1([[]], [[]]) == 0
    document = Document(text="A b. C", starts=[0, 2, 3, 5], ends=[1, 3, 4, 6], sentence_starts=[0, 3])
    assert spans(document) == ([(0, 1), (2, 3), (3, 4), (5, 6)], [(0, 4), (5, 6)])


@pytest.mark.corpus
def test_the_shipped_model_on_dev(corpora: Path, tokenizer: Tokenizer) -> None:
    for name, tokens, sentences in (("en_gum", 0.995, 0.95), ("en_ewt", 0.99, 0.88)):
        gold = [surface(document) for document in read(corpora / "treebanks" / name / "dev.conllu")]
        pairs = [(spans(document), spans(tokenizer(Document(text=document.text)))) for document in gold]
        for side, least in enumerate((tokens, sentences)):
            assert f1([one[side] for one, _ in pairs], [other[side] for _, other in pairs]) > least


@pytest.mark.parametrize(("text", "tokens"), [("a-" * 25_000, 50), ("(" * 20_000, 20)])
def test_data_without_white_space_is_cut_into_long_tokens(tokenizer: Tokenizer, text: str, tokens: int) -> None:
    document = tokenizer(Document(text=f"See {text} there."))
    inside = [word for word in document.words if len(word) > 100]
    assert len(inside) == tokens
    assert "".join(inside) == text
    assert document.words[0] == "See"
    assert max(map(len, inside)) <= LONGEST_RUN + 2


def test_what_is_as_long_as_may_be_is_cut_as_ever(tokenizer: Tokenizer) -> None:
    assert len(tokenizer(Document(text="a-" * (LONGEST_RUN // 2))).words) > 100


def test_long_sentences_are_cut(tokenizer: Tokenizer) -> None:
    document = tokenizer(Document(text="He slept. " + "he " * (2 * LONGEST + 5) + "\n\nShe ate."))
    lengths = np.diff([*document.sentence_starts.tolist(), len(document.words)]).tolist()
    assert sum(lengths) == len(document.words)
    assert max(lengths) == LONGEST
    assert lengths.count(LONGEST) == 2
    assert lengths[0] == lengths[-1] == 3
