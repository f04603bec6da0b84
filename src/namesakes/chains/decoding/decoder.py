"""Decoders: from the scores of candidates to the antecedent of each mention, by name."""

from collections.abc import Callable

from namesakes.arrays import Float64Array, Int64Array
from namesakes.chains.decoding.beam import beam_search
from namesakes.chains.decoding.best_first import best_first
from namesakes.chains.decoding.pair_clustering import closest_first, single_link
from namesakes.chains.decoding.spanning_tree import maximum_spanning_tree
from namesakes.chains.features.mention_pairs import MentionPairs
from namesakes.chains.models.beam_model import BeamModel
from namesakes.config import Registry

Decoder = Callable[[BeamModel, MentionPairs, Float64Array, int], Int64Array]
"""`decode(model, pairs, scores, beam_width)`: the row of candidates that each mention takes, -1 for the root."""

DECODERS: Registry[Decoder] = Registry("decoder", "namesakes.decoders")
"""What `ChainSettings.decoder` may name."""

BEST_FIRST = "best-first"

LOCAL = (BEST_FIRST, "spanning-tree", "single-link", "closest-first")
"""Decoders that look at the scores alone, and so cannot use templates of clusters."""

DECODERS.register(BEST_FIRST, lambda model, pairs, scores, width: best_first(scores, pairs))
DECODERS.register("spanning-tree", lambda model, pairs, scores, width: maximum_spanning_tree(scores, pairs))
DECODERS.register("beam", lambda model, pairs, scores, width: beam_search(model, pairs, width, scores))
DECODERS.register("single-link", lambda model, pairs, scores, width: single_link(scores, pairs))
DECODERS.register("closest-first", lambda model, pairs, scores, width: closest_first(scores, pairs))
