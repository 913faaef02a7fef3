"""Places of a publication: as it names them, in its order."""

import pytest

from replcalc.numbers.errors import MalformedStatement
from replcalc.statements.theory import Source, join_places, provenance


def of(place: str) -> Source:
    return Source("A Paper (2026)", place)


@pytest.mark.parametrize("wrong", [("", "line 1"), ("A Paper (2026)", "")])
def test_a_source_says_which_publication_and_where(wrong: tuple[str, str]) -> None:
    with pytest.raises(MalformedStatement, match="publication and a place"):
        Source(*wrong)


@pytest.mark.parametrize(
    ("places", "told"),
    [
        (("line 3188", "line 599"), "lines 599, 3188"),
        (("page 4",), "page 4"),
        (("page 4", "Lemma 3"), "Lemma 3, page 4"),
    ],
)
def test_several_places_in_one_phrase(places: tuple[str, ...], told: str) -> None:
    assert join_places(map(of, places)) == told


def test_provenance_follows_from_the_source() -> None:
    assert [provenance(s) for s in (None, of("line 1"), Source("A Paper", "line 1", quoted=True))] == [
        "derived",
        "paper",
        "literature",
    ]
