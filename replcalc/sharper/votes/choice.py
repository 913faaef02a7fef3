"""Choose the form of every problem at a given number of samples, in floats: minimize the sum of disagreements.

Problems that agree in n, rho0, beta0 and in having two answers are of one kind and have the same bounds. Every kind
takes its best form; where the failures of these add up to too much, an integer program chooses how many problems of
every kind take which form.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpq

from replcalc.search.optimise import log_rational
from replcalc.sharper.votes.forms import LOG_GROWTH, ONCE, TWO, TWO_CLOSED, UNIFORM, Array, VoteForm, chain_lotteries
from replcalc.sharper.votes.threshold_weights import MOST
from replcalc.vocabulary import Composition, Family

#: Longest chain of lotteries that is tried.
MOST_LINKS = 16
#: With more kinds failures that matter are met by the form of every kind that fails least.
_MOST_KINDS = 300
#: Sums within this of a goal are left to balls; a chain that gains less (of a logarithm) is not made longer.
_CLOSE = 1e-12
#: Tolerance of the integer program, and its time limit in seconds.
_TOLERANCE, _TIME_LIMIT_S = 1e-6, 2.0
#: ln of how far apart disagreements may be for the integer program.
_LOG_RANGE = math.log(1e6)
#: numpy's whole numbers end below this.
_INTEGERS = 1 << 62


@dataclass(frozen=True, eq=False)
class ProblemKinds:
    """Kinds of problems by first appearance: size, places of rho0 and beta0 among the question's, possible answers.

    ``codes``: the kind of every run of the question.
    """

    goal: Composition
    rows: tuple[tuple[int, int, int, Any], ...]
    counts: tuple[int, ...]
    codes: tuple[int, ...]

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return tuple(row[0] for row in self.rows)

    @cached_property
    def two(self) -> Array:
        return np.array([row[3].two for row in self.rows])

    @cached_property
    def log_rho0(self) -> Array:
        return self._logs(self.goal.rho0, 1)

    @cached_property
    def log_beta0(self) -> Array:
        return self._logs(self.goal.beta0, 2)

    def _logs(self, family: Family[fmpq], column: int) -> Array:
        return np.array([log_rational(value) for value in family.distinct])[[row[column] for row in self.rows]]

    @cached_property
    def _size_array(self) -> Array:
        return np.array(self.sizes, dtype=np.int64 if max(self.sizes) < _INTEGERS else object)

    def blocks(self, samples: int) -> Array:
        """Return floor(N/n) of every kind: machine integers, or Python's own where they are too large."""
        return samples // (self._size_array if samples < _INTEGERS else self._size_array.astype(object))


def add_logs(log_terms: Array, counts: Array) -> float:
    """Return ln of the sum of count e^x."""
    terms = log_terms + np.log(counts)
    top = float(terms.max())
    return top + math.log(float(np.exp(terms - top).sum())) if math.isfinite(top) else top


def group_problems(goal: Composition) -> ProblemKinds:
    places: dict[tuple[int, int, int, Any], int] = {}
    rows = zip(goal.n.values, goal.rho0.codes, goal.beta0.codes, goal.each_output.values, strict=True)
    codes = tuple(places.setdefault(row, len(places)) for row in rows)
    counts = [0] * len(places)
    for code, count in zip(codes, goal.n.counts, strict=True):
        counts[code] += count
    return ProblemKinds(goal, tuple(places), tuple(counts), codes)


@dataclass(frozen=True, eq=False)
class Assignment:
    """``counts[o, j]`` problems of kind j take ``forms[o]``.

    ``log_rho``: ln of the sum of the disagreements. ``meets``: whether the failures add up to at most beta.
    """

    forms: tuple[VoteForm, ...]
    counts: Array
    log_rho: float
    meets: bool = True

    @property
    def splits_kinds(self) -> bool:
        """Whether problems of one kind take different forms."""
        return bool(((self.counts > 0).sum(axis=0) > 1).any())

    def parts(self) -> Iterator[tuple[VoteForm, tuple[int, ...], tuple[int, ...]]]:
        """Yield every form that is taken, with its kinds and how many problems of each."""
        for form, row in zip(self.forms, self.counts, strict=True):
            kinds = np.flatnonzero(row)
            if kinds.size:
                yield form, tuple(kinds.tolist()), tuple(row[kinds].tolist())


