"""The explicit, ordered list of simulators; each is imported only when asked for."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec

from replcalc.numbers.errors import InputError
from replcalc.simulate.simulator import Simulator

#: name -> module under replcalc.simulate that defines SIMULATOR
SIMULATORS: dict[str, str] = {
    "closeness": "closeness",
    "log-ratio": "log_ratio",
    "conditioning": "conditioning",
    "transcripts": "transcripts",
    "pg-composition": "pg_composition",
    "spelled-hash": "spelled_hash",
    "azuma": "azuma",
    "correlated-sampling": "correlated_sampling",
    "pg-to-replicable": "pg_to_replicable",
    "replicable-to-pg": "replicable_to_pg",
    "naive": "naive",
    "main": "main",
    "race": "race",
    "raced-votes": "raced_votes",
    "threshold-votes": "threshold_votes",
    "binary-votes": "binary_votes",
    "threshold": "threshold",
    "adaptive-game": "adaptive_game",
    "sufficient-statistic": "sufficient_statistic",
    "order-invariance": "order_invariance",
    "label-invariance": "label_invariance",
    "pointwise-label-invariance": "pointwise_label_invariance",
    "boosting": "boosting",
    "testers": "testers",
    "rounding": "rounding",
    "gaussian": "gaussian",
    "cosine": "cosine",
    "tight-adaptive": "tight_adaptive",
    "signs": "signs",
}


def available() -> tuple[str, ...]:
    """The names whose module exists, in order."""
    return tuple(name for name, module in SIMULATORS.items() if find_spec(f"replcalc.simulate.{module}") is not None)


def get(name: str) -> Simulator:
    """The simulator of that name."""
    if name not in SIMULATORS:
        raise InputError("NAME", name, "one of " + ", ".join(SIMULATORS))
    module = import_module(f"replcalc.simulate.{SIMULATORS[name]}")
    simulator: Simulator = module.SIMULATOR
    return simulator
