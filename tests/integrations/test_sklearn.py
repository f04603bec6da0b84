"""Estimators for scikit-learn: its own checks, and that they find what ours find."""

import inspect
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from sklearn.base import clone
from sklearn.exceptions import NotFittedError
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.utils import estimator_checks

import namesakes
from namesakes.errors import ConfigError, DataError, UnknownNameError
from namesakes.identities.clustering.clusterer import CLUSTERERS, clusterer
from namesakes.integrations.sklearn import PeopleClusterer, SimilarityClusterer
from namesakes.profiles.profile import Profile

BLOBS = np.array([[0.0, 0], [0.1, 0], [0, 0.1], [5, 5], [5.1, 5], [5, 5.1], [9, 0]])
NEAR = np.array([[1, 0.9, 0.1], [0.9, 1, np.nan], [0.1, np.nan, 1]])


def failed(estimator: Any) -> dict[str, str]:
    """The checks of scikit-learn that an estimator does not pass, with what they found."""
    if "on_fail" not in inspect.signature(estimator_checks.check_estimator).parameters:
        pytest.skip("this scikit-learn, before 1.6, does not say which checks failed")
    found = estimator_checks.check_estimator(estimator, on_fail=None, on_skip=None)
    return {each["check_name"]: str(each["exception"]) for each in found if each["status"] == "failed"}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", sorted(CLUSTERERS))
def test_clusterers_pass_all_checks(name: str) -> None:
    assert failed(SimilarityClusterer(name)) == {}


@pytest.mark.filterwarnings("ignore")
def test_other_data() -> None:
    assert failed(SimilarityClusterer(metric="cosine")) == {}
    assert failed(PeopleClusterer()) == {}


@pytest.mark.filterwarnings("ignore")
def test_checks_that_do_not_apply_to_similarities() -> None:
    """They give any kernel, or rows of features, where similarities between 0 and 1 are wanted."""
    wanted = ("lie between 0 and 1", "are symmetric", "a square matrix", "negative")
    found = failed(SimilarityClusterer(metric="precomputed"))
    assert {name: said for name, said in found.items() if not any(word in said for word in wanted)} == {}


def test_what_it_finds() -> None:
    found = SimilarityClusterer().fit(BLOBS)
    assert found.labels_.tolist() == [0, 0, 0, 1, 1, 1, 2]
    assert found.strengths_.shape == (7,)
    assert SimilarityClusterer().fit_predict(BLOBS).tolist() == found.labels_.tolist()
    assert found.predict([[0.05, 0.05], [8.0, 0.5]]).tolist() == [0, 2]
    assert make_pipeline(StandardScaler(), SimilarityClusterer()).fit_predict(BLOBS).tolist()[:3] == [0, 0, 0]


@pytest.mark.parametrize("name", sorted(CLUSTERERS))
def test_similarities_that_are_given(name: str) -> None:
    found = SimilarityClusterer(name, metric="precomputed").fit(NEAR)
    ours = clusterer(name).cluster(NEAR)
    same = found.labels_[:, None] == found.labels_
    assert (same == (ours.labels[:, None] == ours.labels)).all()
    assert (found.strengths_ == ours.strengths).all()


def test_new_rows_by_their_similarities() -> None:
    found = SimilarityClusterer(metric="precomputed").fit(NEAR)
    assert found.labels_.tolist() == [0, 0, 1]
    assert found.predict([[0.8, 0.9, 0.1], [np.nan, 0.1, 0.7]]).tolist() == [0, 1]


def test_parameters_and_search() -> None:
    one = SimilarityClusterer("dbscan", settings={"threshold": 0.6})
    assert clone(one).get_params() == one.get_params()
    assert one.set_params(clusterer="connected", settings={"threshold": 0.9}).fit(BLOBS).labels_.max() >= 2
    search = GridSearchCV(
        SimilarityClusterer(), {"settings": [{"threshold": 0.2}, {"threshold": 0.5}]}, scoring="adjusted_rand_score",
        cv=2,
    )  # fmt: skip
    rows, labels = np.tile(BLOBS, (4, 1)), np.tile([0, 0, 0, 1, 1, 1, 2], 4)
    assert search.fit(rows, labels).best_score_ > 0.5


def test_what_is_wrong() -> None:
    with pytest.raises(UnknownNameError, match="no metric called 'euclid'"):
        SimilarityClusterer(metric="euclid").fit(BLOBS)
    with pytest.raises(ConfigError, match="threshold"):
        SimilarityClusterer(settings={"threshold": 3}).fit(BLOBS)
    with pytest.raises(UnknownNameError, match="clusterer"):
        SimilarityClusterer("kmeans").fit(BLOBS)
    with pytest.raises(ValueError, match="square"):
        SimilarityClusterer(metric="precomputed").fit(BLOBS)
    with pytest.raises(NotFittedError):
        SimilarityClusterer().predict(BLOBS)


TEXTS = (
    "Susan Lee, a chemist at Harbour Bank in Leeds, spoke. Lee was born in York.",
    "The chemist Susan Lee left Harbour Bank in Leeds. Lee was born in York.",
    "Robert Moore, a plumber, lives in Ohio. Moore has a dog.",
)


def profiles(texts: Sequence[str]) -> list[Profile]:
    nlp = namesakes.load("en")
    return [profile for text in texts for profile in nlp.profiles(text)]


def test_people() -> None:
    found = PeopleClusterer().fit(profiles(TEXTS))
    assert found.labels_.tolist() == [0, 0, 1]
    assert found.names_ == ["Susan Lee", "Robert Moore"]
    assert found.strengths_.shape == (3,)
    new = profiles(["Robert Moore, the plumber from Ohio, came. Moore brought his dog.", "Zoe Hart, a nurse, sang."])
    assert found.predict(new).tolist() == [1, 2]
    assert found.predict([]).tolist() == []
    assert PeopleClusterer(caution=1.0).get_params() == {"pipeline": "en", "caution": 1.0}


def test_people_are_made_of_profiles() -> None:
    with pytest.raises(DataError, match="item 0 is no profile but a str"):
        PeopleClusterer().fit(["Susan Lee"])  # type: ignore[list-item]
    with pytest.raises(DataError, match="no profile"):
        PeopleClusterer().fit([])


def test_nobody_imports_it_unasked() -> None:
    program = "import namesakes, sys; namesakes.coref; print('sklearn' in sys.modules, 'spacy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "False"]
