"""Files for Coq: what is written, that coqc accepts it, and that it refuses the same proofs of reversed goals."""

import copy
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "proofs"))

from translation.conclusions import coq_relations
from translation.expressions import OutOfReach, expanded, slope, text
from translation.files import coq_text, file_name, library
from translation.finite import finite
from translation.goals import coq_proposition
from translation.proofs import proof
from translation.running import Run, compiled_by_coq, coqc, rests_on, run_coq

from replcalc.numbers.enclosure import Verdict

X, Y, ONE = ["v", "x"], ["v", "y"], ["q", "1"]
MINUS = ["q", "-1"]
EXACT = {
    "kind": "exact",
    "relation": {"left": ["log", ["q", "2"]], "operator": "<=", "right": ["q", "7/10"]},
    "sign": 1,
}
IDENTITY = {
    "kind": "identity",
    "left": ["*", ["tanh", ["*", ["q", "1/2"], X]], ["^", ["*", ["q", "8"], X], ["q", "1/2"]]],
    "right": [
        "*",
        ["q", "2"],
        ["^", ["q", "2"], ["q", "1/2"]],
        ["^", X, ["q", "1/2"]],
        ["+", ["exp", X], MINUS],
        ["^", ["+", ["exp", X], ONE], MINUS],
    ],
    "symbols": {"x": ["> 0"]},
}
SIGNS = {
    "kind": "signs",
    "goal": ["+", ["^", X, ["q", "2"]], ["*", ["q", "-2"], X, ["v", "y"]], ["^", ["v", "y"], ["q", "2"]], X],
    "form": ["+", ["^", ["+", X, ["*", MINUS, ["v", "y"]]], ["q", "2"]], X],
    "strict": True,
    "symbols": {"x": ["> 0"], "y": []},
}
ZERO = {"kind": "exact", "relation": {"left": ["q", "0"], "operator": ">=", "right": ["q", "0"]}, "sign": 0}
GROWTH = {
    "kind": "growth",
    "goal": ["+", MINUS, X, ["exp", ["*", MINUS, X]]],
    "strict": False,
    "symbol": "x",
    "start": ["q", "0"],
    "symbols": {},
    "step": "step",
    "positive": [],
    "values": [ZERO, ZERO],
    "form": ["exp", ["*", MINUS, ["v", "step"]]],
}
BOX = {
    "kind": "box",
    "goal": ["+", ["exp", X], MINUS, ["*", MINUS, X]],
    "strict": False,
    "domain": {"x": ["0", "2"]},
    "open": [],
    "assumptions": [],
    "leaves": [
        {"box": {"x": ["1", "2"]}, "proof": {"form": "mean"}},
        {
            "box": {"x": ["0", "1"]},
            "proof": {
                "form": "monotone",
                "variable": "x",
                "end": "lower",
                "derivative": {"form": "ball"},
                "face": {"form": "point"},
            },
        },
    ],
}
FINITE = {  # rows of Pascal's triangle
    "kind": "finite",
    "for": [["n", ["q", "0"], ["q", "8"]]],
    "relations": [
        [
            ["sum", ["binom", ["v", "n"], ["v", "i"]], ["v", "i"], ["q", "0"], ["v", "n"]],
            "=",
            ["^", ["q", "2"], ["v", "n"]],
        ]
    ],
}
POINT = {**BOX, "kind": "point", "of": "box", "goal": ["+", X, MINUS], "integers": [], "point": {"x": "1/3"}}


def total(body: Any, index: str = "i", low: Any = ONE, high: Any = ("v", "k")) -> list[Any]:
    return ["sum", body, ["v", index], low, list(high)]


