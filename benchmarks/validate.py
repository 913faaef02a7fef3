"""Compare how often two samples disagree with what is certified, on real and on adversarial populations.

    python benchmarks/validate.py            every case, a table
    python benchmarks/validate.py --write    and write the table of docs/validation.md

Populations are data sets that scikit-learn ships, a sample is drawn from their rows with replacement; or distributions
that make agreement hardest. So the truth is known exactly. Two samples and one public seed make a pair. Most statistics
need only how often each row was drawn, a multinomial vector, so the algorithms run on exactly the numbers of a pass.

Exit code 0: no observed rate is above what was certified (Clopper-Pearson, 1e-6), and every negative control that the
case is tight enough for is caught in the same way; 1: not so.
"""

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from flint import fmpq
from scipy.stats import beta as beta_distribution

import replcalc
from replcalc.planning.method import get
from replcalc.problems.choices.algorithm import ChooseTask, choose_option
from replcalc.problems.queries.algorithm import MeansTask, estimate_means
from replcalc.problems.queries.question import queries_question
from replcalc.run.plans import scale_accuracy
from replcalc.run.rows import GRID_BITS, Sums, ValueRange
from replcalc.run.seeds import Shared
from replcalc.sharper.frequencies.algorithm import FrequenciesTask, reaches, round_groups
from replcalc.sharper.quantile_search.algorithm import QuantilesTask, search
from replcalc.sharper.race.algorithm import Angles
from replcalc.sharper.softmax_race.algorithm import choose_in_rounds
from replcalc.sharper.threshold_test.algorithm import TestTask, draw_test_threshold
from replcalc.sharper.two_arms.algorithm import AbTask, TwoArmsTest, decide_by_uniform_threshold
from replcalc.sharper.two_sided.algorithm import SameTask, side
from replcalc.sharper.u_statistics.algorithm import AucTask
from replcalc.sharper.votes.algorithm import CERTIFIED, CLOSED, UNIFORM, draw_threshold
from replcalc.sharper.votes.weights import MOST

PAGE = Path(__file__).parent.parent / "docs" / "validation.md"
CONFIDENCE = 1e-6
SHARE = ValueRange(0.0, 1.0)


@dataclass(frozen=True)
class Rate:
    """How many of so many."""

    total: int
    seen: int

    @property
    def share(self) -> float:
        return self.seen / self.total

    def lower_end(self) -> float:
        """Return the lower end of the Clopper-Pearson interval at CONFIDENCE."""
        return float(beta_distribution.ppf(CONFIDENCE, self.seen, self.total - self.seen + 1)) if self.seen else 0.0

    def above(self, certified: float) -> bool:
        """Return whether the true rate is certainly above, up to CONFIDENCE."""
        return self.lower_end() > certified


@dataclass(frozen=True)
class Control:
    """What a negative control does wrong."""

    name: str
    shared: bool = True
    samples: Fraction = Fraction(1)
    fineness: int = 1


AS_PLANNED = Control("as planned")
UNSHARED, HALF, FINE = "seeds not shared", "half the samples", "a grid twice as fine"
CONTROLS = (Control(UNSHARED, shared=False), Control(HALF, samples=Fraction(1, 2)), Control(FINE, fineness=2))


