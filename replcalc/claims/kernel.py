"""Theorems of the catalogue that Coq's kernel has checked, for finite sample spaces, and what rests on what.

``claims/kernel.json`` is written from the sources in proofs/ by ``make -C proofs export``: for every theorem its label,
its name and file, its bounds as formulas and what it assumes. A test compares the bounds with the catalogue's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib.resources import files

from replcalc.statements.catalogue import entry, statement
from replcalc.statements.theory import Entry
from replcalc.symbolic.language import free


@dataclass(frozen=True)
class KernelBound:
    """A quantity that a theorem bounds, its sense and its formula as text."""

    name: str
    sense: str
    formula: str


@dataclass(frozen=True)
class KernelTheorem:
    """A theorem that Coq's kernel accepts: its file in proofs/, what it proves and assumes."""

    label: str
    name: str
    file: str
    gives: tuple[KernelBound, ...]
    assumes: tuple[str, ...]
    claims: tuple[str, ...] = ()  # whose certificates discharge some of its hypotheses

    def and_also(self, other: KernelTheorem) -> KernelTheorem:
        """Merge two theorems about one statement."""
        file = self.file if other.file == self.file else f"{self.file}, {other.file}"
        name, gives = f"{self.name}, {other.name}", (*self.gives, *other.gives)
        return KernelTheorem(
            self.label,
            name,
            file,
            gives,
            tuple(dict.fromkeys((*self.assumes, *other.assumes))),
            (*self.claims, *other.claims),
        )

    def __str__(self) -> str:
        return f"{self.name} in proofs/{self.file}"


@cache
def kernel_theorems() -> Mapping[str, KernelTheorem]:
    """Return every theorem of the kernel by its label."""
    data = json.loads((files("replcalc.claims") / "kernel.json").read_text(encoding="utf-8"))
    found: dict[str, KernelTheorem] = {}
    for row in data["theorems"]:
        if row.get("refutes"):  # proves that the statement as printed is false
            continue
        gives = tuple(KernelBound(g["name"], g["sense"], g["formula"]) for g in row["gives"])
        theorem = KernelTheorem(
            row["label"], row["theorem"], row["file"], gives, tuple(row["assumes"]), tuple(row.get("rests", ()))
        )
        found[theorem.label] = found[theorem.label].and_also(theorem) if theorem.label in found else theorem
    return found


class Ground(StrEnum):
    """The ground on which a statement rests."""

    KERNEL = "proved in Coq for finite sample spaces"
    IN_PART = "proved in Coq in part, for finite sample spaces"
    PAGE = "proved on a page"
    PAPER = "proved in its source"
    CITED = "cited"


def describe_proved_part(label: str) -> str:
    """Describe the part of a statement that its theorem in Coq proves; empty if it proves all conclusions by itself.

    An equation that other conclusions use, or a number of samples, is a definition: there is nothing to prove.
    """
    theorem, about = kernel_theorems()[label], statement(label)
    proved = {bound.name for bound in theorem.gives}
    used = {str(symbol) for conclusion in about.gives for symbol in free(conclusion.expression)}
    missing = [
        conclusion.name
        for conclusion in about.gives
        if conclusion.name not in proved
        and not (conclusion.relation == "=" and (conclusion.name in _SAMPLES or conclusion.name in used))
    ]
    if not missing and not theorem.claims:
        return ""
    shown = ", ".join(dict.fromkeys(bound.name for bound in theorem.gives)) or "an intermediate inequality"
    return f"{shown}, given the claims {', '.join(theorem.claims)}" if theorem.claims else shown


#: Conclusions that say how many samples an algorithm takes.
_SAMPLES = ("samples", "n_new")


def ground_of(about: Entry) -> Ground:
    if about.label in kernel_theorems():
        return Ground.IN_PART if describe_proved_part(about.label) else Ground.KERNEL
    return {"derived": Ground.PAGE, "paper": Ground.PAPER, "literature": Ground.CITED}[about.provenance]


def grounds_of(labels: Iterable[str]) -> dict[Ground, tuple[str, ...]]:
    """Return everything that these statements rest on, including themselves, by its ground.

    Where Coq proves all conclusions of a statement, what the catalogue says it uses is not followed further.
    """
    found: dict[Ground, dict[str, None]] = {ground: {} for ground in Ground}
    waiting = [entry(label) for label in labels]
    seen = set()
    while waiting:
        about = waiting.pop(0)
        if about.label in seen:
            continue
        seen.add(about.label)
        ground = ground_of(about)
        if not about.label.startswith("goal:"):
            found[ground][about.label] = None
        if ground is not Ground.KERNEL:
            waiting += [entry(used) for used in about.uses]
    return {ground: tuple(labels) for ground, labels in found.items() if labels}


def rests_on_text(labels: Iterable[str], assumed: Iterable[str] = ()) -> str:
    """Write the same as sentences; ``assumed``: unspecified constants and hypotheses assumed by the user."""
    told = []
    for ground, names in grounds_of(labels).items():
        named = [f"{name} ({describe_proved_part(name)})" if ground is Ground.IN_PART else name for name in names]
        told.append(f"{ground.value}: {', '.join(named)}")
    taken = tuple(dict.fromkeys(assumed))
    return "Rests on: " + "; ".join([*told, *([f"assumed by you: {', '.join(taken)}"] if taken else [])]) + "."
