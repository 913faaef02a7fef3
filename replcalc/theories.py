"""The theories of this package, in order; installed packs come after them.

A theory is named, not imported: what nobody asks for is never loaded, and the rooms that look things up know none.
"""

from __future__ import annotations

#: name of the theory -> where its value stands, as an entry point would say it
OWN = {
    "replicable-composition": "replcalc.paper:PAPER",
    "sharper": "replcalc.sharper:SHARPER",
    "costs": "replcalc.problems:PROBLEMS",
}
