"""Every rule proves what it should; certificates that are false, or prove nothing, are refused for their reason.

A certificate is a relation on a domain, what is given, and a proof. A test reads the kernel's source: a requirement
that no false certificate runs into is a gap in this corpus.
"""

import ast
import copy
import re
from pathlib import Path
from typing import Any

import pytest

from replcalc import kernel
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import _CHECKS, recheck
from replcalc.kernel.reductions import MOST_VALUES, in_new_variable, subgoals
from replcalc.kernel.relations import MOST_TERMS, Goal, expand_sums, free_names, replace_subtree, substitute_trees
from replcalc.kernel.values import Unverified
from replcalc.kernel.variables import variables_of
from replcalc.numbers.enclosure import Verdict
from replcalc.symbolic.parsing import parse_domain, parse_formula, parse_relations

Document = dict[str, Any]
EXACT, IDENTITY = {"rule": "exact"}, {"rule": "identity"}
GIVEN = {"rule": "given", "number": 0}
#: Proves nothing.
NOTHING = {"rule": "given", "number": 9}
BALL, ZERO, MEAN = {"form": "ball"}, {"form": "zero"}, {"form": "mean"}


def claim(relation: str, domain: str = "", *given: str, proof: Document) -> Document:
    conclusion = {
        "relations": [list(each) for each in parse_relations(relation)],
        "domain": parse_domain(domain),
        "given": [list(each) for text in given for each in parse_relations(text)],
    }
    return {"kind": "claim", "conclusion": conclusion, "proof": proof}


def signs(form: str) -> Document:
    return {"rule": "signs", "form": parse_formula(form)}


def box(*boxes: tuple[str, Document], goal: str = "") -> Document:
    """Boxes such as "x 0 1, y 0 2", each with its form of proof."""
    found = []
    for text, proof in boxes:
        sides = (side.split() for side in text.split(","))
        found.append({"box": {name: [low, high] for name, low, high in sides}, "proof": proof})
    return {"rule": "box", "boxes": found, **({"goal": parse_formula(goal)} if goal else {})}


def monotone(end: str, derivative: Document, face: Document, variable: str = "x") -> Document:
    return {"form": "monotone", "variable": variable, "end": end, "derivative": derivative, "face": face}


def growth(form: str, *values: str, variable: str = "t", positive: tuple[tuple[str, str], ...] = ()) -> Document:
    trees = [[parse_formula(a), parse_formula(b)] for a, b in positive]
    found = {"rule": "growth", "variable": variable, "step": "s", "form": parse_formula(form), "positive": trees}
    return found | {"values": list(map(parse_formula, values))}


def new(rule: str, proof: Document, name: str = "t") -> Document:
    return {"rule": rule, "variable": "x", "name": name, "proofs": [proof]}


def slack(form: str, *proofs: Document, name: str = "t", variable: str = "x") -> Document:
    return {"rule": "slack", "number": 0, "variable": variable, "name": name, "form": form, "proofs": list(proofs)}


def either(tree: str, *proofs: Document) -> Document:
    return {"rule": "either", "tree": parse_formula(tree), "proofs": list(proofs)}


def cases(at: str, *proofs: Document) -> Document:
    return {"rule": "cases", "variable": "x", "at": at, "proofs": list(proofs)}


def each(*proofs: Document, variable: str = "k") -> Document:
    return {"rule": "each", "variable": variable, "proofs": list(proofs)}


def induction(base: Document, step: Document) -> Document:
    return {"rule": "induction", "variable": "k", "proofs": [base, step]}


def scaled(factor: str, positive: Document, proof: Document) -> Document:
    return {"rule": "scaled", "factor": parse_formula(factor), "proofs": [positive, proof]}


def squared(nonnegative: Document, proof: Document) -> Document:
    return {"rule": "squared", "proofs": [nonnegative, proof]}


def logarithm(left: Document, right: Document, proof: Document) -> Document:
    return {"rule": "logarithm", "proofs": [left, right, proof]}


def valley(at: str, bottom: Document, *, slope: Document | None = None, **sides: Document) -> Document:
    proofs = [slope] if slope else list(sides.values())
    return {"rule": "valley", "variable": "x", "at": parse_formula(at), "sides": not slope, "proofs": [bottom, *proofs]}


def product(*factors: tuple[str, str, Document]) -> Document:
    pairs = [[parse_formula(a), parse_formula(b)] for a, b, _ in factors]
    return {"rule": "product", "factors": pairs, "proofs": [proof for *_, proof in factors]}


def limit(goal: str, at_end: Document, slope: Document) -> Document:
    return {"rule": "limit", "variable": "x", "goal": parse_formula(goal), "proofs": [at_end, slope]}


def point(number: int = 0, **values: str) -> Document:
    return {"rule": "point", "number": number, "point": values}


def both(*proofs: Document) -> Document:
    return {"rule": "and", "proofs": list(proofs)}


WHOLE = "x in (-oo, oo)"
UNIT = "x in [0, 1]"
GROWS = growth("exp(s)", "0", "0")
OUTSIDE = {"form": "outside", "assumption": 0}
RISING = monotone("lower", BALL, ZERO)
VALUE_AT_ONE = "1/(1 + 0*t)"

FALLS = signs("2*pi^(-1/2)*exp(-x^2)")

