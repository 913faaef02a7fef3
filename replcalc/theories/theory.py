"""A theory as a value: a source, the statements taken from it or proved, and what stands by them.

A theory names its parts and imports none of them. Statements are defined in modules with a tuple ``STATEMENTS``,
claims in modules with a tuple ``CLAIMS``, errata in a module with a tuple ``ERRATA``, a simulator in a module with a
value ``SIMULATOR``. Whoever asks for a part loads that part: to show one statement costs one module.

So that a list of everything costs no module at all, a theory may keep an **index** beside itself: ``index.json`` in its
package, written by ``python -m replcalc.theories.index`` and compared with the modules by the contract suite. A theory
without one is indexed by loading its modules.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.source import Provenance, Source, provenance

if TYPE_CHECKING:
    from replcalc.statements.statement import Statement
    from replcalc.theories.claim import Claim
    from replcalc.theories.erratum import Erratum

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
_MODULE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)+")


@dataclass(frozen=True)
class Entry:
    """What is known of a statement without building it."""

    label: str
    theory: str
    module: str
    kind: str
    title: str
    section: str
    source: Source | None
    meaning: str
    gives: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    needs_simulator: bool = False

    @property
    def provenance(self) -> Provenance:
        return provenance(self.source)

    @property
    def qualified(self) -> str:
        """The label with its theory: what tells two statements of the same label apart."""
        return f"{self.theory}/{self.label}"

    def build(self) -> Statement:
        """The statement itself; its module is imported now."""
        for statement in import_module(self.module).STATEMENTS:
            if statement.label == self.label:
                return statement  # type: ignore[no-any-return]
        raise MalformedStatement(f"{self.module} defines no statement '{self.label}': the index is out of date")

    def defined_at(self) -> str:
        """File and line that define it, 'package/module.py:12', found in the text of the file."""
        path = self.module.replace(".", "/") + ".py"
        spec = find_spec(self.module)
        if spec is None or spec.origin is None:
            return path
        lines = Path(spec.origin).read_text(encoding="utf-8").splitlines()
        written = re.compile(rf"""label=["']{re.escape(self.label)}["']""")
        return next((f"{path}:{number}" for number, line in enumerate(lines, 1) if written.search(line)), path)


def entry_of(statement: Statement, theory: str, module: str) -> Entry:
    return Entry(
        statement.label, theory, module, statement.kind, statement.title, statement.section, statement.source,
        statement.meaning, tuple(c.name for c in statement.gives), statement.uses, statement.needs_simulator,
    )  # fmt: skip


@dataclass(frozen=True)
class Index:
    """The static data of a theory: its statements, where each claim is defined and what it is about, what each
    simulator witnesses."""

    statements: tuple[Entry, ...]
    claims: Mapping[str, tuple[str, str]] = field(default_factory=dict)  # id -> (module, label of the statement)
    simulators: Mapping[str, tuple[str, ...]] = field(default_factory=dict)  # name -> labels

    def to_text(self) -> str:
        """JSON, one line for each thing, so that two people who add one thing each do not meet."""
        parts = []
        for name, rows in (
            ("statements", {e.label: {k: v for k, v in asdict(e).items() if k != "label"} for e in self.statements}),
            ("claims", self.claims),
            ("simulators", self.simulators),
        ):
            lines = ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in rows.items())
            parts.append(f'"{name}": {{\n{lines}\n}}')
        return "{" + ",\n".join(parts) + "}\n"

    @staticmethod
    def from_text(text: str) -> Index:
        data = json.loads(text)
        rows: dict[str, dict[str, Any]] = data["statements"]
        for row in rows.values():
            row["gives"], row["uses"] = tuple(row["gives"]), tuple(row["uses"])
            row["source"] = row["source"] and Source(**row["source"])
        return Index(
            tuple(Entry(label, **row) for label, row in rows.items()),
            {identifier: (module, label) for identifier, (module, label) in data["claims"].items()},
            {name: tuple(labels) for name, labels in data["simulators"].items()},
        )


