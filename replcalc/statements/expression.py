"""The quantities of a derivation as formulas to calculate with.

``express(derivation, "samples", let={"n": "const"}, simplify=True)`` is the composed formula of a quantity, or of any
formula in quantities ("sum(epsilon**2)"), with what is known put in:

    let        NAME -> "const" (a family of equal members) or "const=100", a number, a list of numbers (a family, and so
               k), a formula; a family takes one in i: n = "100*i**2"
    keep       quantities that stay as they are instead of being substituted
    simplify   sums and maxima reduced by their identities (``replcalc.symbolic.reduction``)

``formula`` of the result is an expression of sympy in symbols without assumptions.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

import sympy as sp
from flint import fmpq

from replcalc.numbers.enclosure import Enclosure
from replcalc.numbers.errors import InputError, PrecisionExhausted, UnknownName, UnsupportedNode
from replcalc.numbers.exact import parse_rational
from replcalc.numbers.family import Family
from replcalc.numbers.fields import BallField, MpField
from replcalc.statements.derivation import Derivation, substitute
from replcalc.statements.rendering import Renderable
from replcalc.statements.statement import k
from replcalc.symbolic.asymptotics import NoLeadingOrder, leading_order
from replcalc.symbolic.evaluation import Environment, evaluate
from replcalc.symbolic.language import factor_out_numbers, free, number, parts, without_ceilings
from replcalc.symbolic.language import replace as put_in
from replcalc.symbolic.printing import format_formula, latex, python_function, symbol_text
from replcalc.symbolic.reading import read_formula
from replcalc.symbolic.reduction import (
    differentiate,
    reduce_formula,
    separate_indices,
    solve_for,
    surely_positive,
    with_equal_members,
    with_values,
)

#: A text longer than this, a line, is shown in terms of the first quantities of the derivation.
READABLE = 68
EQUAL = "const"


@dataclass(frozen=True, repr=False)
class Expression(Renderable):
    """A quantity as one formula; ``where``: what the kept quantities are, ``below_one``: symbols that lie in (0,1)."""

    name: str
    relation: str
    formula: Any
    derivation: str
    title: str
    below_one: frozenset[str]
    where: tuple[tuple[str, Any], ...] = ()
    notes: tuple[str, ...] = ()

    _writer: ClassVar[tuple[str, str]] = ("derivations", "report_expression")

    def __post_init__(self) -> None:
        object.__setattr__(self, "formula", factor_out_numbers(self.formula))
        object.__setattr__(self, "where", tuple((name, factor_out_numbers(formula)) for name, formula in self.where))

    def _summary(self) -> str:
        return f"{self.name} {self.relation} {format_formula(self.formula)}"

    @property
    def is_member(self) -> bool:
        """It is the i-th member of a family."""
        return bool(free(self.formula) & _indices(self.formula))

    def _sympy_(self) -> Any:
        return self.formula

    @property
    def symbols(self) -> dict[str, Any]:
        """The symbols and families that stand in the formula, by name."""
        return {str(s): s for s in sorted(free(self.formula), key=str)}

    def latex(self) -> str:
        """Return the formula in LaTeX."""
        return latex(self.formula)

    def _repr_latex_(self) -> str:
        return f"${self.latex()}$"

    def subs(self, **values: Any) -> Expression:
        """Put in numbers or formulas by name: ``subs(k=10, rho="0.1")``.

        A family takes a list of numbers, a formula in i, or "const" (its members are equal; "const=100": to that).
        """
        for name in values:
            if name not in self.symbols:
                raise UnknownName("subs", name, "one of " + ", ".join(sorted(self.symbols)))
        equal = _equal_families(values)
        formula = _with_known(self.formula, values, equal, self.symbols, self.below_one - values.keys(), simplify=True)
        return replace(self, formula=separate_indices(formula), below_one=self.below_one - values.keys(), where=())

    def evalf(self, digits: int = 15) -> Any:
        """Return the value to so many certain digits as a Float of sympy, once every symbol has a value."""
        self._require_values("evalf", ())
        bits = 64 + 4 * digits
        while True:
            with BallField(bits).active():
                try:
                    found = Enclosure.from_ball(evaluate(self.formula, Environment({}), BallField(bits)))
                except PrecisionExhausted:
                    found = None
            if found is not None and found.agrees_to(digits):
                middle = found.midpoint
                return sp.Float(sp.Rational(int(middle.p), int(middle.q)), digits)
            if bits > _MOST_BITS:
                raise PrecisionExhausted(f"{digits} digits of {self.name} are not certain even at {bits} bits")
            bits *= 2

    def lambdify(self, modules: str = "mpmath") -> Callable[..., Any]:
        """Return a function of the symbols, called by name; a family is a sequence of numbers, and k is its length.

        Args:
            modules: "mpmath" (at the working precision of ``mpmath.mp``) or "math" (floats).
        """
        if modules == "math":
            space: dict[str, Any] = {}
            exec(python_function("formula", self.formula), space)  # written from whitelisted nodes alone
            found: Callable[..., Any] = space["formula"]
            return found
        if modules != "mpmath":
            hint = "sympy.lambdify(..., e.formula) knows others, but not families"
            raise InputError("lambdify", modules, "mpmath or math", hint)
        return self._at

    def _at(self, **values: Any) -> Any:
        """Return the value in mpmath at the working precision of ``mpmath.mp``."""
        import mpmath

        known = self.symbols
        for name in values:
            if name not in known and name != "k":
                raise UnknownName("lambdify", name, "one of " + ", ".join(sorted(known)))
        families = {
            known[name]: Family.of([_exactly(member, name) for member in value])
            for name, value in values.items()
            if isinstance(known.get(name), sp.IndexedBase)
        }
        scalars = {
            known[name]: _exactly(value, name) for name, value in values.items() if known.get(name) not in families
        }
        if families:
            scalars[k] = fmpq(next(iter(families.values())).length)
        self._require_values("lambdify", {*scalars, *families})
        field = MpField(mpmath.mp.dps + 10)
        return +mpmath.mp.make_mpf(evaluate(self.formula, Environment(scalars, families), field)._mpf_)

    def _require_values(self, option: str, known: Collection[Any]) -> None:
        missing = sorted(str(s) for s in free(self.formula) if s not in known)
        if missing:
            hint = f"subs({missing[0]}=...) gives {missing[0]} a value"
            raise InputError(option, self.name, f"values for {', '.join(missing)}", hint)

    def _symbol(self, name: str, option: str) -> Any:
        known = self.symbols
        if isinstance(known.get(name), sp.Symbol):
            return known[name]
        hint = f"{name} is a family: let {name}={EQUAL} makes it a number" if name in known else ""
        scalars = sorted(n for n, s in known.items() if isinstance(s, sp.Symbol))
        raise UnknownName(option, name, "one of " + ", ".join(scalars), hint)

    def diff(self, name: str) -> Expression:
        """Return the derivative; a ceiling is left away, and said so."""
        symbol, (smooth, notes) = self._symbol(name, "diff"), self._without_ceilings()
        try:
            found = reduce_formula(differentiate(smooth, symbol), self.below_one)
        except UnsupportedNode as error:
            raise InputError("diff", name, "what the formula has a derivative by", f"{error}; {_EQUAL_HINT}") from None
        return replace(self, name=f"d {self.name}/d {name}", relation="=", formula=found, notes=(*self.notes, *notes))

    def solve(self, name: str) -> Expression:
        """Return the value of a symbol at which the quantity takes a value that keeps the quantity's name."""
        symbol, (smooth, notes) = self._symbol(name, "solve"), self._without_ceilings()
        try:
            found = solve_for(smooth, symbol, sp.Symbol(self.name))
        except UnsupportedNode as error:
            hint = f"{error}; its leading order may do"
            raise InputError("solve", name, "a symbol that the formula can be solved for", hint) from None
        found = reduce_formula(found, self.below_one)
        return replace(self, name=name, relation="=", formula=found, notes=(*self.notes, *notes))

    def asymptotic(self, name: str) -> Expression:
        """Return the leading order with its constant: symbols in (0,1) go to 0, others to infinity."""
        symbol, to_zero = self._symbol(name, "asymptotic"), name in self.below_one
        try:
            found = leading_order(self.formula, symbol, to_zero=to_zero)
        except NoLeadingOrder as error:
            raise InputError("asymptotic", name, "a symbol in which there is a leading order", str(error)) from None
        note = f"{symbol_text(self.name)} divided by this goes to 1 as {symbol_text(name)} goes to "
        note += "0" if to_zero else "infinity"
        formula = reduce_formula(found, self.below_one)
        notes = (*self.notes, note + "; all else is fixed.")
        return replace(self, relation="~", formula=formula, where=(), notes=notes)

    def _without_ceilings(self) -> tuple[Any, tuple[str, ...]]:
        smooth = without_ceilings(self.formula)
        return smooth, ("Without its ceiling.",) if smooth != self.formula else ()


