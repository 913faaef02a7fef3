"""What is checked: ``replcalc verify``, ``simulate``, ``prove``."""

import time
from collections.abc import Sequence
from typing import Any

import click

from replcalc.cli.common import ProgressBar, add_next_step, emit, flag, print_options, text_options
from replcalc.numbers.errors import InputError
from replcalc.numbers.files import CERTIFICATE, check_input_directory, check_output, check_output_directory, write_text


@click.command()
@click.argument("identifiers", nargs=-1, metavar="[ID|LABEL|CONSTANT]...")
@text_options(
    certificates="DIR  Write one certificate per claim to DIR/ID.json.",
    recheck="DIR  Re-verify the certificates in DIR, independently.",
)
@flag("controls", "Decide the negative controls instead of the claims.")
@flag("all", "List every claim; for named claims also what each verdict rests on.", "full")
@flag("mutants", "Plant errors in the paper's formulas (5 minutes); show which checks notice; --all: each.")
@print_options
def verify(
    identifiers: tuple[str, ...],
    certificates: str | None,
    recheck: str | None,
    controls: bool,
    full: bool,
    mutants: bool,
) -> int:
    """Decide the inequalities and constants used in the proofs: PROVED, REFUTED with a point, or UNDECIDED.

    Without ID, all of them; the label of a statement means all its claims, a constant (c2, 0.0001) the claims about it.
    Exit code 0 iff every verdict is the expected one. With --recheck, every certificate must be there, be about its
    claim and establish the verdict.

    \b
    Examples:
      replcalc verify thm:main
      replcalc verify c2
      replcalc verify main.epsilon-lower --certificates certificates
      replcalc verify lm:pg_compose --mutants
    """
    if mutants:
        return _verify_mutants(identifiers, full)
    if recheck is not None:
        if certificates is not None or controls:
            raise InputError("--recheck", recheck, "no --certificates or --controls with it")
        return _recheck(recheck, identifiers)
    from replcalc.api.knowledge import verify as compute
    from replcalc.claims.certificates import certificate_text
    from replcalc.claims.record import recorded_claims

    target = None if certificates is None else check_output_directory("--certificates", certificates)
    total = None if identifiers else len(recorded_claims())
    with ProgressBar("verifying") as progress:
        found = compute(*identifiers, controls=controls, progress=lambda decision: progress(decision.id, total))
    if target is not None:
        for decision in found.decisions:
            write_text(target / f"{decision.id}.json", certificate_text(decision))
    following = "verify --all (every claim)  verify ID (what one rests on)"
    emit(add_next_step(found.report(full=full), "" if full else following))
    return 0 if found.ok else 1


def _verify_mutants(labels: Sequence[str], full: bool) -> int:
    """Plant errors in the statements of these labels (default: all of the paper's); exit 0 if 5% or less are missed."""
    from replcalc.output.checks import report_mutants
    from replcalc.paper.mutants import MOST_UNNOTICED, mutants_of, paper_statements, search_mutants

    known = {statement.label: statement for statement in paper_statements()}
    for label in labels:
        if label not in known:
            raise InputError("LABEL", label, "the label of a statement of the paper that has formulas")
    total = sum(len(list(mutants_of(known[label]))) for label in labels or known)
    found, start = [], time.perf_counter()
    with ProgressBar("planting errors") as progress:
        for each in search_mutants(labels):
            found.append(each)
            progress(each.mutant.label, total)
    emit(report_mutants(found, time.perf_counter() - start, full=full))
    return 0 if sum(not each.checks for each in found) <= MOST_UNNOTICED * len(found) else 1


