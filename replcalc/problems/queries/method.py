"""k means to a common accuracy, replicably: every mean rounded, cosine noise in groups, or the paper's theorem."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, ClassVar

from flint import arb, fmpq

from replcalc.numbers.fields import ExactField, ball_precision
from replcalc.paper.applications.statements import many_queries
from replcalc.planning.assumption import MOST_VARIANCE, ROUNDS, TOGETHER, is_adaptive
from replcalc.planning.comparison import (
    Comparison,
    SampleBound,
    find_lower_bound,
    list_off_screen,
    rank_results,
    solve_all,
)
from replcalc.planning.method import names
from replcalc.planning.recipe import write_exact, write_parameter
from replcalc.problems.queries import search
from replcalc.problems.queries.question import Queries
from replcalc.problems.queries.theorem import BaseTheorem, Constants
from replcalc.problems.statistical_query.statements import failure_allowance
from replcalc.problems.statistical_query.statements import rounding as paper_rounding
from replcalc.sharper.adaptive_second_moment.statement import adaptive_accuracy, adaptive_rounding, mean_deviation
from replcalc.sharper.cosine.statement import cosine_queries
from replcalc.sharper.means.search import least_samples
from replcalc.sharper.means.statement import LARGEST_VARIANCE, variance_rounding
from replcalc.sharper.race.statement import race_rounds
from replcalc.statements.certification import starting_bits
from replcalc.vocabulary import (
    ALPHA,
    BETA,
    BETA0,
    RHO,
    RHO0,
    Derivation,
    Effort,
    Enclosure,
    K,
    Method,
    Proof,
    Result,
    Statement,
    alpha,
    bindings_by_name,
    certify,
    k,
    polynomial,
    with_goals,
)

#: Conclusions of the statements whose names the goals would define a second time.
_RENAMED = {"rho": "rho_achieved", "beta": "beta_achieved"}
_INPUTS = (K, RHO, ALPHA, BETA)


# -- derivations -------------------------------------------------------------------------------------------------------
def _derive(name: str, title: str, statement: Statement, own: tuple[str, ...], **bound: Any) -> Derivation:
    """Apply ``statement`` to the means of the question, with parameters of its own as further inputs; both goals."""
    chosen = tuple(statement.parameter(p) for p in own)
    proof = Proof(name, title, (*_INPUTS, *chosen))
    whole = proof.apply(statement, names=_RENAMED, **(bindings_by_name(*chosen) | {"k": k} | bound))
    return with_goals(proof, whole.rho, whole.beta)


@cache
def derive_rounding() -> Derivation:
    """Derive the rounding of every mean to a grid of its own; values of variance at most V."""
    return _derive("rounding", "Every mean rounded", variance_rounding, ("N", "lambda", "V"), alpha=alpha)


@cache
def derive_cosine() -> Derivation:
    """Derive the guarantee of cosine noise, by a race for each group of means."""
    noise = cosine_queries.parameter("a").variable
    own = ("N", "G", "g", "a")
    return _derive("cosine", "Cosine noise and a race", cosine_queries, own, alpha1=alpha - noise)


@cache
def derive_adaptive() -> Derivation:
    """Derive the bounds for adaptive queries: disagreement by second moments, failure by counting near cells."""
    own = (*(variance_rounding.parameter(name) for name in ("N", "lambda")), adaptive_accuracy.parameter("x"))
    proof = Proof("rounding", "Every mean rounded, one query after the other", (*_INPUTS, *own))
    given = bindings_by_name(*own)
    N = given["N"]
    one = proof.apply(
        variance_rounding,
        names={"rho": "rho_one", "beta": "beta_one", "gap": "gap_one"},
        k=1,
        alpha=alpha,
        N=N,
        V=LARGEST_VARIANCE,
        **{"lambda": given["lambda"]},
    )
    far = proof.apply(mean_deviation, N=N)
    both = proof.apply(adaptive_rounding, names={"rho": "rho_achieved"}, k=k, N=N, a=one.width, deviation=far.deviation)
    wrong = proof.apply(
        adaptive_accuracy, names={"beta": "beta_achieved"}, k=k, N=N, a=one.width, x=given["x"], beta_one=one.beta
    )
    return with_goals(proof, both.rho, wrong.beta)


@cache
def derive_base() -> Derivation:
    """One query for thm:main: at accuracy alpha/2, so that answers can be rounded to multiples of alpha/2."""
    proof = Proof("base", "One query at accuracy alpha/2", (RHO0, ALPHA, BETA0))
    failure = failure_allowance(BETA0.variable, RHO0.variable)
    proof.apply(paper_rounding, names={"samples": "n0"}, rho=RHO0.variable, alpha=alpha / 2, beta=failure)
    return proof.derivation()


# -- methods -----------------------------------------------------------------------------------------------------------
def _result(
    name: str,
    title: str,
    question: Queries,
    derivation: Derivation,
    digits: int,
    chosen: dict[str, fmpq],
    effort: Effort,
    reported: tuple[str, ...] = (),
) -> Result:
    answer = certify(derivation, question.point | chosen, digits=digits)
    omitted = ("N",) if question.variance is not None else ("N", "V")
    achieved = {quantity: answer.value(called) for quantity, called in _RENAMED.items()}
    return Result(
        name,
        question,
        answer,
        title=title,
        reported=(*_RENAMED.values(), *reported),
        extra={"samples": int(chosen["N"].p), **achieved},
        chosen={key: value for key, value in chosen.items() if key not in omitted},
        effort=effort,
    )


def rounding(question: Queries, digits: int) -> Result:
    """Round every mean to a grid of its own random offset."""
    if is_adaptive(question):
        chosen = search.adaptive_rounding(question.k, question.alpha, question.rho, question.beta)
        steps = derive_adaptive()
    else:
        given = {"k": fmpq(question.k), "alpha": question.alpha, "V": question.variance or MOST_VARIANCE}
        chosen = least_samples(variance_rounding, given, question.rho, question.beta, 18) | {"V": given["V"]}
        steps = derive_rounding()
    title, effort = "every mean rounded to a random grid", polynomial(question.k)
    return _result("rounding", title, question, steps, digits, chosen, effort, ("width",))


def largest_group(count: int, max_rounds: fmpq) -> int:
    """Return the largest g for which ceil(count/g) races of 2^g + 1 points stay within ``max_rounds``; at least 1."""

    def rounds(size: int) -> fmpq:
        at = {"choices": 2, "g": size, "m": -(-count // size)}
        expected: fmpq = race_rounds.evaluate(ExactField(), **at)["rounds"]
        return expected

    size = 1
    while size < count and rounds(size + 1) <= max_rounds:
        size += 1
    return size


def cosine(question: Queries, digits: int) -> Result:
    """Add cosine noise with a race for each group of means, the groups as large as the rounds allow."""
    return cosine_in_groups(question, digits, largest_group(question.k, question.max_rounds))


def cosine_in_groups(question: Queries, digits: int, size: int) -> Result:
    """Add cosine noise with a race for every group of at most ``size`` means."""
    groups = -(-question.k // size)
    chosen = search.cosine(question.k, question.alpha, question.rho, question.beta, groups)
    title = "cosine noise, one race" if groups == 1 else "cosine noise, a race per group"
    result = _result("cosine", title, question, derive_cosine(), digits, chosen, polynomial(question.k))
    with ball_precision(starting_bits(digits)):
        rounds = Enclosure.from_ball(result.value("rounds_log2").ball() * arb(2).log() / arb(10).log())
    return replace(result, effort=Effort(question.k, rounds, groups > 1))


#: thm:multi_dim_mean on the paper's base algorithm.
THEOREM = BaseTheorem(Queries.kind, many_queries, "c_queries", derive_base, "the paper's base algorithm")


# -- comparison --------------------------------------------------------------------------------------------------------
@dataclass(frozen=True, repr=False)
class Together(Comparison):
    """All methods for k means, and the paper's own choice of constants."""

    theorem: Constants | None = None

    _writer: ClassVar[tuple[str, str]] = ("problems", "report_joint_tests")


