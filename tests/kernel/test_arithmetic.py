"""The kernel's arithmetic against plain numbers: values, values put in, derivatives, signs, bounds, on random trees.

The reference is a few lines of mpmath that share nothing with the kernel. Whatever the kernel says for sure (a value
lies in an interval, a slope does, a form is positive, a number is in bounds) is looked at where it can be computed.
"""

import random
from fractions import Fraction
from itertools import product
from typing import Any

import mpmath
import pytest

from replcalc.kernel.algebra import MAX_POWER, Algebra, NoNormalForm, primes
from replcalc.kernel.boxes import REFINEMENTS, LeafChecker, covers, overlap, region_of
from replcalc.kernel.finite import index_values
from replcalc.kernel.relations import substitute_trees
from replcalc.kernel.signs import SignReader, find_singularities
from replcalc.kernel.trees import derivative, parse, power, rebuild, restrict, sum_of
from replcalc.kernel.values import Intervals, Unverified, constant_sign
from replcalc.kernel.variables import Bounds, read_rational

FUNCTIONS = ("exp", "log", "abs", "tanh", "sinh", "cosh", "sech", "atanh", "asin", "erf", "erfc", "loggamma")
NUMBERS = ("1/2", "-1", "2", "3/4", "-2/3", "5", "1", "0", "1/10")
POWERS = ("2", "-1", "1/2", "3", "-1/2", "-2", "3/2", "1", "0")


def value(tree: Any, at: dict[str, Fraction]) -> Any:
    """The number, to 90 digits; ValueError where there is none."""
    head, args = tree[0], tree[1:]
    if head == "q":
        number = Fraction(args[0])
        return mpmath.mpf(number.numerator) / number.denominator
    if head == "v":
        return mpmath.mpf(at[args[0]].numerator) / at[args[0]].denominator
    if head == "pi":
        return +mpmath.pi
    parts = [value(a, at) for a in args]
    if head == "+":
        return mpmath.fsum(parts)
    if head == "*":
        return mpmath.fprod(parts)
    if head in ("min", "max"):
        return min(parts) if head == "min" else max(parts)
    if head == "^":
        base, exponent = parts
        whole = exponent == int(exponent)
        if (base == 0 and exponent < 0) or (base < 0 and not whole) or (base == 0 and args[1][0] != "q"):
            raise ValueError
        return base ** (int(exponent) if whole else exponent)
    (x,) = parts
    if (head == "log" and x <= 0) or (head == "asin" and abs(x) > 1) or (head == "atanh" and abs(x) >= 1):
        raise ValueError
    if head == "loggamma" and x <= 0:
        raise ValueError
    return {"abs": abs}.get(head, getattr(mpmath, head, None))(x)


def tree_of(chance: random.Random, depth: int, functions: tuple[str, ...] = FUNCTIONS) -> Any:
    if depth == 0 or chance.random() < 0.15:
        return ["v", chance.choice("xy")] if chance.random() < 0.6 else ["q", chance.choice(NUMBERS)]
    head = chance.choice(("+", "*", "^", "min", "max", *functions, "+", "*"))
    if head in ("+", "*", "min", "max"):
        return [head, *(tree_of(chance, depth - 1, functions) for _ in range(chance.choice((2, 2, 3))))]
    if head == "^" and chance.random() < 0.2:
        return [head, ["exp", tree_of(chance, depth - 1, functions)], ["v", chance.choice("xy")]]
    if head == "^":
        return [head, tree_of(chance, depth - 1, functions), ["q", chance.choice(POWERS)]]
    return [head, tree_of(chance, depth - 1, functions)]


def known(tree: Any, at: dict[str, Fraction]) -> Any:
    """The number where there is one of ordinary size, else None."""
    try:
        with mpmath.workdps(90):
            found = value(tree, at)
    except (ValueError, ZeroDivisionError, OverflowError, TypeError):
        return None
    return found if mpmath.isfinite(found) and abs(found) < 1e30 else None


def rationals(chance: random.Random) -> dict[str, Fraction]:
    return {name: Fraction(chance.randint(-20, 20), chance.choice((1, 3, 8, 10))) for name in "xy"}


