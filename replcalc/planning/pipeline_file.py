"""Pipelines from files: what a person wrote in TOML, read by a whitelist, or in Python, run because it was typed.

    title = "thm:main with a conversion of mine"
    steps = [{ apply = "eq:def_eps_i_delta_i" }, { each = "my:conversion" }, { apply = "alg:main" }, ...]
    let = { c = "17/125000" }                # values of inputs, unless others are typed
    set = { c2 = 10 }                        # unspecified constants

    [[lemma]]
    label = "my:conversion"
    given = ["n", "epsilon", "delta in (0, 1)"]
    assumes = ["epsilon <= 1/2", "the output space is finite"]
    gives = ["samples <= n*log(1/delta)/epsilon^2"]
    hidden = { C_mine = 1 }

A step applies a statement of the catalogue or a lemma of the file; ``each``: to every i, and its conclusions are called
NAME_each. A parameter is bound by its name: to the formula that the step gives (``gamma = "gamma_star"``), else to the
quantity of that name, else it is an input of the pipeline. ``names`` renames conclusions. A pipeline that concludes rho
must meet the rho that it is given. Instead of steps, ``from = "paper"`` (a method of compose, or another file) with
``exchange = { "lm:replic_to_pg" = "my:conversion" }``.
"""

import re
import runpy
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from traceback import extract_tb
from typing import Any

from replcalc.numbers.errors import InputError, MalformedStatement, ReplcalcError, UnknownName, Unreadable
from replcalc.numbers.exact import parse_rational
from replcalc.planning.method import find_named, get, names
from replcalc.planning.pipelines import STANDARD, Pipeline, exchange_lemma
from replcalc.planning.proving import REPLICABILITY_GOAL
from replcalc.statements import notation
from replcalc.statements.catalogue import statement as catalogued
from replcalc.statements.derivation import Derivation, Proof
from replcalc.statements.statement import (
    Conclusion,
    Condition,
    Domain,
    Parameter,
    Statement,
    UnspecifiedConstant,
    assuming,
    i,
    k,
)
from replcalc.symbolic.language import Base, Symbol, free, relation
from replcalc.symbolic.parsing import parse_domain
from replcalc.symbolic.reading import read_formula

SUFFIXES = (".toml", ".py")
MOST_BYTES = 1_000_000
#: Files that start from files that start from files.
MOST_FILES = 8
_KEYS = ("title", "name", "steps", "from", "exchange", "inputs", "let", "set", "lemma")
_LEMMA = ("label", "title", "meaning", "given", "assumes", "gives", "hidden")
_LABEL = re.compile(r"[A-Za-z][\w:./-]{0,79}")
_COMPARED = re.compile(r"(<=|>=|==|<|>|=)")
#: Parameters that recur, by how they are written: n, n[i], epsilon[i], ...
_RECURRING = {str(p.entry): p for p in vars(notation).values() if isinstance(p, Parameter)}


def is_pipeline_file(name: str) -> bool:
    return Path(name).suffix.lower() in SUFFIXES


def read_pipeline(source: str, *, depth: int = 0) -> Pipeline:
    """Return the pipeline of a file, or of a method by its name; every error names the file and the key."""
    if not is_pipeline_file(source):
        method = find_named(source)
        if method is None:
            listed = ", ".join(names("composition"))
            raise UnknownName("FILE", source, f"a file ending in .toml or .py, or one of {listed}")
        return Pipeline(get(*method).derive())
    if depth >= MOST_FILES:
        raise InputError("FILE", source, f"at most {MOST_FILES} files that start from one another")
    path = Path(source)
    text = _read_text(path)
    return _run(path) if path.suffix.lower() == ".py" else _read_toml(path, text, depth)


def _read_text(path: Path) -> str:
    try:
        with path.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise InputError("FILE", str(path), f"a file of at most {MOST_BYTES:,} bytes")
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable("FILE", str(path), "a pipeline file", error) from None
    except UnicodeDecodeError:
        raise InputError("FILE", str(path), "UTF-8 text") from None


# -- Python ------------------------------------------------------------------------------------------------------------
def _run(path: Path) -> Pipeline:
    """Run the person's own program; what it calls ``pipeline`` is the Proof or its derivation."""
    try:
        made = runpy.run_path(str(path))
    except ReplcalcError as error:
        raise InputError("FILE", str(path), "a program that builds a pipeline", str(error)) from None
    except Exception as error:
        lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == str(path)]
        line = lines[0] if lines else getattr(error, "lineno", None)
        problem = f"line {line}: {type(error).__name__}: {error}"
        raise InputError("FILE", str(path), "a program that runs", problem) from None
    found = made.get("pipeline")
    if not isinstance(found, Proof | Derivation):
        raise InputError("FILE", str(path), "a Proof or its derivation under the name 'pipeline'")
    derivation = found.derivation() if isinstance(found, Proof) else found
    return Pipeline(derivation, dict(made.get("let", {})), dict(made.get("settings", {})))


