"""Is a wrong formula of the paper noticed? Plant errors in memory, one at a time, and see which check notices.

Every conclusion of the paper's statements is doubled and halved; the terms of every sum in it lose a factor; every
addition gets one sign wrong. Three checks may notice such a mutant:

- the second transcription (``replcalc.paper.transcription``): the two values differ at random points;
- a claim about the statement: its verdict is no longer the expected one, or its formula cannot be read any more;
- a simulator: the recorded exact cases come closer to the bound than the change allows. Only a bound made
  stronger by a factor 2 is judged so: a weaker one is still true.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import sympy as sp
from flint import arb, fmpq

from replcalc.claims.claim import Claim
from replcalc.claims.deciding import claims
from replcalc.claims.table import patience
from replcalc.numbers.errors import ReplcalcError
from replcalc.paper import PAPER
from replcalc.paper.transcription import FORMULAS, V, mp
from replcalc.prover.outcome import Outcome
from replcalc.simulate.recorded import recorded_runs
from replcalc.statements.statement import Conclusion, Parameter, Statement

#: The share of all planted errors that may go unnoticed.
MOST_UNNOTICED = 0.05
#: Random points at which the two transcriptions are compared, and the members of a family there.
POINTS, MEMBERS = 3, 4
#: Seconds after which a claim about a mutant counts as undecided, which is noticed too.
PATIENCE_S = 3.0
#: Digits to which they agree: the transcription calculates with 50.
DIGITS = 30


@dataclass(frozen=True)
class Mutant:
    """A conclusion with a planted error; ``change`` says which."""

    label: str
    name: str
    change: str
    expression: Any


@dataclass(frozen=True)
class Noticed:
    """What noticed a mutant: the claims by id, the simulators by name, the second transcription."""

    mutant: Mutant
    claims: tuple[str, ...]
    simulators: tuple[str, ...]
    transcription: bool

    @property
    def checks(self) -> tuple[str, ...]:
        """The kinds of checks that noticed it."""
        found = {"claims": self.claims, "simulators": self.simulators, "transcription": self.transcription}
        return tuple(kind for kind, which in found.items() if which)

    def to_json(self) -> dict[str, Any]:
        """Return the statement, the conclusion, the error, and what noticed it."""
        about = {"statement": self.mutant.label, "conclusion": self.mutant.name, "error": self.mutant.change}
        by = {"claims": self.claims, "simulators": self.simulators, "transcription": self.transcription}
        return {**about, "formula": str(self.mutant.expression), **by}


def search_mutants(labels: Iterable[str] = (), *, with_claims: bool = True) -> Iterator[Noticed]:
    """Plant every error in the statements of these labels (all of the paper), and tell what notices each.

    Args:
        labels: Labels of the paper's statements.
        with_claims: Decide the claims about the statement again for each mutant; without, they notice nothing.
    """
    wanted = set(labels)
    for statement in paper_statements():
        if wanted and statement.label not in wanted:
            continue
        decided: dict[str, Outcome] = {}
        about = readers(statement, decided) if with_claims else ()
        for mutant in mutants_of(statement):
            with plant_error(statement, mutant), patience(PATIENCE_S, decided):
                found = tuple(claim.id for claim in about if notices(claim))
                differs = mutant.name in differences(statement)
            yield Noticed(mutant, found, _simulators(statement, mutant), differs)


def paper_statements() -> tuple[Statement, ...]:
    """Return the paper's statements that have formulas."""
    return tuple(entry.statement for entry in PAPER.entries if entry.statement.gives)


# -- mutants -----------------------------------------------------------------------------------------------------------
def mutants_of(statement: Statement) -> Iterator[Mutant]:
    """Yield every conclusion with every planted error that changes it."""
    for conclusion in statement.gives:
        for change, expression in _changes(conclusion.expression):
            if sp.expand(expression - conclusion.expression) != 0:
                yield Mutant(statement.label, conclusion.name, change, expression)


def _changes(expression: Any) -> Iterator[tuple[str, Any]]:
    yield "doubled", 2 * expression
    yield "halved", expression / 2
    for each in sorted(expression.atoms(sp.Sum), key=str):
        factors = sp.Mul.make_args(each.function)
        for factor in factors:
            base, power = factor.as_base_exp()
            lost = each.function / (base if power.is_Integer and power > 1 else factor)
            yield f"sum without the factor {factor}", expression.xreplace({each: sp.Sum(lost, *each.limits)})
    for each in sorted(expression.atoms(sp.Add), key=str):
        last = each.args[-1]
        yield f"sign of {last} wrong", expression.xreplace({each: each - 2 * last})


@contextmanager
def plant_error(statement: Statement, mutant: Mutant) -> Iterator[None]:
    """Let the statement be wrong in memory for a while."""
    right = statement.gives
    wrong = tuple(replace(c, expression=mutant.expression) if c.name == mutant.name else c for c in right)
    object.__setattr__(statement, "gives", wrong)
    try:
        yield
    finally:
        object.__setattr__(statement, "gives", right)


