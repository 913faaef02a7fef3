"""What is not right as printed in this section, and what repairs it."""

from __future__ import annotations

from replcalc.paper.literature import at, lines
from replcalc.paper.slips import slip
from replcalc.statements.erratum import imprecise, typo

ERRATA = (
    imprecise(
        "naive-coins",
        at(3629),
        "sec:naive",
        "the events err_i 'are independent'",
        "the inputs are, but with one common random string the events need not be. Witness: answer the sample if "
        "r < 1/10, else 0: the union stays at most 1/10 for every k",
        "every copy has its own coins",
        ("naive.common-string", "naive.union"),
    ),
    imprecise(
        "hard-instance-ranges",
        at(3693),
        "lm:hard_instance_exists",
        "'for any rho, beta > 0'",
        "thm:multi_dim_mean, which is used, asks for rho < 1/2 and beta < rho (1152)",
        "the same ranges",
        also=lines(1152),
    ),
    typo(
        "one-hundredth",
        at(3734),
        "thm:hardness",
        "failure probability 0.01",
        "the constant was chosen for 0.001 (line 3728), and only that falls under the lower bound",
        "0.001",
        also=lines(3728),
    ),
    slip("polylog", 3705, "lm:hard_instance_exists", "log(1/beta)", "polylog(1/beta), as thm:multi_dim_mean gives"),
    slip("last-vector", 3708, "lm:hard_instance_exists", "the vectors v^(1), ..., v^(i)", "v^(1), ..., v^(k)"),
    slip("composed-problem", 3727, "thm:hardness", "an algorithm for T_i", "for the composed problem"),
)