#: Most bits that ``evalf`` tries.
_MOST_BITS = 1 << 15


def _exactly(value: Any, name: str) -> fmpq:
    """Return a number as it is: one of mpmath to its last bit, others as ``parse_rational`` reads them."""
    if hasattr(value, "_mpf_"):
        sign, mantissa, exponent, _ = value._mpf_
        size = fmpq(int(mantissa)) * fmpq(2) ** int(exponent)
        return -size if sign else size
    return parse_rational(value, name)


_EQUAL_HINT = f"let NAME={EQUAL} for a family makes maxima numbers"


def quantities(derivation: Derivation) -> dict[str, Any]:
    """Return every quantity of the derivation by its name, and by its name as on paper."""
    found = {str(symbol): symbol for step in derivation.steps for _, symbol in step.outputs()}
    return {symbol_text(name): symbol for name, symbol in found.items()} | found


def below_one(derivation: Derivation) -> frozenset[str]:
    """Return the inputs that are probabilities: numbers of (0, 1)."""
    found = set()
    for p in derivation.inputs:
        low, high = p.domain.lower, p.domain.upper
        if p.indexed or low is None or high is None or not (low.is_Rational and high.is_Rational):
            continue
        if low >= 0 and p.domain.lower_open and (high < 1 or (high == 1 and p.domain.upper_open)):
            found.add(p.name)
    return frozenset(found)


