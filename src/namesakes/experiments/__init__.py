"""Experiments: one file a published table, figure or benchmark; each returns rows, never prints or writes."""

from namesakes.config import Registry
from namesakes.experiments.outcome import Experiment

EXPERIMENTS: Registry[Experiment] = Registry("experiment")
EXPERIMENTS.register("scorer-agreement", "namesakes.experiments.scorer_agreement:EXPERIMENT")
EXPERIMENTS.register("scorer-speed", "namesakes.experiments.scorer_speed:EXPERIMENT")
EXPERIMENTS.register("reader-speed", "namesakes.experiments.reader_speed:EXPERIMENT")
EXPERIMENTS.register("tokenization", "namesakes.experiments.tokenization:EXPERIMENT")
EXPERIMENTS.register("english-syntax", "namesakes.experiments.english_syntax:EXPERIMENT")
EXPERIMENTS.register("syntax-peers", "namesakes.experiments.syntax_peers:EXPERIMENT")
EXPERIMENTS.register("syntax-speed", "namesakes.experiments.syntax_speed:EXPERIMENT")
EXPERIMENTS.register("noun-phrases", "namesakes.experiments.noun_phrases:EXPERIMENT")
EXPERIMENTS.register("english-names", "namesakes.experiments.english_names:EXPERIMENT")
EXPERIMENTS.register("rush2012-table1", "namesakes.experiments.rush2012_table1:EXPERIMENT")
EXPERIMENTS.register("rush2012-table2", "namesakes.experiments.rush2012_table2:EXPERIMENT")
EXPERIMENTS.register("rush2012-table3", "namesakes.experiments.rush2012_table3:EXPERIMENT")
EXPERIMENTS.register("rush2012-table4", "namesakes.experiments.rush2012_table4:EXPERIMENT")
EXPERIMENTS.register("rush2012-table5", "namesakes.experiments.rush2012_table5:EXPERIMENT")
EXPERIMENTS.register("rush2012-figure3", "namesakes.experiments.rush2012_figure3:EXPERIMENT")
EXPERIMENTS.register("bjorkelund2014-figure3", "namesakes.experiments.bjorkelund2014_figure3:EXPERIMENT")
EXPERIMENTS.register("bjorkelund2014-figure4", "namesakes.experiments.bjorkelund2014_figure4:EXPERIMENT")
EXPERIMENTS.register("bjorkelund2014-table1", "namesakes.experiments.bjorkelund2014_table1:EXPERIMENT")
EXPERIMENTS.register("bjorkelund2014-table2", "namesakes.experiments.bjorkelund2014_table2:EXPERIMENT")