MEMBER, POSITIVE = ["v", "x[i]"], {"k": ["> 0", "integer"], "i": ["> 0", "integer"], "x[i]": ["> 0"]}
SUM = {  # the deviations from k times a number sum to the sum minus that, in one of two sums over another index
    "kind": "identity",
    "symbols": {**POSITIVE, "j": ["> 0", "integer"], "x[j]": ["> 0"], "c": ["> 0"]},
    "left": total(["*", ["v", "c"], ["^", total(["v", "x[j]"], "j"), MINUS], ["+", MEMBER, ["*", MINUS, ["v", "c"]]]]),
    "right": ["+", ["v", "c"], ["*", MINUS, ["^", ["v", "c"], ["q", "2"]], ["v", "k"], ["^", total(MEMBER), MINUS]]],
}
FALSE: list[dict[str, Any]] = [  # one too many; products; a sum up to what need not be whole; a power of zero
    {**SUM, "left": total(ONE), "right": ["+", ONE, ["v", "k"]]},
    {**SUM, "left": total(["^", MEMBER, ["q", "2"]]), "right": ["^", total(MEMBER), ["q", "2"]]},
    {**SUM, "left": total(ONE), "right": ["v", "k"], "symbols": {**POSITIVE, "k": ["> 0"]}},
    {**SIGNS, "goal": ["^", X, Y], "form": ["^", X, Y], "symbols": {"x": [">= 0"], "y": ["> 0"]}},
]
INSIDE = {  # e^(c + ln x[i]) in a double sum
    **SUM,
    "left": total(total(["*", ["exp", ["+", ["v", "c"], ["log", MEMBER]]], ["v", "x[j]"]], "j")),
    "right": ["*", ["exp", ["v", "c"]], ["^", total(MEMBER), ["q", "2"]]],
}
POWER = {
    "kind": "identity",
    "symbols": {"x": [], "n": []},
    "left": ["*", ["^", X, ["+", ["v", "n"], MINUS]], X],
    "right": ["^", X, ["v", "n"]],
}
OUTSIDE = {
    **BOX,
    "goal": ["+", ["q", "3/2"], ["*", MINUS, X]],
    "assumptions": [{"goal": ["+", ONE, ["*", MINUS, X]], "strict": False}],
    "leaves": [
        {"box": {"x": ["0", "5/4"]}, "proof": {"form": "ball"}},
        {"box": {"x": ["5/4", "2"]}, "proof": {"form": "outside", "assumption": 0}},
    ],
}
AT_ZERO = {
    "form": "monotone",
    "variable": "x",
    "end": "lower",
    "derivative": {"form": "ball"},
    "face": {"form": "point"},
}
ASIN = {
    **BOX,
    "goal": ["+", ["asin", X], ["*", MINUS, X]],
    "domain": {"x": ["0", "1"]},
    "leaves": [{"box": {"x": ["0", "1/2"]}, "proof": AT_ZERO}, {"box": {"x": ["1/2", "1"]}, "proof": {"form": "mean"}}],
}
ERF = {
    **BOX,
    "goal": ["+", ["erf", X], ["*", ["q", "-4/5"], X]],
    "domain": {"x": ["0", "1"]},
    "leaves": [{"box": {"x": ["0", "1/4"]}, "proof": AT_ZERO}, {"box": {"x": ["1/4", "1"]}, "proof": {"form": "mean"}}],
}
NEGATIVE = {
    **ERF,
    "goal": ["+", ["q", "37/20"], ["*", MINUS, ["erfc", ["+", X, ["q", "-2"]]]]],
    "domain": {"x": ["1", "3/2"]},
    "leaves": [{"box": {"x": ["1", "3/2"]}, "proof": {"form": "ball"}}],
}
HALVED = ["+", ["^", X, MINUS], ["*", ["v", "y"], ["^", ["+", X, ["v", "y"]], MINUS]]]
QUOTIENT_ROOT = {
    "kind": "identity",
    "symbols": {"x": ["> 0"], "y": ["> 0"]},
    "right": HALVED,
    "left": ["^", ["^", HALVED, ["q", "1/2"]], ["q", "2"]],
}
RATIO = ["*", ["+", ONE, X], ["^", ["+", ONE, ["v", "y"]], MINUS]]
UNSIGNED = {  # both factors may be negative
    "kind": "identity",
    "symbols": {"x": [], "y": []},
    "right": ["q", "0"],
    "left": ["+", ["log", RATIO], ["log", ["^", RATIO, MINUS]]],
}
POLE = {
    **BOX,
    "goal": ["+", ["log", ["^", X, MINUS]], ["*", MINUS, ["log", ["q", "2"]]]],
    "domain": {"x": ["0", "1/2"]},
    "open": [["x", "lower"]],
    "leaves": [
        {"box": {"x": ["0", "1/4"]}, "proof": {"form": "ball"}},
        {"box": {"x": ["1/4", "1/2"]}, "proof": {**AT_ZERO, "end": "upper"}},
    ],
}
STEEP = {  # no slope at 0
    **BOX,
    "goal": ["+", ["^", X, ["q", "1/2"]], ["*", MINUS, X]],
    "domain": {"x": ["0", "1/4"]},
    "leaves": [{"box": {"x": ["0", "1/4"]}, "proof": AT_ZERO}],
}
LEFT_OUT = {
    **BOX,
    "goal": ["*", X, X],
    "strict": True,
    "domain": {"x": ["0", "1"]},
    "open": [["x", "lower"]],
    "leaves": [{"box": {"x": ["0", "1"]}, "proof": {**AT_ZERO, "derivative": AT_ZERO}}],
}
FALSE_BOXES = [  # with the end; over a jump, where the slope says it falls
    {**LEFT_OUT, "open": []},
    {
        **BOX,
        "goal": ["+", ONE, ["^", X, MINUS]],
        "domain": {"x": ["-1", "1"]},
        "leaves": [{"box": {"x": ["-1", "1"]}, "proof": {**AT_ZERO, "end": "upper"}}],
    },
]
BEYOND = {  # binomial coefficients beyond the row
    "kind": "finite",
    "for": [["n", ["q", "0"], ["q", "4"]]],
    "relations": [[["binom", ["v", "n"], ["q", "5"]], "=", ["q", "0"]]],
}
SAMPLE: dict[str, dict[str, Any]] = {
    "exact": EXACT,
    "identity": IDENTITY,
    "signs": SIGNS,
    "growth": GROWTH,
    "box": BOX,
    "finite": FINITE,
    "sum": SUM,
    "inside": INSIDE,
    "power": POWER,
    "outside": OUTSIDE,
    "asin": ASIN,
    "erf": ERF,
    "negative": NEGATIVE,
    "root": QUOTIENT_ROOT,
    "unsigned": UNSIGNED,
    "pole": POLE,
    "steep": STEEP,
    "end": LEFT_OUT,
    "beyond": BEYOND,
}
OPPOSITE = {"<=": ">", "<": ">=", ">=": "<", ">": "<=", "==": "!=", "!=": "=="}