def express(
    derivation: Derivation,
    quantity: str,
    *,
    let: Mapping[str, Any] | None = None,
    keep: Collection[str] = (),
    simplify: bool = False,
) -> Expression:
    """Return a quantity of a derivation, or a formula in its quantities, in its inputs and unspecified constants."""
    known, let = quantities(derivation), dict(let or {})
    kept = {str(known[name]) for name in keep if name in known}
    for name in keep:
        if name not in known:
            raise UnknownName("keep", name, "one of " + ", ".join(n for n in known if n.isascii()))
    small = below_one(derivation) - let.keys()
    name, relation, formula = _read_quantity(derivation, quantity, known, kept)
    equal = _equal_families(let)
    names = {p.name: p.variable for p in derivation.inputs} | {h.name: h.variable for h in derivation.hidden} | {"k": k}
    where: list[tuple[str, Any]] = []
    signed: set[str] = set()

    def put_in_known(formula: Any, simplify: bool = True) -> Any:
        return separate_indices(_with_known(formula, let, equal, names, small, signed, simplify=simplify))

    for one in (n for n in dict.fromkeys(str(s) for s in known.values()) if n in kept):
        whole = put_in_known(derivation.formula(one))
        if not surely_positive(whole, small):
            signed.add(one)
        inner = derivation.formula(one, keep=kept - {one})
        indexed = isinstance(known[one], sp.IndexedBase) and bool(free(whole) & _indices(whole))
        where.append((one + ("[i]" if indexed else ""), put_in_known(inner)))
        if isinstance(known[one], sp.IndexedBase) and not indexed:
            equal.append(one)
    formula = put_in_known(formula, simplify)
    uncatalogued = derivation.uncatalogued
    notes = (f"Rests on what is yours, not in the catalogue: {', '.join(uncatalogued)}.",) if uncatalogued else ()
    return Expression(name, relation, formula, derivation.name, derivation.title, small, tuple(where), notes)


def express_readably(derivation: Derivation, quantity: str, **known: Any) -> Expression:
    """Express the quantity in terms of the first quantities of the derivation where that makes it fit on a line."""
    whole = express(derivation, quantity, **known)
    if known.get("keep") or len(format_formula(whole.formula)) <= READABLE:
        return whole
    keep: list[str] = []
    shortest = whole
    for step in derivation.steps:
        keep += [str(symbol) for _, symbol in step.outputs()]
        if whole.name in keep:
            break
        found = express(derivation, quantity, **{**known, "keep": keep})
        if len(format_formula(found.formula)) <= READABLE:
            return replace(found, where=_used_quantities(found))
        if len(format_formula(found.formula)) < len(format_formula(shortest.formula)) / 2:
            shortest = replace(found, where=_used_quantities(found))
    return shortest


