"""Certificates that carry their conclusion: every rule links what proves it, and a false link is refused."""

import copy
from typing import Any

import pytest

from replcalc.kernel import conclusions
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.conclusions import MOST_TERMS, Stated, free_names, put_in, with_exchanged, written_out
from replcalc.kernel.recheck import recheck
from replcalc.kernel.values import Unverified
from replcalc.kernel.variables import variables_of
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.facts import read_domain, read_formula, read_relations

ZERO = ["q", "0"]
#: Proves nothing.
NOTHING = {"rule": "given", "number": 9}


def conclusion(relations: str | list[str], domain: str, given: tuple[str, ...] = ()) -> dict[str, Any]:
    texts = [relations] if isinstance(relations, str) else relations
    return {
        "relations": [list(r) for text in texts for r in read_relations(text)],
        "domain": read_domain(domain),
        "given": [list(r) for text in given for r in read_relations(text)],
    }


def verdict(about: dict[str, Any], proof: dict[str, Any]) -> Verdict:
    return recheck(Certificate("claim", {"conclusion": about, "proof": proof}))


def signs(goal: str, domain: str, strict: bool = False, form: str | None = None) -> dict[str, Any]:
    leaf = {"kind": "signs", "goal": read_formula(goal), "strict": strict, "symbols": read_domain(domain)}
    return {"rule": "leaf", "leaf": leaf | {"form": read_formula(form or goal)}}


def identity(left: str, right: str, domain: str) -> dict[str, Any]:
    leaf = {"kind": "identity", "left": read_formula(left), "right": read_formula(right)}
    return {"rule": "leaf", "leaf": leaf | {"symbols": read_domain(domain)}}


def box(goal: str, domain: dict[str, list[str]], strict: bool = False, **more: Any) -> dict[str, Any]:
    leaf = {"kind": "box", "goal": read_formula(goal), "strict": strict, "domain": domain, "open": []}
    leaf |= {"assumptions": [], "leaves": [{"box": domain, "proof": {"form": "ball"}}], **more}
    return {"rule": "leaf", "leaf": leaf}


def exact(left: str, right: str) -> dict[str, Any]:
    relation = {"left": read_formula(left), "operator": "<=", "right": read_formula(right)}
    return {"rule": "leaf", "leaf": {"kind": "exact", "relation": relation, "sign": 0}}


def slack(form: str, proof: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"rule": "slack", "number": 0, "variable": "x", "name": "t", "form": form, "proof": proof, **more}


CHAIN_OF_ONE = {  # x <= x, by way of x + 0
    "rule": "chain",
    "through": [read_formula("x + 0")],
    "operators": ["=", "="],
    "proofs": [identity("x", "x + 0", "x >= 0"), identity("x + 0", "x", "x >= 0")],
}
CHAIN_OF_Y = {
    "rule": "chain",
    "through": [read_formula("y + 0")],
    "operators": ["=", "="],
    "proofs": [identity("y", "y + 0", "y >= 0"), identity("y + 0", "y", "y >= 0")],
}
CHAIN = {
    "rule": "chain",
    "through": [read_formula("x + y")],
    "operators": ["<=", "="],
    "proofs": [
        signs("x + y - x", "x >= 0, y >= 0", form="y"),
        identity("x + y", "(x^2 - y^2)/(x - y)", "x >= 0, y >= 0"),
    ],
}
SCALED = {
    "rule": "scaled",
    "factor": ["v", "x"],
    "positive": signs("x - 0", "x > 0", True, "x"),
    "proof": signs("1/x*x - 0*x", "x > 0", form="1"),
}

LOGARITHM = {
    "positive": [signs("exp(x) - 0", "x >= 0", True, "exp(x)"), signs("exp(x + 1) - 0", "x >= 0", True, "exp(x + 1)")],
    "proof": signs("log(exp(x + 1)) - log(exp(x))", "x >= 0", form="1"),
}
GROWTH = {
    "rule": "leaf",
    "leaf": {
        "kind": "growth",
        "goal": read_formula("exp(x) - (1 + x)"),
        "strict": False,
        "symbol": "x",
        "start": ZERO,
        "symbols": {},
        "step": "s",
        "positive": [],
        "form": read_formula("exp(s)"),
        "values": [{"kind": "exact", "relation": {"left": ZERO, "operator": ">=", "right": ZERO}, "sign": 0}] * 2,
    },
}

