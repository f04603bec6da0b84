"""Estimators for scikit-learn: our clusterers, and the linker that makes people of profiles.

They can be cloned, searched over and put into pipelines like any of scikit-learn's. Importing namesakes does not import
this module.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from sklearn.base import BaseEstimator, ClusterMixin
from sklearn.metrics import pairwise
from sklearn.utils.validation import check_is_fitted

from namesakes.arrays import FloatingArray, Int64Array
from namesakes.errors import DataError, UnknownNameError
from namesakes.identities.clustering.clusterer import clusterer as clusterer_of
from namesakes.identities.linker import Linker
from namesakes.identities.linking_settings import LinkingSettings
from namesakes.pipeline.pipeline import load
from namesakes.profiles.profile import Profile

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # scikit-learn before 1.6

    def validate_data(estimator: Any, X: Any, **options: Any) -> Any:  # noqa: N803
        """The data as an array, checked."""
        finite = options.pop("ensure_all_finite", True)
        return estimator._validate_data(X, force_all_finite=finite, **options)


METRICS: Final = ("rbf", "cosine", "precomputed")
"""How similarities come of data: by distance, by angle, or they are the data."""


class SimilarityClusterer(ClusterMixin, BaseEstimator):
    """A clusterer of ours over the similarities of rows.

    Parameters
    ----------
    clusterer : its name, such as "average-link", "dbscan", "karc", "frc" or "connected".
    metric : "rbf" and "cosine" compare rows of features; with "precomputed" the data are similarities between 0 and 1,
        and NaN where there is no evidence.
    gamma : of "rbf"; without it one over the number of features.
    settings : of the clusterer, such as {"threshold": 0.6}.

    Attributes
    ----------
    labels_ : the cluster of each row, numbered from 0 in the order of first members.
    strengths_ : how surely each row belongs there.
    """

    def __init__(
        self,
        clusterer: str = "average-link",
        *,
        metric: str = "rbf",
        gamma: float | None = None,
        settings: dict[str, Any] | None = None,
    ) -> None:
        self.clusterer = clusterer
        self.metric = metric
        self.gamma = gamma
        self.settings = settings

    def fit(self, X: Any, y: Any = None) -> "SimilarityClusterer":  # noqa: N803
        """Cluster the rows; `y` is not used."""
        if self.metric not in METRICS:
            raise UnknownNameError("metric", self.metric, METRICS)
        finite = "allow-nan" if self.metric == "precomputed" else True
        data = validate_data(self, X, dtype=np.float64, ensure_min_samples=2, ensure_all_finite=finite)
        try:
            found = clusterer_of(self.clusterer, self.settings).cluster(self._similarities(data, data))
        except DataError as error:  # scikit-learn's own estimators raise these
            raise ValueError(str(error)) from error
        self.labels_ = _in_order(found.labels)
        self.strengths_ = found.strengths
        self.rows_ = data
        return self

    def predict(self, X: Any) -> Int64Array:  # noqa: N803
        """For each row the cluster whose rows it resembles most, on average; nobody is alone.

        With "precomputed" a row is the similarities to the rows that were clustered.
        """
        check_is_fitted(self)
        finite = "allow-nan" if self.metric == "precomputed" else True
        data = validate_data(self, X, dtype=np.float64, reset=False, ensure_all_finite=finite)
        near = np.nan_to_num(self._similarities(data, self.rows_), nan=0.0)
        inside = np.eye(int(self.labels_.max()) + 1)[self.labels_]
        means: FloatingArray = near @ inside / inside.sum(axis=0)
        return np.asarray(means.argmax(axis=1), dtype=np.int64)

    def _similarities(self, rows: FloatingArray, others: FloatingArray) -> FloatingArray:
        """The similarities between 0 and 1."""
        if self.metric == "precomputed":
            return rows
        if self.metric == "rbf":
            found = pairwise.rbf_kernel(rows, others, gamma=self.gamma)
        else:
            found = (1.0 + pairwise.cosine_similarity(rows, others)) / 2.0
        found = np.clip(found, 0.0, 1.0)
        return (found + found.T) / 2.0 if rows is others else np.asarray(found)

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn is told of the data."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.metric == "precomputed"
        tags.input_tags.allow_nan = self.metric == "precomputed"
        return tags

    def _more_tags(self) -> dict[str, Any]:
        """The same, for scikit-learn before 1.6."""
        given = self.metric == "precomputed"
        return {"pairwise": given, "allow_nan": given}


class PeopleClusterer(ClusterMixin, BaseEstimator):
    """The linker over profiles: which of them are of one person. Each is compared with each: they are one block.

    Parameters
    ----------
    pipeline : the name or the folder of a pipeline, whose model of identities compares profiles.
    caution : from 0, which merges most, to 1, which splits most.

    Attributes
    ----------
    labels_ : the person of each profile, numbered from 0 in the order of first profiles.
    strengths_ : how surely each profile is of that person.
    names_ : the fullest name of each person.
    """

    def __init__(self, pipeline: str = "en", *, caution: float = 0.5) -> None:
        self.pipeline = pipeline
        self.caution = caution

    def fit(self, X: Sequence[Profile], y: Any = None) -> "PeopleClusterer":  # noqa: N803
        """Find the people among the profiles; `y` is not used."""
        profiles = _profiles(X)
        found = self._linker()(profiles)
        self.labels_ = _in_order(np.array(found.labels, dtype=np.int64))
        self.strengths_ = np.array(found.strengths)
        self.names_ = [found.names[label] for label in dict.fromkeys(found.labels)]
        self.profiles_ = profiles
        return self

    def predict(self, X: Sequence[Profile]) -> Int64Array:  # noqa: N803
        """The person of each new profile: one of those that were found, who stay as they are, or somebody new."""
        check_is_fitted(self)
        known, new = self.labels_.tolist(), _profiles(X, least=0)
        if not new:
            return np.zeros(0, dtype=np.int64)
        first = {label: known.index(label) for label in dict.fromkeys(known)}
        must = [(first[label], place) for place, label in enumerate(known) if place != first[label]]
        heads = list(first.values())
        cannot = [(one, other) for place, one in enumerate(heads) for other in heads[place + 1 :]]
        found = self._linker()([*self.profiles_, *new], must, cannot)
        return _in_order(np.array(found.labels, dtype=np.int64))[len(known) :]

    def _linker(self) -> Linker:
        part = load(self.pipeline).parts["identities"]
        return Linker(part.model, LinkingSettings(caution=self.caution))

    def __sklearn_tags__(self) -> Any:
        """What scikit-learn is told of the data: profiles, which are no arrays."""
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = False
        tags.no_validation = True
        return tags

    def _more_tags(self) -> dict[str, Any]:
        """The same, for scikit-learn before 1.6."""
        return {"X_types": ["profiles"], "no_validation": True}


def _profiles(items: Any, least: int = 1) -> list[Profile]:
    """The items, all of which are profiles."""
    found = list(items)
    for place, each in enumerate(found):
        if not isinstance(each, Profile):
            advice = "Profiles come of texts by: namesakes.load('en').profiles(text)"
            raise DataError(f"item {place} is no profile but a {type(each).__name__}", advice)
    if len(found) < least:
        raise DataError("there is no profile to find people in")
    return found


def _in_order(labels: Int64Array) -> Int64Array:
    """The labels with numbers from 0 on, in the order in which they come first."""
    numbers = {label: number for number, label in enumerate(dict.fromkeys(labels.tolist()))}
    return np.array([numbers[label] for label in labels.tolist()], dtype=np.int64)
