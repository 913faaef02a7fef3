"""The mutants of ``benchmarks/mutants.py``: they are what they are called, and the tests do see them."""

import importlib.util
import json
import sys
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from replcalc.kernel.variables import Bounds

PLACE = Path(__file__).parents[1] / "benchmarks" / "mutants.py"


@pytest.fixture(scope="module")
def tool() -> Iterator[ModuleType]:
    spec = importlib.util.spec_from_file_location("benchmarks_mutants", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules[spec.name]


def test_a_mutant_is_one_change_that_a_fork_sees(tool: ModuleType) -> None:
    wanted = "value > self.low -> value >= self.low"
    (mutant,) = (m for m in tool.mutants(["kernel"]) if m.function == "Bounds.contains" and m.change == wanted)
    open_end = Bounds(low=Fraction(0), low_open=True)

    def task(pipe: object) -> int:
        return 0 if tool.exchange(mutant) and open_end.contains(Fraction(0)) else 1

    assert tool.forked(task, 20)[0] == 0
    assert not open_end.contains(Fraction(0))  # nothing of it is left here


def test_the_sample_is_fixed_by_its_seed_and_every_mutant_compiles(tool: ModuleType) -> None:
    chosen = tool.chosen_mutants(tuple(tool.ROOMS), 300, 0)
    assert chosen == tool.chosen_mutants(tuple(tool.ROOMS), 300, 0) != tool.chosen_mutants(tuple(tool.ROOMS), 300, 1)
    assert len(chosen) == 300 and {mutant.file.split("/")[1] for mutant in chosen} == {
        "kernel",
        "prover",
        "symbolic",
        "statements",
    }
    for mutant in chosen[::30]:
        assert mutant.code().co_qualname == mutant.function


def test_what_is_argued_is_still_there(tool: ModuleType) -> None:
    """A reason for a mutant that no longer exists is a reason for nothing."""
    known = {mutant.key for mutant in tool.mutants(tuple(tool.ROOMS))}
    argued = json.loads(tool.ARGUED.read_text(encoding="utf-8"))
    assert set(argued) <= known and all(len(reason) > 20 for reason in argued.values())
