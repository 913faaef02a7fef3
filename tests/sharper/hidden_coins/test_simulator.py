"""Averages over hidden coins, by hand."""

from flint import fmpq

from replcalc.sharper.hidden_coins.simulator import EveryTable, HiddenPrior, HiddenTable, first_coin_table

HALF = fmpq(1, 2)


def test_one_flip_of_one_coin():
    """Looking at it: two flips of a hard coin differ with probability E 2q(1-q) = 1/4; no failure."""
    prior = HiddenPrior(1, 1, 1, fmpq(1, 3))
    assert prior.chances(first_coin_table(prior)) == (fmpq(1, 12), 0)
    assert sum(prior.single) == 1 and sum(map(sum, prior.both)) == 1


def test_a_stubborn_answer_fails_on_half_of_the_sure_coins():
    prior = HiddenPrior(1, 1, 2, fmpq(1, 3))
    always = tuple(((0, 0),) for _ in prior.data)
    assert prior.chances(always) == (0, fmpq(1, 3))


def test_two_problems_multiply():
    prior = HiddenPrior(2, 1, 1, HALF)
    rho, beta = prior.chances(first_coin_table(prior))
    assert (rho, beta) == (1 - fmpq(7, 8) ** 2, 0)


def test_every_table_is_tried():
    """The nearest of 256 tables is nearer than looking at one coin."""
    prior = HiddenPrior(1, 2, 1, HALF)
    (worst,) = EveryTable(prior).measurements()
    (simple,) = HiddenTable(prior, first_coin_table(prior)).measurements()
    assert simple.ratio() <= worst.ratio() + 1e-12 and worst.ratio() < 1
