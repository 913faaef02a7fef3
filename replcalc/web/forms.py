"""Forms made from click's own parameters: the fields of a page are the options of a command, with their help.

A question is a command and the values of its fields as typed. It becomes words of a command line (every value behind an
equals sign, so that no value can be read as an option), an address, and a line of Python; whatever reads or writes
files is no field and cannot be asked for.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any
from urllib.parse import urlencode

import click

from replcalc import __version__
from replcalc.cli.common import ListText
from replcalc.cli.main import cli
from replcalc.names import COMMANDS
from replcalc.planning.registry import names
from replcalc.problems.boosting.registry import NAMES

#: The commands with a page: fields that come first, and what they show before anybody types.
PAGES: Mapping[str, Mapping[str, str]] = {
    "compose": {"n": "100x1000", "rho": "0.01", "beta": "", "rho0": "", "beta0": "1e-6", "outputs": "", "adaptive": ""},
    "amplify": {"n": "100", "rho": "0.01", "rho0": "0.1", "beta0": ""},
    "queries": {"k": "100", "alpha": "0.05", "rho": "0.1", "beta": "0.01", "adaptive": ""},
    "arms": {"k": "10", "arms": "5", "alpha": "0.1", "rho": "0.1", "beta": "0.01"},
    "boost": {"problem": "statistical-query", "rho": "0.01", "alpha": "0.1", "beta": "1e-9"},
    "test": {"low": "0.4", "high": "0.6", "rho": "0.1", "beta": "0.001", "family": ""},
    "ab": {"alpha": "0.1", "rho": "0.05", "beta": "0.01", "variance": "", "paired": ""},
    "choose": {"arms": "100", "alpha": "0.1", "rho": "0.1", "beta": "0.01", "common": ""},
    "lower-bound": {"k": "100", "tau": "0.1", "rho": "0.1", "beta": ""},
    "pg-compose": {"eps": "0.01x100", "delta": "1e-9", "delta_prime": "1e-6", "variant": "het"},
}
#: Options that concern a terminal, the disk or the network; those about the output alone are not passed on to a command
#: (``expose_value``) and are left out for that.
_LEFT_OUT = frozenset({"file", "plot", "scheduler", "cite"})
#: The commands that answer with JSON: every one that a function of the library answers, but those that compute for
#: minutes with processes of their own, and one that reads and runs files.
ASKED: tuple[str, ...] = tuple(
    name
    for name, command in COMMANDS.items()
    if command.answered.startswith("api.") and name not in ("verify", "simulate", "derive")
)
#: Choices of options that click does not know as such.
_CHOICES: Mapping[str, Sequence[str]] = {
    "problem": tuple(NAMES),
    "variant": (*names("pg"), "all"),
}
#: Options whose values a slider moves: least and largest, on a logarithmic scale; whole numbers where they count.
_PROBABILITY, _COUNT = ("1e-9", "0.5"), ("1", "1e6")
_SLIDERS: Mapping[str, tuple[str, str]] = {
    "rho": ("1e-4", "0.5"),
    "rho0": ("1e-6", "0.5"),
    "beta": ("1e-12", "0.5"),
    "beta0": ("1e-12", "0.1"),
    "alpha": ("1e-3", "0.5"),
    "tau": ("1e-3", "0.24"),
    "delta": ("1e-15", "0.1"),
    "delta_prime": ("1e-15", "0.4"),
    "eps": ("1e-5", "1"),
    "nu": ("1e-3", "0.5"),
    "epsilon": ("1e-4", "0.1"),
    "gamma": ("1e-15", "0.1"),
    "n": ("1", "1e5"),
    "k": _COUNT,
    "arms": ("2", "1e3"),
    "d": ("1", "1e6"),
    "class_size": ("2", "1e9"),
    "samples": ("1", "1e9"),
}
_WHOLE = frozenset({"n", "k", "arms", "d", "class_size", "samples"})
#: Most characters of one value.
MOST = 4000


@dataclass(frozen=True)
class FormField:
    """One option: how it is named, shown and asked for."""

    name: str  # the parameter
    option: str  # what is typed: --rho, or PROBLEM for an argument
    kind: str  # text, choice, flag
    label: str  # in words
    help: str
    first: bool
    shown: str = ""  # what stands in it at the beginning
    default: str = ""
    choices: tuple[str, ...] = ()
    multiple: bool = False
    many: bool = False  # a list: value x count
    slider: tuple[str, str] | None = None
    whole: bool = False

    @property
    def argument(self) -> bool:
        return not self.option.startswith("-")

    @property
    def more(self) -> str:
        """What the help says beyond the label."""
        rest = self.help.removeprefix(self.label)
        return rest.lstrip(":;,. ") if rest != self.help else rest


@dataclass(frozen=True)
class Question:
    """A command and what was typed, by parameter; what is empty or the default is left out."""

    command: str
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.command, self.address()))

    def words(self) -> list[str]:
        """The words after ``replcalc`` for click: no value can be taken for an option."""
        arguments, options = self._typed()
        typed = [f"{option}={value}" if value else option for option, value in options]
        return [self.command, *typed, *(["--", *arguments] if arguments else [])]

    def line(self) -> str:
        """The command line as a person types it."""
        arguments, options = self._typed()
        words = ["replcalc", self.command, *arguments]
        for option, value in options:
            words += [f"{option}={value}"] if value.startswith("-") else [option, value] if value else [option]
        return shlex.join(words)

    def _typed(self) -> tuple[list[str], list[tuple[str, str]]]:
        """The arguments, and every option with its value; a flag has none."""
        known = {f.name: f for f in fields(self.command)}
        pairs = [(known[name], value) for name, values in self.values.items() for value in values]
        options = [(one.option, "" if one.kind == "flag" else value) for one, value in pairs if not one.argument]
        return [value for one, value in pairs if one.argument], options

    def address(self) -> str:
        """The question as the query of a URL."""
        return urlencode([(name, value) for name, values in self.values.items() for value in values])

    def python(self) -> str:
        """The same question to the library."""
        known = {f.name: f for f in fields(self.command)}
        shown = ("explain", "recipe", "full") + (() if self.command == "pg-compose" else ("curve",))
        parts: list[str] = []
        for name, values in self.values.items():
            if name in shown:  # what is printed, not what is asked
                continue
            if known[name].argument:
                parts.insert(0, repr(values[0]))
            elif name == "settings":
                pairs = (value.partition("=") for value in values)
                if self.command == "pg-compose":
                    parts += [f"{left.strip()}={right.strip()!r}" for left, _, right in pairs]
                else:
                    parts.append(f"settings={ {left.strip(): right.strip() for left, _, right in pairs}!r}")
            elif known[name].multiple:
                parts.append(f"{name}={list(values)!r}")
            else:
                parts.append(f"{name}={int(values[0]) if name == 'digits' and values[0].isdigit() else values[0]!r}")
        return f"import replcalc\nanswer = replcalc.{self.command.replace('-', '_')}({', '.join(parts)})\n"


@cache
def parsed_command(name: str) -> click.Command:
    found = cli.get_command(click.Context(cli), name)
    assert found is not None
    return found


@cache
def fields(name: str) -> tuple[FormField, ...]:
    """The fields of a command's form: those that come first, then the others in the command's order."""
    shown = PAGES.get(name, {})
    asked = (p for p in parsed_command(name).params if p.expose_value and p.name not in _LEFT_OUT)
    found = [_field(parameter, shown) for parameter in asked]
    return tuple(sorted(found, key=lambda f: list(shown).index(f.name) if f.first else len(shown)))


def _field(parameter: click.Parameter, shown: Mapping[str, str]) -> FormField:
    name = str(parameter.name)
    argument = isinstance(parameter, click.Argument)
    option = parameter.human_readable_name if argument else max(parameter.opts, key=len)
    choices: Sequence[str] = _CHOICES.get(name, ())
    if isinstance(parameter.type, click.Choice):
        choices = tuple(map(str, parameter.type.choices))
    flag = isinstance(parameter, click.Option) and parameter.is_flag
    default = parameter.default if isinstance(parameter.default, str) else ""
    listed = isinstance(parameter.type, ListText)
    told = _without_files(getattr(parameter, "help", None) or COMMANDS_HELP.get(name, ""))
    return FormField(
        name,
        option,
        "flag" if flag else "choice" if choices else "text",
        label_of(name, told),
        told,
        name in shown,
        shown.get(name, ""),
        default,
        tuple(choices),
        parameter.multiple if isinstance(parameter, click.Option) else False,
        listed and name in ("n", "eps"),
        None if flag or choices else _SLIDERS.get(name),
        name in _WHOLE,
    )


#: Labels of options whose help does not begin with one.
_LABELS: Mapping[str, str] = {
    "routes": "Ways to compare",
    "low": "The lower value",
    "high": "The higher value",
    "law": "Cost law",
    "eps": "epsilon of each algorithm",
    "delta": "delta of each algorithm",
    "gamma": "gamma of each algorithm",
    "variant": "Composition lemma",
    "solve": "Quantity to find from the others",
    "work": "Work of a bracket",
    "r": "Exponent of k in the failure",
    "ell": "Exponent of beta in the failure",
    "settings": "Hidden constants",
}
#: The words of a help text before it goes into details.
_FIRST_WORDS = re.compile(r"(.*?)(?:: | (?=\()|; |, (?=\d)|\.$|$)")


def label_of(name: str, told: str) -> str:
    """An option in words: the beginning of its help."""
    found = _FIRST_WORDS.match(told)
    return _LABELS.get(name) or (found[1] if found else "") or name


#: What arguments mean: click keeps help for options only.
COMMANDS_HELP: Mapping[str, str] = {"problem": "The problem whose algorithm is boosted."}


def _without_files(text: str) -> str:
    """Help without what only a command line can do."""
    return text.replace(", @FILE, or - for standard input", "")


def question(command: str, typed: Sequence[tuple[str, str]]) -> Question:
    """The question of a form or an address. Names that are no fields are refused by ``unknown``, and dropped here."""
    values: dict[str, tuple[str, ...]] = {}
    for one in fields(command):
        given = [value.strip() for name, value in typed if name == one.name and value.strip()]
        if one.multiple:
            given = [word for value in given for word in value.replace(",", " ").split()]
        elif one.kind == "flag":
            given = ["1"] if given else []
        if given and (one.multiple or given[-1] != one.default):
            values[one.name] = tuple(given) if one.multiple else (given[-1],)
    return Question(command, values)


def renamed(command: str, typed: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Fields under the names of their options, too: ``route`` is ``routes``, ``delta-prime`` is ``delta_prime``."""
    known = {one.name for one in fields(command)}
    named = {p.name: opts for p in parsed_command(command).params if p.name in known and (opts := p.opts)}
    aliases = {opt.lstrip("-").lower(): str(name) for name, opts in named.items() for opt in opts}
    return [(n if n in known else aliases.get(n.replace("_", "-").lower(), n), value) for n, value in typed]


