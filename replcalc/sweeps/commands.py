"""The questions that can be asked at many points (what each takes, its function says), and the values of an input."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, cached_property, wraps
from typing import Any

from flint import arb, fmpq

from replcalc import api
from replcalc.api.problems import boosting_question
from replcalc.names import COMMANDS as NAMED
from replcalc.numbers.enclosure import Enclosure, decimal_exponent, nearest, rational_text
from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_rational
from replcalc.numbers.family import MAX_LENGTH
from replcalc.numbers.fields import ball_precision
from replcalc.planning.defaults import SPLIT, SWEEP_N
from replcalc.planning.registry import get, names

# -- what an input runs through, as exact texts ------------------------------------------------------------------------
#: Significant digits of the values of a logarithmic range.
DIGITS = 4
#: Most values of one input, and most points of a sweep.
MOST = 1_000_000
_RANGE = re.compile(r"(?P<low>[^:]+?)\.\.(?P<high>[^:]+?)(?::(?P<kind>lin|log):(?P<count>[^:]+))?(?::(?P<real>real))?")
_ALLOWED = "values such as binary,any or 0.1,0.2, or a range such as 1..1e6:log:40 or 0.1..0.3:lin:5"


def values_of(name: str, given: Any) -> tuple[str, ...]:
    """The values that ``given`` stands for: a sequence of them, or text.

    ``a,b,c`` lists values (separated by ``;`` where they contain commas). ``LOW..HIGH:log:COUNT`` and
    ``LOW..HIGH:lin:COUNT`` are ranges with both ends:

    - ``log``: LOW (HIGH/LOW)^(j/(COUNT-1)), rounded to four significant digits; the ends exactly.
    - ``lin``: LOW + j (HIGH - LOW)/(COUNT - 1), exact rationals.
    - Where both ends are integers every value is rounded to an integer (``:real`` at the end: not), and a value that
      repeats is dropped, so that there may be fewer than COUNT.
    - ``LOW..HIGH`` alone, between integers, is every integer from LOW to HIGH.
    """
    option = f"vary {name}"
    if not isinstance(given, str):
        listed = list(given) if isinstance(given, Sequence) else [given]
        found = [value if isinstance(value, str) else exact_text(parse_rational(value, option)) for value in listed]
    elif ".." in given:
        found = _range(given.strip(), option)
    else:
        found = [part.strip() for part in given.split(";" if ";" in given else ",")]
    if not found or "" in found:
        raise InputError(option, given, _ALLOWED)
    return tuple(dict.fromkeys(found))


def _range(text: str, option: str) -> list[str]:
    match = _RANGE.fullmatch(text)
    if match is None:
        raise InputError(option, text, _ALLOWED)
    low, high = (parse_rational(match[end], option, _ALLOWED) for end in ("low", "high"))
    if not low < high:
        raise InputError(option, text, "a range from a smaller to a larger number")
    whole = low.q == 1 and high.q == 1 and not match["real"]
    if match["kind"] is None:
        if not whole or high - low >= MOST:
            raise InputError(option, text, "a range with a spacing, such as :log:20 or :lin:5", "LOW..HIGH:log:COUNT")
        return [str(n) for n in range(int(low.p), int(high.p) + 1)]
    count = parse_rational(match["count"], option, _ALLOWED)
    if count.q != 1 or not 2 <= count <= MOST:
        raise InputError(option, text, f"a whole number of values from 2 to {MOST:,} after the spacing")
    number = int(count.p)
    if match["kind"] == "lin":
        inner = [low + j * (high - low) / (number - 1) for j in range(1, number - 1)]
    else:
        if not low > 0:
            raise InputError(option, text, "a range above 0 for log", "or lin")
        inner = _logarithmic(low, high, number)
    if whole:
        inner = [fmpq((value + fmpq(1, 2)).floor()) for value in inner]
    return [exact_text(value) for value in (low, *inner, high)]


def _logarithmic(low: fmpq, high: fmpq, count: int) -> list[fmpq]:
    """The inner points, each the four-digit decimal nearest to the middle of a ball that is far narrower than that."""
    with ball_precision(192):
        ratio = (arb(high) / arb(low)).log() / (count - 1)
        balls = [arb(low) * (ratio * j).exp() for j in range(1, count - 1)]
        return [parse_rational(nearest(Enclosure.from_ball(ball).midpoint, DIGITS)) for ball in balls]


def exact_text(value: fmpq) -> str:
    """An exact decimal where there is a short one, else p/q; either way what parse_rational reads back."""
    if value == 0 or (value.q == 1 and abs(value) < 10**15):
        return rational_text(value)
    digits = max(1, decimal_exponent(value) + 1) + 15
    text = nearest(value, digits)
    return text if parse_rational(text) == value else rational_text(value)


#: Parameters of the functions that are not inputs of a question: how to answer, or (law) another question.
_HOW = ("digits", "routes", "settings", "crossings", "law")


@dataclass(frozen=True)
class Command:
    """``call`` answers one point. ``kind``: the ways it compares. ``repeated``: the list whose one entry k repeats.

    ``about``: what it is about, for titles; ``unit``: what its samples are counted in.
    """

    name: str
    call: Callable[..., Any]
    kind: str
    about: str
    unit: str = "samples"
    repeated: str = ""
    fixed: Mapping[str, Any] = field(default_factory=dict)

    @cached_property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        return inspect.signature(self.call).parameters

    @cached_property
    def inputs(self) -> tuple[str, ...]:
        """What can be set or varied, besides hidden constants."""
        own = [n for n, p in self.parameters.items() if n not in _HOW and p.kind is not p.VAR_KEYWORD]
        return (*(("k",) if self.repeated else ()), *own)

    def _is_switch(self, name: str) -> bool:
        return name in self.parameters and isinstance(self.parameters[name].default, bool)

    @property
    def takes_routes(self) -> bool:
        return "routes" in self.parameters

    def constants(self) -> tuple[str, ...]:
        """Hidden constants that can be set or varied as well."""
        return _constants(self.kind) if self.kind else ()

    def name_of(self, given: str, argument: str) -> str:
        """The input or constant that a user means; what nobody knows is refused with the closest names."""
        name = given.strip().replace("-", "_")
        if name in self.inputs:
            return name
        if given.strip() in self.constants():
            return given.strip()
        close = get_close_matches(given, (*self.inputs, *self.constants()), 2)
        hint = f"did you mean {' or '.join(close)}?" if close else "or a hidden constant"
        raise InputError(argument, given, f"an input of {self.name}: {', '.join(self.inputs)}", hint)

    def assumed(self, given: Sequence[str]) -> dict[str, str]:
        """What a sweep takes for an input that is needed and was not given."""
        return {"n": SWEEP_N.text} if self.repeated == "n" and "k" in given and "n" not in given else {}

    def answer(self, inputs: Mapping[str, str], routes: Sequence[str], digits: int) -> Any:
        """The answer at one point; InputError and its kin where the point is refused."""
        values: dict[str, Any] = {name: value for name, value in inputs.items() if name in self.inputs}
        constants = {name: value for name, value in inputs.items() if name not in values}
        values |= {name: _switched(name, value) for name, value in values.items() if self._is_switch(name)}
        if self.repeated and "k" in values:
            values[self.repeated] = _repeated(values.get(self.repeated), values.pop("k"), self.repeated)
        missing = [
            name
            for name, p in self.parameters.items()
            if p.default is p.empty and name not in values and p.kind is p.POSITIONAL_OR_KEYWORD
        ]
        if missing:
            raise InputError(missing[0], None, f"a value or a range: {self.name} needs it")
        if constants:
            values |= {"settings": constants} if "settings" in self.parameters else constants
        if routes:
            values["routes"] = routes
        return self.call(**values, **self.fixed, digits=digits)


#: What a switch such as ``adaptive`` may be set to.
_SWITCHES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}


def _switched(name: str, value: Any) -> bool:
    if str(value).lower() not in _SWITCHES:
        raise InputError(name, value, "true or false")
    return _SWITCHES[str(value).lower()]


def _repeated(entry: Any, count: str, name: str) -> str:
    if entry is None or any(sign in str(entry) for sign in ",;xX× "):
        raise InputError(name, entry, "one value, such as 100, where k says how often", "leave out k for a list")
    return f"{entry}x{parse_integer(count, 'k', maximum=MAX_LENGTH)}"


@cache
def _constants(kind: str) -> tuple[str, ...]:
    found = {h.name: None for method in names(kind) for h in get(method, kind).derive().hidden}
    return tuple(found)


@wraps(api.boost)
def _boost(
    problem: str,
    rho: Any = None,
    alpha: Any = None,
    beta: Any = None,
    *,
    split: str = SPLIT.text,
    settings: Mapping[str, Any] | None = None,
    variance: Any = None,
    digits: int = 20,
    **options: Any,
) -> Any:
    """The ways of boosting side by side, without looking for the beta from which on it wins at every point."""
    from replcalc.problems.boosting.method import compare_boosting

    question = boosting_question(problem, (rho, alpha, beta), options, split, settings, variance)
    return compare_boosting(question, split, digits)


def _asked(name: str, about: str, *, call: Callable[..., Any] | None = None, **more: Any) -> Command:
    """A command of the table of names at many points."""
    named = NAMED[name]
    return Command(name, call or getattr(api, named.answered.partition(":")[2]), named.kind, about, **more)


COMMANDS: Mapping[str, Command] = {
    command.name: command
    for command in (
        _asked("compose", "Composing k algorithms", repeated="n"),
        _asked("amplify", "Making one algorithm more replicable"),
        _asked("queries", "k statistical queries together", fixed={"crossings": "none"}),
        _asked(
            "arms", "k best-arm instances in parallel", unit="samples per instance and arm", fixed={"crossings": "none"}
        ),
        _asked("test", "Testing between two values"),
        _asked("ab", "Deciding between two variants", unit="samples per variant"),
        _asked("choose", "The best of many options", unit="samples per arm"),
        _asked("boost", "Boosting the success probability", call=_boost),
        _asked("lower-bound", "What k adaptive threshold problems need at least", unit="samples per round, at least"),
        _asked("pg-compose", "Composing perfectly generalizing algorithms", repeated="eps"),
    )
}


def command_of(name: str) -> Command:
    known = COMMANDS.get(name.replace("_", "-"))
    if known is None:
        raise InputError("COMMAND", name, "one of " + ", ".join(COMMANDS))
    return known
