"""The adversary of threshold estimation, and algorithms in its adaptive game with their coins fixed, exactly.

*One round.* The bias theta is 1/2 - tau or 1/2 + tau with probability 1/3 each, else uniform between them; the
algorithm sees m flips and answers + or -. Given the number j of ones all orders are equally likely, so an algorithm
with fixed coins is a rule: the fraction a_j of orders that it answers with +. Everything is a sum of
w_j(theta) = C(m,j) theta^j (1-theta)^(m-j), whose products have rational expectations: the two ends by substitution,
the part between by

    (M+1) C(M,s) * integral over [lo,hi] of theta^s (1-theta)^(M-s) = Pr[Bin(M+1,hi) > s] - Pr[Bin(M+1,lo) > s].

*k rounds.* A policy is layers of memory states, one layer per round. A state has a rule and says to which state of the
next layer each (count, answer) leads; with enough states it is any algorithm that looks at counts and answers. Two runs
share theta_1..theta_k and nothing else, so the pair of their states, restricted to equal answers so far, moves by the
rationals E[w_i w_j]; one run that is right so far moves by E[w_j; answer valid].
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import itemgetter, mul

from flint import fmpq, fmpz

from replcalc.simulate.binomial import binomials, exact_pmf, exact_tails
from replcalc.simulate.distributions import ONE, ZERO, collect_outcomes

#: A rule is accurate if its error is at most this.
TOLERANCE = fmpq(1, 16)

Rule = tuple[fmpq, ...]  # a_0 .. a_m


@dataclass(frozen=True)
class Adversary:
    """The distribution of the bias for given tau, seen through m flips."""

    m: int
    tau: fmpq

    @cached_property
    def at_low(self) -> tuple[fmpq, ...]:
        """w_0 .. w_m at 1/2 - tau; at 1/2 + tau they are reversed."""
        return exact_pmf(self.m, fmpq(1, 2) - self.tau)

    @property
    def at_high(self) -> tuple[fmpq, ...]:
        return self.at_low[::-1]

    def moments(self, degree: int) -> tuple[fmpq, ...]:
        """Return E[theta^s (1-theta)^(degree-s)] for s = 0..degree."""
        low, high = fmpq(1, 2) - self.tau, fmpq(1, 2) + self.tau
        upper, lower, atom = exact_tails(degree + 1, high), exact_tails(degree + 1, low), exact_pmf(degree, low)
        row, width = binomials(degree), 2 * self.tau * (degree + 1)
        return tuple(
            ((upper[s] - lower[s]) / width + atom[s] + atom[degree - s]) / (3 * row[s]) for s in range(degree + 1)
        )

    @cached_property
    def single(self) -> tuple[fmpq, ...]:
        """E[w_j]."""
        return tuple(c * x for c, x in zip(binomials(self.m), self.moments(self.m), strict=True))

    @cached_property
    def _double(self) -> tuple[tuple[fmpz, ...], fmpz]:
        """The moments of degree 2m as integers over one denominator: sums over pairs then need no gcd."""
        moments, whole = self.moments(2 * self.m), fmpz(1)
        for x in moments:
            whole = whole.lcm(x.q)
        return tuple(x.p * (whole // x.q) for x in moments), whole

    def error(self, rule: Sequence[fmpq]) -> fmpq:
        """Return the probability of an answer that is not valid."""
        low, high = self.ends(rule)
        return (ONE + low - high) / 3

    def ends(self, rule: Sequence[fmpq]) -> tuple[fmpq, fmpq]:
        """Return the probability of the answer + at the biases 1/2 - tau and 1/2 + tau."""
        low, high = (sum(map(mul, rule, masses), ZERO) for masses in (self.at_low, self.at_high))
        return low, high

    def slope(self, rule: Sequence[fmpq]) -> fmpq:
        """Return the derivative of the probability of + at the bias 1/2: sum of a_j C(m,j) (4 j - 2 m)/2^m."""
        masses = zip(rule, exact_pmf(self.m, fmpq(1, 2)), strict=True)
        return sum((a * x * (4 * j - 2 * self.m) for j, (a, x) in enumerate(masses)), ZERO)

    def plus(self, rule: Sequence[fmpq]) -> fmpq:
        """Return E[p], p the probability of the answer + given the bias."""
        return sum((a * x for a, x in zip(rule, self.single, strict=True)), ZERO)

    def both_plus(self, rule: Sequence[fmpq], other: Sequence[fmpq]) -> fmpq:
        """Return E[p p']: the probability that both of two runs with a common bias answer +."""
        row, (numbers, whole) = binomials(self.m), self._double
        weighted = [(j, b * c) for j, (b, c) in enumerate(zip(other, row, strict=True)) if b != 0]
        chosen = [(i, a * row[i]) for i, a in enumerate(rule) if a != 0]
        return sum((a * sum((b * numbers[i + j] for j, b in weighted), ZERO) for i, a in chosen), ZERO) / whole

    def disagreement(self, rule: Sequence[fmpq]) -> fmpq:
        """Return E[2 p (1-p)]."""
        return 2 * (self.plus(rule) - self.both_plus(rule, rule))


def threshold_rule(m: int, c: int) -> Rule:
    """Answer + from count c on."""
    return tuple(fmpq(int(j >= c)) for j in range(m + 1))


@lru_cache(maxsize=512)
def find_best_rule(m: int, tau: fmpq, tolerance: fmpq = TOLERANCE) -> tuple[fmpq, Rule] | None:
    """Return the least disagreement of a rule with error at most ``tolerance``, and the rule; None if there is none.

    The disagreement is concave in the rule, and by Neyman and Pearson no rule with that error does better than a
    randomised threshold that is indifferent at the same bias. On each edge of that family, from threshold c to c - 1,
    the disagreement is concave and the error linear: only thresholds and points with error ``tolerance`` remain.
    Reversing counts and answers maps c to m + 1 - c and changes neither, so c need not pass the middle.
    """
    game, found = Adversary(m, tau), []
    for c in range(m + 1, m // 2, -1):
        rule, following = threshold_rule(m, c), threshold_rule(m, c - 1)
        error, less = game.error(rule), game.error(following)
        if error > tolerance > less:
            share = (error - tolerance) / (error - less)
            rule = (*rule[: c - 1], share, *rule[c:])
        if game.error(rule) <= tolerance:
            found.append((game.disagreement(rule), rule))
    return min(found, default=None, key=itemgetter(0))


# -- k rounds ----------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class MemoryState:
    """A rule, and the index of the next state for each count and answer (0 for -, 1 for +)."""

    rule: Rule
    after: tuple[tuple[int, int], ...]


Policy = tuple[tuple[MemoryState, ...], ...]


@dataclass(frozen=True)
class Meeting:
    """Two runs that agreed so far, at states ``mine`` and ``theirs`` of round ``round``.

    ``mass`` is the probability of meeting there, ``differ`` that of different answers then, ``phantom`` that of
    different answers from two independent samples at ``theirs``; ``spread`` is E[p(1-p) + p'(1-p')]; ``accurate`` says
    whether the rule of ``theirs`` is.
    """

    round: int
    mine: int
    theirs: int
    mass: fmpq
    differ: fmpq
    phantom: fmpq
    spread: fmpq
    accurate: bool


@dataclass(frozen=True)
class Play:
    """What a policy does: Pr[two runs differ], Pr[some answer is wrong], E[accurate rounds], every meeting."""

    rho: fmpq
    beta: fmpq
    accurate: fmpq
    meetings: tuple[Meeting, ...]


def play(game: Adversary, policy: Policy) -> Play:
    """Move two runs that agree, one run, and one run that is right so far, through the layers."""
    matched, single, right = {(0, 0): ONE}, {0: ONE}, {0: ONE}
    minus = tuple(x - y / 3 for x, y in zip(game.single, game.at_high, strict=True))
    accurate, meetings = ZERO, list[Meeting]()
    for number, layer in enumerate(policy, start=1):
        right_often = [game.error(state.rule) <= TOLERANCE for state in layer]
        accurate += sum((mass for v, mass in single.items() if right_often[v]), ZERO)
        for (v, w), mass in matched.items():
            p, q = game.plus(layer[v].rule), game.plus(layer[w].rule)
            pq, pp, qq = (game.both_plus(layer[x].rule, layer[y].rule) for x, y in ((v, w), (v, v), (w, w)))
            differ, spread = p + q - 2 * pq, p - pp + q - qq
            meetings.append(Meeting(number, v, w, mass, differ, 2 * (q - qq), spread, right_often[w]))
        matched = _advance_pairs(game, layer, matched)
        single = _advance(layer, single, game.single, game.single)
        right = _advance(layer, right, minus, minus[::-1])
    return Play(ONE - sum(matched.values(), ZERO), ONE - sum(right.values(), ZERO), accurate, tuple(meetings))


def _advance_pairs(
    game: Adversary, layer: Sequence[MemoryState], masses: Mapping[tuple[int, int], fmpq]
) -> dict[tuple[int, int], fmpq]:
    """Move two runs that agreed so far by one round in which they agree again."""
    moves = [_moves(state) for state in layer]
    moved = collect_outcomes(
        ((mine, theirs), mass * game.both_plus(chosen, other))
        for (v, w), mass in masses.items()
        for answer in (0, 1)
        for mine, chosen in moves[v][answer].items()
        for theirs, other in moves[w][answer].items()
    )
    return {pair: mass for pair, mass in moved.items() if mass != 0}


def _moves(state: MemoryState) -> tuple[dict[int, list[fmpq]], dict[int, list[fmpq]]]:
    """For each answer: the states it may lead to, each with the probability, per count, of answer and state."""
    found: tuple[dict[int, list[fmpq]], dict[int, list[fmpq]]] = ({}, {})
    for j, answer, chance in _choices(state):
        found[answer].setdefault(state.after[j][answer], [ZERO] * len(state.rule))[j] = chance
    return found


def _advance(
    layer: Sequence[MemoryState], masses: Mapping[int, fmpq], minus: Sequence[fmpq], plus: Sequence[fmpq]
) -> dict[int, fmpq]:
    """Move one run; ``minus[j]`` and ``plus[j]`` weigh count j with the answer - or +."""
    return collect_outcomes(
        (layer[v].after[j][answer], mass * chance * (plus if answer else minus)[j])
        for v, mass in masses.items()
        for j, answer, chance in _choices(layer[v])
    )


def _choices(state: MemoryState) -> Iterator[tuple[int, int, fmpq]]:
    """Count, answer, and the probability of the answer given the count."""
    for j, a in enumerate(state.rule):
        yield from ((j, answer, chance) for answer, chance in ((0, 1 - a), (1, a)) if chance != 0)


def repeat_rule(k: int, rule: Rule) -> Policy:
    """Return the policy that uses the same rule in every round."""
    return ((MemoryState(rule, ((0, 0),) * len(rule)),),) * k


def repeat_first_answer(k: int, rule: Rule) -> Policy:
    """Answer the first round by the rule, then repeat that answer for ever."""
    m = len(rule) - 1
    always = (
        MemoryState(threshold_rule(m, m + 1), ((0, 0),) * (m + 1)),
        MemoryState(threshold_rule(m, 0), ((1, 1),) * (m + 1)),
    )
    return ((MemoryState(rule, ((0, 1),) * (m + 1)),), *(always,) * (k - 1))