#: Rule -> (conclusion, proof that is right).
RIGHT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "signs": (conclusion("x^2 + 1 > 0", "x in (-oo, oo)"), signs("x^2 + 1 - 0", "x in (-oo, oo)", True, "x^2 + 1")),
    "identity": (
        conclusion("(x + 1)^2 = x^2 + 2*x + 1", "x in (-oo, oo)"),
        identity("(x + 1)^2", "x^2 + 2*x + 1", "x in (-oo, oo)"),
    ),
    "box": (conclusion("x^2 <= 2", "x in [0, 1]"), box("2 - x^2", {"x": ["0", "1"]})),
    "exact": (conclusion("1 + 1 <= 2", ""), exact("1 + 1", "2")),
    "exactly equal": (
        conclusion("1 + 1 = 2", ""),
        {
            "rule": "leaf",
            "leaf": {
                "kind": "exact",
                "sign": 0,
                "relation": {"left": read_formula("1 + 1"), "operator": "==", "right": ["q", "2"]},
            },
        },
    ),
    "given": (conclusion("x <= y", "x >= 0, y >= 0", ("x <= y",)), {"rule": "given", "number": 0}),
    "chain": (conclusion("x <= (x^2 - y^2)/(x - y)", "x >= 0, y >= 0"), CHAIN),
    "chain with a link that goes nowhere": (
        conclusion("x <= (x^2 - y^2)/(x - y)", "x >= 0, y >= 0"),
        {
            "rule": "chain",
            "through": [["v", "x"], *CHAIN["through"]],
            "operators": ["=", *CHAIN["operators"]],
            "proofs": [NOTHING, *CHAIN["proofs"]],
        },
    ),
    "assuming what is given": (
        conclusion("x <= 5/8", "x in [0, 1]", ("2*x <= 1",)),
        box(
            "5/8 - x",
            {"x": ["0", "1"]},
            assumptions=[{"goal": read_formula("1 - 2*x"), "strict": False}],
            leaves=[
                {"box": {"x": ["0", "5/8"]}, "proof": {"form": "ball"}},
                {"box": {"x": ["5/8", "1"]}, "proof": {"form": "outside", "assumption": 0}},
            ],
        ),
    ),
    "scaled": (conclusion("1/x >= 0", "x > 0"), SCALED),
    "reciprocal": (
        conclusion("1/x <= 1", "x >= 1"),
        {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("1 - t", {"t": ["0", "1"]})},
    ),
    "exponential": (
        conclusion("log(x) <= 0", "x in (0, 1]"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("0 - log(exp(-t))", "t >= 0", form="t")},
    ),
    "exponential below 2": (
        conclusion("log(x) <= log(2)", "x in (0, 2]"),
        {
            "rule": "exponential",
            "variable": "x",
            "name": "t",
            "proof": signs("log(2) - log(2*exp(-t))", "t >= 0", form="t"),
        },
    ),
    "exponential above 2": (
        conclusion("log(x) >= log(2)", "x >= 2"),
        {
            "rule": "exponential",
            "variable": "x",
            "name": "t",
            "proof": signs("log(2*exp(1*t)) - log(2)", "t >= 0", form="t"),
        },
    ),
    "shift": (
        conclusion("x^2 >= x", "x >= 1"),
        {
            "rule": "shift",
            "variable": "x",
            "name": "t",
            "proof": signs("(1 + t)^2 - (1 + t)", "t >= 0", form="t + t^2"),
        },
    ),
    "square": (
        conclusion("x + 1 >= 2*sqrt(x)", "x >= 0"),
        {
            "rule": "square",
            "variable": "x",
            "name": "t",
            "proof": signs("t^2 + 1 - 2*sqrt(t^2)", "t >= 0", form="(t - 1)^2"),
        },
    ),
    "slack, a sum": (
        conclusion("x + y <= 2*x", "x >= 0, y >= 0", ("x >= y",)),
        slack("sum", signs("2*(y + t) - (y + t + y)", "y >= 0, t >= 0", form="t")),
    ),
    "slack, a factor": (
        conclusion("x/y >= 1", "x > 0, y > 0", ("x >= y",)),
        slack(
            "factor", signs("y*(1 + t)/y - 1", "y > 0, t >= 0", form="t"), positive=signs("y - 0", "y > 0", True, "y")
        ),
    ),
    "slack, a share": (
        conclusion("x^2 <= x*y", "x >= 0, y >= 0", ("x <= y",)),
        slack("share", signs("y*t*y - (y*t)^2", "y >= 0, t in [0, 1]", form="y^2*t*(1 - t)")),
    ),
    "either": (
        conclusion("Min(x, y) <= x", "x >= 0, y >= 0"),
        {"rule": "either", "tree": read_formula("Min(x, y)"), "proofs": [CHAIN_OF_ONE, {"rule": "given", "number": 0}]},
    ),
    "either, deeper in": (
        conclusion("1 + 2*Min(x, y) <= 1 + 2*x", "x >= 0, y >= 0"),
        {
            "rule": "either",
            "tree": read_formula("Min(x, y)"),
            "proofs": [
                {
                    "rule": "chain",
                    "through": [read_formula("2*x + 1")],
                    "operators": ["=", "="],
                    "proofs": [identity("1 + 2*x", "2*x + 1", "x >= 0"), identity("2*x + 1", "1 + 2*x", "x >= 0")],
                },
                slack("sum", signs("1 + 2*(y + t) - (1 + 2*y)", "y >= 0, t >= 0", form="2*t")),
            ],
        },
    ),
    "mirror": (
        conclusion("x^3 <= 0", "x <= 0"),
        {"rule": "mirror", "variable": "x", "name": "t", "proof": signs("0 - (-t)^3", "t >= 0", form="t^3")},
    ),
    "cases": (
        conclusion("x^2 >= 0", "x in [-1, 1]"),
        {
            "rule": "cases",
            "variable": "x",
            "at": "0",
            "proofs": [signs("x^2 - 0", "x <= 0", form="x^2"), signs("x^2 - 0", "x >= 0", form="x^2")],
        },
    ),
    "and": (
        conclusion("0 <= x^2 < x^2 + 1", "x in (-oo, oo)"),
        {
            "rule": "and",
            "proofs": [
                signs("x^2 - 0", "x in (-oo, oo)", form="x^2"),
                signs("x^2 + 1 - x^2", "x in (-oo, oo)", True, "1"),
            ],
        },
    ),
    "squared": (
        conclusion("sqrt(x) <= x + 1", "x >= 0"),
        {
            "rule": "squared",
            "nonnegative": signs("x + 1 - 0", "x >= 0", form="x + 1"),
            "proof": signs("(x + 1)^2 - sqrt(x)^2", "x >= 0", form="x^2 + x + 1"),
        },
    ),
    "squared, with the larger side on the left": (
        conclusion("x + 1 >= sqrt(x)", "x >= 0"),
        {
            "rule": "squared",
            "nonnegative": signs("x + 1 - 0", "x >= 0", form="x + 1"),
            "proof": signs("(x + 1)^2 - sqrt(x)^2", "x >= 0", form="x^2 + x + 1"),
        },
    ),
    "logarithm": (conclusion("exp(x) <= exp(x + 1)", "x >= 0"), {"rule": "logarithm", **LOGARITHM}),
    "slack twice": (
        conclusion("x + z <= 2*x", "x >= 0, y >= 0, z >= 0", ("x >= y", "y >= z")),
        slack(
            "sum",
            slack("sum", signs("2*(z + s + t) - (z + s + t + z)", "z >= 0, s >= 0, t >= 0", form="s + t"))
            | {"variable": "y", "name": "s"},
        ),
    ),
    "slack below, a factor": (
        conclusion("x/y <= 1", "x > 0, y > 0", ("x <= y",)),
        slack(
            "factor",
            signs("1 - y/(1 + t)/y", "y > 0, t >= 0", form="t/(1 + t)"),
            positive=signs("y - 0", "y > 0", True, "y"),
        ),
    ),
    "slack of any sign, a factor": (
        conclusion("x/y >= 1", "x in (-oo, oo), y > 0", ("x >= y",)),
        slack(
            "factor", signs("y*(1 + t)/y - 1", "y > 0, t >= 0", form="t"), positive=signs("y - 0", "y > 0", True, "y")
        ),
    ),
    "slack, a share that is not nothing": (
        conclusion("1/x >= 1/y", "x > 0, y > 0", ("x <= y",)),
        slack("share", signs("1/(y*t) - 1/y", "y > 0, t in (0, 1]", form="(1 - t)/(y*t)")),
    ),
    "slack with a strict bound": (
        conclusion("x > y", "x > 0, y > 0", ("y < x",)),
        slack("sum", signs("y + t - y", "y > 0, t > 0", True, "t")),
    ),
    "either of a maximum": (
        conclusion("Max(x, y) >= y", "x >= 0, y >= 0"),
        {"rule": "either", "tree": read_formula("Max(x, y)"), "proofs": [{"rule": "given", "number": 0}, CHAIN_OF_Y]},
    ),
    "either sign": (
        conclusion("abs(x) >= x", "x >= 0"),
        {
            "rule": "either",
            "tree": read_formula("abs(x)"),
            "proofs": [CHAIN_OF_ONE | {"operators": ["=", "="]}, {"rule": "given", "number": 0}],
        },
    ),
    "valley": (
        conclusion("x^2 >= 0", "x in (-oo, oo), y >= 0", ("y <= 1",)),
        {
            "rule": "valley",
            "variable": "x",
            "at": ["q", "0"],
            "bottom": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {"left": read_formula("0^2"), "operator": ">=", "right": ZERO},
                },
            },
            "slope": signs("2*x*(x - 0) - 0", "x in (-oo, oo)", form="2*x^2"),
        },
    ),
    "valley, side by side": (
        conclusion("x^2 >= 0", "x in [-1, 1]"),
        {
            "rule": "valley",
            "variable": "x",
            "at": ["q", "0"],
            "bottom": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {"left": read_formula("0^2"), "operator": ">=", "right": ZERO},
                },
            },
            "below": box("0 - 2*x", {"x": ["-1", "0"]}),
            "above": box("2*x - 0", {"x": ["0", "1"]}),
        },
    ),
    "valley at the end of its domain": (
        conclusion("x^2 >= 0", "x in [0, 1]"),
        {
            "rule": "valley",
            "variable": "x",
            "at": ["q", "0"],
            "bottom": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {"left": read_formula("0^2"), "operator": ">=", "right": ZERO},
                },
            },
            "above": box("2*x - 0", {"x": ["0", "1"]}),
        },
    ),
    "growth": (conclusion("exp(x) >= 1 + x", "x >= 0"), GROWTH),
    "growth from 0 on, for larger ones": (conclusion("exp(x) >= 1 + x", "x >= 1"), GROWTH),
    "induction": (
        conclusion("k + 1 >= 2", "k integer in [1, oo)"),
        {
            "rule": "induction",
            "variable": "k",
            "base": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {"left": ["+", ["q", "1"], ["q", "1"]], "operator": ">=", "right": ["q", "2"]},
                },
            },
            "step": {
                "rule": "chain",
                "through": [read_formula("k + 1")],
                "operators": [">=", ">="],
                "proofs": [
                    signs("k + 1 + 1 - (k + 1)", "k integer in [1, oo)", form="1"),
                    {"rule": "given", "number": 0},
                ],
            },
        },
    ),
    "induction in one of two variables": (
        conclusion("k + y >= 1", "k integer in [1, oo), y >= 0", ("y <= 1",)),
        {
            "rule": "induction",
            "variable": "k",
            "base": signs("1 + y - 1", "y >= 0", form="y"),
            "step": signs("k + 1 + y - 1", "k integer in [1, oo), y >= 0", form="k + y"),
        },
    ),
}
for domain, first in (("(1, oo)", 2), ("[3/2, oo)", 2), ("(3/2, oo)", 2), ("[2, oo)", 2)):
    RIGHT[f"induction from {domain} on"] = (
        conclusion("k^2 >= 2*k", f"k integer in {domain}"),
        {
            "rule": "induction",
            "variable": "k",
            "base": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {
                        "left": read_formula(f"{first}^2"),
                        "operator": ">=",
                        "right": read_formula(f"2*{first}"),
                    },
                },
            },
            "step": signs("(k + 1)^2 - 2*(k + 1)", "k integer in [2, oo)", form="(k + 1)*(k - 1)"),
        },
    )


