"""Forms made from click's parameters: the fields of a page are the options of a command, with their help."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from urllib.parse import urlencode

import click

from replcalc.cli.main import cli
from replcalc.planning.method import names
from replcalc.problems.boosting.registry import NAMES

#: The commands with a page: the fields that come first, and an example of each.
PAGES: Mapping[str, Mapping[str, str]] = {
    "compose": {"n": "100x1000", "rho": "0.01", "beta": "", "rho0": "", "beta0": "1e-6", "outputs": "", "adaptive": ""},
    "plan means": {"k": "100", "alpha": "0.05", "rho": "0.1", "beta": "0.01", "adaptive": ""},
    "plan ab": {"alpha": "0.1", "rho": "0.05", "beta": "0.01", "variance": ""},
    "plan test": {"low": "0.4", "high": "0.6", "rho": "0.1", "beta": "0.001"},
    "plan choose": {"options": "100", "alpha": "0.1", "rho": "0.1", "beta": "0.01"},
    "plan same": {"alpha": "0.1", "rho": "0.1", "beta": "0.01", "near": ""},
    "plan frequencies": {"groups": "10", "alpha": "0.05", "rho": "0.1", "beta": "0.01"},
    "plan quantiles": {"q": "0.5", "cuts": "0..1000:1", "alpha": "0.05", "rho": "0.1", "beta": "0.01"},
    "plan auc": {"alpha": "0.1", "rho": "0.1", "beta": "0.01"},
    "boost": {"problem": "statistical-query", "rho": "0.01", "alpha": "0.1", "beta": "1e-9"},
    "lower-bound": {"k": "100", "tau": "0.1", "rho": "0.1", "beta": ""},
    "pg-compose": {"eps": "0.01x100", "delta": "1e-9", "delta_prime": "1e-6", "variant": "het"},
}
#: Commands that answer with JSON. None of them has a field that names a file.
API = (*PAGES, "show")
#: Parameters that read or write files, or print something else.
_LEFT_OUT = frozenset({"cite", "output", "seed"})
_CHOICES: Mapping[str, Sequence[str]] = {"problem": tuple(NAMES), "variant": (*names("pg"), "all")}
_FILES = ", @FILE, or - for standard input"


@dataclass(frozen=True)
class FormField:
    """One parameter of a command. ``option``: as typed, such as --rho; ``kind``: text, choice or flag."""

    name: str
    option: str
    kind: str
    help: str
    first: bool
    default: str
    choices: tuple[str, ...]
    multiple: bool
    argument: bool


@dataclass(frozen=True)
class Question:
    """A command and the values typed for its fields; empty values and defaults are left out."""

    command: str
    values: Mapping[str, tuple[str, ...]]

    def typed(self) -> Iterator[tuple[FormField, str]]:
        known = {field.name: field for field in list_fields(self.command)}
        return ((known[name], value) for name, values in self.values.items() for value in values)

    def words(self) -> list[str]:
        """The words after ``replcalc``: every value stands behind an equals sign, so none is read as an option."""
        options = [f.option if f.kind == "flag" else f"{f.option}={v}" for f, v in self.typed() if not f.argument]
        return [*self.command.split(), *options, "--", *(value for field, value in self.typed() if field.argument)]

    def line(self) -> str:
        """Return the command as a person types it."""
        words = self.words()
        place = words.index("--")
        split = (word.split("=", 1) if "=-" not in word else [word] for word in words[:place])
        return shlex.join(["replcalc", *chain.from_iterable(split), *words[place + 1 :]])

    def address(self) -> str:
        return urlencode([(field.name, value) for field, value in self.typed()])


@cache
def command_of(name: str) -> click.Command:
    found: click.Command | None = cli
    for word in name.split():
        assert isinstance(found, click.Group)
        found = found.get_command(click.Context(found), word)
    assert found is not None
    return found


@cache
def list_fields(name: str) -> tuple[FormField, ...]:
    """Return the fields of a command's form, those of its example first."""
    shown = list(PAGES.get(name, {}))
    found = [_make_field(p, shown) for p in command_of(name).params if p.expose_value and p.name not in _LEFT_OUT]
    return tuple(sorted(found, key=lambda field: shown.index(field.name) if field.first else len(shown)))


def _make_field(parameter: click.Parameter, shown: Sequence[str]) -> FormField:
    name, is_argument = str(parameter.name), isinstance(parameter, click.Argument)
    choices = parameter.type.choices if isinstance(parameter.type, click.Choice) else _CHOICES.get(name, ())
    is_flag = isinstance(parameter, click.Option) and parameter.is_flag
    return FormField(
        name=name,
        option=parameter.human_readable_name if is_argument else max(parameter.opts, key=len),
        kind="flag" if is_flag else "choice" if choices else "text",
        help=(getattr(parameter, "help", None) or "").replace(_FILES, ""),
        first=name in shown,
        default=parameter.default if isinstance(parameter.default, str) else "",
        choices=tuple(map(str, choices)),
        multiple=isinstance(parameter, click.Option) and parameter.multiple,
        argument=is_argument,
    )


def read_question(command: str, typed: Sequence[tuple[str, str]]) -> tuple[Question, dict[str, str]]:
    """Return the question that an address asks, and an error for every name that is no field or is given twice.

    A field may be called like its option: ``delta-prime`` is ``delta_prime``, ``route`` is ``methods``.
    """
    fields = {field.name: field for field in list_fields(command)}
    named = {option.lstrip("-"): str(p.name) for p in command_of(command).params for option in p.opts}
    given: dict[str, list[str]] = {name: [] for name in fields}
    errors: dict[str, str] = {}
    for name, value in typed:
        known = name if name in fields else named.get(name.replace("_", "-"), name)
        if known in fields:
            given[known].append(value.strip())
        else:
            errors[name[:80]] = f"no field is called '{name[:80]}'; there are {', '.join(fields)}"
    values: dict[str, tuple[str, ...]] = {}
    for name, field in fields.items():
        if len(given[name]) > 1 and not field.multiple and field.kind != "flag":
            errors[name] = f"{field.option} is given {len(given[name])} times; expected one value"
        if field.multiple:
            given[name] = " ".join(given[name]).replace(",", " ").split()
        filled = tuple(value for value in given[name] if value)
        if filled and (field.multiple or filled[-1] != field.default):
            values[name] = filled if field.multiple else filled[-1:]
    return Question(command, values), errors


def field_of_option(command: str, option: str) -> str:
    """Return the field that an error about ``option`` belongs to, or nothing."""
    word = option.split()[0] if option.split() else ""
    for parameter in command_of(command).params:
        if word in (*parameter.opts, parameter.human_readable_name, f"--{str(parameter.name).replace('_', '-')}"):
            return str(parameter.name)
    return ""
