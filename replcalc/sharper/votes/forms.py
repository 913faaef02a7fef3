"""What can be done for one problem: run it once, votes of two answers, a chain of lotteries.

A form gives its bounds in floats, for a search, and how a proof applies its theorem to the problems that take it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any

from replcalc.planning.blocks import one_term
from replcalc.search.optimise import log_rational
from replcalc.sharper.votes import lottery_chain as chain
from replcalc.sharper.votes import threshold_weights as laws
from replcalc.sharper.votes.statement_lottery import common_sample, lottery, lottery_closed, lottery_constants
from replcalc.sharper.votes.statement_threshold import (
    VOTES,
    threshold_two,
    uniform_threshold,
    vote_kappa,
    vote_kappa_closed,
)
from replcalc.sharper.votes.threshold_weights import LEAST, MOST
from replcalc.statements.derivation import tag_parameter
from replcalc.symbolic.codegen import LOG, Compiled, compile_formula, in_parameters
from replcalc.vocabulary import BETA0S, NS, RHO0S, Base, Parameter, Proof, Statement, Symbol, k

N = threshold_two.parameter("N")
#: With more kinds of problems than this their bounds are computed by numpy, and votes are dealt by a rule of thumb.
FEW = 30
#: numpy's whole numbers end below this.
INTEGERS = 1 << 62


@dataclass(frozen=True)
class PartNames:
    """The families of the problems that take one form; ``tag`` tells them from those of other parts."""

    tag: str = ""

    @property
    def families(self) -> tuple[Parameter, ...]:
        return tuple(self.own(parameter) for parameter in (NS, RHO0S, BETA0S))

    @property
    def members(self) -> Any:
        return Symbol(f"k{self.tag}") if self.tag else k

    def own(self, parameter: Parameter) -> Parameter:
        return tag_parameter(parameter, self.tag) if self.tag else parameter

    def names(self, statement: Statement, number: str = "", suffix: str = "") -> dict[str, str]:
        return {gives.name: f"{gives.name}{suffix}{number}{self.tag}" for gives in statement.gives}


@dataclass(frozen=True)
class VoteForm:
    """One thing to do for a problem. ``counts``: the parameters that say how many votes, one for every lottery.

    The first ``closed`` of them take closed forms, the others certified constants and MOST votes at most.
    """

    name: str
    least: int  # blocks that it needs
    counts: tuple[Parameter, ...] = ()
    closed: int = 0

    def votes(self, blocks: int, log_rho0: float) -> tuple[int, ...]:
        """The counts for an algorithm that has so many blocks."""
        raise NotImplementedError

    def votes_many(self, blocks: Any, log_rho0: Any) -> list[Any]:
        """The same for arrays: one for every count."""
        raise NotImplementedError

    def applied(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        """rho, beta and runs of the part of the problems that takes this form."""
        raise NotImplementedError

    def promise(self, blocks: int, log_rho0: float) -> tuple[float, float]:
        """ln of the disagreement of one problem and of the growth of its failure, in floats."""
        raise NotImplementedError

    def promises_many(self, blocks: Any, log_rho0: Any) -> tuple[Any, Any]:
        """The same for arrays."""
        raise NotImplementedError

    def promises(self, blocks: Any, log_rho0: Any) -> tuple[Any, Any]:
        """The same for an array, of machine integers or of Python's own."""
        import numpy as np

        if blocks.dtype != object:
            return self.promises_many(blocks, log_rho0)
        found = np.array([self.promise(count, float(log)) for count, log in zip(blocks, log_rho0, strict=True)])
        return found[:, 0], found[:, 1]

    def votes_of(self, blocks: Any, log_rho0: Any) -> tuple[tuple[int, ...], ...]:
        """The counts for an array."""
        if blocks.dtype != object:
            return tuple(zip(*(column.tolist() for column in self.votes_many(blocks, log_rho0)), strict=True))
        return tuple(self.votes(count, float(log)) for count, log in zip(blocks, log_rho0, strict=True))


