"""Languages: what a document is said to be in, and what is noticed of others."""

import pytest

from namesakes import Document
from namesakes.errors import DataError, LanguageWarning, UnknownNameError
from namesakes.text.language import (
    check_script,
    checked_language,
    in_language,
    is_english,
    language_of,
    remark_languages,
)
from namesakes.text.segment import joined

ENGLISH = "The mayor of the town met her sister and the man who had sold them the old house near the river last year ."
CHINESE = "市长 昨天 在 北京 看见 了 他 的 姐姐 和 一 个 卖 房子 的 人 。 他们 很 高兴 。"
VOCALISED = "رَأَى أَحْمَدُ القِطَّةَ فِي المَدِينَةِ وَأَحَبَّهَا"


def document(text: str, **fields: object) -> Document:
    return Document(id="d", **{**joined([text.split()]), **fields})  # type: ignore[arg-type]


def test_what_is_not_in_latin_letters_is_not_english() -> None:
    assert is_english(ENGLISH.split()) is True
    assert is_english(CHINESE.split()) is False
    assert is_english([CHINESE.replace(" ", "")]) is False, "not cut into words"
    assert is_english(VOCALISED.split()) is False, "few words, with marks"
    assert is_english(["Ann", "left"]) is None


def test_a_document_keeps_its_language() -> None:
    plain = document(CHINESE, meta={"genre": "bn"})
    assert language_of(plain) == "en"
    chinese = in_language(plain, "zh")
    assert (language_of(chinese), chinese.meta["genre"]) == ("zh", "bn")
    assert in_language(chinese, "en") == plain
    assert in_language(plain, "en") is plain
    assert language_of(document(ENGLISH, meta={"language": "Old Norse"})) == "en"


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="no language called 'de'") as caught:
        checked_language("de")
    assert "Known: ar, en, zh" in str(caught.value)


@pytest.mark.parametrize(("text", "language"), [(ENGLISH, "en"), (CHINESE, "zh"), (VOCALISED, "ar")])
def test_letters_must_be_those_of_the_language(text: str, language: str) -> None:
    for other in ("ar", "en", "zh"):
        if other == language:
            check_script(document(text), other)
        else:
            with pytest.raises(
                DataError, match=rf"not in the letters of the language that it is read as \('{other}'\)"
            ):
                check_script(document(text), other)


def test_buckwalter_is_arabic() -> None:
    check_script(document("r>Y >Hmd AlqTp fy Almdynp wOHb hA vm *hb IlY Albyt"), "ar")


def test_documents_in_other_languages_are_remarked_on_once() -> None:
    with pytest.warns(LanguageWarning, match=r"2 documents are probably not in English \(d …\)"):
        remark_languages([document(ENGLISH), document(CHINESE), document(VOCALISED)])
