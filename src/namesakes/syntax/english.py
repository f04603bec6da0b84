"""The shipped pipeline for English."""

from functools import cache

from namesakes.syntax.entities import NameFinder
from namesakes.syntax.lemmas import Lemmatizer
from namesakes.syntax.parser import Parser
from namesakes.syntax.pipeline import Pipeline, Step
from namesakes.syntax.tagger import Tagger
from namesakes.syntax.tokenizer import Tokenizer


@cache
def english(*, tokenized: bool = False) -> Pipeline:
    """Tokens, sentences, tags, lemmas, trees and names; `tokenized` documents keep their tokens and sentences."""
    steps: list[Step] = [] if tokenized else [Tokenizer.shipped()]
    return Pipeline([*steps, Tagger.shipped(), Lemmatizer.shipped(), Parser.shipped(), NameFinder.shipped()])
