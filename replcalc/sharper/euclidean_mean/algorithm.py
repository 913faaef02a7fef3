"""A vector of means within a Euclidean distance on data (derived:euclidean-mean): every coordinate rounded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from replcalc.data.columns import GRID_ERROR, PromisedRange, summed
from replcalc.data.plan import plan_by, promise, require_samples
from replcalc.data.shares import variance_share
from replcalc.data.streams import Shared
from replcalc.data.task import NAMES, POSITIVE, RANGE, Columns, Published, Read, RunTask, asked
from replcalc.numbers.exact import parse_positive
from replcalc.planning.result import Result
from replcalc.sharper.euclidean_mean.method import euclidean_question
from replcalc.sharper.expected_gap_rounding.algorithm import Rounding


@dataclass(frozen=True, kw_only=True)
class VectorTask(RunTask):
    """The mean of vectors, a column for each coordinate, within a Euclidean distance alpha.

    Errors of many coordinates add up like squares: cheaper than every mean within alpha/sqrt(d) at once.

        >>> import numpy, replcalc
        >>> asked = dict(columns="x,y,z", range=(0, 1), alpha="0.3", rho="0.2", beta="0.05")
        >>> replcalc.run.vector(None, **asked)
        <Result: rounding, certified, 1266 samples>
        >>> points = dict(zip("xyz", numpy.random.default_rng(1).random((3, 1300))))
        >>> sorted(replcalc.run.vector(points, **asked, seed="s").answers)
        ['x', 'y', 'z']
    """

    columns: tuple[str, ...] = asked(NAMES, "The columns of the coordinates.")
    range: PromisedRange = asked(RANGE, "Range in which every coordinate is promised to lie.")
    alpha: str = asked(POSITIVE, "Euclidean distance within which the answer must lie, in the units of the data.")
    variance: str = asked(POSITIVE, "Promised variance of a coordinate.", "")

    name, title = "vector", "Replicable mean vector"
    examples = (
        "data.csv columns=a,b range=0,1 alpha=0.1 rho=0.1 beta=0.01 seed='study 2026'",
        "columns=x,y,z range=0,1 alpha=0.05 rho=0.1 beta=0.01",
    )

    def plan(self) -> Result:
        """Every coordinate may be moved by the grid of the data."""
        length, distance = Fraction(self.range.high) - Fraction(self.range.low), parse_positive(self.alpha, "alpha")
        share = Fraction(int(distance.p), int(distance.q)) / length - len(self.columns) * GRID_ERROR
        asked = (len(self.columns), fmpq(share.numerator, share.denominator), self.rho, self.beta)
        return plan_by(euclidean_question(*asked, variance_share(self.variance, self.range)), "rounding")

    def guarantee(self, plan: Result) -> str:
        granted = f" if the variance of a coordinate is at most {self.variance}," if self.variance else ""
        right = f"it is within {self.alpha} of the vector of the population means{granted}"
        return promise(plan, "this vector", self.rho, right, self.beta)

    def reads(self) -> Columns:
        return self.columns, ()

    def rounded(self, plan: Result, means: Mapping[str, Fraction], shared: Shared) -> dict[str, str]:
        """The centres of the cells of means that are shares of the range, as they are written."""
        width = plan.chosen["a"]
        grid = Rounding(Fraction(int(width.p), int(width.q)), shared)
        return {name: self.range.written(grid.answer(name, mean)) for name, mean in means.items()}

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        sums = summed(read(), self.columns, self.range)
        require_samples(plan, sums.rows)
        return Published(sums.rows, self.rounded(plan, sums.means, shared), header=("coordinate", "answer"))

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        if set(answers) != set(self.columns):
            return "it answers other coordinates"
        shares = {name: self.range.share(text) for name, text in answers.items()}
        near = {name: min(max(x, Fraction(0)), Fraction(1)) for name, x in shares.items() if x is not None}
        grid = self.rounded(plan, near, shared)
        off = [name for name in self.columns if grid.get(name) != answers[name]]
        return f"its answer to {off[0]} is no point of the seed's grid" if off else ""
