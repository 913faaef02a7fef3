"""Certificates that carry their conclusion: every rule links what proves it, and a false link is refused."""

import copy
from typing import Any

import pytest

from replcalc.checker.certificate import Certificate
from replcalc.checker.recheck import recheck
from replcalc.numbers.enclosure import Verdict
from replcalc.prover.facts import read_domain, read_formula, read_relations

ZERO = ["q", "0"]


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
    "rule": "chain", "through": [read_formula("x + 0")], "operators": ["=", "="],
    "proofs": [identity("x", "x + 0", "x >= 0"), identity("x + 0", "x", "x >= 0")],
}  # fmt: skip
CHAIN = {
    "rule": "chain", "through": [read_formula("x + y")], "operators": ["<=", "="],
    "proofs": [signs("x + y - x", "x >= 0, y >= 0", form="y"), identity("x + y", "(x^2 - y^2)/(x - y)", "x >= 0, y >= 0")],
}  # fmt: skip
SCALED = {
    "rule": "scaled", "factor": ["v", "x"], "positive": signs("x - 0", "x > 0", True, "x"),
    "proof": signs("1/x*x - 0*x", "x > 0", form="1"),
}  # fmt: skip

#: Rule -> (conclusion, proof that is right).
RIGHT: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "signs": (conclusion("x^2 + 1 > 0", "x in (-oo, oo)"), signs("x^2 + 1 - 0", "x in (-oo, oo)", True, "x^2 + 1")),
    "identity": (conclusion("(x + 1)^2 = x^2 + 2*x + 1", "x in (-oo, oo)"),
                 identity("(x + 1)^2", "x^2 + 2*x + 1", "x in (-oo, oo)")),
    "box": (conclusion("x^2 <= 2", "x in [0, 1]"), box("2 - x^2", {"x": ["0", "1"]})),
    "exact": (conclusion("1 + 1 <= 2", ""), exact("1 + 1", "2")),
    "given": (conclusion("x <= y", "x >= 0, y >= 0", ("x <= y",)), {"rule": "given", "number": 0}),
    "chain": (conclusion("x <= (x^2 - y^2)/(x - y)", "x >= 0, y >= 0"), CHAIN),
    "scaled": (conclusion("1/x >= 0", "x > 0"), SCALED),
    "reciprocal": (conclusion("1/x <= 1", "x >= 1"),
                   {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("1 - t", {"t": ["0", "1"]})}),
    "exponential": (conclusion("log(x) <= 0", "x in (0, 1]"),
                    {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("0 - log(exp(-t))", "t >= 0", form="t")}),
    "exponential below 2": (conclusion("log(x) <= log(2)", "x in (0, 2]"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("log(2) - log(2*exp(-t))", "t >= 0", form="t")}),
    "exponential above 2": (conclusion("log(x) >= log(2)", "x >= 2"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("log(2*exp(1*t)) - log(2)", "t >= 0", form="t")}),
    "shift": (conclusion("x^2 >= x", "x >= 1"),
              {"rule": "shift", "variable": "x", "name": "t", "proof": signs("(1 + t)^2 - (1 + t)", "t >= 0", form="t + t^2")}),
    "square": (conclusion("x + 1 >= 2*sqrt(x)", "x >= 0"), {"rule": "square", "variable": "x", "name": "t",
               "proof": signs("t^2 + 1 - 2*sqrt(t^2)", "t >= 0", form="(t - 1)^2")}),
    "slack, a sum": (conclusion("x + y <= 2*x", "x >= 0, y >= 0", ("x >= y",)), slack("sum", signs("2*(y + t) - (y + t + y)", "y >= 0, t >= 0", form="t"))),
    "slack, a factor": (conclusion("x/y >= 1", "x > 0, y > 0", ("x >= y",)),
        slack("factor", signs("y*(1 + t)/y - 1", "y > 0, t >= 0", form="t"), positive=signs("y - 0", "y > 0", True, "y"))),
    "slack, a share": (conclusion("x^2 <= x*y", "x >= 0, y >= 0", ("x <= y",)),
        slack("share", signs("y*t*y - (y*t)^2", "y >= 0, t in [0, 1]", form="y^2*t*(1 - t)"))),
    "either": (conclusion("Min(x, y) <= x", "x >= 0, y >= 0"), {"rule": "either", "tree": read_formula("Min(x, y)"),
               "proofs": [CHAIN_OF_ONE, {"rule": "given", "number": 0}]}),
    "mirror": (conclusion("x^3 <= 0", "x <= 0"),
               {"rule": "mirror", "variable": "x", "name": "t", "proof": signs("0 - (-t)^3", "t >= 0", form="t^3")}),
    "cases": (conclusion("x^2 >= 0", "x in [-1, 1]"),
              {"rule": "cases", "variable": "x", "at": "0", "proofs": [signs("x^2 - 0", "x <= 0", form="x^2"),
                                                                       signs("x^2 - 0", "x >= 0", form="x^2")]}),
    "and": (conclusion("0 <= x^2 < x^2 + 1", "x in (-oo, oo)"),
            {"rule": "and", "proofs": [signs("x^2 - 0", "x in (-oo, oo)", form="x^2"),
                                       signs("x^2 + 1 - x^2", "x in (-oo, oo)", True, "1")]}),
    "induction": (conclusion("k + 1 >= 2", "k integer in [1, oo)"),
                  {"rule": "induction", "variable": "k",
                   "base": {"rule": "leaf", "leaf": {"kind": "exact", "sign": 0, "relation": {
                       "left": ["+", ["q", "1"], ["q", "1"]], "operator": ">=", "right": ["q", "2"]}}},
                   "step": {"rule": "chain", "through": [read_formula("k + 1")], "operators": [">=", ">="],
                            "proofs": [signs("k + 1 + 1 - (k + 1)", "k integer in [1, oo)", form="1"),
                                       {"rule": "given", "number": 0}]}}),
}  # fmt: skip


