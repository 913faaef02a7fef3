"""One contract for every claim: decided once, the control too, and both rest on certificates that the checker accepts."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from replcalc.claims.certified import certified_relations
from replcalc.claims.deciding import Decision, claim, claim_labels, claims
from replcalc.claims.record import COMMAND, recorded_claims
from replcalc.kernel.certificate import digest, statement_of
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.prover.facts import fact
from replcalc.statements.catalogue import entry, theories
from tests.contract.checks import Broken, rests_on_a_certificate, stands_with_its_statement

LAST_LINE = 3884  # of the TeX source
SHARE = 24  # one claim in so many is decided by default, all of them with -m exhaustive and by 'replcalc verify'


def rests_on_something(decision: Decision) -> None:
    rests_on_a_certificate(decision.id, decision, decision.expected)


@pytest.mark.sampled(SHARE)
@pytest.mark.parametrize("identifier", claim_labels())
def test_the_verdict_is_the_expected_one(identifier: str, decided: Any) -> None:
    """And the record has the digest of what the claim says."""
    decision, about, record = decided(identifier), claim(identifier), recorded_claims()[identifier]
    rests_on_something(decision)
    found = (digest(statement_of(decision.certificate)), about.statement, about.expected)
    told = f"the claim changed; if that is meant, run {COMMAND} and commit the files"
    assert found == (record.digest, record.label, record.expected), told


@pytest.mark.sampled(SHARE)
@pytest.mark.parametrize("identifier", claim_labels())
def test_the_control_comes_out_the_other_way(identifier: str, decided: Any) -> None:
    rests_on_something(decided(identifier, control=True))


def test_the_record_knows_these_claims() -> None:
    assert set(recorded_claims()) == set(claim_labels()), f"run {COMMAND} and commit the files"


def test_every_claim_has_its_place() -> None:
    """What constructors cannot see: the statement exists, and what stands in the paper names its line."""
    for theory in theories():
        for module, each in theory.load("CLAIMS"):
            stands_with_its_statement(theory, module, each)
            about = entry(each.statement)
            assert each.source is None or 0 < (each.source.line or 0) <= LAST_LINE
            assert each.source is not None or about.provenance == "derived", each.id
    assert len(claims()) >= 270


@pytest.mark.parametrize(
    "wrong",
    [{"id": "Main.Sum"}, {"id": "main"}, {"text": ""}, {"statement": ""}, {"expected": Verdict.UNDECIDED}],
    ids=lambda wrong: "-".join(wrong),
)
def test_a_malformed_claim_cannot_be_built(wrong: dict[str, Any]) -> None:
    good = next(iter(claims().values()))
    assert replace(good) == good
    with pytest.raises(MalformedStatement, match="claim"):
        replace(good, **wrong)


def test_the_printed_lemma_is_among_the_refuted() -> None:
    refuted = {claim.id for claim in claims().values() if claim.expected is Verdict.REFUTED}
    assert {"kasivi.printed", "azuma.change-of-variable"} <= refuted


# -- the checks themselves can fail ------------------------------------------------------------------------------------
def test_a_wrong_verdict_a_lost_certificate_and_half_a_run_are_found(decided: Any) -> None:
    good = decided("expect.half")
    rests_on_something(good)
    for changes, match in (
        ({"expected": Verdict.REFUTED}, "comes out PROVED, not REFUTED"),
        ({"certificate": None}, "no certificate"),
        ({"certificate": {"kind": "exact"}}, "the checker says UNDECIDED"),
        ({"counterexample": {"k": "1"}}, "only that, has a counterexample"),
    ):
        with pytest.raises(Broken, match=match):
            rests_on_something(replace(good, **changes))
    control = decided("expect.half", control=True)
    with pytest.raises(Broken, match="k is no whole number"):
        rests_on_something(replace(control, counterexample={"k": "1/3"}))


def test_a_claim_in_another_folder_is_found() -> None:
    theory = next(t for t in theories() if t.name == "sharper")
    with pytest.raises(Broken, match=r"sharper/race/claims\.py: .* stands in"):
        stands_with_its_statement(theory, "replcalc.sharper.race.claims", theory.claims[0])


def conclusion_of(statement: Any) -> Any:
    """The conclusion that is written out; None for finite claims."""
    return statement.get("conclusion")


def stripped(tree: Any) -> Any:
    """A tree without its constants, of which sums and products may have more or fewer."""
    if tree[0] == "v":
        return tree
    parts = [part for part in map(stripped, tree[1:]) if part != "constant"] if tree[0] not in ("q", "pi") else []
    if not parts:
        return "constant"
    return parts[0] if len(parts) == 1 and tree[0] in ("+", "*") else [tree[0], *parts]


def but_for_constants(conclusion: Any) -> Any:
    """The relations, what is given and the operators of the bounds."""
    said = [[[stripped(a), o, stripped(b)] for a, o, b in conclusion[part]] for part in ("relations", "given")]
    return said, {name: [bound.split(" ")[0] for bound in bounds] for name, bounds in conclusion["domain"].items()}


def nudged_trees(one: Any, other: Any) -> bool:
    return one != other and bool(but_for_constants(one) == but_for_constants(other))


@pytest.mark.sampled(SHARE)
@pytest.mark.parametrize("identifier", claim_labels())
def test_a_control_refutes_the_conclusion_with_a_nudged_constant(identifier: str, decided: Any) -> None:
    """The same trees but for a constant, in the relations, the domain or what is given; of claims that are text."""
    decision = decided(identifier)
    about, control = conclusion_of(statement_of(decision.certificate)), decided(identifier, control=True)
    if about is None or "claim" not in decision.method.split("+"):
        return  # decided by a rule that is named, or in several parts
    assert control.verdict is not decision.verdict
    if control.certificate["kind"] == "claim":
        assert nudged_trees(json.loads(json.dumps(about)), json.loads(json.dumps(control.certificate["conclusion"])))


def test_a_control_about_something_else_is_no_nudge() -> None:
    about = fact("2*p*(1 - p) > 4/9", "p in (1/3, 2/3)").conclusion()
    assert nudged_trees(about, fact("2*p*(1 - p) > 9/20", "p in (1/3, 2/3)").conclusion())
    assert not nudged_trees(about, fact("p*p*(1 - p) > 9/20", "p in (1/3, 2/3)").conclusion())
    assert not nudged_trees(about, fact("2*p*(1 - p) < 4/9", "p in (1/3, 2/3)").conclusion())


@pytest.mark.sampled(SHARE)
@pytest.mark.parametrize("identifier", claim_labels())
def test_a_sentence_with_an_inequality_is_not_certified_by_equations_alone(identifier: str, decided: Any) -> None:
    """Or it says what it is given, or that it is a step."""
    compares, about = re.compile(r"[<>]|at most|at least|increas|decreas|conv|conc"), claim(identifier)
    range_left_out = re.sub(r"(for every|of degree|\().*", "", about.text)
    if about.standing == "conclusion" and about.expected is Verdict.PROVED and compares.search(range_left_out):
        certified = certified_relations(statement_of(decided(identifier).certificate))
        assert any(re.search("[<>]", str(relation).split(" for ")[0]) for relation in certified), identifier


def test_steps_are_few() -> None:
    """Claims whose certificate is only a step towards their sentence: 27 of 430 when they were first counted."""
    standing = [about.standing for about in claims().values()]
    assert standing.count("step") <= 30
    assert standing.count("conclusion") >= 0.45 * len(standing), "200 of 430 then"
