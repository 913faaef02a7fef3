"""What is not right as printed in this section, and what repairs it."""

from replcalc.paper.literature import at
from replcalc.statements.erratum import errata_from_text

ERRATA = errata_from_text(
    r"""
    typo symmetric cor:order_inv
        tex 2875: \emph{is} symemtric -> \emph{is} symmetric
    """,
    at,
)
