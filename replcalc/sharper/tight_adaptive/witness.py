"""Sign rules of an adaptive game against the tight lower bound, exactly (derived:tight-adaptive).

World. The bias is 1/2 - tau or 1/2 + tau with probability w each, uniform between otherwise; a round shows m flips, and
a rule answers + with probability a_j at j ones. For w = 1/3 the disagreement of two runs is the rational of the
simulator ``threshold``; its part from the uniform piece gives every other w. k rounds are answered independently, each
by a rule drawn with shared coins from a list, so two runs differ somewhere with probability 1 - (1 - D)^k and err
somewhere with probability 1 - (1 - E)^k, D and E averages over the list.

What is compared. The disagreement of one rule with what its own errors at the ends allow, and that of k rounds with
the rho that the theorem forces at this rho and beta.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from flint import arb, fmpq

from replcalc.paper.adaptive_lower_bound.policies import threshold_rule
from replcalc.paper.adaptive_lower_bound.witness_threshold import Adversary, Rule
from replcalc.simulate.bounds import bound
from replcalc.simulate.simulator import Measurement, Simulator, climbed

LABEL = "derived:tight-adaptive"


def errors(adversary: Adversary, rule: Rule) -> tuple[fmpq, fmpq]:
    """The probabilities of a wrong answer at the two ends."""
    low = sum((a * x for a, x in zip(rule, adversary.at_low, strict=True)), fmpq(0))
    high = sum((a * x for a, x in zip(rule, adversary.at_high, strict=True)), fmpq(0))
    return low, 1 - high


def disagreement(adversary: Adversary, rule: Rule, w: fmpq) -> fmpq:
    """E[2p(1-p)] under the prior with weight w at each end."""
    u, v = errors(adversary, rule)
    ends = 2 * u * (1 - u) + 2 * v * (1 - v)
    between = 3 * adversary.disagreement(rule) - ends
    return w * ends + (1 - 2 * w) * between


def compare_rule(adversary: Adversary, rule: Rule, w: fmpq) -> Iterator[Measurement]:
    eta = sum(errors(adversary, rule), fmpq(0))
    if 0 < eta < 1:
        true = disagreement(adversary, rule, w)
        given = {"tau": adversary.tau, "m": adversary.m, "w": w, "eta": eta}
        promised = bound(LABEL, "disagreement", k=1, rho=fmpq(1, 2), beta=fmpq(1, 100), **given)
        world = {name: str(x) for name, x in given.items()} | {"rule": " ".join(map(str, rule))}
        yield Measurement(LABEL, "disagreement of one round", true, promised, world, ">=")


def compare_game(adversary: Adversary, rules: Sequence[Rule], w: fmpq, eta: fmpq, k: int) -> Iterator[Measurement]:
    size = len(rules)
    differ = sum((disagreement(adversary, rule, w) for rule in rules), fmpq(0)) / size
    wrong = w * sum((sum(errors(adversary, rule), fmpq(0)) for rule in rules), fmpq(0)) / size
    rho, beta = 1 - (1 - differ) ** k, 1 - (1 - wrong) ** k
    if k * (1 - rho - beta) > beta / (w * eta):
        given = {"k": k, "tau": adversary.tau, "m": adversary.m, "w": w, "eta": eta}
        promised = bound(LABEL, "rho_forced", rho=rho, beta=beta, **given)
        world = {name: str(x) for name, x in given.items()} | {
            "rules": size,
            "rho": str(arb(rho)),
            "beta": str(arb(beta)),
        }
        yield Measurement(LABEL, "rho of k rounds", rho, promised, world, ">=")


class TightAdaptiveSimulator(Simulator):
    name = "tight-adaptive"
    statements = (LABEL,)
    summary = "sign rules in rounds of m flips: exact disagreement of one round and of k against the tight lower bound"
    default_cases = 30

    def named(self) -> Iterator[Measurement]:
        for m, tau in ((11, fmpq(1, 5)), (41, fmpq(1, 5)), (101, fmpq(1, 10)), (151, fmpq(1, 4))):
            adversary = Adversary(m, tau)
            for w in (fmpq(1, 3), fmpq(1, 50)):
                yield from compare_rule(adversary, threshold_rule(m, (m + 1) // 2), w)
        adversary = Adversary(81, fmpq(1, 4))
        rules = [threshold_rule(81, h) for h in range(33, 50, 2)]
        for k in (1, 2, 3):
            yield from compare_game(adversary, rules, fmpq(1, 10), fmpq(1, 5), k)

    def random(self, rng: Random, count: int) -> Iterator[Measurement]:
        for _ in range(count):
            m = rng.randint(5, 40)
            adversary, w = Adversary(m, fmpq(rng.randint(10, 45), 100)), fmpq(rng.randint(1, 40), 100)
            rule = list(threshold_rule(m, rng.randint(m // 3, m - m // 3)))
            for _ in range(rng.randint(0, 3)):
                rule[rng.randrange(m + 1)] = fmpq(rng.randint(0, 4), 4)
            yield from compare_rule(adversary, tuple(rule), w)
            rules = [threshold_rule(m, rng.randint(m // 3, m - m // 3)) for _ in range(3)]
            yield from compare_game(adversary, rules, w, fmpq(rng.randint(5, 60), 100), rng.randint(1, 3))

    def search(self, rng: Random, budget: int) -> Iterator[Measurement]:
        """Climb over the rules of 12 flips for the smallest disagreement relative to its bound."""
        adversary, w = Adversary(12, fmpq(2, 5)), fmpq(1, 50)

        def neighbour(rule: Rule) -> Rule:
            j = rng.randrange(len(rule))
            return (*rule[:j], fmpq(rng.randint(0, 4), 4), *rule[j + 1 :])

        yield from climbed(threshold_rule(12, 6), neighbour, lambda rule: compare_rule(adversary, rule, w), budget)


SIMULATOR = TightAdaptiveSimulator()