RIGHT = [
    claim("1 + 1 <= 2", proof=EXACT),
    claim("1 + 1 = 2", proof=EXACT),
    claim("exp(1) > 2", proof=EXACT),
    claim("exp(1) - 2 + x > 0", "x >= 0", proof=signs("exp(1) - 2 + x")),
    claim("exp(log(x)) = x and exp(2*log(x)) = x^2", "x > 0", proof={"rule": "and", "proofs": [IDENTITY] * 2}),
    claim("sum(sqrt(i^2), i, 0, k) = sum(j, j, 0, k)", "k integer in [1, oo)", proof=IDENTITY),
    claim("x*y*(1 - x) <= 26/100", "x in [0, 1], y in [1, 1]", proof=box(("x 0 1, y 1 1", BALL))),
    claim("(1/x - 2)^1 + 2 >= 0", "x >= 1", proof=limit("(1/x - 2)^1 + 2", EXACT, signs("x^(-2)"))),
    claim("x/y >= 1", f"{WHOLE}, y in (-oo, oo)", "x >= y", "y > 0", proof=slack("factor", GIVEN, signs("t"))),
    claim("1/log(x + 2) >= 0", "x >= 0", proof=limit("1/log(x + 2)", EXACT, signs("(x + 2)^(-1)*log(x + 2)^(-2)"))),
    claim("x^0 >= 1", "x >= 1", proof=limit("x^0 - 1", EXACT, EXACT)),
    claim("sum(i, i, 1, k) + k = k*(k + 1)/2 + k", "k integer in [0, oo)", proof=induction(EXACT, IDENTITY)),
    claim(
        "k + sum(i, i, 1, n) = sum(i, i, 1, n) + k",
        "k integer in [0, oo), n integer in [1, oo)",
        proof=induction(IDENTITY, IDENTITY),
    ),
    claim("1.5 - x > 0", "x <= 1", proof=signs("1.5 - x")),
    claim("sqrt(x) >= 0", "x >= 0", proof=signs("sqrt(x)")),
    claim("loggamma(4/2) = 0", proof=IDENTITY),
    claim("sqrt(1/x) >= 0", "x >= 1", proof=limit("sqrt(1/x)", EXACT, signs("x^(-2)*(1/x)^(-1/2)/2"))),
    claim("sqrt(x - x) = 0", WHOLE, proof=IDENTITY),
    claim("loggamma(2) + erf(x - x) = 0", WHOLE, proof=IDENTITY),
    claim("2^(0 - x) >= 0", "x >= 0", proof=limit("2^(0 - x)", EXACT, signs("2^(0 - x)*log(2)"))),
    claim("sqrt(1 + 1/x) >= 1", "x >= 1", proof=limit("sqrt(1 + 1/x) - 1", EXACT, signs("x^(-2)*(1 + 1/x)^(-1/2)/2"))),
    claim("(x + 1)^2 = x^2 + 2*x + 1", WHOLE, proof=IDENTITY),
    claim("x = x", WHOLE, proof=IDENTITY),
    claim("x^2 + 1 > 0", WHOLE, proof=signs("x^2 + 1")),
    claim("x^2 + 1 >= 2*x", WHOLE, proof=signs("(x - 1)^2")),
    claim("x^2 <= 2", UNIT, proof=box(("x 0 1", BALL))),
    claim("x^2 <= 2", "x in [0, 1], y > 0", proof=box(("x 0 1", BALL))),
    claim("x*(1 - x) <= 26/100", UNIT, proof=box(("x 0 1", MEAN))),
    claim("x > 0", "x in (0, 1]", proof=box(("x 0 1", RISING))),
    claim("1 - x > 0", "x in [0, 1)", proof=box(("x 0 1", monotone("upper", BALL, ZERO)))),
    claim("x >= 0", "x in [0, 1]", proof=box(("x 0 0", {"form": "point"}), ("x 0 1", RISING))),
    claim("x <= 5/8", UNIT, "2*x <= 1", proof=box(("x 0 5/8", BALL), ("x 5/8 1", OUTSIDE))),
    claim("x <= 1/2", UNIT, "x < 1/2", proof=box(("x 0 1/2", BALL), ("x 1/2 1", OUTSIDE))),
    claim("(x + 1)^2 - x^2 <= 3", UNIT, proof=box(("x 0 1", BALL), goal="2 - 2*x")),
    claim("exp(t) >= 1 + t", "t >= 0", proof=GROWS),
    claim("exp(t) >= 1 + t", "t in (0, 3]", proof=GROWS),
    claim("t*y >= y", "t >= 1, y >= 0", proof=growth("y", "0")),
    claim(
        "t/((t - 1)^2 + 2*t) >= 0", "t >= 0", proof=growth("s/(s^2 + 1)", positive=(("(s - 1)^2 + 2*s", "s^2 + 1"),))
    ),
    claim("x <= y", "x >= 0, y >= 0", "x <= y", proof=GIVEN),
    claim("1/x >= 0", "x > 0", proof=scaled("x", signs("x"), signs("1"))),
    claim("x^2 >= 0", "x in [-1, 1]", proof=cases("0", signs("x^2"), signs("x^2"))),
    claim("x^3 >= 0 - 1", "x in [-1, 1]", proof=cases("0", box(("x -1 0", BALL)), signs("1 + x^3"))),
    claim("k*(k - 1) >= 0", "k integer in [0, 2]", proof=each(EXACT, EXACT, EXACT)),
    claim("k*y >= y", "k integer in (0, 2), y >= 0", proof=each(signs("0"))),
    claim("sum(i, i, 1, k) <= 3", "k integer in [0, 2]", proof=each(EXACT, EXACT, EXACT)),
    claim("sum(i, i, 1, k) = k*(k + 1)/2", "k integer in [0, oo)", proof=induction(EXACT, IDENTITY)),
    claim("y*sum(i, i, 1, k) >= y*k", "k integer in [1, oo), y >= 0", proof=induction(signs("0"), signs("y*k"))),
    claim("k^2 >= 2*k", "k integer in (1, oo)", proof=induction(EXACT, signs("2*(k - 1) + 1"))),
    claim("k^2 >= 2*k", "k integer in [3/2, oo)", proof=induction(EXACT, signs("2*(k - 1) + 1"))),
    claim("k^2 > k", "k integer in [2, oo)", proof=induction(EXACT, signs("2*k"))),
    claim("k + y >= 1", "k integer in [1, oo), y >= 0", "y <= 1", proof=induction(signs("y"), signs("1"))),
    claim("x^3 <= 0", "x <= 0", proof=new("mirror", signs("t^3"))),
    claim("1/x <= 1", "x >= 1", proof=new("reciprocal", box(("t 0 1", BALL), goal="1 - t"))),
    claim("log(x) <= 0", "x in (0, 1]", proof=new("exponential", signs("t"))),
    claim("log(x) <= log(2)", "x in (0, 2]", proof=new("exponential", signs("t"))),
    claim("log(x) >= log(2)", "x >= 2", proof=new("exponential", signs("t"))),
    claim("x^2 >= x", "x >= 1", proof=new("shift", signs("t + t^2"))),
    claim("x + 1 >= 2*sqrt(x)", "x >= 0", proof=new("square", signs("(t - 1)^2"))),
    claim("x + y <= 2*x", "x >= 0, y >= 0", "x >= y", proof=slack("sum", signs("t"))),
    claim("x + y <= 2*x", "x >= 0, y >= 0", "y <= x", proof=slack("sum", signs("t"))),
    claim("x/y >= 1", "x > 0, y > 0", "x >= y", proof=slack("factor", signs("y"), signs("t"))),
    claim("x/y <= 1", "x > 0, y > 0", "x <= y", proof=slack("factor", signs("y"), signs("t/(1 + t)"))),
    claim("x/y >= 1", f"{WHOLE}, y > 0", "x >= y", proof=slack("factor", signs("y"), signs("t"))),
    claim("x^2 <= x*y", "x >= 0, y >= 0", "x <= y", proof=slack("share", signs("y^2*t*(1 - t)"))),
    claim("1/x >= 1/y", "x > 0, y > 0", "x <= y", proof=slack("share", signs("(1 - t)/(y*t)"))),
    claim("x > y", "x > 0, y > 0", "y < x", proof=slack("sum", signs("t"))),
    claim(
        "x + z <= 2*x",
        "x >= 0, y >= 0, z >= 0",
        "x >= y",
        "y >= z",
        proof=slack("sum", slack("sum", signs("r + t"), name="r", variable="y")),
    ),
    claim("Min(x, y) <= x", "x >= 0, y >= 0", proof=either("Min(x, y)", signs("0"), GIVEN)),
    claim("Max(x, y) >= y", "x >= 0, y >= 0", proof=either("Max(x, y)", GIVEN, signs("0"))),
    claim("abs(x) >= x", UNIT, proof=either("abs(x)", signs("0"), slack("sum", signs("2*t")))),
    claim(
        "x*(x - 1) >= 0",
        "x integer in (-oo, oo)",
        proof=cases("0", new("mirror", signs("t*(t + 1)")), new("shift", signs("(1 + t)*t"))),
    ),
    claim("x^3 >= x^2", "x >= 1", proof=product(("x^2", "0", signs("x^2")), ("x", "1", signs("x - 1")))),
    claim("2^x >= 1", "x >= 0", proof=logarithm(signs("2^x"), EXACT, signs("x*log(2)"))),
    claim("erf(x) < 1", "x >= 0", proof=limit("1 - erf(x)", EXACT, FALLS)),
    claim("x^2/(x^2 + 1) <= 1", "x >= 0", proof=limit("1/(1 + x^2)", EXACT, signs("2*x/(1 + x^2)^2"))),
    claim(
        "1 + 2*Min(x, y) <= 1 + 2*x",
        "x >= 0, y >= 0",
        proof=either("Min(x, y)", signs("0"), slack("sum", signs("2*t"))),
    ),
    claim("0 <= x^2 < x^2 + 1", WHOLE, proof=both(signs("x^2"), signs("1"))),
    claim("sqrt(x) <= x + 1", "x >= 0", proof=squared(signs("x + 1"), signs("x^2 + x + 1"))),
    claim("x + 1 >= sqrt(x)", "x >= 0", proof=squared(signs("x + 1"), signs("x^2 + x + 1"))),
    claim("exp(x) <= exp(x + 1)", "x >= 0", proof=logarithm(signs("exp(x)"), signs("exp(x + 1)"), signs("1"))),
    claim("x^2 >= 0", f"{WHOLE}, y >= 0", "y <= 1", proof=valley("0", EXACT, slope=signs("2*x^2"))),
    claim("loggamma(3)*x^2 >= 0", WHOLE, proof=valley("0", EXACT, slope=signs("2*loggamma(3)*x^2"))),
    claim("(x - y)^2 >= 0", "x in [0, 1], y in [0, 1]", proof=valley("y", signs("0"), slope=signs("2*(x - y)^2"))),
    claim(
        "x^2 >= 0", "x in [-1, 1]", proof=valley("0", EXACT, below=box(("x -1 0", BALL)), above=box(("x 0 1", BALL)))
    ),
    claim("x^2 >= 0", UNIT, proof=valley("0", EXACT, above=box(("x 0 1", BALL)))),
]


