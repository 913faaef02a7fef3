"""Mean vectors within a distance: figures against an independent computation, distances by drawing, data to receipts."""

import math

import numpy as np
import pytest

import replcalc as package
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.sharper.euclidean_mean.algorithm import VectorTask
from replcalc.sharper.euclidean_mean.method import euclidean_question, recipe, solve


def error(d, n, a, b, variance):
    s = math.sqrt(d * variance / n) + math.sqrt(d * b / (2 * n))
    e = a * math.sqrt(min(d / 4, d / 12 + math.sqrt(d * b / 32)))
    return min(math.sqrt(s * s + e * e + 2 * a * s * math.sqrt(b / 2)), s + e)


@pytest.mark.parametrize(
    ("d", "rho", "samples"), [(3, "0.1", 136_148), (3, "0.05", 438_435), (10, "0.1", 3_240_096), (1, "0.1", 10_039)]
)
def test_samples(d, rho, samples):
    result = solve(euclidean_question(d, "0.05", rho, "0.01"), 20)
    assert result.certified and result.samples == samples
    gap = lambda n: math.exp(math.lgamma(n + 0.5) - math.lgamma(n + 1)) / math.sqrt(math.pi)  # noqa: E731
    a = int(result.chosen["a"].p) / int(result.chosen["a"].q)
    assert d * gap(samples) / a == pytest.approx(float(rho), rel=2e-4)
    assert error(d, samples, a, math.log(300), 0.25) == pytest.approx(0.05, rel=2e-4)
    fewer = 0.99 * samples
    assert error(d, fewer, d * gap(fewer) / float(rho), math.log(300), 0.25) > 0.05


def test_distances_by_drawing():
    """d = 3 fair coins: the answer is within alpha far more often than promised, and not within half of it."""
    result = solve(euclidean_question(3, "0.3", "0.3", "0.1"), 10)
    rng, a, n = (
        np.random.default_rng(2),
        float(str(result.chosen["a"].p)) / float(str(result.chosen["a"].q)),
        result.samples,
    )
    means = rng.binomial(n, 0.5, size=(20_000, 3)) / n
    offset = rng.random((20_000, 3))
    answers = np.clip((np.floor(means / a - offset) + offset + 0.5) * a, 0, 1)
    far = np.linalg.norm(answers - 0.5, axis=1)
    assert np.mean(far > 0.3) <= 0.1 and np.mean(far > 0.15) > 0.05


def test_on_data():
    asked = {"columns": "x,y", "range": (0, 10), "alpha": "2", "rho": "0.2", "beta": "0.05"}
    plan = package.run.vector(None, **asked)
    rng = np.random.default_rng(1)
    table = {name: 10 * rng.random(plan.samples) for name in "xy"}
    found = package.run.vector(table, **asked, seed="s")
    assert math.dist([float(found.answers[n]) for n in "xy"], (5, 5)) <= 2
    task = VectorTask(**asked)
    assert task.flaw(plan, Shared("s"), found.answers) == ""
    for wrong in ({"x": "5"}, found.answers | {"x": "5.0001"}, found.answers | {"y": "999"}):
        assert task.flaw(plan, Shared("s"), wrong)
    calm = package.run.vector(None, **asked, variance="1")
    assert calm.samples < plan.samples


def test_refused_and_told():
    for d, alpha in ((3, "2"), (1, "1"), (3, "1e-9")):
        with pytest.raises(InputError, match="alpha"):
            euclidean_question(d, alpha, "0.1", "0.1")
    assert "3 coordinates" in recipe(solve(euclidean_question(3, "0.5", "0.3", "0.1"), 10))[0]