# -- TOML --------------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class _Table:
    """A table of the file and its place in it, which errors name: FILE mine.toml, lemma my:x, gives."""

    content: Mapping[str, Any]
    place: str

    def at(self, *keys: str) -> str:
        return ", ".join((self.place, *keys))

    def __contains__(self, key: str) -> bool:
        return key in self.content

    def require_keys(self, known: Iterable[str], allowed: str, hint: str = "") -> None:
        for key, value in self.content.items():
            if key not in known:
                raise InputError(self.at(key), value, allowed, hint)

    def line(self, key: str, default: str | None = None) -> str:
        found = self.content.get(key, default)
        if not isinstance(found, str) or not found.strip() or not found.isprintable():
            raise InputError(self.at(key), found, "a line of text")
        return found

    def texts(self, key: str) -> list[str]:
        found = self.content.get(key, [])
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise InputError(self.at(key), found, "a list of texts")
        return found

    def table(self, key: str, example: str) -> dict[str, Any]:
        found = self.content.get(key, {})
        if not isinstance(found, dict):
            raise InputError(self.at(key), found, f"a table such as {example}")
        return found

    def values(self, key: str) -> dict[str, str]:
        """Return a table of numbers and texts, as texts."""
        found = self.table(key, f"{key} = {{ NAME = VALUE }}")
        return {name: _value_text(value, self.at(key, name)) for name, value in found.items()}

    def tables(self, key: str, name: str) -> list["_Table"]:
        found = self.content.get(key, [])
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise InputError(self.at(key), found, f"tables: [[{key}]], or {key} = [{{ ... }}, ...]")
        return [_Table(row, self.at(f"{name} {row.get('label', place)}")) for place, row in enumerate(found, 1)]


def _value_text(value: Any, where: str) -> str:
    if isinstance(value, list) and all(isinstance(x, str | int) and not isinstance(x, bool) for x in value):
        return ",".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(where, value, "a number or a text")
    return str(value)


def _read_toml(path: Path, text: str, depth: int) -> Pipeline:
    """Read the lemmas of a file, then its steps or what it starts from."""
    try:
        document = _Table(tomllib.loads(text, parse_float=str), f"FILE {path.name}")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise InputError("FILE", str(path), "TOML", " ".join(str(error).split())[:80]) from None
    document.require_keys(_KEYS, "one of the keys " + ", ".join(_KEYS))
    lemmas: dict[str, Statement] = {}
    for table in document.tables("lemma", "lemma"):
        lemma = _read_lemma(table)
        if lemma.label in lemmas:
            raise InputError(table.at("label"), lemma.label, "a label of its own")
        lemmas[lemma.label] = lemma
    values, settings = document.values("let"), document.values("set")
    title = document.line("title", f"pipeline of {path.name}")
    name = document.line("name", path.stem)
    if "from" in document:
        base = _read_base(document, path.parent, depth)
        derivation = base.derivation
        for old, label in document.table("exchange", '{ "lm:replic_to_pg" = "my:conversion" }').items():
            new = _find_statement(label, lemmas, document.at(f"exchange {old}"))
            try:
                derivation = exchange_lemma(derivation, old, new)
            except InputError as error:
                raise InputError(document.at(error.argument), error.value, error.allowed, error.hint) from None
        derivation = replace(derivation, name=name, title=title)
        return Pipeline(derivation, {**base.values, **values}, {**base.settings, **settings}, base)
    if "steps" not in document:
        raise InputError(document.at("steps"), None, "what is applied in order, or from = 'paper' and an exchange")
    inputs = [_read_parameter(text, document.at("inputs", text)) for text in document.texts("inputs")]
    steps = _Steps(lemmas, Proof(name, title, (), own=True), {p.name: p for p in inputs})
    for step in document.tables("steps", "step"):
        steps.apply(step)
    return Pipeline(steps.derivation(document), values, settings)


def _find_statement(label: Any, lemmas: Mapping[str, Statement], place: str) -> Statement:
    """Return a lemma of the file, or a statement of the catalogue, by its label."""
    if not isinstance(label, str):
        raise InputError(place, label, "the label of a statement, such as lm:pg_compose")
    if label in lemmas:
        return lemmas[label]
    try:
        return catalogued(label)
    except UnknownName as error:
        own = f"a lemma of this file ({', '.join(lemmas) or 'none'}) or a label that replcalc show --all has"
        raise UnknownName(place, label, own, error.hint) from None


def _read_base(document: _Table, folder: Path, depth: int) -> Pipeline:
    source = document.line("from")
    for key in ("steps", "inputs"):
        if key in document:
            raise InputError(document.at(key), "...", "nothing beside from: what it starts from has its own")
    try:
        return read_pipeline(str(folder / source) if is_pipeline_file(source) else source, depth=depth + 1)
    except UnknownName as error:
        raise UnknownName(document.at("from"), source, error.allowed) from None


