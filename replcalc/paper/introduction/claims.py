"""The claim on the range of the paper's table (TeX line 599)."""

from __future__ import annotations

from replcalc.paper.boosting.claims import TABLE, beta, rho, s
from replcalc.paper.literature import at
from replcalc.vocabulary import Case, Claim, Verdict, below, prove_by_form, prove_finite

CLAIMS = (
    Claim(
        "sq.table-range", TABLE, at(599),
        "the range beta >= rho of the table's first row is that of the cited bound, beta < rho/2 (rho = beta = 1/10)",
        lambda: prove_finite([Case("beta < rho/2", below(beta, rho / 2))], given={rho: "1/10", beta: "1/10"}),
        lambda: prove_by_form(below(beta, rho / 2), substitute={rho: 4 * beta + s}),
        expected=Verdict.REFUTED, note="the two ranges exclude each other; with beta <= rho/4 the cited bound applies",
    ),
)  # fmt: skip
