"""Whatever is typed, there is an answer or one readable line, and soon: scripts of benchmarks/ on a few questions."""

import json
import random
import shlex
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def scripts(monkeypatch):
    monkeypatch.syspath_prepend(Path(__file__).parents[2] / "benchmarks")


@pytest.mark.parametrize(
    "seed", [1, 3, 4, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(5, 60))]
)
def test_strange_lines_are_answered_or_refused(replcalc, here, seed):
    from strange_lines import complaint, strange_line, write_files

    write_files(here)
    draw = random.Random(seed)
    for _ in range(12):
        words = strange_line(draw)
        assert complaint(words, replcalc) == "", shlex.join(words)


def test_a_wrong_outcome_is_seen():
    import strange_lines

    def complaint(code, out, err):
        return strange_lines.complaint(("show",), lambda *_: strange_lines.Completed(code, out, err))

    assert complaint(70, "", "") and complaint(1, "", "") and complaint(0, "Traceback", "") and complaint(2, "", "a\nb")
    assert complaint(0, "answer", "warning") and not complaint(0, "answer", "")
    assert not complaint(2, "", "rho: 'x' is not allowed")


def test_strange_lines_stay_in_their_directory():
    """Their words named devices, and a command that replaced them was run as root."""
    from strange_lines import strange_line

    lines = [strange_line(random.Random(seed)) for seed in range(100)]
    assert not [word for line in lines for word in line if word.startswith(("/", "@/", "~")) or "../" in word]


def test_a_broken_guarantee_is_seen():
    import random_questions
    from strange_lines import Completed

    def lie(*words):
        figures = {"samples": 1, "rho": {"lower": "0", "upper": "0.999"}, "beta": {"lower": "0", "upper": "0"}}
        document = {"best": None, "methods": {"votes": {"status": "certified", "quantities": figures}}}
        return Completed(0, json.dumps(document), "")

    case = random_questions.check_property(random_questions.guarantee_is_kept, random.Random(1), lie)
    assert case.comparisons == 2 and len(case.wrong) == 1
