"""Observed against certified disagreement on real populations; benchmarks/validate.py runs all cases with more pairs."""

from pathlib import Path

import pytest
from scipy.stats import binom

pytestmark = pytest.mark.needs_extra  # the populations are data sets of scikit-learn

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def validate(script):
    return script("validate")


def test_clopper_pearson(validate):
    """At the lower end so many or more have probability 1e-6; none seen says nothing."""
    for pairs, seen in ((100, 40), (1000, 3), (50, 50)):
        low = validate.Rate(pairs, seen).lower_end()
        assert binom.sf(seen - 1, pairs, low) == pytest.approx(1e-6, rel=1e-3)
    assert validate.Rate(100, 0).lower_end() == 0.0
    assert not validate.Rate(1000, 240).above(0.2) and validate.Rate(1000, 280).above(0.2)


@pytest.mark.exhaustive
def test_a_tight_case_and_its_controls(validate):
    """One fair query of the wine data: disagreement just below rho = 0.2, every control certainly above it."""
    table = validate.above_median(validate.data("wine").data[:, :1])
    tight = tuple(control.name for control in validate.CONTROLS)
    case = validate.means_case("one query", "wine", table, ("0.1", "0.2", "0.05"), *tight[1:])
    cells, problems = validate.row(case, 1000, 1000)
    assert problems == [] and case.caught == tight
    assert 0.7 < float(cells[6]) < 1.25, "the bound is tight here: 0.98 of rho in 8,000 pairs"


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["heavy", "arms"])
def test_other_cases_keep_their_guarantees(validate, name):
    if name == "heavy":
        labels = validate.data("breast_cancer").target
        case = validate.heavy_case("two labels", "breast_cancer", labels, "0.8", "0.3", "0.2", "0.01")
    else:
        table = validate.bright(validate.data("digits").images, 4)
        case = validate.choose_case("best of four pixels", "digits", table)
    cells, problems = validate.row(case, 150, 150)
    assert problems == [], cells


@pytest.fixture(scope="module")
def cases(validate):
    return {case.name: case for case in validate.cases()}


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "name",
    [
        "low or high, in between",
        "old or new, known variance",
        "two-sided, in between",
        "equivalent, in between",
        "accuracies of their own",
    ],
)
def test_decisions_keep_their_guarantees(validate, cases, name):
    """The hardest populations: just below rho as planned, certainly above where the thresholds lie twice as close."""
    cells, problems = validate.row(cases[name], 1200, 1200)
    assert problems == [] and float(cells[6]) > 0.6 and "a grid twice as fine" in cases[name].caught


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name",
    [
        "area of a score with two values",
        "median on cuts, one question",
        "proportions, spread",
        "any number of groups, none large",
    ],
)
def test_statistics_keep_their_guarantees(validate, cases, name):
    """As planned not above rho; what each case is tight enough for is caught."""
    cells, problems = validate.row(cases[name], 1000, 2000)
    assert problems == [] and "caught" in cells[9], cells


@pytest.mark.slow
def test_every_case(cases):
    assert list(cases) == [row[0] for row in page_rows((ROOT / "docs" / "validation.md").read_text(encoding="utf-8"))]
    for case in cases.values():
        rate, wrong = case.observe(2000, seed=2)
        assert not rate.above(case.rho), case.name
        assert case.beta is None or not wrong.above(case.beta), case.name


def test_the_page_is_what_the_benchmark_writes(validate):
    """Nothing on the page is above what was certified; real and adversarial populations; most controls are caught."""
    page = (ROOT / "docs" / "validation.md").read_text(encoding="utf-8")
    rows = page_rows(page)
    assert validate.page(rows) == page
    real = {"wine", "breast_cancer", "digits", "diabetes"}
    assert len(rows) >= 37 and real < {row[1] for row in rows}
    assert sum(row[1] in real for row in rows) >= 15 and sum(row[1] not in real for row in rows) >= 15
    assert all(float(row[6]) <= 1.05 for row in rows), "observed / rho, with the noise of 10^4 pairs"
    assert sum(int(row[3].replace(",", "")) >= 10_000 for row in rows) >= 30
    assert sum("caught" in row[9] for row in rows) >= 30 and sum("caught" in row[11] for row in rows) >= 15


def page_rows(page):
    return [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")][1:]
