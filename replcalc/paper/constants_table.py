"""The table of constants: what the paper uses, what is proved, what is best where that is known, the verdict.

A best constant belongs to the claim of its id, and is the last decimal of the number that the claim's control changes:
PROVED there, REFUTED one unit further. Where it lies is known by a formula or as a root; what counts are the proof and
the refutation. They are recorded in ``constants.json``, each with the recorded digest of its claim; one whose digest is
not today's is decided again. To write the file:

    python -m replcalc.paper.constants_table --write
"""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import Any

import sympy as sp
from flint import fmpq

from replcalc.claims.deciding import claim, claims
from replcalc.claims.record import recorded_claims
from replcalc.numbers.enclosure import Verdict, decimal
from replcalc.numbers.errors import MalformedStatement
from replcalc.numbers.workers import in_parallel
from replcalc.prover.outcome import Outcome
from replcalc.statements.theory import line

RECORD = Path(__file__).with_name("constants.json")
R, log, exp = sp.Rational, sp.log, sp.exp


@dataclass(frozen=True)
class Best:
    """``constant`` is PROVED by ``proof``, ``beyond`` is REFUTED by ``refutation``: the best one lies between them."""

    constant: fmpq
    beyond: fmpq
    proof: Outcome
    refutation: Outcome


@dataclass(frozen=True)
class BestConstant:
    """``what`` is best, ``expected`` is its value; the text of the claim is decided next to it."""

    what: str
    expected: Any
    digits: int = 6

    def find(self, identifier: str) -> Best:
        """Decide the claim next to the expected value, on both sides."""
        decide = claim(identifier).with_constant
        scale = 10**self.digits
        nearest = int(sp.floor(sp.sympify(self.expected).evalf(40) * scale))
        for low in (nearest, nearest - 1):
            pair = {fmpq(step, scale): decide(R(step, scale)) for step in (low, low + 1)} if decide else {}
            found = {outcome.verdict: (value, outcome) for value, outcome in pair.items()}
            if found.keys() == {Verdict.PROVED, Verdict.REFUTED}:
                (proved, proof), (refuted, refutation) = found[Verdict.PROVED], found[Verdict.REFUTED]
                return Best(proved, refuted, proof, refutation)
        raise MalformedStatement(f"best constant of '{identifier}': it is not next to {self.expected}")


def _largest_c(goal: str, bound: Callable[[Any, Any], Any], start: float) -> BestConstant:
    """Return the c at which ``bound`` of sqrt(ln(1/delta') S) and S vanishes at k = rho = 1, beta0 = 1/4."""
    c = sp.Symbol("c", positive=True)
    square = 2 * c**2 / log(4)
    spread = sp.sqrt(log(4 / square**5) * square)
    return BestConstant(f"c for {goal}, k >= 1", sp.nsolve(bound(spread, square), c, start, prec=40), 8)


