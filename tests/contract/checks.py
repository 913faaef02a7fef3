"""Checks that every statement, claim, simulator and method must pass; the contract suites run them."""

import json
import pickle
import random
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from typing import Any

import mpmath
import sympy
from flint import fmpq

from replcalc.claims.claim import Claim
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import recheck
from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.fields import BallField, MpField
from replcalc.planning.composition import composition, without_failure_target
from replcalc.planning.method import Method
from replcalc.planning.result import PROBABILITIES, Result, Status
from replcalc.problems.boosting.inputs import problem_inputs
from replcalc.problems.boosting.registry import get as get_problem
from replcalc.problems.lower_bounds.question import LowerBound
from replcalc.problems.pg.question import pg_question
from replcalc.problems.queries.question import Queries
from replcalc.prover.outcome import Outcome
from replcalc.sharper.frequencies.method import HeavyHitters, proportions_question
from replcalc.sharper.means.method import own_question
from replcalc.sharper.quantile_search.method import quantiles_question
from replcalc.sharper.softmax_race.method import parse_choose_question, parse_top_question
from replcalc.sharper.threshold_test.method import two_values
from replcalc.sharper.two_arms.method import ab_question
from replcalc.sharper.two_sided.method import same_question
from replcalc.sharper.u_statistics.method import pair_mean_question
from replcalc.statements import catalogue
from replcalc.statements.derivation import Derivation
from replcalc.statements.statement import POSITIVE, Condition, Domain, Parameter, Statement
from replcalc.statements.theory import Theory
from replcalc.symbolic.evaluation import Environment, decide
from replcalc.symbolic.language import free
from replcalc.symbolic.printing import latex

SamplePoint = dict[str, Any]


class Broken(AssertionError):
    """A theorem does not keep its contract."""


def require(holds: Any, what: str) -> None:
    """``Broken`` with those words unless it holds."""
    if not holds:
        raise Broken(what)


# -- statements --------------------------------------------------------------------------------------------------------
#: Members of every family at a sample point: three rounds, none equal to another.
MEMBERS = 3
_SHARES = tuple(Fraction(share) for share in ["1/3", "1/20", "1/400", "1e-5", "2/3", "19/20", "1e-8", "1e-12"])


def _fraction(value: Any) -> Fraction:
    q = parse_rational(str(value))
    return Fraction(int(q.p), int(q.q))


def candidates(domain: Domain) -> list[Fraction]:
    """Interior values of a domain, from comfortable to extreme."""
    low = Fraction(0) if domain.lower is None else _fraction(domain.lower)
    if domain.integer:
        top = None if domain.upper is None else _fraction(domain.upper)
        return [v for v in (low + step for step in (1, 2, 6, 40, 1000, 10**6)) if top is None or v < top]
    if domain.upper is not None:
        return [low + (_fraction(domain.upper) - low) * share for share in _SHARES]
    return [low + value for value in (Fraction(3, 2), Fraction(7), Fraction(900), *_SHARES)]


def _spread(parameter: Parameter, value: Fraction) -> list[Fraction]:
    """Members of a family near ``value``: equal members would hide a mistake in a prefix sum."""
    if parameter.domain.integer:
        return [value + step for step in range(MEMBERS)]
    return [value * Fraction(20 - step, 20) for step in range(MEMBERS)]


def _environment(statement: Statement, point: SamplePoint, field: BallField) -> Environment:
    """Parameters, hidden constants and conclusions, so that every numeric condition can be decided."""
    base = statement.environment(point)
    scalars, families = dict(base.scalars), dict(base.families)
    results = statement.evaluate(field, **point)
    for conclusion in statement.gives:
        if conclusion.indexed:
            families[conclusion.variable] = next(iter(families.values())).with_values(results[conclusion.name])
        else:
            scalars[conclusion.variable] = results[conclusion.name]
    return Environment(scalars, families)


