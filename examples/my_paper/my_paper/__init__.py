"""Majorities of three, a theory of three lemmas. Names only: nothing is loaded before somebody asks."""

from replcalc.vocabulary import Theory

MAJORITIES = Theory(
    name="majorities",
    title="Majorities of three",
    source="My Paper (2026)",
    package="my_paper",
    methods={"composition": {"majority": "method"}},
)
