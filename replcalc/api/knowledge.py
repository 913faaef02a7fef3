"""The theory and its checks: catalogue, show, derive, table, verify, simulate."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_integer, parse_probability

if TYPE_CHECKING:
    from replcalc.claims.deciding import Verification
    from replcalc.output.document import Document
    from replcalc.output.trees import TreeNode
    from replcalc.planning.pipelines import SideBySide
    from replcalc.simulate.running import Simulation
    from replcalc.statements.derivation import Derivation

#: Largest number of random cases.
MAX_CASES = 10**7


def show(word: str) -> Any:
    """Return a statement by its label, or the document that the command ``show`` prints for a word.

    >>> import replcalc
    >>> replcalc.show("lm:azuma")
    <Statement: lm:azuma, Azuma's inequality (lemma, literature)>
    """
    from replcalc.output.lookup import look_up, show_document
    from replcalc.statements.catalogue import statement

    found = look_up(word)
    return statement(found.name) if found.kind == "statement" else show_document(word)


def catalogue() -> Document:
    """Return the catalogue of statements.

    >>> import replcalc
    >>> found = replcalc.catalogue().to_dict()["statements"]
    >>> "thm:main" in {statement["label"] for statement in found}
    True
    """
    from replcalc.output.catalogue import report_catalogue

    return report_catalogue(full=True)


def derive(
    name: str, *, against: str | None = None, settings: Mapping[str, Any] | None = None, digits: int = 20, **inputs: Any
) -> Derivation | TreeNode | SideBySide:
    """Return a method's derivation by its name, that of a pipeline file, or what a statement rests on by its label.

    A method of another command than compose is called COMMAND/NAME where its name alone would not do: means/rounding.

    With ``inputs`` (n, rho, ...) a method or pipeline is evaluated there, beside ``against``, another method or file;
    ``settings``: unspecified constants by name. A file ending in .toml is read, one ending in .py is run.

        >>> import replcalc
        >>> [step.statement.label for step in replcalc.derive("joint").steps][:2]
        ['derived:raced-votes', 'derived:raced-votes']
        >>> replcalc.derive("thm:boost_beta")
        <TreeNode: thm:boost_beta, Boosting the success probability>
    """
    from replcalc.output.lookup import look_up
    from replcalc.output.trees import build_statement_tree
    from replcalc.planning.method import find_named
    from replcalc.planning.pipeline_file import is_pipeline_file, read_pipeline
    from replcalc.planning.pipelines import evaluate_pipelines

    if not is_pipeline_file(name) and (":" in name or find_named(name) is None):
        if against is not None or inputs or settings:
            wrong = "against" if against is not None else next(iter(inputs or settings or ()))
            raise InputError(wrong, True, "a method or a pipeline file to evaluate", f"{name} is a label")
        return build_statement_tree(name if ":" in name else look_up(name).name)
    pipeline = read_pipeline(name)
    if not inputs and against is None:
        return pipeline.derivation
    other = None if against is None else read_pipeline(against)
    return evaluate_pipelines(pipeline, inputs, settings, against=other, digits=digits)


def table(name: Any, **point: Any) -> Document:
    """Return a table: 1 (bounds before and after boosting, at ``rho``, ``alpha``, ...), constants, errata, gaps.

    >>> import replcalc
    >>> replcalc.table("1", rho="0.1").tables[0].columns[:2]
    ('problem', 'previous bound')
    """
    from replcalc.output.tables import build_table

    return build_table(str(name), {key: str(value) for key, value in point.items() if value is not None})


def verify(
    *identifiers: str, controls: bool = False, workers: int | None = None, progress: Callable[[Any], None] | None = None
) -> Verification:
    """Decide the named claims (a statement's label: all of its claims; nothing: all claims of every theory).

    ``controls``: their negative controls instead. ``ok`` says whether every verdict is the expected one.

        >>> import replcalc
        >>> decided = replcalc.verify("thm:hardness", workers=1)
        >>> decided, decided.ok
        (<Verification: 2 claims decided, 0 not as expected>, True)
    """
    from replcalc.claims.deciding import claim_labels, verification
    from replcalc.claims.record import resolve
    from replcalc.output.lookup import find_claim_names

    wanted = resolve(find_claim_names(identifiers), claim_labels()) or None
    return verification(wanted, control=controls, workers=workers, progress=progress)


def simulate(
    *names: str,
    every: bool = False,
    seed: Any = 0,
    cases: Any = None,
    weaken: Any = 1,
    show: bool = False,
    progress: Callable[[str, int], None] | None = None,
) -> Simulation | Document:
    """Compare true quantities of exact small cases with the bounds; without a name, list the simulators.

    ``names``: simulators, or statements that they test, by label or number (``Theorem 1``). ``every``: all of them, in
    parallel. ``weaken`` multiplies the bounds of conclusions: the negative control.

        >>> import replcalc
        >>> found = replcalc.simulate("rounding", cases=3)
        >>> found.violations
        0
        >>> replcalc.simulate("rounding", cases=3, weaken="0.1").ok  # the negative control
        False
    """
    from replcalc.output.checks import report_simulators
    from replcalc.paper import numbering
    from replcalc.simulate.registry import find
    from replcalc.simulate.running import Simulation, run_all, run_one

    run: dict[str, Any] = {
        "seed": parse_integer(seed, "seed", minimum=0),
        "cases": None if cases is None else parse_integer(cases, "cases", maximum=MAX_CASES),
        "weaken": parse_probability(weaken, "weaken", closed_above=True),
        "show": show,
    }
    if every and names:
        raise InputError("every", " ".join(names), "no name with it")
    if not every and not names:
        return report_simulators()
    wanted = [simulator for name in names for simulator in find(numbering.label_of_text(name) or name)]
    if len(wanted) == 1:
        return Simulation((run_one(wanted[0], **run),), run["seed"], run["weaken"])
    found = run_all(names=wanted, **run, progress=progress)
    return Simulation(tuple(found), run["seed"], run["weaken"], every=True)
