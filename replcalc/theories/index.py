"""Write the index of every theory of this package anew, and its formulas as they are written out:

    python -m replcalc.theories.index

Run it after adding or renaming a statement, a claim or a simulator; a test compares each index with the modules.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from replcalc.formulas.node import Node
from replcalc.formulas.written import Form, to_text
from replcalc.statements.statement import GROWTH
from replcalc.theories.catalogue import OWN, own
from replcalc.theories.theory import Index, Theory

WRITTEN = Path(str(files("replcalc.formulas") / "written.json"))


def path_of(theory: Theory) -> Path:
    return Path(str(files(theory.package) / "index.json"))


def written_formulas() -> Iterator[tuple[Node, Form, str]]:
    """Every formula that ``show`` writes out, in the forms it is written in."""
    for statement in (s for theory in map(own, OWN) for s in theory.load_statements()):
        for parameter in statement.given:
            yield parameter.entry, "latex", ""
        for constant in statement.hidden:
            yield constant.variable, "latex", ""
        for condition in statement.conditions:
            if condition.inequality is not None:
                yield condition.inequality, "latex", ""
                yield condition.inequality.left, "text", ""
                yield condition.inequality.right, "text", ""
        for conclusion in statement.gives:
            yield conclusion.entry, "latex", ""
            yield conclusion.entry, "drawn", ""
            yield conclusion.formula, "text", ""
            yield conclusion.formula, "latex", ""
            yield conclusion.formula, "drawn", GROWTH.get(conclusion.sense, "")


def main() -> None:
    """Statements first: claims and simulators look them up while they are loaded."""
    for theory in map(own, OWN):
        path_of(theory).write_text(Index(theory.made_entries()).to_text(), encoding="utf-8")
    for theory in map(own, OWN):
        index = Index(theory.made_entries(), theory.made_claim_places(), theory.made_witnesses())
        path_of(theory).write_text(index.to_text(), encoding="utf-8")
        print(path_of(theory))
    WRITTEN.write_text(to_text(written_formulas()), encoding="utf-8")
    print(WRITTEN)


if __name__ == "__main__":
    main()