def inside(number: Any, interval: Any, slack: float = 1e-25) -> bool:
    with mpmath.workdps(90):
        margin = slack * (1 + abs(number))
        return bool(interval.a <= number + margin) and bool(interval.b >= number - margin)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_values_lie_in_their_intervals(seed: int) -> None:
    """At a point, over a region, and after values were put in."""
    chance, compared = random.Random(seed), 0
    for _ in range(150):
        tree = tree_of(chance, 3)
        node, at = parse(tree), rationals(chance)
        number = known(tree, at)
        if number is None:
            continue
        compared += 1
        width = Fraction(1, chance.choice((3, 50)))
        points = {name: (x, x) for name, x in at.items()}
        region = {name: (x - width * chance.randint(0, 2), x + width) for name, x in at.items()}
        for place in (points, region):
            found = Intervals().value(node, place)
            assert found is None or inside(number, found), (tree, at)
        folded = Intervals().value(restrict(node, at), {})
        assert folded is not None and inside(number, folded), (tree, at)
        half = {"x": at["x"]}
        assert inside(number, Intervals().value(restrict(node, half), {"y": points["y"]})), (tree, at)
    assert compared > 60


@pytest.mark.sampled(2)
@pytest.mark.parametrize("seed", range(4))
def test_slopes_lie_in_their_intervals(seed: int) -> None:
    chance, compared = random.Random(100 + seed), 0
    step = mpmath.mpf(10) ** -12
    for _ in range(150):
        tree, at = tree_of(chance, 3), rationals(chance)
        tiny = Fraction(1, 10**12)
        near = [known(tree, at | {"x": at["x"] + sign * tiny}) for sign in (-2, -1, 1, 2)]
        if None in near:
            continue
        with mpmath.workdps(90):
            a, b, c, d = near
            slope = (a - 8 * b + 8 * c - d) / (12 * step)
            if abs((c - b) / (2 * step) - slope) > 1e-9 * (1 + abs(slope)):
                continue  # a kink, or too steep
        found = Intervals().value(derivative(parse(tree), "x"), {name: (v - tiny, v + tiny) for name, v in at.items()})
        if found is not None:
            compared += 1
            assert inside(slope, found, 1e-6), (tree, at, slope, found)
    assert compared > 50


def test_a_region_without_a_singularity_has_values_everywhere() -> None:
    """What ``continuous`` says is true at every point that is tried; with the control that it does say no."""
    chance, said = random.Random(7), [0, 0]
    for _ in range(300):
        tree, at = tree_of(chance, 3), rationals(chance)
        region = {name: (v - Fraction(1, 2), v + Fraction(1, 2)) for name, v in at.items()}
        smooth = Intervals().continuous(parse(tree), region)
        said[smooth] += 1
        if smooth:
            for _ in range(20):
                point = {n: low + (high - low) * Fraction(chance.randint(0, 8), 8) for n, (low, high) in region.items()}
                assert known(tree, point) is not None or _huge(tree, point), (tree, point)
    assert min(said) > 40


def _huge(tree: Any, point: dict[str, Fraction]) -> bool:
    try:
        with mpmath.workdps(90):
            value(tree, point)
    except OverflowError:
        return True
    except (ValueError, ZeroDivisionError):
        return False
    return True


def test_equal_normal_forms_are_equal_numbers() -> None:
    """Trees that the algebra calls equal agree wherever both have a value; a tree and itself, rearranged, are equal."""
    chance, found = random.Random(3), 0
    simple = ("exp", "log", "sinh", "cosh", "tanh", "sech")
    for _ in range(20):
        a, b = (tree_of(chance, 2, simple) for _ in range(2))
        pairs = [
            (["+", a, b], ["+", b, a]),
            (["*", a, ["+", b, ["q", "1"]]], ["+", ["*", a, b], a]),
            (
                ["^", ["+", a, b], ["q", "2"]],
                ["+", ["^", a, ["q", "2"]], ["*", ["q", "2"], a, b], ["^", b, ["q", "2"]]],
            ),
            (["^", ["*", a, b], ["q", "1/2"]], ["*", ["^", a, ["q", "1/2"]], ["^", b, ["q", "1/2"]]]),
            (["exp", ["log", a]], a),
            (["log", ["*", a, b]], ["+", ["log", a], ["log", b]]),
            (a, b),
        ]
        for left, right in pairs:
            for names in ((), ("x", "y")):
                try:
                    same = Algebra(names).equal(left, right)
                except NoNormalForm:
                    continue
                if same:
                    found += 1
                    for _ in range(4):
                        at = {n: abs(v) if names else v for n, v in rationals(chance).items()}
                        numbers = known(left, at), known(right, at)
                        if None not in numbers:
                            assert abs(numbers[0] - numbers[1]) < 1e-20 * (1 + abs(numbers[0])), (left, right, at)
    assert found > 60