@pytest.mark.parametrize("rule", RIGHT)
def test_each_rule_proves_what_it_should(rule: str) -> None:
    assert verdict(*RIGHT[rule]) is Verdict.PROVED


#: What is wrong -> the certificate. Each says something false, or proves what it says by a link that is none.
FALSE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "an exponential of something that may be negative": (
        conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("exp(-t) - 0", "t >= 0", form="exp(-t)")},
    ),
    "a shift without a start": (
        conclusion("x >= 0", "x in (-oo, oo)"),
        {"rule": "shift", "variable": "x", "name": "t", "proof": signs("0 + t - 0", "t >= 0", form="t")},
    ),
    "a shift by less": (
        conclusion("x >= 2", "x >= 1"),
        {"rule": "shift", "variable": "x", "name": "t", "proof": signs("2 + t - 2", "t >= 0", form="t")},
    ),
    "the square of something negative": (
        conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "square", "variable": "x", "name": "t", "proof": signs("t^2 - 0", "t >= 0", form="t^2")},
    ),
    "slack in a sum": (
        conclusion("x >= 2", "x >= 0, y >= 0", ("x + y >= 2",)),
        slack("sum", signs("2 + t - 2", "t >= 0", form="t")),
    ),
    "slack of an unknown form": (
        conclusion("x >= y", "x >= 0, y >= 0", ("x >= y",)),
        slack("trust", signs("y + t - y", "y >= 0, t >= 0", form="t")),
    ),
    "slack with a name that is taken": (
        conclusion("x >= 2*y", "x >= 0, y >= 0", ("x >= y",)),
        slack("sum", signs("y + y - 2*y", "y >= 0", form="0")) | {"name": "y"},
    ),
    "slack in a variable without a domain": (
        conclusion("x >= 0", "x in (-oo, oo)", ("x >= z",)),
        slack("sum", signs("z + t - 0", "z >= 0, t >= 0", form="z + t")),
    ),
    "a share of what is below": (
        conclusion("x <= y", "x >= 0, y >= 0", ("x >= y",)),
        slack("share", signs("y - y*t", "y >= 0, t in [0, 1]", form="y*(1 - t)")),
    ),
    "a factor of what may vanish": (
        conclusion("x > 0", "x >= 0, y > 0", ("x <= y",)),
        slack(
            "factor",
            signs("y/(1 + t) - 0", "y > 0, t >= 0", True, "y/(1 + t)"),
            positive=signs("y - 0", "y > 0", True, "y"),
        ),
    ),
    "slack with a factor that may be negative": (
        conclusion("x >= 0", "x in (-oo, oo), y in (-oo, oo)", ("x >= y",)),
        slack(
            "factor",
            signs("y*(1 + t) - 0", "y >= 0, t >= 0", form="y*(1 + t)"),
            positive=signs("y - 0", "y > 0", True, "y"),
        ),
    ),
    "either of something that is no choice": (
        conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "either", "tree": read_formula("x + 1"), "proofs": [{"rule": "given", "number": 0}] * 2},
    ),
    "either where there is no value": (
        conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "either", "tree": read_formula("abs(log(x))"), "proofs": [{"rule": "given", "number": 0}] * 2},
    ),
    "a sum up to a half": (
        conclusion("sum(x, i, 1, 2.5) >= 0", "x >= 0"),
        {"rule": "given", "number": 0},
    ),
    "a family written out": (
        conclusion("sum(x[i], i, 1, 3) = 3*x[i]", "x[i] in [0, 1]"),
        {"rule": "given", "number": 0},
    ),
    "either inside a sum": (
        conclusion("sum(abs(x), i, 1, k) >= 0", "x in [-1, 1], k integer in [1, oo)"),
        {"rule": "either", "tree": read_formula("abs(x)"), "proofs": [{"rule": "given", "number": 0}] * 2},
    ),
    "either with one half of the proof": (
        conclusion("Min(x, y) >= x", "x >= 0, y >= 0"),
        {"rule": "either", "tree": read_formula("Min(x, y)"), "proofs": [CHAIN_OF_ONE, {"rule": "given", "number": 0}]},
    ),
    "given of a variable without a domain": (
        conclusion("x >= 0", "x >= 0", ("x >= z",)),
        signs("x - 0", "x >= 0", form="x"),
    ),
    "a growth from 0 on for smaller ones": (conclusion("exp(x) >= 1 + x", "x >= -1"), GROWTH),
    "squares where the larger side may be negative": (
        conclusion("sqrt(x) <= x - 2", "x >= 4"),
        {
            "rule": "squared",
            "nonnegative": signs("x + 1 - 0", "x >= 0", form="x + 1"),
            "proof": signs("(x - 2)^2 - sqrt(x)^2", "x >= 4", form="(x - 2)^2 - sqrt(x)^2"),
        },
    ),
    "squares of x - 1 and 3": (
        conclusion("3 <= x - 1", "x in [-9, -3]"),
        {
            "rule": "squared",
            "nonnegative": signs("3 - 0", "x in [-9, -3]", form="3"),
            "proof": box("(x - 1)^2 - 3^2", {"x": ["-9", "-3"]}),
        },
    ),
    "squares that are not compared": (
        conclusion("x + 2 <= x + 1", "x >= 0"),
        {
            "rule": "squared",
            "nonnegative": signs("x + 1 - 0", "x >= 0", form="x + 1"),
            "proof": {"rule": "given", "number": 0},
        },
    ),
    "a square root of the wrong side": (
        conclusion("x + 2 >= x + 3", "x >= 0"),
        {
            "rule": "squared",
            "nonnegative": signs("x + 2 - 0", "x >= 0", form="x + 2"),
            "proof": signs("(x + 3)^2 - (x + 2)^2", "x >= 0", form="2*x + 5"),
        },
    ),
    "logarithms that are not compared": (
        conclusion("exp(x) <= exp(x - 1)", "x >= 0"),
        {
            "rule": "logarithm",
            "positive": [LOGARITHM["positive"][0], signs("exp(x - 1) - 0", "x >= 0", True, "exp(x - 1)")],
            "proof": {"rule": "given", "number": 0},
        },
    ),
    "a logarithm of what may be negative": (
        conclusion("x <= x + 1", "x in [-2, 2]"),
        {
            "rule": "logarithm",
            "positive": [signs("x - 0", "x in [-2, 2]", True, "x"), signs("x + 1 - 0", "x in [-2, 2]", True, "x + 1")],
            "proof": signs("log(x + 1) - log(x)", "x in [-2, 2]", form="log(x + 1) - log(x)"),
        },
    ),
    "a valley whose bottom is not looked at": (
        conclusion("x^2 >= 1", "x in (-oo, oo)"),
        {
            "rule": "valley",
            "variable": "x",
            "at": ZERO,
            "bottom": {"rule": "given", "number": 0},
            "slope": signs("2*x*(x - 0) - 0", "x in (-oo, oo)", form="2*x^2"),
        },
    ),
    "a valley with another bottom": (
        conclusion("x^2 >= x", "x in [0, 2]"),
        {
            "rule": "valley",
            "variable": "x",
            "at": ["q", "2"],
            "bottom": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": -1,
                    "difference": ["-2", "-2"],
                    "relation": {"left": read_formula("2^2"), "operator": ">=", "right": ["q", "2"]},
                },
            },
            "slope": {"rule": "given", "number": 0},
        },
    ),
    "a valley that falls on": (
        conclusion("1 - x >= 0", "x in [0, 2]"),
        {
            "rule": "valley",
            "variable": "x",
            "at": ZERO,
            "bottom": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": -1,
                    "difference": ["-1", "-1"],
                    "relation": {"left": read_formula("1 - 0"), "operator": ">=", "right": ZERO},
                },
            },
            "above": box("1 - 0", {"x": ["0", "2"]}),
        },
    ),
    "a link that is not proved": (
        conclusion("x + 1 <= x + 0", "x >= 0"),
        {
            "rule": "chain",
            "through": [["v", "x"]],
            "operators": ["<=", "="],
            "proofs": [NOTHING, identity("x", "x + 0", "x >= 0")],
        },
    ),
    "a case that is not proved": (
        conclusion("x^3 >= 0", "x in [-1, 1]"),
        {"rule": "cases", "variable": "x", "at": "0", "proofs": [NOTHING, signs("x^3 - 0", "x >= 0", form="x^3")]},
    ),
    "a case below that leaves out the cut": (
        conclusion("x^2 >= 0", "x in [-1, 1]"),
        {
            "rule": "cases",
            "variable": "x",
            "at": "0",
            "proofs": [signs("x^2 - 0", "x < 0", form="x^2"), signs("x^2 - 0", "x >= 0", form="x^2")],
        },
    ),
    "a case above that leaves out the cut": (
        conclusion("x^2 >= 0", "x in [-1, 1]"),
        {
            "rule": "cases",
            "variable": "x",
            "at": "0",
            "proofs": [signs("x^2 - 0", "x <= 0", form="x^2"), signs("x^2 - 0", "x > 0", form="x^2")],
        },
    ),
    "a third case": (RIGHT["cases"][0], {**RIGHT["cases"][1], "proofs": [*RIGHT["cases"][1]["proofs"], NOTHING]}),
    "a third choice": (RIGHT["either"][0], {**RIGHT["either"][1], "proofs": [*RIGHT["either"][1]["proofs"], NOTHING]}),
    "a choice that is not proved": (
        conclusion("Min(x, y) >= x", "x >= 0, y >= 0"),
        {"rule": "either", "tree": read_formula("Min(x, y)"), "proofs": [CHAIN_OF_ONE, NOTHING]},
    ),
    "a logarithm with one side looked at": (
        RIGHT["logarithm"][0],
        {**RIGHT["logarithm"][1], "positive": LOGARITHM["positive"][:1]},
    ),
    "a factor of something negative": (
        conclusion("x <= y", "x in [-3, 3], y in [-2, -1]", ("x >= y",)),
        slack("factor", signs("y - y*(1 + t)", "y in [-2, -1], t >= 0", form="(0 - y)*t"), positive=NOTHING),
    ),
    "the share of everything": (
        conclusion("x >= y", "x in [0, 1], y in [0, 1]", ("x <= y",)),
        slack("share", box("y*t - y", {"y": ["0", "1"], "t": ["1", "1"]})),
    ),
    "a share of something below, of any sign": (
        conclusion("x >= 0", "x in [-1, 1], y in [0, 1]", ("x <= y",)),
        slack("share", signs("y*t - 0", "y in [0, 1], t in [0, 1]", form="y*t")),
    ),
    "a strict slack of a weak bound": (
        conclusion("x > y", "x > 0, y > 0", ("y <= x",)),
        slack("sum", signs("y + t - y", "y > 0, t > 0", True, "t")),
    ),
    "an induction whose step is not proved": (
        conclusion("k^2 <= k", "k integer in [1, oo)"),
        {
            "rule": "induction",
            "variable": "k",
            "base": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {"left": read_formula("1^2"), "operator": "<=", "right": ["q", "1"]},
                },
            },
            "step": NOTHING,
        },
    ),
    "logarithms where neither side is positive": (
        conclusion("0 - x <= 0 - 2*x", "x in [-1, 1]"),
        {
            "rule": "logarithm",
            "positive": [NOTHING, NOTHING],
            "proof": signs("log(0 - 2*x) - log(0 - x)", "x in [-1, 1]", form="log(2)"),
        },
    ),
    "a valley below that leaves out its bottom": (
        RIGHT["valley, side by side"][0],
        {**RIGHT["valley, side by side"][1], "below": signs("0 - 2*x", "x < 0", form="-2*x")},
    ),
    "a valley above that leaves out its bottom": (
        RIGHT["valley, side by side"][0],
        {**RIGHT["valley, side by side"][1], "above": signs("2*x - 0", "x > 0", form="2*x")},
    ),
    "a valley at a variable that may lie outside": (
        conclusion("(x - y)^2 >= 0", "x in [0, 1], y in [0, 2]"),
        {
            "rule": "valley",
            "variable": "x",
            "at": ["v", "y"],
            "bottom": signs("(y - y)^2 - 0", "y in [0, 2]", form="0"),
            "slope": signs("2*(x - y)*(x - y) - 0", "x in [0, 1], y in [0, 2]", form="2*(x - y)^2"),
        },
    ),
    "a valley at something that moves": (
        conclusion("(x - (y + 1))^2 >= 0", "x in (-oo, oo), y in [0, 1]"),
        {
            "rule": "valley",
            "variable": "x",
            "at": read_formula("y + 1"),
            "bottom": signs("(y + 1 - (y + 1))^2 - 0", "y in [0, 1]", form="0"),
            "slope": signs("2*(x - (y + 1))*(x - (y + 1)) - 0", "x in (-oo, oo), y in [0, 1]", form="2*(x - y - 1)^2"),
        },
    ),
    "either of a sum": (
        conclusion("Min(sum(i, i, 1, n), x) <= x", "x >= 0, n integer in [1, oo)"),
        {
            "rule": "either",
            "tree": read_formula("Min(sum(i, i, 1, n), x)"),
            "proofs": [{"rule": "given", "number": 0}, CHAIN_OF_ONE],
        },
    ),
    "another assumption than what is given": (
        conclusion("x <= 1/2", "x in [0, 1]", ("x <= 3/4",)),
        box(
            "1/2 - x",
            {"x": ["0", "1"]},
            assumptions=[{"goal": read_formula("1/2 - x"), "strict": False}],
            leaves=[
                {"box": {"x": ["0", "1/2"]}, "proof": {"form": "ball"}},
                {"box": {"x": ["1/2", "1"]}, "proof": {"form": "outside", "assumption": 0}},
            ],
        ),
    ),
    "a goal that was found to vanish where it has no value": (
        conclusion("x^2 >= 0", "x in [0, 1]"),
        box(
            "x^2 + x*log(x) - x*log(x)",
            {"x": ["0", "1"]},
            leaves=[
                {"box": {"x": ["0", "0"]}, "proof": {"form": "zero"}},
                {"box": {"x": ["0", "1"]}, "proof": {"form": "ball"}},
            ],
        ),
    ),
    "a point with one variable outside": (
        conclusion("x + y >= 1", "x >= 0, y >= 0"),
        {"rule": "point", "number": 0, "point": {"x": "0", "y": "-1"}},
    ),
    "a second relation with an unknown operator": (
        {**conclusion("x >= 0", "x >= 0"), "relations": [[["v", "x"], ">=", ZERO], [["v", "x"], "!=", ["q", "-1"]]]},
        {"rule": "and", "proofs": [signs("x - 0", "x >= 0", form="x"), signs("x + 1", "x >= 0", form="x + 1")]},
    ),
    "a second relation between the same sides": (
        conclusion(["x >= 0", "x >= x"], "x >= 0"),
        {"rule": "and", "proofs": [signs("x - 0", "x >= 0", form="x"), signs("x - x", "x >= 0", form="0")]},
    ),
    "more proofs than relations": (
        conclusion("x >= 0", "x >= 0"),
        {"rule": "and", "proofs": [signs("x - 0", "x >= 0", form="x")] * 2},
    ),
    "no relation": (conclusion([], "x >= 0"), {"rule": "and", "proofs": []}),
    "two sides that are the same tree": (conclusion("x = x", "x >= 0"), identity("x", "x", "x >= 0")),
    "an unknown rule": (conclusion("x >= 0", "x >= 0"), {"rule": "trust"}),
    "an unknown operator": (
        {**conclusion("x >= 0", "x >= 0"), "relations": [[["v", "x"], "!=", ZERO]]},
        signs("x - 0", "x >= 0", form="x"),
    ),
    "a domain without a value": (
        {**conclusion("x^2 + 1 <= 0", "x >= 1"), "domain": {"x": ["> 1", "< 1"]}},
        box("0 - (x^2 + 1)", {"x": ["2", "1"]}, leaves=[]),
    ),
    "a variable without a domain": (
        {**conclusion("x >= 0", "x >= 0"), "domain": {}},
        signs("x - 0", "x >= 0", form="x"),
    ),
    "another goal": (conclusion("x^2 <= 1/2", "x in [0, 1]"), box("2 - x^2", {"x": ["0", "1"]})),
    "the other direction": (conclusion("x^2 >= 2", "x in [0, 1]"), box("2 - x^2", {"x": ["0", "1"]})),
    "weak for strict": (conclusion("x >  0", "x >= 0"), signs("x - 0", "x >= 0", form="x")),
    "a goal for an identity": (conclusion("x = 0", "x >= 0"), signs("x - 0", "x >= 0", form="x")),
    "a leaf about fewer values (signs)": (conclusion("x^3 >= 0", "x >= -1"), signs("x^3 - 0", "x >= 0", form="x^3")),
    "a leaf about fewer values (box)": (conclusion("x^2 <= 2", "x in [0, 2]"), box("2 - x^2", {"x": ["0", "1"]})),
    "a leaf about the half line before (box)": (conclusion("x^2 <= 2", "x >= 0"), box("2 - x^2", {"x": ["0", "1"]})),
    "a leaf that leaves an end out": (
        conclusion("x > 0", "x in [0, 1]"),
        box(
            "x",
            {"x": ["0", "1"]},
            True,
            open=[["x", "lower"]],
            leaves=[
                {
                    "box": {"x": ["0", "1"]},
                    "proof": {
                        "form": "monotone",
                        "variable": "x",
                        "end": "lower",
                        "derivative": {"form": "ball"},
                        "face": {"form": "zero"},
                    },
                }
            ],
        ),
    ),
    "a leaf about integers": (conclusion("x >= 1", "x > 0"), signs("x - 1", "x integer in [1, oo)", form="x - 1")),
    "a leaf about another variable": (conclusion("x >= 0", "x in (-oo, oo)"), signs("y - 0", "y >= 0", form="y")),
    "an assumption that is not given": (
        conclusion("x <= 1/2", "x in [0, 1]"),
        box(
            "1/2 - x",
            {"x": ["0", "1"]},
            assumptions=[{"goal": read_formula("1/2 - x"), "strict": False}],
            leaves=[
                {"box": {"x": ["0", "1/2"]}, "proof": {"form": "ball"}},
                {"box": {"x": ["1/2", "1"]}, "proof": {"form": "outside", "assumption": 0}},
            ],
        ),
    ),
    "an assumption stronger than what is given": (
        conclusion("x < 1/2", "x in [0, 1]", ("x <= 1/2",)),
        box(
            "1/2 - x",
            {"x": ["0", "1"]},
            True,
            assumptions=[{"goal": read_formula("1/2 - x"), "strict": True}],
            leaves=[
                {"box": {"x": ["0", "1/2"]}, "proof": {"form": "outside", "assumption": 0}},
                {"box": {"x": ["1/2", "1"]}, "proof": {"form": "outside", "assumption": 0}},
            ],
        ),
    ),
    "a goal with a value at fewer points (a logarithm)": (
        conclusion("x >= 0", "x in [-1, 1]"),
        signs("exp(log(x))", "x in [-1, 1]", form="exp(log(x))"),
    ),
    "a goal with a value at fewer points (a pole)": (
        conclusion("x^2 > 0", "x in [-1, 1]"),
        signs("exp(log(x^2))", "x in [-1, 1]", True, "exp(log(x^2))"),
    ),
    "another identity": (conclusion("(x + 1)^2 = x^2 + 1", "x >= 0"), identity("(x + 1)^2", "x^2 + 2*x + 1", "x >= 0")),
    "an identity of other variables": (
        conclusion("sqrt(x^2) = x", "x in (-oo, oo)"),
        identity("sqrt(x^2)", "x", "x >= 0"),
    ),
    "another exact relation": (conclusion("1 + 1 <= 1", ""), exact("1 + 1", "2")),
    "not what is given": (conclusion("x < y", "x >= 0, y >= 0", ("x <= y",)), {"rule": "given", "number": 0}),
    "given the other way round": (conclusion("y <= x", "x >= 0, y >= 0", ("x <= y",)), {"rule": "given", "number": 0}),
    "a link that is missing": (RIGHT["chain"][0], {**CHAIN, "proofs": CHAIN["proofs"][:1]}),
    "a link in the other direction": (
        conclusion("x + y <= x", "x >= 0, y >= 0"),
        {
            "rule": "chain",
            "through": [["v", "x"]],
            "operators": [">=", "="],
            "proofs": [signs("x + y - x", "x >= 0, y >= 0", form="y"), None],
        },
    ),
    "no strict link": (conclusion("x < (x^2 - y^2)/(x - y)", "x >= 0, y >= 0"), CHAIN),
    "a strict link between equal trees": (
        conclusion("x < x + 0", "x >= 0"),
        {
            "rule": "chain",
            "through": [["v", "x"]],
            "operators": ["<", "="],
            "proofs": [None, identity("x", "x + 0", "x >= 0")],
        },
    ),
    "a link with a value at fewer points": (
        conclusion("0 <= x", "x in [-1, 1]"),
        {
            "rule": "chain",
            "through": [read_formula("exp(log(x))")],
            "operators": ["<=", "="],
            "proofs": [
                signs("exp(log(x)) - 0", "x in [-1, 1]", form="exp(log(x))"),
                identity("exp(log(x))", "x", "x in [-1, 1]"),
            ],
        },
    ),
    "a factor that may be negative": (
        conclusion("1/x >= 0", "x in [-1, 1]"),
        {
            **SCALED,
            "positive": signs("x - 0", "x in [-1, 1]", True, "x"),
            "proof": signs("1/x*x - 0*x", "x in [-1, 1]", form="1"),
        },
    ),
    "a factor that may be zero": (
        conclusion("1 <= 0", "x >= 0"),
        {
            "rule": "scaled",
            "factor": ZERO,
            "positive": signs("0 - 0", "x >= 0", True, "0"),
            "proof": signs("0*0 - 1*0", "x >= 0", form="0"),
        },
    ),
    "a factor with a value at fewer points": (
        conclusion("x >= 0", "x in [-1, 1]"),
        {
            "rule": "scaled",
            "factor": read_formula("exp(log(x))"),
            "positive": signs("exp(log(x)) - 0", "x in [-1, 1]", True, "exp(log(x))"),
            "proof": signs("x*exp(log(x)) - 0*exp(log(x))", "x in [-1, 1]", form="exp(2*log(x))"),
        },
    ),
    "a case that is missing": (
        conclusion("x^3 >= 0", "x in [-1, 1]"),
        {"rule": "cases", "variable": "x", "at": "0", "proofs": [signs("x^3 - 0", "x >= 0", form="x^3")]},
    ),
    "a cut outside of the domain": (
        conclusion("x^3 >= 0", "x in [-1, 1]"),
        {
            "rule": "cases",
            "variable": "x",
            "at": "-2",
            "proofs": [signs("x^3 - 0", "x >= 0", form="x^3"), signs("x^3 - 0", "x >= 0", form="x^3")],
        },
    ),
    "a mirror with the sign forgotten": (
        conclusion("x^3 >= 0", "x <= 0"),
        {"rule": "mirror", "variable": "x", "name": "t", "proof": signs("t^3 - 0", "t >= 0", form="t^3")},
    ),
    "a name that is taken": (
        conclusion("x - y >= 0", "x <= 0, y >= 0"),
        {"rule": "mirror", "variable": "x", "name": "y", "proof": signs("-y - y - 0", "y <= 0", form="-y - y")},
    ),
    "a name that a sum binds": (
        conclusion("sum(x, i, 1, n) <= n*x", "x <= 0, n integer in [1, oo)"),
        {"rule": "mirror", "variable": "x", "name": "i", "proof": {"rule": "given", "number": 0}},
    ),
    "a reciprocal without a start": (
        conclusion("x <= 1", "x in (-oo, oo)"),
        {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("1 - t", {"t": ["0", "1"]})},
    ),
    "a reciprocal beyond 1": (
        conclusion("1/x <= 1/2", "x >= 1"),
        {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("1/2 - t", {"t": ["0", "1/2"]})},
    ),
    "an exponential beyond 1": (conclusion("log(x) <= 0", "x in (0, 2]"), RIGHT["exponential"][1]),
    "an exponential from 0 on": (
        conclusion("x > 0", "x in [0, 1]"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("exp(-t) - 0", "t >= 0", True, "exp(-t)")},
    ),
    "an induction without its base": (conclusion("k + 1 >= 3", "k integer in [1, oo)"), RIGHT["induction"][1]),
    "an induction over reals": (conclusion("k + 1 >= 2", "k >= 1"), RIGHT["induction"][1]),
    "an induction without a step": (
        conclusion("k <= 1", "k integer in [1, oo)"),
        {
            "rule": "induction",
            "variable": "k",
            "base": {
                "rule": "leaf",
                "leaf": {
                    "kind": "exact",
                    "sign": 0,
                    "relation": {"left": ["q", "1"], "operator": "<=", "right": ["q", "1"]},
                },
            },
            "step": {"rule": "given", "number": 0},
        },
    ),
    "a point outside of the domain": (
        conclusion("x >= 0", "x >= 0"),
        {"rule": "point", "number": 0, "point": {"x": "-1"}},
    ),
    "a point at which it holds": (conclusion("x >= 0", "x >= -1"), {"rule": "point", "number": 0, "point": {"x": "0"}}),
    "a point at which what is given fails": (
        conclusion("x >= 1", "x >= 0", ("x >= 1",)),
        {"rule": "point", "number": 0, "point": {"x": "1/2"}},
    ),
    "a point at which a side has no value": (
        conclusion("sqrt(x)^2 >= 0", "x in [-1, 1]"),
        {"rule": "point", "number": 0, "point": {"x": "-1"}},
    ),
    "a point that is no integer": (
        conclusion("k*k >= k", "k integer in [0, 9]"),
        {"rule": "point", "number": 0, "point": {"k": "1/2"}},
    ),
    "a point of other variables": (
        conclusion("x >= 1", "x >= 0"),
        {"rule": "point", "number": 0, "point": {"x": "0", "y": "0"}},
    ),
    "fewer proofs than relations": (
        conclusion(["x >= 0", "x >= 5"], "x >= 0"),
        {"rule": "and", "proofs": [signs("x - 0", "x >= 0", form="x")]},
    ),
    "a sum that is too long": (conclusion("sum(x, i, 1, 100000) >= 0", "x >= 0"), signs("x - 0", "x >= 0", form="x")),
}


