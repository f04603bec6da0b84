"""A specialist and a clusterer of somebody else's, used by name from settings, in training and in a saved model."""

import subprocess
import sys
from pathlib import Path

HATS = '''
from dataclasses import dataclass

import numpy as np

from namesakes.identities.clustering.clusterer import CLUSTERERS, Clusterer
from namesakes.identities.clustering.memberships import hard
from namesakes.identities.specialists import SPECIALISTS
from namesakes.identities.specialists.rule import Rule


class Hats(Rule):
    """1 where two wear the same hat, 0 where not."""

    name, about = "hats", "what they wear"

    def compare(self, profiles):
        hats = np.array([next(iter(one.values("title")), "") for one in profiles])
        found = (hats[:, None] == hats[None, :]).astype(np.float32)
        found[hats == ""] = found[:, hats == ""] = np.nan
        return found


@dataclass(frozen=True)
class Pairs(Clusterer):
    """Joins nobody but those who are as similar as can be."""

    threshold: float = 0.5

    def partition(self, matrix, groups):
        return hard(np.unique(matrix >= self.threshold, axis=0, return_inverse=True)[1].ravel(), matrix)


SPECIALISTS.register("hats", "hats:Hats")
CLUSTERERS.register("pairs", "hats:Pairs")
'''

PROGRAM = """
import json
from pathlib import Path

import hats
from namesakes.config import read_config
from namesakes.explain.identities import explain_pair
from namesakes.identities.linker import Linker
from namesakes.identities.model import IdentitySettings
from namesakes.identities.rows import QueryGroup
from namesakes.identities.training import train_identities
from namesakes.profiles.profile import Evidence, Fact, PersonName, Profile


def profile(number, hat):
    fact = Fact("title", hat, Evidence(0, 0, f"The {hat} suits them.", "made"))
    return Profile(str(number), 0, name=PersonName("Lee"), facts=(fact,), context={hat: 1, "hat": 1})


def group(name, *hats):
    return QueryGroup(name, [profile(number, hat) for number, hat in enumerate(hats)], hats)


settings = read_config("settings.toml", IdentitySettings)
groups = [group("Lee", "bowler", "fez", "bowler", "fez"), group("Wu", "cap", "cap", "beret", "beret")]
train_identities(groups, settings).save(Path("model"))
linker = Linker.load(Path("model"))
block = group("Moe", "boater", "toque", "toque", "boater").profiles
why = explain_pair(linker.model.ensemble, block[0], block[3])
reasons = {one.specialist: [one.about, one.vote] for one in why.reasons}
print(json.dumps([linker(block).labels, type(linker.model.clusterer).__name__, reasons["hats"]]))
"""

SETTINGS = """
clusterer = "pairs"

[clusterers.pairs]
threshold = 0.4

[ensemble]
specialists = ["hats", "context"]
mixer = "equal"
"""


def test_parts_from_outside_the_package_are_used_by_name(tmp_path: Path) -> None:
    for name, text in {"hats.py": HATS, "program.py": PROGRAM, "settings.toml": SETTINGS}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    done = subprocess.run([sys.executable, "program.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == '[[0, 1, 1, 0], "Pairs", ["what they wear", 1.0]]'