@dataclass(frozen=True)
class Once(VoteForm):
    """One run of the base algorithm."""

    name: str = "once"
    least: int = 0

    def votes(self, blocks: int, log_rho0: float) -> tuple[int, ...]:
        return ()

    def votes_of(self, blocks: Any, log_rho0: Any) -> tuple[tuple[int, ...], ...]:
        return ((),) * len(blocks)

    def applied(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        n, rho0, beta0 = (parameter.entry for parameter in part.families)
        return proof.apply(
            common_sample,
            names=part.names(common_sample),
            members=part.members,
            n=n,
            N=N.variable,
            B=1,
            rho_one=rho0,
            beta_one=beta0,
        )

    def promise(self, blocks: int, log_rho0: float) -> tuple[float, float]:
        return log_rho0, 0.0

    def promises_many(self, blocks: Any, log_rho0: Any) -> tuple[Any, Any]:
        return log_rho0, 0.0


@dataclass(frozen=True)
class Threshold(VoteForm):
    """At most two answers per string."""

    name: str = "threshold"
    least: int = LEAST
    counts: tuple[Parameter, ...] = (threshold_two.parameter("T"),)

    def votes(self, blocks: int, log_rho0: float) -> tuple[int, ...]:
        return (blocks if self.closed else min(blocks, MOST),)

    def votes_many(self, blocks: Any, log_rho0: Any) -> list[Any]:
        return [blocks if self.closed else blocks.clip(max=MOST)]

    def applied(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        n, rho0, beta0 = (parameter.entry for parameter in part.families)
        votes, lemma = part.own(self.counts[0]).entry, vote_kappa_closed if self.closed else vote_kappa
        each = proof.apply_each(lemma, names=part.names(lemma), members=part.members, T=votes)
        return proof.apply(
            threshold_two,
            names=part.names(threshold_two),
            members=part.members,
            n=n,
            rho0=rho0,
            beta0=beta0,
            N=N.variable,
            T=votes,
            kappa=each.kappa,
            phi=each.phi,
        )

    def promise(self, blocks: int, log_rho0: float) -> tuple[float, float]:
        kappa, growth = _log_kappa(self.votes(blocks, log_rho0)[0], bool(self.closed))
        return float(_term(threshold_two)(kappa=kappa, rho0=log_rho0)), growth

    def promises_many(self, blocks: Any, log_rho0: Any) -> tuple[Any, Any]:
        import numpy as np

        if self.closed:
            log_votes = np.log(blocks.astype(float))
            top = np.minimum(log_votes, chain.ASYMPTOTIC)
            kappa = _closed("kappa")(T=top) - (log_votes - top) / 2
            growth = _log_kappa(MOST, True)[1]
        else:
            known = np.array([_log_kappa(votes, False) for votes in range(LEAST, MOST + 1)])
            kappa, growth = known[np.minimum(blocks, MOST) - LEAST].T
        return _term(threshold_two)(kappa=kappa, rho0=log_rho0), growth


@dataclass(frozen=True)
class UniformThreshold(VoteForm):
    """At most two answers per string, a uniform number as threshold."""

    name: str = "uniform threshold"
    least: int = 1
    counts: tuple[Parameter, ...] = (uniform_threshold.parameter("T"),)
    closed: int = 1

    def votes(self, blocks: int, log_rho0: float) -> tuple[int, ...]:
        return (blocks,)

    def votes_many(self, blocks: Any, log_rho0: Any) -> list[Any]:
        return [blocks]

    def applied(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        n, rho0, beta0 = (parameter.entry for parameter in part.families)
        return proof.apply(
            uniform_threshold,
            names=part.names(uniform_threshold),
            members=part.members,
            n=n,
            rho0=rho0,
            beta0=beta0,
            N=N.variable,
            T=part.own(self.counts[0]).entry,
        )

    def promise(self, blocks: int, log_rho0: float) -> tuple[float, float]:
        return float(_term(uniform_threshold)(T=math.log(blocks), rho0=log_rho0)), 0.0

    def promises_many(self, blocks: Any, log_rho0: Any) -> tuple[Any, Any]:
        import numpy as np

        return _term(uniform_threshold)(T=np.log(blocks.astype(float)), rho0=log_rho0), 0.0


@dataclass(frozen=True)
class LotteryChain(VoteForm):
    """Any outputs: as many lotteries as there are counts, one run at the end."""

    name: str = "lottery"
    least: int = LEAST + 1

    def votes(self, blocks: int, log_rho0: float) -> tuple[int, ...]:
        return chain.dealt(blocks, log_rho0, len(self.counts), self.closed)

    def votes_many(self, blocks: Any, log_rho0: Any) -> list[Any]:
        return chain.dealt_many(blocks, log_rho0, len(self.counts), self.closed)

    def applied(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        n, rho0, beta0 = (parameter.entry for parameter in part.families)
        rho, beta, blocks = rho0, beta0, 1
        for place, count in reversed(list(enumerate(self.counts))):
            lemma = lottery_closed if place < self.closed else lottery_constants
            number = str(place + 1) if place else ""
            votes = part.own(count).entry
            each = proof.apply_each(lemma, names=part.names(lemma, number), members=part.members, T=votes)
            link = proof.apply_each(
                lottery,
                names=part.names(lottery, number, "_one"),
                members=part.members,
                rho0=rho0,
                beta0=beta0,
                T=votes,
                c=each.c,
                u=each.u,
                phi=each.phi,
                rho_later=rho,
                beta_later=beta,
                B_later=blocks,
            )
            rho, beta, blocks = link.rho, link.beta, link.blocks
        return proof.apply(
            common_sample,
            names=part.names(common_sample),
            members=part.members,
            n=n,
            N=N.variable,
            B=blocks,
            rho_one=rho,
            beta_one=beta,
        )

    def promise(self, blocks: int, log_rho0: float) -> tuple[float, float]:
        votes = self.votes(blocks, log_rho0)
        return chain.log_rho(votes, log_rho0, self.closed), chain.log_growth(votes, log_rho0, self.closed)

    def promises_many(self, blocks: Any, log_rho0: Any) -> tuple[Any, Any]:
        return chain.log_promises(blocks, log_rho0, len(self.counts), self.closed)


def _count(place: int) -> Parameter:
    name = f"T{place + 1}" if place else "T"
    which = f"lottery {place + 1} of a chain" if place else "the lottery"
    return Parameter(Base(name), VOTES, f"votes of the i-th algorithm in {which}")


@cache
def lotteries(links: int, closed: int = 0) -> LotteryChain:
    return LotteryChain(least=LEAST * links + 1, counts=tuple(map(_count, range(links))), closed=closed)


ONCE, TWO, UNIFORM = Once(), Threshold(), UniformThreshold()
TWO_CLOSED = replace(TWO, closed=1)


@cache
def _term(statement: Statement) -> Compiled:
    return one_term(statement, statement.conclusion("rho").expression.function)


@cache
def _closed(name: str) -> Compiled:
    return compile_formula(in_parameters(vote_kappa_closed, name), LOG)


@lru_cache(maxsize=1 << 16)
def _log_kappa(votes: int, closed: bool) -> tuple[float, float]:
    """ln kappa and ln phi."""
    if not closed:
        return log_rational(laws.kappa(votes)), log_rational(laws.phi(votes))
    log_votes = math.log(votes)
    top = min(log_votes, chain.ASYMPTOTIC)
    return float(_closed("kappa")(T=top)) - (log_votes - top) / 2, float(_closed("phi")(T=top))
