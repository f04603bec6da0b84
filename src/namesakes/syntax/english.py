"""The shipped pipeline for English."""

from dataclasses import dataclass
from functools import cache

from namesakes.syntax.consistency import Consistency
from namesakes.syntax.entities import NameFinder
from namesakes.syntax.lemmas import Lemmatizer
from namesakes.syntax.parser import Parser
from namesakes.syntax.pipeline import Pipeline, Step
from namesakes.syntax.tagger import Tagger
from namesakes.syntax.tokenizer import Tokenizer


@dataclass(frozen=True)
class PipelineSettings:
    """How the shipped pipeline is run.

    Parameters
    ----------
    consistency : whether tags of unknown words and trees are to agree across all documents of a run.
    """

    consistency: bool = False


@cache
def english(*, tokenized: bool = False, consistency: bool = False) -> Pipeline:
    """Tokens, sentences, tags, lemmas, trees and names.

    Parameters
    ----------
    tokenized : whether documents keep their tokens and sentences.
    consistency : see `PipelineSettings`.
    """
    if consistency:
        return Consistency.shipped().pipeline(english(tokenized=tokenized))
    steps: list[Step] = [] if tokenized else [Tokenizer.shipped()]
    return Pipeline([*steps, Tagger.shipped(), Lemmatizer.shipped(), Parser.shipped(), NameFinder.shipped()])
