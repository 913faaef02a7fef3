"""Formulas as straight-line Python over Arb balls, for searches: equal parts once, sums as loops over the runs.

A search needs values, not proofs, so ``compile_formula`` wraps the code for the numbers that the search works with:

    BALL    Arb balls in, Arb balls out, at the caller's precision
    FLOAT   floats in, floats out
    LOG     logarithms of positive numbers in, logarithms out: Arb has any exponent, so that rho = 1e-3000 is as good
            as 0.1 (lists and arrays are taken entry by entry)

Floats and logarithms are computed with 64 bits, then 256 and 1024 where the result has too few certain digits.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from typing import Any

import sympy as sp
from flint import arb, ctx, fmpq
from sympy.concrete.expr_with_limits import ExprWithLimits

from replcalc.numbers.errors import UnsupportedNode
from replcalc.numbers.fields import SPECIAL, BallField
from replcalc.symbolic.evaluation import function_name
from replcalc.symbolic.language import MaxOver, children, formula_of, free, over, replace


class Target(Enum):
    """Numbers that a formula is compiled for."""

    BALL = "ball"
    FLOAT = "float"
    LOG = "log"


BALL, FLOAT, LOG = Target

#: Precisions in bits that are tried in turn, and the certain bits that suffice.
PRECISIONS, ENOUGH_BITS = (64, 256, 1024), 36


@dataclass(frozen=True)
class Compiled:
    """A function over one target: ``function`` takes the values in the order of ``arguments``, then the counts.

    ``symbols`` are the arguments as symbols and families.
    """

    arguments: tuple[str, ...]
    function: Callable[..., Any]
    source: str
    target: Target
    symbols: tuple[Any, ...]

    def __call__(self, counts: Any = (1,), **values: Any) -> Any:
        return self.function(*[values[name] for name in self.arguments], counts)


def compile_formula(expression: Any, target: Target, definitions: Mapping[Any, Any] | None = None) -> Compiled:
    """Return an expression, or a tuple of expressions (then a tuple of values, what they share computed once).

    ``definitions`` say what stands for a subexpression: an earlier conclusion for its symbol, a scalar for x[i].
    """
    several = isinstance(expression, tuple | list)
    wanted = tuple(map(formula_of, expression)) if several else (formula_of(expression),)
    known = tuple((formula_of(name), formula_of(value)) for name, value in (definitions or {}).items())
    return _compile(wanted, target, several, known)


@lru_cache(maxsize=1024)
def _compile(
    expressions: tuple[Any, ...], target: Target, several: bool, definitions: tuple[tuple[Any, Any], ...]
) -> Compiled:
    code = _Code(dict(definitions))
    results = [code.finished(e) for e in expressions]
    ordered = sorted(code.arguments, key=str)
    head = f"def formula({', '.join([code.arguments[s] for s in ordered] + ['counts'])}):"
    answer = f"    return ({', '.join(results)},)" if several else f"    return {results[0]}"
    source = "\n".join([head, *code.root.lines, answer]) + "\n"
    space = dict(code.space)
    exec(compile(source, "<formula>", "exec"), space)  # written from whitelisted nodes alone
    function = space["formula"]
    if target is not BALL:
        families = frozenset(place for place, s in enumerate(ordered) if isinstance(s, sp.IndexedBase))
        function = _Rounded(function, families, several, target is LOG)
    return Compiled(tuple(map(str, ordered)), function, source, target, tuple(ordered))


# -- statements for searches -------------------------------------------------------------------------------------------
def definitions_of(statement: Any) -> dict[Any, Any]:
    """Return the conclusions of a statement by their symbols, for formulas that use them."""
    parameters = {parameter.variable for parameter in statement.given}
    return {c.entry: c.expression for c in statement.gives if c.variable not in parameters}


def in_parameters(statement: Any, name: str) -> Any:
    """Return a conclusion of a statement as one expression in its parameters: earlier conclusions are put in."""
    values: dict[Any, Any] = {}
    for conclusion in statement.gives:
        formula = replace(conclusion.expression, values)
        if conclusion.name == name:
            return formula
        values[conclusion.entry] = formula
    raise KeyError(f"{statement.label} gives no {name}")


# -- code --------------------------------------------------------------------------------------------------------------
def _functions() -> dict[str, Any]:
    special = {name: about.balls for name, about in SPECIAL.items()}
    return {**BallField().functions(), **special, "arb": arb, "__builtins__": {"zip": zip, "sum": sum}}


class _Block:
    """Lines of code with the names of what they computed: the function's own, or those of a loop over the runs."""

    def __init__(self, indent: str, indices: frozenset[Any]) -> None:
        self.indent, self.indices = indent, indices
        self.lines: list[str] = []
        self.names: dict[Any, str] = {}
        self.members: dict[str, str] = {}  # name of a family -> that of its member