def test_signs_that_are_read_off_are_the_signs_of_numbers() -> None:
    chance, said = random.Random(5), {1: 0, 0: 0, None: 0}
    choices: list[tuple[Bounds, tuple[Fraction, ...]]] = [
        (Bounds(), (Fraction(-3), Fraction(0), Fraction(2))),
        (Bounds(low=Fraction(0)), (Fraction(0), Fraction(1, 7), Fraction(4))),
        (Bounds(low=Fraction(0), low_open=True), (Fraction(1, 10**9), Fraction(3))),
        (Bounds(high=Fraction(1)), (Fraction(1), Fraction(0), Fraction(-5))),
        (Bounds(high=Fraction(1), high_open=True), (Fraction(10**9 - 1, 10**9), Fraction(-5))),
        (Bounds(low=Fraction(-1), high=Fraction(2)), (Fraction(-1), Fraction(2), Fraction(0))),
        (Bounds(low=Fraction(1)), (Fraction(1), Fraction(9))),
    ]
    for _ in range(700):
        tree = tree_of(chance, 2) if chance.random() < 0.6 else _linear(chance)
        bounds = {name: chance.choice(choices) for name in "xy"}
        try:
            sign = SignReader({name: b for name, (b, _) in bounds.items()}, constant_sign).sign(tree)
        except (Unverified, ZeroDivisionError, ValueError):
            continue
        said[sign] += 1
        for x in bounds["x"][1]:
            for y in bounds["y"][1]:
                number = known(tree, {"x": x, "y": y})
                if number is not None and sign is not None:
                    assert number > 0 or (sign == 0 and number > -1e-25), (tree, x, y, bounds)
    assert min(said.values()) > 20


def _linear(chance: random.Random) -> Any:
    terms = [["*", ["q", chance.choice(NUMBERS)], ["v", name]] for name in chance.choice(("x", "xy"))]
    return ["+", *terms, ["q", chance.choice(NUMBERS)]]


@pytest.mark.parametrize(
    ("tree", "places"),
    [
        (["log", ["v", "x"]], [("log", ["v", "x"])]),
        (["^", ["v", "x"], ["q", "-1"]], [("pole", ["v", "x"])]),
        (["^", ["v", "x"], ["q", "1/2"]], [("root", ["v", "x"])]),
        (["^", ["v", "x"], ["q", "-1/2"]], [("log", ["v", "x"])]),
        (["^", ["v", "x"], ["v", "y"]], [("log", ["v", "x"])]),
        (["^", ["v", "x"], ["q", "2"]], []),
        (["^", ["v", "x"], ["q", "0"]], []),
        (["asin", ["v", "x"]], [("function", ["asin", ["v", "x"]])]),
        (["atanh", ["v", "x"]], [("function", ["atanh", ["v", "x"]])]),
        (["loggamma", ["v", "x"]], [("function", ["loggamma", ["v", "x"]])]),
        (["+", ["exp", ["log", ["v", "x"]]], ["q", "0"]], [("log", ["v", "x"])]),
    ],
)
def test_where_a_tree_may_have_no_value(tree: Any, places: list[Any]) -> None:
    assert list(find_singularities(tree)) == places


def test_bounds_are_what_they_say() -> None:
    ends = (None, Fraction(-1), Fraction(0), Fraction(1, 2), Fraction(1))
    numbers = [Fraction(n, 4) for n in range(-8, 9)]
    found: dict[Bounds, list[Fraction]] = {}
    for low in ends:
        for high in ends:
            for mask in range(8):
                open_low, open_high, whole = bool(mask & 1), bool(mask & 2), bool(mask & 4)
                bounds = Bounds(low, high, open_low, open_high, whole)
                members = [
                    n
                    for n in numbers
                    if (low is None or n > low or (n == low and not open_low))
                    and (high is None or n < high or (n == high and not open_high))
                    and (not whole or n.denominator == 1)
                ]
                assert [n for n in numbers if bounds.contains(n)] == members
                assert bounds.empty == (not members), bounds
                sign = None if low is None or low < 0 else 1 if low > 0 or open_low else 0
                assert bounds.sign == sign
                if (low is not None or not open_low) and (high is not None or not open_high):
                    assert Bounds.of(bounds.constraints()) == bounds
                    found[bounds] = members
    reals = {bounds: members for bounds, members in found.items() if members and not bounds.integer}
    for inner, outer in product(reals, reals):
        assert inner.within(outer) == (set(reals[inner]) <= set(reals[outer])), (inner, outer)
    assert Bounds(integer=True).within(Bounds()) and not Bounds().within(Bounds(integer=True))


