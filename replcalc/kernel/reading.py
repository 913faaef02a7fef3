"""Reading certificate files from anywhere: bounded in size, strict JSON, refused with a reason."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path
from typing import Any, NoReturn

#: Largest certificate file that is read, in bytes; the largest of our own is about 160,000.
MAX_BYTES = 4_000_000


class Refused(Exception):
    """The file is not looked at any further; the message says why."""


def read_text(path: Path) -> str:
    """The text of a regular file of at most MAX_BYTES; neither devices nor pipes are waited for."""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0))
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise Refused("not a regular file")
            data = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise Refused("no such file") from None
    except OSError as error:
        raise Refused(f"cannot be read: {error.strerror or type(error).__name__}") from None
    if len(data) > MAX_BYTES:
        raise Refused(f"larger than {MAX_BYTES} bytes")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise Refused("not UTF-8 text") from None


def parse_json(text: str) -> Any:
    """Strict JSON: no floats, no NaN, no Infinity, no repeated keys; numbers and nesting of ordinary size."""
    try:
        return json.loads(text, parse_float=_no_number, parse_constant=_no_number, object_pairs_hook=_distinct)
    except RecursionError:
        raise Refused("nested too deeply") from None
    except ValueError as error:  # also JSONDecodeError, and integers with too many digits
        raise Refused(f"not JSON: {str(error)[:80]}") from None


def _no_number(text: str) -> NoReturn:
    raise Refused(f"a number that certificates do not hold: {text[:20]}")


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Refused("a key occurs twice")
    return found
