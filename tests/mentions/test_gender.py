"""Gender, number and animacy: learning from tiny counts, and what the shipped model says."""

import io
import tarfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from namesakes.errors import DataError, ModelError
from namesakes.mentions.gender import Classes, GenderModel, GenderSettings
from namesakes.mentions.gender_chains import chain_evidence, named_evidence, typed_evidence
from namesakes.mentions.gender_counts import phrases_of, read_counts
from namesakes.mentions.gender_features import NAME, NOMINAL, Phrases
from namesakes.mentions.gender_training import fair_counts, train
from namesakes.mentions.lexical_gender import lexical_genders
from namesakes.mentions.pronouns import ANIMATE, FEMININE, INANIMATE, MASCULINE, NEUTER, PLURAL, SINGULAR
from namesakes.text.document import Document
from namesakes.text.segment import joined
from namesakes.text.spans import Mentions, Spans

COUNTS = """\
bart !\t90 2 3 1
! smith\t80 20 2 3
bart smith\t12 0 0 0
lisa !\t3 70 2 1
lisa smith\t0 9 0 1
lisa\t1 30 1 0
bart\t40 1 1 0
smith\t60 9 4 2
acme !\t2 1 80 9
acme widgets\t0 0 20 3
company\t9 3 300 12
widgets\t1 1 9 90
mother\t9 120 2 3
plumber\t70 3 1 2
# ! !\t1 1 1 1
rare\t1 0 0 0
"""
SETTINGS = GenderSettings(thing=0.8, alone=0.75, several=0.65, least=4, rounds=30, batch=8)

LATIN = st.text(st.characters(min_codepoint=32, max_codepoint=0x24F), min_size=1, max_size=12).filter(str.strip)


def document(*sentences: list[tuple[str, str]], entities: list[tuple[int, int, str]] | None = None) -> Document:
    """A document of words with Penn tags."""
    made = Document(**joined([[word for word, _ in sentence] for sentence in sentences]))
    tagged = made.with_columns(xpos=[tag for sentence in sentences for _, tag in sentence])
    return tagged if entities is None else tagged.replace(entity_table=Spans.build(entities))


