"""All that is promised of a theorem, for every statement, claim, witness and way of this pack."""

from my_paper import MAJORITIES

from replcalc.testing import contract

test_contract = contract(MAJORITIES)
