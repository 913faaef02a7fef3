"""Which samples the surface of cells excludes: geometry and parameters searched in floats, to be certified.

For many samples the disagreement forced is ((pull - edge)/sqrt(pi) - beta sqrt(2 pi)/(4 d))/sqrt(N): the parameters of
a geometry are those at which the bracket is largest. With them N is improved by the square of (forced/allowed) until
both agree.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flint import fmpq

from replcalc.numbers.exact import to_float
from replcalc.search.optimise import nelder_mead, to_decimal
from replcalc.sharper.cube_lower import statement as stated
from replcalc.symbolic.codegen import FLOAT, Compiled, compile_formula, in_parameters
from replcalc.vocabulary import ALPHA, BETA, RHO, Derivation, Parameter, Proof, Statement, bindings_by_name

_DIGITS = 5
_ROUNDS = 40
#: What a rounding of floats may cost.
_ROOM = 1e-8
RULES = {"derived:cells-lower": stated.cells, "derived:cells-lower-plain": stated.cells_plain}


@dataclass(frozen=True)
class Geometry:
    """A statement about surfaces; ``chosen``: its free parameters; what gives Cheeger's constant, where it asks."""

    statement: Statement
    chosen: tuple[Parameter, ...]
    constant: Statement | None = None

    @property
    def name(self) -> str:
        return self.statement.label


FIELD = Geometry(stated.field, (stated.WINDOW, stated.ROOM, stated.MARGIN))
BALL = Geometry(stated.ball, (stated.WINDOW, stated.MARGIN))
CUBE = Geometry(stated.cheeger, (stated.WINDOW, stated.MARGIN, stated.CURVE), stated.cube)
SQUARE = Geometry(stated.cheeger, (stated.WINDOW, stated.MARGIN), stated.square)


def geometries(count: int) -> tuple[Geometry, ...]:
    """Return the geometries that are worth trying for so many queries, at least two."""
    return (FIELD, BALL, SQUARE if count == 2 else CUBE)


@cache
def derive(geometry: Geometry, rule: str) -> Derivation:
    """Derive the bound: first the geometry, then the rule on its conclusion."""
    proof = Proof("cells", "Surface of cells", (stated.MANY, ALPHA, RHO, BETA, stated.SAMPLES, *geometry.chosen))
    bound = bindings_by_name(stated.MANY, ALPHA, stated.SAMPLES, *geometry.chosen)
    if geometry.constant is not None:
        given = {p.name: bound[p.name] for p in geometry.constant.given}
        bound["cheeger"] = proof.apply(geometry.constant, **given).cheeger
    found = proof.apply(geometry.statement, **{p.name: bound[p.name] for p in geometry.statement.given})
    handed = {name: getattr(found, name) for name in stated.SURFACE}
    proof.apply(RULES[rule], **bindings_by_name(RHO, BETA, stated.SAMPLES, stated.MARGIN), **handed)
    return proof.derivation()


@dataclass(frozen=True)
class SurfaceChoice:
    """N samples are too few by this geometry and rule at these parameters, as far as floats see."""

    geometry: Geometry
    rule: str
    samples: int
    chosen: dict[str, fmpq]


def find_excluded(count: int, alpha: fmpq, rho: fmpq, beta: fmpq) -> list[SurfaceChoice]:
    """Return what every geometry seems to exclude, the most first."""
    if count < 2 or rho + beta >= 1:
        return []
    given = {"k": to_float(fmpq(count)), "alpha": to_float(alpha), "rho": to_float(rho), "beta": to_float(beta)}
    found = [choice for geometry in geometries(count) for choice in _by(geometry, given)]
    return sorted(found, key=lambda choice: -choice.samples)


def _by(geometry: Geometry, given: dict[str, float]) -> Iterator[SurfaceChoice]:
    try:
        best = _parameters(geometry, given)
        for rule in RULES:
            forced = compile_formula(derive(geometry, rule).formula("rho_forced"), FLOAT)
            chosen = {name: to_decimal(value, _DIGITS) for name, value in best.items()}
            samples = _find_samples(forced, given | {name: to_float(value) for name, value in chosen.items()})
            if samples >= 1:
                yield SurfaceChoice(geometry, rule, samples, chosen)
    except (ArithmeticError, ValueError):
        return


def _find_samples(forced: Compiled, at: dict[str, float]) -> int:
    """Return the samples at which the forced disagreement is rho, less a margin for rounding."""
    near = 1 / (at["alpha"] * at["rho"]) ** 2
    for _ in range(_ROUNDS):
        better = near * (max(forced(N=near, **at), 0.0) / at["rho"]) ** 2
        if abs(better - near) <= 1e-10 * near or better < 1:
            break
        near = better
    return int(better * (1 - _ROOM))


def _parameters(geometry: Geometry, given: dict[str, float]) -> dict[str, float]:
    """Return free parameters, at a local maximum of what is forced with many samples."""
    whole = derive(geometry, "derived:cells-lower")
    model = compile_formula((whole.formula("pull"), whole.formula("edge")), FLOAT)
    limits = _conditions(geometry.statement)
    alpha, beta, k = (given[name] for name in ("alpha", "beta", "k"))
    known: dict[str, Any] = {"k": k, "alpha": alpha, "N": 1.0}

    def at(point: Sequence[float]) -> dict[str, float]:
        values = dict(zip((p.name for p in geometry.chosen), point, strict=True))
        return {name: alpha * math.exp(x) if name == "d" else _share(x) for name, x in values.items()}

    def loss(point: Sequence[float]) -> float:
        values = at(point)
        try:
            pull, edge = model(**known, **values)
            gain = (pull - edge) / math.sqrt(math.pi) - beta * math.sqrt(2 * math.pi) / (4 * values["d"])
            sides = limits(**known, **values)
            allowed = all(left < right for left, right in zip(sides[::2], sides[1::2], strict=True))
        except (ArithmeticError, ValueError):
            return math.inf
        return -math.log(gain) if allowed and gain > 0 else math.inf

    starts = {
        "t": min(0.8, 2.5 * math.sqrt(alpha)),
        "sine": math.sin(math.pi * min(0.45, 0.57 * k**-0.4)),
        "share": 0.6,
    }
    thin = [math.log(x) for x in (1 / 500, 1 / 25, 1 / 3)]
    points = [[_place(starts[p.name]) if p.name != "d" else y for p in geometry.chosen] for y in thin]
    start = min(points, key=loss)
    for step in (0.5, 0.1):
        start = nelder_mead(loss, start, step)
    if loss(start) == math.inf:
        raise ValueError("no parameters meet the conditions")
    return at(start)


@cache
def _conditions(statement: Statement) -> Compiled:
    """Return both sides of the numeric conditions of a geometry, the smaller one first, one pair after the other."""
    relations = [c.relation for c in statement.assumes if c.relation is not None]
    sides = tuple(side for relation in relations for side in (relation.lhs, relation.rhs))
    return compile_formula([in_parameters(statement, side) for side in sides], FLOAT)


def _share(x: float) -> float:
    return 1 / (1 + math.exp(-max(-700.0, min(x, 700.0))))


def _place(share: float) -> float:
    return math.log(share / (1 - share))
