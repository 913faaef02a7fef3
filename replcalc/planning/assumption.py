"""What all questions share: declared inputs, unspecified constants that the user set, values that are assumed.

Problems are fixed before the sample is drawn, or chosen adaptively; every answer says which. At the end of the module
are the limits on inputs.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Self, TypeVar

from flint import fmpq

from replcalc.numbers.errors import InputError, need
from replcalc.numbers.exact import parse_integer, parse_positive, parse_probability, parse_rational

T = TypeVar("T")


@dataclass(frozen=True)
class Assumption:
    """A value that was not typed, and the reason for it; ``short``: the rule that gives it, if it fits on a line."""

    value: Any
    why: str
    short: str = ""


#: Default values of inputs, as a user would type them.
RHO0 = Assumption("1e-4", "what thm:main asks of the base algorithms")
BETA0 = Assumption("1e-3", "a conventional failure probability of a base algorithm")
OUTPUTS = Assumption("any", "nothing was said about the answers")
GAMMA = Assumption("delta", "lm:pg_compose and its users take gamma_i = delta_i")
LOWER_BETA = Assumption("1/100", "a failure probability that both lower bounds allow")
CHOICES = Assumption("1", "one choice")
OWN_VARIANCE = Assumption("1/4", "the largest variance of values in [0, 1]")
PAIR_VARIANCE = Assumption("1", "the largest variance of a difference of two values in [0, 1]")
NEAR = Assumption("0", "a two-sided test: only an exact tie counts as the same")
#: How boosting divides rho and beta; the samples of an algorithm in sweeps, those of every method grow in proportion.
SPLITS, SWEEP_N = ("paper", "optimal"), "100"
#: Search steps that are practical, about what a computer does in a day: methods that need more are not recommended.
MAX_ROUNDS = "1e9"
#: The reference point of table 1's numeric columns, by option.
TABLE_ONE: Mapping[str, str] = {
    "rho": "0.1",
    "alpha": "0.05",
    "beta": "1e-6",
    "class_size": "1000",
    "nu": "0.2",
    "epsilon": "0.05",
    "arms": "10",
}
#: d means the Littlestone dimension in one row of table 1 and the largest point of the domain in another.
TABLE_ONE_D: Mapping[str, str] = {"pac-littlestone": "3", "pac-thresholds": "65536"}


def failure_or_half(beta: Any, rho: fmpq) -> tuple[fmpq, dict[str, Assumption]]:
    """Return the failure probability that was typed, or half of rho, and what was assumed."""
    if beta is None:
        why = "half of rho: a wrong answer may at most be half as likely as two runs that disagree"
        return rho / 2, {"beta": Assumption(rho / 2, why, "rho/2")}
    return parse_unit(beta, "beta"), {}


class Assumed(dict[str, Assumption]):
    """Collects the assumed values while a question is parsed."""

    def given(self, name: str, value: Any, default: Assumption) -> Any:
        """Return the given value, or the default, which is recorded as assumed."""
        if value is None:
            self[name] = default
        return default.value if value is None else value

    def parsed(self, name: str, value: Any, default: Assumption, parse: Callable[[Any, str], T]) -> T:
        """Return the parsed value; an assumption records the exact value."""
        found = parse(self.given(name, value, default), name)
        if value is None:
            self[name] = Assumption(found, default.why)
        return found


def declare(
    text: str, parse: Callable[[Any, str], Any] | None = None, assumed: Assumption | None = None, **more: Any
) -> Any:
    """Declare an input of a question, from which its option is made.

    Args:
        text: Metavar and meaning as ``--help`` shows them, "R  What it is"; a switch has no metavar.
        parse: Parses what is typed.
        assumed: What is taken where nothing is typed.
        more: Passed on to ``dataclasses.field``.
    """
    meaning = text if assumed is None else f"{text.removesuffix('.')} (assumed {assumed.value})."
    return field(metadata={"option": meaning, "parse": parse, "assumed": assumed}, **more)


@dataclass(frozen=True, kw_only=True)
class ParsedQuestion:
    """Base of all questions: ``settings`` overrides unspecified constants by name."""

    settings: Mapping[str, fmpq] = field(default_factory=dict, hash=False)
    assumed: Mapping[str, Assumption] = field(default_factory=dict, hash=False, compare=False)

    @classmethod
    def options(cls) -> dict[str, str]:
        """Return metavar and meaning of every declared input, by name."""
        return {each.name: each.metadata["option"] for each in fields(cls) if "option" in each.metadata}

    @classmethod
    def parse(cls, typed: Mapping[str, Any], settings: Mapping[str, fmpq] | None = None) -> Self:
        """Parse the declared inputs; what is not typed is assumed or missing."""
        declared = [each for each in fields(cls) if "option" in each.metadata]
        need({each.name: typed.get(each.name) for each in declared if each.metadata["assumed"] is None})
        assumed, values = Assumed(), {}
        for each in declared:
            value, parse, default = typed.get(each.name), each.metadata["parse"], each.metadata["assumed"]
            values[each.name] = (
                parse(value, each.name) if value is not None else assumed.parsed(each.name, None, default, parse)
            )
        return cls(**values, settings=dict(settings or {}), assumed=assumed)


class NumbersQuestion(ParsedQuestion):
    """A question whose fields are its inputs; the numbers among them are the inputs of its derivations."""

    @property
    def typed(self) -> dict[str, Any]:
        """Return the inputs by the names of the fields."""
        return {each.name: getattr(self, each.name) for each in fields(self) if not each.kw_only}

    @property
    def point(self) -> dict[str, Any]:
        """Return the inputs of derivations by name; statements call a variance V."""
        named = {"V" if name == "variance" else name: value for name, value in self.typed.items()}
        numbers = {name: value for name, value in named.items() if type(value) in (int, fmpq)}
        return {name: fmpq(value) for name, value in numbers.items()}


#: Kinds of questions about several problems.
_SEVERAL = ("composition", "queries", "choose")
FIXED = "fixed before the sample is drawn"
CHOSEN_ADAPTIVELY = "chosen one after the other, each from the strings and answers before it and from nothing else"
#: Why a method that needs fixed problems refuses.
TOGETHER = f"it answers all problems together: they must be {FIXED}"
#: The step of a recipe about adaptive problems.
STEP = (
    "The problems come one after the other: problem i may depend on the strings and answers of those before it, by a "
    "rule that both teams follow, and on nothing else; answer it before the next one is chosen. All read the same "
    "samples."
)


def is_adaptive(question: Any) -> bool:
    """Return whether there are several problems that may depend on the answers before them."""
    return bool(getattr(question, "adaptive", False)) and question.k > 1


def kind_of_problems(question: Any) -> str | None:
    """Return how the problems are chosen; None for a question about one task."""
    if question.kind not in _SEVERAL:
        return None
    return CHOSEN_ADAPTIVELY if is_adaptive(question) else FIXED


def describe_problems(question: Any) -> str:
    """Return how the problems are chosen as a clause of an answer; empty for one problem."""
    if kind_of_problems(question) is None or question.k == 1:
        return ""
    return f"the problems may be {CHOSEN_ADAPTIVELY}" if is_adaptive(question) else f"the problems must be {FIXED}"


#: Problems are answered for probabilities and accuracies down to 10^-LARGEST and for counts up to 10^LARGEST: beyond,
#: figures have thousands of digits and only burn time.
LARGEST = 1000
#: Search steps within which a method counts as practical, unless the user sets another limit.
ROUNDS = parse_rational(MAX_ROUNDS)
#: Accuracies and probabilities from here on are searched: floats do not hold smaller ones.
LEAST_ACCURACY, LEAST_PROBABILITY = fmpq(1, 10**6), fmpq(1, 10**300)
#: The largest variance of a value in [0, 1], and of a difference of two.
MOST_VARIANCE, MOST_DIFFERENCE = fmpq(1, 4), fmpq(1)
#: The largest number of digits.
MAX_DIGITS = 2_000


def parse_unit(text: object, argument: str) -> fmpq:
    """Parse a rational in [10^-LARGEST, 1)."""
    value = parse_probability(text, argument)
    if value < fmpq(1, 10**LARGEST):
        raise InputError(argument, text, f"a number with 1e-{LARGEST} <= value < 1")
    return value


def parse_searched(text: object, argument: str) -> fmpq:
    """Parse an accuracy of at least 1e-6 (alpha or tau), or a probability of at least 1e-300."""
    value = parse_unit(text, argument)
    least, shown = (LEAST_ACCURACY, "1e-6") if argument in ("alpha", "tau") else (LEAST_PROBABILITY, "1e-300")
    if value < least:
        raise InputError(argument, text, f"a number with {shown} <= value < 1")
    return value


def parse_variance(text: object, most: fmpq, hint: str) -> fmpq:
    """Parse a variance, at most ``most``."""
    value = parse_positive(text, "variance")
    if value > most:
        raise InputError("variance", text, f"a number with 0 < value <= {most}", hint)
    return value


def variance_or_default(assumed: Assumed, given: object, hint: str, difference: str = "") -> fmpq:
    """Return the given bound on the variance of a value in [0, 1] or a difference; by default the largest possible."""
    most, default = (MOST_DIFFERENCE, PAIR_VARIANCE) if difference else (MOST_VARIANCE, OWN_VARIANCE)
    return assumed.parsed("variance", given, default, lambda text, _: parse_variance(text, most, difference or hint))


def parse_count(text: object, argument: str, *, minimum: int = 1) -> int:
    """Parse an integer from ``minimum`` to 10^LARGEST."""
    value = parse_integer(text, argument, minimum=minimum)
    if value > 10**LARGEST:
        raise InputError(argument, text, f"an integer from {minimum} to 1e{LARGEST}")
    return value


def parse_digits(text: object) -> int:
    """Parse the number of significant digits to certify."""
    return parse_integer(text, "digits", minimum=1, maximum=MAX_DIGITS)


def parse_rounds(text: object) -> fmpq:
    """Parse the largest practical number of search steps."""
    allowed = f"a number >= 1 and <= 1e{LARGEST}, such as 1e9"
    value = parse_rational(text, "max_rounds", allowed)
    if not 1 <= value <= 10**LARGEST:
        raise InputError("max_rounds", text, allowed)
    return value
