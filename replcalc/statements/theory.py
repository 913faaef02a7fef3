"""A theory as a value: a source, and folders that hold everything about its theorems.

A folder is a package. Its modules are known by their names, so that nothing is listed twice:

    statement.py, statement_*.py, statements.py   a tuple STATEMENTS: its statements
    claims.py, claims_*.py                        a tuple CLAIMS: the inequalities that it uses, with controls
    simulator.py, simulator_*.py                  a Simulator, or SIMULATOR, one: exact small cases; imports no formula
    errata.py                                     a tuple ERRATA: errors in the source
    method.py, algorithm.py, proof.md, anything else whatever else questions, runs and readers need

A theory imports none of them; each part is loaded on first use.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from traceback import walk_tb
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from replcalc.numbers.errors import MalformedStatement, ReplcalcError

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement


# -- where a statement stands: a publication, and the place in it in that publication's own words ----------------------
Provenance = Literal["paper", "literature", "derived"]
_LINE = re.compile(r"line (\d+)")


@dataclass(frozen=True)
class Source:
    """A place in a publication: ``place`` such as "line 599" or "Lemma 3.2"; ``quoted``: it is only cited there."""

    publication: str
    place: str
    quoted: bool = False

    def __post_init__(self) -> None:
        if not self.publication or not self.place:
            raise MalformedStatement(f"a source is a publication and a place in it, not {self}")

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The numbers of the place, for sorting within a publication."""
        return tuple(map(int, re.findall(r"\d+", self.place)))

    @property
    def line(self) -> int | None:
        """The number of the line, where the place is one: JSON has a field for it."""
        found = _LINE.fullmatch(self.place)
        return int(found[1]) if found else None


def provenance(source: Source | None) -> Provenance:
    """Return ``paper``: its source proves it; ``literature``: its source cites it; ``derived``: proved here."""
    if source is None:
        return "derived"
    return "literature" if source.quoted else "paper"


def place(source: Source | None) -> str:
    return source.place if source is not None else ""


def line(source: Source | None) -> int | None:
    return source.line if source is not None else None


def together(sources: Iterable[Source]) -> str:
    """Join places of one publication in order, their common first word once: "lines 599, 3188"."""
    places = [source.place for source in sorted(sources, key=lambda s: s.order)]
    words = {text.partition(" ")[0] for text in places}
    if len(places) == 1 or len(words) > 1:
        return ", ".join(places)
    return f"{words.pop()}s " + ", ".join(text.partition(" ")[2] for text in places)


_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MODULE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")
#: what a module must define, by the first word of its name
ROLES = {
    "statement": "STATEMENTS",
    "statements": "STATEMENTS",
    "claims": "CLAIMS",
    "simulator": "SIMULATOR",
    "errata": "ERRATA",
}
#: role -> what its values are called, and what all of them have
_VALUES = {
    "STATEMENTS": ("Statement", "gives"),
    "CLAIMS": ("Claim", "decide"),
    "SIMULATOR": ("Simulator", "statements"),
    "ERRATA": ("Erratum", "repair"),
}


def mistake(module: str, error: BaseException) -> str:
    """Describe an error in a module in one line: 'package/module.py:12: what to change'."""
    home, place, line = module.partition(".")[0], f"{module.replace('.', '/')}.py", 0
    if isinstance(error, SyntaxError) and error.filename:
        place, line = _within(error.filename, home) or place, error.lineno or 0
    else:
        for frame, number in walk_tb(error.__traceback__):
            if frame.f_globals.get("__name__", "").partition(".")[0] == home:
                place, line = _within(frame.f_code.co_filename, home) or place, number
    told = str(error).splitlines()[0] if str(error) else ""
    if not isinstance(error, MalformedStatement):
        told = f"{type(error).__name__}: {told}"
    return f"{place}{f':{line}' if line else ''}: {told}"


def _within(filename: str, home: str) -> str:
    """The path from the top package on; nothing for a file that is not in it."""
    parts = Path(filename).parts
    return "/".join(parts[parts.index(home) :]) if home in parts else ""


