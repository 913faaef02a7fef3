"""Entry points of installed distributions, found without ``importlib.metadata`` where there are none.

Loading that module (zip files, mail headers) takes a twentieth of a second of every answer, and hardly anybody has a
pack. So the files are looked at first: a distribution that has entry points says so in a file.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint


def entry_points_of(group: str) -> Iterable[EntryPoint]:
    """The entry points of that group."""
    if not any(_mentions(Path(place), group) for place in dict.fromkeys(sys.path)):
        return ()
    from importlib import metadata

    return metadata.entry_points(group=group)


def _mentions(place: Path, group: str) -> bool:
    """Has a distribution there entry points of the group? Of what is no directory, a zip file, it is not known."""
    if not place.is_dir():
        return place.exists()
    files = (file for kind in ("dist", "egg") for file in place.glob(f"*.{kind}-info/entry_points.txt"))
    return any(f"[{group}]" in file.read_text(encoding="utf-8", errors="replace") for file in files)
