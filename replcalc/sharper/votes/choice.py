"""Choose the form of every problem at a given number of samples, in floats: minimize the sum of disagreements.

Problems that agree in n, rho0, beta0 and in having two answers are of one kind and have the same bounds. Every kind
takes its best form; where the failures of these add up to too much, an integer program chooses how many problems of
every kind take which form.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from flint import fmpq

from replcalc.search.optimise import log_rational
from replcalc.sharper.votes.forms import LOG_GROWTH, ONCE, TWO, TWO_CLOSED, UNIFORM, Array, VoteForm, chain_lotteries
from replcalc.sharper.votes.weights import MOST
from replcalc.vocabulary import Composition, Family

#: Longest chain of lotteries that is tried.
MOST_LINKS = 16
#: With more kinds failures that matter are met by the form of every kind that fails least.
_MOST_KINDS = 300
#: Sums within this of a goal are left to balls; a chain that gains less (of a logarithm) is not made longer.
_CLOSE = 1e-12
#: Tolerance of the integer program.
_TOLERANCE = 1e-6
#: Branch-and-bound nodes of the integer program: a limit that does not depend on the speed of the machine.
_NODES = 100
#: ln of the range of disagreements for the integer program.
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


def divide_problems(kinds: ProblemKinds, parts: Sequence[Mapping[int, int]]) -> Iterator[tuple[int, int, int, int]]:
    """Yield part, run, first problem and how many, in order; of a kind the first problems are in the first part.

    ``parts``: how many problems of every kind each part has.
    """
    waiting, family = [dict(part) for part in parts], kinds.goal.n
    for run, kind in enumerate(kinds.codes):
        first, left = family.first_index(run) - 1, family.counts[run]
        for part, wanted in enumerate(waiting):
            count = min(left, wanted.get(kind, 0))
            if count:
                yield part, run, first, count
                wanted[kind] -= count
                first, left = first + count, left - count


@dataclass(frozen=True, eq=False)
class Assignment:
    """``counts[o, j]`` problems of kind j take ``forms[o]``; ln of the sums of the disagreements and the failures."""

    forms: tuple[VoteForm, ...]
    counts: Array
    log_rho: float
    log_beta: float

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
        #: Failures count: forms that disagree more may fail less.
        self._tries_all = beta is not None
        self._log_beta = math.inf if beta is None else log_rational(beta) + _CLOSE
        self._counts = np.array(kinds.counts)
        self._known: dict[int, Assignment] = {}

    def choose(self, samples: int) -> Assignment:
        """Return the assignment of least disagreement; where none fails rarely enough, that of no limit."""
        if samples not in self._known:
            forms, rhos, betas = self.compute_log_bounds(samples)
            found = self._assign(forms, rhos, betas, rhos.argmin(axis=0))
            if found.log_beta > self._log_beta:
                sparing = self._assign(forms, rhos, betas, np.lexsort((rhos, betas), axis=0)[0])
                if sparing.log_beta <= self._log_beta:
                    found = self._solve_integer_program(found, sparing, rhos, betas)
            self._known[samples] = found
        return self._known[samples]

    def evaluate_forms(self, samples: int) -> tuple[Array, Array]:
        """Return disagreement and failure of a problem of every kind (columns) in every form (rows; or infinite)."""
        _, rhos, betas = self.compute_log_bounds(samples)
        return np.exp(rhos), np.exp(betas)

    def is_hopeless(self, samples: int, log_rho: float) -> bool:
        """Return whether no assignment fails rarely enough and disagrees less, even if problems could be divided."""
        _, rhos, betas = self.compute_log_bounds(samples)
        if rhos.shape[1] > _MOST_KINDS:
            return False
        program = _Program(self._counts, rhos - log_rho, betas - self._log_beta)
        found = program.solve(1.0, whole=False)
        return found is None or bool(found.fun >= 1)

    def _assign(self, forms: tuple[VoteForm, ...], rhos: Array, betas: Array, taken: Array) -> Assignment:
        """Return the assignment in which all problems of kind j take the form ``taken[j]``."""
        return self._add_up(forms, rhos, betas, np.where(np.arange(len(forms))[:, None] == taken, self._counts, 0))

    def _add_up(self, forms: tuple[VoteForm, ...], rhos: Array, betas: Array, counts: Array) -> Assignment:
        taken = counts > 0
        log_rho, log_beta = (add_logs(logs[taken], counts[taken].astype(float)) for logs in (rhos, betas))
        return Assignment(forms, counts, log_rho, log_beta)

    def _solve_integer_program(self, best: Assignment, sparing: Assignment, rhos: Array, betas: Array) -> Assignment:
        """Return the assignment of least disagreement whose failures add up to beta, from one that does already.

        The solver accepts conditions that are missed by its tolerance; then the limit is lowered.
        """
        if rhos.shape[1] > _MOST_KINDS:
            return sparing
        unit = max(best.log_rho, sparing.log_rho - _LOG_RANGE)
        program = _Program(self._counts, rhos - unit, betas - self._log_beta)
        for allowed in (1.0, 1.0 - _TOLERANCE):
            solution = program.solve(allowed)
            if solution is None:
                continue
            counts = np.zeros_like(sparing.counts)
            counts[program.forms, program.kinds] = np.rint(solution.x).astype(counts.dtype)
            if (counts.sum(axis=0) == self._counts).all():
                found = self._add_up(best.forms, rhos, betas, counts)
                if found.log_beta <= self._log_beta:
                    return found
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
            if not longer.any():
                break
            before = np.min(rhos, axis=0)
            add(chain_lotteries(links), longer)
            votes = np.array(chain_lotteries(links, links).count_votes(blocks[longer], kinds.log_rho0[longer]))
            last = np.full(len(blocks), np.inf)
            for closed in range((votes > MOST).sum(axis=0).max(), 0, -1):  # fewer votes never gain by the closed form
                add(chain_lotteries(links, closed), longer & long)
                if not (self._tries_all or (rhos[-1] < last).any()):
                    break
                last = rhos[-1]
            longer &= np.min(rhos, axis=0) < before - _CLOSE
        return tuple(forms), np.array(rhos), np.array(betas)


class _Program:
    """How many problems of every kind take which form: least disagreement at failures of at most 1 (as logarithms)."""

    def __init__(self, counts: Array, rhos: Array, betas: Array) -> None:
        from scipy.optimize import LinearConstraint
        from scipy.sparse import coo_array

        self.forms, self.kinds = np.nonzero(_find_undominated(rhos, betas))
        self._apart, self._fails = (np.exp(logs[self.forms, self.kinds]) for logs in (rhos, betas))
        self._most, places = counts[self.kinds], (self.kinds, np.arange(len(self.kinds)))
        self._complete = LinearConstraint(coo_array((np.ones(len(self.kinds)), places)), counts, counts)

    def solve(self, allowed: float, whole: bool = True) -> Any:
        """Return scipy's solution with failures of at most ``allowed``, or None."""
        from scipy.optimize import Bounds, LinearConstraint, milp

        found = milp(
            self._apart,
            integrality=np.full(len(self.kinds), whole),
            bounds=Bounds(0, self._most),
            constraints=[LinearConstraint(self._fails[None, :], ub=allowed), self._complete],
            options={"node_limit": _NODES, "mip_rel_gap": 1e-9, "presolve": False},
        )
        return None if found.x is None else found


def _find_undominated(rhos: Array, betas: Array) -> Array:
    """Return for every kind which forms no other one beats in disagreement and in failure."""
    order = np.lexsort((betas, rhos), axis=0)
    fails = np.take_along_axis(betas, order, axis=0)
    before = np.minimum.accumulate(np.vstack([np.full_like(fails[:1], np.inf), fails[:-1]]))
    found = np.zeros(rhos.shape, dtype=bool)
    np.put_along_axis(found, order, fails < before, axis=0)
    return found & np.isfinite(rhos)


def find_log_limit(kinds: ProblemKinds) -> float:
    """Return ln of what the disagreements tend to with more samples: lotteries of the closed form that fall back."""
    lasting = kinds.log_rho0 + MOST_LINKS * np.minimum(LOG_GROWTH + kinds.log_rho0, 0.0)
    return add_logs(np.where(kinds.two, -np.inf, lasting), np.array(kinds.counts, dtype=float))
