"""Write the index of every theory of this package anew: ``python -m replcalc.theories.index``.

Run it after adding or renaming a statement, a claim or a simulator; a test compares each index with the modules.
"""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from replcalc.theories.catalogue import OWN, own
from replcalc.theories.theory import Index, Theory


def path_of(theory: Theory) -> Path:
    return Path(str(files(theory.package) / "index.json"))


def main() -> None:
    """Statements first: claims and simulators look them up while they are loaded."""
    for theory in map(own, OWN):
        path_of(theory).write_text(Index(theory.made_entries()).to_text(), encoding="utf-8")
    for theory in map(own, OWN):
        index = Index(theory.made_entries(), theory.made_claim_places(), theory.made_witnesses())
        path_of(theory).write_text(index.to_text(), encoding="utf-8")
        print(path_of(theory))


if __name__ == "__main__":
    main()