def _used_quantities(found: Expression) -> tuple[tuple[str, Any], ...]:
    """Return what a formula says of kept quantities, and what that says of others, in their order."""
    kept = dict(found.where)
    names = {name.removesuffix("[i]"): name for name in kept}
    wanted: set[str] = set()
    pending = [found.formula]
    while pending:
        for part in free(pending.pop()):
            name = names.get(str(part))
            if name is not None and name not in wanted:
                wanted.add(name)
                pending.append(kept[name])
    return tuple((name, formula) for name, formula in found.where if name in wanted)


def _read_quantity(
    derivation: Derivation, quantity: str, known: Mapping[str, Any], kept: set[str]
) -> tuple[str, str, Any]:
    """Return name, relation and formula of a quantity, or of a formula in quantities."""
    text = str(quantity).strip().removesuffix("[i]").removesuffix("_i")
    if text not in known and text.replace("eps", "epsilon", 1) in known:  # as screens write it: eps_star
        text = text.replace("eps", "epsilon", 1)
    if text in known:
        symbol = known[text]
        relation = derivation.definition(symbol)[1].relation
        return str(symbol), relation, derivation.formula(symbol, keep=kept - {str(symbol)})
    if text.isidentifier():
        raise UnknownName("expression", quantity, "one of " + ", ".join(n for n in known if n.isascii()))
    inputs = {p.name: p.variable for p in derivation.inputs} | {h.name: h.variable for h in derivation.hidden}
    formula = read_formula(text, inputs | dict(known), "expression")
    return text, "=", derivation.composed(formula, keep=kept)


def _indices(formula: Any) -> set[Any]:
    return {part.indices[0] for part in parts(formula) if isinstance(part, sp.Indexed)}


def _equal_families(let: Mapping[str, Any]) -> list[str]:
    """Return the names of families whose members are said to be equal."""
    return [name for name, value in let.items() if str(value).partition("=")[0] == EQUAL]


def _with_known(
    formula: Any,
    let: Mapping[str, Any],
    equal: Collection[str],
    names: Mapping[str, Any],
    small: frozenset[str],
    signed: Collection[str] = (),
    *,
    simplify: bool,
) -> Any:
    """Return the formula with numbers and formulas for the symbols and families of these names."""
    values, members = _values(let, names)
    general = {family: members.pop(family) for family in list(members) if isinstance(family, sp.IndexedBase)}
    formula = with_values(substitute(with_equal_members(formula, equal), general), values)
    if let or simplify:
        formula = reduce_formula(formula, small, signed)
    if members:
        formula = reduce_formula(put_in(formula, members), small, signed)
    return formula


def _values(let: Mapping[str, Any], names: Mapping[str, Any]) -> tuple[dict[str, Any], dict[Any, Any]]:
    """Return formulas by the names of symbols, and members of families: each of a list, else the general one."""
    values: dict[str, Any] = {}
    members: dict[Any, Any] = {}
    for name, typed in let.items():
        if name not in names:
            raise UnknownName("let", name, "one of " + ", ".join(sorted(names)))
        family = names[name]
        if isinstance(family, sp.IndexedBase):
            if str(typed).startswith(EQUAL):  # and its value, where that is said
                _, said, value = str(typed).partition("=")
                if said:
                    values[name] = read_formula(value, {n: s for n, s in names.items() if n != name}, "let")
                continue
            if isinstance(typed, str) and "i" in typed:  # the general member
                members[family] = read_formula(typed, {n: s for n, s in names.items() if n != name}, "let")
                continue
            texts = typed.split(",") if isinstance(typed, str) else list(typed)
            numbers = [number(parse_rational(text, f"let {name}")) for text in texts]
            count = str(let.get("k", len(numbers)))
            if count != str(len(numbers)) or values.setdefault("k", sp.Integer(len(numbers))) != len(numbers):
                raise InputError("let", f"{name}={typed}", f"{values.get('k', count)} numbers, as k says, or {EQUAL}")
            members |= {family[m]: value for m, value in enumerate(numbers, start=1)}
        elif typed == EQUAL:
            raise InputError("let", f"{name}={typed}", "a number or a formula", f"{name} is a number already")
        else:
            values[name] = read_formula(str(typed), {n: s for n, s in names.items() if n != name}, "let")
    return values, members
