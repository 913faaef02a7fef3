"""What Coq's kernel proves is what the catalogue states: the exported bounds are the catalogue's formulas."""

import ast
import hashlib
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sympy as sp
from flint import arb, fmpq

import replcalc
from replcalc.claims.kernel import Ground, describe_proved_part, grounds_of, kernel_theorems
from replcalc.numbers.fields import BallField
from replcalc.statements.catalogue import entries, entry
from replcalc.statements.notation import i, j, k
from replcalc.symbolic import language
from replcalc.symbolic.evaluation import Environment, evaluate

ROOT = Path(replcalc.__file__).parents[1]
POINTS = 40
BITS = 256
#: Theorems of the kernel that the catalogue does not state as one statement, and why.
ALONE = {"derived:lottery": "two steps of a proof", "derived:best-test": "an exchange lemma"}
STATED = [label for label in kernel_theorems() if label in entries()]

#: Bound indices of the export; a sum inside a sum runs over another one.
INDICES = {"i": i, "j": j, "l": i}


def read(text: str, names: dict[str, Any]) -> Any:
    """A formula of the export as ours: names, numbers, + - * / **, functions, Sum(term, (i, 1, k)), x[i]."""

    def of(node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=int() as value):
                return language.rational(value)
            case ast.Name(id=name):
                return (
                    language.pi
                    if name == "pi"
                    else INDICES[name]
                    if name in INDICES
                    else names.get(name.rstrip("_"), k if name == "k" else language.Symbol(name))
                )
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -of(inner)
            case ast.BinOp(left=left, op=operation, right=right):
                a, b = of(left), of(right)
                return {
                    ast.Add: lambda: a + b,
                    ast.Sub: lambda: a - b,
                    ast.Mult: lambda: a * b,
                    ast.Div: lambda: a / b,
                    ast.Pow: lambda: a**b,
                }[type(operation)]()
            case ast.Subscript(value=ast.Name(id=name), slice=index):
                return names[name][of(index)]
            case ast.Call(func=ast.Name(id="Sum"), args=[term, ast.Tuple(elts=[index, _, upper])]):
                return language.Sum(of(term), (of(index), 1, of(upper)))
            case ast.Call(func=ast.Name(id="sqrt"), args=[inner]):
                return language.sqrt(of(inner))
            case ast.Call(func=ast.Name(id=name), args=args):
                known = {"Min": "smallest", "Max": "largest"}.get(name, name)
                return getattr(language, known, getattr(sp, name, None))(*map(of, args))
        raise ValueError(ast.dump(node))

    return of(ast.parse(text.replace("lambda", "lambda_"), mode="eval").body)


def drawn(statement: Any, rng: Random) -> dict[str, Any]:
    """Exact values of the parameters, within their domains and small."""
    count = rng.randint(1, 4)
    values: dict[str, Any] = {}
    for parameter in statement.given:

        def one(whole: bool = parameter.domain.integer) -> fmpq:
            return fmpq(rng.randint(3, 9)) if whole else fmpq(rng.randint(1, 60), 128)

        values[parameter.name] = (
            [one() for _ in range(count)] if parameter.indexed else fmpq(count) if parameter.name == "k" else one()
        )
    return values


def both(label: str, name: str, formula: str, values: dict[str, Any]) -> tuple[Any, Any]:
    """The quantity as the catalogue has it and as the kernel has it."""
    statement, field = entry(label).statement, BallField(BITS)
    names = {str(c.variable): c.variable for c in statement.gives} | {c.name: c.variable for c in statement.gives}
    names |= {p.name: p.variable for p in statement.given}
    with field.active():
        ours = statement.evaluate(field, **values)
        known = statement.environment(values)
        scalars = dict(known.scalars) | {names[n]: v for n, v in ours.items() if isinstance(v, arb) and n not in values}
        return ours[name], evaluate(read(formula, names), Environment(scalars, known.families), field)


def close(a: arb, b: arb) -> bool:
    return bool(abs(a - b) <= arb(2) ** -60 * (abs(a) + abs(b) + arb(2) ** -200))


@pytest.mark.parametrize("label", STATED)
def test_the_bounds_are_the_catalogue_s(label: str) -> None:
    theorem, statement, rng = kernel_theorems()[label], entry(label).statement, Random(label)
    compared = 0
    for bound in theorem.gives:
        conclusion = statement.conclusion(bound.name)
        assert conclusion.relation in (bound.sense, "=") or bound.sense == "=", (label, bound.name)
        for _ in range(POINTS):
            try:
                ours, theirs = both(label, bound.name, bound.formula, drawn(statement, rng))
            except (ZeroDivisionError, ValueError):
                continue
            if ours.is_finite() and theirs.is_finite():
                assert close(ours, theirs), (label, bound.name)
                compared += 1
    assert compared >= POINTS // 2 * len(theorem.gives), (label, compared)


def test_a_changed_constant_is_noticed() -> None:
    ours, theirs = both(
        "lm:pg_to_replic",
        "rho",
        "(((4*delta) + (9*epsilon)) + (4*gamma))",
        {"gamma": fmpq(1, 9), "epsilon": fmpq(1, 7), "delta": fmpq(1, 8)},
    )
    assert not close(ours, theirs)


def test_every_theorem_is_of_the_catalogue_or_says_why_not() -> None:
    assert len(STATED) >= 15
    assert {label for label in kernel_theorems() if label not in entries()} <= set(ALONE)


def test_the_export_is_of_these_sources() -> None:
    proofs = ROOT / "proofs"
    if not proofs.is_dir():
        pytest.skip("an installed package has no proofs/")
    data = json.loads((ROOT / "replcalc" / "claims" / "kernel.json").read_text(encoding="utf-8"))
    now = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in proofs.glob("*.v")}
    assert data["sources"] == now, "run make -C proofs export"


def test_what_rests_on_what_is_followed_to_the_kernel() -> None:
    found = grounds_of(["thm:main"])
    assert "lm:pg_compose_het" in found[Ground.KERNEL] and "lm:replic_to_pg" in found[Ground.CITED]
    assert "lm:kasivi" not in {label for labels in found.values() for label in labels}, "the kernel's proof is complete"
    assert grounds_of(["derived:race"]) == {Ground.KERNEL: ("derived:race",)}


def test_a_theorem_that_proves_less_than_the_statement_is_said_to_do_so() -> None:
    found = grounds_of(["derived:lottery", "derived:threshold-two", "derived:vote-kappa-closed"])
    assert {"derived:lottery", "derived:threshold-two", "derived:vote-kappa-closed"} <= set(found[Ground.IN_PART])
    assert describe_proved_part("derived:lottery") == "an intermediate inequality"
    assert describe_proved_part("derived:vote-kappa-closed") == "kappa, mass"
    assert len(found) > 1  # what these use is followed further
    assert [describe_proved_part(label) for label in ("lm:pg_compose_het", "sec:naive", "derived:race")] == ["", "", ""]