@pytest.fixture
def counts_file(tmp_path: Path) -> Path:
    path = tmp_path / "data.txt"
    path.write_text(COUNTS, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> GenderModel:
    path = tmp_path_factory.mktemp("counts") / "data.txt"
    path.write_text(COUNTS, encoding="utf-8")
    return train(read_counts(path, 4), settings=SETTINGS)


def judged(model: GenderModel, texts: list[str], kind: int) -> Classes:
    """What the model holds of phrases in small letters."""
    phrases = phrases_of([tuple(text.split()) for text in texts], kind)
    return model.decide(phrases, *model.probabilities(phrases))


def test_counts_are_read_from_a_file_and_from_an_archive(counts_file: Path, tmp_path: Path) -> None:
    found = read_counts(counts_file, 4)
    assert ("bart", "!") in found.phrases
    assert ("rare",) not in found.phrases
    assert len(found) == COUNTS.count("\n") - 2
    archive = tmp_path / "package.tar.gz"
    with tarfile.open(archive, "w:gz") as packed:
        entry = tarfile.TarInfo("package/en/gender/data.txt")
        data = COUNTS.encode()
        entry.size = len(data)
        packed.addfile(entry, io.BytesIO(data))
    again = read_counts(archive, 4)
    assert again.phrases == found.phrases
    np.testing.assert_array_equal(again.counts, found.counts)


def test_bad_counts_say_where_and_what(counts_file: Path, tmp_path: Path) -> None:
    counts_file.write_text("bart\t1 2 3 4\nlisa\t1 2\n")
    with pytest.raises(DataError, match=r"(?s)data\.txt:2: not a phrase and four counts"):
        read_counts(counts_file)
    counts_file.write_text("bart\t1 2 3 4\n")
    with pytest.raises(DataError, match="no phrase here is counted 99 times"):
        read_counts(counts_file, 99)
    with pytest.raises(DataError, match="no such file"):
        read_counts(tmp_path / "absent")
    with tarfile.open(tmp_path / "other.tar.gz", "w:gz") as packed:
        packed.add(counts_file, "other.txt")
    with pytest.raises(DataError, match="nothing in this archive"):
        read_counts(tmp_path / "other.tar.gz")


def test_a_surname_is_nobodys_gender_and_women_count_as_much_as_men(counts_file: Path) -> None:
    counts = read_counts(counts_file, 4)
    fair = dict(zip(counts.phrases, fair_counts(counts), strict=True))
    for surname in (("!", "smith"), ("smith",)):
        assert fair[surname][0] == fair[surname][1] == sum(counts.counts[counts.phrases.index(surname)][:2]) / 2
    assert fair["bart", "!"][0] == 90
    counts_file.write_text("bart !\t9 1 0 0\ntom !\t8 2 0 0\nlisa !\t1 9 0 0\n")
    few = read_counts(counts_file)
    assert fair_counts(few)[:, 1] == pytest.approx(few.counts[:, 1] * 1.8 / 1.2)


def test_names_and_nouns_are_learned_from_counts(tiny: GenderModel) -> None:
    names = judged(tiny, ["bart smith", "lisa smith", "lisa jones", "acme widgets"], NAME)
    assert names.gender.tolist() == [MASCULINE, FEMININE, FEMININE, NEUTER]
    assert names.animacy.tolist() == [ANIMATE, ANIMATE, ANIMATE, INANIMATE]
    assert judged(tiny, ["smith"], NAME).gender.tolist() == [0]
    nouns = judged(tiny, ["mother", "plumber", "company", "widgets"], NOMINAL)
    assert nouns.gender.tolist() == [FEMININE, 0, NEUTER, 0]
    assert nouns.number.tolist() == [SINGULAR, SINGULAR, SINGULAR, PLURAL]
    assert nouns.animacy.tolist()[:3] == [ANIMATE, ANIMATE, INANIMATE]


def test_training_twice_gives_the_same_bytes_and_loading_gives_it_back(
    tiny: GenderModel, counts_file: Path, tmp_path: Path
) -> None:
    tiny.save(tmp_path / "one")
    train(read_counts(counts_file, 4), settings=SETTINGS).save(tmp_path / "two")
    for name in ("arrays.npz", "model.json"):
        assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()
    back = GenderModel.load(tmp_path / "one")
    assert back.settings == tiny.settings
    np.testing.assert_array_equal(back.codes, tiny.codes)
    np.testing.assert_array_equal(back.weights, tiny.weights)
    (tmp_path / "two" / "arrays.npz").write_bytes(b"")
    with pytest.raises(ModelError):
        GenderModel.load(tmp_path / "two")


def test_no_two_features_share_a_slot(tiny: GenderModel) -> None:
    slots = tiny.codes >> np.uint32(12)
    assert len(np.unique(slots)) == len(slots)
    assert np.all(np.diff(tiny.codes.astype(np.int64)) > 0)


def test_chains_tell_who_is_he_and_she() -> None:
    text = document(
        [("Ann", "NNP"), ("met", "VBD"), ("the", "DT"), ("old", "JJ"), ("plumber", "NN"), (".", ".")],
        [("She", "PRP"), ("liked", "VBD"), ("him", "PRP"), (".", ".")],
    )
    spans = [[(0, 1)], [(2, 5)], [(6, 7)], [(8, 9)]]
    found = chain_evidence(text.replace(mention_table=Mentions.build(spans, ["a", "b", "a", "b"])))
    assert found.phrases.kind.tolist() == [NAME, NOMINAL]
    assert found.phrases.head.tolist() == [0, 4]
    assert found.pronouns.tolist() == [[0, 1, 0, 0], [1, 0, 0, 0]]
    typed = typed_evidence(text, [{"sent": 0, "start": 2, "end": 4, "etype": "person"}])
    assert typed.animate.tolist() == [1]
    with pytest.raises(DataError, match="no chains"):
        chain_evidence(text)
    named = named_evidence(text.replace(entity_table=Spans.build([(0, 1, "PER"), (4, 5, "ORG")])))
    assert named.pronouns.tolist() == [[0, 0, 0, 0, 1], [0, 0, 1, 0, 0]]
    assert named.animate.tolist() == [1, 0]


def test_nouns_with_a_gender_are_found_from_others() -> None:
    assert lexical_genders({"mother": [1, 60, 0, 0]})["king"] == 0
    people = {"man": (90, 2), "woman": (2, 90), "boy": (80, 2), "girl": (3, 80), "father": (60, 2), "mother": (2, 60)}
    people |= {"teacher": (40, 45), "doctor": (60, 9), "nurse": (6, 60), "stepson": (50, 1)}
    found = lexical_genders({word: [*row, 1, 1] for word, row in people.items()})
    assert found["woman"] == 1
    assert not {"teacher", "doctor", "nurse"} & set(found)


SENTENCES = (
    [("Mary", "NNP"), ("and", "CC"), ("John", "NNP"), ("saw", "VBD"), ("Mrs.", "NNP"), ("Smith", "NNP")],
    [("The", "DT"), ("company", "NN"), ("sued", "VBD"), ("the", "DT"), ("woman", "NN"), ("for", "IN")],
    [("The", "DT"), ("children", "NNS"), ("saw", "VBD"), ("a", "DT"), ("king", "NN"), ("himself", "PRP")],
)
FIRST, END = [0, 2, 4, 6, 9, 12, 15, 17], [1, 3, 6, 8, 11, 14, 17, 18]
HEAD, KIND = [0, 2, 5, 7, 10, 13, 16, 17], [1, 1, 1, 2, 2, 2, 2, 3]


def shipped_classes(rows: list[int]) -> Classes:
    first, end, head, kind = (np.array(column)[rows] for column in (FIRST, END, HEAD, KIND))
    return GenderModel.shipped().classes(document(*SENTENCES), first, end, head, kind)


def test_the_shipped_model_knows_common_names_and_nouns() -> None:
    assert GenderModel.shipped() is GenderModel.shipped()
    found = shipped_classes(list(range(8)))
    assert found.gender.tolist() == [FEMININE, MASCULINE, FEMININE, NEUTER, FEMININE, 0, MASCULINE, 0]
    assert found.animacy.tolist() == [ANIMATE, ANIMATE, ANIMATE, INANIMATE, ANIMATE, ANIMATE, ANIMATE, 0]
    assert found.number.tolist() == [SINGULAR] * 5 + [PLURAL, SINGULAR, 0]
    assert all(column.dtype == np.uint8 for column in vars(found).values())
    assert np.all((found.sure > 0) == (found.gender > 0))


def test_all_mentions_at_once_are_judged_as_each_by_itself() -> None:
    together = shipped_classes(list(range(8)))
    for row in range(8):
        alone = shipped_classes([row])
        for name, column in vars(together).items():
            assert getattr(alone, name)[0] == column[row]


def test_occupations_have_no_gender() -> None:
    words = "nurse mechanic secretary carpenter doctor teacher lawyer housekeeper president receptionist guard cook"
    found = judged(GenderModel.shipped(), words.split(), NOMINAL)
    assert not set(found.gender.tolist()) & {MASCULINE, FEMININE}
    certain = judged(GenderModel.shipped(), "father aunt queen actress boy daughter".split(), NOMINAL)
    assert certain.gender.tolist() == [MASCULINE, FEMININE, FEMININE, FEMININE, MASCULINE, FEMININE]


def test_surnames_have_no_gender_but_titles_do() -> None:
    found = judged(GenderModel.shipped(), ["johnson", "robinson", "mr. johnson", "mrs. johnson", "lady robinson"], NAME)
    assert found.gender.tolist() == [0, 0, MASCULINE, FEMININE, FEMININE]


@given(st.lists(LATIN, min_size=1, max_size=6), st.sampled_from([NAME, NOMINAL]))
def test_any_words_are_judged_alike_with_and_without_tags(words: list[str], kind: int) -> None:
    text = Document(**joined([words]))
    count = len(text.starts)
    arrays = [np.array([0]), np.array([count]), np.array([count - 1]), np.array([kind])]
    found = GenderModel.shipped().classes(text, *arrays)
    assert all(len(column) == 1 for column in vars(found).values())
    assert found.gender[0] <= 3
    assert found.sure[0] <= 3


def test_no_mentions_and_no_tokens() -> None:
    none = np.zeros(0, dtype=np.int32)
    for text in (Document(), document(*SENTENCES)):
        assert len(GenderModel.shipped().classes(text, none, none, none, none).gender) == 0


def test_the_type_of_an_entity_is_seen() -> None:
    rows = [[("Washington", "NNP"), ("said", "VBD")]]
    phrases = [
        Phrases.of(document(*rows, entities=table), np.array([0]), np.array([1]), np.array([0]), np.array([NAME]))
        for table in (None, [(0, 1, "PER")], [(0, 1, "LOC")])
    ]
    chances = [float(GenderModel.shipped().probabilities(phrase)[1][0]) for phrase in phrases]
    assert chances[1] > chances[0] > chances[2]
