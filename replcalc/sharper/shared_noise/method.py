"""Method ``noise`` of ``choose``: shared noise is added to the mean scores and the largest option is taken."""

from functools import cache

from flint import fmpq

from replcalc.numbers.errors import PrecisionExhausted
from replcalc.planning.proving import ACHIEVED, derive_with_goals, minimum_samples, result_at_samples
from replcalc.planning.recipe import write_parameter
from replcalc.sharper.shared_noise import search
from replcalc.sharper.shared_noise.statement import STATEMENTS, exponential_noise
from replcalc.sharper.softmax_race.method import Choose
from replcalc.vocabulary import BETA, RHO, Derivation, Method, Result, Statement, polynomial

NAME = "noise"
#: N is the least one to so many digits.
_FINE = 10**9


@cache
def derive(theorem: Statement = exponential_noise) -> Derivation:
    """Return the theorem and the goals."""
    return derive_with_goals(NAME, "Shared noise added to the mean scores", theorem, *theorem.given, RHO, BETA)


#: Smaller inputs are near the end of floats.
_SMALLEST = fmpq(1, 10**100)


def solve(question: Choose, digits: int) -> Result:
    """Return the better of uniform and exponential noise, with the least certified number of samples.

    Each of k instances has a noise of its own.
    """
    if min(question.alpha, question.rho, question.beta) < _SMALLEST:
        raise PrecisionExhausted("the noise is searched in floats, for alpha, rho and beta from 1e-100 on")
    if question.arms * question.k * _SMALLEST > 1:
        raise PrecisionExhausted("the noise is searched in floats, for at most 1e100 options")
    searches = zip(STATEMENTS[question.common :: 2], (search.find_uniform, search.find_exponential), strict=True)
    found = [(theorem, noise) for theorem, find in searches if (noise := find(theorem, question.point)) is not None]
    if not found:
        reason = "no width of the noise was found (the search ends at 1e14 samples)"
        return Result(NAME, question, None, reason, derivation=derive())
    theorem, noise = min(found, key=lambda pair: pair[1]["N"])
    guess, chosen = noise["N"], {name: value for name, value in noise.items() if name != "N"}
    inputs = {p.name: (question.point | chosen)[p.name] for p in (*theorem.given, RHO, BETA) if p.name != "N"}
    unit = max(1, int(guess.p) // _FINE)
    goals = {called: question.point[name] for name, called in ACHIEVED.items()}
    samples = minimum_samples(derive(theorem), inputs, goals, int(guess.p), unit, unit)
    total = None if question.common else samples * question.k * question.arms
    title = "shared exponential noise" if "eta" in chosen else "shared uniform noise"
    return result_at_samples(
        question, derive(theorem), inputs, samples, digits, title, chosen, effort=polynomial(question.k), total=total
    )


def recipe(result: Result) -> tuple[str, ...]:
    question, width = result.question, write_parameter(result.chosen["w"])
    each = "" if question.k == 1 else " of every instance"
    kind = f"uniform on [0, {width}]"
    if "eta" in result.chosen:
        kind = f"exponential of rate {write_parameter(result.chosen['eta'])}, given that it is at most {width}"
    what = "samples and take the mean score v of every option on all of them"
    if not question.common:
        what = "rewards of every option and take the mean v of each"
    agree = (
        f"Agree on a random seed; derive from it one option J{each}, all being equally likely, and for every other one"
    )
    return (
        f"{agree} a number U, {kind}.",
        f"Draw {result.samples:,} or more fresh {what}.",
        f"Output the option{each} with the largest v + U, where U = 0 for J.",
    )


SUMMARY = "noise that all runs share is added to the mean scores; the largest option is taken"
METHODS = (Method(NAME, SUMMARY, Choose.kind, derive, solve, polynomial=True, recipe=recipe),)