def satisfied(statement: Statement, point: SamplePoint) -> bool:
    """Is every numeric condition PROVED there, those on conclusions too, as far as these have values?"""
    if any(verdict is not Verdict.PROVED for _, verdict in statement.check(**point)):
        return False
    if not has_values(statement):
        return True
    field = BallField(192)
    with field.active():
        there = _environment(statement, point, field)
        numeric = [c.relation for c in statement.conditions if c.relation is not None]
        return all(decide(relation, there, field)[0] is Verdict.PROVED for relation in numeric)


def has_values(statement: Statement) -> bool:
    """Can its conclusions be evaluated? Of an integral nobody but its own theorem knows the value."""
    return not any(c.expression.has(sympy.Integral) for c in statement.gives)


@cache
def _interior(statement: Statement) -> SamplePoint:
    choices, draw = {p.name: candidates(p.domain) for p in statement.given}, random.Random(0)
    for attempt in range(4000):
        point: SamplePoint = {}
        for parameter in statement.given:
            values = choices[parameter.name]
            value = values[0] if attempt == 0 else draw.choice(values)
            point[parameter.name] = _spread(parameter, value) if parameter.indexed else value
        if satisfied(statement, point):
            return point
    raise Broken(f"{statement.label}: no point was found at which all of its conditions hold")


def interior(statement: Statement) -> SamplePoint:
    """A point at which every condition holds, always the same: comfortable values first, then a fixed search."""
    return {name: list(v) if isinstance(v, list) else v for name, v in _interior(statement).items()}


def verdict_of(statement: Statement, condition: Condition, point: SamplePoint) -> Verdict | None:
    """The verdict that ``check`` reports for a condition; None if it is not about parameters alone."""
    return next((verdict for found, verdict in statement.check(**point) if found == condition), None)


def _with_value(point: SamplePoint, parameter: Parameter, value: Fraction) -> SamplePoint:
    """The point with one parameter changed; of a family only the second member, the others staying as they are."""
    if not parameter.indexed:
        return {**point, parameter.name: value}
    members = list(point[parameter.name])
    members[1] = value
    return {**point, parameter.name: members}


def agree(ball: Any, other: Any, digits: int) -> bool:
    """Is a number of mpmath the ball's, to so many digits?"""
    context = mpmath.mp.clone()
    context.dps = digits + 20
    middle = context.mpf(ball.mid().str(digits + 15, radius=False))
    radius = context.mpf(ball.rad().str(10, radius=False))
    return bool(abs(context.mpf(other) - middle) <= abs(middle) * context.mpf(10) ** -digits + radius)


def evaluates_alike(statement: Statement) -> None:
    """At an interior point every conclusion is a number, and balls and mpmath agree on it."""
    point = interior(statement)
    if not has_values(statement):
        return
    field = BallField(256)
    with field.active():
        balls = statement.evaluate(field, **point)
        reals = statement.evaluate(MpField(60), **point)  # of which cancellation may cost half
        for name, ball in balls.items():
            pairs = zip(ball, reals[name], strict=True) if isinstance(ball, tuple) else [(ball, reals[name])]
            for mine, theirs in pairs:
                at = f"{statement.label}: {name} at {point}"
                require(mine.is_finite(), f"{at} is {mine}")
                require(agree(mine, theirs, 30), f"{at} is {mine} in balls and {theirs} by mpmath")


def domains_end(statement: Statement) -> None:
    """Just outside every domain exactly that domain's condition is refuted."""
    for parameter in statement.given:
        domain = parameter.domain
        for bound, is_open, outward in ((domain.lower, domain.lower_open, -1), (domain.upper, domain.upper_open, 1)):
            if bound is None:
                continue
            step = Fraction(1) if domain.integer else Fraction(1, 10**9)
            outside = _fraction(bound) + (0 if is_open else outward * step)
            point = _with_value(interior(statement), parameter, outside)
            verdicts = [v for c, v in statement.check(**point) if c.relation in domain.relations(parameter.entry)]
            told = f"{statement.label}: {parameter.name} = {outside} is outside {domain} and not refuted"
            require(verdicts.count(Verdict.REFUTED) == 1, told)