def below(tree: Any) -> list[Any]:
    """-1 - tree: negative wherever the tree is not."""
    return ["+", MINUS, ["*", MINUS, tree]]


def reversed_goal(certificate: dict[str, Any]) -> dict[str, Any]:
    """The same proof of something that is false: the other relation, another right side, a negative goal."""
    data = copy.deepcopy(certificate)
    if data["kind"] == "exact":
        data["relation"]["operator"] = OPPOSITE[data["relation"]["operator"]]
    elif data["kind"] == "finite":
        for relation in data["relations"]:
            relation[1], relation[2] = "=", ["+", ONE, relation[2]]
    elif data["kind"] == "identity":
        data["right"] = ["+", ONE, data["right"]]
    else:
        data["goal"] = below(data["goal"])
        if "form" in data:
            data["form"] = ["*", MINUS, data["form"]] if data["kind"] == "growth" else below(data["form"])
    return data


def written(folder: Path, name: str, certificate: dict[str, Any], verdict: Verdict = Verdict.PROVED) -> Path:
    path = folder / f"{file_name(name)}.v"
    path.write_text(coq_text(name, "0", certificate, verdict))
    return path


def with_library(folder: Path) -> None:
    for name, content in library().items():
        (folder / f"{name}.v").write_text(content)


needs_coq = pytest.mark.skipif(coqc() is None, reason="coqc is not installed")


