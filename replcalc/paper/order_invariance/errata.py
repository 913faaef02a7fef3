"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import tex
from replcalc.paper.slips import slip

ERRATA = (slip("symmetric", "cor:order_inv", tex(2875, r"\emph{is} symemtric", r"\emph{is} symmetric")),)
