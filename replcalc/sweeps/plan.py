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

from replcalc.numbers.enclosure import decimal
from replcalc.numbers.errors import InputError, ReplcalcError
from replcalc.numbers.exact import parse_integer
from replcalc.numbers.family import MAX_LENGTH
from replcalc.planning.assumption import SWEEP_N
from replcalc.planning.comparison import SECOND_EVALUATION
from replcalc.planning.method import get, names
from replcalc.planning.result import Result
from replcalc.statements.certification import balls_only
from replcalc.sweeps.ranges import MAX_POINTS, exact_text, parse_values, value_text

SweepRow = dict[str, Any]

#: Columns that are no inputs of the question; ``samples`` and ``runs`` are integers of any length.
HEAD = ("point", "command")
RESULTS: tuple[str, ...] = ("method", "status", "samples", "runs", "rounds_log10", "rho_upper", "beta_upper")
RESULTS += ("best", "solved", "assumed", "reason")

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
        function: Module and name of the function that answers one point.
        about: Its subject, for the title of a plot.
        kind: The kind of its methods.
        unit: What its samples count.
        repeated: The list whose one entry is repeated k times.
    """

    name: str
    function: str
    about: str
    kind: str
    unit: str = "samples"
    repeated: str = ""

    def __reduce__(self) -> tuple[Any, ...]:
        return find_question, (self.name,)

    @cached_property
    def call(self) -> Callable[..., Any]:
        module, _, attribute = self.function.partition(":")
        found: Callable[..., Any] = getattr(import_module(f"replcalc.{module}"), attribute)
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
        hidden = (h.name for method in names(self.kind) for h in get(method, self.kind).derive().hidden)
        return tuple(dict.fromkeys(hidden))

    def find_input(self, given: str, option: str) -> str:
        """Return the input or constant of that name; an error for an unknown one lists the closest names."""
        for name, known in ((given.strip().replace("-", "_"), self.inputs), (given.strip(), self.constants)):
            if name in known:
                return name
        close = get_close_matches(given, (*self.inputs, *self.constants), 2)
        hint = f"did you mean {' or '.join(close)}?" if close else "or an unspecified constant"
        raise InputError(option, given, f"an input of {self.name}: {', '.join(self.inputs)}", hint)

    def answer(self, inputs: Mapping[str, str], methods: Sequence[str], digits: int) -> Any:
        """Answer one point; an InputError says why a point is refused."""
        values: dict[str, Any] = {name: value for name, value in inputs.items() if name in self.inputs}
        constants = {name: value for name, value in inputs.items() if name not in values}
        if self.repeated and "k" in values:
            one, count = values.get(self.repeated), values.pop("k")
            if one is None or any(sign in str(one) for sign in ",;xX× "):
                allowed = "one value, such as 100, where k says how often"
                raise InputError(self.repeated, one, allowed, "leave out k for a list")
            values[self.repeated] = f"{one}x{parse_integer(count, 'k', maximum=MAX_LENGTH)}"
        for name, p in self.parameters.items():
            if name in values and isinstance(p.default, bool):
                if str(values[name]).lower() not in _SWITCHES:
                    raise InputError(name, values[name], "true or false")
                values[name] = _SWITCHES[str(values[name]).lower()]
            elif name not in values and p.default is p.empty and p.kind is p.POSITIONAL_OR_KEYWORD:
                raise InputError(name, None, f"a value or a range: {self.name} needs it")
        if constants:
            values |= {"settings": constants} if "settings" in self.parameters else constants
        return self.call(**values, **({"methods": methods} if methods else {}), digits=digits)


_API = "api.questions"
_LOWER = "samples per round, at least"
QUESTIONS: Mapping[str, Question] = {
    question.name: question
    for question in (
        Question("compose", f"{_API}:compose", "Composing k algorithms", "composition", repeated="n"),
        Question("means", "plan:means", "k means together", "queries"),
        Question("ab", "plan:ab", "Deciding between two variants", "ab", "rewards of each variant"),
        Question("same", "plan:same", "Telling whether two means are the same", "same"),
        Question("test", "plan:test", "Testing between two values", "test"),
        Question("choose", "plan:choose", "The best of many options", "choose", "rewards of every option"),
        Question("frequencies", "plan:frequencies", "Frequencies of groups", "proportions"),
        Question("quantiles", "plan:quantiles", "Quantiles", "quantiles"),
        Question("auc", "plan:auc", "The area under the ROC curve", "u-statistic", "rows of each class"),
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
                found = _make_rows(self.question.answer(self.inputs_at(point), self.methods, self.digits))
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
    if both := [name for name in settled if name in varied]:
        raise InputError("set", both[0], "an input that does not vary", f"vary has {both[0]} already")
    assumes_n = question.repeated == "n" and "k" in varied and "n" not in (*varied, *settled)
    extra = {"n": SWEEP_N} if assumes_n else {}
    if methods and "methods" not in question.parameters:
        raise InputError("method", ", ".join(methods), f"nothing for {question.name}, which has one method")
    for name in methods:
        get(name, question.kind)
    plan = Plan(question, settled | extra, varied, tuple(dict.fromkeys(methods)), digits, tuple(extra))
    if plan.count > MAX_POINTS:
        raise InputError("vary", f"{plan.count:,} points", f"at most {MAX_POINTS:,} points", "or several sweeps")
    return plan


def _make_rows(answer: Any) -> list[SweepRow]:
    if isinstance(answer, Result):
        return [_make_row(answer) | {"best": answer.certified}]
    found = []
    for result in answer.results:
        solved = getattr(answer, "solved", {}).get(result.method)
        value = None if solved is None or solved.value is None else exact_text(fmpq(solved.value))
        found.append(_make_row(result) | {"best": result is answer.best, "solved": value})
    if bound := answer.lower_bound:
        row = {"method": LOWER_BOUND, "status": LOWER_BOUND, "samples": bound.samples, "reason": bound.statement}
        found.append(row)
    return found


def _make_row(result: Result) -> SweepRow:
    assumed = {n: exact_text(a.value) if isinstance(a.value, fmpq) else a.value for n, a in result.assumed.items()}
    row = {
        "method": result.method,
        "status": result.status.value,
        "assumed": "; ".join(f"{name} = {value}" for name, value in assumed.items()) or None,
        "reason": " ".join(result.why_not.split()) or None,
    }
    if not result.applicable:
        return row
    rounds, bounds = result.rounds_log10, {"rho_upper": result.rho, "beta_upper": result.beta}
    row |= {n: None if v is None else decimal(v.upper, _SHOWN_DIGITS, up=True) for n, v in bounds.items()}
    rounded = None if rounds is None else round(float(rounds), 6)
    return row | {"samples": result.samples, "runs": result.runs, "rounds_log10": rounded}
