"""Which form every problem takes at a given number of samples, in floats: the least sum of disagreements.

Problems that agree in n, rho0, beta0 and in having two answers are of one kind and fare alike. Where only the
disagreement matters every kind takes its best form. Where the failures add up to too much, forms are weighed by
disagreement + lambda * failure with the least lambda that brings the failures down; of the last kind to change only as
many problems change as must. Up to EXACT problems all combinations are looked at instead (a row of _FRONT of them where
more are not beaten in both sums).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flint import fmpq

from replcalc.search.optimise import log_rational
from replcalc.sharper.votes import lottery_chain as chain
from replcalc.sharper.votes.forms import FEW, INTEGERS, ONCE, TWO, TWO_CLOSED, UNIFORM, VoteForm, lotteries
from replcalc.sharper.votes.threshold_weights import MOST
from replcalc.vocabulary import Composition, Family

#: Longest chain of lotteries that is tried.
MOST_LINKS = 16
#: So many problems have all combinations of their forms looked at, where failures matter.
EXACT = 12
#: So many combinations of the problems so far are kept, from the one that fails least to the one that disagrees least.
_FRONT = 2000
#: Sums within this of a goal are left to balls; a chain that gains less (of a logarithm) is not made longer.
_CLOSE = 1e-12


@dataclass(frozen=True, eq=False)
class ProblemKinds:
    """Kinds of problems by first appearance: size, places of rho0 and beta0 among the question's, possible answers.

    ``codes``: the kind of every run of the question.
    """

    goal: Composition
    rows: tuple[tuple[int, int, int, Any], ...]
    counts: tuple[int, ...]
    codes: tuple[int, ...]

    @property
    def few(self) -> bool:
        return len(self.rows) <= FEW

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        return tuple(row[0] for row in self.rows)

    @cached_property
    def two(self) -> Any:
        import numpy as np

        return np.array([row[3].two for row in self.rows])

    @cached_property
    def log_rho0(self) -> Any:
        return self._logs(self.goal.rho0, 1)

    @cached_property
    def log_beta0(self) -> Any:
        return self._logs(self.goal.beta0, 2)

    @cached_property
    def _log_counts(self) -> Any:
        import numpy as np

        return np.log(np.array(self.counts, dtype=float))

    def _logs(self, family: Family[fmpq], column: int) -> Any:
        import numpy as np

        return np.array([log_rational(value) for value in family.distinct])[[row[column] for row in self.rows]]

    @cached_property
    def _size_array(self) -> Any:
        import numpy as np

        small = not self.few and max(self.sizes) < INTEGERS
        return np.array(self.sizes, dtype=np.int64 if small else object)

    def blocks(self, samples: int) -> Any:
        """floor(N/n) of every kind: machine integers where they are many, Python's own where few or too large."""
        array = self._size_array
        return samples // (array if samples < INTEGERS else array.astype(object))

    def total(self, log_terms: Any) -> float:
        """ln of the sum over all problems."""
        import numpy as np

        terms = log_terms + self._log_counts
        top = float(terms.max())
        return top + math.log(float(np.exp(terms - top).sum())) if math.isfinite(top) else top


def problem_kinds(goal: Composition) -> ProblemKinds:
    places: dict[tuple[int, int, int, Any], int] = {}
    rows = zip(goal.n.values, goal.rho0.codes, goal.beta0.codes, goal.each_output.values, strict=True)
    codes = tuple(places.setdefault(row, len(places)) for row in rows)
    counts = [0] * len(places)
    for code, count in zip(codes, goal.n.counts, strict=True):
        counts[code] += count
    return ProblemKinds(goal, tuple(places), tuple(counts), codes)


@dataclass(frozen=True, eq=False)
class Assignment:
    """``forms[taken[j]]`` for kind j, but for ``splits``: of a kind so many problems take another form.

    ``log_rho``: ln of the sum of the disagreements. ``meets``: do the failures add up to no more than they may?
    """

    forms: tuple[VoteForm, ...]
    taken: Any
    log_rho: float
    meets: bool = True
    splits: tuple[tuple[int, int, int], ...] = ()  # kind, number of problems, form

    def parts(self, kinds: ProblemKinds) -> Iterator[tuple[VoteForm, tuple[int, ...], tuple[int, ...]]]:
        """Every form that is taken, with its kinds and how many problems of each."""
        import numpy as np

        for place, form in enumerate(self.forms):
            members = {int(j): kinds.counts[j] for j in np.flatnonzero(self.taken == place)}
            for kind, count, other in self.splits:
                if other == place:
                    members[kind] = members.get(kind, 0) + count
                elif self.taken[kind] == place:
                    members[kind] -= count
            if members:
                yield form, tuple(members), tuple(members.values())


