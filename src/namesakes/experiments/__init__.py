"""Experiments: one file a published table, figure or benchmark; each returns rows, never prints or writes."""

from namesakes.config import Registry
from namesakes.experiments.outcome import Experiment

EXPERIMENTS: Registry[Experiment] = Registry("experiment")
EXPERIMENTS.register("scorer-agreement", "namesakes.experiments.scorer_agreement:EXPERIMENT")
EXPERIMENTS.register("scorer-speed", "namesakes.experiments.scorer_speed:EXPERIMENT")
EXPERIMENTS.register("reader-speed", "namesakes.experiments.reader_speed:EXPERIMENT")
EXPERIMENTS.register("tokenization", "namesakes.experiments.tokenization:EXPERIMENT")
EXPERIMENTS.register("english-syntax", "namesakes.experiments.english_syntax:EXPERIMENT")
