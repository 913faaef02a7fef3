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
from replcalc.prover.facts import read_domain
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
    return _run(path) if path.suffix.lower() == ".py" else _TomlFile(path, depth).pipeline()


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
    _read_text(path)
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
class _TomlFile:
    """One file: its lemmas, then its steps or what it starts from."""

    def __init__(self, path: Path, depth: int) -> None:
        self.path, self.depth = path, depth
        try:
            self.document = tomllib.loads(_read_text(path), parse_float=str)
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            raise InputError("FILE", str(path), "TOML", " ".join(str(error).split())[:80]) from None
        self._check_keys(self.document, _KEYS)
        self.lemmas: dict[str, Statement] = {}
        for place, about in enumerate(self._tables("lemma"), 1):
            lemma = self._lemma(about, f"lemma {about.get('label', place)}")
            if lemma.label in self.lemmas:
                raise InputError(self.at(f"lemma {place}", "label"), lemma.label, "a label of its own")
            self.lemmas[lemma.label] = lemma

    def at(self, *keys: str) -> str:
        """Return where in the file: FILE mine.toml, lemma my:x, gives."""
        return ", ".join((f"FILE {self.path.name}", *keys))

    def pipeline(self) -> Pipeline:
        values, settings = (self._values(key) for key in ("let", "set"))
        title = self._line(self.document, "title", default=f"pipeline of {self.path.name}")
        name = self._line(self.document, "name", default=self.path.stem)
        if "from" in self.document:
            base = self._base()
            derivation = base.derivation
            for old, label in self._table(self.document, "exchange", '{ "lm:replic_to_pg" = "my:conversion" }').items():
                try:
                    derivation = exchange_lemma(derivation, old, self.statement(label, f"exchange {old}"))
                except InputError as error:
                    where = error.argument.removeprefix(self.at() + ", ")
                    raise InputError(self.at(where), error.value, error.allowed, error.hint) from None
            derivation = replace(derivation, name=name, title=title)
            return Pipeline(derivation, {**base.values, **values}, {**base.settings, **settings}, base)
        if "steps" not in self.document:
            raise InputError(self.at("steps"), None, "what is applied in order, or from = 'paper' and an exchange")
        inputs = (self._parameter(text, "inputs", text) for text in self._texts(self.document, "inputs"))
        steps = _Steps(self, name, title, {p.name: p for p in inputs})
        for place, step in enumerate(self._tables("steps"), 1):
            steps.apply(step, f"step {place}")
        return Pipeline(steps.derivation(), values, settings)

    def statement(self, label: Any, *keys: str) -> Statement:
        """Return a lemma of the file, or a statement of the catalogue, by its label."""
        if not isinstance(label, str):
            raise InputError(self.at(*keys), label, "the label of a statement, such as lm:pg_compose")
        if label in self.lemmas:
            return self.lemmas[label]
        try:
            return catalogued(label)
        except UnknownName as error:
            own = f"a lemma of this file ({', '.join(self.lemmas) or 'none'}) or a label that replcalc show --all has"
            raise UnknownName(self.at(*keys), label, own, error.hint) from None

    def _base(self) -> Pipeline:
        source = self._line(self.document, "from")
        for key in ("steps", "inputs"):
            if key in self.document:
                raise InputError(self.at(key), "...", "nothing beside from: what it starts from has its own")
        place = str(self.path.parent / source) if is_pipeline_file(source) else source
        try:
            return read_pipeline(place, depth=self.depth + 1)
        except UnknownName as error:
            raise UnknownName(self.at("from"), source, error.allowed) from None

    # -- lemmas --------------------------------------------------------------------------------------------------------
    def _lemma(self, about: Mapping[str, Any], where: str) -> Statement:
        self._check_keys(about, _LEMMA, where)
        label = self._line(about, "label", where)
        if not _LABEL.fullmatch(label):
            raise InputError(self.at(where, "label"), label, "a label such as my:conversion")
        given = tuple(self._parameter(text, where, "given") for text in self._texts(about, "given", where))
        hidden = tuple(self._hidden(about, where))
        known: dict[str, Any] = {p.name: p.variable for p in (*given, *hidden)}
        gives: list[Conclusion] = []
        for text in self._texts(about, "gives", where):
            gives.append(self._conclusion(text, known, self.at(where, "gives")))
            known[gives[-1].name] = gives[-1].variable
        if not gives:
            raise InputError(self.at(where, "gives"), None, 'what it concludes, such as ["samples <= 2*n/epsilon^2"]')
        assumes = [
            condition
            for text in self._texts(about, "assumes", where)
            for condition in _conditions(text, known, self.at(where, "assumes"))
        ]
        title = self._line(about, "title", where, default=label)
        meaning = self._line(about, "meaning", where, default=title)
        try:
            made = Statement(
                label, title, meaning, "lemma", given=given, assumes=tuple(assumes), gives=tuple(gives), hidden=hidden
            )
        except MalformedStatement as error:
            raise InputError(self.at(where), label, "names that are used once", str(error)) from None
        try:
            catalogued(label)
        except UnknownName:
            return made
        raise InputError(self.at(where, "label"), label, "a label that the catalogue does not have")

    def _parameter(self, text: str, *keys: str) -> Parameter:
        """Parse ``n`` or ``n[i]``, as the catalogue has it; ``x in (0, 1)``, ``m integer in [1, oo)``, ``y[i] > 0``."""
        plain = text.strip()
        if plain in _RECURRING:
            return _RECURRING[plain]
        allowed = "x in (0, 1), m integer in [1, oo), y[i] > 0, or one of " + ", ".join(_RECURRING)
        if not re.search(r"\bin\b|[<>]|\binteger\b", plain):
            raise InputError(self.at(*keys), text, allowed)
        bounds = read_domain(plain, self.at(*keys))
        if len(bounds) != 1:
            raise InputError(self.at(*keys), text, "one parameter in each text: " + allowed)
        ((name, bound),) = bounds.items()
        ends = {b[0]: (parse_rational(b.split()[1]), "=" not in b) for b in bound if b != "integer"}
        low, low_open = ends.get(">", (None, True))
        high, high_open = ends.get("<", (None, True))
        domain = Domain(low, high, low_open, high_open, "integer" in bound)
        return Parameter(_variable(name, self.at(*keys)), domain, "")

    def _hidden(self, about: Mapping[str, Any], where: str) -> Iterable[UnspecifiedConstant]:
        for name, value in self._table(about, "hidden", "{ C_mine = 1 }", where).items():
            place = self.at(where, "hidden", name)
            exact = parse_rational(_plain(value, place), place)
            if exact <= 0:
                raise InputError(place, value, "a number > 0")
            variable = _variable(name, self.at(where, "hidden"))
            yield UnspecifiedConstant(variable, str(exact), f"constant of {where}", "yours: nothing proves its value")

    def _conclusion(self, text: str, known: Mapping[str, Any], place: str) -> Conclusion:
        left, operator, right = [*_COMPARED.split(text, maxsplit=1), "", ""][:3]
        sense = "=" if operator == "==" else operator
        if sense not in ("<=", "=", ">=") or not right.strip():
            raise InputError(place, text, "NAME <= FORMULA, NAME = FORMULA or NAME >= FORMULA")
        variable = _variable(left.strip(), place)
        formula = read_formula(right, known, place)
        if i in free(formula) and not isinstance(variable, Base):
            hint = f"{left.strip()}[i] is a family; sum(...) and max(...) run over i"
            raise InputError(place, text, "a number on the right, or a family on both sides", hint)
        return Conclusion(variable, sense, formula)  # type: ignore[arg-type]

    # -- values of the document ----------------------------------------------------------------------------------------
    def _check_keys(self, table: Mapping[str, Any], known: Iterable[str], *where: str) -> None:
        for key, value in table.items():
            if key not in known:
                raise InputError(self.at(*where, key), value, "one of the keys " + ", ".join(known))

    def _tables(self, key: str) -> list[dict[str, Any]]:
        found = self.document.get(key, [])
        if not isinstance(found, list) or not all(isinstance(row, dict) for row in found):
            raise InputError(self.at(key), found, f"tables: [[{key}]], or {key} = [{{ ... }}, ...]")
        return found

    def _table(self, among: Mapping[str, Any], key: str, example: str, *where: str) -> dict[str, Any]:
        found = among.get(key, {})
        if not isinstance(found, dict):
            raise InputError(self.at(*where, key), found, f"a table such as {example}")
        return found

    def _values(self, key: str) -> dict[str, str]:
        found = self._table(self.document, key, f"{key} = {{ NAME = VALUE }}")
        return {name: _plain(value, self.at(key, name)) for name, value in found.items()}

    def _texts(self, among: Mapping[str, Any], key: str, *where: str) -> list[str]:
        found = among.get(key, [])
        if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
            raise InputError(self.at(*where, key), found, "a list of texts")
        return found

    def _line(self, among: Mapping[str, Any], key: str, *where: str, default: str | None = None) -> str:
        found = among.get(key, default)
        if not isinstance(found, str) or not found.strip() or not found.isprintable():
            raise InputError(self.at(*where, key), found, "a line of text")
        return found


