"""Whether one way is surely better than another."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from namesakes.learning.gains import gain


@pytest.mark.parametrize("seed", range(20))
def test_it_is_the_test_of_student(seed: int) -> None:
    differences = np.random.default_rng(seed).normal(0.03, 0.06, 8)
    assert gain(differences).sure == (ttest_1samp(differences, 0.0, alternative="greater").pvalue < 0.05)
    assert gain(differences, 4).sure == (ttest_1samp(differences, 0.0, alternative="greater").pvalue < 0.05 / 4)


def test_nothing_is_sure_of_nothing() -> None:
    assert not gain([]).sure
    assert not gain([0.5]).sure
    assert not gain([0.0, 0.0, 0.0]).sure
    assert gain([0.1, 0.1, 0.1]).sure
    assert not gain([-0.1, -0.1]).sure
