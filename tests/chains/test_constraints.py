"""Constraints: files, contradictions, and chains that honour them whatever the decoder."""

import json
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from namesakes import Constraints
from namesakes.chains.constraints import read_constraints
from namesakes.chains.decoding.constrained import placed, with_constrained
from namesakes.errors import DataError
from namesakes.mentions.detection import with_mentions
from tests.chains.parsed import parsed, resolver

DOCUMENT = parsed()
MENTIONS = [(mention.start, mention.end) for mention in with_mentions(DOCUMENT).mentions]
DECODERS = ("best-first", "spanning-tree", "beam")


def span(word: str, number: int = 0) -> tuple[int, int]:
    """The characters of a word's occurrence of that number."""
    place = -1
    for _ in range(number + 1):
        place = DOCUMENT.text.index(word, place + 1)
    return place, place + len(word)


pairs = st.lists(st.sampled_from(list(combinations(MENTIONS, 2))), max_size=4)


@given(pairs, pairs, st.sampled_from(DECODERS), st.integers(0, 5), st.sampled_from([0, 2]))
@settings(max_examples=60)
def test_constraints_hold_or_contradict_each_other(
    must: list[tuple[tuple[int, int], ...]],
    cannot: list[tuple[tuple[int, int], ...]],
    decoder: str,
    seed: int,
    window: int,
) -> None:
    groups = {mention: {mention} for mention in MENTIONS}
    for one, other in must:
        joint = groups[one] | groups[other]
        groups |= dict.fromkeys(joint, joint)
    contradiction = any(other in groups[one] for one, other in cannot)
    model = resolver(decoder, seed, window)
    if contradiction:
        with pytest.raises(DataError, match="must be linked and must not be"):
            model.links(DOCUMENT, constraints=Constraints(must, cannot))
        return
    links = model.links(DOCUMENT, constraints=Constraints(must, cannot), min_confidence=0.3)
    number = {(mention.start, mention.end): place for place, mention in enumerate(links.document.mentions, start=1)}
    for one, other in must:
        assert links.clusters[number[one]] == links.clusters[number[other]]
    for one, other in cannot:
        assert links.clusters[number[one]] != links.clusters[number[other]]
    assert np.all(links.antecedents[1:] < np.arange(1, len(links.antecedents)))


@pytest.mark.parametrize("decoder", DECODERS)
def test_constraints_that_say_nothing_change_nothing(decoder: str) -> None:
    model = resolver(decoder, seed=3)
    free = model.links(DOCUMENT)
    chosen = [(MENTIONS[a - 1], MENTIONS[m - 1]) for m, a in enumerate(free.antecedents.tolist()) if a]
    bound = model.links(DOCUMENT, constraints=Constraints(must=chosen))
    assert free.clusters.tolist() == bound.clusters.tolist()
    assert bound.constrained.sum() == len(chosen)
    assert np.all(bound.confidences[bound.constrained] == 1.0)


def test_a_mention_that_was_not_found_is_added() -> None:
    document = with_mentions(DOCUMENT)
    verb = span("told")
    assert verb not in MENTIONS
    seen = with_constrained(document, Constraints(must=[[verb, span("plan")]]))
    assert verb in [(mention.start, mention.end) for mention in seen.mentions]
    starts = [(mention.start, -mention.end) for mention in seen.mentions]
    assert starts == sorted(starts)
    found = resolver().resolve(DOCUMENT, constraints=Constraints(must=[[span("plan", 1), verb]]))
    assert any({"told", "The plan"} & {mention.text for mention in chain} for chain in found.chains)


def test_groups_of_several() -> None:
    everybody = [span("Ann"), span("Ben"), span("his")]
    links = resolver().links(DOCUMENT, constraints=Constraints(cannot=[everybody]))
    number = {(mention.start, mention.end): place for place, mention in enumerate(links.document.mentions, start=1)}
    assert len({int(links.clusters[number[each]]) for each in everybody}) == 3
    links = resolver().links(DOCUMENT, constraints=Constraints(must=[everybody]))
    assert len({int(links.clusters[number[each]]) for each in everybody}) == 1