def test_powers_of_rationals_are_folded_only_where_they_are_rational() -> None:
    def folded(base: str, exponent: str) -> Any:
        return restrict(parse(["^", ["v", "x"], ["q", exponent]]), {"x": read_rational(base)}).tree()

    assert folded("4/9", "1/2") == ["q", "2/3"] and folded("4/9", "3/2") == ["q", "8/27"]
    assert folded("4/9", "-1/2") == ["q", "3/2"] and folded("2/9", "1/2") == ["^", ["q", "2/9"], ["q", "1/2"]]
    assert folded("4/3", "1/2")[0] == "^" and folded("-4", "1/2")[0] == "^" and folded("0", "-1")[0] == "^"
    assert folded("4", "1/3")[0] == "^" and folded("8", "2/3")[0] == "^"
    assert (
        folded("2", "10") == ["q", "1024"]
        and folded("5", "0") == folded("-1", "1000") == ["q", "1"]
        and folded("2", "1001")[0] == "^"
    )
    assert sum_of(parse(["v", "x"]), parse(["*", ["q", "-1"], ["v", "x"]])).tree() == ["q", "0"]
    assert sum_of(parse(["v", "x"]), parse(["v", "y"])).tree() == ["+", ["v", "x"], ["v", "y"]]


X, I, N = ["v", "x"], ["v", "i"], ["v", "n"]


def test_a_slope_at_a_kink_is_any_of_the_two() -> None:
    """And a kink is no place where it is continuous; beside it, it is."""
    for tree, slopes in (
        (["max", X, ["*", ["q", "2"], X]], (1, 2)),
        (["min", X, ["*", ["q", "2"], X]], (1, 2)),
        (["abs", X], (-1, 1)),
    ):
        slope = derivative(parse(tree), "x")
        found = Intervals().value(slope, {"x": (Fraction(-1), Fraction(1))})
        assert (found.a, found.b) == slopes
        assert not Intervals().continuous(slope, {"x": (Fraction(-1), Fraction(1))})
        for side in ((Fraction(1, 2), Fraction(1)), (Fraction(-1), Fraction(-1, 2))):
            assert Intervals().continuous(slope, {"x": side})
            found = Intervals().value(slope, {"x": side})
            assert found.a == found.b
    face = {"x": (Fraction(0), Fraction(0)), "y": (Fraction(0), Fraction(1))}
    assert Intervals().value(derivative(parse(["*", ["v", "y"], ["abs", X]]), "x"), face).a == -1
    second = derivative(derivative(parse(["*", X, ["abs", X]]), "x"), "x")
    assert Intervals().value(second, {"x": (Fraction(-1), Fraction(1))}) is None
    second = derivative(derivative(parse(["max", ["^", X, ["q", "2"]], ["^", X, ["q", "3"]]]), "x"), "x")
    for at, curvature in ((Fraction(1, 2), 2), (Fraction(2), 12)):
        found = Intervals().value(second, {"x": (at, at)})
        assert found.a == found.b == curvature


@pytest.mark.parametrize(
    ("tree", "ends", "smooth"),
    [
        (["atanh", X], ("0", "1"), False),
        (["atanh", X], ("-1", "0"), False),
        (["atanh", X], ("-1/2", "9/10"), True),
        (["loggamma", X], ("0", "1"), False),
        (["loggamma", X], ("1/9", "1"), True),
        (["log", X], ("0", "1"), False),
        (["^", X, ["q", "-1"]], ("-1", "1"), False),
        (["^", X, ["q", "1/2"]], ("0", "1"), True),
        (["^", X, ["q", "-1"]], ("1/9", "1"), True),
        (["^", X, ["q", "-1"]], ("-1", "-1/9"), True),
        (["^", X, ["q", "0"]], ("-1", "1"), True),
        (["digamma", X], ("0", "1"), False),
        (["digamma", X], ("1/9", "1"), True),
    ],
)
def test_where_a_function_is_continuous(tree: Any, ends: tuple[str, str], smooth: bool) -> None:
    low, high = map(Fraction, ends)
    assert Intervals().continuous(parse(tree), {"x": (low, high)}) is smooth


