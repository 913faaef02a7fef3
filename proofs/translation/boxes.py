"""Proofs on boxes: the domain is cut as the checker cuts it, until every piece lies in a leaf; then the leaf's form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from replcalc.kernel.boxes import overlap, region_of
from replcalc.kernel.trees import parse, restrict
from replcalc.kernel.values import Region
from replcalc.kernel.variables import Bounds
from translation.expressions import (
    OutOfReach,
    beyond_interval,
    coq_number,
    expanded,
    identifier,
    prepared,
    put,
    slope,
    text,
)
from translation.goals import positive, region_reader
from translation.normal import identity

Leaf = tuple[Region, Mapping[str, Any]]


def box(data: Mapping[str, Any]) -> str:
    domain = region_of(data["domain"])
    goal = expanded(prepared(data["goal"], region_reader(domain)))
    leaves = [(region_of(leaf["box"]), leaf["proof"]) for leaf in data["leaves"]]
    assumed = [(prepared(a["goal"], region_reader(domain)), bool(a["strict"])) for a in data["assumptions"]]
    boxes = _Boxes(domain, {(name, end) for name, end in data["open"]}, assumed)
    proof = boxes.cut(goal, bool(data["strict"]), domain, leaves)
    return f"intros; expand; {proof}"


@dataclass(frozen=True)
class _Boxes:
    domain: Region
    open_ends: set[tuple[str, str]]
    assumed: Sequence[tuple[Any, bool]] = ()

    def cut(self, goal: Any, strict: bool, region: Region, leaves: Sequence[Leaf]) -> str:
        """The covering: x <= cut or cut <= x, until a leaf holds the whole piece."""
        near = [leaf for leaf in leaves if all(overlap(leaf[0][n], region[n]) for n in region)]
        for there, proof in near:
            if all(there[n][0] <= low and high <= there[n][1] for n, (low, high) in region.items()):
                sides = (
                    f"assert ({coq_number(a)} <= {identifier(n)} <= {coq_number(b)}) by lra; "
                    for n, (a, b) in there.items()
                )
                return f"{''.join(sides)}{self.leaf(goal, there, strict, proof)}"
        cuts = [(n, x) for b, _ in near for n in region for x in b[n] if region[n][0] < x < region[n][1]]
        if not cuts:
            raise OutOfReach("the boxes do not cover the domain")
        name, at = sorted(cuts)[len(cuts) // 2]
        low, high = region[name]
        halves = ({**region, name: (low, at)}, {**region, name: (at, high)})
        below, above = (self.cut(goal, strict, half, near) for half in halves)
        return f"destruct (Rle_or_lt {identifier(name)} {coq_number(at)}); [{below} | {above}]"

    def leaf(self, f: Any, region: Region, strict: bool, proof: Mapping[str, Any]) -> str:
        """Proves 0 <= f (0 < f) with the sides of the region in the context; fixed variables are put into f already."""
        form = proof["form"]
        free = [n for n, (low, high) in region.items() if low != high]
        if form == "monotone" and beyond_interval(f):  # at an end the slope of asin has no value
            return f"first [{self._ranges(f, region, free, strict)} | {self._monotone(f, region, strict, proof)}]"
        if form == "monotone":
            return self._monotone(f, region, strict, proof)
        if form in ("ball", "mean") and free:
            return self._ranges(f, region, free, strict, self._from_ends(f, region, strict))
        if form in ("zero", "point", "ball", "mean"):
            return self._folded(f, region, free, strict)
        if form == "range":
            return self._ranges(f, region, free, strict)
        if form == "outside":
            return self._outside(region, *self.assumed[proof["assumption"]])
        raise OutOfReach(f"the form {form}")

    def _outside(self, region: Region, known: Any, strict: bool) -> str:
        """What is assumed fails on the whole region."""
        minus = ["*", ["q", "-1"], expanded(known)]
        free = [n for n, (low, high) in region.items() if low != high]
        shown = self._ranges(minus, region, free, not strict)
        below = f"assert (0 {'<=' if strict else '<'} {text(minus)}) by ({shown})"
        return f"exfalso; {below}; cut ({positive(known, strict)}); [expand; lra | assumption]"

    def _from_ends(self, f: Any, region: Region, strict: bool) -> str:
        """Where f may be infinite at an end that is left out, it is monotone: from the other end."""
        tries = []
        for name, end in sorted(self.open_ends):
            low, high = region[name]
            if low < high and self._left_out(name, end, region):
                other = "lower" if end == "upper" else "upper"
                proof = {"variable": name, "end": other, "derivative": {"form": "range"}, "face": {"form": "ball"}}
                try:
                    tries.append(f"solve [{self._monotone(f, region, strict, proof)}]")
                except OutOfReach:
                    continue
        return f"first [{' | '.join(tries)}]" if tries else "fail"

    def _left_out(self, name: str, end: str, region: Region) -> bool:
        upper = end == "upper"
        return (name, end) in self.open_ends and region[name][upper] == self.domain[name][upper]

    def _ranges(self, f: Any, region: Region, free: list[str], strict: bool, otherwise: str = "fail") -> str:
        cutting = ", ".join(f"i_bisect {identifier(n)}" for n in free)
        tries = [f"interval with (i_prec 60, {cutting}, i_depth 12)"]
        tries += [f"interval with (i_prec 80, {cutting}, i_autodiff {identifier(n)}, i_depth 14)" for n in free]
        if beyond_interval(f):
            tries = [f"(near; first [{' | '.join(tries)}])"]
        tries += [f"solve [{self._folded(f, region, free, strict)}]", "solve [poles; interval with (i_prec 60)]"]
        return f"first [{' | '.join([*tries, otherwise])}]"

    def _folded(self, f: Any, region: Region, free: list[str], strict: bool) -> str:
        """With constants folded, as the checker does on a face: exact zeros stay exact."""
        folded = restrict(parse(f), {}).tree()
        variables = {n: Bounds(low=region[n][0], high=region[n][1]) for n in free}
        normal, raw, new = identity(f, folded, variables)
        cutting = ", ".join(f"i_bisect {identifier(n)}" for n in free)
        ranged = f"interval with (i_prec 80, {cutting}, i_depth 12) | " if free else "compare | "
        forms = [
            f"assert (EQ : {raw} = {each}) by ({normal.closing()}); try rewrite EQ; first [{ranged}sign]"
            for each in (new, normal.flat(f))
        ]
        whole = f"{normal.opening()}first [{' | '.join(f'solve [{form}]' for form in forms)}]"
        if strict:
            return f"first [sign | {whole}]"
        try:
            zero, _, _ = identity(f, ["q", "0"], variables)
            vanishing = f"(apply Req_le; symmetry; {zero.opening()}{zero.closing()})"
        except OutOfReach:
            vanishing = "fail"
        quick = "" if free else "solve [compare] | "
        return f"first [{quick}solve [{vanishing}] | solve [sign] | {whole}]"

    def _monotone(self, f: Any, region: Region, strict: bool, proof: Mapping[str, Any]) -> str:
        name, end = proof["variable"], proof["end"]
        low, high = region[name]
        at = low if end == "lower" else high
        after = slope(f, name)
        change = after if end == "lower" else ["*", ["q", "-1"], after]
        face = {**region, name: (at, at)}
        x = identifier(name)
        functions = f"(fun {x} => {text(f)}) (fun {x} => {text(after)}) {coq_number(at)} {x}_0"
        ends = self.open_ends | {(name, "lower"), (name, "upper")}
        inside = replace(self, domain={**self.domain, name: region[name]}, open_ends=ends)
        between = f"intros {x} ?; within {coq_number(low)} {coq_number(high)} {x}"

        def tactic(opened: bool) -> str:
            lemma = f"from_{end}" + ("_open" if opened else "_strict" if strict else "")
            grows = inside.leaf(change, region, opened, proof["derivative"])
            there = self.leaf(put(f, name, ["q", str(at)]), face, strict and not opened, proof["face"])
            return (
                f"refine ({lemma} {functions} _ _ _ _); cbv beta; "
                f"[{between}; smooth | {between}; clear dependent {x}_0; {grows} | {there} | lra]"
            )

        whole = tactic(False)
        if strict and self._left_out(name, end, region):
            whole = f"first [solve [{tactic(True)}] | {whole}]"
        return f"rename {x} into {x}_0; {whole}"
