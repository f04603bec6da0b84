"""Experiments: one file a published table, figure or measurement; each returns an outcome, never prints or writes."""

from namesakes.config import Registry
from reproduction.outcome import Experiment

PAPERS = {
    "rush2012": ("table1", "table2", "table3", "table4", "table5", "figure3", "strong"),
    "bjorkelund2014": ("figure3", "figure4", "table1", "table2"),
    "huang2009a": ("table1", "figure1", "figure2"),
    "huang2009b": ("table1", "table2", "figure1", "figure2"),
    "choi2007": ("table1", "table2", "table3"),
    "haponchyk2017": ("table1", "figure2", "table2", "table3", "figure3", "table4", "exact"),
}
"""The tables and figures of each paper: `rush2012-table1` is in `rush2012/table1.py`."""

OURS = (
    "scorer-agreement", "scorer-speed", "reader-speed", "files-in-files",
    "tokenization", "english-syntax", "syntax-peers", "syntax-speed", "noun-phrases", "english-names",
    "learners", "encoder", "encoder-joint", "encoder-sizes", "name-cultures",
    "chains-calibration", "chains-window", "coref-scale",
    "limits", "open-files",
    "learn-from-corrections", "learn-links",
    "answers", "cast", "identities-blocking", "identities-mixers", "identities-transfer", "identities-ecbplus",
    "identities-scale",
    "clusterer-speed", "resolve-scale", "store-growth", "to-frame", "spark-scale", "serve-speed", "serve-texts",
    "reconcile", "spacy-component",
)  # fmt: skip
"""Our own measurements: `scorer-speed` is in `ours/scorer_speed.py`."""

EXPERIMENTS: Registry[Experiment] = Registry("experiment")
for _name in OURS:
    EXPERIMENTS.register(_name, f"reproduction.ours.{_name.replace('-', '_')}:EXPERIMENT")
for _paper, _parts in PAPERS.items():
    for _part in _parts:
        EXPERIMENTS.register(f"{_paper}-{_part}", f"reproduction.{_paper}.{_part}:EXPERIMENT")
