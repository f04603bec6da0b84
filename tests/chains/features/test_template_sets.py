"""Sets of templates by name; what a local feature says hangs on no other mention of the text."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

import namesakes
from namesakes.chains.features.mention_pairs import mention_pairs
from namesakes.chains.features.template_sets import DOCUMENT_ATOMS, SETS, expanded, looks_further
from namesakes.chains.features.templates import ALONE, CLUSTERS, LOCAL
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.settings import ChainSettings
from namesakes.chains.training.feature_selection import SelectionSettings
from namesakes.config import fill
from namesakes.errors import ConfigError
from namesakes.learning.steps import Direction
from namesakes.mentions.detection import with_mentions
from namesakes.text.document import Document
from namesakes.text.spans import integers

TEXT = """\
Ms. Robin Anderson met Tom Lund in Oslo. Anderson had written to the company about its old mine.
The miner was late. Anderson left early, and Lund told the company that the mine was closed.
"""


@pytest.fixture(scope="module")
def document() -> Document:
    """A text in which names come back, one of them with its gender said elsewhere."""
    return with_mentions(namesakes.load()(TEXT))


def only(document: Document, kept: Sequence[int]) -> Document:
    """The document with these mentions alone."""
    table = document.mention_table
    assert table is not None
    assert table.heads is not None
    chosen = np.array(kept)
    columns = {"starts": table.first[chosen], "ends": table.end[chosen], "heads": table.heads[chosen]}
    chains, offsets = integers(np.full(len(kept), -1)), integers(np.arange(len(kept) + 1))
    return document.replace(mention_table=replace(table, offsets=offsets, chains=chains, extra={}, **columns))


def features(document: Document, name: str, mention: int, earlier: int) -> list[int]:
    """The places of the features of two mentions (counted from 1) and of the later one alone, without distances."""
    chosen = FeatureSettings(bits=24).with_set(name)
    pairs = tuple(each for each in chosen.pairs if "mentions" not in each.split())
    model = BeamModel(replace(chosen, pairs=pairs, clusters=()))
    ready, direction = mention_pairs(document, model.templates, 24), Direction(24)
    rows = ready.candidates.starts[mention] + np.array([0, earlier])
    model.add(ready, rows, np.full(2, mention, dtype=np.int32), np.ones(2), direction)
    return sorted(direction.touched[: direction.count].tolist())


def apart(document: Document) -> list[int]:
    """The mentions that no other one overlaps with."""
    table = document.mention_table
    assert table is not None
    spans = list(zip(table.first.tolist(), table.end.tolist(), strict=True))
    alone = [sum(one[0] < end and first < one[1] for first, end in spans) == 1 for one in spans]
    return [place for place, free in enumerate(alone) if free]


def test_local_features_of_two_mentions_hang_on_no_other_one(document: Document) -> None:
    kept = apart(document)
    assert len(kept) >= 6
    whole, changed = only(document, kept), {"local": 0, "usual": 0}
    for one, other in combinations(range(len(kept)), 2):
        alone = only(document, [kept[one], kept[other]])
        for name in changed:
            changed[name] += features(whole, name, other + 1, one + 1) != features(alone, name, 2, 1)
    assert changed["local"] == 0
    assert changed["usual"] > 10


def test_the_gender_of_a_name_by_itself_is_not_what_the_text_says_of_it(document: Document) -> None:
    ready = mention_pairs(document, BeamModel(FeatureSettings()).templates, 20)
    known, words = ready.attributes, [mention.text for mention in document.mentions]
    places = [number + 1 for number, text in enumerate(words) if text == "Anderson"]
    assert places
    assert {int(known.column("gender")[place]) for place in places} == {2}
    assert {int(known.column("own_gender")[place]) for place in places} == {0}


def test_the_sets() -> None:
    assert SETS["usual"].pairs == LOCAL
    assert SETS["usual-clusters"].clusters == CLUSTERS
    for name in ("local", "non-local"):
        for template in (*SETS[name].pairs, *SETS[name].alone, *SETS[name].clusters):
            assert not looks_further(template)
    assert sum(map(looks_further, (*LOCAL, *ALONE))) > 30
    assert SETS["local"].clusters == ()
    assert any(template.startswith("g.") for template in SETS["non-local"].clusters)
    for chosen in SETS.values():
        settings = FeatureSettings(chosen.pairs, chosen.alone, chosen.clusters, bits=8)
        BeamModel(settings).templates.check()


def test_a_set_is_named_in_settings() -> None:
    values = {"pairs": ["@local", "rank m.class", "m.head"], "alone": ["@local"], "clusters": ["@non-local", "c.match"]}
    found = fill(FeatureSettings, values)
    assert found.pairs == (*SETS["local"].pairs, "rank m.class")
    assert found.alone == SETS["local"].alone
    assert found.clusters == (*SETS["non-local"].clusters, "c.match")
    assert FeatureSettings(bits=9).with_set("non-local") == FeatureSettings(
        SETS["non-local"].pairs, SETS["non-local"].alone, SETS["non-local"].clusters, bits=9
    )
    assert fill(SelectionSettings, {"pairs": ["@local"]}).pairs == SETS["local"].pairs
    assert expanded(["m.head", "m.head"], "pairs") == ("m.head", "m.head")
    assert ChainSettings().with_set(None) == ChainSettings()


def test_a_set_that_is_not_known_is_refused() -> None:
    with pytest.raises(ConfigError, match="set of templates called 'locl'"):
        fill(FeatureSettings, {"pairs": ["@locl"]})
    with pytest.raises(ConfigError, match="templates of clusters need the decoder beam"):
        ChainSettings().with_set("non-local")


def test_every_atom_of_the_text_is_one() -> None:
    known = {atom.rpartition(".")[2] for template in (*LOCAL, *ALONE) for atom in template.split()}
    assert {"match", "repeated", "often", "rank", "likeness", "genders"} <= known & DOCUMENT_ATOMS