@pytest.mark.parametrize("what", FALSE)
def test_a_false_certificate_is_refused(what: str) -> None:
    assert verdict(*copy.deepcopy(FALSE[what])) is Verdict.UNDECIDED


def test_a_point_refutes_where_both_sides_have_a_value() -> None:
    point = {"rule": "point", "number": 0, "point": {"x": "1/2"}}
    assert verdict(conclusion("x^2 >= x", "x in [0, 1]"), point) is Verdict.REFUTED
    assert verdict(conclusion("x > 1/2", "x in [0, 1]"), point) is Verdict.REFUTED
    assert verdict(conclusion("x = 1/3", "x in [0, 1]"), point) is Verdict.REFUTED


# -- what a rule asks for ------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("rule", "old", "value", "new"),
    [
        ("mirror", "x in [-1, 2)", "-1*t", "t in (-2, 1]"),
        ("mirror", "x > 3", "-1*t", "t < -3"),
        ("mirror", "x integer in [1, oo)", "-1*t", "t integer in (-oo, -1]"),
        ("reciprocal", "x >= 2", "1 + t^(-1)", "t in (0, 1]"),
        ("reciprocal", "x > 2", "1 + t^(-1)", "t in (0, 1)"),
        ("reciprocal", "x in [2, 5]", "1 + t^(-1)", "t in [1/4, 1]"),
        ("reciprocal", "x in (2, 5)", "1 + t^(-1)", "t in (1/4, 1)"),
        ("exponential", "x in (0, 1]", "exp(-1*t)", "t >= 0"),
        ("exponential", "x in (0, 3)", "3*exp(-1*t)", "t > 0"),
        ("exponential", "x >= 2", "2*exp(1*t)", "t >= 0"),
        ("exponential", "x > 2", "2*exp(1*t)", "t > 0"),
        ("exponential", "x in [2, 3]", "3*exp(-1*t)", "t >= 0"),
        ("exponential", "x > 0", "exp(-1*t)", "t in (-oo, oo)"),
        ("shift", "x >= 2", "2 + t", "t >= 0"),
        ("shift", "x in (2, 5)", "2 + t", "t in (0, 3)"),
        ("shift", "x in (2, 5]", "2 + t", "t in (0, 3]"),
        ("shift", "x integer in [2, oo)", "2 + t", "t integer in [0, oo)"),
        ("shift", "x integer in [1/2, oo)", "0.5 + t", "t >= 0"),
        ("shift", "x >= 1/2", "0.5 + t", "t >= 0"),
        ("square", "x >= 0", "t^2", "t >= 0"),
        ("square", "x > 0", "t^2", "t > 0"),
        ("square", "x in [0, 3/2]", "t^2", "t >= 0"),
        ("square", "x in [0, 1]", "t^2", "t in [0, 1]"),
        ("square", "x in [0, 1)", "t^2", "t in [0, 1)"),
        ("square", "x in (0, 1/2]", "t^2", "t in (0, 1)"),
    ],
)
def test_the_new_variable_takes_the_place_of_every_old_value(
    rule: str, old: str, value: str, new: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With y untouched, and what is given moved as well."""
    asked: list[Stated] = []
    monkeypatch.setattr(conclusions, "_holds", lambda stated, proof, recheck: asked.append(stated))
    about = Stated(
        ["v", "x"], "<=", ["v", "y"], variables_of(read_domain(f"{old}, y >= 0")), ((["v", "x"], "<", ["q", "9"]),)
    )
    conclusions._RULES[rule](about, {"variable": "x", "name": "t", "proof": None}, recheck)
    put = read_formula(value)
    (found,) = asked
    assert found.domain == variables_of(read_domain(f"{new}, y >= 0"))
    assert (found.left, found.operator, found.right, found.given) == (put, "<=", ["v", "y"], ((put, "<", ["q", "9"]),))


def test_sums_between_numbers_are_written_out() -> None:
    squares = ["^", ["v", "i"], ["q", "2"]]

    def total(low: str, high: str) -> Any:
        return written_out(["+", ["sum", squares, ["v", "i"], ["q", low], ["q", high]], ["q", "1"]])[1]

    assert total("2", "4") == ["+", ZERO, *(["^", ["q", str(n)], ["q", "2"]] for n in (2, 3, 4))]
    assert total("-1", "0") == ["+", ZERO, ["^", ["q", "-1"], ["q", "2"]], ["^", ["q", "0"], ["q", "2"]]]
    assert total("3", "2") == ["+", ZERO] and len(total("1", str(MOST_TERMS))) == 2 + MOST_TERMS
    for low, high in (("0", str(MOST_TERMS)), ("1/2", "2"), ("1", "5/2"), ("1/2", "5/2")):
        with pytest.raises(Unverified):
            total(low, high)
    symbolic = ["sum", squares, ["v", "i"], ["q", "1"], ["v", "n"]]
    assert written_out(symbolic) == symbolic and written_out([*symbolic[:3], ["v", "n"], ["q", "1"]])[0] == "sum"


def test_the_index_of_a_sum_is_no_variable_of_it() -> None:
    about = ["sum", ["*", ["v", "x"], ["v", "i"]], ["v", "i"], ["v", "a"], ["v", "b"]]
    assert free_names(about) == {"x", "a", "b"} and free_names([*about[:3], ["v", "i"], ["q", "1"]]) == {"x", "i"}
    with pytest.raises(Unverified):
        put_in(about, {"x": ["v", "i"], "a": ["q", "1"]})
    assert put_in(about, {"i": ["q", "1"], "b": ["v", "c"]}) == [*about[:4], ["v", "c"]]


def test_a_tree_is_exchanged_wherever_it_stands_but_in_a_sum() -> None:
    x, y, one = ["v", "x"], ["v", "y"], ["q", "1"]
    assert with_exchanged(["+", ["*", x, y], x, one], x, y) == ["+", ["*", y, y], y, one]
    with pytest.raises(Unverified):
        with_exchanged(["+", ["sum", x, ["v", "i"], one, y], one], x, y)
