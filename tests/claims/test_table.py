"""Claims as text: names become formulas of the statement, the control changes a constant, mistakes are refused."""

from dataclasses import replace

import pytest

from replcalc.claims import table
from replcalc.claims.table import claims_from_text
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.paper.literature import at
from replcalc.statements.catalogue import statement

TESTER = """
    heavy.kept 3479: members of a valid list are kept
        nu_prime - epsilon_prime - error >= light_below*{1|1.2}
        if epsilon < nu
        given every estimate is within epsilon/32
        proved 1/16
"""


def only(text: str, label: str = "lm:heavy_tester") -> table.Claim:
    (claim,) = claims_from_text(label, text, at)
    return claim


def test_a_claim_is_proved_and_its_control_refuted() -> None:
    claim = only(TESTER)
    assert claim.outcome().verdict is Verdict.PROVED
    assert claim.outcome(control=True).verdict is Verdict.REFUTED
    assert (claim.id, claim.source, claim.proved_constant) == ("heavy.kept", at(3479), "1/16")
    assert claim.headline == "given every estimate is within epsilon/32: members of a valid list are kept"


def test_a_wrong_formula_of_the_statement_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted error: the line below which members are rejected is twice as high."""
    right = statement("lm:heavy_tester")
    doubled = [replace(c, expression=2 * c.expression) if c.name == "light_below" else c for c in right.gives]
    wrong = replace(right, gives=tuple(doubled))
    monkeypatch.setattr(table, "statement", lambda label: wrong)
    assert only(TESTER).outcome().verdict is not Verdict.PROVED


def test_formulas_are_put_in_as_they_stand_with_the_domains_of_their_parameters() -> None:
    outcome = only(
        "to.replicable: 4 (gamma + 2 epsilon + delta) <= 16\n  rho <= {16|15}\n", "lm:pg_to_replic"
    ).outcome()
    assert outcome.verdict is Verdict.PROVED
    assert outcome.certificate is not None
    stated = outcome.certificate.to_json()["conclusion"]
    assert stated["domain"] == {name: ["> 0", "< 1"] for name in ("delta", "epsilon", "gamma")}


def test_a_conclusion_of_another_statement_is_put_in_at_given_values() -> None:
    claim = only(
        """
        main.replicability 1040: 4 (rho^4/40 + rho/20 + rho^4/40) <= rho for rho <= 1
            total <= rho
            on rho in (0, {1|2}]
            let slack = rho^4/40
            let total = lm:pg_to_replic.rho(gamma = slack, epsilon = rho/20, delta = slack)
        """
    )
    assert claim.outcome().verdict is Verdict.PROVED
    assert claim.outcome(control=True).verdict is Verdict.REFUTED


def test_a_false_claim_has_a_control_that_is_proved() -> None:
    claim = only("log.four: ln 2 = 1\n  log({2|4}) >= 1\n  expected refuted\n")
    assert claim.outcome().verdict is claim.expected is Verdict.REFUTED
    assert claim.outcome(control=True).verdict is claim.control_expected is Verdict.PROVED


def test_a_transcription_is_counted_as_one() -> None:
    claim = only("heavy.size: the size is 4/nu\n  list_size = {4|5}/nu\n  standing transcription\n")
    assert claim.standing == "transcription"


def test_an_equation_whose_sides_are_the_same_formula_says_nothing() -> None:
    assert (
        only("heavy.same: a = a in words\n  nu_prime = nu_prime + {0|1} - {0|1}\n").outcome().verdict is Verdict.PROVED
    )
    assert (
        only("heavy.same: a = a in words\n  nu_prime = nu_prime\n  if nu > {0|1/9}\n").outcome().verdict
        is Verdict.UNDECIDED
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("heavy: no second word\n  nu <= {1|0}\n", "begins with"),
        ("heavy.empty: without a relation\n  if nu < {1|2}\n", "no relation"),
        ("heavy.alone: without a control\n  nu <= 1\n", "no control"),
        ("heavy.same: a control that changes nothing\n  nu <= {1|1}\n", "no control"),
        ("heavy.brace: a brace left open\n  nu <= {1|2} + {3\n", "brace"),
        ("heavy.word: expects nothing\n  nu <= {1|0}\n  expected proved\n", "expected refuted"),
        ("heavy.twice: said once\n  nu <= {1|0}\nheavy.twice: and again\n  nu <= {1|0}\n", "two claims of one id"),
    ],
)
def test_malformed_text_is_refused_when_it_is_read(text: str, why: str) -> None:
    with pytest.raises(MalformedStatement, match=why):
        claims_from_text("lm:heavy_tester", text, at)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        ("nu_primes <= {1|0}", r"nu_primes.*nu_prime"),
        ("nu <= {1|0}\n  on x in [0, 1]", "variables that the relations use"),
        ("nu <= {1|0} +", "formula is missing"),
        ("nu <= {1|0}*b\n  let b = lm:heavy_tester.nothing", "nothing.*nu_prime"),
        ("nu <= {1|0}*b\n  let b = lm:pg_to_replic.rho(nothing = 1)", "quantities of lm:pg_to_replic"),
    ],
)
def test_an_unknown_name_is_refused_with_the_names_there_are(lines: str, why: str) -> None:
    claim = only(f"heavy.wrong: what cannot be read\n  {lines}\n")
    with pytest.raises(MalformedStatement, match=why):
        claim.outcome()


def test_a_line_number_needs_something_to_be_a_line_of() -> None:
    with pytest.raises(MalformedStatement, match="line 3 of what"):
        claims_from_text("lm:heavy_tester", "heavy.line 3: a line\n  nu <= {1|0}\n")
