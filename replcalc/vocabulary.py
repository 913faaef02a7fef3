"""Everything a theorem is written with, in one import: read this page and you know the language.

    >>> from replcalc.vocabulary import *

**A formula** is a sympy expression, written with symbols, exact numbers, ``+ - * / **`` and the functions below.
``real("p")`` and ``natural("m")`` are symbols without assumptions (where they may lie, the domain of a parameter says),
``family("n")`` is n_1, ..., n_k, of which ``ns[i]`` is the general one; ``total(term)`` adds a term up over i = 1..k
and ``greatest(term)`` takes the largest.
Fractions are ``rational(1, 2)``: 1/2 is Python's, a float. Logarithms are natural.

    >>> p, failure = real("p"), real("failure")
    >>> print(3 * p**2 - 2 * p**3)
    -2*p**3 + 3*p**2

**A statement** says what is given, what is assumed and what follows. Parameters and conclusions are called by the name
of their symbol unless ``name=`` says otherwise; a conclusion may use the conclusions before it; an undeclared
symbol is refused when the statement is built.

    >>> three = Statement(
    ...     label="mp:three",                      # its name everywhere: a prefix of your own, then words
    ...     title="Majority of three runs",
    ...     source=Source("My Paper (2026)", "Lemma 1"),  # none: you prove it yourself
    ...     meaning="The majority of three independent runs is wrong only if two of them are.",
    ...     given=(Parameter(p, Domain(0, rational(1, 2)), "failure probability of one run"),),
    ...     gives=(Conclusion(failure, "<=", 3 * p**2 - 2 * p**3, "failure probability of the majority"),),
    ... )
    >>> print(three.bound("failure", p="1/4").str(5))
    0.15625

What numbers cannot check is ``assuming("the runs are independent")``; what they can is ``at_most(left, right)``,
``below``, ``at_least``, ``above``. A constant that a source leaves open is an ``UnspecifiedConstant`` with a default
and a reason. Every statement has a simulator, or a test says which have none.

What a formula may not do:

- *hold a float*: a statement refuses ``0.5 * p``; write ``p / 2`` or ``rational(1, 2) * p``;
- *round at a whole number*: every figure is enclosed, and an enclosure around a whole number does not say on which side
  of it the figure lies. ``ceiling(log(1 / beta) / log(1 / p))`` at p = 1/2, beta = 1/8 is the ceiling of "3, give or
  take 10^-300": no precision decides it, and the answer is UNDECIDED. Where the quotient can be a whole number give the
  quotient itself and let a method round it up, or take the count as a parameter with a condition, as in ``at_least(m *
  log(1 / p), log(1 / beta))``: that is decided everywhere but at equality, where one more suffices;
- *branch*: ``largest`` and ``smallest`` are there, ``if`` is not: two ranges are two statements.

**A claim** is an inequality that a proof leans on. It takes its formula from the statement, is decided by the prover,
and has a control: the same decision with a changed constant, which must be refuted.

    claim_with_control(
        "majorities.helps", "mp:three", source, text, decide=helps, holds=rational(1, 2), nudge=rational(3, 5)
    )

``decide_relations`` decides relations of sympy wherever their symbols may lie, ``prove_finite`` relations between
whole numbers one by one.

**A simulator** computes small cases exactly, without the formulas it tests (see ``replcalc.simulate.simulator``). A
statement that guarantees one of its parameters (a rho-replicable algorithm) names it in ``reaches=("rho",)``.

**A method** answers a question with statements: ``Proof`` applies them one to the other, ``certify`` evaluates the
derivation in balls, a ``Result`` holds the figures, and ``Method`` names it all. A **theory** names the folders.

Nothing beyond formulas and statements is loaded before it is named: a statement needs no prover.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING as _TYPE_CHECKING
from typing import Any

from replcalc.statements.notation import (
    ALPHA,
    ANY_ALPHA,
    BETA,
    BETA0,
    BETA0S,
    DELTA,
    DELTA_PRIME,
    DELTAS,
    EPSILON,
    EPSILONS,
    GAMMA,
    GAMMAS,
    HALF_OPEN,
    NS,
    RHO,
    RHO0,
    RHO0S,
    UNIT_CLOSED,
    C,
    K,
    N,
    alpha,
    beta,
    beta0,
    beta0s,
    c,
    delta,
    delta_prime,
    deltas,
    ell,
    epsilon,
    epsilons,
    family,
    gamma,
    gammas,
    greatest,
    i,
    j,
    k,
    n,
    natural,
    ns,
    real,
    rho,
    rho0,
    rho0s,
    total,
)
from replcalc.statements.statement import (
    COUNT,
    NONNEGATIVE,
    POSITIVE,
    UNIT_LEFT_OPEN,
    UNIT_OPEN,
    Citation,
    Conclusion,
    Condition,
    Domain,
    Parameter,
    Statement,
    UnspecifiedConstant,
    assuming,
)
from replcalc.statements.theory import Source, Theory
from replcalc.symbolic.language import (
    Base,
    E,
    MaxOver,
    Product,
    Sum,
    Symbol,
    above,
    asin,
    at_least,
    at_most,
    below,
    betainc,
    ceiling,
    correlated_error,
    cos,
    equal,
    erf,
    erfc,
    exp,
    half_line,
    kl,
    largest,
    log,
    loggamma,
    pi,
    race_error,
    rational,
    sech,
    smallest,
    special,
    sqrt,
    symbols,
    tanh,
)

if _TYPE_CHECKING:
    from replcalc.claims.claim import Claim, R, claim_with_control
    from replcalc.claims.table import claims_about, claims_from_text
    from replcalc.numbers.enclosure import Enclosure, Verdict
    from replcalc.numbers.errors import InputError, PrecisionExhausted
    from replcalc.numbers.family import Family
    from replcalc.planning.composition import Composition
    from replcalc.planning.effort import Effort, exponential_time, polynomial
    from replcalc.planning.method import Method
    from replcalc.planning.proving import (
        bindings_by_name,
        blocks,
        certify_at,
        composition_inputs,
        derive_alone,
        with_goals,
    )
    from replcalc.planning.result import Result
    from replcalc.prover.decide import decide_relations
    from replcalc.prover.finite import prove_finite
    from replcalc.prover.outcome import Outcome
    from replcalc.statements.catalogue import statement
    from replcalc.statements.certification import Answer, certify
    from replcalc.statements.derivation import Derivation, Proof
    from replcalc.statements.erratum import Erratum

#: Loaded when first named: what a statement is not written with.
_LATER = {
    "planning.composition": "Composition",
    "planning.effort": "Effort exponential_time polynomial",
    "planning.proving": "derive_alone blocks bindings_by_name certify_at composition_inputs with_goals",
    "planning.result": "Result",
    "planning.method": "Method",
    "claims.table": "claims_about claims_from_text",
    "claims.claim": "Claim R claim_with_control",
    "numbers.enclosure": "Enclosure Verdict",
    "numbers.errors": "InputError PrecisionExhausted",
    "numbers.family": "Family",
    "prover.decide": "decide_relations",
    "prover.finite": "prove_finite",
    "prover.outcome": "Outcome",
    "statements.catalogue": "statement",
    "statements.certification": "Answer certify",
    "statements.derivation": "Derivation Proof",
    "statements.erratum": "Erratum",
}


def __getattr__(name: str) -> Any:
    for module, names in _LATER.items():
        if name in names.split():
            return getattr(_import_module(f"replcalc.{module}"), name)
    raise AttributeError(f"module '{__name__}' has no attribute '{name}': it has {', '.join(__dir__())}")


def __dir__() -> list[str]:
    later = (name for names in _LATER.values() for name in names.split())
    return sorted({*(name for name in globals() if not name.startswith("_")), *later})
