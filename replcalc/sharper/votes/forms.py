"""Forms of voting for one problem: run it once, votes of two answers, a chain of lotteries.

A form gives its bounds in floats, for searches, and applies its theorem in a derivation. In floats everything is an
array with a place for every kind of problem: ``blocks`` holds floor(N/n) as machine integers, or as Python's own where
they are too large.
"""

import math
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from replcalc.search.optimise import log_rational
from replcalc.sharper.votes import statement as theorems
from replcalc.sharper.votes.statement import CLOSED_GROWTH, VOTES, common_sample, threshold_two, uniform_threshold
from replcalc.sharper.votes.weights import LEAST, LOTTERY, MOST, TWO_ANSWERS, VoteTable
from replcalc.statements.derivation import tag_parameter
from replcalc.vocabulary import BETA0S, NS, RHO0S, Base, Parameter, Proof, Statement, Symbol, k

Array = Any
N = threshold_two.parameter("N")
#: ln T beyond which a constant is a multiple of 1/sqrt T to all digits of a float.
ASYMPTOTIC = 60.0


@dataclass(frozen=True)
class PartNames:
    """The families of the problems that take one form; ``tag`` distinguishes them from those of other parts."""

    tag: str = ""

    @property
    def families(self) -> tuple[Parameter, ...]:
        return tuple(self.own(parameter) for parameter in (NS, RHO0S, BETA0S))

    @property
    def members(self) -> Any:
        return Symbol(f"k{self.tag}") if self.tag else k

    @property
    def given(self) -> dict[str, Any]:
        """What every theorem is given: sizes, disagreements and failures of the members, and the common sample."""
        return {p.name: self.own(p).entry for p in (NS, RHO0S, BETA0S)} | {N.name: N.variable}

    def own(self, parameter: Parameter) -> Parameter:
        return tag_parameter(parameter, self.tag) if self.tag else parameter

    def names(self, statement: Statement, number: str = "", suffix: str = "") -> dict[str, str]:
        return {gives.name: f"{gives.name}{suffix}{number}{self.tag}" for gives in statement.gives}

    def apply(self, proof: Proof, theorem: Statement, **given: Any) -> SimpleNamespace:
        """Apply a theorem about all members together."""
        return proof.apply(theorem, names=self.names(theorem), members=self.members, **given)