def _best_constants() -> dict[str, BestConstant]:
    doubled = -R(1, 2) - sp.LambertW(-exp(-R(1, 2)) / 2, -1)  # e^x - 1 = 2x
    shifted = 1 + sp.LambertW(-2 * exp(-2)) / 2  # 1 - x = e^-2x; 1 - e^-x = x/2 at half of it
    inverse = R(1, 5) * exp(R(1, 5)) / (exp(R(1, 10)) - 1) + R(1, 10)
    x = sp.Symbol("x", positive=True)
    quadratic = sp.nsolve(log(1 - x) + x + 2 * x**2, x, 0.93, prec=40)
    return {
        "c.universal": _largest_c("eps* <= rho/40", lambda a, s: R("16.2") * (a + s) - R(1, 40), 1.4e-4),
        "c.real-goal": _largest_c("the goal of thm:main", lambda a, s: 8 * (6 * sp.sqrt(2) * a + 12 * s) - 1, 1.5e-3),
        "c.epsilon-limit": BestConstant("c", sp.sqrt(log(2)) / 10),
        "main.replicability": BestConstant("rho", sp.root(4, 3)),
        "tester.chernoff-upper": BestConstant("factor", 2 * log(2) - 1),
        "naive.capped-line": BestConstant("slope", 1 / (2 * log(2))),
        "back.one-way": BestConstant("eps", doubled),
        "back.one-way-sharp": BestConstant("factor of eps", 1),
        "back.two-way-half": BestConstant("factor of eps", R(1, 2)),
        "pg.hypothesis": BestConstant("c1", 1 / sp.sqrt(50)),
        "pg.delta-hat-tenth": BestConstant("factor, eps <= 1/10", R(1, 5) / (1 - exp(-R(1, 10)))),
        "pg.inverse": BestConstant("factor, eps <= 1/10", inverse),
        "pg.one-minus-range": BestConstant("x", shifted),
        "pg.drift-below": BestConstant("factor", 4),
        "joint.exp-against-min": BestConstant("factor", 1 - exp(-1)),
        "joint.second-term": BestConstant("factor", 2 / (1 - exp(-1))),
        "joint.failure-total": BestConstant("factor", 2),
        "joint.hat-below": BestConstant("factor of delta*", 2 / (5 * sp.sqrt(5))),
        "expect.tail-largest-delta": BestConstant("delta/eps", 1 / (2 * (2 * sp.E / (1 - exp(-1)) + 1))),
        "expect.tail-mass": BestConstant("limit", 1 / (25 * (1 - exp(-1)))),
        "expect.half": BestConstant("x", 2 * shifted),
        "expect.log-quotient": BestConstant("factor", 4 * log(2) - 2),
        "expect.log-above": BestConstant("x", quadratic),
    }


BEST_CONSTANTS = _best_constants()


@cache
def best(identifier: str) -> Best:
    """Return the best constant of a claim, certified on both sides."""
    return BEST_CONSTANTS[identifier].find(identifier)


def constants_rows(*, fresh: bool = False) -> list[dict[str, Any]]:
    """Return one record per claim with a constant, in the order of the claims.

    ``proved_constant`` is what the claim establishes. ``best_constant`` has a value only with both sides: PROVED at
    the first figure and REFUTED at the second; otherwise it says "proved" (or "refuted", for a claim that is false as
    printed), not what would be best.

    Args:
        fresh: find every best constant now, instead of reading those that are recorded.
    """
    brackets = _brackets(fresh)
    verdicts = {name: record.expected.value for name, record in recorded_claims().items()}
    return [
        {
            "claim": claim.id,
            "statement": claim.statement,
            "line": line(claim.source) or "",
            "paper_constant": claim.printed_constant,
            "proved_constant": claim.proved_constant,
            "best_constant": brackets.get(claim.id) or verdicts[claim.id].lower(),
            "verdict": verdicts[claim.id],
        }
        for claim in claims().values()
        if claim.printed_constant or claim.proved_constant
    ]


def _brackets(fresh: bool) -> dict[str, str]:
    """Return the best constants as text."""
    recorded = {} if fresh else json.loads(RECORD.read_text(encoding="utf-8"))
    found = {name: text for name, (digest, text) in recorded.items() if digest == recorded_claims()[name].digest}
    found |= dict(in_parallel(_bracket, [name for name in BEST_CONSTANTS if name not in found]))
    return {name: found[name] for name in BEST_CONSTANTS}


def _bracket(identifier: str) -> tuple[str, str]:
    return identifier, format_certified(BEST_CONSTANTS[identifier].what, best(identifier))


def format_certified(what: str, found: Best) -> str:
    """Return 'x: 1.593624 proved, 1.593625 refuted'."""
    figure = partial(decimal, digits=12, up=False)
    return f"{what}: {figure(found.constant)} proved, {figure(found.beyond)} refuted"


def write_record() -> None:
    """Find every best constant and record it with the digest of its claim."""
    lines = [
        f"{json.dumps(name)}: {json.dumps([recorded_claims()[name].digest, text])}"
        for name, text in _brackets(fresh=True).items()
    ]
    RECORD.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] != ["--write"]:
        sys.exit("usage: python -m replcalc.paper.constants_table --write")
    write_record()
