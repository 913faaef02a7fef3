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


def test_several_places_in_one_phrase() -> None:
    assert join_places(map(of, ("line 3188", "line 599"))) == "lines 599, 3188"
    assert join_places([of("page 4")]) == "page 4"
    assert join_places(map(of, ("page 4", "Lemma 3"))) == "Lemma 3, page 4"


def test_provenance_follows_from_the_source() -> None:
    sources = (None, of("line 1"), Source("A Paper", "line 1", quoted=True))
    assert list(map(provenance, sources)) == ["derived", "paper", "literature"]
