"""Relations between certificate trees: what they state, on which domain, and whether they hold at a point.

A conclusion is ``{"relations": [[left, operator, right], ...], "domain": {name: bounds}, "given": [relation, ...]}``:
every relation holds at every point of the domain where the given ones do and both sides have a value. Trees are kept as
they were written; nothing is simplified in between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from replcalc.kernel.algebra import Algebra
from replcalc.kernel.signs import SignReader
from replcalc.kernel.trees import parse
from replcalc.kernel.values import Intervals, constant_sign, node_sign, require
from replcalc.kernel.variables import Bounds, Variables, nonnegative, read_rational, variables_of

StatedTree = Any
ZERO: StatedTree = ["q", "0"]
#: Most terms of a sum with literal bounds.
MOST_TERMS = 400
OPERATORS = ("<=", "<", ">=", ">", "=")


@dataclass(frozen=True)
class Goal:
    """One relation with what its variables are and what is given."""

    left: StatedTree
    operator: str
    right: StatedTree
    domain: Variables
    given: tuple[tuple[StatedTree, str, StatedTree], ...] = ()

    @property
    def strict(self) -> bool:
        return self.operator in ("<", ">")

    @property
    def goal(self) -> StatedTree:
        """What is to be >= 0 (> 0 if strict)."""
        return goal_of(self.left, self.operator, self.right)

    @property
    def algebra(self) -> Algebra:
        return Algebra(nonnegative(self.domain))

    def defines(self, *trees: StatedTree) -> bool:
        """Return whether these trees have a value wherever both sides of the relation do."""
        reader = SignReader(self.domain, constant_sign)
        return all(reader.has_value_where(tree, (self.left, self.right)) for tree in trees)

    @property
    def trees(self) -> list[StatedTree]:
        """The sides of the relation and of what is given."""
        return [tree for a, _, b in (*self.given, (self.left, "", self.right)) for tree in (a, b)]

    def compare(self, left: StatedTree, operator: str, right: StatedTree) -> Goal:
        """Return another relation on the same domain, with the same given."""
        return replace(self, left=left, operator=operator, right=right)

    def map_sides(self, change: Callable[[StatedTree], StatedTree]) -> Goal:
        return replace(self, left=change(self.left), right=change(self.right))

    def within(self, name: str, bounds: Bounds) -> Goal:
        """Return the relation with other bounds for one variable."""
        return replace(self, domain={**self.domain, name: bounds})

    def difference(self, goal: StatedTree) -> StatedTree:
        """Return the difference of the sides as a proof writes it; Unverified if it is another one."""
        require(self.operator != "=", "an equation has no sign")
        require(goal == self.goal or self.algebra.equal(goal, self.goal), "another goal")
        return goal

    def require_not_given(self, name: str) -> None:
        """Refuse a variable on which something given depends."""
        given = {known for a, _, b in self.given for tree in (a, b) for known in free_names(tree)}
        require(name not in given, "given depends on it")

    def substitute(self, values: Mapping[str, StatedTree], new: Variables | None = None) -> Goal:
        """Substitute trees, as they stand, for variables, which leave the domain; ``new`` ones join it."""
        domain = {name: known for name, known in self.domain.items() if name not in values} | dict(new or {})
        given = tuple((substitute_trees(a, values), o, substitute_trees(b, values)) for a, o, b in self.given)
        sides = (substitute_trees(side, values) for side in (self.left, self.right))
        return Goal(next(sides), self.operator, next(sides), domain, given)

    def relevant(self) -> Goal:
        """Drop the variables that neither the relation nor anything given mentions."""
        used = set().union(*map(free_names, self.trees))
        return replace(self, domain={name: bounds for name, bounds in self.domain.items() if name in used})


def goal_of(left: StatedTree, operator: str, right: StatedTree) -> StatedTree:
    large, small = (right, left) if operator in ("<=", "<") else (left, right)
    return ["+", large, ["*", ["q", "-1"], small]]


def substitute_trees(tree: StatedTree, values: Mapping[str, StatedTree]) -> StatedTree:
    """Substitute trees for variables; the index of a sum stays, and none of the trees may contain it."""
    if tree[0] == "q":
        return tree
    if tree[0] == "v":
        return values.get(tree[1], tree)
    if tree[0] == "sum":
        inside = {name: value for name, value in values.items() if name != tree[2][1]}
        require(all(tree[2][1] not in free_names(value) for value in inside.values()), "an index has a variable's name")
        return [
            "sum",
            substitute_trees(tree[1], inside),
            tree[2],
            *(substitute_trees(bound, values) for bound in tree[3:]),
        ]
    return [tree[0], *(substitute_trees(part, values) for part in tree[1:])]


def expand_sums(tree: StatedTree) -> StatedTree:
    """Write out the sums between literal bounds."""
    if tree[0] in ("q", "v"):
        return tree
    parts = [expand_sums(part) for part in tree[1:]]
    if tree[0] != "sum" or parts[2][0] != "q" or parts[3][0] != "q":
        return [tree[0], *parts]
    low, high = (read_rational(bound[1]) for bound in parts[2:])
    require(low.denominator == high.denominator == 1, "a sum between bounds that are not integers has no value")
    require(-1 <= high - low < MOST_TERMS, "a sum that is too long, or ends before it begins")
    members = [name for name in free_names(parts[0]) if name.endswith(f"[{parts[1][1]}]")]
    require(not members, "a family has no single members to write out")
    terms = [substitute_trees(parts[0], {parts[1][1]: ["q", str(i)]}) for i in range(int(low), int(high) + 1)]
    return ["+", ["q", "0"], *terms]


def replace_subtree(tree: StatedTree, old: StatedTree, new: StatedTree) -> StatedTree:
    """Replace one tree by another wherever it occurs; there may be no sum."""
    if tree == old:
        return new
    require(tree[0] != "sum", "a sum")
    return tree if tree[0] in ("q", "v") else [tree[0], *(replace_subtree(part, old, new) for part in tree[1:])]


def free_names(tree: StatedTree) -> set[str]:
    """Return the variables of a tree; the index of a sum is none."""
    if tree[0] == "q":
        return set()
    if tree[0] == "v":
        return {tree[1]}
    if tree[0] == "sum":
        return (free_names(tree[1]) - {tree[2][1]}) | free_names(tree[3]) | free_names(tree[4])
    return set().union(*map(free_names, tree[1:]))


def sums_over(tree: StatedTree, name: str) -> bool:
    """Return whether a sum in the tree runs over the family of which the variable is the general member."""
    if tree[0] in ("q", "v"):
        return False
    return (tree[0] == "sum" and name.endswith(f"[{tree[2][1]}]")) or any(sums_over(part, name) for part in tree[1:])


def read_conclusion(conclusion: Mapping[str, Any]) -> list[Goal]:
    """Return the relations of a conclusion, each with its domain and what is given; Unverified if malformed."""
    domain = variables_of(conclusion["domain"])
    given = tuple((expand_sums(a), o, expand_sums(b)) for a, o, b in conclusion["given"])
    stated = [Goal(expand_sums(a), o, expand_sums(b), domain, given) for a, o, b in conclusion["relations"]]
    operators = [s.operator for s in stated] + [operator for _, operator, _ in given]
    require(bool(stated) and all(operator in OPERATORS for operator in operators), "no relation")
    require(not any(bounds.empty for bounds in domain.values()), "a domain without a value")
    for a, _, b in (*((s.left, s.operator, s.right) for s in stated), *given):
        require(free_names(a) | free_names(b) <= set(domain), "a variable without a domain")
    return stated


# -- points ------------------------------------------------------------------------------------------------------------
def holds_at(relation: tuple[StatedTree, str, StatedTree], point: Mapping[str, Fraction]) -> bool:
    """Return whether the relation holds at the point; Unverified if a side has no finite value or is uncertain.

    Every part of a side must have a value: exp(log(x)) has none at 0, sqrt(x)^2 none at -1.
    """
    left, operator, right = relation
    sides = [tree_at(side, point) for side in (left, right)]
    require(all(Intervals().continuous(parse(side), {}) for side in sides), "a side has no value")
    sign = node_sign(parse(goal_of(sides[0], operator, sides[1])))
    return sign == 0 if operator == "=" else sign > 0 or (sign == 0 and operator in ("<=", ">="))


def tree_at(tree: StatedTree, point: Mapping[str, Fraction]) -> StatedTree:
    """Return the tree with the point put in and sums written out; x^y stays e^(y ln x) although y becomes a number."""
    values = {name: ["q", str(value)] for name, value in point.items()}
    return expand_sums(substitute_trees(_by_logarithms(tree), values))


def _by_logarithms(tree: StatedTree) -> StatedTree:
    """Rewrite powers whose exponent is not a numeral as exponentials: their base must be positive."""
    if tree[0] in ("q", "v"):
        return tree
    parts = [_by_logarithms(part) for part in tree[1:]]
    if tree[0] == "^" and tree[2][0] != "q":
        return ["exp", ["*", parts[1], ["log", parts[0]]]]
    return [tree[0], *parts]
