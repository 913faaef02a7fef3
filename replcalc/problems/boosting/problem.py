"""A statistical problem as a value: what it costs to solve it replicably, to test an answer, and to solve it at all.

Each cost is a Statement that gives ``samples``. Constants are explicit where they can be had; where the literature
gives only O or O~, the unspecified constants are visible in the statement. ``cite_bound`` takes such a bound from the
catalogue, so that its formula exists once.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from flint import fmpq

from replcalc.problems.table_one.regime import Regime, Scale
from replcalc.vocabulary import ALPHA, BETA, RHO, Citation, Parameter, Statement, alpha, beta, rho

SCALE_RHO = Scale(rho, "small", "rho", r"\rho")
SCALE_ALPHA = Scale(alpha, "small", "alpha", r"\alpha")
SCALE_BETA = Scale(beta, "small", "beta", r"\beta")

Bindings = Mapping[str, Any]


@dataclass(frozen=True)
class Option:
    """A parameter of a problem beyond rho, alpha, beta: the argument that gives it and the least value it may have.

    ``convert`` turns what the user gives into the parameter's value (log* d from d).
    """

    parameter: Parameter
    key: str
    minimum: int | None = None  # an integer option; None: a number in (0, 1)
    convert: Callable[[int], int] | None = None

    @property
    def name(self) -> str:
        return self.parameter.name


@dataclass(frozen=True)
class Problem:
    """Costs of one problem, each at accuracy ``alpha`` (for heavy hitters the tolerance epsilon plays that part).

    ``replicable``: rho, alpha, beta -> samples. ``tester``: accepts what is valid at alpha, rejects what is invalid at
    2 alpha, each except with probability beta. ``separator``: the same between lam*alpha and alpha, with constants as
    small as this project could make them. ``fallback``: alpha, beta -> samples of any solver. ``sharp_fallback``: the
    same with better constants, where there are some. ``bind`` turns the common parameters (rho, alpha, beta, full: the
    accuracy asked of the whole, and the options) into the bindings of a statement and makes the replacements that the
    paper makes "without loss of generality"; ``repairs`` says in words which of them happened. ``tester_knows_full``:
    the tester's statement is about the whole problem and finds the stronger one itself. ``tester_counts``: the tester
    counts errors of independent samples, so binomial tails say exactly how many it needs.
    """

    name: str
    title: str
    options: tuple[Option, ...]
    replicable: Statement
    tester: Statement
    separator: Statement
    fallback: Statement
    sharp_fallback: Statement
    scales: tuple[Scale, ...]
    notation: Literal["O", "O~"]
    accuracy: Parameter = ALPHA
    unit: str = "samples"
    orders: tuple[tuple[Any, Any], ...] = ((beta, rho),)
    previous_orders: tuple[tuple[Any, Any], ...] = ((beta, rho),)
    bind: Callable[[Bindings], dict[str, Any]] = dict
    repairs: Callable[[Mapping[str, fmpq]], tuple[str, ...]] = lambda values: ()
    previous_citation: Citation | None = None
    tester_knows_full: bool = False
    tester_counts: bool = False

    @property
    def inputs(self) -> tuple[Parameter, ...]:
        return (RHO, self.accuracy, BETA, *(option.parameter for option in self.options))

    def bindings(self, statement: Statement, **values: Any) -> dict[str, Any]:
        """Return the bindings of one of the problem's statements at rho, alpha, beta (as far as it has them)."""
        everything = {option.name: option.parameter.variable for option in self.options} | values
        bound = self.bind(everything)
        return {p.name: bound[p.name] for p in statement.given}

    def regime(self, *, previous: bool = False) -> Regime:
        """Return what the O-form of this problem's bounds assumes and hides: O~ keeps only the logarithm of 1/beta."""
        statements = (self.replicable, self.tester, self.fallback)
        hidden = {h.variable for s in statements for h in s.hidden}
        exponents = {h.variable for s in statements for h in s.hidden if h.exponent}
        return Regime(
            self.scales,
            self.previous_orders if previous else self.orders,
            frozenset({beta}) if self.notation == "O~" else None,
            frozenset(hidden - exponents),
            frozenset(exponents),
        )