def test_a_leaf_is_halved_seven_times_and_no_more() -> None:
    """x (1 - x) - x + x^2 is 0, and looks like it only on small pieces."""
    whole = {"x": (Fraction(0), Fraction(1))}
    leaves = LeafChecker(whole, set(), [])

    def halvings(offset: Fraction) -> int:
        tree = [
            "+",
            ["*", X, ["+", ["q", "1"], ["*", ["q", "-1"], X]]],
            ["*", ["q", "-1"], X],
            ["^", X, ["q", "2"]],
            ["q", str(offset)],
        ]
        return next((n for n in range(12) if leaves._refined(parse(tree), whole, False, False, n)), 12)

    needed = {halvings(Fraction(1, n)): Fraction(1, n) for n in (2**power for power in range(10))}
    assert {REFINEMENTS, REFINEMENTS + 1} <= set(needed)
    for count in (REFINEMENTS, REFINEMENTS + 1):
        tree = [
            "+",
            ["*", X, ["+", ["q", "1"], ["*", ["q", "-1"], X]]],
            ["*", ["q", "-1"], X],
            ["^", X, ["q", "2"]],
            ["q", str(needed[count])],
        ]
        assert leaves.holds(parse(tree), whole, False, {"form": "ball"}) is (count == REFINEMENTS)


@pytest.mark.parametrize(("offset", "enough"), [("1/5", False), ("3/10", True)])
def test_the_mean_value_spans_half_of_a_side(offset: str, enough: bool) -> None:
    """x (1 - x) is 1/4 in the middle of [0, 1], and its slope lies in [-1, 1]: at least 1/4 - 1/2."""
    whole = {"x": (Fraction(0), Fraction(1))}
    tree = ["+", ["*", X, ["+", ["q", "1"], ["*", ["q", "-1"], X]]], ["q", offset]]
    assert LeafChecker(whole, set(), [])._mean(parse(tree), whole, False) is enough


def test_sides_overlap_in_more_than_an_end() -> None:
    def side(low: int, high: int) -> tuple[Fraction, Fraction]:
        return Fraction(low), Fraction(high)

    assert overlap(side(0, 2), side(1, 3)) and overlap(side(0, 3), side(1, 2))
    assert not overlap(side(0, 1), side(1, 2)) and not overlap(side(1, 1), side(1, 2))
    assert overlap(side(0, 1), side(1, 1)) and overlap(side(1, 2), side(1, 1)) and not overlap(side(0, 1), side(2, 2))


@pytest.mark.parametrize("seed", range(3))
def test_boxes_cover_what_their_points_do(seed: int) -> None:
    """Boxes on a grid of quarters, against the middles and corners of its cells; one side may be a point."""
    chance, said = random.Random(seed), [0, 0]
    ends = [Fraction(n, 4) for n in range(5)]
    for _ in range(120):
        domain = {"x": (ends[0], ends[4]), "y": (ends[2], ends[2]) if chance.random() < 0.3 else (ends[0], ends[4])}
        boxes = []
        for _ in range(chance.randint(1, 14)):
            sides = [sorted(chance.sample(ends, 2) if chance.random() < 0.9 else [ends[2]] * 2) for _ in "xy"]
            boxes.append({name: (low, high) for name, (low, high) in zip("xy", sides, strict=True)})
        points = {
            name: [low + (high - low) * Fraction(n, 16) for n in range(17)] for name, (low, high) in domain.items()
        }
        filled = all(
            any(b["x"][0] <= x <= b["x"][1] and b["y"][0] <= y <= b["y"][1] for b in boxes)
            for x in points["x"]
            for y in points["y"]
        )
        said[filled] += 1
        assert covers(domain, boxes) is filled, (domain, boxes)
    assert min(said) > 5


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (["log", ["+", ["^", X, ["q", "2"]], X]], ["+", ["log", X], ["log", ["+", X, ["q", "1"]]]], True),
        (
            ["log", ["*", ["q", "8/9"], ["^", X, ["q", "-3"]]]],
            [
                "+",
                ["*", ["q", "3"], ["log", ["q", "2"]]],
                ["*", ["q", "-2"], ["log", ["q", "3"]]],
                ["*", ["q", "-3"], ["log", X]],
            ],
            True,
        ),
        (["log", ["*", ["q", "6"], X]], ["+", ["log", ["q", "2"]], ["log", ["q", "3"]], ["log", X]], True),
        (
            ["log", ["+", ["*", ["q", "2"], X], ["q", "2"]]],
            ["+", ["log", ["q", "2"]], ["log", ["+", X, ["q", "1"]]]],
            True,
        ),
        (
            ["log", ["+", ["^", X, ["q", "2"]], X]],
            ["+", ["*", ["q", "2"], ["log", X]], ["log", ["+", X, ["q", "1"]]]],
            False,
        ),
    ],
)
def test_logarithms_of_products_are_sums(left: Any, right: Any, same: bool) -> None:
    assert Algebra(("x",)).equal(left, right) is same