class Chooser:
    """Choices for one question. ``beta``: bound on the sum of the failures; ``once``: kinds that are run once."""

    def __init__(self, kinds: ProblemKinds, beta: fmpq | None = None, once: Sequence[int] = ()) -> None:
        self.kinds, self.beta, self.once = kinds, beta, list(once)
        self._counts = np.array(kinds.counts)
        self._known: dict[int, Assignment] = {}

    def choose(self, samples: int) -> Assignment:
        if samples not in self._known:
            self._known[samples] = self._choose_forms(samples)
        return self._known[samples]

    def evaluate_forms(self, samples: int) -> tuple[Array, Array]:
        """Return disagreement and failure of a problem of every kind (columns) in every form (rows; or infinite)."""
        _, rhos, betas = self.compute_log_bounds(samples)
        return np.exp(rhos), np.exp(betas)

    def _choose_forms(self, samples: int) -> Assignment:
        forms, rhos, betas = self.compute_log_bounds(samples)
        best = self._assign_all(rhos.argmin(axis=0), len(forms))
        if self.beta is not None and self._add_log_terms(betas, best) > log_rational(self.beta) + _CLOSE:
            sparing = self._assign_all(np.lexsort((rhos, betas), axis=0)[0], len(forms))
            if not self._add_log_terms(betas, sparing) <= log_rational(self.beta) + _CLOSE:
                return Assignment(forms, best, self._add_log_terms(rhos, best), meets=False)
            best = self._solve_integer_program(rhos, betas, sparing)
        return Assignment(forms, best, self._add_log_terms(rhos, best))

    def _assign_all(self, taken: Array, forms: int) -> Array:
        """Return the assignment in which all problems of kind j take the form ``taken[j]``."""
        return np.where(np.arange(forms)[:, None] == taken, self._counts, 0)

    def _add_log_terms(self, log_terms: Array, counts: Array) -> float:
        taken = counts > 0
        return add_logs(log_terms[taken], counts[taken].astype(float))

    def _solve_integer_program(self, rhos: Array, betas: Array, sparing: Array) -> Array:
        """Return the assignment of least disagreement whose failures add up to beta, from one that does already.

        An integer program. Its solver accepts conditions that are missed by its tolerance; then the limit is lowered.
        """
        from scipy.optimize import Bounds, LinearConstraint, milp
        from scipy.sparse import coo_array

        assert self.beta is not None
        log_beta, (forms, kinds) = log_rational(self.beta), np.nonzero(np.isfinite(rhos))
        if rhos.shape[1] > _MOST_KINDS:
            return sparing
        every = np.arange(len(kinds))
        least = self._add_log_terms(rhos, self._assign_all(rhos.argmin(axis=0), len(rhos)))
        unit = max(least, self._add_log_terms(rhos, sparing) - _LOG_RANGE)
        apart = np.exp(rhos[forms, kinds] - unit)
        fails = np.exp(betas[forms, kinds] - log_beta)
        whole = LinearConstraint(coo_array((np.ones(len(kinds)), (kinds, every))), self._counts, self._counts)
        options = {"time_limit": _TIME_LIMIT_S, "mip_rel_gap": 1e-9}
        for allowed in (1.0, 1.0 - _TOLERANCE):
            found = milp(
                apart,
                integrality=np.ones(len(kinds)),
                bounds=Bounds(0, self._counts[kinds]),
                constraints=[LinearConstraint(fails[None, :], ub=allowed), whole],
                options=options,
            )
            if found.x is None:
                continue
            counts = np.zeros_like(sparing)
            counts[forms, kinds] = np.rint(found.x).astype(counts.dtype)
            complete = (counts.sum(axis=0) == self._counts).all()
            if complete and self._add_log_terms(betas, counts) <= log_beta + _CLOSE:
                return counts
        return sparing

    def compute_log_bounds(self, samples: int) -> tuple[tuple[VoteForm, ...], Array, Array]:
        """Return every form worth looking at, with ln of disagreement and failure of every kind in it (or infinite)."""
        kinds, blocks = self.kinds, self.kinds.blocks(samples)
        two, free = kinds.two, np.ones(len(blocks), dtype=bool)
        free[self.once] = False
        long = blocks > MOST
        forms: list[VoteForm] = [ONCE]
        rhos, betas = [kinds.log_rho0], [kinds.log_beta0]

        def add(form: VoteForm, allowed: Array) -> None:
            places = np.flatnonzero(allowed & (blocks >= form.least_blocks))
            if places.size == 0:
                return
            rho, growth = np.full((2, len(blocks)), np.inf)
            log_rho0 = kinds.log_rho0[places]
            rho[places], growth[places] = form.compute_log_bounds(form.count_votes(blocks[places], log_rho0), log_rho0)
            forms.append(form)
            rhos.append(rho)
            betas.append(growth + kinds.log_beta0)

        for form, allowed in ((UNIFORM, free), (TWO, free), (TWO_CLOSED, free & long)):
            add(form, two & allowed)
        longer = ~two & free
        for links in range(1, MOST_LINKS + 1):
            before = np.min(rhos, axis=0)
            for closed in range(links + 1):
                add(chain_lotteries(links, closed), longer & long if closed else longer)
            longer &= np.min(rhos, axis=0) < before - _CLOSE
            if not longer.any():
                break
        return tuple(forms), np.array(rhos), np.array(betas)


def find_log_limit(kinds: ProblemKinds) -> float:
    """Return ln of what the disagreements tend to with more samples: lotteries of the closed form that fall back."""
    lasting = kinds.log_rho0 + MOST_LINKS * np.minimum(LOG_GROWTH + kinds.log_rho0, 0.0)
    return add_logs(np.where(kinds.two, -np.inf, lasting), np.array(kinds.counts, dtype=float))
