"""pg-compose by every variant, against formulas typed from the paper in plain mpmath."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

import mpmath
import pytest
from flint import fmpq
from hypothesis import given, settings
from hypothesis import strategies as st

import replcalc
from replcalc.numbers.enclosure import Enclosure, Verdict
from replcalc.numbers.errors import InputError
from replcalc.numbers.fields import BallField, ball_precision
from replcalc.output.pg_composition import report_pg_result
from replcalc.problems.pg.comparison import best_slack, compose_pg, replicability
from replcalc.problems.pg.method import derive
from replcalc.problems.pg.question import VARIANTS

MP = mpmath.mp.clone()
MP.dps = 60


def mp_list(texts: Sequence[str]) -> list[mpmath.mpf]:
    return [MP.mpf(Fraction(t).numerator) / Fraction(t).denominator for t in texts]


def typed_from_the_paper(
    eps: Sequence[str], delta: Sequence[str], gamma: Sequence[str], delta_prime: str
) -> dict[str, mpmath.mpf]:
    """lm:pg_compose_het, TeX lines 1313-1360, one round after the other."""
    (slack,) = mp_list([delta_prime])
    squares = drifts = hats = shifted = before = MP.mpf(0)
    for e, d, g in zip(*map(mp_list, (eps, delta, gamma)), strict=True):
        shifted += MP.exp(before) * g
        hat = 2 * d / (1 - MP.exp(-e))
        psi = d * (2 * MP.exp(e) + 1) + 2 * d**2 * (2 * MP.exp(2 * e) / (MP.exp(e) - 1) + 1) ** 2
        drifts += psi + 2 * e * (MP.exp(2 * e) / (1 - hat) - 1)
        squares += e**2
        hats += hat
        before = 2 * MP.sqrt(2 * MP.log(1 / slack) * squares) + drifts
    delta_k = len(eps) * slack + hats + shifted
    star = 5 * MP.sqrt(delta_k / min(before, MP.mpf(1)))
    return {"epsilon_k": before, "delta_k": delta_k, "epsilon_star": 3 * before, "delta_star": star, "gamma_star": star}


def agrees(value: Enclosure, truth: mpmath.mpf, digits: int) -> bool:
    sign, mantissa, exponent, _ = truth._mpf_
    q = fmpq(int(mantissa)) * fmpq(2) ** int(exponent)
    q = -q if sign else q
    return abs(value.midpoint - q) <= abs(q) * fmpq(1, 10**digits) and value.agrees_to(digits)


EPS = ["0.05", "0.01", "0.013", "0.3", "0.001"]
DELTA = ["1e-4", "1e-6", "2e-7", "1e-9", "1e-8"]
GAMMA = ["1e-3", "1e-9", "3/700", "1e-12", "1e-5"]


# -- het, conditioned, simple ------------------------------------------------------------------------------------------
def test_het_against_the_paper_to_25_digits() -> None:
    found = compose_pg(EPS, DELTA, GAMMA, "1e-5", "het", 25)
    for name, truth in typed_from_the_paper(EPS, DELTA, GAMMA, "1e-5").items():
        assert agrees(found.value(name), truth, 25), name
    assert found.applicable and found.certified and found.answer.cross_checked
    other = typed_from_the_paper(EPS, DELTA, [*GAMMA[:-1], "1.0000001e-5"], "1e-5")
    assert not agrees(found.value("delta_k"), other["delta_k"], 25)


def test_gamma_defaults_to_delta_and_one_value_stands_for_all() -> None:
    by_default = compose_pg(EPS, DELTA, None, "1e-5")
    assert agrees(by_default.value("delta_k"), typed_from_the_paper(EPS, DELTA, DELTA, "1e-5")["delta_k"], 20)
    spread = compose_pg(EPS, "1e-6", "1e-7", "1e-5")
    truth = typed_from_the_paper(EPS, ["1e-6"] * 5, ["1e-7"] * 5, "1e-5")
    assert agrees(spread.value("delta_k"), truth["delta_k"], 20)


@pytest.mark.exhaustive
def test_a_long_run_with_growing_terms_against_the_paper() -> None:
    """3000 rounds in two runs: sums in blocks, and e^{eps^(l-1)} grows by many orders of magnitude."""
    eps, delta = ["0.02"] * 2500 + ["0.03"] * 500, ["1e-9"] * 3000
    found = compose_pg("0.02x2500,0.03x500", "1e-9", "1e-8", "1e-6")
    truth = typed_from_the_paper(eps, delta, ["1e-8"] * 3000, "1e-6")
    for name, value in truth.items():
        assert agrees(found.value(name), value, 20), name


def test_conditioned_replaces_only_the_conditioning() -> None:
    truth = typed_from_the_paper(EPS, DELTA, GAMMA, "1e-5")
    found = compose_pg(EPS, DELTA, GAMMA, "1e-5", "conditioned", 25)
    assert agrees(found.value("epsilon_k"), truth["epsilon_k"], 25)
    assert agrees(found.value("epsilon_star"), truth["epsilon_k"], 25)
    for name in ("delta_star", "gamma_star"):
        assert agrees(found.value(name), MP.sqrt(2 * truth["delta_k"]), 25)
    assert list(found.answer.quantities) == ["epsilon_k", "delta_k", "epsilon_star", "delta_star", "gamma_star"]
    assert found.answer.derivation.provenance == ("paper", "derived")


def simple_by_hand(
    eps: Sequence[str], delta: Sequence[str], slack: str, c2: str, c4: str
) -> tuple[mpmath.mpf, mpmath.mpf]:
    """lm:pg_compose, TeX lines 797-816."""
    e, d, ((s, two, four)) = mp_list(eps), mp_list(delta), mp_list([slack, c2, c4])
    squares = MP.fsum(x**2 for x in e)
    star = two * (MP.sqrt(MP.log(1 / s) * squares) + squares)
    return star, four * MP.sqrt((len(e) * s + MP.fsum(y / x for x, y in zip(e, d, strict=True))) / star)


SMALL = ["0.001", "0.002", "0.0005"]


def test_simple_with_its_constants() -> None:
    constants = {h.name: str(h.default) for h in derive("simple").hidden}
    assert set(constants) == {"c1", "c2", "c3", "c4"}
    found = compose_pg(SMALL, "1e-12", None, "1e-9", "simple", 25)
    epsilon_star, delta_star = simple_by_hand(SMALL, ["1e-12"] * 3, "1e-9", constants["c2"], constants["c4"])
    assert agrees(found.value("epsilon_star"), epsilon_star, 25)
    assert agrees(found.value("delta_star"), delta_star, 25) and agrees(found.value("gamma_star"), delta_star, 25)
    assert found.applicable and not found.certified  # its constants are not in the source
    doubled = compose_pg(SMALL, "1e-12", None, "1e-9", "simple", 25, {"c2": "1/2"})
    assert agrees(doubled.value("epsilon_star"), simple_by_hand(SMALL, ["1e-12"] * 3, "1e-9", "1/2", "18")[0], 25)


def test_simple_uses_the_larger_of_gamma_and_delta() -> None:
    mixed = compose_pg(SMALL, ["1e-12", "1e-10", "1e-12"], ["1e-11", "1e-12", "1e-12"], "1e-9", "simple")
    same = compose_pg(SMALL, ["1e-11", "1e-10", "1e-12"], None, "1e-9", "simple")
    assert mixed.value("delta_star") == same.value("delta_star")
    assert any("larger" in note for note in [*report_pg_result(mixed).lines, *report_pg_result(mixed).notes])
    assert not any("larger" in note for note in [*report_pg_result(same).lines, *report_pg_result(same).notes])


@pytest.mark.parametrize("epsilon_star", ["0.05", "0.2"])
def test_simple_never_promises_more_than_het(epsilon_star: str) -> None:
    """lm:pg_compose follows from lm:pg_compose_het: its figures must be the larger ones where both apply."""
    eps = str(Fraction(epsilon_star) / 1000)
    simple = compose_pg([eps] * 4, "1e-15", None, "1e-9", "simple")
    het = compose_pg([eps] * 4, "1e-15", None, "1e-9", "het")
    assert simple.applicable and het.applicable
    for name in ("epsilon_star", "delta_star", "gamma_star"):
        assert simple.value(name).lower >= het.value(name).upper


# -- violated hypotheses -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("eps", "delta", "slack", "condition", "index", "left"),
    [
        ("0.1,0.2,0.3", "1e-6,0.01,1e-6", "1e-6", "delta[i] <= epsilon[i]/50", 2, "0.01"),
        ("0.1,0.2x5,1.5", "1e-6", "1e-6", "epsilon[i] <= 1", 7, "1.5"),
        ("0.1x3", "1e-6", "1/2", "delta_prime < 1/2", None, "0.5"),
        ("0.1x3", "1e-6", "0.7", "delta_prime < 1/2", None, "0.7"),
        ("0.1x3", "1e-6,0,1e-6", "1e-6", "delta[i] > 0", 2, "0"),
    ],
)
@pytest.mark.parametrize("variant", ["het", "conditioned"])
def test_a_violated_hypothesis_is_named_with_its_values(
    variant: str, eps: str, delta: str, slack: str, condition: str, index: int | None, left: str
) -> None:
    found = compose_pg(eps, delta, "1e-6", slack, variant)
    assert not found.applicable and not found.certified
    (unmet,) = found.answer.unmet
    assert (unmet.condition, unmet.index, unmet.verdict) == (condition, index, Verdict.REFUTED)
    assert left in unmet.describe() and "REFUTED" in unmet.describe()


@pytest.mark.parametrize(("delta", "slack"), [("0.02", "1e-6"), ("1e-6", "0.4999999999")])
def test_the_boundary_itself_is_allowed(delta: str, slack: str) -> None:
    assert compose_pg("1,1", delta, "1e-6", slack).applicable


def test_figures_beyond_writing_out_are_left_out_and_said_so() -> None:
    vast = compose_pg("1x1001", "1e-3", None, "1e-9")
    assert vast.status.value == "vacuous" and "delta_k" in vast.details["left_out"]
    assert (
        any("delta_star" in note for note in report_pg_result(vast).notes)
        and "too large" in report_pg_result(vast).title
    )
    hopeless = compose_pg("30x3", "1e-3", None, "1e-9", "conditioned")
    assert not hopeless.applicable and "delta_k" in hopeless.details["left_out"]
    for variant in VARIANTS:
        for eps, slack in (("0.01x3", "1e-9"), ("5x3", "1e-9"), ("0.1x3", "0.7")):
            assert compose_pg(eps, "1e-6", None, slack, variant).details["left_out"] == ()


# -- nonadaptive -------------------------------------------------------------------------------------------------------
def revealed_pairs(eps: Sequence[str], delta: Sequence[str], point: mpmath.mpf | int = 0) -> mpmath.mpf:
    """Hockey-stick divergence of the product of four-outcome pairs: revealed either way, or a two-point outcome."""
    pairs = []
    for e, d in zip(mp_list(eps), mp_list(delta), strict=True):
        up, down = MP.exp(e) / (1 + MP.exp(e)), 1 / (1 + MP.exp(e))
        pairs.append([(d, MP.mpf(0)), ((1 - d) * up, (1 - d) * down), ((1 - d) * down, (1 - d) * up), (MP.mpf(0), d)])
    total = MP.mpf(0)
    for outcome in product(*pairs):
        p, q = MP.fprod(x for x, _ in outcome), MP.fprod(y for _, y in outcome)
        total += max(p - MP.exp(point) * q, MP.mpf(0))
    return total


PAIRS = ["0.4", "0.1", "0.7", "0.25"]
SHARES = ["0.01", "0", "0.002", "1e-5"]


def test_nonadaptive_against_all_outcomes_of_the_dominating_pairs() -> None:
    found = compose_pg(PAIRS, SHARES, ["1e-3", "0", "2e-3", "1e-4"], None, "nonadaptive", 25)
    bare, whole = revealed_pairs(PAIRS, ["0"] * 4), revealed_pairs(PAIRS, SHARES)
    assert agrees(found.value("tv"), bare, 25)
    assert agrees(found.value("Delta"), whole, 25)
    assert found.value("gamma_star").lower == found.value("gamma_star").upper == fmpq(31, 10000)
    assert agrees(found.value("rho"), 2 * MP.mpf(31) / 10000 + 4 * whole / (1 + 2 * whole), 25)
    squares = MP.fprod(MP.sech(e / 2) ** 2 for e in mp_list(PAIRS))
    assert agrees(found.value("tv_closed_form"), MP.sqrt(1 - squares), 25)
    assert agrees(found.value("tv_pinsker"), MP.sqrt(MP.fsum(e * MP.tanh(e / 2) for e in mp_list(PAIRS)) / 2), 25)
    assert found.value("tv").upper < found.value("tv_closed_form").lower < found.value("tv_pinsker").lower
    assert found.applicable and found.certified and found.answer.cross_checked


def test_nonadaptive_is_tight_for_one_algorithm() -> None:
    found = compose_pg("0.3", "0.01", "0.001", None, "nonadaptive")
    assert agrees(found.value("tv"), MP.tanh(MP.mpf("0.15")), 20)
    assert agrees(found.value("tv_closed_form"), MP.tanh(MP.mpf("0.15")), 20)


def test_a_bracket_is_called_one() -> None:
    eps = ",".join(f"{1 + 7919 * j % 1009}/{20011 + 2 * j}" for j in range(1, 61))
    found = compose_pg(eps, "1e-9", None, None, "nonadaptive")
    assert all(found.value(name).bracket for name in ("tv", "Delta", "rho"))
    assert found.value("tv").upper < found.value("tv_closed_form").lower and not found.value("tv_closed_form").bracket
    assert any("width" in note for note in [*report_pg_result(found).lines, *report_pg_result(found).notes])


def test_nonadaptive_beats_the_adaptive_lemma_on_the_same_algorithms() -> None:
    """lm:pg_to_replic on het's figures, 4(gamma* + 2 epsilon* + delta*), against the rho through total variation."""
    het = compose_pg("0.001x50", "1e-12", None, "1e-9")
    tv = compose_pg("0.001x50", "1e-12", None, None, "nonadaptive")
    by_lemma = 4 * (het.value("gamma_star").lower + 2 * het.value("epsilon_star").lower + het.value("delta_star").lower)
    assert tv.value("rho").upper * 50 < by_lemma