def _beyond(statement: Statement, condition: Condition) -> tuple[SamplePoint, SamplePoint] | None:
    """Two points a hair apart in one parameter, or one constant: PROVED at the first, REFUTED at the second."""
    settable = [Parameter(c.variable, POSITIVE, c.meaning) for c in statement.hidden]
    start: SamplePoint = {c.name: Fraction(str(c.default)) for c in statement.hidden}
    start |= interior(statement)
    involved = free(condition.relation)
    movable = [p for p in (*statement.given, *settable) if p.variable in involved]
    for parameter in sorted(movable, key=lambda p: p.domain.integer):
        whole = parameter.domain.integer
        for extreme in (*candidates(parameter.domain), Fraction(10**9), Fraction(0), Fraction(1)):
            if whole and extreme.denominator != 1:
                continue
            inside = start[parameter.name][1] if parameter.indexed else start[parameter.name]
            outside = extreme
            if verdict_of(statement, condition, _with_value(start, parameter, outside)) is not Verdict.REFUTED:
                continue
            for _ in range(200):
                middle = (inside + outside) / 2
                if whole:
                    middle = Fraction(int(middle))
                if middle in (inside, outside) or abs(outside - inside) < Fraction(1, 10**15):
                    break
                if verdict_of(statement, condition, _with_value(start, parameter, middle)) is Verdict.PROVED:
                    inside = middle
                else:
                    outside = middle
            return _with_value(start, parameter, inside), _with_value(start, parameter, outside)
    return None


def hypotheses_end(statement: Statement) -> None:
    """Every numeric hypothesis on parameters is proved somewhere and refuted just beyond."""
    for condition in statement.assumes:
        if condition.relation is None or verdict_of(statement, condition, interior(statement)) is None:
            continue  # words, or a hypothesis on a conclusion: what a derivation checks
        found = _beyond(statement, condition)
        if found is None:
            raise Broken(f"{statement.label}: nothing refutes {condition}: say what it excludes, or leave it out")
        inside, outside = (verdict_of(statement, condition, point) for point in found)
        told = f"{statement.label}: {condition} is {inside} at {found[0]} and {outside} at {found[1]}"
        require((inside, outside) == (Verdict.PROVED, Verdict.REFUTED), told)


def renders(statement: Statement) -> None:
    """Its formulas are LaTeX with balanced braces."""
    for conclusion in statement.gives:
        body = latex(conclusion.expression)
        closed = body and body.count("{") == body.count("}")
        require(closed, f"{statement.label}: {conclusion.name} is no LaTeX: {body}")
        require(conclusion._repr_latex_() == f"${conclusion.latex()}$" and body in conclusion.latex(), body)
    whole = statement._repr_latex_()
    require(whole.startswith("$") and whole.endswith("$") and whole.count("{") == whole.count("}"), whole)
    require(whole.count(r"\left") == whole.count(r"\right"), f"{statement.label}: {whole}")
    require(all(p._repr_latex_().strip("$") for p in statement.given), f"{statement.label}: a parameter without a sign")


def is_a_value(statement: Statement) -> None:
    """A copy that went through a file equals it; a parameter that it does not have is refused."""
    copy = pickle.loads(pickle.dumps(statement))
    require(copy == statement and hash(copy) == hash(statement), f"{statement.label} is not equal to its copy")
    try:
        statement.evaluate(MpField(20), surely_not_a_parameter=fmpq(1))
    except MalformedStatement:
        return
    raise Broken(f"{statement.label} takes a parameter that it does not have")


STATEMENT_CHECKS: tuple[Callable[[Statement], None], ...] = (
    evaluates_alike,
    domains_end,
    hypotheses_end,
    renders,
    is_a_value,
)


# -- claims ------------------------------------------------------------------------------------------------------------
#: Whole numbers by custom: a refutation at k = 1/3 refutes nothing.
COUNTS = ("J", "N", "T", "ell", "i", "j", "k", "n")


