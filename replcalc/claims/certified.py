"""Write what a claim's certificate establishes as text, from its trees: relations and their domains.

This, and no more, is what a verdict is about. The sentence of a claim says what the relations are for; what leads from
them to the sentence, where something does, is argued on the page (``Claim.argued``).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from replcalc.prover.facts import domain_text, formula_text, relation_text


@dataclass(frozen=True)
class CertifiedRelation:
    """One relation of a certificate: the part's name, the two sides, where it holds; a counterexample's conclusion
    fails."""

    part: str
    relation: str
    domain: str = ""
    fails: bool = False

    def __str__(self) -> str:
        text = self.relation + (f" for {self.domain}" if self.domain else "")
        return f"false: {text}" if self.fails else text

    def to_json(self) -> dict[str, Any]:
        shown = {"part": self.part, "relation": self.relation, "domain": self.domain}
        return {name: text for name, text in shown.items() if text} | ({"fails": True} if self.fails else {})


def certified_relations(statement: Mapping[str, Any], part: str = "") -> Iterator[CertifiedRelation]:
    """Return the relations of a canonical statement (``replcalc.kernel.certificate``), part by part."""
    kind = statement["kind"]
    if kind == "all":
        for name, inner in statement["parts"].items():
            yield from certified_relations(inner, f"{part}: {name}" if part else name)
    elif kind == "counterexample":
        yield from certified_relations(statement["premises"], part)
        for found in certified_relations(statement["conclusion"], part):
            yield CertifiedRelation(part or "what is claimed", found.relation, found.domain, fails=True)
    elif kind == "finite":
        yield from _finite(statement, part)
    else:
        conclusion = statement["conclusion"]
        given = "".join(f", given {relation_text(*relation)}" for relation in conclusion["given"])
        domain = domain_text(conclusion["domain"]) + given
        for relation in conclusion["relations"]:
            yield CertifiedRelation(part, relation_text(*relation), domain.removeprefix(", "))


def is_transcription(statement: Mapping[str, Any]) -> bool:
    """Return whether all relations are equations with equal sides: a transcription, which proves nothing."""
    if statement["kind"] == "all":
        return all(map(is_transcription, statement["parts"].values()))
    relations = statement.get("conclusion", {}).get("relations", ()) if statement["kind"] == "claim" else ()
    return bool(relations) and all(left == right and operator == "=" for left, operator, right in relations)


def _finite(statement: Mapping[str, Any], part: str) -> Iterator[CertifiedRelation]:
    """Describe cases for every value of some indices, with given numbers and tables."""
    given = [f"{name} = {value}" for name, value in statement["given"].items()]
    given += [f"a table {name}" for name in statement["tables"]]
    if statement["polynomial"]:
        given.append(f"polynomials in {statement['polynomial']}")
    for case in statement["cases"]:
        said = case["relation"]
        indices = [f"{name} = {formula_text(low)}..{formula_text(high)}" for name, low, high in case["for"]]
        named = f"{part}: {case['name']}" if part and case["name"] else case["name"] or part
        operator = said["operator"].replace("==", "=")
        yield CertifiedRelation(named, relation_text(said["left"], operator, said["right"]), ", ".join(indices + given))
