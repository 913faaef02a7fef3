"""Formulas handed to sympy are mathematics to calculate with: families are substituted, equal members are one."""

import time

import pytest
import sympy as sp
from flint import arb, fmpq

import replcalc
from replcalc.names import COMMANDS
from replcalc.numbers.errors import InputError
from replcalc.planning.registry import kinds, names
from replcalc.symbolic.language import MaxOver
from replcalc.symbolic.printing import in_terminal, latex

i, k, m = sp.symbols("i k m")
n, epsilon = sp.IndexedBase("n"), sp.IndexedBase("epsilon")
AT = {"C_pg": 1, "p_pg": 1, "beta0": sp.Rational(1, 1000), "c": sp.Rational(1, 500), "rho": sp.Rational(1, 10)}


def at(expression, **values):
    """The value at a point: symbols by name."""
    values = AT | values
    return expression.subs({s: values[s.name] for s in expression.free_symbols if s.name in values}).doit()


def test_the_members_of_a_family_are_substituted_and_equal_ones_are_one():
    """subs(n[i], m) did nothing, silently: sympy takes the typed i for another one than the bound index."""
    samples = replcalc.derive("paper").expression("samples")
    equal = samples.subs(n[i], m).doit()
    assert not equal.has(MaxOver, sp.Sum) and not equal.atoms(sp.Indexed)
    short = replcalc.derive("paper").expression("samples", let={"n": "const"}, simplify=True)
    ours, theirs = (at(e, k=7, m=100, n=100) for e in (equal, short))
    assert ours == theirs and ours.is_Integer and ours > 10**9
    squares = samples.subs(n[i], i**2).subs(k, 3).doit()
    listed = replcalc.derive("paper").expression("samples", let={"n": "1,4,9"})
    assert at(squares) == at(listed) != at(samples.subs(n[i], i).subs(k, 3).doit())
    assert samples.subs(n[m], 5) == samples  # one unknown member is not all of them
    assert samples.subs(k, 2).doit().subs(n[1], 7).has(sp.Indexed)


def test_the_same_of_a_statement():
    star = replcalc.statement("lm:pg_compose").conclusion("epsilon_star").expression
    found = star.subs(epsilon[i], m).doit()
    assert not found.has(sp.Sum) and sp.simplify(found / m - found.subs(m, 2) / 2) != 0
    c2, slack = (next(s for s in star.free_symbols if s.name == name) for name in ("c2", "delta_prime"))
    assert sp.simplify(found - c2 * (k * m**2 + sp.sqrt(k * m**2) * sp.sqrt(sp.log(1 / slack)))) == 0


def test_what_took_minutes_takes_moments():
    """epsilon* at k = 2 took 44 s, with equal n 112 s: sympy looked for closed forms of every sum."""
    star = replcalc.derive("paper").expression("epsilon_star")
    start = time.process_time()
    two, equal = star.subs(k, 2).doit(), star.subs(n[i], m).doit()
    assert time.process_time() - start < 10
    assert not two.has(sp.Sum) and not equal.has(sp.Sum)
    assert {str(member) for member in two.atoms(sp.Indexed)} == {"n[1]", "n[2]"}
    threes = two.subs(dict.fromkeys(two.atoms(sp.Indexed), 3))
    assert abs(sp.N(at(threes, c2=1)) - sp.N(at(equal, c2=1, k=2, m=3))) < sp.Rational(1, 10**12)


def test_a_maximum_of_equal_members_has_a_derivative_and_a_limit():
    body = MaxOver(m**2 + 1, (sp.Symbol("i", integer=True, positive=True), 1, k))
    assert sp.diff(body, m) == 2 * m and sp.diff(body, sp.Symbol("z")) == 0
    samples = replcalc.derive("paper").expression("samples").subs(n[i], m).doit().args[0]
    c = next(s for s in samples.free_symbols if s.name == "c")
    point = at(samples, k=2, c=c, m=5)
    assert sp.limit(point * c**2 / sp.log(1 / c) ** 2, c, 0, "+") == sp.limit(
        point.subs(c, c / 2) * c**2 / 4 / sp.log(1 / c) ** 2, c, 0, "+"
    )
    unequal = MaxOver(n[i], (i, 1, 3))
    assert unequal.doit() == sp.Max(n[1], n[2], n[3])


WORDS = {command.kind: word for word, command in COMMANDS.items() if command.kind}
METHODS = [f"{WORDS.get(kind, kind)}/{name}" for kind in kinds() for name in names(kind)]


