"""ClearNLP's trees as Universal Dependencies, by hand; spaCy is not needed."""

from hypothesis import given
from hypothesis import strategies as st

from namesakes.integrations.spacy_trees import is_clear, universal

LABELS = "ROOT nsubj dobj prep pobj pcomp attr acomp conj cc aux expl det poss dative agent punct case".split()


def converted(*rows: tuple[str, int, str, str]) -> list[tuple[str, int, str]]:
    """Words with heads counted from 1, as CoNLL-U has them."""
    words, heads, labels, tags = zip(*rows, strict=True)
    lemmas = ["be" if word in ("is", "are", "was") else word for word in words]
    found, names = universal([head - 1 for head in heads], labels, lemmas, tags)
    return [(word, head + 1, label) for word, head, label in zip(words, found, names, strict=True)]


def test_prepositions_go_below_what_they_govern() -> None:
    assert converted(
        ("sat", 0, "ROOT", "VERB"), ("in", 1, "prep", "ADP"), ("the", 4, "det", "DET"), ("house", 2, "pobj", "NOUN"),
        ("of", 4, "prep", "ADP"), ("Lee", 5, "pobj", "PROPN"),
    ) == [("sat", 0, "root"), ("in", 4, "case"), ("the", 4, "det"), ("house", 1, "obl"), ("of", 6, "case"),
          ("Lee", 4, "nmod")]  # fmt: skip


def test_prepositions_of_several_words() -> None:
    assert converted(
        ("ran", 0, "ROOT", "VERB"), ("out", 1, "prep", "ADP"), ("of", 2, "prep", "ADP"), ("town", 3, "pobj", "NOUN")
    ) == [("ran", 0, "root"), ("out", 4, "case"), ("of", 4, "case"), ("town", 1, "obl")]


def test_clauses_below_prepositions() -> None:
    assert converted(
        ("left", 0, "ROOT", "VERB"), ("without", 1, "prep", "ADP"), ("saying", 2, "pcomp", "VERB"),
        ("goodbye", 3, "dobj", "NOUN"),
    ) == [("left", 0, "root"), ("without", 3, "mark"), ("saying", 1, "advcl"), ("goodbye", 3, "obj")]  # fmt: skip


def test_copulas_go_below_what_somebody_is() -> None:
    assert converted(
        ("Lee", 2, "nsubj", "PROPN"), ("is", 0, "ROOT", "AUX"), ("a", 4, "det", "DET"), ("nurse", 2, "attr", "NOUN"),
        ("now", 2, "advmod", "ADV"),
    ) == [("Lee", 4, "nsubj"), ("is", 4, "cop"), ("a", 4, "det"), ("nurse", 0, "root"),
          ("now", 4, "advmod")]  # fmt: skip


def test_what_there_is_is_the_subject() -> None:
    assert converted(
        ("There", 2, "expl", "PRON"), ("is", 0, "ROOT", "VERB"), ("hope", 2, "attr", "NOUN")
    ) == [("There", 2, "expl"), ("is", 0, "root"), ("hope", 2, "nsubj")]  # fmt: skip


def test_conjuncts_go_below_the_first() -> None:
    assert converted(
        ("Ann", 0, "ROOT", "PROPN"), (",", 1, "punct", "PUNCT"), ("Bo", 1, "conj", "PROPN"), ("and", 3, "cc", "CCONJ"),
        ("Cy", 3, "conj", "PROPN"),
    ) == [("Ann", 0, "root"), (",", 1, "punct"), ("Bo", 1, "conj"), ("and", 5, "cc"), ("Cy", 1, "conj")]  # fmt: skip


def test_names_of_labels() -> None:
    assert converted(
        ("her", 2, "poss", "PRON"), ("book", 4, "nsubjpass", "NOUN"), ("was", 4, "auxpass", "AUX"),
        ("sold", 0, "ROOT", "VERB"), ("by", 4, "agent", "ADP"), ("him", 5, "pobj", "PRON"),
    ) == [("her", 2, "nmod:poss"), ("book", 4, "nsubj:pass"), ("was", 4, "aux:pass"), ("sold", 0, "root"),
          ("by", 6, "case"), ("him", 4, "obl")]  # fmt: skip


def test_which_labels_are_which() -> None:
    assert is_clear(["nsubj", "ROOT", "dobj"])
    assert not is_clear(["nsubj", "ROOT", "obj", "obl", "case"])


@given(st.data())
def test_any_tree_stays_a_tree(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 12))
    order = data.draw(st.permutations(range(count)))
    heads = [-1] * count
    for place in range(1, count):
        heads[order[place]] = order[data.draw(st.integers(0, place - 1))]
    labels = [data.draw(st.sampled_from(LABELS)) for _ in range(count)]
    lemmas = [data.draw(st.sampled_from(["be", "go"])) for _ in range(count)]
    found, names = universal(heads, labels, lemmas, ["NOUN"] * count)
    assert len(found) == len(names) == count
    assert found.count(-1) == 1
    for place in range(count):
        seen, here = set(), place
        while here >= 0:
            assert here not in seen, (heads, labels, found)
            seen.add(here)
            here = found[here]
