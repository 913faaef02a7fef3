"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import slip, tex

ERRATA = (slip("symmetric", "cor:order_inv", tex(2875, r"\emph{is} symemtric", r"\emph{is} symmetric")),)