@pytest.mark.parametrize("method", METHODS)
def test_every_quantity_of_every_way_is_a_formula_in_its_inputs(method):
    derivation = replcalc.derive(method)
    inputs = {p.name for p in derivation.inputs} | {h.name for h in derivation.hidden} | {"k", "i"}
    inputs |= {step.members.name for step in derivation.steps}  # how many problems a part has
    found = [symbol.name for step in derivation.steps for _, symbol in step.outputs()]
    for quantity in found:
        told = derivation.symbolic(quantity)
        assert {s.name for s in told.formula.free} <= inputs, quantity
        assert in_terminal(told.formula)
    assert latex(derivation.symbolic(found[-1]).formula)


def test_a_way_is_named_with_its_command_where_its_name_alone_would_not_do():
    with pytest.raises(InputError, match="queries/rounding or arms/rounding"):
        replcalc.derive("rounding")
    assert replcalc.derive("het").name == replcalc.derive("pg-compose/het").name
    assert replcalc.derive("paper").name == replcalc.derive("compose/paper").name == "paper"
    with pytest.raises(InputError, match="label"):
        replcalc.derive("queries/nothing")
    gap = replcalc.derive("queries/direct-tuned").symbolic("gap")
    assert "Gamma" in latex(gap.formula)  # sympy's printer stopped at a maximum of infinities


def test_srepr_is_read_back():
    total = replcalc.derive("paper").symbolic("sum(epsilon**2)", keep=["epsilon"])
    assert sp.sympify(sp.srepr(total.sympy)).doit().has(sp.Sum)


def test_nested_sums_have_names_of_their_own():
    for method in ("paper", "paper-tuned"):
        for quantity in ("samples", "beta", "rho"):
            for outer in replcalc.derive(method).expression(quantity).atoms(sp.Sum, MaxOver):
                inner = outer.function.atoms(sp.Sum, MaxOver)
                assert outer.variables[0] not in {s.variables[0] for s in inner}, (method, quantity)


def test_a_proved_identity_is_a_rewrite_rule():
    method, rule = replcalc.derive("paper"), "sum(epsilon**2) = sum_of_squares"
    told = method.symbolic("epsilon_star", keep=["epsilon", "delta_prime"], given=[rule])
    assert not told.formula.has(method.symbolic("sum(epsilon**2)", keep=["epsilon"]).formula)
    whole = method.symbolic("sum(epsilon**2)", simplify=True).formula
    assert whole is method.symbolic("sum_of_squares", simplify=True).formula  # what the rule says is true


def test_samples_and_epsilon_star_of_equal_n_are_one_line_each():
    from replcalc.statements.symbolic import readable

    for quantity in ("samples", "epsilon_star", "beta"):
        text = str(readable(replcalc.derive("paper"), quantity, let={"n": "const"}, simplify=True))
        assert text.splitlines()[2] == "where" and max(map(len, text.splitlines())) <= 78, text


def test_bound_takes_numbers_and_says_what_is_missing():
    """A Symbol came back as 4.0*g + 1.2; a family that was left out as 'run of the walk'; unequal lengths unnoticed."""
    replicable, compose = replcalc.statement("lm:pg_to_replic"), replcalc.statement("lm:pg_compose")
    good = {"epsilon": ["0.01", "0.02"], "delta": ["1e-9", "1e-9"], "delta_prime": "1e-9"}
    assert compose.bound("epsilon_star", **good) > 0
    assert replicable.bound("rho", gamma=sp.Rational(1, 10), epsilon="0.1", delta="0.1").overlaps(arb(fmpq(16, 10)))
    assert compose.bound("epsilon_star", **good | {"epsilon": "0.01,0.02"}).overlaps(
        compose.bound("epsilon_star", **good)
    )
    for change, told in (
        ({"epsilon": [sp.Symbol("e"), 1]}, "expression is the formula"),
        ({"delta_prime": sp.Symbol("d")}, "expression is the formula"),
        ({"epsilon": None}, "epsilon is missing"),
        ({"epsilon": ["0.01"]}, "one common length"),
        ({"epsilon": 0.01}, "a family"),
        ({"delta_prime": ["1e-9"]}, "is no family"),
    ):
        with pytest.raises(InputError, match=told) as refused:
            compose.bound("epsilon_star", **good | change)
        assert "walk" not in str(refused.value)
