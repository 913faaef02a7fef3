"""Replicable learning in the convention of scikit-learn (extra ``sklearn``).

``ReplicableClassifier`` makes any classifier replicable through its predictions on a fixed set of probes. The rows are
shuffled with the seed and cut into blocks of n rows; a clone of the base learns from each and says a class for every
probe, and one of the classes said is chosen for it. The final model is the base learnt from the probes and their chosen
classes, so it is a function of these alone: whenever two samples give equal labels, they give equal models, on all
inputs. The classes are part of the question: which of them a sample happens to hold says nothing. The plan is one of

- ``compose`` with a problem of n rows per probe, carried out as ``problems.composition.algorithm`` does. Two classes
  are ``outputs="binary"`` (threshold votes, or votes as angles), more of them ``outputs="finite:L"`` (lotteries: a
  class that no block said is never chosen). Where nothing is known of the base, rho0 = 1 - 1/L: no rule with L answers
  disagrees more often;
- ``choose`` with ``common=True``, an instance per probe and an option per class: the N samples are N blocks, a class
  scores 1 where a block says it, and the class chosen is said with a probability within alpha of the largest. Fewer
  blocks where there are more than two classes; ``size`` says how many rows a block has.

``ReplicableChoice`` picks one of finitely many fitted classifiers, within alpha of the most accurate one, and
``ReplicableGridSearch`` one of finitely many settings of an estimator, within alpha of the best expected score. Their
plan is one of ``choose`` with ``common=True`` and an option per candidate (theorem G).

All refuse fewer rows than certified, and plans that nobody could wait for. All need a base whose learning is
deterministic, or takes ``random_state``: at any depth these are set from the seed. What draws without being told how
(a splitter that shuffles, a generator that was passed in) is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from replcalc.data.plan import rational_quantity, require_certified
from replcalc.data.streams import Shared, Stream
from replcalc.numbers.errors import ReplcalcError
from replcalc.planning.result import Result
from replcalc.problems.composition.algorithm import BaseAlgorithm, carry_out
from replcalc.sharper.softmax_race.algorithm import SoftmaxRace
from replcalc.sharper.two_arms.algorithm import TwoOptions

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, MetaEstimatorMixin, clone
    from sklearn.metrics import check_scoring
    from sklearn.model_selection import ParameterGrid
    from sklearn.utils import get_tags
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError("replicable classifiers need scikit-learn 1.6 or later: install replcalc[sklearn]") from error

_POINTS = 1 << 53
#: The most models that one fit may learn, and the most points of a race that it may look at (some seconds).
MOST_MODELS, MOST_ROUNDS = 10**7, 10**5


@dataclass(frozen=True)
class ProbesInBox:
    """``count`` probes uniform on the box [low, high]^d, from the seed: a public choice that fits every d."""

    count: int
    low: float = -1.0
    high: float = 1.0

    def __call__(self, features: int, shared: Shared) -> Any:
        words = shared.stream("probes", features).words(self.count * features) >> np.uint64(11)
        return (self.low + (self.high - self.low) * (words / _POINTS)).reshape(self.count, features)


class _Replicable(BaseEstimator):  # type: ignore[misc]
    """What all of them do: check the plan and the rows."""

    plan: Result | None
    shared: Any

    def _planned(self, *kinds: str) -> Result:
        if self.plan is None or self.plan.question.kind not in kinds:
            raise ValueError(f"plan: expected the certified Result of a question of kind {' or '.join(kinds)}")
        found: Result = _as_values(require_certified, self.plan)
        return found

    def _race(self, instances: int, options: int) -> SoftmaxRace | TwoOptions:
        """The race of a plan of ``choose``, with so many instances and options on a common sample."""
        plan = self._planned("choose")
        if (plan.question.k, plan.question.arms, plan.question.common) != (instances, options, True):
            raise ValueError(f"plan: expected choose with k = {instances}, arms = {options} and common=True")
        if plan.method == "two-options":
            return TwoOptions(rational_quantity(plan, "width"), self._seed())
        return SoftmaxRace(rational_quantity(plan, "eta"), self._seed())

    def _seed(self) -> Shared:
        if isinstance(self.shared, Shared):
            return self.shared
        found: Shared = _as_values(Shared, str(self.shared))
        return found

    def _rows_for(self, rows: int, needed: int) -> None:
        if rows < needed:
            have = f"{rows} sample" + ("s" if rows != 1 else "")
            raise ValueError(f"{have} given, and the certified plan needs {needed}: {needed - rows} are missing")


class ReplicableClassifier(ClassifierMixin, _Replicable):  # type: ignore[misc]
    """``base``: an estimator; ``plan``: of compose, a problem per probe, or of choose, an instance per probe;
    ``shared``: the seed; ``probes``: an array, or a function (features, shared) -> array such as ``ProbesInBox``;
    ``classes``: every class that can occur, fixed before the data; ``size``: rows of a block, with a plan of choose.

    After ``fit``: ``probes_``, ``labels_`` (the classes of the probes: these are replicable), ``votes_`` (a row per
    probe: how many blocks said each class), ``model_``.
    """

    def __init__(
        self,
        base: Any = None,
        plan: Result | None = None,
        shared: Any = "",
        probes: Any = None,
        classes: Any = None,
        size: int | None = None,
    ) -> None:
        self.base, self.plan, self.shared, self.probes = base, plan, shared, probes
        self.classes, self.size = classes, size

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # few probes make a coarse model, whatever the base
        return tags

    def fit(self, X: Any, y: Any) -> ReplicableClassifier:
        plan, shared = self._planned("composition", "choose"), self._seed()
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_ = self._told(y)
        codes = np.searchsorted(self.classes_, y)
        known = codes < len(self.classes_)
        known[known] = self.classes_[codes[known]] == y[known]
        if not known.all():
            raise ValueError(f"y: {y[~known][0]} is none of the classes {', '.join(map(str, self.classes_[:8]))}")
        self.probes_ = self.probes(X.shape[1], shared) if callable(self.probes) else np.asarray(self.probes)
        if self.probes_.shape != (plan.question.k, X.shape[1]):
            told = f"{plan.question.k} probes of {X.shape[1]} features"
            raise ValueError(f"probes: the plan is one for {told}, found {self.probes_.shape}")
        order = permutation(len(X), shared.stream("shuffle"))
        said: dict[tuple[int, int], Any] = {}

        def answers(block: Any, state: int) -> Any:
            """The classes of all probes that a model learnt from the block says."""
            key = (int(block[0]), state)
            if key not in said:
                said[key] = learnt(self.base, X[block], codes[block], state).predict(self.probes_)
            return said[key]

        decided = self._chosen(plan, order, answers, said, shared)
        self.labels_ = self.classes_[decided]
        self.model_ = learnt(self.base, self.probes_, decided, shared.stream("random_state").bits(31))
        return self

    def _told(self, y: Any) -> Any:
        """The classes of the question, in order."""
        if self.classes is None or len(np.unique(self.classes)) < 2:
            raise ValueError("classes: expected every class that can occur, fixed before the data: at least two")
        return np.unique(self.classes)

    def _chosen(
        self, plan: Result, order: Any, answers: Callable[..., Any], said: Mapping[Any, Any], shared: Shared
    ) -> Any:
        """The place of a class for every probe, as the plan says."""
        count, classes = len(self.probes_), len(self.classes_)
        if plan.question.kind == "composition":
            outputs = plan.question.outputs
            if len(plan.question.n.distinct) != 1 or (outputs.count is not None and outputs.count < classes):
                raise ValueError(f"plan: expected one number of rows for every probe and {classes} outputs")
            self._rows_for(len(order), plan.samples or 0)
            bases = [_Probe(place, answers, randomised(self.base)).algorithm(classes) for place in range(count)]
            found = _as_values(lambda: carry_out(plan, bases, order, shared, MOST_ROUNDS, MOST_MODELS))
        else:
            blocks, size = plan.samples or 0, self.size
            race = self._race(count, classes)
            if not isinstance(size, int) or size < 1 or blocks > MOST_MODELS:
                raise ValueError(f"size: expected the rows of a block, and a plan of at most {MOST_MODELS:,} blocks")
            self._rows_for(len(order), blocks * size)
            state = shared.stream("string").bits(31)
            table = [answers(order[size * b : size * (b + 1)], state) for b in range(blocks)]
            counts = [Counter(map(int, column)) for column in np.transpose(table)]
            found = [
                replace(race, name=f"probe {place}").choice({str(c): Fraction(of[c], blocks) for c in range(classes)})
                for place, of in enumerate(counts)
            ]
        self.votes_ = np.zeros((count, classes), dtype=int)
        for labels in said.values():
            self.votes_[np.arange(count), labels] += 1
        return np.array([int(place) for place in found])

    def predict(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.classes_[self.model_.predict(validate_data(self, X, reset=False))]


@dataclass(frozen=True)
class _Probe:
    """The base as an algorithm that answers with the class of one probe."""

    place: int
    answers: Callable[..., Any]
    randomised: bool

    def __call__(self, block: Any, coins: Stream) -> int:
        return int(self.answers(block, coins.bits(31) if self.randomised else 0)[self.place])

    def algorithm(self, classes: int) -> BaseAlgorithm:
        return BaseAlgorithm(f"probe {self.place}", self, tuple(range(classes)))


class ReplicableChoice(ClassifierMixin, _Replicable):  # type: ignore[misc]
    """``candidates``: fitted classifiers; ``plan``: a Result of choose (common=True, an option per candidate).

    After ``fit``: ``chosen_``, the place of the chosen one; its accuracy is within alpha of the largest.
    """

    def __init__(self, candidates: Any = (), plan: Result | None = None, shared: Any = "") -> None:
        self.candidates, self.plan, self.shared = candidates, plan, shared

    def fit(self, X: Any, y: Any) -> ReplicableChoice:
        race = self._race(1, len(self.candidates))
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_ = np.unique(y)
        self._rows_for(len(X), self._planned("choose").samples or 0)
        right = [int(np.sum(candidate.predict(X) == y)) for candidate in self.candidates]
        self.chosen_ = int(race.choice({str(place): Fraction(count, len(X)) for place, count in enumerate(right)}))
        return self

    def predict(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.candidates[self.chosen_].predict(validate_data(self, X, reset=False))


class ReplicableGridSearch(MetaEstimatorMixin, _Replicable):  # type: ignore[misc]
    """A setting of ``estimator`` out of ``param_grid`` whose expected score is within alpha of the best, replicably.

    The rows are shuffled with the seed and cut into the plan's N blocks of ``size`` rows. In each block every candidate
    learns from the first ``train`` rows and is scored on the others by ``scoring`` (as in GridSearchCV; values must lie
    in [0, 1]): the score of a candidate is that of learning from ``train`` rows. The choice is theorem G on a common
    sample. Replicable is the choice, ``best_params_``; ``best_estimator_`` learns from all rows of this sample
    (``refit``), and is not: ``ReplicableClassifier`` makes it so.

    After ``fit``: ``best_index_``, ``best_params_``, ``scores_`` (mean score of every candidate), ``best_estimator_``.
    """

    def __init__(
        self,
        estimator: Any = None,
        param_grid: Any = None,
        plan: Result | None = None,
        shared: Any = "",
        size: int = 2,
        train: int = 1,
        scoring: Any = None,
        refit: bool = True,
    ) -> None:
        self.estimator, self.param_grid, self.plan, self.shared = estimator, param_grid, plan, shared
        self.size, self.train, self.scoring, self.refit = size, train, scoring, refit

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        if self.estimator is not None:
            own = get_tags(self.estimator)
            for name in ("estimator_type", "classifier_tags", "regressor_tags", "input_tags", "target_tags"):
                setattr(tags, name, getattr(own, name))
        return tags

    def fit(self, X: Any, y: Any) -> ReplicableGridSearch:
        if self.estimator is None:
            raise ValueError("estimator: expected an estimator")
        grid = list(ParameterGrid(self.param_grid))
        candidates, scorer = [clone(self.estimator).set_params(**each) for each in grid], self._scorer()
        race, blocks = self._race(1, len(candidates)), self._planned("choose").samples or 0
        if not 0 < self.train < self.size or blocks * len(candidates) > MOST_MODELS:
            raise ValueError(f"size, train: expected 0 < train < size, and at most {MOST_MODELS:,} models to learn")
        X, y = validate_data(self, X, y)
        self._rows_for(len(X), blocks * self.size)
        shared = self._seed()
        order, state = permutation(len(X), shared.stream("shuffle")), shared.stream("string").bits(31)
        totals = [Fraction(0)] * len(candidates)
        for block in range(blocks):
            rows = order[block * self.size : (block + 1) * self.size]
            learn, judge = rows[: self.train], rows[self.train :]
            for place, candidate in enumerate(candidates):
                score = float(scorer(learnt(candidate, X[learn], y[learn], state), X[judge], y[judge]))
                if not 0 <= score <= 1:
                    raise ValueError(f"scoring: expected scores in [0, 1], found {score:g} for {grid[place]}")
                totals[place] += Fraction(score)
        means = {str(place): total / blocks for place, total in enumerate(totals)}
        self.scores_ = np.array([float(mean) for mean in means.values()])
        self.best_index_ = int(race.choice(means))
        self.best_params_ = grid[self.best_index_]
        if self.refit:
            self.best_estimator_ = learnt(candidates[self.best_index_], X, y, state)
        return self

    def _scorer(self) -> Callable[..., Any]:
        found: Callable[..., Any] = check_scoring(self.estimator, self.scoring)
        return found

    def predict(self, X: Any) -> Any:
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.predict(validate_data(self, X, reset=False))

    def score(self, X: Any, y: Any) -> float:
        """The score of the model learnt from all rows."""
        check_is_fitted(self, "best_estimator_")
        return float(self._scorer()(self.best_estimator_, X, y))

    @property
    def classes_(self) -> Any:
        """Those of the model learnt from all rows."""
        check_is_fitted(self, "best_estimator_")
        return self.best_estimator_.classes_


def _as_values(call: Callable[..., Any], *args: Any) -> Any:
    """What is wrong with an input, as scikit-learn expects it to be raised."""
    try:
        return call(*args)
    except ReplcalcError as error:
        raise ValueError(str(error)) from None


def permutation(count: int, stream: Stream) -> Any:
    """A uniform permutation (Fisher and Yates): an order that has nothing to do with the data."""
    order = np.arange(count)
    for last in range(count - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


class OneClass(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What is learnt from rows of one class, where the base refuses them."""

    def fit(self, X: Any, y: Any) -> OneClass:
        self.classes_ = np.unique(y)
        return self

    def predict(self, X: Any) -> Any:
        return np.repeat(self.classes_[:1], len(X))