def _recheck(text: str, identifiers: Sequence[str]) -> int:
    """Re-verify the certificates of the named claims, or of all; refuse missing certificates and files of no claim."""
    from replcalc.claims.certificates import recheck_files
    from replcalc.claims.record import recorded_claims, resolve
    from replcalc.output.checks import report_recheck

    directory = check_input_directory("--recheck", text, "a directory written by --certificates")
    wanted = resolve(identifiers, {name: entry.label for name, entry in recorded_claims().items()})
    there = sorted(path.stem for path in directory.glob("*.json"))
    if not there and not wanted:
        raise InputError("--recheck", str(directory), "a directory with certificates", "it holds no .json file")
    wanted = wanted or list(dict.fromkeys((*recorded_claims(), *there)))
    start = time.perf_counter()
    records = list(recheck_files(directory / f"{name}.json" for name in wanted))
    emit(report_recheck(records, time.perf_counter() - start))
    return 0 if records and all(record["verified"] for record in records) else 1


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME|LABEL]...")
@flag("all", "Run all simulators, in parallel.", "every")
@click.option("--seed", default="0", metavar="S", help="Seed of the random cases and searches (default 0).")
@text_options(cases="N  Random cases and search budget (default: the simulator's own).")
@click.option("--weaken", default="1", metavar="F", help="Multiply the bounds by F, 0 < F <= 1: the negative control.")
@flag("show", "Print the worst case of each statement, to be checked by hand.")
@print_options
def simulate(names: tuple[str, ...], every: bool, **options: Any) -> int:
    """Compare true quantities of exact small cases with the catalogue's bounds.

    NAME is a simulator, LABEL a statement that some of them test; without either, the simulators are listed. Exit code
    0 if no bound was broken.

    \b
    Examples:
      replcalc simulate
      replcalc simulate pg-composition --cases 20 --show
      replcalc simulate lm:pg_to_replic
    """
    from replcalc.api.knowledge import simulate as compute

    if every and names:
        raise InputError("--all", " ".join(names), "no NAME beside it")
    with ProgressBar("simulating") as progress:
        found = compute(*names, every=every, progress=progress, **options)
    report = found.report()
    emit(report if every or names else add_next_step(report, "simulate NAME  simulate LABEL"))
    return 0 if getattr(found, "ok", True) else 1


class RelationCommand(click.Command):
    """Takes an argument such as "-x <= 1" for a relation, not for an option."""

    def parse_args(self, context: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(context, [f" {word}" if _is_relation(word) else word for word in args])


def _is_relation(word: str) -> bool:
    return word.startswith("-") and not word.startswith("--") and any(sign in word for sign in "<>=")


@click.command(cls=RelationCommand)
@click.argument("relation", metavar="RELATION")
@click.option("--on", default="", metavar="DOMAIN", help="'x in [0, oo), k integer in [1, 5], y > 0'.")
@click.option("--given", multiple=True, metavar="RELATION", help="Assume this relation; repeatable.")
@text_options(
    best="NAME  Bracket the best value of the constant NAME: [proved, refuted].",
    certificate="FILE  Write what the verdict rests on, as JSON.",
)
@print_options
def prove(relation: str, on: str, given: tuple[str, ...], best: str | None, certificate: str | None) -> int:
    """Decide RELATION for all values of the variables: PROVED, REFUTED at a point, or UNDECIDED with the reason.

    Formulas: + - * / ^, exp log sqrt Min Max abs erf erfc loggamma asin sinh cosh tanh, sum(term, i, a, b), pi; numbers
    are exact. Comparisons: <= < >= > =. Exit code 0: PROVED, 1: not, 2: the line cannot be read.

    \b
    Examples:
      replcalc prove "log(1+x) <= x - x^2/2 + x^3/3" --on "x in [0, oo)"
      replcalc prove "1 - exp(-x) >= c*x" --on "x in [0, 1]" --best c
    """
    from replcalc.prover.proving import prove as compute

    place = None if certificate is None else check_output("--certificate", certificate, CERTIFICATE)
    found = compute(relation, on, given=given, best=best)
    if found.outcome.certificate is not None and place is not None:
        write_text(place, found.outcome.certificate.text() + "\n")
    emit(found.report())
    return 0 if found.verdict.value == "PROVED" else 1