@pytest.mark.parametrize("delta", ["1", "1.5"])
def test_nonadaptive_needs_delta_below_one(delta: str) -> None:
    found = compose_pg("0.1,0.2", f"0.1,{delta}", None, None, "nonadaptive")
    assert not found.applicable
    assert {(c.condition, c.index) for c in found.answer.unmet} >= {("delta[i] < 1", 2)}


# -- properties --------------------------------------------------------------------------------------------------------
steps = st.lists(st.integers(1, 100), min_size=2, max_size=5)


@given(steps, st.integers(2, 4))
@settings(max_examples=15, deadline=None)
def test_a_run_equals_its_members(values: list[int], times: int) -> None:
    run = ",".join(f"{v}/1000x{times}" for v in values)
    members = ",".join(",".join([f"{v}/1000"] * times) for v in values)
    for variant in VARIANTS:
        a, b = (compose_pg(text, "1e-6", "1e-7", "1e-6", variant) for text in (run, members))
        for name in a.answer.quantities:
            x, y = a.value(name), b.value(name)
            assert x.lower <= y.upper and y.lower <= x.upper and x.agrees_to(20) and y.agrees_to(20)


@given(steps, st.randoms(use_true_random=False))
@settings(max_examples=15, deadline=None)
def test_order_matters_only_in_the_prefix_term(values: list[int], random: object) -> None:
    shuffled = list(values)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    for variant, same in (
        ("het", ("epsilon_k", "epsilon_star")),
        ("simple", ("epsilon_star", "delta_star", "gamma_star")),
        ("nonadaptive", ("tv", "Delta", "rho", "gamma_star")),
    ):
        a, b = (
            compose_pg([Fraction(v, 1000) for v in order], "1e-6", "1e-7", "1e-6", variant)
            for order in (values, shuffled)
        )
        for name in same:
            x, y = a.value(name), b.value(name)
            assert x.lower <= y.upper and y.lower <= x.upper


