"""Twenty inequalities of textbooks and the same twenty made false by a hair: (relation, domain) pairs, true one first.

The list was written before the prover was improved and is not tuned to it. ``python benchmarks/inequalities.py`` prints
what ``replcalc.prove`` says of each, with the seconds it took.
"""

from __future__ import annotations

import sys
import time

ENTROPY = "-p*log(p) - (1 - p)*log(1 - p)"
DIVERGENCE = "p*log(p/q) + (1 - p)*log((1 - p)/(1 - q))"
MOMENT = "log(p*exp((1 - p)*s) + (1 - p)*exp(-p*s))"

#: name -> (true, false by a hair, domain of the true one, domain of the false one)
PAIRS: dict[str, tuple[str, str, str, str]] = {
    "logarithm, third order": (
        "log(1 + x) <= x - x^2/2 + x^3/3", "log(1 + x) <= x - x^2/2 + x^3/3.001", "x >= 0", "x >= 0",
    ),
    "Bennett against Bernstein": (
        "(1 + x)*log(1 + x) - x >= x^2/(2 + 2*x/3)", "(1 + x)*log(1 + x) - x >= x^2/(2 + 0.66*x)", "x >= 0", "x >= 0",
    ),
    "Pinsker, two points": (
        f"{DIVERGENCE} >= 2*(p - q)^2", f"{DIVERGENCE} >= 2.001*(p - q)^2",
        "p in (0, 1), q in (0, 1)", "p in (0, 1), q in (0, 1)",
    ),
    "entropy from below": (
        f"{ENTROPY} >= 4*log(2)*p*(1 - p)", f"{ENTROPY} >= 4.001*log(2)*p*(1 - p)", "p in (0, 1)", "p in (0, 1)",
    ),
    "entropy from above": (
        f"{ENTROPY} <= 2*log(2)*sqrt(p*(1 - p))", f"{ENTROPY} <= log(2)*(4*p*(1 - p))^(3/4)",
        "p in (0, 1)", "p in (0, 1)",
    ),
    "Hoeffding's lemma": (
        f"{MOMENT} <= s^2/8", f"{MOMENT} <= s^2/8.01", "p in [0, 1], s in [-5, 5]", "p in [0, 1], s in [-5, 5]",
    ),
    "sub-Gaussian coin": (
        "cosh(x) <= exp(x^2/2)", "cosh(x) <= exp(0.499*x^2)", "x in (-oo, oo)", "x in (-oo, oo)",
    ),
    "exponential from below": (
        "1 - x <= exp(-x)", "1 - x <= exp(-1.001*x)", "x in (-oo, oo)", "x in (-oo, oo)",
    ),
    "exponential, second order": (
        "exp(-x) <= 1 - x + x^2/2", "exp(-x) <= 1 - x + 0.499*x^2", "x >= 0", "x >= 0",
    ),
    "Bretagnolle-Huber": (
        "sqrt(1 - exp(-x)) <= 1 - exp(-x)/2", "sqrt(1 - exp(-x)) <= 1 - 0.501*exp(-x)", "x >= 0", "x >= 0",
    ),
    "Stirling": (
        "loggamma(x + 1) >= (x + 1/2)*log(x) - x + log(2*pi)/2",
        "loggamma(x + 1) >= (x + 1/2)*log(x) - x + log(2*pi)/2 + 1/(12*x)", "x in [1, 50]", "x in [1, 50]",
    ),
    "Gaussian tail": (
        "erfc(x) <= exp(-x^2)", "erfc(x) <= exp(-1.1*x^2)", "x >= 0", "x >= 0",
    ),
    "hyperbolic tangent": ("tanh(x) <= x", "tanh(x) <= 0.999*x", "x >= 0", "x >= 0"),
    "hyperbolic sine": ("x*cosh(x) >= sinh(x)", "x*cosh(x) >= 1.001*sinh(x)", "x >= 0", "x >= 0"),
    "Bernoulli": ("(1 + x)^3 >= 1 + 3*x", "(1 + x)^3 >= 1 + 3*x", "x >= -1", "x >= -3.01"),
    "arcsine under its chord": ("asin(x) <= pi/2*x", "asin(x) <= 1.57*x", "x in [0, 1]", "x in [0, 1]"),
    "harmonic number": (
        "sum(1/i, i, 1, 50) <= log(50) + 0.5872", "sum(1/i, i, 1, 50) <= log(50) + 0.5871", "", "",
    ),
    "the larger of two": ("Max(x, 1 - x) >= 1/2", "Max(x, 1 - x) >= 0.5001", "x in [0, 1]", "x in [0, 1]"),
    "product under squares": (
        "abs(x*y) <= (x^2 + y^2)/2", "abs(x*y) <= (x^2 + y^2)/2.001",
        "x in (-oo, oo), y in (-oo, oo)", "x in (-oo, oo), y in (-oo, oo)",
    ),
    "logarithm under a line": ("log(x) <= x/exp(1)", "log(x) <= x/2.719", "x > 0", "x > 0"),
}  # fmt: skip


def main() -> int:
    from replcalc.prover.decide import decide_fact
    from replcalc.prover.facts import fact

    right = 0
    for name, (true, false, on, on_false) in PAIRS.items():
        for relation, domain, expected in ((true, on, "PROVED"), (false, on_false, "REFUTED")):
            start = time.perf_counter()
            verdict = decide_fact(fact(relation, domain)).verdict.value
            right += verdict == expected
            print(f"{name:28} {expected:8} {verdict:9} {time.perf_counter() - start:6.1f} s", flush=True)
    print(f"{right} of {2 * len(PAIRS)} decided as they should be")
    return 0


if __name__ == "__main__":
    sys.exit(main())