@dataclass(frozen=True)
class VoteForm(ABC):
    """A form of voting. ``counts``: the parameters for the numbers of votes, one for every lottery.

    The first ``closed`` of them take closed forms, the others certified constants and MOST votes at most.
    """

    name: str
    least_blocks: int  # blocks that it needs
    counts: tuple[Parameter, ...] = ()
    closed: int = 0

    def count_votes(self, blocks: Array, log_rho0: Array) -> list[Array]:
        """Return the numbers of votes that so many blocks allow, an array for every count."""
        return [blocks if self.closed else np.minimum(blocks, MOST) for _ in self.counts]

    @property
    def distribution(self) -> str:
        """The distribution of a threshold of two answers, as votes.algorithm calls it."""
        return "closed" if self.closed else "certified"

    @abstractmethod
    def compute_log_bounds(self, votes: list[Array], log_rho0: Array) -> tuple[Array, Array]:
        """Return ln of the disagreement of one problem and of the growth of its failure."""

    @abstractmethod
    def apply(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        """Prove rho, beta and runs of the part of the problems that takes this form."""

    def list_votes(self, blocks: Array, log_rho0: Array) -> tuple[tuple[int, ...], ...]:
        """Return the numbers of votes of every kind."""
        columns = [column.tolist() for column in self.count_votes(blocks, log_rho0)]
        return tuple(zip(*columns, strict=True)) if columns else ((),) * len(blocks)


@dataclass(frozen=True)
class Once(VoteForm):
    """One run of the base algorithm."""

    name: str = "once"
    least_blocks: int = 0

    def compute_log_bounds(self, votes: list[Array], log_rho0: Array) -> tuple[Array, Array]:
        return log_rho0, np.zeros_like(log_rho0)

    def apply(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        own = part.given
        return part.apply(proof, common_sample, n=own["n"], N=own["N"], B=1, rho_one=own["rho0"], beta_one=own["beta0"])


@dataclass(frozen=True)
class Threshold(VoteForm):
    """At most two answers per string."""

    name: str = "threshold"
    least_blocks: int = LEAST
    counts: tuple[Parameter, ...] = (threshold_two.parameter("T"),)

    def compute_log_bounds(self, votes: list[Array], log_rho0: Array) -> tuple[Array, Array]:
        kappa, growth = _compute_log_constants(TWO_ANSWERS, votes[0], bool(self.closed))
        return kappa + log_rho0, growth

    def apply(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        votes, lemma = (
            part.own(self.counts[0]).entry,
            theorems.vote_kappa_closed if self.closed else theorems.vote_kappa,
        )
        each = proof.apply_each(lemma, names=part.names(lemma), members=part.members, T=votes)
        return part.apply(proof, threshold_two, **part.given, T=votes, kappa=each.kappa, phi=each.phi)


@dataclass(frozen=True)
class UniformThreshold(VoteForm):
    """At most two answers per string, a uniform number as threshold."""

    name: str = "uniform threshold"
    least_blocks: int = 1
    counts: tuple[Parameter, ...] = (uniform_threshold.parameter("T"),)
    closed: int = 1
    distribution = "uniform"

    def compute_log_bounds(self, votes: list[Array], log_rho0: Array) -> tuple[Array, Array]:
        return (math.log(2 / math.pi) + log_rho0 - _take_log(votes[0])) / 2, np.zeros_like(log_rho0)

    def apply(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        return part.apply(proof, uniform_threshold, **part.given, T=part.own(self.counts[0]).entry)


#: ln u for the shares of the lotteries; with more blocks, links or kinds of problems shares are not improved.
_LOG_FALLBACK, _MANY_BLOCKS, _MANY_LINKS, _MANY_KINDS = math.log(1.05), 2000, 3, 30


@dataclass(frozen=True)
class LotteryChain(VoteForm):
    """Any outputs: as many lotteries as there are counts, one run at the end.

    The last block is one run's. A lottery of T votes costs c_T, about T^(-1/2), and the next one counts u rho0 of that:
    the total is least where T_2/T_1 = (u rho0)^(2/3), and so on down the chain. Rounded, and moved by single votes
    while that helps. Floats decide how the votes are distributed, not what is guaranteed.
    """

    name: str = "lottery"
    least_blocks: int = LEAST + 1

    def count_votes(self, blocks: Array, log_rho0: Array) -> list[Array]:
        links = len(self.counts)
        ratio = np.exp(np.minimum(0.0, (log_rho0 + _LOG_FALLBACK) * 2 / 3))
        shares = [ratio**link for link in range(links)]
        later = [np.maximum(LEAST, _take_share(blocks - 1, share / sum(shares))) for share in shares[1:]]
        short = blocks - 1 - sum(later) < LEAST
        later = [np.where(short, LEAST, votes) for votes in later]
        later = [votes if link < self.closed else np.minimum(votes, MOST) for link, votes in enumerate(later, 1)]
        left = blocks - 1 - sum(later)
        votes = [left if self.closed else np.minimum(left, MOST), *later]
        few = 1 < links <= _MANY_LINKS and len(blocks) <= _MANY_KINDS and (blocks <= _MANY_BLOCKS).any()
        return self._improve(votes, blocks, log_rho0) if few else votes

    def _improve(self, votes: list[Array], blocks: Array, log_rho0: Array) -> list[Array]:
        """Move votes between neighbouring lotteries while that lowers the bound on the disagreement."""
        divided, every = np.array(votes), np.arange(len(blocks))
        moves = _list_moves(len(votes))[:, :, None]
        while True:
            tried = divided + moves
            inside = np.maximum(tried, LEAST)
            inside[:, self.closed :] = np.minimum(inside[:, self.closed :], MOST)
            allowed = (tried == inside).all(axis=1) & ((blocks <= _MANY_BLOCKS) | ~moves.any(axis=1))
            log_rho = self.compute_log_bounds(list(np.moveaxis(inside, 1, 0)), log_rho0)[0]
            best = np.where(allowed, log_rho, np.inf).argmin(axis=0)
            if not best.any():
                return list(divided)
            divided = tried[best, :, every].T

    def compute_log_bounds(self, votes: list[Array], log_rho0: Array) -> tuple[Array, Array]:
        log_rho, growth = log_rho0, np.zeros_like(log_rho0)
        for link in reversed(range(len(votes))):
            c, u, phi = _compute_log_constants(LOTTERY, votes[link], link < self.closed)
            log_rho = log_rho0 + np.logaddexp(c, u + log_rho)
            growth = np.logaddexp(phi, u + log_rho0 + growth)
        return log_rho, growth

    def apply(self, proof: Proof, part: PartNames) -> SimpleNamespace:
        own = part.given
        rho, beta, blocks = own["rho0"], own["beta0"], 1
        for place, count in reversed(list(enumerate(self.counts))):
            lemma = theorems.lottery_closed if place < self.closed else theorems.lottery_constants
            number = str(place + 1) if place else ""
            votes = part.own(count).entry
            each = proof.apply_each(lemma, names=part.names(lemma, number), members=part.members, T=votes)
            names = part.names(theorems.lottery, number, "_one")
            given = {"rho0": own["rho0"], "beta0": own["beta0"], "T": votes, "c": each.c, "u": each.u, "phi": each.phi}
            later = {"rho_later": rho, "beta_later": beta, "B_later": blocks}
            link = proof.apply_each(theorems.lottery, names=names, members=part.members, **given, **later)
            rho, beta, blocks = link.rho, link.beta, link.blocks
        return part.apply(proof, common_sample, n=own["n"], N=own["N"], B=blocks, rho_one=rho, beta_one=beta)


@cache
def _list_moves(links: int) -> Array:
    """Return the moves of 0, 1, 2, 4, ... votes between neighbouring lotteries, one row each; the first is none."""
    rows = [[0] * links]
    for place in range(links - 1):
        for votes in (sign << step for step in range(9) for sign in (1, -1)):
            rows.append([votes * ((link == place + 1) - (link == place)) for link in range(links)])
    return np.array(rows)


@cache
def chain_lotteries(links: int, closed: int = 0) -> LotteryChain:
    """Return a chain of so many lotteries, the first ``closed`` of them with the closed form."""

    def count(place: int) -> Parameter:
        which = f"lottery {place + 1} of a chain" if place else "the lottery"
        return Parameter(Base(f"T{place + 1}" if place else "T"), VOTES, f"votes of the i-th algorithm in {which}")

    return LotteryChain(least_blocks=LEAST * links + 1, counts=tuple(map(count, range(links))), closed=closed)


ONCE, TWO, UNIFORM = Once(), Threshold(), UniformThreshold()
TWO_CLOSED = replace(TWO, closed=1)


# -- constants in floats -----------------------------------------------------------------------------------------------
LOG_GROWTH = math.log(CLOSED_GROWTH)


def _compute_log_constants(table: VoteTable, votes: Array, closed: bool) -> list[Array]:
    """Return ln of kappa and phi, or of c, u and phi: certified, or by the lemmas on closed forms."""
    if not closed:
        return list(_build_log_table(table)[:, votes.astype(np.int64) - LEAST])
    log_votes = _take_log(votes)
    T = np.exp(np.minimum(log_votes, ASYMPTOTIC))
    mass = math.pi * (T - 1) ** 2 / 8 - np.sqrt(2 * (T - 1)) / 3
    first = np.sqrt(T * (T - 1) * (T - 2) / 3) / mass
    if table is LOTTERY:
        first += np.sqrt(T / 12) * (T - 1) / mass / (1 - 2 * np.log(T) / T)
    return [np.log(first) - (log_votes - np.log(T)) / 2, *(np.full_like(T, LOG_GROWTH) for _ in table.names[1:])]


@cache
def _build_log_table(table: VoteTable) -> Array:
    """Return a row for every constant and a column for every number of votes from LEAST to MOST."""
    return np.array([[log_rational(c) for c in table.constants(votes)] for votes in range(LEAST, MOST + 1)]).T


def _take_log(counts: Array) -> Array:
    if counts.dtype != object:
        return np.log(counts.astype(float))
    return np.array([math.log(count) for count in counts.flat]).reshape(counts.shape)


def _take_share(blocks: Array, share: Array) -> Array:
    """Return floor(share blocks)."""
    if blocks.dtype != object:
        return (blocks * share).astype(np.int64)
    return blocks * np.array([int(2.0**53 * each) for each in share], dtype=object) >> 53