def test_order_does_matter_in_the_prefix_term() -> None:
    rising, falling = (compose_pg(eps, "1e-6", "1e-3", "1e-6") for eps in (["0.01", "0.1"], ["0.1", "0.01"]))
    assert rising.value("delta_k").upper < falling.value("delta_k").lower


def test_more_closeness_lost_means_more_lost_in_the_whole() -> None:
    less, more = (compose_pg(["0.01", eps], "1e-6", None, "1e-6") for eps in ("0.02", "0.021"))
    assert less.value("epsilon_star").upper < more.value("epsilon_star").lower


# -- the Python interface ----------------------------------------------------------------------------------------------
def test_python_interface() -> None:
    result = replcalc.pg_compose([0.1, 0.1, "0.1"], 0, variant="nonadaptive")
    assert str(result.value("tv")) == "0.0748752"
    html = result._repr_html_()
    assert html.startswith("<h1") and "0.07488" in html
    strict = replcalc.pg_compose("0.001x3", "1e-12", delta_prime="1e-9", variant="simple", c3="1/100")
    assert not strict.applicable and strict.answer.unmet[0].condition == "epsilon_star <= c3"


@pytest.mark.parametrize(
    ("arguments", "option"),
    [
        (("0.1", "1e-6", None, None, "het"), "delta_prime"),
        (("0.1", "1e-6", None, "1", "het"), "delta_prime"),
        (("0.1", "1e-6", None, "1e-6", "best"), "variant"),
        (("0.1x3", "1e-6x2", None, "1e-6", "het"), "delta"),
        (("0.1", "1e-6", "0.1x2,0.2x2", "1e-6", "het"), None),
        (("0", "1e-6", None, "1e-6", "het"), "eps"),
        (("nan", "1e-6", None, "1e-6", "het"), "eps"),
        (("0.1", "-1e-6", None, "1e-6", "het"), "delta"),
        (("0.1", "1e-6", "inf", "1e-6", "het"), "gamma"),
        (("0.1", "1e-6", None, "1e-6", "het", 20, {"c2": "3"}), "set"),
    ],
)
def test_wrong_input_is_refused(arguments: tuple[object, ...], option: str | None) -> None:
    if option is None:  # one value stands for all, also for eps and delta
        assert compose_pg(*arguments).question.k == 4  # type: ignore[arg-type]
        return
    with pytest.raises(InputError) as refusal:
        compose_pg(*arguments)  # type: ignore[arg-type]
    assert refusal.value.argument == option


