"""Twenty inequalities of textbooks and the same twenty made false by a hair, decided by what people use.

The list was written before the prover was improved; FROZEN, half of it, is never looked at while the prover is changed.

    python benchmarks/inequalities.py                      what ``replcalc prove`` says of each, with the seconds
    python benchmarks/inequalities.py --peers --write      and Coq's interval tactic, sympy, mpmath, z3; into the page

Every tool is asked in a process of its own and given 20 seconds of processor time; a tool that is not installed is left
out. Coq's ``interval`` may bisect in every variable and use derivatives or Taylor models; sympy solves the inequality
over the domain (``solve_univariate_inequality``); mpmath is asked for a counterexample among 20,000 random points; z3
has polynomials over the reals, so roots, minima and absolute values are written as such.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from replcalc.kernel.signs import Reader
from replcalc.kernel.values import constant_sign
from replcalc.kernel.variables import Bounds, read_rational, variables_of
from replcalc.prover.facts import StatedFact, fact

ENTROPY = "-p*log(p) - (1 - p)*log(1 - p)"
DIVERGENCE = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
MOMENT = "log(p*exp((1 - p)*s) + (1 - p)*exp(-p*s))"

#: name -> (true, false by a hair, domain of the true one, domain of the false one)
PAIRS: dict[str, tuple[str, str, str, str]] = {
    "logarithm, third order": (
        "log(1 + x) <= x - x^2/2 + x^3/3",
        "log(1 + x) <= x - x^2/2 + x^3/3.001",
        "x >= 0",
        "x >= 0",
    ),
    "Bennett against Bernstein": (
        "(1 + x)*log(1 + x) - x >= x^2/(2 + 2*x/3)",
        "(1 + x)*log(1 + x) - x >= x^2/(2 + 0.66*x)",
        "x >= 0",
        "x >= 0",
    ),
    "Pinsker, two points": (
        f"{DIVERGENCE} >= 2*(p - q)^2",
        f"{DIVERGENCE} >= 2.001*(p - q)^2",
        "p in (0, 1), q in (0, 1)",
        "p in (0, 1), q in (0, 1)",
    ),
    "entropy from below": (
        f"{ENTROPY} >= 4*log(2)*p*(1 - p)",
        f"{ENTROPY} >= 4.001*log(2)*p*(1 - p)",
        "p in (0, 1)",
        "p in (0, 1)",
    ),
    "entropy from above": (
        f"{ENTROPY} <= 2*log(2)*sqrt(p*(1 - p))",
        f"{ENTROPY} <= log(2)*(4*p*(1 - p))^(3/4)",
        "p in (0, 1)",
        "p in (0, 1)",
    ),
    "Hoeffding's lemma": (
        f"{MOMENT} <= s^2/8",
        f"{MOMENT} <= s^2/8.01",
        "p in [0, 1], s in [-5, 5]",
        "p in [0, 1], s in [-5, 5]",
    ),
    "sub-Gaussian coin": (
        "cosh(x) <= exp(x^2/2)",
        "cosh(x) <= exp(0.499*x^2)",
        "x in (-oo, oo)",
        "x in (-oo, oo)",
    ),
    "exponential from below": (
        "1 - x <= exp(-x)",
        "1 - x <= exp(-1.001*x)",
        "x in (-oo, oo)",
        "x in (-oo, oo)",
    ),
    "exponential, second order": (
        "exp(-x) <= 1 - x + x^2/2",
        "exp(-x) <= 1 - x + 0.499*x^2",
        "x >= 0",
        "x >= 0",
    ),
    "Bretagnolle-Huber": (
        "sqrt(1 - exp(-x)) <= 1 - exp(-x)/2",
        "sqrt(1 - exp(-x)) <= 1 - 0.501*exp(-x)",
        "x >= 0",
        "x >= 0",
    ),
    "Stirling": (
        "loggamma(x + 1) >= (x + 1/2)*log(x) - x + log(2*pi)/2",
        "loggamma(x + 1) >= (x + 1/2)*log(x) - x + log(2*pi)/2 + 1/(12*x)",
        "x in [1, 50]",
        "x in [1, 50]",
    ),
    "Gaussian tail": (
        "erfc(x) <= exp(-x^2)",
        "erfc(x) <= exp(-1.1*x^2)",
        "x >= 0",
        "x >= 0",
    ),
    "hyperbolic tangent": ("tanh(x) <= x", "tanh(x) <= 0.999*x", "x >= 0", "x >= 0"),
    "hyperbolic sine": ("x*cosh(x) >= sinh(x)", "x*cosh(x) >= 1.001*sinh(x)", "x >= 0", "x >= 0"),
    "Bernoulli": ("(1 + x)^3 >= 1 + 3*x", "(1 + x)^3 >= 1 + 3*x", "x >= -1", "x >= -3.01"),
    "arcsine under its chord": ("asin(x) <= pi/2*x", "asin(x) <= 1.57*x", "x in [0, 1]", "x in [0, 1]"),
    "harmonic number": (
        "sum(1/i, i, 1, 50) <= log(50) + 0.5872",
        "sum(1/i, i, 1, 50) <= log(50) + 0.5871",
        "",
        "",
    ),
    "the larger of two": ("Max(x, 1 - x) >= 1/2", "Max(x, 1 - x) >= 0.5001", "x in [0, 1]", "x in [0, 1]"),
    "product under squares": (
        "abs(x*y) <= (x^2 + y^2)/2",
        "abs(x*y) <= (x^2 + y^2)/2.001",
        "x in (-oo, oo), y in (-oo, oo)",
        "x in (-oo, oo), y in (-oo, oo)",
    ),
    "logarithm under a line": ("log(x) <= x/exp(1)", "log(x) <= x/2.719", "x > 0", "x > 0"),
}


#: Every other pair is frozen: a test asks for what is decided today, and nothing is tuned to it.
FROZEN = tuple(PAIRS)[::2]
#: Seconds of processor time for each tool and each inequality.
LIMIT = 20
PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
TITLE = "## Forty inequalities, half of them false by a hair"


# -- the tools: each says PROVED, REFUTED, or why it says nothing ------------------------------------------------------
def by_replcalc(asked: StatedFact) -> str:
    from replcalc.prover.decide import decide_fact

    return decide_fact(asked, LIMIT).verdict.value


def by_coq(asked: StatedFact) -> str:
    """Is one of four calls of the tactic enough?"""
    from replcalc.kernel.conclusions import written_out
    sys.path.insert(0, str(Path(__file__).parents[1] / "proofs"))
    from translation.expressions import OutOfReach, coq_number, expanded, identifier, prepared, text

    bounds = variables_of(asked.domain)
    reader = Reader(bounds, constant_sign)
    (left, operator, right), hypotheses = asked.relations[0], []
    try:
        sides = [text(expanded(prepared(written_out(side), reader))) for side in (left, right)]
    except OutOfReach as reason:
        return f"cannot state {reason}"
    for name, bound in bounds.items():
        low = (
            f"{coq_number(bound.low)} {'<' if bound.low_open else '<='} {identifier(name)}"
            if bound.low is not None
            else ""
        )
        high = (
            f"{identifier(name)} {'<' if bound.high_open else '<='} {coq_number(bound.high)}"
            if bound.high is not None
            else ""
        )
        hypotheses += [h for h in (low, high) if h]
    forall = f"forall {' '.join(map(identifier, bounds))}, " if bounds else ""
    small, large = sides if operator in ("<=", "<") else reversed(sides)  # the tactic wants a constant on one side
    goal = f"{forall}{''.join(f'{h} -> ' for h in hypotheses)}(0 {operator.replace('>', '<')} {large} - {small})%R"
    cuts = ", ".join(f"i_bisect {identifier(name)}" for name in bounds)
    calls = ["interval"] + [
        f"interval with ({cuts}, i_depth {depth}{more})"
        for depth in (10, 20)
        for more in (
            "",
            *(f", i_{how} {identifier(name)}" for how in ("autodiff", "taylor") for name in list(bounds)[:1]),
        )
    ] * bool(cuts)
    tries = " | ".join(f"timeout 6 {call}" for call in calls)
    program = (
        "From Coq Require Import Reals.\nFrom Interval Require Import Tactic.\nOpen Scope R_scope.\n"
        f"Goal {goal}.\nProof. intros. first [ {tries} ]. Qed.\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "goal.v").write_text(program, encoding="utf-8")
        done = subprocess.run(["coqc", "-w", "none", "goal.v"], cwd=folder, capture_output=True, text=True, check=False)
    return "PROVED" if done.returncode == 0 else "the tactic fails"


def by_sympy(asked: StatedFact) -> str:
    import sympy as sp

    symbols, left, operator, right = _in_sympy(asked)
    relation = sp.Rel(left, right, operator)
    if relation in (sp.true, sp.false):
        return "PROVED" if relation is sp.true else "REFUTED"
    if len(symbols) != 1:
        return "cannot state two variables" if symbols else "no answer"
    (symbol,), (bound,) = symbols.values(), variables_of(asked.domain).values()
    domain = _interval(bound)
    found = sp.solve_univariate_inequality(relation, symbol, relational=False, domain=domain)
    if found == domain:
        return "PROVED"
    left_over = sp.Complement(domain, found)
    return "REFUTED" if left_over.is_empty is False else "no answer"


def _in_sympy(asked: StatedFact) -> tuple[dict[str, Any], Any, str, Any]:
    """Real symbols by name, and the relation with sympy's own functions."""
    import sympy as sp

    from replcalc.kernel.conclusions import written_out
    from replcalc.prover.decide import to_sympy
    from replcalc.symbolic.bridge import Greater, Lesser

    symbols = {name: sp.Symbol(name, real=True) for name in asked.domain}
    left, operator, right = asked.relations[0]
    sides = (
        to_sympy(written_out(side), symbols).replace(Greater, sp.Max).replace(Lesser, sp.Min) for side in (left, right)
    )
    return symbols, next(sides), operator, next(sides)


