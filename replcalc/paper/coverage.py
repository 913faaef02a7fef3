"""What the paper says outside its numbered statements, or in passing, and what each of these facts rests on here.

A fact has claims that decide it, simulators that try to break it, or neither because it says nothing that could be
decided (a definition, a remark on computing time): then ``rests_on`` says so. A fact that repeats a numbered statement
rests on the claims and simulators of that statement.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """``lines``: the first and the last line of the TeX source; ``says``: in our words."""

    lines: tuple[int, int]
    says: str
    claims: tuple[str, ...] = ()
    simulators: tuple[str, ...] = ()
    rests_on: str = ""

    def record(self) -> dict[str, str]:
        first, last = self.lines
        return {
            "lines": str(first) if first == last else f"{first}-{last}",
            "says": self.says,
            "claims": ", ".join(self.claims),
            "simulators": ", ".join(self.simulators),
            "rests on": self.rests_on,
        }


FACTS: tuple[Fact, ...] = (
    Fact((391, 393), "adaptive rounds need n k^2 samples, informally", ("adaptive.informal",), ("adaptive-game",)),
    Fact((448, 456), "a statistic suffices, informally", ("suffstat.halved",), ("symmetry",)),
    Fact(
        (475, 478),
        "label invariance at no loss, informally",
        ("label.left-composition",),
        ("symmetry",),
        "repeats cor:label_inv",
    ),
    Fact(
        (526, 526),
        "a tested candidate with a fallback agrees with probability 1 - 2 rho, if the tester never errs",
        ("boost.perfect-tester",),
        ("toy-hybrids",),
    ),
    Fact((553, 562), "boosting, informally", ("boost.intro-form",), (), "the formal statement: thm:boost_beta"),
    Fact((668, 668), "basic and advanced composition of privacy", ("private.advanced",), (), "quoted"),
    Fact(
        (680, 681),
        "a coin costs 1/rho^2 samples at worst and 1/rho in expectation, so k coins can afford rho/k each",
        (),
        (),
        "quoted",
    ),
    Fact(
        (1238, 1272), "many best arms at once", ("mean.log-failure", "arms.one-instance"), (), "a corollary of thm:main"
    ),
    Fact(
        (2775, 2783),
        "the factor 2 of thm:suff_stat is of its proof, and costs nothing in order if one starts from rho/2",
        ("suffstat.halved", "suffstat.random-threshold"),
        ("symmetry",),
    ),
    Fact((2785, 2790), "for coin flips the sum is enough", ("suffstat.bernoulli-sum",), ("symmetry",)),
    Fact(
        (2955, 2960),
        "cor:label_inv loses nothing because both runs share the permutation",
        ("label.left-composition",),
        ("symmetry",),
        "the simulator compares rho of the wrapped algorithm with rho itself, without a factor",
    ),
    Fact(
        (3046, 3051),
        "cor:pointwise_label_inv says that an algorithm exists, not that it is fast",
        (),
        ("symmetry",),
        "nothing to decide: a remark on computing time; the simulator marginalises over all coins, as the remark says",
    ),
    Fact((3152, 3156), "boosting where costs are powers", ("rem.polynomial-costs",)),
    Fact((3340, 3370), "Littlestone classes", ("littlestone.boosted",)),
    Fact((3482, 3484), "samples that contain every heavy element", ("heavy.collected",), ("testers",)),
    Fact((3609, 3614), "nearly the best rho is reached, by definition of the infimum", ("naive.nearly-optimal",)),
    Fact((3679, 3686), "lower bound for one-way marginals", (), (), "quoted"),
    Fact((3688, 3711), "a hard instance exists", ("hard.one-block",)),
    Fact((3793, 3799), "approximate max-information", (), (), "a definition, quoted"),
    Fact(
        (3883, 3885),
        "a union bound over the rounds: some round before j leaves its set with probability at most j nu",
        (),
        ("transcripts",),
        "the argument of lm:tilde_z_not_in_chhat with nu for delta, which the simulator enumerates",
    ),
)
