"""Tasks: a question fixed before there are data, its methods and plan, and how it is answered.

A task is a frozen dataclass next to its algorithm (``MeansTask`` is an example) and a line in ``replcalc.names.TASKS``.
``replcalc plan NAME``, ``replcalc run NAME``, ``replcalc.plan.NAME``, ``replcalc.run.NAME``, studies, receipts,
comparison and verification come from that, so that one question has one answer::

    @dataclass(frozen=True, kw_only=True)
    class MeansTask(Task):
        \"""What it does, in one line; an example with ``>>>`` for the functions.\"""

        columns: tuple[str, ...] = input_field(NAMES, "Columns of the file.", (), data=True)
        alpha: str = input_field(POSITIVE, "Accuracy, in the units of the data.")  # 0.10 is kept as 0.1

        name, title, methods = "means", "Replicable means", ("rounding", "cosine")
        examples = ("data.csv columns=a,b ... seed='study 2026'", "k=10 ...")  # the second asks for the plan

        def question(self) -> Queries: ...       # what the methods answer
        def guarantee(self, plan) -> str: ...    # run.plans.write_guarantee(...)
        def reads(self) -> Columns: ...          # columns of numbers, columns of texts
        def carry_out(self, plan, read, shared) -> Published: ...
        def find_flaw(self, plan, shared, answers) -> str: ...

``input_field(kind, says, default)`` declares an input: the kind parses what is typed, passed or read back into the one
value that is kept, and writes that value as JSON. Options, keyword arguments, form fields and sweeps come from it;
``data`` marks inputs that ``run`` needs and ``plan`` does not. Every task has ``rho`` and ``beta``. ``carry_out`` may
call ``read`` as often as it needs; each call is a pass over chunks with the columns of ``reads``. The rows it counts
are compared with the plan by ``require_samples``. ``flaw`` says why no data give these answers with this seed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from functools import lru_cache
from importlib import import_module
from typing import Any, ClassVar, Self

from flint import fmpq

from replcalc import __version__
from replcalc.names import TASKS
from replcalc.numbers.enclosure import decimal, rational_text
from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_integer, parse_positive, parse_probability, parse_rational
from replcalc.planning.assumption import parse_rounds
from replcalc.planning.comparison import Comparison, compare_methods, rank_results, solve_all
from replcalc.planning.method import names
from replcalc.planning.result import Result
from replcalc.run.digest import RowsDigest
from replcalc.run.expressions import parse_condition, parse_grouping, parse_query
from replcalc.run.plans import TooFewRows, describe_plan, require_certified
from replcalc.run.reading import Selection
from replcalc.run.records import Receipt, RunResult, Study, commit_to
from replcalc.run.rows import DROP_ROW, REFUSE, Chunk, RowsRead, ValueRange
from replcalc.run.seeds import Shared

#: The smallest and the largest absolute value of a number in a question.
SMALLEST, LARGEST = fmpq(1, 10**300), fmpq(10**300)
#: Starts a pass over the data.
Read = Callable[[], Iterator[Chunk]]
#: Columns of numbers, and columns of texts.
Columns = tuple[tuple[str, ...], tuple[str, ...]]


@dataclass(frozen=True)
class InputKind:
    """A kind of input. ``parse(value, name)`` returns the value that is kept; ``write`` converts that to JSON.

    ``parse`` inverts ``write``. ``many``: the option may be repeated; ``flag``: the option takes no value.
    """

    metavar: str
    parse: Callable[[Any, str], Any]
    write: Callable[[Any], Any] = lambda value: value
    many: bool = False
    flag: bool = False


def write_number(value: Any) -> str:
    """Write a number in canonical form: a decimal if that has at most 30 digits, else a fraction."""
    exact = parse_rational(value)
    text = decimal(exact, 30, up=False)
    return text if parse_rational(text) == exact else rational_text(exact)


def _number_kind(metavar: str, parse: Callable[[Any, str], fmpq], allowed: str) -> InputKind:
    """Return the kind of a number of moderate size: searches with others would not end."""

    def read(given: Any, name: str) -> str:
        value = parse(given, name)
        if value and not SMALLEST <= abs(value) <= LARGEST:
            raise InputError(name, value, allowed)
        return write_number(value)

    return InputKind(metavar, read)


def _parse_names(given: Any, name: str) -> tuple[str, ...]:
    parts = given.split(",") if isinstance(given, str) else given
    is_list = isinstance(parts, Sequence) and all(isinstance(part, str) for part in parts)
    found = tuple(part.strip() for part in parts) if is_list else ()
    if not found or not all(found) or len(set(found)) != len(found):
        raise InputError(name, given, "distinct names separated by commas")
    return found


def _parse_names_or_count(given: Any, name: str) -> tuple[str, ...] | int:
    """Parse names, or their number."""
    text = str(given).strip() if isinstance(given, int | str) and not isinstance(given, bool) else ""
    return parse_integer(text, name) if text.isdigit() else _parse_names(given, name)


def _parse_name(given: Any, name: str) -> str:
    if not isinstance(given, str):
        raise InputError(name, given, "the name of a column")
    return given


def _parse_range(given: Any, name: str) -> ValueRange:
    if isinstance(given, ValueRange):
        return given
    try:
        low, high = given.split(",") if isinstance(given, str) else given
        return ValueRange(float(low), float(high))
    except (TypeError, ValueError):
        raise InputError(name, given, "two numbers LO,HI with a comma") from None


def _parse_queries(given: Any, name: str) -> tuple[tuple[str, str], ...]:
    """Parse pairs from a mapping, pairs, or texts NAME=EXPRESSION."""
    found: dict[str, str] = {}
    for entry in given.items() if isinstance(given, Mapping) else [given] if isinstance(given, str) else given:
        own, equals, body = entry.partition("=") if isinstance(entry, str) else (entry[0], "=", entry[1])
        if not equals or not own.strip() or own.strip() in found:
            raise InputError(name, entry, "NAME=EXPRESSION with a name of its own")
        try:
            found[own.strip()] = parse_query(body, name).text
        except InputError as error:
            raise InputError(name, entry if isinstance(entry, str) else body, error.allowed) from None
    return tuple(found.items())


def one_of(*words: str) -> InputKind:
    """Return the kind of an input that is one of these words."""

    def parse(given: Any, name: str) -> str:
        if given not in words:
            raise InputError(name, given, " or ".join(words))
        return str(given)

    return InputKind("|".join(words), parse)


def _parse_flag(given: Any, name: str) -> bool:
    if not isinstance(given, bool):
        raise InputError(name, given, "true or false")
    return given


NAME = InputKind("COLUMN", _parse_name)
NAMES = InputKind("A,B,...", _parse_names, list)
#: Names, or their number; JSON has a list or a number.
NAMES_OR_COUNT = InputKind("A,B,...|N", _parse_names_or_count, lambda v: v if isinstance(v, int) else list(v))
RANGE = InputKind("LO,HI", _parse_range, lambda within: [repr(within.low), repr(within.high)])
QUERIES = InputKind("NAME=EXPRESSION", _parse_queries, lambda pairs: [f"{n}={text}" for n, text in pairs], many=True)
NUMBER = _number_kind("X", parse_rational, "0, or a number from 1e-300 to 1e300 in size")
POSITIVE = _number_kind("X", parse_positive, "a number from 1e-300 to 1e300")
PROBABILITY = _number_kind("P", parse_probability, "a number from 1e-300 to below 1")
COUNT = InputKind("N", lambda given, name: str(parse_integer(given, name)))
CONDITION = InputKind("CONDITION", lambda given, name: parse_condition(given, name).text)
GROUPING = InputKind("COLUMN|EXPRESSION", lambda given, name: parse_grouping(given, name).text)
FLAG = InputKind("", _parse_flag, flag=True)
ROUNDS = InputKind("M", lambda given, name: write_number(parse_rounds(given)))


def input_field(
    kind: InputKind, says: str, default: Any = MISSING, *, also: tuple[str, ...] = (), data: bool = False
) -> Any:
    """Declare an input of a task.

    Args:
        kind: How it is parsed and written.
        says: The help text of its option.
        default: Its value where it is not given.
        also: Further names of the option and of the keyword argument.
        data: Needed to run, but not to plan.
    """
    return field(default=default, kw_only=True, metadata={"kind": kind, "says": says, "also": also, "data": data})


@dataclass(frozen=True)
class Published:
    """The answers of a task as texts by name, and the rows used; ``shown``: the answers as people read them.

    ``sample`` (figures of the sample itself) and ``remarks`` are for the team that ran it and not published.
    """

    rows: int
    answers: Mapping[str, str]
    shown: tuple[tuple[Any, Any], ...] = ()
    header: tuple[str, str] = ("name", "answer")
    sample: tuple[tuple[str, float], ...] = ()
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Task:
    """A question about data. Its fields are the whole question; all are fixed before the data are seen."""

    rho: str = input_field(PROBABILITY, "Probability that two teams get different answers, 0 < P < 1.")
    beta: str = input_field(PROBABILITY, "Failure probability to guarantee, 0 < P < 1.")
    where: str = input_field(
        CONDITION, "Use only rows with this condition, such as \"age >= 18 and country == 'DE'\".", ""
    )
    missing: str = input_field(
        one_of(REFUSE, DROP_ROW), "Rows with a missing value: an error (default), or left out.", REFUSE
    )

    name: ClassVar[str]
    title: ClassVar[str]
    unit: ClassVar[str] = "rows"
    passes: ClassVar[str] = "one pass"  # over the data; standard input allows no second one
    examples: ClassVar[tuple[str, ...]] = ()
    #: The methods that ``run`` carries out, and those of them with fast plans.
    methods: ClassVar[tuple[str, ...]] = ()
    quick: ClassVar[tuple[str, ...]] = ()

    def __post_init__(self) -> None:
        for given in self.inputs():
            value, default = getattr(self, given.name), given.default
            is_empty = value in ("", (), [], None) and default is not MISSING
            if value != default:
                parsed = default if is_empty else given.metadata["kind"].parse(value, given.name)
                object.__setattr__(self, given.name, parsed)

    # -- inputs ----------------------------------------------------------------------------------------------------
    @classmethod
    def inputs(cls) -> tuple[Field[Any], ...]:
        """Return the fields of the question, its own before those that it shares with other tasks."""
        place = {name: at for at, base in enumerate(cls.__mro__) for name in vars(base).get("__annotations__", ())}
        return tuple(sorted(fields(cls), key=lambda each: place[each.name]))

    @classmethod
    def make(cls, given: Mapping[str, Any], *, run: bool = False) -> Self:
        """Make the question from these inputs (None: not given); ``run``: require the inputs that data need."""
        named = {other: each.name for each in cls.inputs() for other in each.metadata["also"]}
        typed: dict[str, Any] = {}
        for name, value in given.items():
            if value is None:
                continue
            if named.get(name, name) in typed:
                raise InputError(name, value, f"one of {name} and {named.get(name, name)}")
            typed[named.get(name, name)] = value
        _require_inputs({each.name: typed.get(each.name) for each in cls.inputs() if each.default is MISSING})
        task = cls(**typed)
        if run:
            task.require_data()
        return task

    def require_data(self) -> None:
        """Refuse a question without columns."""
        _require_inputs({e.name: getattr(self, e.name) or None for e in self.inputs() if e.metadata["data"]})

    @property
    def is_complete(self) -> bool:
        """Return whether the question has all inputs that a run needs."""
        try:
            self.require_data()
        except InputError:
            return False
        return True

    def to_json(self) -> dict[str, Any]:
        """Return the question in canonical form: equal questions have equal JSON."""
        return {"task": self.name} | {
            each.name: "" if (value := getattr(self, each.name)) is None else each.metadata["kind"].write(value)
            for each in self.inputs()
        }

    @classmethod
    def from_json(cls, document: Mapping[str, Any]) -> Self:
        """Read a question that ``to_json`` wrote; raise InputError or TypeError for anything else."""
        given = {name: value for name, value in document.items() if name != "task"}
        if set(given) != {each.name for each in cls.inputs()}:
            raise InputError("question", ", ".join(sorted(map(str, given))), "the inputs of the task, all of them")
        found = cls(**given)
        if found.to_json() != dict(document):
            raise InputError("question", cls.name, "inputs as run writes them")
        return found

    # -- the plan --------------------------------------------------------------------------------------------------
    def question(self) -> Any:
        """Return the question that the methods answer."""
        raise NotImplementedError

    def compare(self, digits: int = 20, methods: Sequence[str] = (), settings: Mapping[str, fmpq] = {}) -> Comparison:
        """Compare all methods, or the named ones; the best practical one is the plan."""
        question = replace(self.question(), settings=dict(settings))
        return self.compare_methods(question, digits, tuple(methods))

    def compare_methods(self, question: Any, digits: int, methods: tuple[str, ...]) -> Comparison:
        """Compare the methods on the question."""
        return compare_methods(question, digits, methods, self.unit)

    def plan(self) -> Result:
        """Return the certified plan that ``run`` carries out: of its methods the one with the fewest samples."""
        return _find_plan(self.question(), self.methods)

    def quick_plan(self) -> Result:
        """Return a certified plan by a fast method, for trying many values."""
        return _find_plan(self.question(), self.quick or self.methods)

    # -- the run ---------------------------------------------------------------------------------------------------
    def remark(self) -> str:
        """Return remarks that compare the plan with an ordinary procedure, if there is one."""
        return ""

    def selection(self) -> Selection:
        """Return which rows are used."""
        return Selection(self.missing, parse_condition(self.where, "where") if self.where else None)

    def full_guarantee(self, plan: Result) -> str:
        """State the guarantee, and its population if that is not all rows."""
        rows = f"rows where {self.where}" if self.where else "rows"
        if self.missing == DROP_ROW:
            rows += " that lack none of the values asked for"
        return self.guarantee(plan) + (f" The population is that of the {rows}." if rows != "rows" else "")

    def guarantee(self, plan: Result) -> str:
        """State the guarantee and its hypotheses."""
        raise NotImplementedError

    def reads(self) -> Columns:
        """Return the columns that are read: numbers, texts."""
        raise NotImplementedError

    def carry_out(self, plan: Result, read: Read, shared: Shared) -> Published:
        """Carry out the plan on the data."""
        raise NotImplementedError

    def find_flaw(self, plan: Result, shared: Shared, answers: Mapping[str, str]) -> str:
        """Say why no data give these answers with this question and seed; empty if some may."""
        raise NotImplementedError

    def unfixed(self) -> str:
        """Return an input that would be taken from the data; a study must fix it."""
        return ""

    def explain_difference(self, one: Mapping[str, str], two: Mapping[str, str]) -> str:
        """Explain the difference of two unequal answers."""
        return f"Samples of one population answer differently with probability at most {self.rho}."

    def answer(self, read: Read, shared: Shared, progress: RowsRead | None = None, study: str = "") -> RunResult:
        """Plan, read, answer; the receipt holds all of it. ``study``: digest of the pre-registration."""
        plan = self.plan()  # refuse a question without a certified plan before reading data
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
            from replcalc.run.solving import list_offers

            raise TooFewRows(few.what, few.have, few.needed, few.why, list_offers(self, few.have)) from None
        data = {"rows": found.rows, "read": rows, "digest": digest.hexdigest()}
        question, about, guarantee = self.to_json(), describe_plan(plan), self.full_guarantee(plan)
        receipt = Receipt(question, about, shared.text, __version__, data, found.answers, guarantee, study)
        shown = found.shown or tuple(found.answers.items())
        return RunResult(self.title, plan, receipt, found.header, shown, self.unit, found.sample, found.remarks)

    def register(self, shared: Shared) -> Study:
        """Fix question, plan and seed in a study; refuse a question with an input left to the data."""
        self.require_data()
        if self.unfixed():
            raise InputError(self.unfixed(), None, "a value: a study fixes it before there are data")
        plan = self.plan()
        return Study(self.to_json(), describe_plan(plan), commit_to(shared), self.full_guarantee(plan))


def find_task(name: str) -> type[Task]:
    """Return the class of a task; refuse any other name."""
    if name not in TASKS:
        raise InputError("task", name, "one of " + ", ".join(TASKS))
    module, _, attribute = TASKS[name].declared.partition(":")
    found: type[Task] = getattr(import_module(f"replcalc.{module}"), attribute)
    return found


def _require_inputs(inputs: Mapping[str, Any]) -> None:
    """Raise one error for all missing inputs."""
    need(inputs)
    for name, value in inputs.items():
        if value is None:
            raise InputError(name, None, "a value: a guarantee has no defaults")


@lru_cache(maxsize=64)
def _find_plan(question: Any, methods: tuple[str, ...]) -> Result:
    known = [name for name in names(question.kind) if name in methods]
    return require_certified(rank_results(solve_all(question, known, 20))[0])
