"""One Coq file per claim: a lemma for every part of its certificate, and a theorem, named as the file, of all of them.

On which axioms the theorems rest is asked of Coq when the files are run (``proofs/translation/running.py``): only those
of Coq's real numbers and of machine numbers are accepted, nothing is admitted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from replcalc.numbers.enclosure import Verdict
from translation.conclusions import coq_refutation, coq_relations
from translation.expressions import OutOfReach
from translation.finite import finite
from translation.goals import coq_proposition
from translation.proofs import proof

#: The name of the file that all others require, and of the one that builds on it, for what few of them need.
PRELUDE, FURTHER = "Prelude", "Further"
#: What is defined in the second one.
_FURTHER = re.compile(r"\((total|power|asin|erf) ")


def library() -> dict[str, str]:
    """The texts of the files that others require, by their names, in the order of compilation."""
    return {
        name: (Path(__file__).parent / f"{name.lower()}.v").read_text(encoding="utf-8") for name in (PRELUDE, FURTHER)
    }


def required(text: str) -> tuple[str, ...]:
    """The names of the files that one with this text requires."""
    return (PRELUDE, FURTHER) if _FURTHER.search(text) else (PRELUDE,)


def file_name(claim: str) -> str:
    """Coq's file names are identifiers."""
    return "Claim_" + "".join(c if c.isascii() and c.isalnum() else "_" for c in claim)


def coq_text(claim: str, digest: str, certificate: Mapping[str, Any], verdict: Verdict) -> str:
    """The file of a claim whose certificate has the statement of that digest; OutOfReach if it cannot be written."""
    theorem = file_name(claim)
    lemmas = _Lemmas(theorem)
    refuted = verdict is Verdict.REFUTED
    whole, term = lemmas.add(certificate, refuted, claim)
    body = "".join(lemmas.texts)
    return (
        f"(* {claim}: {verdict.value}. sha256 of its canonical statement: {digest} *)\n"
        f"Require Import {' '.join(required(body))}.\n\n"
        f"{body}"
        f"Theorem {theorem} : {whole}.\nProof. exact {term}. Qed.\n"
    )


@dataclass
class _Lemmas:
    theorem: str
    texts: list[str] = field(default_factory=list)

    def add(self, data: Mapping[str, Any], refuted: bool, where: str) -> tuple[str, str]:
        """The proposition of a certificate (of its negation, if it refutes) and a term that proves it."""
        kind = data["kind"]
        if kind == "all":
            if refuted:
                raise OutOfReach("a conjunction that is refuted")
            parts = [self.add(part, refuted, f"{where}: {name}") for name, part in data["parts"].items()]
            return _conjunction(parts)
        if kind == "claim":
            if refuted:
                return self._lemma(*coq_refutation(data), where)
            return _conjunction([self._lemma(stated, tactic, where) for stated, tactic in coq_relations(data)])
        if kind == "finite":
            stated, tactic = finite(data)
        else:  # what a rule states by itself
            stated, tactic = coq_proposition(data), proof(data, refuted)
            stated = f"~ ({stated})" if refuted else stated
        return self._lemma(stated, tactic, where)

    def _lemma(self, stated: str, tactic: str, where: str) -> tuple[str, str]:
        name = f"{self.theorem}_{len(self.texts) + 1}"
        label = where.replace("(*", "( *").replace("*)", "* )").replace('"', "'")
        self.texts.append(
            f"(* {label} *)\nDefinition {name}_says : Prop :=\n  {stated}.\n"
            f"Lemma {name} : {name}_says.\nProof. unfold {name}_says. {tactic}. Qed.\n\n"
        )
        return f"{name}_says", name


def _conjunction(parts: list[tuple[str, str]]) -> tuple[str, str]:
    if not parts:
        raise OutOfReach("an empty conjunction")
    proposition, term = parts[-1]
    for before, proved in reversed(parts[:-1]):
        proposition, term = f"({before} /\\ {proposition})", f"(conj {proved} {term})"
    return proposition, term