def test_contradictions_name_the_pair() -> None:
    ann, she, her = span("Ann"), span("She"), span("her")
    document = with_mentions(DOCUMENT)
    with pytest.raises(DataError, match=r"“Ann” \(0–3\) and “She” \(14–17\) must be linked and must not be"):
        placed(Constraints(must=[[ann, she]], cannot=[[she, ann]]), document)
    with pytest.raises(DataError, match=r"“Ann”.* and “her”.*\n.*through other mentions"):
        placed(Constraints(must=[[ann, she], [she, her]], cannot=[[ann, her]]), document)
    with pytest.raises(DataError, match=r"“Ann” .* cannot be kept apart from itself"):
        placed(Constraints(cannot=[[ann, ann]]), document)


@pytest.mark.parametrize(
    ("spans", "message"), [([(0, 2), (14, 17)], "inside a token"), ([(0, 3), (5, 900)], "cover no")]
)
def test_spans_that_are_no_words(spans: list[tuple[int, int]], message: str) -> None:
    with pytest.raises(DataError, match=message):
        resolver().resolve(DOCUMENT, constraints=Constraints(must=[spans]))


# Files.


def test_read_all_layouts(tmp_path: Path) -> None:
    rows = [
        {"doc_id": "a", "must_link": [[[0, 3], [14, 17]]]},
        {"doc_id": "a", "cannot_link": [[[0, 3], [8, 11], [20, 23]]]},
        {"must_link": [[[1, 2], [3, 4]]], "cannot_link": []},
    ]
    (tmp_path / "c.json").write_text(json.dumps(rows, indent=2))
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    (tmp_path / "one.json").write_text(json.dumps(rows[0]))
    for name in ("c.json", "c.jsonl"):
        found = read_constraints(tmp_path / name)
        assert set(found) == {"a", None}
        assert [(group.must, group.spans) for group in found["a"].groups] == [
            (True, ((0, 3), (14, 17))),
            (False, ((0, 3), (8, 11), (20, 23))),
        ]
        assert repr(found[None]) == "Constraints(1 must-link, 0 cannot-link)"
    assert len(read_constraints(tmp_path / "one.json")["a"]) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "c.jsonl: there are no constraints in this file"),
        ('{"must_link": []}\n{"must_link": [[[0, 1], [2, 3]]]', "c.jsonl:2: this is not JSON"),
        ('{"must_link": []}\n\n[1]', "c.jsonl:3: this is a JSON list"),
        ('[{"must_link": []}\n {"must_link": []}]', "c.jsonl:2: '{\"must_lin' stands after an object"),
        ('[{"must_link": []}', "c.jsonl:1: the file ends early"),
        ('{"must": []}', "c.jsonl:1: this object has the keys must"),
        ('\n{"doc_id": 3, "must_link": []}', "c.jsonl:2: 'doc_id' is a int"),
        ('{"must_link": {"a": 1}}', "c.jsonl:1: 'must_link' is a dict"),
        ('{"must_link": [[[0, 3]]]}', "c.jsonl:1: a constraint needs two mentions or more, and this is [[0, 3]]"),
        ('{"cannot_link": [[[0, 3], [4]]]}', "c.jsonl:1: a mention is [start, end] in characters, not [4]"),
        ('{"cannot_link": [[[0, 3], ["4", 5]]]}', 'c.jsonl:1: a mention is [start, end] in characters, not ["4", 5]'),
        ("[" * 50_000, "c.jsonl:1: this is not JSON"),
    ],
)
def test_what_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "c.jsonl").write_text(text)
    with pytest.raises(DataError) as caught:
        read_constraints(tmp_path / "c.jsonl")
    assert message in str(caught.value)


def test_errors_on_a_document_name_the_file(tmp_path: Path) -> None:
    rows = [{"must_link": [[[0, 3], [14, 17]]]}, {"cannot_link": [[[14, 17], [0, 3]]]}]
    (tmp_path / "c.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    with pytest.raises(DataError, match=r"c\.jsonl:2: document small: “Ann”") as caught:
        resolver().resolve(DOCUMENT, constraints=read_constraints(tmp_path / "c.jsonl")[None])
    assert "The must-link is in line 1." in str(caught.value)