def _interval(bound: Bounds) -> Any:
    import sympy as sp

    low = -sp.oo if bound.low is None else sp.Rational(str(bound.low))
    high = sp.oo if bound.high is None else sp.Rational(str(bound.high))
    return sp.Interval(low, high, bound.low_open, bound.high_open)


def by_mpmath(asked: StatedFact) -> str:
    """A point at which it fails by more than rounding, or nothing: sampling proves nothing."""
    import mpmath
    import sympy as sp

    chance = random.Random(0)
    symbols, left, operator, right = _in_sympy(asked)
    difference = right - left
    shown = difference if operator in ("<=", "<") else -difference
    value = sp.lambdify(
        list(symbols.values()),
        shown,
        [{"Max": max, "Min": min}, "mpmath"],
    )
    bounds = variables_of(asked.domain)
    for _ in range(20_000 if symbols else 1):
        try:
            found = value(*(_drawn(chance, bound) for bound in bounds.values()))
        except (ValueError, ZeroDivisionError):
            continue
        if isinstance(found, mpmath.mpf) and found < -1e-13:
            return "REFUTED"
    return "no counterexample"


def _drawn(chance: random.Random, bound: Bounds) -> Any:
    import mpmath

    low = None if bound.low is None else float(bound.low)
    high = None if bound.high is None else float(bound.high)
    if low is not None and high is not None:
        return mpmath.mpf(chance.uniform(low, high))
    size = chance.expovariate(1) * 10 ** chance.randint(-3, 2)
    return mpmath.mpf(
        low + size if low is not None else high - size if high is not None else chance.choice((-1, 1)) * size
    )