@pytest.mark.parametrize("document", RIGHT, ids=lambda document: document["proof"]["rule"])
def test_each_rule_proves_what_it_should(document: Document) -> None:
    assert recheck(Certificate.from_json(document)) is Verdict.PROVED


REFUTED = [
    claim("x^2 >= x", UNIT, proof=point(x="1/2")),
    claim("x > 1/2", UNIT, proof=point(x="1/2")),
    claim("x = 1/3", UNIT, proof=point(x="1/2")),
    claim("2 <= 1", proof=point()),
    claim("x^2 >= 2", "x in [-1, 1]", proof=point(x="-1")),
    claim("k^2 <= k", "k integer in [0, 9]", "k > 1", proof=point(k="2")),
    claim("x >= 0 and x >= 1", UNIT, proof=point(1, x="0")),
]


@pytest.mark.parametrize("document", REFUTED, ids=lambda document: str(document["proof"]["point"]))
def test_a_point_refutes_where_both_sides_have_a_value(document: Document) -> None:
    assert recheck(Certificate.from_json(document)) is Verdict.REFUTED


SIGN, NORMAL, ON = "the sign of the form cannot be read off", "the normal forms differ", "the proof fails on"
E_TO_60_DIGITS = "2.718281828459045235360287471352662497757247093699959574966967"
SLOPES = {"below": box(("x -1 0", BALL)), "above": box(("x 0 1", BALL))}
#: A certificate that says something false, or proves what it says by a step that is none; the reason it is refused for.
FALSE: list[tuple[Document, str]] = [
    # constants, equations, signs
    (claim("2 <= 1", proof=EXACT), "it does not hold"),
    (claim("1 < 1", proof=EXACT), "it does not hold"),
    (claim("1 = 2", proof=EXACT), "it does not hold"),
    (claim(f"exp(1) = {E_TO_60_DIGITS}", proof=EXACT), "it does not hold"),
    (claim("0 <= 1/0", proof=EXACT), "a constant has no value"),
    (claim("loggamma(1/2) = 0", proof=IDENTITY), NORMAL),
    (claim("loggamma(x + 1) = 0", "x > 0", proof=IDENTITY), NORMAL),
    (claim("erf(x) = 0", WHOLE, proof=IDENTITY), NORMAL),
    (claim("exp(y*log(x)) = x", "x > 0, y > 0", proof=IDENTITY), NORMAL),
    (claim("exp(log(x)^2) = x", "x > 0", proof=IDENTITY), NORMAL),
    (claim("sum(sqrt(i^2), i, -1, k) = sum(j, j, -1, k)", "k integer in [1, oo)", proof=IDENTITY), NORMAL),
    (claim("exp(x/(2*y)) = exp(2*x/y)", "x >= 0, y > 0", proof=IDENTITY), NORMAL),
    (
        claim(
            "sum(sum(log(i + 2*j), j, 1, n), i, 1, k) = sum(sum(log(i + 2*j), i, 1, n), j, 1, k)",
            "n integer in [1, oo), k integer in [1, oo)",
            proof=IDENTITY,
        ),
        NORMAL,
    ),
    (claim("k^2 >= 3*k", "k integer in (1, oo)", proof=induction(EXACT, signs("2*(k - 1)"))), "it does not hold"),
    (claim("0 >= log(0)", proof=EXACT), "a constant has no value"),
    (claim("(x + 1)^2 = x^2 + 1", WHOLE, proof=IDENTITY), NORMAL),
    (claim("sqrt(x^2) = x", WHOLE, proof=IDENTITY), NORMAL),
    (claim("(x - x)/(x - x) = 5", WHOLE, proof=IDENTITY), NORMAL),
    (claim("log(x^2) = log(x)", WHOLE, proof=IDENTITY), NORMAL),
    (claim("x <= x", WHOLE, proof=IDENTITY), "not an equation"),
    (claim("x >= 0", WHOLE, proof=signs("x")), SIGN),
    (claim("(x - 1)^2 > 0", WHOLE, proof=signs("(x - 1)^2")), SIGN),
    (claim("x^2 + 1 >= 2*x", WHOLE, proof=signs("(x - 2)^2")), SIGN),
    (claim("0*x > 0", "x < 1", proof=signs("0*x")), SIGN),
    (claim("1 - x > 0", "x <= 1", proof=signs("1 - x")), SIGN),
    (claim("x - 1 >= 0", "x >= 0", proof=signs("x - 1")), SIGN),
    (claim("x^3 >= 0", WHOLE, proof=signs("x^3")), SIGN),
    (claim("log(x) >= 0", "x >= 1/2", proof=signs("log(x)")), SIGN),
    (claim("tanh(x) >= 0", WHOLE, proof=signs("tanh(x)")), SIGN),
    (claim("x >= 0", WHOLE, proof=signs("exp(log(x))")), SIGN),
    (claim("x^2 > 0", WHOLE, proof=signs("exp(0)*x^4*x^(-2)")), SIGN),
    (claim("x^2 >= 0", WHOLE, proof=signs("x^2 + y^2 - y^2")), SIGN),
    (claim("x^2 >= 0", WHOLE, proof=signs("x^2 + 0*y^2")), SIGN),
    (claim("x = 0", "x >= 0", proof=signs("x")), "an equation has no sign"),
    # growth
    (claim("exp(t) > 1 + t", "t >= 0", proof=GROWS), "a strict relation, or no bound to start from"),
    (claim("exp(t) >= 1 + t", "t in (-oo, oo)", proof=GROWS), "a strict relation, or no bound to start from"),
    (claim("t >= s", "t >= 0, s in (-oo, oo)", proof=growth("0")), "the name s of the step occurs in the goal"),
    (claim("t >= 0", "t >= 0", proof=growth("s") | {"goal": parse_formula("t + y - y")}), "a variable without bounds"),
    (
        claim("1/(t - 2) >= 0", "t >= 0", proof=growth("1/s", positive=(("s - 2", "s - 1"),))),
        "a factor is not positive",
    ),
    (claim("1/(1 - t)^2 >= 0", "t >= 0", proof=growth("1/(1 - s)^2")), "not continuous on the whole interval"),
    (claim("abs(t - 1) - 1 + t >= 0", "t >= 0", proof=growth("0")), "not continuous on the whole interval"),
    (claim("exp(t) >= 2", "t >= 0", proof=growth("exp(s)", "-1")), "a value below zero at the bound"),
    (claim("exp(t) >= 2", "t >= 0", proof=growth("exp(s)", "0")), "another value at the bound"),
    (claim("t >= 0.5", "t >= 0", proof=growth("s - 0.5")), "the last derivative"),
    (claim("exp(t) >= 1 + 2*t", "t >= 0", proof=growth("exp(s)", "0")), "the last derivative"),
    (claim("exp(t) >= 1 + t", "t >= 0", proof=GROWS | {"goal": parse_formula("exp(t)")}), "another goal"),
    (claim("exp(t) >= 1 + t", "t >= -1", proof=GROWS), "another value at the bound"),
    # boxes
    (claim("x^2 <= 2", "x >= 0", proof=box(("x 0 1", BALL))), "x is not bounded"),
    (claim("x^2 <= 2", UNIT, proof=box(("x 1 0", BALL))), "a box is empty"),
    (claim("x^2 <= 2", UNIT, proof=box(("y 0 1", BALL))), "a box has other variables"),
    (claim("x^2 <= 2", UNIT, proof=box(("x 0 1", BALL), ("y 0 1", BALL))), "a box has other variables"),
    (claim("x >= 1", "x in [0, 0]", proof=box(("x 0 0", {"form": "point"}))), ON),
    (claim("x > 0", "x in [0, 0]", proof=box(("x 0 0", {"form": "point"}))), ON),
    (claim("x^2 <= 2", UNIT, proof=box(("x 0 1/2", BALL))), "the boxes do not cover the domain"),
    (
        claim("x^2 <= 2", UNIT, proof=box(("x 0 1/2", BALL), ("x 501/1000 1", BALL))),
        "the boxes do not cover the domain",
    ),
    (claim("x^2 <= 2", "x in [0, 2]", proof=box(("x 0 1", BALL))), "the boxes do not cover the domain"),
    (claim("x^2 <= 1/2", UNIT, proof=box(("x 0 1", BALL), goal="2 - x^2")), "another goal"),
    (claim("x = 0", UNIT, proof=box(("x 0 1", BALL))), "an equation has no sign"),
    (
        claim("x^2 >= 0", UNIT, proof=box(("x 0 0", ZERO), ("x 0 1", BALL), goal="x^2 + x*log(x) - x*log(x)")),
        "a goal with a value at fewer points",
    ),
    (claim("x*(1 - x) <= 24/100", UNIT, proof=box(("x 0 1", MEAN))), ON),
    (claim("x <= 9/10", UNIT, proof=box(("x 0 1", MEAN))), ON),
    (claim("sqrt(x) >= 1/2", UNIT, proof=box(("x 0 1", MEAN))), ON),
    (claim("x*(1 - x) <= 24/100", UNIT, proof=box(("x 0 1", BALL))), ON),
    (claim("x^2 > 0", UNIT, proof=box(("x 0 1", BALL))), ON),
    (claim("x^2 <= 2", UNIT, proof=box(("x 0 1", {"form": "trust"}))), ON),
    (claim("x <= 0", UNIT, proof=box(("x 0 1", ZERO))), ON),
    (claim("x^2 <= 2", UNIT, proof=box(("x 0 1", {"form": "point"}))), ON),
    (claim("-x^2*(1/x)*(1/x) >= 0", "x in [0, 0]", proof=box(("x 0 0", {"form": "point"}))), "a constant has no value"),
    (claim("-x*exp(-log(x)) >= 0", "x in [0, 0]", proof=box(("x 0 0", {"form": "point"}))), "a constant has no value"),
    (claim("1/x > 0", "x in [-1, 1]", proof=box(("x -1 1", monotone("upper", BALL, BALL)))), ON),
    (claim("1/x >= 0 - 1/2", "x in [-1, 1]", proof=box(("x -1 1", MEAN))), ON),
    (claim("x >= 1/2", UNIT, proof=box(("x 0 1", monotone("lower", BALL, BALL)))), ON),
    (claim("0 - x >= 0", UNIT, proof=box(("x 0 1", RISING))), ON),
    (claim("x > 0", UNIT, proof=box(("x 0 1", RISING))), ON),
    (claim("x > 1/2", "x in (0, 1]", "x >= 1/10", proof=box(("x 0 1", monotone("lower", BALL, OUTSIDE)))), ON),
    (claim("x > 0", "x in [0, 1)", proof=box(("x 0 1", RISING))), ON),
    (claim("0*x > 0", "x in (0, 1]", proof=box(("x 0 1", RISING))), ON),
    (claim("x >= 1/2", UNIT, "x <= 0", proof=box(("x 0 1", OUTSIDE))), ON),
    (claim("x <= 1/2", UNIT, "x <= 7/10", proof=box(("x 0 3/5", BALL), ("x 3/5 1", OUTSIDE))), ON),
    (claim("x <= 1/2", UNIT, "x <= 1/2", proof=box(("x 0 1/2", BALL), ("x 1/2 1", OUTSIDE))), ON),
    (claim("x >= 1/2", UNIT, "x >= 1/10", proof=box(("x 0 1", monotone("lower", BALL, OUTSIDE)))), ON),
    (
        claim(
            "x + y >= 1/2",
            "x in [0, 1], y in [0, 1]",
            "x >= 1/10",
            proof=box(("x 0 1, y 0 1", monotone("lower", BALL, monotone("upper", OUTSIDE, BALL, "y")))),
        ),
        ON,
    ),
    (
        claim("x - 1/2 >= x", "x in [0, 0]", proof=box(("x 0 0", {"form": "point"}), goal="1/2 - x^2*x^(-2)")),
        "a constant has no value",
    ),
    # rules that reduce
    (claim("x < y", "x >= 0, y >= 0", "x <= y", proof=GIVEN), "not what is given"),
    (claim("y <= x", "x >= 0, y >= 0", "x <= y", proof=GIVEN), "not what is given"),
    (claim("1/x >= 0", "x in [-1, 1]", proof=scaled("x", signs("x"), signs("1"))), SIGN),
    (claim("1 <= 0", "x >= 0", proof=scaled("0", EXACT, EXACT)), "it does not hold"),
    (
        claim("x >= 0", "x in [-1, 1]", proof=scaled("exp(log(x))", signs("exp(log(x))"), NOTHING)),
        "a factor with a value at fewer points",
    ),
    (claim("1/x >= 0", "x > 0", proof=scaled("x", signs("x"), NOTHING)), "tuple index out of range"),
    (claim("x^3 >= 0", "x in [-1, 1]", proof=cases("0", signs("x^3"), signs("x^3"))), SIGN),
    (claim("x^3 >= 0", "x in [-1, 1]", proof=cases("0", new("mirror", signs("t^3")), signs("x^3"))), SIGN),
    (claim("x^3 >= 0", "x in [-1, 1]", proof=cases("-2", signs("x^3"), signs("x^3"))), "the cut lies outside"),
    (claim("x^3 >= 0", UNIT, proof=cases("0", signs("x^3"))), "zip() argument 2 is shorter than argument 1"),
    (claim("x^2 >= 0", UNIT, proof=cases("0", *[signs("x^2")] * 3)), "zip() argument 2 is longer than argument 1"),
    (claim("k <= 1", "k integer in [0, 2]", proof=each(EXACT, EXACT, EXACT)), "it does not hold"),
    (claim("k <= 1", "k integer in [0, 2]", proof=each(EXACT, EXACT)), "zip() argument 2 is shorter than argument 1"),
    (claim("k <= 1", "k in [0, 1]", proof=each(EXACT, EXACT)), "not finitely many values"),
    (claim("k <= 1", "k integer in [0, oo)", proof=each(EXACT, EXACT)), "not finitely many values"),
    (claim("k >= 0", f"k integer in [0, {MOST_VALUES}]", proof=each(*[EXACT] * 65)), "too many values"),
    # induction
    (claim("k + 1 >= 3", "k integer in [1, oo)", proof=induction(EXACT, signs("1"))), "it does not hold"),
    (claim("k^2 <= k", "k integer in [1, oo)", proof=induction(EXACT, signs("2*k"))), SIGN),
    (claim("k >= 1", "k >= 1", proof=induction(EXACT, signs("1"))), "no integer from a first one on"),
    (claim("k >= 1", "k integer in [1, 9]", proof=induction(EXACT, signs("1"))), "no integer from a first one on"),
    (claim("k <= 1", "k integer in [1, oo)", "k <= 1", proof=induction(EXACT, signs("1"))), "given depends on it"),
    (claim("log(2 - k) <= 5", "k integer in [1, oo)", proof=induction(EXACT, signs("1"))), "a side may have no value"),
    (
        claim("sum(1/(i - 3), i, 1, k) >= 0 - 9", "k integer in [1, oo)", proof=induction(EXACT, signs("1"))),
        "a side may have no value",
    ),
    (
        claim("sum(i, i, m, k) >= 0", "k integer in [1, oo), m integer in [1, 2]", proof=induction(EXACT, signs("1"))),
        "a sum from a symbolic bound",
    ),
    (
        claim("sum(i*k, i, 1, k) >= 1", "k integer in [1, oo)", proof=induction(EXACT, signs("k"))),
        "a sum with another end",
    ),
    (
        claim("sum(1, i, 1, 2*k) >= 2*k", "k integer in [1, oo)", proof=induction(EXACT, signs("1"))),
        "a sum with another end",
    ),
    (
        claim("sum(1, i, 3, k) >= 0", "k integer in [1, oo)", proof=induction(EXACT, signs("1"))),
        "a sum that begins later",
    ),
    (
        claim("sum(i, i, 1, k)^2 >= 1", "k integer in [1, oo)", proof=induction(EXACT, signs("1"))),
        "a sum inside of something else",
    ),
    # new variables
    (claim("x^3 >= 0", "x <= 0", proof=new("mirror", signs("t^3"))), SIGN),
    (claim("x - y >= 0", "x <= 0, y >= 0", proof=new("mirror", signs("0"), "y")), "the name y is taken"),
    (
        claim("sum(x, i, 1, n) <= n*x", "x <= 0, n integer in [1, oo)", proof=new("mirror", NOTHING, "i")),
        "an index has a variable's name",
    ),
    (claim("x <= 1", WHOLE, proof=new("reciprocal", box(("t 0 1", BALL)))), "no lower bound"),
    (
        claim("1/x <= 1/2", "x >= 1", proof=new("reciprocal", box(("t 0 1/2", BALL), goal="1/2 - t"))),
        "the boxes do not cover the domain",
    ),
    (claim("log(x) <= 0", "x in (0, 2]", proof=new("exponential", signs("t"))), SIGN),
    (claim("x > 0", UNIT, proof=new("exponential", signs("exp(-t)"))), "an exponential is positive"),
    (claim("x >= 0", WHOLE, proof=new("shift", signs("t"))), "no lower bound"),
    (claim("x >= 2", "x >= 1", proof=new("shift", signs("t"))), SIGN),
    (claim("x >= 0", "x in [-1, 1]", proof=new("square", signs("t^2"))), "a square is not negative"),
    (claim("x >= 2", "x >= 0, y >= 0", "x + y >= 2", proof=slack("sum", signs("t"))), "not a bound of a variable"),
    (claim("x >= y", "x >= 0, y >= 0", "x >= y", proof=slack("trust", signs("t"))), "no such form"),
    (claim("x >= 2*y", "x >= 0, y >= 0", "x >= y", proof=slack("sum", signs("0"), name="y")), "no such form"),
    (claim("x >= 0", WHOLE, "x >= z", proof=slack("sum", signs("t"))), "a variable without a domain"),
    (
        claim("x <= y", "x >= 0, y >= 0", "x >= y", proof=slack("share", signs("y*(1 - t)"))),
        "a share of something that is not above it",
    ),
    (
        claim("x >= 0", "x in [-1, 1], y in [0, 1]", "x <= y", proof=slack("share", signs("y*t"))),
        "a share of something that is not above it",
    ),
    (
        claim("x > 0", "x >= 0, y > 0", "x <= y", proof=slack("factor", signs("y"), signs("y/(1 + t)"))),
        "a factor of something that may vanish",
    ),
    (claim("x >= 0", f"{WHOLE}, y < 1", "x >= y", proof=slack("factor", signs("y"), NOTHING)), SIGN),
    (claim("x > y", "x > 0, y > 0", "y <= x", proof=slack("sum", signs("t"))), SIGN),
    (
        claim("x >= y", "x in [0, 1], y in [0, 1]", "x <= y", proof=slack("share", box(("y 0 1, t 1 1", BALL)))),
        "the boxes do not cover the domain",
    ),
    (
        claim("x <= 0", "x integer in [0, 1]", proof=cases("0", each(EXACT, variable="x"), each(variable="x"))),
        "zip() argument 2 is shorter than argument 1",
    ),
    (
        claim("(x - 1/2)^2 >= 1/5", "x in [0, 2]", proof=cases("0", box(("x 0 0", BALL)), box(("x 1 2", BALL)))),
        "the boxes do not cover the domain",
    ),
    # forms of the sides
    (claim("x >= 0", "x in [-1, 1]", proof=either("x + 1", GIVEN, GIVEN)), "neither a minimum nor a maximum of two"),
    (
        claim("x >= 0", "x in [-1, 1]", proof=either("abs(log(x))", GIVEN, GIVEN)),
        "may have no value where the relation",
    ),
    (
        claim("sum(abs(x), i, 1, k) >= 0", "x in [-1, 1], k integer in [1, oo)", proof=either("abs(x)", GIVEN, GIVEN)),
        "a sum",
    ),
    (
        claim("Min(sum(i, i, 1, n), x) <= x", "x >= 0, n integer in [1, oo)", proof=either("Min(sum(i, i, 1, n), x)")),
        "may have no value where the relation",
    ),
    (claim("Min(x, y) >= x", "x >= 0, y >= 0", proof=either("Min(x, y)", signs("0"), GIVEN)), "not what is given"),
    (claim("sqrt(x) <= x - 2", "x >= 4", proof=squared(signs("x + 1"), signs("x"))), SIGN),
    (claim("3 <= x - 1", "x in [-9, -3]", proof=squared(box(("x -9 -3", BALL)), NOTHING)), ON),
    (claim("x + 2 >= x + 3", "x >= 0", proof=squared(signs("x + 2"), signs("2*x + 5"))), SIGN),
    (claim("x = 0 - x", "x in [-1, 1]", proof=squared(NOTHING, NOTHING)), "equal squares have no sign"),
    (claim("x <= x + 1", "x in [-2, 2]", proof=logarithm(signs("x"), signs("x + 1"), signs("1"))), SIGN),
    (claim("exp(x) <= exp(x - 1)", "x >= 0", proof=logarithm(signs("exp(x)"), signs("exp(x - 1)"), signs("1"))), SIGN),
    (claim("x^2 >= 1", WHOLE, proof=valley("0", EXACT, slope=signs("2*x^2"))), "it does not hold"),
    (claim("x^2 >= 4", "x in [0, 2]", proof=valley("2", EXACT, slope=NOTHING)), "tuple index out of range"),
    (claim("1 - x >= 0", "x in [0, 2]", proof=valley("0", EXACT, above=box(("x 0 2", BALL)))), ON),
    (claim("x^2 <= 1", "x in [0, 2]", "x <= 1", proof=valley("0", EXACT)), "given depends on it"),
    (claim("abs(x) >= 0", "x in [-1, 1]", proof=valley("0", EXACT, **SLOPES)), "not smooth everywhere"),
    (claim("x^2 >= 0", "x integer in [-1, 1]", proof=valley("0", EXACT, **SLOPES)), "no difference that moves"),
    (claim("x^2 = x", UNIT, proof=valley("0", EXACT, **SLOPES)), "no difference that moves continuously"),
    (claim("(x - 2)^2 >= 0", UNIT, proof=valley("2", EXACT)), "the bottom may lie outside the domain"),
    (claim("x^2 >= 0", "x in (0, 1]", proof=valley("0", EXACT)), "the bottom may lie outside the domain"),
    (claim("(x - y)^2 >= 0", "x in [0, 1], y in [0, 2]", proof=valley("y", signs("0"))), "the bottom may lie outside"),
    (claim("(x - y)^2 >= 0", "x in [0, 1], y in [-1, 1]", proof=valley("y", signs("0"))), "the bottom may lie outside"),
    (claim("(x - y - 1)^2 >= 0", f"{WHOLE}, y >= 0", proof=valley("y + 1", signs("0"))), "the bottom may lie outside"),
    (
        claim("(x - y)^2 >= 0", "x in [0, 1], y in [0, 1]", proof=valley("y", signs("0"))),
        "sides of something that is not a number",
    ),
    # points
    (claim("x >= 0", "x >= 0", proof=point(x="-1")), "the point lies outside the domain"),
    (claim("x > 0", "x in (0, 1]", proof=point(x="0")), "the point lies outside the domain"),
    (claim("x < 1", "x in [0, 1)", proof=point(x="1")), "the point lies outside the domain"),
    (claim("k*k >= k", "k integer in [0, 9]", proof=point(k="1/2")), "the point lies outside the domain"),
    (claim("x + y >= 1", "x >= 0, y >= 0", proof=point(x="0", y="-1")), "the point lies outside the domain"),
    (claim("x >= 0", "x >= -1", proof=point(x="0")), "the relation holds at the point"),
    (claim("x >= 1", "x >= 0", "x >= 1", proof=point(x="1/2")), "what is given fails at the point"),
    (claim("x >= 1", "x >= 0", "x > 1/2", proof=point(x="1/2")), "what is given fails at the point"),
    (claim("x >= 1", "x >= 0", proof=point(x="0", y="0")), "other variables"),
    (claim("sqrt(x)^2 >= 0", "x in [-1, 1]", proof=point(x="-1")), "a side has no value"),
    (claim("x^y <= 0", "x in [-1, 1], y in [0, 2]", proof=point(x="-1", y="2")), "a side has no value"),
    (claim("x^y <= 0", "x in [-1, 1], y in [0, 2]", proof=point(x="0", y="0")), "a side has no value"),
    (claim("exp(log(x)) >= 1", "x integer in [0, 4]", proof=point(x="0")), "a side has no value"),
    (claim("Max(log(x), 0 - 1) >= 0", "x integer in [0, 4]", proof=point(x="0")), "a side has no value"),
    (claim("x >= 1", "x integer in [0, 4]", "exp(log(x)) <= 5", proof=point(x="0")), "a side has no value"),
    (
        claim("n[i] >= 0 and n[j] >= 2", "n[i] >= 1, n[j] >= 1", proof=point(1, **{"n[i]": "2", "n[j]": "1"})),
        "two values",
    ),
    (
        claim(
            "1 + sum(x[i], i, 1, k) = 1 + k*x[i]",
            "x[i] >= 1, k integer in [1, oo)",
            proof={**new("shift", IDENTITY), "variable": "x[i]"},
        ),
        "a sum runs over a family",
    ),
    (
        claim(
            "sum(x[i], i, 1, k)*2 = 2*k*x[i]",
            "x[i] >= 1, k integer in [1, oo)",
            proof={**new("shift", IDENTITY), "variable": "x[i]"},
        ),
        "a sum runs over a family",
    ),
    # conclusions
    (claim("x >= 0", "x >= 0", proof=both(*[signs("x")] * 2)), "zip() argument 2 is longer than argument 1"),
    (claim("x >= 0 and x >= 5", "x >= 0", proof=both(signs("x"))), "zip() argument 2 is shorter than argument 1"),
    (claim("x >= 0", "x >= 0", proof={"rule": "trust"}), "'trust'"),
    (claim("sum(x, i, 1, 2.5) >= 0", "x >= 0", proof=GIVEN), "a sum between bounds that are not integers"),
    (claim("sum(x, i, 1, 100000) >= 0", "x >= 0", proof=GIVEN), "a sum that is too long"),
    (claim("sum(x[i], i, 1, 3) = 3*x[i]", "x[i] in [0, 1]", proof=GIVEN), "a family has no single members"),
]


