"""What cost statements share: the number of samples, a bound quoted from the paper, Hoeffding's sample size; and how
what k answers may err and disagree is shared out."""

from dataclasses import replace
from typing import Any

from replcalc.symbolic.language import free
from replcalc.vocabulary import *

#: The parameter of a tester that separates answers valid at lam*alpha from answers invalid at alpha.
lam = real("lam")
LAM = Parameter(lam, UNIT_OPEN, "fraction of alpha that must be accepted")

BLUMER_1989 = Citation(
    "blumer1989learnability",
    "Blumer, Ehrenfeucht, Haussler, Warmuth",
    1989,
    "Learnability and the Vapnik-Chervonenkis dimension",
)


def hoeffding(error: Any, failure: Any, count: Any = 1) -> Any:
    """Return samples after which ``count`` empirical means of [0,1]-valued variables all err by at least ``error`` with
    probability at most ``failure``: 2 count exp(-2 n error^2) <= failure."""
    return log(2 * count / failure) / (2 * error**2)


def samples(expression: Any, meaning: str, sense: Any = "=") -> Conclusion:
    """Return the conclusion every cost statement ends with: a whole number of samples.

    Left unevaluated: sympy would spend longer on looking for integer parts than everything else takes.
    """
    return Conclusion(real("samples"), sense, ceiling(expression), meaning)


def cite_bound(
    source: Statement,
    conclusion: str,
    *,
    label: str,
    title: str,
    meaning: str,
    given: tuple[Parameter, ...],
    assumes: tuple[Any, ...] = (),
) -> Statement:
    """Return a bound that the paper quotes inside ``source``, as a statement of its own with only what it needs."""
    quoted = source.conclusion(conclusion)
    used = free(quoted.expression)
    hidden = tuple(h for h in source.hidden if h.variable in used)
    return Statement(
        label=label,
        title=title,
        meaning=meaning,
        given=given,
        assumes=assumes,
        gives=(samples(quoted.expression, quoted.meaning, quoted.relation),),
        hidden=hidden,
        uses=(source.label,),
        cites=source.cites,
        source=replace(source.source, quoted=True) if source.source else None,
    )


equal_shares = Statement(
    label="problem:equal-shares",
    title="Equal shares for k answers from one sample",
    meaning="k algorithms that read the same sample, each rho/k-replicable and failing with probability at most "
    "beta/k, are together rho-replicable and fail with probability at most beta (union bounds).",
    given=(K, RHO, BETA),
    gives=(
        Conclusion(real("rho_each"), "=", rho / k, "replicability asked of each"),
        Conclusion(real("beta_each"), "=", beta / k, "failure probability asked of each"),
    ),
    uses=("derived:side-by-side",),
)

STATEMENTS = (equal_shares,)