def rests_on_a_certificate(name: str, outcome: Any, expected: Verdict) -> None:
    """An Outcome or Decision: the verdict is the expected one, its certificate, read back from JSON, establishes it,
    and a refutation names where it fails."""
    require(outcome.verdict is expected, f"{name} comes out {outcome.verdict}, not {expected}: {outcome.detail}")
    written = outcome.certificate
    require(written is not None, f"{name} has no certificate")
    document = json.loads(json.dumps(written.to_json() if isinstance(outcome, Outcome) else written))
    found = recheck(Certificate.from_json(document))
    require(found is expected, f"{name}: of its certificate the checker says {found}")
    refuted = expected is Verdict.REFUTED
    shown = outcome.counterexample is not None
    require(refuted == shown, f"{name}: a refutation, and only that, has a counterexample")
    broken = [count for count in COUNTS if "/" in str((outcome.counterexample or {}).get(count, ""))]
    require(not broken, f"{name} is refuted at {outcome.counterexample}, where {', '.join(broken)} is no whole number")


def stands_with_its_statement(theory: Theory, module: str, claim: Claim) -> None:
    """A claim is in the folder of what it is about."""
    about = catalogue.entry(claim.statement)
    told = f"{module.replace('.', '/')}.py: {claim.id} is about {about.label}, which stands in {about.folder}"
    require(module.rpartition(".")[0] == about.folder or about.theory != theory.name, told)


# -- ways --------------------------------------------------------------------------------------------------------------
_POINT = (fmpq(1, 10), fmpq(1, 10), fmpq(1, 1000))
#: kind of question -> questions of it: the usual one, then others at which ways apply that do not at the first
QUESTIONS: Mapping[str, tuple[Callable[[], Any], ...]] = {
    "composition": (
        lambda: composition("30x3,50", "0.05", rho0="0.01", beta0="1e-5"),
        lambda: composition("30x3,50x2", "0.3", rho0="0.2", beta0="1e-3", outputs="binary", max_rounds=fmpq(20)),
        lambda: without_failure_target("30x3,50", "0.3", rho0="1e-4", beta0="1e-3"),
        lambda: composition("1x6,20", "0.3", rho0="0.5x6,0.01", beta0="1e-3", outputs="binaryx6,any"),
    ),
    "queries": (lambda: Queries(20, *_POINT),),
    "test": (lambda: two_values("0.3", "0.8", "0.3", "0.1"),),
    "ab": (
        lambda: ab_question("0.2", "0.2", "0.05"),
        lambda: ab_question("0.2", "0.2", "0.05", paired=True, variance="0.1"),
    ),
    "choose": (
        lambda: parse_choose_question(5, "0.2", "0.2", "0.05", 2),
        lambda: parse_choose_question(5, "0.2", "0.2", "0.05", common=True),
        lambda: parse_choose_question(2, "0.2", "0.2", "0.05"),
    ),
    "top": (
        lambda: parse_top_question(5, 2, "0.3", "0.3", "0.05"),
        lambda: parse_top_question(5, 2, "0.3", "0.3", "0.05", common=True),
    ),
    "own-accuracies": (
        lambda: own_question(("0.1", "0.2", "0.2"), "0.2", "0.05"),
        lambda: own_question(("0.01", "0.1"), "0.2", "0.05", ("1/50", None)),
    ),
    "same": (
        lambda: same_question("mean", "0.2", "0.2", "0.05"),
        lambda: same_question("arms", "0.2", "0.2", "0.05", "0.1", "0.1"),
        lambda: same_question("pairs", "0.2", "0.2", "0.05"),
    ),
    "heavy-hitters": (lambda: HeavyHitters(fmpq(1, 5), *_POINT),),
    "quantiles": (
        lambda: quantiles_question(["0.5"], 15, "0.1", "0.2", "0.05"),
        lambda: quantiles_question(["0.25", "0.8"], 7, "0.1", "0.2", "0.05"),
    ),
    "u-statistic": (lambda: pair_mean_question("0.1", "0.2", "0.05"),),
    "proportions": (
        lambda: proportions_question(5, "0.1", "0.2", "0.05"),
        lambda: proportions_question(2, "0.1", "0.2", "0.05"),
        lambda: proportions_question(None, "0.1", "0.2", "0.05"),
    ),
    "boosting": (
        lambda: problem_inputs(get_problem("statistical-query"), "0.1", "0.05", "1e-6", {}),
        lambda: problem_inputs(get_problem("best-arm"), "0.1", "0.05", "1e-6", {"arms": 3}),
    ),
    "pg": (lambda: pg_question("0.001x3,0.002", "1e-9", None, "1e-6"),),
    "lower-bound": (lambda: LowerBound.parse({"k": 100, "tau": "0.1", "rho": "0.05", "beta": "0.01"}),),
}
#: What an applicable result says: samples and the promise; a bound on closeness; samples that anybody needs.
SAYS: Mapping[str, set[str]] = {kind: {"samples", "rho", "beta", "runs", "rounds_log10"} for kind in QUESTIONS} | {
    "pg": {"gamma_star", "runs", "rounds_log10"},
    "lower-bound": {"m", "samples"},
}


