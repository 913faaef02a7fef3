"""Replicable classifiers in the convention of scikit-learn (extra ``sklearn``).

``ReplicableClassifier`` makes any classifier replicable through its predictions on a fixed set of probes. The rows are
shuffled with the seed and cut into blocks; a clone of the base learns from each and votes on every probe; the votes are
decided as the plan says (threshold votes, or votes as angles with a race). The final model is the base learnt from the
probes and their decided labels, so it is a function of these labels alone: whenever two samples give equal labels, they
give equal models, on all inputs. The plan is a composition of k problems with n rows each, outputs binary, and
rho0 = 1/2 where nothing is known: no rule with two answers disagrees more often. Two classes need a problem per probe;
2^b of them need b, one for each binary digit of the class's place: a probe is labelled as the base would label it
whenever all its digits are, and digits that name no class mean the last one.

``ReplicableChoice`` picks one of finitely many fitted classifiers, within alpha of the most accurate one: the best arm
of their accuracies. Its plan is that of one best-arm instance.

Both refuse fewer rows than certified. Both need a base whose learning is deterministic, or takes ``random_state``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from replcalc.ask.result import Result
from replcalc.data.plan import require_certified
from replcalc.data.streams import Shared, Stream
from replcalc.numbers.errors import UnmetCondition
from replcalc.problems.queries.algorithm import estimates
from replcalc.sharper.binary_votes.algorithm import Angles
from replcalc.sharper.threshold_votes.algorithm import VoteTheorem, threshold

try:
    from sklearn.base import BaseEstimator, ClassifierMixin, clone
    from sklearn.utils.multiclass import check_classification_targets
    from sklearn.utils.validation import check_is_fitted, validate_data
except ImportError as error:
    raise ImportError("replicable classifiers need scikit-learn 1.6 or later: install replcalc[sklearn]") from error

_POINTS = 1 << 53


@dataclass(frozen=True)
class ProbesInBox:
    """``count`` probes uniform on the box [low, high]^d, from the seed: a public choice that fits every d."""

    count: int
    low: float = -1.0
    high: float = 1.0

    def __call__(self, features: int, shared: Shared) -> Any:
        words = shared.stream("probes", features).words(self.count * features) >> np.uint64(11)
        return (self.low + (self.high - self.low) * (words / _POINTS)).reshape(self.count, features)


class _Replicable(ClassifierMixin, BaseEstimator):  # type: ignore[misc]
    """What both classifiers do: check the plan and the rows."""

    plan: Result | None
    shared: Any

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.classifier_tags.poor_score = True  # few probes make a coarse model, whatever the base
        return tags

    def _checked(self, X: Any, y: Any, kind: str) -> tuple[Any, Any, Shared]:
        if self.plan is None or self.plan.question.kind != kind:
            raise ValueError(f"plan: expected the certified Result of a question of kind '{kind}'")
        try:
            require_certified(self.plan)
        except UnmetCondition as error:
            raise ValueError(str(error)) from None
        X, y = validate_data(self, X, y)
        check_classification_targets(y)
        self.classes_, codes = np.unique(y, return_inverse=True)
        needed = self.plan.samples or 0
        if len(X) < needed:
            have = f"{len(X)} sample" + ("s" if len(X) != 1 else "")
            raise ValueError(
                f"{have} given, and the certified plan '{self.plan.way}' needs {needed}: {needed - len(X)} are missing"
            )
        return X, codes, self.shared if isinstance(self.shared, Shared) else Shared(str(self.shared))


class ReplicableClassifier(_Replicable):
    """``base``: an estimator; ``plan``: a Result of compose, one problem per probe and binary digit of a class;
    ``shared``: the seed; ``probes``: an array, or a function (features, shared) -> array such as ``Box(count)``.

    After ``fit``: ``probes_``, ``labels_`` (classes of the probes; these are replicable as long as both samples contain
    every class), ``votes_`` (a row per digit, the lowest first), ``model_``.
    """

    def __init__(self, base: Any = None, plan: Result | None = None, shared: Any = "", probes: Any = None) -> None:
        self.base, self.plan, self.shared, self.probes = base, plan, shared, probes

    def fit(self, X: Any, y: Any) -> ReplicableClassifier:
        X, codes, shared = self._checked(X, y, "composition")
        assert self.plan is not None
        goal = self.plan.question
        self.probes_ = self.probes(X.shape[1], shared) if callable(self.probes) else np.asarray(self.probes)
        count = len(self.probes_)
        digits, left = divmod(goal.k, count) if count else (0, 1)
        needed = max(1, (len(self.classes_) - 1).bit_length())
        if left or digits < needed or self.probes_.shape != (count, X.shape[1]):
            raise ValueError(
                f"probes: expected {goal.k // needed} rows of {X.shape[1]} features, found {self.probes_.shape}: the "
                f"plan has {goal.k} problems, and {len(self.classes_)} classes need {needed} for every probe"
            )
        if len(goal.n.distinct) != 1 or not goal.outputs.two:
            raise ValueError("plan: expected outputs binary and one number of rows for every probe")
        size = goal.n.distinct[0]
        cast = self._votes_cast((self.plan.samples or 0) // size)
        order = permutation(len(X), shared.stream("shuffle"))
        places = np.arange(digits)[:, None]
        self.votes_ = np.zeros((digits, count), dtype=int)
        for block in range(max(cast)):
            rows = order[block * size : (block + 1) * size]
            said = learnt(self.base, X[rows], codes[rows], shared).predict(self.probes_) >> places & 1
            self.votes_ += said * (np.array(cast) > block).reshape(digits, count)
        bits = self._decided([int(votes) for votes in self.votes_.ravel()], cast, shared).reshape(digits, count)
        decided = np.minimum((bits << places).sum(axis=0), len(self.classes_) - 1)
        self.labels_ = self.classes_[decided]
        self.model_ = learnt(self.base, self.probes_, decided, shared)
        return self

    def _votes_cast(self, blocks: int) -> list[int]:
        """How many blocks vote on every digit of every probe."""
        assert self.plan is not None
        if self.plan.way == "separate":
            return [does.blocks for does in self.plan.details["assigned"].members()]
        return [blocks] * self.plan.question.k

    def _decided(self, counts: list[int], cast: list[int], shared: Shared) -> Any:
        """0 or 1 for every digit of every probe, by the plan's way."""
        assert self.plan is not None
        if self.plan.way == "separate":
            bars = []
            for p, (does, votes) in enumerate(zip(self.plan.details["assigned"].members(), cast, strict=True)):
                coins = shared.stream("threshold", f"probe {p}")
                law = (VoteTheorem(does.form.name), votes, coins, does.form.closed) if does.votes else None
                bars.append(0 if law is None else threshold(*law))
            return np.array([int(count > bar) for count, bar in zip(counts, bars, strict=True)])
        if self.plan.way != "binary" and self.plan.chosen.get("form") != "votes as angles":
            raise ValueError(f"plan: expected one of the ways separate, binary or grouped, found '{self.plan.way}'")
        size = self.plan.chosen.get("group", len(counts))
        found: list[int] = []
        rho0 = tuple(self.plan.question.rho0.members())
        for first in range(0, len(counts), size):
            part = counts[first : first + size]
            angles = Angles(tuple(cast[first : first + size]), rho0[first : first + size], shared)
            found += angles.answer(part, f"probe {first}")
        return np.array(found)

    def predict(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.classes_[self.model_.predict(validate_data(self, X, reset=False))]


class ReplicableChoice(_Replicable):
    """``candidates``: fitted classifiers; ``plan``: a Result of arms (k = 1, one arm per candidate).

    After ``fit``: ``chosen_``, the place of the chosen one.
    """

    def __init__(self, candidates: Any = (), plan: Result | None = None, shared: Any = "") -> None:
        self.candidates, self.plan, self.shared = candidates, plan, shared

    def fit(self, X: Any, y: Any) -> ReplicableChoice:
        X, codes, shared = self._checked(X, y, "arms")
        assert self.plan is not None
        question = self.plan.question
        if (question.k, question.arms) != (1, len(self.candidates)):
            raise ValueError(f"plan: expected one instance of {len(self.candidates)} arms, one per candidate")
        truth = self.classes_[codes]
        right = {str(c): int(np.sum(h.predict(X) == truth)) for c, h in enumerate(self.candidates)}
        found = estimates(self.plan, {name: Fraction(count, len(X)) for name, count in right.items()}, shared)
        self.chosen_ = int(max(found, key=lambda name: found[name]))  # the first of equals
        return self

    def predict(self, X: Any) -> Any:
        check_is_fitted(self)
        return self.candidates[self.chosen_].predict(validate_data(self, X, reset=False))


def permutation(count: int, stream: Stream) -> Any:
    """A uniform permutation (Fisher and Yates): an order that has nothing to do with the data."""
    order = np.arange(count)
    for last in range(count - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


@dataclass(frozen=True)
class OneClass:
    """What is learnt from rows of one class."""

    code: int

    def predict(self, X: Any) -> Any:
        return np.full(len(X), self.code)


def learnt(base: Any, X: Any, codes: Any, shared: Shared) -> Any:
    """A clone of the base learnt from the rows, its random choices made by the seed."""
    if base is None:
        raise ValueError("base: expected an estimator")
    if codes.min() == codes.max():
        return OneClass(int(codes[0]))
    model = clone(base)
    if "random_state" in model.get_params():
        model.set_params(random_state=shared.stream("random_state").bits(31))
    return model.fit(X, codes)
