"""Whatever is typed, there is an answer or one readable line, and soon: the fuzzer of benchmarks/ on a few lines."""

import importlib.util
import json
import random
import shlex
import sys
from pathlib import Path

import pytest


@pytest.fixture
def laws():
    """The fuzzer, which asks for properties of answers as well."""
    place = Path(__file__).parents[2] / "benchmarks" / "laws.py"
    spec = importlib.util.spec_from_file_location("laws", place)
    module = importlib.util.module_from_spec(spec)
    sys.modules["laws"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["laws"]


@pytest.mark.parametrize(
    "seed", [1, 3, 4, *(pytest.param(seed, marks=pytest.mark.exhaustive) for seed in range(5, 60))]
)
def test_strange_lines_are_answered_or_refused(laws, replcalc, here, seed):
    laws.fill(here)
    draw = random.Random(seed)
    for _ in range(12):
        words = laws.strange_line(draw)
        assert laws.complaint(words, replcalc) == "", shlex.join(words)


def test_a_wrong_outcome_is_seen(laws):
    def complaint(code, out, err):
        return laws.complaint(("show",), lambda *_: laws.Completed(code, out, err))

    assert complaint(70, "", "") and complaint(1, "", "") and complaint(0, "Traceback", "") and complaint(2, "", "a\nb")
    assert complaint(0, "answer", "warning") and not complaint(0, "answer", "")
    assert not complaint(2, "", "rho: 'x' is not allowed")


def test_the_fuzzer_stays_in_its_directory(laws):
    """Its words named devices, and a command that replaced them was run as root."""
    lines = [laws.strange_line(random.Random(seed)) for seed in range(100)]
    assert not [word for line in lines for word in line if word.startswith(("/", "@/", "~")) or "../" in word]


def test_the_fuzzer_sees_a_broken_guarantee(laws):
    def lie(*words):
        figures = {"samples": 1, "rho": {"lower": "0", "upper": "0.999"}, "beta": {"lower": "0", "upper": "0"}}
        document = {"best": None, "methods": {"votes": {"status": "certified", "quantities": figures}}}
        return laws.Completed(0, json.dumps(document), "")

    case = laws.check_law(laws.the_guarantee_is_kept, random.Random(1), lie)
    assert case.comparisons == 2 and len(case.wrong) == 1
