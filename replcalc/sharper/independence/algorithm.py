"""Independence of two binary columns on data (derived:independence): a table of four counts, one shared threshold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from replcalc.data.plan import plan_by, promise, require_samples
from replcalc.data.streams import Shared
from replcalc.data.task import NAMES, POSITIVE, Columns, Published, Read, RunTask, asked
from replcalc.sharper.independence.method import independence_question
from replcalc.sharper.two_sided.algorithm import side
from replcalc.vocabulary import InputError, Result

ANSWERS = ("independent", "positive", "negative")


@dataclass(frozen=True, kw_only=True)
class IndependenceTask(RunTask):
    """Are two columns of 0 and 1 independent, or is their covariance alpha or more on either side?

    Covariances of bits lie between -1/4 and 1/4; where both are balanced, the correlation is four times as much.

        >>> import numpy, replcalc
        >>> coins = numpy.random.default_rng(2)
        >>> asked = dict(columns="smokes,coughs", alpha="0.1", rho="0.2", beta="0.05")
        >>> replcalc.run.independence(None, **asked)
        <Result: threshold, certified, 882 samples>
        >>> smokes = coins.random(900) < 0.5
        >>> people = {"smokes": smokes, "coughs": coins.random(900) < 0.2 + 0.6 * smokes}
        >>> replcalc.run.independence(people, **asked, seed="s").answers
        {'dependence': 'positive'}
    """

    columns: tuple[str, ...] = asked(NAMES, "Two columns of 0 and 1.")
    alpha: str = asked(POSITIVE, "Covariance that must be seen, at most 1/4.")

    name, title = "independence", "Replicable test of independence"
    examples = (
        "people.csv columns=smokes,coughs alpha=0.05 rho=0.1 beta=0.01 seed=May",
        "columns=smokes,coughs alpha=0.05 rho=0.1 beta=0.01",
    )

    def __post_init__(self) -> None:
        super().__post_init__()
        if len(self.columns) != 2:
            raise InputError("columns", ",".join(self.columns), "two columns")

    def plan(self) -> Result:
        return plan_by(independence_question(self.alpha, self.rho, self.beta), "threshold")

    def guarantee(self, plan: Result) -> str:
        right = f"it is right where they are independent or their covariance is {self.alpha} or more, its sign apart,"
        return promise(plan, "this answer", self.rho, right, self.beta)

    def reads(self) -> Columns:
        return self.columns, ()

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        counts = [0, 0, 0, 0]
        for chunk in read():
            bits = [chunk.values[name] for name in self.columns]
            for name, values in zip(self.columns, bits, strict=True):
                wrong = (values != 0) & (values != 1)
                if wrong.any():
                    row = int(wrong.argmax())
                    raise InputError(f"Row {chunk.row(row)}, column {name}", f"{values[row]:.17g}", "0 or 1")
            cells = (2 * bits[0] + bits[1]).astype(int)
            counts = [count + int((cells == cell).sum()) for cell, count in enumerate(counts)]
        rows = sum(counts)
        require_samples(plan, rows)
        covariance = Fraction(counts[3] * counts[0] - counts[2] * counts[1], rows * (rows - 1))
        answer = ANSWERS[side(plan, covariance, shared, "\x1f".join(self.columns))]
        return Published(rows, {"dependence": answer}, header=("question", "answer"))

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        known = set(answers) == {"dependence"} and answers["dependence"] in ANSWERS
        return "" if known else f"its answer is none of {', '.join(ANSWERS)}"
