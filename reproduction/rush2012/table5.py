"""Table 5 of Rush et al. (2012): the contexts that helped most where training and test differ."""

from reproduction.outcome import Experiment
from reproduction.rush2012.table2 import run_contexts

EXPERIMENT = Experiment(
    "Consistency: the most effective contexts (Rush et al. 2012, table 5)",
    "Contexts of tags whose words gained most right heads from consistency, from news to questions and back.",
    run_contexts,
)