class _Code:
    """Collects lines; ``finished(expression)`` returns the name of a result."""

    def __init__(self, definitions: Mapping[Any, Any]) -> None:
        self.definitions = definitions
        self.space = _functions()
        self.arguments: dict[Any, str] = {}
        self.root = _Block("    ", frozenset())
        self._count = 0
        self._depends: dict[tuple[Any, frozenset[Any]], bool] = {}

    def finished(self, expression: Any) -> str:
        """Write code for a whole formula; one with a free index gives one value per run."""
        indices = frozenset(index for member in expression.atoms(sp.Indexed) for index in member.indices)
        if indices & free(expression):
            return self._loop(expression, indices, "append")
        return self.name(expression, self.root)

    def _resolve(self, formula: Any) -> Any:
        while formula in self.definitions:
            formula = self.definitions[formula]
        return formula

    def _new_name(self) -> str:
        self._count += 1
        return f"v{self._count}"

    def _constant(self, value: Any) -> str:
        name = f"c{len(self.space)}"
        self.space[name] = value
        return name

    def depends(self, formula: Any, indices: frozenset[Any]) -> bool:
        """Return whether the formula changes with one of the indices."""
        formula = self._resolve(formula)
        if formula in indices:
            return True
        if (formula, indices) not in self._depends:
            if isinstance(formula, sp.Indexed):
                found = any(self.depends(index, indices) for index in formula.indices)
            elif isinstance(formula, ExprWithLimits):
                body, index, upper = over(formula)
                found = self.depends(body, indices - {index}) or self.depends(upper, indices)
            else:
                found = any(self.depends(a, indices) for a in children(formula))
            self._depends[formula, indices] = found
        return self._depends[formula, indices]

    def name(self, formula: Any, block: _Block) -> str:
        """Return the name of the formula's value, computed where it belongs."""
        formula = self._resolve(formula)
        if block is not self.root and not self.depends(formula, block.indices):
            block = self.root
        if formula not in block.names:
            text = self._text(formula, block)
            if not text.isidentifier():
                name = self._new_name()
                block.lines.append(f"{block.indent}{name} = {text}")
                text = name
            block.names[formula] = text
        return block.names[formula]

    def _text(self, formula: Any, block: _Block) -> str:
        if formula.is_Integer:
            return self._constant(arb(int(formula.p)))
        if formula.is_Rational:
            return f"arb({self._constant(fmpq(int(formula.p), int(formula.q)))})"
        if isinstance(formula, sp.Indexed):
            return self._member(formula, block)
        if formula.is_Symbol:
            return self.arguments.setdefault(formula, f"s{len(self.arguments)}")
        if formula.is_Add:
            return self._sum(formula, block)
        if formula.is_Mul or formula.is_Pow:
            return self._quotient(formula, block)
        if isinstance(formula, ExprWithLimits):
            return self._over(formula)
        if formula is sp.pi:
            return "pi()"
        if formula is sp.E:
            return "exp(arb(1))"
        name = function_name(formula)
        if name not in self.space:
            raise UnsupportedNode(f"no rule to compile {type(formula).__name__}: {formula}")
        return f"{name}({', '.join(self.name(a, block) for a in formula.args)})"

    def _member(self, formula: Any, block: _Block) -> str:
        if block is self.root or formula.indices[0] not in block.indices:
            raise UnsupportedNode(f"an index outside a sum over it: {formula}")
        family = self.arguments.setdefault(formula.base, f"f{len(self.arguments)}")
        return block.members.setdefault(family, f"e{family[1:]}")

    def _sum(self, formula: Any, block: _Block) -> str:
        text = ""
        for term in sorted(formula.args, key=_is_negative):  # a - b costs less than a + (-1) b
            minus = bool(text) and _is_negative(term)
            text += (" - " if minus else " + " if text else "") + self.name(-term if minus else term, block)
        return text

    def _quotient(self, formula: Any, block: _Block) -> str:
        factors = formula.args if formula.is_Mul else (formula,)
        above, below = [], []
        for factor in factors:
            if factor.is_Pow and not isinstance(factor, sp.exp) and factor.exp.is_Rational and factor.exp < 0:
                below.append(self.name(sp.Pow(factor.base, -factor.exp), block))
            elif formula.is_Mul:
                above.append(self.name(factor, block))
            else:
                above.append(self._power(factor, block))
        top = " * ".join(above) or "arb(1)"
        return f"({top}) / ({' * '.join(below)})" if below else top

    def _power(self, formula: Any, block: _Block) -> str:
        base, exponent = formula.as_base_exp()
        if isinstance(formula, sp.exp):
            return f"exp({self.name(formula.exp, block)})"
        x = self.name(base, block)
        if exponent.is_Integer:
            return f"{x} * {x}" if exponent == 2 else f"{x} ** {int(exponent)}"
        if exponent.is_Rational and exponent.q == 2:
            return f"sqrt({x})" if exponent.p == 1 else f"sqrt({x}) ** {int(exponent.p)}"
        return f"{x} ** {self.name(exponent, block)}"

    # -- sums, products and maxima: loops over the runs ------------------------------------------------------------
    def _over(self, formula: Any) -> str:
        if isinstance(formula, sp.Integral):
            raise UnsupportedNode(f"integrals are left to the evaluator: {formula}")
        body, index, upper = over(formula)
        body = self._resolve(body)
        if not self.depends(body, frozenset((index,))):
            equal = body if isinstance(formula, MaxOver) else upper * body
            return self.name(body**upper if isinstance(formula, sp.Product) else equal, self.root)
        fewer = not upper.is_Symbol
        if any(index in free(over(part)[2]) for part in body.atoms(sp.Sum)):
            raise UnsupportedNode(f"prefix sums are left to the evaluator: {formula}")
        if fewer and not (upper + 1).is_Symbol:
            raise UnsupportedNode(f"no sum to {upper}")
        kind = {sp.Sum: "sum", sp.Product: "product"}.get(type(formula), "max")
        return self._loop(body, frozenset((index,)), kind, fewer)

    def _loop(self, body: Any, indices: frozenset[Any], kind: str, fewer: bool = False) -> str:
        block = _Block("        ", indices)
        value, result = self.name(body, block), self._new_name()
        families = dict(block.members)
        if not families:
            raise UnsupportedNode(f"a sum of what no family is in: {body}")
        start, step = {
            "sum": ("arb(0)", f"{result} = {result} + {value} * count"),
            "product": ("arb(1)", f"{result} = {result} * {value} ** count"),
            "max": ("None", f"{result} = {value} if {result} is None else max({result}, {value})"),
            "append": ("[]", f"{result}.append({value})"),
        }[kind]
        counts = "(*counts[:-1], counts[-1] - 1)" if fewer else "counts"
        names, columns = ", ".join(["count", *families.values()]), ", ".join([counts, *families])
        self.root.lines.append(f"    {result} = {start}")
        self.root.lines.append(f"    for {names} in zip({columns}):")
        self.root.lines += [*block.lines, f"        {step}"]
        return result


