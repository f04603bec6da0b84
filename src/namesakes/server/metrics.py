"""Metrics: how many requests there were, how they ended and how long they took, as Prometheus reads it."""

from bisect import bisect_left
from collections import Counter
from itertools import accumulate
from threading import Lock
from typing import Final

KIND: Final = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds up to which requests are counted together."""


class Metrics:
    """Counts of the requests of a server, from when it began."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._statuses: Counter[int] = Counter()
        self._buckets = [0] * (len(BUCKETS) + 1)
        self._seconds = 0.0

    def count(self, status: int, seconds: float) -> None:
        """Count a request that has ended."""
        with self._lock:
            self._statuses[status] += 1
            self._buckets[bisect_left(BUCKETS, seconds)] += 1
            self._seconds += seconds

    def text(self, active: int) -> str:
        """All counts; `active` is how many requests are worked on now."""
        with self._lock:
            statuses, buckets, seconds = sorted(self._statuses.items()), list(self._buckets), self._seconds
        upper = [*(f"{each:g}" for each in BUCKETS), "+Inf"]
        lines = [
            "# TYPE namesakes_requests_total counter",
            *(f'namesakes_requests_total{{status="{status}"}} {count}' for status, count in statuses),
            "# TYPE namesakes_request_seconds histogram",
            *(
                f'namesakes_request_seconds_bucket{{le="{each}"}} {count}'
                for each, count in zip(upper, accumulate(buckets), strict=True)
            ),
            f"namesakes_request_seconds_sum {seconds:.6f}",
            f"namesakes_request_seconds_count {sum(buckets)}",
            "# TYPE namesakes_requests_active gauge",
            f"namesakes_requests_active {active}",
        ]
        return "\n".join(lines) + "\n"