# -- cases ------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Case:
    """An algorithm on a population.

    ``draw(rng, runs, samples)`` returns a statistic of the sample for every run, ``answer(plan, statistic, samples,
    shared)`` what the algorithm says, ``right`` whether that is accurate. ``caught``: the names of the controls that
    the certified bound is tight enough to catch. ``cost``: fewer pairs by this factor.
    """

    name: str
    population: str
    plan: Any
    rho: float
    beta: float | None
    draw: Callable[[Any, int, int], Any]
    answer: Callable[[Any, Any, int, Shared], Any]
    right: Callable[[Any], bool]
    caught: tuple[str, ...] = (UNSHARED,)
    cost: int = 1

    def observe(self, pairs: int, control: Control = AS_PLANNED, seed: int = 0) -> tuple[Rate, Rate]:
        """Count how often two samples disagree, and how often an answer is wrong."""
        pairs = max(1, pairs // self.cost)
        samples, plan = int(self.plan.samples * control.samples), finer(self.plan, control)
        statistics = list(self.draw(np.random.default_rng(seed), 2 * pairs, samples))
        differ = wrong = 0
        for pair in range(pairs):
            seeds = (f"{seed} {pair}", f"{seed} {pair}" if control.shared else f"{seed} {pair} other")
            one, other = (
                self.answer(plan, statistics[2 * pair + team], samples, Shared(f"{self.name} {text}"))
                for team, text in enumerate(seeds)
            )
            differ += one != other
            wrong += (not self.right(one)) + (not self.right(other))
        return Rate(pairs, differ), Rate(2 * pairs, wrong)


def finer(plan: Any, control: Control) -> Any:
    """Return the plan with its grid, noise or thresholds so many times as fine."""
    by = control.fineness
    if by == 1:
        return plan
    inverse = fmpq(1, by)
    known = {"softmax": {"eta": by}, "noise": {"eta": by, "w": inverse}, "cosine": {"a": inverse}}
    factors = known.get(plan.method, {})
    if plan.question.kind == "own-accuracies":
        factors = dict.fromkeys(plan.chosen, inverse)
    if factors:
        return replace(plan, chosen={name: value * factors.get(name, 1) for name, value in plan.chosen.items()})
    if "distribution" in plan.details:
        checked = plan.details["distribution"]
        thresholds = checked.distribution.thresholds
        middle = sum(thresholds, fmpq(0)) / len(thresholds)
        closer = replace(checked.distribution, thresholds=tuple(middle + (c - middle) / by for c in thresholds))
        return replace(plan, details={"distribution": replace(checked, distribution=closer)})
    width, extra = plan.value("width").lower, dict(plan.extra)
    if plan.question.kind == "same":  # around the same middle
        extra["low"] = plan.value("low").lower + width * (1 - inverse) / 2
    return replace(plan, extra={**extra, "width": width / by})


def of_task(name: str, population: str, task: Any, *how: Any, plan: Any = None, cost: int = 1) -> Case:
    """Return the case of a task; ``how``: draw, answer, right, caught."""
    rho, beta = (float(Fraction(value)) for value in (task.rho, task.beta))
    return Case(name, population, task.plan() if plan is None else plan, rho, beta, *how, cost=cost)


def data(name: str) -> Any:
    import sklearn.datasets

    return getattr(sklearn.datasets, f"load_{name}")()


def scaled(columns: Any) -> Any:
    """Divide columns by their largest value: shares of the range [0, 1]."""
    return columns / columns.max(axis=0)


def bright(images: Any, count: int) -> Any:
    """Return the brightest pixels: arms whose means are close to each other."""
    full = images.reshape(len(images), -1) / 16
    return full[:, np.argsort(full.mean(axis=0))[-count:]]


def above_median(columns: Any) -> Any:
    return (columns > np.median(columns, axis=0)).astype(float)


def draw_means(table: Any, rng: Any, runs: int, samples: int) -> list[list[Fraction]]:
    """Return exact means of ``samples`` rows drawn with replacement, for every run and column."""
    points = SHARE.grid(table)
    counts = rng.multinomial(samples, [1 / len(points)] * len(points), size=runs)
    totals = counts.astype(np.int64) @ points
    return [[Fraction(int(total), samples << GRID_BITS) for total in run] for run in totals]


def means_case(
    name: str, population: str, table: Any, asked: tuple[Any, ...], *caught: str, cosine: bool = False
) -> Case:
    """``asked``: one accuracy or one for each mean, rho and beta; cosine noise even where rounding is cheaper."""
    alphas, rho, beta = asked
    width = table.shape[1]
    if own := not isinstance(alphas, str):
        task = MeansTask(columns=[f"c{c}:0..1:{alpha}" for c, alpha in enumerate(alphas)], rho=rho, beta=beta)
    else:
        task = MeansTask(columns=tuple(f"c{c}" for c in range(width)), range=SHARE, alpha=alphas, rho=rho, beta=beta)
    plan = None
    if cosine:
        plan = get("cosine", "queries").solve(queries_question(width, scale_accuracy(alphas, SHARE), rho, beta), 20)
    truth = [sum(map(Fraction, map(float, column))) / len(column) for column in table.T]
    limits = [Fraction(alpha) for alpha in (alphas if own else [alphas] * width)]

    def answer(used: Any, means: Any, samples: int, shared: Shared) -> tuple[Fraction, ...]:
        estimate = task.round_means if own else estimate_means
        found = estimate(used, dict(zip(task.names, means, strict=True)), shared)
        return tuple(Fraction(SHARE.write(x)) for x in found.values())

    def right(found: tuple[Fraction, ...]) -> bool:
        return all(abs(x - t) <= limit for x, t, limit in zip(found, truth, limits, strict=True))

    return of_task(name, population, task, partial(draw_means, table), answer, right, (UNSHARED, *caught), plan=plan)


def heavy_case(name: str, population: str, labels: Any, nu: str, epsilon: str, rho: str, beta: str) -> Case:
    task = FrequenciesTask(column="label", at_least=nu, alpha=epsilon, rho=rho, beta=beta)
    shares = np.bincount(labels) / len(labels)

    def answer(plan: Any, counts: Any, samples: int, shared: Shared) -> tuple[bool, ...]:
        reached = reaches(plan, task.column, shared)
        return tuple(reached(int(count), samples) for count in counts)

    def right(listed: tuple[bool, ...]) -> bool:
        high, low = float(nu), float(nu) - float(epsilon)
        return all(there if p >= high else not there or p > low for p, there in zip(shares, listed, strict=True))

    return of_task(name, population, task, lambda rng, runs, n: rng.multinomial(n, shares, size=runs), answer, right)


def test_case(name: str, population: str, p: float, low: str, high: str, beta: str, *caught: str) -> Case:
    task = TestTask(column="c", low=low, high=high, rho="0.1", beta=beta)

    def answer(plan: Any, ones: int, used: int, shared: Shared) -> str:
        stream = shared.stream("test", "c", "threshold")
        threshold = draw_test_threshold(plan.details["distribution"].distribution, stream)
        count = Fraction(int(ones) * plan.samples, used)
        return threshold if isinstance(threshold, str) else "high" if count >= threshold else "low"

    def right(found: str) -> bool:
        return float(low) < p < float(high) or (found == "low") == (p <= float(low))

    return of_task(name, population, task, lambda rng, runs, n: rng.binomial(n, p, runs), answer, right, caught)


def ab_case(name: str, population: str, p: Sequence[float], alpha: str, variance: str, *caught: str) -> Case:
    """``p``: the rates of old and new."""
    asked = {"by": "v", "reward": "r", "variants": "old,new", "alpha": alpha, "rho": "0.1", "beta": "0.01"}

    def answer(plan: Any, ones: Any, used: int, shared: Shared) -> str:
        if plan.method == "optimal":
            threshold = TwoArmsTest(plan, shared, "old", "new").threshold
            count = Fraction((int(ones[1]) + used - int(ones[0])) * plan.samples, used)
            return threshold if isinstance(threshold, str) else "new" if count >= threshold else "old"
        totals = {"old": int(ones[0]) << GRID_BITS, "new": int(ones[1]) << GRID_BITS}
        sums = Sums(used, dict.fromkeys(totals, used), totals)
        return decide_by_uniform_threshold(plan, sums, ("old", "new"), shared)

    def right(found: str) -> bool:
        return abs(p[1] - p[0]) < float(alpha) or (found == "new") == (p[1] > p[0])

    task = AbTask(**asked, variance=variance)
    return of_task(name, population, task, lambda rng, runs, n: rng.binomial(n, p, (runs, 2)), answer, right, caught)


def same_case(name: str, population: str, p: float, value: str, alpha: str, near: str, *caught: str) -> Case:
    task = SameTask(column="c", value=value, alpha=alpha, near=near, rho="0.1", beta="0.01")

    def answer(plan: Any, ones: int, used: int, shared: Shared) -> int:
        return side(plan, Fraction(int(ones), used) - Fraction(value), shared, "c")

    def right(found: int) -> bool:
        distance = p - float(value)
        if abs(distance) <= float(near):
            return found == 0
        return abs(distance) < float(alpha) or found == (1 if distance > 0 else -1)

    return of_task(name, population, task, lambda rng, runs, n: rng.binomial(n, p, runs), answer, right, caught)


def choose_case(name: str, population: str, table: Any, *caught: str, own_rows: bool = False, top: int = 0) -> Case:
    """The best option or ``top`` of them, scored on the same rows or each on its own."""
    options = tuple(f"c{c}" for c in range(table.shape[1]))
    more = {"by": "b", "reward": "r"} if own_rows else {"top": str(top)} if top else {}
    task = ChooseTask(options=options, alpha="0.2", rho="0.2" if top else "0.1", beta="0.01", **more)
    truth = dict(zip(options, table.mean(axis=0), strict=True))
    last = sorted(truth.values())[-max(top, 1)]

    def draw(rng: Any, runs: int, samples: int) -> Any:
        each = [draw_means(column[:, None], rng, runs, samples) for column in table.T]
        return [[means[0] for means in run] for run in zip(*each, strict=True)]

    def answer(plan: Any, means: Any, used: int, shared: Shared) -> tuple[str, ...]:
        scores = dict(zip(options, means, strict=True))
        return tuple(choose_in_rounds(plan, scores, top, shared)) if top else (choose_option(plan, scores, shared),)

    def right(found: tuple[str, ...]) -> bool:
        return all(bool(truth[option] >= last - 0.2) for option in found)

    return of_task(name, population, task, draw if own_rows else partial(draw_means, table), answer, right, caught)


def nearest_centroid(table: Any, labels: Any, probe: Any, blocks: Any) -> Any:
    """Return the label that centroids, learnt from each block of rows, give the probe: 0 where a class is missing."""
    x, y = table[blocks], labels[blocks]
    distances = []
    for weight in (y, 1 - y):
        centre = (x * weight[..., None]).sum(axis=-2) / np.maximum(weight.sum(axis=-1), 1)[..., None]
        distances.append(((centre - probe) ** 2).sum(axis=-1))
    return ((distances[0] < distances[1]) & (y.sum(axis=-1) > 0)).astype(int)


def votes_case(name: str, population: str, rho: str, method: str, size: int = 6) -> Case:
    """The label of one probe between both classes: any rule with two answers is 1/2-replicable."""
    table, labels = scaled(data(population).data), data(population).target
    probe = table[labels == 0].mean(axis=0) * 0.5 + table[labels == 1].mean(axis=0) * 0.5
    plan = replcalc.compose([size], rho, rho0="1/2", beta0="1/4", outputs="binary", methods=[method]).results[0]

    def draw(rng: Any, runs: int, samples: int) -> list[int]:
        counts: list[int] = []
        for first in range(0, runs, 500):
            blocks = rng.integers(len(table), size=(min(500, runs - first), samples // size, size))
            counts += nearest_centroid(table, labels, probe, blocks).sum(axis=1).tolist()
        return counts

    def answer(used: Any, count: int, samples: int, shared: Shared) -> int:
        votes = samples // size
        if method == "votes":
            closed = CLOSED if votes > MOST else CERTIFIED
            thresholds = UNIFORM if used.chosen["form"] == "uniform threshold" else closed
            return int(count > draw_threshold(thresholds, votes, shared.stream("threshold", "probe")))
        return Angles((votes,), tuple(used.question.rho0.members()), shared).answer([count])

    return Case(name, population, plan, float(rho), None, draw, answer, lambda found: True)


def groups_case(name: str, population: str, shares: Any, task: FrequenciesTask, cost: int = 1) -> Case:
    """Three groups or more; equal counts have equal answers, so each is computed once."""
    shares = np.asarray(shares, dtype=float) / np.sum(shares)

    def answer(plan: Any, counts: Any, used: int, shared: Shared) -> tuple[Fraction, ...]:
        found = {}
        for count in set(counts):
            (found[count],) = round_groups(plan, "c", {"one": Fraction(count, used)}, shared).values()
        return tuple(found[count] for count in counts)

    def right(found: tuple[Fraction, ...]) -> bool:
        return all(abs(float(x) - p) <= float(task.alpha) for x, p in zip(found, shares, strict=True))

    draw = lambda rng, runs, n: rng.multinomial(n, shares, size=runs).tolist()  # noqa: E731
    return of_task(name, population, task, draw, answer, right, cost=cost)


def auc_case(name: str, population: str, low: Any, high: Any, *caught: str) -> Case:
    """The scores of both classes of the population: how often each was drawn gives the area exactly."""
    task = AucTask(score="s", label="c", alpha="0.1", rho="0.1", beta="0.01")
    scores = np.unique([*low, *high])
    shares = [np.bincount(np.searchsorted(scores, part), minlength=len(scores)) / len(part) for part in (low, high)]
    truth = float(shares[1] @ (np.cumsum(shares[0]) - shares[0] / 2))

    def draw(rng: Any, runs: int, n: int) -> Any:
        zeros, ones = (rng.multinomial(n, share, size=runs) for share in shares)
        return ((2 * np.cumsum(zeros, axis=1) - zeros) * ones).sum(axis=1)

    def answer(plan: Any, twice: int, used: int, shared: Shared) -> str:
        return task.round_mean(plan, Fraction(int(twice), 2 * used * used), shared)

    right = lambda found: abs(float(found) - truth) <= 0.1 + 1e-9  # noqa: E731
    return of_task(name, population, task, draw, answer, right, (UNSHARED, *caught))


def cuts_case(name: str, population: str, cells: Any, q: str, tau: str, *caught: str) -> Case:
    """Quantiles; ``cells``: the probabilities of the cells between cuts."""
    cells = np.asarray(cells, dtype=float) / np.sum(cells)
    task = QuantilesTask(column="c", q=q, cuts=f"1..{len(cells) - 1}:1", alpha=tau, rho="0.2", beta="0.01")
    below = np.concatenate(([0.0], np.cumsum(cells)[:-1], [1.0]))
    slack = float(tau) + 1e-9

    def answer(plan: Any, counts: Any, used: int, shared: Shared) -> tuple[int, ...]:
        cell = search(plan, "c", shared)
        return tuple(cell(Fraction(one), counts, used) for one in task.q)

    def right(found: tuple[int, ...]) -> bool:
        pairs = zip(map(float, map(Fraction, task.q)), found, strict=True)
        return all(below[c + 1] >= x - slack and below[c] <= x + slack for x, c in pairs)

    def draw(rng: Any, runs: int, n: int) -> Any:
        return np.cumsum(rng.multinomial(n, cells, size=runs), axis=1)[:, :-1].tolist()

    return of_task(name, population, task, draw, answer, right, (UNSHARED, *caught))


def cases() -> tuple[Case, ...]:
    """Return all cases: on real populations, and on those that are hardest to agree on."""
    cancer, digits, wine, diabetes = (data(n) for n in ("breast_cancer", "digits", "wine", "diabetes"))
    measured = scaled(diabetes.data - diabetes.data.min(axis=0))[:, [0, 2, 3, 4, 5]]
    coins, grapes = above_median(cancer.data[:, [0, 1, 4]]), above_median(wine.data[:, [0, 5, 9]])
    share, pixels = float(cancer.target.mean()), bright(digits.images, 8)
    fair, line = np.array([[0.0], [1.0]]), np.arange(80)
    equal = np.array([[0.0] * 20, [1.0] * 20])
    four = np.array(list(product((0.0, 1.0), repeat=4)))
    progress = np.histogram(diabetes.target, bins=[0, *range(50, 301, 25), 400])[0]
    tight = (UNSHARED, FINE)
    goal = {"column": "c", "rho": "0.1", "beta": "0.01"}

    def known(count: int, **more: str) -> FrequenciesTask:
        return FrequenciesTask(groups=[f"g{j}" for j in range(count)], alpha="0.1", **goal | more)

    anything = FrequenciesTask(any_groups=True, alpha="0.1", **goal | {"rho": "0.2"})
    return (
        means_case("one query", "wine", grapes[:, :1], ("0.1", "0.2", "0.05"), HALF, FINE),
        means_case("one query, often right", "breast_cancer", coins[:, :1], ("0.05", "0.1", "1e-3"), HALF, FINE),
        means_case("three queries", "breast_cancer", coins, ("0.1", "0.1", "0.01"), FINE),
        means_case("five means", "diabetes", measured, ("0.1", "0.2", "0.01")),
        means_case("three queries, cosine noise", "wine", grapes, ("0.2", "0.3", "0.01"), FINE, cosine=True),
        heavy_case("frequent labels", "digits", digits.target, "0.16", "0.12", "0.3", "0.01"),
        heavy_case("two labels", "breast_cancer", cancer.target, "0.8", "0.3", "0.2", "0.01"),
        votes_case("a probe, threshold votes", "breast_cancer", "0.1", "votes"),
        votes_case("a probe, votes as angles", "breast_cancer", "0.1", "joint"),
        test_case("low or high, in between", "a fair coin", 0.5, "0.4", "0.6", "0.001", *tight),
        test_case("low or high", "breast_cancer", share, "0.6", "0.66", "0.01", *tight),
        test_case("rare clicks, at the low rate", "a coin of 0.02", 0.02, "0.02", "0.03", "0.05"),
        ab_case("old or new, no difference", "two fair coins", (0.5, 0.5), "0.1", "", *tight),
        ab_case("old or new, known variance", "coins of 0.03 and 0.032", (0.03, 0.032), "0.01", "0.0291", *tight),
        ab_case("old or new", "wine", above_median(wine.data[:, [0, 5]]).mean(axis=0).tolist(), "0.1", "", UNSHARED),
        same_case("two-sided, in between", "a coin of 0.527", 0.527, "0.5", "0.05", "0", *tight),
        same_case("two-sided, no difference", "a fair coin", 0.5, "0.5", "0.05", "0"),
        same_case("equivalent, in between", "breast_cancer", share, "0.59", "0.05", "0.025", *tight),
        choose_case("one of twenty equal arms", "twenty fair coins", equal, *tight, own_rows=True),
        choose_case("one of eight pixels", "digits", pixels, UNSHARED),
        choose_case("the best three of eight pixels", "digits", pixels, UNSHARED, top=3),
        choose_case("the best two of four equal ones", "half of four win", four[four.sum(axis=1) == 2], *tight, top=2),
        means_case("accuracies of their own", "wine", grapes, (("0.05", "0.1", "0.2"), "0.1", "0.01"), FINE),
        means_case("one mean", "a fair coin", fair, ("0.1", "0.1", "0.01"), HALF, FINE),
        means_case("five queries that agree", "one fair coin", np.repeat(fair, 5, axis=1), ("0.1", "0.2", "0.01")),
        heavy_case("frequent values in the middle", "four equal values", np.arange(4), "0.35", "0.2", "0.1", "0.01"),
        groups_case("proportions of ten digits", "digits", np.bincount(digits.target), known(10)),
        groups_case("proportions of three kinds", "wine", np.bincount(wine.target), known(3)),
        groups_case("proportions, spread", "34, 28, 22 and 16 per cent", (34, 28, 22, 16), known(4)),
        groups_case("proportions, many small", "30 groups, Zipf's law", 1 / line[1:31], known(30, rho="0.2")),
        groups_case("any number of groups, none large", "17 groups of 3 to 9 per cent", line[30:80:3], anything),
        groups_case("any number of groups, most rare", "half, and 2,000 rare ones", [2000] + [1] * 2000, anything, 10),
        auc_case("area under the ROC curve", "breast_cancer", *(cancer.data[cancer.target == c, 1] for c in (1, 0))),
        auc_case("area of a score with two values", "one class decides", [1], [0, 2], HALF, FINE),
        cuts_case("quartiles on cuts", "diabetes", progress, "0.25,0.5,0.75", "0.2"),
        cuts_case("median on cuts, one question", "half below, half above", [1] + [0] * 14 + [1], "0.5", "0.1", FINE),
        cuts_case("median on cuts, all different", "255 equal cells", [1] * 255, "0.5", "0.1"),
    )


# -- the table ---------------------------------------------------------------------------------------------------------
def row(case: Case, pairs: int, controls: int) -> tuple[list[str], list[str]]:
    """Return a row of the table, and what is not as it should be."""
    rate, wrong = case.observe(pairs)
    problems = []
    if rate.above(case.rho):
        problems.append(f"{case.name}: disagreement {rate.share:.4f} is above {case.rho}")
    if case.beta is not None and wrong.above(case.beta):
        problems.append(f"{case.name}: failure {wrong.share:.4f} is above {case.beta}")
    cells = [case.name, case.population, f"{case.plan.samples:,}", f"{rate.total:,}", f"{case.rho:g}"]
    cells += [f"{rate.share:.4f}", f"{rate.share / case.rho:.2f}"]
    cells += ["-", "-"] if case.beta is None else [f"{case.beta:g}", f"{wrong.share:.5f}"]
    for control in CONTROLS:
        if control.fineness > 1 and case.beta is None:
            cells.append("-")
            continue
        seen, _ = case.observe(controls, control, seed=1)
        caught = seen.above(case.rho)
        cells.append(f"{seen.share:.3f}" + (" caught" if caught else ""))
        if control.name in case.caught and not caught:
            problems.append(f"{case.name}: the control '{control.name}' is not caught ({seen.share:.4f})")
    return cells, problems


def page(rows: list[list[str]]) -> str:
    """Return docs/validation.md with these rows in its table."""
    lines = "".join(f"| {' | '.join(cells)} |\n" for cells in rows)
    pairs = sum(int(cells[3].replace(",", "")) for cells in rows)
    text = PAGE.read_text(encoding="utf-8")
    text = re.sub(r"\(\d+ cases, [\d,]+ pairs\)", f"({len(rows)} cases, {pairs:,} pairs)", text)
    return re.sub(r"(?<=\|---\|\n)(?:\|.*\n)+", lambda _: lines, text)


def main() -> int:
    parser = argparse.ArgumentParser(description="Observed against certified disagreement on real populations.")
    parser.add_argument("--pairs", type=int, default=10_000)
    parser.add_argument("--write", action="store_true", help="write the table of docs/validation.md")
    args = parser.parse_args()
    rows, problems = [], []
    for case in cases():
        cells, found = row(case, args.pairs, min(args.pairs, 4000))
        print("  ".join(cells), flush=True)
        rows.append(cells)
        problems += found
    if args.write:
        PAGE.write_text(page(rows), encoding="utf-8")
    for problem in problems:
        print("NOT AS IT SHOULD BE:", problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