def changed(document: Document, **entries: Any) -> Document:
    """The certificate with other entries in its conclusion."""
    return {**document, "conclusion": {**document["conclusion"], **entries}}


X_RIGHT = claim("x >= 0", "x >= 0", proof=signs("x"))
X = ["v", "x"]
X_UP = "x >= 0"
FALSE += [
    # products, and what falls to its limit
    (claim("x >= 0 - 1", X_UP, proof=product(("log(x)", "0", NOTHING))), "a value at fewer points"),
    (claim("x^3 >= x^2", X_UP, proof=product(("x", "0", signs("x")))), "another product"),
    (claim("x^2 >= x", X_UP, proof=product(("x", "0", signs("x")), ("x", "1", signs("x - 1")))), SIGN),
    (claim("1 >= x", UNIT, proof=limit("1 - x", EXACT, EXACT)), "a variable with an upper bound"),
    (claim("erf(x) <= 1/2", X_UP, proof=limit("1/2 - erf(x)", EXACT, FALLS)), "it does not hold"),
    (claim("erf(x) <= 1", X_UP, proof=limit("2 - erf(x)", EXACT, FALLS)), "another goal"),
    (claim("1 <= 1 - exp(0 - x)", X_UP, proof=limit("0 - exp(0 - x)", EXACT, signs("0 - exp(0 - x)"))), SIGN),
    (claim("x >= 0", X_UP, proof=limit("x", EXACT, FALLS)), "no finite limit"),
    (claim("exp(x^2) <= 2", X_UP, proof=limit("2 - exp(x^2)", EXACT, signs("2*x*exp(x^2)"))), "no finite limit"),
    (claim("1/x >= 0.5", "x >= 1", proof=limit("1/x - 0.5", EXACT, signs("x^(-2)"))), "it does not hold"),
    (claim("x^0 > 1", "x >= 1", proof=limit("x^0 - 1", EXACT, EXACT)), "it does not hold"),
    (claim("x <= x^2", X_UP, proof=limit("x^2 - x", EXACT, FALLS)), "oo - oo"),
    (claim("x*exp(0 - x) <= 0", X_UP, proof=limit("0 - x*exp(0 - x)", EXACT, FALLS)), "0 * oo"),
    (claim("log(exp(0 - x)) >= 0", X_UP, proof=limit("log(exp(0 - x))", EXACT, FALLS)), "a logarithm of zero"),
    (claim("log(0 - x) >= 0", X_UP, proof=limit("log(0 - x)", EXACT, FALLS)), "a logarithm of something negative"),
    (claim("sqrt(0 - x) >= 0", X_UP, proof=limit("sqrt(0 - x)", EXACT, FALLS)), "a root of something negative"),
    (claim("1/exp(0 - x) >= 0", X_UP, proof=limit("1/exp(0 - x)", EXACT, FALLS)), "a power of zero"),
    (claim("asin(x) >= 0", X_UP, proof=limit("asin(x)", EXACT, FALLS)), "no limit of asin"),
    (claim("1/(x - 5) >= 0", X_UP, proof=limit("1/(x - 5)", EXACT, FALLS)), "not smooth everywhere"),
    (claim("0 - sqrt(x) >= 0", "x >= 1", proof=limit("0 - sqrt(x)", EXACT, signs("x^(-1/2)/2"))), "no finite limit"),
    (claim("1/x >= 0", X_UP, "x <= 1", proof=limit("1/x", EXACT, FALLS)), "given depends on it"),
    (claim("2^x >= 2", "x >= 0", proof=logarithm(signs("2^x"), EXACT, signs("x*log(2)"))), SIGN),
    (claim("abs(x) <= x", "x in [-1, 1]", proof=either("abs(x)", signs("0"), slack("sum", signs("2*t")))), SIGN),
    (
        claim("x*(x - 1) > 0", "x integer in (-oo, oo)", proof=cases("0", NOTHING, new("shift", signs("(1 + t)*t")))),
        "tuple index out of range",
    ),
    (claim("erf(x) + erfc(x) = 2", WHOLE, proof=IDENTITY), NORMAL),
    (claim("sqrt(x - x) = 1", WHOLE, proof=IDENTITY), NORMAL),
    (claim("loggamma(3) = 0", proof=IDENTITY), NORMAL),
    (changed(X_RIGHT, relations=[]), "no relation"),
    (changed(X_RIGHT, relations=[[X, "!=", ["q", "0"]]]), "no relation"),
    (changed(X_RIGHT, given=[[X, "!=", ["q", "0"]]]), "no relation"),
    (changed(X_RIGHT, domain={}), "a variable without a domain"),
    (changed(X_RIGHT, domain={"x": ["> 1", "< 1"]}), "a domain without a value"),
    (changed(X_RIGHT, domain={"x": ["> 0", ">= -1"]}), "two bounds at one end: >= -1"),
]


