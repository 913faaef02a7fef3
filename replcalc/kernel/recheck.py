"""The check of certificates: nothing else makes a fact PROVED.

``recheck`` returns the verdict that a certificate establishes, or UNDECIDED if it does not check out. It imports
neither the prover nor sympy; what it trusts is interval arithmetic, the rules of this package and exact Fractions. A
box may be cut into smaller pieces, a bounded number of times, to verify the form of proof that is stated for it.
"""

from collections.abc import Mapping
from typing import Any

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.finite import finite_fails, finite_holds
from replcalc.kernel.rules import conclusion_verdict
from replcalc.kernel.values import require
from replcalc.numbers.enclosure import Verdict


def recheck(certificate: Certificate) -> Verdict:
    """Return the verdict the certificate establishes; UNDECIDED if anything in it fails to verify."""
    try:
        return _CHECKS[certificate.kind](certificate.data)
    except Exception:  # whatever a document from elsewhere makes go wrong, it establishes nothing
        return Verdict.UNDECIDED


def _check_all(data: Mapping[str, Any]) -> Verdict:
    require(bool(data["parts"]), "an empty conjunction")
    for name, part in data["parts"].items():
        require(recheck(Certificate.from_json(part)) is Verdict.PROVED, f"part {name}")
    return Verdict.PROVED


def _check_counterexample(data: Mapping[str, Any]) -> Verdict:
    """Check a counterexample: its hypotheses are proved, its conclusion is refuted."""
    require(recheck(Certificate.from_json(data["premises"])) is Verdict.PROVED, "the hypotheses")
    require(recheck(Certificate.from_json(data["conclusion"])) is Verdict.REFUTED, "the conclusion")
    return Verdict.REFUTED


def _check_finite(data: Mapping[str, Any]) -> Verdict:
    """Check exact comparisons for all indices, or one that fails."""
    if "fails" in data:
        require(finite_fails(data), "the comparison does not fail")
        return Verdict.REFUTED
    require(finite_holds(data), "a comparison fails")
    return Verdict.PROVED


_CHECKS = {
    "claim": conclusion_verdict,
    "finite": _check_finite,
    "all": _check_all,
    "counterexample": _check_counterexample,
}
