"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.slips import slip

ERRATA = (slip("symmetric", 2875, "cor:order_inv", "'symemtric'", "'symmetric'"),)