UP, DOWN, Y = ["exp", X], ["exp", ["*", ["q", "-1"], X]], ["v", "y"]


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (["sinh", X], ["*", ["q", "1/2"], ["+", UP, ["*", ["q", "-1"], DOWN]]], True),
        (["cosh", X], ["*", ["q", "1/2"], ["+", UP, DOWN]], True),
        (["tanh", X], ["*", ["sinh", X], ["^", ["cosh", X], ["q", "-1"]]], True),
        (["sech", X], ["^", ["cosh", X], ["q", "-1"]], True),
        (["sinh", X], ["cosh", X], False),
        (["*", ["^", X, Y], ["^", X, Y]], ["^", X, ["*", ["q", "2"], Y]], True),
        (["*", ["^", ["+", X, Y], Y], ["^", ["+", X, Y], Y]], ["^", ["+", X, Y], ["*", ["q", "2"], Y]], True),
        (["^", ["+", X, Y], Y], ["^", ["+", X, ["*", ["q", "2"], Y]], Y], False),
        (["^", ["^", ["^", X, Y], ["q", "2"]], ["q", "1/2"]], ["^", X, Y], True),
        (["^", ["^", ["^", Y, X], ["q", "2"]], ["q", "1/2"]], ["^", Y, X], False),
        (["*", X, ["q", "0"]], ["q", "0"], True),
        (["q", "0"], ["+", X, ["*", ["q", "-1"], X]], True),
        (["^", X, ["+", Y, ["q", "2"]]], ["*", ["^", X, Y], X, X], True),
        (["log", ["^", X, Y]], ["*", Y, ["log", X]], True),
        (["log", ["exp", Y]], Y, True),
    ],
)
def test_identities_of_the_algebra(left: Any, right: Any, same: bool) -> None:
    assert Algebra(("x",)).equal(left, right) is same


def test_numbers_are_factored_or_refused() -> None:
    known = {
        Fraction(360, 77): {2: 3, 3: 2, 5: 1, 7: -1, 11: -1},
        Fraction(1): {},
        Fraction(1, 4): {2: -2},
        Fraction(2 * 1000003): {2: 1, 1000003: 1},
        Fraction(49): {7: 2},
        Fraction(99991**2, 3): {99991: 2, 3: -1},
    }
    for number, factors in known.items():
        assert dict(primes(number)) == factors
    for number in (Fraction(0), Fraction(-4), Fraction(1000003 * 1000033)):
        with pytest.raises(NoNormalForm):
            primes(number)


def test_indices_of_nested_sums_are_kept_apart() -> None:
    """Sums to n and to m of log(i + 2 j) and of log(2 i + j) differ, whatever the indices are called."""

    def double(first: str, i: str, j: str) -> Any:
        term = ["log", ["+", ["*", ["q", first], ["v", i]], ["*", ["q", str(3 - int(first))], ["v", j]]]]
        return ["sum", ["sum", term, ["v", j], ["q", "1"], ["v", "m"]], ["v", i], ["q", "1"], N]

    assert Algebra().equal(double("1", "i", "j"), double("1", "a", "b"))
    assert not Algebra().equal(double("1", "i", "j"), double("2", "i", "j"))
    assert not Algebra().equal(double("1", "i", "j"), double("1", "j", "j"))