# -- what notices ------------------------------------------------------------------------------------------------------
def readers(statement: Statement, decided: dict[str, Outcome]) -> tuple[Claim, ...]:
    """Return the claims about the statement that come out as expected in the time that a mutant gets.

    Any other would seem to notice every mutant. ``decided`` collects outcomes: what does not read the planted formula
    is not decided again.
    """
    with patience(PATIENCE_S, decided):
        return tuple(c for c in claims().values() if c.statement == statement.label and not notices(c))


def _decide(claim: Claim) -> Outcome:
    """Decide the claim anew: its own cache is passed by."""
    return replace(claim, decide=getattr(claim.decide, "__wrapped__", claim.decide)).outcome()


def notices(claim: Claim) -> bool:
    """Return whether the claim comes out otherwise than expected."""
    try:
        return _decide(claim).verdict is not claim.expected
    except (ReplcalcError, ValueError, TypeError, KeyError, StopIteration, ArithmeticError):
        return True


def _simulators(statement: Statement, mutant: Mutant) -> tuple[str, ...]:
    """Return the simulators whose recorded cases exclude the change."""
    sense = next(c.relation for c in statement.gives if c.name == mutant.name)
    stronger = {"<=": "halved", ">=": "doubled"}.get(sense, "halved")
    if mutant.change != stronger:
        return ()
    found = []
    for name, run in recorded_runs().items():
        compared = run.statements.get(statement.label, {}).get(mutant.name)
        if compared is not None and _largest(compared.ratio) > fmpq(1, 2):
            found.append(name)
    return tuple(found)


def _largest(ratio: str) -> Any:
    """Return a ratio as it is recorded: a number, or a ball '[low, high]' of which the lower end counts."""
    text = ratio.strip("[]").split(",")[0]
    return arb(text).unique_fmpz() or arb(text)


def differences(statement: Statement, seed: int = 0) -> set[str]:
    """Return the names of the conclusions that the statement and its second transcription evaluate differently.

    A conclusion that is missing on either side counts as different. Both are evaluated at ``POINTS`` random points of
    small numbers inside the domains; an earlier conclusion that is wrong makes those wrong that use it.
    """
    function = FORMULAS.get(statement.label)
    names = {conclusion.name for conclusion in statement.gives}
    if function is None:
        return names
    random, found = Random(f"{statement.label} {seed}"), set[str]()
    for _ in range(POINTS):
        values = random_point(statement, random)
        typed = function(V(**{name: _number(value) for name, value in values.items()}))
        found |= names ^ typed.keys()
        for conclusion in statement.gives:
            if conclusion.name not in found and not _agrees(statement, conclusion, values, typed[conclusion.name]):
                found.add(conclusion.name)
    return found


def _agrees(statement: Statement, conclusion: Conclusion, values: dict[str, Any], typed: Any) -> bool:
    """Return whether the typed value is that of the statement, to ``DIGITS`` digits; a family member by member."""
    try:
        found = statement.bound(conclusion.name, **values)
    except (ReplcalcError, ValueError, TypeError, KeyError, ArithmeticError):
        return False
    pairs = zip(found, typed, strict=True) if conclusion.indexed else [(found, typed)]
    return all(
        mp.almosteq(mp.mpf(ball.mid().str(45, radius=False)), value, mp.mpf(10) ** -DIGITS) for ball, value in pairs
    )


def random_point(statement: Statement, random: Random) -> dict[str, Any]:
    """Return random parameters and unspecified constants, small enough for every formula to have a value."""
    values: dict[str, Any] = {p.name: _random_value(p, random) for p in statement.given}
    values |= {h.name: fmpq(random.randint(11, 39), 10 if h.exponent else 20) for h in statement.hidden}
    values |= {name: fmpq(random.randint(3, 8), 10) for name in values if name in ("c_max", "c_queries", "c_arms")}
    if "rho" in values and "beta" in values and random.random() < 0.5:
        values["beta"] = values["rho"] / random.randint(2, 9)  # min(rho, beta) on either side
    return values


def _random_value(parameter: Parameter, random: Random) -> Any:
    def one() -> fmpq:
        if parameter.domain.integer:
            return fmpq(random.randint(2, 60))
        if parameter.name in ("delta", "delta_k", "gamma"):
            return fmpq(random.randint(1, 99), 10**4)
        upper = parameter.domain.upper
        if upper is None and parameter.name not in ("epsilon", "epsilon_k", "delta_hat"):
            return fmpq(random.randint(1, 99), 10)
        return fmpq(random.randint(21, 99), 100) * (fmpq(1, 4) if upper is not None and upper < 1 else fmpq(9, 10))

    return [one() for _ in range(MEMBERS)] if parameter.indexed else one()


def _number(value: Any) -> Any:
    """Return a rational, or a list of them, for the transcription."""
    return [_number(each) for each in value] if isinstance(value, list) else mp.mpf(int(value.p)) / int(value.q)