def randomised(base: Any) -> bool:
    """Does learning draw random numbers, as far as the parameters tell? What draws them unseen is refused."""
    if base is None:
        raise ValueError("base: expected an estimator")
    for name, value in base.get_params().items():
        if isinstance(value, np.random.RandomState | np.random.Generator) and not _is_state(name):
            raise ValueError(f"base: {name} is a generator of random numbers; expected one that the seed can set")
        draws = not hasattr(value, "get_params") and not isinstance(getattr(value, "random_state", 0), int)
        if draws and getattr(value, "shuffle", True):
            raise ValueError(f"base: {name} draws random numbers that the seed does not set; give it a random_state")
    return any(map(_is_state, base.get_params()))


def _is_state(name: str) -> bool:
    return name.rpartition("__")[2] == "random_state"


def learnt(base: Any, X: Any, y: Any, state: int) -> Any:
    """A clone of the base learnt from the rows; every ``random_state`` in it, at any depth, is made from ``state``."""
    drawing = randomised(base)
    model = clone(base)
    if drawing:
        states = sorted(filter(_is_state, model.get_params()))
        model.set_params(**{name: (state + place) % (1 << 31) for place, name in enumerate(states)})
    try:
        return model.fit(X, y)
    except ValueError:
        if len(np.unique(y)) > 1:
            raise
        return OneClass().fit(X, y)
