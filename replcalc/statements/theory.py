"""A theory as a value: a source, and folders that hold everything about its theorems.

A folder is a package. Its modules are known by their names, so that nothing is listed twice:

    statement.py, statement_*.py, statements.py   a tuple STATEMENTS: its statements
    claims.py, claims_*.py                        a tuple CLAIMS: the inequalities that it uses, with controls
    simulator.py, simulator_*.py                  a Simulator, or SIMULATOR, one: exact small cases; imports no formula
    errata.py                                     a tuple ERRATA: errors in the source
    method.py, algorithm.py, proof.md, others     what questions, runs and readers need

A theory imports none of them; each part is loaded on first use.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal

from replcalc.numbers.errors import MalformedStatement

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
    section: str = ""

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


def join_places(sources: Iterable[Source]) -> str:
    """Join places of one publication in order, their common first word once: "lines 599, 3188"."""
    places = [source.place for source in sorted(sources, key=lambda s: s.order)]
    words = {text.partition(" ")[0] for text in places}
    if len(places) == 1 or len(words) > 1:
        return ", ".join(places)
    return f"{words.pop()}s " + ", ".join(text.partition(" ")[2] for text in places)


#: what a module must define, by the first word of its name
ROLES = {
    "statement": "STATEMENTS",
    "statements": "STATEMENTS",
    "claims": "CLAIMS",
    "simulator": "SIMULATOR",
    "errata": "ERRATA",
}


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
        own = import_module(self.module).STATEMENTS
        return next(statement for statement in own if statement.label == self.label)  # type: ignore[no-any-return]

    def __getattr__(self, name: str) -> Any:
        """Return what else its statement says: section, source, meaning, provenance."""
        if name.startswith("_") or name == "statement":  # while it is made by pickle there is none to ask
            raise AttributeError(name)
        return getattr(self.statement, name)

    @property
    def gives(self) -> tuple[str, ...]:
        return tuple(conclusion.name for conclusion in self.statement.gives)

    @property
    def folder(self) -> str:
        """The package that holds everything about it."""
        return self.module.rpartition(".")[0]

    def defined_at(self) -> str:
        """Return the file and line that define it, 'package/module.py:12', found in the text of the file."""
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
        return hash((self.name, self.package))  # its mappings have no hash

    def modules(self, role: str) -> Iterator[str]:
        """Name the modules that define ``role`` ("STATEMENTS", ...), folder by folder, by name within a folder."""
        for folder in self.folders or ("",):
            package = f"{self.package}.{folder}" if folder else self.package
            for module in iter_modules(import_module(package).__path__):
                if ROLES.get(module.name.partition("_")[0]) == role:
                    yield f"{package}.{module.name}"

    def load(self, role: str) -> Iterator[tuple[str, Any]]:
        """Load every value of that role, with its module."""
        for module in self.modules(role):
            found = _values(import_module(module), role)
            if found is None:
                raise MalformedStatement(f"{module.replace('.', '/')}.py defines no {role}")
            for value in found if isinstance(found, tuple | list) else (found,):
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
        """Load every statement; those of a publication come in its order."""
        found = [Entry.of(statement, self.name, module) for module, statement in self.load("STATEMENTS")]
        twice = [label for label, count in Counter(entry.label for entry in found).items() if count > 1]
        if twice:
            raise MalformedStatement(f"{self.name}: two statements are labelled {', '.join(twice)}")
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
    """Read the index: package of a theory -> label, module, kind, title and labels used of every statement."""
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


def _values(module: ModuleType, role: str) -> Any:
    """Return what a module has under the name of the role; a module with one class of simulators means that one."""
    found = getattr(module, role, None)
    if found is None and role == "SIMULATOR":
        own = [each for each in vars(module).values() if isinstance(each, type) and each.__module__ == module.__name__]
        named = [each for each in own if {"name", "statements", "summary"} <= vars(each).keys()]
        return _simulator(named[0]) if len(named) == 1 else None
    return found


@cache
def _simulator(kind: type) -> Any:
    return kind()
