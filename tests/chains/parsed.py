"""A small parsed document, made by hand, and resolvers with random weights: what tests of decoding need."""

from dataclasses import replace

import numpy as np

from namesakes import Document
from namesakes.chains.features.templates import CLUSTERS
from namesakes.chains.models.beam_model import BeamModel
from namesakes.chains.models.tree_model import FeatureSettings
from namesakes.chains.resolver import Resolver
from namesakes.chains.settings import ChainSettings
from namesakes.text.segment import joined

SENTENCES = (
    "Ann PROPN NNP 1 nsubj|met VERB VBD -1 root|Ben PROPN NNP 1 obj|. PUNCT . 1 punct",
    "She PRON PRP 1 nsubj|told VERB VBD -1 root|him PRON PRP 1 obj|of ADP IN 5 case|her PRON PRP$ 5 nmod:poss|"
    "plan NOUN NN 1 obl|. PUNCT . 1 punct",
    "The DET DT 1 det|plan NOUN NN 2 nsubj|pleased VERB VBD -1 root|Ben PROPN NNP 2 obj|and CCONJ CC 6 cc|"
    "his PRON PRP$ 6 nmod:poss|mother NOUN NN 3 conj|. PUNCT . 2 punct",
)
"""Each token with its tags, its head in the sentence and its relation."""


def parsed(repeated: int = 1) -> Document:
    """Three sentences with trees, so many times over."""
    sentences = [[token.split() for token in line.split("|")] for line in SENTENCES] * repeated
    fields = joined([[word for word, *_ in sentence] for sentence in sentences])
    tokens = [token for sentence in sentences for token in sentence]
    heads, base = [], 0
    for sentence in sentences:
        heads += [-1 if head == "-1" else base + int(head) for *_, head, _ in sentence]
        base += len(sentence)
    columns = {
        "upos": [upos for _, upos, *_ in tokens],
        "xpos": [xpos for _, _, xpos, *_ in tokens],
        "label": [label for *_, label in tokens],
        "lemma": [word.lower() for word, *_ in tokens],
    }
    return Document(id="small", columns=columns, heads=heads, **fields)


def resolver(decoder: str = "best-first", seed: int = 0, window: int = 0, beam: int = 4) -> Resolver:
    """A resolver whose weights are drawn at random."""
    clusters = CLUSTERS if decoder == "beam" else ()
    features = FeatureSettings(bits=12, window=window, clusters=clusters)
    update = "delayed-laso" if decoder == "beam" else "baseline"
    settings = replace(ChainSettings(), features=features, decoder=decoder, update=update, beam=beam)
    weights = np.random.default_rng(seed).normal(size=1 << 12).astype(np.float32)
    return Resolver(settings, BeamModel(features, weights))
