"""Way ``separate``: every problem by itself, by votes (derived:threshold-two, derived:lottery).

Polynomial time: no answers are sampled together. With at most two answers per string a threshold decides, or a uniform
one; with any outputs a lottery among the answers that pass it, and a chain of further lotteries in case that none does.
Whatever needs fewest samples is taken.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from flint import arb, fmpq

from replcalc.ask.blocks import Excess, one_term, rough_excess, smallest_samples
from replcalc.ask.recipe import sizes
from replcalc.formulas.compiled import LOG_FLOAT, LOG_NUMPY, Compiled, compiled, in_parameters
from replcalc.formulas.target import Target
from replcalc.numbers.fields import BallField
from replcalc.search.floats import log_rational
from replcalc.sharper.lottery_votes import chain
from replcalc.sharper.lottery_votes.statement import common_sample, lottery, lottery_closed, lottery_constants
from replcalc.sharper.threshold_votes import laws
from replcalc.sharper.threshold_votes.laws import LEAST, MOST
from replcalc.sharper.threshold_votes.statement import (
    VOTES,
    threshold_two,
    uniform_threshold,
    vote_kappa,
    vote_kappa_closed,
)
from replcalc.statements.derivation import run
from replcalc.vocabulary import (
    BETA, BETA0S, NS, RHO, RHO0S, Base, Composition, Derivation, Parameter, Proof, Result, Statement, Way, by_name,
    certify_at, family_inputs, polynomial, promised,
)  # fmt: skip

N = threshold_two.parameter("N")
QUANTITIES = ("samples", "rho", "beta", "runs")
#: Longest chain of lotteries that is tried.
MOST_LINKS = 16
#: With more different numbers of samples than this chains are no longer than they must be.
_MANY = 300
_GIVEN = (NS, RHO, RHO0S, BETA0S, N)


@dataclass(frozen=True)
class VoteForm:
    """One kind of votes. ``counts``: the parameters that say how many votes, one for every lottery of a chain.

    The first ``closed`` of them take closed forms, the others certified constants and MOST votes at most.
    """

    name: str
    least: int  # blocks that it needs
    counts: tuple[Parameter, ...]
    closed: int = 0

    def votes(self, blocks: int, rho0: fmpq) -> tuple[int, ...]:
        """The counts for an algorithm that has so many blocks."""
        raise NotImplementedError

    def derive(self, with_failure: bool = False) -> Derivation:
        raise NotImplementedError

    def log_term(self, blocks: int, log_rho0: float) -> float:
        """ln of what one algorithm adds to rho, in floats."""
        raise NotImplementedError

    def log_terms(self, blocks: Any, log_rho0: Any) -> Any:
        """The same for arrays."""
        raise NotImplementedError

    def log_limit(self, log_rho0: float) -> float:
        """What ``log_term`` tends to with more and more blocks; -inf where it has no limit."""
        return -math.inf if self.closed else self.log_term(MOST, log_rho0)

    def proof(self, with_failure: bool) -> Proof:
        inputs = _GIVEN + self.counts + ((BETA,) if with_failure else ())
        return Proof("separate", "Every problem by itself, votes against a shared threshold", inputs)


@dataclass(frozen=True)
class Threshold(VoteForm):
    """At most two answers per string."""

    name: str = "threshold"
    least: int = LEAST
    counts: tuple[Parameter, ...] = (threshold_two.parameter("T"),)

    def votes(self, blocks: int, rho0: fmpq) -> tuple[int, ...]:
        return (blocks if self.closed else min(blocks, MOST),)

    def derive(self, with_failure: bool = False) -> Derivation:
        proof = self.proof(with_failure)
        each = proof.apply_each(vote_kappa_closed if self.closed else vote_kappa, T=self.counts[0].entry)
        given = by_name(NS, RHO0S, BETA0S, N, *self.counts)
        whole = proof.apply(threshold_two, **given, kappa=each.kappa, phi=each.phi)
        return promised(proof, whole.rho, whole.beta)

    def log_term(self, blocks: int, log_rho0: float) -> float:
        kappa = _log_kappa(self.votes(blocks, fmpq(0))[0], bool(self.closed))
        return float(_term(threshold_two, LOG_FLOAT)(kappa=kappa, rho0=log_rho0))

    def log_terms(self, blocks: Any, log_rho0: Any) -> Any:
        import numpy as np

        if self.closed:
            log_votes = np.log(blocks.astype(float))
            top = np.minimum(log_votes, chain.ASYMPTOTIC)
            kappa = _closed_kappa(LOG_NUMPY)(T=top) - (log_votes - top) / 2
        else:
            known = np.array([_log_kappa(votes, False) for votes in range(LEAST, MOST + 1)])
            kappa = known[np.clip(blocks, LEAST, MOST) - LEAST]
        return _term(threshold_two, LOG_NUMPY)(kappa=kappa, rho0=log_rho0)


@dataclass(frozen=True)
class UniformThreshold(VoteForm):
    """At most two answers per string, a uniform number as threshold."""

    name: str = "uniform threshold"
    least: int = 1
    counts: tuple[Parameter, ...] = (uniform_threshold.parameter("T"),)
    closed: int = 1

    def votes(self, blocks: int, rho0: fmpq) -> tuple[int, ...]:
        return (blocks,)

    def derive(self, with_failure: bool = False) -> Derivation:
        proof = self.proof(with_failure)
        whole = proof.apply(uniform_threshold, **by_name(NS, RHO0S, BETA0S, N, *self.counts))
        return promised(proof, whole.rho, whole.beta)

    def log_term(self, blocks: int, log_rho0: float) -> float:
        return float(_term(uniform_threshold, LOG_FLOAT)(T=math.log(blocks), rho0=log_rho0))

    def log_terms(self, blocks: Any, log_rho0: Any) -> Any:
        import numpy as np

        return _term(uniform_threshold, LOG_NUMPY)(T=np.log(blocks.astype(float)), rho0=log_rho0)


@dataclass(frozen=True)
class LotteryChain(VoteForm):
    """Any outputs: as many lotteries as there are counts, one run at the end."""

    name: str = "lottery"
    least: int = LEAST + 1
    counts: tuple[Parameter, ...] = ()

    def votes(self, blocks: int, rho0: fmpq) -> tuple[int, ...]:
        if len(self.counts) == 1:
            return (blocks - 1 if self.closed else min(blocks - 1, MOST),)
        return chain.dealt(blocks, log_rational(rho0), len(self.counts), self.closed)

    def derive(self, with_failure: bool = False) -> Derivation:
        proof = self.proof(with_failure)
        rho, beta, blocks = RHO0S.entry, BETA0S.entry, 1
        for place, count in reversed(list(enumerate(self.counts))):
            lemma = lottery_closed if place < self.closed else lottery_constants
            each = proof.apply_each(lemma, names=_numbered(lemma, place), T=count.entry)
            link = proof.apply_each(
                lottery, names=_numbered(lottery, place, "_one"), rho0=RHO0S.entry, beta0=BETA0S.entry, T=count.entry,
                c=each.c, u=each.u, phi=each.phi, rho_later=rho, beta_later=beta, B_later=blocks,
            )  # fmt: skip
            rho, beta, blocks = link.rho, link.beta, link.blocks
        whole = proof.apply(common_sample, **by_name(NS, N), B=blocks, rho_one=rho, beta_one=beta)
        return promised(proof, whole.rho, whole.beta)

    def log_term(self, blocks: int, log_rho0: float) -> float:
        votes = chain.dealt(blocks, log_rho0, len(self.counts), self.closed)
        return chain.log_rho(votes, log_rho0, self.closed)

    def log_terms(self, blocks: Any, log_rho0: Any) -> Any:
        if len(self.counts) == 1:
            return chain.log_rhos(blocks, log_rho0, bool(self.closed))
        import numpy as np

        return np.array([self.log_term(int(b), float(r)) for b, r in zip(blocks, log_rho0, strict=True)])

    def log_limit(self, log_rho0: float) -> float:
        """Lotteries of certified constants cast MOST votes, those of the closed form lose nothing but fall back."""
        links = len(self.counts)
        last = chain.log_rho((MOST,) * (links - self.closed), log_rho0, 0)
        return last + self.closed * (chain.log_constants(MOST, True)[1] + log_rho0)


def _numbered(statement: Statement, place: int, suffix: str = "") -> dict[str, str]:
    """Names of the conclusions of the link at that place: numbered from the second on."""
    return {gives.name: f"{gives.name}{suffix}{place + 1 if place else ''}" for gives in statement.gives}


def _count(place: int) -> Parameter:
    name = f"T{place + 1}" if place else "T"
    which = f"lottery {place + 1} of a chain" if place else "the lottery"
    return Parameter(Base(name, integer=True, positive=True), VOTES, f"votes of the i-th algorithm in {which}")


@cache
def lotteries(links: int, closed: int = 0) -> LotteryChain:
    return LotteryChain(least=LEAST * links + 1, counts=tuple(map(_count, range(links))), closed=closed)


TWO, UNIFORM = Threshold(), UniformThreshold()


def derive(form: VoteForm = lotteries(1)) -> Derivation:  # noqa: B008 (a frozen value)
    return form.derive()


@cache
def _term(statement: Statement, target: Target) -> Compiled:
    return one_term(statement, statement.conclusion("rho").formula.body, target)


@cache
def _closed_kappa(target: Target = LOG_FLOAT) -> Compiled:
    return compiled(in_parameters(vote_kappa_closed, "kappa"), target)


@lru_cache(maxsize=1 << 16)
def _log_kappa(votes: int, closed: bool) -> float:
    if not closed:
        return log_rational(laws.kappa(votes))
    log_votes = math.log(votes)
    top = min(log_votes, chain.ASYMPTOTIC)
    return float(_closed_kappa()(T=top)) - (log_votes - top) / 2


# -- one problem -------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class VotedTerm:
    """What one problem adds to the promise of a composition, and its runs of the base algorithm."""

    rho: arb
    beta: arb
    runs: int


def term(form: VoteForm, problem: Composition, samples: int, bits: int = 128) -> VotedTerm:
    """The form's promise for a question about one algorithm, from so many samples: balls, by the form's derivation."""
    field = BallField(bits)
    with field.active():
        values = run(form.derive(), _inputs(problem, form, samples), field, check=False).values
        return VotedTerm(values["rho"], values["beta"], int(values["runs"].unique_fmpz()))


# -- all problems ------------------------------------------------------------------------------------------------------
def solve(goal: Composition, digits: int) -> Result:
    """The form that needs fewest samples, certified at the smallest N that meets rho."""
    forms = list(_forms(goal))
    if not forms:
        return Result("separate", goal, None, reason=_OUT_OF_REACH, derivation=derive())
    form = min(forms, key=lambda form: _roughly(goal, form))
    samples = _samples(goal, form)
    inputs = _inputs(goal, form, samples)
    answer = certify_at(samples, form.derive(goal.beta is not None), inputs, digits)
    chosen = {"form": form.name} | {"votes" + count.name[1:]: inputs[count.name].distinct for count in form.counts}
    return Result("separate", goal, answer, chosen=chosen, effort=polynomial(answer.value("runs")), reported=QUANTITIES)


_OUT_OF_REACH = (
    f"a lottery falls back with probability up to 9/8 rho0_i; after {MOST_LINKS} of them one by one the last run is "
    "still asked so often that the sum of the disagreements is not below rho"
)


def _forms(goal: Composition) -> Iterator[VoteForm]:
    """What can meet rho: thresholds, or chains as long as the longer one needs fewer samples, as floats say."""
    if goal.outputs.two:
        yield UNIFORM
        yield from (form for form in (TWO, replace(TWO, closed=1)) if _reachable(goal, form))
        return
    best: int | None = None
    for links in range(1, MOST_LINKS + 1):
        forms = [form for k in range(links + 1) if _reachable(goal, form := lotteries(links, k))]
        yield from forms
        least = min((_roughly(goal, form) for form in forms), default=None)
        if least is not None and (len(goal.n.distinct) > _MANY or (best is not None and least >= best)):
            return
        best = least


@lru_cache(maxsize=64)
def _roughly(goal: Composition, form: VoteForm) -> int:
    """The samples that the form needs, by floats."""
    unit, rough = math.gcd(*set(goal.n.distinct)), _rough(goal, form)
    low = high = max(1, form.least * max(goal.n.distinct) // unit)
    while rough(high * unit) > 0:
        low, high = high, 2 * high
    while high - low > max(1, high >> 40):
        middle = (low + high) // 2
        low, high = (low, middle) if rough(middle * unit) <= 0 else (middle, high)
    return high * unit


def _reachable(goal: Composition, form: VoteForm) -> bool:
    """Is there a number of samples that meets rho?"""
    return rough_excess(goal, lambda blocks, log_rho0: form.log_limit(log_rho0))(0) < -1e-12


def _samples(goal: Composition, form: VoteForm) -> int:
    """The smallest N that meets rho."""
    lowest = form.least * max(goal.n.distinct)
    return smallest_samples(goal, form.derive(), lambda N: _inputs(goal, form, N), lowest, _rough(goal, form))


def _rough(goal: Composition, form: VoteForm) -> Excess:
    return rough_excess(goal, form.log_term, terms=form.log_terms)


def _inputs(goal: Composition, form: VoteForm, samples: int) -> dict[str, Any]:
    """What the form's derivation is evaluated at: the question, the samples, the counts of every algorithm."""
    kinds = list(zip(goal.n.values, goal.rho0.codes, strict=True))
    places = {kind: place for place, kind in enumerate(dict.fromkeys(kinds))}
    votes = [form.votes(samples // n, goal.rho0.distinct[code]) for n, code in places]
    codes = [places[kind] for kind in kinds]
    counts = {
        count.name: goal.n.select(tuple(row[place] for row in votes), codes) for place, count in enumerate(form.counts)
    }
    return family_inputs(goal) | counts | {"N": samples}


# -- words -------------------------------------------------------------------------------------------------------------
def recipe(result: Result) -> tuple[str, ...]:
    """The steps of the form that was chosen, with the votes of every size."""
    assert result.answer is not None and result.samples is not None
    draw = f"Draw {result.samples:,} fresh samples, used by every problem."
    run = "For every problem i run its algorithm with string r_i once on each of its first T_i blocks; count answers."
    if result.chosen["form"] == LotteryChain.name:
        return _lottery_recipe(result, draw, run)
    votes = sizes(result.question.n, lambda n: f"T = {_counted(result, 'T')[n]}")
    uniform = result.chosen["form"] == UNIFORM.name
    threshold = (
        "a uniform number u_i in (0, 1)" if uniform else f"a threshold m_i among 0, ..., T_i - 1, {_law(result)}"
    )
    decide = "its share of the T_i votes exceeds u_i" if uniform else "it has more than m_i votes"
    return (
        (
            "Agree on a random seed. For every problem i derive from it a random string r_i for its algorithm and "
            f"{threshold}. The numbers of votes are {votes}."
        ),
        draw,
        "For every problem i cut the first T_i n_i of them into T_i blocks of n_i samples.",
        run,
        (
            "Of the two answers that are possible with string r_i call one the first, by an order fixed beforehand. "
            f"Output it for problem i if {decide}, and the other one if not."
        ),
    )


def _lottery_recipe(result: Result, draw: str, run: str) -> tuple[str, ...]:
    assert result.answer is not None
    names = [p.name for p in result.answer.derivation.inputs if p.name.startswith("T")]
    tables = [_counted(result, name) for name in names]
    votes = sizes(result.question.n, lambda n: "T = " + " + ".join(table[n] for table in tables))
    chained = len(names) > 1
    last = "the last string" if chained else "a second string r'_i"
    each = "for every lottery" if chained else "these"
    steps = [
        (
            f"Agree on a random seed. For every problem i derive from it {each}: a random string r_i for its "
            "algorithm, a clock for every answer that comes up (a number uniform in (0, 1), named by the answer) and "
            f"a threshold m_i among 0, ..., T_i - 1, {_law(result)}; and {last} for one run. "
            f"The numbers of votes are {votes}."
        ),
        draw,
        "For every problem i cut its samples into blocks of n_i, one for every vote and one more.",
        run,
        "If some answers have more than m_i votes, output for problem i the one of them with the smallest clock.",
    ]
    if chained:
        steps.append(
            "If none has, do the same with the next number of votes: further blocks, string, clocks, threshold."
        )
    steps.append(f"If none has{' in any lottery' if chained else ''}, run the algorithm of problem i with "
                 f"{last} on one further block and output that answer.")  # fmt: skip
    return tuple(steps)


def _counted(result: Result, name: str) -> dict[int, str]:
    """Votes by size, as words: where algorithms of one size have different rho0, from the least to the most."""
    assert result.answer is not None
    found: dict[int, set[int]] = {}
    for n, votes in zip(result.question.n.values, result.answer.inputs[name].values, strict=True):
        found.setdefault(n, set()).add(votes)
    return {n: f"{min(v):,}" + (f" to {max(v):,}" if len(v) > 1 else "") for n, v in found.items()}


def _law(result: Result) -> str:
    """Where the law of the threshold is written down."""
    assert result.answer is not None
    steps = [step.statement.label for step in result.answer.derivation.steps]
    if any(label.endswith("-closed") for label in steps):
        return "the number m with probability proportional to sqrt(m (T_i - 1 - m))"
    module = "lottery_votes" if lottery_constants.label in steps else "threshold_votes"
    return f"with the weights that replcalc.sharper.{module}.laws.weights(T_i) lists"


WAYS = (
    Way(
        "separate",
        "every problem by itself, by votes: (sum of rho0_i sqrt n_i)^2/rho^2, polynomial time",
        Composition.kind,
        derive,
        solve,
        QUANTITIES,
        polynomial=True,
        recipe=recipe,
    ),
)
