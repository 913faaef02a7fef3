"""``replcalc prove``: an inequality as people write it, decided, with a certificate."""

from __future__ import annotations

import click

from replcalc.cli.common import emit, print_options, write_atomically
from replcalc.cli.complaints import complain
from replcalc.numbers.errors import InputError
from replcalc.numbers.places import writable_file


@click.command()
@click.argument("relation", metavar="RELATION")
@click.option("--on", "on", default="", metavar="DOMAIN", help="'x in [0, oo), k integer in [1, 5], y > 0'.")
@click.option("--given", multiple=True, metavar="RELATION", help="A relation that is assumed; repeatable.")
@click.option("--best", metavar="NAME", help="Bracket the best value of the constant NAME: [proved, refuted].")
@click.option("--certificate", metavar="FILE", help="Write what the verdict rests on, as JSON.")
@click.option("--coq", metavar="FILE.v", help="Write the proof for Coq, where every step of it can be written.")
@print_options
def prove(
    relation: str, on: str, given: tuple[str, ...], best: str | None, certificate: str | None, coq: str | None
) -> int:
    """Decide RELATION for all values of the variables: PROVED, REFUTED at a point, or UNDECIDED with the reason.

    Formulas: + - * / ^, exp log sqrt Min Max abs erf erfc loggamma asin sinh cosh tanh, sum(term, i, a, b), pi; numbers
    are exact. Comparisons: <= < >= > =. Exit code 0: PROVED, 1: not, 2: the line cannot be read.

    \b
    Examples:
      replcalc prove "log(1+x) <= x - x^2/2 + x^3/3" --on "x in [0, oo)"
      replcalc prove "exp(-x) <= 1 - x + c*x^2" --on "x >= 0" --best c
    """
    from replcalc.prover.proving import prove as compute

    places = {
        option: writable_file(option, place)
        for option, place in (("--certificate", certificate), ("--coq", coq))
        if place is not None
    }
    if coq is not None and not coq.endswith(".v"):
        raise InputError("--coq", coq, "a file name ending in .v")
    found = compute(relation, on, given=given, best=best)
    documents = found.outcome.certificate
    if documents is not None and "--certificate" in places:
        write_atomically(places["--certificate"], documents.text() + "\n")
    if documents is not None and "--coq" in places:
        from replcalc.checker.coq.expressions import OutOfReach
        from replcalc.checker.coq.files import conclusion_text

        try:
            write_atomically(places["--coq"], conclusion_text(documents.to_json(), found.verdict))
        except OutOfReach as reason:
            complain(f"--coq: no file is written, {reason}", "replcalc prove")
    emit(found.report())
    return 0 if found.verdict.value == "PROVED" else 1
