"""The theories of this package, in catalogue order; named, not imported, so that each is loaded on demand."""

#: name of the theory -> where its value stands
OWN = {
    "replicable-composition": "replcalc.paper:PAPER",
    "sharper": "replcalc.sharper:SHARPER",
    "costs": "replcalc.problems:PROBLEMS",
}