@dataclass(frozen=True)
class Entry:
    """A statement's place in the catalogue: the theory that has it, the module that defines it.

    ``kind``, ``title`` and ``uses`` come from the index; the statement itself is built on first use.
    """

    label: str
    theory: str
    module: str
    kind: str
    title: str
    uses: tuple[str, ...]

    @staticmethod
    def of(statement: Statement, theory: str, module: str) -> Entry:
        found = Entry(statement.label, theory, module, statement.kind, statement.title, statement.uses)
        found.__dict__["statement"] = statement
        return found

    @cached_property
    def statement(self) -> Statement:
        """Load the module that defines it."""
        own = imported(self.module).STATEMENTS
        return next(statement for statement in own if statement.label == self.label)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        """What else its statement says: section, source, meaning, provenance."""
        if name.startswith("_") or name == "statement":  # while it is made by pickle there is none to ask
            raise AttributeError(name)
        return getattr(self.statement, name)

    @property
    def gives(self) -> tuple[str, ...]:
        return tuple(conclusion.name for conclusion in self.statement.gives)

    @property
    def qualified(self) -> str:
        """The label with its theory, which is unique."""
        return f"{self.theory}/{self.label}"

    @property
    def folder(self) -> str:
        """The package that holds everything about it."""
        return self.module.rpartition(".")[0]

    def defined_at(self) -> str:
        """File and line that define it, 'package/module.py:12', found in the text of the file."""
        path = self.module.replace(".", "/") + ".py"
        origin = import_module(self.module).__file__
        if origin is None:
            return path
        lines = Path(origin).read_text(encoding="utf-8").splitlines()
        written = re.compile(rf"""label=["']{re.escape(self.label)}["']""")
        return next((f"{path}:{number}" for number, line in enumerate(lines, 1) if written.search(line)), path)


@dataclass(frozen=True)
class Theory:
    """A theory: ``name`` identifies it; ``source`` is its publication, empty for theorems proved here.

    ``package`` holds the ``folders`` (none: it is itself the only folder). ``methods``: kind of question -> name of
    the method -> module in the package that has it in its tuple ``METHODS``. ``lower_bounds``: kind of
    question -> module with a function ``lower_bounds(question, failure)``. A theory may use statements of others, by
    label alone.
    """

    name: str
    title: str
    package: str
    folders: tuple[str, ...] = ()
    source: str = ""
    methods: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    lower_bounds: Mapping[str, str] = field(default_factory=dict)

    def __hash__(self) -> int:
        return hash((self.name, self.package))  # an empty mapping is allowed

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise MalformedStatement(f"the name of a theory is lower-case words joined by hyphens, not '{self.name}'")
        if not self.title:
            raise MalformedStatement(f"{self.name}: a theory needs a title")
        named = [module for methods in self.methods.values() for module in methods.values()]
        for module in (self.package, *self.folders, *named, *self.lower_bounds.values()):
            if not _MODULE.fullmatch(module):
                raise MalformedStatement(f"{self.name}: '{module}' is not the name of a module")
        twice = sorted({folder for folder in self.folders if self.folders.count(folder) > 1})
        if twice:
            raise MalformedStatement(f"{self.name}: named twice: {', '.join(twice)}")

    # -- what its folders hold -----------------------------------------------------------------------------------------
    def modules(self, role: str) -> Iterator[str]:
        """The modules that define ``role`` ("STATEMENTS", ...), folder by folder, by name within a folder."""
        for folder in self.folders or ("",):
            package = f"{self.package}.{folder}" if folder else self.package
            for module in iter_modules(_path(package, self.name)):
                if ROLES.get(module.name.partition("_")[0]) == role:
                    yield f"{package}.{module.name}"

    def load(self, role: str) -> Iterator[tuple[str, Any]]:
        """Every value of that role with its module, loaded now; an error in a module is reported with its place."""
        noun, attribute = _VALUES[role]
        for module in self.modules(role):
            found, file = _part(imported(module), role), f"{module.replace('.', '/')}.py"
            if found is None:
                several = f"({noun.lower()}, ...)" if role.endswith("S") or role == "ERRATA" else f"My{noun}()"
                raise MalformedStatement(f"{file} defines no {role}: end it with {role} = {several}")
            for value in found if isinstance(found, tuple | list) else (found,):
                if isinstance(value, type) or not hasattr(value, attribute):
                    what = f"the class {value.__name__}" if isinstance(value, type) else f"a {type(value).__name__}"
                    raise MalformedStatement(f"{file}: {role} holds {what}, not a {noun}")
                yield module, value

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """Every statement's entry; where the index has them, none is built."""
        listed = index().get(self.package)
        if listed is None:
            return self.loaded_entries()
        return tuple(
            Entry(label, self.name, module, kind, title, tuple(uses)) for label, module, kind, title, uses in listed
        )

    def loaded_entries(self) -> tuple[Entry, ...]:
        """Every statement, its module loaded now; those of a publication in its order."""
        found = [Entry.of(statement, self.name, module) for module, statement in self.load("STATEMENTS")]
        if not found:
            raise MalformedStatement(f"{self.name}: no folder of {self.package} has a statement.py")
        first: dict[str, str] = {}
        for entry in found:
            if entry.label in first:
                place, there = (module.replace(".", "/") + ".py" for module in (entry.module, first[entry.label]))
                raise MalformedStatement(f"{place}: the label {entry.label} is taken by another statement of {there}")
            first[entry.label] = entry.module
        return tuple(sorted(found, key=lambda e: e.source.order if e.source else ()) if self.source else found)

    @property
    def statements(self) -> tuple[Statement, ...]:
        return tuple(entry.statement for entry in self.entries)

    @cached_property
    def claims(self) -> tuple[Any, ...]:
        """Every claim, its module loaded now."""
        return tuple(claim for _, claim in self.load("CLAIMS"))

    @cached_property
    def simulators(self) -> tuple[Any, ...]:
        """Every simulator, its module loaded now."""
        return tuple(simulator for _, simulator in self.load("SIMULATOR"))

    @property
    def errata(self) -> tuple[Any, ...]:
        return tuple(erratum for _, erratum in self.load("ERRATA"))