# -- what is written ---------------------------------------------------------------------------------------------------
def test_a_statement_has_the_bounds_and_where_it_is_defined():
    goal = {
        "kind": "signs",
        "goal": ["*", ["^", ["+", ONE, X], MINUS], ["log", ["v", "y"]], ["^", ["v", "y"], ["q", "3/2"]]],
        "form": X,
        "strict": False,
        "symbols": {"x": ["> 0", "<= 3/2"], "y": [">= 1", "integer"]},
    }
    assert coq_proposition(goal) == (
        "forall v_x v_y : R, (0) < v_x -> v_x <= (3 / 2) -> (1) <= v_y -> ((1) + v_x) <> 0 -> 0 < v_y -> 0 <= v_y -> "
        "0 <= ((/ ((1) + v_x)) * (ln v_y) * ((sqrt v_y) ^ 3))"
    )


def test_open_ends_and_assumptions_are_hypotheses():
    box = {**BOX, "open": [["x", "upper"]], "assumptions": [{"goal": ["+", X, MINUS], "strict": True}]}
    assert coq_proposition(box).startswith(
        "forall v_x : R, (0) <= v_x <= (2) -> v_x < (2) -> 0 < (v_x + (-1)) -> 0 <= "
    )


@pytest.mark.parametrize(
    "tree", [["loggamma", X], ["^", X, ["q", "1/3"]], ["^", ["q", "0"], X], total(["v", "x[i+1]"])]
)
def test_what_is_out_of_reach_is_said(tree):
    with pytest.raises(OutOfReach):
        coq_proposition({"kind": "signs", "goal": tree, "form": tree, "strict": False, "symbols": {"x": []}})


def test_what_is_summed_is_a_function_of_the_index():
    inverse = {**SUM, "left": total(["^", MEMBER, MINUS]), "right": ["v", "k"], "symbols": POSITIVE}
    assert coq_proposition(inverse) == (
        "forall (v_k : R) (v_x_5b__5d_ : R -> R), whole v_k -> (0) < v_k -> "
        "(forall v_i : R, whole v_i -> (0) < v_i -> (0) < (v_x_5b__5d_ v_i)) -> "
        "(forall v_i : R, (1) <= v_i -> v_i <= v_k -> whole v_i -> (v_x_5b__5d_ v_i) <> 0) -> "
        "(total (1) v_k (fun v_i => (/ (v_x_5b__5d_ v_i)))) = v_k"
    )


def test_a_power_is_stated_where_its_base_is_positive_or_vanishes():
    """On a box, and in a conclusion, the base must be evidently positive: there nothing is asked of it."""
    assert coq_proposition(POWER) == (
        "forall v_x v_n : R, 0 < v_x \\/ v_x = 0 /\\ 0 < (v_n + (-1)) -> 0 < v_x \\/ v_x = 0 /\\ 0 < v_n -> "
        "((power v_x (v_n + (-1))) * v_x) = (power v_x v_n)"
    )
    with pytest.raises(OutOfReach, match="may vanish"):
        coq_proposition({**BOX, "goal": ["^", X, X]})
    conclusion = {"relations": [[["^", X, X], ">=", ["q", "0"]]], "domain": {"x": [">= 0"]}, "given": []}
    with pytest.raises(OutOfReach, match="may vanish"):
        list(coq_relations({"conclusion": conclusion, "proof": {"rule": "given", "number": 0}}))


def test_uncovered_domains_are_refused():
    with pytest.raises(OutOfReach, match="cover"):
        coq_text("gap", "0", {**BOX, "leaves": BOX["leaves"][:1]}, Verdict.PROVED)


def test_slopes_keep_the_functions_of_the_tree():
    tree = ["*", X, ["exp", ["*", ["q", "2"], X]]]
    assert text(slope(tree, "x")) == "((exp ((2) * v_x)) + (v_x * ((2) * (exp ((2) * v_x)))))"
    assert text(expanded(["max", X, ONE])) == "((1 / 2) * ((v_x + (1)) + (Rabs (v_x + ((-1) * (1))))))"