def derives(method: Method) -> None:
    """Its derivation is one, of catalogued statements: others cannot be applied."""
    require(isinstance(method.derive(), Derivation), f"{method.name}: derive() gives no Derivation")
    require(method.summary, f"{method.name}: say in summary= what the way does")


def result_is_complete(method: Method, question: Any) -> Result:
    """Figures, promise and time stand side by side; the status follows from the verdicts, the constants and 1."""
    result = method.solve(question, 10)
    told = f"the way {method.name}"
    require(result.method == method.name and result.question == question, f"{told}: its Result is about something else")
    if not result.applicable:
        why = result.status in (Status.DOES_NOT_APPLY, Status.NOT_FOUND) and result.why_not
        require(why, f"{told} does not apply and does not say why")
        return result
    missing = SAYS[method.kind] - set(result.quantities)
    require(not missing, f"{told}: its Result says nothing of {', '.join(sorted(missing))}")
    if "samples" in SAYS[method.kind]:
        require(isinstance(result.samples, int) and result.samples > 0, f"{told}: samples are {result.samples}")
    if result.effort is not None:
        require(
            method.polynomial or not result.polynomial, f"{told}: its time is said to be polynomial in one place only"
        )
        require(result.effort.rounds_log10.lower >= 0, f"{told}: fewer than one round of sampling")
    bounds = [result.quantities[name] for name in PROBABILITIES if name in result.quantities]
    promised = [bound if isinstance(bound, Enclosure) else Enclosure.exactly(bound) for bound in bounds]
    require(promised or method.kind == "lower-bound", f"{told} promises nothing")
    empty = any(not bound.upper < 1 for bound in promised)
    expected = Status.VACUOUS if empty else Status.APPLIES if result.hidden else Status.CERTIFIED
    require(result.status is expected, f"{told} is {result.status}, not {expected}")
    if method.kind != "lower-bound" and hasattr(question, "rho") and result.rho is not None and not empty:
        require(result.rho.upper <= question.rho, f"{told} promises rho = {result.rho}, asked for was {question.rho}")
    return result


def applies(method: Method, *questions: Any) -> None:
    """Every result is complete, and one of the questions is answered."""
    found = [result_is_complete(method, question) for question in questions]
    told = f"the way {method.name} applies to no question that it is asked: {found[-1].why_not}"
    require(
        any(result.applicable for result in found), f"{told}; hand in one: contract(THEORY, {method.kind}=question)"
    )


def digits_change_nothing(method: Method, question: Any, *_: Any) -> None:
    """604 samples at 10 digits and 595 at 20 are no answer."""
    few, many = (method.solve(question, digits) for digits in (7, 23))
    same = (few.status, few.samples, dict(few.chosen)) == (many.status, many.samples, dict(many.chosen))
    require(same, f"{method.name}: other figures where more digits are asked for")
    for name in PROBABILITIES:
        if name in few.quantities:
            low, high = (getattr(r.quantities[name], "midpoint", r.quantities[name]) for r in (few, many))
            require(
                abs(low - high) <= high / 10**6, f"{method.name}: {name} is {low} or {high}, as digits are asked for"
            )


# -- all of a theory ---------------------------------------------------------------------------------------------------
