"""The tasks of ``replcalc run`` as functions: data in, one published answer and its receipt out.

``data`` is the path of a CSV or Parquet file, a data frame, or a mapping from names to columns; None asks for the plan
alone. Nothing about a promise is assumed: every number of it must be given. Numbers are exact, 0.1 is 1/10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from replcalc.ask.parsing import parse_rounds
from replcalc.ask.result import Result
from replcalc.data import receipt as receipts
from replcalc.data.columns import Chunk, PromisedRange, chunks
from replcalc.data.expressions import parse_query
from replcalc.data.receipt import Done, Receipt, ReceiptComparison
from replcalc.data.streams import Shared
from replcalc.numbers.errors import InputError
from replcalc.problems.arms.algorithm import BestArmTask
from replcalc.problems.arms.algorithm import answer as answer_best_arm
from replcalc.problems.queries.algorithm import ROUNDS, MeansTask, columns_read, evaluated
from replcalc.problems.queries.algorithm import answer as answer_means
from replcalc.run.recheck import compare_again
from replcalc.sharper.heavy_hitters.algorithm import HeavyHittersTask
from replcalc.sharper.heavy_hitters.algorithm import answer as answer_heavy_hitters
from replcalc.statements.showing import Shown


def means(
    data: Any,
    columns: str | Sequence[str],
    *,
    range: tuple[float, float],
    alpha: Any,
    rho: Any,
    beta: Any,
    seed: str | None = None,
    receipt: Any = None,
    max_rounds: Any = ROUNDS,
) -> Done | Result:
    """Replicable means of columns: whoever has the same seed and a sample of the same population gets the same figures.

    Two samples of one population, one seed:

        >>> import numpy, replcalc
        >>> asked = dict(columns="score", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
        >>> replcalc.run.means(None, **asked)
        <Result: rounding, certified, 122 samples>
        >>> first, second = (numpy.random.default_rng(team).random(150) for team in (1, 2))
        >>> ours = replcalc.run.means({"score": first}, **asked, seed="study 2026")
        >>> theirs = replcalc.run.means({"score": second}, **asked, seed="study 2026")
        >>> ours.answers == theirs.answers
        True
        >>> replcalc.run.compare(ours.receipt, theirs.receipt)
        <Compared: equal answers>
    """
    names = _listed(columns, "columns")
    task = MeansTask(names, PromisedRange(*map(float, range)), *_promise(alpha, rho, beta), _rounds(max_rounds))
    return _carried_out(task, answer_means, data, lambda: _parts(data, names), seed, receipt)


def queries(
    data: Any,
    queries: Mapping[str, str],
    *,
    range: tuple[float, float],
    alpha: Any,
    rho: Any,
    beta: Any,
    seed: str | None = None,
    receipt: Any = None,
    max_rounds: Any = ROUNDS,
) -> Done | Result:
    """Replicable means of expressions over the columns: arithmetic, comparisons, and, or, not, abs, min, max.

        >>> import numpy, replcalc
        >>> people = {"height": numpy.random.default_rng(7).normal(1.7, 0.1, 150)}
        >>> asked = dict(range=(0, 1), alpha="0.2", rho="0.2", beta="0.05", seed="s")
        >>> replcalc.run.queries(people, {"tall": "height > 1.8"}, **asked)
        <Done: Replicable means, 1 answer from 150 rows>
    """
    if not queries:
        raise InputError("query", None, "at least one name with an expression")
    parsed = {name: parse_query(text) for name, text in queries.items()}
    bodies = tuple(" ".join(text.split()) for text in queries.values())
    promised, rounds = PromisedRange(*map(float, range)), _rounds(max_rounds)
    task = MeansTask(tuple(parsed), promised, *_promise(alpha, rho, beta), rounds, expressions=bodies)
    names = columns_read(tuple(parsed.values()))
    return _carried_out(task, answer_means, data, lambda: evaluated(_parts(data, names), parsed), seed, receipt)


def best_arm(
    data: Any,
    arms: str | Sequence[str],
    *,
    range: tuple[float, float],
    alpha: Any,
    rho: Any,
    beta: Any,
    by: str = "",
    reward: str = "",
    seed: str | None = None,
    receipt: Any = None,
    max_rounds: Any = ROUNDS,
) -> Done | Result:
    """An arm whose mean reward is within alpha of the largest: a column per arm, or ``by`` and ``reward`` columns.

        >>> import numpy, replcalc
        >>> coins = numpy.random.default_rng(3)
        >>> pages = {"old": coins.random(2000) < 0.3, "new": coins.random(2000) < 0.9}
        >>> asked = dict(range=(0, 1), alpha="0.3", rho="0.2", beta="0.05", seed="s")
        >>> replcalc.run.best_arm(pages, ["old", "new"], **asked).answers
        {'best arm': 'new'}
    """
    if bool(by) != bool(reward):
        raise InputError("by", by or None, "by and reward together: the columns of the arm and of its reward")
    names = _listed(arms, "arms")
    promise = _promise(alpha, rho, beta)
    task = BestArmTask(names, PromisedRange(*map(float, range)), *promise, by, reward, _rounds(max_rounds))
    read = ((reward,), (by,)) if by else (names,)
    return _carried_out(task, answer_best_arm, data, lambda: _parts(data, *read), seed, receipt)


def heavy_hitters(
    data: Any,
    column: str,
    *,
    nu: Any,
    epsilon: Any,
    rho: Any,
    beta: Any,
    seed: str | None = None,
    receipt: Any = None,
) -> Done | Result:
    """The values of a column of probability nu or more, and none of nu - epsilon or less.

        >>> import replcalc
        >>> asked = dict(nu="0.4", epsilon="0.3", rho="0.2", beta="0.01")
        >>> replcalc.run.heavy_hitters(None, "page", **asked)
        <Result: random-threshold, certified, 4095 samples>
        >>> visits = {"page": ["home"] * 4000 + ["help"] * 100 + [str(number) for number in range(3000)]}
        >>> replcalc.run.heavy_hitters(visits, "page", **asked, seed="May").answers
        {'list': '["home"]'}
    """
    task = HeavyHittersTask(column, *(str(number) for number in (nu, epsilon, rho, beta)))
    return _carried_out(task, answer_heavy_hitters, data, lambda: partial(_parts, data, (), (column,)), seed, receipt)


@dataclass(frozen=True, repr=False)
class Compared(Shown):
    """Two receipts: were they entitled to agree, and do they? ``verdict``: equal, different or not comparable."""

    one: Receipt
    two: Receipt
    found: ReceiptComparison

    @property
    def verdict(self) -> str:
        return "not comparable" if self.found.obstacles else "different" if self.found.different else "equal"

    def report(self, **options: Any) -> Any:
        from importlib import import_module

        return import_module("replcalc.render.running").comparison_report(self.one, self.two, self.found)

    def _summary(self) -> str:
        return self.verdict + ("" if self.found.obstacles else " answers")


def compare(one: Any, two: Any) -> Compared:
    """Two receipts, or the files that hold them; the plan is made again, what stands in a file is not believed.

        >>> import numpy, replcalc
        >>> asked = dict(columns="x", range=(0, 1), alpha="0.2", rho="0.2", beta="0.05")
        >>> teams = [{"x": numpy.random.default_rng(team).random(150)} for team in (1, 2)]
        >>> ours = replcalc.run.means(teams[0], **asked, seed="one seed")
        >>> theirs = replcalc.run.means(teams[1], **asked, seed="another seed")
        >>> replcalc.run.compare(ours.receipt, theirs.receipt).verdict
        'not comparable'
    """
    first, second = (given if isinstance(given, Receipt) else receipts.read(Path(given)) for given in (one, two))
    return Compared(first, second, compare_again(first, second))


def _carried_out(
    task: Any, answer: Callable[..., Done], data: Any, read: Callable[[], Any], seed: str | None, receipt: Any
) -> Done | Result:
    """Plan first: a question without a certified plan is refused before any data are read."""
    plan: Result = task.plan()
    if data is None:
        return plan
    if seed is None:
        raise InputError("seed", None, "public text, chosen before the data")
    found = answer(task, read(), Shared(seed))
    if receipt is not None:
        receipts.write(found.receipt, Path(receipt))
    return found


def _parts(data: Any, columns: Sequence[str], texts: Sequence[str] = ()) -> Iterator[Chunk]:
    """The columns of a file, or of what is in memory already."""
    if isinstance(data, str | Path):
        yield from chunks(Path(data), columns, texts)
        return
    import numpy as np

    known = list(data.keys() if isinstance(data, Mapping) else data.columns)
    for name in (*columns, *texts):
        if name not in known:
            raise InputError("columns", name, "a column of the data: " + ", ".join(map(str, known[:8])))
    numbers = {name: np.asarray(data[name], dtype=np.float64) for name in columns}
    words = {name: list(map(str, data[name])) for name in texts}
    lengths = {len(column) for column in numbers.values()} | {len(column) for column in words.values()}
    if len(lengths) > 1:
        raise InputError("data", "columns", "columns of one length")
    yield Chunk(1, numbers, words)


def _listed(names: str | Sequence[str], argument: str) -> tuple[str, ...]:
    found = tuple(part.strip() for part in names.split(",")) if isinstance(names, str) else tuple(names)
    if not all(found) or not found or len(set(found)) != len(found):
        raise InputError(argument, names, "distinct names")
    return found


def _promise(alpha: Any, rho: Any, beta: Any) -> tuple[str, str, str]:
    return str(alpha), str(rho), str(beta)


def _rounds(given: Any) -> str:
    parse_rounds(str(given))
    return str(given)
