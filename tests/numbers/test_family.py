"""Run-length encoded families."""

import time

import pytest
from flint import fmpq
from hypothesis import given
from hypothesis import strategies as st

from replcalc.numbers.errors import InputError
from replcalc.numbers.family import Family, align, parse_reals, parse_sample_sizes


def test_runs_and_lists():
    assert parse_sample_sizes("100,200x3, 5") == Family.from_runs(((100, 1), (200, 3), (5, 1)))
    assert parse_sample_sizes("100 x 2;7") == Family.from_runs(((100, 2), (7, 1)))
    assert parse_sample_sizes("1e3x1e6").length == 10**6
    assert parse_sample_sizes([1, "2", 3]).values == (1, 2, 3)
    assert parse_sample_sizes(7).values == (7,)
    assert parse_reals("0.5x2,1/3", "eps").values == (fmpq(1, 2), fmpq(1, 3))


@pytest.mark.parametrize(
    "text", ["", " , ", "100,-3", "1.5", "0", "x3", "3x", "3x0", "abc", "1x2x3", "nan", "5x99999999999"]
)
def test_refused(text):
    with pytest.raises(InputError, match=r"^n"):
        parse_sample_sizes(text)


def test_the_library_reads_no_files(tmp_path):
    path = tmp_path / "sizes.txt"
    path.write_text("100", encoding="utf-8")
    for text in (f"@{path}", "-"):
        with pytest.raises(InputError, match=r"^n"):
            parse_sample_sizes(text)


@given(st.lists(st.tuples(st.integers(1, 5), st.integers(1, 6)), min_size=1, max_size=6), st.data())
def test_align_keeps_every_member(runs, data):
    first = Family.from_runs(tuple(runs))
    cuts = sorted(data.draw(st.sets(st.integers(1, first.length), max_size=4)) | {first.length})
    ends = [b - a for a, b in zip([0, *cuts[:-1]], cuts, strict=True)]
    second = Family.from_runs(tuple((f"v{position}", count) for position, count in enumerate(ends)))
    a, b = align(first, second)
    assert list(a.members()) == list(first.members())
    assert list(b.members()) == list(second.members())
    assert a.counts == b.counts


def test_align_refuses_different_lengths():
    with pytest.raises(InputError):
        align(Family.from_runs(((1, 2),)), Family.from_runs(((1, 3),)))


@given(
    st.lists(st.tuples(st.sampled_from([fmpq(1, 2), fmpq(1, 3), fmpq(2)]), st.integers(1, 3)), min_size=1, max_size=7)
)
def test_distinct_values_are_stored_once_and_runs_refer_to_them(runs):
    family = Family.from_runs(runs)
    assert list(family.runs) == runs and len(set(family.distinct)) == len(family.distinct) <= 3
    seen = []
    assert family.map(lambda value: (seen.append(value), value + 1)[1]).values == tuple(value + 1 for value, _ in runs)
    assert len(seen) == len(family.distinct)  # once per distinct value, not once per run
    assert family.spread("one").values == ("one",) * len(runs) and family.spread("one").distinct == ("one",)
    assert list(family.with_values(range(len(runs))).values) == list(range(len(runs)))
    shorter, members = family.without_last(), list(family.members())[:-1]
    assert (list(shorter.members()) if shorter else []) == members
    if shorter:
        assert set(shorter.distinct) == set(shorter.values)


@pytest.mark.parametrize("text", ["1," + " " * 200_000 + "2", "1" + "\t\n" * 100_000 + "2"])
def test_blanks_cost_linear_time(text):
    """30,000 blanks took 16 seconds: a pattern tried every blank as the start of a separator."""
    start = time.process_time()
    assert parse_sample_sizes(text).length >= 2
    assert time.process_time() - start < 0.5


def test_plain_lists_are_read_at_once_and_mean_the_same():
    """A hundred thousand numbers went through a pattern each; what is no plain list still does."""
    plain = parse_sample_sizes("100,7, 100,\n0012 ")
    assert (plain.distinct, plain.codes, plain.counts) == ((100, 7, 12), (0, 1, 0, 2), (1, 1, 1, 1))
    assert parse_sample_sizes("5 6\n7\n") == parse_sample_sizes([5, 6, 7]) == Family.of([5, 6, 7])
    assert parse_sample_sizes("100,7x2").counts == (1, 2) and parse_sample_sizes("1e3,2").distinct == (1000, 2)
    for text in ("100,0", "100,,7", "100,٣", [100, True], [100, 0]):
        with pytest.raises(InputError):
            parse_sample_sizes(text)
