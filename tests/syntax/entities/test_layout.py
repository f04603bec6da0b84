"""Names by where they stand on the page, and in texts of one case; and what is nobody's name."""

import pytest

from tests.syntax.entities.named import Found, people

PER = "PER"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Selma/NNP/PER Hadd/NNP/PER asks/VBZ ./. ¶ HADD/NN :/: Yes/UH ./.",
            [("Selma Hadd", PER), ("HADD", PER)],
        ),
        (
            "Yunus/NNP/PER al/NNP/PER +-/HYPH/PER +Rasim/NNP/PER came/VBD ¶ "
            "AL/NNP/ORG +-/HYPH/ORG +RASIM/NNP/ORG :/: No/UH",
            [("Yunus al-Rasim", PER), ("AL-RASIM", PER)],
        ),
        ("Dr./NNP Okello/NNP :/: Breathe/VB in/RP ./.", [("Okello", PER)]),
        ("Wilson/NN :/: Yes/UH ./. ¶ Carter/NN :/: No/UH ./. ¶ Wilson/NN :/: Why/WRB", [("Wilson", PER)] * 2),
        ("Sound/NN :/: good/JJ ¶ Light/NN :/: bad/JJ ¶ Sound/NN :/: bad/JJ", []),
        ("He/PRP said/VBD of/IN Wilson/NN :/: no/UH", []),
    ],
)
def test_speakers(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Cc/NN :/: Abiola/NNP ;/: Teuta/NNP", [("Abiola", PER), ("Teuta", PER)]),
        ("Students/NNS :/: Zinat/NNP Uddin/NNP (/-LRB- 2011/CD )/-RRB-", [("Zinat Uddin", PER)]),
        ("Subject/NN :/: Lagoon/NNP", []),
        ("Present/NN :/: Lee/NNP/PER ,/, FE/NNP", [("Lee", PER)]),
        ("From/IN :/: Lumen/NNP Press/NNP", []),
        ("To/IN :/: Vigo/NNP/LOC", [("Vigo", "LOC")]),
        ("Best/JJS ,/, ¶ Tendo/NNP", [("Tendo", PER)]),
        ("Tendo/NNP ,/, ¶ the/DT roof/NN leaks/VBZ ./.", [("Tendo", PER)]),
        ("Monday/NNP ,/, ¶ the/DT roof/NN leaks/VBZ ./.", []),
    ],
)
def test_headers_and_signatures(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "De/NNP Wael/NNP +,/, Martin/NNP |/NFP ¶ Post/NNP +,/, Anna/NNP",
            [("De Wael, Martin", PER), ("Post, Anna", PER)],
        ),
        ("1/LS +./. Kipru/NNP +,/, Noah/NNP 3:58/CD", [("Kipru, Noah", PER)]),
        ("Orlo/NNP/PER +,/, Helen/NNP/B-PER (/-LRB- 1871/CD", [("Orlo, Helen", PER)]),
        ("Machad/NNP/PER +,/, Helen/NNP/B-PER de/NNP (/-LRB- 1902/CD", [("Machad, Helen de", PER)]),
        ("Oslo/NNP/LOC +,/, Norway/NNP/B-LOC", [("Oslo", "LOC"), ("Norway", "LOC")]),
        ("Vusi/NNP/PER +,/, Pieto/NNP/B-PER –/: see/VB", [("Vusi", PER), ("Pieto", PER)]),
        ("Friday/NNP +,/, May/NNP 8/CD", []),
        ("Ann/NNP/PER Lee/NNP/PER +,/, HR/NNP", [("Ann Lee", PER)]),
    ],
)
def test_surnames_first(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Ada/NNP/PER Holm/NNP/PER (/-LRB- 3/CD )/-RRB- ,/, Lio/NNP Nal/NNP (/-LRB- 1/CD )/-RRB-",
            [("Ada Holm", PER), ("Lio Nal", PER)],
        ),
        ("Ada/NNP/PER Holm/NNP/PER 1/CD ,/, Lio/NNP Nal/NNP 2/CD ,/, x/NN", [("Ada Holm", PER), ("Lio Nal", PER)]),
        (
            "Ada/NNP/PER Holm/NNP/PER ,/, Lio/NNP Nal/NNP and/CC Bo/NNP/PER Lie/NNP/PER",
            [("Ada Holm", PER), ("Lio Nal", PER), ("Bo Lie", PER)],
        ),
        ("Ada/NNP/PER Holm/NNP/PER ,/, Lio/NNP Nal/NNP in/IN Rome/NNP/LOC", [("Ada Holm", PER), ("Rome", "LOC")]),
    ],
)
def test_among_the_names_of_people(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ask/VB dmitri/JJ he/PRP saw/VBD maria/NN", [("dmitri", PER), ("maria", PER)]),
        ("the/DT hope/NN and/CC a/DT rose/NN and/CC my/PRP$ maria/NN", []),
        ("mo/NN :/: tell/VB mrs/NN adey/NN now/RB", [("adey", PER)]),
        ("</-LRB- dmitri/NN >/-RRB- ok/UH", []),
        ("TELL/VB MY/PRP$ FATHER/NN JEREMIAH/NN STOP/NN ELIAS/NNP", [("JEREMIAH", PER), ("ELIAS", PER)]),
        ("DR/NN PATEL/NN MOST/JJS KIND/NN STOP/NN", [("PATEL", PER)]),
        ("TO/IN MISS/VB/LOC C/NNP/LOC FENN/NNP/LOC THORN/NNP/LOC HALL/NNP/LOC", [("C FENN", PER)]),
        ("We/PRP saw/VBD dmitri/NN", []),
    ],
)
def test_texts_of_one_case(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("the/DT firm/NN Doyle/NNP/PER &/CC Sons/NNPS built/VBD", [("Doyle & Sons", "ORG")]),
        ("the/DT schooner/NN Anna/NNP/PER Maria/NNP/PER sank/NN", []),
        ("barque/NN Matilda/NNP/PER ./. | The/DT Matilda/NNP/PER sails/VBZ", []),
        ("the/DT novel/NN Emma/NNP/PER wrote/VBD", [("Emma", PER)]),
        ("a/DT baker/NN/PER came/VBD", []),
        ("Executors/NNS/PER :/: none/NN", []),
        ("MALLOW/NNP/PER ,/, June/NNP 3/CD —/: Rain/NN fell/VBD", [("MALLOW", "LOC")]),
        ("MALLOW/NNP/PER came/VBD first/RB —/: then/RB rain/NN", [("MALLOW", PER)]),
        ("Mr./NNP/PER and/CC Mrs./NNP/B-PER Oak/NNP/PER came/VBD", [("Mrs. Oak", PER)]),
    ],
)
def test_nobody(text: str, expected: Found) -> None:
    assert people(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "Winner/NN | Town/NN ¶ Lio/NNP Nal/NNP | Harl/NNP/PER ¶ Bo/NNP/PER | Madd/NNP/PER",
            [("Lio Nal", PER), ("Harl", "LOC"), ("Bo", PER), ("Madd", "LOC")],
        ),
        ("Prize/NN | Place/NN ¶ Lio/NNP Nal/NNP | Harl/NNP/PER", [("Harl", PER)]),
        (
            "Ann/NNP/PER | cook/NN ¶ Lio/NNP/PER | Mast/NNP ¶ Bo/NNP/PER | Mate/NNP",
            [("Ann", PER), ("Lio", PER), ("Bo", PER)],
        ),
        ("Name/NN | Club/NN ¶ Lio/NNP | best/JJS ¶ 7/CD | Oslo/NNP/LOC", [("Lio", PER), ("Oslo", "LOC")]),
    ],
)
def test_columns(text: str, expected: Found) -> None:
    assert people(text) == expected
