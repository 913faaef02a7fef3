"""Files for Coq: what is written, that coqc accepts it, and that it refuses the same proofs of reversed goals."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest

from replcalc.checker.coq.expressions import OutOfReach, expanded, slope, text
from replcalc.checker.coq.files import coq_text, file_name, prelude
from replcalc.checker.coq.finite import finite
from replcalc.checker.coq.goals import statement
from replcalc.checker.coq.proofs import proof
from replcalc.checker.coq.running import Run, coqc, run
from replcalc.numbers.verdict import Verdict

X, ONE = ["v", "x"], ["q", "1"]
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
        "*", ["q", "2"], ["^", ["q", "2"], ["q", "1/2"]], ["^", X, ["q", "1/2"]],
        ["+", ["exp", X], MINUS], ["^", ["+", ["exp", X], ONE], MINUS],
    ],
    "symbols": {"x": ["> 0"]},
}  # fmt: skip
SIGNS = {
    "kind": "signs",
    "goal": ["+", ["^", X, ["q", "2"]], ["*", ["q", "-2"], X, ["v", "y"]], ["^", ["v", "y"], ["q", "2"]], X],
    "form": ["+", ["^", ["+", X, ["*", MINUS, ["v", "y"]]], ["q", "2"]], X],
    "strict": True,
    "symbols": {"x": ["> 0"], "y": []},
}
ZERO = {"kind": "exact", "relation": {"left": ["q", "0"], "operator": ">=", "right": ["q", "0"]}, "sign": 0}
GROWTH = {
    "kind": "growth", "goal": ["+", MINUS, X, ["exp", ["*", MINUS, X]]], "strict": False, "symbol": "x",
    "start": ["q", "0"], "symbols": {}, "step": "step", "positive": [], "values": [ZERO, ZERO],
    "form": ["exp", ["*", MINUS, ["v", "step"]]],
}  # fmt: skip
BOX = {
    "kind": "box", "goal": ["+", ["exp", X], MINUS, ["*", MINUS, X]], "strict": False, "domain": {"x": ["0", "2"]},
    "open": [], "assumptions": [],
    "leaves": [
        {"box": {"x": ["1", "2"]}, "proof": {"form": "mean"}},
        {"box": {"x": ["0", "1"]}, "proof": {
            "form": "monotone", "variable": "x", "end": "lower", "derivative": {"form": "ball"},
            "face": {"form": "point"}}},
    ],
}  # fmt: skip
FINITE = {
    "kind": "finite", "given": {}, "tables": {}, "polynomial": None,
    "cases": [{
        "name": "rows of Pascal's triangle", "for": [["n", ["q", "0"], ["q", "8"]]],
        "relation": {
            "left": ["sum", ["binom", ["v", "n"], ["v", "i"]], ["v", "i"], ["q", "0"], ["v", "n"]],
            "operator": "==", "right": ["^", ["q", "2"], ["v", "n"]]},
    }],
}  # fmt: skip
SAMPLE: dict[str, dict[str, Any]] = {
    "exact": EXACT, "identity": IDENTITY, "signs": SIGNS, "growth": GROWTH, "box": BOX, "finite": FINITE,
}  # fmt: skip
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
        for case in data["cases"]:
            case["relation"]["operator"] = OPPOSITE[case["relation"]["operator"]]
    elif data["kind"] == "identity":
        data["right"] = ["+", ONE, data["right"]]
    else:
        data["goal"] = below(data["goal"])
        if "form" in data:
            data["form"] = ["*", MINUS, data["form"]] if data["kind"] == "growth" else below(data["form"])
    return data


def write(folder: Path, certificates: dict[str, dict[str, Any]], verdict: Verdict = Verdict.PROVED) -> list[Path]:
    (folder / "Prelude.v").write_text(prelude())
    paths = []
    for name, certificate in certificates.items():
        paths.append(folder / f"{file_name(name)}.v")
        paths[-1].write_text(coq_text(name, "0", certificate, verdict))
    return paths


needs_coq = pytest.mark.skipif(coqc() is None, reason="coqc is not installed")


# -- what is written ---------------------------------------------------------------------------------------------------
def test_a_statement_has_the_bounds_and_where_it_is_defined():
    goal = {
        "kind": "signs", "goal": ["*", ["^", ["+", ONE, X], MINUS], ["log", ["v", "y"]], ["^", ["v", "y"], ["q", "3/2"]]],
        "form": X, "strict": False, "symbols": {"x": ["> 0", "<= 3/2"], "y": [">= 1", "integer"]},
    }  # fmt: skip
    assert statement(goal) == (
        "forall v_x v_y : R, (0) < v_x -> v_x <= (3 / 2) -> (1) <= v_y -> ((1) + v_x) <> 0 -> 0 < v_y -> 0 <= v_y -> "
        "0 <= ((/ ((1) + v_x)) * (ln v_y) * ((sqrt v_y) ^ 3))"
    )


def test_open_ends_and_assumptions_are_hypotheses():
    box = {**BOX, "open": [["x", "upper"]], "assumptions": [{"goal": ["+", X, MINUS], "strict": True}]}
    assert statement(box).startswith("forall v_x : R, (0) <= v_x <= (2) -> v_x < (2) -> 0 < (v_x + (-1)) -> 0 <= ")


@pytest.mark.parametrize("tree", [["erf", X], ["sum", X, ["v", "i"], ONE, ["q", "3"]], ["^", X, ["q", "1/3"]]])
def test_what_is_out_of_reach_is_said(tree):
    with pytest.raises(OutOfReach):
        statement({"kind": "signs", "goal": tree, "form": tree, "strict": False, "symbols": {"x": []}})


def test_uncovered_domains_are_refused():
    with pytest.raises(OutOfReach, match="cover"):
        coq_text("gap", "0", {**BOX, "leaves": BOX["leaves"][:1]}, Verdict.PROVED)


def test_slopes_keep_the_functions_of_the_tree():
    tree = ["*", X, ["exp", ["*", ["q", "2"], X]]]
    assert text(slope(tree, "x")) == "((exp ((2) * v_x)) + (v_x * ((2) * (exp ((2) * v_x)))))"
    assert text(expanded(["max", X, ONE])) == "((1 / 2) * ((v_x + (1)) + (Rabs (v_x + ((-1) * (1))))))"


# -- what coqc says ----------------------------------------------------------------------------------------------------
@needs_coq
def test_coq_accepts_a_proof_of_every_kind_and_refutations(tmp_path):
    point = {**BOX, "kind": "point", "of": "box", "goal": ["+", X, MINUS], "integers": [], "point": {"x": "1/3"}}
    exact = {**EXACT, "relation": {**EXACT["relation"], "operator": ">"}}
    right = write(tmp_path, {"every kind": {"kind": "all", "parts": SAMPLE}})
    refuting = write(tmp_path, {"point": point, "exact": exact}, Verdict.REFUTED)
    assert run([*right, *refuting]) == {file_name(name): Run() for name in ("every kind", "point", "exact")}


@needs_coq
def test_reversed_goals_are_refused(tmp_path):
    """By the tactics themselves, kind by kind (a syntax error would not pass Fail), and as a whole file."""
    goals = []
    for certificate in map(reversed_goal, SAMPLE.values()):
        stated, tactic = (
            finite(certificate) if certificate["kind"] == "finite" else (statement(certificate), proof(certificate))
        )
        goals.append(f"Goal {stated}.\nProof. Fail solve [{tactic}]. Abort.\n")
    whole, wrong = write(tmp_path, {"tactics": EXACT, "reversed": reversed_goal(EXACT)})
    whole.write_text(
        whole.read_text().replace("Require Import Prelude.\n", "Require Import Prelude.\n" + "".join(goals))
    )
    found = run([whole, wrong])
    assert found[whole.stem] == Run()
    assert not found[wrong.stem].accepted


@needs_coq
def test_nothing_may_be_admitted(tmp_path):
    (path,) = write(tmp_path, {"exact": EXACT})
    path.write_text(
        "Require Import Prelude.\nAxiom easy : 0 = 1.\nTheorem claim : 0 = 1.\nProof. exact easy. Qed.\nPrint Assumptions claim.\n"
    )
    (said,) = run([path]).values()
    assert not said.accepted and "easy" in said.problem