class Chooser:
    """Choices for one question. ``beta``: what the failures may add up to; ``once``: kinds that are run once."""

    def __init__(self, kinds: ProblemKinds, beta: fmpq | None = None, once: Sequence[int] = ()) -> None:
        self.kinds, self.beta, self.once = kinds, beta, list(once)
        self._known: dict[int, Assignment] = {}

    def at(self, samples: int) -> Assignment:
        if samples not in self._known:
            self._known[samples] = self._choose(samples)
        return self._known[samples]

    def each(self, samples: int) -> tuple[Any, Any]:
        """Disagreement and failure of a problem of every kind (columns) in every form (rows; infinite: not for it)."""
        import numpy as np

        _, rhos, growths = self._promises(self.kinds.blocks(samples))
        return np.exp(rhos), np.exp(growths + self.kinds.log_beta0)

    def _choose(self, samples: int) -> Assignment:
        import numpy as np

        kinds = self.kinds
        forms, rhos, growths = self._promises(kinds.blocks(samples))
        every = np.arange(len(kinds.rows))
        taken = rhos.argmin(axis=0)
        if self.beta is None:
            return Assignment(forms, taken, kinds.total(rhos[taken, every]))
        log_beta = log_rational(self.beta)
        betas = growths + kinds.log_beta0
        if kinds.total(betas[taken, every]) <= log_beta + _CLOSE:
            return Assignment(forms, taken, kinds.total(rhos[taken, every]))
        return self._find_multiplier(forms, rhos, betas, log_beta)

    def _find_multiplier(self, forms: tuple[VoteForm, ...], rhos: Any, betas: Any, log_beta: float) -> Assignment:
        """The least lambda (its logarithm: halved fifty times) at which the failures are few enough."""
        import numpy as np

        kinds, every = self.kinds, np.arange(rhos.shape[1])

        def at(weight: float) -> Any:
            return np.where(np.isinf(rhos), np.inf, np.logaddexp(rhos, betas + weight)).argmin(axis=0)

        few = np.lexsort((rhos, np.where(np.isinf(rhos), np.inf, betas)), axis=0)[0]
        if kinds.total(betas[few, every]) > log_beta + _CLOSE:
            taken = rhos.argmin(axis=0)
            return Assignment(forms, taken, kinds.total(rhos[taken, every]), meets=False)
        if sum(kinds.counts) <= EXACT:
            return self._combine_forms(forms, rhos, betas, log_beta)
        low, high = (float(v) for v in (rhos.min() - betas[np.isfinite(betas)].max() - 50, 800.0))
        many, met = at(low), few
        for _ in range(60):
            middle = (low + high) / 2
            found = at(middle)
            if kinds.total(betas[found, every]) <= log_beta:
                high, met = middle, found
            else:
                low, many = middle, found
        return self._split(forms, rhos, betas, log_beta, many, met)

    def _split(
        self, forms: tuple[VoteForm, ...], rhos: Any, betas: Any, log_beta: float, many: Any, met: Any
    ) -> Assignment:
        """From the choice that fails too often to the one that does not: kind by kind, the last one in part."""
        import numpy as np

        kinds, taken, splits = self.kinds, many.copy(), []
        every = np.arange(len(taken))
        beta, allowed = math.exp(kinds.total(betas[taken, every])), math.exp(log_beta) * (1 - _CLOSE)
        for kind in map(int, np.flatnonzero(many != met)):
            saved = math.exp(betas[many[kind], kind]) - math.exp(betas[met[kind], kind])
            if beta <= allowed or saved <= 0:
                continue
            needed = min(kinds.counts[kind], math.ceil((beta - allowed) / saved))
            beta -= needed * saved
            if needed == kinds.counts[kind]:
                taken[kind] = met[kind]
            else:
                splits.append((kind, needed, int(met[kind])))
        log_rho = kinds.total(rhos[taken, every])
        for kind, count, other in splits:
            change = count * (math.exp(rhos[other, kind] - log_rho) - math.exp(rhos[taken[kind], kind] - log_rho))
            log_rho += math.log1p(change)
        return Assignment(forms, taken, log_rho, splits=tuple(splits))

    def _combine_forms(self, forms: tuple[VoteForm, ...], rhos: Any, betas: Any, log_beta: float) -> Assignment:
        """The least sum of disagreements of all combinations: problem by problem, what another one beats is dropped."""
        import numpy as np

        kinds, scale = self.kinds, float(rhos[np.isfinite(rhos)].max())
        members = [kind for kind, count in enumerate(kinds.counts) for _ in range(count)]
        options: list[tuple[Any, Any, Any]] = []
        for kind in range(len(kinds.rows)):
            there = np.flatnonzero(np.isfinite(rhos[:, kind]))
            fail, apart = np.exp(betas[there, kind] - log_beta), np.exp(rhos[there, kind] - scale)
            kept = _find_unbeaten(fail, apart)
            options.append((fail[kept], apart[kept], there[kept]))
        needed = sum(float(options[kind][0][0]) for kind in members)  # what the problems still to come fail at least
        beta, rho, steps = np.zeros(1), np.zeros(1), []
        for kind in members:
            fail, apart, there = options[kind]
            needed -= float(fail[0])
            beta, rho = (beta[:, None] + fail).ravel(), (rho[:, None] + apart).ravel()
            allowed = np.flatnonzero(beta + needed <= 1 + _CLOSE)
            kept = allowed[_find_unbeaten(beta[allowed], rho[allowed])]
            if len(kept) > _FRONT:
                kept = kept[np.linspace(0, len(kept) - 1, _FRONT).astype(int)]
            beta, rho = beta[kept], rho[kept]
            steps.append((kept // len(there), there[kept % len(there)]))
        last, done = len(rho) - 1, []
        for before, form in reversed(steps):
            done.append(int(form[last]))
            last = int(before[last])
        done.reverse()
        tally = Counter(zip(members, done, strict=True))
        ranked = tally.most_common()
        taken = np.array([next(o for (j, o), _ in ranked if j == kind) for kind in range(len(kinds.rows))])
        splits = tuple((kind, count, o) for (kind, o), count in tally.items() if taken[kind] != o)
        return Assignment(forms, taken, math.log(rho[-1]) + scale, splits=splits)

    def _promises(self, blocks: Any) -> tuple[tuple[VoteForm, ...], Any, Any]:
        """Every form worth looking at, with ln rho and ln of the growth of every kind (infinite: not for this one)."""
        import numpy as np

        two, kinds = self.kinds.two, self.kinds
        free = np.ones(len(blocks), dtype=bool)
        free[self.once] = False
        long = (blocks > MOST).astype(bool)
        forms: list[VoteForm] = [ONCE]
        rhos, growths = [kinds.log_rho0], [np.zeros(len(blocks))]
        best = kinds.log_rho0.copy()

        def add(form: VoteForm, allowed: Any) -> None:
            places = np.flatnonzero(allowed & (blocks >= form.least).astype(bool))
            if places.size == 0:
                return
            rho, growth = np.full((2, len(blocks)), np.inf)
            rho[places], growth[places] = form.promises(blocks[places], kinds.log_rho0[places])
            forms.append(form)
            rhos.append(rho)
            growths.append(growth)
            np.minimum(best, rho, out=best)

        for form, allowed in ((UNIFORM, free), (TWO, free), (TWO_CLOSED, free & long)):
            add(form, two & allowed)
        longer = ~two & free
        for links in range(1, MOST_LINKS + 1):
            before = best.copy()
            for closed in range(links + 1):
                add(lotteries(links, closed), longer & long if closed else longer)
            longer &= best < before - _CLOSE
            if not longer.any():
                break
        return tuple(forms), np.array(rhos), np.array(growths)


def _find_unbeaten(beta: Any, rho: Any) -> Any:
    """Places of those that no other one beats in both, by rising failure: of equal failures the least disagreement."""
    import numpy as np

    order = np.lexsort((rho, beta))
    before = np.concatenate(([np.inf], np.minimum.accumulate(rho[order])[:-1]))
    return order[rho[order] < before]


def limit(kinds: ProblemKinds) -> float:
    """ln of what the disagreements tend to with more and more samples: lotteries of the closed form that fall back."""
    import numpy as np

    fallback = chain.log_constants(MOST, True)[1] + kinds.log_rho0
    lasting = kinds.log_rho0 + MOST_LINKS * np.minimum(fallback, 0.0)
    return kinds.total(np.where(kinds.two, -np.inf, lasting))