# -- all of them, and the best delta' ----------------------------------------------------------------------------------
def burden(variant, eps, delta, slack):
    """4(gamma* + 2 epsilon* + delta*) at a delta', by the statement alone."""
    about = {"het": "lm:pg_compose_het", "simple": "lm:pg_compose"}[variant]
    given = {"epsilon": eps, "delta": delta} | ({"gamma": delta} if variant == "het" else {})
    with ball_precision(192):
        found = replcalc.statement(about).evaluate(BallField(192), delta_prime=slack, **given)
    return 4 * float(found["gamma_star"] + 2 * found["epsilon_star"] + found["delta_star"])


@pytest.mark.parametrize("variant", ["het", "simple"])
def test_the_best_slack_is_no_worse_than_any_on_a_grid(variant):
    eps, delta = ["1/1000"] * 50, ["1e-12"] * 50
    found = compose_pg("0.001x50", "1e-12", variant=variant, solve="delta-prime")
    slack = found.details["slack"]
    best = burden(variant, eps, delta, slack.value)
    assert found.question.delta_prime == found.value("delta_prime") == slack.value and found.applicable
    for exponent in range(1, 40):
        assert best <= burden(variant, eps, delta, f"3e-{exponent}") * (1 + 1e-9)
    assert best < 0.99 * burden(variant, eps, delta, slack.value * 10), "the negative control: a decade matters"
    for neighbour in (slack.below, slack.above):
        assert abs(neighbour - slack.value) / slack.value < fmpq(1, 90) and best <= burden(
            variant, eps, delta, neighbour
        )


