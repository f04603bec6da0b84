"""Rules: specialists that need no statistics of the corpus."""

from namesakes.identities.specialists.specialist import Specialist
from namesakes.identities.terms.statistics import Statistics


class Rule(Specialist):
    """A specialist that knows its subject by itself; made like the others, with statistics that it does not use."""

    def __init__(self, statistics: Statistics | None = None) -> None:
        """The statistics are not needed."""
