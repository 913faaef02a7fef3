"""A sweep: its question, fixed and varied inputs; each point is answered as rows."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from math import prod
from typing import Any

from flint import fmpq

from replcalc.numbers.enclosure import Enclosure, decimal
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.comparison import SECOND_EVALUATION
from replcalc.planning.defaults import SWEEP_N
from replcalc.planning.method import get, names
from replcalc.planning.result import Result
from replcalc.statements.certification import balls_only
from replcalc.sweeps.ranges import MAX_POINTS, exact_text, parse_values, value_text

SweepRow = dict[str, Any]

#: Columns that are no inputs of the question; ``samples`` and ``runs`` are integers of any length.
HEAD = ("point", "command")
RESULTS = (
    "method",
    "status",
    "samples",
    "runs",
    "rounds_log10",
    "rho_upper",
    "beta_upper",
    "best",
    "solved",
    "assumed",
    "reason",
)
#: The method column of a row with a lower bound.
LOWER_BOUND = "lower bound"
#: Digits of rho_upper and beta_upper, which are rounded up, and those to which the answers of a sweep are enclosed.
_SHOWN_DIGITS, DIGITS = 8, 10
#: Parameters of the functions that say how to answer, not what.
_NOT_INPUTS = ("digits", "methods", "settings")
_SWITCHES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


@dataclass(frozen=True)
class Question:
    """A question that can be asked at many points.

    Attributes:
        name: Its name.
        function: Module and name of the function that answers one point.
        about: Its subject, for the title of a plot.
        kind: The kind of its methods.
        unit: What its samples count.
        repeated: The list whose one entry is repeated k times.
    """

    name: str
    function: str
    about: str
    kind: str = ""
    unit: str = "samples"
    repeated: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        return find_question, (self.name,)

    @cached_property
    def call(self) -> Callable[..., Any]:
        module, _, attribute = self.function.partition(":")
        found: Callable[..., Any] = getattr(import_module(module), attribute)
        return found

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.call).parameters

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that can be set or varied, besides unspecified constants."""
        own = [n for n, p in self.parameters.items() if n not in _NOT_INPUTS and p.kind is not p.VAR_KEYWORD]
        return (*(("k",) if self.repeated else ()), *own)

    @cached_property
    def constants(self) -> tuple[str, ...]:
        """Unspecified constants that can be set or varied as well."""
        listed = names(self.kind) if self.kind else ()
        return tuple({h.name: None for method in listed for h in get(method, self.kind).derive().hidden})

    def find_input(self, given: str, option: str) -> str:
        """Return the input or constant of that name; an error for an unknown one lists the closest names."""
        name = given.strip().replace("-", "_")
        if name in self.inputs:
            return name
        if given.strip() in self.constants:
            return given.strip()
        close = get_close_matches(given, (*self.inputs, *self.constants), 2)
        hint = f"did you mean {' or '.join(close)}?" if close else "or an unspecified constant"
        raise InputError(option, given, f"an input of {self.name}: {', '.join(self.inputs)}", hint)

    def answer(self, inputs: Mapping[str, str], methods: Sequence[str], digits: int) -> Any:
        """Answer one point; an InputError says why a point is refused."""
        values: dict[str, Any] = {name: value for name, value in inputs.items() if name in self.inputs}
        constants = {name: value for name, value in inputs.items() if name not in values}
        if self.repeated and "k" in values:
            values[self.repeated] = _repeat(values.get(self.repeated), values.pop("k"), self.repeated)
        for name, p in self.parameters.items():
            if name in values and isinstance(p.default, bool):
                values[name] = _parse_switch(name, values[name])
            if name not in values and p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD:
                raise InputError(name, None, f"a value or a range: {self.name} needs it")
        if constants:
            values |= {"settings": constants} if "settings" in self.parameters else constants
        return self.call(**values, **({"methods": methods} if methods else {}), digits=digits)


def _parse_switch(name: str, value: Any) -> bool:
    if str(value).lower() not in _SWITCHES:
        raise InputError(name, value, "true or false")
    return _SWITCHES[str(value).lower()]


def _repeat(entry: Any, count: str, name: str) -> str:
    if entry is None or any(sign in str(entry) for sign in ",;xX× "):
        raise InputError(name, entry, "one value, such as 100, where k says how often", "leave out k for a list")
    return f"{entry}x{parse_integer(count, 'k', maximum=MAX_LENGTH)}"


_API, _PLAN = "replcalc.api.questions", "replcalc.plan"
_LOWER = "samples per round, at least"
QUESTIONS: Mapping[str, Question] = {
    question.name: question
    for question in (
        Question("compose", "replcalc.api.questions:compose", "Composing k algorithms", "composition", repeated="n"),
        Question("means", f"{_PLAN}:means", "k means together", "queries"),
        Question("ab", f"{_PLAN}:ab", "Deciding between two variants", "ab", "rewards of each variant"),
        Question("same", f"{_PLAN}:same", "Telling whether two means are the same", "same"),
        Question("test", f"{_PLAN}:test", "Testing between two values", "test"),
        Question("choose", f"{_PLAN}:choose", "The best of many options", "choose", "rewards of every option"),
        Question("frequencies", f"{_PLAN}:frequencies", "Frequencies of groups", "proportions"),
        Question("quantiles", f"{_PLAN}:quantiles", "Quantiles", "quantiles"),
        Question("auc", f"{_PLAN}:auc", "The area under the ROC curve", "u-statistic", "rows of each class"),
        Question("boost", f"{_API}:boost", "Boosting the success probability", "boosting"),
        Question("lower-bound", f"{_API}:lower_bound", "Lower bounds for adaptive problems", "lower-bound", _LOWER),
        Question("pg-compose", f"{_API}:pg_compose", "Composing PG algorithms", "pg", repeated="eps"),
    )
}