def test_growth_takes_only_the_bounds_before_the_growing_variable():
    """It also took the growing variable, whose name the next step used again: "v_x is already used"."""
    tactic = proof({**GROWTH, "symbols": {"y": ["> 0", "<= 3/2"]}})
    assert tactic.startswith("intros v_y ? ?; assert (GROWS : forall v_x,")


def test_conclusions_and_points_that_refute_them_are_written():
    """A rule that settles a relation is asserted as what it states; the relation follows from it."""
    conclusion = {"relations": [[["^", X, ["q", "2"]], ">=", ["q", "0"]]], "domain": {"x": []}, "given": []}
    claim = {"kind": "claim", "conclusion": conclusion, "proof": {"rule": "signs", "form": ["^", X, ["q", "2"]]}}
    written_claim = coq_text("square", "0", claim, Verdict.PROVED)
    assert "forall v_x : R, (0) <= (v_x ^ 2)" in written_claim and "assert (LEAF : " in written_claim
    wrong = {**conclusion, "relations": [[X, ">=", ["q", "1"]]]}
    point = {"kind": "claim", "conclusion": wrong, "proof": {"rule": "point", "number": 0, "point": {"x": "1/2"}}}
    assert "~ (forall v_x : R, 0 <= " in coq_text("half", "0", point, Verdict.REFUTED)
    constants = {"relations": [[ONE, "=", ["q", "2"]]], "domain": {}, "given": []}
    unequal = {"kind": "claim", "conclusion": constants, "proof": {"rule": "point", "number": 0, "point": {}}}
    assert "~ ((1) = (2))" in coq_text("unequal", "0", unequal, Verdict.REFUTED)


# -- what coqc says ----------------------------------------------------------------------------------------------------
@pytest.mark.needs_extra
@needs_coq
@pytest.mark.exhaustive
def test_coq_accepts_every_kind_and_refuses_reversed_goals_and_axioms(tmp_path):
    """In few files, since loading the libraries is most of it: proofs of every kind are accepted, the same tactics prove
    no reversed goal (a syntax error would not pass Fail), nor does a file with one; nothing is admitted."""
    with_library(tmp_path)
    growing = {**GROWTH, "symbols": {"y": ["> 0", "<= 3/2"]}}
    right = written(tmp_path, "kinds", {"kind": "all", "parts": {**SAMPLE, "bounded": growing}})
    goals = []
    for certificate in [*map(reversed_goal, SAMPLE.values()), *FALSE, *FALSE_BOXES]:
        stated, tactic = (
            finite(certificate)
            if certificate["kind"] == "finite"
            else (coq_proposition(certificate), proof(certificate))
        )
        goals.append(f"Goal {stated}.\nProof. Fail solve [{tactic}]. Abort.\n")
    right.write_text(f"{right.read_text()}{''.join(goals)}")
    wrong = written(tmp_path, "reversed", reversed_goal(EXACT))
    admitted = tmp_path / "Admitted.v"
    admitted.write_text("Require Import Prelude.\nAxiom easy : 0 = 1.\nTheorem Admitted : 0 = 1.\nProof easy.\n")
    found = compiled_by_coq([right, wrong, admitted])
    assert found[right.stem] == found["Admitted"] == Run()
    assert "No applicable tactic" in found[wrong.stem].problem
    assert rests_on([admitted]) == {"Admitted": Run("rests on Admitted.easy")}


@pytest.mark.needs_extra
@needs_coq
@pytest.mark.slow
def test_what_proofs_of_every_kind_rest_on_is_allowed(tmp_path):
    """Slow: Coq takes ten seconds to list what the interval tactic rests on, and here it does so for every file."""
    with_library(tmp_path)
    kinds = written(tmp_path, "kinds", {"kind": "all", "parts": SAMPLE})
    point = written(tmp_path, "point", POINT, Verdict.REFUTED)
    admitted = written(tmp_path, "admitted", EXACT)
    admitted.write_text("Require Import Prelude.\nAxiom Claim_admitted : 0 = 1.\n")
    found = run_coq([kinds, point, admitted])
    assert found[kinds.stem] == found[point.stem] == Run()
    assert not found[admitted.stem].accepted