# -- lemmas ------------------------------------------------------------------------------------------------------------
def _read_lemma(table: _Table) -> Statement:
    table.require_keys(_LEMMA, "one of the keys " + ", ".join(_LEMMA))
    label = table.line("label")
    if not _LABEL.fullmatch(label):
        raise InputError(table.at("label"), label, "a label such as my:conversion")
    given = tuple(_read_parameter(text, table.at("given")) for text in table.texts("given"))
    hidden = tuple(_read_constants(table))
    known: dict[str, Any] = {p.name: p.variable for p in (*given, *hidden)}
    gives: list[Conclusion] = []
    for text in table.texts("gives"):
        gives.append(_read_conclusion(text, known, table.at("gives")))
        known[gives[-1].name] = gives[-1].variable
    if not gives:
        raise InputError(table.at("gives"), None, 'what it concludes, such as ["samples <= 2*n/epsilon^2"]')
    assumes = [c for text in table.texts("assumes") for c in _read_conditions(text, known, table.at("assumes"))]
    title = table.line("title", label)
    try:
        parts: dict[str, Any] = {"given": given, "assumes": tuple(assumes), "gives": tuple(gives), "hidden": hidden}
        made = Statement(label, title, table.line("meaning", title), "lemma", **parts)
    except MalformedStatement as error:
        raise InputError(table.place, label, "names that are used once", str(error)) from None
    try:
        catalogued(label)
    except UnknownName:
        return made
    raise InputError(table.at("label"), label, "a label that the catalogue does not have")


def _read_parameter(text: str, place: str) -> Parameter:
    """Parse ``n`` or ``n[i]``, as the catalogue has it; ``x in (0, 1)``, ``m integer in [1, oo)``, ``y[i] > 0``."""
    plain = text.strip()
    if plain in _RECURRING:
        return _RECURRING[plain]
    allowed = "x in (0, 1), m integer in [1, oo), y[i] > 0, or one of " + ", ".join(_RECURRING)
    if not re.search(r"\bin\b|[<>]|\binteger\b", plain):
        raise InputError(place, text, allowed)
    bounds = parse_domain(plain, place)
    if len(bounds) != 1:
        raise InputError(place, text, "one parameter in each text: " + allowed)
    ((name, bound),) = bounds.items()
    ends = {b[0]: (parse_rational(b.split()[1]), "=" not in b) for b in bound if b != "integer"}
    low, low_open = ends.get(">", (None, True))
    high, high_open = ends.get("<", (None, True))
    domain = Domain(low, high, low_open, high_open, "integer" in bound)
    return Parameter(_read_variable(name, place), domain, "")


def _read_constants(table: _Table) -> Iterable[UnspecifiedConstant]:
    for name, value in table.table("hidden", "{ C_mine = 1 }").items():
        place = table.at("hidden", name)
        exact = parse_rational(_value_text(value, place), place)
        if exact <= 0:
            raise InputError(place, value, "a number > 0")
        variable, where = _read_variable(name, table.at("hidden")), f"lemma {table.content['label']}"
        yield UnspecifiedConstant(variable, str(exact), f"constant of {where}", "yours: nothing proves its value")


def _read_conclusion(text: str, known: Mapping[str, Any], place: str) -> Conclusion:
    left, operator, right = [*_COMPARED.split(text, maxsplit=1), "", ""][:3]
    sense = "=" if operator == "==" else operator
    if sense not in ("<=", "=", ">=") or not right.strip():
        raise InputError(place, text, "NAME <= FORMULA, NAME = FORMULA or NAME >= FORMULA")
    variable, formula = _read_variable(left.strip(), place), read_formula(right, known, place)
    if i in free(formula) and not isinstance(variable, Base):
        hint = f"{left.strip()}[i] is a family; sum(...) and max(...) run over i"
        raise InputError(place, text, "a number on the right, or a family on both sides", hint)
    return Conclusion(variable, sense, formula)  # type: ignore[arg-type]


def _read_variable(written: str, place: str) -> Any:
    name = written.removesuffix("[i]")
    if not name.isidentifier() or not name.isascii() or name in ("i", "k", "pi", "oo"):
        raise InputError(place, written, "a name such as samples, or samples[i] for a family")
    return Base(name) if written.endswith("[i]") else Symbol(name)


def _read_conditions(text: str, known: Mapping[str, Any], place: str) -> list[Condition]:
    """Parse a chain of inequalities in the names of the lemma; a text without one is an assumption in words."""
    sides = _COMPARED.split(text)
    if len(sides) == 1:
        return [assuming(text)]
    formulas = [read_formula(side, known, place) for side in sides[::2]]
    operators = ["==" if sign == "=" else sign for sign in sides[1::2]]
    compared = zip(formulas, operators, formulas[1:], strict=False)
    return [Condition(relation(a, sign, b)) for a, sign, b in compared]