def test_constants_are_folded_where_they_are_certain() -> None:
    x = parse(X)

    def chosen(head: str, a: str, b: str) -> Any:
        return rebuild(head, *(parse(["q", number]) for number in (a, b, "3", "4"))).tree()

    for head in ("chosen", "fixed"):
        assert (
            chosen(head, "1", "2") == ["q", "3"]
            and chosen(head, "2", "1") == ["q", "4"]
            and chosen(head, "1", "1")[0] == head
        )
    assert power(x, parse(["q", "0"])).tree() == ["q", "1"] and power(x, parse(["q", "1"])) is x
    assert rebuild("min", parse(["q", "1"]), parse(["q", "2"])).tree() == ["q", "1"]
    assert rebuild("max", parse(["q", "1"]), parse(["q", "2"])).tree() == ["q", "2"]
    assert rebuild("abs", parse(["q", "-1/2"])).tree() == ["q", "1/2"] and rebuild("log", parse(["q", "1"])).tree() == [
        "q",
        "0",
    ]
    assert rebuild("log", parse(["q", "2"])).head == "log" and rebuild("exp", parse(["q", "0"])).tree() == ["q", "1"]
    with pytest.raises(ValueError, match="no derivative of digamma"):
        derivative(parse(["digamma", X]), "x")


def test_a_box_is_empty_if_a_side_is() -> None:
    assert region_of({"x": ["1", "1"], "y": ["0", "1/2"]}) == {"x": (1, 1), "y": (0, Fraction(1, 2))}
    with pytest.raises(Unverified):
        region_of({"x": ["0", "1"], "y": ["1", "1/2"]})


@pytest.mark.parametrize(("low", "vanishes"), [("0", True), ("-1", False)])
def test_a_face_vanishes_by_the_signs_of_the_domain(low: str, vanishes: bool) -> None:
    """sqrt(x^2) - x + y at y = 0."""
    tree = ["+", ["^", ["^", X, ["q", "2"]], ["q", "1/2"]], ["*", ["q", "-1"], X], Y]
    domain = region_of({"x": [low, "1"], "y": ["0", "1"]})
    leaves = LeafChecker(domain, set(), [])
    assert leaves.holds(parse(tree), domain | region_of({"y": ["0", "0"]}), False, {"form": "zero"}) is vanishes
    assert not leaves.holds(parse(tree), domain | region_of({"y": ["0", "0"]}), True, {"form": "zero"})
    assert not leaves.holds(parse(tree), domain, False, {"form": "zero"})


def test_the_mean_value_proves_what_no_halving_does() -> None:
    """x (1 - x) - x + x^2 has the slope 0."""
    whole = region_of({"x": ["0", "1"]})
    tree = [
        "+",
        ["*", X, ["+", ["q", "1"], ["*", ["q", "-1"], X]]],
        ["*", ["q", "-1"], X],
        ["^", X, ["q", "2"]],
        ["q", "1/1000000"],
    ]
    said = [LeafChecker(whole, set(), []).holds(parse(tree), whole, False, {"form": form}) for form in ("mean", "ball")]
    assert said == [True, False]


@pytest.mark.parametrize(
    ("strict", "ends", "outside"),
    [(True, ("0", "1"), True), (False, ("0", "1"), False), (False, ("1/2", "1"), True), (True, ("-1", "1"), False)],
)
def test_what_fails_on_a_whole_leaf_is_outside_of_it(strict: bool, ends: tuple[str, str], outside: bool) -> None:
    """-x > 0 fails from 0 on, -x >= 0 beyond."""
    leaves = LeafChecker(region_of({"x": ["-1", "1"]}), set(), [(parse(["*", ["q", "-1"], X]), strict)])
    proof = {"form": "outside", "assumption": 0}
    assert leaves.holds(parse(X), region_of({"x": ends}), False, proof) is outside
    assert not leaves.holds(parse(X), region_of({"x": ends}), False, proof, face=True)


