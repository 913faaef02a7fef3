"""Write replcalc/sharper/votes/threshold.json and lottery.json anew.

    python benchmarks/vote_weights.py          constants of the weights that stand there
    python benchmarks/vote_weights.py weights  first the weights for few votes, too

About twenty minutes on one core. For a fixed q the spread f(q) and the share X(q) of a tie are linear in the weights
g_m of the thresholds (m = 0..T-1), and so are the conditions of the theorems: linear programs take them on a grid of q.
The solutions are certified afterwards.
"""

import sys
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.stats import binom

from replcalc.sharper.votes.weights import FEW, LEAST, LOTTERY, MOST, TWO_ANSWERS

#: Largest whole number that a weight becomes.
SCALE = 10**9
_POINTS = 160


def _make_grid() -> Any:
    near = (np.arange(1, _POINTS + 1) / (2 * _POINTS)) ** 2
    return np.concatenate([[1e-9], near, 0.5 - near[-2::-1], [0.5]])


def _evaluate_spreads(votes: int, points: Any) -> Any:
    """Return one row per q: what every weight adds to f(q)."""
    m = np.arange(votes)[None, :]
    return binom.cdf(m, votes, points[:, None]) * binom.sf(m, votes, points[:, None]) / (points * (1 - points))[:, None]


def _round_weights(weights: Any) -> list[int]:
    return [max(0, round(float(w) / float(max(weights)) * SCALE)) for w in weights]


def optimize_two_answers(votes: int) -> list[int]:
    """Return the symmetric distribution of least largest spread."""
    points, half = _make_grid(), (votes + 1) // 2
    fold = np.zeros((votes, half))
    for m in range(votes):
        fold[m, min(m, votes - 1 - m)] = 1
    rows = _evaluate_spreads(votes, points) @ fold
    found = linprog(
        np.r_[np.zeros(half), 1],
        A_ub=np.c_[rows, -np.ones(len(points))],
        b_ub=np.zeros(len(points)),
        A_eq=[np.r_[fold.sum(axis=0), 0]],
        b_eq=[1],
    )
    weights = _round_weights(found.x[:half])
    return [weights[min(m, votes - 1 - m)] for m in range(votes)]


def optimize_lottery(votes: int) -> list[int]:
    """Minimize c under (I) and (II), where (Ia) holds up to some q and (Ib) beyond; the best such q."""
    program = _LotteryProgram(votes)
    switches = range(program.size // 2, program.size + 1)
    best = min((program.solve(switch) for switch in switches[::4]), key=lambda found: float(found.fun))
    near = program.size if best.switch is None else best.switch
    fine = [s for s in range(near - 3, near + 4) if s in switches]
    best = min((program.solve(switch) for switch in fine), key=lambda found: float(found.fun))
    return _round_weights(np.r_[0, best.x[: votes - 1]])


class _LotteryProgram:
    """Unknowns: g_1..g_(T-1), then alpha at every p of the grid, then the largest weight, then c."""

    def __init__(self, votes: int) -> None:
        self.votes, self.points = votes, _make_grid()
        self.size = len(self.points)
        p = self.points
        low, high = _evaluate_spreads(votes, p)[:, 1:], _evaluate_spreads(votes, 1 - p)[:, 1:]
        step = np.sqrt(votes / 12)
        bracket = self._rows(-low * (1 - p)[:, None], c=1 - p)  # (c - f(p))(1-p)
        alpha = self._rows(alpha=np.eye(self.size))
        largest = self._rows(largest=np.ones(self.size))
        falls = alpha[1:] - alpha[:-1]
        above = np.zeros((votes - 1, bracket.shape[1]))
        above[:, : votes - 1], above[:, -2] = np.eye(votes - 1), -1
        self.always = [alpha - bracket, step * largest - bracket, falls, above]
        gain = self._rows(-high * (1 - p)[:, None], c=1 - p)
        self.tied = step * largest - p[:, None] * (gain + alpha)  # (Ia)
        m = np.arange(1, votes)[None, :]
        excess = np.maximum(0, 2 * binom.cdf(m, votes, 1 - p[:, None]) - 1)
        part = np.minimum(binom.sf(m, votes, p[:, None]), excess / 2)
        ties = np.where(2 * m >= votes, part * (excess - part), 0) / p[:, None]
        self.apart = self._rows(2 * high * (1 - p)[:, None] + ties, c=-(1 - p)) - alpha  # (Ib)

    def _rows(self, g: Any = None, alpha: Any = None, largest: Any = None, c: Any = None) -> Any:
        rows = np.zeros((self.size, self.votes + 1 + self.size))
        if g is not None:
            rows[:, : self.votes - 1] = g
        if alpha is not None:
            rows[:, self.votes - 1 : -2] = alpha
        if largest is not None:
            rows[:, -2] = largest
        if c is not None:
            rows[:, -1] = c
        return rows

    def solve(self, switch: int) -> Any:
        """Solve with (Ib) for the grid's first ``switch`` values of 1 - q, (Ia) for the others."""
        rows = np.concatenate([*self.always, self.apart[:switch], self.tied[switch:]])
        target = np.zeros(rows.shape[1])
        target[-1] = 1
        whole = np.zeros((1, rows.shape[1]))
        whole[0, : self.votes - 1] = 1
        found = linprog(target, A_ub=rows, b_ub=np.zeros(len(rows)), A_eq=whole, b_eq=[1])
        found.switch = switch
        found.fun = found.fun if found.status == 0 else np.inf
        return found


def _write_rows(rows: dict[int, Any]) -> str:
    return "{\n" + ",\n".join(f'"{votes}": {list(row)}' for votes, row in rows.items()) + "}"


def main(arguments: list[str]) -> None:
    for table, solve in ((TWO_ANSWERS, optimize_two_answers), (LOTTERY, optimize_lottery)):
        few = {votes: table.weights(votes) for votes in range(LEAST, FEW + 1)}
        if "weights" in arguments:
            few = {votes: tuple(solve(votes)) for votes in few}
        every = {votes: few.get(votes) or table.beyond(votes) for votes in range(LEAST, MOST + 1)}
        constants = {votes: table.certify(weights) for votes, weights in every.items()}
        text = f'{{"weights": {_write_rows(few)},\n"constants": {_write_rows(constants)}}}\n'
        table.path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
