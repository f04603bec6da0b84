"""Mentions made up at random, and documents to train on, for tests of chains."""

from typing import Any

import numpy as np

from namesakes.chains.decoding.entities import FACTS, Entities
from namesakes.chains.features.candidates import candidates
from namesakes.chains.features.comparisons import add_matches, compare
from namesakes.chains.features.mention_pairs import Hashes, MentionPairs
from namesakes.chains.features.templates import Templates
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.training.costs import Costs
from namesakes.chains.training.examples import Example
from namesakes.formats.conllu import FORMAT
from namesakes.formats.format import Block
from namesakes.formats.text_file import TextFile
from namesakes.mentions.attributes import COLUMNS, PLACES, Attributes
from namesakes.text.document import Document

PAIRS = ("sentences", "same_head", "rank m.kind", "m.head a.head", "m.kind a.kind words", "genders numbers")
ALONE = ("m.kind", "m.head", "m.match m.kind")
CLUSTERS = (
    *("c.size", "c.shape m.kind", "p.head m.head", "c.genders c.match", "c.last a.kind", "c.start m.kind"),
    *("g.head m.head", "g.kind a.kind c.size"),
)
LOCAL_FEATURES = FeatureSettings(pairs=PAIRS, alone=ALONE, bits=14)
CLUSTER_FEATURES = FeatureSettings(pairs=PAIRS, alone=ALONE, clusters=CLUSTERS, bits=14)


def made_attributes(count: int, seed: int) -> Attributes:
    """The attributes of so many mentions of a text that nobody wrote; row 0 is the root."""
    random = np.random.default_rng(seed)
    codes = random.integers(0, 4, size=(count + 1, len(COLUMNS))).astype(np.uint64)
    codes[:, COLUMNS.index("kind")] = random.integers(1, 4, size=count + 1)
    codes[0] = 0
    first = np.concatenate(([-1], np.sort(random.integers(0, 3 * count + 1, size=count))))
    end = first + random.integers(1, 6, size=count + 1)
    columns = {
        "first": first,
        "end": end,
        "head": np.minimum(first + random.integers(0, 3, size=count + 1), end - 1),
        "sentence": first // 7,
        "governor": random.integers(-1, 9, size=count + 1),
        "clause": random.integers(0, 9, size=count + 1),
        "modifier_of": random.integers(-1, 12, size=count + 1),
        "vector": random.integers(-1, 30, size=count + 1),
        "name_first": first,
        "name_end": first + random.integers(1, 3, size=count + 1),
    }
    places = np.zeros((count + 1, len(PLACES)), dtype=np.int32)
    for name, values in columns.items():
        places[:, PLACES.index(name)] = values
    return Attributes(codes, places, *_lists(count, random), *_lists(count, random))


