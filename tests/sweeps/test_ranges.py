"""What an input runs through."""

import pytest

from replcalc.numbers.errors import InputError
from replcalc.numbers.exact import parse_rational
from replcalc.sweeps.ranges import exact_text, parse_values


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("binary,any", ["binary", "any"]),
        ("100,200x3;300", ["100,200x3", "300"]),
        ("1..5", ["1", "2", "3", "4", "5"]),
        ("1..1000:log:4", ["1", "10", "100", "1000"]),
        ("1..10:log:6", ["1", "2", "3", "4", "6", "10"]),  # 1.58, 2.51, 3.98, 6.31
        ("1..5:log:9", ["1", "2", "3", "4", "5"]),  # what repeats is dropped
        ("0.1..0.3:lin:3", ["0.1", "0.2", "0.3"]),
        ("0..0.5:lin:4", ["0", "1/6", "1/3", "0.5"]),
        ("0..10:lin:4", ["0", "3", "7", "10"]),
        ("1e-3..0.1:log:3", ["0.001", "0.01", "0.1"]),
        ("1e-400..1e-396:log:3", ["1e-400", "1e-398", "1e-396"]),
    ],
)
def test_values(text, expected):
    assert list(parse_values("x", text)) == expected


def test_logarithmic_points_are_four_digit_decimals_near_the_geometric_ones():
    found = [float(v) for v in parse_values("rho", "1e-3..0.3:log:20")]
    assert len(found) == 20 and found[0] == 1e-3 and found[-1] == 0.3
    for j, value in enumerate(found):
        assert value == pytest.approx(1e-3 * 300 ** (j / 19), rel=5.1e-4) and value == float(f"{value:.4g}")


def test_python_values_stay_exact():
    assert parse_values("rho", [0.1, "1/3", 5]) == ("0.1", "1/3", "5")
    assert parse_values("adaptive", [True, False]) == ("true", "false")


@pytest.mark.parametrize("text", ["1/3", "0.1", "1e-40", "123456789012345678901", "2/7", "1000000", "0.0001234"])
def test_texts_are_read_back(text):
    assert parse_rational(exact_text(parse_rational(text))) == parse_rational(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "values such as"),
        ("1,,2", "values such as"),
        ("5..1:log:3", "smaller to a larger"),
        ("0.1..0.3", "spacing"),
        ("0..1:log:5", "above 0"),
        ("1..5:log:1", "from 2 to"),
        ("1..5:log:2.5", "from 2 to"),
        ("1..5:geo:3", "a range such as"),
        ("a..b:log:3", "a range such as"),
    ],
)
def test_refusals_name_the_option_and_what_is_allowed(text, words):
    with pytest.raises(InputError, match=words) as refused:
        parse_values("k", text)
    assert refused.value.argument == "vary k"


def test_long_ranges_of_integers_are_logarithmic_grids():
    grid = parse_values("k", "1..1000")
    assert grid[0] == "1" and grid[-1] == "1000" and 30 <= len(grid) <= 40
    assert len(parse_values("k", "1..1000:all")) == 1000
