"""How many votes every lottery of a chain gets, out of the blocks that one problem has.

The last block is one run's. A lottery of T votes costs c_T, about T^(-1/2), and the next one counts u rho0 of that: the
total is least where T_2/T_1 = (u rho0)^(2/3), and so on down the chain. Rounded, and moved by single votes while that
helps. Floats decide how the votes are dealt, not what is guaranteed.

The first ``closed`` lotteries of a chain take the closed form, the others certified constants and MOST votes at most.
"""

from __future__ import annotations

import math
from functools import cache, lru_cache
from typing import Any

from replcalc.search.optimise import log_rational
from replcalc.sharper.votes import lottery_weights as laws
from replcalc.sharper.votes.statement_lottery import lottery, lottery_closed
from replcalc.sharper.votes.threshold_weights import LEAST, MOST
from replcalc.symbolic.codegen import LOG, Compiled, compile_formula, in_parameters

#: ln T beyond which a constant is a multiple of 1/sqrt T to all digits of a float.
ASYMPTOTIC = 60.0
#: ln u that shares are dealt by; and beyond so many blocks or links shares are not moved.
_LOG_FALLBACK, _MANY_BLOCKS, _MANY_LINKS = math.log(1.05), 2000, 3


@cache
def _closed(name: str) -> Compiled:
    return compile_formula(in_parameters(lottery_closed, name), LOG)


@cache
def _link(name: str = "rho") -> Compiled:
    return compile_formula(lottery.conclusion(name).expression, LOG)


@lru_cache(maxsize=1 << 16)
def log_constants(votes: int, closed: bool) -> tuple[float, float, float]:
    """ln c, ln u and ln phi."""
    if not closed:
        return log_rational(laws.c(votes)), log_rational(laws.u(votes)), log_rational(laws.phi(votes))
    log_votes = math.log(votes)
    top = min(log_votes, ASYMPTOTIC)
    c = float(_closed("c")(T=top)) - (log_votes - top) / 2
    return c, float(_closed("u")(T=top)), float(_closed("phi")(T=top))


def log_rho(votes: tuple[int, ...], log_rho0: float, closed: int) -> float:
    """ln of a chain's bounds, one run at its end, by the statement's own formula."""
    found = log_rho0
    for place in reversed(range(len(votes))):
        c, u, _ = log_constants(votes[place], place < closed)
        found = float(_link()(c=c, u=u, rho0=log_rho0, rho_later=found))
    return found


def log_growth(votes: tuple[int, ...], log_rho0: float, closed: int) -> float:
    """ln of how much a chain multiplies the failure probability by."""
    found = 0.0
    for place in reversed(range(len(votes))):
        _, u, phi = log_constants(votes[place], place < closed)
        found = float(_link("beta")(phi=phi, u=u, rho0=log_rho0, beta0=0.0, beta_later=found))
    return found


@lru_cache(maxsize=1 << 14)
def dealt(blocks: int, log_rho0: float, links: int, closed: int) -> tuple[int, ...]:
    """The votes of ``links`` lotteries, LEAST and more each, that are at most blocks - 1 together."""
    ratio = math.exp(min(0.0, (log_rho0 + _LOG_FALLBACK) * 2 / 3))
    shares = [ratio**link for link in range(links)]
    votes = [max(LEAST, (blocks - 1) * int(2.0**53 * share / sum(shares)) >> 53) for share in shares[1:]]
    if blocks - 1 - sum(votes) < LEAST:
        votes = [LEAST] * (links - 1)
    votes = [votes[place] if place + 1 < closed else min(votes[place], MOST) for place in range(links - 1)]
    rest = blocks - 1 - sum(votes)
    first = (rest if closed else min(rest, MOST), *votes)
    few = 1 < links <= _MANY_LINKS and blocks <= _MANY_BLOCKS
    return _move_votes(first, log_rho0, closed) if few else first


def _move_votes(votes: tuple[int, ...], log_rho0: float, closed: int) -> tuple[int, ...]:
    """Votes go from one link to the next one or back, fewer and fewer at a time, while that lowers the total."""
    value, step = log_rho(votes, log_rho0, closed), max(1, votes[-1] // 4)
    while step:
        better = True
        while better:
            better = False
            for place in range(len(votes) - 1):
                for sign in (step, -step):
                    other = (*votes[:place], votes[place] - sign, votes[place + 1] + sign, *votes[place + 2 :])
                    if min(other) < LEAST or any(count > MOST for count in other[closed:]):
                        continue
                    if (found := log_rho(other, log_rho0, closed)) < value:
                        votes, value, better = other, found, True
        step //= 2
    return votes


def log_promises(blocks: Any, log_rho0: Any, links: int, closed: int) -> tuple[Any, Any]:
    """ln of the disagreement and of the growth of the failure, for arrays of blocks and of ln rho0."""
    import numpy as np

    rho, growth = log_rho0, np.zeros_like(log_rho0)
    for place, votes in reversed(list(enumerate(dealt_many(blocks, log_rho0, links, closed)))):
        if place < closed:
            log_votes = np.log(votes.astype(float))
            top = np.minimum(log_votes, ASYMPTOTIC)
            c = _closed("c")(T=top) - (log_votes - top) / 2
            u, phi = log_constants(MOST, True)[1:]
        else:
            c, u, phi = _load_table()[votes - LEAST].T
        rho = _link("rho")(c=c, u=u, rho0=log_rho0, rho_later=rho)
        growth = _link("beta")(phi=phi, u=u, rho0=log_rho0, beta0=0.0, beta_later=growth)
    return rho, growth


@cache
def _load_table() -> Any:
    import numpy as np

    return np.array([log_constants(votes, False) for votes in range(LEAST, MOST + 1)])


def dealt_many(blocks: Any, log_rho0: Any, links: int, closed: int) -> list[Any]:
    """``dealt`` for arrays, nothing moved; floats may round a share to another neighbour."""
    import numpy as np

    ratio = np.exp(np.minimum(0.0, (log_rho0 + _LOG_FALLBACK) * 2 / 3))
    shares = [ratio**link for link in range(links)]
    later = [np.maximum(LEAST, ((blocks - 1) * (share / sum(shares))).astype(np.int64)) for share in shares[1:]]
    short = blocks - 1 - sum(later) < LEAST
    later = [np.where(short, LEAST, votes) for votes in later]
    later = [v if place < closed else np.minimum(v, MOST) for place, v in enumerate(later, 1)]
    rest = blocks - 1 - sum(later)
    return [rest if closed else np.minimum(rest, MOST), *later]