def by_z3(asked: StatedFact) -> str:
    import z3

    solver = z3.Solver()
    solver.set("timeout", LIMIT * 1000)
    variables = {name: z3.Real(name) for name in asked.domain}

    def term(tree: Any) -> Any:
        head, args = tree[0], tree[1:]
        if head == "q":
            return z3.RealVal(str(args[0]))
        if head == "v":
            return variables[args[0]]
        if head == "^":
            base, exponent = term(args[0]), read_rational(args[1][1]) if args[1][0] == "q" else None
            if exponent is not None and exponent.denominator == 1:
                return base ** int(exponent) if exponent >= 0 else 1 / base ** int(-exponent)
            if exponent is not None and exponent.denominator == 2 and exponent > 0:
                root = z3.FreshReal("root")
                solver.add(root >= 0, root * root == base)
                return root**exponent.numerator
            raise NotImplementedError("a power")
        if head not in ("+", "*", "min", "max", "abs"):
            raise NotImplementedError(head)
        parts = [term(a) for a in args]
        result = parts[0]
        for part in parts[1:]:
            result = {
                "+": lambda a, b: a + b,
                "*": lambda a, b: a * b,
                "min": lambda a, b: z3.If(a < b, a, b),
                "max": lambda a, b: z3.If(a > b, a, b),
            }[head](result, part)
        return z3.If(result >= 0, result, -result) if head == "abs" else result

    left, operator, right = asked.relations[0]
    try:
        a, b = term(left), term(right)
    except NotImplementedError as reason:
        return f"cannot state {reason}"
    for name, bound in variables_of(asked.domain).items():
        if bound.low is not None:
            solver.add(variables[name] > str(bound.low) if bound.low_open else variables[name] >= str(bound.low))
        if bound.high is not None:
            solver.add(variables[name] < str(bound.high) if bound.high_open else variables[name] <= str(bound.high))
    solver.add({"<=": a > b, "<": a >= b, ">=": a < b, ">": a <= b}[operator])
    return {"unsat": "PROVED", "sat": "REFUTED"}.get(str(solver.check()), "unknown")