def find_question(name: str) -> Question:
    """Return the question of that name; ``plan ab`` is ``ab``."""
    plain = name.replace("_", "-").removeprefix("plan").strip(" .-")
    if plain not in QUESTIONS:
        close = get_close_matches(plain, QUESTIONS, 1)
        hint = f"did you mean {close[0]}?" if close else ""
        raise InputError("COMMAND", name, "one of " + ", ".join(QUESTIONS), hint)
    return QUESTIONS[plain]


@dataclass(frozen=True)
class Plan:
    """A question, its fixed inputs and the varied ones: the points are their product, the last input varies fastest."""

    question: Question
    fixed: Mapping[str, str]
    varied: Mapping[str, tuple[str, ...]]
    methods: tuple[str, ...] = ()
    digits: int = DIGITS
    assumed: tuple[str, ...] = ()

    @cached_property
    def count(self) -> int:
        return prod(map(len, self.varied.values()))

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.head_at(0), *RESULTS)

    def inputs_at(self, point: int) -> dict[str, str]:
        """Return the inputs of a point, varied ones first."""
        found: dict[str, str] = {}
        for name, values in reversed(list(self.varied.items())):
            point, place = divmod(point, len(values))
            found[name] = values[place]
        return {**dict(reversed(found.items())), **self.fixed}

    def head_at(self, point: int) -> SweepRow:
        """Return the columns of a point that are known before it is answered.

        An input that is called like a result (samples) has ``given_`` before its name.
        """
        inputs = self.inputs_at(point).items()
        named = {f"given_{name}" if name in (*HEAD, *RESULTS) else name: value for name, value in inputs}
        return {"point": point, "command": self.question.name, **named}

    def answer(self, point: int) -> list[SweepRow]:
        """Answer a point: a row for each method, one for the lower bound, or one that says why it is refused.

        Nothing is raised. Every number is certified in balls; one point in so many is evaluated a second time.
        """
        try:
            with nullcontext() if point % SECOND_EVALUATION == 0 else balls_only():
                answer = self.question.answer(self.inputs_at(point), self.methods, self.digits)
                found = _rows_of(answer)
        except ReplcalcError as error:
            found = [{"status": "refused", "reason": " ".join(str(error).split())}]
        except Exception as error:  # an error of this program at one point must not cost the others
            found = [{"status": "error", "reason": " ".join(f"{type(error).__name__}: {error}".split())}]
        return [{**self.head_at(point), **dict.fromkeys(RESULTS), "best": False, **row} for row in found]


def plan_sweep(
    command: str,
    vary: Mapping[str, Any],
    fixed: Mapping[str, Any] | None = None,
    methods: Sequence[str] = (),
    digits: int = DIGITS,
) -> Plan:
    """Parse and check everything that can be checked before the first point is answered."""
    question = find_question(command)
    if not vary:
        raise InputError("vary", None, "an input and its values, such as k=1..1e6:log:40")
    varied = {question.find_input(name, "vary"): parse_values(name, values) for name, values in vary.items()}
    settled = {question.find_input(name, "set"): value_text(v, f"set {name}") for name, v in (fixed or {}).items()}
    for name in settled:
        if name in varied:
            raise InputError("set", name, "an input that does not vary", f"vary has {name} already")
    extra: dict[str, str] = {}
    if question.repeated == "n" and "k" in varied and "n" not in (*varied, *settled):
        extra = {"n": SWEEP_N.text}
    if methods and "methods" not in question.parameters:
        raise InputError("method", ", ".join(methods), f"nothing for {question.name}, which has one method")
    for name in methods:
        get(name, question.kind)
    plan = Plan(question, settled | extra, varied, tuple(dict.fromkeys(methods)), digits, tuple(extra))
    if plan.count > MAX_POINTS:
        raise InputError("vary", f"{plan.count:,} points", f"at most {MAX_POINTS:,} points", "or several sweeps")
    return plan


def _rows_of(answer: Any) -> list[SweepRow]:
    if isinstance(answer, Result):
        return [_row(answer) | {"best": answer.certified}]
    found = []
    for result in answer.results:
        solved = getattr(answer, "solved", {}).get(result.method)
        value = None if solved is None or solved.value is None else exact_text(fmpq(solved.value))
        found.append(_row(result) | {"best": result is answer.best, "solved": value})
    bound = answer.lower_bound
    if bound is not None:
        row = {"method": LOWER_BOUND, "status": LOWER_BOUND, "samples": bound.samples, "reason": bound.statement}
        found.append(row)
    return found


def _row(result: Result) -> SweepRow:
    assumed = {n: exact_text(a.value) if isinstance(a.value, fmpq) else a.value for n, a in result.assumed.items()}
    row = {
        "method": result.method,
        "status": result.status.value,
        "assumed": "; ".join(f"{name} = {value}" for name, value in assumed.items()) or None,
        "reason": " ".join(result.why_not.split()) or None,
    }
    if not result.applicable:
        return row
    rounds = result.rounds_log10
    return row | {
        "samples": result.samples,
        "runs": result.runs,
        "rounds_log10": None if rounds is None else round(float(rounds), 6),
        "rho_upper": _upper(result.rho),
        "beta_upper": _upper(result.beta),
    }


def _upper(value: Enclosure | None) -> str | None:
    return None if value is None else decimal(value.upper, _SHOWN_DIGITS, up=True)
