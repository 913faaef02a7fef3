"""Every default value of an input, with the reason for it.

Plain text and integers only: ``--help`` reads them without loading anything.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Default:
    """A value as a user would type it, and why it is taken."""

    text: str
    why: str


RHO0 = Default("1e-4", "what thm:main asks of the base algorithms")
BETA0 = Default("1e-3", "a conventional failure probability of a base algorithm")
#: of a composition: twice the sum of the beta0_i, if that is below 1
BETA_SHORT = "2 sum beta0"
BETA_WHY = "twice the sum of the beta0: composing may at most double what running side by side risks"
#: of adaptive problems
ADAPTIVE_BETA_SHORT = "2 sum beta0 + rho"
ADAPTIVE_BETA_WHY = f"{BETA_WHY}; adaptive runs that leave the likely answers add rho"
#: of queries and arms: half of rho
QUERIES_BETA_SHORT = "rho/2"
QUERIES_BETA_WHY = "half of rho: a wrong answer may at most be half as likely as two runs that disagree"
OUTPUTS = Default("any", "nothing was said about the answers")
GAMMA = Default("delta", "lm:pg_compose and its users take gamma_i = delta_i")
LOWER_BETA = Default("1/100", "a failure probability that both lower bounds allow")
SPLITS = ("paper", "optimal")
SPLIT = Default("paper", "the split of thm:boost_beta as printed")
CHOICES = Default("1", "one choice")
OWN_VARIANCE = Default("1/4", "the largest variance of values in [0, 1]")
PAIR_VARIANCE = Default("1", "the largest variance of a difference of two values in [0, 1]")
NEAR = Default("0", "a two-sided test: only an exact tie counts as the same")

SWEEP_N = Default("100", "samples of one algorithm; the samples of every method grow in proportion")

#: Search steps that are practical: methods that need more are not recommended.
MAX_ROUNDS = Default("1e9", "about what a computer does in a day")

#: The reference point of table 1's numeric columns, by option.
TABLE_ONE: Mapping[str, str] = {
    "rho": "0.1",
    "alpha": "0.05",
    "beta": "1e-6",
    "class_size": "1000",
    "nu": "0.2",
    "epsilon": "0.05",
    "arms": "10",
}
#: d means the Littlestone dimension in one row of table 1 and the largest point of the domain in another.
TABLE_ONE_D: Mapping[str, str] = {"pac-littlestone": "3", "pac-thresholds": "65536"}
