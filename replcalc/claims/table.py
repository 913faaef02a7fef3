"""Claims as text: what a proof says, as it is printed, with the constant that the negative control changes.

    CLAIMS = claims_about(
        '''
        about lm:heavy_tester
        heavy.list-size 3469: a valid list has fewer than 4/nu members
            nu_prime - epsilon_prime > {1/4|0.3}*nu
            if epsilon < nu
            given that probabilities add up to at most 1
            constant 4 -> 4; 8/5 for epsilon <= nu/2

        heavy.failure 3516: the three ways to fail are less than beta together
            beta/4 + beta/16 + beta/8 <= {1|0.4}*beta
        ''',
        at,
    )

**How to convert a claim.** The head is ``ID: sentence``, or ``ID LINE: sentence`` where ``at(LINE)`` makes the source
of the claim. The indented lines below it are relations, as ``replcalc prove`` reads them (chains ``a <= b < c`` and
``and`` too), and lines that begin with one of these words:

- ``on x in [0, 1), m integer in [1, oo), y > 0``: variables of this claim and where they lie;
- ``if epsilon < nu, x >= y``: where the relations are claimed;
- ``let samples = 512*log(16*L/beta)/epsilon^2``: a formula put in for a name; ``let bound = lm:pg_to_replic.rho(delta
  = gamma, epsilon = x/2)`` is a conclusion of another statement, formulas put in for parameters of it;
- ``constant 6 -> 16/3``: the printed and the proved constant; ``printed`` and ``proved`` say one of them;
- ``given``, ``argued``, ``printed``, ``proved``, ``note``: the fields ``given``, ``argued``, ``printed_constant``,
  ``proved_constant``, ``note`` of a ``Claim``;
- ``expected refuted``: the claim is false as printed, and its control is the repaired one;
- ``standing transcription``: the relations are equations that hold by how they are typed; they say only that the
  formula of the statement is the printed one.

``{1/4|0.3}`` is 1/4 in the claim and 0.3 in its control; every claim has at least one. The control must be refuted.

A name in a relation is, in this order: a name that ``let`` defines, a variable that ``on`` declares, a conclusion of
the statement (its formula is put in), or a parameter or unspecified constant of the statement (its domain is known).
``diff(formula, x)`` is the derivative. The general member of a family is ``epsilon[i]``; the index i and the number k
of members are known. Formulas are put in as trees that nobody simplified. A claim says something about the catalogue
only if it names a conclusion: a formula of the statement typed a second time as a fact about numbers protects nothing.

What does not fit (finite enumerations, sums over families, proofs that need a hand-made substitution) stays a ``Claim``
in Python, with ``claim_with_control`` where the control differs in its arguments only.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cache, partial
from operator import itemgetter
from textwrap import dedent
from typing import Any

from replcalc.claims.claim import Claim
from replcalc.kernel.relations import free_names, substitute_trees
from replcalc.kernel.variables import family_of
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import InputError, MalformedStatement
from replcalc.prover.decide import decide_fact
from replcalc.prover.facts import StatedFact, differentiate
from replcalc.prover.outcome import Outcome
from replcalc.statements.catalogue import statement
from replcalc.statements.statement import Domain, Statement
from replcalc.statements.theory import Source
from replcalc.symbolic.parsing import (
    StatedRelation,
    Tree,
    parse_domain,
    parse_formula,
    parse_relations,
    rational_value,
    split_at_commas,
)
from replcalc.symbolic.relations import to_tree

#: CPU seconds that one claim may take; nearly all take less than one.
PATIENCE_S = 120.0
_patience = ContextVar("patience", default=PATIENCE_S)
_decided: ContextVar[dict[str, Outcome] | None] = ContextVar("decided", default=None)
#: The word that begins a line -> the field of ``Claim`` that the rest of the line is.
_TEXTS = {
    "given": "given",
    "argued": "argued",
    "printed": "printed_constant",
    "proved": "proved_constant",
    "note": "note",
}
_WORDS = ("on", "if", "let", "expected", "standing", "constant", *_TEXTS)
_HEAD = re.compile(r"(?P<id>[a-z0-9-]+\.[a-z0-9-]+)(?: (?P<line>\d+))?: (?P<text>.+)")
_CONSTANT = re.compile(r"\{([^|{}]+)\|([^|{}]+)\}")
_LET = re.compile(r"(?P<name>[A-Za-z_]\w*(?:\[\w+\])?)\s*=\s*(?P<formula>.+)")
_ELSEWHERE = re.compile(r"(?P<label>[A-Za-z]+:[\w-]+)\.(?P<name>\w+(?:\[\w+\])?)\s*(?:\((?P<put>.*)\))?")
#: What every statement knows beside its parameters: the index of its families and the number of their members.
_COUNTS = {"i": ["integer", ">= 1"], "k": ["integer", ">= 1"]}


def claims_from_text(label: str, table: str, at: Callable[[int], Source] | None = None) -> tuple[Claim, ...]:
    """Read the claims about one statement.

    Args:
        label: The statement that they are about.
        table: The claims as text, in the language of this module.
        at: Makes a source of the line number in a head; without it a head has none.

    Raises:
        MalformedStatement: A line that cannot be read, a claim without a relation or without a control.
        Names are looked up when a claim is decided, since that needs the statement.
    """
    made = tuple(_claim(label, _Text.parse(part), at) for part in re.split(r"\n(?=\S)", dedent(table).strip()))
    if len({claim.id for claim in made}) < len(made):
        raise MalformedStatement(f"{label}: two claims of one id in a table")
    return made


def claims_about(table: str, at: Callable[[int], Source] | None = None) -> tuple[Claim, ...]:
    """Read the claims about several statements; the ones about a statement follow a line ``about LABEL``."""
    _, *parts = re.split(r"^about (\S+)\n", dedent(table), flags=re.MULTILINE)
    groups = zip(parts[::2], parts[1::2], strict=True)
    return tuple(claim for label, text in groups for claim in claims_from_text(label, text, at))


@contextmanager
def patience(seconds: float, decided: dict[str, Outcome] | None = None) -> Iterator[None]:
    """Limit the seconds spent on a claim, for claims that are likely to be false.

    ``decided`` collects the outcomes, so that what was decided once is not decided again.
    """
    before, known = _patience.set(seconds), _decided.set(decided)
    try:
        yield
    finally:
        _patience.reset(before)
        _decided.reset(known)


@dataclass
class _Text:
    """One claim, its lines by their first word; relations have the word ''."""

    id: str
    line: str
    text: str
    rows: dict[str, list[str]] = field(default_factory=dict)

    @staticmethod
    def parse(part: str) -> _Text:
        head, *lines = part.splitlines()
        said = _HEAD.fullmatch(" ".join(head.split()))
        if said is None:
            raise MalformedStatement(f"a claim begins with 'ID: sentence' or 'ID LINE: sentence', not with '{head}'")
        found = _Text(said["id"], said["line"] or "", said["text"])
        for line in filter(None, map(str.strip, lines)):
            word, _, rest = line.partition(" ")
            word, text = (word, " ".join(rest.split())) if word in _WORDS else ("", " ".join(line.split()))
            printed, _, proved = text.partition(" -> ")
            entries = (("printed", printed), ("proved", proved)) if word == "constant" else ((word, text),)
            for word, text in entries:
                found.rows.setdefault(word, []).append(text)
        found._check()
        return found

    def _check(self) -> None:
        if not self.rows.get(""):
            raise self.error("no relation")
        logical = [line for word in ("", "on", "if", "let") for line in self.rows.get(word, ())]
        constants = [found for line in logical for found in _CONSTANT.findall(line)]
        if not any(claimed != control for claimed, control in constants):
            raise self.error("no control: write the constant as {claimed|changed}")
        if any("{" in _CONSTANT.sub("", line) for line in logical):
            raise self.error("a brace that is not {claimed|changed}")
        for word, value in (("expected", "refuted"), ("standing", "transcription")):
            if self.rows.get(word, [value]) != [value]:
                raise self.error(f"'{word} {value}' is all that can be said there")

    def error(self, why: str) -> MalformedStatement:
        return MalformedStatement(f"claim '{self.id}': {why}")

    def with_constant(self, constant: Callable[[re.Match[str]], str]) -> dict[str, tuple[str, ...]]:
        """Return the lines for the prover, with ``constant`` applied to every {claimed|changed}."""
        put = partial(_CONSTANT.sub, constant)
        return {word: tuple(map(put, self.rows.get(word, ()))) for word in ("", "on", "if", "let")}


def _claim(label: str, said: _Text, at: Callable[[int], Source] | None) -> Claim:
    if said.line and at is None:
        raise said.error(f"line {said.line} of what?")
    more: dict[str, Any] = {name: " ".join(said.rows[word]) for word, name in _TEXTS.items() if word in said.rows}
    if "expected" in said.rows:
        more["expected"] = Verdict.REFUTED
    if "standing" in said.rows:
        more["transcription"] = True
    decide = cache(lambda: _decide(label, said, itemgetter(1)))
    control = cache(lambda: _decide(label, said, itemgetter(2)))
    more["with_constant"] = lambda value: _decide(label, said, lambda _: f"({value})")
    source = at(int(said.line)) if said.line and at is not None else None
    return Claim(said.id, label, source, said.text, decide, control, **more)


def _decide(label: str, said: _Text, constant: Callable[[re.Match[str]], str]) -> Outcome:
    fact = fact_of_claim(label, said.id, **_arguments(said.with_constant(constant)))
    known, seconds = _decided.get(), _patience.get()
    if known is None:
        return decide_fact(fact, seconds, total=False)
    key = f"{seconds} {fact}"
    if key not in known:
        known[key] = decide_fact(fact, seconds, total=False)
    return known[key]


def _arguments(lines: Mapping[str, tuple[str, ...]]) -> dict[str, Any]:
    return {"relations": lines[""], "on": lines["on"], "where": lines["if"], "let": lines["let"]}


# -- names: what is put in for them, and where they may lie ------------------------------------------------------------
def fact_of_claim(
    label: str,
    claim: str,
    relations: tuple[str, ...],
    on: tuple[str, ...] = (),
    where: tuple[str, ...] = (),
    let: tuple[str, ...] = (),
) -> StatedFact:
    """Build the fact that a claim about ``label`` states.

    Raises:
        MalformedStatement: A name that is nothing, a declared variable that is not used, a line that cannot be read.
    """
    try:
        return _Names(label, ", ".join(on)).fact(relations, where, let)
    except InputError as error:
        raise MalformedStatement(f"claim '{claim}': {error}") from None


class _Names:
    """The meaning of the names in one claim."""

    def __init__(self, label: str, on: str) -> None:
        self.about = statement(label)
        self.declared = parse_domain(on) if on else {}
        self.others: list[Statement] = []
        self.defined: dict[str, Tree] = {}

    def fact(self, relations: tuple[str, ...], where: tuple[str, ...], let: tuple[str, ...]) -> StatedFact:
        for line in let:
            self._define(line)
        stated = [self._relation(found) for text in relations for found in parse_relations(text, "relation")]
        held = (part for text in where for part in split_at_commas(text))
        given = [self._relation(found) for text in held for found in parse_relations(text, "if")]
        used = _names_of([*stated, *given])
        domain: dict[str, list[str]] = {name: bounds for name, bounds in self.declared.items() if name in used}
        if unused := self.declared.keys() - used:
            raise InputError("on", ", ".join(sorted(unused)), "variables that the relations use")
        todo = sorted(used - domain.keys())
        while todo:
            name = todo.pop(0)
            domain[name], further = self._domain(name)
            given += further
            todo += sorted(_names_of(further) - domain.keys() - set(todo))
        return StatedFact(tuple(stated), domain, tuple(given))

    def _define(self, line: str) -> None:
        """Read ``NAME = FORMULA`` or ``NAME = LABEL.CONCLUSION(PARAMETER = FORMULA, ...)``."""
        said = _LET.fullmatch(line)
        if said is None:
            raise InputError("let", line, "NAME = FORMULA, or NAME = LABEL.CONCLUSION(PARAMETER = FORMULA, ...)")
        elsewhere = _ELSEWHERE.fullmatch(said["formula"])
        if elsewhere is None:
            self.defined[said["name"]] = self._filled(parse_formula(said["formula"], "let"))
            return
        other = statement(elsewhere["label"])
        values = {}
        for part in split_at_commas(elsewhere["put"] or ""):
            name, _, formula = part.partition("=")
            if not formula:
                raise InputError("let", line, "PARAMETER = FORMULA inside the brackets")
            values[name.strip()] = self._filled(parse_formula(formula, "let"))
        quantities = {str(each.entry) for each in (*other.given, *other.hidden)} | {*_conclusions(other), *_COUNTS}
        if unknown := values.keys() - quantities:
            known = f"quantities of {other.label}: {', '.join(sorted(quantities))}"
            raise InputError("let", ", ".join(sorted(unknown)), known)
        self.others.append(other)
        self.defined[said["name"]] = _expand(other, _formula(other, elsewhere["name"]), values)

    def _relation(self, relation: StatedRelation) -> StatedRelation:
        left, operator, right = relation
        return differentiate(self._filled(left)), operator, differentiate(self._filled(right))

    def _filled(self, tree: Tree) -> Tree:
        """Return the tree with what its names stand for put in; a declared variable stands for itself."""
        return _expand(self.about, tree, {name: ["v", name] for name in self.declared} | self.defined)

    def _domain(self, name: str) -> tuple[list[str], list[StatedRelation]]:
        """Return where a parameter may lie: bounds by numbers, and relations for bounds by formulas."""
        known: dict[str, Domain] = {}
        for about in (*self.others, self.about):
            known |= {str(p.entry): p.domain for p in about.given}
            known |= {str(h.entry): Domain(0, None, not h.exponent) for h in about.hidden}
        of_family = {family_of(member): domain for member, domain in known.items()}
        if family_of(name) in of_family:
            return _bounds(name, of_family[family_of(name)])
        if name in _COUNTS:
            return _COUNTS[name], []
        names = sorted({*self.defined, *_conclusions(self.about), *known})
        close = get_close_matches(name, names, n=3) or names
        raise InputError("name", name, f"a quantity of {self.about.label} ({', '.join(close)}), or a variable of 'on'")


def _names_of(relations: list[StatedRelation]) -> set[str]:
    return {name for left, _, right in relations for tree in (left, right) for name in free_names(tree)}


def _bounds(name: str, domain: Domain) -> tuple[list[str], list[StatedRelation]]:
    bounds, further = ["integer"] if domain.integer else [], []
    lower, upper = (">" if domain.lower_open else ">="), ("<" if domain.upper_open else "<=")
    for operator, end in ((lower, domain.lower), (upper, domain.upper)):
        if end is None:
            continue
        tree = to_tree(end)
        value = rational_value(tree)
        if value is None:
            further.append((["v", name], operator, tree))
        else:
            bounds.append(f"{operator} {value}")
    return bounds, further


# -- formulas of statements --------------------------------------------------------------------------------------------
def _conclusions(about: Statement) -> dict[str, Any]:
    """Return the formulas that a statement gives, by the symbol and by the name of the conclusion."""
    by_name = {c.name: c.expression for c in about.gives if not c.indexed}
    return by_name | {str(c.entry): c.expression for c in about.gives}


def _formula(about: Statement, name: str) -> Tree:
    found = _conclusions(about)
    if name not in found:
        raise InputError("let", name, f"a conclusion of {about.label}: {', '.join(found)}")
    return to_tree(found[name])


def _expand(about: Statement, tree: Tree, values: Mapping[str, Tree]) -> Tree:
    """Return the tree with ``values`` put in for names, and formulas for the other conclusions of ``about``."""
    names = free_names(tree)
    put = {name: values[name] for name in names if name in values}
    for name in names & _conclusions(about).keys() - put.keys():
        put[name] = _expand(about, _formula(about, name), values)
    filled: Tree = substitute_trees(tree, put)
    return filled
