"""The catalogue as a whole: which statements exist, how they are found, what they use."""

import csv
from dataclasses import replace
from pathlib import Path

import pytest

from replcalc.numbers.errors import InputError
from replcalc.paper import PAPER
from replcalc.sharper import SHARPER
from replcalc.simulate.registry import simulators_of
from replcalc.statements.catalogue import entries, statement, statements
from replcalc.statements.statement import Statement, UnspecifiedConstant
from replcalc.statements.theory import line

LABELS = list(csv.DictReader((Path(__file__).parent / "data" / "labels.csv").open(encoding="utf-8")))
#: Statements that the catalogue adds to the paper's labelled ones: a numbered formula, a method the paper describes, the
#: leading term of a theorem.
PRINTED, STATEMENTS = PAPER.statements, statements()
EXTRA = {"eq:def_eps_i_delta_i", "route:private", "thm:main/leading", "thm:main/closing"}


def unknown_uses(statements: tuple[Statement, ...]) -> list[tuple[str, str]]:
    labels = {s.label for s in statements}
    return [(s.label, used) for s in statements for used in s.uses if used not in labels]


def cycle(statements: tuple[Statement, ...]) -> list[str]:
    """A cycle of the graph of uses as a list of labels, empty if there is none."""
    uses = {s.label: s.uses for s in statements}
    done: set[str] = set()

    def visit(label: str, path: list[str]) -> list[str]:
        if label in path:
            return [*path[path.index(label) :], label]
        if label in done:
            return []
        for used in uses.get(label, ()):
            found = visit(used, [*path, label])
            if found:
                return found
        done.add(label)
        return []

    return next((found for label in uses if (found := visit(label, []))), [])


@pytest.mark.parametrize("row", LABELS, ids=lambda row: row["label"])
def test_every_label_of_the_paper(row: dict[str, str]) -> None:
    found = statement(row["label"])
    assert (found.kind, line(found.source)) == (row["kind"], int(row["line"]))
    assert row["simulator"] == "no" or simulators_of(row["label"])
    assert found.provenance in ("paper", "literature")


def test_nothing_else_claims_to_be_of_the_paper() -> None:
    """66 of the paper and four beside them."""
    assert {s.label for s in PRINTED} == {row["label"] for row in LABELS} | EXTRA
    assert len(PRINTED) == 66 + len(EXTRA)


def test_the_paper_comes_first_in_the_order_of_its_lines() -> None:
    assert STATEMENTS[: len(PRINTED)] == PRINTED
    assert [line(s.source) or 0 for s in PRINTED] == sorted(line(s.source) or 0 for s in PRINTED)
    assert all(s.provenance == "derived" for s in SHARPER.statements)
    assert [s.label for s in STATEMENTS] == list(entries())


def test_uses_are_known_and_acyclic() -> None:
    assert unknown_uses(STATEMENTS) == []
    assert cycle(STATEMENTS) == []


def test_the_checks_of_uses_notice_a_mistake() -> None:
    kasivi = statement("lm:kasivi")
    looped = tuple(replace(s, uses=("thm:main",)) if s is kasivi else s for s in STATEMENTS)
    assert cycle(looped)[0] == cycle(looped)[-1]
    misspelt = tuple(replace(s, uses=("lm:kasiwi",)) if s is kasivi else s for s in STATEMENTS)
    assert unknown_uses(misspelt) == [("lm:kasivi", "lm:kasiwi")]


def test_the_main_theorem_rests_on_the_cited_lemmas() -> None:
    """Following the uses of thm:main one reaches every cited tool of its proof, and no application."""
    reached, todo = set(), ["thm:main"]
    while todo:
        label = todo.pop()
        if label not in reached:
            reached.add(label)
            todo += statement(label).uses
    assert {"lm:kasivi", "lm:help_kasi", "lm:azuma", "lm:sample_pg_is_pg", "def:correlated_sampling"} <= reached
    assert not reached & {"thm:multi_dim_mean", "thm:boost_beta", "thm:adaptive_lb"}


def test_a_misspelt_label_is_answered_with_the_closest() -> None:
    with pytest.raises(InputError) as caught:
        statement("lm:pg_compse_het")
    assert caught.value.exit_code == 2
    assert "lm:pg_compose_het" in str(caught.value)
    with pytest.raises(InputError, match="replcalc show --all"):
        statement("???")


def test_thresholds_fall_back_on_a_learner_of_vc_dimension_one() -> None:
    """The paper's split used our learner, 291 samples where the paper's has 1,755 (alpha = 0.05, beta = 1e-6)."""
    at = {"alpha": "0.05", "beta": "5e-7"}
    assert statement("problem:pac/consistent-thresholds").bound("samples", **at) == 1755
    assert statement("problem:pac/smallest-positive").bound("samples", **at) == 291
    assert statement("problem:pac/consistent").bound("samples", **at, d=1) == 1755


def test_a_hidden_constant_means_one_thing() -> None:
    """Settings are given by name, so a name shared by two statements must be the same constant, with one default.

    p_littlestone_previous was 1 in the corollary and 0 in the bound it quotes.
    """
    known: dict[str, UnspecifiedConstant] = {}
    for entry in STATEMENTS:
        for constant in entry.hidden:
            first = known.setdefault(constant.name, constant)
            assert constant == first


def test_asymptotic_conclusions_show_their_constants() -> None:
    """Where the source writes O or Omega, the expression depends on a declared hidden constant."""
    for entry in STATEMENTS:
        constants = {h.variable for h in entry.hidden}
        for conclusion in entry.gives:
            if conclusion.relation in ("O", "O~", "Omega", "Omega~", "Theta"):
                assert conclusion.expression.free_symbols & constants, (entry.label, conclusion.name)


def test_every_hidden_constant_is_used() -> None:
    for entry in STATEMENTS:
        used = {s for c in entry.gives for s in c.expression.free_symbols}
        used |= {s for c in entry.assumes if c.relation is not None for s in c.relation.free_symbols}
        assert {h.variable for h in entry.hidden} <= used, entry.label
