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
    """One relation of a certificate and where it holds."""

    relation: str
    domain: str = ""

    def __str__(self) -> str:
        return self.relation + (f" for {self.domain}" if self.domain else "")

    def to_json(self) -> dict[str, Any]:
        return {"relation": self.relation} | ({"domain": self.domain} if self.domain else {})


def certified_relations(statement: Mapping[str, Any]) -> Iterator[CertifiedRelation]:
    """Return the relations of a canonical statement (``replcalc.kernel.certificate``)."""
    if statement["kind"] == "finite":
        ranges = (f"{name} = {formula_text(low)}..{formula_text(high)}" for name, low, high in statement["for"])
        relations, domain = statement["relations"], ", ".join(ranges)
    else:
        conclusion = statement["conclusion"]
        given = "".join(f", given {relation_text(*relation)}" for relation in conclusion["given"])
        relations = conclusion["relations"]
        domain = (domain_text(conclusion["domain"]) + given).removeprefix(", ")
    for relation in relations:
        yield CertifiedRelation(relation_text(*relation), domain)


def is_transcription(statement: Mapping[str, Any]) -> bool:
    """Return whether all relations are equations with equal sides: a transcription, which proves nothing."""
    relations = statement["conclusion"]["relations"] if statement["kind"] == "claim" else ()
    return bool(relations) and all(left == right and operator == "=" for left, operator, right in relations)
