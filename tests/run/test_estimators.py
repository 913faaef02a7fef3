"""Replicable classifiers: the convention of scikit-learn, agreement on real data, refusals."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import replcalc
from replcalc.data.streams import Shared

pytest.importorskip("sklearn", minversion="1.6", reason="replicable classifiers need scikit-learn (extra sklearn)")

from sklearn.base import BaseEstimator, ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer
from sklearn.naive_bayes import GaussianNB
from sklearn.tree import DecisionTreeClassifier
from sklearn.utils.estimator_checks import check_estimator

from replcalc.ask.registry import get
from replcalc.problems.queries.question import arms_question
from replcalc.run.estimators import ProbesInBox, ReplicableChoice, ReplicableClassifier, permutation

VOTES = {"rho0": "1/2", "beta0": "1/50", "outputs": "binary"}


def planned(k, rho, size=6, way="separate"):
    return replcalc.compose([size] * k, rho, routes=[way], **VOTES).results[0]


def test_the_convention():
    """Every check that scikit-learn has for a classifier; the plan needs so few rows that all of them run."""
    found = check_estimator(
        ReplicableClassifier(GaussianNB(), planned(2, "0.9", 3), "checks", ProbesInBox(1)), on_fail=None, on_skip=None
    )
    assert len(found) > 40
    assert not [(f["check_name"], f["exception"]) for f in found if f["status"] == "failed"]


class Nearest(ClassifierMixin, BaseEstimator):
    """The nearest centroid, a hundred times as fast as a library's."""

    def fit(self, X, y):
        self.centres_ = [X[y == code].mean(axis=0) for code in (0, 1)]
        return self

    def predict(self, X):
        far = [((X - centre) ** 2).sum(axis=1) for centre in self.centres_]
        return (far[1] < far[0]).astype(int)


@pytest.fixture(scope="module")
def population():
    source = load_breast_cancer()
    return source.data[:, [0, 1, 4]], source.target


@pytest.mark.parametrize("way", ["separate", "binary"])
def test_two_samples_give_the_same_model(population, way):
    """Probes between the classes, where single blocks disagree; equal labels make equal models on all inputs."""
    X, y = population
    centres = [X[y == c].mean(axis=0) for c in (0, 1)]
    probes = np.array([centres[0] * t + centres[1] * (1 - t) for t in (0.35, 0.5, 0.65)])
    plan = planned(3, "0.3", way=way)
    rng = np.random.default_rng(3)
    differ = apart = 0
    for pair in range(24):
        models = []
        for seed in (f"{pair}", f"{pair}", f"{pair} other"):
            rows = rng.integers(len(X), size=plan.samples)
            models.append(ReplicableClassifier(Nearest(), plan, seed, probes).fit(X[rows], y[rows]))
        one, two, other = (tuple(model.labels_) for model in models)
        differ += one != two
        apart += one != other
        if one == two:
            assert np.array_equal(models[0].predict(X), models[1].predict(X))
    assert differ / 24 < 0.3 + 4.8 * math.sqrt(0.21 / 24)
    assert apart > differ, "negative control: seeds not shared"


def test_the_order_of_the_rows_is_not_the_sample():
    """A file sorted by class: blocks are drawn from all of it, so both classes are learnt."""
    X = np.array([[0.0]] * 500 + [[1.0]] * 500)
    y = np.array([0] * 500 + [1] * 500)
    model = ReplicableClassifier(DecisionTreeClassifier(), planned(2, "0.2"), Shared("s"), [[0.0], [1.0]]).fit(X, y)
    assert model.labels_.tolist() == [0, 1] and model.predict([[0.1], [0.9]]).tolist() == [0, 1]


@pytest.mark.parametrize("way", ["separate", "binary"])
def test_three_classes_have_two_digits(way):
    """Every probe gets the class that all blocks see there, and a fourth number would be the third class."""
    X = np.repeat([[0.0], [1.0], [2.0]], 3000, axis=0)
    y = np.repeat(["a", "b", "c"], 3000)
    plan = planned(6, "0.3", size=30, way=way)
    model = ReplicableClassifier(DecisionTreeClassifier(), plan, "s", [[2.0], [0.0], [1.0]]).fit(X, y)
    assert model.labels_.tolist() == ["c", "a", "b"] and model.predict([[0.1], [1.1], [1.9]]).tolist() == ["a", "b", "c"]
    blocks = plan.samples // 30
    assert model.votes_.tolist() == [[0, 0, blocks], [blocks, 0, 0]]


def test_digits_of_no_class_mean_the_last(monkeypatch):
    X, y = np.repeat([[0.0], [1.0], [2.0]], 3000, axis=0), np.repeat([0, 1, 2], 3000)
    monkeypatch.setattr(ReplicableClassifier, "_decided", lambda self, counts, votes, shared: np.ones(len(counts), int))
    model = ReplicableClassifier(DecisionTreeClassifier(), planned(2, "0.3"), "s", [[1.0]]).fit(X, y)
    assert model.labels_.tolist() == [2]


def test_permutations_are_uniform():
    stream = Shared("p").stream()
    seen = [tuple(permutation(3, stream)) for _ in range(3000)]
    assert len(set(seen)) == 6 and all(abs(seen.count(p) - 500) < 5 * math.sqrt(500) for p in set(seen))


def test_a_choice_among_fitted_classifiers(population):
    X, y = population
    plan = get("rounding", "arms").solve(arms_question(1, 3, "0.3", "0.2", "0.01"), 10)
    rng = np.random.default_rng(5)
    rows = rng.integers(len(X), size=plan.samples)
    good, coarse = GaussianNB().fit(X, y), DecisionTreeClassifier(max_depth=1).fit(X, 1 - y)
    choice = ReplicableChoice([coarse, good, coarse], plan, "s").fit(X[rows], y[rows])
    assert choice.chosen_ == 1 and np.array_equal(choice.predict(X), good.predict(X))
    with pytest.raises(ValueError, match="of 4 arms"):
        ReplicableChoice([good] * 4, plan, "s").fit(X[rows], y[rows])


def test_refusals(population):
    X, y = population
    plan = planned(2, "0.2")
    model = ReplicableClassifier(GaussianNB(), plan, "s", ProbesInBox(2))
    with pytest.raises(ValueError, match=f"{plan.samples - 100} are missing"):
        model.fit(X[:100], y[:100])
    rows = np.arange(plan.samples) % len(X)
    with pytest.raises(ValueError, match="2 rows of 3 features"):
        clone(model).set_params(probes=ProbesInBox(5)).fit(X[rows], y[rows])
    with pytest.raises(ValueError, match="kind 'composition'"):
        clone(model).set_params(plan=None).fit(X[rows], y[rows])
    with pytest.raises(ValueError, match="3 classes need 2 for every probe"):
        model.fit(X[rows], np.arange(len(rows)) % 3)
    any_outputs = replcalc.compose([6, 6], "0.2", rho0="0.01", beta0="0.1", routes=["separate"]).results[0]
    rows = np.arange(any_outputs.samples) % len(X)
    with pytest.raises(ValueError, match="outputs binary"):
        clone(model).set_params(plan=any_outputs).fit(X[rows], y[rows])


def test_probes_of_a_box_are_shared():
    one, two = (ProbesInBox(4, 2.0, 3.0)(5, Shared("s")) for _ in range(2))
    assert np.array_equal(one, two) and one.shape == (4, 5) and one.min() >= 2 and one.max() < 3
    assert Fraction(one[0, 0]).denominator <= 2**53