def refusal(document: Document) -> str:
    """Why the kernel refuses it."""
    with pytest.raises((Unverified, ValueError, KeyError, IndexError)) as refused:
        _CHECKS[document["kind"]](document)
    return str(refused.value)


@pytest.mark.parametrize(("document", "reason"), FALSE, ids=lambda value: value if isinstance(value, str) else "")
def test_a_false_certificate_is_refused_for_its_reason(document: Document, reason: str) -> None:
    assert recheck(Certificate.from_json(copy.deepcopy(document))) is Verdict.UNDECIDED
    assert refusal(document).startswith(reason)


@pytest.mark.parametrize(
    "document",
    [
        {"kind": "none"},
        {"kind": "claim"},
        {"kind": "comparisons", "comparisons": [["0", "<=", "1"]], "establishes": "PROVED"},
        changed(RIGHT[0], relations=[[["q", 1], "<=", ["q", "2"]]]),
        changed(RIGHT[0], relations=[[["q", "+1"], "<=", ["q", "2"]]]),
        changed(RIGHT[0], relations=[[["q", "1e-99999"], "<=", ["q", "2"]]]),
        changed(X_RIGHT, relations=[[["sin", X], "<=", X]]),
        claim("x^2 <= 2", UNIT, proof=box(("x 0 1", monotone("lower", BALL, BALL, "y")))),
    ],
    ids=str,
)
def test_nonsense_is_refused(document: Document) -> None:
    assert recheck(Certificate.from_json(document)) is Verdict.UNDECIDED