def test_no_slack_helps_where_the_lemma_does_not_apply():
    assert best_slack("het", compose_pg("3x2", "0.1", variant="basic").question) is None
    assert not compose_pg("3x2", "0.1", variant="het", solve="delta_prime").applicable


def test_every_variant_stands_beside_basic_composition():
    found = compose_pg("0.001x50,0.002", "1e-12", variant="all")
    basic, order = found["basic"], [r.method for r in found.results]
    assert basic.value("epsilon_star").lower == fmpq(52, 1000) and basic.value("gamma_star").lower == fmpq(51, 10**12)
    assert 0 < 51e-12 - float(basic.value("delta_star")) < 2e-21, "1 - (1 - delta)^51"
    bound = found.replicability["basic"]
    assert abs(float(bound) - 4 * (2 * 0.052 + 2 * 51e-12)) < 1e-12
    assert (
        order[0] == found.best.method == "nonadaptive"
        and order[-1] == "simple"
        and set(order) == {"het", "simple", "conditioned", "nonadaptive", "basic"}
    )
    assert found.replicability["nonadaptive"].upper < bound.lower
    assert found.replicability["het"] is None, "a bound of 1 or more is no replicability"
    report = found.report()
    assert "35.8 times as much" in report.title and report.value().details["solve"]["het"]["unknown"] == "delta_prime"
    fixed = compose_pg("0.001x50,0.002", "1e-12", delta_prime="1e-6", variant="all")
    assert fixed["het"].value("epsilon_star").upper != found["het"].value("epsilon_star").upper
    assert fixed["het"].question.delta_prime == fmpq(1, 10**6) and not fixed.report().value().details["solve"]


def test_where_epsilon_reaches_one_nothing_follows():
    """lm:pg_to_replic is silent there; a figure from its formula would guarantee nothing."""
    wide = compose_pg("0.01x100", "1e-9", variant="basic")
    assert wide.certified and replicability(wide) is None
    assert replicability(compose_pg("0.001x99", "1e-9", variant="basic")) is not None
    assert replicability(compose_pg("0.01x99", "1e-9", variant="basic")) is None
    assert "no replicability below 1" in wide.report().title


@pytest.mark.parametrize(
    ("options", "argument"),
    [
        ({"solve": "epsilon"}, "solve"),
        ({"solve": "delta-prime", "delta_prime": "1e-6"}, "delta_prime"),
        ({"solve": "delta-prime", "variant": "basic"}, "solve"),
        ({"variant": "hat"}, "variant"),
    ],
)
def test_questions_about_the_slack_that_make_no_sense(options, argument):
    with pytest.raises(InputError) as refused:
        compose_pg("0.1x3", "1e-9", **options)
    assert refused.value.argument == argument