def unknown(command: str, typed: Sequence[tuple[str, str]]) -> list[str]:
    """Names in an address that are no fields of the command."""
    known = {f.name for f in fields(command)}
    return sorted({name for name, _ in typed if name not in known})


def beginning(command: str) -> Question:
    """What a page shows before anybody has typed."""
    return question(command, [(name, value) for name, value in PAGES[command].items()])


def title_of(command: str) -> str:
    said: str = COMMANDS[command].says
    return said


def description(command: str) -> str:
    """The first paragraph of the command's help."""
    text = parsed_command(command).help or ""
    sentences = " ".join(text.split("\b")[0].split()).split(". ")
    told = ". ".join(s for s in sentences if not s.startswith(("FILE", "PROBLEM")))
    return told if told.endswith(".") else told + "."


def field_of(command: str, option: str) -> str | None:
    """The field that an error's option or argument is about: ``--set C_pg`` is about ``settings``."""
    word = option.split()[0] if option.split() else ""
    for one in fields(command):
        parameter: Any = next(p for p in parsed_command(command).params if p.name == one.name)
        named = (*parameter.opts, one.option, f"--{one.name.replace('_', '-')}")
        if word in named or word.lower() == one.name:
            return one.name
    return None


# -- the OpenAPI document of ``/api`` ----------------------------------------------------------------------------------
# A path for every command that answers with JSON, made from its own options.
_ERRORS = {
    "type": "object",
    "required": ["errors"],
    "properties": {
        "errors": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["field", "message"],
                "properties": {
                    "field": {"type": "string", "description": "The parameter it is about; empty: none in particular."},
                    "message": {"type": "string", "description": "What is wrong, what is allowed, what to try."},
                },
            },
        }
    },
}
_REAL = {
    "type": "object",
    "description": "A real number between two decimals; exact where it is rational.",
    "required": ["lower", "upper"],
    "properties": {
        "lower": {"type": "string"},
        "upper": {"type": "string"},
        "exact": {"type": "string"},
        "bracket": {"type": "boolean", "description": "The quantity itself is only known to an interval."},
    },
}
_ANSWER = {
    "type": "object",
    "description": "What the command prints with --format json; docs/schema/replcalc-3.json describes all of it.",
    "required": ["schema"],
    "properties": {
        "schema": {"type": "string"},
        "best": {"type": ["string", "null"], "description": "The way to run: certified, with the fewest samples."},
        "assumed": {"type": "object", "description": "What was not typed, its value and why."},
        "routes": {"type": "object", "description": "Every way by name: status, quantities, conditions, steps."},
    },
}
_REFUSALS = {
    "422": "The input is wrong, or the question is refused: which field, and why.",
    "503": "Too many questions wait, or the server is being ended; ask again.",
    "504": "The question needs more time or memory than the server gives.",
}


