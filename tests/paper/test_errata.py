"""Errata: none without confirmation, lines in range, everything that is asked for is there."""

import os
import subprocess
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from replcalc.claims.deciding import claims
from replcalc.claims.kernel import kernel_theorems
from replcalc.numbers.enclosure import Verdict
from replcalc.numbers.errors import MalformedStatement
from replcalc.paper.errata_table import COLUMNS, ERRATA, FIRST, VERSION, errata_rows, letter
from replcalc.statements.erratum import SEVERITIES, Erratum, apply_repairs, edits, matches

CLAIMS = claims()
FALSE = [e for e in ERRATA if e.severity == "false"]


def test_ids_are_unique_and_ordered_by_severity() -> None:
    assert len({e.id for e in ERRATA}) == len(ERRATA)
    order = [SEVERITIES.index(e.severity) for e in ERRATA]
    assert order == sorted(order)
    assert Counter(e.severity for e in ERRATA) == {"false": 7, "unjustified": 5, "imprecise": 30, "typo": 37}


def test_lines_and_claims_exist_and_no_result_depends_on_one() -> None:
    for erratum in ERRATA:
        assert all(0 < (place.line or 0) <= 3884 for place in erratum.places), erratum.id
        assert erratum.effect.startswith("none"), erratum.id
        assert set(erratum.claims) <= set(CLAIMS), erratum.id


@pytest.mark.parametrize(
    "wrong", [{"repair": ""}, {"severity": "sad"}, {"claims": ()}, {"printed": ()}, {"named": FALSE[0].printed}]
)
def test_a_malformed_erratum_cannot_be_built(wrong: dict[str, Any]) -> None:
    with pytest.raises(MalformedStatement, match=FALSE[0].id):
        replace(FALSE[0], **wrong)


@pytest.mark.parametrize("erratum", FALSE, ids=lambda e: e.id)
def test_what_is_called_false_is_refuted(erratum: Erratum) -> None:
    """The contract suite shows that every claim comes out as expected, and its control, the repair, the other way."""
    assert any(CLAIMS[name].expected is Verdict.REFUTED for name in erratum.claims), "no counterexample"


def test_unjustified_steps_are_true() -> None:
    for erratum in (e for e in ERRATA if e.severity == "unjustified"):
        proved = any(CLAIMS[name].expected is Verdict.PROVED for name in erratum.claims)
        assert proved or erratum.statement in kernel_theorems(), erratum.id


def test_rows_are_texts_in_the_same_order() -> None:
    table = errata_rows()
    assert [row["id"] for row in table] == [e.id for e in ERRATA]
    assert all(set(COLUMNS) <= set(row) and all(isinstance(cell, str) for cell in row.values()) for row in table)
    chernoff = next(row for row in table if row["id"] == "chernoff")
    assert "tester.chernoff-two-sided" in chernoff["claims"]


def test_one_rule_gives_the_severity_of_all() -> None:
    """What a claim refutes is false, unless the paper says elsewhere what is missing or only talks about it."""
    for erratum in ERRATA:
        refuted = any(CLAIMS[name].expected is Verdict.REFUTED for name in erratum.claims)
        if erratum.severity == "imprecise" and refuted:
            aside = "sketches" in erratum.effect or "no result is applied" in erratum.effect
            assert erratum.named or aside, erratum.id
        if erratum.severity == "false":
            assert refuted and not erratum.named, erratum.id


def test_the_letter_opens_with_what_matters_and_has_every_place() -> None:
    text = letter()
    assert text.startswith("# A letter") and VERSION in text.splitlines()[0] and len(text) < 26_000
    for erratum in ERRATA:
        assert all(f"`{quotation.tex}`" in text for quotation in edits(erratum)), erratum.id
        if erratum.severity in ("false", "unjustified"):
            assert erratum.reason[1:] in text and erratum.repair in text and erratum.effect in text
    opening = text.partition("How we came")[0]
    assert all(f"`{next(e for e in ERRATA if e.id == name).printed[0].tex}`" in opening for name in FIRST)


# -- against the source itself -----------------------------------------------------------------------------------------
#: Where the paper's TeX source is; it is not part of the project.
SOURCE = os.environ.get("REPLCALC_PAPER_TEX")
without_source = pytest.mark.skipif(SOURCE is None, reason="REPLCALC_PAPER_TEX names no source")


@pytest.fixture
def source() -> str:
    return Path(str(SOURCE)).read_text(encoding="utf-8")


@pytest.mark.needs_extra
@without_source
@pytest.mark.parametrize("erratum", ERRATA, ids=lambda e: e.id)
def test_quotations_are_verbatim_on_their_lines_and_nowhere_else(erratum: Erratum, source: str) -> None:
    for quotation in erratum.quotations:
        found = [source.count("\n", 0, match.start()) + 1 for match in matches(quotation, source)]
        assert found == [quotation.source.line], quotation
    assert edits(erratum), "nothing that a patch could change"


@pytest.mark.needs_extra
@without_source
def test_the_patch_applies_and_leaves_no_erratum_standing(tmp_path: Path, source: str, replcalc: Any) -> None:
    copy = tmp_path / "paper.tex"
    copy.write_text(source, encoding="utf-8")
    diff = replcalc("table", "errata", "--patch", str(copy)).out
    done = subprocess.run(["patch", "-p0"], input=diff, cwd="/", capture_output=True, text=True, check=False)
    assert done.returncode == 0 and "FAILED" not in done.stdout, done.stdout
    mended = copy.read_text(encoding="utf-8")
    assert mended == apply_repairs(ERRATA, source) != source
    assert not any(matches(quotation, mended) for erratum in ERRATA for quotation in edits(erratum))
