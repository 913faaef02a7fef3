"""thm:boost_beta applied to a problem: the paper's split, or the best split of derived:boost-split."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import Any

from flint import fmpq

from replcalc.numbers.errors import ReplcalcError
from replcalc.numbers.exact import parse_rational, to_float
from replcalc.paper.boosting.statements import boosting, hybrid_algorithm
from replcalc.planning.assumption import MOST_DIFFERENCE
from replcalc.planning.comparison import Comparison, rank_results
from replcalc.planning.method import get as method_of
from replcalc.planning.method import names
from replcalc.problems.boosting.exact_tester import SCAN_LIMIT, ExactTester, smallest_tester
from replcalc.problems.boosting.inputs import Boosting
from replcalc.problems.boosting.problem import Problem
from replcalc.problems.boosting.recipe import list_boosting_steps, list_known_solver_steps, solver_steps
from replcalc.problems.boosting.registry import get
from replcalc.problems.queries import method as means
from replcalc.problems.queries.question import Queries
from replcalc.search.optimise import minimise, round_down, to_decimal
from replcalc.sharper.frequencies.method import HeavyHitters
from replcalc.sharper.sharper_constants.statement import boost_split
from replcalc.sharper.softmax_race.method import Choose
from replcalc.sharper.softmax_race.statement import softmax_samples
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula
from replcalc.symbolic.language import exact_value, without_ceilings
from replcalc.vocabulary import (
    UNIT_OPEN,
    Derivation,
    Enclosure,
    InputError,
    Method,
    Parameter,
    PrecisionExhausted,
    Proof,
    Result,
    Statement,
    beta,
    certify,
    polynomial,
    real,
    rho,
    with_goals,
)

Values = Mapping[str, Any]

PARTS = ("n_replic", "n_tester", "n_nonreplic")
#: What each method is called beside its figures.
TITLES = {
    "paper": "boosted, paper split",
    "optimal": "boosted, optimal split",
    "previous": "the replicable solver alone",
    "known": "the best solver known here, unboosted",
    "known-inside": "boosted, the best solver known here inside",
}
_FREE = ("rho1", "beta1", "beta_t", "beta_n", "lambda")
_free = {name: Parameter(real(name), UNIT_OPEN, boost_split.parameter(name).meaning) for name in _FREE}


def derive(problem: Problem, split: str = "paper") -> Derivation:
    """The boosted algorithm as a derivation: settings, three ingredients, their sum, and that the target is met."""
    return _paper(problem) if split == "paper" else _optimal(problem)


def derive_previous(problem: Problem) -> Derivation:
    """Return the replicable solver alone, asked for everything at once."""
    proof = Proof("previous", f"{problem.title} without boosting", problem.inputs)
    accuracy = problem.accuracy.variable
    bound = problem.bindings(problem.replicable, rho=rho, alpha=accuracy, beta=beta, full=accuracy, alone=True)
    proof.apply(problem.replicable, names={"samples": "n_previous"}, **bound)
    return proof.derivation()


#: A part of the boosted algorithm, the statement of its ingredient, and what that is asked for.
Ingredient = tuple[str, Statement, dict[str, Any]]


def _apply_ingredients(proof: Proof, problem: Problem, ingredients: Sequence[Ingredient]) -> dict[str, Any]:
    """Return the samples of every part. Conclusions of an ingredient carry its name, its samples that of the part."""
    samples = {}
    for part, statement, values in ingredients:
        names = {c.name: f"{part[2:]}_{c.name}" for c in statement.gives} | {"samples": part}
        samples[part] = proof.apply(statement, names=names, **problem.bindings(statement, **values)).samples
    return samples


def _paper(problem: Problem) -> Derivation:
    proof = Proof("boost", f"{problem.title}, boosted with the paper's split", problem.inputs)
    full = problem.accuracy.variable
    at = proof.apply(hybrid_algorithm, rho=rho, alpha=full, beta=beta)
    tested = full if problem.tester_knows_full else at.alpha_tester
    inner = {"rho": at.rho_replic, "alpha": at.alpha_replic, "full": full, "beta": at.beta_replic}
    ingredients = (
        ("n_replic", problem.replicable, inner),
        ("n_tester", problem.tester, {"alpha": tested, "full": tested, "beta": at.beta_tester}),
        (
            "n_nonreplic",
            problem.fallback,
            {"alpha": at.alpha_nonreplic, "full": at.alpha_nonreplic, "beta": at.beta_nonreplic},
        ),
    )
    parts = _apply_ingredients(proof, problem, ingredients)
    again = {c.name: f"boosted_{c.name}" for c in hybrid_algorithm.gives}
    whole = proof.apply(boosting, names=again, rho=rho, alpha=full, beta=beta, **parts)
    return with_goals(proof, whole.rho_new, whole.beta_new)


def _optimal(problem: Problem) -> Derivation:
    proof = Proof("boost", f"{problem.title}, boosted with a free split", problem.inputs + tuple(_free.values()))
    full, s = problem.accuracy.variable, {name: p.variable for name, p in _free.items()}
    inner = {"rho": s["rho1"], "alpha": s["lambda"] * full, "full": full, "beta": s["beta1"]}
    ingredients = (
        ("n_replic", problem.replicable, inner),
        ("n_tester", problem.separator, {"alpha": full, "full": full, "beta": s["beta_t"], "lam": s["lambda"]}),
        ("n_nonreplic", problem.sharp_fallback, {"alpha": full, "full": full, "beta": s["beta_n"]}),
    )
    parts = _apply_ingredients(proof, problem, ingredients)
    proof.apply(boost_split, rho=rho, alpha=full, beta=beta, **s, **parts)
    return proof.derivation()


# -- numbers -----------------------------------------------------------------------------------------------------------
def boost(
    problem: Problem,
    inputs: Mapping[str, fmpq],
    *,
    split: str = "paper",
    settings: Mapping[str, Any] | None = None,
    digits: int = 20,
) -> Result:
    """Evaluate and certify thm:boost_beta for a problem at exact inputs (by parameter name)."""
    return solve_split(Boosting(problem.name, dict(inputs), settings=dict(settings or {})), split, digits)


def solve_split(question: Boosting, split: str, digits: int, solver: Problem | None = None) -> Result:
    """Boost with the paper's split or the best one; show the previous bound at the same point.

    ``n_new``, the samples, is exactly the sum of the three parts, and inside the enclosure that the theorem's own
    formula gives. The bound of the replicable solver alone is in ``details["previous"]``. ``solver``: the problem with
    another replicable solver than the paper's.
    """
    problem, inputs, settings = solver or get(question.problem), question.values, question.settings
    _refuse_unknown_settings(problem, settings)
    previous = certify(derive_previous(problem), inputs, settings, digits=digits)
    chosen: dict[str, fmpq] = {}
    if split != "paper":
        for name in ("rho", "beta"):
            if inputs[name] < SMALLEST_SEARCHED:
                allowed = "a number >= 1e-290 with the split optimal"
                raise InputError(name, inputs[name], allowed, "the search uses floats")
        chosen = best_split(problem, inputs, settings)
    answer = certify(derive(problem, split), {**inputs, **chosen}, settings, digits=digits)
    total, proved = sum(answer.value(name) for name in PARTS), answer.value("n_new")
    if not (proved == total if isinstance(proved, int) else proved.contains(fmpq(total))):
        raise ReplcalcError(f"{problem.name}: the parts do not add up to n_new")
    n_previous = previous.value("n_previous")
    figures = {"samples": total, "n_new": total, "n_previous": n_previous}
    return Result(
        split,
        question,
        answer,
        title=TITLES[split],
        reported=PARTS,
        extra=figures | {"ratio": Enclosure.exactly(fmpq(total, n_previous)), **_targets(question)},
        chosen=chosen,
        base=previous.derivation.hidden,
        effort=polynomial(len(PARTS)),
        details={"previous": previous},
    )


def solve_previous(question: Boosting, digits: int) -> Result:
    """Return the replicable solver alone, asked for everything at once: what boosting competes with."""
    derivation = derive_previous(get(question.problem))
    answer = certify(derivation, question.values, question.settings, digits=digits)
    figures = {"samples": answer.value("n_previous"), **_targets(question)}
    return Result("previous", question, answer, title=TITLES["previous"], extra=figures, effort=polynomial(1))


#: What a certified solver of this package answers, and its methods.
_SOLVERS = {Queries: ("rounding", "cosine"), Choose: ("noise", "softmax"), HeavyHitters: ("random-threshold",)}


def _known_question(question: Boosting) -> Queries | Choose | HeavyHitters | None:
    """Return the question that a certified solver of this package answers without boosting, where there is one."""
    at = question.values
    given = {"variance": question.variance} if question.variance is not None else {}
    match question.problem:
        case "statistical-query":
            return Queries(1, at["alpha"], at["rho"], at["beta"], **given)
        case "best-arm":
            return Choose(1, int(at["arms"].p), at["alpha"], at["rho"], at["beta"], **given)
        case "pac-finite":
            classes = int(at["class_size"].p)
            return Choose(1, classes, at["alpha"], at["rho"], at["beta"], common=True, variance=MOST_DIFFERENCE)
        case "heavy-hitters":
            return HeavyHitters(at["nu"], at["epsilon"], at["rho"], at["beta"])
    return None


def solve_known(question: Boosting, digits: int) -> Result:
    """Return the best certified solver of this package that needs no boosting, where it has one of its own."""
    asked, found = _known_question(question), []
    if asked is None:
        return _refuse("known", question, "no solver of its own is known here for this problem")
    for name in _SOLVERS[type(asked)]:
        if name == "cosine" and question.variance is not None:
            continue
        with suppress(PrecisionExhausted):  # at an extreme rho the figures of one may be out of reach
            found.append(method_of(name, asked.kind).solve(asked, digits))
    if not found:
        return _refuse("known", question, "its figures are out of reach here")
    best = min(found, key=lambda result: result.rank)
    details = {"asked": asked, "solver": best.method}
    return replace(best, method="known", question=question, title=f"{TITLES['known']}: {best.method}", details=details)


@cache
def with_known_solver(name: str) -> Problem | None:
    """Return the best arm with the solver of derived:softmax-race-samples; None for other problems."""
    return replace(get(name), replicable=softmax_samples, previous_citation=None) if name == "best-arm" else None


def solve_known_inside(question: Boosting, digits: int) -> Result:
    """Boost with the best split, the solver known here inside."""
    solver = with_known_solver(question.problem)
    if solver is None:
        return _refuse("known-inside", question, "no solver in closed form is known here for this problem")
    found = solve_split(replace(question, settings={}), "optimal", digits, solver)
    return replace(found, method="known-inside", question=question, title=TITLES["known-inside"])


def _refuse(method: str, question: Boosting, reason: str) -> Result:
    return Result(method, question, None, reason, title=TITLES[method])


def _targets(question: Boosting) -> dict[str, fmpq]:
    """Return rho and beta: both are goals of the derivation, PROVED where it applies."""
    return {name: question.values[name] for name in ("rho", "beta")}


def compare_boosting(question: Boosting, split: str, digits: int) -> Comparison:
    """Return every method that the problem has; only the asked-for split has to work at such values."""
    inside = with_known_solver(question.problem)
    without = {"known": _known_question(question) is None, "known-inside": inside is None}
    results = []
    for name in names(question.kind):
        if without.get(name):
            continue
        try:
            results.append(method_of(name, question.kind).solve(question, digits))
        except (InputError, PrecisionExhausted) as error:
            if name == split:
                raise
            results.append(_refuse(name, question, str(error)))
    return Comparison(question, rank_results(results), digits, unit=get(question.problem).unit)


def _refuse_unknown_settings(problem: Problem, settings: Values) -> None:
    names = [h.name for h in problem.replicable.hidden]
    allowed = "one of " + ", ".join(names) if names else "nothing: no unspecified constants here"
    for name in settings:
        if name not in names:
            raise InputError("set", name, allowed)


@lru_cache(maxsize=64)
def _compile_samples(problem: Problem) -> tuple[dict[str, str], Compiled]:
    """Compile n_new of the free split in floats, without ceilings; return its arguments by input, and it.

    Only the search uses it: what the search finds is evaluated again by the engine.
    """
    derivation = derive(problem, "optimal")
    total = without_ceilings(sum(derivation.formula(part) for part in PARTS))
    symbols = {str(p.variable): p.name for p in derivation.inputs}
    symbols |= {str(h.variable): h.name for h in derivation.hidden}
    function = compile_formula(total, FLOAT)
    return {argument: symbols[argument] for argument in function.arguments}, function


def _float_cost(problem: Problem, inputs: Values, settings: Values) -> Callable[[Mapping[str, float]], float]:
    """Return the cost as a function of the free parameters, everything else fixed."""
    names, function = _compile_samples(problem)
    fixed = {h.name: to_float(parse_rational(settings.get(h.name, h.default))) for h in problem.replicable.hidden}
    fixed |= {p.name: to_float(fmpq(inputs[p.name])) for p in problem.inputs}

    def cost(free: Mapping[str, float]) -> float:
        at = {**fixed, **free}
        value = float(function(**{argument: at[name] for argument, name in names.items()}))
        return value if value == value else math.inf

    return cost


#: Below this the floats of the search underflow.
SMALLEST_SEARCHED = fmpq(1, 10**290)
#: The fallback's failure probability is capped here: above it the fallback is all but unnecessary.
_BETA_N_CAP = 0.9
_CERTAIN = fmpq(1)


def best_split(problem: Problem, inputs: Values, settings: Values) -> dict[str, fmpq]:
    """Search in floats for the free split with the fewest samples; return exact decimals that meet the target."""
    free, cost = _search(problem, inputs, settings)
    if free is None or not math.isfinite(cost):
        raise InputError("split", "optimal", "the split paper at such extreme values", "the search uses floats")
    return exact_split(fmpq(inputs["rho"]), fmpq(inputs["beta"]), free, largest_rho(problem))


def largest_rho(problem: Problem) -> fmpq:
    """Return the largest rho at which the problem's replicable algorithm is known: 1, or a condition's limit."""
    variable = problem.replicable.parameter("rho").variable
    stated = [c.relation for c in problem.replicable.conditions if c.relation is not None]
    limits = [exact_value(r.rhs) for r in stated if r.lhs == variable and r.rel_op in ("<", "<=")]
    return min((limit for limit in limits if limit is not None), default=fmpq(1))


def _search(problem: Problem, inputs: Values, settings: Values) -> tuple[dict[str, float] | None, float]:
    """Free: beta1 (a share of rho), beta_t (on a log scale) and lambda; rho1 and beta_n use up what is left."""
    cost = _float_cost(problem, inputs, settings)
    most = to_float(largest_rho(problem))
    r, b = to_float(fmpq(inputs["rho"])), to_float(fmpq(inputs["beta"]))

    def settle(point: Sequence[float]) -> dict[str, float] | None:
        if max(map(abs, point)) > 600:
            return None
        beta1, beta_t, share = r * _sigmoid(point[0]), math.exp(point[1]) * min(r, b), _sigmoid(point[2])
        rho1 = min(r - beta1 - 2 * beta_t, most)
        beta_n = min((b - beta1 * beta_t) / (beta1 + beta_t), _BETA_N_CAP)
        if not (rho1 > r * 1e-6 and beta_n > b * 1e-9 and 1e-6 < share < 1 - 1e-6):
            return None
        return {"rho1": rho1, "beta1": beta1, "beta_t": beta_t, "beta_n": beta_n, "lambda": share}

    def objective(point: Sequence[float]) -> float:
        free = settle(point)
        return math.inf if free is None else cost(free)

    starts: list[Sequence[float]] = [
        (_logit(0.25), math.log(0.25), _logit(0.5)),
        (_logit(0.02), math.log(0.1), _logit(0.9)),
        (_logit(0.02), math.log(0.01 * max(1.0, math.sqrt(r / b))), _logit(0.8)),
    ]
    best = min((minimise(objective, place) for place in starts), key=objective)
    return settle(best), objective(best)


def exact_split(target: fmpq, failure: fmpq, free: Mapping[str, float], most: fmpq = _CERTAIN) -> dict[str, fmpq]:
    """Round to short decimals; rho1 and beta_n are then recomputed exactly and rounded down, so both limits hold."""
    beta1, beta_t, share = to_decimal(free["beta1"]), to_decimal(free["beta_t"]), to_decimal(free["lambda"])
    rho1 = min(round_down(target - beta1 - 2 * beta_t, 12), most)
    beta_n = min(round_down((failure - beta1 * beta_t) / (beta1 + beta_t), 12), to_decimal(_BETA_N_CAP))
    return {"rho1": rho1, "beta1": beta1, "beta_t": beta_t, "beta_n": beta_n, "lambda": share}


def _sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def _logit(p: float) -> float:
    return math.log(p / (1 - p))


def exact_pac_tester(result: Result) -> ExactTester | None:
    """Return the smallest tester that exact binomial tails allow; None where it does not count errors (PAC does)."""
    question = result.question
    if not get(question.problem).tester_counts:
        return None
    alpha = question.values["alpha"]
    if result.method == "paper":
        low, high = alpha / 2, alpha
        failure = min(question.values["rho"], question.values["beta"]) / 4
    else:
        low, high, failure = result.chosen["lambda"] * alpha, alpha, result.chosen["beta_t"]
    if result.value("n_tester") > 2 * SCAN_LIMIT:
        return None
    return smallest_tester(low, high, failure)


def _methods() -> Iterator[Method]:
    """Yield the methods; each shows the derivation of a statistical query, whose steps every problem has."""
    rows: tuple[tuple[str, Callable[[Problem], Derivation], Callable[[Boosting, int], Result], Any], ...] = (
        ("paper", _paper, lambda q, digits: solve_split(q, "paper", digits), list_boosting_steps),
        ("optimal", _optimal, lambda q, digits: solve_split(q, "optimal", digits), list_boosting_steps),
        ("previous", derive_previous, solve_previous, solver_steps),
        ("known", lambda _: means.derive_rounding(), solve_known, list_known_solver_steps),
        ("known-inside", lambda p: _optimal(with_known_solver(p.name) or p), solve_known_inside, list_boosting_steps),
    )
    for name, derived, solve, steps in rows:
        shown = partial(lambda derived: derived(get("statistical-query")), derived)
        yield Method(name, TITLES[name], Boosting.kind, shown, solve, (), True, steps)


METHODS = tuple(_methods())