@dataclass(frozen=True)
class Theory:
    """``name`` is how others refer to it; ``source`` the publication it comes from, empty for one's own theorems.

    ``statements``, ``claims``, ``errata`` name modules; ``simulators`` and ``ways`` map a name to a module. A theory
    may use statements of others, by label alone. ``package``: where its ``index.json`` lies, if it has one.
    """

    name: str
    title: str
    statements: tuple[str, ...]
    source: str = ""
    claims: tuple[str, ...] = ()
    errata: str = ""
    simulators: Mapping[str, str] = field(default_factory=dict)
    ways: Mapping[str, str] = field(default_factory=dict)
    package: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise MalformedStatement(f"the name of a theory is lower-case words joined by hyphens, not '{self.name}'")
        if not self.title or not self.statements:
            raise MalformedStatement(f"{self.name}: a theory needs a title and modules of statements")
        modules = (*self.statements, *self.claims, *self.simulators.values(), *self.ways.values())
        for module in (*modules, *filter(None, (self.errata, self.package))):
            if not _MODULE.fullmatch(module):
                raise MalformedStatement(f"{self.name}: '{module}' is not the full name of a module")
        twice = sorted({m for m in modules if modules.count(m) > 1})
        if twice:
            raise MalformedStatement(f"{self.name}: named twice: {', '.join(twice)}")

    # -- parts, loaded when asked for ----------------------------------------------------------------------------------
    def load_statements(self) -> tuple[Statement, ...]:
        """Every statement; those of a publication in its order."""
        found = [s for module in self.statements for s in import_module(module).STATEMENTS]
        return tuple(sorted(found, key=lambda s: s.source.order if s.source else ()) if self.source else found)

    def load_claims(self) -> tuple[Claim, ...]:
        return tuple(claim for module in self.claims for claim in import_module(module).CLAIMS)

    def load_errata(self) -> tuple[Erratum, ...]:
        return tuple(import_module(self.errata).ERRATA) if self.errata else ()

    # -- static data: from the index where one is kept, else from the modules themselves -------------------------------
    @cached_property
    def _kept(self) -> Index | None:
        path = files(self.package) / "index.json" if self.package else None
        return Index.from_text(path.read_text(encoding="utf-8")) if path is not None and path.is_file() else None

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """What is known of its statements."""
        return self.made_entries() if self._kept is None else self._kept.statements

    @cached_property
    def claim_places(self) -> Mapping[str, tuple[str, str]]:
        """The module of each claim and the label it is about, by id."""
        return self.made_claim_places() if self._kept is None else self._kept.claims

    @cached_property
    def witnesses(self) -> Mapping[str, tuple[str, ...]]:
        """The labels that each simulator witnesses."""
        return self.made_witnesses() if self._kept is None else self._kept.simulators

    def made_entries(self) -> tuple[Entry, ...]:
        where = {s.label: module for module in self.statements for s in import_module(module).STATEMENTS}
        statements = self.load_statements()
        _distinct(self.name, "statements", (s.label for s in statements))
        return tuple(entry_of(s, self.name, where[s.label]) for s in statements)

    def made_claim_places(self) -> Mapping[str, tuple[str, str]]:
        claims = [(c, module) for module in self.claims for c in import_module(module).CLAIMS]
        _distinct(self.name, "claims", (c.id for c, _ in claims))
        return {c.id: (module, c.statement) for c, module in claims}

    def made_witnesses(self) -> Mapping[str, tuple[str, ...]]:
        return {name: tuple(import_module(m).SIMULATOR.statements) for name, m in self.simulators.items()}


def _distinct(theory: str, what: str, names: Iterable[str]) -> None:
    listed = list(names)
    twice = sorted({name for name in listed if listed.count(name) > 1})
    if twice:
        raise MalformedStatement(f"{theory}: {what} of the same name: {', '.join(twice)}")