def requirements() -> set[str]:
    """The words of every ``require`` in the kernel's source, as patterns."""
    found = set()
    for path in Path(kernel.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require":
                what = node.args[1]
                parts = what.values if isinstance(what, ast.JoinedStr) else [what]
                found.add("".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in parts))
    return found


def test_every_requirement_has_a_false_certificate() -> None:
    """But for those of finite certificates, which have a corpus of their own."""
    met = [refusal(document) for document, _ in FALSE]
    missing = {wanted for wanted in requirements() if not any(re.match(wanted, text + " ...") for text in met)}
    assert missing <= set(map(re.escape, ("a comparison fails", "the comparison does not fail")))


def test_the_index_of_a_sum_is_neither_a_function_nor_a_variable() -> None:
    for left, right in (
        ("sum(erf(y), erf, 1, k)", "sum(erfc(y), erfc, 1, k)"),
        ("sum(log(i + 2*_index1), i, 1, k)", "sum(log(2*j + _index1), j, 1, k)"),
    ):
        domain = "k integer in [1, oo), y >= 0, _index1 >= 0, i >= 0, j >= 0"
        pair = [
            parse_formula(text.replace("(erf(y), erf,", "(erf(y), z,").replace("(erfc(y), erfc,", "(erfc(y), w,"))
            for text in (left, right)
        ]
        for tree, name in zip(pair, ("erf", "erfc"), strict=True):
            if "erf" in left:
                tree[2] = ["v", name]
        document = claim("y = y", domain, proof=IDENTITY)
        document["conclusion"]["relations"] = [[pair[0], "=", pair[1]]]
        assert recheck(Certificate.from_json(document)) is Verdict.UNDECIDED


