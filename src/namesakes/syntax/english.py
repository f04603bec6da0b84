"""The shipped pipeline for English."""

from dataclasses import dataclass
from functools import cache

from namesakes.syntax.consistency.consistency import Consistency
from namesakes.syntax.entities.name_finder import NameFinder
from namesakes.syntax.parsing.parser import Parser
from namesakes.syntax.tagging.lemmatizer import Lemmatizer
from namesakes.syntax.tagging.tagger import Tagger
from namesakes.syntax.tokenization.tokenizer import Tokenizer
from namesakes.text.steps import Step, Steps


@dataclass(frozen=True)
class PipelineSettings:
    """How the shipped pipeline is run.

    Parameters
    ----------
    consistency : whether tags of unknown words and trees are to agree across all documents of a run.
    """

    consistency: bool = False


@cache
def english(*, tokenized: bool = False, consistency: bool = False) -> Steps:
    """Tokens, sentences, tags, lemmas, trees and names.

    Parameters
    ----------
    tokenized : whether documents keep their tokens and sentences.
    consistency : see `PipelineSettings`.
    """
    if consistency:
        return Consistency.shipped().pipeline(english(tokenized=tokenized))
    steps: list[Step] = [] if tokenized else [Tokenizer.shipped()]
    return Steps([*steps, Tagger.shipped(), Lemmatizer.shipped(), Parser.shipped(), NameFinder.shipped()])