def compare(question: Queries, digits: int = 20, wanted: Sequence[str] = (), max_rounds: fmpq = ROUNDS) -> Comparison:
    """Compare every method on the question (a Together), or those that are ``wanted``."""
    question = replace(question, max_rounds=max_rounds)
    results = rank_results(solve_all(question, wanted or names(question.kind), digits))
    bound = lower_bound_of(question)
    if wanted:
        return Comparison(question, results, digits, max_rounds, lower_bound=bound)
    theorem = Constants(many_queries.label, {}, TOGETHER, {})  # it is about queries that are fixed beforehand
    if not is_adaptive(question):
        theorem = THEOREM.constants(question, digits)
    left = list_off_screen(question.kind)
    return Together(question, results, digits, max_rounds, lower_bound=bound, theorem=theorem, hidden_methods=left)


def lower_bound_of(question: Queries) -> SampleBound | None:
    """Return lower bounds; none where a variance is given, because their hard populations have the largest variance."""
    return find_lower_bound(question) if question.variance is None else None


# -- recipes -----------------------------------------------------------------------------------------------------------
def _frame(result: Result, middle: tuple[str, ...]) -> tuple[str, ...]:
    """Return the steps with those before and after the means are made replicable."""
    count = result.question.k
    means = "sample mean v of the query" if count == 1 else f"{count:,} sample means v of the queries"
    draw = f"Draw {result.samples:,} fresh samples; take the {means}."
    last = "Output this value." if count == 1 else "Output these values."
    return (middle[0], draw, *middle[1:], last)