# -- the index of this package's statements: what is known of them without building a formula --------------------------
INDEX = Path(__file__).with_name("index.json")


@cache
def index() -> dict[str, list[Any]]:
    """Package of a theory -> label, module, kind, title and labels used of every statement, in catalogue order."""
    found: dict[str, list[Any]] = json.loads(INDEX.read_text(encoding="utf-8")) if INDEX.exists() else {}
    return found


def write_index(theories: Iterable[Theory]) -> None:
    """Load every statement and write the index; a test says when it is out of date."""
    about = {
        t.package: [[e.label, e.module, e.kind, e.title, list(e.uses)] for e in t.loaded_entries()] for t in theories
    }
    packages = [
        f"{json.dumps(package)}: [\n" + ",\n".join(json.dumps(row, ensure_ascii=False) for row in rows) + "\n]"
        for package, rows in about.items()
    ]
    INDEX.write_text("{" + ",\n".join(packages) + "}\n", encoding="utf-8")


def _part(module: ModuleType, role: str) -> Any:
    """What a module has under the name of the role; a module of one class of simulators means that simulator."""
    found = getattr(module, role, None)
    if found is None and role == "SIMULATOR":
        own = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
        named = [each for each in own if {"name", "statements", "summary"} <= vars(each).keys()]
        return _value_of(named[0]) if len(named) == 1 else None
    return found


@cache
def _value_of(simulator: type) -> Any:
    return simulator()


def imported(module: str) -> ModuleType:
    """A module of a theory; what is wrong in it is said in one line."""
    try:
        return import_module(module)
    except ReplcalcError as error:
        if not isinstance(error, MalformedStatement):
            raise  # a library that is missing says how to install it
        raise MalformedStatement(mistake(module, error)) from error
    except Exception as error:
        raise MalformedStatement(mistake(module, error)) from error


def _path(package: str, theory: str) -> Any:
    """Where the modules of a package lie."""
    try:
        found = getattr(import_module(package), "__path__", None)
    except ModuleNotFoundError as error:
        if error.name is None or not f"{package}.".startswith(f"{error.name}."):
            raise MalformedStatement(mistake(package, error)) from error
        found = None
    except Exception as error:
        raise MalformedStatement(mistake(package, error)) from error
    if found is None:
        said = f"the Theory '{theory}' names '{package}', which is no package"
        raise MalformedStatement(f"{said}: correct package= or folders=, or add an __init__.py")
    return found