@pytest.mark.parametrize(
    ("rule", "old", "value", "bounds"),
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
        ("exponential", "x > 0", "exp(-1*t)", "t in (-oo, oo)"),
        ("shift", "x >= 2", "2 + t", "t >= 0"),
        ("shift", "x in (2, 5)", "2 + t", "t in (0, 3)"),
        ("shift", "x in (2, 5]", "2 + t", "t in (0, 3]"),
        ("shift", "x integer in [2, oo)", "2 + t", "t integer in [0, oo)"),
        ("shift", "x integer in [1/2, oo)", "0.5 + t", "t >= 0"),
        ("square", "x >= 0", "t^2", "t >= 0"),
        ("square", "x > 0", "t^2", "t > 0"),
        ("square", "x in [0, 3/2]", "t^2", "t >= 0"),
        ("square", "x in [0, 1]", "t^2", "t in [0, 1]"),
        ("square", "x in [0, 1)", "t^2", "t in [0, 1)"),
        ("square", "x in (0, 1/2]", "t^2", "t in (0, 1)"),
    ],
)
def test_the_new_variable_takes_the_place_of_every_old_value(rule: str, old: str, value: str, bounds: str) -> None:
    """With y untouched, and what is given moved as well."""
    domain = variables_of(parse_domain(f"{old}, y >= 0"))
    about = Goal(X, "<=", ["v", "y"], domain, ((X, "<", ["q", "9"]),))
    (found,), put = in_new_variable(about, "x", "t", rule), parse_formula(value)
    assert found.domain == variables_of(parse_domain(f"{bounds}, y >= 0"))
    assert (found.left, found.operator, found.right, found.given) == (put, "<=", ["v", "y"], ((put, "<", ["q", "9"]),))