@pytest.mark.parametrize(
    ("tree", "sign"),
    [
        (["+", X, Y, ["q", "-1"]], 1),
        (["+", Y, X, ["q", "-1"]], 1),
        (["+", X, ["*", ["q", "-1"], Y], ["q", "-1"]], None),
        (["log", ["+", X, ["q", "1"]]], 1),
        (["log", X], 0),
        (["log", ["*", X, ["v", "z"]]], None),
        (["log", ["+", X, ["q", "1/2"], ["q", "1/2"]]], 1),
    ],
)
def test_lower_bounds_of_sums(tree: Any, sign: int | None) -> None:
    """x >= 1, y > 0, z real."""
    bounds = {"x": Bounds(low=Fraction(1)), "y": Bounds(low=Fraction(0), low_open=True), "z": Bounds()}
    assert SignReader(bounds, constant_sign).sign(tree) == sign


def test_exponents_are_of_ordinary_size() -> None:
    for exponent, raises in ((MAX_POWER, False), (-MAX_POWER, False), (MAX_POWER + 1, True), (-MAX_POWER - 1, True)):
        try:
            Algebra().quotient(["^", X, ["q", str(exponent)]])
        except NoNormalForm:
            assert raises
        else:
            assert not raises


def test_a_symbolic_power_of_something_positive_is_positive() -> None:
    reader = SignReader({"x": Bounds(), "y": Bounds()}, constant_sign)
    assert reader.sign(["^", ["exp", X], Y]) == 1 and reader.sign(["^", X, Y]) is None


def test_the_range_of_an_index_may_depend_on_others() -> None:
    wanted = [{"i": 1, "j": 1}, {"i": 2, "j": 1}, {"i": 2, "j": 2}]
    assert list(index_values([["i", ["q", "1"], ["q", "2"]], ["j", ["q", "1"], ["v", "i"]]])) == wanted


def test_roots_inside_of_sums_are_replaced() -> None:
    def total(term: Any) -> Any:
        return ["sum", term, I, ["q", "1"], N]

    inner = ["+", ["^", I, ["q", "-1"]], X]
    assert Algebra(("x",)).equal(total(["^", ["^", inner, ["q", "1/2"]], ["q", "2"]]), total(inner))
    assert not Algebra(("x",)).equal(total(["^", ["^", inner, ["q", "1/2"]], ["q", "4"]]), total(inner))


def test_sums_are_linear_and_their_index_is_their_own() -> None:
    algebra = Algebra()
    total = ["sum", ["+", I, X], I, ["q", "1"], N]
    assert algebra.equal(total, ["+", ["sum", ["v", "j"], ["v", "j"], ["q", "1"], N], ["*", N, X]])
    assert not algebra.equal(total, ["*", N, X]) and not algebra.equal(total, ["sum", I, I, ["q", "1"], N])
    assert not algebra.equal(["sum", I, I, ["q", "1"], N], ["sum", I, I, ["q", "2"], N])
    assert algebra.equal(["sum", X, I, ["q", "2"], N], ["*", X, ["+", N, ["q", "-1"]]])

    def over(term: Any, name: str) -> Any:
        return ["sum", term, ["v", name], ["q", "1"], N]

    inverse = ["^", ["+", X, I], ["q", "-1"]]
    assert algebra.equal(over(inverse, "i"), over(["^", ["+", X, ["v", "j"]], ["q", "-1"]], "j"))
    assert not algebra.equal(over(inverse, "i"), over(["^", ["+", X, I], ["q", "-2"]], "i"))
    constant = ["*", ["v", "y"], ["^", ["+", X, ["q", "1"]], ["q", "-1"]]]
    assert algebra.equal(over(constant, "i"), ["*", N, constant])
    moved = substitute_trees(["sum", ["+", I, X], I, I, N], {"i": ["q", "5"], "x": ["q", "7"], "n": ["q", "9"]})
    assert moved == ["sum", ["+", I, ["q", "7"]], I, ["q", "5"], ["q", "9"]]
    with pytest.raises(Unverified):
        substitute_trees(["sum", X, I, ["q", "1"], N], {"x": I})


def test_roots_of_roots_are_replaced_until_nothing_is_left() -> None:
    root: Any = ["^", ["+", ["q", "1"], ["^", ["+", ["q", "1"], X], ["q", "1/2"]]], ["q", "1/2"]]
    square, fourth = ["^", root, ["q", "2"]], ["^", root, ["q", "4"]]
    assert Algebra(("x",)).equal(fourth, ["+", ["*", ["q", "2"], square], X])
    assert not Algebra(("x",)).equal(fourth, ["+", square, X])
