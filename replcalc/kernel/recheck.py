"""The check of certificates: nothing else makes a fact PROVED.

``recheck`` returns the verdict that a certificate establishes, or UNDECIDED if it does not check out. It imports
neither the prover nor sympy; what it trusts is interval arithmetic, the rules of this package and exact Fractions.
"""

from replcalc.kernel.certificate import Certificate
from replcalc.kernel.finite import finite_verdict
from replcalc.kernel.rules import conclusion_verdict
from replcalc.numbers.enclosure import Verdict

_CHECKS = {"claim": conclusion_verdict, "finite": finite_verdict}


def recheck(certificate: Certificate) -> Verdict:
    """Return the verdict the certificate establishes; UNDECIDED if anything in it fails to verify."""
    try:
        return _CHECKS[certificate.kind](certificate.data)
    except Exception:  # whatever a document from elsewhere makes go wrong, it establishes nothing
        return Verdict.UNDECIDED