def _lists(count: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Sorted lists of codes, one a mention, some of them empty; that of the root is."""
    lists = [np.unique(random.integers(1, 6, size=random.integers(0, 4))) for _ in range(count)]
    offsets = np.cumsum([0, 0, *map(len, lists)]).astype(np.int32)
    return offsets, np.concatenate([*lists, np.zeros(0)]).astype(np.uint64)


def made_pairs(count: int, seed: int, features: FeatureSettings = LOCAL_FEATURES) -> MentionPairs:
    """These mentions ready for scoring."""
    known = made_attributes(count, seed)
    rows = candidates(known, features.window)
    comparisons = compare(known, rows)
    add_matches(known, rows, comparisons)
    templates: Templates = BeamModel(features).templates
    return MentionPairs(known, rows, comparisons, Hashes(templates, features.bits, known.codes))


def made_chains(count: int, seed: int) -> np.ndarray:
    """Gold chains of these mentions, -1 for those in none; the root first."""
    random = np.random.default_rng([seed, 1])
    return np.concatenate(([-1], random.integers(-1, max(1, count // 3), size=count))).astype(np.int32)


def made_example(count: int, seed: int, features: FeatureSettings = LOCAL_FEATURES) -> Example:
    """The mentions with their gold chains."""
    return Example.build(made_pairs(count, seed, features), made_chains(count, seed), Costs())


def made_entities(count: int, seed: int) -> Entities:
    """The mentions of a text that nobody wrote, with facts at random: many say nothing, and few agree."""
    random = np.random.default_rng([seed, 3])
    pairs = made_pairs(count, seed)
    places = pairs.attributes.places
    places[1:, PLACES.index("quote")] = random.integers(0, 3, size=count)
    places[1:, PLACES.index("apposed")] = random.integers(0, 2, size=count)
    heads = places[random.integers(0, count + 1, size=count), PLACES.index("head")]
    places[1:, PLACES.index("conjunct_of")] = np.where(random.random(count) < 0.3, heads, -1)
    facts = random.integers(1, 3, size=(count + 1, len(FACTS))).astype(np.uint64)
    facts[random.random(facts.shape) < 0.6] = 0
    facts[0] = 0
    made = Entities(pairs)
    made.__dict__["facts"] = facts
    return made


def made_limits(made: Entities, seed: int) -> dict[str, Any]:
    """Some mentions that others must not be linked to, and some that are bound; with the rows that may be taken."""
    random, candidates = np.random.default_rng([seed, 4]), made.pairs.candidates
    count = made.pairs.count
    foes = {
        mention: np.flatnonzero(random.random(mention) < 0.4).astype(np.int32)
        for mention in range(2, count + 1)
        if random.random() < 0.3
    }
    foes = {mention: others[others > 0] for mention, others in foes.items()}
    bound = np.full(count + 1, -1, dtype=np.int32)
    allowed = made.open_rows.copy()
    for mention in range(2, count + 1):
        own = slice(*candidates.starts[mention : mention + 2].tolist())
        if random.random() < 0.2:
            bound[mention] = 0 if random.random() < 0.7 else random.integers(1, mention)
            allowed[own] = candidates.antecedents[own] == random.integers(1, mention)
        else:
            allowed[own] &= random.random(own.stop - own.start) < 0.9
            allowed[own.start] = 1
    return {"allowed": allowed, "foes": foes, "bound": bound}


def made_weights(features: FeatureSettings, seed: int) -> np.ndarray:
    """Weights as if something had been learned."""
    return np.random.default_rng([seed, 2]).normal(size=1 << features.bits).astype(np.float32)


PEOPLE = (("Anna", "she", "her"), ("Maria", "she", "her"), ("Tom", "he", "his"), ("Peter", "he", "his"))


def story(number: int) -> str:
    """A little story about two people in CoNLL-U, with trees and chains; each number has its own."""
    (one, one_is, one_has), (two, two_is, two_has) = PEOPLE[number % 2], PEOPLE[2 + number // 2 % 2]
    thing = ("house", "garden", "boat")[number % 3]
    sentences = [
        [(one, "PROPN", 2, "nsubj", "(e1)"), ("met", "VERB", 0, "root", ""), (two, "PROPN", 2, "obj", "(e2)"),
         (".", "PUNCT", 2, "punct", "")],
        [(one_is.capitalize(), "PRON", 2, "nsubj", "(e1)"), ("likes", "VERB", 0, "root", ""),
         (two_has, "PRON", 4, "nmod:poss", "(e3(e2)"), (thing, "NOUN", 2, "obj", "e3)"),
         (".", "PUNCT", 2, "punct", "")],
        [("The", "DET", 2, "det", "(e3"), (thing, "NOUN", 3, "nsubj", "e3)"), ("pleases", "VERB", 0, "root", ""),
         (one, "PROPN", 3, "obj", "(e1)"), (".", "PUNCT", 3, "punct", "")],
        [(two_is.capitalize(), "PRON", 2, "nsubj", "(e2)"), ("sold", "VERB", 0, "root", ""),
         (one_has, "PRON", 4, "nmod:poss", "(e4(e1)"), ("dog", "NOUN", 2, "obj", "e4)"),
         (".", "PUNCT", 2, "punct", "")],
    ]  # fmt: skip
    lines = [f"# newdoc id = GUM_{('news', 'essay')[number % 2]}_story{number}", "# global.Entity = eid"]
    for place, sentence in enumerate(sentences, start=1):
        lines.append(f"# sent_id = {number}-{place}")
        for token, (word, tag, head, label, entity) in enumerate(sentence, start=1):
            misc = f"Entity={entity}" if entity else "_"
            row = (token, word, word.lower(), tag, TAGS[tag], "_", head, label, "_", misc)
            lines.append("\t".join(map(str, row)))
        lines.append("")
    return "\n".join(lines) + "\n"


TAGS = {"PROPN": "NNP", "VERB": "VBD", "PUNCT": ".", "PRON": "PRP", "NOUN": "NN", "DET": "DT"}


def story_document(number: int) -> Document:
    """The same as a document."""
    lines = story(number).splitlines()
    return FORMAT.parse(Block(TextFile("story.conllu"), 1, lines))
