"""Exceptions of the package; a command prints each in one line, a caller can inspect it."""

from collections.abc import Mapping, Sequence


class ReplcalcError(Exception):
    """Base of the errors that this package raises."""

    exit_code = 1


class InputError(ReplcalcError):
    """An input is not allowed. Names the argument, the value, what is allowed and what to try.

    ``value`` None: nothing was given. The command line shows the same message with the option in place of the argument.
    """

    exit_code = 2

    def __init__(self, argument: str, value: object, allowed: str, hint: str = "") -> None:
        self.argument, self.value, self.allowed, self.hint = argument, value, allowed, hint
        super().__init__(self.message(argument))

    def message(self, name: str) -> str:
        """Return the message in one line; ``name``: the argument's name or the option.

        Never longer than LINE characters: the value is cut first, then the list of what is allowed.
        """
        if self.value is True:  # a flag: nothing is wrong with its value
            return f"{name} needs {self.allowed}" + (f" ({self.hint})" if self.hint else "")
        shown = "".join(c if c.isprintable() else "?" for c in _readable(self.value))
        hint = f" ({self.hint})" if self.hint else ""
        frame = len(f"replcalc: {name}: '' is not allowed; expected {hint}")
        room = max(24, min(80, LINE - frame - len(self.allowed)))
        shown = _shorten(shown, room)
        found = "is missing" if self.value is None else f"'{shown}' is not allowed"
        allowed = _shorten_list(self.allowed, max(40, LINE - frame - len(shown)))
        return f"{name}{'' if self.value is None else ':'} {found}; expected {allowed}{hint}"


class Unreadable(InputError):
    """A file that cannot be read; gives the reason."""

    def __init__(self, argument: str, value: object, expected: str, error: BaseException) -> None:
        reason = "no such file" if isinstance(error, FileNotFoundError) else getattr(error, "strerror", None)
        self.reason = str(reason or type(error).__name__).lower()
        super().__init__(argument, value, expected)

    def message(self, name: str) -> str:
        return f"{name} {_shorten(str(self.value), 80)}: {self.reason}; expected {self.allowed}"


class MissingInputs(InputError):
    """Several missing arguments, all in one line, with an example."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        super().__init__(names[0], None, "values for " + ", ".join(names))

    def message(self, name: str) -> str:
        if name.startswith("--"):
            typed = [f"--{each.replace('_', '-')}" for each in self.names]
            example = " ".join(f"{o} {_EXAMPLES.get(n, '...')}" for o, n in zip(typed, self.names, strict=True))
        else:
            typed = list(self.names)
            example = ", ".join(f'{n}="{_EXAMPLES.get(n, "...")}"' for n in self.names)
        return f"{', '.join(typed[:-1])} and {typed[-1]} are missing; for example {example}"


#: Example values for missing arguments.
_EXAMPLE_VALUES = (
    "n=100 k=10 rho=0.1 rho0=0.3 alpha=0.1 beta=0.01 arms=5 tau=0.1 low=0.3 high=0.8 eps=0.1x3 delta=1e-6 d=3 "
    "class_size=1000 nu=0.2 epsilon=0.05 range=0,1 columns=a,b column=a seed=2026 options=3"
)
_EXAMPLES = dict(example.split("=") for example in _EXAMPLE_VALUES.split())


def need(given: Mapping[str, object]) -> None:
    """Raise one error for several missing inputs; the parser of a single missing input gives a better message."""
    missing = [name for name, value in given.items() if value is None]
    if len(missing) > 1:
        raise MissingInputs(missing)


#: Longest line of an error.
LINE = 200


def _shorten(text: str, room: int) -> str:
    """Return the beginning and the end of a long text, such as a path."""
    return text if len(text) <= room else text[: (room - 3) // 2] + "..." + text[len(text) - (room - 2) // 2 :]


def _shorten_list(text: str, room: int) -> str:
    """Return a list cut after an entry."""
    if len(text) <= room:
        return text
    return text[: room - 5].rpartition(", " if ", " in text[: room - 5] else " ")[0] + ", ..."


def _readable(value: object) -> str:
    """Write a value as a user types it; a long exact rational as a decimal."""
    text = str(value)
    if len(text) > 40 and type(value).__name__ == "fmpq":
        from replcalc.numbers.enclosure import short

        return short(value)  # type: ignore[arg-type]
    return text


class UnknownName(InputError, KeyError):
    """An unknown name; lists the known ones."""

    __str__ = Exception.__str__


class MissingLibrary(ReplcalcError, ImportError):
    """An optional library is not installed; says what to type: "reading data needs pyarrow: pip ..."."""

    exit_code = 2

    def __init__(self, wanted_by: str, library: str, install: str) -> None:
        super().__init__(f"{wanted_by} needs {library}: {install}")


class UnmetCondition(ReplcalcError):
    """A hypothesis of an applied statement does not hold at the given values."""

    def __init__(self, statement: str, condition: str, detail: str = "") -> None:
        self.statement, self.condition, self.detail = statement, condition, detail
        super().__init__(f"{statement}: condition {condition} is not met" + (f": {detail}" if detail else ""))


class PrecisionExhausted(ReplcalcError):
    """The largest working precision was reached before the answer was certain."""


class Disagreement(PrecisionExhausted):
    """Two evaluations of one sum give different values: a bug of this program."""


class NotExact(ReplcalcError):
    """An exact rational evaluation met a function with no rational value there."""


class UnsupportedNode(ReplcalcError):
    """The evaluator has no rule for an expression: an error in a statement, not in the input."""


class MalformedStatement(ReplcalcError):
    """A statement or derivation was built inconsistently (an unknown symbol, a duplicate name...)."""
