"""A statement compiled as a whole gives what walking its formulas gives, in balls and in exact rationals."""

import dataclasses
import pickle

import pytest
from flint import arb, fmpq

from replcalc.ask import comparison, proving
from replcalc.ask.composition import composition
from replcalc.formulas.language import at_most, exp, log, symbols
from replcalc.formulas.node import Base, Sum
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, ExactField
from replcalc.numbers.verdict import Verdict
from replcalc.statements import derivation as derivations
from replcalc.statements import known, programs
from replcalc.statements.certification import certify
from replcalc.statements.derivation import Proof, exact_values, run
from replcalc.statements.programs import InBalls, InRationals
from replcalc.statements.statement import POSITIVE, Conclusion, Parameter, Statement, i, k


@pytest.fixture
def at_once(monkeypatch):
    """Programs from the first application on; returns a switch to walk instead."""
    monkeypatch.setattr(programs, "OFTEN", 1)
    monkeypatch.setattr(programs, "_counted", {})

    def walk():
        monkeypatch.setattr(derivations, "program", lambda statement, field: None)

    return walk


def answers(monkeypatch, way, goal):
    """The certified calls of a way: derivation and inputs."""
    import importlib

    module, calls = importlib.import_module(f"replcalc.ask.{way}"), []
    module = module if hasattr(module, "certify") else proving  # ways of votes certify there
    certify = module.certify
    monkeypatch.setattr(module, "certify", lambda *a, **kw: calls.append(a) or certify(*a, **kw))
    comparison.solve(way, goal, 10)
    return [(call[0], call[1]) for call in calls]


@pytest.mark.parametrize("way", ["direct", "separate", "sharp", "paper"])
@pytest.mark.parametrize("n", ["100x30", "100x3,200,300x2"])
def test_programs_are_the_walk(way, n, at_once, monkeypatch):
    calls = answers(monkeypatch, way, composition(n, "0.05", rho0="1e-3", beta0="1e-6"))
    field, used = BallField(256), []
    program = derivations.program
    monkeypatch.setattr(derivations, "program", lambda *a: used.append(program(*a)) or used[-1])
    with field.active():
        compiled = [(run(d, inputs, field), exact_values(d, inputs)) for d, inputs in calls]
        assert any(isinstance(p, InBalls) for p in used) and any(isinstance(p, InRationals) for p in used)
        at_once()
        walked = [(run(d, inputs, field), exact_values(d, inputs)) for d, inputs in calls]
        for (ours, exact), (theirs, exactly) in zip(compiled, walked, strict=True):
            assert exact == exactly
            assert ours.values.keys() == theirs.values.keys()
            for name, value in theirs.values.items():
                mine = ours.values[name]
                pairs = zip(mine, value, strict=True) if isinstance(value, tuple) else [(mine, value)]
                assert all(arb(x).overlaps(arb(y)) for x, y in pairs), name
            for mine, check in zip(ours.checks, theirs.checks, strict=True):
                assert (mine.condition, mine.verdict, mine.run) == (check.condition, check.verdict, check.run)
                assert arb(mine.left).overlaps(arb(check.left)) and arb(mine.right).overlaps(arb(check.right))


x, y = symbols("x y", positive=True)
w = Base("w", positive=True)
u, v, z, share, power = symbols("u v z share power", real=True)
STATEMENT = Statement(
    label="test:exact",
    kind="lemma",
    title="values that are rational always, sometimes, and never",
    meaning="none",
    given=(Parameter(x, POSITIVE, "x"), Parameter(y, POSITIVE, "y"), Parameter(w, POSITIVE, "weights")),
    assumes=(at_most(w[i], 5), at_most(x * y, 4)),
    gives=(
        Conclusion(u, "=", Sum(w[i] * x, (i, 1, k)), "rational", name="always"),
        Conclusion(v, "=", u + log(x), "rational at x = 1", name="sometimes"),
        Conclusion(z, "=", v**2 + 1, "rational where the one before is", name="after"),
        Conclusion(share, "=", 1 / (x - y), "none at x = y"),
        Conclusion(power, "=", exp(x - y) * 2, "rational at x = y"),
    ),
)


@pytest.fixture
def applied(monkeypatch):
    monkeypatch.setattr(known, "catalogued", None)
    proof = Proof("test", "test", STATEMENT.given)
    proof.apply(STATEMENT, x=x, y=y, w=w[i])
    return proof.derivation()


def at(x, y, *weights):
    return {"x": fmpq(x), "y": fmpq(y), "w": Family.of([fmpq(weight) for weight in weights])}


@pytest.mark.parametrize(
    ("inputs", "names"),
    [
        (at(2, 3, 1), {"always", "share"}),
        (at(1, 3, 1, 2), {"always", "sometimes", "after", "share"}),
        (at(2, 2, 1, 2, 2), {"always", "power"}),
        (at(1, 1, 4), {"always", "sometimes", "after", "power"}),
    ],
)
def test_exact_values_are_found_where_they_are(inputs, names, applied, at_once):
    with BallField(128).active():
        run(applied, inputs, BallField(128))
    assert isinstance(programs.program(STATEMENT, ExactField()), InRationals)
    by_program = exact_values(applied, inputs)
    assert by_program.keys() == names
    assert by_program["always"] == inputs["x"] * sum(inputs["w"].values)
    at_once()
    assert exact_values(applied, inputs) == by_program


def test_conditions_of_a_program(applied, at_once):
    """The gravest run is named, with its sides."""
    field = BallField(128)
    with field.active():
        run(applied, at(2, 3, 1), field)
        checks = run(applied, at(2, 3, 1, 7, 5), field).checks
    assert isinstance(programs.program(STATEMENT, field), InBalls)
    by_text = {str(check.condition): check for check in checks}
    heavy, product = by_text["w[i] <= 5"], by_text["x*y <= 4"]
    assert (heavy.verdict, heavy.run, int(heavy.left.unique_fmpz())) == (Verdict.REFUTED, 1, 7)
    assert (product.verdict, product.run, int(product.left.unique_fmpz())) == (Verdict.REFUTED, -1, 6)
    assert by_text["0 < x" if "0 < x" in by_text else "x > 0"].verdict is Verdict.PROVED


def test_a_statement_is_compiled_only_when_it_comes_often(applied, monkeypatch):
    monkeypatch.setattr(programs, "_counted", {})
    field, built = BallField(128), []
    monkeypatch.setattr(programs, "_made", lambda statement, make: built.append(make))
    with field.active():
        for _ in range(programs.OFTEN - 1):
            run(applied, at(2, 3, 1), field)
        assert not built
        run(applied, at(2, 3, 1), field)
        run(applied, at(2, 3, 1), field)
    assert len(built) == 2


def test_sides_of_conditions_are_enclosed_when_asked_for_and_pickle(applied):
    """Balls do not pickle: what travels are their enclosures; a side without a finite value is None."""
    answer = certify(applied, at(2, 3, 1, 7), digits=10)
    (heavy,) = [c for c in answer.conditions if str(c.hypothesis) == "w[i] <= 5"]
    assert "left" not in vars(heavy), "nobody has asked yet"
    there = pickle.loads(pickle.dumps(heavy))
    assert there == heavy and (there.left, there.right) == (heavy.left, heavy.right)
    assert (heavy.left.lower, heavy.left.upper, heavy.right.upper, heavy.index) == (7, 7, 5, 2)
    third = dataclasses.replace(heavy, sides=(arb(1) / 3, arb("nan")), bits=64)
    assert third.left.contains(fmpq(1, 3)) and not third.left.is_exact and third.right is None
    assert pickle.loads(pickle.dumps(third)).right is None
