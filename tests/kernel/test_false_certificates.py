"""A corpus of false certificates: one for each requirement of the checker, beside the true one it is made from.

Each entry changes a certificate that is accepted in one place, so that it says something false, or no longer proves
what it says; the checker must refuse it for the reason that is named. A test reads the checker's source: a requirement
that no entry of the corpus (and of its sequel for conclusions) runs into is a gap in it.
"""

from __future__ import annotations

import ast
import copy
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from replcalc import kernel
from replcalc.kernel.certificate import Certificate
from replcalc.kernel.recheck import _CHECKS, recheck
from replcalc.kernel.values import Unverified
from replcalc.numbers.enclosure import Verdict

X, Y, T = ["v", "x"], ["v", "y"], ["v", "t"]
Document = dict[str, Any]


def q(value: Any) -> list[str]:
    return ["q", str(value)]


def plus(*terms: Any) -> list[Any]:
    return ["+", *terms]


def times(*factors: Any) -> list[Any]:
    return ["*", *factors]


def power(base: Any, exponent: Any) -> list[Any]:
    return ["^", base, q(exponent)]


def minus(tree: Any) -> list[Any]:
    return times(q(-1), tree)


# -- certificates that are right ---------------------------------------------------------------------------------------
EXACT: Document = {
    "kind": "exact",
    "relation": {"left": q(1), "operator": "<=", "right": q(2)},
    "sign": 1,
    "difference": ["1", "1"],
}
IDENTITY: Document = {
    "kind": "identity",
    "left": power(plus(X, q(1)), 2),
    "right": plus(power(X, 2), times(q(2), X), q(1)),
    "symbols": {"x": []},
}
SIGNS: Document = {
    "kind": "signs",
    "goal": plus(power(X, 2), times(q(-2), X), q(1)),
    "form": power(plus(X, q(-1)), 2),
    "strict": False,
    "symbols": {"x": []},
}
#: e^t >= 1 + t from 0 on.
GROWTH: Document = {
    "kind": "growth",
    "goal": plus(["exp", T], minus(T), q(-1)),
    "strict": False,
    "symbol": "t",
    "start": q(0),
    "symbols": {},
    "step": "s",
    "positive": [],
    "form": ["exp", ["v", "s"]],
    "values": [{"kind": "exact", "relation": {"left": q(0), "operator": ">=", "right": q(0)}, "sign": 0}] * 2,
}
#: x (1 - x) <= 26/100 on [0, 1], and x^2 <= 1/2 where x <= 1/2.
BOX: Document = {
    "kind": "box",
    "goal": plus(q("26/100"), minus(X), power(X, 2)),
    "strict": False,
    "domain": {"x": ["0", "1"]},
    "open": [],
    "assumptions": [],
    "leaves": [{"box": {"x": ["0", "1"]}, "proof": {"form": "mean"}}],
}
ASSUMING: Document = {
    **BOX,
    "goal": plus(q("1/2"), minus(power(X, 2))),
    "assumptions": [{"goal": plus(q("1/2"), minus(X)), "strict": False}],
    "leaves": [
        {"box": {"x": ["0", "3/5"]}, "proof": {"form": "ball"}},
        {"box": {"x": ["3/5", "1"]}, "proof": {"form": "outside", "assumption": 0}},
    ],
}
#: x > 0 on (0, 1].
OPEN: Document = {
    **BOX,
    "goal": X,
    "strict": True,
    "open": [["x", "lower"]],
    "leaves": [
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
}
#: It fails at a point: x (1 - x) <= 1/5; (x - 1)^2 > 0 for all x; t >= 1 from 0 on; x^2 = x.
POINT: Document = {
    "kind": "point",
    "of": "box",
    "goal": plus(q("1/5"), minus(X), power(X, 2)),
    "strict": False,
    "domain": {"x": ["0", "1"]},
    "open": [],
    "assumptions": [],
    "integers": [],
    "point": {"x": "1/2"},
}
SIGNS_POINT: Document = {
    "kind": "point",
    "of": "signs",
    "goal": SIGNS["goal"],
    "strict": True,
    "symbols": {"x": [">= 0"]},
    "integers": [],
    "point": {"x": "1"},
}
GROWTH_POINT: Document = {
    "kind": "point",
    "of": "growth",
    "goal": plus(T, q(-1)),
    "strict": False,
    "symbol": "t",
    "start": q(0),
    "symbols": {},
    "integers": [],
    "point": {"t": "1/2"},
}
IDENTITY_POINT: Document = {
    "kind": "point",
    "of": "identity",
    "left": power(X, 2),
    "right": X,
    "symbols": {"x": []},
    "integers": [],
    "point": {"x": "2"},
}
ALL: Document = {"kind": "all", "parts": {"one": EXACT, "two": SIGNS}}
WITNESS: Document = {"kind": "witness", "premises": EXACT, "conclusion": POINT}
#: The sum of 1, ..., n is n (n + 1)/2 for n = 0, ..., 9.
FINITE: Document = {
    "kind": "finite",
    "given": {},
    "tables": {"odd": ["1", "3", "5"]},
    "polynomial": None,
    "cases": [
        {
            "name": "gauss",
            "for": [["n", q(0), q(9)]],
            "relation": {
                "left": ["sum", ["v", "i"], ["v", "i"], q(1), ["v", "n"]],
                "operator": "==",
                "right": times(q("1/2"), ["v", "n"], plus(["v", "n"], q(1))),
            },
        }
    ],
}
FAILS: Document = {
    **FINITE,
    "cases": [
        {
            "name": "odd",
            "for": [["i", q(0), q(2)]],
            "relation": {"left": ["at", "odd", ["v", "i"]], "operator": "<=", "right": q(4)},
        }
    ],
    "fails": {"case": "odd", "at": {"i": "2"}},
}
#: sech(x) > 0 by growth is smooth: 1/(1 + t^2) has a positive denominator, found equal to 1 + t^2.
SMOOTH: Document = {
    **GROWTH,
    "goal": times(T, power(plus(power(plus(T, q(-1)), 2), times(q(2), T)), -1)),
    "values": [],
    "form": times(["v", "s"], power(plus(power(["v", "s"], 2), q(1)), -1)),
    "positive": [[plus(power(plus(["v", "s"], q(-1)), 2), times(q(2), ["v", "s"])), plus(power(["v", "s"], 2), q(1))]],
}
RIGHT: dict[str, tuple[Document, Verdict]] = {
    "exact": (EXACT, Verdict.PROVED),
    "identity": (IDENTITY, Verdict.PROVED),
    "signs": (SIGNS, Verdict.PROVED),
    "growth": (GROWTH, Verdict.PROVED),
    "smooth": (SMOOTH, Verdict.PROVED),
    "box": (BOX, Verdict.PROVED),
    "assuming": (ASSUMING, Verdict.PROVED),
    "open": (OPEN, Verdict.PROVED),
    "point": (POINT, Verdict.REFUTED),
    "signs point": (SIGNS_POINT, Verdict.REFUTED),
    "growth point": (GROWTH_POINT, Verdict.REFUTED),
    "growth point at the start": (GROWTH_POINT | {"point": {"t": "0"}}, Verdict.REFUTED),
    "identity point": (IDENTITY_POINT, Verdict.REFUTED),
    "all": (ALL, Verdict.PROVED),
    "witness": (WITNESS, Verdict.REFUTED),
    "finite": (FINITE, Verdict.PROVED),
    "fails": (FAILS, Verdict.REFUTED),
}


@pytest.mark.parametrize("name", RIGHT)
def test_each_kind_is_accepted_when_it_is_right(name: str) -> None:
    document, verdict = RIGHT[name]
    assert recheck(Certificate.from_json(document)) is verdict


# -- and what is made of them ------------------------------------------------------------------------------------------
def leaf(region: list[str], form: str, **more: Any) -> Document:
    return {"box": {"x": region}, "proof": {"form": form, **more}}


RISING = {"variable": "x", "end": "lower", "derivative": {"form": "ball"}}
NOT_ON = "the proof fails on"
#: What is false about it -> (the certificate, what is changed, the reason it is refused for).
FALSE: dict[str, tuple[Document, Document, str]] = {
    # exact
    "1 <= 1 by equal sides": (
        EXACT,
        {"relation": {"left": q(1), "operator": "<=", "right": q(1)}, "sign": 0},
        "equal sides say nothing",
    ),
    "2 <= 1 by the wrong sign": (
        EXACT,
        {"relation": {"left": q(2), "operator": "<=", "right": q(1)}},
        "the recorded sign is wrong",
    ),
    "a difference below what is recorded": (EXACT, {"difference": ["2", "3"]}, "outside the recorded enclosure"),
    "a difference above what is recorded": (EXACT, {"difference": ["0", "1/2"]}, "outside the recorded enclosure"),
    "1/0 >= 0": (
        EXACT,
        {"relation": {"left": q(0), "operator": "<=", "right": power(q(0), -1)}},
        "a constant has no value",
    ),
    "a constant that is infinite": (
        EXACT,
        {"relation": {"left": q(0), "operator": ">=", "right": ["log", q(0)]}, "sign": -1},
        "a constant has no value",
    ),
    # identity
    "x = x": (IDENTITY, {"left": X, "right": X}, "two sides that are the same say nothing"),
    "(x + 1)^2 = x^2 + 1": (IDENTITY, {"right": plus(power(X, 2), q(1))}, "the normal forms differ"),
    "sqrt(x^2) = x for all x": (
        IDENTITY,
        {"left": ["^", power(X, 2), q("1/2")], "right": X},
        "the normal forms differ",
    ),
    "0/0 equals everything": (
        IDENTITY,
        {"left": times(plus(X, minus(X)), power(plus(X, minus(X)), -1)), "right": q(5)},
        "the normal forms differ",
    ),
    "ln x^2 = ln x": (IDENTITY, {"left": ["log", power(X, 2)], "right": ["log", X]}, "the normal forms differ"),
    # signs
    "x >= 0 for all x": (SIGNS, {"goal": X, "form": X}, "the sign of the form cannot be read off"),
    "(x - 1)^2 > 0": (SIGNS, {"strict": True}, "the sign of the form cannot be read off"),
    "another form": (SIGNS, {"form": power(plus(X, q(-2)), 2)}, "the sign of the form cannot be read off"),
    "0 x > 0 for x < 1": (
        SIGNS,
        {"goal": times(q(0), X), "form": times(q(0), X), "strict": True, "symbols": {"x": ["< 1"]}},
        "the sign of the form cannot be read off",
    ),
    "1 - x > 0 up to 1": (
        SIGNS,
        {"goal": plus(q(1), minus(X)), "form": plus(q(1), minus(X)), "strict": True, "symbols": {"x": ["<= 1"]}},
        "the sign of the form cannot be read off",
    ),
    "x - 1 >= 0 from 0 on": (
        SIGNS,
        {"goal": plus(X, q(-1)), "form": plus(X, q(-1)), "symbols": {"x": [">= 0"]}},
        "the sign of the form cannot be read off",
    ),
    "x^3 >= 0 by an odd power": (
        SIGNS,
        {"goal": power(X, 3), "form": power(X, 3)},
        "the sign of the form cannot be read off",
    ),
    "ln x >= 0 from 1/2 on": (
        SIGNS,
        {"goal": ["log", X], "form": ["log", X], "symbols": {"x": [">= 1/2"]}},
        "the sign of the form cannot be read off",
    ),
    "tanh x >= 0 for all x": (
        SIGNS,
        {"goal": ["tanh", X], "form": ["tanh", X]},
        "the sign of the form cannot be read off",
    ),
    "x >= 0 by e^(ln x)": (SIGNS, {"goal": X, "form": ["exp", ["log", X]]}, "the sign of the form cannot be read off"),
    "x^2 > 0 by x^4/x^2": (
        SIGNS,
        {"goal": power(X, 2), "form": times(["exp", q(0)], power(X, 4), power(X, -2)), "strict": True},
        "the sign of the form cannot be read off",
    ),
    "a sign of a variable that is not declared": (
        SIGNS,
        {"goal": plus(power(X, 2), minus(Y)), "form": power(X, 2)},
        "the sign of the form cannot be read off",
    ),
    # growth
    "e^t > 1 + t from 0 on": (GROWTH, {"strict": True}, "growth from a value of at least zero is not strict"),
    "t >= s for all s, by calling the step s": (
        GROWTH,
        {"goal": plus(T, minus(["v", "s"])), "symbols": {"s": []}, "values": [], "form": q(0)},
        "the name s of the step occurs in the goal",
    ),
    "t + y >= 0 for a y without bounds": (
        GROWTH,
        {"goal": plus(T, Y), "values": [], "form": plus(["v", "s"], Y)},
        "a variable without bounds",
    ),
    "a factor that is called positive": (
        SMOOTH,
        {"positive": [[SMOOTH["positive"][0][0], plus(power(["v", "s"], 2), q(-1))]]},
        "a factor is not positive",
    ),
    "1/(1 - t) >= 0 across its pole": (
        GROWTH,
        {"goal": power(plus(q(1), minus(T)), -2), "values": [], "form": power(plus(q(1), minus(["v", "s"])), -2)},
        "not continuous on the whole interval",
    ),
    "|t - 1| - 1 + t >= 0 across its kink": (
        GROWTH,
        {"goal": plus(["abs", plus(T, q(-1))], T, q(-1)), "values": [], "form": q(0)},
        "not continuous on the whole interval",
    ),
    "a value at the start that is strict": (
        GROWTH,
        {"values": [{"kind": "exact", "relation": {"left": q(0), "operator": "<=", "right": q(0)}, "sign": 0}] * 2},
        "not a value at the start",
    ),
    "e^t - 2 >= 0 from a value of -1": (
        GROWTH,
        {
            "goal": plus(["exp", T], q(-2)),
            "values": [
                {
                    "kind": "exact",
                    "relation": {"left": q(-1), "operator": ">=", "right": q(0)},
                    "sign": 1,
                    "difference": ["1", "1"],
                }
            ],
        },
        "a value at the start",
    ),
    "e^t - 2 >= 0 from the value of another function": (
        GROWTH,
        {"goal": plus(["exp", T], q(-2)), "values": GROWTH["values"][:1]},
        "another function",
    ),
    "t >= 1/2 from 0 on, as if a step were at least 1": (
        GROWTH,
        {"goal": plus(T, q("-1/2")), "values": [], "form": plus(["v", "s"], q("-1/2"))},
        "the last derivative",
    ),
    "e^t >= 1 + 2 t": (
        GROWTH,
        {"goal": plus(["exp", T], times(q(-2), T), q(-1)), "values": GROWTH["values"][:1]},
        "the last derivative",
    ),
    # boxes
    "a box that is empty": (BOX, {"domain": {"x": ["1", "0"]}}, "a box is empty"),
    "a leaf without its variable": (
        BOX,
        {"leaves": [{"box": {"y": ["0", "1"]}, "proof": {"form": "mean"}}]},
        "a leaf has other variables",
    ),
    "half of the domain": (BOX, {"leaves": [leaf(["0", "1/2"], "mean")]}, "the boxes do not cover the domain"),
    "all of it but a slit": (
        BOX,
        {"leaves": [leaf(["0", "1/2"], "mean"), leaf(["501/1000", "1"], "mean")]},
        "the boxes do not cover the domain",
    ),
    "x (1 - x) <= 24/100 by a mean value": (BOX, {"goal": plus(q("24/100"), minus(X), power(X, 2))}, NOT_ON),
    "x <= 9/10 by a mean value": (BOX, {"goal": plus(q("9/10"), minus(X))}, NOT_ON),
    "x (1 - x) <= 24/100 by balls": (
        BOX,
        {"goal": plus(q("24/100"), minus(X), power(X, 2)), "leaves": [leaf(["0", "1"], "ball")]},
        NOT_ON,
    ),
    "x^2 > 0 at 0": (BOX, {"goal": power(X, 2), "strict": True, "leaves": [leaf(["0", "1"], "ball")]}, NOT_ON),
    "a form that nobody knows": (BOX, {"leaves": [leaf(["0", "1"], "trust")]}, NOT_ON),
    "x = 0 on all of [0, 1], as if it were a face": (
        BOX,
        {"goal": minus(X), "leaves": [leaf(["0", "1"], "zero")]},
        NOT_ON,
    ),
    "a point where there is an interval": (BOX, {"leaves": [leaf(["0", "1"], "point")]}, NOT_ON),
    "-1 >= 0 at the point 0, as -x^2 x^-2": (
        BOX,
        {
            "goal": times(q(-1), power(X, 2), power(X, -1), power(X, -1)),
            "domain": {"x": ["0", "0"]},
            "leaves": [leaf(["0", "0"], "point")],
        },
        "a constant has no value",
    ),
    "-1 >= 0 at the point 0, as -x e^(-ln x)": (
        BOX,
        {
            "goal": times(q(-1), X, ["exp", times(q(-1), ["log", X])]),
            "domain": {"x": ["0", "0"]},
            "leaves": [leaf(["0", "0"], "point")],
        },
        "a constant has no value",
    ),
    "1/x > 0 on [-1, 1], as if it fell all the way": (
        BOX,
        {
            "goal": power(X, -1),
            "strict": True,
            "domain": {"x": ["-1", "1"]},
            "leaves": [
                leaf(
                    ["-1", "1"],
                    "monotone",
                    variable="x",
                    end="upper",
                    derivative={"form": "ball"},
                    face={"form": "ball"},
                )
            ],
        },
        NOT_ON,
    ),
    "1/x >= -1/2 on [-1, 1] by a mean value": (
        BOX,
        {"goal": plus(power(X, -1), q("1/2")), "domain": {"x": ["-1", "1"]}, "leaves": [leaf(["-1", "1"], "mean")]},
        NOT_ON,
    ),
    "x >= 1/2 from a face below": (
        BOX,
        {"goal": plus(X, q("-1/2")), "leaves": [leaf(["0", "1"], "monotone", **RISING, face={"form": "ball"})]},
        NOT_ON,
    ),
    "-x >= 0 as if it rose": (
        BOX,
        {"goal": minus(X), "leaves": [leaf(["0", "1"], "monotone", **RISING, face={"form": "zero"})]},
        NOT_ON,
    ),
    "x > 0 with an end that is not left out": (OPEN, {"open": []}, NOT_ON),
    "x > 0 with the other end left out": (OPEN, {"open": [["x", "upper"]]}, NOT_ON),
    "1 - 1 > 0 on (0, 1] by a slope of zero": (OPEN, {"goal": plus(times(q(0), X), q(0))}, NOT_ON),
    "x <= 1/2 where the assumption holds at its end": (
        ASSUMING,
        {
            "goal": plus(X, q("-1/2")),
            "assumptions": [{"goal": minus(X), "strict": False}],
            "leaves": [leaf(["0", "1"], "outside", assumption=0)],
        },
        NOT_ON,
    ),
    "outside of an assumption that holds": (
        ASSUMING,
        {
            "leaves": [leaf(["0", "3/5"], "ball"), leaf(["3/5", "1"], "outside", assumption=0)],
            "assumptions": [{"goal": plus(q("7/10"), minus(X)), "strict": False}],
        },
        NOT_ON,
    ),
    "x >= 1/2 from a face that lies outside of the assumption": (
        ASSUMING,
        {
            "goal": plus(X, q("-1/2")),
            "assumptions": [{"goal": plus(X, q("-1/10")), "strict": False}],
            "leaves": [leaf(["0", "1"], "monotone", **RISING, face={"form": "outside", "assumption": 0})],
        },
        NOT_ON,
    ),
    "x + y >= 1/2 from a face that rises outside of the assumption": (
        ASSUMING,
        {
            "goal": plus(X, Y, q("-1/2")),
            "domain": {"x": ["0", "1"], "y": ["0", "1"]},
            "assumptions": [{"goal": plus(X, q("-1/10")), "strict": False}],
            "leaves": [
                {
                    "box": {"x": ["0", "1"], "y": ["0", "1"]},
                    "proof": {
                        "form": "monotone",
                        **RISING,
                        "face": {
                            "form": "monotone",
                            "variable": "y",
                            "end": "upper",
                            "derivative": {"form": "outside", "assumption": 0},
                            "face": {"form": "ball"},
                        },
                    },
                }
            ],
        },
        NOT_ON,
    ),
    # the relation that is shown
    "2 x <= x^2 shown for (x - 1)^2 >= 0": (
        SIGNS,
        {"relation": {"left": times(q(2), X), "operator": "<=", "right": power(X, 2)}},
        "the goal is not the difference of the two sides shown",
    ),
    # points
    "a point outside of the domain": (POINT, {"goal": X, "point": {"x": "-1"}}, "the point lies outside the domain"),
    "a point on an end that is left out": (
        POINT,
        {"goal": X, "strict": True, "open": [["x", "lower"]], "point": {"x": "0"}},
        "the point lies on an end that is left out",
    ),
    "a point on the upper end that is left out": (
        POINT,
        {"goal": plus(q(1), minus(X)), "strict": True, "open": [["x", "upper"]], "point": {"x": "1"}},
        "the point lies on an end that is left out",
    ),
    "a point at which an assumption fails": (
        POINT,
        {"assumptions": [{"goal": plus(X, q("-3/5")), "strict": False}]},
        "an assumption fails at the point",
    ),
    "a point at which a strict assumption is zero": (
        POINT,
        {"assumptions": [{"goal": plus(X, q("-1/2")), "strict": True}]},
        "an assumption fails at the point",
    ),
    "a point at which it holds": (POINT, {"point": {"x": "0"}}, "the goal holds at the point"),
    "a point at which it is zero": (POINT, {"goal": X, "point": {"x": "0"}}, "the goal holds at the point"),
    "a point of other variables": (
        POINT,
        {"goal": plus(POINT["goal"], Y), "point": {"x": "1/2", "y": "-1"}},
        "other variables",
    ),
    "a point that is no integer": (
        POINT,
        {"integers": [times(q(3), X)]},
        "the point is not integral where it has to be",
    ),
    "a point without a value": (
        POINT,
        {"goal": times(power(X, 2), power(["log", X], 2)), "strict": True, "point": {"x": "0"}},
        "the goal has no value at the point",
    ),
    "a point of other bounds": (SIGNS_POINT, {"symbols": {"x": ["> 1"]}}, "the point lies outside the bounds"),
    "a point of more variables than declared": (SIGNS_POINT, {"point": {"x": "1", "y": "0"}}, "other variables"),
    "a point between integers": (
        SIGNS_POINT,
        {"goal": plus(power(X, 2), minus(X)), "strict": False, "symbols": {"x": ["integer"]}, "point": {"x": "1/2"}},
        "the point lies outside the bounds",
    ),
    "a point before the start": (
        GROWTH_POINT,
        {"start": q(1), "goal": plus(T, q(-1))},
        "the point lies before the start",
    ),
    "a point at which the sides agree": (IDENTITY_POINT, {"point": {"x": "1"}}, "the two sides agree at the point"),
    # several
    "nothing at all": (ALL, {"parts": {}}, "an empty conjunction"),
    "a part that is wrong": (ALL, {"parts": {"one": EXACT, "two": {**SIGNS, "strict": True}}}, "part two"),
    "a part that is refuted": (ALL, {"parts": {"one": EXACT, "two": POINT}}, "part two"),
    "hypotheses that are refuted": (WITNESS, {"premises": POINT}, "the hypotheses"),
    "a conclusion that holds": (WITNESS, {"conclusion": SIGNS}, "the conclusion"),
    # finite
    "no case": (FINITE, {"cases": []}, "a comparison fails"),
    "a sum that is one too large": (
        FINITE,
        {
            "cases": [
                FINITE["cases"][0]
                | {
                    "relation": FINITE["cases"][0]["relation"]
                    | {"right": plus(FINITE["cases"][0]["relation"]["right"], q(1))}
                }
            ]
        },
        "a comparison fails",
    ),
    "a case that does not fail": (FAILS, {"fails": {"case": "odd", "at": {"i": "1"}}}, "the comparison does not fail"),
    "a case that fails outside of its range": (
        FAILS,
        {"cases": [FAILS["cases"][0] | {"for": [["i", q(0), q(1)]]}]},
        "the comparison does not fail",
    ),
}


def refusal(document: Document) -> str:
    """Why the checker refuses it."""
    with pytest.raises(Unverified) as refused:
        _CHECKS[document["kind"]](document)
    return str(refused.value)


@pytest.mark.parametrize("what", FALSE)
def test_a_false_certificate_is_refused_for_its_reason(what: str) -> None:
    right, change, reason = FALSE[what]
    document = copy.deepcopy(right | change)
    assert recheck(Certificate.from_json(document)) is Verdict.UNDECIDED
    assert refusal(document).startswith(reason)


#: What has no value, or is no certificate at all: refused by whatever it makes go wrong.
NONSENSE: dict[str, Document] = {
    "another kind": {"kind": "none"},
    "nothing of its kind": {"kind": "box"},
    "a rational that is a number": EXACT | {"relation": {"left": ["q", 1], "operator": "<=", "right": q(2)}},
    "an operator that compares nothing": EXACT | {"relation": {"left": q(1), "operator": "~", "right": q(2)}},
    "two bounds at one end": SIGNS | {"goal": X, "form": X, "symbols": {"x": ["> 0", ">= -1"]}},
    "a face of a variable that is not there": BOX
    | {"leaves": [leaf(["0", "1"], "monotone", **{**RISING, "variable": "y"})]},
    "an entry before the table": FAILS
    | {"fails": {"case": "odd", "at": {"i": "-1"}}, "cases": [FAILS["cases"][0] | {"for": [["i", q(-1), q(2)]]}]},
    "an entry behind the table": FINITE
    | {
        "cases": [
            FAILS["cases"][0]
            | {
                "for": [["i", q(0), q(3)]],
                "relation": {"left": ["at", "odd", ["v", "i"]], "operator": "<=", "right": q(9)},
            }
        ]
    },
    "an index that is no integer": FINITE | {"cases": [FINITE["cases"][0] | {"for": [["n", q(0), q("9/2")]]}]},
    "a polynomial that is compared by size": FINITE
    | {
        "polynomial": "z",
        "cases": [
            {"name": "z", "for": [], "relation": {"left": ["v", "z"], "operator": "<=", "right": power(["v", "z"], 2)}}
        ],
    },
    "a sine": BOX | {"goal": ["sin", X]},
    "an integer with a sign": EXACT | {"relation": {"left": q("+1"), "operator": "<=", "right": q(2)}},
    "a rational that takes for ever": EXACT | {"relation": {"left": q("1e-99999"), "operator": "<=", "right": q(2)}},
}


@pytest.mark.parametrize("what", NONSENSE)
def test_nonsense_is_refused(what: str) -> None:
    assert recheck(Certificate.from_json(NONSENSE[what])) is Verdict.UNDECIDED


# -- rules that link conclusions -------------------------------------------------------------------------------------------
SEQUEL = runpy.run_path(str(Path(__file__).with_name("test_conclusions.py")))
conclusion, signs, box, identity = (SEQUEL[name] for name in ("conclusion", "signs", "box", "identity"))
ZERO_AT_Y = signs("(y - y)^2 - 0", "y in [0, 1]", form="0")
VALLEY = {"rule": "valley", "variable": "x", "at": q(0), "bottom": None}
BEYOND = {
    "rule": "leaf",
    "leaf": GROWTH
    | {
        "goal": plus(T, minus(["v", "a"])),
        "start": ["v", "a"],
        "values": [],
        "symbols": {"a": [">= 0"]},
        "form": ["v", "s"],
    },
}
#: What is false about it -> (the conclusion, its proof, the reason it is refused for).
LINKS: dict[str, tuple[Document, Document, str]] = {
    "a valley at a variable without its slope": (
        conclusion("(x - y)^2 >= 0", "x in [0, 1], y in [0, 1]"),
        VALLEY | {"at": Y, "bottom": ZERO_AT_Y},
        "sides of something that is not a number",
    ),
    "k <= 1 from k <= 1": (
        conclusion("k <= 1", "k integer in [1, oo)", ("k <= 1",)),
        {"rule": "induction", "variable": "k"},
        "given depends on it",
    ),
    "a valley of what is given": (conclusion("x^2 <= 1", "x in [0, 2]", ("x <= 1",)), VALLEY, "given depends on it"),
    "an induction across a logarithm": (
        conclusion("log(2 - k) <= 5", "k integer in [1, oo)"),
        {"rule": "induction", "variable": "k"},
        "a side that may have no value on the way",
    ),
    "x = -x by squares": (
        conclusion("x = 0 - x", "x in [-1, 1]"),
        {"rule": "squared", "nonnegative": None, "proof": None},
        "equal squares have no sign",
    ),
    "a valley with a kink": (conclusion("abs(x) >= 0", "x in [-1, 1]"), VALLEY, "not smooth everywhere"),
    "a valley among integers": (
        conclusion("x^2 >= 0", "x integer in [-1, 1]"),
        VALLEY,
        "no difference that moves continuously",
    ),
    "an equation by a valley": (conclusion("x^2 = x", "x in [0, 1]"), VALLEY, "no difference that moves continuously"),
    "a valley whose bottom lies outside": (
        conclusion("(x - 2)^2 >= 0", "x in [0, 1]"),
        VALLEY | {"at": q(2)},
        "the bottom may lie outside the domain",
    ),
    "a valley whose bottom lies on an end that is left out": (
        conclusion("x^2 >= 0", "x in (0, 1]"),
        VALLEY,
        "the bottom may lie outside the domain",
    ),
    "a leaf about a variable that is not there": (
        conclusion("x >= 0", "x >= 0"),
        signs("x - 0", "x >= 0, z >= 0", form="x"),
        "z is no variable of the conclusion",
    ),
    "a leaf that is silent about a variable": (
        conclusion("x + y - y >= 0", "x >= 0, y >= 0"),
        signs("x", "x >= 0"),
        "nothing is said of y",
    ),
    "x <= 1/2 on [0, 1] by an assumption": (
        conclusion("x <= 1/2", "x in [0, 1]"),
        box(
            "1/2 - x",
            ASSUMING["domain"],
            assumptions=[{"goal": plus(q("1/4"), minus(X)), "strict": False}],
            leaves=[leaf(["0", "1/2"], "ball"), leaf(["1/2", "1"], "outside", assumption=0)],
        ),
        "an assumption that is not given",
    ),
    "an assumption that is strict where what is given is not": (
        conclusion("x <= 1/2", "x in [0, 1]", ("x <= 1/4",)),
        box(
            "1/2 - x",
            ASSUMING["domain"],
            assumptions=[{"goal": plus(q("1/4"), minus(X)), "strict": True}],
            leaves=[leaf(["0", "1/2"], "ball"), leaf(["1/2", "1"], "outside", assumption=0)],
        ),
        "an assumption that is not given",
    ),
    "x > 0 from 0 on by e^(ln x)": (
        conclusion("x > 0", "x >= 0"),
        signs("exp(log(x))", "x >= 0", True),
        "a goal with a value at fewer points",
    ),
    "e^t >= 1 + 2 t by another growth": (
        conclusion("exp(t) >= 1 + 2*t", "t >= 0"),
        {"rule": "leaf", "leaf": GROWTH},
        "another goal",
    ),
    "1/x >= 1/2 up to 3 by a reciprocal up to 2": (
        conclusion("1/x >= 1/2", "x in [1, 3]"),
        {"rule": "reciprocal", "variable": "x", "name": "t", "proof": box("t - 1/2", {"t": ["1/2", "1"]})},
        "the leaf is about fewer values of t",
    ),
    "t >= a for all t and a": (conclusion("t >= a", "t >= 0, a >= 0"), BEYOND, "a start that is not a number"),
}


@pytest.mark.parametrize("what", LINKS)
def test_a_false_link_is_refused_for_its_reason(what: str) -> None:
    about, proof, reason = LINKS[what]
    document = copy.deepcopy({"kind": "claim", "conclusion": about, "proof": proof})
    assert recheck(Certificate.from_json(document)) is Verdict.UNDECIDED
    assert refusal(document).startswith(reason)


# -- every requirement has its entry -----------------------------------------------------------------------------------
def requirements() -> set[str]:
    """The words of every ``require`` in the checker's source, as patterns."""
    found = set()
    for path in Path(kernel.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "require":
                what = node.args[1]
                parts = what.values if isinstance(what, ast.JoinedStr) else [what]
                found.add("".join(re.escape(p.value) if isinstance(p, ast.Constant) else ".+" for p in parts))
    return found


def test_every_requirement_has_a_false_certificate() -> None:
    """The sequel in test_conclusions.py counts too."""
    met = {reason for _, _, reason in (*FALSE.values(), *LINKS.values())}
    for about, proof in SEQUEL["FALSE"].values():
        try:
            _CHECKS["claim"](copy.deepcopy({"conclusion": about, "proof": proof}))
        except Exception as refused:
            met.add(str(refused))
    missing = {wanted for wanted in requirements() if not any(re.match(wanted, text + " ...") for text in met)}
    assert not missing


def _sum(body: list, index: str) -> list:
    return ["sum", body, ["v", index], ["q", "1"], ["v", "k"]]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (_sum(["erf", ["v", "y"]], "erf"), _sum(["erfc", ["v", "y"]], "erfc")),
        (
            _sum(["*", ["v", "erf"], ["erf", ["v", "y"]]], "erf"),
            _sum(["*", ["v", "erfc"], ["erfc", ["v", "y"]]], "erfc"),
        ),
        (
            _sum(["log", ["+", ["v", "i"], ["*", ["q", "2"], ["v", "_index1"]]]], "i"),
            _sum(["log", ["+", ["*", ["q", "2"], ["v", "j"]], ["v", "_index1"]]], "j"),
        ),
    ],
)
def test_the_index_of_a_sum_is_neither_a_function_nor_a_variable(left: list, right: list) -> None:
    symbols = {name: [">= 0"] for name in ("k", "y", "i", "j", "erf", "erfc", "_index1")}
    data = {"left": left, "right": right, "symbols": symbols, "terms": 1}
    assert recheck(Certificate("identity", data)) is Verdict.UNDECIDED