def _plain(value: Any, where: str) -> str:
    if isinstance(value, list) and all(isinstance(x, str | int) and not isinstance(x, bool) for x in value):
        return ",".join(map(str, value))
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise InputError(where, value, "a number or a text")
    return str(value)


def _variable(written: str, place: str) -> Any:
    name = written.removesuffix("[i]")
    if not name.isidentifier() or not name.isascii() or name in ("i", "k", "pi", "oo"):
        raise InputError(place, written, "a name such as samples, or samples[i] for a family")
    return Base(name) if written.endswith("[i]") else Symbol(name)


def _conditions(text: str, known: Mapping[str, Any], place: str) -> list[Condition]:
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

    file: _TomlFile
    name: str
    title: str
    inputs: dict[str, Parameter]
    quantities: dict[str, Any] = field(default_factory=dict)
    proof: Proof = field(init=False)

    def __post_init__(self) -> None:
        self.proof = Proof(self.name, self.title, (), own=True)

    def apply(self, step: Mapping[str, Any], where: str) -> None:
        heads = [key for key in ("apply", "each") if key in step]
        if len(heads) != 1:
            raise InputError(self.file.at(where), ", ".join(step) or "{}", 'one of apply = "LABEL" and each = "LABEL"')
        each = heads == ["each"]
        statement = self.file.statement(step[heads[0]], where, heads[0])
        where = f"{where} ({statement.label})"
        given = {p.name: p for p in statement.given}
        for key in step:
            if key not in (*given, "apply", "each", "names"):
                hint = "set = { ... } at the head of the file" if key in {h.name for h in statement.hidden} else ""
                raise InputError(
                    self.file.at(where, key), step[key], "names, or a parameter: " + ", ".join(given), hint
                )
        bindings = {
            name: self._read(step[name], p, each, where) if name in step else self._found(p, each, where)
            for name, p in given.items()
        }
        called = self._names(step, statement, each, where)
        self.proof.inputs = tuple(self.inputs.values())  # a quantity of an input's name gets a symbol of its own
        space = self.proof.apply(statement, names=called, each=each, **bindings)
        for conclusion in statement.gives:
            variable = getattr(space, conclusion.name)
            self.quantities[called[conclusion.name]] = getattr(variable, "base", variable)

    def _names(self, step: Mapping[str, Any], statement: Statement, each: bool, where: str) -> dict[str, str]:
        """What the conclusions are called here: as ``names`` says; applied to each, NAME_each; else as they are."""
        asked = self.file._table(step, "names", "{ samples = 'samples_new' }", where)
        known = [conclusion.name for conclusion in statement.gives]
        for old, new in asked.items():
            if old not in known:
                raise InputError(self.file.at(where, "names"), old, "a conclusion: " + ", ".join(known))
            if not isinstance(new, str) or not new.isidentifier() or not new.isascii():
                raise InputError(self.file.at(where, "names", old), new, "a name of letters, digits and _")
        called = {name: asked.get(name, f"{name}_each" if each else name) for name in known}
        for name, new in called.items():
            if new in self.quantities:
                hint = f'names = {{ {name} = "..." }} calls it otherwise'
                raise InputError(self.file.at(where), new, "a quantity that no step before it gives", hint)
        return called

    def _read(self, text: Any, p: Parameter, each: bool, where: str) -> Any:
        place = self.file.at(where, p.name)
        names = {name: q.variable for name, q in self.inputs.items()} | self.quantities
        for name in re.findall(r"[A-Za-z_]\w*", str(text)):
            self._unambiguous(name, where)
            if name in STANDARD and name not in names:
                names[name] = self.inputs.setdefault(name, STANDARD[name]).variable
        return self._fitting(read_formula(_plain(text, place), names, place), p, each, place)

    def _found(self, p: Parameter, each: bool, where: str) -> Any:
        """Return the quantity of the parameter's name, or an input."""
        if p.name == "k":
            return k
        self._unambiguous(p.name, where)
        known = self.quantities.get(p.name)
        if known is None:
            known = self.inputs.setdefault(p.name, STANDARD.get(p.name, p)).variable
        entry = known[i] if isinstance(known, Base) else known
        return self._fitting(entry, p, each, self.file.at(where, p.name))

    def _unambiguous(self, name: str, where: str) -> None:
        if name in self.inputs and name in self.quantities:
            hint = "call the quantity otherwise, by names"
            raise InputError(self.file.at(where), name, "a name that is not both an input and a quantity", hint)

    def _fitting(self, formula: Any, p: Parameter, each: bool, place: str) -> Any:
        if i in free(formula) and not (each or p.indexed):
            hint = "sum(...) and max(...) run over i; each = LABEL applies it to every i"
            raise InputError(place, formula, f"a number: {p.name} is no family", hint)
        return formula

    def derivation(self) -> Derivation:
        """Return the derivation, with the goal at its end where it concludes the rho that it is given."""
        if "rho" in self.quantities and "rho" in self.inputs:
            goal = {"achieved": self.quantities["rho"], "target": self.inputs["rho"].variable}
            self.proof.apply(catalogued(REPLICABILITY_GOAL), **goal)
        if not self.proof.derivation().steps:
            raise InputError(self.file.at("steps"), "[]", "at least one step")
        first = list(STANDARD)  # n, rho, rho0, beta0, beta, c, then the others as they came
        order = sorted(self.inputs.values(), key=lambda p: first.index(p.name) if p.name in first else len(first))
        return replace(self.proof.derivation(), inputs=tuple(order))