@cache
def openapi_document() -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "replcalc",
            "version": __version__,
            "description": "The accountant for replicable algorithms. Numbers are exact text: 0.1, 1/10 and 1e-40 mean "
            "exactly that. A question that no certified way answers is 200 with best null.",
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "paths": {f"/api/{name}": {"get": _operation(name)} for name in ASKED},
        "components": {"schemas": {"Answer": _ANSWER, "Real": _REAL, "Errors": _ERRORS}},
    }


def _operation(name: str) -> dict[str, Any]:
    return {
        "operationId": name.replace("-", "_"),
        "summary": COMMANDS[name].says,
        "parameters": [_parameter(name, one) for one in fields(name)],
        "responses": {
            "200": _response("The JSON of the command.", "Answer"),
            **{status: _response(told, "Errors") for status, told in _REFUSALS.items()},
        },
    }


def _response(told: str, schema: str) -> dict[str, Any]:
    return {
        "description": told,
        "content": {"application/json": {"schema": {"$ref": f"#/components/schemas/{schema}"}}},
    }


def _parameter(command: str, one: FormField) -> dict[str, Any]:
    parameter: click.Parameter = next(p for p in parsed_command(command).params if p.name == one.name)
    schema: dict[str, Any] = {"type": "string"}
    if one.kind == "flag":
        schema = {"type": "string", "enum": ["1"]}
    elif one.choices:
        schema["enum"] = list(one.choices)
    if one.default:
        schema["default"] = one.default
    found = {
        "name": one.name,
        "in": "query",
        "required": bool(parameter.required),
        "description": one.help or one.option,
        "schema": {"type": "array", "items": schema} if one.multiple else schema,
    }
    example = PAGES.get(command, {}).get(one.name)
    return found | ({"example": example} if example else {})