def _is_negative(term: Any) -> bool:
    first = term.args[0] if term.is_Mul else term
    return bool(first.is_Rational and first < 0)


# -- floats and logarithms of floats -----------------------------------------------------------------------------------
#: Entries of arrays that a function remembers.
MOST_KNOWN = 100_000


class _Rounded:
    """Code over balls as a function of floats, or of logarithms: with more bits until the result is certain enough."""

    def __init__(self, function: Callable[..., Any], families: frozenset[int], several: bool, logs: bool) -> None:
        self.function, self.families, self.several, self.logs = function, families, several, logs
        self.known: dict[tuple[Any, ...], Any] = {}  # what entries of arrays gave: searches ask for the same ones again

    def __call__(self, *arguments: Any) -> Any:
        *values, counts = arguments
        for place in self.families:
            values[place] = list(values[place])
        if any(getattr(value, "ndim", 0) for value in values):
            return self._entrywise(values, counts)
        saved = ctx.prec
        try:
            for ctx.prec in PRECISIONS:
                found = self.function(*map(self._ball, values), counts)
                results = found if self.several else (found,)
                if all(map(_certain, results)):
                    break
            floats = tuple(map(self._float, results))
        finally:
            ctx.prec = saved
        return floats if self.several else floats[0]

    def _ball(self, value: Any) -> Any:
        if isinstance(value, list):
            return list(map(self._ball, value))
        ball = arb(value)
        return ball.exp() if self.logs else ball

    def _float(self, ball: Any) -> Any:
        if isinstance(ball, list):
            return list(map(self._float, ball))
        if not self.logs:
            return _to_float(ball.mid()) if ball.is_finite() else math.nan
        if not ball.is_finite():
            return math.inf if ball > 0 else math.nan
        middle = ball.mid()
        return _to_float(middle.log()) if middle > 0 else -math.inf if middle == 0 else math.nan

    def _entrywise(self, values: Sequence[Any], counts: Any) -> Any:
        """Evaluate at arrays of scalars, each different entry once."""
        import numpy as np

        shape = np.broadcast_shapes(*(np.shape(value) for value in values if not isinstance(value, list)))
        columns = [None if isinstance(v, list) else np.broadcast_to(v, shape).ravel() for v in values]
        codes = np.zeros(math.prod(shape), dtype=np.int64)
        for column in (c for c, value in zip(columns, values, strict=True) if np.ndim(value) and c is not None):
            distinct, own = np.unique(column, return_inverse=True)
            codes = np.unique(codes * len(distinct) + own, return_inverse=True)[1]
        _, first, codes = np.unique(codes, return_index=True, return_inverse=True)
        lists = [[v] * len(first) if c is None else c[first].tolist() for c, v in zip(columns, values, strict=True)]
        entries = zip(*lists, strict=True)
        found = [self(*entry, counts) if self.families else self._remembered(entry, counts) for entry in entries]
        if not self.several:
            return np.array(found, dtype=float)[codes].reshape(shape)
        return tuple(np.array(column, dtype=float)[codes].reshape(shape) for column in zip(*found, strict=True))

    def _remembered(self, entry: tuple[Any, ...], counts: Any) -> Any:
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
        if entry not in self.known:
            self.known[entry] = self(*entry, counts)
        return self.known[entry]


def _certain(ball: Any) -> bool:
    if isinstance(ball, list):
        return all(map(_certain, ball))
    return bool(ball.rel_accuracy_bits() > ENOUGH_BITS or ball.is_exact())


def _to_float(middle: arb) -> float:
    try:
        return float(middle)
    except OverflowError:
        return math.inf if middle > 0 else -math.inf