TOOLS: dict[str, Callable[[StatedFact], str]] = {
    "replcalc prove": by_replcalc,
    "Coq, interval": by_coq,
    "sympy": by_sympy,
    "mpmath, sampling": by_mpmath,
    "z3": by_z3,
}


def asked_alone(tool: str, relation: str, domain: str) -> tuple[str, float]:
    """The tool's word and the processor seconds it took, in a fork with a limit on them."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CPU, (LIMIT + 5, LIMIT + 5))
            os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
            try:
                word = TOOLS[tool](fact(relation, domain))
            except Exception as error:
                word = f"error: {type(error).__name__}"
            os.write(writing, word.encode())
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as pipe:
        word = pipe.read()
    os.waitpid(child, 0)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return word or "time", after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def installed(tool: str) -> bool:
    needs = {"Coq, interval": lambda: shutil.which("coqc") is not None, "z3": lambda: _imports("z3")}
    return needs.get(tool, lambda: True)()


def _imports(name: str) -> bool:
    from importlib.util import find_spec

    return find_spec(name) is not None


def compared(tools: list[str]) -> dict[str, list[tuple[str, str, str, float]]]:
    """Tool -> (name, expected, its word, seconds) for all forty."""
    found: dict[str, list[tuple[str, str, str, float]]] = {tool: [] for tool in tools}
    for name, (true, false, on, on_false) in PAIRS.items():
        for relation, domain, expected in ((true, on, "PROVED"), (false, on_false, "REFUTED")):
            for tool in tools:
                word, seconds = asked_alone(tool, relation, domain)
                found[tool].append((name, expected, word, seconds))
                print(f"{name:28} {expected:8} {tool:17} {word:28} {seconds:6.1f} s", flush=True)
    return found


def table(found: Mapping[str, list[tuple[str, str, str, float]]]) -> str:
    """The section of the page."""
    told = (
        "Written by `python benchmarks/inequalities.py --peers --write`. Each tool has 20 seconds of processor time "
        "for each of twenty true inequalities and the same twenty made false; the list was written before the prover "
        "was improved, and half of it is frozen: nothing is tuned to it."
    )
    header = ("tool", "proved, of 20 true", "refuted, of 20 false", "wrong", "cannot state", "seconds, median")
    lines = [TITLE, "", told, "", f"| {' | '.join(header)} |", "|---" * len(header) + "|"]
    for tool, rows in found.items():
        proved = sum(word == expected == "PROVED" for _, expected, word, _ in rows)
        refuted = sum(word == expected == "REFUTED" for _, expected, word, _ in rows)
        wrong = sum(word in ("PROVED", "REFUTED") and word != expected for _, expected, word, _ in rows)
        cannot = sum(word.startswith("cannot state") for _, _, word, _ in rows)
        seconds = statistics.median(seconds for *_, seconds in rows)
        lines.append(f"| {tool} | {proved} | {refuted} | {wrong} | {cannot} | {seconds:.1f} |")
    lines += ["", "| inequality | " + " | ".join(found) + " |", "|---" * (len(found) + 1) + "|"]
    for number, name in enumerate(PAIRS):
        cells = [f"{_short(rows[2 * number][2])}, {_short(rows[2 * number + 1][2])}" for rows in found.values()]
        lines.append(f"| {name}{' (frozen)' if name in FROZEN else ''} | " + " | ".join(cells) + " |")
    lines += [
        "",
        "Each cell: what is said of the true one, what of the false one; a dash where nothing is decided.",
        "",
    ]
    return "\n".join(lines)


def _short(word: str) -> str:
    return word.lower() if word in ("PROVED", "REFUTED") else "-"


def written(page: str, section: str) -> str:
    """The page with the section in place of the one it has, or at its end."""
    kept = page.partition(TITLE)[0].rstrip() + "\n\n"
    return kept + section


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--peers", action="store_true", help="ask the other tools too")
    parser.add_argument("--write", action="store_true", help="write the table into docs/benchmarks.md")
    parser.add_argument("--json", metavar="FILE", help="keep every answer")
    options = parser.parse_args()
    found = compared([tool for tool in TOOLS if installed(tool)] if options.peers else ["replcalc prove"])
    if options.json:
        Path(options.json).write_text(json.dumps(found, indent=1), encoding="utf-8")
    section = table(found)
    print(re.sub(r"\n{2,}", "\n", section))
    if options.write:
        PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), section), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