# -- steps -------------------------------------------------------------------------------------------------------------
@dataclass
class _Steps:
    """Builds the derivation of a file: binds by name, finds the inputs, ends with the goal."""

    lemmas: Mapping[str, Statement]
    proof: Proof
    inputs: dict[str, Parameter]
    quantities: dict[str, Any] = field(default_factory=dict)

    def apply(self, step: _Table) -> None:
        heads = [key for key in ("apply", "each") if key in step]
        if len(heads) != 1:
            shown = ", ".join(step.content) or "{}"
            raise InputError(step.place, shown, 'one of apply = "LABEL" and each = "LABEL"')
        each = heads == ["each"]
        statement = _find_statement(step.content[heads[0]], self.lemmas, step.at(heads[0]))
        step = _Table(step.content, f"{step.place} ({statement.label})")
        given = {p.name: p for p in statement.given}
        own = {h.name for h in statement.hidden} & set(step.content)
        hint = "set = { ... } at the head of the file" if own else ""
        step.require_keys((*given, "apply", "each", "names"), "names, or a parameter: " + ", ".join(given), hint)
        bindings = {name: self._bind(step, p, each) for name, p in given.items()}
        called = self._name_conclusions(step, statement, each)
        self.proof.inputs = tuple(self.inputs.values())  # a quantity of an input's name gets a symbol of its own
        space = self.proof.apply(statement, names=called, each=each, **bindings)
        for conclusion in statement.gives:
            variable = getattr(space, conclusion.name)
            self.quantities[called[conclusion.name]] = getattr(variable, "base", variable)

    def _name_conclusions(self, step: _Table, statement: Statement, each: bool) -> dict[str, str]:
        """Return what the conclusions are called here: as ``names`` says; applied to each, NAME_each; else as is."""
        renamed = step.table("names", "{ samples = 'samples_new' }")
        known = [conclusion.name for conclusion in statement.gives]
        for old, new in renamed.items():
            if old not in known:
                raise InputError(step.at("names"), old, "a conclusion: " + ", ".join(known))
            if not isinstance(new, str) or not new.isidentifier() or not new.isascii():
                raise InputError(step.at("names", old), new, "a name of letters, digits and _")
        called = {name: renamed.get(name, f"{name}_each" if each else name) for name in known}
        for name, new in called.items():
            if new in self.quantities:
                hint = f'names = {{ {name} = "..." }} calls it otherwise'
                raise InputError(step.place, new, "a quantity that no step before it gives", hint)
        return called

    def _bind(self, step: _Table, p: Parameter, each: bool) -> Any:
        """Return the formula that the step gives, else the quantity of the parameter's name, else an input."""
        place = step.at(p.name)
        if p.name in step:
            text = _value_text(step.content[p.name], place)
            known = {name: q.variable for name, q in self.inputs.items()} | self.quantities
            for name in re.findall(r"[A-Za-z_]\w*", text):
                self._require_unambiguous(name, step)
                if name in STANDARD and name not in known:
                    known[name] = self.inputs.setdefault(name, STANDARD[name]).variable
            formula = read_formula(text, known, place)
        elif p.name == "k":
            return k
        else:
            self._require_unambiguous(p.name, step)
            found = self.quantities.get(p.name)
            if found is None:
                found = self.inputs.setdefault(p.name, STANDARD.get(p.name, p)).variable
            formula = found[i] if isinstance(found, Base) else found
        if i in free(formula) and not (each or p.indexed):
            hint = "sum(...) and max(...) run over i; each = LABEL applies it to every i"
            raise InputError(place, formula, f"a number: {p.name} is no family", hint)
        return formula

    def _require_unambiguous(self, name: str, step: _Table) -> None:
        if name in self.inputs and name in self.quantities:
            hint = "call the quantity otherwise, by names"
            raise InputError(step.place, name, "a name that is not both an input and a quantity", hint)

    def derivation(self, document: _Table) -> Derivation:
        """Return the derivation, with the goal at its end where it concludes the rho that it is given."""
        if "rho" in self.quantities and "rho" in self.inputs:
            goal = {"achieved": self.quantities["rho"], "target": self.inputs["rho"].variable}
            self.proof.apply(catalogued(REPLICABILITY_GOAL), **goal)
        found = self.proof.derivation()
        if not found.steps:
            raise InputError(document.at("steps"), "[]", "at least one step")
        first = list(STANDARD)  # n, rho, rho0, beta0, beta, c, then the others as they came
        order = sorted(self.inputs.values(), key=lambda p: first.index(p.name) if p.name in first else len(first))
        return replace(found, inputs=tuple(order))