def test_only_powers_with_variable_exponents_leave_a_logarithm() -> None:
    """ln x^2 is 2 ln x for positive x only."""
    about = Goal(parse_formula("2^x"), ">=", parse_formula("x^2"), variables_of(parse_domain("x >= 4")))
    last = subgoals(about, "logarithm")[-1]
    assert (last.left, last.right) == (["*", X, ["log", ["q", "2"]]], ["log", ["^", X, ["q", "2"]]])


def test_sums_between_numbers_are_written_out() -> None:
    squares = ["^", ["v", "i"], ["q", "2"]]

    def total(low: str, high: str) -> Any:
        return expand_sums(["+", ["sum", squares, ["v", "i"], ["q", low], ["q", high]], ["q", "1"]])[1]

    assert total("2", "4") == ["+", ["q", "0"], *(["^", ["q", str(n)], ["q", "2"]] for n in (2, 3, 4))]
    assert total("3", "2") == ["+", ["q", "0"]] and len(total("1", str(MOST_TERMS))) == 2 + MOST_TERMS
    for low, high in (("0", str(MOST_TERMS)), ("1/2", "2"), ("1", "5/2"), ("1/2", "5/2"), ("3", "1")):
        with pytest.raises(Unverified):
            total(low, high)


def test_the_index_of_a_sum_is_no_variable_of_it() -> None:
    about = ["sum", ["*", X, ["v", "i"]], ["v", "i"], ["v", "a"], ["v", "b"]]
    assert free_names(about) == {"x", "a", "b"} and free_names([*about[:3], ["v", "i"], ["q", "1"]]) == {"x", "i"}
    with pytest.raises(Unverified):
        substitute_trees(about, {"x": ["v", "i"], "a": ["q", "1"]})
    assert substitute_trees(about, {"i": ["q", "1"], "b": ["v", "c"]}) == [*about[:4], ["v", "c"]]


def test_a_tree_is_exchanged_wherever_it_stands_but_in_a_sum() -> None:
    y, one = ["v", "y"], ["q", "1"]
    assert replace_subtree(["+", ["*", X, y], X, one], X, y) == ["+", ["*", y, y], y, one]
    with pytest.raises(Unverified):
        replace_subtree(["+", ["sum", X, ["v", "i"], one, y], one], X, y)
