"""What a claim's certificate establishes, as text written from its trees: relations with the domain they hold on.

This, and no more, is what a verdict is about. The sentence of a claim says what the relations are for; what leads from
them to the sentence, where something does, is argued on the page (``Claim.argued``).
"""

from __future__ import annotations

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
    """The relations of a canonical statement (``replcalc.kernel.statement``), part by part."""
    kind = statement["kind"]
    if kind == "all":
        for name, inner in statement["parts"].items():
            yield from certified_relations(inner, f"{part}: {name}" if part else name)
    elif kind == "witness":
        yield from certified_relations(statement["premises"], part)
        for found in certified_relations(statement["conclusion"], part):
            yield CertifiedRelation(part or "what is claimed", found.relation, found.domain, fails=True)
    elif kind == "claim":
        conclusion = statement["conclusion"]
        given = "".join(f", given {relation_text(*relation)}" for relation in conclusion["given"])
        for relation in conclusion["relations"]:
            yield CertifiedRelation(part, relation_text(*relation), domain_text(conclusion["domain"]) + given)
    elif kind == "finite":
        yield from _finite(statement, part)
    else:
        yield CertifiedRelation(part, _relation(statement), _domain(kind, statement))


def _relation(statement: Mapping[str, Any]) -> str:
    if statement["kind"] == "identity":
        return relation_text(statement["left"], "=", statement["right"])
    if "relation" in statement:
        said = statement["relation"]
        return relation_text(said["left"], said["operator"].replace("==", "="), said["right"])
    return f"{formula_text(statement['goal'])} {'>' if statement['strict'] else '>='} 0"


def _domain(kind: str, statement: Mapping[str, Any]) -> str:
    if kind == "exact":
        return ""
    if kind == "box":
        left_out = {tuple(end) for end in statement["open"]}
        bounds = {
            name: [
                f"{'>' if (name, 'lower') in left_out else '>='} {low}",
                f"{'<' if (name, 'upper') in left_out else '<='} {high}",
            ]
            for name, (low, high) in statement["domain"].items()
        }
        given = [f"{formula_text(a['goal'])} {'>' if a['strict'] else '>='} 0" for a in statement["assumptions"]]
        return domain_text(bounds) + "".join(f", given {assumption}" for assumption in given)
    text = domain_text(statement["symbols"])
    if kind == "growth":
        beyond = f"{statement['symbol']} >= {formula_text(statement['start'])}"
        return f"{beyond}, {text}" if text else beyond
    return text


def _finite(statement: Mapping[str, Any], part: str) -> Iterator[CertifiedRelation]:
    """Cases for every value of some indices, with given numbers and tables of them."""
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
