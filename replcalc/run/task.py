"""A task of ``run``: a question that fixes everything before the data, its plan, and how it is answered.

To add one, write a frozen dataclass next to the algorithm (``MeansTask`` is an example) and a line in
``replcalc.names.TASKS``. The command, the function ``replcalc.run.NAME``, plans, receipts, comparison and verification
come from that::

    @dataclass(frozen=True, kw_only=True)
    class MeansTask(RunTask):
        \"""What it does, in one line; an example with ``>>>`` for the function.\"""

        columns: tuple[str, ...] = asked(NAMES, "Columns of the file.")
        alpha: str = asked(POSITIVE, "Accuracy, in the units of the data.")  # 0.10 is kept as 0.1

        name, title = "means", "Replicable means"
        examples = ("data.csv columns=a,b ... seed='study 2026'", "columns=a ...")  # the second asks for the plan

        def plan(self) -> Result: ...            # certified, from the question alone
        def guarantee(self, plan) -> str: ...    # data.plan.promise(...)
        def reads(self) -> Columns: ...          # columns of numbers, columns of texts
        def carry_out(self, plan, read, shared) -> Published: ...
        def flaw(self, plan, shared, answers) -> str: ...

``asked(kind, says, default)`` declares an input: the kind turns whatever is typed, passed or read back into the one
value that is kept, and that value into JSON. ``rho`` and ``beta`` are every task's. ``carry_out`` may call ``read`` as
often as it needs; each call is a pass over chunks with the columns of ``reads``. The rows it counts are compared with
the plan by ``data.plan.require_samples``. ``flaw`` says why answers could not have been published with this seed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from typing import Any, ClassVar, Self

from flint import fmpq

from replcalc.numbers.enclosure import decimal, rational_text
from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_integer, parse_positive, parse_probability, parse_rational
from replcalc.planning.assumption import parse_rounds
from replcalc.planning.result import Result
from replcalc.run.digest import RowsDigest
from replcalc.run.expressions import parse_condition, parse_grouping, parse_query
from replcalc.run.plans import TooFewRows
from replcalc.run.reading import Selection
from replcalc.run.receipts import Done, made
from replcalc.run.rows import DROP_ROW, REFUSE, Chunk, PromisedRange, RowsRead
from replcalc.run.seeds import Shared

#: The least and the largest size of a number in a question.
SMALLEST, LARGEST = fmpq(1, 10**100), fmpq(10**300)
#: Starts a pass over the data.
Read = Callable[[], Iterator[Chunk]]
#: Columns of numbers, and columns of texts.
Columns = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class InputKind:
    """``parse``: what is typed, passed or read back, with its name -> what is kept. ``written``: that as JSON.

    ``parse`` takes what ``written`` gave to the same value. ``many``: the option may be repeated; ``flag``: it is named
    and no more.
    """

    metavar: str
    parse: Callable[[Any, str], Any]
    written: Callable[[Any], Any] = lambda value: value
    many: bool = False
    flag: bool = False


def number_text(value: Any) -> str:
    """The one way in which a number is written: a decimal where it has one of at most 30 digits, else a fraction."""
    exact = parse_rational(value)
    text = decimal(exact, 30, up=False)
    return text if parse_rational(text) == exact else rational_text(exact)


def _sized(value: Any, name: str) -> str:
    """The text of a number that some data could have to do with; of others searches would never end."""
    if value and not SMALLEST <= abs(value) <= LARGEST:
        raise InputError(name, value, "0, or a number from 1e-100 to 1e300 in size")
    return number_text(value)


def _names(given: Any, name: str) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given
    if not isinstance(parts, Sequence) or not all(isinstance(part, str) for part in parts):
        raise InputError(name, given, "distinct names separated by commas")
    found = tuple(part.strip() for part in parts)
    if not found or not all(found) or len(set(found)) != len(found):
        raise InputError(name, given, "distinct names separated by commas")
    return found


def _name(given: Any, name: str) -> str:
    if not isinstance(given, str):
        raise InputError(name, given, "the name of a column")
    return given


def _range(given: Any, name: str) -> PromisedRange:
    if isinstance(given, PromisedRange):
        return given
    try:
        low, high = given.split(",") if isinstance(given, str) else given
        return PromisedRange(float(low), float(high))
    except (TypeError, ValueError):
        raise InputError(name, given, "two numbers LO,HI with a comma") from None


def _queries(given: Any, name: str) -> tuple[tuple[str, str], ...]:
    """From a mapping, pairs, or texts NAME=EXPRESSION."""
    found: dict[str, str] = {}
    for entry in given.items() if isinstance(given, Mapping) else [given] if isinstance(given, str) else given:
        own, equals, body = entry.partition("=") if isinstance(entry, str) else (entry[0], "=", entry[1])
        if not equals or not own.strip() or own.strip() in found:
            raise InputError(name, entry, "NAME=EXPRESSION with a name of its own")
        found[own.strip()] = parse_query(body).text
    if not found:
        raise InputError(name, None, "at least one NAME=EXPRESSION")
    return tuple(found.items())


def one_of(*words: str) -> InputKind:
    def parse(given: Any, name: str) -> str:
        if given not in words:
            raise InputError(name, given, " or ".join(words))
        return str(given)

    return InputKind("|".join(words), parse)


def _flag(given: Any, name: str) -> bool:
    if not isinstance(given, bool):
        raise InputError(name, given, "true or false")
    return given


NAME = InputKind("COLUMN", _name)
NAMES = InputKind("A,B,...", _names, list)
#: Names, or none.
SOME_NAMES = InputKind("A,B,...", lambda given, name: _names(given, name) if given else (), list)
RANGE = InputKind("LO,HI", _range, lambda within: [repr(within.low), repr(within.high)])
QUERIES = InputKind("NAME=EXPRESSION", _queries, lambda pairs: [f"{name}={text}" for name, text in pairs], many=True)
NUMBER = InputKind("X", lambda given, name: _sized(parse_rational(given, name), name))
POSITIVE = InputKind("X", lambda given, name: _sized(parse_positive(given, name), name))
PROBABILITY = InputKind("P", lambda given, name: _sized(parse_probability(given, name), name))
COUNT = InputKind("N", lambda given, name: str(parse_integer(given, name)))
CONDITION = InputKind("CONDITION", lambda given, name: parse_condition(given, name).text)
GROUPING = InputKind("COLUMN|EXPRESSION", lambda given, name: parse_grouping(given, name).text)
FLAG = InputKind("", _flag, flag=True)
ROUNDS = InputKind("M", lambda given, name: number_text(parse_rounds(given)))


def asked(kind: InputKind, says: str, default: Any = MISSING, *, option: str = "", also: tuple[str, ...] = ()) -> Any:
    """An input of a task; ``option``: where it is not called like the field; ``also``: further names of the option."""
    metadata = {"kind": kind, "says": says, "option": option, "also": also}
    return field(default=default, kw_only=True, metadata=metadata)


@dataclass(frozen=True)
class Published:
    """What a task answers: the rows that count, the answers as texts by name; ``shown``, where they read better.

    ``remarks``: what whoever ran it should know and nobody else: it is not part of what is published.
    """

    rows: int
    answers: Mapping[str, str]
    shown: tuple[tuple[Any, Any], ...] = ()
    header: tuple[str, str] = ("name", "answer")
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RunTask:
    """A question to data. Its fields are the whole question; nothing of it may be chosen after the data were seen."""

    rho: str = asked(PROBABILITY, "How often two teams may disagree, 0 < R < 1.")
    beta: str = asked(PROBABILITY, "Failure probability to promise, 0 < B < 1.")
    where: str = asked(CONDITION, "Only the rows for which it holds, such as \"age >= 18 and country == 'DE'\".", "")
    missing: str = asked(
        one_of(REFUSE, DROP_ROW), "A row that lacks a value it needs: an error (default), or left out.", REFUSE
    )
    name: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str] = "rows"
    passes: ClassVar[str] = "one pass"  # over the data; standard input allows no second one
    examples: ClassVar[tuple[str, ...]] = ()
    offered: ClassVar[tuple[str, ...]] = ("alpha", "tau", "rho")  # what too few rows are asked to promise instead

    def __post_init__(self) -> None:
        for given in self.inputs():
            kind: InputKind = given.metadata["kind"]
            value = getattr(self, given.name)
            if value != given.default:
                object.__setattr__(self, given.name, kind.parse(value, given.name))

    @classmethod
    def inputs(cls) -> tuple[Field[Any], ...]:
        """The fields of the question, its own before those that it shares with other tasks."""
        place = {name: at for at, base in enumerate(cls.__mro__) for name in vars(base).get("__annotations__", ())}
        return tuple(sorted(fields(cls), key=lambda each: place[each.name]))

    @classmethod
    def made_of(cls, given: Mapping[str, Any], **also: Any) -> Self:
        """The question with these inputs, None for what was not given; ``also``: what must be there beside it."""
        asked = [each.name for each in cls.inputs() if each.default is MISSING or each.name in also]
        required = {name: given.get(name) for name in asked} | also
        need(required)
        for name, value in required.items():
            if value is None:
                raise InputError(name, None, "a value: nothing about a promise is assumed")
        return cls(**{name: value for name, value in given.items() if value is not None})

    def to_json(self) -> dict[str, Any]:
        """The whole question in one spelling: equal questions have equal JSON."""
        return {"task": self.name} | {
            each.name: each.metadata["kind"].written(getattr(self, each.name)) for each in self.inputs()
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """The question that ``to_json`` wrote; an InputError or a TypeError where it is none."""
        given = {name: value for name, value in document.items() if name != "task"}
        if set(given) != {each.name for each in cls.inputs()}:
            raise InputError("question", ", ".join(sorted(map(str, given))), "the inputs of the task, all of them")
        found = cls(**given)
        if found.to_json() != dict(document):
            raise InputError("question", cls.name, "inputs as run writes them")
        return found

    def selection(self) -> Selection:
        """Which rows count."""
        return Selection(self.missing, parse_condition(self.where, "where") if self.where else None)

    def promised(self, plan: Result) -> str:
        """What is promised, and of which population, if not of all rows."""
        rows = f"rows where {self.where}" if self.where else "rows"
        if self.missing == DROP_ROW:
            rows += " that lack none of the values asked for"
        return self.guarantee(plan) + (f" The population is that of the {rows}." if rows != "rows" else "")

    def plan(self) -> Result:
        """The certified plan: how many rows, and every parameter; from the question alone."""
        raise NotImplementedError

    def rough_plan(self) -> Result:
        """A certified plan for trying many values, which may ask for more rows than ``plan`` where that is quicker."""
        return self.plan()

    def guarantee(self, plan: Result) -> str:
        """What is promised, and on which hypotheses."""
        raise NotImplementedError

    def reads(self) -> Columns:
        """The columns that are read: numbers, texts."""
        raise NotImplementedError

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        """The plan carried out on the data."""
        raise NotImplementedError

    def flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Why these answers cannot be those of this question and seed, whatever the data; nothing where they can."""
        raise NotImplementedError

    def likely(self, name: str, rows: int) -> float | None:
        """About the least value of an input that so many rows promise, where plans take long; None: plans are tried."""
        return None

    def enough(self, rows: int) -> bool:
        """Is it certified that so many rows suffice? Where plans take long, without one."""
        return (self.plan().samples or 0) <= rows

    def unfixed(self) -> str:
        """An input that would be filled in from the data; a study must name it."""
        return ""

    def apart(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        """What kind of difference two unequal answers have."""
        return f"Samples of one population answer differently with probability at most {self.rho}."

    def answer(self, read: Read, shared: Shared, progress: RowsRead | None = None, study: str = "") -> Done:
        """Plan, read, answer; the receipt holds all of it. ``study``: digest of the pre-registration."""
        plan = self.plan()  # a question that has no certified plan is refused before the data are read
        digest, rows = RowsDigest(*self.reads()), 0

        def watched() -> Iterator[Chunk]:
            nonlocal rows
            whole, rows = rows > 0, 0
            for chunk in read():
                rows += chunk.read
                if not whole:
                    digest.add(chunk)
                if progress is not None:
                    progress(rows)
                yield chunk

        try:
            found = self.carry_out(plan, watched, shared)
        except TooFewRows as few:
            from replcalc.run.solving import offers

            raise few.offering(offers(self, few.have)) from None
        data = {"rows": found.rows, "read": rows, "digest": digest.hexdigest()}
        receipt = made(self.to_json(), plan, shared, data, found.answers, self.promised(plan), study)
        return Done(
            self.title,
            plan,
            receipt,
            found.header,
            found.shown or tuple(found.answers.items()),
            self.unit,
            found.remarks,
        )