def _rounding_recipe(result: Result) -> tuple[str, ...]:
    """Return the steps that round means to grids with shared offsets."""
    count, width = result.question.k, 2 * result.chosen["lambda"] * result.question.alpha
    offsets = "an offset" if count == 1 else f"{count:,} offsets"
    return _frame(
        result,
        (
            f"Agree on a random seed; derive from it {offsets}, uniform in [0, a) with a = {write_parameter(width)}.",
            (
                f"Replace {'the' if count == 1 else 'every'} mean by the centre of the cell [offset + j a, "
                "offset + (j + 1) a), j an integer, that holds it."
            ),
        ),
    )


def _cosine_recipe(result: Result) -> tuple[str, ...]:
    groups, size, a = (write_exact(result.chosen[name]) for name in ("G", "g", "a"))
    return _frame(
        result,
        (
            (
                f"Agree on a random seed. Divide the {result.question.k:,} means into groups of at most "
                f"{size} ({groups} in all), in an order fixed beforehand. For every group derive from the seed points "
                f"U_1, U_2, ..., uniform on [0, 2a)^g with a = {a} and g the size of the group, with arrival times "
                "t_1 < t_2 < ... of rate 1."
            ),
            (
                "In a group with means v let y_s be the point of the box v + [-a, a)^g whose coordinates differ from "
                "those of U_s by multiples of 2a, and c_s the product of cos^2(pi (y_s - v)/(2a)) over the coordinates."
            ),
            (
                "Replace the means of the group by the y_s with the smallest t_s/c_s; stop looking once the next "
                "arrival time exceeds the smallest so far."
            ),
        ),
    )


METHODS = (
    Method(
        "rounding",
        "every mean rounded to a random grid, the accuracy averaged",
        Queries.kind,
        derive_rounding,
        rounding,
        (),
        recipe=_rounding_recipe,
        adaptive=True,
    ),
    Method(
        "cosine",
        "cosine noise on all means, a race per group within the rounds allowed",
        Queries.kind,
        derive_cosine,
        cosine,
        (),
        recipe=_cosine_recipe,
    ),
    *THEOREM.methods(),
)
