"""Arabic words as they are compared: vocalised or not, in Unicode or in Buckwalter's letters."""

import pytest

from namesakes import Document
from namesakes.text.arabic import is_transliterated, plain, with_plain_words
from namesakes.text.segment import joined

PLAIN = ("راى", "احمد", "القطة", "و", "احب", "ها", ".")


@pytest.mark.parametrize(
    "text",
    [
        "رأى أحمد القطة و أحب ها .",
        "رَأَى أَحْمَدُ القِطَّةَ وَ أَحَبَّ ها .",
        "رأى أحمـــد القطة و- أحب -ها .",
        "r>Y >Hmd AlqTp w >Hb hA .",
        "ra>aY >aHomadu AlqiT~apa wa- >aHab~a -hA .",
        "rOY OHmd AlqTp w OHb hA .",
    ],
)
def test_words_are_the_same_however_they_are_written(text: str) -> None:
    document = Document(id="d", **joined([text.split()]))
    found = with_plain_words(document)
    assert found.words == PLAIN
    assert (found.text, found.starts.tolist()) == (document.text, document.starts.tolist())


def test_what_is_plain_stays() -> None:
    document = Document(id="d", **joined([list(PLAIN)]))
    assert with_plain_words(document) is document


def test_numbers_and_marks_are_no_letters() -> None:
    document = Document(id="d", **joined([["qAl", "1,5", "%", "-", "$", "kitAb", "fy", "AldAr"]]))
    assert with_plain_words(document).words == ("قال", "1,5", "%", "-", "$", "كتاب", "في", "الدار")


def test_english_is_not_transliterated() -> None:
    assert not is_transliterated("The mayor of the town met her sister here .".split())
    assert not is_transliterated([])
    assert plain("Ann") == "Ann"
