"""Runs the benchmarks, all or those named, and writes their figures into docs/results.md.

python benchmarks/run.py [scorer-speed] [reader-speed] [clusterer-speed] [identities-scale] [store-growth] [spark-scale]
    [coref-scale] [limits]
"""

import sys
from pathlib import Path

from namesakes.cli.main import main

RESULTS = Path(__file__).parent.parent / "docs" / "results.md"
BENCHMARKS = (
    "scorer-speed",
    "reader-speed",
    "clusterer-speed",
    "identities-scale",
    "store-growth",
    "spark-scale",
    "coref-scale",
    "limits",
)

if __name__ == "__main__":
    for name in sys.argv[1:] or BENCHMARKS:
        try:
            main(["experiment", name, "--write", str(RESULTS)])
        except SystemExit as stop:
            if stop.code:
                raise