@pytest.mark.parametrize("rule", RIGHT)
def test_each_rule_proves_what_it_should(rule: str) -> None:
    assert verdict(*RIGHT[rule]) is Verdict.PROVED


#: What is wrong -> the certificate. Each says something false, or proves what it says by a link that is none.
FALSE: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "an exponential of something that may be negative": (conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("exp(-t) - 0", "t >= 0", form="exp(-t)")}),
    "a shift without a start": (conclusion("x >= 0", "x in (-oo, oo)"),
        {"rule": "shift", "variable": "x", "name": "t", "proof": signs("0 + t - 0", "t >= 0", form="t")}),
    "a shift by less": (conclusion("x >= 2", "x >= 1"),
        {"rule": "shift", "variable": "x", "name": "t", "proof": signs("2 + t - 2", "t >= 0", form="t")}),
    "the square of something negative": (conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "square", "variable": "x", "name": "t", "proof": signs("t^2 - 0", "t >= 0", form="t^2")}),
    "slack in a sum": (conclusion("x >= 2", "x >= 0, y >= 0", ("x + y >= 2",)), slack("sum", signs("2 + t - 2", "t >= 0", form="t"))),
    "slack of an unknown form": (conclusion("x >= y", "x >= 0, y >= 0", ("x >= y",)), slack("trust", signs("y + t - y", "y >= 0, t >= 0", form="t"))),
    "slack with a name that is taken": (conclusion("x >= 2*y", "x >= 0, y >= 0", ("x >= y",)),
        slack("sum", signs("y + y - 2*y", "y >= 0", form="0")) | {"name": "y"}),
    "slack in a variable without a domain": (conclusion("x >= 0", "x in (-oo, oo)", ("x >= z",)), slack("sum", signs("z + t - 0", "z >= 0, t >= 0", form="z + t"))),
    "a share of what is below": (conclusion("x <= y", "x >= 0, y >= 0", ("x >= y",)), slack("share", signs("y - y*t", "y >= 0, t in [0, 1]", form="y*(1 - t)"))),
    "a factor of what may vanish": (conclusion("x > 0", "x >= 0, y > 0", ("x <= y",)),
        slack("factor", signs("y/(1 + t) - 0", "y > 0, t >= 0", True, "y/(1 + t)"), positive=signs("y - 0", "y > 0", True, "y"))),
    "slack with a factor that may be negative": (conclusion("x >= 0", "x in (-oo, oo), y in (-oo, oo)", ("x >= y",)),
        slack("factor", signs("y*(1 + t) - 0", "y >= 0, t >= 0", form="y*(1 + t)"), positive=signs("y - 0", "y > 0", True, "y"))),
    "either of something that is no choice": (conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "either", "tree": read_formula("x + 1"), "proofs": [{"rule": "given", "number": 0}] * 2}),
    "either where there is no value": (conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "either", "tree": read_formula("abs(log(x))"), "proofs": [{"rule": "given", "number": 0}] * 2}),
    "either inside a sum": (conclusion("sum(abs(x), i, 1, k) >= 0", "x in [-1, 1], k integer in [1, oo)"),
        {"rule": "either", "tree": read_formula("abs(x)"), "proofs": [{"rule": "given", "number": 0}] * 2}),
    "either with one half of the proof": (conclusion("Min(x, y) >= x", "x >= 0, y >= 0"), {"rule": "either",
        "tree": read_formula("Min(x, y)"), "proofs": [CHAIN_OF_ONE, {"rule": "given", "number": 0}]}),
    "no relation": (conclusion([], "x >= 0"), {"rule": "and", "proofs": []}),
    "two sides that are the same tree": (conclusion("x = x", "x >= 0"), identity("x", "x", "x >= 0")),
    "an unknown rule": (conclusion("x >= 0", "x >= 0"), {"rule": "trust"}),
    "an unknown operator": ({**conclusion("x >= 0", "x >= 0"), "relations": [[["v", "x"], "!=", ZERO]]},
                            signs("x - 0", "x >= 0", form="x")),
    "a domain without a value": ({**conclusion("x^2 + 1 <= 0", "x >= 1"), "domain": {"x": ["> 1", "< 1"]}},
                                 box("0 - (x^2 + 1)", {"x": ["2", "1"]}, leaves=[])),
    "a variable without a domain": ({**conclusion("x >= 0", "x >= 0"), "domain": {}}, signs("x - 0", "x >= 0", form="x")),
    "another goal": (conclusion("x^2 <= 1/2", "x in [0, 1]"), box("2 - x^2", {"x": ["0", "1"]})),
    "the other direction": (conclusion("x^2 >= 2", "x in [0, 1]"), box("2 - x^2", {"x": ["0", "1"]})),
    "weak for strict": (conclusion("x >  0", "x >= 0"), signs("x - 0", "x >= 0", form="x")),
    "a goal for an identity": (conclusion("x = 0", "x >= 0"), signs("x - 0", "x >= 0", form="x")),
    "a leaf about fewer values (signs)": (conclusion("x^3 >= 0", "x >= -1"), signs("x^3 - 0", "x >= 0", form="x^3")),
    "a leaf about fewer values (box)": (conclusion("x^2 <= 2", "x in [0, 2]"), box("2 - x^2", {"x": ["0", "1"]})),
    "a leaf about the half line before (box)": (conclusion("x^2 <= 2", "x >= 0"), box("2 - x^2", {"x": ["0", "1"]})),
    "a leaf that leaves an end out": (conclusion("x > 0", "x in [0, 1]"),
        box("x", {"x": ["0", "1"]}, True, open=[["x", "lower"]],
            leaves=[{"box": {"x": ["0", "1"]}, "proof": {"form": "monotone", "variable": "x", "end": "lower",
                     "derivative": {"form": "ball"}, "face": {"form": "zero"}}}])),
    "a leaf about integers": (conclusion("x >= 1", "x > 0"), signs("x - 1", "x integer in [1, oo)", form="x - 1")),
    "a leaf about another variable": (conclusion("x >= 0", "x in (-oo, oo)"), signs("y - 0", "y >= 0", form="y")),
    "an assumption that is not given": (conclusion("x <= 1/2", "x in [0, 1]"),
        box("1/2 - x", {"x": ["0", "1"]}, assumptions=[{"goal": read_formula("1/2 - x"), "strict": False}],
            leaves=[{"box": {"x": ["0", "1/2"]}, "proof": {"form": "ball"}},
                    {"box": {"x": ["1/2", "1"]}, "proof": {"form": "outside", "assumption": 0}}])),
    "an assumption stronger than what is given": (conclusion("x < 1/2", "x in [0, 1]", ("x <= 1/2",)),
        box("1/2 - x", {"x": ["0", "1"]}, True, assumptions=[{"goal": read_formula("1/2 - x"), "strict": True}],
            leaves=[{"box": {"x": ["0", "1/2"]}, "proof": {"form": "outside", "assumption": 0}},
                    {"box": {"x": ["1/2", "1"]}, "proof": {"form": "outside", "assumption": 0}}])),
    "a goal with a value at fewer points (a logarithm)": (
        conclusion("x >= 0", "x in [-1, 1]"), signs("exp(log(x))", "x in [-1, 1]", form="exp(log(x))")),
    "a goal with a value at fewer points (a pole)": (
        conclusion("x^2 > 0", "x in [-1, 1]"), signs("exp(log(x^2))", "x in [-1, 1]", True, "exp(log(x^2))")),
    "another identity": (conclusion("(x + 1)^2 = x^2 + 1", "x >= 0"), identity("(x + 1)^2", "x^2 + 2*x + 1", "x >= 0")),
    "an identity of other variables": (conclusion("sqrt(x^2) = x", "x in (-oo, oo)"), identity("sqrt(x^2)", "x", "x >= 0")),
    "another exact relation": (conclusion("1 + 1 <= 1", ""), exact("1 + 1", "2")),
    "not what is given": (conclusion("x < y", "x >= 0, y >= 0", ("x <= y",)), {"rule": "given", "number": 0}),
    "given the other way round": (conclusion("y <= x", "x >= 0, y >= 0", ("x <= y",)), {"rule": "given", "number": 0}),
    "a link that is missing": (RIGHT["chain"][0], {**CHAIN, "proofs": CHAIN["proofs"][:1]}),
    "a link in the other direction": (conclusion("x + y <= x", "x >= 0, y >= 0"),
        {"rule": "chain", "through": [["v", "x"]], "operators": [">=", "="],
         "proofs": [signs("x + y - x", "x >= 0, y >= 0", form="y"), None]}),
    "no strict link": (conclusion("x < (x^2 - y^2)/(x - y)", "x >= 0, y >= 0"), CHAIN),
    "a strict link between equal trees": (conclusion("x < x + 0", "x >= 0"),
        {"rule": "chain", "through": [["v", "x"]], "operators": ["<", "="], "proofs": [None, identity("x", "x + 0", "x >= 0")]}),
    "a link with a value at fewer points": (conclusion("0 <= x", "x in [-1, 1]"),
        {"rule": "chain", "through": [read_formula("exp(log(x))")], "operators": ["<=", "="],
         "proofs": [signs("exp(log(x)) - 0", "x in [-1, 1]", form="exp(log(x))"), identity("exp(log(x))", "x", "x in [-1, 1]")]}),
    "a factor that may be negative": (conclusion("1/x >= 0", "x in [-1, 1]"),
        {**SCALED, "positive": signs("x - 0", "x in [-1, 1]", True, "x"), "proof": signs("1/x*x - 0*x", "x in [-1, 1]", form="1")}),
    "a factor that may be zero": (conclusion("1 <= 0", "x >= 0"),
        {"rule": "scaled", "factor": ZERO, "positive": signs("0 - 0", "x >= 0", True, "0"),
         "proof": signs("0*0 - 1*0", "x >= 0", form="0")}),
    "a factor with a value at fewer points": (conclusion("x >= 0", "x in [-1, 1]"),
        {"rule": "scaled", "factor": read_formula("exp(log(x))"),
         "positive": signs("exp(log(x)) - 0", "x in [-1, 1]", True, "exp(log(x))"),
         "proof": signs("x*exp(log(x)) - 0*exp(log(x))", "x in [-1, 1]", form="exp(2*log(x))")}),
    "a case that is missing": (conclusion("x^3 >= 0", "x in [-1, 1]"),
        {"rule": "cases", "variable": "x", "at": "0", "proofs": [signs("x^3 - 0", "x >= 0", form="x^3")]}),
    "a cut outside of the domain": (conclusion("x^3 >= 0", "x in [-1, 1]"),
        {"rule": "cases", "variable": "x", "at": "-2",
         "proofs": [signs("x^3 - 0", "x >= 0", form="x^3"), signs("x^3 - 0", "x >= 0", form="x^3")]}),
    "a mirror with the sign forgotten": (conclusion("x^3 >= 0", "x <= 0"),
        {"rule": "mirror", "variable": "x", "name": "t", "proof": signs("t^3 - 0", "t >= 0", form="t^3")}),
    "a name that is taken": (conclusion("x - y >= 0", "x <= 0, y >= 0"),
        {"rule": "mirror", "variable": "x", "name": "y", "proof": signs("-y - y - 0", "y <= 0", form="-y - y")}),
    "a name that a sum binds": (conclusion("sum(x, i, 1, n) <= n*x", "x <= 0, n integer in [1, oo)"),
        {"rule": "mirror", "variable": "x", "name": "i", "proof": {"rule": "given", "number": 0}}),
    "a reciprocal without a start": (conclusion("x <= 1", "x in (-oo, oo)"),
        {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("1 - t", {"t": ["0", "1"]})}),
    "a reciprocal beyond 1": (conclusion("1/x <= 1/2", "x >= 1"),
        {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("1/2 - t", {"t": ["0", "1/2"]})}),
    "an exponential beyond 1": (conclusion("log(x) <= 0", "x in (0, 2]"), RIGHT["exponential"][1]),
    "an exponential from 0 on": (conclusion("x > 0", "x in [0, 1]"),
        {"rule": "exponential", "variable": "x", "name": "t", "proof": signs("exp(-t) - 0", "t >= 0", True, "exp(-t)")}),
    "an induction without its base": (conclusion("k + 1 >= 3", "k integer in [1, oo)"), RIGHT["induction"][1]),
    "an induction over reals": (conclusion("k + 1 >= 2", "k >= 1"), RIGHT["induction"][1]),
    "an induction without a step": (conclusion("k <= 1", "k integer in [1, oo)"),
        {"rule": "induction", "variable": "k",
         "base": {"rule": "leaf", "leaf": {"kind": "exact", "sign": 0, "relation": {
             "left": ["q", "1"], "operator": "<=", "right": ["q", "1"]}}},
         "step": {"rule": "given", "number": 0}}),
    "a point outside of the domain": (conclusion("x >= 0", "x >= 0"), {"rule": "point", "number": 0, "point": {"x": "-1"}}),
    "a point at which it holds": (conclusion("x >= 0", "x >= -1"), {"rule": "point", "number": 0, "point": {"x": "0"}}),
    "a point at which what is given fails": (conclusion("x >= 1", "x >= 0", ("x >= 1",)),
        {"rule": "point", "number": 0, "point": {"x": "1/2"}}),
    "a point at which a side has no value": (conclusion("sqrt(x)^2 >= 0", "x in [-1, 1]"),
        {"rule": "point", "number": 0, "point": {"x": "-1"}}),
    "a point that is no integer": (conclusion("k*k >= k", "k integer in [0, 9]"),
        {"rule": "point", "number": 0, "point": {"k": "1/2"}}),
    "a point of other variables": (conclusion("x >= 1", "x >= 0"),
        {"rule": "point", "number": 0, "point": {"x": "0", "y": "0"}}),
    "fewer proofs than relations": (conclusion(["x >= 0", "x >= 5"], "x >= 0"),
        {"rule": "and", "proofs": [signs("x - 0", "x >= 0", form="x")]}),
    "a sum that is too long": (conclusion("sum(x, i, 1, 100000) >= 0", "x >= 0"), signs("x - 0", "x >= 0", form="x")),
}  # fmt: skip


@pytest.mark.parametrize("what", FALSE)
def test_a_false_certificate_is_refused(what: str) -> None:
    assert verdict(*copy.deepcopy(FALSE[what])) is Verdict.UNDECIDED


def test_a_point_refutes_where_both_sides_have_a_value() -> None:
    point = {"rule": "point", "number": 0, "point": {"x": "1/2"}}
    assert verdict(conclusion("x^2 >= x", "x in [0, 1]"), point) is Verdict.REFUTED
    assert verdict(conclusion("x > 1/2", "x in [0, 1]"), point) is Verdict.REFUTED
    assert verdict(conclusion("x = 1/3", "x in [0, 1]"), point) is Verdict.REFUTED
